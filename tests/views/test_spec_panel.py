"""Settings by hand: typing, linking, presets, undo, refusal and repair."""

import numpy as np
import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from poolstudio.core import PoolSpec
from poolstudio.state.operators import Operator
from poolstudio.state.presets import SPECS
from poolstudio.state.problem import Problem
from poolstudio.state.result import solve_pane
from poolstudio.state.source import Source
from poolstudio.state.store import Store
from poolstudio.views.number_field import NumberField
from poolstudio.views.spec_panel import SpecPanel


class Bench:
    """A panel on a store with a solver that answers at once, and what happened to the settings."""

    def __init__(self, qtbot: QtBot, problem: Problem) -> None:
        self.qtbot = qtbot
        self.store = Store(problem)
        self.store.solve_wanted.connect(self.solve)
        self.solve()
        self.specs: list[PoolSpec] = []
        self.store.problem_changed.connect(lambda: self.specs.append(self.store.problem.spec))
        self.window = QWidget()
        self.panel = SpecPanel(self.store)
        self.other = QPushButton("elsewhere")
        layout = QVBoxLayout(self.window)
        layout.addWidget(self.panel)
        layout.addWidget(self.other)
        qtbot.addWidget(self.window)
        with qtbot.waitExposed(self.window):
            self.window.show()
        self.window.activateWindow()
        qtbot.waitUntil(self.window.isActiveWindow)

    def solve(self) -> None:
        for index in range(len(self.store.panes)):
            self.store.accept_pane(index, solve_pane(self.store.problem, index))

    @property
    def spec(self) -> PoolSpec:
        return self.store.problem.spec

    def field(self, name: str) -> NumberField:
        found = self.window.findChild(NumberField, name)
        assert found is not None, name
        return found

    def find(self, name: str) -> QWidget:
        found = self.window.findChild(QWidget, name)
        assert found is not None, name
        return found

    def type(self, name: str, text: str) -> NumberField:
        """Type over what stands in a field, without an end."""
        field = self.field(name)
        field.setFocus()
        field.selectAll()
        self.qtbot.keyClicks(field, text)
        return field

    def enter(self, name: str, text: str) -> None:
        self.qtbot.keyClick(self.type(name, text), Qt.Key.Key_Return)

    def click(self, name: str) -> None:
        button = self.find(name)
        assert isinstance(button, QAbstractButton)
        assert button.isVisible()
        button.click()

    def choose(self, title: str) -> None:
        combo = self.panel.presets
        index = combo.findText(title)
        assert index >= 0, title
        combo.setCurrentIndex(index)
        combo.activated.emit(index)

    @property
    def message(self) -> str:
        label = self.window.findChild(QLabel, "specMessage")
        assert label is not None
        return label.text() if label.isVisible() else ""

    def invalid(self) -> list[str]:
        return [
            field.objectName() for field in self.window.findChildren(NumberField) if field.property("invalid")
        ]


@pytest.fixture
def bench(qtbot: QtBot) -> Bench:
    return Bench(qtbot, Problem(Source.grid(np.arange(30).reshape(5, 6), "halves"), PoolSpec.of(3, 2, 1)))


@pytest.fixture
def wide(qtbot: QtBot) -> Bench:
    return Bench(qtbot, Problem(Source.grid(np.zeros((40, 40)), "wide"), PoolSpec.of(3, 2)))


# -- typing ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("end", [Qt.Key.Key_Return, Qt.Key.Key_Tab, None])
def test_w02_typing_twelve_applies_twelve_once(wide: Bench, qtbot: QtBot, end: Qt.Key | None) -> None:
    field = wide.type("kernelHeight", "12")
    assert wide.specs == []
    if end is None:
        qtbot.waitUntil(lambda: bool(wide.specs))
    else:
        qtbot.keyClick(field, end)
    wide.other.setFocus()
    assert wide.specs == [PoolSpec.of(12, 2)]
    assert wide.store.undo_stack.count() == 1


def test_leaving_the_field_applies_what_was_typed(wide: Bench) -> None:
    wide.type("strideWidth", "7")
    wide.other.setFocus()
    assert wide.specs == [PoolSpec.of(3, 7)]


def test_typing_and_a_step_are_one_change(wide: Bench, qtbot: QtBot) -> None:
    qtbot.keyClick(wide.type("kernelHeight", "8"), Qt.Key.Key_Up)
    assert wide.specs == [PoolSpec.of(9, 2)]


