"""Windows can be opened and closed many times in one process, and the program ends with exit code 0."""

import os
import subprocess
import sys

import pytest

SCRIPT = """
from PySide6.QtCore import QCoreApplication, QEvent
from poolstudio.app import create_window
for _ in range(20):
    window = create_window("dark")
    window.show()
    assert window.wait_idle(5000)
    window.close()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
print("closed", flush=True)
"""

BUSY = """
import numpy as np
from PySide6.QtCore import QTimer
from poolstudio.app import application, create_window
from poolstudio.state.source import Source
app = application()
window = create_window("light")
window.show()
values = np.random.default_rng(0).integers(0, 256, (3, 1500, 1500), dtype=np.uint8)
window.store.set_source(Source(values, "noise", "picture", ("R", "G", "B")))
window.store.set_gradient(True, 0)
QTimer.singleShot(0, window.close)
raise SystemExit(app.exec())
"""


CLICK = """
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from poolstudio.app import create_window
window = create_window("light")
window.show()
pane = window.centre.input_pane
print(pane.devicePixelRatioF())
for cell in ((1, 3), (3, 0), (0, 0)):
    QTest.mouseClick(pane, Qt.MouseButton.LeftButton, pos=pane.cell_center(*cell))
    assert window.store.problem.dot.cell == cell, (cell, window.store.problem.dot)
window.close()
"""


def run(script: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", **more},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_twenty_windows_one_after_the_other() -> None:
    done = run(SCRIPT)
    assert (done.returncode, done.stdout) == (0, "closed\n"), done.stderr


def test_closing_while_a_photo_is_solved_ends_with_exit_code_0() -> None:
    done = run(BUSY)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert "QThread" not in done.stderr


@pytest.mark.parametrize("scale", ["1", "1.5", "2"])
def test_a_click_hits_the_same_cell_at_every_scale_of_the_screen(scale: str) -> None:
    done = run(CLICK, QT_SCALE_FACTOR=scale, QT_SCALE_FACTOR_ROUNDING_POLICY="PassThrough")
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) == float(scale)
