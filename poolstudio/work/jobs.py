"""Jobs: functions run on a few threads, with their answers handed to the thread that owns the Jobs object."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, Signal

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor


class Jobs(QObject):
    """A pool of threads. `run` calls `done(answer)` or `failed(error)` later, in the owner's thread."""

    idle = Signal()
    _finished = Signal(object)

    def __init__(self, threads: int = 2, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._threads = threads
        self._pool: ThreadPoolExecutor | None = None
        self._pending = 0
        self._closed = False
        self._finished.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    @property
    def pending(self) -> int:
        return self._pending

    def run(
        self,
        work: Callable[[], Any],
        done: Callable[[Any], None],
        failed: Callable[[BaseException], None] | None = None,
    ) -> None:
        """Queue some work. After `close` nothing is started and nothing delivered."""
        if self._closed:
            return
        if self._pool is None:
            # Loaded at the first large work: a start on a grid has none.
            from concurrent.futures import ThreadPoolExecutor

            self._pool = ThreadPoolExecutor(self._threads, thread_name_prefix="poolstudio")
        self._pending += 1
        self._pool.submit(self._work, work, done, failed)

    def close(self) -> None:
        """Drop what waits, join what runs."""
        self._closed = True
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
        self._pending = 0

    def _work(
        self,
        work: Callable[[], Any],
        done: Callable[[Any], None],
        failed: Callable[[BaseException], None] | None,
    ) -> None:
        try:
            answer, deliver = work(), done
        except BaseException as error:
            if failed is None:
                answer, deliver = error, _raise
            else:
                answer, deliver = error, failed
        if not self._closed:
            self._finished.emit((deliver, answer))

    def _deliver(self, parcel: tuple[Callable[[Any], None], Any]) -> None:
        self._pending -= 1
        if not self._closed:
            deliver, answer = parcel
            try:
                deliver(answer)
            finally:
                if not self._pending:
                    self.idle.emit()


def _raise(error: BaseException) -> None:
    raise error
