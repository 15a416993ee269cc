"""What stands on the screen after an act is what the act did: sentences, marks, legend, highlight."""

import numpy as np
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QSpinBox

from poolstudio.core import PoolSpec
from poolstudio.figures.marks import dot_radius
from poolstudio.state.focus import INPUT, Focus
from poolstudio.state.source import Source
from poolstudio.state.words import plain
from poolstudio.views.brightness import BrightnessSlider
from poolstudio.views.legend import Legend
from poolstudio.window.main_window import MainWindow

RGB = ("R", "G", "B")


def type_into(window: MainWindow, name: str, text: str) -> None:
    box = window.findChild(QSpinBox, name)
    assert box is not None
    box.setFocus()
    box.selectAll()
    QTest.keyClicks(box, text)
    QTest.keyClick(box, Qt.Key.Key_Return)


def legend(window: MainWindow) -> str:
    found = window.findChild(Legend, "legend")
    assert found is not None
    return found.accessibleName()


def photo(window: MainWindow, side: int = 300) -> None:
    values = np.random.default_rng(0).integers(0, 200, (3, side, side)).astype(np.uint8)
    window.store.set_source(Source(values, "photo", "picture", RGB))
    assert window.wait_idle()


def test_undo_takes_refused_settings_back_and_nothing_else(window: MainWindow) -> None:
    type_into(window, "kernelHeight", "3")
    type_into(window, "paddingHeight", "1")
    good = window.store.problem.spec
    assert (good.kernel, good.padding) == ((3, 3), (1, 1))
    type_into(window, "strideHeight", "0")
    assert window.store.refusal is not None
    assert window.actions_["undo"].isEnabled()
    window.actions_["undo"].trigger()
    assert window.store.refusal is None
    assert window.store.problem.spec == good
    field = window.findChild(QSpinBox, "strideHeight")
    assert field is not None
    assert field.value() == good.stride[0]
    assert not any(pane.stale for pane in window.store.panes)
    window.actions_["undo"].trigger()
    assert window.store.problem.spec.padding == (0, 0)


def test_a_refusal_names_what_the_panes_still_show(window: MainWindow) -> None:
    window.store.set_spec(PoolSpec.of(3, 2, 1))
    type_into(window, "kernelHeight", "20")  # legal by itself, too large for the input
    type_into(window, "paddingHeight", "3")
    type_into(window, "paddingHeight", "11")
    assert plain(window.store.status).endswith("Max and average still show padding 1.")
    assert "padding 1" in plain(window.centre.outputs[0].footer.text())


def test_an_edit_marks_the_outputs_that_it_changes(window: MainWindow) -> None:
    window.look.motion = True
    window.open_grid("counting")
    window.store.edit_cells(0, 0, np.array([[99.0]]))
    assert [set(cells) for cells in window.store.changed_cells] == [{(0, 0)}, {(0, 0)}, {(0, 0)}]
    assert "changed" in legend(window)
    assert window.centre.outputs[0].scene().flash > 0
    window.store.set_spec(PoolSpec.of(2, 1))
    assert window.store.changed_cells == ((), (), ())
    window.store.set_source(Source.grid(np.ones((4, 4)), "another"))
    assert window.store.changed_cells == ((), (), ()), "another input is no edit"


def test_the_footer_of_the_values_does_not_outlast_the_next_change(window: MainWindow) -> None:
    window.centre.values.edits.enter(0, 0, "7")
    assert "changed from" in window.centre.values.footer.text()
    window.store.move_dot(2, 2)
    assert "Type a number" in window.centre.values.footer.text()


def test_the_panes_show_the_cell_that_is_typed(window: MainWindow) -> None:
    table = window.centre.values.table
    table.setFocus()
    table.setCurrentIndex(table.model().index(3, 0))
    QTest.keyClick(table, Qt.Key.Key_7)
    assert window.store.highlight.focus == Focus(INPUT, 3, 0)
    assert table.cells.marked == (3, 0)


def test_zooming_points_at_the_cell_below_the_pointer(window: MainWindow) -> None:
    photo(window)
    area = window.centre.input_pane
    point = QPointF(area.cell_center(77, 203))
    for _ in range(12):
        event = QWheelEvent(
            point,
            area.mapToGlobal(point),
            QPoint(),
            QPoint(0, 120),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        area.wheelEvent(event)
        assert window.store.hover is not None
        assert window.store.hover.cell == area.cell_at(point)


def test_the_legend_lists_the_marks_that_are_drawn(window: MainWindow) -> None:
    window.open_grid("worked")
    window.store.set_gradient(True, 0)
    assert legend(window) == "Marks: gradient, winner"
    window.store.set_gradient(True, 1)
    assert "gradient" not in legend(window), "an average draws no routes"
    window.store.set_gradient(False)
    photo(window)
    window.store.set_spec(PoolSpec.of(3, 2, 1))
    assert window.wait_idle()
    assert "padding" not in legend(window), "less than a pixel"
    window.zoom(40)
    assert "padding" in legend(window)


def test_nothing_stands_behind_the_dot(window: MainWindow) -> None:
    """A number wider than the disc once stuck out on both sides."""
    window.store.set_brightness(0.3125)
    window.store.set_hover(Focus(INPUT, 3, 3))
    area = window.centre.input_pane
    frame, image = area.scene().frame, area.grab().toImage()
    center, radius = frame.center(1, 1), dot_radius(frame.side)
    for x in range(int(center.x() - frame.side / 2) + 8, int(center.x() - radius) - 2):
        assert image.pixelColor(x, int(center.y())) == image.pixelColor(x, int(center.y()) - 12)


def test_a_cell_that_no_window_reads_says_so(window: MainWindow) -> None:
    window.open_grid("halves")
    window.store.set_spec(PoolSpec.of(3))
    window.store.set_hover(Focus(INPUT, 4, 5))
    assert plain(window.centre.input_pane.footer.text()).endswith("no window reads it")
    window.store.set_hover(Focus(INPUT, 0, 0))
    assert "no window" not in window.centre.input_pane.footer.text()


def test_the_ring_in_a_cell_of_three_numbers_is_around_that_of_the_chosen_channel(window: MainWindow) -> None:
    photo(window, 24)
    window.zoom(6)
    area = window.centre.input_pane
    pictures = []
    for plane in range(3):
        window.store.set_value_plane(plane)
        window.store.set_hover(Focus(0, 6, 6))
        assert area.scene().plane == plane
        pictures.append(area.grab().toImage())
    assert pictures[0] != pictures[1] != pictures[2]


def test_the_slider_takes_a_click_at_any_height(window: MainWindow) -> None:
    slider = window.findChild(BrightnessSlider)
    assert slider is not None
    for share, y in ((0.25, 3), (0.75, slider.height() - 4)):
        QTest.mouseClick(slider, Qt.MouseButton.LeftButton, pos=QPoint(int(share * slider.width()), y))
        assert abs(slider.value() / slider.maximum() - share) < 0.06


def test_another_operator_is_said(window: MainWindow) -> None:
    window.store.set_operator(0, "average")
    assert plain(window.store.status) == "Pane 1 shows average now: 2 × 2 outputs."
    window.store.set_operator(0, "global max")
    assert plain(window.store.status) == "Pane 1 shows global max now: one value of each plane."
