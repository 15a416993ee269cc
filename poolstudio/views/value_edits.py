"""Edits of the input's values: typed, pasted, filled, cleared; one undo step and one sentence each."""

from collections.abc import Callable
from html import escape
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from poolstudio.files.numbers import NumberProblem, parse_number
from poolstudio.files.tables import Block, TableProblem, format_block, parse_block
from poolstudio.state.moves import unlike
from poolstudio.state.numbers import Real, cell, cell_text, exact_text, grouped, pair
from poolstudio.state.source import COLOUR, GRID_LIMIT, Array
from poolstudio.state.store import Store
from poolstudio.state.words import bold, tr
from poolstudio.views.value_rules import first_refused, refusal


class Area(NamedTuple):
    """A rectangle of cells."""

    top: int
    left: int
    rows: int = 1
    cols: int = 1

    @property
    def slices(self) -> tuple[slice, slice]:
        return slice(self.top, self.top + self.rows), slice(self.left, self.left + self.cols)

    def clipped(self, shape: tuple[int, int]) -> "Area":
        return Area(
            self.top, self.left, min(self.rows, shape[0] - self.top), min(self.cols, shape[1] - self.left)
        )


class ValueEdits(QObject):
    """Checks what a user puts in, hands it to the Store and says what came of it, or why nothing did."""

    said = Signal(str, bool)

    def __init__(self, store: Store, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        #: Whether the change of the Problem that is being told comes from here.
        self.busy = False
        self._before: list[Array] | None = None

    # -- what is edited -----------------------------------------------------------------------------

    @property
    def plane(self) -> int:
        """The plane of the pooled array that is on show."""
        return min(self._store.value_plane, self._store.problem.array.shape[0] - 1)

    @property
    def source_plane(self) -> int | None:
        """Its index in the source's own values; None for luma, which is computed from them."""
        problem = self._store.problem
        if len(problem.source.channels) == 1:
            return 0
        if problem.channel == COLOUR:
            return self.plane
        channels = problem.source.channels
        return channels.index(problem.channel) if problem.channel in channels else None

    @property
    def values(self) -> Array:
        """The values on show without the dot, (H, W), read-only."""
        return self._store.problem.array[self.plane]

    def shown(self, area: Area) -> Array:
        """The values on show in an area, the dot included."""
        rows, cols = area.slices
        return self._store.problem.region((rows.start, rows.stop), (cols.start, cols.stop))[self.plane]

    # -- edits ----------------------------------------------------------------------------------------

    def enter(self, row: int, col: int, text: str) -> bool:
        """Put typed text into a cell; False if it is refused, which leaves the cell as it was."""
        if not self._writable():
            return False
        old = self.values[row, col]
        where = cell(row, col)
        try:
            value = parse_number(text)
            reason = refusal(value, self.values.dtype)
        except NumberProblem as problem:
            value, reason = 0.0, str(problem)
        if reason is not None:
            kept = self.tr("{reason}; {cell} keeps {value}.")
            self._say(kept.format(reason=escape(reason), cell=where, value=cell_text(old)), error=True)
            return False
        title = self.tr("value at {cell}").format(cell=where)
        if not self._write(Area(row, col), np.array([[value]]), title):
            return True
        new = self.values[row, col]
        dot = self._store.problem.dot
        if dot is not None and dot.cell == (row, col):
            text = self.tr("{cell} under the dot changed from {old} to {new}: the dot still covers it.")
            self._say(text.format(cell=where, old=_short(old, new), new=bold(_short(new, old))))
            return True
        text = self.tr("{cell} changed from {old} to {new}")
        self._say_done(text.format(cell=where, old=_short(old, new), new=bold(_short(new, old))))
        return True

    def paste(self, area: Area, text: str) -> Area | None:
        """Put a block of text at the area's first cell; a single number fills the whole area.

        A typed grid grows for the block up to 64 × 64; what lies beyond that, or beyond a picture's edge, is
        left out and said. Text with a cell that cannot be taken changes nothing. Returns the cells written.
        """
        if not self._writable():
            return None
        try:
            block = parse_block(text)
        except TableProblem as problem:
            self._refuse_paste(str(problem))
            return None
        values = block.values
        bad = first_refused(values, self.values.dtype)
        if bad is not None:
            reason = refusal(float(values[bad]), self.values.dtype)
            self._refuse_paste(self.tr("Cell {cell}: {reason}.").format(cell=cell(*bad), reason=reason))
            return None
        if block.shape == (1, 1) and area.rows * area.cols > 1:
            self.fill(area, float(values[0, 0]))
            return area
        return self._paste_block(area, values, block)

    def fill(self, area: Area, value: float) -> bool:
        """Put one number into every cell of an area."""
        if not self._writable():
            return False
        reason = refusal(value, self.values.dtype)
        if reason is not None:
            self._say(self.tr("Nothing was filled: {reason}.").format(reason=reason), error=True)
            return False
        if self._write(area, np.full((area.rows, area.cols), value), self.tr("fill")):
            text = self.tr("Filled {count} with {value}")
            self._say_done(text.format(count=self._count(area), value=bold(cell_text(value))))
        return True

    def clear(self, area: Area) -> bool:
        """Zeros in an area."""
        if not self._writable():
            return False
        if self._write(area, np.zeros((area.rows, area.cols)), self.tr("clear")):
            self._say_done(self.tr("{count} cleared to 0").format(count=self._count(area)))
        return True

    def copy(self, area: Area) -> None:
        """The values on show as text for a spreadsheet, into the clipboard."""
        QGuiApplication.clipboard().setText(format_block(self.shown(area)))

    def cut(self, area: Area) -> bool:
        if not self._writable():
            return False
        self.copy(area)
        return self.clear(area)

    def fill_text(self, area: Area, text: str) -> bool:
        """`fill` with a number as typed."""
        try:
            return self.fill(area, parse_number(text))
        except NumberProblem as problem:
            reason = escape(str(problem))
            self._say(self.tr("Nothing was filled: {reason}.").format(reason=reason), error=True)
            return False

    # -- inside ---------------------------------------------------------------------------------------

    def _paste_block(self, area: Area, values: Array, block: Block) -> Area | None:
        store, old_shape = self._store, self._store.problem.shape
        grows = store.problem.source.kind == "grid"
        wanted = (area.top + values.shape[0], area.left + values.shape[1])
        shape = old_shape
        if grows:
            shape = (
                min(max(old_shape[0], wanted[0]), GRID_LIMIT),
                min(max(old_shape[1], wanted[1]), GRID_LIMIT),
            )
        target = Area(area.top, area.left, *values.shape).clipped(shape)
        values_in = values[: target.rows, : target.cols]
        before = _answers(store)
        if shape != old_shape:
            grid = np.zeros(shape, self.values.dtype)
            grid[: old_shape[0], : old_shape[1]] = self.values
            grid[target.slices] = values_in
            self._change(lambda: store.replace_grid(grid, self.tr("paste")))
        else:
            self._write(target, values_in, self.tr("paste"))
        effects = []
        if shape != old_shape:
            text = self.tr("the grid grew from {old} to {new}")
            effects.append(text.format(old=pair(*old_shape), new=bold(pair(*shape))))
        lost = self._lost(values.shape[0] - target.rows, values.shape[1] - target.cols)
        effects += [lost] if lost else []
        if not effects and not block.notes:
            effects += self._effect(before)
        said = self.tr("Pasted {size} at {cell}").format(
            size=pair(*values.shape), cell=cell(area.top, area.left)
        )
        notes = "".join(f" {escape(note)}" for note in block.notes)
        self._say(said + (": " + self.tr("; ").join(effects) if effects else "") + "." + notes)
        return target

    def _lost(self, rows: int, cols: int) -> str:
        parts = []
        if rows:
            parts.append(self.tr("1 row") if rows == 1 else self.tr("{n} rows").format(n=grouped(rows)))
        if cols:
            parts.append(self.tr("1 column") if cols == 1 else self.tr("{n} columns").format(n=grouped(cols)))
        if not parts:
            return ""
        what = self.tr(" and ").join(parts)
        if rows + cols == 1:
            return self.tr("{what} did not fit and was left out").format(what=what)
        return self.tr("{what} did not fit and were left out").format(what=what)

    def _count(self, area: Area) -> str:
        if area.rows * area.cols == 1:
            return cell(area.top, area.left)
        return self.tr("{size} cells at {cell}").format(
            size=pair(area.rows, area.cols), cell=cell(area.top, area.left)
        )

    def _writable(self) -> bool:
        if self._store.changing:
            # Qt takes a draft when its cell goes: it was meant for the input that has just left.
            return False
        if self.source_plane is not None:
            return True
        self._say(
            self.tr("Luma is computed from R, G and B: choose one of these to change its values."), error=True
        )
        return False

    def _write(self, area: Area, block: Array, title: str) -> bool:
        """Hand a block to the Store; whether it changed anything."""
        store, before = self._store, self._store.problem
        self._before = _answers(store)
        self._change(lambda: store.edit_cells(area.top, area.left, block, self.source_plane, title))
        return store.problem is not before

    def _change(self, act: Callable[[], None]) -> None:
        self.busy = True
        try:
            act()
        finally:
            self.busy = False

    def _say_done(self, what: str) -> None:
        self._say(": ".join([what, *self._effect(self._before)]) + ".")

    def _effect(self, before: list[Array] | None) -> list[str]:
        """What an edit did to the outputs of a grid, which is answered at once; else nothing."""
        after = _answers(self._store)
        if before is None or after is None:
            return []
        shares = []
        operators = self._store.problem.operators
        for operator, old, new in zip(operators, before, after, strict=True):
            count = int(np.count_nonzero(unlike(old, new)))
            if count:
                share = self.tr("{n} of {all} {name}")
                shares.append(share.format(n=bold(count), all=grouped(new.size), name=tr(operator.kind)))
        if not shares:
            return [self.tr("no output changed")]
        return [self.tr("{shares} outputs changed").format(shares=", ".join(shares))]

    def _refuse_paste(self, reason: str) -> None:
        self._say(self.tr("Nothing was pasted. {reason}").format(reason=escape(reason)), error=True)

    def _say(self, html: str, error: bool = False) -> None:
        self._store.say(html, error)
        self.said.emit(html, error)


def _answers(store: Store) -> list[Array] | None:
    """The outputs on show of a small input, if all panes have the answer to the present Problem."""
    if not store.problem.source.as_cells:
        return None
    arrays = []
    for pane in store.panes:
        answer = pane.displayed()
        if answer is None or pane.stale or pane.result is None:
            return None
        if not pane.result.problem.same_answers(store.problem):
            return None
        arrays.append(answer)
    return arrays


def _short(value: Real, beside: Real) -> str:
    """A value's short text, or its exact one where the short one would not tell it from the other."""
    text = cell_text(value)
    return exact_text(value) if text == cell_text(beside) else text
