"""Cycles that hold Qt objects are never freed by a worker."""

import gc
import threading
import weakref

from PySide6.QtCore import QCoreApplication, QDeadlineTimer, QEventLoop, QObject

from poolstudio.work.collecting import Collector


class Node(QObject):
    """A Qt object in a cycle with itself."""

    def __init__(self) -> None:
        super().__init__()
        self.me = self


def test_a_worker_frees_nothing_and_the_window_does(qapp: object) -> None:
    collector = Collector()
    freed: list[threading.Thread] = []
    try:
        node = Node()
        weakref.finalize(node, lambda: freed.append(threading.current_thread()))
        del node
        worker = threading.Thread(target=lambda: [[[] for _ in range(50)] for _ in range(2000)])
        worker.start()
        worker.join()
        assert freed == []
        deadline = QDeadlineTimer(5000)
        while not freed and not deadline.hasExpired():
            held = [[] for _ in range(2000)]
            QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents, 50)
            del held
        assert freed == [threading.main_thread()]
    finally:
        collector.close()
    assert gc.isenabled()
