"""Pooling a rectangle of the output from the part of the input that it reads, and the winner of one window.

The results equal the same part of a full answer bit for bit, at the cost of the rectangle alone.
"""

from __future__ import annotations

from typing import Literal, overload

import numpy as np
from numpy.typing import ArrayLike

from poolstudio.core.arrays import Array, as_array
from poolstudio.core.extremes import Frame, Pair, least, maxima, winners
from poolstudio.core.geometry import axes, window
from poolstudio.core.spec import PoolError, PoolSpec
from poolstudio.core.sums import averages


@overload
def max_pool_region(
    block: ArrayLike,
    origin: Pair,
    shape: Pair,
    spec: PoolSpec,
    rows: Pair,
    cols: Pair,
    return_indices: Literal[False] = False,
) -> Array: ...
@overload
def max_pool_region(
    block: ArrayLike,
    origin: Pair,
    shape: Pair,
    spec: PoolSpec,
    rows: Pair,
    cols: Pair,
    return_indices: Literal[True],
) -> tuple[Array, Array]: ...
def max_pool_region(
    block: ArrayLike,
    origin: Pair,
    shape: Pair,
    spec: PoolSpec,
    rows: Pair,
    cols: Pair,
    return_indices: bool = False,
) -> Array | tuple[Array, Array]:
    """Max pooling of output rows [rows) and columns [cols) (half-open pairs) of a plane of `shape` (H, W).

    `block` is x[..., r0:r1, c0:c1] with `origin` (r0, c0); it holds at least the input that those outputs
    read (`Axis.extent`), else a PoolError. Values and indices are as of `max_pool2d`, counted in the plane.

    >>> max_pool_region([[6, 7], [10, 11]], (1, 1), (4, 4), PoolSpec.of(2, 1), (1, 2), (1, 2), True)
    (array([[11]]), array([[10]]))
    """
    x = as_array(block)
    frame = _frame(x, origin, shape, spec, rows, cols)
    return winners(x, frame) if return_indices else maxima(x, frame)


def avg_pool_region(
    block: ArrayLike, origin: Pair, shape: Pair, spec: PoolSpec, rows: Pair, cols: Pair
) -> Array:
    """Average pooling of a rectangle of the output, from a part of the input, as `max_pool_region`.

    >>> avg_pool_region([[6, 7], [10, 11]], (1, 1), (4, 4), PoolSpec.of(2, 1), (1, 2), (1, 2))
    array([[8.5]])
    """
    x = as_array(block)
    plain = spec.undilated()
    return averages(x, _frame(x, origin, shape, plain, rows, cols), plain)


def _frame(x: Array, origin: Pair, shape: Pair, spec: PoolSpec, rows: Pair, cols: Pair) -> Frame:
    pair = axes(shape, spec)
    for axis, name, (first, stop), at, size in zip(
        pair, ("height", "width"), (rows, cols), origin, x.shape[-2:], strict=True
    ):
        if not 0 <= first <= stop <= axis.out:
            raise PoolError(
                f"Outputs {first} to {stop} lie outside the output's {name} {axis.out}.",
                field="rows" if name == "height" else "cols",
                axis=name,
            )
        low, high = axis.extent(first, stop)
        if low < high and not (at <= low and high <= at + size and at >= 0 and at + size <= axis.n):
            raise PoolError(
                f"Outputs {first} to {stop} read cells {low} to {high} of the {name}; "
                f"the block holds {at} to {at + size} of {axis.n}.",
                field="input",
                axis=name,
            )
    return Frame(pair, _ints(origin), _ints(rows), _ints(cols))


def _ints(pair: Pair) -> Pair:
    return int(pair[0]), int(pair[1])  # NumPy's integers would overflow


def window_winner(
    x: ArrayLike, spec: PoolSpec, row: int, col: int
) -> tuple[int, np.generic, tuple[int, ...]]:
    """The winner of one max window of a plane (H, W): its flat index, its value, and the flat indices of the
    other cells equal to it, in row-major order. Costs the window alone.

    The first largest cell wins, or the last NaN, which ties with nothing. Without a real cell the index is −1
    and the value −∞ (the type's minimum).

    >>> window_winner([[1, 2], [2, 2]], PoolSpec.of(2), 0, 0)
    (1, np.int64(2), (2, 3))
    """
    plane = as_array(x)
    height, width = map(int, plane.shape[-2:])
    if plane.ndim != 2:
        raise PoolError(f"The input has the shape {plane.shape}. It takes one plane.", field="input")
    place = window((height, width), spec, row, col)
    if not place.real:
        return -1, plane.dtype.type(least(plane.dtype)), ()
    rows, cols = place.rows, place.cols
    cells = plane[rows.start : rows.stop : rows.step, cols.start : cols.stop : cols.step].reshape(-1)

    def flat(at: int) -> int:
        return int(rows[at // len(cols)] * width + cols[at % len(cols)])

    if plane.dtype.kind == "f":
        nan = np.flatnonzero(np.isnan(cells))
        if nan.size:
            return flat(int(nan[-1])), cells[nan[-1]], ()
    best = int(np.argmax(cells))
    ties = np.flatnonzero(cells == cells[best])
    return flat(best), cells[best], tuple(flat(int(at)) for at in ties if at != best)
