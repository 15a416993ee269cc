"""Marks over cells: windows, winners, ties, padding, the dot, outputs it lights, changed corners."""

import math
from collections.abc import Iterable

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QPolygonF

from poolstudio.figures.cells import text_width
from poolstudio.figures.fonts import ui_font
from poolstudio.figures.frame import Frame
from poolstudio.figures.theme import (
    CASING_WIDTH,
    CHANGED_TRIANGLE,
    EDGE_DASH,
    TIE_DASH,
    WINDOW_PEN,
    WINNER_PEN,
    Theme,
)
from poolstudio.state.words import tr

#: A window smaller than this on the screen becomes four corner brackets.
LEAST_WINDOW = 12.0


#: Half-open rows and columns of cells.
Band = tuple[tuple[int, int], tuple[int, int]]


def paint_padding(painter: QPainter, frame: Frame, bands: list[Band], theme: Theme, text: str) -> None:
    """Padding cells: 45° hatch, and what they hold (−∞ for max, 0 for average)."""
    painter.save()
    path = QPainterPath()
    gap = 1.0 if frame.side >= 8 else 0.0
    single = frame.side >= 8
    for rect in _cell_rects(frame, bands) if single else [_band_rect(frame, band) for band in bands]:
        path.addRect(rect.adjusted(gap, gap, -gap, -gap))
    if bands:
        bounds = path.boundingRect()
        painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
        color = QColor(theme.padding)
        color.setAlphaF(0.55)
        painter.setPen(QPen(color, 1))
        step = 7.0
        low = math.floor((bounds.left() + bounds.top()) / step)
        high = math.ceil((bounds.right() + bounds.bottom()) / step)
        painter.drawLines(
            [
                QLineF(bounds.left(), n * step - bounds.left(), n * step - bounds.top(), bounds.top())
                for n in range(low, high + 1)
            ]
        )
        if frame.side >= 24 and text:
            _paint_words(painter, _cell_rects(frame, bands), text, theme.padding, theme)
    painter.restore()


def paint_overhang(painter: QPainter, frame: Frame, bands: list[Band], theme: Theme) -> None:
    """Overhang of ceil mode: a grid of dots and the word "out"."""
    painter.save()
    brush = QBrush(theme.overhang, Qt.BrushStyle.Dense7Pattern)
    if frame.side >= 8:
        rects = _cell_rects(frame, bands)
        for rect in rects:
            painter.fillRect(rect.adjusted(2, 2, -2, -2), brush)
        if frame.side >= 30:
            _paint_words(painter, rects, tr("out"), theme.overhang, theme)
    else:
        for band in bands:
            painter.fillRect(_band_rect(frame, band), brush)
    painter.restore()


def _band_rect(frame: Frame, band: Band) -> QRectF:
    (top, bottom), (left, right) = band
    return frame.rect(top, left, bottom - top, right - left)


def _cell_rects(frame: Frame, bands: list[Band]) -> list[QRectF]:
    return [frame.rect(r, c) for rows, cols in bands for r in range(*rows) for c in range(*cols)]


def _paint_words(painter: QPainter, rects: list[QRectF], text: str, color: QColor, theme: Theme) -> None:
    """A short word in the middle of each cell, on a strip of surface that keeps it readable."""
    size = 11 if not rects or rects[0].height() < 64 else 12
    painter.setFont(ui_font(size))
    width = text_width(text, size)
    for rect in rects:
        center = rect.center()
        strip = QRectF(center.x() - width / 2 - 3, center.y() - size / 2 - 1, width + 6, size + 2)
        painter.fillRect(strip, theme.surface)
    painter.setPen(color)
    for rect in rects:
        painter.drawText(QPointF(rect.center().x() - width / 2, rect.center().y() + size * 0.36), text)


def paint_window(
    painter: QPainter, rect: QRectF, theme: Theme, width: float = WINDOW_PEN, inset: float = 0.0
) -> None:
    """A window: solid rectangle with a casing on either side, or four brackets where it is tiny."""
    if min(rect.width(), rect.height()) < LEAST_WINDOW:
        _brackets(painter, rect, theme)
        return
    rect = rect.adjusted(inset, inset, -inset, -inset)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for color, size in ((theme.casing, width + 2 * CASING_WIDTH), (theme.window, width)):
        pen = QPen(QColor(color), size)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        painter.setPen(pen)
        painter.drawRect(rect)


