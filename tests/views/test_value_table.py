"""The value table by keyboard and mouse."""

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QHeaderView, QInputDialog, QLineEdit
from pytestqt.qtbot import QtBot

from poolstudio.state.focus import INPUT, Focus
from poolstudio.state.problem import Dot
from poolstudio.state.store import Store
from poolstudio.state.words import plain
from poolstudio.views.value_edits import Area, ValueEdits
from poolstudio.views.value_table import ValueTable
from tests.views.value_stores import COUNTING, grid_of, of_grid, of_picture

Key, Ctrl = Qt.Key, Qt.KeyboardModifier.ControlModifier
MakeTable = Callable[[Store], ValueTable]


@pytest.fixture
def make_table(qtbot: QtBot) -> MakeTable:
    def make(store: Store) -> ValueTable:
        table = ValueTable(store, ValueEdits(store))
        table.edits.setParent(table)
        qtbot.addWidget(table)
        table.resize(500, 300)
        table.show()
        table.activateWindow()
        table.setFocus()
        qtbot.waitUntil(table.hasFocus)
        return table

    return make


@pytest.fixture
def store() -> Store:
    return of_grid()


@pytest.fixture
def table(make_table: MakeTable, store: Store) -> ValueTable:
    table = make_table(store)
    at(table, 0, 0)
    return table


def at(table: ValueTable, row: int, col: int) -> None:
    table.setCurrentIndex(table.model().index(row, col))


def press(
    table: ValueTable, *keys: Qt.Key | str, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    """Keys to the cell editor where one is open, else to the table."""
    for key in (key for text in keys for key in (text if isinstance(text, str) else [text])):
        editors = [edit for edit in table.findChildren(QLineEdit, "cellEdit") if edit.isVisible()]
        target = editors[0] if editors else table
        QTest.keyClick(target, key, modifiers)
        QApplication.processEvents()


def center(table: ValueTable, row: int, col: int) -> QPoint:
    return table.visualRect(table.model().index(row, col)).center()


def text_of(table: ValueTable, row: int, col: int) -> str:
    return str(table.model().index(row, col).data())


def test_typing_overwrites_and_enter_goes_down(table: ValueTable, store: Store) -> None:
    press(table, "7", ".", "5", Key.Key_Return)
    assert grid_of(store)[0, 0] == 7.5
    assert table.current_cell() == (1, 0)
    assert table.hasFocus()
    assert store.undo_stack.count() == 1


def test_tab_goes_right_without_opening_the_next_cell(table: ValueTable, store: Store) -> None:
    press(table, "7", Key.Key_Tab)
    assert grid_of(store)[0, 0] == 7
    assert table.current_cell() == (0, 1)
    assert table.state() != ValueTable.State.EditingState


def test_f2_edits_the_exact_value_and_escape_leaves_it(make_table: MakeTable) -> None:
    store = of_grid([[0.1234567890123, 2.0]])
    table = make_table(store)
    at(table, 0, 0)
    press(table, Key.Key_F2)
    editor = table.findChild(QLineEdit, "cellEdit")
    assert editor is not None
    assert editor.text() == "0.1234567890123"
    assert text_of(table, 0, 0) == "0.1235"
    press(table, "9", Key.Key_Escape)
    assert grid_of(store)[0, 0] == 0.1234567890123
    assert store.undo_stack.count() == 0


def test_an_editor_left_as_it_was_changes_nothing(make_table: MakeTable) -> None:
    value = float(np.nextafter(0.1, 1))
    store = of_grid([[value, 2.0]])
    table = make_table(store)
    at(table, 0, 0)
    press(table, Key.Key_F2, Key.Key_Return)
    assert grid_of(store)[0, 0] == value
    assert store.undo_stack.count() == 0


def test_double_click_edits(table: ValueTable, store: Store) -> None:
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=center(table, 2, 1))
    QTest.mouseDClick(table.viewport(), Qt.MouseButton.LeftButton, pos=center(table, 2, 1))
    press(table, "nan", Key.Key_Return)
    assert np.isnan(grid_of(store)[2, 1])
    assert text_of(table, 2, 1) == "NaN"


