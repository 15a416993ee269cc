"""Cells with their fills and numbers: grids, and pictures once their cells are wide enough to be read."""

import math
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from poolstudio.figures.fonts import ui_font
from poolstudio.figures.frame import Frame
from poolstudio.figures.images import image_of
from poolstudio.figures.ramps import BLACK, ZERO_ON_DARK, inks_on, luminances
from poolstudio.figures.theme import (
    CELL_EDGE_CONTRAST,
    CELL_GAP,
    HALO,
    NUMBER_CELL_MIN,
    NUMBER_LARGEST,
    NUMBER_SHARE,
    NUMBER_SMALLEST,
    STALE_FILL_OPACITY,
    Theme,
)
from poolstudio.state.numbers import cell_text
from poolstudio.state.problem import Cell
from poolstudio.state.source import Array

ZERO_INK = QColor.fromRgb(ZERO_ON_DARK)

_widths: dict[tuple[int, int, str], float] = {}


@dataclass(frozen=True, slots=True)
class Visible:
    """Half-open rows and columns of an array that are (partly) inside a pane's body."""

    rows: tuple[int, int]
    cols: tuple[int, int]

    @property
    def block(self) -> tuple[slice, slice]:
        return slice(*self.rows), slice(*self.cols)

    @property
    def empty(self) -> bool:
        return self.rows[0] >= self.rows[1] or self.cols[0] >= self.cols[1]


def visible(frame: Frame, body: QRectF, shape: tuple[int, int]) -> Visible:
    """The cells of an (h, w) array that a body shows."""
    top, left = frame.cell_at(body.topLeft())
    bottom, right = frame.cell_at(QPointF(body.right() - 0.01, body.bottom() - 0.01))
    return Visible(
        (max(top, 0), min(bottom + 1, shape[0])),
        (max(left, 0), min(right + 1, shape[1])),
    )


def paint_fills(
    painter: QPainter, frame: Frame, seen: Visible, pixels: NDArray[np.uint32], theme: Theme
) -> None:
    """Fill the cells of a grid with 32-bit colours (one for each visible cell), with gaps of 2 px between."""
    if seen.empty:
        return
    target = frame.rect(seen.rows[0], seen.cols[0], seen.rows[1] - seen.rows[0], seen.cols[1] - seen.cols[0])
    painter.drawImage(target, image_of(pixels))
    gap = CELL_GAP if frame.side >= 8 else 1
    lines = [
        QRectF(frame.left + col * frame.width - gap / 2, target.top(), gap, target.height())
        for col in range(seen.cols[0], seen.cols[1] + 1)
    ] + [
        QRectF(target.left(), frame.top + row * frame.height - gap / 2, target.width(), gap)
        for row in range(seen.rows[0], seen.rows[1] + 1)
    ]
    surface = theme.surface
    for line in lines:
        painter.fillRect(line, surface)


def paint_edges(
    painter: QPainter,
    frame: Frame,
    seen: Visible,
    mask: NDArray[np.bool_],
    color: QColor,
    dotted: bool = False,
) -> None:
    """A 1 px inner outline on a mask of cells: fills close to the surface, or uncovered ones (dotted)."""
    if not mask.any():
        return
    pen = QPen(color, 1, Qt.PenStyle.DotLine if dotted else Qt.PenStyle.SolidLine)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    rows, cols = np.nonzero(mask)
    left = frame.left + (cols + seen.cols[0]) * frame.width + CELL_GAP / 2 + 0.5
    top = frame.top + (rows + seen.rows[0]) * frame.height + CELL_GAP / 2 + 0.5
    width, height = frame.width - CELL_GAP - 1, frame.height - CELL_GAP - 1
    painter.drawRects([QRectF(x, y, width, height) for x, y in zip(left.tolist(), top.tolist(), strict=True)])


def paint_crosses(
    painter: QPainter, frame: Frame, seen: Visible, mask: NDArray[np.bool_], theme: Theme
) -> None:
    """NaN cells: no fill and a cross from corner to corner."""
    if not mask.any():
        return
    lines = []
    surface = theme.surface
    for row, col in np.argwhere(mask):
        rect = inner(frame, int(row) + seen.rows[0], int(col) + seen.cols[0])
        painter.fillRect(rect, surface)
        lines += [
            QLineF(rect.topLeft(), rect.bottomRight()),
            QLineF(rect.topRight(), rect.bottomLeft()),
        ]
    painter.setPen(QPen(theme.control, 1))
    painter.drawLines(lines)


def inner(frame: Frame, row: float, col: float) -> QRectF:
    """A grid cell's rectangle inside its gaps."""
    return frame.rect(row, col).adjusted(CELL_GAP / 2, CELL_GAP / 2, -CELL_GAP / 2, -CELL_GAP / 2)


def number_font(frame: Frame, texts: list[str], share: float = NUMBER_SHARE) -> QFont | None:
    """One font size for a pane's numbers: min(22, 0.3 cell, what fits the widest); None when under 11."""
    if frame.side < NUMBER_CELL_MIN or not texts:
        return None
    size = int(min(NUMBER_LARGEST, max(share * frame.side, NUMBER_SMALLEST)))
    widest = max(set(texts), key=len)
    room = frame.width - 6
    width = text_width(widest, size)
    if width > room:
        size = math.floor(size * room / width)
    return ui_font(size) if size >= NUMBER_SMALLEST else None


