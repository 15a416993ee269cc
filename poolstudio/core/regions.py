"""Pooling a rectangle of the output, perhaps at a step, from the part of the input that it reads.

The results equal the same part of a full answer bit for bit, at the cost of the rectangle alone. All
functions take `block`, which is x[..., r0:r1, c0:c1], with its `origin` (r0, c0) in a plane of `shape`
(H, W); it holds at least the cells that the outputs read (`Axis.extent`). `rows` and `cols` say which
outputs: (start, stop), (start, stop, step), a slice or a range. A PoolError at "rows", "cols" or "input"
says what lies outside.
"""

from __future__ import annotations

from typing import Literal, overload

import numpy as np
from numpy.typing import ArrayLike

from poolstudio.core.adaptive import as_output_size
from poolstudio.core.arrays import Array, as_array
from poolstudio.core.extremes import LARGEST, SMALLEST, Extreme, extremes, winners
from poolstudio.core.frames import Outputs, Pair, part, part_of_bins
from poolstudio.core.geometry import window
from poolstudio.core.lp import as_norm_type, norms
from poolstudio.core.spec import PoolError, PoolSpec
from poolstudio.core.sums import Divisors, averages


@overload
def max_pool_region(
    block: ArrayLike,
    origin: Pair,
    shape: Pair,
    spec: PoolSpec,
    rows: Outputs,
    cols: Outputs,
    return_indices: Literal[False] = False,
) -> Array: ...
@overload
def max_pool_region(
    block: ArrayLike,
    origin: Pair,
    shape: Pair,
    spec: PoolSpec,
    rows: Outputs,
    cols: Outputs,
    return_indices: Literal[True],
) -> tuple[Array, Array]: ...
def max_pool_region(
    block: ArrayLike,
    origin: Pair,
    shape: Pair,
    spec: PoolSpec,
    rows: Outputs,
    cols: Outputs,
    return_indices: bool = False,
) -> Array | tuple[Array, Array]:
    """Some outputs of `max_pool2d`; indices are counted in the whole plane.

    >>> max_pool_region([[6, 7], [10, 11]], (1, 1), (4, 4), PoolSpec.of(2, 1), (1, 2), (1, 2), True)
    (array([[11]]), array([[10]]))
    """
    return _extreme_region(block, origin, shape, spec, rows, cols, return_indices, LARGEST)


def min_pool_region(
    block: ArrayLike,
    origin: Pair,
    shape: Pair,
    spec: PoolSpec,
    rows: Outputs,
    cols: Outputs,
    return_indices: bool = False,
) -> Array | tuple[Array, Array]:
    """Some outputs of `min_pool2d`, as `max_pool_region`.

    >>> min_pool_region([[6, 7], [10, 11]], (1, 1), (4, 4), PoolSpec.of(2, 1), (1, 2), (1, 2))
    array([[6]])
    """
    return _extreme_region(block, origin, shape, spec, rows, cols, return_indices, SMALLEST)


def avg_pool_region(
    block: ArrayLike, origin: Pair, shape: Pair, spec: PoolSpec, rows: Outputs, cols: Outputs
) -> Array:
    """Some outputs of `avg_pool2d`; a dilation in `spec` does not concern it.

    >>> avg_pool_region([[6, 7], [10, 11]], (1, 1), (4, 4), PoolSpec.of(2, 1), (1, 2), (1, 2))
    array([[8.5]])
    """
    x = as_array(block)
    plain = spec.undilated()
    frame, pair, asked = part(x, origin, shape, plain, rows, cols)
    return averages(x, frame, Divisors.of(pair, plain, asked))


def lp_pool_region(
    block: ArrayLike,
    origin: Pair,
    shape: Pair,
    norm_type: float,
    spec: PoolSpec,
    rows: Outputs,
    cols: Outputs,
) -> Array:
    """Some outputs of `lp_pool2d`; padding and dilation in `spec` do not concern it.

    >>> lp_pool_region([[3.0, 4.0]], (0, 2), (1, 6), 2, PoolSpec.of((1, 2)), (0, 1), (1, 2))
    array([[5.]])
    """
    x = as_array(block)
    plain = PoolSpec(spec.kernel, spec.stride, ceil_mode=spec.ceil_mode)
    frame, _, _ = part(x, origin, shape, plain, rows, cols)
    return norms(x, as_norm_type(norm_type), frame)


def adaptive_max_pool_region(
    block: ArrayLike,
    origin: Pair,
    shape: Pair,
    output_size: object,
    rows: Outputs,
    cols: Outputs,
    return_indices: bool = False,
) -> Array | tuple[Array, Array]:
    """Some outputs of `adaptive_max_pool2d`; indices are counted in the whole plane.

    >>> adaptive_max_pool_region([[4, 5, 6]], (0, 4), (1, 10), (1, 3), (0, 1), (1, 2), True)
    Traceback (most recent call last):
    ...
    poolstudio.core.spec.PoolError: The outputs read cells 3 to 7 of the width; the block holds 4 to 7 of 10.
    >>> adaptive_max_pool_region([[3, 4, 5, 6]], (0, 3), (1, 10), (1, 3), (0, 1), (1, 2), True)
    (array([[6]]), array([[6]]))
    """
    x = as_array(block)
    frame = part_of_bins(x, origin, shape, as_output_size(output_size, shape), rows, cols)
    return winners(x, frame, LARGEST) if return_indices else extremes(x, frame, LARGEST)


def adaptive_avg_pool_region(
    block: ArrayLike, origin: Pair, shape: Pair, output_size: object, rows: Outputs, cols: Outputs
) -> Array:
    """Some outputs of `adaptive_avg_pool2d`.

    >>> adaptive_avg_pool_region([[3, 4, 5, 6]], (0, 3), (1, 10), (1, 3), (0, 1), (1, 2))
    array([[4.5]])
    """
    x = as_array(block)
    frame = part_of_bins(x, origin, shape, as_output_size(output_size, shape), rows, cols)
    return averages(x, frame, Divisors.of_bins(frame.taps, frame.size))


def _extreme_region(
    block: ArrayLike,
    origin: Pair,
    shape: Pair,
    spec: PoolSpec,
    rows: Outputs,
    cols: Outputs,
    return_indices: bool,
    extreme: Extreme,
) -> Array | tuple[Array, Array]:
    x = as_array(block)
    frame, _, _ = part(x, origin, shape, spec, rows, cols)
    return winners(x, frame, extreme) if return_indices else extremes(x, frame, extreme)


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
        return -1, plane.dtype.type(LARGEST.loser(plane.dtype)), ()
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
