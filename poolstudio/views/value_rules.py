"""Which numbers may stand in an array of a type, and why another may not: no value changes in silence."""

from typing import Any

import numpy as np

from poolstudio.state.numbers import cell_text, exact_text
from poolstudio.state.source import Array
from poolstudio.state.words import tr

#: Whole numbers up to here are told apart by a float, which is what typed text becomes.
EXACT_TO = 2**53


def whole_range(dtype: np.dtype[Any]) -> tuple[int, int] | None:
    """The least and the largest whole number of a type that can be typed; None for floats."""
    if dtype.kind == "b":
        return 0, 1
    if dtype.kind not in "ui":
        return None
    info = np.iinfo(dtype)
    return max(int(info.min), -EXACT_TO), min(int(info.max), EXACT_TO)


def first_refused(block: Array, dtype: np.dtype[Any]) -> tuple[int, int] | None:
    """The first cell, in reading order, of a float64 block (h, w) that an array of `dtype` cannot hold."""
    bad = np.argwhere(_refused(block, dtype))
    return (int(bad[0][0]), int(bad[0][1])) if len(bad) else None


def refusal(value: float, dtype: np.dtype[Any]) -> str | None:
    """Why a number cannot stand in an array of `dtype`: a sentence without its full stop, or None."""
    if not _refused(np.array([value], np.float64), dtype)[0]:
        return None
    shown, limits = exact_text(value), whole_range(dtype)
    if limits is None:
        if value > 1 or value < -1:
            largest = cell_text(float(np.finfo(dtype).max))
            return tr("{value} is too large: {type} ends at {largest}").format(
                value=shown, type=dtype.name, largest=largest
            )
        return tr("{value} is too small: {type} would make it 0").format(value=shown, type=dtype.name)
    low, high = (exact_text(limit) for limit in limits)
    if np.isfinite(value) and float(value).is_integer():
        return tr("{value} is outside {low} … {high}").format(value=shown, low=low, high=high)
    return tr("{value} is no whole number in {low} … {high}").format(value=shown, low=low, high=high)


def _refused(values: Array, dtype: np.dtype[Any]) -> Array:
    limits = whole_range(dtype)
    if limits is not None:
        with np.errstate(invalid="ignore"):
            return ~((values >= limits[0]) & (values <= limits[1]) & (np.rint(values) == values))
    with np.errstate(over="ignore", under="ignore"):
        narrow = values.astype(dtype)
    return np.asarray((np.isinf(narrow) & np.isfinite(values)) | ((narrow == 0) & (values != 0)))
