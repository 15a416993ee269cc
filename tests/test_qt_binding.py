"""Traps of Qt's Python binding which the bounds in pyproject.toml keep out."""

import subprocess
import sys

EMIT_MANY = """
from PySide6.QtCore import QObject, Signal

class Source(QObject):
    switched = Signal(bool)

source, seen = Source(), []
source.switched.connect(seen.append)
for _ in range(5000):
    source.switched.emit(True)
    source.switched.emit(False)
assert len(seen) == 10_000 and seen[0] is True and seen[-1] is False
print("emitted")
"""


def test_a_bool_signal_can_be_emitted_thousands_of_times() -> None:
    # Losing a reference to True at each emit ends the process with a fatal error, hence the child.
    done = subprocess.run(
        [sys.executable, "-c", EMIT_MANY], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "emitted\n", "")
