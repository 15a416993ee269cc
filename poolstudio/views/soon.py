"""Acts that may come a frame late, so that the panes are painted first and a burst of changes costs one."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

FRAME_MS = 16


class Soon(QTimer):
    """Calls `act` once, a frame after the first of any number of asks."""

    def __init__(self, parent: QObject, act: Callable[[], None], ms: int = FRAME_MS) -> None:
        super().__init__(parent)
        self.setSingleShot(True)
        self.setInterval(ms)
        self.timeout.connect(act)

    def ask(self) -> None:
        # To start a running timer would put it off, for the whole of a drag.
        if not self.isActive():
            self.start()
