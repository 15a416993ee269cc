"""The cells of a picture near the pointer."""

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QColor, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from poolstudio.figures.theme import LIGHT
from poolstudio.state.focus import INPUT, Focus
from poolstudio.state.problem import Dot
from poolstudio.state.store import Store
from poolstudio.state.words import plain
from poolstudio.views.nearby_frame import Room
from poolstudio.views.nearby_values import NearbyValues
from poolstudio.views.value_edits import Area, ValueEdits
from tests.views.value_stores import grey_ramp, of_picture

Key = Qt.Key
Keys = Qt.KeyboardModifier


def shown(qtbot: QtBot, store: Store, width: int = 400, height: int = 280) -> NearbyValues:
    view = NearbyValues(store, ValueEdits(store))
    view.edits.setParent(view)
    qtbot.addWidget(view)
    view.resize(width, height)
    view.show()
    view.activateWindow()
    return view


@pytest.fixture
def store() -> Store:
    return of_picture(grey_ramp())


@pytest.fixture
def view(qtbot: QtBot, store: Store) -> NearbyValues:
    return shown(qtbot, store)


def focused(qtbot: QtBot, view: NearbyValues, row: int, col: int) -> None:
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)
    view.select(row, col)


def press(view: NearbyValues, *keys: Qt.Key | str, modifiers: Keys = Keys.NoModifier) -> None:
    for key in (key for text in keys for key in (text if isinstance(text, str) else [text])):
        editors = [edit for edit in view.findChildren(QLineEdit, "cellEdit") if edit.isVisible()]
        target = editors[0] if editors else view
        QTest.keyClick(target, key, modifiers)
        QApplication.processEvents()


def pixel(view: NearbyValues, row: int, col: int) -> QColor:
    """The fill of a cell, beside its number."""
    at = view.cell_center(row, col) + QPoint(0, 12)
    return view.grab().toImage().pixelColor(at)


def values_at(area: Area) -> NDArray[np.uint8]:
    return grey_ramp()[area.slices]


@pytest.mark.parametrize(
    ("size", "room"),
    [
        ((400, 280), Room(7, 9, 36)),
        ((300, 220), Room(7, 9, 28)),
        ((200, 120), Room(3, 5, 28)),
        ((2000, 2000), Room(7, 9, 36)),
    ],
)
def test_as_many_cells_as_fit(size: tuple[int, int], room: Room) -> None:
    assert Room.of(*size, (100, 100)) == room


def test_no_more_cells_than_the_picture_has() -> None:
    assert Room.of(400, 280, (3, 80)).rows == 3


def test_starts_in_the_middle_or_at_the_dot(qtbot: QtBot) -> None:
    assert shown(qtbot, of_picture(grey_ramp())).area() == Area(47, 56, 7, 9)
    at_dot = shown(qtbot, of_picture(grey_ramp(), dot=Dot(10, 20, 255)))
    assert at_dot.area() == Area(7, 16, 7, 9)
    assert at_dot.displayed()[3, 4] == 255


def test_shows_the_cells_about_the_pointer(view: NearbyValues, store: Store) -> None:
    store.set_hover(Focus(INPUT, 30, 40))
    assert view.area() == Area(27, 36, 7, 9)
    np.testing.assert_array_equal(view.displayed(), values_at(view.area()))
    store.set_hover(Focus(INPUT, 0, 119))
    assert view.area() == Area(0, 111, 7, 9)


def test_an_output_cell_shows_its_window(view: NearbyValues, store: Store) -> None:
    """Output (20, 30) of 3×3, stride 2, padding 1 reads rows 39 to 41 and columns 59 to 61."""
    store.set_hover(Focus(0, 20, 30))
    assert view.area() == Area(37, 56, 7, 9)


def test_stays_where_it_is_when_the_pointer_leaves(view: NearbyValues, store: Store) -> None:
    store.set_hover(Focus(INPUT, 30, 40))
    store.set_hover(None)
    assert view.area() == Area(27, 36, 7, 9)


def test_follows_the_dot(qtbot: QtBot) -> None:
    store = of_picture(grey_ramp(), dot=Dot(10, 20, 255))
    view = shown(qtbot, store)
    store.move_dot(50, 60)
    assert view.area() == Area(47, 56, 7, 9)


def test_a_pinned_cell_is_shown(view: NearbyValues, store: Store) -> None:
    store.set_pinned(Focus(INPUT, 70, 80))
    store.set_hover(Focus(INPUT, 5, 5))
    assert view.area() == Area(67, 76, 7, 9)


def test_stands_still_while_pointed_at(view: NearbyValues, store: Store) -> None:
    store.set_hover(Focus(INPUT, 30, 40))
    area = view.area()
    QTest.mouseMove(view, view.cell_center(27, 36))
    assert store.hover == Focus(INPUT, 27, 36)
    assert view.area() == area
    QTest.mouseMove(view, view.cell_center(33, 44))
    assert store.hover == Focus(INPUT, 33, 44)
    assert view.area() == area
    QApplication.sendEvent(view, QEvent(QEvent.Type.Leave))
    assert store.hover is None
    assert view.area() == area


def test_cells_are_found_by_place(view: NearbyValues) -> None:
    top, left = view.area()[:2]
    assert view.cell_at(view.cell_center(top + 6, left + 8)) == (top + 6, left + 8)
    assert view.cell_at(QPoint(2, 2)) is None


