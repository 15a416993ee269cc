"""Pictures in a pane: the level of the pyramid that suits the zoom, and the dot's block laid over it."""

import math

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPixmap

from poolstudio.figures.frame import Frame
from poolstudio.figures.images import image_of
from poolstudio.figures.rendering import Drawn
from poolstudio.figures.theme import Theme
from poolstudio.state.problem import Cell
from poolstudio.state.source import Array


class PictureCache:
    """Keeps what a pane last drew of a picture, so that marks can move over it at the cost of a copy.

    Only what is drawn twice alike is kept: a pan draws each frame once, straight to the screen.
    """

    def __init__(self) -> None:
        self._key: object = None
        self._pixmap: QPixmap | None = None

    def paint(self, painter: QPainter, frame: Frame, body: QRectF, drawn: Drawn, ground: QColor) -> None:
        ratio = painter.device().devicePixelRatio()
        key = (drawn, frame, body.getRect(), ground, ratio)
        if key != self._key:
            self._key, self._pixmap = key, None
            painter.fillRect(body, ground)
            _paint_pixels(painter, frame, body, drawn, ratio)
            return
        if self._pixmap is None:
            # Opaque, ground and all: a copy costs half of laying a picture over a ground.
            self._pixmap = QPixmap((body.size() * ratio).toSize())
            self._pixmap.setDevicePixelRatio(ratio)
            self._pixmap.fill(ground)
            inner = QPainter(self._pixmap)
            inner.translate(-body.topLeft())
            _paint_pixels(inner, frame, body, drawn, ratio)
            inner.end()
        painter.drawPixmap(body.topLeft(), self._pixmap)


def paint_picture(
    painter: QPainter,
    frame: Frame,
    body: QRectF,
    drawn: Drawn,
    patch: tuple[Cell, Array] | None,
    stale: bool,
    theme: Theme,
    cache: PictureCache | None = None,
) -> None:
    """Draw the body's ground and the pixels on it: whole cells when near, half-size levels when far."""
    painter.save()
    if cache is not None and not stale:
        cache.paint(painter, frame, body, drawn, theme.surface)
    else:
        painter.fillRect(body, theme.surface)
        painter.setOpacity(0.35 if stale else 1.0)
        _paint_pixels(painter, frame, body, drawn, painter.device().devicePixelRatio())
    if patch is not None:
        (row, col), values = patch
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, frame.side < 1)
        painter.drawImage(
            frame.rect(row, col, values.shape[1], values.shape[2]), image_of(drawn.colours(values))
        )
    painter.restore()


def _paint_pixels(painter: QPainter, frame: Frame, body: QRectF, drawn: Drawn, ratio: float) -> None:
    scale = frame.side * ratio
    level = 0 if scale >= 1 else min(math.floor(math.log2(1 / scale)), len(drawn.pyramid) - 1)
    pixels = drawn.pyramid[level]
    factor = 2**level
    height, width = pixels.shape
    cell_w, cell_h = frame.width * factor, frame.height * factor
    left = max(math.floor((body.left() - frame.left) / cell_w), 0)
    top = max(math.floor((body.top() - frame.top) / cell_h), 0)
    right = min(math.ceil((body.right() - frame.left) / cell_w), width)
    bottom = min(math.ceil((body.bottom() - frame.top) / cell_h), height)
    if left >= right or top >= bottom:
        return
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, scale < 1)
    target = QRectF(
        frame.left + left * cell_w, frame.top + top * cell_h, (right - left) * cell_w, (bottom - top) * cell_h
    )
    painter.drawImage(target, image_of(pixels, (top, bottom), (left, right)))
