"""Garbage is collected in the window's thread alone.

Python collects cycles in whichever thread happens to allocate. A worker that so frees a Qt object (a timer, a
widget) frees it in the wrong thread, which Qt forbids.
"""

import gc

from PySide6.QtCore import QObject, QTimerEvent

EVERY_MS = 250


class Collector(QObject):
    """While it lives, automatic collection is off and done here, by the same thresholds, between events."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self.startTimer(EVERY_MS)

    def close(self) -> None:
        """Hand collection back to Python."""
        gc.enable()

    def timerEvent(self, event: QTimerEvent) -> None:
        young, middle, old = gc.get_count()
        limits = gc.get_threshold()
        if old > limits[2]:
            gc.collect(2)
        elif middle > limits[1]:
            gc.collect(1)
        elif young > limits[0]:
            gc.collect(0)
