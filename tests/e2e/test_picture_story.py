"""Opening pictures in the real window: pooling, bad files, drop, paste, channels, closing at work."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QColor, QDropEvent, QGuiApplication, QImage
from PySide6.QtTest import QTest

from poolstudio.core import PoolSpec, avg_pool2d, max_pool2d
from poolstudio.views.pane import Pane
from poolstudio.window.main_window import MainWindow

Photo = Callable[..., Path]


def displayed(window: MainWindow, name: str) -> np.ndarray:
    pane = window.findChild(Pane, name)
    assert pane is not None
    values = pane.displayed()
    assert values is not None
    return values


def open_and_wait(window: MainWindow, path: Path) -> None:
    window.open_file(path)
    assert window.wait_idle(10_000)


def test_a_photo_opens_and_follows_the_controls(window: MainWindow, photo: Photo) -> None:
    path = photo(size=(300, 400))
    open_and_wait(window, path)
    x = np.asarray(Image.open(path)).transpose(2, 0, 1)
    np.testing.assert_array_equal(displayed(window, "inputPane"), x)
    np.testing.assert_array_equal(displayed(window, "maxPane"), max_pool2d(x, 2))
    window.store.set_spec(PoolSpec.of(3, 2, 1))
    assert window.wait_idle(10_000)
    np.testing.assert_array_equal(displayed(window, "maxPane"), max_pool2d(x, 3, 2, 1))
    np.testing.assert_array_equal(displayed(window, "avgPane"), avg_pool2d(x, 3, 2, 1))
    np.testing.assert_allclose(displayed(window, "globalPane")[:, 0, 0], x.mean(axis=(1, 2)))
    assert "300 × 400" in window.store.status or "150 × 200" in window.store.status


def test_the_dot_on_a_photo_equals_a_full_solve(window: MainWindow, photo: Photo) -> None:
    path = photo(size=(300, 400))
    open_and_wait(window, path)
    window.store.set_spec(PoolSpec.of(3, 2, 1))
    window.store.toggle_dot(True)
    assert window.wait_idle(10_000)
    x = np.array(np.asarray(Image.open(path)).transpose(2, 0, 1))
    for cell in ((0, 0), (7, 9), (299, 399), (150, 200)):
        window.store.move_dot(*cell)
        bright = x.copy()
        bright[:, cell[0], cell[1]] = 255
        np.testing.assert_array_equal(displayed(window, "maxPane"), max_pool2d(bright, 3, 2, 1))
        np.testing.assert_array_equal(displayed(window, "avgPane"), avg_pool2d(bright, 3, 2, 1))
    window.store.toggle_dot(False)
    np.testing.assert_array_equal(displayed(window, "maxPane"), max_pool2d(x, 3, 2, 1))


def test_the_same_place_stands_at_the_same_place_in_every_pane(window: MainWindow, photo: Photo) -> None:
    open_and_wait(window, photo(size=(240, 240)))
    window.store.set_spec(PoolSpec.of(8, 8))
    assert window.wait_idle(10_000)
    source, pooled = (window.findChild(Pane, name) for name in ("inputPane", "maxPane"))
    assert source is not None
    assert pooled is not None
    middle = source.cell_center(84, 44) + source.cell_center(83, 43)
    assert pooled.cell_center(10, 5).x() * 2 == pytest.approx(middle.x(), abs=2)
    assert pooled.cell_center(10, 5).y() * 2 == pytest.approx(middle.y(), abs=2)


@pytest.mark.parametrize("kind", ["cut", "empty", "text", "folder", "gone"])
def test_a_bad_file_is_said_and_the_input_stays(
    window: MainWindow, photo: Photo, tmp_path: Path, kind: str
) -> None:
    open_and_wait(window, photo())
    before = window.store.problem.source
    path = tmp_path / "bad.jpg"
    if kind == "cut":
        whole = photo("whole.jpg", (200, 200)).read_bytes()
        path.write_bytes(whole[: len(whole) // 2])
    elif kind == "empty":
        path.touch()
    elif kind == "text":
        path.write_text("not a picture")
    elif kind == "folder":
        path.mkdir()
    open_and_wait(window, path)
    assert window.store.problem.source is before
    assert window.store.status_is_error
    assert "bad.jpg" in window.store.status


def test_a_name_with_umlauts_blanks_and_signs_opens_again_from_the_recent_files(
    window: MainWindow, photo: Photo, tmp_path: Path
) -> None:
    folder = tmp_path / "Grüße 你好 #1 %20"
    folder.mkdir()
    path = folder / "fő to.png"
    path.write_bytes(photo().read_bytes())
    open_and_wait(window, path)
    assert window.store.problem.source.name == "fő to.png"
    assert window.preferences.recent[0] == path
    window.open_grid("worked")
    open_and_wait(window, window.preferences.recent[0])
    assert window.store.problem.source.path == str(path)


def test_channels(window: MainWindow, photo: Photo) -> None:
    path = photo()
    open_and_wait(window, path)
    x = np.asarray(Image.open(path)).transpose(2, 0, 1)
    for channel, index in (("R", 0), ("B", 2)):
        window.solver.choose_channel(channel)
        assert window.wait_idle(5000)
        np.testing.assert_array_equal(displayed(window, "maxPane"), max_pool2d(x[index], 2))
    window.solver.choose_channel("luma")
    assert window.wait_idle(5000)
    np.testing.assert_array_equal(displayed(window, "inputPane"), np.asarray(Image.open(path).convert("L")))


def test_a_dropped_file_opens_and_the_others_are_said(window: MainWindow, photo: Photo) -> None:
    first, second = photo("first.png"), photo("second.png")
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(first)), QUrl.fromLocalFile(str(second))])
    event = QDropEvent(
        QPointF(300, 300),
        Qt.DropAction.CopyAction,
        mime,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    window.dropEvent(event)
    assert window.wait_idle(5000)
    assert window.store.problem.source.name == "first.png"
    assert "One further file was left alone." in window.store.status


def test_a_picture_on_the_clipboard_is_pasted(window: MainWindow) -> None:
    image = QImage(70, 80, QImage.Format.Format_RGB32)
    image.fill(QColor(10, 20, 30))
    QGuiApplication.clipboard().setImage(image)
    window.actions_["paste"].trigger()
    assert window.wait_idle(5000)
    assert window.store.problem.shape == (80, 70)
    assert window.store.problem.source.values[:, 0, 0].tolist() == [10, 20, 30]
    QGuiApplication.clipboard().clear()


def test_undo_brings_the_former_input_back(window: MainWindow, photo: Photo) -> None:
    open_and_wait(window, photo())
    window.store.undo_stack.undo()
    assert window.wait_idle(5000)
    assert displayed(window, "maxPane").tolist() == [[1, 0], [0, 0]]


def test_the_gradient_of_a_photo(window: MainWindow, photo: Photo) -> None:
    open_and_wait(window, photo(size=(300, 400)))
    window.actions_["gradient"].trigger()
    assert window.wait_idle(10_000)
    overlay = window.store.gradient
    assert overlay is not None
    assert overlay.total == overlay.outputs == 150 * 200
    assert window.store.gradient_pixels is not None


def test_closing_while_it_works_ends_cleanly(window: MainWindow, photo: Photo) -> None:
    path = photo(size=(900, 900))
    window.open_file(path)
    window.close()
    assert not window.isVisible()


def test_cancel_keeps_the_input(window: MainWindow, photo: Photo) -> None:
    before = window.store.problem.source
    window.open_file(photo(size=(600, 600)))
    window.status.cancel.click()
    assert window.wait_idle(5000)
    assert window.store.problem.source is before
    assert "cancelled" in window.store.status
    assert not window.status.progress.isVisible()


def test_zoom_shows_numbers_and_keeps_the_point(window: MainWindow, photo: Photo) -> None:
    open_and_wait(window, photo())
    pane = window.findChild(Pane, "inputPane")
    assert pane is not None
    for _ in range(12):
        at = QPointF(pane.cell_center(40, 60))
        pane.zoom(1.25, at)
        moved = QPointF(pane.cell_center(40, 60)) - at
        assert abs(moved.x()) <= 3
        assert abs(moved.y()) <= 3
    QTest.mouseMove(pane, pane.cell_center(40, 60))
    assert window.store.hover is not None
    assert window.store.hover.cell == (40, 60)
    window.fit()
    assert pane.cell_at(pane.body().center()) in ((44, 59), (44, 60), (45, 60))
