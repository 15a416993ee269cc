"""The message below a field's row: what is wrong there, and a button for the nearest legal value."""

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from poolstudio.core import PoolError, axes
from poolstudio.figures.fonts import ui_font
from poolstudio.figures.icons import icon
from poolstudio.figures.theme import FOCUS_RING, FONT_FOOTER, Theme
from poolstudio.state.operators import Operator
from poolstudio.state.problem import Problem
from poolstudio.views.restyle import set_property


def standing_error(problem: Problem, linked: bool) -> PoolError | None:
    """The error that the Problem's own settings bring on its input, the gravest first; None if there is none.

    What is wrong for one operator alone (dilation for average) comes last: `is_note` tells it apart.
    """
    errors = [error for operator in problem.operators if (error := _operator_error(operator, problem))]
    grave = next((error for error in errors if not is_note(error)), None)
    if grave is not None and linked:
        return _stricter(problem, grave)
    return grave or next(iter(errors), None)


def is_note(error: PoolError) -> bool:
    """Whether an error of a Problem concerns one operator and leaves the settings legal."""
    return error.field == "dilation"


def _operator_error(operator: Operator, problem: Problem) -> PoolError | None:
    try:
        operator.check(problem.spec)
        if not operator.is_global:
            axes(problem.shape, problem.spec)
    except PoolError as error:
        return error
    return None


def _stricter(problem: Problem, error: PoolError) -> PoolError:
    """With one kernel for both axes, the axis that allows less speaks: its limit is legal for both."""
    if error.axis != "height" or error.nearest is None:
        return error
    spec = problem.spec
    width_alone = replace(spec, kernel=(1, spec.kernel[1]), padding=(0, spec.padding[1]))
    try:
        axes(problem.shape, width_alone)
    except PoolError as other:
        if other.nearest is None or other.nearest < error.nearest:
            return other
    return error


class SpecMessage(QWidget):
    """One for the panel; it moves to the row that it speaks of."""

    use_clicked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._theme: Theme | None = None
        self._shown: tuple[str, bool] | None = None
        self._sign = QLabel()
        self._sign.setFixedSize(16, 16)
        self.text = QLabel()
        self.text.setObjectName("specMessage")
        self.text.setWordWrap(True)
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        self.use = QPushButton()
        self.use.setObjectName("specUse")
        self.use.setFixedHeight(24)
        self.use.setMinimumWidth(62)
        self.use.setAutoDefault(False)
        self.use.clicked.connect(self.use_clicked)
        column = QVBoxLayout()
        column.setSpacing(6)
        column.addWidget(self.text)
        column.addWidget(self.use, 0, Qt.AlignmentFlag.AlignLeft)
        row = QHBoxLayout(self)
        row.setContentsMargins(FOCUS_RING, 2, 0, 6)
        row.setSpacing(4)
        row.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(column, 1)
        self.clear()

    def clear(self) -> None:
        self._shown = None
        self.hide()
        self.text.hide()
        self.text.clear()
        self.use.hide()

    def show_error(self, error: PoolError, note: bool = False) -> None:
        """Say what is wrong; `note` says it quietly."""
        message = str(error)
        if (message, note) == self._shown:
            return
        self._shown = message, note
        set_property(self.text, "role", "muted" if note else "error")
        # Muted text has the body's size elsewhere.
        self.text.setFont(ui_font(FONT_FOOTER))
        self.text.setText(message)
        self.text.setAccessibleName(message)
        self.text.setToolTip(message)
        self.text.show()
        self._show_sign()
        self.use.setVisible(error.nearest is not None)
        if error.nearest is not None:
            self.use.setText(self.tr("Use {value}").format(value=error.nearest))
            tip = self.tr("Sets the nearest legal value, {value}. The answers follow.")
            self.use.setToolTip(tip.format(value=error.nearest))
            self.use.setAccessibleName(self.tr("Use {value}").format(value=error.nearest))
        self.show()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._show_sign()

    def _show_sign(self) -> None:
        if self._theme is None:
            return
        note = self._shown is not None and self._shown[1]
        name, colour = ("hint", "muted") if note else ("warning", "error")
        self._sign.setPixmap(icon(name, self._theme, colour).pixmap(16, 16))