def text_width(text: str, size: int, weight: int = 400) -> float:
    """The advance of a text in the interface font, cached."""
    key = (size, weight, text)
    if key not in _widths:
        if len(_widths) > 20_000:
            _widths.clear()
        _widths[key] = QFontMetricsF(ui_font(size, weight)).horizontalAdvance(text)
    return _widths[key]


def numbers_fit(frame: Frame, values: Array) -> bool:
    """Whether the cells of a block (h, w) have room for their numbers."""
    return number_font(frame, [text for row in _texts(values) for text in row]) is not None


def _texts(values: Array) -> list[list[str]]:
    # As they are, single floats of NumPy read shorter than the doubles of a list.
    rows = values if values.dtype == np.float32 else values.tolist()
    return [[cell_text(value) for value in row] for row in rows]


def paint_numbers(
    painter: QPainter,
    frame: Frame,
    seen: Visible,
    values: Array,
    pixels: NDArray[np.uint32],
    theme: Theme,
    muted: NDArray[np.bool_] | None = None,
    halo: bool = False,
    share: float = NUMBER_SHARE,
    shift: float = 0.0,
    hidden: Cell | None = None,
) -> None:
    """The visible cells' numbers, black or white by contrast; zeros of dark cells grey, muted ones muted.

    `values` and `pixels` are the visible block, (h, w). `shift` moves the numbers down, in cells; that of the
    cell `hidden` stands on the dot.
    """
    if seen.empty or frame.side < NUMBER_CELL_MIN:
        return
    texts = _texts(values)
    font = number_font(frame, [text for row in texts for text in row], share)
    if font is None:
        return
    size = font.pixelSize()
    metrics = QFontMetricsF(font)
    rise = (metrics.ascent() - metrics.descent()) / 2
    inks = ink_of(pixels)
    painter.setFont(font)
    black, white = QColor("#000000"), QColor("#FFFFFF")
    text_color = theme.text
    last: QColor | None = None
    for r, row in enumerate(texts):
        y = frame.top + (seen.rows[0] + r + 0.5 + shift) * frame.height + rise
        for c, text in enumerate(row):
            if hidden == (seen.rows[0] + r, seen.cols[0] + c):
                continue
            x = frame.left + (seen.cols[0] + c + 0.5) * frame.width - text_width(text, size) / 2
            if text == "NaN":
                color = text_color
            elif muted is not None and muted[r, c]:
                color = quiet_ink(int(pixels[r, c]), bool(inks[r, c]))
            elif inks[r, c]:
                color = black
            else:
                color = ZERO_INK if text in ("0", "\u22120") and int(pixels[r, c]) & 0xFF < 0x40 else white
            if halo:
                paint_halo(painter, QPointF(x, y), text, size, QColor.fromRgb(int(pixels[r, c])))
                last = None
            if color is not last:
                painter.setPen(color)
                last = color
            painter.drawText(QPointF(x, y), text)


def paint_halo(painter: QPainter, at: QPointF, text: str, size: int, fill: QColor) -> None:
    """Some of the cell's own fill around a number that a route may cross."""
    width = text_width(text, size)
    tall = size * 0.75
    painter.fillRect(QRectF(at.x(), at.y() - tall, width, tall).adjusted(-HALO, -HALO, HALO, HALO), fill)


def ink_of(pixels: NDArray[np.uint32]) -> NDArray[np.bool_]:
    """True where black has more contrast on a colour than white."""
    return np.asarray(inks_on(pixels) == BLACK)


@cache
def quiet_ink(fill: int, black: bool) -> QColor:
    """The ink of a number that does not count, two thirds of the way from its cell's colour to the full ink:
    quieter, but at a contrast of 2.9 or more to be read on every fill."""
    ink = 0 if black else 255
    shares = (round(((fill >> shift & 0xFF) + 2 * ink) / 3) for shift in (16, 8, 0))
    return QColor(*shares)


def near_surface(pixels: NDArray[np.uint32], theme: Theme) -> NDArray[np.bool_]:
    """Cells whose fill has a contrast under 1.3 with the surface, so that they need an inner line."""
    surface = float(luminances(np.array(theme.surface.rgb(), np.uint32)))
    other = luminances(pixels)
    high, low = np.maximum(other, surface), np.minimum(other, surface)
    return np.asarray((high + 0.05) / (low + 0.05) < CELL_EDGE_CONTRAST)


def toward_surface(
    pixels: NDArray[np.uint32], theme: Theme, share: float = STALE_FILL_OPACITY
) -> NDArray[np.uint32]:
    """The fills of a stale answer: 10 % of the colour over the surface."""
    surface = theme.surface.rgb()
    out = np.full(pixels.shape, 0xFF000000, np.uint32)
    for shift in (16, 8, 0):
        color = ((pixels >> shift) & 0xFF).astype(np.float64)
        base = (surface >> shift) & 0xFF
        mixed = np.rint(base + (color - base) * STALE_FILL_OPACITY).astype(np.uint32)
        out |= mixed << np.uint32(shift)
    return out
