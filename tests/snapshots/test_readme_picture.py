"""The picture in the README is drawn by this test, so that it cannot go stale.

With POOLSTUDIO_UPDATE_PICTURES=1 in the environment the stored picture is drawn anew.
"""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
from PIL import Image

from poolstudio.files.resources import resource, resource_root

NAME = ("pictures", "window.png")


def test_the_picture_shows_the_present_window(tmp_path: Path) -> None:
    drawn = tmp_path / "window.png"
    # In a process of its own: other tests may have left fonts and styles that a first start lacks.
    asked = "--sample scene --kernel 8 --size 1280x800 --theme light --screenshot"
    command = [sys.executable, "-m", "poolstudio", *asked.split(), str(drawn)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    if os.environ.get("POOLSTUDIO_UPDATE_PICTURES"):
        stored = resource_root().joinpath(*NAME)
        stored.parent.mkdir(exist_ok=True)
        with Image.open(drawn) as picture:
            picture.convert("RGB").save(stored, optimize=True)
    with Image.open(drawn) as now, Image.open(resource(*NAME)) as then:
        assert now.size == then.size
        away = np.abs(np.asarray(now.convert("RGB"), np.int16) - np.asarray(then.convert("RGB"), np.int16))
    # Text is smoothed a little differently from one system to another; anything that moved is far more.
    assert away.mean() < 1.0
