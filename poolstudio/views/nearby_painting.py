"""Paints the cells near the pointer: tinted by value, with window, winner, ties and dot."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from poolstudio.figures import marks
from poolstudio.figures.cells import Visible, paint_crosses, text_width
from poolstudio.figures.fonts import ui_font
from poolstudio.figures.frame import Frame
from poolstudio.figures.images import image_of
from poolstudio.figures.ramps import BLACK, PICTURE_GREY, WHITE, ZERO_ON_DARK, Levels, inks_on, normalise
from poolstudio.figures.theme import FONT_TICK, WINDOW_PEN, Theme
from poolstudio.state.highlights import Highlight
from poolstudio.state.numbers import cell_text
from poolstudio.state.problem import Cell
from poolstudio.state.source import Array
from poolstudio.views.nearby_frame import HEAD_LEFT, HEAD_TOP
from poolstudio.views.value_edits import Area

LARGEST, SMALLEST = 12, 8
THIN = 1.5
DISC = 0.35  # the dot's radius, of the cell
DARK_ZERO_BELOW = 0x40


@dataclass(frozen=True, eq=False)
class Nearby:
    """All that the view shows; `values` (h, w) has the dot in it."""

    theme: Theme
    area: Area
    frame: Frame
    values: Array
    levels: Levels
    highlight: Highlight
    dot: Cell | None = None
    selected: Cell | None = None

    @property
    def bounds(self) -> QRectF:
        """The pixels of the cells."""
        return self.frame.rect(*self.area)

    @property
    def visible(self) -> Visible:
        area = self.area
        return Visible((area.top, area.top + area.rows), (area.left, area.left + area.cols))

    def holds(self, cell: Cell) -> bool:
        area = self.area
        return 0 <= cell[0] - area.top < area.rows and 0 <= cell[1] - area.left < area.cols


def paint_nearby(painter: QPainter, near: Nearby) -> None:
    """Fill, lines, window, ring, number, dot, selected cell."""
    theme, frame, side = near.theme, near.frame, near.frame.side
    _paint_heads(painter, near)
    colours = _colours(near)
    painter.drawImage(near.bounds, image_of(colours))
    _paint_lines(painter, near)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if near.values.dtype.kind == "f":
        paint_crosses(painter, frame, near.visible, np.isnan(near.values), theme)
    # A window along the edge keeps its casing.
    painter.setClipRect(near.bounds.adjusted(-3, -3, 3, 3))
    light = near.highlight
    windows = light.windows if light.reach is None else (light.reach,)
    for index, mark in enumerate(windows):
        width = WINDOW_PEN if len(windows) == 1 else THIN
        rows, cols = mark.rows, mark.cols
        rect = frame.rect(rows.start, cols.start, rows[-1] + 1 - rows.start, cols[-1] + 1 - cols.start)
        marks.paint_window(painter, rect, theme, width, inset=float(min(index, 3)))
    for cells, tie in ((light.winners, False), (light.ties, True)):
        for cell in cells:
            if near.holds(cell):
                # A share of the side that the mark is told; larger than a number of three digits, or the dot.
                marks.paint_ring(painter, frame.center(*cell), side * 1.24, theme, tie=tie)
    _paint_numbers(painter, near, colours)
    if near.selected is not None and near.holds(near.selected):
        marks.paint_cursor(painter, frame.rect(*near.selected).adjusted(-2, -2, 2, 2), theme)
    painter.restore()


def _colours(near: Nearby) -> Array:
    """32-bit colours (h, w); the surface where there is no number."""
    places = normalise(near.values, near.levels)
    missing = np.isnan(places)
    index = np.rint(np.where(missing, 0, places) * 255).astype(np.intp)
    return np.where(missing, np.uint32(near.theme.surface.rgb()), PICTURE_GREY.lut[index])


def _paint_lines(painter: QPainter, near: Nearby) -> None:
    """One light pixel between cells, so that equal neighbours can be told apart."""
    bounds, side = near.bounds, near.frame.side
    line = QColor(near.theme.edge)
    for col in range(near.area.cols + 1):
        painter.fillRect(QRectF(bounds.left() + col * side, bounds.top(), 1, bounds.height() + 1), line)
    for row in range(near.area.rows + 1):
        painter.fillRect(QRectF(bounds.left(), bounds.top() + row * side, bounds.width() + 1, 1), line)


def _paint_heads(painter: QPainter, near: Nearby) -> None:
    painter.setFont(ui_font(FONT_TICK))
    painter.setPen(near.theme.muted)
    area, bounds, side = near.area, near.bounds, near.frame.side
    above = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom
    beside = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
    widest = text_width(str(area.left + area.cols - 1), FONT_TICK)
    for col in range(0, area.cols, 1 if widest + 4 <= side else 2):
        left = bounds.left() + (col - 0.5) * side
        box = QRectF(left, bounds.top() - HEAD_TOP, 2 * side, HEAD_TOP - 4)
        painter.drawText(box, above, str(area.left + col))
    for row in range(area.rows):
        box = QRectF(bounds.left() - HEAD_LEFT, bounds.top() + row * side, HEAD_LEFT - 8, side)
        painter.drawText(box, beside, str(area.top + row))


def _paint_numbers(painter: QPainter, near: Nearby, colours: Array) -> None:
    """All numbers in one size, the dot's as it fits on its disc."""
    frame, area = near.frame, near.area
    texts = [[cell_text(value) for value in row] for row in near.values]
    size = _fitting((text for row in texts for text in row), frame.side - 4)
    quiet = (inks_on(colours) == WHITE) & ((colours & 0xFF) < DARK_ZERO_BELOW)
    black, white, zero = (QColor.fromRgb(ink) for ink in (BLACK, WHITE, ZERO_ON_DARK))
    dark_ink = inks_on(colours) == BLACK
    fall = _rise(size)
    painter.setFont(ui_font(size, 500))
    for r, row in enumerate(texts):
        y = frame.center(area.top + r, 0).y() + fall
        for c, text in enumerate(row):
            if near.dot == (area.top + r, area.left + c) and _paint_dot(painter, near, text):
                painter.setFont(ui_font(size, 500))
                continue
            painter.setPen(black if dark_ink[r, c] else zero if text == "0" and quiet[r, c] else white)
            x = frame.center(0, area.left + c).x() - text_width(text, size) / 2
            painter.drawText(QPointF(x, y), text)


