"""Which cells of a picture stand near the pointer, and where."""

import math
from dataclasses import dataclass

from poolstudio.figures.frame import Frame
from poolstudio.state.focus import Focus
from poolstudio.state.highlights import Highlight
from poolstudio.state.problem import Cell
from poolstudio.state.store import Store
from poolstudio.views.value_edits import Area

ROWS, COLS = 7, 9
LEAST_CELL, MOST_CELL = 28, 36
#: Space for the column numbers above and the row numbers at the left, in pixels.
HEAD_TOP, HEAD_LEFT = 20, 44


@dataclass(frozen=True, slots=True)
class Room:
    """How many cells of which size a view of some pixels shows."""

    rows: int
    cols: int
    side: int

    @classmethod
    def of(cls, width: int, height: int, shape: tuple[int, int]) -> "Room":
        """At most 7 × 9 cells of 28 to 36 px, and no more than the picture has."""
        across, down = max(width - HEAD_LEFT - 2, 0), max(height - HEAD_TOP - 2, 0)
        side = min(max(min(down // ROWS, across // COLS), LEAST_CELL), MOST_CELL)
        rows, cols = min(ROWS, down // side, shape[0]), min(COLS, across // side, shape[1])
        return cls(max(rows, 1), max(cols, 1), side)

    def around(self, middle: tuple[float, float], shape: tuple[int, int]) -> Area:
        """The cells about a point of the picture, moved inside where they would reach beyond its edge."""
        starts = [
            min(max(math.ceil(at - (count - 1) / 2), 0), size - count)
            for at, count, size in zip(middle, (self.rows, self.cols), shape, strict=True)
        ]
        return Area(starts[0], starts[1], self.rows, self.cols)

    def reach(self, area: Area, cell: Cell) -> Area:
        """The same cells, moved just as far as it takes to hold `cell`."""
        top = min(max(area.top, cell[0] - self.rows + 1), cell[0])
        left = min(max(area.left, cell[1] - self.cols + 1), cell[1])
        return Area(top, left, self.rows, self.cols)

    def frame(self, area: Area) -> Frame:
        """The frame of the whole picture in the view's pixels."""
        side = float(self.side)
        return Frame(HEAD_LEFT - area.left * side, HEAD_TOP - area.top * side, side, side)


class Follower:
    """Which cells are on show: those about what is pointed at, until the pointer comes to the view itself."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._middle: tuple[float, float] | None = None
        self._area: Area | None = None
        self._focus: Focus | None = None
        self._dot = store.problem.dot

    def area(self, room: Room) -> Area:
        """The cells on show; at first about the dot, else in the middle of the picture."""
        problem = self._store.problem
        if self._area is None or self._area[2:] != (room.rows, room.cols):
            if self._middle is None:
                height, width = problem.shape
                at = problem.dot.cell if problem.dot is not None else ((height - 1) / 2, (width - 1) / 2)
                self._middle = (float(at[0]), float(at[1]))
            self._area = room.around(self._middle, problem.shape)
        return self._area

    def reach(self, room: Room, cell: Cell) -> None:
        """Move as little as it takes to show a cell."""
        self._area = room.reach(self.area(room), cell)

    def forget(self) -> None:
        """Another input: start anew."""
        self._middle = self._area = None

    def keep(self, focus: Focus | None) -> None:
        """The view itself points at a cell: its cells stay."""
        self._focus = focus

    def follow(self, still: bool) -> None:
        """Go to where the panes point, or to the dot when it moves; `still` only takes note."""
        focus, dot = self._store.pinned or self._store.hover, self._store.problem.dot
        moved = dot is not None and (self._dot is None or self._dot.cell != dot.cell)
        self._dot = dot
        if still:
            return
        middle = None
        if focus is not None and focus != self._focus:
            middle = middle_of(focus, self._store.highlight)
        elif focus is None and moved and dot is not None:
            middle = (float(dot.row), float(dot.col))
        self._focus = focus
        if middle is not None and middle != self._middle:
            self._middle = middle
            self._area = None


def middle_of(focus: Focus, highlight: Highlight) -> tuple[float, float] | None:
    """The point of the input that a focus speaks of: its cell, or the middle of an output cell's window.

    None for an output whose window is the whole picture, or where no window is known.
    """
    if focus.on_input:
        return float(focus.row), float(focus.col)
    marks = highlight.windows
    if highlight.focus != focus or len(marks) != 1 or not any(len(cells) for cells in highlight.outputs):
        return None
    rows, cols = marks[0].rows, marks[0].cols
    return (rows.start + rows[-1]) / 2, (cols.start + cols[-1]) / 2
