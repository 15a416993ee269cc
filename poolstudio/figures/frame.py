"""Frame: where the cells of an array lie in a pane; Camera: what part of the input all panes look at."""

import math
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF

from poolstudio.core import PoolSpec

#: Space for the row and column numbers of a grid, in pixels.
HEADS = 28
#: Grids under this cell size are panned rather than shrunk.
LEAST_CELL = 20.0


@dataclass(frozen=True, slots=True)
class Frame:
    """Cell (row, col) covers (left + col·width, top + row·height, width, height) pixels."""

    left: float
    top: float
    width: float
    height: float

    def rect(self, row: float, col: float, rows: float = 1, cols: float = 1) -> QRectF:
        return QRectF(
            self.left + col * self.width, self.top + row * self.height, cols * self.width, rows * self.height
        )

    def center(self, row: float, col: float) -> QPointF:
        return self.rect(row, col).center()

    def cell_at(self, point: QPointF) -> tuple[int, int]:
        """The cell under a point: floored, so left of the first column is −1, not 0."""
        return (
            math.floor((point.y() - self.top) / self.height),
            math.floor((point.x() - self.left) / self.width),
        )

    @property
    def side(self) -> float:
        return min(self.width, self.height)


@dataclass(frozen=True, slots=True)
class Camera:
    """Shared by all panes: the zoom over the fitting size, and the input point in the middle of each pane."""

    zoom: float = 1.0
    row: float | None = None
    col: float | None = None

    MOST = 256.0

    @property
    def fits(self) -> bool:
        return self.zoom == 1.0 and self.row is None

    def zoomed(self, factor: float, row: float, col: float, at: tuple[float, float]) -> "Camera":
        """Zoom so that the input point `at` stays where it is on the screen; (row, col) is the middle now."""
        zoom = min(max(self.zoom * factor, 1.0), self.MOST)
        if zoom == 1.0:
            return Camera()
        share = self.zoom / zoom
        return Camera(zoom, at[0] + (row - at[0]) * share, at[1] + (col - at[1]) * share)

    def moved(self, row: float, col: float) -> "Camera":
        return replace(self, row=row, col=col)


@dataclass(frozen=True, slots=True)
class Layout:
    """What the frames of a set of panes follow from.

    `cell` is the grid's cell size in pixels, or None for a picture, whose frame fits the pane.
    """

    shape: tuple[int, int]
    spec: PoolSpec
    cell: float | None
    camera: Camera = Camera()
    overhang: tuple[int, int] = (0, 0)

    def ring(self) -> tuple[int, int, int, int]:
        """Rows above, rows below, columns left, columns right of the input that are drawn as padding."""
        rows, cols = self.spec.padding
        return rows, rows + self.overhang[0], cols, cols + self.overhang[1]

    def ring_of_padding(self) -> tuple[int, int, int, int]:
        """The same without the overhang."""
        rows, cols = self.spec.padding
        return rows, rows, cols, cols

    def input_frame(self, body: QRectF) -> Frame:
        if self.cell is None:
            return self._picture(body)
        top, bottom, left, right = self.ring()
        height, width = self.shape
        size = self.cell * self.camera.zoom
        return Frame(
            _origin(body.left() + HEADS, body.width() - HEADS, size, -left, width + right, self.camera.col),
            _origin(body.top() + HEADS, body.height() - HEADS, size, -top, height + bottom, self.camera.row),
            size,
            size,
        )

    def output_frame(self, body: QRectF, shape: tuple[int, int]) -> Frame:
        """The frame of a local output of (h, w) cells."""
        (k_row, k_col), (s_row, s_col) = self.spans(), self.spec.stride
        p_row, p_col = self.spec.padding
        if self.cell is None:
            source = self._picture(body)
            return Frame(
                source.left + (-p_col + (k_col - s_col) / 2) * source.width,
                source.top + (-p_row + (k_row - s_row) / 2) * source.height,
                s_col * source.width,
                s_row * source.height,
            )
        size = self.cell * self.camera.zoom
        row = None if self.camera.row is None else (self.camera.row + p_row - k_row / 2) / s_row + 0.5
        col = None if self.camera.col is None else (self.camera.col + p_col - k_col / 2) / s_col + 0.5
        return Frame(
            _origin(body.left() + HEADS, body.width() - HEADS, size, 0, shape[1], col),
            _origin(body.top() + HEADS, body.height() - HEADS, size, 0, shape[0], row),
            size,
            size,
        )

    def global_frame(self, body: QRectF, planes: int) -> Frame:
        """The frame of a global answer: one row of cells, one a plane."""
        if self.cell is None:
            size = min(84.0, (body.width() - 24) / (planes + 1.3), body.height() - 40)
            return Frame(body.left() + 12, body.top() + 28, max(size, 8.0), max(size, 8.0))
        size = min(self.cell, body.height() - 8, body.width() - 2 * HEADS)
        return Frame(
            round(body.left() + HEADS + (body.width() - HEADS - planes * size) / 2),
            round(body.top() + (body.height() - size) / 2),
            size,
            size,
        )

    def spans(self) -> tuple[int, int]:
        """How far a window reaches along each axis."""
        (k_row, k_col), (d_row, d_col) = self.spec.kernel, self.spec.dilation
        return d_row * (k_row - 1) + 1, d_col * (k_col - 1) + 1

    def middle(self, body: QRectF) -> tuple[float, float]:
        """The input point in the middle of a pane with this body, for zoom and pan."""
        frame = self.input_frame(body)
        lead = 0 if self.cell is None else HEADS
        return (
            (body.top() + lead + (body.height() - lead) / 2 - frame.top) / frame.height,
            (body.left() + lead + (body.width() - lead) / 2 - frame.left) / frame.width,
        )

    def to_input(self, row: float, col: float) -> tuple[float, float]:
        """The input point in the middle of a local output's cell point (in output cells)."""
        (k_row, k_col), (s_row, s_col) = self.spans(), self.spec.stride
        p_row, p_col = self.spec.padding
        return (
            (row - 0.5) * s_row - p_row + k_row / 2,
            (col - 0.5) * s_col - p_col + k_col / 2,
        )

    def _picture(self, body: QRectF) -> Frame:
        height, width = self.shape
        fit = max(min(body.width() / width, body.height() / height), 1e-6)
        size = fit * self.camera.zoom
        return Frame(
            _origin(body.left(), body.width(), size, 0, width, self.camera.col),
            _origin(body.top(), body.height(), size, 0, height, self.camera.row),
            size,
            size,
        )


def _origin(start: float, space: float, size: float, first: int, stop: int, middle: float | None) -> float:
    """Where cell 0 begins along an axis: the cells [first, stop) centred, or panned where they do not fit."""
    content = (stop - first) * size
    if content <= space:
        return round(start + (space - content) / 2 - first * size)
    if middle is None:
        return round(start - first * size)
    origin = start + space / 2 - middle * size
    return round(min(max(origin, start + space - stop * size), start - first * size))
