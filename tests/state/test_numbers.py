"""Numbers as text: short, exact, aligned and grouped."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from poolstudio.state.numbers import cell, cell_text, column_texts, exact_text, grouped, pair


def read(text: str) -> float:
    return float(text.replace("−", "-").replace("∞", "inf"))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (0.0, "0"),
        (-0.0, "−0"),
        (np.float32(-0.0), "−0"),
        (1.0, "1"),
        (0.25, "0.25"),
        (0.0625, "0.0625"),
        (7 / 9, "0.7778"),
        (141.5625, "141.6"),
        (96.4702, "96.47"),
        (-2.5, "−2.5"),
        (999.96, "1000"),
        (1234.56, "1235"),
        (12345.6, "12346"),
        (65535, "65535"),
        (99_999, "99999"),
        (99_999.7, "1e5"),
        (100_000, "1e5"),
        (1_200_000.0, "1.2e6"),
        (-1_234_567, "−1.235e6"),
        (0.0001234, "0.0001234"),
        (0.00001234, "1.234e−5"),
        (5e-324, "4.941e−324"),
        (-5e-324, "−4.941e−324"),
        (math.nan, "NaN"),
        (-math.nan, "NaN"),
        (math.inf, "∞"),
        (-math.inf, "−∞"),
        (2**53 + 1, "9.007e15"),
        (10**400, "1e400"),
        (True, "1"),
        (np.bool_(False), "0"),
        (np.uint8(221), "221"),
        (np.float32(0.1), "0.1"),
        (np.float16(0.1), "0.09998"),
        (np.float16(6e-8), "5.96e−8"),
        (np.float32(-np.inf), "−∞"),
        (np.array(3.5), "3.5"),
    ],
)
def test_cell_text(value, text):
    assert cell_text(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.1, "0.1"),
        (np.float64(0.1), "0.1"),
        (np.float32(0.1), "0.1"),
        (np.float16(0.1), "0.1"),
        (np.float32(1 / 3), "0.33333334"),
        (1.0, "1"),
        (-0.0, "−0"),
        (1e16, "1e16"),
        (-1.5e-7, "−1.5e−7"),
        (5e-324, "5e−324"),
        (np.int64(2**53 + 1), "9007199254740993"),
        (np.uint64(2**64 - 1), "18446744073709551615"),
        (np.int8(-128), "−128"),
        (np.array(0.1, np.float32), "0.1"),
        (np.bool_(True), "1"),
        (np.float32(np.nan), "NaN"),
        (-math.inf, "−∞"),
    ],
)
def test_exact_text(value, text):
    assert exact_text(value) == text


@given(st.floats())
def test_short_text_is_near_and_never_a_false_zero(value):
    back = read(cell_text(value))
    if math.isnan(value):
        assert math.isnan(back)
    elif math.isinf(value) or value == 0:
        assert back == value
        assert math.copysign(1, back) == math.copysign(1, value)
    elif not math.isinf(back):  # rounding up the largest float overflows only when read back
        assert back != 0
        assert abs(back - value) <= abs(value) * 5.0001e-4 + 5e-324


@given(st.floats(allow_nan=False), st.sampled_from([np.float16, np.float32, np.float64]))
def test_exact_text_reads_back_in_the_same_type(value, dtype):
    with np.errstate(over="ignore"):
        number = dtype(value)
    assert dtype(read(exact_text(number))) == number


@given(st.integers())
def test_integers_are_exact_at_any_size(value):
    assert int(exact_text(value).replace("−", "-")) == value


def test_long_double_keeps_its_range():
    big = np.longdouble("1.5e300") * np.longdouble("1e8")
    expected = "∞" if np.isinf(big) else "1.5e308"
    assert cell_text(big) == expected
    third = np.longdouble(1) / 3
    assert cell_text(third) == "0.3333"
    assert np.longdouble(exact_text(third)) == third


@pytest.mark.parametrize("value", [1j, "1", None, np.complex64(1), np.zeros(2)])
def test_what_is_no_real_number_is_refused(value):
    with pytest.raises(TypeError, match="real number"):
        cell_text(value)


def test_columns_have_equal_decimals():
    assert column_texts([0.0, 3, 12.5]) == ["0.0", "3.0", "12.5"]
    assert column_texts(np.float32([0.1, 0.25, -1])) == ["0.10", "0.25", "−1.00"]
    assert column_texts([1, 2, 30]) == ["1", "2", "30"]
    assert column_texts([]) == []


def test_columns_keep_the_marks_of_special_values():
    assert column_texts([math.nan, 0.5, -math.inf, -0.0]) == ["NaN", "0.5", "−∞", "−0.0"]
    assert column_texts(np.array([True, False])) == ["1", "0"]


def test_columns_of_mixed_magnitude_fall_back():
    assert column_texts([1e6, 0.5]) == ["1e6", "0.5"]
    assert column_texts([1234.0, 0.0001234]) == ["1234", "0.0001234"]


@given(st.lists(st.floats(), max_size=6))
def test_a_column_never_shows_a_false_zero(values):
    for value, text in zip(values, column_texts(values), strict=True):
        assert value == 0 or math.isnan(value) or read(text) != 0


def test_grouping_starts_at_ten_thousand():
    assert grouped(9999) == "9999"
    assert grouped(10_000) == "10\u2009000"
    assert grouped(np.int64(-37_109_758)) == "−37\u2009109\u2009758"
    assert grouped(37_109_758.0) == "37\u2009109\u2009758"
    assert grouped(2**70) == "1\u2009180\u2009591\u2009620\u2009717\u2009411\u2009303\u2009424"
    assert grouped(217.5) == "217.5"
    assert grouped(12_345.6) == "12\u2009346"
    assert grouped(1e300) == "1e300"
    assert grouped(-0.0) == "−0"
    assert grouped(math.nan) == "NaN"


def test_sizes_and_places():
    assert pair(4, 4) == "4 × 4"
    assert pair(12_000, 3) == "12\u2009000 × 3"
    assert cell(1, 1) == "(1, 1)"
    assert cell(np.int64(103), -2) == "(103, −2)"
