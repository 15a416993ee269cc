"""What a move of the dot does to an answer on show: its new block, and the outputs that differ."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from poolstudio.state.patching import PanePatch, Span, pane_patch
from poolstudio.state.problem import Cell, Problem
from poolstudio.state.shown import ShownPane
from poolstudio.state.source import Array

#: So many changed outputs are marked one by one.
MOST_CHANGED = 64


@dataclass(frozen=True, slots=True)
class Move:
    """The pane with its new block (the same pane where there is none), how many of its outputs differ, and
    the first MOST_CHANGED of them."""

    pane: ShownPane
    count: int = 0
    cells: tuple[Cell, ...] = ()


def moved(pane: ShownPane, before: Problem, problem: Problem) -> Move:
    """A pane after a move of the dot, or after the dot came or went."""
    if pane.result is None:
        return Move(pane)
    solved = pane.result.problem
    # While new settings are being solved, the dot moves on the last answer.
    live = solved.source is problem.source and solved.channel == problem.channel
    patch = pane_patch(problem, pane.result) if live else None
    if patch is None and pane.patch is None:
        return Move(pane)
    count, cells = 0, tuple[Cell, ...]()
    if before.dot is not None and problem.dot is not None:
        count, cells = changed_outputs(pane.patch, patch, pane.result.values)
    return Move(replace(pane, patch=patch), count, cells)


def changed_outputs(
    before: PanePatch | None, after: PanePatch | None, base: Array | None
) -> tuple[int, tuple[Cell, ...]]:
    """How many output cells differ between two positions of the dot, and the first MOST_CHANGED of
    them.

    A cell counts once if any channel differs; NaN equals NaN.
    """
    if base is None:
        return 0, ()
    count = 0
    cells: list[Cell] = []
    for rows, cols in _parts(before, after):
        was, now = (_overlay(base, patch, rows, cols) for patch in (before, after))
        found = np.flatnonzero(unlike(was, now).any(axis=0))
        count += len(found)
        for place in found[: MOST_CHANGED - len(cells)].tolist():
            row, col = divmod(place, cols[1] - cols[0])
            cells.append((row + rows[0], col + cols[0]))
    return count, tuple(cells)


def _parts(before: PanePatch | None, after: PanePatch | None) -> list[tuple[Span, Span]]:
    """The rows and columns that two blocks concern: one rectangle where they overlap, as in a drag."""
    parts = [(patch.rows, patch.cols) for patch in (before, after) if patch is not None]
    if len(parts) == 2:
        union: list[Span] = []
        for (low, high), (other_low, other_high) in zip(*parts, strict=True):
            if other_low >= high or low >= other_high:
                return parts
            union.append((min(low, other_low), max(high, other_high)))
        return [(union[0], union[1])]
    return parts


def _overlay(base: Array, patch: PanePatch | None, rows: tuple[int, int], cols: tuple[int, int]) -> Array:
    """The shown values of a block of the pane, with a patch (if any) laid over the base answer."""
    out = base[:, rows[0] : rows[1], cols[0] : cols[1]].copy()
    if patch is None:
        return out
    top, left = max(rows[0], patch.rows[0]), max(cols[0], patch.cols[0])
    bottom, right = min(rows[1], patch.rows[1]), min(cols[1], patch.cols[1])
    if top < bottom and left < right:
        out[:, top - rows[0] : bottom - rows[0], left - cols[0] : right - cols[0]] = patch.values[
            :,
            top - patch.rows[0] : bottom - patch.rows[0],
            left - patch.cols[0] : right - patch.cols[0],
        ]
    return out


def edited(before: Sequence[ShownPane], after: Sequence[ShownPane]) -> tuple[tuple[Cell, ...], ...]:
    """For each pane the first MOST_CHANGED outputs that an edit of the input's values has changed."""
    return tuple(_differing(old.displayed(), new.displayed()) for old, new in zip(before, after, strict=True))


def _differing(before: Array | None, after: Array | None) -> tuple[Cell, ...]:
    if before is None or after is None or before.shape != after.shape:
        return ()
    rows, cols = np.nonzero(unlike(before, after).any(axis=0))
    return tuple(zip(rows[:MOST_CHANGED].tolist(), cols[:MOST_CHANGED].tolist(), strict=True))


def unlike(before: Array, after: Array) -> Array:
    """Where two arrays of a shape differ; NaN equals NaN."""
    differs = before != after
    if before.dtype.kind == "f":
        differs &= (before == before) | (after == after)
    return np.asarray(differs)
