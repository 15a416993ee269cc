"""highlight(...) -> Highlight: which windows, winners, ties and outputs to mark. Pure and O(kernel)."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from poolstudio.core import Axis, axes, max_pool_region
from poolstudio.state.focus import INPUT, Focus
from poolstudio.state.problem import Cell, Problem
from poolstudio.state.result import PaneResult
from poolstudio.state.source import Array

#: More windows than this over a cell are drawn as one outline of all that they reach.
MOST_WINDOWS = 16


@dataclass(frozen=True, slots=True)
class WindowMark:
    """A window on the input: its taps along each axis (padding and overhang included) and its output cell."""

    rows: range
    cols: range
    output: Cell


@dataclass(frozen=True, slots=True)
class Cells:
    """A set of cells as all pairs of some rows and some columns."""

    rows: tuple[int, ...] = ()
    cols: tuple[int, ...] = ()

    def __len__(self) -> int:
        return len(self.rows) * len(self.cols)

    def __contains__(self, cell: object) -> bool:
        return isinstance(cell, tuple) and cell[0] in self.rows and cell[1] in self.cols


@dataclass(frozen=True, eq=False)
class DotMark:
    """Outputs that the dot lights: a mask (h, w) whose first cell stands at `origin` of the pane."""

    origin: Cell
    mask: Array


@dataclass(frozen=True, eq=False)
class Highlight:
    """What the panes mark."""

    focus: Focus | None = None
    windows: tuple[WindowMark, ...] = ()
    reach: WindowMark | None = None
    winners: tuple[Cell, ...] = ()
    ties: tuple[Cell, ...] = ()
    outputs: tuple[Cells, ...] = ()
    lit: tuple[DotMark | None, ...] = ()
    covering: int = field(default=0)


def highlight(
    problem: Problem, panes: Sequence[PaneResult | None], focus: Focus | None, plane: int = 0
) -> Highlight:
    """The marks for a focus (the dot's cell where there is none), winners taken in one plane.

    `panes` are the answers on show; None for a pane that has none, or a stale one whose geometry is not the
    problem's.
    """
    over_dot = _over_dot(problem, panes, plane)
    lit = tuple(_lit(problem, pane, plane, over_dot) for pane in panes)
    if focus is None and problem.dot is not None:
        focus = Focus(INPUT, *problem.dot.cell)
    if focus is None or not _inside(problem, panes, focus):
        return Highlight(lit=lit)
    local = [pane is not None and not pane.operator.is_global for pane in panes]
    at_global = not focus.on_input and not local[focus.pane]
    if at_global or all(operator.is_global for operator in problem.operators):
        return _whole_plane(problem, panes, focus, lit, plane)
    if not any(local):
        return Highlight(focus, lit=lit)
    vertical, horizontal = axes(problem.shape, problem.spec)
    if focus.on_input:
        rows, cols = vertical.covering(focus.row), horizontal.covering(focus.col)
    else:
        rows, cols = (focus.row,), (focus.col,)
    cells = Cells(tuple(rows), tuple(cols))
    none = Cells()
    outputs = tuple(cells if here else none for here in local)
    if len(cells) > MOST_WINDOWS:
        return Highlight(focus, (), _reach(vertical, horizontal, cells), (), (), outputs, lit, len(cells))
    windows = tuple(window_mark(vertical, horizontal, row, col) for row in cells.rows for col in cells.cols)
    winners: dict[Cell, None] = {}
    ties: dict[Cell, None] = {}
    if windows and any(pane is not None and pane.operator.kind == "max" for pane in panes):
        looked = over_dot if over_dot is not None and over_dot.cells == cells else None
        looked = looked or _Look(problem, plane, (vertical, horizontal), cells)
        for mark in windows:
            won, tied = looked.winner(mark)
            winners.update({} if won is None else {won: None})
            ties.update(dict.fromkeys(tied))
    tied_only = tuple(cell for cell in ties if cell not in winners)
    return Highlight(focus, windows, None, tuple(winners), tied_only, outputs, lit, len(cells))


class _Look:
    """The winners of a block of windows, found in one pass over the input under them."""

    def __init__(self, problem: Problem, plane: int, pair: tuple[Axis, Axis], cells: Cells) -> None:
        self._problem, self._pair, self.cells = problem, pair, cells
        rows, cols = _span(cells.rows), _span(cells.cols)
        in_rows, in_cols = pair[0].extent(*rows), pair[1].extent(*cols)
        self._first = rows[0], cols[0]
        self._origin = in_rows[0], in_cols[0]
        self._block = problem.region(in_rows, in_cols)[plane]
        self.indices = np.full((rows[1] - rows[0], cols[1] - cols[0]), -1)
        if self._block.size:
            _, self.indices = max_pool_region(
                self._block, self._origin, problem.shape, problem.spec, rows, cols, return_indices=True
            )

    def winner(self, mark: WindowMark) -> tuple[Cell | None, tuple[Cell, ...]]:
        """The winner of one of the windows and the cells that tie with it."""
        flat = int(self.indices[mark.output[0] - self._first[0], mark.output[1] - self._first[1]])
        if flat < 0:
            return None, ()
        top, left = self._origin
        won = divmod(flat, self._problem.shape[1])
        best = self._block[won[0] - top, won[1] - left]
        rows, cols = (axis.real(index) for axis, index in zip(self._pair, mark.output, strict=True))
        taps = self._block[
            rows.start - top : rows.stop - top : rows.step, cols.start - left : cols.stop - left : cols.step
        ]
        same = np.isnan(taps) if best != best else taps == best
        if np.count_nonzero(same) <= 1:
            return won, ()
        found = [(rows[r], cols[c]) for r, c in np.argwhere(same).tolist()]
        return won, tuple(cell for cell in found if cell != won)


def _span(values: tuple[int, ...]) -> tuple[int, int]:
    return values[0], values[-1] + 1


def window_mark(vertical: Axis, horizontal: Axis, row: int, col: int) -> WindowMark:
    """The window of one output cell, as taps along each axis."""
    return WindowMark(vertical.taps(row), horizontal.taps(col), (row, col))


def winners_in(problem: Problem, mark: WindowMark, plane: int) -> tuple[Cell | None, tuple[Cell, ...]]:
    """The winner of a window (the first largest, the last NaN) and the other cells that tie with it."""
    row, col = mark.output
    pair = axes(problem.shape, problem.spec)
    return _Look(problem, plane, pair, Cells((row,), (col,))).winner(mark)


def _reach(vertical: Axis, horizontal: Axis, cells: Cells) -> WindowMark:
    top, bottom = vertical.taps(cells.rows[0]), vertical.taps(cells.rows[-1])
    left, right = horizontal.taps(cells.cols[0]), horizontal.taps(cells.cols[-1])
    return WindowMark(
        range(top.start, bottom[-1] + 1), range(left.start, right[-1] + 1), (cells.rows[0], cells.cols[0])
    )


def _inside(problem: Problem, panes: Sequence[PaneResult | None], focus: Focus) -> bool:
    if focus.on_input:
        height, width = problem.shape
    else:
        pane = panes[focus.pane] if focus.pane < len(panes) else None
        if pane is None or pane.values is None:
            return False
        height, width = pane.values.shape[-2:]
    return 0 <= focus.row < height and 0 <= focus.col < width


def _whole_plane(
    problem: Problem,
    panes: Sequence[PaneResult | None],
    focus: Focus,
    lit: tuple[DotMark | None, ...],
    plane: int,
) -> Highlight:
    """A global output reads every cell: the whole plane is its window."""
    height, width = problem.shape
    mark = WindowMark(range(height), range(width), (0, 0))
    outputs = tuple(Cells((0,), (0,)) if pane and pane.operator.is_global else Cells() for pane in panes)
    return Highlight(focus, (mark,), None, (), (), outputs, lit, 1)


def _over_dot(problem: Problem, panes: Sequence[PaneResult | None], plane: int) -> _Look | None:
    """The winners of the windows over the dot, where a pane shows the maximum and a window covers it."""
    dot = problem.dot
    if dot is None or all(pane is None or pane.operator.kind != "max" for pane in panes):
        return None
    vertical, horizontal = axes(problem.shape, problem.spec)
    cells = Cells(tuple(vertical.covering(dot.row)), tuple(horizontal.covering(dot.col)))
    return _Look(problem, plane, (vertical, horizontal), cells) if cells else None


def _lit(problem: Problem, pane: PaneResult | None, plane: int, over_dot: _Look | None) -> DotMark | None:
    """The outputs that the dot wins (max) or has a share in (average)."""
    dot = problem.dot
    if dot is None or pane is None or pane.values is None:
        return None
    if pane.operator.is_global:
        if pane.operator.is_max and problem.dot_value() < pane.values[plane, 0, 0]:
            return None
        return DotMark((0, 0), np.ones((1, 1), bool))
    vertical, horizontal = axes(problem.shape, pane.spec)
    rows, cols = vertical.covering(dot.row), horizontal.covering(dot.col)
    if not len(rows) or not len(cols):
        return None
    mask = np.zeros((rows[-1] + 1 - rows[0], cols[-1] + 1 - cols[0]), bool)
    mask[np.ix_(np.subtract(rows, rows[0]), np.subtract(cols, cols[0]))] = True
    if pane.operator.is_max and over_dot is not None:
        mask &= np.asarray(over_dot.indices) == dot.row * problem.shape[1] + dot.col
    return DotMark((rows[0], cols[0]), mask)
