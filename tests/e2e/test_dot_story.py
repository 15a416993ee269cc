"""The dot's story by mouse and by keyboard, through the real window."""

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QLabel, QSpinBox, QWidget

from poolstudio.state.focus import Focus
from poolstudio.state.source import Source
from poolstudio.views.pane import Pane
from poolstudio.window.main_window import MainWindow

LEFT = Qt.MouseButton.LeftButton
BRIGHT = [[1, 0], [0, 0]]


def pane(window: MainWindow, name: str) -> Pane:
    found = window.findChild(Pane, name)
    assert found is not None
    return found


def child(window: MainWindow, kind: type, name: str) -> QWidget:
    found = window.findChild(kind, name)
    assert found is not None, name
    return found


def drag(area: Pane, *points: QPoint) -> None:
    """Press at the first point, move over the others, let go at the last."""
    QTest.mousePress(area, LEFT, pos=points[0])
    for point in points[1:]:
        QTest.mouseMove(area, point)
    QTest.mouseRelease(area, LEFT, pos=points[-1])


def status(window: MainWindow) -> str:
    label = child(window, QLabel, "statusSentence")
    assert isinstance(label, QLabel)
    return label.text().replace("<b>", "").replace("</b>", "")


def shown(window: MainWindow, name: str) -> list:
    values = pane(window, name).displayed()
    assert values is not None
    return values.tolist()


def test_the_first_start(window: MainWindow) -> None:
    assert shown(window, "inputPane") == [[0, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]
    assert shown(window, "maxPane") == BRIGHT
    assert shown(window, "avgPane") == [[0.25, 0], [0, 0]]
    assert shown(window, "globalPane") == [[0.0625]]
    assert status(window).startswith("The dot at (1, 1) is the largest of its 2×2 window.")


def test_by_mouse(window: MainWindow) -> None:
    area = pane(window, "inputPane")
    drag(area, area.cell_center(1, 1), area.cell_center(0, 1), area.cell_center(0, 0))
    assert shown(window, "maxPane") == BRIGHT
    drag(area, area.cell_center(0, 0), area.cell_center(1, 0), area.cell_center(1, 1), area.cell_center(1, 2))
    assert shown(window, "maxPane") == [[0, 1], [0, 0]]
    assert "across a window edge: 2 of 4 max, 2 of 4 average" in status(window)
    window.store.undo_stack.undo()
    assert shown(window, "maxPane") == BRIGHT, "one drag is one undo step"


def test_by_keyboard_alone(window: MainWindow) -> None:
    area = pane(window, "inputPane")
    area.setFocus()
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Left, Qt.Key.Key_Down):
        QTest.keyClick(area, key)
        assert shown(window, "maxPane") == BRIGHT
        assert "inside its window: no output changed" in status(window)
    QTest.keyClick(area, Qt.Key.Key_Right)
    QTest.keyClick(area, Qt.Key.Key_Right)
    assert shown(window, "maxPane") == [[0, 1], [0, 0]]
    QTest.keyClick(area, Qt.Key.Key_D)
    assert shown(window, "maxPane") == [[0, 0], [0, 0]]


@pytest.mark.parametrize(
    ("offset", "cell"),
    [((-5000, -5000), (0, 0)), ((5000, 5000), (3, 3)), ((5000, 0), (1, 3)), ((0, -5000), (0, 1))],
)
def test_the_dot_cannot_leave_the_grid(
    window: MainWindow, offset: tuple[int, int], cell: tuple[int, int]
) -> None:
    area = pane(window, "inputPane")
    start = area.cell_center(1, 1)
    drag(area, start, start + QPoint(*offset))
    assert window.store.problem.dot is not None
    assert window.store.problem.dot.cell == cell
    QTest.mouseMove(area, area.cell_center(2, 2))
    assert window.store.problem.dot.cell == cell, "the drag ended outside"


def test_a_first_drag_that_begins_beside_the_dot_places_it(window: MainWindow) -> None:
    area = pane(window, "inputPane")
    start = area.cell_center(2, 3)
    drag(area, start, area.cell_center(3, 3))
    assert window.store.problem.dot is not None
    assert window.store.problem.dot.cell == (3, 3)


def test_control_click_pins_without_moving_the_dot(window: MainWindow) -> None:
    area = pane(window, "inputPane")
    QTest.mouseClick(area, LEFT, Qt.KeyboardModifier.ControlModifier, area.cell_center(3, 3))
    assert window.store.pinned is not None
    assert window.store.pinned.cell == (3, 3)
    assert window.store.problem.dot is not None
    assert window.store.problem.dot.cell == (1, 1)
    QTest.keyClick(area, Qt.Key.Key_Escape)
    assert window.store.pinned is None


