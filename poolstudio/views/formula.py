"""The output-size formula with its numbers filled in, or what it waits for."""

from fractions import Fraction

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from poolstudio.core import Formula, PoolError, PoolSpec, axes
from poolstudio.figures.fonts import ui_font
from poolstudio.figures.theme import FONT_BODY, FONT_FOOTER, LIGHT, Theme
from poolstudio.state.numbers import MINUS, pair
from poolstudio.state.store import Store
from poolstudio.views.restyle import set_property

_NBSP = "\u00a0"


def size_lines(formula: Formula) -> tuple[str, str]:
    """The two lines of one axis: the quotient, and its rounding with the result in bold. HTML.

    >>> size_lines(axes((7, 7), PoolSpec.of(3, 2, 1))[0].formula())[0].replace(_NBSP, " ")
    '(7 + 2·1 − 1·(3 − 1) − 1) / 2 = 3'
    """
    n, p, d, k, s = formula.n, formula.padding, formula.dilation, formula.kernel, formula.stride
    value, exact = quotient_text(formula.quotient)
    # Where a line is too long, it breaks at these three places alone.
    inner = [
        f"({n} + 2·{p}",
        f"{MINUS} {d}·({k} {MINUS} 1) {MINUS} 1)",
        f"/ {s}",
        f"{'=' if exact else '≈'} {value}",
    ]
    first = " ".join(part.replace(" ", _NBSP) for part in inner)
    left, right = ("⌈", "⌉") if formula.ceil_mode else ("⌊", "⌋")
    less = f" {MINUS} 1" if formula.dropped else ""
    return first, f"{left}{value}{right} + 1{less} = <b>{formula.out}</b>".replace(" ", _NBSP)


def quotient_text(quotient: Fraction) -> tuple[str, bool]:
    """A quotient in at most four decimals, and whether that is all of it. A fraction never reads as whole."""
    for decimals in (0, 1, 2, 3):
        if (quotient * 10**decimals).denominator == 1:
            return f"{float(quotient):.{decimals}f}".replace("-", MINUS), True
    text = f"{float(quotient):.3f}"
    if text.endswith(".000"):
        text = f"{float(quotient):.4f}"
    return text.rstrip("0").replace("-", MINUS), False


class FormulaView(QWidget):
    """One block where both axes have the same numbers, else one for each."""

    def __init__(self, store: Store) -> None:
        super().__init__()
        self._store = store
        self._theme = LIGHT
        self._error: PoolError | None = None
        self._lines: list[QLabel] = []
        self._shown: list[tuple[str, str]] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self.setToolTip(
            self.tr(
                "The output size: (input + 2·padding − dilation·(kernel − 1) − 1) / stride, rounded, plus 1. "
                "A larger stride makes it smaller."
            )
        )
        store.pane_changed.connect(self._pane_changed)

    def text(self) -> str:
        """All that it says, a line each, without marks."""
        lines = (line.replace("<b>", "").replace("</b>", "") for line, _ in self._shown)
        return "\n".join(lines).replace(_NBSP, " ")

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._fill(self._shown)

    def refresh(self, error: PoolError | None) -> None:
        """Show the Problem's output size, or that it waits while `error` stands."""
        self._error = error
        self._show([(self._waiting(error), "muted")] if error is not None else self._blocks())

    # -- inside ------------------------------------------------------------------------------------

    def _pane_changed(self) -> None:
        if self._error is not None:
            self.refresh(self._error)

    def _blocks(self) -> list[tuple[str, str]]:
        problem = self._store.problem
        try:
            height, width = (axis.formula() for axis in axes(problem.shape, problem.spec))
        except PoolError as error:
            # No pane has windows just now, so that nothing is at fault: all are global.
            return [(self._waiting(error), "muted")]
        both, first, second = self._titles()
        if height == width:
            return self._block(both, height)
        return [*self._block(first, height), *self._block(second, width)]

    def _titles(self) -> tuple[str, str, str]:
        return self.tr("height and width"), self.tr("height"), self.tr("width")

    def _block(self, title: str, formula: Formula) -> list[tuple[str, str]]:
        first, second = size_lines(formula)
        lines = [(title, "muted"), (first, "footer"), (second, "footer")]
        if formula.dropped:
            lines.append((self.tr("One less: the last window would start beyond the input."), "muted"))
        return lines

    def _waiting(self, error: PoolError) -> str:
        names = {
            "kernel_size": self.tr("kernel"),
            "stride": self.tr("stride"),
            "padding": self.tr("padding"),
            "dilation": self.tr("dilation"),
        }
        name = names.get(error.field, error.field)
        text = self.tr("Waits for a legal {field}.").format(field=name)
        good = self._last_good()
        if good is None:
            return text
        size, spec = good
        value = getattr(spec, error.field.removesuffix("_size"), None)
        with_value = ""
        if isinstance(value, tuple):
            number = str(value[0]) if value[0] == value[1] else f"{value[0]}×{value[1]}"
            with_value = self.tr(", with {field} {value}").format(field=name, value=number)
        last = self.tr("Last good answer: {size}{with_value}.")
        shown = f"<b>{pair(*size)}</b>".replace(" ", _NBSP)
        return f"{text} {last.format(size=shown, with_value=with_value)}"

    def _last_good(self) -> tuple[tuple[int, int], PoolSpec] | None:
        """Size and settings of the answer that the panes still show."""
        for pane, operator in zip(self._store.panes, self._store.problem.operators, strict=True):
            result = pane.result
            if result is None or result.values is None or operator.is_global or result.operator.is_global:
                continue
            rows, cols = result.values.shape[-2:]
            return (int(rows), int(cols)), result.spec
        return None

    def _show(self, lines: list[tuple[str, str]]) -> None:
        if lines != self._shown:
            self._shown = lines
            self._fill(lines)

    def _styled(self, text: str) -> str:
        """Results stand out in weight and, in a muted sentence, in colour; wrapped lines get air."""
        result = f'<span style="font-weight:600; color:{self._theme.text.name()}">'
        text = text.replace("<b>", result).replace("</b>", "</span>")
        return f'<p style="margin:0; line-height:125%">{text}</p>'

    def _fill(self, lines: list[tuple[str, str]]) -> None:
        while len(self._lines) < len(lines):
            label = QLabel()
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.RichText)
            label.setMinimumHeight(20)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            self._lines.append(label)
            self._column.addWidget(label)
        for label, (text, role) in zip(self._lines, lines, strict=False):
            set_property(label, "role", role)
            label.setFont(ui_font(FONT_BODY if text in self._titles() else FONT_FOOTER))
            label.setText(self._styled(text))
            # The second block stands a little apart from the first.
            label.setContentsMargins(0, 8 if text == self._titles()[2] else 0, 0, 0)
        for index, label in enumerate(self._lines):
            label.setVisible(index < len(lines))
        self.setAccessibleName(self.text())
