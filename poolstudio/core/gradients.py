"""Gradients of max, min, average and global pooling with respect to the input."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from poolstudio.core.arrays import Array, as_gradient, as_planes, native
from poolstudio.core.blocks import Taps, Values
from poolstudio.core.extremes import LARGEST, SMALLEST, Extreme, winners
from poolstudio.core.frames import whole
from poolstudio.core.geometry import Axis, axes
from poolstudio.core.globals import global_max_pool2d
from poolstudio.core.routing import Ties, as_indices, check_ties, scatter, share_bins, share_windows
from poolstudio.core.sliding import Fields
from poolstudio.core.spec import PoolSpec, Size, as_shape
from poolstudio.core.sums import Divisors, add_up


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
    strides = (pair[0].stride, pair[1].stride)
    return add_up(
        grad,
        shape,
        (_covering(pair[0]), _covering(pair[1])),
        lambda planes, work: _Spread(planes, work, divisors, strides),
    )


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


def _global_gradient(grad_output: ArrayLike, lead: tuple[int, ...]) -> Array:
    grad = np.asarray(grad_output)
    if grad.shape == (*lead, 1, 1):
        return as_gradient(grad, (*lead, 1, 1))
    return as_gradient(grad, lead).reshape(*lead, 1, 1)
