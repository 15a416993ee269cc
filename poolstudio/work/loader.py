"""The loader: reads a picture beside the window, with progress and cancel."""

from collections.abc import Callable
from pathlib import Path
from threading import Event

from PySide6.QtCore import QObject, Signal

from poolstudio.files.pictures import (
    LoadCancelled,
    Picture,
    PictureProblem,
    PictureTooLarge,
    load_picture,
    load_picture_bytes,
)
from poolstudio.state.source import Source
from poolstudio.work.jobs import Jobs


def source_of(picture: Picture, key: str = "") -> Source:
    """A loaded picture as the panes' input."""
    return Source(
        picture.array,
        picture.name,
        "picture",
        picture.channels,
        picture.description,
        key,
        picture.notes,
        str(picture.path or ""),
    )


class Loader(QObject):
    """One load at a time: a new one cancels the one that runs."""

    started = Signal(str)
    progressed = Signal(int)
    loaded = Signal(object)
    failed = Signal(str)
    too_large = Signal(object)
    cancelled = Signal(str)

    def __init__(self, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._stop = Event()

    def load_file(self, path: Path, reduce: int = 1) -> None:
        self._start(
            path.name,
            lambda progress, stop: load_picture(path, progress=progress, cancelled=stop, reduce=reduce),
        )

    def load_made(self, make: Callable[[], bytes], name: str, reduce: int = 1) -> None:
        """Load a picture from the bytes of a file that `make` gives, in the loader's thread."""
        self._start(
            name,
            lambda progress, stop: load_picture_bytes(
                make(), name, progress=progress, cancelled=stop, reduce=reduce
            ),
        )

    def cancel(self) -> None:
        """Stop the load that runs; what was on show stays."""
        self._stop.set()

    def _start(
        self,
        name: str,
        read: Callable[[Callable[[float], None], Callable[[], bool]], Picture],
    ) -> None:
        self.cancel()
        stop = self._stop = Event()
        self.started.emit(name)
        shown = -1

        def progress(share: float) -> None:
            nonlocal shown
            percent = int(share * 100)
            if percent != shown and not stop.is_set():
                shown = percent
                self.progressed.emit(percent)

        def done(picture: Picture) -> None:
            if stop is not self._stop:
                return
            if stop.is_set():
                self.cancelled.emit(name)
            else:
                self.loaded.emit(picture)

        def failed(error: BaseException) -> None:
            if not isinstance(error, LoadCancelled | PictureProblem):
                raise error
            if stop is not self._stop:
                # Another load has taken its place, and what this one met is nobody's concern any more.
                return
            if isinstance(error, LoadCancelled):
                self.cancelled.emit(name)
            elif isinstance(error, PictureTooLarge):
                self.too_large.emit(error)
            else:
                self.failed.emit(str(error))

        self._jobs.run(lambda: read(progress, stop.is_set), done, failed)
