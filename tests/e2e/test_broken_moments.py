"""What came at the wrong moment and once ended the program or lost something."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from poolstudio.core import PoolSpec
from poolstudio.state.source import Source
from poolstudio.state.words import plain
from poolstudio.window.main_window import MainWindow


def type_into_cell(window: MainWindow, row: int, col: int, key: Qt.Key = Qt.Key.Key_7) -> None:
    """A draft in the editor of a cell of the table, not taken yet."""
    table = window.centre.values.table
    table.setFocus()
    table.setCurrentIndex(table.model().index(row, col))
    QTest.keyClick(table, key)


def picture(tmp_path: Path, height: int, width: int) -> Path:
    path = tmp_path / "nine.png"
    Image.fromarray(np.full((height, width), 9, np.uint8)).save(path)
    return path


@pytest.mark.parametrize("size", [(4, 2), (6, 6)])
def test_a_picture_arrives_while_a_cell_is_typed(
    window: MainWindow, tmp_path: Path, size: tuple[int, int]
) -> None:
    window.open_grid("counting")
    type_into_cell(window, 3, 3)
    window.open_file(picture(tmp_path, *size))
    assert window.wait_idle()
    assert window.store.problem.shape == size
    assert (window.store.problem.array == 9).all(), "the draft was not meant for the picture"
    window.store.undo()
    assert window.store.problem.array[0, 3, 3] == 7, "and is not lost"


def test_a_grid_is_cut_while_a_cell_is_typed(window: MainWindow) -> None:
    window.open_grid("counting")
    type_into_cell(window, 3, 3)
    window.store.resize_grid(4, 2)
    assert window.store.problem.shape == (4, 2)
    window.store.undo()
    assert window.store.problem.array[0, 3, 3] == 7


def test_undo_while_a_cell_is_typed(window: MainWindow) -> None:
    window.open_grid("counting")
    type_into_cell(window, 0, 0)
    window.store.undo()
    assert window.store.problem.array[0, 0, 0] != 7
    window.store.redo()
    assert window.store.problem.array[0, 0, 0] == 7


@pytest.mark.parametrize("spec", [PoolSpec.of(16, 17), PoolSpec.of(301)])
def test_settings_change_while_an_old_gradient_is_drawn(window: MainWindow, spec: PoolSpec) -> None:
    values = np.random.default_rng(0).integers(0, 255, (3, 300, 400)).astype(np.uint8)
    window.store.set_source(Source(values, "photo", "picture", ("R", "G", "B")))
    window.store.set_spec(PoolSpec.of(16))
    window.store.set_gradient(True, 0)
    assert window.wait_idle()
    window.store.set_spec(spec)
    QApplication.processEvents()
    assert window.centre.input_pane.grab().width() > 0
    assert window.wait_idle()


def test_an_empty_clipboard_is_said(window: MainWindow) -> None:
    QGuiApplication.clipboard().clear()
    window.paste()
    assert plain(window.store.status) == "The clipboard is empty: there is nothing to paste."


def test_a_pasted_picture_is_read_beside_the_window(window: MainWindow) -> None:
    image = QImage(640, 480, QImage.Format.Format_RGB32)
    image.fill(0xFF102030)
    mime = QMimeData()
    mime.setImageData(image)
    window.opening.take(mime)
    assert window.store.problem.source.kind == "grid", "not at once, in the window's own thread"
    assert window.wait_idle()
    assert window.store.problem.array[:, 0, 0].tolist() == [0x10, 0x20, 0x30]


def test_a_pasted_picture_beyond_the_budget_can_be_reduced(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    from poolstudio.files import pictures

    monkeypatch.setattr(pictures, "PIXEL_BUDGET", 10_000)
    image = QImage(160, 120, QImage.Format.Format_RGB32)
    image.fill(0xFF102030)
    mime = QMimeData()
    mime.setImageData(image)
    window.opening.take(mime)
    assert window.wait_idle()
    box = QApplication.activeModalWidget()
    assert box is not None
    assert box.objectName() == "reduceQuestion"
    box.buttons()[0].click()
    assert window.wait_idle()
    assert window.store.problem.shape == (60, 80)


def test_colours_of_no_number_have_no_colour_together(window: MainWindow) -> None:
    values = np.zeros((3, 20, 20), np.float32)
    values[0, 3, 3], values[1, 4, 4] = np.nan, np.inf
    window.store.set_source(Source(values, "floats", "picture", ("R", "G", "B")))
    assert window.wait_idle()
    assert window.centre.outputs[2].grab().width() > 0


def test_whole_planes_of_long_pictures_are_answered(window: MainWindow) -> None:
    """A plan of one operation a tap once took as many steps squared."""
    values = np.arange(12_000, dtype=np.uint16).reshape(1, 1, -1).repeat(6, 1)
    window.store.set_source(Source(values, "long", "picture", ("grey",)))
    window.store.set_spec(PoolSpec.of((6, 12_000)))
    assert window.wait_idle(5000)
    assert window.centre.outputs[0].displayed().tolist() == [[11_999]]
    assert window.centre.outputs[1].displayed().tolist() == [[5999.5]]
