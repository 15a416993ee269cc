"""The Values pane: header, the view for the input, footer, and where the table stands."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QSpinBox
from pytestqt.qtbot import QtBot

from poolstudio.figures.theme import DARK, LIGHT, Theme, contrast
from poolstudio.state.problem import Dot
from poolstudio.state.source import Source
from poolstudio.state.store import Store
from poolstudio.state.words import plain
from poolstudio.views.values_pane import ValuesPane
from tests.views.value_stores import COUNTING, grey_ramp, grid_of, of_grid, of_picture

HINT = "Type a number, or paste from a spreadsheet."


def shown(qtbot: QtBot, store: Store, width: int = 560, height: int = 240) -> ValuesPane:
    pane = ValuesPane(store)
    qtbot.addWidget(pane)
    pane.resize(width, height)
    pane.show()
    pane.activateWindow()
    return pane


@pytest.fixture
def store() -> Store:
    return of_grid()


@pytest.fixture
def pane(qtbot: QtBot, store: Store) -> ValuesPane:
    return shown(qtbot, store)


def field(pane: ValuesPane, name: str) -> QSpinBox:
    found = pane.findChild(QSpinBox, name)
    assert found is not None
    return found


def test_a_grid_shows_the_table_and_its_size(pane: ValuesPane) -> None:
    assert pane.table.isVisible()
    assert not pane.nearby.isVisible()
    assert pane.type.text() == "float64"
    assert (field(pane, "gridRows").value(), field(pane, "gridColumns").value()) == (4, 4)
    assert not pane.channel.isVisible()
    assert plain(pane.footer.text()) == HINT


def test_a_picture_shows_the_cells_near_the_pointer(qtbot: QtBot) -> None:
    pane = shown(qtbot, of_picture(np.stack([grey_ramp()] * 3)))
    assert pane.nearby.isVisible()
    assert not pane.table.isVisible()
    assert pane.type.text() == "near the pointer"
    assert not field(pane, "gridRows").isVisible()
    assert pane.focus_target() is pane.nearby


def test_a_small_picture_is_a_table_of_fixed_size(qtbot: QtBot) -> None:
    pane = shown(qtbot, of_picture(np.zeros((8, 8), np.uint16)))
    assert pane.table.isVisible()
    assert pane.type.text() == "uint16"
    assert not field(pane, "gridRows").isVisible()


def test_the_channel_of_a_colour_picture_is_chosen(qtbot: QtBot) -> None:
    store = of_picture(np.stack([grey_ramp(), grey_ramp() // 2, grey_ramp() // 4]))
    pane = shown(qtbot, store)
    combo = pane.findChild(QComboBox, "valueChannel")
    assert combo is not None
    assert [combo.itemText(i) for i in range(combo.count())] == ["Red", "Green", "Blue"]
    combo.setCurrentIndex(2)
    combo.activated.emit(2)
    assert store.value_plane == 2
    area = pane.nearby.area()
    np.testing.assert_array_equal(pane.nearby.displayed(), (grey_ramp() // 4)[area.slices])
    store.set_channel("R")
    assert not combo.isVisible()
    np.testing.assert_array_equal(pane.nearby.displayed(), grey_ramp()[area.slices])


def test_typed_size_is_applied_once(qtbot: QtBot, pane: ValuesPane, store: Store) -> None:
    """Case W02 (visit-dav/visit#2628): "12" is 12, not 1 and then 12."""
    rows = field(pane, "gridRows")
    rows.setFocus()
    rows.selectAll()
    QTest.keyClicks(rows, "12")
    QTest.keyClick(rows, Qt.Key.Key_Return)
    assert grid_of(store).shape == (12, 4)
    np.testing.assert_array_equal(grid_of(store)[:4], COUNTING)
    assert not grid_of(store)[4:].any()
    assert store.undo_stack.count() == 1


@pytest.mark.parametrize("name", ["gridRows", "gridColumns"])
def test_size_goes_from_1_to_64(pane: ValuesPane, store: Store, name: str) -> None:
    box = field(pane, name)
    assert (box.minimum(), box.maximum()) == (1, 64)
    box.setValue(64)
    assert max(grid_of(store).shape) == 64
    box.setValue(1)
    assert min(grid_of(store).shape) == 1
    store.undo_stack.undo()
    store.undo_stack.undo()
    np.testing.assert_array_equal(grid_of(store), COUNTING)
    assert box.value() == 4


def test_the_wheel_changes_no_size_without_focus(pane: ValuesPane, store: Store) -> None:
    """Case W01 (CloudCompare/CloudCompare#1600)."""
    box = field(pane, "gridRows")
    pane.table.setFocus()
    middle = QPointF(box.rect().center())
    wheel = QWheelEvent(
        middle,
        QPointF(box.mapToGlobal(middle.toPoint())),
        QPoint(),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(box, wheel)
    assert box.value() == 4
    assert store.undo_stack.count() == 0


@pytest.mark.parametrize(("left", "cell"), [(86, 96), (140, 60)])
def test_columns_stand_below_the_grid(pane: ValuesPane, left: int, cell: int) -> None:
    pane.set_columns(left, cell)
    table = pane.table
    for col in range(4):
        rect = table.visualRect(table.model().index(0, col))
        at = table.viewport().mapTo(pane, rect.topLeft())
        assert (at.x(), rect.width()) == (left + col * cell, cell)


def test_many_columns_are_scrolled_inside_the_pane(qtbot: QtBot) -> None:
    pane = shown(qtbot, of_grid(np.zeros((64, 64))))
    pane.set_columns(40, 20)
    assert pane.rect().contains(pane.table.geometry())
    assert pane.table.horizontalScrollBar().maximum() > 0
    assert pane.table.verticalScrollBar().maximum() > 0


def test_wide_numbers_have_room(qtbot: QtBot) -> None:
    narrow = shown(qtbot, of_grid(np.zeros((4, 4))))
    wide = shown(qtbot, of_grid(np.full((4, 4), -1.2345e-30)))
    for pane in (narrow, wide):
        pane.set_columns(60, 28)
    assert narrow.table.columnWidth(0) == 28
    assert wide.table.columnWidth(0) > 50


def test_the_footer_says_what_the_last_edit_did(pane: ValuesPane, store: Store) -> None:
    pane.edits.enter(0, 2, "x")
    assert plain(pane.footer.text()) == '"x" is no number; (0, 2) keeps 3.'
    assert pane.footer.text().startswith("<e>"), "in the colour of errors"
    pane.edits.enter(0, 2, "5")
    assert plain(pane.footer.text()).startswith("(0, 2) changed from 3 to 5: ")
    assert pane.footer.text()[:3] not in ("<e>", "<m>")
    store.undo_stack.undo()
    assert plain(pane.footer.text()) == HINT
    assert pane.footer.text().startswith("<m>")


def test_a_cell_is_opened_for_the_input_pane(qtbot: QtBot, pane: ValuesPane, store: Store) -> None:
    pane.edit_cell(2, 3)
    editor = pane.table.findChild(object, "cellEdit")
    assert editor is not None
    QTest.keyClicks(editor, "8")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert grid_of(store)[2, 3] == 8


def test_grid_picture_grid(pane: ValuesPane, store: Store) -> None:
    store.set_source(of_picture(grey_ramp()).problem.source)
    assert pane.nearby.isVisible()
    pane.paste("1\t2")
    assert store.problem.source.values.dtype == np.uint8
    store.set_source(Source.grid([[1, 2, 3]], "row"), Dot(0, 1, 9.0))
    assert pane.table.isVisible()
    assert pane.table.model().columnCount() == 3
    assert str(pane.table.model().index(0, 1).data()) == "9"


def test_controls_have_names_and_tips(pane: ValuesPane) -> None:
    for widget in (pane.rows, pane.columns, pane.channel):
        assert widget.accessibleName()
        assert widget.toolTip()
    assert pane.table.accessibleName()
    assert pane.nearby.accessibleName()


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_paints_in_both_themes(qtbot: QtBot, theme: Theme) -> None:
    """Case W08 (napari/napari#2644): heads and cells keep their contrast."""
    assert contrast(theme.muted, theme.bg) >= 4.5
    assert contrast(theme.text, theme.hover) >= 4.5
    for store in (of_grid(COUNTING, Dot(1, 1, 99.0)), of_picture(grey_ramp())):
        pane = shown(qtbot, store)
        pane.set_theme(theme)
        pane.set_columns(80, 90)
        image = pane.grab().toImage()
        assert image.pixelColor(2, 120) == theme.surface
        if store.problem.source.as_cells:
            corner = pane.table.geometry().topLeft()
            assert image.pixelColor(corner + QPoint(36, 6)) == theme.bg


def test_a_size_beyond_the_limit_is_said(pane: ValuesPane) -> None:
    said = pane._store
    for text, rows in (("65", 64), ("0", 1), ("3.5", 1)):
        pane.rows.setFocus()
        pane.rows.selectAll()
        QTest.keyClicks(pane.rows, text)
        QTest.keyClick(pane.rows, Qt.Key.Key_Return)
        assert said.problem.shape[0] == rows
        assert f'Rows "{text}" is not possible: whole numbers from 1 to 64. It is' in said.status
