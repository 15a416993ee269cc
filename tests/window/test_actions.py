"""Menus by the keyboard alone."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QKeySequence

from poolstudio.app import create_window
from poolstudio.window.main_window import MainWindow


@pytest.fixture
def window(qapp: object) -> Iterator[MainWindow]:
    window = create_window("light")
    yield window
    window.close()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_each_menu_has_a_key_of_its_own(window: MainWindow) -> None:
    keys = [QKeySequence.mnemonic(action.text()).toString() for action in window.menuBar().actions()]
    assert keys == ["Alt+F", "Alt+E", "Alt+V", "Alt+P", "Alt+H"]


def test_no_two_actions_share_a_shortcut(window: MainWindow) -> None:
    keys = [key.toString() for action in window.actions_.by_name.values() for key in action.shortcuts()]
    assert len(keys) == len(set(keys)) > 8