def test_the_fields_move_the_dot(window: MainWindow) -> None:
    row = child(window, QSpinBox, "dotRow")
    assert isinstance(row, QSpinBox)
    row.setFocus()
    row.selectAll()
    QTest.keyClicks(row, "3")
    QTest.keyClick(row, Qt.Key.Key_Return)
    assert shown(window, "maxPane") == [[0, 0], [1, 0]]
    toggle = child(window, QCheckBox, "dotToggle")
    assert isinstance(toggle, QCheckBox)
    toggle.click()
    assert window.store.problem.dot is None
    toggle.click()
    assert window.store.problem.dot is not None
    assert window.store.problem.dot.cell == (3, 1)


def test_every_cell_is_found_again_at_every_zoom(window: MainWindow) -> None:
    area = pane(window, "inputPane")
    for _ in range(4):
        for row, col in np.ndindex(4, 4):
            center = area.cell_center(row, col)
            found = area.cell_at(center)
            assert found in ((row, col), None)
            assert found == (row, col) or not area.body().contains(QPointF(center))
        area.zoom(1.3, QPointF(area.cell_center(1, 1)))


def test_pointing_at_an_output_lights_its_window(window: MainWindow) -> None:
    area = pane(window, "maxPane")
    QTest.mouseMove(area, area.cell_center(1, 0))
    mark = window.store.highlight
    assert [(m.rows, m.cols) for m in mark.windows] == [(range(2, 4), range(2))]
    assert (1, 0) in mark.outputs[1]
    assert "max(0, 0, 0, 0)" in area.footer.text()


def test_the_panes_look_where_the_dot_goes_by_keys(window: MainWindow) -> None:
    window.store.set_source(Source.grid(np.zeros((64, 64)), "large"))
    window.store.toggle_dot(True)
    area = pane(window, "inputPane")
    assert area.body().contains(QPointF(area.cell_center(32, 32))), "the switch puts it in the middle"
    area.setFocus()
    for _ in range(31):
        QTest.keyClick(area, Qt.Key.Key_Right)
    assert window.store.problem.dot is not None
    assert window.store.problem.dot.cell == (32, 63)
    assert area.body().contains(QPointF(area.cell_center(32, 63)))


def test_a_long_footer_gives_way_to_a_short_one(window: MainWindow) -> None:
    window.resize(1024, 680)
    window.store.set_source(Source.grid(np.full((40, 40), 0.12345), "long"))
    area = pane(window, "maxPane")
    QTest.mouseMove(area, area.cell_center(0, 0))
    assert area.footer.text().startswith("(0, 0)&nbsp;&nbsp; max of 4 cells = <b>0.1235</b>")
    assert area.footer.fits(area.footer.text())


def test_what_changed_flashes_where_motion_is_on(window: MainWindow) -> None:
    area = pane(window, "maxPane")
    window.store.move_dot(1, 2)
    assert not window.look.motion
    assert area.scene().flash == 0, "in tests the end state is there at once"
    window.look.motion = True
    window.store.move_dot(1, 1)
    assert area.scene().flash > 0
    assert set(area.scene().changed) == {(0, 0), (0, 1)}


def test_a_global_answer_is_painted_anew_only_where_it_looks_different(window: MainWindow) -> None:
    values = np.random.default_rng(0).integers(0, 200, (3, 300, 300)).astype(np.uint8)
    window.store.set_source(Source(values, "photo", "picture", ("R", "G", "B")))
    assert window.wait_idle()
    window.store.toggle_dot(True)
    window.wait_idle()
    area = pane(window, "globalPane")
    painted = Paints()
    area.installEventFilter(painted)
    window.store.move_dot(100, 100)
    QApplication.processEvents()
    assert painted.count == 0, "the mean of 90 000 cells moved by less than its number shows"
    window.store.set_brightness(0.0)
    window.store.move_dot(2, 2)
    window.store.set_hover(Focus(area.index, 0, 0))
    QApplication.processEvents()
    assert painted.count == 1, "pointed at, it has an outline"
    assert area.scene().changed == (), "what changed is not marked where the number stays"


class Paints(QObject):
    """Counts the paint events of what it watches."""

    count = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.Paint
        return False
