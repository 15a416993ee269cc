"""Lines that ask for their text late."""

import pytest
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from poolstudio.figures.look import Look
from poolstudio.figures.rendering import Rendering
from poolstudio.state.problem import Problem
from poolstudio.state.source import Source
from poolstudio.views.rich_line import RichLabel, RichLine
from poolstudio.views.soon import Soon


class Told:
    def __init__(self) -> None:
        self.text, self.asked = "one", 0

    def __call__(self) -> str:
        self.asked += 1
        return self.text


@pytest.fixture
def look() -> Look:
    return Look(Problem(Source.grid([[1.0]], "one")), Rendering())


def test_a_line_asks_once_for_many_changes(qtbot: QtBot, look: Look) -> None:
    parent, told = QWidget(), Told()
    qtbot.addWidget(parent)
    line = RichLine(look, told, parent)
    for _ in range(5):
        line.later()
    assert told.asked == 0
    assert line.text() == line.text() == "one"
    assert told.asked == 1


def test_a_line_is_right_when_read_and_soon_without(qtbot: QtBot, look: Look) -> None:
    told = Told()
    label = RichLabel(look, 13, told)
    qtbot.addWidget(label)
    assert isinstance(label, QLabel)
    told.text = "<b>2</b> of 4"
    label.later()
    assert label.text() == "<b>2</b> of 4"
    told.text = "<b>3</b> of 4"
    label.later()
    qtbot.waitUntil(lambda: label.accessibleName() == "3 of 4")
    assert label.toolTip() == "3 of 4"


def test_asks_in_a_row_do_not_put_the_act_off(qtbot: QtBot) -> None:
    parent, acts = QWidget(), []
    qtbot.addWidget(parent)
    soon = Soon(parent, lambda: acts.append(1), 20)
    again = Soon(parent, soon.ask, 2)
    again.setSingleShot(False)
    again.ask()
    qtbot.waitUntil(lambda: len(acts) >= 3)
    again.stop()
