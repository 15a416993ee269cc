"""Long reading that can be watched and stopped: progress and cancel, also within a decoder's own reads."""

from collections.abc import Callable
from io import BufferedIOBase, UnsupportedOperation
from typing import BinaryIO

_PIECE = 1 << 20
_LEAST_STEP = 0.01


class LoadCancelled(Exception):
    """Loading ended because it was asked to."""


class Watch:
    """Hands progress out, in growing steps of at least one percent; raises LoadCancelled once cancelled."""

    def __init__(
        self, progress: Callable[[float], None] | None = None, cancelled: Callable[[], bool] | None = None
    ) -> None:
        self._progress = progress
        self._cancelled = cancelled
        self._stopped = False
        self._told = 0.0

    def check(self) -> None:
        """Raise LoadCancelled if loading is to end; once raised it is raised at every later call."""
        if self._stopped or (self._cancelled is not None and self._cancelled()):
            self._stopped = True
            raise LoadCancelled("Loading was cancelled.")

    def at(self, fraction: float) -> None:
        """Say that `fraction` of all is done, and check."""
        self.check()
        fraction = min(fraction, 1.0)
        if self._progress is not None and (
            fraction >= self._told + _LEAST_STEP or self._told < fraction == 1.0
        ):
            self._told = fraction
            self._progress(fraction)


class WatchedFile(BufferedIOBase):
    """A file for reading that tells a Watch how far it was read, as part `share` of the whole work.

    It has no file descriptor: a decoder that got one would read past the watch.
    """

    def __init__(self, stream: BinaryIO, size: int, watch: Watch, share: float) -> None:
        super().__init__()
        self._stream = stream
        self._size = max(size, 1)
        self._watch = watch
        self._share = share

    def read(self, size: int | None = -1, /) -> bytes:
        """Read like any binary file, in pieces of 1 MiB with a look at the watch before each."""
        if size is not None and 0 <= size <= _PIECE:
            return self._piece(size)
        left = self._size if size is None or size < 0 else size
        pieces: list[bytes] = []
        while left > 0:
            piece = self._piece(min(left, _PIECE))
            if not piece:
                break
            pieces.append(piece)
            left -= len(piece)
        return b"".join(pieces)

    def _piece(self, size: int) -> bytes:
        self._watch.at(self._share * self._stream.tell() / self._size)
        return self._stream.read(size)

    def seek(self, offset: int, whence: int = 0, /) -> int:
        """Move within the file."""
        return self._stream.seek(offset, whence)

    def tell(self) -> int:
        """The position."""
        return self._stream.tell()

    def readable(self) -> bool:
        """Always."""
        return True

    def seekable(self) -> bool:
        """Always."""
        return True

    def fileno(self) -> int:
        """Never."""
        raise UnsupportedOperation("fileno")
