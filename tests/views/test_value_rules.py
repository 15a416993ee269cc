"""What may stand in an array of each type."""

import math

import numpy as np
import pytest

from poolstudio.views.value_rules import first_refused, refusal, whole_range


@pytest.mark.parametrize(
    ("value", "dtype", "reason"),
    [
        (300, np.uint8, "300 is outside 0 … 255"),
        (-1, np.uint8, "\u22121 is outside 0 … 255"),
        (65536, np.uint16, "65536 is outside 0 … 65535"),
        (1.5, np.uint8, "1.5 is no whole number in 0 … 255"),
        (math.nan, np.uint16, "NaN is no whole number in 0 … 65535"),
        (math.inf, np.uint8, "∞ is no whole number in 0 … 255"),
        (-32769, np.int16, "\u221232769 is outside \u221232768 … 32767"),
        (1e300, np.float32, "1e300 is too large: float32 ends at 3.403e38"),
        (1e-300, np.float32, "1e\u2212300 is too small: float32 would make it 0"),
        (2, np.bool_, "2 is outside 0 … 1"),
    ],
)
def test_says_why_a_number_cannot_stand_in_a_type(value: float, dtype: type, reason: str) -> None:
    assert refusal(value, np.dtype(dtype)) == reason


@pytest.mark.parametrize(
    ("value", "dtype"),
    [
        (0, np.uint8),
        (255, np.uint8),
        (-0.0, np.uint8),
        (65535, np.uint16),
        (0.1, np.float32),
        (math.nan, np.float32),
        (-math.inf, np.float64),
        (1e300, np.float64),
        (5e-324, np.float64),
    ],
)
def test_takes_what_the_type_can_hold(value: float, dtype: type) -> None:
    assert refusal(value, np.dtype(dtype)) is None


def test_names_the_first_bad_cell_in_reading_order() -> None:
    block = np.array([[1.0, 2.0, 3.0], [4.0, 256.0, -1.0]])
    assert first_refused(block, np.dtype(np.uint8)) == (1, 1)
    assert first_refused(block, np.dtype(np.float32)) is None


def test_wide_whole_numbers_end_where_a_float_would_round_them() -> None:
    assert whole_range(np.dtype(np.int64)) == (-(2**53), 2**53)
    assert refusal(float(2**60), np.dtype(np.int64)) is not None
