"""Paints a Scene onto any QPainter: fill, hatch, lines, window, route, ring, number, dot, changed."""

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from poolstudio.figures import cells, marks
from poolstudio.figures.fonts import ui_font
from poolstudio.figures.frame import Frame
from poolstudio.figures.pictures import paint_picture
from poolstudio.figures.pixels import planes_to_rgb32
from poolstudio.figures.ramps import GRADIENT
from poolstudio.figures.rendering import gradient_levels
from poolstudio.figures.routes import paint_arrows, paint_routes
from poolstudio.figures.scene import Scene
from poolstudio.figures.theme import LEAST_MARKED, WINDOW_INSET, WINDOW_PEN
from poolstudio.state.highlights import WindowMark
from poolstudio.state.numbers import cell_text
from poolstudio.state.source import Array

#: Cells of this size have room for their value beside the gradient.
SMALL_VALUES = 36.0
#: Cells of this size have room for the values of three channels.
COLOUR_VALUES = 40.0
#: From one of these to the next, in cells.
COLOUR_STEP = 0.3
#: The margin beside a pane's body.
SIDE = 12


def paint_scene(painter: QPainter, scene: Scene) -> None:
    """Paint one pane's body with its ground; nothing is drawn outside it but routes."""
    painter.save()
    if scene.as_cells or scene.drawn is None:
        painter.fillRect(scene.body, scene.theme.surface)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    if scene.as_cells and scene.heads:
        _paint_heads(painter, scene)
    painter.setClipRect(scene.body)
    seen = cells.visible(scene.frame, scene.body, scene.shape)
    fills: NDArray[np.uint32] | None = None
    numbers: Array | None = None
    if scene.as_cells:
        fills, numbers = _paint_cells(painter, scene, seen)
    elif scene.drawn is not None:
        paint_picture(
            painter, scene.frame, scene.body, scene.drawn, scene.patch, scene.stale, scene.theme, scene.cache
        )
        if scene.frame.side >= 30:
            numbers = scene.block(seen.rows, seen.cols)
            fills = (
                _gradient_fills(scene, seen) if scene.gradient is not None else scene.drawn.colours(numbers)
            )
    _paint_ring(painter, scene)
    _paint_windows(painter, scene)
    if scene.arrows is not None:
        paint_arrows(painter, *scene.arrows, scene.theme)
    if scene.routes:
        # Routes run on into the neighbouring pane, so they may cross the margins.
        painter.setClipRect(scene.body.adjusted(-SIDE, 0, SIDE, 0))
        paint_routes(painter, scene.routes, scene.theme, scene.strong_routes)
        painter.setClipRect(scene.body)
    if scene.frame.side >= marks.LEAST_WINDOW:
        three = numbers is not None and len(numbers) == 3 and scene.frame.side >= COLOUR_VALUES
        _paint_rings(painter, scene, of_one_number=three and scene.gradient is None)
    if fills is not None and numbers is not None:
        _paint_numbers(painter, scene, seen, numbers, fills)
    _paint_tops(painter, scene)
    painter.restore()


def _paint_rings(painter: QPainter, scene: Scene, of_one_number: bool) -> None:
    """Rings around winners and ties; in cells of three numbers around that of the plane on show."""
    side, drop = scene.frame.side, 0.0
    if of_one_number:
        side, drop = side * 0.55, (scene.plane - 1) * COLOUR_STEP * scene.frame.height
    for cells_, tie in ((scene.winners, False), (scene.ties, True)):
        for cell in cells_:
            marks.paint_ring(
                painter, scene.frame.center(*cell) + QPointF(0, drop), side, scene.theme, tie=tie
            )


def _paint_cells(painter: QPainter, scene: Scene, seen: cells.Visible) -> tuple[NDArray[np.uint32], Array]:
    values = scene.block(seen.rows, seen.cols)
    if scene.gradient is not None:
        shown = scene.gradient.values[seen.block]
        fills = _gradient_fills(scene, seen)
    else:
        shown = values[0]
        fills = planes_to_rgb32(values, scene.levels, scene.ramp)
    if scene.stale:
        fills = cells.toward_surface(fills, scene.theme)
    cells.paint_fills(painter, scene.frame, seen, fills, scene.theme)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    if scene.frame.side >= 8:
        edge = scene.theme.edge
        cells.paint_edges(painter, scene.frame, seen, cells.near_surface(fills, scene.theme), edge)
        uncovered = _uncovered(scene, seen)
        if uncovered is not None:
            cells.paint_edges(painter, scene.frame, seen, uncovered, scene.theme.control, dotted=True)
        if shown.dtype.kind == "f":
            cells.paint_crosses(painter, scene.frame, seen, np.isnan(shown), scene.theme)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    return fills, values


