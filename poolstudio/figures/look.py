"""Look: how the panes show things just now: theme, colours, cell size, camera, and where each pane stands."""

from dataclasses import replace

from PySide6.QtCore import QObject, QPointF, QRectF, Signal

from poolstudio.core import axes
from poolstudio.figures.frame import Camera, Layout
from poolstudio.figures.rendering import Rendering
from poolstudio.figures.theme import LEAST_MARKED, LEAST_PADDING, LIGHT, Theme
from poolstudio.state.focus import INPUT
from poolstudio.state.problem import Problem


def overhang(problem: Problem) -> tuple[int, int]:
    """How far the last windows of ceil mode reach beyond input and padding, in rows and columns."""
    try:
        pair = axes(problem.shape, problem.spec)
    except ValueError:
        return 0, 0
    rows, cols = (max(0, axis.taps(axis.out - 1)[-1] + 1 - axis.n - axis.padding) for axis in pair)
    return rows, cols


class Look(QObject):
    """Shared by the panes of a window; signals when any of it changes."""

    changed = Signal()

    def __init__(self, problem: Problem, rendering: Rendering, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.theme: Theme = LIGHT
        self.rendering = rendering
        self.motion = False
        self.layout = Layout(problem.shape, problem.spec, 96.0, overhang=overhang(problem))
        self.bodies: dict[int, tuple[QPointF, QRectF]] = {}

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.changed.emit()

    def follow(self, problem: Problem, cell: float | None) -> None:
        """Take over a Problem's geometry and the arrangement's cell size; the camera stays where it can."""
        same = problem.shape == self.layout.shape and (cell is None) == (self.layout.cell is None)
        camera = self.layout.camera if same else Camera()
        layout = Layout(problem.shape, problem.spec, cell, camera, overhang(problem))
        if layout != self.layout:
            self.layout = layout
            self.changed.emit()

    def set_camera(self, camera: Camera) -> None:
        if camera != self.layout.camera:
            self.layout = replace(self.layout, camera=camera)
            self.changed.emit()

    @property
    def marks_changes(self) -> bool:
        """Whether the cells of outputs are wide enough for the marks of what has changed."""
        _, body = self.bodies.get(0, (QPointF(), QRectF()))
        return self.layout.output_frame(body, (1, 1)).side >= LEAST_MARKED

    @property
    def shows_padding(self) -> bool:
        """Whether the padding around the input is wide enough to be seen as such."""
        _, body = self.bodies.get(INPUT, (QPointF(), QRectF()))
        return max(self.layout.spec.padding) * self.layout.input_frame(body).side >= LEAST_PADDING

    def place(self, pane: int, origin: QPointF, body: QRectF) -> None:
        """Where a pane's corner stands in the centre, and its body inside the pane."""
        self.bodies[pane] = (origin, body)
