"""PGM and PPM values as they stand in the file; Pillow would scale them to 0..255 or 0..65535."""

import re
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

from poolstudio.files.rasters import Strip

_TEXT = 1 << 18
_BEYOND = "a value beyond the largest that the header names"


class CutShort(Exception):
    """The file ends before its last value."""


class NetpbmRaster:
    """A PGM or PPM file after its header: from `offset` on, pixels of `channels` values up to `largest`."""

    def __init__(
        self, stream: BinaryIO, offset: int, size: tuple[int, int], channels: int, largest: int, plain: bool
    ) -> None:
        self.width, self.height = size
        self.channels = channels
        self.dtype: np.dtype[Any] = np.dtype(np.uint8 if largest < 256 else np.uint16)
        self._stream = stream
        self._offset = offset
        self._count = self.width * self.height * channels
        self._largest = largest
        self._plain = self._read_plain(largest) if plain else None
        if not plain and stream.seek(0, 2) - offset < self._count * self.dtype.itemsize:
            raise CutShort

    def strip(self, top: int, bottom: int) -> Strip:
        """See Raster."""
        row = self.width * self.channels
        if self._plain is not None:
            values = self._plain[top * row : bottom * row]
        else:
            self._stream.seek(self._offset + top * row * self.dtype.itemsize)
            data = self._stream.read((bottom - top) * row * self.dtype.itemsize)
            values = np.frombuffer(data, self.dtype.newbyteorder(">"))
            if values.size and int(values.max()) > self._largest:
                raise ValueError(_BEYOND)
        mixed = values.reshape(bottom - top, self.width, self.channels)
        return [mixed[:, :, channel] for channel in range(self.channels)], None

    def _read_plain(self, largest: int) -> npt.NDArray[Any]:
        """Values written as text, read in pieces because turning text into numbers holds the interpreter."""
        # Each value takes a digit and a blank, so a short file needs no large array to be found out.
        if self._stream.seek(0, 2) - self._offset < 2 * self._count - 1:
            raise CutShort
        self._stream.seek(self._offset)
        values = np.empty(self._count, dtype=self.dtype)
        done, rest, ended = 0, b"", False
        while done < self._count:
            if ended:
                raise CutShort
            piece = self._stream.read(_TEXT)
            ended = not piece
            text = rest + piece
            # Stop before a word or a remark that may go on in the next piece.
            cut = len(text) if ended else max(text.rfind(b"\n"), -1 if b"#" in text else text.rfind(b" ")) + 1
            text, rest = text[:cut], text[cut:]
            words = re.sub(rb"#[^\r\n]*", b" ", text).split()[: self._count - done]
            numbers = np.array(words, dtype="S8").astype(np.int64) if words else np.empty(0, dtype=np.int64)
            if len(numbers) and not 0 <= numbers.min() <= numbers.max() <= largest:
                raise ValueError(_BEYOND)
            values[done : done + len(numbers)] = numbers
            done += len(numbers)
        return values