def paint_taps(painter: QPainter, rects: Iterable[QRectF], theme: Theme) -> None:
    """The cells that a dilated window reads, each with a thin outline."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    rects = [rect.adjusted(3, 3, -3, -3) for rect in rects]
    for color, size in ((theme.casing, 4.0), (theme.window, 2.0)):
        painter.setPen(QPen(QColor(color), size))
        painter.drawRects(rects)


def paint_window_edges(painter: QPainter, lines: list[QLineF], theme: Theme) -> None:
    """Edges between windows that do not overlap: dotted 2-4."""
    if not lines:
        return
    painter.setPen(QPen(theme.casing, 3))
    painter.drawLines(lines)
    pen = QPen(theme.window, 2)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setDashPattern([dash / pen.widthF() for dash in EDGE_DASH])
    painter.setPen(pen)
    painter.drawLines(lines)


def paint_ring(
    painter: QPainter, center: QPointF, side: float, theme: Theme, tie: bool = False, least: float = 5.0
) -> None:
    """The winner's ring; dashed for a cell that is as large but not the first."""
    radius = max(min(side * 0.33, 32.0), least)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.casing, WINNER_PEN + 2 * CASING_WIDTH))
    painter.drawEllipse(center, radius, radius)
    pen = QPen(QColor(theme.tie if tie else theme.winner), WINNER_PEN)
    if tie:
        pen.setDashPattern([dash / WINNER_PEN for dash in TIE_DASH])
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    painter.drawEllipse(center, radius, radius)


def dot_radius(side: float) -> float:
    """The dot's radius on the screen: never under 6 px, so that it can be seen and caught at every zoom."""
    return max(min(side * 0.27, 26.0), 6.0)


def paint_dot(
    painter: QPainter, center: QPointF, side: float, theme: Theme, text: str = "", chevrons: bool = False
) -> None:
    """The bright dot: a filled disc with an outline, its value on it, and chevrons until it first moves."""
    radius = dot_radius(side)
    painter.setPen(QPen(theme.dot_outline, 1.5))
    painter.setBrush(theme.dot)
    painter.drawEllipse(center, radius, radius)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    size = int(min(max(radius * 0.75, 11), 16))
    if text and radius >= 12 and text_width(text, size) < 2 * radius - 5:
        painter.setFont(ui_font(size, 600))
        painter.setPen(theme.dot_outline)
        metrics = painter.fontMetrics()
        painter.drawText(
            QPointF(
                center.x() - metrics.horizontalAdvance(text) / 2,
                center.y() + (metrics.ascent() - metrics.descent()) / 2,
            ),
            text,
        )
    if chevrons and side >= 40:
        _chevrons(painter, center, side * 0.45, theme)


def paint_lit(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    """The small disc in the corner of an output that the dot lights."""
    radius = min(max(rect.height() * 0.06, 3.0), 5.5)
    inset = min(radius + 6, rect.height() / 3)
    painter.setPen(QPen(theme.dot_outline, 1.2))
    painter.setBrush(theme.dot)
    painter.drawEllipse(QPointF(rect.right() - inset, rect.top() + inset), radius, radius)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def paint_changed(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    """The corner triangle of an output that the last act changed."""
    side = min(CHANGED_TRIANGLE, rect.height() / 2)
    corner = QPolygonF(
        [
            QPointF(rect.left() + 1, rect.bottom() - 1),
            QPointF(rect.left() + 1, rect.bottom() - 1 - side),
            QPointF(rect.left() + 1 + side, rect.bottom() - 1),
        ]
    )
    painter.setPen(QPen(theme.casing, CASING_WIDTH))
    painter.setBrush(theme.changed)
    painter.drawPolygon(corner)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def paint_flash(painter: QPainter, rect: QRectF, theme: Theme, strength: float) -> None:
    """The wash over an output that has just changed, fading from FLASH to nothing."""
    color = QColor(theme.changed)
    color.setAlphaF(strength)
    painter.fillRect(rect, color)


def paint_cursor(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    """The keyboard cursor: a thin double outline that shows on any fill."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.casing, 3))
    painter.drawRect(rect.adjusted(4, 4, -4, -4))
    painter.setPen(QPen(theme.accent, 1))
    painter.drawRect(rect.adjusted(4, 4, -4, -4))


def _brackets(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    side = max(rect.width(), rect.height(), 18.0) / 2 + 3
    center = rect.center()
    arm = max(side * 0.5, 5.0)
    lines = []
    for sx in (-1, 1):
        for sy in (-1, 1):
            corner = QPointF(center.x() + sx * side, center.y() + sy * side)
            lines.append(QLineF(corner, QPointF(corner.x() - sx * arm, corner.y())))
            lines.append(QLineF(corner, QPointF(corner.x(), corner.y() - sy * arm)))
    for color, size in ((theme.casing, WINDOW_PEN + 2 * CASING_WIDTH), (theme.window, WINDOW_PEN)):
        pen = QPen(QColor(color), size)
        pen.setCapStyle(Qt.PenCapStyle.SquareCap)
        painter.setPen(pen)
        painter.drawLines(lines)


def _chevrons(painter: QPainter, center: QPointF, reach: float, theme: Theme) -> None:
    arm = 4.0
    lines = []
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        tip = QPointF(center.x() + dx * reach, center.y() + dy * reach)
        for side in (-1, 1):
            back = QPointF(
                tip.x() - dx * arm + (arm if dx == 0 else 0) * side,
                tip.y() - dy * arm + (arm if dy == 0 else 0) * side,
            )
            lines.append(QLineF(tip, back))
    # Dark on a light casing: the cell below may have any colour.
    for color, width in ((QColor("#FFFFFF"), 3.8), (theme.dot_outline, 1.8)):
        pen = QPen(color, width)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.drawLines(lines)
