"""Focus: the cell that the user points at or has pinned."""

from dataclasses import dataclass

from poolstudio.state.problem import Cell

INPUT = -1


@dataclass(frozen=True, slots=True)
class Focus:
    """A cell of the input (pane INPUT) or of output pane 0, 1, 2."""

    pane: int
    row: int
    col: int

    @property
    def cell(self) -> Cell:
        return self.row, self.col

    @property
    def on_input(self) -> bool:
        return self.pane == INPUT
