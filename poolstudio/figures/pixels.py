"""Values to 32-bit pixels, and pixels to half-size levels. NumPy only; the GIL is free while it runs."""

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from poolstudio.figures.ramps import PICTURE_GREY, Levels, Ramp, normalise

Pixels = NDArray[np.uint32]
_Bytes = Callable[[NDArray[Any]], tuple[Pixels, NDArray[np.bool_] | None]]
_Painter = Callable[[NDArray[Any], Pixels], None]

#: The colour of NaN in a picture too small for crosses: a dull red that no ramp has.
NAN_COLOUR = 0xFF9A6A72

_ALPHA = np.uint32(0xFF000000)
_GREY = np.uint32(0x00010101)
_LOW_BYTE = np.uint32(0xFF)
_SEVEN_BITS = np.uint32(0xFEFEFEFE)
_BLOCK = 1 << 16  # pixels: each scratch array of 256 KiB stays in the second-level cache
_SMALLEST = 512
# Added to a float32 of 0 to 255 this rounds it, half to even, and leaves the whole number in the lowest byte.
_ROUND = np.float32(2**23)


def planes_to_rgb32(
    values: ArrayLike, levels: Levels, ramp: Ramp | None = None, nan: int = NAN_COLOUR
) -> Pixels:
    """Turn planes (1, H, W), (3, H, W) or (H, W) of any real type and layout into uint32 (H, W), 0xffRRGGBB.

    One plane takes the colours of the ramp (without one: black to white); three are red, green and blue.
    `levels` are the values at the ramp's ends; what lies outside, infinities too, takes the nearest end, and
    a single value as range is in the middle. A pixel with a NaN in any plane is `nan`. Each pixel depends on
    its own values alone, so that a block has the same pixels as in the whole. Raises ValueError for another
    number of planes, TypeError for what is not real.
    """
    planes = np.asarray(values)
    if planes.dtype.kind not in "buif":
        raise TypeError(f"Pixels need real numbers, not {planes.dtype}.")
    if planes.ndim == 2:
        planes = planes[None]
    if planes.ndim != 3 or len(planes) not in (1, 3):
        raise ValueError(f"Pixels need (H, W), (1, H, W) or (3, H, W), not {planes.shape}.")
    _, height, width = planes.shape
    out = np.empty((height, width), np.uint32)
    if out.size == 0:
        return out
    rows = min(max(1, _BLOCK // width), height)
    paint = _painter(planes, levels, ramp, np.uint32(nan), np.empty((rows, width), np.uint32))
    with np.errstate(over="ignore", invalid="ignore", under="ignore"):
        for top in range(0, height, rows):
            paint(planes[:, top : top + rows], out[top : top + rows])
    return out


def pyramid(pixels: Pixels) -> tuple[Pixels, ...]:
    """The pixels (H, W) themselves, then levels of half the size until neither side is over 512.

    A pixel is the mean of 2×2 of the level before, for each channel; at an odd edge the last row or column
    counts twice, so that a level's size is rounded up.
    """
    levels = [pixels]
    while max(levels[-1].shape) > _SMALLEST:
        levels.append(_half(levels[-1]))
    return tuple(levels)


def _half(pixels: Pixels) -> Pixels:
    height, width = pixels.shape
    out = np.empty(((height + 1) // 2, (width + 1) // 2), np.uint32)
    pairs = width // 2
    rows = min(max(1, _BLOCK // width), len(out))
    tall = np.empty((2, rows, width), np.uint32)
    wide = np.empty((2, rows, pairs), np.uint32)
    for top in range(0, len(out), rows):
        target = out[top : top + rows]
        upper = pixels[2 * top : 2 * (top + rows) : 2]
        lower = pixels[2 * top + 1 : 2 * (top + rows) : 2]
        means, spare = tall[:, : len(target)]
        full = len(lower)
        _mean(upper[:full], lower, means[:full], spare[:full], up=False)
        if full < len(target):
            means[full] = upper[full]
        # Copied out first: NumPy's bit operations are slow on every second element.
        left, right = wide[:, : len(target)]
        np.copyto(left, means[:, 0 : 2 * pairs : 2])
        np.copyto(right, means[:, 1 : 2 * pairs : 2])
        # The one mean rounds down and the other up, so that pictures grow neither darker nor brighter.
        _mean(left, right, target[:, :pairs], left, up=True)
        if width % 2:
            target[:, -1] = means[:, -1]
    return out


def _mean(a: Pixels, b: Pixels, out: Pixels, spare: Pixels, up: bool) -> None:
    """The mean of each of the four bytes, without their carrying into each other; `spare` may be `a`."""
    (np.bitwise_or if up else np.bitwise_and)(a, b, out=out)
    np.bitwise_xor(a, b, out=spare)
    np.bitwise_and(spare, _SEVEN_BITS, out=spare)
    np.right_shift(spare, 1, out=spare)
    (np.subtract if up else np.add)(out, spare, out=out)


def _painter(
    planes: NDArray[Any], levels: Levels, ramp: Ramp | None, nan: np.uint32, spare: Pixels
) -> _Painter:
    """What turns one block of rows into pixels, with its scratch made once."""
    lut = (ramp or PICTURE_GREY).lut
    grey = lut is PICTURE_GREY.lut
    if planes.dtype.itemsize == 1:
        table, plain = _byte_table(planes.dtype, levels)
        if len(planes) == 3:
            return lambda block, out: _pack(block if plain else table[block.view(np.uint8)], out, spare)
        if plain and grey:
            return lambda block, out: _grey(block[0], out)
        colours = lut[table]
        return lambda block, out: _look_up(block[0].view(np.uint8), colours, out)
    to_bytes = _quantiser(planes.dtype, levels, spare)
    if len(planes) == 3:
        return lambda block, out: _colour(block, out, to_bytes, nan)
    return lambda block, out: _ramped(block[0], out, to_bytes, None if grey else lut, nan)


@lru_cache(maxsize=32)
def _byte_table(dtype: np.dtype[Any], levels: Levels) -> tuple[NDArray[np.uint8], bool]:
    """For each value of a one-byte type, by its bits, the place 0 to 255 on the ramp; and whether places are
    values."""
    values = np.arange(256, dtype=np.uint8).view(np.uint8 if dtype.kind == "b" else dtype)
    table = np.rint(normalise(values, levels) * 255).astype(np.uint8)
    return table, dtype == np.uint8 and bool((table == np.arange(256)).all())


def _pack(planes: NDArray[np.uint8], out: Pixels, spare: Pixels) -> None:
    other = spare[: len(out)]
    np.copyto(out, planes[0])
    for plane in planes[1:]:
        np.left_shift(out, 8, out=out)
        np.copyto(other, plane)
        np.bitwise_or(out, other, out=out)
    np.bitwise_or(out, _ALPHA, out=out)


def _grey(indices: NDArray[Any], out: Pixels) -> None:
    np.copyto(out, indices)
    np.multiply(out, _GREY, out=out)
    np.bitwise_or(out, _ALPHA, out=out)


def _look_up(indices: NDArray[Any], lut: Pixels, out: Pixels) -> None:
    # mode="clip" because the default would buffer its output; no index is ever outside.
    np.take(lut, indices, out=out, mode="clip")


def _colour(block: NDArray[Any], out: Pixels, to_bytes: _Bytes, nan: np.uint32) -> None:
    missing = []
    for index, plane in enumerate(block):
        bits, mask = to_bytes(plane)
        if index == 0:
            np.copyto(out, bits)
        else:
            np.left_shift(out, 8, out=out)
            np.bitwise_or(out, bits, out=out)
        if mask is not None:
            missing.append(mask)
    np.bitwise_or(out, _ALPHA, out=out)
    for mask in missing:
        out[mask] = nan


def _ramped(plane: NDArray[Any], out: Pixels, to_bytes: _Bytes, lut: Pixels | None, nan: np.uint32) -> None:
    bits, mask = to_bytes(plane)
    if lut is None:
        _grey(bits, out)
    else:
        _look_up(bits, lut, out)
    if mask is not None:
        out[mask] = nan


def _quantiser(dtype: np.dtype[Any], levels: Levels, spare: Pixels) -> _Bytes:
    """What turns a block of one plane into its places 0 to 255 (in `spare`) and a mask of its NaN, if any."""
    scaled = spare.view(np.float32)
    place = _scaling(dtype, levels, spare.shape)

    def to_bytes(plane: NDArray[Any]) -> tuple[Pixels, NDArray[np.bool_] | None]:
        places, bits = scaled[: len(plane)], spare[: len(plane)]
        place(plane, places)
        mask = None
        low, high = places.min(), places.max()
        # Two searches cost a fourth of clamping, and most blocks need none.
        if not (low >= 0 and high <= 255):
            if math.isnan(low):
                mask = np.isnan(places)
                places[mask] = 0
            np.clip(places, np.float32(0), np.float32(255), out=places)
        np.add(places, _ROUND, out=places)
        np.bitwise_and(bits, _LOW_BYTE, out=bits)
        return bits, mask

    return to_bytes


def _scaling(
    dtype: np.dtype[Any], levels: Levels, shape: tuple[int, ...]
) -> Callable[[NDArray[Any], NDArray[np.float32]], None]:
    """What maps values to float32, `lo` to 0 and `hi` to 255; chosen by type and range alone."""
    lo, hi = float(levels.lo), float(levels.hi)
    span = hi - lo
    exact_wide = dtype.kind in "iu" and dtype.itemsize == 8
    if not lo < hi or exact_wide:

        def by_rule(plane: NDArray[Any], out: NDArray[np.float32]) -> None:
            np.multiply(normalise(plane, levels), 255, out=out, casting="same_kind")

        return by_rule

    # float32 is enough where neither the type nor an offset large against the range takes its digits.
    near = abs(lo) <= 1000 * span and 1e-30 < span < 1e37 and dtype != np.longdouble
    if near and not (dtype.kind in "iu" and dtype.itemsize >= 4):
        offset, factor = np.float32(lo), np.float32(255 / span)

        def narrow(plane: NDArray[Any], out: NDArray[np.float32]) -> None:
            np.copyto(out, plane, casting="same_kind")
            if offset != 0:
                np.subtract(out, offset, out=out)
            if factor != 1:
                np.multiply(out, factor, out=out)

        return narrow

    half = 0.5 if math.isinf(span) else 1.0  # a range from −1e308 to 1e308 overflows
    start, length = lo * half, hi * half - lo * half
    wide = np.empty(shape, np.float64)

    def by_double(plane: NDArray[Any], out: NDArray[np.float32]) -> None:
        places = wide[: len(plane)]
        np.multiply(plane, half, out=places, casting="same_kind")
        np.subtract(places, start, out=places)
        np.divide(places, length, out=places)
        np.multiply(places, 255, out=out, casting="same_kind")

    return by_double
