"""Problem: all that the answers depend on, frozen."""

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from poolstudio.core import PoolSpec
from poolstudio.state.operators import Operator
from poolstudio.state.source import Array, Source

Cell = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Dot:
    """The bright dot: it stands in place of one cell's value in all channels."""

    row: int
    col: int
    value: float | int

    @property
    def cell(self) -> Cell:
        return self.row, self.col

    def at(self, row: int, col: int) -> "Dot":
        return Dot(row, col, self.value)


DEFAULT_OPERATORS = (Operator("max"), Operator("average"), Operator("global average"))


@dataclass(frozen=True, eq=False)
class Problem:
    """The input, the layer's settings, the dot and the operator of each output pane."""

    source: Source
    spec: PoolSpec = field(default_factory=PoolSpec)
    dot: Dot | None = None
    channel: str = "grey"
    operators: tuple[Operator, ...] = DEFAULT_OPERATORS

    @property
    def array(self) -> Array:
        """The pooled planes (C, H, W) without the dot, read-only."""
        return self.source.planes(self.channel)

    @property
    def shape(self) -> tuple[int, int]:
        return self.source.shape

    @property
    def plane_names(self) -> tuple[str, ...]:
        return self.source.plane_names(self.channel)

    def replace(self, **changes: Any) -> "Problem":
        return replace(self, **changes)

    def value_at(self, row: int, col: int, plane: int = 0) -> Any:
        """The value that stands at a cell, dot included, as a NumPy scalar of the input's type."""
        if self.dot is not None and self.dot.cell == (row, col):
            return self.dot_value()
        return self.array[plane, row, col]

    def dot_value(self) -> Any:
        """The dot's brightness in the input's type (rounded and clipped for whole numbers)."""
        assert self.dot is not None
        dtype = self.array.dtype
        if dtype.kind in "ui":
            info = np.iinfo(dtype)
            return dtype.type(min(max(round(self.dot.value), info.min), info.max))
        return dtype.type(self.dot.value)

    def region(self, rows: tuple[int, int], cols: tuple[int, int]) -> Array:
        """A copy of the input's planes in half-open rows and cols with the dot in it, (C, h, w)."""
        block = self.array[:, rows[0] : rows[1], cols[0] : cols[1]]
        dot = self.dot
        if dot is None:
            return block
        block = block.copy()
        if rows[0] <= dot.row < rows[1] and cols[0] <= dot.col < cols[1]:
            block[:, dot.row - rows[0], dot.col - cols[0]] = self.dot_value()
        return block

    def displayed(self) -> Array:
        """The whole input with the dot in it, (C, H, W)."""
        return self.region((0, self.shape[0]), (0, self.shape[1]))

    def same_geometry(self, other: "Problem") -> bool:
        """Whether the answers have the same shape, and each output the same window."""
        if self.source is other.source and self.spec is other.spec and self.channel == other.channel:
            return True
        mine = self.shape, self.spec, self.plane_names
        return mine == (other.shape, other.spec, other.plane_names)

    def only_values_differ(self, other: "Problem") -> bool:
        """Whether this is a grid with other values than `other`, and all else alike: an edit."""
        mine = self.spec, self.channel, self.operators, self.shape, self.source.name
        theirs = other.spec, other.channel, other.operators, other.shape, other.source.name
        return mine == theirs and self.source.as_cells

    def same_answers(self, other: "Problem") -> bool:
        """Whether the answers without the dot are the same: a move of the dot needs no solve."""
        return (
            self.source is other.source
            and self.spec == other.spec
            and self.channel == other.channel
            and self.operators == other.operators
        )
