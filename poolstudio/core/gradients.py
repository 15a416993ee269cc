"""Gradients of max, average and global pooling with respect to the input."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from poolstudio.core.arrays import Array, as_gradient, as_planes, flat_planes, native, plane_groups
from poolstudio.core.blocks import BLOCK, Sweep, Taps, Values, blocks, partition
from poolstudio.core.extremes import Frame, winners
from poolstudio.core.geometry import Axis, axes
from poolstudio.core.globals import global_max_pool2d
from poolstudio.core.sliding import Fields, borrowed_scratch
from poolstudio.core.spec import AXES, PoolError, PoolSpec, Size, as_integer
from poolstudio.core.sums import SUM, Divisors

Ties = Literal["first", "split", "all"]


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
    array = as_planes(x)
    pair = axes((array.shape[-2], array.shape[-1]), spec)
    size = (pair[0].out, pair[1].out)
    grad = as_gradient(grad_output, (*array.shape[:-2], *size))
    if indices is None:
        winner = winners(array, Frame(pair, (0, 0), (0, size[0]), (0, size[1])))[1]
    else:
        winner = _as_indices(indices, grad.shape, array.shape[-2] * array.shape[-1])
    _check_ties(ties)
    if ties == "first":
        return _scatter(grad, winner, array.shape)
    out = np.zeros(array.shape, native(grad.dtype))
    for x_plane, g, at, into in _planes(array, grad, winner, out):
        _share(x_plane, g, at, into, pair, split=ties == "split")
    return out


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
        winner = _as_indices(winner, grad.shape, array.shape[-2] * array.shape[-1])
    _check_ties(ties)
    if ties == "first":
        return _scatter(grad, winner, array.shape)
    pair = axes((array.shape[-2], array.shape[-1]), PoolSpec.of(array.shape[-2:]))
    out = np.zeros(array.shape, native(grad.dtype))
    for x_plane, g, at, into in _planes(array, grad, winner, out):
        _share(x_plane, g, at, into, pair, split=ties == "split")
    return out


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
    shape = _as_shape(input_shape)
    pair = axes((shape[-2], shape[-1]), spec)
    size = (pair[0].out, pair[1].out)
    grad = as_gradient(grad_output, (*shape[:-2], *size))
    out = np.empty(shape, native(grad.dtype))
    work = np.dtype(np.float32) if out.dtype == np.float16 else out.dtype
    frame = Frame(pair, (0, 0), (0, size[0]), (0, size[1]))
    divisors = Divisors(frame, spec)
    taps = (_covering(pair[0]), _covering(pair[1]))
    flat = flat_planes(out)
    with np.errstate(all="ignore"), borrowed_scratch() as scratch:
        for start, planes in plane_groups(grad):
            source = _Spread(planes, work, divisors, (pair[0].stride, pair[1].stride))
            sweep = Sweep(SUM, source, taps, (work,), scratch)
            for which, rows, cols in blocks(
                planes.shape[0], taps, (0, shape[-2]), (0, shape[-1]), work.itemsize
            ):
                target = flat[start + which.start : start + which.stop, rows, cols]
                result = (target,) if work == out.dtype else scratch.take(target.shape, (work,))
                sweep.run(which, (rows.start, rows.stop), (cols.start, cols.stop), result)
                if result[0] is not target:
                    np.copyto(target, result[0], casting="unsafe")
                    scratch.give(result)
    return out


def global_avg_pool2d_backward(grad_output: ArrayLike, input_shape: Sequence[int]) -> Array:
    """The gradient of `global_avg_pool2d` for an input of `input_shape` (..., H, W): each plane's gradient,
    spread evenly. `grad_output` has the shape (...) or (..., 1, 1).

    >>> global_avg_pool2d_backward([4.0, 8.0], (2, 2, 2))[:, 0, 0]
    array([1., 2.])
    """
    shape = _as_shape(input_shape)
    grad = _global_gradient(grad_output, shape[:-2])
    work = np.result_type(np.float32, grad.dtype)  # 65504 cells and more have no number in float16
    out = np.empty(shape, native(grad.dtype))
    out[...] = grad.astype(work) / work.type(shape[-2] * shape[-1])
    return out


class _Spread(Values):
    """Upstream gradients over their divisors, each at its window's first cell, zeros between: window sums of
    this over the cells at and before a place are what the average gives back to it."""

    def __init__(
        self, grad: Array, dtype: np.dtype[Any], divisors: Divisors, stride: tuple[int, int]
    ) -> None:
        super().__init__(grad, dtype)
        self._plain = False
        self._divisors = divisors
        self._stride = stride

    def load(self, out: Fields, planes: slice, rows: slice, cols: slice) -> None:
        (tile,) = out
        (down, across) = self._stride
        top, left = -(-rows.start // down), -(-cols.start // across)
        bottom, right = -(-rows.stop // down), -(-cols.stop // across)
        if self._stride != (1, 1):
            tile[...] = 0
        if top < bottom and left < right:
            part = self._x[planes, top:bottom, left:right]
            places = tile[:, top * down - rows.start :: down, left * across - cols.start :: across]
            self._divisors.divide(part, places, slice(top, bottom), slice(left, right))


def _covering(axis: Axis) -> Taps:
    """The windows' starts as an axis of their own, on which the outputs over input cell j form a window."""
    starts = (axis.out - 1) * axis.stride + 1
    before = axis.kernel - 1 - axis.padding
    return Taps.of(Axis(starts, axis.kernel, 1, before), axis.n)


