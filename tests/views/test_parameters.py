"""The side panel as a whole: names, tab order, folding, the wheel, colours."""

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from poolstudio.figures.theme import DARK, LIGHT
from poolstudio.state.presets import DOT_START, grid_preset
from poolstudio.state.problem import Problem
from poolstudio.state.result import solve_pane
from poolstudio.state.source import COLOUR, Source
from poolstudio.state.store import Store
from poolstudio.views.parameters import ParametersPanel

FIELDS = [stem + axis for stem in ("kernel", "stride", "padding", "dilation") for axis in ("Height", "Width")]
CONTROLS = [
    "presetChoice",
    "linkSizes",
    *FIELDS,
    "ceilMode",
    "countIncludePad",
    "dotToggle",
    "dotRow",
    "dotColumn",
    "dotBrightness",
    "cellColours",
]

Make = Callable[..., tuple[ParametersPanel, Store]]


def shown_panel(qtbot: QtBot, problem: Problem) -> tuple[ParametersPanel, Store]:
    store = Store(problem)

    def solve() -> None:
        for index in range(len(store.panes)):
            store.accept_pane(index, solve_pane(store.problem, index))

    store.solve_wanted.connect(solve)
    solve()
    panel = ParametersPanel(store)
    qtbot.addWidget(panel)
    panel.resize(256, 760)
    with qtbot.waitExposed(panel):
        panel.show()
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)
    return panel, store


@pytest.fixture
def first(qtbot: QtBot) -> tuple[ParametersPanel, Store]:
    return shown_panel(qtbot, Problem(grid_preset("dot").source(), dot=DOT_START))


def child(panel: QWidget, name: str) -> QWidget:
    widget = panel.findChild(QWidget, name)
    assert widget is not None, name
    return widget


def turn_wheel(widget: QWidget, steps: int = -1) -> None:
    """Turn the wheel over a widget, by way of its window: a parent then gets what it leaves alone."""
    middle = QPointF(widget.mapTo(widget.window(), widget.rect().center()))
    QTest.wheelEvent(widget.window().windowHandle(), middle, QPoint(0, 120 * steps))


@pytest.mark.parametrize("name", [*CONTROLS, "foldParameters", "unfoldParameters"])
def test_every_control_has_a_name_and_a_tooltip(first: tuple[ParametersPanel, Store], name: str) -> None:
    widget = child(first[0], name)
    assert widget.accessibleName()
    tip = widget.toolTip()
    assert tip.endswith(".")
    assert "!" not in tip


def test_tab_goes_through_the_controls_in_order(first: tuple[ParametersPanel, Store], qtbot: QtBot) -> None:
    panel, _ = first
    child(panel, "presetChoice").setFocus()
    seen = []
    for _step in CONTROLS:
        focused = QApplication.focusWidget()
        seen.append(focused.objectName())
        qtbot.keyClick(focused, Qt.Key.Key_Tab)
    assert seen == CONTROLS


def test_the_use_button_comes_after_the_row_at_fault(
    first: tuple[ParametersPanel, Store], qtbot: QtBot
) -> None:
    panel, _ = first
    child(panel, "strideHeight").put(0)
    child(panel, "strideWidth").setFocus()
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert QApplication.focusWidget().objectName() == "specUse"


def test_w01_the_wheel_passes_over_fields_without_focus(
    first: tuple[ParametersPanel, Store], qtbot: QtBot
) -> None:
    panel, store = first
    panel.resize(256, 300)
    child(panel, "ceilMode").setFocus()
    spec, dot = store.problem.spec, store.problem.dot
    bar = panel.area.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    for name in [*FIELDS, "presetChoice", "dotRow", "dotColumn", "dotBrightness", "cellColours"]:
        widget = child(panel, name)
        panel.area.ensureWidgetVisible(widget)
        before = bar.value()
        turn_wheel(widget, 1 if before == bar.maximum() else -1)
        assert bar.value() != before, name
    assert (store.problem.spec, store.problem.dot) == (spec, dot)
    assert [child(panel, name).value() for name in FIELDS] == [2, 2, 2, 2, 0, 0, 1, 1]