def test_refused_text_keeps_value_and_place(table: ValueTable, store: Store) -> None:
    at(table, 0, 2)
    press(table, "4,5,6", Key.Key_Return)
    np.testing.assert_array_equal(grid_of(store), COUNTING)
    assert table.current_cell() == (0, 2)
    assert text_of(table, 0, 2) == "3"
    assert store.status_is_error
    assert plain(store.status) == '"4,5,6" is no number; (0, 2) keeps 3.'


def test_ctrl_c_and_ctrl_v_go_through_the_clipboard(table: ValueTable, store: Store) -> None:
    table.select(Area(0, 0, 2, 2))
    press(table, Key.Key_C, modifiers=Ctrl)
    assert QGuiApplication.clipboard().text() == "1\t2\n5\t6"
    at(table, 2, 2)
    press(table, Key.Key_V, modifiers=Ctrl)
    np.testing.assert_array_equal(grid_of(store)[2:, 2:], [[1, 2], [5, 6]])
    assert table.area() == Area(2, 2, 2, 2)
    assert store.undo_stack.count() == 1


def test_ctrl_x_and_delete_leave_zeros(table: ValueTable, store: Store) -> None:
    table.select(Area(0, 0, 1, 2))
    press(table, Key.Key_X, modifiers=Ctrl)
    table.select(Area(3, 0, 1, 4))
    press(table, Key.Key_Delete)
    np.testing.assert_array_equal(grid_of(store)[0], [0, 0, 3, 4])
    np.testing.assert_array_equal(grid_of(store)[3], [0, 0, 0, 0])
    assert store.undo_stack.count() == 2


def test_a_pasted_block_grows_the_table(table: ValueTable, store: Store) -> None:
    """Case T06 (odoo/o-spreadsheet#5705), and Ctrl+Z brings the old size back."""
    at(table, 3, 3)
    table.paste("\r\n".join(["1\t2\t3\t4\t5"] * 5))
    assert (table.model().rowCount(), table.model().columnCount()) == (8, 8)
    assert text_of(table, 7, 7) == "5"
    store.undo_stack.undo()
    assert (table.model().rowCount(), table.model().columnCount()) == (4, 4)
    assert text_of(table, 3, 3) == "16"


def test_shift_selects_a_rectangle(table: ValueTable) -> None:
    press(table, Key.Key_Right, Key.Key_Down, modifiers=Qt.KeyboardModifier.ShiftModifier)
    assert table.area() == Area(0, 0, 2, 2)


def test_a_whole_large_grid_is_cleared_at_once(make_table: MakeTable) -> None:
    store = of_grid(np.ones((64, 64)))
    table = make_table(store)
    table.selectAll()
    assert table.area() == Area(0, 0, 64, 64)
    table.clear()
    assert not grid_of(store).any()
    assert store.undo_stack.count() == 1


def test_columns_have_equal_decimals_at_the_right(make_table: MakeTable) -> None:
    table = make_table(of_grid([[1, 0.5], [2, 10.25], [np.inf, -3]]))
    assert [text_of(table, row, 0) for row in range(3)] == ["1", "2", "∞"]
    assert [text_of(table, row, 1) for row in range(3)] == ["0.50", "10.25", "\u22123.00"]
    alignment = table.model().index(0, 1).data(Qt.ItemDataRole.TextAlignmentRole)
    assert alignment & Qt.AlignmentFlag.AlignRight


def test_sections_are_fixed_and_scroll_by_the_pixel(table: ValueTable) -> None:
    for header in (table.horizontalHeader(), table.verticalHeader()):
        assert header.sectionResizeMode(0) == QHeaderView.ResizeMode.Fixed
    assert table.horizontalScrollMode() == table.ScrollMode.ScrollPerPixel
    assert table.verticalScrollMode() == table.ScrollMode.ScrollPerPixel
    assert table.rowHeight(0) == 26
    assert [table.model().headerData(i, Qt.Orientation.Horizontal) for i in range(4)] == ["0", "1", "2", "3"]