def _paint_dot(painter: QPainter, near: Nearby, text: str) -> bool:
    """The dot as a disc with its number; small in the corner, and False, where the number is too wide."""
    assert near.dot is not None
    center, radius = near.frame.center(*near.dot), near.frame.side * DISC
    size = _fitting((text,), 2 * radius - 5)
    if text_width(text, size) > 2 * radius - 3:
        marks.paint_lit(painter, near.frame.rect(*near.dot), near.theme)
        return False
    # The mark is told a cell's side, of which its radius is a share.
    marks.paint_dot(painter, center, radius / 0.27, near.theme)
    painter.setFont(ui_font(size, 600))
    painter.setPen(near.theme.dot_outline)
    painter.drawText(QPointF(center.x() - text_width(text, size) / 2, center.y() + _rise(size)), text)
    return True


def _fitting(texts: Iterable[str], room: float) -> int:
    """The largest size at which all the texts fit, else the smallest one."""
    widest = max(set(texts), key=lambda text: text_width(text, LARGEST))
    sizes = range(LARGEST, SMALLEST, -1)
    return next((size for size in sizes if text_width(widest, size) <= room), SMALLEST)


_rises: dict[int, float] = {}


def _rise(size: int) -> float:
    """From the middle of a line down to its base."""
    if size not in _rises:
        metrics = QFontMetricsF(ui_font(size))
        _rises[size] = (metrics.ascent() - metrics.descent()) / 2
    return _rises[size]