def test_a_run_of_steps_is_one_undo_step_and_another_field_begins_its_own(wide: Bench, qtbot: QtBot) -> None:
    field = wide.field("kernelHeight")
    field.setFocus()
    for _ in range(3):
        qtbot.keyClick(field, Qt.Key.Key_Up)
    assert [spec.kernel[0] for spec in wide.specs] == [4, 5, 6]
    wide.field("strideHeight").setFocus()
    qtbot.keyClick(wide.field("strideHeight"), Qt.Key.Key_Up)
    assert wide.store.undo_stack.count() == 2
    wide.store.undo_stack.undo()
    assert wide.spec == PoolSpec.of(6, 2)
    wide.store.undo_stack.undo()
    assert wide.spec == PoolSpec.of(3, 2)
    assert wide.field("kernelWidth").value() == 3


def test_coming_back_to_a_field_begins_a_new_undo_step(wide: Bench) -> None:
    wide.enter("kernelHeight", "5")
    wide.other.setFocus()
    wide.enter("kernelHeight", "7")
    assert wide.store.undo_stack.count() == 2


@pytest.mark.parametrize("text", ["", "abc", "-2", "1.5", "1,000", "03", "٣", "3", "³"])
def test_what_is_no_new_number_leaves_the_field_as_it_was(wide: Bench, qtbot: QtBot, text: str) -> None:
    field = wide.field("kernelHeight")
    field.setFocus()
    field.selectAll()
    if text:
        QApplication.clipboard().setText(text)
        qtbot.keyClick(field, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    else:
        qtbot.keyClick(field, Qt.Key.Key_Backspace)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert field.text() == "3"
    assert wide.specs == []
    assert wide.message == ""


def test_a_number_with_spaces_around_it_can_be_pasted(wide: Bench, qtbot: QtBot) -> None:
    field = wide.field("kernelHeight")
    field.setFocus()
    field.selectAll()
    QApplication.clipboard().setText(" 12\n")
    qtbot.keyClick(field, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert (field.text(), wide.spec.kernel) == ("12", (12, 12))


def test_escape_takes_back_what_was_typed_and_not_applied(wide: Bench, qtbot: QtBot) -> None:
    field = wide.type("kernelHeight", "9")
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    wide.other.setFocus()
    assert (field.text(), wide.specs) == ("3", [])


def test_a_field_holds_the_side_of_any_picture(wide: Bench) -> None:
    wide.enter("kernelHeight", "12345")
    assert wide.field("kernelHeight").value() == 12345
    assert "Kernel 12345 is larger than the padded height 40" in wide.message


@pytest.mark.parametrize("text", ["1.5", "-3", "7x", "1e2"])
def test_what_is_no_whole_number_is_refused_whole(wide: Bench, text: str) -> None:
    before = wide.field("kernelHeight").value()
    wide.enter("kernelHeight", text)
    assert wide.field("kernelHeight").value() == before
    assert wide.field("kernelHeight").text() == str(before)
    assert f'"{text}" is not possible: whole numbers from 0' in wide.store.status
    assert wide.store.status_is_error


@pytest.mark.parametrize(
    ("name", "value"), [("kernelHeight", 2), ("strideWidth", 2), ("paddingHeight", 0), ("dilationWidth", 1)]
)
def test_reset_is_in_the_menu_of_a_field(wide: Bench, name: str, value: int) -> None:
    wide.store.set_spec(PoolSpec.of(9, 5, 1, 2))
    menu = wide.field(name).context_menu()
    action = menu.findChild(QObject, "reset")
    action.trigger()
    menu.deleteLater()
    assert wide.field(name).value() == value


# -- linked ----------------------------------------------------------------------------------------


def test_linked_fields_go_together_and_unlinked_ones_do_not(wide: Bench) -> None:
    wide.enter("kernelHeight", "5")
    assert wide.spec.kernel == (5, 5)
    wide.click("linkSizes")
    wide.enter("kernelHeight", "7")
    assert wide.spec.kernel == (7, 5)
    wide.enter("paddingWidth", "1")
    assert wide.spec.padding == (0, 1)
    count = len(wide.specs)
    wide.click("linkSizes")
    assert wide.spec == PoolSpec.of(7, 2, 0)
    assert len(wide.specs) == count + 1
    wide.store.undo_stack.undo()
    assert wide.spec.kernel == (7, 5)
    assert not wide.panel.fields.linked


def test_a_plane_that_is_no_square_shows_unlinked_until_sizes_agree_again(bench: Bench) -> None:
    bench.choose("Whole plane")
    assert bench.spec == PoolSpec.of((5, 6), (5, 6))
    assert not bench.panel.fields.linked
    bench.choose("2×2 / 2 classic")
    assert bench.panel.fields.linked


# -- presets and undo ------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", SPECS, ids=lambda preset: preset.key)
def test_presets_fill_the_fields(bench: Bench, preset: object) -> None:
    bench.store.set_spec(PoolSpec.of(4, 3))
    assert bench.panel.presets.currentText() == "Own settings"
    bench.choose(preset.title)
    assert bench.spec == preset.make((5, 6))
    assert bench.panel.presets.currentText() == preset.title
    assert bench.panel.presets.findText("Own settings") == -1
    assert bench.panel.fields.spec() == bench.spec
    bench.store.undo_stack.undo()
    assert bench.panel.fields.spec() == PoolSpec.of(4, 3)


@pytest.mark.parametrize("shape", [(1, 1), (1, 7), (2, 2), (64, 3)])
def test_whole_plane_works_on_any_shape(qtbot: QtBot, shape: tuple[int, int]) -> None:
    bench = Bench(qtbot, Problem(Source.grid(np.zeros(shape), "zeros")))
    bench.choose("Whole plane")
    assert bench.store.panes[0].displayed().shape == (1, 1, 1)
    assert bench.panel.presets.currentText() == "Whole plane"
    assert bench.message == ""


def test_a_preset_ends_a_draft_even_if_its_settings_are_in_force(bench: Bench) -> None:
    bench.enter("paddingHeight", "2")
    assert bench.panel.presets.currentText() == "Own settings"
    bench.choose("3×3 / 2 / 1 ResNet stem")
    assert bench.panel.fields.spec() == PoolSpec.of(3, 2, 1)
    assert (bench.message, bench.invalid()) == ("", [])
    assert not bench.store.panes[0].stale


def test_check_boxes_follow_and_apply(bench: Bench) -> None:
    bench.click("ceilMode")
    bench.click("countIncludePad")
    assert (bench.spec.ceil_mode, bench.spec.count_include_pad) == (True, False)
    bench.store.undo_stack.undo()
    bench.store.undo_stack.undo()
    assert not bench.find("ceilMode").isChecked()
    assert bench.find("countIncludePad").isChecked()


def test_a_divisor_of_the_problem_is_kept(qtbot: QtBot) -> None:
    spec = PoolSpec.of(2, divisor_override=3)
    bench = Bench(qtbot, Problem(Source.grid(np.zeros((4, 4)), "zeros"), spec))
    bench.enter("strideHeight", "1")
    assert bench.spec == PoolSpec.of(2, 1, divisor_override=3)


# -- refused ---------------------------------------------------------------------------------------


def test_illegal_padding_is_said_at_its_field_and_use_repairs_it(bench: Bench) -> None:
    bench.enter("paddingHeight", "2")
    assert bench.message == "Padding 2 is more than half of kernel 3. At most 1: half of 3, rounded down."
    assert bench.invalid() == ["paddingHeight", "paddingWidth"]
    assert bench.spec == PoolSpec.of(3, 2, 1)
    assert bench.store.panes[0].stale
    label = bench.find("specMessage")
    below = label.mapTo(bench.window, label.rect().topLeft()).y()
    assert bench.field("paddingHeight").geometry().bottom() < below
    assert bench.field("dilationHeight").mapTo(bench.window, label.rect().topLeft()).y() > below
    assert bench.find("specUse").text() == "Use 1"
    assert bench.field("paddingHeight").accessibleDescription() == bench.message
    bench.click("specUse")
    assert (bench.message, bench.invalid()) == ("", [])
    assert bench.field("paddingWidth").value() == 1
    assert not bench.store.panes[0].stale
    assert bench.window.focusWidget() is bench.field("paddingHeight")


def test_unlinked_only_the_axis_at_fault_is_marked_and_repaired(bench: Bench) -> None:
    bench.click("linkSizes")
    bench.enter("paddingWidth", "2")
    assert bench.invalid() == ["paddingWidth"]
    bench.click("specUse")
    assert bench.spec == PoolSpec.of(3, 2, 1)
    bench.enter("paddingHeight", "0")
    bench.enter("paddingWidth", "3")
    bench.click("specUse")
    assert bench.spec.padding == (0, 1)


def test_typing_on_repairs_and_the_draft_stays_whole(bench: Bench) -> None:
    bench.enter("paddingHeight", "2")
    bench.enter("strideHeight", "1")
    assert bench.spec == PoolSpec.of(3, 2, 1)
    assert bench.field("paddingHeight").value() == 2
    assert bench.field("strideWidth").value() == 1
    bench.enter("kernelHeight", "5")
    assert bench.spec == PoolSpec.of(5, 1, 2)
    assert bench.specs == [PoolSpec.of(5, 1, 2)]
    assert (bench.message, bench.invalid()) == ("", [])


def test_a_move_of_the_dot_keeps_the_draft_and_undo_of_settings_ends_it(bench: Bench) -> None:
    bench.enter("strideHeight", "1")
    bench.enter("paddingHeight", "2")
    bench.store.toggle_dot(True)
    assert bench.field("paddingHeight").value() == 2
    assert bench.message
    bench.store.undo_stack.undo()
    bench.store.undo_stack.undo()
    assert bench.panel.fields.spec() == PoolSpec.of(3, 2, 1)
    assert (bench.message, bench.invalid()) == ("", [])


@pytest.mark.parametrize(
    ("name", "text", "says", "use"),
    [
        ("kernelHeight", "0", "Kernel 0 covers no cell", "Use 1"),
        ("strideHeight", "0", "Stride 0 never moves", "Use 1"),
        ("dilationHeight", "0", "Dilation 0", "Use 1"),
    ],
)
def test_zero_is_refused_with_the_rule(bench: Bench, name: str, text: str, says: str, use: str) -> None:
    bench.store.set_spec(PoolSpec.of(3, 2))
    bench.enter(name, text)
    assert bench.message.startswith(says)
    assert bench.find("specUse").text() == use
    bench.click("specUse")
    assert bench.message == ""
    assert bench.field(name).value() == 1


def test_a_kernel_too_large_for_the_input_offers_what_fits_both_axes(bench: Bench) -> None:
    bench.store.set_spec(PoolSpec.of(3, 2))
    bench.enter("kernelHeight", "200")
    assert bench.message == "Kernel 200 is larger than the padded height 5. At most 5."
    assert bench.invalid() == ["kernelHeight", "kernelWidth"]
    bench.click("specUse")
    assert bench.spec == PoolSpec.of(5, 2)
    assert bench.message == ""


def test_linked_the_axis_that_allows_less_speaks(qtbot: QtBot) -> None:
    bench = Bench(qtbot, Problem(Source.grid(np.zeros((6, 4)), "tall")))
    bench.enter("kernelHeight", "7")
    assert bench.message == "Kernel 7 is larger than the padded width 4. At most 4."
    bench.click("specUse")
    assert bench.spec.kernel == (4, 4)
    assert bench.message == ""


def test_a_smaller_input_brings_the_message_and_a_larger_one_takes_it_away(bench: Bench) -> None:
    bench.store.set_spec(PoolSpec.of(4, 2))
    bench.store.resize_grid(2, 2)
    assert bench.message == "Kernel 4 is larger than the padded height 2. At most 2."
    bench.store.resize_grid(8, 8)
    assert (bench.message, bench.invalid()) == ("", [])


def test_without_a_single_repair_there_is_no_button(qtbot: QtBot) -> None:
    spec = PoolSpec.of(9, 1, 4)
    bench = Bench(qtbot, Problem(Source.grid(np.zeros((4, 4)), "zeros"), spec))
    assert bench.message == ""
    bench.enter("dilationHeight", "4")
    assert bench.message.startswith("Kernel 9 with dilation 4")
    assert not bench.find("specUse").isVisible()


# -- what concerns one operator alone --------------------------------------------------------------


def test_dilation_is_a_quiet_note_as_long_as_max_has_a_pane(bench: Bench) -> None:
    bench.store.set_spec(PoolSpec.of(2, 2))
    bench.enter("dilationHeight", "2")
    assert bench.spec.dilation == (2, 2)
    assert bench.message == "Average pooling has no dilation: 2 is for max alone. Only 1."
    assert bench.find("specMessage").property("role") == "muted"
    assert bench.invalid() == []
    assert bench.panel.grave_error is None
    assert bench.find("specUse").text() == "Use 1"
    bench.click("specUse")
    assert bench.spec.dilation == (1, 1)
    assert bench.message == ""


def test_without_an_average_pane_dilation_needs_no_note(bench: Bench) -> None:
    bench.store.set_spec(PoolSpec.of(2, 2, dilation=2))
    bench.store.set_operator(1, "max")
    assert bench.store.problem.operators[1] == Operator("max")
    assert bench.message == ""


def test_a_kernel_too_large_speaks_before_the_note(bench: Bench) -> None:
    bench.store.set_operator(0, "average")
    bench.store.set_operator(1, "max")
    bench.store.set_spec(PoolSpec.of(5, 2, dilation=2))
    assert bench.message.startswith("Kernel 5 with dilation 2 spans 9 cells")
    assert bench.find("specMessage").property("role") == "error"


def test_undo_reaches_the_window_from_a_field_with_nothing_typed(wide: Bench, qtbot: QtBot) -> None:
    action = wide.store.undo_stack.createUndoAction(wide.window)
    action.setShortcut("Ctrl+Z")
    wide.window.addAction(action)
    wide.enter("kernelHeight", "5")
    qtbot.keyClick(wide.field("kernelHeight"), Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert wide.spec == PoolSpec.of(3, 2)
    assert wide.field("kernelHeight").value() == 3
