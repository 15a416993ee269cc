"""Builds the Scene of a pane from the Store and the Look."""

from dataclasses import replace
from functools import lru_cache

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF

from poolstudio.core import PoolSpec, axes
from poolstudio.figures.frame import Frame, Layout
from poolstudio.figures.look import Look
from poolstudio.figures.painting import window_rect
from poolstudio.figures.pictures import PictureCache
from poolstudio.figures.ramps import Levels
from poolstudio.figures.routes import MOST_BETWEEN, Points
from poolstudio.figures.scene import Scene
from poolstudio.state.focus import INPUT
from poolstudio.state.highlights import Cells, DotMark, WindowMark
from poolstudio.state.numbers import cell_text
from poolstudio.state.patching import PanePatch
from poolstudio.state.problem import Cell, Problem
from poolstudio.state.shown import ShownPane
from poolstudio.state.source import Array
from poolstudio.state.store import Store


def shown_levels(store: Store, look: Look) -> Levels:
    """The range that all panes share; for a grid the dot's brightness widens it."""
    levels = look.rendering.levels(store.problem)
    dot = store.problem.dot
    if dot is None or not store.problem.source.as_cells:
        return levels
    value = float(store.problem.dot_value())
    if not np.isfinite(value):
        return levels
    height, width = store.problem.shape
    if height * width == 1:
        return Levels(min(0.0, value), max(0.0, value))
    return Levels(min(levels.lo, value), max(levels.hi, value))


def input_scene(
    store: Store,
    look: Look,
    body: QRectF,
    cursor: Cell | None = None,
    cache: PictureCache | None = None,
) -> Scene:
    """The input pane: values, dot, windows over the focus, the gradient when it is on."""
    problem, mark = store.problem, store.highlight
    frame = look.layout.input_frame(body)
    as_cells = problem.source.as_cells
    legal = _legal(problem)
    gradient = store.gradient if store.gradient_on else None
    if gradient is not None and gradient.values.shape != problem.shape:
        gradient = None
    windows = mark.windows if mark.reach is None else (mark.reach,)
    overlay = as_cells and gradient is not None
    show_marks = legal and not (gradient is not None and store.pinned is None and store.hover is None)
    routes, strong = _routes(store, look, INPUT) if gradient is not None else ((), ())
    winners, ties = (mark.winners, mark.ties) if show_marks else ((), ())
    if (
        overlay
        and gradient is not None
        and gradient.winners is not None
        and gradient.winners.size <= MOST_BETWEEN
    ):
        winners = _unique(gradient.winners, problem.shape[1])
    return Scene(
        theme=look.theme,
        body=body,
        frame=frame,
        shape=problem.shape,
        block=problem.region,
        levels=shown_levels(store, look),
        ramp=look.rendering.ramp(problem.array.shape[0], as_cells),
        as_cells=as_cells,
        drawn=store.gradient_pixels if gradient is not None else store.input_pixels,
        cache=cache,
        patch=_dot_patch(problem) if gradient is None else None,
        plane_names=problem.plane_names,
        plane=min(store.value_plane, len(problem.plane_names) - 1),
        gradient=gradient,
        padding=look.layout.ring_of_padding() if legal else (0, 0, 0, 0),
        padding_text=_padding_text(store),
        overhang=look.layout.overhang if legal else (0, 0),
        covered=_covered(problem.shape, problem.spec) if as_cells and legal else None,
        windows=windows if show_marks else (),
        strong_windows=len(windows) <= 4,
        edges=_edges(problem, frame) if as_cells and legal and gradient is None else (),
        winners=winners,
        ties=ties,
        dot=problem.dot.cell if problem.dot else None,
        dot_text=cell_text(problem.dot_value()) if problem.dot and gradient is None else "",
        dot_new=problem.dot is not None and not store.dot_has_moved,
        cursor=cursor,
        routes=routes,
        strong_routes=strong,
        arrows=_arrows(store, frame) if legal and gradient is not None and not routes else None,
    )


