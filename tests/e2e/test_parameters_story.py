"""Turning kernel, stride and padding in the real window: answers, errors, repair, undo, gradient."""

import numpy as np
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QSpinBox

from poolstudio.core import PoolSpec, avg_pool2d, max_pool2d
from poolstudio.state.source import Source
from poolstudio.state.words import plain
from poolstudio.views.pane import Pane
from poolstudio.window.main_window import MainWindow


def field(window: MainWindow, name: str) -> QSpinBox:
    found = window.findChild(QSpinBox, name)
    assert found is not None
    return found


def type_into(box: QSpinBox, text: str) -> None:
    box.setFocus()
    box.selectAll()
    QTest.keyClicks(box, text)
    QTest.keyClick(box, Qt.Key.Key_Return)


def displayed(window: MainWindow, name: str) -> np.ndarray:
    pane = window.findChild(Pane, name)
    assert pane is not None
    values = pane.displayed()
    assert values is not None
    return values


def test_typing_follows_at_once(window: MainWindow) -> None:
    window.open_grid("halves")
    type_into(field(window, "kernelHeight"), "3")
    type_into(field(window, "strideHeight"), "3")
    assert displayed(window, "maxPane").tolist() == [[7.0, 8.5]]
    x = np.arange(30).reshape(5, 6) / 2
    type_into(field(window, "paddingHeight"), "1")
    np.testing.assert_array_equal(displayed(window, "maxPane"), max_pool2d(x, 3, 3, 1))
    np.testing.assert_array_equal(displayed(window, "avgPane"), avg_pool2d(x, 3, 3, 1))


def test_an_illegal_padding_is_said_at_its_field_and_repaired_by_the_button(window: MainWindow) -> None:
    window.open_grid("halves")
    type_into(field(window, "kernelHeight"), "3")
    before = displayed(window, "maxPane").tolist()
    type_into(field(window, "paddingHeight"), "2")
    message = window.findChild(QLabel, "specMessage")
    assert message is not None
    assert message.isVisible()
    assert message.text() == "Padding 2 is more than half of kernel 3. At most 1: half of 3, rounded down."
    assert displayed(window, "maxPane").tolist() == before, "the last good answer stays"
    assert window.store.panes[0].stale
    assert not window.store.panes[2].stale
    button = window.findChild(QPushButton, "specUse")
    assert button is not None
    assert button.text() == "Use 1"
    button.click()
    assert field(window, "paddingHeight").value() == field(window, "paddingWidth").value() == 1
    assert not message.isVisible()
    assert not window.store.panes[0].stale


def test_a_kernel_larger_than_the_input(window: MainWindow) -> None:
    type_into(field(window, "kernelHeight"), "7")
    message = window.findChild(QLabel, "specMessage")
    assert message is not None
    assert message.text() == "Kernel 7 is larger than the padded height 4. At most 4."
    assert displayed(window, "maxPane").tolist() == [[1, 0], [0, 0]]
    assert displayed(window, "globalPane").tolist() == [[0.0625]]
    type_into(field(window, "kernelHeight"), "4")
    assert displayed(window, "maxPane").tolist() == [[1]]


def test_the_wheel_over_a_box_without_focus_changes_nothing(window: MainWindow) -> None:
    box = field(window, "kernelHeight")
    pane = window.findChild(Pane, "inputPane")
    assert pane is not None
    pane.setFocus()
    center = box.rect().center()
    event = QWheelEvent(
        QPointF(center),
        QPointF(box.mapToGlobal(center)),
        QPoint(),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(box, event)
    assert box.value() == 2


def test_undo_and_redo_through_the_window(window: MainWindow) -> None:
    type_into(field(window, "strideHeight"), "1")
    assert displayed(window, "maxPane").shape == (3, 3)
    QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert displayed(window, "maxPane").shape == (2, 2)
    assert field(window, "strideHeight").value() == 2
    modifiers = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(window, Qt.Key.Key_Z, modifiers)
    assert displayed(window, "maxPane").shape == (3, 3)


def test_dilation_greys_the_average_pane_alone(window: MainWindow) -> None:
    type_into(field(window, "dilationHeight"), "2")
    type_into(field(window, "strideHeight"), "1")
    assert [pane.stale for pane in window.store.panes] == [False, True, False]
    average = window.findChild(Pane, "avgPane")
    assert average is not None
    assert "no dilation" in average.footer.text()


def test_the_key_of_the_gradient_names_what_is_seen(window: MainWindow) -> None:
    window.resize(1280, 800)
    window.store.set_source(Source.grid(np.ones((6, 6)), "ones"))
    window.store.set_spec(PoolSpec.of(3, 2, 1))
    window.store.set_gradient(True, 1)
    footer = window.centre.input_pane.footer
    assert plain(footer.text()).startswith("number: value"), "0.4444 has no room in a cell of 40 pixels"
    window.store.set_spec(PoolSpec.of(2))
    assert plain(footer.text()).startswith("small: value"), "0.25 has"


def test_the_gradient_adds_up_where_windows_overlap(window: MainWindow) -> None:
    values = np.arange(1.0, 25).reshape(4, 6)
    values[1, 1] = 88
    window.store.replace_grid(values)
    window.store.toggle_dot(False)
    type_into(field(window, "kernelHeight"), "3")
    type_into(field(window, "strideHeight"), "2")
    type_into(field(window, "paddingHeight"), "1")
    window.actions_["gradient"].trigger()
    overlay = window.store.gradient
    assert overlay is not None
    assert overlay.values[1, 1] == 4
    assert overlay.total == overlay.outputs == 6
    assert overlay.nothing == 24 - 3
    assert "21 cells get nothing" in window.store.status
    window.store.set_gradient(True, 2)
    assert window.store.gradient is not None
    assert window.store.gradient.nothing == 0


def test_all_controls_have_a_name_and_a_tip(window: MainWindow) -> None:
    names = """kernelHeight kernelWidth strideHeight strideWidth paddingHeight paddingWidth dilationHeight
        dilationWidth ceilMode countIncludePad linkSizes presetChoice valueTable gridRows gridColumns
        inputPane maxPane avgPane globalPane specMessage statusSentence dotToggle dotRow dotColumn
        dotBrightness gradientToggle operatorChoice inputChoice""".split()
    from PySide6.QtWidgets import QWidget

    missing = [name for name in names if window.findChild(QWidget, name) is None]
    assert missing == []
    quiet = {"specMessage", "statusSentence", "inputPane", "maxPane", "avgPane", "globalPane", "valueTable"}
    for name in names:
        widget = window.findChild(QWidget, name)
        assert widget is not None
        assert widget.accessibleName() or name in ("specMessage", "statusSentence"), name
        assert widget.toolTip() or name in quiet, name
