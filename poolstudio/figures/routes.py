"""Routes of the gradient: curves from outputs to their winners, or arrows inside the input pane."""

import math
from collections.abc import Sequence

from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from poolstudio.figures.theme import ROUTE_OPACITY, ROUTE_PEN, ROUTE_PEN_PINNED, Theme

#: Up to this many routes run between the panes; more are arrows inside the input pane.
MOST_BETWEEN = 48


def paint_routes(
    painter: QPainter,
    routes: Sequence[tuple[QPointF, QPointF]],
    theme: Theme,
    strong: Sequence[bool] | None = None,
) -> None:
    """Curves from an output's point to its winner's, with a head; each pane clips them to its own part."""
    color, faint = theme.gradient, QColor(theme.gradient)
    faint.setAlphaF(ROUTE_OPACITY)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for index, (start, end) in enumerate(routes):
        pinned = strong is not None and strong[index]
        path = QPainterPath(start)
        bend = (start.x() - end.x()) * 0.45
        path.cubicTo(QPointF(start.x() - bend, start.y()), QPointF(end.x() + bend, end.y()), end)
        pen = QPen(color if pinned or strong is None else faint, ROUTE_PEN_PINNED if pinned else ROUTE_PEN)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        casing = QPen(theme.casing, pen.widthF() + 2)
        for stroke in (casing, pen):
            painter.setPen(stroke)
            painter.drawPath(path)
        painter.setPen(pen)
        painter.drawLines(_head(QPointF(end.x() + bend * 0.2, end.y()), end, 7.0))
        painter.setBrush(color)
        painter.drawEllipse(start, 2.5, 2.5)
        painter.setBrush(Qt.BrushStyle.NoBrush)


def paint_arrows(painter: QPainter, arrows: Sequence[tuple[QPointF, QPointF]], theme: Theme) -> None:
    """Straight arrows with V heads, all in one call: a thousand take a few milliseconds."""
    lines: list[QLineF] = []
    for start, end in arrows:
        if (start - end).manhattanLength() < 3:
            continue
        lines.append(QLineF(start, end))
        lines += _head(start, end, 5.0)
    pen = QPen(theme.gradient, ROUTE_PEN)
    painter.setPen(pen)
    painter.drawLines(lines)


def _head(start: QPointF, end: QPointF, size: float) -> list[QLineF]:
    angle = math.atan2(end.y() - start.y(), end.x() - start.x())
    return [
        QLineF(end, QPointF(end.x() - size * math.cos(angle + turn), end.y() - size * math.sin(angle + turn)))
        for turn in (0.5, -0.5)
    ]
