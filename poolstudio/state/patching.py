"""patch(Problem, Result) -> Patch: what the dot changes, computed from the cells around it alone."""

from dataclasses import dataclass

import numpy as np

from poolstudio.core import avg_pool_region, axes, global_avg_pool2d, max_pool_region
from poolstudio.state.problem import Problem
from poolstudio.state.result import PaneResult, Result
from poolstudio.state.source import Array

Span = tuple[int, int]


@dataclass(frozen=True, eq=False)
class PanePatch:
    """A block of output values (C, h, w) at half-open rows and cols of one pane."""

    rows: Span
    cols: Span
    values: Array

    def holds(self, row: int, col: int) -> bool:
        return self.rows[0] <= row < self.rows[1] and self.cols[0] <= col < self.cols[1]


@dataclass(frozen=True, eq=False)
class Patch:
    """What the dot changes: one block a pane (None where the pane has no answer or is untouched)."""

    problem: Problem
    panes: tuple[PanePatch | None, ...]


def patch(problem: Problem, result: Result) -> Patch | None:
    """The blocks that the dot changes, bit for bit those of a full solve with the dot in the input

    (a global average comes from the plane's sum plus the difference, within rounding). None without a dot.
    """
    if problem.dot is None:
        return None
    return Patch(problem, tuple(pane_patch(problem, pane) for pane in result.panes))


def shown_values(pane: PaneResult, change: PanePatch | None) -> Array | None:
    """The pane's whole answer with the dot's block in it, (C, h, w); a copy where there is a block."""
    if pane.values is None or change is None:
        return pane.values
    out = pane.values.copy()
    out[:, change.rows[0] : change.rows[1], change.cols[0] : change.cols[1]] = change.values
    return out


def pane_patch(problem: Problem, pane: PaneResult) -> PanePatch | None:
    """The block of one pane that the dot changes, or None."""
    dot = problem.dot
    if dot is None or pane.values is None:
        return None
    if pane.operator.is_global:
        return PanePatch((0, 1), (0, 1), _global_block(problem, pane))
    vertical, horizontal = axes(problem.shape, pane.spec)
    rows = vertical.outputs_touching(dot.row, dot.row + 1)
    cols = horizontal.outputs_touching(dot.col, dot.col + 1)
    if rows[0] >= rows[1] or cols[0] >= cols[1]:
        return None
    in_rows, in_cols = vertical.extent(*rows), horizontal.extent(*cols)
    block = problem.region(in_rows, in_cols)
    origin = (in_rows[0], in_cols[0])
    compute = max_pool_region if pane.operator.is_max else avg_pool_region
    values = compute(block, origin, problem.shape, pane.spec, rows, cols)
    return PanePatch(rows, cols, np.asarray(values))


def _global_block(problem: Problem, pane: PaneResult) -> Array:
    """Global values (C, 1, 1) with the dot in, from the base answer; a second pass where it cannot tell."""
    dot = problem.dot
    assert dot is not None
    assert pane.values is not None
    base, bright = pane.values[:, 0, 0], problem.dot_value()
    old = problem.array[:, dot.row, dot.col]
    if pane.operator.is_max:
        return _global_max(problem, base, bright, old)[:, None, None]
    if not np.isfinite(old).all():
        return global_avg_pool2d(problem.displayed(), keepdims=True)
    height, width = problem.shape
    difference = (float(bright) - old.astype(np.float64)) / (height * width)
    return (base + difference).astype(base.dtype)[:, None, None]


def _global_max(problem: Problem, base: Array, bright: Array, old: Array) -> Array:
    out = np.maximum(base, bright)
    for plane in np.flatnonzero(~(old < base) & ~(bright >= base) | np.isnan(old)):
        # The dot covers the largest value itself: the rest of the plane has to be looked at again.
        if np.isnan(base[plane]) and not np.isnan(old[plane]):
            continue
        out[plane] = _largest_without(problem, int(plane), bright)
    return out


def _largest_without(problem: Problem, plane: int, bright: Array) -> Array:
    dot, x = problem.dot, problem.array[plane]
    assert dot is not None
    parts = (x[: dot.row], x[dot.row + 1 :], x[dot.row, : dot.col], x[dot.row, dot.col + 1 :])
    return np.asarray(np.max([part.max() for part in parts if part.size] + [bright]))
