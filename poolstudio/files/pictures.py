"""Pictures from disk or clipboard as arrays: what a caller sees of them (how they are read: decoding.py)."""

import os
import stat
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from poolstudio.files.luma import luma as luma
from poolstudio.files.watching import LoadCancelled as LoadCancelled
from poolstudio.files.watching import Watch

PIXEL_BUDGET = 64_000_000

# Names and suffixes for an open dialog; what a file is, its content decides.
PICTURE_FILTERS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("PNG", (".png", ".apng")),
    ("JPEG", (".jpg", ".jpeg", ".jpe", ".jfif", ".mpo")),
    ("TIFF", (".tif", ".tiff")),
    ("WebP", (".webp",)),
    ("BMP", (".bmp", ".dib")),
    ("GIF", (".gif",)),
    ("PGM, PPM", (".pgm", ".ppm", ".pbm", ".pnm", ".pfm")),
)

_DEPTHS = {
    "uint8": "8 bit",
    "uint16": "16 bit",
    "uint32": "32 bit",
    "int8": "8 bit signed",
    "int16": "16 bit signed",
    "int32": "32 bit signed",
    "float32": "float",
}
_SENTENCE = 110


@dataclass(frozen=True, eq=False)
class Picture:
    """A picture as it was read.

    `array` is (C, H, W), C-contiguous, read-only, in the machine's byte order and in the file's own type
    (uint8, uint16, float32, ...); a picture of 1 bit is uint8 with 0 and 255. `channels` names its planes:
    R, G, B or grey. `notes` are sentences that say what was done to the values on the way, the most telling
    one first.
    """

    array: npt.NDArray[Any]
    channels: tuple[str, ...]
    name: str
    path: Path | None = None
    notes: tuple[str, ...] = ()
    bits: int | None = None

    @property
    def height(self) -> int:
        """Rows."""
        return int(self.array.shape[1])

    @property
    def width(self) -> int:
        """Columns."""
        return int(self.array.shape[2])

    @property
    def kind(self) -> str:
        """Either "RGB" or "grey"."""
        return "grey" if len(self.channels) == 1 else "RGB"

    @property
    def description(self) -> str:
        """The kind and the type of the values, as in "RGB, 8 bit" or "grey, float"."""
        if self.bits is not None:
            return f"{self.kind}, {self.bits} bit"
        return f"{self.kind}, {_DEPTHS.get(self.array.dtype.name, self.array.dtype.name)}"

    def sentence(self) -> str:
        """What was opened and what was done to it; notes after the first only as 110 characters hold them."""
        what = self.description.removesuffix(", 8 bit")
        start = f"Opened {shown_name(self.name)}, {times(self.width, self.height)} {what}"
        said = ""
        for note in self.notes:
            clause = note.removesuffix(".")
            clause = clause[0].lower() + clause[1:] if clause[1:2].islower() else clause
            longer = f"{said}; {clause}" if said else f": {clause}"
            if said and len(start + longer) + 1 > _SENTENCE:
                break
            said = longer
        return f"{start}{said}."


class PictureProblem(Exception):
    """A file cannot be opened as a picture; the message is one sentence that names it."""


class PictureTooLarge(PictureProblem):
    """A picture has more pixels than are read.

    `size` is (width, height) as the file claims it, `reduce` the factor with which `load_picture` reads it,
    or None where there is no such factor.
    """

    def __init__(self, message: str, size: tuple[int, int], reduce: int | None) -> None:
        super().__init__(message)
        self.size = size
        self.reduce = reduce


def load_picture(
    path: str | os.PathLike[str],
    *,
    progress: Callable[[float], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
    reduce: int = 1,
) -> Picture:
    """Read the picture in a file: PNG, JPEG, TIFF, WebP, BMP, GIF, PGM or PPM, by its content whatever its
    name.

    Parts that are transparent are laid on black, EXIF orientation is applied, of several frames the first
    is read, palettes are looked up and CMYK becomes RGB; `Picture.notes` says so. `progress` is called with
    growing fractions up to 1, `cancelled` is asked often; both in the calling thread. `reduce=n` reads the
    means of n x n pixels.

    Raises PictureTooLarge above 64 million pixels, before anything is decoded; with `reduce` a JPEG may
    have up to a thousand million pixels, any other picture (and a progressive JPEG) up to 128 million since
    it must be decoded whole. Raises PictureProblem for whatever else cannot be read and LoadCancelled once
    `cancelled()` was true.
    """
    # Pillow takes a noticeable time to import, which the start of the program need not pay.
    from poolstudio.files.decoding import read_picture

    path = Path(path)
    name = shown_name(path.name or str(path))
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise PictureProblem(f"{name} is a folder, not a picture.")
        if not stat.S_ISREG(mode):
            raise PictureProblem(f"{name} is a device or a pipe, not a picture.")
        stream = path.open("rb")
    except (OSError, ValueError) as error:
        raise PictureProblem(why_not_read(name, error)) from error
    with stream:
        return read_picture(stream, path.name, path, Watch(progress, cancelled), reduce)


def load_picture_bytes(
    data: bytes,
    name: str,
    *,
    progress: Callable[[float], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
    reduce: int = 1,
) -> Picture:
    """Read a picture from the bytes of a file, as the clipboard hands them over; see `load_picture`."""
    from poolstudio.files.decoding import read_picture

    return read_picture(BytesIO(data), name, None, Watch(progress, cancelled), reduce)


def why_not_read(name: str, error: OSError | ValueError) -> str:
    """The sentence for a file that the system does not hand over."""
    if isinstance(error, FileNotFoundError):
        return f"{name} was not found: it may have been moved or deleted."
    if isinstance(error, PermissionError):
        return f"{name} cannot be read: the permission is missing."
    if isinstance(error, OSError):
        return f"{name} cannot be read: {error.strerror or 'the system gave no reason'}."
    return f"{name} cannot be read: this is no name of a file."


def shown_name(name: str) -> str:
    """A file name as it may stand in a sentence: printable, the middle left out beyond 40 characters."""
    name = "".join(sign if sign.isprintable() else "\ufffd" for sign in name)
    return name if len(name) <= 40 else f"{name[:24]}…{name[-15:]}"


def grouped(number: int) -> str:
    """A whole number as it stands in sentences: from 10 000 on in groups of three digits with thin spaces."""
    return f"{number:,}".replace(",", "\u2009") if number >= 10_000 else str(number)


def times(width: int, height: int) -> str:
    """A size as it stands in sentences, as in "640 × 480"."""
    return f"{grouped(width)} × {grouped(height)}"


def as_array(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """`values` as a picture holds them: C-contiguous, of the machine's byte order, and read-only."""
    values = np.ascontiguousarray(values, dtype=values.dtype.newbyteorder("="))
    values.flags.writeable = False
    return values
