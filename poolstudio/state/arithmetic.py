"""The one-line arithmetic of an output cell and the value under the pointer, with the numbers filled in."""

import math
from typing import Any

import numpy as np

from poolstudio.core import axes, window
from poolstudio.state.highlights import window_mark, winners_in
from poolstudio.state.numbers import cell, cell_text, grouped
from poolstudio.state.patching import PanePatch
from poolstudio.state.problem import Problem
from poolstudio.state.result import PaneResult
from poolstudio.state.words import bold, tr

#: Windows of more cells than this are abridged to their count or their sum.
MOST_TERMS = 4


def input_line(problem: Problem, row: int, col: int, plane: int = 0) -> str:
    """Place and value of an input cell; all channels of a colour picture, the chosen one bold."""
    names = problem.plane_names
    values = [problem.value_at(row, col, index) for index in range(len(names))]
    if len(names) == 1:
        return f"{cell(row, col)}&nbsp;&nbsp; {bold(cell_text(values[0]))}"
    return f"{cell(row, col)}&nbsp;&nbsp; {_channels(names, values, plane)}"


def output_line(
    problem: Problem,
    pane: PaneResult,
    patch: PanePatch | None,
    row: int,
    col: int,
    plane: int = 0,
    most_terms: int = MOST_TERMS,
) -> str:
    """How an output cell comes about: "(0, 0)   max(0, 0, 0, 1) = 1".

    Windows of more cells than `most_terms` are abridged to their count or their sum.
    """
    if pane.values is None:
        return ""
    names = problem.plane_names
    values = [shown_value(pane, patch, row, col, index) for index in range(pane.values.shape[0])]
    if pane.operator.is_global:
        line = _global_line(problem, pane, values[min(plane, len(values) - 1)])
        prefix = f"{names[plane]}&nbsp;&nbsp; " if len(names) > 1 else ""
        return prefix + line
    place = f"{cell(row, col)}&nbsp;&nbsp; "
    if len(names) > 1:
        return place + _channels(names, values, plane)
    return place + _window_line(problem, pane, row, col, values[0], most_terms)


def shown_value(pane: PaneResult, patch: PanePatch | None, row: int, col: int, plane: int = 0) -> Any:
    """The value that the pane shows in a cell, the dot's block included."""
    assert pane.values is not None
    if patch is not None and patch.holds(row, col):
        return patch.values[plane, row - patch.rows[0], col - patch.cols[0]]
    return pane.values[plane, row, col]


def _channels(names: tuple[str, ...], values: list[Any], plane: int) -> str:
    parts = [
        f"{name} {bold(cell_text(value)) if index == plane else cell_text(value)}"
        for index, (name, value) in enumerate(zip(names, values, strict=False))
    ]
    return "&nbsp;&nbsp;".join(parts)


def _window_line(problem: Problem, pane: PaneResult, row: int, col: int, value: Any, most_terms: int) -> str:
    vertical, horizontal = axes(problem.shape, pane.spec)
    rows, cols = vertical.real(row), horizontal.real(col)
    count = len(rows) * len(cols)
    result = bold(cell_text(value))
    if pane.operator.is_max:
        if not count:
            return tr("no real cell in this window: {value}").format(value=result)
        if count <= most_terms:
            terms = ", ".join(_terms(problem, rows, cols))
            line = f"max({terms}) = {result}"
        else:
            line = tr("max of {count} cells = {value}").format(count=grouped(count), value=result)
        _, ties = winners_in(problem, window_mark(vertical, horizontal, row, col), 0)
        return line + (" " + tr("(tie)") if ties else "")
    divisor = window(problem.shape, pane.spec, row, col).divisor
    if count <= most_terms:
        terms = " + ".join(_signed(term) for term in _terms(problem, rows, cols)) or "0"
        return f"({terms}) / {divisor} = {result}" if count != 1 else f"{terms} / {divisor} = {result}"
    total = _sum(problem, rows, cols) if count else 0.0
    return f"{cell_text(total)} / {divisor} = {result}"


def _terms(problem: Problem, rows: range, cols: range) -> list[str]:
    return [cell_text(problem.value_at(r, c)) for r in rows for c in cols]


def _signed(term: str) -> str:
    return f"({term})" if term.startswith("\u2212") else term


def _sum(problem: Problem, rows: range, cols: range) -> float:
    """The window's sum, rounded once; inf and NaN as NumPy adds them."""
    block = problem.region((rows[0], rows[-1] + 1), (cols[0], cols[-1] + 1))[0]
    taps = block[:: rows.step, :: cols.step].astype(np.float64)
    if not np.isfinite(taps).all():
        with np.errstate(invalid="ignore"):
            return float(taps.sum())
    try:
        return math.fsum(taps.ravel())
    except OverflowError:
        return math.inf


def _global_line(problem: Problem, pane: PaneResult, value: Any) -> str:
    height, width = problem.shape
    count = height * width
    if pane.operator.is_max:
        return tr("largest of {count} cells = {value}").format(
            count=grouped(count), value=bold(cell_text(value))
        )
    total = float(value) * count
    whole = problem.array.dtype.kind in "uib" and math.isfinite(total) and abs(total) < 2**53
    sum_text = grouped(round(total)) if whole else cell_text(total)
    return f"{sum_text} / {grouped(count)} = {bold(cell_text(value))}"
