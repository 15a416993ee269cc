"""Speed and memory of the window: `python -m pytest tests/benchmarks` prints each figure beside its bound."""

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from benchmark_tools import copy_ms, median_ms
from PySide6.QtCore import QCoreApplication, QEvent, QPointF, QTimer
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication

from poolstudio.app import create_window
from poolstudio.core import PoolSpec
from poolstudio.state.focus import INPUT, Focus
from poolstudio.state.problem import Cell
from poolstudio.state.source import Source
from poolstudio.views.pane import Pane
from poolstudio.window.main_window import MainWindow

Report = Callable[..., None]
PHOTO = (3, 3072, 4096)


@pytest.fixture
def window(qapp: object) -> Iterator[MainWindow]:
    window = create_window("light")
    window.resize(1400, 900)
    window.show()
    window.wait_idle()
    yield window
    window.close()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def photo() -> Source:
    rows = np.arange(PHOTO[1], dtype=np.uint16)[:, None]
    cols = np.arange(PHOTO[2], dtype=np.uint16)[None, :]
    planes = [((rows * a + cols * b) >> 3).astype(np.uint8) for a, b in ((1, 2), (3, 1), (2, 5))]
    noise = np.random.default_rng(0).integers(0, 32, PHOTO, dtype=np.uint8)
    return Source(np.stack(planes) // 2 + noise, "photo", "picture", ("R", "G", "B"), "RGB, 8 bit")


def grey(side: int, dtype: type = np.float32) -> Source:
    values = np.random.default_rng(1).random((1, side, side)).astype(dtype)
    return Source(values, "grey", "picture", ("grey",), "grey, float")


def show(window: MainWindow, source: Source) -> None:
    window.store.set_source(source)
    assert window.wait_idle(60_000)


def settle(window: MainWindow) -> None:
    window.wait_idle(60_000)
    QApplication.processEvents()


def alternate(window: MainWindow, first: PoolSpec, second: PoolSpec) -> Callable[[int], None]:
    def act(run: int) -> None:
        window.store.set_spec(first if run % 2 else second)
        settle(window)

    return act


SPECS = (PoolSpec.of(3, 2, 1), PoolSpec.of(2, 2))
DENSE = (PoolSpec.of(3, 1, 1), PoolSpec.of(5, 1, 2))


def test_a_parameter_change_on_grey_1024(window: MainWindow, report: Report) -> None:
    show(window, grey(1024))
    copy = copy_ms((1, 1024, 1024), np.float32)
    for name, specs in (("2×2/2 and 3×3/2/1", SPECS), ("3×3/1/1 and 5×5/1/2", DENSE)):
        spent = median_ms(alternate(window, *specs), 12, warm=2)
        report(f"parameter change, 1024² float32, {name}", spent, 25, against=f"{spent / copy:.0f} copies")


@pytest.mark.parametrize(("name", "specs"), [("2×2/2 and 3×3/2/1", SPECS), ("3×3/1/1 and 5×5/1/2", DENSE)])
def test_a_parameter_change_on_a_photo(
    window: MainWindow, report: Report, name: str, specs: tuple[PoolSpec, PoolSpec]
) -> None:
    show(window, photo())
    copy = copy_ms(PHOTO, np.uint8)
    painted: list[float] = []
    window.store.pane_changed.connect(lambda index: painted.append(time.perf_counter()))
    firsts, gaps = [], []

    def act(run: int) -> None:
        painted.clear()
        begin = time.perf_counter()
        with heartbeat() as beats:
            window.store.set_spec(specs[run % 2])
            settle(window)
        firsts.append((painted[0] - begin) * 1000)
        gaps.append(beats.longest)

    spent = median_ms(act, 7, warm=2)
    report(f"parameter change, 12 Mpx RGB, {name}", spent, 300, against=f"{spent / copy:.0f} copies")
    report("  its first pane", sorted(firsts)[len(firsts) // 2], 200)
    report("  longest gap of the event loop", max(gaps[2:]), 50)


class heartbeat:  # noqa: N801
    """Ticks every millisecond while it is entered; `longest` is the longest gap in milliseconds."""

    def __enter__(self) -> "heartbeat":
        self.longest = 0.0
        self._last = time.perf_counter()
        self._timer = QTimer()
        self._timer.setInterval(1)
        self._timer.timeout.connect(self._tick)
        self._timer.start()
        return self

    def _tick(self) -> None:
        now = time.perf_counter()
        self.longest = max(self.longest, (now - self._last) * 1000)
        self._last = now

    def __exit__(self, *args: object) -> None:
        self._tick()
        self._timer.stop()


def test_loading_a_photo(window: MainWindow, report: Report, tmp_path: object) -> None:
    from pathlib import Path

    from PIL import Image

    path = Path(str(tmp_path)) / "photo.jpg"
    Image.fromarray(np.ascontiguousarray(photo().values.transpose(1, 2, 0))).save(path, quality=85)
    begin = time.perf_counter()
    with heartbeat() as beats:
        window.open_file(path)
        settle(window)
    report("open a 12 Mpx JPEG, to the last pane", (time.perf_counter() - begin) * 1000, None)
    report("  longest gap of the event loop", beats.longest, 50)


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """When the last pane was painted. Comes before the window, which keeps the methods it first found."""
    last = [0.0]
    paint = Pane.paintEvent

    def paint_event(pane: Pane, event: QPaintEvent) -> None:
        paint(pane, event)
        last[0] = time.perf_counter()

    monkeypatch.setattr(Pane, "paintEvent", paint_event)
    return last


def steps(window: MainWindow, painted: list[float], place: Callable[[int], Cell]) -> tuple[float, float]:
    """The medians in ms from a move of the dot to the last pane's paint, and to that of all that follows."""
    first, whole = [], []
    for run in range(65):
        begin = time.perf_counter()
        window.store.move_dot(*place(run))
        QApplication.processEvents()
        first.append((painted[0] - begin) * 1000)
        whole.append((time.perf_counter() - begin) * 1000)
    return statistics.median(first[5:]), statistics.median(whole[5:])


@pytest.mark.parametrize("kernel", [3, 31, 63])
def test_a_step_of_the_dot(painted: list[float], window: MainWindow, report: Report, kernel: int) -> None:
    for name, source in (("12 Mpx RGB", photo()), ("4096² float32", grey(4096))):
        show(window, source)
        window.store.set_spec(PoolSpec.of(kernel, 1, kernel // 2))
        settle(window)
        window.store.toggle_dot(True)
        settle(window)
        first, whole = steps(window, painted, lambda run: (1500 + run % 40, 1500 + run))
        report(f"step of the dot, {name}, kernel {kernel}, stride 1", first, 5)
        report("  with values near the dot and lines of text", whole, None)


def test_a_step_of_the_dot_with_arrows(painted: list[float], window: MainWindow, report: Report) -> None:
    values = np.random.default_rng(2).random((62, 62))
    window.store.set_source(Source.grid(values, "random"))
    window.store.set_spec(PoolSpec.of(2, 2))
    window.store.toggle_dot(True)
    window.store.set_gradient(True, 0)
    settle(window)
    first, whole = steps(window, painted, lambda run: (30 + run % 9, 3 + run % 50))
    report("step of the dot, 62×62 grid with 961 arrows", first, 16)
    report("  with lines of text", whole, None)


@pytest.mark.parametrize("name", ["12 Mpx RGB", "64×64 grid"])
def test_pointing_zoom_and_pan(window: MainWindow, report: Report, name: str) -> None:
    grid = Source.grid(np.random.default_rng(4).random((64, 64)), "g")
    show(window, photo() if name == "12 Mpx RGB" else grid)
    window.store.set_spec(PoolSpec.of(3, 2, 1))
    settle(window)
    pane = window.centre.input_pane
    height, width = window.store.problem.shape

    def point(run: int) -> None:
        window.store.set_hover(Focus(INPUT, run % height, (run * 7) % width))
        QApplication.processEvents()

    report(f"pointing at a cell, {name}", median_ms(point, 60, warm=5), 16)

    def zoom(run: int) -> None:
        pane.zoom(1.25 if run % 12 < 6 else 0.8, QPointF(200, 200))
        QApplication.processEvents()

    report(f"zoom, a frame, {name}", median_ms(zoom, 60, warm=5), 10)
    pane.zoom(3.0)

    def pan(run: int) -> None:
        pane.pan(QPointF(3 if run % 20 < 10 else -3, 2))
        QApplication.processEvents()

    report(f"pan, a frame, {name}", median_ms(pan, 60, warm=5), 10)


EMPTY = """
import time; begin = time.perf_counter()
import numpy
from PySide6.QtWidgets import QApplication, QWidget
app = QApplication([])
class Window(QWidget):
    def paintEvent(self, event):
        print(time.perf_counter() - begin); app.quit()
window = Window(); window.resize(1400, 900); window.show(); app.exec()
"""

# As many controls of Qt as the window has, empty, and nothing of this program: what is left is the floor.
CONTROLS = """
import time; begin = time.perf_counter()
import numpy
from PySide6 import QtCore, QtGui, QtWidgets
app = QtWidgets.QApplication([]); app.setStyle("Fusion")
window = QtWidgets.QMainWindow(); middle = QtWidgets.QWidget(); window.setCentralWidget(middle)
grid = QtWidgets.QGridLayout(middle)
counts = dict(QSpinBox=12, QComboBox=8, QLabel=30, QCheckBox=3, QSlider=1, QPushButton=4, QTableView=1,
              QScrollArea=1, QToolButton=6, QFrame=8)
for name, count in counts.items():
    for _ in range(count):
        grid.addWidget(getattr(QtWidgets, name)())
for title in ("File", "Edit", "View", "Pooling", "Help"):
    menu = window.menuBar().addMenu(title)
    for _ in range(6):
        menu.addAction(title)
window.resize(1400, 900); window.show(); app.processEvents()
print(time.perf_counter() - begin)
"""

START = """
import time; begin = time.perf_counter()
from poolstudio import app
window = app.create_window()
window.show()
from PySide6.QtWidgets import QApplication
QApplication.processEvents()
print(time.perf_counter() - begin)
window.close()
"""

MEMORY = """
import json, sys
import numpy as np
sys.path.insert(0, "tests/benchmarks")
from poolstudio.app import create_window
from poolstudio.core import PoolSpec
from test_window_speed import photo, settle, show
window = create_window("light"); window.show()
show(window, photo())
for spec in (PoolSpec.of(3, 1, 1), PoolSpec.of(5, 1, 2), PoolSpec.of(3, 1, 1)):
    window.store.set_spec(spec); settle(window)
window.store.toggle_dot(True); settle(window)
# Not ru_maxrss, which starts from what the parent process had.
status = open("/proc/self/status").read()
print(json.dumps(int(status.split("VmHWM:")[1].split()[0]) / 2**20))
window.close()
"""


def child(script: str) -> str:
    env = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    # As on a user's machine, where the second start reads what the first has compiled.
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    done = subprocess.run(
        [sys.executable, "-c", script], env=env, capture_output=True, text=True, check=True, timeout=300
    )
    return done.stdout.strip().splitlines()[-1]


def test_start(report: Report) -> None:
    child(START)
    # By turns, since machines change their speed from one second to the next.
    turns = [[float(child(script)) * 1000 for script in (EMPTY, CONTROLS, START)] for _ in range(9)]
    empty, controls, start = (statistics.median(column) for column in zip(*turns, strict=True))
    report("start to a painted empty QWidget, NumPy imported", empty, None)
    report("start to a painted window of as many empty controls", controls, None)
    report("  ratio", controls / empty, None, unit="times")
    report("start to a painted PoolStudio window", start, None)
    report("  ratio", start / empty, 1.6, unit="times")


def test_peak_memory(report: Report) -> None:
    report("peak memory, 12 Mpx RGB at 3×3/1/1 and 5×5/1/2", json.loads(child(MEMORY)), 1.3, unit="GiB")
