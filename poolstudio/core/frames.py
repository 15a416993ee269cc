"""Frame: which outputs are asked for, what they read along each axis, and where the given part of it lies."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from poolstudio.core.arrays import Array
from poolstudio.core.blocks import Reach, Taps, bins
from poolstudio.core.geometry import Axis, axes
from poolstudio.core.spec import AXES, PoolError, PoolSpec, as_integer

Pair = tuple[int, int]
Outputs = range | slice | tuple[int, int] | tuple[int, int, int]
"""Some outputs along an axis: (start, stop), (start, stop, step), a slice with start and stop, or a range."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A rectangle of outputs, perhaps at a step: what they read down and across, how many there are, the
    (H, W) of the whole plane, and the cell of it where the given block begins."""

    taps: tuple[Reach, Reach]
    size: Pair
    plane: Pair
    origin: Pair = (0, 0)

    @property
    def gaps(self) -> bool:
        """Whether dilation can step over all real cells of a window."""
        return any(isinstance(taps, Taps) and taps.dilation > 1 for taps in self.taps)

    @property
    def tiles(self) -> bool:
        """Whether the windows lie side by side from the plane's first cell on, and all in it."""
        return self.origin == (0, 0) and all(
            isinstance(taps, Taps) and taps.tiles and taps.first == 0 and size * taps.stride <= taps.n
            for taps, size in zip(self.taps, self.size, strict=True)
        )

    def tiled(self, x: Array) -> Array:
        """The `tiles` of a whole plane as axes of their own: (..., rows, taps down, columns, taps across)."""
        (tall, wide), (rows, cols) = (taps.span for taps in self.taps), self.size
        return x[..., : rows * tall, : cols * wide].reshape((*x.shape[:-2], rows, tall, cols, wide))


def whole(x: Array, spec: PoolSpec) -> tuple[Frame, tuple[Axis, Axis]]:
    """All outputs of pooling planes `x` (..., H, W), and the two axes."""
    return _whole((x.shape[-2], x.shape[-1]), spec)


@lru_cache(maxsize=64)
def _whole(plane: Pair, spec: PoolSpec) -> tuple[Frame, tuple[Axis, Axis]]:
    pair = axes(plane, spec)
    size = pair[0].out, pair[1].out
    return Frame((Taps.of(pair[0]), Taps.of(pair[1])), size, (pair[0].n, pair[1].n)), pair


def part(
    x: Array, origin: Pair, shape: Pair, spec: PoolSpec, rows: Outputs, cols: Outputs
) -> tuple[Frame, tuple[Axis, Axis], tuple[range, range]]:
    """Some outputs of pooling a plane of `shape`, of which `x` (..., h, w) is the block at `origin`.

    PoolError where outputs or what they read lie outside.
    """
    pair = axes(shape, spec)
    asked = as_outputs(rows, pair[0].out, "rows"), as_outputs(cols, pair[1].out, "cols")
    at = as_origin(origin)
    for axis, name, outputs, start, size in zip(pair, AXES, asked, at, x.shape[-2:], strict=True):
        if outputs:
            low, high = axis.extent(outputs[0], outputs[-1] + 1)
            check_block(name, (low, high), (start, start + size), axis.n)
    taps = Taps.of(pair[0]).part(asked[0]), Taps.of(pair[1]).part(asked[1])
    return Frame(taps, (len(asked[0]), len(asked[1])), (pair[0].n, pair[1].n), at), pair, asked


def whole_bins(plane: Pair, out: Pair) -> Frame:
    """All outputs of adaptive pooling of a plane (H, W) to `out` rows and columns."""
    taps = bins(plane[0], out[0], range(out[0])), bins(plane[1], out[1], range(out[1]))
    return Frame(taps, out, plane)


def part_of_bins(x: Array, origin: Pair, plane: Pair, out: Pair, rows: Outputs, cols: Outputs) -> Frame:
    """Some outputs of adaptive pooling, as `part`."""
    asked = as_outputs(rows, out[0], "rows"), as_outputs(cols, out[1], "cols")
    at = as_origin(origin)
    taps = []
    for n, count, name, outputs, start, size in zip(plane, out, AXES, asked, at, x.shape[-2:], strict=True):
        taps.append(bins(n, count, outputs))
        if outputs:
            reach = outputs[0] * n // count, -(-(outputs[-1] + 1) * n // count)
            check_block(name, reach, (start, start + size), n)
    return Frame((taps[0], taps[1]), (len(asked[0]), len(asked[1])), plane, at)


def as_outputs(outputs: Outputs, count: int, field: str) -> range:
    """Some of `count` outputs as a range that goes up; PoolError at `field` where they are not that."""
    if isinstance(outputs, slice):
        parts = [outputs.start, outputs.stop] + ([] if outputs.step is None else [outputs.step])
    elif isinstance(outputs, range):
        parts = [outputs.start, outputs.stop, outputs.step]
    else:
        parts = list(outputs)
    axis = "height" if field == "rows" else "width"
    if len(parts) not in (2, 3):
        raise PoolError(f"Outputs {outputs!r} are no start, stop and step.", field=field, axis=axis)
    numbers = [as_integer(number, field, axis) for number in parts]
    first, stop, step = (*numbers, 1)[:3]
    if step < 1:
        raise PoolError(f"Step {step} does not go up. At least 1.", field=field, axis=axis, nearest=1)
    if not 0 <= first <= stop <= count:
        raise PoolError(
            f"Outputs {first} to {stop} lie outside the output's {axis} {count}.", field=field, axis=axis
        )
    return range(first, stop, step)


def as_origin(origin: Pair) -> Pair:
    """The block's first cell as plain integers: NumPy's would overflow."""
    return as_integer(origin[0], "origin", "height"), as_integer(origin[1], "origin", "width")


def check_block(name: str, reach: Pair, block: Pair, n: int) -> None:
    """PoolError unless a block, cells [low, high) of `n`, lies in the plane and holds all that is read."""
    if reach[0] < reach[1] and not (0 <= block[0] <= reach[0] and reach[1] <= block[1] <= n):
        raise PoolError(
            f"The outputs read cells {reach[0]} to {reach[1]} of the {name}; "
            f"the block holds {block[0]} to {block[1]} of {n}.",
            field="input",
            axis=name,
        )