def test_fills_are_the_values_as_greys(view: NearbyValues, store: Store) -> None:
    view.set_theme(LIGHT)
    store.set_hover(Focus(INPUT, 10, 20))
    for row, col in ((7, 16), (13, 24)):
        value = int(grey_ramp()[row, col])
        assert pixel(view, row, col).getRgb()[:3] == (value,) * 3


def test_greys_of_other_types_span_the_whole_picture(qtbot: QtBot) -> None:
    values = np.zeros((80, 80), np.uint16)
    values[0, 0], values[40, 40], values[41, 41] = 1000, 1000, 500
    view = shown(qtbot, of_picture(values))
    assert pixel(view, 40, 40).getRgb()[:3] == (255, 255, 255)
    assert pixel(view, 41, 41).red() in (127, 128)


def test_nan_has_no_fill(qtbot: QtBot) -> None:
    values = np.zeros((80, 80), np.float32)
    values[40, 40] = np.nan
    view = shown(qtbot, of_picture(values))
    assert pixel(view, 40, 40) == LIGHT.surface


def test_window_winner_and_dot_are_drawn(qtbot: QtBot) -> None:
    plain_view = shown(qtbot, of_picture(np.zeros((80, 80), np.uint8)))
    colours = colours_of(plain_view)
    assert not {LIGHT.window.rgb(), LIGHT.dot.rgb()} & colours
    with_dot = shown(qtbot, of_picture(np.zeros((80, 80), np.uint8), dot=Dot(40, 40, 255)))
    assert {LIGHT.window.rgb(), LIGHT.dot.rgb(), LIGHT.winner.rgb()} <= colours_of(with_dot)


def colours_of(view: NearbyValues) -> set[int]:
    image = view.grab().toImage()
    return {image.pixel(x, y) for y in range(image.height()) for x in range(image.width())}


def test_type_enter_arrows(qtbot: QtBot, view: NearbyValues, store: Store) -> None:
    focused(qtbot, view, 47, 56)
    press(view, "9", "9", Key.Key_Return)
    assert store.problem.array[0, 47, 56] == 99
    assert view.selected == (48, 56)
    assert view.hasFocus()
    press(view, "7", Key.Key_Tab)
    assert store.problem.array[0, 48, 56] == 7
    assert view.selected == (48, 57)
    assert store.undo_stack.count() == 2
    assert store.hover == Focus(INPUT, 48, 57)


def test_the_frame_moves_when_the_cursor_reaches_its_border(
    qtbot: QtBot, view: NearbyValues, store: Store
) -> None:
    focused(qtbot, view, 47, 56)
    area = view.area()
    press(view, Key.Key_Down)
    assert view.area() == area
    press(view, Key.Key_Up, Key.Key_Up, Key.Key_Left)
    assert view.selected == (46, 55)
    assert view.area() == Area(46, 55, 7, 9)
    view.select(0, 0)
    press(view, Key.Key_Up, Key.Key_Left)
    assert view.selected == (0, 0)


def test_f2_shows_the_value_and_escape_leaves_it(qtbot: QtBot, view: NearbyValues, store: Store) -> None:
    focused(qtbot, view, 47, 56)
    press(view, Key.Key_F2)
    editor = view.findChild(QLineEdit, "cellEdit")
    assert editor is not None
    assert editor.text() == str(grey_ramp()[47, 56])
    press(view, "1", Key.Key_Escape)
    np.testing.assert_array_equal(store.problem.array[0], grey_ramp())
    assert view.hasFocus()


def test_a_double_click_edits(qtbot: QtBot, view: NearbyValues, store: Store) -> None:
    at = view.cell_center(50, 60)
    QTest.mouseDClick(view, Qt.MouseButton.LeftButton, pos=at)
    press(view, "12", Key.Key_Return)
    assert store.problem.array[0, 50, 60] == 12


def test_a_refusal_names_the_range(qtbot: QtBot, view: NearbyValues, store: Store) -> None:
    focused(qtbot, view, 50, 60)
    press(view, "300", Key.Key_Return)
    assert plain(store.status) == "300 is outside 0 … 255; (50, 60) keeps 48."
    assert store.status_is_error
    assert view.selected == (50, 60)
    np.testing.assert_array_equal(store.problem.array[0], grey_ramp())


def test_copies_the_block_on_show_and_pastes_at_the_cell(
    qtbot: QtBot, view: NearbyValues, store: Store
) -> None:
    focused(qtbot, view, 47, 56)
    press(view, Key.Key_C, modifiers=Keys.ControlModifier)
    rows = QGuiApplication.clipboard().text().split("\n")
    assert [len(row.split("\t")) for row in rows] == [9] * 7
    assert rows[0].split("\t")[0] == str(grey_ramp()[47, 56])
    view.select(0, 0)
    press(view, Key.Key_V, modifiers=Keys.ControlModifier)
    np.testing.assert_array_equal(store.problem.array[0, :7, :9], grey_ramp()[47:54, 56:65])
    assert store.undo_stack.count() == 1


def test_delete_puts_0(qtbot: QtBot, view: NearbyValues, store: Store) -> None:
    focused(qtbot, view, 50, 60)
    press(view, Key.Key_Delete)
    assert store.problem.array[0, 50, 60] == 0


def test_another_picture_starts_anew(qtbot: QtBot, view: NearbyValues, store: Store) -> None:
    focused(qtbot, view, 99, 119)
    press(view, Key.Key_F2)
    store.set_source(of_picture(grey_ramp(70, 71)).problem.source)
    assert view.selected is None
    assert view.area() == Area(32, 31, 7, 9)
    assert view.displayed().shape == (7, 9)
