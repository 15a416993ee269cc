"""Routes of the gradient: curves from outputs to their winners, or arrows inside the input pane."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from poolstudio.figures.theme import ROUTE_OPACITY, ROUTE_PEN, ROUTE_PEN_PINNED, Theme

#: Up to this many routes run between the panes; more are arrows inside the input pane.
MOST_BETWEEN = 48

#: Points (n, 2) as x and y.
Points = NDArray[np.float64]


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


def paint_arrows(painter: QPainter, starts: Points, ends: Points, theme: Theme) -> None:
    """Straight arrows with V heads from (n, 2) points to others, all in one call."""
    along = ends - starts
    length = np.hypot(along[:, 0], along[:, 1])
    long = length >= 3
    starts, ends, along = starts[long], ends[long], along[long] / length[long, None]
    across = np.stack([-along[:, 1], along[:, 0]], axis=1)
    back, aside = 5.0 * np.cos(0.5), 5.0 * np.sin(0.5)
    wings = [ends - back * along + side * aside * across for side in (1, -1)]
    segments = np.concatenate(
        [np.hstack([starts, ends]), *(np.hstack([ends, wing]) for wing in wings)]
    ).tolist()
    painter.setPen(QPen(theme.gradient, ROUTE_PEN))
    painter.drawLines([QLineF(*segment) for segment in segments])


def _head(start: QPointF, end: QPointF, size: float) -> list[QLineF]:
    angle = math.atan2(end.y() - start.y(), end.x() - start.x())
    return [
        QLineF(end, QPointF(end.x() - size * math.cos(angle + turn), end.y() - size * math.sin(angle + turn)))
        for turn in (0.5, -0.5)
    ]
