"""What a typed text is read as, and the reason where it is refused."""

import contextlib
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from poolstudio.files.numbers import NumberProblem, is_number, parse_number, quoted


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0.0),
        ("12", 12.0),
        ("+3", 3.0),
        ("-4.5", -4.5),
        ("\u22124.5", -4.5),
        ("  7\t", 7.0),
        ("\u00a07\u00a0", 7.0),
        ("1,5", 1.5),
        ("-1,5e-3", -0.0015),
        ("1,234", 1.234),
        (".5", 0.5),
        (",5", 0.5),
        ("5.", 5.0),
        ("1e3", 1000.0),
        ("1E+3", 1000.0),
        ("1e\u22123", 0.001),
        ("0e999", 0.0),
        ("007", 7.0),
        ("1.7976931348623157e308", 1.7976931348623157e308),
        ("5e-324", 5e-324),
        ("inf", math.inf),
        ("+INF", math.inf),
        ("-Infinity", -math.inf),
        ("∞", math.inf),
        ("+∞", math.inf),
        ("\u2212∞", -math.inf),
    ],
)
def test_numbers_that_are_read(text: str, value: float) -> None:
    assert parse_number(text) == value
    assert is_number(text)


@pytest.mark.parametrize("text", ["nan", "NaN", " NAN ", "-nan", "+nan"])
def test_nan_is_a_value(text: str) -> None:
    assert math.isnan(parse_number(text))


@pytest.mark.parametrize("text", ["-0", "\u22120", "-0,0"])
def test_minus_zero_keeps_its_sign(text: str) -> None:
    assert math.copysign(1.0, parse_number(text)) == -1.0


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Empty text is no number"),
        (" \t\n", "Empty text is no number"),
        ("4,5,6", '"4,5,6" is no number'),
        ("abc", '"abc" is no number'),
        ("1.2.3", '"1.2.3" is no number'),
        ("--1", '"--1" is no number'),
        ("- 1", '"- 1" is no number'),
        ("1e", '"1e" is no number'),
        (".", '"." is no number'),
        ("1 2", '"1 2" is no number'),
        ("5%", '"5%" is no number'),
        ("True", '"True" is no number'),
        ("1_000", '"1_000" groups its digits: write "1000"'),
        ("1 000", '"1 000" groups its digits: write "1000"'),
        ("1\u202f000,5", '"1 000,5" groups its digits: write "1000,5"'),
        ("-1'000'000", '"-1\'000\'000" groups its digits: write "-1000000"'),
        ("1,234.5", '"1,234.5" has two separators: write the number with one point or comma'),
        ("1.234,5", '"1.234,5" has two separators: write the number with one point or comma'),
        ("1e400", '"1e400" is too large: numbers end at 1.8e308'),
        ("-1e400", '"-1e400" is too large: numbers end at 1.8e308'),
        ("1e-400", '"1e-400" is too small: the least number above 0 is 5e-324'),
        ("0,001e-400", '"0,001e-400" is too small: the least number above 0 is 5e-324'),
        ("0x1F", '"0x1F" is hexadecimal, only decimal numbers are read'),
        ("\u0661\u0662", '"\u0661\u0662" has digits other than 0 to 9'),
        ("\uff15", '"\uff15" has digits other than 0 to 9'),
        ("2²", '"2²" has digits other than 0 to 9'),
    ],
)
def test_refusals_give_the_reason(text: str, sentence: str) -> None:
    with pytest.raises(NumberProblem) as caught:
        parse_number(text)
    assert str(caught.value) == sentence
    assert not is_number(text)


def test_a_long_text_is_shortened_in_the_sentence() -> None:
    assert quoted("x" * 30) == '"' + "x" * 23 + '…"'
    assert quoted("a\nb") == '"a b"'
    with pytest.raises(NumberProblem) as caught:
        parse_number("9" * 100_000 + "x")
    assert len(str(caught.value)) < 60


@given(st.floats())
def test_what_repr_writes_is_read_back(value: float) -> None:
    read = parse_number(repr(value))
    assert read == value or (math.isnan(read) and math.isnan(value))


@given(st.text(max_size=12))
def test_any_text_is_a_number_or_a_problem_of_one_line(text: str) -> None:
    with contextlib.suppress(NumberProblem):
        assert isinstance(parse_number(text), float)
    assert len(quoted(text).splitlines()) == 1
