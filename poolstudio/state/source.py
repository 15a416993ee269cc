"""The input as it came: an array with its name and channels, and the planes of it that are pooled."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from poolstudio.files.luma import luma

Array = NDArray[Any]
Kind = Literal["grid", "picture"]

#: A grid is typed; a picture of at most this many rows and columns and one channel is drawn like one.
GRID_LIMIT = 64

COLOUR, LUMA = "colour", "luma"


@dataclass(frozen=True, eq=False)
class Source:
    """Values (C, H, W) in their own type, read-only, and what a person calls them.

    Compared by identity: an edit makes a new Source, so "same source" means "same values".
    """

    values: Array
    name: str
    kind: Kind = "grid"
    channels: tuple[str, ...] = ("grey",)
    description: str = ""
    key: str = ""
    notes: tuple[str, ...] = ()
    path: str = ""
    _planes: dict[str, Array] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        if self.values.ndim != 3 or not all(self.values.shape):
            raise ValueError(f"a source has (C, H, W) values, each at least 1; got {self.values.shape}")
        self.values.flags.writeable = False

    @classmethod
    def grid(cls, rows: Any, name: str, key: str = "") -> "Source":
        """A typed grid: (H, W) numbers, kept as float64."""
        values = np.array(rows, dtype=np.float64)
        return cls(values[None], name, "grid", ("grey",), "float64", key)

    @property
    def shape(self) -> tuple[int, int]:
        """(height, width) of one plane."""
        return int(self.values.shape[1]), int(self.values.shape[2])

    @property
    def as_cells(self) -> bool:
        """Whether the panes draw cells of one size (a grid) rather than pictures in one frame."""
        return len(self.channels) == 1 and max(self.shape) <= GRID_LIMIT

    def choices(self) -> tuple[str, ...]:
        """The channel choices that this source offers."""
        if len(self.channels) == 1:
            return (self.channels[0],)
        return (COLOUR, *self.channels, LUMA)

    def planes(self, channel: str) -> Array:
        """The (C, H, W) planes that are pooled for a channel choice; luma is computed once."""
        if channel == LUMA and len(self.channels) == 3:
            if LUMA not in self._planes:
                self._planes[LUMA] = luma(self.values)
                self._planes[LUMA].flags.writeable = False
            return self._planes[LUMA]
        if channel in self.channels and len(self.channels) > 1:
            index = self.channels.index(channel)
            return self.values[index : index + 1]
        return self.values

    def plane_names(self, channel: str) -> tuple[str, ...]:
        """The names of those planes, in order."""
        if len(self.channels) > 1 and channel == COLOUR:
            return self.channels
        return (channel,) if channel in self.choices() else self.channels[:1]

    def with_values(self, values: Array, **changes: Any) -> "Source":
        """The same source with other values, as an edit makes it."""
        kept: Mapping[str, Any] = {
            "name": self.name,
            "kind": self.kind,
            "channels": self.channels,
            "description": self.description,
            "key": self.key,
            "notes": self.notes,
            "path": self.path,
        }
        return Source(values, **{**kept, **changes})

    def largest_dot(self) -> float | int:
        """The dot's default brightness: the largest possible value of a picture of whole numbers,

        else the largest finite value present, or 1 where nothing is above 0.
        """
        dtype = self.values.dtype
        if dtype.kind in "ui":
            return int(np.iinfo(dtype).max) if dtype.itemsize <= 2 else max(int(self.values.max()), 1)
        if dtype.kind == "b":
            return 1
        top = float(np.fmax.reduce(self.values, axis=None))
        if not np.isfinite(top):
            finite = self.values[np.isfinite(self.values)]
            top = float(finite.max()) if finite.size else 0.0
        return top if top > 0 else 1.0

    def cast(self, block: Array) -> Array:
        """Numbers in this source's type: whole-number types round half to even and clip to their range."""
        dtype = self.values.dtype
        if dtype.kind not in "ui":
            return np.ascontiguousarray(block).astype(dtype)
        info = np.iinfo(dtype)
        numbers = np.nan_to_num(np.asarray(block, np.float64), nan=0.0, posinf=info.max, neginf=info.min)
        return np.clip(np.rint(numbers), info.min, info.max).astype(dtype)

    def resized(self, rows: int, cols: int) -> Array:
        """The first plane with so many rows and columns: cut at the end, or grown with zeros."""
        old = self.values[0]
        new = np.zeros((rows, cols), old.dtype)
        height, width = min(rows, old.shape[0]), min(cols, old.shape[1])
        new[:height, :width] = old[:height, :width]
        return new


def same_bits(a: Array, b: Array) -> bool:
    """Whether two arrays of one type hold the same bits: NaN is NaN, and −0 is not 0."""
    first, second = (np.ascontiguousarray(array).view(np.uint8) for array in (a, b))
    return a.shape == b.shape and bool(np.array_equal(first, second))
