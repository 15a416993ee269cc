"""The message below a field's row: what is wrong there, and a button for the nearest legal value."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from poolstudio.core import PoolError, axes
from poolstudio.figures.icons import icon
from poolstudio.figures.theme import Theme
from poolstudio.state.operators import Operator
from poolstudio.state.problem import Problem


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
    kernel = (1, problem.spec.kernel[1])
    padding = (0, problem.spec.padding[1])
    try:
        axes(problem.shape, _with(problem, kernel, padding))
    except PoolError as other:
        if other.nearest is None or other.nearest < error.nearest:
            return other
    return error


def _with(problem: Problem, kernel: tuple[int, int], padding: tuple[int, int]):  # type: ignore[no-untyped-def]
    from dataclasses import replace

    return replace(problem.spec, kernel=kernel, padding=padding)


class SpecMessage(QWidget):
    """One for the panel; it moves to the row that it speaks of."""

    use_clicked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._theme: Theme | None = None
        self._note = False
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
        row.setContentsMargins(0, 2, 0, 6)
        row.setSpacing(4)
        row.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(column, 1)
        self.clear()

    def clear(self) -> None:
        self.hide()
        self.text.hide()
        self.text.clear()
        self.use.hide()

    def show_error(self, error: PoolError, note: bool = False) -> None:
        """Say what is wrong; `note` says it quietly."""
        message = str(error)
        self._note = note
        self.text.setProperty("role", "muted" if note else "error")
        self.text.style().unpolish(self.text)
        self.text.style().polish(self.text)
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
        name, colour = ("hint", self._theme.muted) if self._note else ("warning", self._theme.error)
        self._sign.setPixmap(icon(name, self._theme, colour).pixmap(16, 16))
