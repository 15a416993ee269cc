"""Scene: all that one pane shows, as plain values; painting it needs nothing else."""

from collections.abc import Callable
from dataclasses import dataclass, field

from PySide6.QtCore import QLineF, QPointF, QRectF

from poolstudio.figures.frame import Frame
from poolstudio.figures.pictures import PictureCache
from poolstudio.figures.ramps import Levels, Ramp
from poolstudio.figures.rendering import Drawn
from poolstudio.figures.routes import Points
from poolstudio.figures.theme import Theme
from poolstudio.state.gradients import GradientMap
from poolstudio.state.highlights import Cells, DotMark, WindowMark
from poolstudio.state.problem import Cell
from poolstudio.state.source import Array

#: Gives the values on show in half-open rows and columns, (C, h, w), the dot's change included.
Block = Callable[[tuple[int, int], tuple[int, int]], Array]


@dataclass(frozen=True, eq=False)
class Scene:
    """One pane's content. Cells are those of the pane's own array; points are in the pane's pixels."""

    theme: Theme
    body: QRectF
    frame: Frame
    shape: tuple[int, int]
    block: Block
    levels: Levels
    ramp: Ramp | None = None
    as_cells: bool = True
    drawn: Drawn | None = None
    cache: PictureCache | None = None
    patch: tuple[Cell, Array] | None = None
    plane_names: tuple[str, ...] = ()
    plane: int = 0
    stale: bool = False
    heads: bool = True
    gradient: GradientMap | None = None
    padding: tuple[int, int, int, int] = (0, 0, 0, 0)
    padding_text: str = ""
    overhang: tuple[int, int] = (0, 0)
    covered: tuple[Array, Array] | None = None
    windows: tuple[WindowMark, ...] = ()
    strong_windows: bool = True
    edges: tuple[QLineF, ...] = ()
    winners: tuple[Cell, ...] = ()
    ties: tuple[Cell, ...] = ()
    outputs: Cells = field(default_factory=Cells)
    brackets: QRectF | None = None
    dot: Cell | None = None
    dot_text: str = ""
    dot_new: bool = False
    lit: DotMark | None = None
    changed: tuple[Cell, ...] = ()
    flash: float = 0.0
    cursor: Cell | None = None
    routes: tuple[tuple[QPointF, QPointF], ...] = ()
    strong_routes: tuple[bool, ...] = ()
    arrows: tuple[Points, Points] | None = None