def output_scene(
    store: Store,
    look: Look,
    index: int,
    body: QRectF,
    cursor: Cell | None = None,
    cache: PictureCache | None = None,
) -> Scene | None:
    """An output pane's scene, or None where it has no answer to show yet."""
    pane = store.panes[index]
    result = pane.result
    if result is None or result.values is None:
        return None
    values, source = result.values, result.problem.source
    layout = look.layout
    if result.problem is not store.problem:
        layout = replace(layout, shape=result.problem.shape, spec=result.spec)
    is_global = result.operator.is_global
    live = store.live_panes()[index] is not None
    mark = store.highlight
    outputs = mark.outputs[index] if live and index < len(mark.outputs) else Cells()
    shape = (values.shape[1], values.shape[2])
    patch = pane.patch
    if is_global:
        return _global_scene(store, look, pane, layout, body, outputs, cursor)
    routes, strong = _routes(store, look, index) if store.gradient_on and live else ((), ())
    frame = layout.output_frame(body, shape)
    return Scene(
        theme=look.theme,
        body=body,
        frame=frame,
        shape=shape,
        block=lambda rows, cols: _block(values, patch, rows, cols),
        levels=shown_levels(store, look),
        ramp=look.rendering.ramp(values.shape[0], source.as_cells),
        as_cells=source.as_cells,
        drawn=pane.pixels,
        cache=cache,
        patch=None if patch is None else ((patch.rows[0], patch.cols[0]), patch.values),
        plane_names=result.problem.plane_names,
        stale=pane.stale,
        outputs=Cells() if store.gradient_on and store.pinned is None and store.hover is None else outputs,
        brackets=_brackets(store, layout, body) if live and not source.as_cells and outputs else None,
        lit=mark.lit[index] if live and index < len(mark.lit) else None,
        changed=store.changed_cells[index] if live else (),
        cursor=cursor,
        routes=routes,
        strong_routes=strong,
    )


def _global_scene(
    store: Store,
    look: Look,
    pane: ShownPane,
    layout: Layout,
    body: QRectF,
    outputs: Cells,
    cursor: Cell | None,
) -> Scene:
    """A global answer: one cell a plane, side by side, and the colour that they make together."""
    assert pane.result is not None
    assert pane.result.values is not None
    values = pane.result.values if pane.patch is None else pane.patch.values
    row = values.reshape(1, 1, -1)
    planes = row.shape[2]
    index = store.panes.index(pane)
    mark = store.highlight
    as_cells = pane.result.problem.source.as_cells
    ramp = look.rendering.ramp(1, as_cells)
    return Scene(
        theme=look.theme,
        body=body,
        frame=layout.global_frame(body, planes),
        shape=(1, planes),
        block=lambda rows, cols: row[:, rows[0] : rows[1], cols[0] : cols[1]],
        levels=shown_levels(store, look),
        ramp=ramp,
        as_cells=True,
        heads=False,
        plane_names=pane.result.problem.plane_names if planes > 1 else (),
        stale=pane.stale,
        outputs=Cells((0,), tuple(range(planes))) if outputs else Cells(),
        lit=DotMark((0, 0), np.ones((1, planes), bool))
        if index < len(mark.lit) and mark.lit[index]
        else None,
        # On a picture a mean changes at each step by less than its number shows: the sentence says it.
        changed=store.changed_cells[index] if as_cells else (),
        cursor=cursor,
    )


def _block(values: Array, patch: PanePatch | None, rows: tuple[int, int], cols: tuple[int, int]) -> Array:
    """A block of the values on show, the dot's change included."""
    out = values[:, rows[0] : rows[1], cols[0] : cols[1]]
    if patch is None:
        return out
    top, bottom = max(rows[0], patch.rows[0]), min(rows[1], patch.rows[1])
    left, right = max(cols[0], patch.cols[0]), min(cols[1], patch.cols[1])
    if top >= bottom or left >= right:
        return out
    out = out.copy()
    out[:, top - rows[0] : bottom - rows[0], left - cols[0] : right - cols[0]] = patch.values[
        :, top - patch.rows[0] : bottom - patch.rows[0], left - patch.cols[0] : right - patch.cols[0]
    ]
    return out


def _legal(problem: Problem) -> bool:
    try:
        axes(problem.shape, problem.spec)
    except ValueError:
        return False
    return True


def _dot_patch(problem: Problem) -> tuple[Cell, Array] | None:
    if problem.dot is None:
        return None
    row, col = problem.dot.cell
    return (row, col), problem.region((row, row + 1), (col, col + 1))


def _padding_text(store: Store) -> str:
    """What padding holds: −∞, which never wins a maximum, or 0, which counts in an average.

    As for the pane whose gradient is drawn or whose cell is pointed at, else for the first with windows.
    """
    operators, focus = store.problem.operators, store.pinned or store.hover
    order = list(operators)
    if store.gradient_on:
        order.insert(0, operators[store.gradient_pane])
    elif focus is not None and not focus.on_input:
        order.insert(0, operators[focus.pane])
    first = next((operator for operator in order if not operator.is_global), None)
    return "" if first is None else "\u2212\u221e" if first.is_max else "0"


@lru_cache(maxsize=16)
def _covered(shape: tuple[int, int], spec: PoolSpec) -> tuple[Array, Array]:
    """Which input rows and columns any window reads."""
    pair = []
    for axis in axes(shape, spec):
        hit = np.zeros(axis.n, bool)
        for index in range(axis.out):
            real = axis.real(index)
            hit[real.start : real.stop : real.step] = True
        pair.append(hit)
    return pair[0], pair[1]


