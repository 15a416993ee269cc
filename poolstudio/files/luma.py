"""One grey plane from red, green and blue."""

from typing import Any

import numpy as np
import numpy.typing as npt

_CELLS = 1 << 18
_WEIGHTS = (0.299, 0.587, 0.114)
# The same in 1/65536, as Pillow's conversion to mode L has them.
_WEIGHTS_65536 = (19595, 38470, 7471)


def luma(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The luma of an array (3, H, W) after Rec. 601 as a new array (1, H, W) of the same type.

    0.299 R + 0.587 G + 0.114 B: for uint8 with Pillow's integer weights, so that it equals `convert("L")`;
    for other integers rounded to the nearest (halves to even) from float64, exact up to 2**53; for floats
    in float64, then in the array's type, NaN and inf by the rules of floats. An array (1, H, W) is returned
    as it is. Raises ValueError for any other shape and for types that are no real number.
    """
    if array.ndim != 3 or array.shape[0] not in (1, 3):
        raise ValueError(f"Luma needs an array (3, H, W), this one is {array.shape}.")
    if array.dtype.kind not in "iuf":
        raise ValueError(f"Luma needs real numbers, not {array.dtype}.")
    if array.shape[0] == 1:
        return array
    grey = np.empty((1, *array.shape[1:]), dtype=array.dtype)
    step = max(1, _CELLS // max(1, array.shape[2]))
    for top in range(0, array.shape[1], step):
        rows = slice(top, top + step)
        mixed = _mixed_bytes if array.dtype == np.uint8 else _mixed
        grey[0, rows] = mixed(array[:, rows])
    return grey


def _mixed_bytes(planes: npt.NDArray[Any]) -> npt.NDArray[Any]:
    total = np.full(planes.shape[1:], 0x8000, dtype=np.uint32)
    for plane, weight in zip(planes, _WEIGHTS_65536, strict=True):
        total += np.multiply(plane, np.uint32(weight), dtype=np.uint32)
    total >>= np.uint32(16)
    return total


def _mixed(planes: npt.NDArray[Any]) -> npt.NDArray[Any]:
    total = np.zeros(planes.shape[1:], dtype=np.float64)
    with np.errstate(invalid="ignore", over="ignore"):
        for plane, weight in zip(planes, _WEIGHTS, strict=True):
            total += plane * np.float64(weight)
        if planes.dtype.kind != "f":
            np.rint(total, out=total)
            # Beyond 2**53 a float64 may lie just above what the type holds.
            limits = np.iinfo(planes.dtype)
            over = total >= float(limits.max)
            return np.where(over, limits.max, np.where(over, 0, total).astype(planes.dtype))
        return total.astype(planes.dtype)
