"""QImages on the memory of pixel arrays, without a copy."""

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QImage

Span = tuple[int, int]


def image_of(pixels: NDArray[np.uint32], rows: Span | None = None, cols: Span | None = None) -> QImage:
    """An RGB32 image of an array (h, w) of 0xffRRGGBB, or of half-open rows and columns of it.

    The image keeps the array alive; a part keeps the whole array's row stride.
    """
    pixels = np.ascontiguousarray(pixels)
    top, bottom = rows or (0, pixels.shape[0])
    left, right = cols or (0, pixels.shape[1])
    start = pixels.reshape(-1)[top * pixels.shape[1] + left :]
    image = QImage(start.data, right - left, bottom - top, 4 * pixels.shape[1], QImage.Format.Format_RGB32)
    image._pixels = pixels  # type: ignore[attr-defined]
    return image
