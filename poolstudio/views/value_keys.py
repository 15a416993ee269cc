"""What both views of values share: keys and menu of cut, copy, paste, fill, clear, NaN and ∞."""

import math
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QInputDialog, QMenu, QWidget

from poolstudio.state.numbers import INFINITY
from poolstudio.state.words import tr
from poolstudio.views.value_edits import Area, ValueEdits
from poolstudio.views.value_rules import refusal

#: Focus that comes back like this points at nothing anew; a click points at its own cell.
QUIET_REASONS = (
    Qt.FocusReason.MouseFocusReason,
    Qt.FocusReason.ActiveWindowFocusReason,
    Qt.FocusReason.PopupFocusReason,
)


class ValueActs:
    """What both views do with their selection; a view says which cells that is."""

    edits: ValueEdits

    def area(self) -> Area:
        """The cells that are copied."""
        raise NotImplementedError

    def chosen(self) -> Area:
        """The cells that are written to."""
        return self.area()

    def written(self, area: Area) -> None:
        """Called with the cells that a paste has filled."""

    def copy(self) -> None:
        """The cells as a block for a spreadsheet."""
        self.edits.copy(self.area())

    def cut(self) -> None:
        self.edits.cut(self.chosen())

    def paste(self, text: str | None = None) -> None:
        """Paste text (the clipboard's) at the first chosen cell."""
        text = QGuiApplication.clipboard().text() if text is None else text
        area = self.edits.paste(self.chosen(), text)
        if area is not None:
            self.written(area)

    def fill(self, value: float) -> None:
        self.edits.fill(self.chosen(), value)

    def clear(self) -> None:
        self.edits.clear(self.chosen())

    def ask_fill(self) -> None:
        """Ask for the number to fill the chosen cells with."""
        area = self.chosen()
        ask_fill(self._widget(), lambda text: self.edits.fill_text(area, text))

    def context_menu(self) -> QMenu:
        """Cut, copy, paste, fill, clear, NaN and ∞ for the chosen cells."""
        return value_menu(self, self._widget(), self.edits)

    def _widget(self) -> QWidget:
        assert isinstance(self, QWidget)
        return self


def clipboard_act(view: ValueActs, event: QKeyEvent) -> Callable[[], None] | None:
    """What a key does to the selection, or None for any other key."""
    standard = QKeySequence.StandardKey
    if event.matches(standard.Copy):
        return view.copy
    if event.matches(standard.Cut):
        return view.cut
    if event.matches(standard.Paste):
        return view.paste
    plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    if plain and event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
        return view.clear
    return None


def value_menu(view: ValueActs, parent: QWidget, edits: ValueEdits) -> QMenu:
    """The menu of a selection; what the values' type cannot hold is greyed."""
    menu = QMenu(parent)
    standard = QKeySequence.StandardKey
    writable = edits.source_plane is not None

    def add(name: str, text: str, act: Callable[[], None], keys: object = None, on: bool = True) -> None:
        action = menu.addAction(text)
        action.setObjectName(name)
        if isinstance(keys, standard):
            # Shown only: the view itself takes the keys.
            action.setShortcut(QKeySequence(keys))
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.setEnabled(on)
        action.triggered.connect(lambda checked=False: act())

    add("cut", tr("Cut"), view.cut, standard.Cut, writable)
    add("copy", tr("Copy"), view.copy, standard.Copy)
    add("paste", tr("Paste"), view.paste, standard.Paste, writable)
    menu.addSeparator()
    add("fill", tr("Fill with…"), view.ask_fill, None, writable)
    add("clear", tr("Clear"), view.clear, standard.Delete, writable)
    menu.addSeparator()
    dtype = edits.values.dtype
    for name, text, value in (
        ("nan", "NaN", math.nan),
        ("infinity", INFINITY, math.inf),
        ("minusInfinity", "\u2212" + INFINITY, -math.inf),
    ):
        fits = writable and refusal(value, dtype) is None
        add(name, text, partial(view.fill, value), None, fits)
    return menu


def ask_fill(parent: QWidget, take: Callable[[str], object]) -> None:
    """Ask for a number, without holding up the window."""
    dialog = QInputDialog(parent)
    dialog.setObjectName("fillDialog")
    dialog.setWindowTitle(tr("Fill"))
    dialog.setLabelText(tr("Number for the selected cells"))
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.textValueSelected.connect(take)
    dialog.open()
