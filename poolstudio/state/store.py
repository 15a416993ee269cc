"""The Store: holds the Problem, its answers and the focus, alone changes them, and signals each change."""

from dataclasses import replace
from typing import Any

import numpy as np
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoStack

from poolstudio.core import PoolError, PoolSpec
from poolstudio.state import sentences
from poolstudio.state.commands import Change, EditCells
from poolstudio.state.focus import Focus
from poolstudio.state.gradients import GradientMap
from poolstudio.state.highlights import Highlight, highlight
from poolstudio.state.moves import edited, moved
from poolstudio.state.operators import Kind, Operator
from poolstudio.state.patching import pane_patch
from poolstudio.state.problem import Cell, Dot, Problem
from poolstudio.state.result import PaneResult
from poolstudio.state.shown import ShownPane
from poolstudio.state.source import COLOUR, GRID_LIMIT, Array, Source, same_bits
from poolstudio.state.words import tr

#: Edits of arrays above this many bytes keep the changed block alone in the undo history.
SMALL = 1 << 20
UNDO_LIMIT = 500


class Store(QObject):
    """One for a window. Signals carry nothing: a listener reads what it needs."""

    input_leaving = Signal()  # an open editor takes or drops what was typed, before the input is another
    problem_changed = Signal()
    solve_wanted = Signal()
    pane_changed = Signal(int)
    input_changed = Signal()
    dot_changed = Signal()
    highlight_changed = Signal()
    spec_error_changed = Signal()
    gradient_changed = Signal()
    gradient_wanted = Signal()
    view_changed = Signal()
    status_changed = Signal()

    def __init__(self, problem: Problem, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.problem = problem
        self.panes: tuple[ShownPane, ...] = tuple(ShownPane() for _ in problem.operators)
        self.input_pixels: Any = None
        self.hover: Focus | None = None
        self.pinned: Focus | None = None
        self.highlight = Highlight()
        self.refusal: PoolError | None = None
        self.gradient_on = False
        self.gradient_pane = 0
        self.gradient: GradientMap | None = None
        self.gradient_pixels: Any = None
        self.value_plane = 0
        self.status = ""
        self.status_is_error = False
        self.dot_has_moved = False
        self.changed_counts: list[int] = []
        self.changed_cells: tuple[tuple[Cell, ...], ...] = ((),) * len(problem.operators)
        self.undo_stack = QUndoStack(self)
        self.undo_stack.setUndoLimit(UNDO_LIMIT)
        self._last_dot: Dot | None = problem.dot
        self._steps = 0
        self._awaited: set[int] = set()
        self._swapping = False
        #: True while the Problem is being swapped, when nothing may be edited.
        self.changing = False

    # -- what the user does ------------------------------------------------------------------------

    def set_spec(self, spec: PoolSpec, merge: str = "") -> None:
        """Apply legal settings; one undo step, or part of the running one with the same `merge` key."""
        had_refusal, self.refusal = self.refusal is not None, None
        if spec == self.problem.spec:
            if had_refusal:
                self._refresh_after_refusal()
            return
        self._push(tr("settings"), {"spec": spec}, merge)

    def refuse(self, error: PoolError) -> None:
        """Settings that are no legal layer: the answers stay, stale, and the reason is said."""
        self.refusal = error
        self._mark_stale(error)
        shown = next((pane.result.spec for pane in self.panes if pane.result is not None), self.problem.spec)
        self.say(sentences.refused(self.problem.operators, shown, error), error=True)
        self.spec_error_changed.emit()

    def set_source(self, source: Source, dot: Dot | None = None, message: str = "") -> None:
        """Another input; the settings stay, the dot is off unless one is given."""
        changes: dict[str, Any] = {"source": source, "dot": dot, "channel": source.choices()[0]}
        self._push(tr("input"), changes)
        if message or self.spec_error is None:
            self.say(message or sentences.start(self.problem))

    def set_channel(self, channel: str) -> None:
        if channel != self.problem.channel and channel in self.problem.source.choices():
            self._push(tr("channel"), {"channel": channel})
            self.say(sentences.settings(self.problem))

    def set_operator(self, pane: int, kind: Kind) -> None:
        operators = list(self.problem.operators)
        if operators[pane].kind == kind:
            return
        operators[pane] = Operator(kind)
        self._push(tr("operator"), {"operators": tuple(operators)})
        if self.spec_error is None:
            self.say(sentences.operator_changed(self.problem, pane))

    def edit_cells(self, row: int, col: int, block: Array, plane: int | None = None, text: str = "") -> None:
        """Write a block (h, w) of numbers at (row, col) of one channel; it must lie inside the input."""
        source = self.problem.source
        index = slice(0, 1) if plane is None else slice(plane, plane + 1)
        place = (index, slice(row, row + block.shape[0]), slice(col, col + block.shape[1]))
        new = self.cast(block)[None]
        if same_bits(source.values[place], new):
            return
        title = text or tr("values")
        if source.values.nbytes > SMALL:
            self.undo_stack.push(EditCells(self, title, place, new))
            return
        values = np.array(source.values)
        values[place] = new
        self._push(title, {"source": source.with_values(values)})

    def replace_grid(self, rows: Array, text: str = "") -> None:
        """Other values (H, W) for the grid, of any size up to 64 × 64; one undo step."""
        source = self.problem.source
        values = self.cast(np.asarray(rows))[None]
        if max(values.shape[1:]) > GRID_LIMIT:
            raise ValueError(f"a grid has at most {GRID_LIMIT} rows and columns; got {values.shape[1:]}")
        dot = self.problem.dot
        if dot is not None:
            dot = dot.at(min(dot.row, values.shape[1] - 1), min(dot.col, values.shape[2] - 1))
        self._push(text or tr("values"), {"source": source.with_values(values), "dot": dot})

    def resize_grid(self, rows: int, cols: int) -> None:
        """Grow with zeros or cut at the right and bottom."""
        self.input_leaving.emit()
        if self.problem.shape == (rows, cols):
            return
        self.replace_grid(self.problem.source.resized(rows, cols), tr("grid size"))
        self.say(sentences.settings(self.problem))

    def cast(self, block: Array) -> Array:
        """Numbers in the input's type, as an edit stores them."""
        return self.problem.source.cast(block)

    def toggle_dot(self, on: bool) -> None:
        """Put the dot back where it was (else in the middle), or take it away: the old value is back."""
        if on == (self.problem.dot is not None):
            return
        if not on:
            self._push(tr("dot"), {"dot": None})
            self.say(tr("The dot is off: its cell has its own value again."))
            return
        height, width = self.problem.shape
        at = self.pinned.cell if self.pinned and self.pinned.on_input else None
        if at is None and self._last_dot is not None:
            at = self._last_dot.cell
        if at is None or not (at[0] < height and at[1] < width):
            at = (height // 2, width // 2)
        self._push(tr("dot"), {"dot": Dot(*at, self.problem.source.largest_dot())})
        self.say(sentences.placed(self.problem))

    def move_dot(self, row: int, col: int, merge: str = "") -> None:
        """Move the dot to the nearest cell of the input; only a new cell counts."""
        dot = self.problem.dot
        if dot is None:
            return
        height, width = self.problem.shape
        to = dot.at(min(max(row, 0), height - 1), min(max(col, 0), width - 1))
        if to == dot:
            return
        before = self.problem
        self.dot_has_moved = True
        self._push(tr("dot move"), {"dot": to}, merge)
        totals = [pane.outputs for pane in self.panes]
        names = [tr(operator.kind) for operator in self.problem.operators]
        self.say(sentences.dot_moved(before, self.problem, self.changed_counts, totals, names))

    def new_step(self) -> str:
        """A merge key of its own for a drag, or for a run of keys or typing in one field."""
        self._steps += 1
        return f"step {self._steps}"

    def set_brightness(self, value: float, merge: str = "") -> None:
        dot = self.problem.dot
        if dot is not None and value != dot.value:
            self._push(tr("brightness"), {"dot": replace(dot, value=value)}, merge)
            self.say(tr("The dot's brightness is {value}.").format(value=f"<b>{value:g}</b>"))

    def set_hover(self, focus: Focus | None) -> None:
        focus = self._held(focus)
        if focus != self.hover:
            self.hover = focus
            self._refresh_highlight()

    def set_pinned(self, focus: Focus | None) -> None:
        focus = self._held(focus)
        if focus != self.pinned:
            self.pinned = focus
            self._refresh_highlight()

    def set_value_plane(self, plane: int) -> None:
        if plane != self.value_plane:
            self.value_plane = plane
            self._refresh_highlight()
            self.view_changed.emit()
            if self.gradient_on:
                self.gradient_wanted.emit()

    def set_gradient(self, on: bool, pane: int | None = None) -> None:
        """Show or hide the gradient overlay, of one output pane."""
        pane = self.gradient_pane if pane is None else pane
        if (on, pane) == (self.gradient_on, self.gradient_pane):
            return
        self.gradient_on, self.gradient_pane = on, pane
        self.gradient = self.gradient_pixels = None
        self.gradient_changed.emit()
        if on:
            self.gradient_wanted.emit()
        else:
            self.say(tr("The gradient is hidden."))

    def undo(self) -> None:
        """Take the last step back; refused settings, which are no step, go first."""
        self.input_leaving.emit()
        if self.refusal is not None:
            self.set_spec(self.problem.spec)
        else:
            self.undo_stack.undo()

    def redo(self) -> None:
        self.input_leaving.emit()
        self.undo_stack.redo()

    def say(self, html: str, error: bool = False) -> None:
        self.status, self.status_is_error = html, error
        self.status_changed.emit()

    # -- what the solver hands over ----------------------------------------------------------------

    def accept_pane(self, index: int, result: PaneResult, pixels: Any = None) -> None:
        """A new answer for a pane, or the error that keeps its last one on show."""
        old = self.panes[index]
        if result.error is not None:
            shown = replace(old, error=result.error)
            if old.result is not None and result.error.field != "dilation":
                kept = sentences.refused(self.problem.operators, old.result.spec, result.error)
                self.say(kept, error=True)
        else:
            patch = pane_patch(self.problem, result)
            shown = ShownPane(
                result, pixels, patch, None if self.problem.operators[index].is_global else self.refusal
            )
        self._put_pane(index, shown)
        self._awaited.discard(index)
        # One look when all answers are there, not one for each; a swap looks by itself at its end.
        if not self._awaited and not self._swapping:
            self._refresh_highlight()
        if index == len(self.panes) - 1 or result.error is not None:
            self.spec_error_changed.emit()

    def accept_input(self, pixels: Any) -> None:
        self.input_pixels = pixels
        self.input_changed.emit()

    def accept_gradient(self, overlay: GradientMap | None, pixels: Any = None) -> None:
        self.gradient, self.gradient_pixels = overlay, pixels
        self.gradient_changed.emit()
        if overlay is not None:
            self.say(sentences.gradient(self.problem, overlay))

    @property
    def spec_error(self) -> PoolError | None:
        """The error that stands at a field: refused settings, or ones that do not fit the input."""
        if self.refusal is not None:
            return self.refusal
        return next((pane.error for pane in self.panes if pane.error is not None), None)

    def live_panes(self) -> list[PaneResult | None]:
        """The answers whose geometry is that of the present Problem."""
        return [pane.live(self.problem) for pane in self.panes]

    # -- undo commands call this -------------------------------------------------------------------

    def swap(self, changes: dict[str, Any], text: str, undone: bool) -> None:
        """Put parts of the Problem in place and tell what follows from it. For undo commands alone."""
        self.changing = True
        try:
            self._swap(changes, text, undone)
        finally:
            self.changing = False

    def _swap(self, changes: dict[str, Any], text: str, undone: bool) -> None:
        before, self.problem = self.problem, self.problem.replace(**changes)
        if self.problem.dot is not None:
            self._last_dot = self.problem.dot
        if self.problem.source is not before.source or self.problem.channel != before.channel:
            self._after_input(before)
        same = self.problem.same_answers(before)
        if same:
            touched = self._move_patches(before)
        else:
            touched = []
            if self.problem.spec != before.spec:
                self.refusal = None
            self.changed_cells = ((),) * len(self.panes)
        self.problem_changed.emit()
        for index in touched:
            self.pane_changed.emit(index)
        if not same:
            if self.problem.spec != before.spec and not text:
                self.say(sentences.spec_changed(before, self.problem))
            shown = self.panes
            self._awaited = set(range(len(shown)))
            self._swapping = True
            self.solve_wanted.emit()
            self._swapping = False
            if not self._awaited and self.problem.only_values_differ(before):
                self.changed_cells = edited(shown, self.panes)
                for index in (index for index, cells in enumerate(self.changed_cells) if cells):
                    self.pane_changed.emit(index)
        self._refresh_highlight()
        if self.problem.dot is not before.dot:
            self.dot_changed.emit()
        if text:
            self.say((tr("Undone: {what}.") if undone else tr("Done again: {what}.")).format(what=text))
        if self.gradient_on:
            self.gradient_wanted.emit()

    # -- inside ------------------------------------------------------------------------------------

    def _push(self, text: str, after: dict[str, Any], merge: str = "") -> None:
        if "source" in after:
            self.input_leaving.emit()
        before = {name: getattr(self.problem, name) for name in after}
        self.swap(after, "", undone=False)
        self.undo_stack.push(Change(self, text, before, after, merge))

    def _after_input(self, before: Problem) -> None:
        shape = self.problem.shape
        if self.value_plane >= len(self.problem.plane_names):
            self.value_plane = 0
        if self.problem.channel == COLOUR and before.channel != COLOUR:
            self.value_plane = 0
        if shape != before.shape:
            self.hover = self.pinned = None
            self._last_dot = self.problem.dot

    def _move_patches(self, before: Problem) -> list[int]:
        """Lay the dot's new blocks over the answers, and note what differs; the panes that this touches."""
        moves = [moved(pane, before, self.problem) for pane in self.panes]
        touched = [
            i for i, (pane, move) in enumerate(zip(self.panes, moves, strict=True)) if move.pane is not pane
        ]
        self.panes = tuple(move.pane for move in moves)
        self.changed_counts = [move.count for move in moves]
        self.changed_cells = tuple(move.cells for move in moves)
        return touched

    def _put_pane(self, index: int, shown: ShownPane) -> None:
        self.panes = (*self.panes[:index], shown, *self.panes[index + 1 :])
        self.pane_changed.emit(index)

    def _held(self, focus: Focus | None) -> Focus | None:
        """The focus, if its cell is there."""
        if focus is None:
            return None
        height, width = self.problem.shape
        if not focus.on_input:
            result = self.panes[focus.pane].result
            if result is None or result.values is None:
                return None
            height, width = result.values.shape[-2:]
        return focus if 0 <= focus.row < height and 0 <= focus.col < width else None

    def _refresh_highlight(self) -> None:
        self.hover, self.pinned = self._held(self.hover), self._held(self.pinned)
        self.highlight = highlight(
            self.problem, self.live_panes(), self.pinned or self.hover, self.value_plane
        )
        self.highlight_changed.emit()

    def _mark_stale(self, error: PoolError) -> None:
        for index, pane in enumerate(self.panes):
            if not self.problem.operators[index].is_global and pane.result is not None:
                self._put_pane(index, replace(pane, error=error))

    def _refresh_after_refusal(self) -> None:
        """The settings are the last good ones again: ask anew, which settles each pane's own error."""
        self.say(sentences.settings(self.problem))
        self.solve_wanted.emit()
        self.spec_error_changed.emit()
