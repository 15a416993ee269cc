"""The real window, as at the first start, and pictures to open."""

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import QCoreApplication, QEvent

from poolstudio.app import create_window
from poolstudio.window.main_window import MainWindow


@pytest.fixture
def window(qapp: object) -> Iterator[MainWindow]:
    window = create_window("light")
    window.resize(1280, 800)
    window.show()
    assert window.wait_idle(5000)
    yield window
    window.close()
    window.deleteLater()
    # Here and now, not in some later test, and not in one of its threads.
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def photo(tmp_path: Path) -> Callable[..., Path]:
    """Writes a picture of random pixels and gives its path."""

    def make(name: str = "photo.png", size: tuple[int, int] = (90, 120), mode: str = "RGB") -> Path:
        shape = (*size, 3) if mode == "RGB" else size
        pixels = np.random.default_rng(3).integers(0, 256, shape, dtype=np.uint8)
        path = tmp_path / name
        Image.fromarray(pixels).save(path)
        return path

    return make
