"""Decoded pictures handed over in strips of rows: planes of values, and how they fill one array (C, H, W)."""

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
from PIL import Image

# About a quarter of a million pixels at a time: small enough to stay in the cache and to cancel at once.
_STRIP = 1 << 18

Array = npt.NDArray[Any]
Strip = tuple[list[Array], Array | None]


class Raster(Protocol):
    """A decoded picture as it is stored, before any turning."""

    width: int
    height: int
    dtype: np.dtype[Any]
    channels: int

    def strip(self, top: int, bottom: int) -> Strip:
        """The colour planes of rows `top` to `bottom`, each (rows, W), and the opacity or None.

        Opacity goes from 0 to the largest value of the type.
        """


class PillowRaster:
    """What Pillow decoded. `low` is a second decoding that holds the low bytes of 16-bit values.

    Pillow offers no buffer of its pixels; `tobytes` of a strip, band by band, is the fastest way to planes
    (a third of the time of `numpy.asarray` on the whole, and no temporary copy of it).
    """

    def __init__(
        self,
        image: Image.Image,
        low: Image.Image | None = None,
        dtype: str | None = None,
        *,
        grey: bool = False,
    ) -> None:
        self.image = image
        self.low = low
        self.width, self.height = image.size
        self.see_through = image.info.get("transparency")
        if image.mode in ("P", "PA", "CMYK", "YCbCr", "HSV", "RGBX"):
            has_alpha = image.mode == "PA" or (image.mode == "P" and self.see_through is not None)
            colours = "L" if image.mode == "P" and _is_grey(image) else "RGB"
            self.target = colours + "A" if has_alpha else colours
        else:
            self.target = image.mode
        # Pillow has no mode for grey with opacity in 16 bit and gives RGBA with three equal bands.
        self.grey = grey
        self.channels = 3 if self.target in ("RGB", "RGBA", "RGBa") and not grey else 1
        wide = {"I": "i4", "F": "f4"}.get(image.mode, "u2" if image.mode.startswith("I;16") else "u1")
        self.dtype = np.dtype(dtype or ("u2" if low else wide))

    def strip(self, top: int, bottom: int) -> Strip:
        """See Raster; values of one transparent colour, where a file names one, get opacity 0."""
        planes = self._planes(self.image, top, bottom)
        if self.grey:
            planes = planes[2:]
        if self.low is not None:
            high_low = zip(planes, self._planes(self.low, top, bottom), strict=True)
            planes = [high.astype(np.uint16) << 8 | low for high, low in high_low]
        if len(planes) > self.channels:
            return planes[: self.channels], planes[self.channels]
        planes = [plane.astype(self.dtype, copy=False) for plane in planes]
        return planes, self._opacity(planes)

    def _planes(self, image: Image.Image, top: int, bottom: int) -> list[Array]:
        strip = image.crop((0, top, self.width, bottom))
        if strip.mode != self.target:
            strip = strip.convert(self.target)
        shape = (bottom - top, self.width)
        mode = strip.mode
        if mode in ("RGB", "RGBA"):
            return [np.frombuffer(strip.tobytes("raw", band), np.uint8).reshape(shape) for band in mode]
        if mode in ("LA", "La", "RGBa"):
            mixed = np.frombuffer(strip.tobytes("raw", mode), np.uint8).reshape(*shape, -1)
            planes = list(np.moveaxis(mixed, 2, 0))
            # The colours of small-a modes are multiplied by the opacity already, that is, laid on black.
            return planes if mode == "LA" else planes[:-1]
        kinds = {"1": "u1", "L": "u1", "I": "=i4", "F": "=f4", "I;16": "<u2", "I;16L": "<u2", "I;16B": ">u2"}
        data = strip.tobytes("raw", "L" if mode == "1" else mode)
        return [np.frombuffer(data, kinds[mode]).reshape(shape)]

    def _opacity(self, planes: list[Array]) -> Array | None:
        if self.see_through is None or self.dtype.kind == "f":
            return None
        colour = self.see_through if isinstance(self.see_through, tuple) else (self.see_through,)
        if len(colour) != len(planes) or not all(isinstance(value, int) for value in colour):
            return None
        hidden = np.logical_and.reduce([plane == value for plane, value in zip(planes, colour, strict=True)])
        return np.where(hidden, 0, np.iinfo(self.dtype).max).astype(self.dtype)


def _is_grey(image: Image.Image) -> bool:
    palette = image.getpalette("RGB") or []
    return palette[0::3] == palette[1::3] == palette[2::3]


def fill(
    raster: Raster, *, orientation: int = 1, reduce: int = 1, step: Callable[[float], None]
) -> tuple[Array, bool]:
    """The array (C, H, W) of a raster, turned as EXIF orientation 1 to 8 says, and whether something was
    transparent.

    Transparent values are laid on black: value times opacity, rounded. `reduce=n` takes the mean of n x n
    values (fewer at the right and lower edge), rounded for integers. `step` is called with the fraction
    done.
    """
    height, width = -(-raster.height // reduce), -(-raster.width // reduce)
    turned = (width, height) if orientation >= 5 else (height, width)
    array: Array = np.empty((raster.channels, *turned), dtype=raster.dtype)
    view = _as_stored(array, orientation)
    rows = max(1, _STRIP // (raster.width * reduce)) * reduce
    transparent = False
    for top in range(0, raster.height, rows):
        step(top / raster.height)
        planes, opacity = raster.strip(top, min(top + rows, raster.height))
        full = np.iinfo(raster.dtype).max if opacity is not None else 0
        laid = opacity is not None and bool((opacity != full).any())
        transparent = transparent or laid
        for channel, plane in enumerate(planes):
            value = _on_black(plane, opacity, full) if laid and opacity is not None else plane
            value = _means(value, reduce) if reduce > 1 else value
            view[channel, top // reduce : top // reduce + len(value)] = value
    return array, transparent


def _as_stored(array: Array, orientation: int) -> Array:
    """`array`, which is upright, seen in the order in which a file of that orientation stores it."""
    if orientation >= 5:
        array = array.transpose(0, 2, 1)
    if orientation in (3, 4, 6, 7):
        array = array[:, ::-1]
    if orientation in (2, 3, 7, 8):
        array = array[:, :, ::-1]
    return array


def _on_black(plane: Array, opacity: Array, full: int) -> Array:
    # The product and the rounding fit: 255 * 255 + 127 < 2**16 and 65535 * 65535 + 32767 < 2**32.
    wide = np.uint16 if full == 255 else np.uint32 if full == 65535 else np.float64
    product = np.multiply(plane, opacity, dtype=wide)
    if wide is np.float64:
        return np.rint(product / full)
    product += product.dtype.type(full // 2)
    product //= product.dtype.type(full)
    return product


def _means(plane: Array, reduce: int) -> Array:
    rows, columns = np.arange(0, plane.shape[0], reduce), np.arange(0, plane.shape[1], reduce)
    sums = np.add.reduceat(np.add.reduceat(plane, rows, axis=0, dtype=np.float64), columns, axis=1)
    high = np.minimum(reduce, plane.shape[0] - rows)
    wide = np.minimum(reduce, plane.shape[1] - columns)
    sums /= np.multiply.outer(high, wide)
    return sums if plane.dtype.kind == "f" else np.rint(sums, out=sums)