def test_rows_and_columns_are_not_swapped(make_table: MakeTable) -> None:
    """Case W03 (pyqtgraph/pyqtgraph#315): 2 rows, 3 columns."""
    table = make_table(of_grid([[1, 2, 3], [4, 5, 6]]))
    assert (table.model().rowCount(), table.model().columnCount()) == (2, 3)
    assert text_of(table, 0, 2) == "3"
    assert table.indexAt(center(table, 0, 2)).column() == 2


def test_the_dot_is_shown_in_its_cell_and_editing_goes_below_it(make_table: MakeTable) -> None:
    store = of_grid(np.zeros((4, 4)), Dot(1, 1, 1.0))
    table = make_table(store)
    assert text_of(table, 1, 1) == "1"
    tip = table.model().index(1, 1).data(Qt.ItemDataRole.ToolTipRole)
    assert tip == "(1, 1): 1, the dot; below it 0"
    at(table, 1, 1)
    press(table, "5", Key.Key_Return)
    assert text_of(table, 1, 1) == "1"
    assert grid_of(store)[1, 1] == 5
    store.move_dot(2, 2)
    assert [text_of(table, 1, 1), text_of(table, 2, 2)] == ["5", "1"]


def test_the_current_cell_is_pointed_at_in_the_panes(table: ValueTable, store: Store) -> None:
    at(table, 2, 3)
    assert store.hover == Focus(INPUT, 2, 3)
    assert store.highlight.windows[0].output == (1, 1)
    table.clearFocus()
    assert store.hover is None


def test_moves_of_the_dot_leave_the_current_cell(make_table: MakeTable) -> None:
    store = of_grid(np.zeros((30, 30)), Dot(1, 1, 1.0))
    table = make_table(store)
    at(table, 20, 5)
    before = table.verticalScrollBar().value()
    store.move_dot(0, 29)
    assert table.current_cell() == (20, 5)
    assert table.verticalScrollBar().value() == before


def test_the_menu_offers_what_the_type_can_hold(
    table: ValueTable, store: Store, make_table: MakeTable
) -> None:
    menu = table.context_menu()
    names = [action.objectName() for action in menu.actions() if not action.isSeparator()]
    assert names == ["cut", "copy", "paste", "fill", "clear", "nan", "infinity", "minusInfinity"]
    table.select(Area(0, 0, 1, 2))
    by_name = {action.objectName(): action for action in menu.actions()}
    by_name["infinity"].trigger()
    np.testing.assert_array_equal(grid_of(store)[0], [np.inf, np.inf, 3, 4])
    whole = make_table(of_picture(np.zeros((4, 4), np.uint8))).context_menu()
    assert [a.objectName() for a in whole.actions() if not a.isEnabled() and not a.isSeparator()] == [
        "nan",
        "infinity",
        "minusInfinity",
    ]


def test_fill_asks_for_a_number_without_stopping_the_window(table: ValueTable, store: Store) -> None:
    table.select(Area(1, 1, 2, 2))
    table.ask_fill()
    dialog = table.findChild(QInputDialog, "fillDialog")
    assert dialog is not None
    dialog.setTextValue("2,5")
    dialog.accept()
    np.testing.assert_array_equal(grid_of(store)[1:3, 1:3], np.full((2, 2), 2.5))


def test_tab_leaves_the_table(qtbot: QtBot, table: ValueTable) -> None:
    assert not table.tabKeyNavigation()


def test_a_small_picture_keeps_its_size(make_table: MakeTable) -> None:
    store = of_picture(np.arange(16, dtype=np.uint8).reshape(4, 4))
    table = make_table(store)
    at(table, 3, 3)
    table.paste("1\t2\n3\t4")
    assert store.problem.shape == (4, 4)
    assert store.problem.array[0, 3, 3] == 1
    assert "1 row and 1 column did not fit and were left out." in plain(store.status)


def test_held_keys_do_not_stretch_the_selection(table: ValueTable, store: Store) -> None:
    table.select(Area(2, 2, 2, 2))
    press(table, Key.Key_Z, modifiers=Ctrl)
    table.edit_cell(0, 0)
    assert table.area() == Area(0, 0)
