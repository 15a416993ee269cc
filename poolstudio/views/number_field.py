"""A field for a whole number: applies what was typed once, and leaves the wheel alone without focus."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QLocale, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QKeySequence,
    QValidator,
    QWheelEvent,
)
from PySide6.QtWidgets import QMenu, QSpinBox, QWidget

from poolstudio.state.sentences import no_number
from poolstudio.views.restyle import set_property

#: A pause in typing of this length applies the number, as Enter, Tab and leaving the field do.
PAUSE_MS = 400
_MOST = 99_999_999  # beyond any side of a picture that is read
_LONGEST = 8  # digits
_MARGIN = 8


class NumberField(QSpinBox):
    """Whole numbers from 0, ASCII digits only.

    `edited` carries a value that the user put in: typed (once, when the typing ends), stepped or reset;
    `refused` a text that is no value, after the field has gone back to its value or to the nearest one.
    Values from the program come by `show_value` and are not told back.
    """

    edited = Signal(int)
    refused = Signal(str)
    focused = Signal()

    def __init__(self, name: str, title: str, tip: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setAccessibleName(title)
        self.setToolTip(tip)
        self.setRange(0, _MOST)
        self.setLocale(QLocale.c())
        self.setGroupSeparatorShown(False)
        self.setKeyboardTracking(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.DefaultContextMenu)
        self.reset_value: int | None = None
        self._told = self.value()
        self._quiet = False
        self._refused = ""
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._pause.timeout.connect(self._after_pause)
        self.lineEdit().textEdited.connect(self._typed)
        self.lineEdit().textChanged.connect(self._fit)
        self._fit(self.text())
        self.editingFinished.connect(self._ended)
        self.valueChanged.connect(self._tell)

    def show_value(self, value: int) -> None:
        """Show a value without telling it back; what was typed and not yet applied gives way."""
        self._pause.stop()
        if value != self.value() or self.text() != str(value):
            with QSignalBlocker(self):
                self.setValue(value)
                self.lineEdit().setText(str(self.value()))
            self._fit(self.text())
        self._told = self.value()

    def set_most(self, most: int) -> None:
        """Take another greatest value, without telling a value back that gives way to it."""
        with QSignalBlocker(self):
            self.setMaximum(most)
        self._told = self.value()

    def put(self, value: int) -> None:
        """Set a value as if the user had done it."""
        self._pause.stop()
        self.setValue(value)

    def tell_refusals(self, say: Callable[..., None]) -> None:
        """Have texts that are no value said, as `say(sentence, error=True)`."""

        def refused(text: str) -> None:
            low, high = self.minimum(), self.maximum()
            say(no_number(self.accessibleName(), text, low, high, self.value()), error=True)

        self.refused.connect(refused)

    def set_invalid(self, message: str) -> None:
        """Mark the field as the one at fault, with the reason for screen readers; "" takes the mark away."""
        self.setAccessibleDescription(message)
        set_property(self, "invalid", bool(message))

    def context_menu(self) -> QMenu:
        """The editing menu, with Reset where the field has a value to go back to."""
        menu = self.lineEdit().createStandardContextMenu()
        if self.reset_value is not None:
            value = self.reset_value
            menu.addSeparator()
            reset = menu.addAction(self.tr("Reset to {value}").format(value=value))
            reset.setObjectName("reset")
            reset.setEnabled(self.value() != value)
            reset.triggered.connect(lambda: self.put(value))
        return menu

    # -- Qt's own ----------------------------------------------------------------------------------

    def textFromValue(self, value: int) -> str:
        return str(value)

    def valueFromText(self, text: str) -> int:
        return int(text.strip())

    def validate(self, text: str, pos: int) -> tuple[QValidator.State, str, int]:
        digits = text.strip()
        if not digits:
            return QValidator.State.Intermediate, text, pos
        if not (digits.isascii() and digits.isdigit()) or len(digits) > _LONGEST:
            # Not swallowed key by key, which would make 35 of 3.5: refused whole, when the typing ends.
            return QValidator.State.Intermediate, text, pos
        fits = self.minimum() <= int(digits) <= self.maximum()
        return QValidator.State.Acceptable if fits else QValidator.State.Intermediate, text, pos

    def fixup(self, text: str) -> str:
        digits = text.strip()
        if digits:
            self._refused = digits
        if digits.isascii() and digits.isdigit():
            return str(min(max(int(digits), self.minimum()), self.maximum()))
        return str(self.value())

    def stepBy(self, steps: int) -> None:
        # What was typed and the step are one change.
        self._pause.stop()
        self._quiet = True
        try:
            self.interpretText()
            super().stepBy(steps)
        finally:
            self._quiet = False
        self._tell()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focused.emit()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = self.context_menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def event(self, event: QEvent) -> bool:
        # A line edit keeps undo and redo for its own text; here they undo settings, as anywhere else.
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and not self._pending()
            and (event.matches(QKeySequence.StandardKey.Undo) or event.matches(QKeySequence.StandardKey.Redo))
        ):
            event.ignore()
            return False
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        undo = event.matches(QKeySequence.StandardKey.Undo)
        if undo or event.key() == Qt.Key.Key_Escape:
            if self._pending():
                self.show_value(self._told)
                self.selectAll()
            else:
                event.ignore()
            return
        if event.matches(QKeySequence.StandardKey.Redo):
            event.ignore()
            return
        super().keyPressEvent(event)

    # -- inside ------------------------------------------------------------------------------------

    def _pending(self) -> bool:
        return self.text() != str(self._told)

    def _typed(self) -> None:
        self._pause.start()

    def _fit(self, text: str) -> None:
        # A style sheet's padding does not reach the text. Four digits need all the width.
        self.lineEdit().setTextMargins(_MARGIN if len(text) <= 3 else 0, 0, 0, 0)

    def _after_pause(self) -> None:
        # A field that was emptied waits for its number until it is left.
        if self.hasAcceptableInput():
            self.interpretText()

    def _ended(self) -> None:
        self._pause.stop()
        refused, self._refused = self._refused, ""
        if refused:
            self.refused.emit(refused)

    def _tell(self) -> None:
        if not self._quiet and self.value() != self._told:
            self._pause.stop()
            self._told = self.value()
            self._fit(self.text())
            self.edited.emit(self._told)