def test_the_wheel_steps_the_field_that_has_the_focus(first: tuple[ParametersPanel, Store]) -> None:
    panel, store = first
    child(panel, "strideHeight").setFocus()
    turn_wheel(child(panel, "strideHeight"), -1)
    assert store.problem.spec.stride == (1, 1)


def test_folding_leaves_a_rail_and_is_told_when_the_user_does_it(
    first: tuple[ParametersPanel, Store], qtbot: QtBot
) -> None:
    panel, _ = first
    assert panel.width() == 256
    with qtbot.assertNotEmitted(panel.fold_toggled):
        panel.set_folded(True)
    assert (panel.width(), panel.folded) == (40, True)
    with qtbot.waitSignal(panel.fold_toggled) as told:
        qtbot.mouseClick(child(panel, "unfoldParameters"), Qt.MouseButton.LeftButton)
    assert told.args == [False]
    assert (panel.width(), panel.folded) == (256, False)
    assert panel.first_field() is child(panel, "presetChoice")
    with qtbot.waitSignal(panel.fold_toggled) as told:
        qtbot.mouseClick(child(panel, "foldParameters"), Qt.MouseButton.LeftButton)
    assert told.args == [True]
    assert panel.folded
    assert panel.first_field() is child(panel, "unfoldParameters")
    assert panel.first_field().hasFocus()


def test_a_window_that_turns_the_fold_itself_is_in_step(first: tuple[ParametersPanel, Store]) -> None:
    panel, _ = first
    panel.fold_toggled.connect(lambda: panel.set_folded(not panel.folded))
    child(panel, "foldParameters").click()
    assert panel.folded
    child(panel, "unfoldParameters").click()
    assert not panel.folded


def test_nothing_scrolls_sideways(first: tuple[ParametersPanel, Store]) -> None:
    panel, _ = first
    child(panel, "kernelHeight").put(200)
    panel.resize(256, 300)
    assert panel.area.horizontalScrollBar().maximum() == 0
    assert panel.area.widget().width() <= panel.area.viewport().width()


def test_a_message_scrolls_into_sight(first: tuple[ParametersPanel, Store], qtbot: QtBot) -> None:
    panel, _ = first
    panel.resize(256, 210)
    field = child(panel, "dilationHeight")
    field.setFocus()
    panel.area.ensureWidgetVisible(field)
    field.put(0)
    qtbot.waitUntil(lambda: not child(panel, "specUse").visibleRegion().isEmpty())
    assert child(panel, "specMessage").isVisible()


def test_the_colours_on_offer_fit_the_input(first: tuple[ParametersPanel, Store], qtbot: QtBot) -> None:
    panel, store = first
    combo = panel.colours

    def offered() -> list[str]:
        return [combo.itemText(index) for index in range(combo.count())]

    assert offered() == ["Grey", "Viridis"]
    with qtbot.waitSignal(panel.colours_chosen) as told:
        combo.setCurrentIndex(1)
        combo.activated.emit(1)
    assert told.args == ["viridis"]
    colour = Source(np.zeros((3, 8, 8), np.uint8), "photo", "picture", ("red", "green", "blue"))
    with qtbot.waitSignal(panel.colours_chosen) as told:
        store.set_source(colour)
    assert told.args == ["file"]
    assert store.problem.channel == COLOUR
    assert offered() == ["As in the file"]
    store.set_channel("red")
    assert offered() == ["Grey"]
    store.set_source(grid_preset("dot").source())
    assert combo.colours() == "viridis"


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_icons_follow_the_theme(first: tuple[ParametersPanel, Store], theme: object) -> None:
    panel, _ = first
    panel.set_theme(theme)
    for name in ("foldParameters", "unfoldParameters"):
        assert not child(panel, name).icon().isNull()
