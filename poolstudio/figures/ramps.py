"""Ramps from value to colour, the range of values that they span, and the ink for numbers on them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from poolstudio.figures.theme import Theme

BLACK = 0xFF000000
WHITE = 0xFFFFFFFF
#: Zeros of dark cells: quieter than white, so that what is not zero stands out.
ZERO_ON_DARK = 0xFF8F8F8F

_BLOCK_BYTES = 1 << 20

_bytes = np.arange(256) / 255
_LINEAR = np.where(_bytes <= 0.04045, _bytes / 12.92, ((_bytes + 0.055) / 1.055) ** 2.4)


@dataclass(frozen=True, eq=False)
class Ramp:
    """A way from a value's place in its range (0 to 1) to a colour, straight in sRGB between its stops."""

    name: str
    stops: tuple[tuple[float, int], ...]  # place, 0xRRGGBB

    @cached_property
    def lut(self) -> NDArray[np.uint32]:
        """The colours at 256 even places, uint32 0xffRRGGBB, read-only."""
        places = [place for place, _ in self.stops]
        table = np.full(256, 0xFF000000, np.uint32)
        for shift in (16, 8, 0):
            channel = np.interp(
                np.linspace(0, 1, 256), places, [rgb >> shift & 0xFF for _, rgb in self.stops]
            )
            table |= np.rint(channel).astype(np.uint32) << np.uint32(shift)
        table.setflags(write=False)
        return table

    @cached_property
    def inks(self) -> NDArray[np.uint32]:
        """For each entry of `lut`, black or white, whichever is easier to read on it."""
        return inks_on(self.lut)

    def color(self, t: float) -> int:
        """The colour at `t` as a QRgb, 0xffRRGGBB; places outside 0 to 1 take the nearest end."""
        return int(self.lut[self._index(t)])

    def ink(self, t: float) -> int:
        """Black or white for a number on the colour at `t`."""
        return int(self.inks[self._index(t)])

    @staticmethod
    def _index(t: float) -> int:
        return int(min(max(t, 0.0), 1.0) * 255 + 0.5)


def _ramp(name: str, *stops: tuple[float, int]) -> Ramp:
    return Ramp(name, stops)


def _even(name: str, colours: Sequence[int]) -> Ramp:
    last = len(colours) - 1
    return Ramp(name, tuple((i / last, colour) for i, colour in enumerate(colours)))


GRID_VALUE = _even("grid_value", (0x15181D, 0xFFFFFF))
PICTURE_GREY = _even("picture_grey", (0x000000, 0xFFFFFF))
GRADIENT = _ramp(
    "gradient", (0.0, 0x0E1311), (0.2, 0x0F4232), (0.45, 0x16785A), (0.7, 0x4FB78B), (1.0, 0xD9F7E6)
)
# Every sixteenth of viridis, the colour map by Stéfan van der Walt, Nathaniel Smith and Eric Firing, who
# gave it to the public domain (CC0). Straight lines between these stay near enough to the original.
VIRIDIS = _even(
    "viridis",
    (
        *(0x440154, 0x48186A, 0x472D7B, 0x424086, 0x3B528B, 0x33638D, 0x2C728E, 0x26828E),
        *(0x21918C, 0x1F9F88, 0x27AD81, 0x3DBC74, 0x5CC863, 0x81D34D, 0xAADC32, 0xD5E21A),
        *(0xFDE725,),
    ),
)

_CHANGE_LIGHT = _even("change", (0xF4F6F8, 0x7CBBD0, 0x0B4F66))
_CHANGE_DARK = _ramp("change", (0.0, 0x1D2127), (0.6, 0x22657A), (0.85, 0x5BAAC0), (1.0, 0xC9F1F8))
_SIGNED_LIGHT = _even("signed", (0x5B2A86, 0xB58AD6, 0xF4F5F7, 0x6DBE97, 0x0B5B40))
_SIGNED_DARK = _even("signed", (0xD9B8F5, 0x8A55B5, 0x1D2127, 0x2A8F63, 0xB9F0D3))


def change(theme: Theme) -> Ramp:
    """How much an output changed: nothing is the colour of the ground, much stands out from it."""
    return _CHANGE_DARK if theme.dark else _CHANGE_LIGHT


def signed(theme: Theme) -> Ramp:
    """Negative to positive, zero in the middle: use it with `Levels.symmetric()`."""
    return _SIGNED_DARK if theme.dark else _SIGNED_LIGHT