def _gradient_fills(scene: Scene, seen: cells.Visible) -> NDArray[np.uint32]:
    assert scene.gradient is not None
    shares = np.abs(scene.gradient.values[seen.block])
    return planes_to_rgb32(shares, gradient_levels(scene.gradient), GRADIENT)


def _uncovered(scene: Scene, seen: cells.Visible) -> NDArray[np.bool_] | None:
    """Visible input cells that no window reads."""
    if scene.covered is None:
        return None
    rows, cols = scene.covered
    return ~np.logical_and.outer(rows[slice(*seen.rows)], cols[slice(*seen.cols)])


def _paint_ring(painter: QPainter, scene: Scene) -> None:
    """Padding around the input, and what ceil mode overhangs beyond it."""
    top, bottom, left, right = scene.padding
    down, over = scene.overhang
    (height, width), frame = scene.shape, scene.frame
    thickest = max(*scene.padding, *scene.overhang) * frame.side
    if thickest < 1:
        return
    if any(scene.padding):
        inner, outer = (0, height, 0, width), (-top, height + bottom, -left, width + right)
        bands = _bands(frame, scene.body, outer, inner)
        marks.paint_padding(painter, frame, bands, scene.theme, scene.padding_text)
    if down or over:
        inner = (-top, height + bottom, -left, width + right)
        outer = (-top, height + bottom + down, -left, width + right + over)
        marks.paint_overhang(painter, frame, _bands(frame, scene.body, outer, inner), scene.theme)


def _bands(
    frame: Frame, body: QRectF, outer: tuple[int, int, int, int], inner: tuple[int, int, int, int]
) -> list[marks.Band]:
    """The visible cells between two rectangles (top, bottom, left, right), as up to four bands."""
    first_row, first_col = frame.cell_at(body.topLeft())
    last_row, last_col = frame.cell_at(body.bottomRight())
    top, bottom = max(outer[0], first_row), min(outer[1], last_row + 1)
    left, right = max(outer[2], first_col), min(outer[3], last_col + 1)
    wanted = (
        ((top, min(inner[0], bottom)), (left, right)),
        ((max(inner[1], top), bottom), (left, right)),
        ((max(inner[0], top), min(inner[1], bottom)), (left, min(inner[2], right))),
        ((max(inner[0], top), min(inner[1], bottom)), (max(inner[3], left), right)),
    )
    return [(rows, cols) for rows, cols in wanted if rows[0] < rows[1] and cols[0] < cols[1]]


def window_rect(frame: Frame, mark: WindowMark) -> QRectF:
    """The rectangle of a window on the input's frame, padding and overhang included."""
    return frame.rect(
        mark.rows.start,
        mark.cols.start,
        mark.rows[-1] + 1 - mark.rows.start,
        mark.cols[-1] + 1 - mark.cols.start,
    )


def _paint_windows(painter: QPainter, scene: Scene) -> None:
    marks.paint_window_edges(painter, list(scene.edges), scene.theme)
    width = WINDOW_PEN if scene.strong_windows else 1.5
    if scene.windows and scene.frame.side * len(scene.windows[0].rows) < 6:
        # Windows of a few pixels each would lie on one another: one mark for all.
        rects = [window_rect(scene.frame, mark) for mark in scene.windows]
        marks.paint_window(painter, rects[0].united(rects[-1]), scene.theme, width)
        _paint_outputs(painter, scene)
        return
    for index, mark in enumerate(scene.windows):
        rect = window_rect(scene.frame, mark)
        marks.paint_window(painter, rect, scene.theme, width, inset=WINDOW_INSET * min(index, 3))
        if (mark.rows.step, mark.cols.step) != (1, 1) and scene.frame.side >= 12 and len(scene.windows) <= 4:
            marks.paint_taps(
                painter, [scene.frame.rect(r, c) for r in mark.rows for c in mark.cols], scene.theme
            )
    _paint_outputs(painter, scene)


def _paint_outputs(painter: QPainter, scene: Scene) -> None:
    """The output cells that the focus concerns: each outlined, or all in one outline where they are many."""
    if not scene.outputs:
        return
    if scene.brackets is not None and scene.frame.side < marks.LEAST_WINDOW:
        marks.paint_window(painter, scene.brackets, scene.theme)
        return
    rows, cols = scene.outputs.rows, scene.outputs.cols
    if len(scene.outputs) > 16:
        rect = scene.frame.rect(rows[0], cols[0], rows[-1] + 1 - rows[0], cols[-1] + 1 - cols[0])
        marks.paint_window(painter, rect, scene.theme)
        return
    for row in rows:
        for col in cols:
            marks.paint_window(painter, scene.frame.rect(row, col), scene.theme)