def _scatter(grad: Array, winner: Array, shape: tuple[int, ...]) -> Array:
    """Adds each gradient at its winner's cell. In blocks, by bincount: np.add.at holds the interpreter."""
    out = np.zeros(shape, native(grad.dtype))
    flat = out.reshape((prod(shape[:-2]), shape[-2] * shape[-1]))
    size = (1, *grad.shape[-2:])
    for place, (g, at) in enumerate((g.reshape(size), at.reshape(size)) for g, at in _pairs(grad, winner)):
        for first, stop in partition(size[1], max(1, BLOCK // (8 * size[2]))):
            part, cells = g[:, first:stop].reshape(-1), at[:, first:stop].reshape(-1)
            if cells.min() < 0:
                part, cells = part[cells >= 0], cells[cells >= 0]
                if not cells.size:
                    continue
            low, high = int(cells.min()), int(cells.max()) + 1
            into = flat[place, low:high]
            if part.dtype.itemsize > 8:
                np.add.at(into, cells - low, part)
            else:
                added = np.bincount(cells - low, part, minlength=high - low)
                np.add(into, added, out=into, casting="unsafe")
    return out


def _share(x: Array, grad: Array, winner: Array, out: Array, pair: tuple[Axis, Axis], *, split: bool) -> None:
    """Gives each window's gradient to all of its cells that are equal to the winner."""
    cells = np.ascontiguousarray(x).reshape(-1)
    values = cells.take(np.maximum(winner, 0))
    real = winner >= 0
    work = np.result_type(np.float64, out.dtype)
    total = np.zeros(out.shape, work)
    lone = real & np.isnan(values) if x.dtype.kind == "f" else np.zeros_like(real)
    for row, col in zip(*np.nonzero(lone), strict=True):
        total.reshape(-1)[winner[row, col]] += grad[row, col]
    upstream = grad.astype(work)

    def tap_pairs() -> Iterator[tuple[tuple[slice, slice], Array]]:
        for rows, down in _places(pair[0]):
            for cols, across in _places(pair[1]):
                tied = (x[down, across] == values[rows, cols]) & real[rows, cols]
                yield (rows, cols), tied

    if split:
        ties = np.zeros(grad.shape, np.int64)
        for outputs, tied in tap_pairs():
            ties[outputs] += tied
        upstream = upstream / np.maximum(ties, 1)
    where = [(down, across) for _, down in _places(pair[0]) for _, across in _places(pair[1])]
    for (outputs, tied), cell in zip(tap_pairs(), where, strict=True):
        target = total[cell]
        np.add(target, upstream[outputs], out=target, where=tied)
    out[...] = total


def _places(axis: Axis) -> list[tuple[slice, slice]]:
    """For each tap: the outputs for which it is real, and the input cells where it lies for them."""
    found = []
    for tap in range(axis.kernel):
        offset = tap * axis.dilation - axis.padding
        first = max(0, -(offset // axis.stride))
        stop = min(axis.out, (axis.n - 1 - offset) // axis.stride + 1)
        if first < stop:
            low = first * axis.stride + offset
            high = (stop - 1) * axis.stride + offset + 1
            found.append((slice(first, stop), slice(low, high, axis.stride)))
    return found


def _planes(x: Array, grad: Array, winner: Array, out: Array) -> Iterator[tuple[Array, Array, Array, Array]]:
    for place in np.ndindex(*x.shape[:-2]):
        yield x[place], grad[place], winner[place], out[place]


def _pairs(grad: Array, winner: Array) -> Iterator[tuple[Array, Array]]:
    for place in np.ndindex(*grad.shape[:-2]):
        yield grad[place], winner[place]


def _as_indices(indices: ArrayLike, shape: tuple[int, ...], cells: int) -> Array:
    array = np.asarray(indices)
    if array.dtype.kind not in "iu":
        raise PoolError(f"The indices have the type {array.dtype}. They are integers.", field="indices")
    if array.shape != shape:
        raise PoolError(
            f"The indices have the shape {array.shape}. The output of this pooling has {shape}.",
            field="indices",
        )
    if array.size and (int(array.min()) < -1 or int(array.max()) >= cells):
        bad = int(array.max()) if int(array.max()) >= cells else int(array.min())
        raise PoolError(
            f"Index {bad} lies outside the plane of {cells} cells. From 0 to {cells - 1}.",
            field="indices",
            nearest=min(max(bad, 0), cells - 1),
        )
    return array.astype(np.int64, copy=False)


def _check_ties(ties: str) -> None:
    if ties not in ("first", "split", "all"):
        raise PoolError(f'Ties {ties!r} is not known: "first", "split" or "all".', field="ties")


def _as_shape(input_shape: Sequence[int]) -> tuple[int, ...]:
    shape = tuple(as_integer(n, "input_shape") for n in input_shape)
    if len(shape) < 2 or min(shape) < 0:
        raise PoolError(f"The input shape {shape} is no array's with rows and columns.", field="input_shape")
    for name, n in zip(AXES, shape[-2:], strict=True):
        if n == 0:
            raise PoolError(f"The input's {name} is 0. At least 1.", field="input", axis=name)
    return shape


def _global_gradient(grad_output: ArrayLike, lead: tuple[int, ...]) -> Array:
    grad = np.asarray(grad_output)
    if grad.shape == (*lead, 1, 1):
        return as_gradient(grad, (*lead, 1, 1))
    return as_gradient(grad, lead).reshape(*lead, 1, 1)
