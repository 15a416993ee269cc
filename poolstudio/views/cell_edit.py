"""The editor of one cell, in the value table and in the cells near the pointer."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from poolstudio.figures.fonts import ui_font
from poolstudio.figures.theme import FOCUS_RING, FONT_BODY, Theme
from poolstudio.state.problem import Cell

_STEPS: dict[int, Cell] = {
    Qt.Key.Key_Return.value: (1, 0),
    Qt.Key.Key_Enter.value: (1, 0),
    Qt.Key.Key_Tab.value: (0, 1),
    Qt.Key.Key_Backtab.value: (0, -1),
}


def step_of(event: QKeyEvent) -> Cell | None:
    """Where a key that takes the value goes on to, in rows and columns; None for any other key."""
    step = _STEPS.get(event.key())
    if step == (1, 0) and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
        return -1, 0
    return step


class CellEdit(QLineEdit):
    """A field without a frame of its own, the size of a cell."""

    def __init__(self, parent: QWidget, theme: Theme, row: int, col: int) -> None:
        super().__init__(parent)
        self.setObjectName("cellEdit")
        where = self.tr("Value of row {row}, column {column}")
        self.setAccessibleName(where.format(row=row, column=col))
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setFrame(False)
        self.setFont(ui_font(FONT_BODY))
        self.setMaxLength(400)
        # The window's style gives fields a height and margins that a cell has no room for.
        self.setStyleSheet(
            f"QLineEdit {{ background: {theme.surface.name()}; color: {theme.text.name()};"
            f" border: {FOCUS_RING}px solid {theme.accent.name()}; border-radius: 0; padding: 0; margin: 0;"
            " min-height: 0; max-height: 99px; }"
        )


class OpenEdit(CellEdit):
    """One that looks after itself: `ended` says whether to take the text, and where to go on to."""

    ended = Signal(bool, int, int)

    def __init__(self, parent: QWidget, theme: Theme, row: int, col: int) -> None:
        super().__init__(parent, theme, row, col)
        self.over = False

    def end(self, take: bool, step: Cell = (0, 0)) -> None:
        """Close, once."""
        if not self.over:
            self.over = True
            self.ended.emit(take, *step)
            self.hide()
            # It is gone only when the event loop comes round; by then the next one may be open.
            self.setObjectName("")
            self.deleteLater()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = step_of(event)
        if event.key() == Qt.Key.Key_Escape:
            self.end(take=False)
        elif step is not None:
            self.end(take=True, step=step)
        else:
            super().keyPressEvent(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        # Tab takes the value and goes on to the next cell, as keyPressEvent has it.
        return False

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.end(take=True)
