"""Gradients of max, min, average and global pooling with respect to the input."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from poolstudio.core.arrays import Array, as_gradient, as_planes, flat_planes, native, plane_groups
from poolstudio.core.blocks import partition, room
from poolstudio.core.extremes import LARGEST, SMALLEST, Extreme, winners
from poolstudio.core.frames import whole
from poolstudio.core.geometry import Axis, axes
from poolstudio.core.globals import global_max_pool2d
from poolstudio.core.routing import Ties, as_indices, check_ties, scatter, share_bins, share_windows
from poolstudio.core.sliding import Fields, Pass, Scratch, along
from poolstudio.core.spec import PoolSpec, Size, as_shape
from poolstudio.core.sums import SUM, Divisors
from poolstudio.core.threads import share


def max_pool2d_backward(
    grad_output: ArrayLike,
    x: ArrayLike,
    kernel_size: Size = 2,
    stride: Size | None = None,
    padding: Size = 0,
    dilation: Size = 1,
    ceil_mode: bool = False,
    *,
    indices: ArrayLike | None = None,
    ties: Ties = "first",
) -> Array:
    """The gradient of `max_pool2d` at `x`: each output's gradient goes to its winner, added up where windows
    overlap.

    `grad_output` has the output's shape, the result that of `x` and `grad_output`'s floating type. With
    `indices` (from `max_pool2d`) the winners are not searched again. `ties="split"` shares a gradient evenly
    among all cells equal to the winner, `"all"` gives each of them the whole; a NaN window always goes to its
    index, a window without a real cell to nothing. PoolError at "grad_output" or "indices" where these do not
    fit.

    >>> max_pool2d_backward([[1.0]], [[1, 2], [2, 2]])
    array([[0., 1.],
           [0., 0.]])
    """
    spec = PoolSpec.of(kernel_size, stride, padding, dilation, ceil_mode)
    return _to_winners(grad_output, x, spec, LARGEST, indices, ties)


def min_pool2d_backward(
    grad_output: ArrayLike,
    x: ArrayLike,
    kernel_size: Size = 2,
    stride: Size | None = None,
    padding: Size = 0,
    dilation: Size = 1,
    ceil_mode: bool = False,
    *,
    indices: ArrayLike | None = None,
    ties: Ties = "first",
) -> Array:
    """The gradient of `min_pool2d` at `x`, by the rules of `max_pool2d_backward`.

    >>> min_pool2d_backward([[1.0]], [[1, 2], [1, 1]], ties="all")
    array([[1., 0.],
           [1., 1.]])
    """
    spec = PoolSpec.of(kernel_size, stride, padding, dilation, ceil_mode)
    return _to_winners(grad_output, x, spec, SMALLEST, indices, ties)


def _to_winners(
    grad_output: ArrayLike,
    x: ArrayLike,
    spec: PoolSpec,
    extreme: Extreme,
    indices: ArrayLike | None,
    ties: Ties,
) -> Array:
    array = as_planes(x)
    frame, pair = whole(array, spec)
    grad = as_gradient(grad_output, (*array.shape[:-2], *frame.size))
    check_ties(ties)
    if indices is None:
        winner = winners(array, frame, extreme)[1]
    else:
        winner = as_indices(indices, grad.shape, frame.plane)
    if ties == "first":
        return scatter(grad, winner, array.shape)
    return share_windows(grad, array, winner, pair, split=ties == "split")


def global_max_pool2d_backward(
    grad_output: ArrayLike, x: ArrayLike, *, indices: ArrayLike | None = None, ties: Ties = "first"
) -> Array:
    """The gradient of `global_max_pool2d` at `x`: to the first winner of each plane (or as `ties` says, see
    `max_pool2d_backward`). `grad_output` has the shape (...) or (..., 1, 1).

    >>> global_max_pool2d_backward(6.0, [[1, 2], [2, 2]], ties="split")
    array([[0., 2.],
           [2., 2.]])
    """
    array = as_planes(x)
    lead = array.shape[:-2]
    grad = _global_gradient(grad_output, lead)
    if indices is None:
        winner = global_max_pool2d(array, True, return_indices=True)[1]
    else:
        given = np.asarray(indices)
        winner = given.reshape(*lead, 1, 1) if given.shape == lead else given
        winner = as_indices(winner, grad.shape, (array.shape[-2], array.shape[-1]))
    check_ties(ties)
    if ties == "first":
        return scatter(grad, winner, array.shape)
    height, width = array.shape[-2:]
    return share_bins(grad, array, winner, [(0, height)], [(0, width)], split=ties == "split")


def avg_pool2d_backward(
    grad_output: ArrayLike,
    input_shape: Sequence[int],
    kernel_size: Size = 2,
    stride: Size | None = None,
    padding: Size = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
) -> Array:
    """The gradient of `avg_pool2d` for an input of `input_shape` (..., H, W): each output's gradient over its
    divisor, to every cell of its window, added up where windows overlap. It does not depend on the values.

    >>> avg_pool2d_backward([[4.0]], (2, 3))
    array([[1., 1., 0.],
           [1., 1., 0.]])
    """
    spec = PoolSpec.of(kernel_size, stride, padding, 1, ceil_mode, count_include_pad, divisor_override)
    shape = as_shape(input_shape)
    pair = axes((shape[-2], shape[-1]), spec)
    size = (pair[0].out, pair[1].out)
    grad = as_gradient(grad_output, (*shape[:-2], *size))
    divisors = Divisors.of(pair, spec)
    out = np.empty(shape, native(grad.dtype))
    work = np.dtype(np.float32) if out.dtype == np.float16 else out.dtype
    over = _Over(pair[0], -2, work), _Over(pair[1], -1, work)
    # Along rows first: what is left for the columns is to copy and add whole rows.
    whole = over[1].outputs(slice(0, shape[-1]))

    def spread(planes: Array, out: Array, scratch: Scratch) -> Callable[[Band], None]:
        def run(band: Band) -> None:
            which, rows = band
            target, above = out[band], over[0].outputs(rows)
            count = which.stop - which.start
            shares = scratch.take((count, above.stop - above.start, whole.stop - whole.start), (work,))
            _shares(planes[which], divisors, above, whole, shares[0])
            lines = scratch.take((count, above.stop - above.start, shape[-1]), (work,))
            over[1].run(shares, 0, lines, scratch)
            result = (target,) if work == out.dtype else scratch.take(target.shape, (work,))
            over[0].run(lines, rows.start, result, scratch)
            if result[0] is not target:
                np.copyto(target, result[0], casting="unsafe")
                scratch.give(result)
            scratch.give(shares)
            scratch.give(lines)

        return run

    flat = flat_planes(out)
    for start, planes in plane_groups(grad):
        bands, threads = _bands((planes.shape[0], *shape[-2:]), work.itemsize)
        share(bands, partial(spread, planes, flat[start : start + planes.shape[0]]), threads)
    return out


def global_avg_pool2d_backward(grad_output: ArrayLike, input_shape: Sequence[int]) -> Array:
    """The gradient of `global_avg_pool2d` for an input of `input_shape` (..., H, W): each plane's gradient,
    spread evenly. `grad_output` has the shape (...) or (..., 1, 1).

    >>> global_avg_pool2d_backward([4.0, 8.0], (2, 2, 2))[:, 0, 0]
    array([1., 2.])
    """
    shape = as_shape(input_shape)
    grad = _global_gradient(grad_output, shape[:-2])
    work = np.result_type(np.float32, grad.dtype)  # 65504 cells and more have no number in float16
    out = np.empty(shape, native(grad.dtype))
    out[...] = grad.astype(work) / work.type(shape[-2] * shape[-1])
    return out


Band = tuple[slice, slice]
"""Planes and rows of the gradient."""


def _bands(shape: tuple[int, int, int], itemsize: int) -> tuple[list[Band], int]:
    """The bands of a gradient (planes, rows, columns), and how many threads share them."""
    planes, rows, cols = shape
    most, threads = room(planes * rows * cols, itemsize, 1)
    height = max(1, most // (cols * itemsize))
    return [
        (slice(p, q), slice(a, b))
        for p, q in partition(planes, max(1, height // rows))
        for a, b in partition(rows, height)
    ], threads


def _shares(grad: Array, divisors: Divisors, rows: slice, cols: slice, out: Array) -> None:
    """Writes upstream gradients over their divisors, and zeros where no output is."""
    asked = rows, cols
    real = [
        slice(max(part.start, 0), min(part.stop, n)) for part, n in zip(asked, grad.shape[1:], strict=True)
    ]
    inner = [slice(a.start - b.start, a.stop - b.start) for a, b in zip(real, asked, strict=True)]
    if (real[0], real[1]) != asked:
        out[...] = 0
    if all(part.start < part.stop for part in real):
        divisors.divide(grad[:, real[0], real[1]], out[:, inner[0], inner[1]], real[0], real[1])


#: The least stride at which cells are repeated rather than written at a stride, along each axis.
_LONG_RUN = {-1: 5, -2: 16}


class _Over:
    """Sums of the outputs whose windows lie over each input cell, along one axis."""

    def __init__(self, axis: Axis, place: int, work: np.dtype[Any]) -> None:
        self._axis, self._place = axis, place
        self._most = -(-axis.kernel // axis.stride)  # outputs over a cell, or one less
        self._sums = {n: Pass(SUM, place, n, 1, 1, (work,)) for n in (self._most, self._most - 1) if n > 1}
        self._work = work

    def outputs(self, cells: slice) -> slice:
        """All outputs over some cells, as if there were more of them at both ends."""
        first, last = self._first(cells.start), (cells.stop - 1 + self._axis.padding) // self._axis.stride
        return slice(first, max(first, last) + 1)

    def _first(self, cell: int) -> int:
        return (cell + self._axis.padding - self._axis.kernel) // self._axis.stride + 1

    def run(self, source: Fields, first: int, out: Fields, scratch: Scratch) -> None:
        """Writes the sums for cells from `first` on; `source` holds `outputs` of these cells."""
        axis, place, stride = self._axis, self._place, self._axis.stride
        count = out[0].shape[place]
        if stride == 1:
            if self._most > 1:
                self._sums[self._most].run(source, 0, count, out, scratch)
            else:
                np.copyto(out[0], source[0])
            return
        if axis.kernel == stride >= _LONG_RUN[place]:
            skip = (first + axis.padding) % stride
            runs = np.repeat(source[0], stride, axis=place)
            np.copyto(out[0], along(runs, place, skip, count, 1))
            return
        if axis.kernel < stride:
            out[0].fill(0)
        begin = self._first(first)
        sums: dict[int, Array] = {1: source[0]}
        for phase in range(min(axis.kernel, stride)):
            cell = first + (phase - first - axis.padding) % stride
            if cell >= first + count:
                continue
            low = self._first(cell)
            n = (cell + axis.padding) // stride - low + 1
            if n not in sums:
                shape = list(source[0].shape)
                shape[place] -= n - 1
                (sums[n],) = scratch.take(tuple(shape), (self._work,))
                self._sums[n].run(source, 0, shape[place], (sums[n],), scratch)
            into = along(out[0], place, cell - first, -(-(first + count - cell) // stride), stride)
            np.copyto(into, along(sums[n], place, low - begin, into.shape[place], 1))
        for n, array in sums.items():
            if n > 1:
                scratch.give((array,))


def _global_gradient(grad_output: ArrayLike, lead: tuple[int, ...]) -> Array:
    grad = np.asarray(grad_output)
    if grad.shape == (*lead, 1, 1):
        return as_gradient(grad, (*lead, 1, 1))
    return as_gradient(grad, lead).reshape(*lead, 1, 1)