def _paint_numbers(
    painter: QPainter, scene: Scene, seen: cells.Visible, values: Array, fills: NDArray[np.uint32]
) -> None:
    uncovered = _uncovered(scene, seen)
    muted = np.ones(fills.shape, bool) if scene.stale else uncovered
    if scene.gradient is not None:
        large = scene.gradient.values[seen.block]
        cells.paint_numbers(
            painter, scene.frame, seen, large, fills, scene.theme, halo=bool(scene.routes), shift=0.06
        )
        if scene.frame.side >= SMALL_VALUES:
            _paint_small(painter, scene, seen, values[0], fills)
        return
    if values.shape[0] == 1:
        cells.paint_numbers(
            painter, scene.frame, seen, values[0], fills, scene.theme, muted, hidden=scene.dot
        )
        return
    if scene.frame.side >= COLOUR_VALUES:
        for index in range(3):
            cells.paint_numbers(
                painter,
                scene.frame,
                seen,
                values[index],
                fills,
                scene.theme,
                muted,
                share=0.2,
                shift=(index - 1) * COLOUR_STEP,
            )


def _paint_small(
    painter: QPainter, scene: Scene, seen: cells.Visible, values: Array, fills: NDArray[np.uint32]
) -> None:
    """The cells' values, small in the corner, while the fill and the large number are the gradient."""
    painter.setFont(ui_font(11))
    inks = cells.ink_of(fills)
    for r, row in enumerate(values):
        for c, value in enumerate(row):
            rect = scene.frame.rect(seen.rows[0] + r, seen.cols[0] + c)
            painter.setPen(QColor("#000000") if inks[r, c] else QColor("#E7EAEF"))
            painter.drawText(QPointF(rect.left() + 4, rect.top() + 12), cell_text(value))


def _paint_tops(painter: QPainter, scene: Scene) -> None:
    frame, theme = scene.frame, scene.theme
    if scene.dot is not None:
        center = frame.center(*scene.dot)
        if scene.gradient is not None and frame.side >= SMALL_VALUES:
            # The disc would cover the gradient's number.
            marks.paint_lit(painter, frame.rect(*scene.dot), theme)
        else:
            marks.paint_dot(painter, center, frame.side, theme, scene.dot_text, scene.dot_new)
    if scene.lit is not None and frame.side >= LEAST_MARKED:
        row, col = scene.lit.origin
        for r, c in np.argwhere(scene.lit.mask)[:1024]:
            marks.paint_lit(painter, frame.rect(row + int(r), col + int(c)), theme)
    for cell in scene.changed if frame.side >= LEAST_MARKED else ():
        if scene.flash:
            marks.paint_flash(painter, frame.rect(*cell), theme, scene.flash)
        marks.paint_changed(painter, frame.rect(*cell), theme)
    if scene.cursor is not None:
        rect = frame.rect(*scene.cursor)
        if min(rect.width(), rect.height()) >= 16:
            marks.paint_cursor(painter, rect, theme)


def _paint_heads(painter: QPainter, scene: Scene) -> None:
    """Row and column numbers above and left of a grid, thinned out where they would touch."""
    frame, body = scene.frame, scene.body
    painter.setFont(ui_font(11))
    painter.setPen(scene.theme.muted)
    seen = cells.visible(frame, body, scene.shape)
    top = max(frame.top - scene.padding[0] * frame.height, body.top() + 18) - 12
    left = max(frame.left - scene.padding[2] * frame.width, body.left() + 18) - 12
    flags = Qt.AlignmentFlag.AlignCenter
    for axis, count in ((1, seen.cols), (0, seen.rows)):
        side = frame.width if axis else frame.height
        step = max(1, int(np.ceil((22 if axis else 16) / max(side, 0.01))))
        for index in range(count[0], count[1]):
            if index % step:
                continue
            if axis:
                center = QPointF(frame.center(0, index).x(), top)
                inside = body.left() + 10 <= center.x() <= body.right() - 4
            else:
                center = QPointF(left, frame.center(index, 0).y())
                inside = body.top() + 10 <= center.y() <= body.bottom() - 4
            if inside:
                painter.drawText(QRectF(center.x() - 20, center.y() - 8, 40, 16), flags, str(index))