def luminances(pixels: NDArray[np.uint32]) -> NDArray[np.float64]:
    """The relative luminance (WCAG 2) of each colour 0xAARRGGBB, 0 to 1; the same shape."""
    red, green, blue = (_LINEAR[pixels >> np.uint32(shift) & np.uint32(0xFF)] for shift in (16, 8, 0))
    return np.asarray(0.2126 * red + 0.7152 * green + 0.0722 * blue)


def inks_on(pixels: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """For each colour 0xAARRGGBB black or white, by the higher contrast of WCAG 2; the same shape."""
    # Black wins where (L + 0.05) / 0.05 > 1.05 / (L + 0.05).
    return np.where((luminances(pixels) + 0.05) ** 2 > 0.05 * 1.05, np.uint32(BLACK), np.uint32(WHITE))


@cache
def ink(rgb: int) -> int:
    """Black or white for a number on one colour 0xRRGGBB, as a QRgb."""
    return int(inks_on(np.array([rgb & 0xFFFFFF], np.uint32))[0])


@dataclass(frozen=True)
class Levels:
    """The values at the two ends of a ramp. Integers stay integers, so that int64 keeps its last digits."""

    lo: float
    hi: float

    def symmetric(self) -> "Levels":
        """The smallest range that holds this one with 0 in its middle."""
        far = max(abs(self.lo), abs(self.hi))
        return Levels(-far, far)

    def place(self, value: float) -> float:
        """One value's place in the range, as `normalise` gives it."""
        return float(normalise(np.array([value]), self)[0])


def levels_of(array: ArrayLike) -> Levels:
    """The least and the largest finite value of a whole array of any real type and layout.

    Nothing is sampled: a single hot pixel counts. NaN and infinities do not. Without any finite value the
    range is 0 to 1. Works in blocks of 1 MiB and holds the GIL for none of them.
    """
    values = np.asarray(array)
    if values.dtype.kind not in "buif":
        raise TypeError(f"Levels need real numbers, not {values.dtype}.")
    lo: Any = None
    hi: Any = None
    for block in _blocks(values):
        low, high = block.min(), block.max()
        if values.dtype.kind == "f" and not (np.isfinite(low) and np.isfinite(high)):
            finite = block[np.isfinite(block)]
            if not finite.size:
                continue
            low, high = finite.min(), finite.max()
        lo = low if lo is None or low < lo else lo
        hi = high if hi is None or high > hi else hi
    if lo is None:
        return Levels(0.0, 1.0)
    if values.dtype.kind == "f":
        return Levels(float(lo), float(hi))
    return Levels(int(lo), int(hi))


def normalise(values: ArrayLike, levels: Levels) -> NDArray[np.float64]:
    """The values' places in their range, float64 from 0 to 1, the same shape.

    What lies outside, infinities included, takes the nearest end; NaN stays NaN. In a range of a single value
    that value is in the middle. Wide integers are exact where the range has integers.
    """
    given = np.asarray(values)
    if given.dtype.kind in "iu" and given.dtype.itemsize == 8 and _whole(levels, given.dtype):
        first, last = int(levels.lo), int(levels.hi)
        if first < last:
            # The difference of two int64 fits into uint64, whose arithmetic is modulo 2**64.
            above = np.clip(given, first, last).astype(np.uint64) - np.uint64(first % 2**64)
            return np.asarray(above / np.float64(last - first))
    wide = given.astype(np.float64)
    lo, hi = float(levels.lo), float(levels.hi)
    if not lo < hi:
        return np.where(np.isnan(wide), np.nan, np.where(wide < lo, 0.0, np.where(wide > lo, 1.0, 0.5)))
    if hi - lo == np.inf:
        wide, lo, hi = wide / 2, lo / 2, hi / 2
    inside = np.clip(wide, lo, hi)
    return np.asarray((inside - lo) / (hi - lo))


def _whole(levels: Levels, dtype: np.dtype[Any]) -> bool:
    info = np.iinfo(dtype)
    return all(isinstance(end, int) and info.min <= end <= info.max for end in (levels.lo, levels.hi))


def _blocks(values: NDArray[Any]) -> Iterator[NDArray[Any]]:
    """The parts of an array, none over 1 MiB, without copying it whatever its layout."""
    if values.size == 0:
        return
    if values.flags.c_contiguous:
        values = values.reshape(-1)
    if values.nbytes <= _BLOCK_BYTES:
        yield values
        return
    if values.ndim > 1 and values.nbytes // len(values) > _BLOCK_BYTES:
        for part in values:
            yield from _blocks(part)
        return
    step = max(1, _BLOCK_BYTES * len(values) // values.nbytes)
    for start in range(0, len(values), step):
        yield values[start : start + step]