@lru_cache(maxsize=16)
def _cuts(shape: tuple[int, int], spec: PoolSpec) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The rows and columns where windows begin or end, if windows do not overlap."""
    vertical, horizontal = axes(shape, spec)
    if any(axis.stride < axis.span for axis in (vertical, horizontal)):
        return (), ()
    rows, cols = (
        tuple(
            sorted(
                cut
                for cut in {axis.start(i) + part for i in range(axis.out) for part in (0, axis.span)}
                if 0 < cut < axis.n
            )
        )
        for axis in (vertical, horizontal)
    )
    return rows, cols


def _edges(problem: Problem, frame: Frame) -> tuple[QLineF, ...]:
    """Edges between windows, where the windows do not overlap: whole lines across the input."""
    if frame.side < 6:
        return ()
    rows, cols = _cuts(problem.shape, problem.spec)
    whole = frame.rect(0, 0, *problem.shape)
    lines = []
    for cut in cols:
        x = frame.left + cut * frame.width
        lines.append(QLineF(x, whole.top(), x, whole.bottom()))
    for cut in rows:
        y = frame.top + cut * frame.height
        lines.append(QLineF(whole.left(), y, whole.right(), y))
    return tuple(lines)


def _unique(winners: Array, width: int) -> tuple[Cell, ...]:
    return tuple(divmod(int(flat), width) for flat in dict.fromkeys(winners.ravel().tolist()) if flat >= 0)


def _brackets(store: Store, layout: Layout, body: QRectF) -> QRectF | None:
    """On a picture: the window's own place in the output pane, the same as in the input pane."""
    mark = store.highlight
    window: WindowMark | None = mark.reach or (mark.windows[0] if mark.windows else None)
    return None if window is None else window_rect(layout.input_frame(body), window)


def _routes(
    store: Store, look: Look, pane: int
) -> tuple[tuple[tuple[QPointF, QPointF], ...], tuple[bool, ...]]:
    """Routes from the gradient's outputs to their winners, in the pixels of one pane."""
    overlay, source = store.gradient, store.gradient_pane
    if (
        overlay is None
        or overlay.winners is None
        or overlay.winners.size > MOST_BETWEEN
        or not store.problem.source.as_cells
        or (pane not in (INPUT, source))
        or INPUT not in look.bodies
        or source not in look.bodies
    ):
        return (), ()
    shown = store.panes[source].result
    if shown is None or shown.values is None:
        return (), ()
    (in_origin, in_body), (out_origin, out_body) = look.bodies[INPUT], look.bodies[source]
    here = look.bodies[pane][0]
    shape = overlay.winners.shape
    input_frame = look.layout.input_frame(in_body)
    if shown.operator.is_global:
        output_frame = look.layout.global_frame(out_body, 1)
    else:
        output_frame = look.layout.output_frame(out_body, (shape[-2], shape[-1]))
    pinned = store.highlight.outputs[source] if store.highlight.outputs else Cells()
    routes, strong = [], []
    for (row, col), flat in np.ndenumerate(overlay.winners.reshape(shape[-2:])):
        if flat < 0:
            continue
        cell = divmod(int(flat), store.problem.shape[1])
        start = output_frame.center(row, col)
        start = QPointF(start.x(), start.y() + output_frame.height * 0.34) + out_origin - here
        center = input_frame.center(*cell) + in_origin - here
        end = QPointF(center.x() + min(input_frame.side * 0.33, 32) + 3, center.y())
        routes.append((start, end))
        strong.append(store.pinned is not None and (row, col) in pinned)
    return tuple(routes), tuple(strong)


def _arrows(store: Store, frame: Frame) -> tuple[Points, Points] | None:
    """Arrows inside the input pane, from each window's middle to its winner."""
    overlay, problem = store.gradient, store.problem
    if overlay is None or overlay.winners is None or problem.operators[overlay.pane].is_global:
        return None
    vertical, horizontal = axes(problem.shape, problem.spec)
    if overlay.winners.shape[-2:] != (vertical.out, horizontal.out):
        return None  # of the last settings, until the gradient of these is there
    if frame.side * min(horizontal.span, vertical.span) < 8:
        return None
    rows, cols = np.divmod(overlay.winners, problem.shape[1])
    real = overlay.winners.ravel() >= 0
    row_middles = np.arange(vertical.out) * vertical.stride - vertical.padding + vertical.span / 2
    col_middles = np.arange(horizontal.out) * horizontal.stride - horizontal.padding + horizontal.span / 2
    middle_y, middle_x = np.meshgrid(row_middles, col_middles, indexing="ij")
    size, origin = (frame.width, frame.height), (frame.left, frame.top)
    starts = np.stack([middle_x.ravel(), middle_y.ravel()], axis=1)[real] * size + origin
    ends = np.stack([cols.ravel() + 0.5, rows.ravel() + 0.5], axis=1)[real] * size + origin
    return starts, ends
