"""Pictures in a pane: the level of the pyramid that suits the zoom, and the dot's block laid over it."""

import math

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from poolstudio.figures.frame import Frame
from poolstudio.figures.images import image_of
from poolstudio.figures.rendering import Drawn
from poolstudio.figures.theme import Theme
from poolstudio.state.problem import Cell
from poolstudio.state.source import Array


def paint_picture(
    painter: QPainter,
    frame: Frame,
    body: QRectF,
    drawn: Drawn,
    patch: tuple[Cell, Array] | None,
    stale: bool,
    theme: Theme,
) -> None:
    """Draw what the body shows of the pixels: whole cells when near, half-size levels when far."""
    ratio = painter.device().devicePixelRatio() if painter.device() is not None else 1.0
    scale = min(frame.width, frame.height) * ratio
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
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, scale < 1)
    if stale:
        painter.fillRect(body, theme.surface)
        painter.setOpacity(0.35)
    target = QRectF(
        frame.left + left * cell_w, frame.top + top * cell_h, (right - left) * cell_w, (bottom - top) * cell_h
    )
    painter.drawImage(target, image_of(pixels, (top, bottom), (left, right)))
    if patch is not None:
        (row, col), values = patch
        rect = frame.rect(row, col, values.shape[1], values.shape[2])
        painter.drawImage(rect, image_of(drawn.colours(values)))
    painter.restore()
