"""The dot's switch, place and brightness."""

from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from poolstudio.state.problem import Dot, Problem
from poolstudio.state.source import Source
from poolstudio.state.store import Store
from poolstudio.views.brightness import BrightnessSlider, brightness_range
from poolstudio.views.dot_panel import DotPanel


def source_of(values: object, dtype: str = "float64") -> Source:
    return Source(np.array(values, dtype)[None], "values", "picture")


@pytest.fixture
def store() -> Store:
    return Store(Problem(Source.grid(np.zeros((4, 6)), "zeros"), dot=Dot(1, 1, 1.0)))


@pytest.fixture
def panel(store: Store, qtbot: QtBot) -> Iterator[DotPanel]:
    window = QWidget()
    layout = QVBoxLayout(window)
    dot = DotPanel(store)
    layout.addWidget(dot)
    layout.addWidget(QPushButton())
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    yield dot
    window.close()


def test_the_switch_takes_the_dot_away_and_hides_its_fields(
    panel: DotPanel, store: Store, qtbot: QtBot
) -> None:
    assert panel.row.isVisible()
    qtbot.mouseClick(panel.toggle, Qt.MouseButton.LeftButton)
    assert store.problem.dot is None
    assert not panel.row.isVisible()
    assert not panel.slider.isVisible()
    store.undo_stack.undo()
    assert panel.toggle.isChecked()
    assert panel.row.isVisible()


def test_the_fields_follow_and_move_the_dot(panel: DotPanel, store: Store, qtbot: QtBot) -> None:
    store.move_dot(3, 5)
    assert (panel.row.value(), panel.column.value()) == (3, 5)
    panel.column.setFocus()
    qtbot.keyClick(panel.column, Qt.Key.Key_Down)
    qtbot.keyClick(panel.column, Qt.Key.Key_Down)
    assert store.problem.dot.cell == (3, 3)
    store.undo_stack.undo()
    assert store.problem.dot.cell == (3, 5)
    assert panel.column.value() == 5


def test_a_place_beyond_the_input_becomes_its_edge(panel: DotPanel, store: Store, qtbot: QtBot) -> None:
    panel.row.setFocus()
    panel.row.selectAll()
    qtbot.keyClicks(panel.row, "99")
    qtbot.keyClick(panel.row, Qt.Key.Key_Return)
    assert (panel.row.text(), store.problem.dot.cell) == ("3", (3, 1))
    qtbot.keyClick(panel.row, Qt.Key.Key_Up)
    assert store.problem.dot.cell == (3, 1)


def test_the_range_follows_the_shape(panel: DotPanel, store: Store) -> None:
    store.move_dot(3, 5)
    store.resize_grid(2, 3)
    assert store.problem.dot.cell == (1, 2)
    assert (panel.row.maximum(), panel.column.maximum()) == (1, 2)
    assert (panel.row.value(), panel.column.value()) == (1, 2)


def test_a_drag_of_the_brightness_is_one_undo_step(panel: DotPanel, store: Store) -> None:
    slider = panel.slider
    slider.setSliderDown(True)
    for position in (80, 40, 57):
        slider.setSliderPosition(position)
    slider.setSliderDown(False)
    assert store.problem.dot.value == 0.57
    assert panel.value.text() == "0.57"
    assert store.undo_stack.count() == 1
    slider.setSliderDown(True)
    slider.setSliderPosition(20)
    slider.setSliderDown(False)
    assert store.undo_stack.count() == 2
    store.undo_stack.undo()
    store.undo_stack.undo()
    assert store.problem.dot.value == 1.0
    assert slider.value() == slider.maximum()


def test_a_brightness_beyond_the_range_is_kept(panel: DotPanel, store: Store) -> None:
    store.set_brightness(7.25)
    assert (panel.slider.value(), panel.value.text()) == (panel.slider.maximum(), "7.25")
    store.move_dot(0, 0)
    assert store.problem.dot.value == 7.25


@pytest.mark.parametrize(
    ("values", "dtype", "ends"),
    [
        ([[0, 3]], "uint8", (0, 255)),
        ([[0, 3]], "uint16", (0, 65535)),
        ([[0, 3]], "int16", (0, 32767)),
        ([[-4, 3]], "int16", (-4, 32767)),
        ([[-4, 300000]], "int32", (-4, 300000)),
        ([[False, True]], "bool", (0, 1)),
        ([[0.5, 14.5]], "float64", (0.0, 14.5)),
        ([[-9, -1]], "float64", (-9.0, 1.0)),
        ([[np.nan, -2, np.inf]], "float32", (-2.0, 1.0)),
        ([[np.nan, -np.inf]], "float32", (0.0, 1.0)),
    ],
)
def test_the_range_is_that_of_the_input(values: object, dtype: str, ends: tuple[float, float]) -> None:
    assert brightness_range(source_of(values, dtype)) == ends


@pytest.mark.parametrize(
    ("values", "dtype"),
    [
        ([[0, 0.1]], "float64"),
        ([[-9, -1]], "float64"),
        ([[0, 1e308]], "float64"),
        ([[0, 5]], "uint8"),
        ([[0, 10**15]], "int64"),
    ],
)
def test_both_ends_of_the_slider_are_exact(qtbot: QtBot, values: object, dtype: str) -> None:
    source = source_of(values, dtype)
    slider = BrightnessSlider()
    qtbot.addWidget(slider)
    slider.show_value(source, source.largest_dot())
    assert slider.value() == slider.maximum()
    assert slider.brightness(slider.maximum()) == source.largest_dot()
    assert slider.brightness(0) == brightness_range(source)[0]
    middle = slider.brightness(slider.maximum() // 2)
    assert brightness_range(source)[0] < middle < source.largest_dot()


def test_whole_numbers_stay_whole(qtbot: QtBot) -> None:
    slider = BrightnessSlider()
    qtbot.addWidget(slider)
    slider.show_value(source_of([[0, 1]], "uint8"), 255)
    assert [slider.brightness(position) for position in range(256)] == list(range(256))
    assert all(isinstance(slider.brightness(position), int) for position in range(256))
