"""Adaptive pooling: the output's size is given, and each output has its own bin of the input."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, overload

import numpy as np
from numpy.typing import ArrayLike

from poolstudio.core.arrays import Array, as_gradient, as_planes, native
from poolstudio.core.blocks import Block, Sweep, Values, bins, in_blocks
from poolstudio.core.extremes import LARGEST, extremes, winners
from poolstudio.core.frames import Pair, whole_bins
from poolstudio.core.routing import Ties, as_indices, check_ties, scatter, share_bins
from poolstudio.core.sliding import Fields, Scratch
from poolstudio.core.spec import AXES, PoolError, as_integer, as_shape, number
from poolstudio.core.sums import SUM, Divisors, averages


@overload
def adaptive_max_pool2d(
    x: ArrayLike, output_size: object, return_indices: Literal[False] = False
) -> Array: ...
@overload
def adaptive_max_pool2d(
    x: ArrayLike, output_size: object, return_indices: Literal[True]
) -> tuple[Array, Array]: ...
def adaptive_max_pool2d(
    x: ArrayLike, output_size: object, return_indices: bool = False
) -> Array | tuple[Array, Array]:
    """The largest value of each bin, in the type of `x`; with `return_indices` also where it lies.

    `x` is (..., H, W), the result (..., out_h, out_w) for an `output_size` of an int or a pair, in which None
    keeps an axis and 0 gives an empty result. Bin i of n cells has those from ⌊i·n/out⌋ to ⌈(i+1)·n/out⌉ − 1,
    by integers alone. Ties, NaN and indices as in `max_pool2d`. PoolError at "output_size", TypeError for a
    type that is not pooled.

    >>> adaptive_max_pool2d([[1, 2, 3]], (1, 5), return_indices=True)
    (array([[1, 2, 2, 3, 3]]), array([[0, 1, 1, 2, 2]]))
    """
    array = as_planes(x)
    plane = (array.shape[-2], array.shape[-1])
    frame = whole_bins(plane, as_output_size(output_size, plane))
    return winners(array, frame, LARGEST) if return_indices else extremes(array, frame, LARGEST)


def adaptive_avg_pool2d(x: ArrayLike, output_size: object) -> Array:
    """The mean of each bin, over the bin's own number of cells; bins and `output_size` as in
    `adaptive_max_pool2d`, types as in `avg_pool2d`.

    >>> adaptive_avg_pool2d([range(10)], (1, 3))
    array([[1.5, 4.5, 7.5]])
    """
    array = as_planes(x)
    plane = (array.shape[-2], array.shape[-1])
    frame = whole_bins(plane, as_output_size(output_size, plane))
    return averages(array, frame, Divisors.of_bins(frame.taps, frame.size))


def adaptive_max_pool2d_backward(
    grad_output: ArrayLike,
    x: ArrayLike,
    output_size: object,
    *,
    indices: ArrayLike | None = None,
    ties: Ties = "first",
) -> Array:
    """The gradient of `adaptive_max_pool2d` at `x`: to the winner of each bin, added up where bins overlap;
    `indices` and `ties` as in `max_pool2d_backward`.

    >>> adaptive_max_pool2d_backward([[1.0, 1.0]], [[1, 5, 2]], (1, 2))
    array([[0., 2., 0.]])
    """
    array = as_planes(x)
    plane = (array.shape[-2], array.shape[-1])
    size = as_output_size(output_size, plane)
    grad = as_gradient(grad_output, (*array.shape[:-2], *size))
    check_ties(ties)
    if indices is None:
        winner = winners(array, whole_bins(plane, size), LARGEST)[1]
    else:
        winner = as_indices(indices, grad.shape, plane)
    if ties == "first":
        return scatter(grad, winner, array.shape)
    down, across = (
        [(i * n // out, -(-(i + 1) * n // out)) for i in range(out)]
        for n, out in zip(plane, size, strict=True)
    )
    return share_bins(grad, array, winner, down, across, split=ties == "split")


def adaptive_avg_pool2d_backward(
    grad_output: ArrayLike, input_shape: Sequence[int], output_size: object
) -> Array:
    """The gradient of `adaptive_avg_pool2d` for an input of `input_shape` (..., H, W): each output's gradient
    over its bin's number of cells, to every cell of the bin, added up where bins overlap.

    >>> adaptive_avg_pool2d_backward([[6.0, 6.0]], (1, 3), (1, 2))
    array([[3., 6., 3.]])
    """
    shape = as_shape(input_shape)
    plane = (shape[-2], shape[-1])
    size = as_output_size(output_size, plane)
    grad = as_gradient(grad_output, (*shape[:-2], *size))
    if grad.size == 0:
        return np.zeros(shape, native(grad.dtype))
    there = whole_bins(plane, size)
    divisors = Divisors.of_bins(there.taps, there.size)
    # Cell j lies in the bins from ⌊j·out/n⌋ to ⌈(j+1)·out/n⌉: bins themselves, the other way round.
    down, across = (bins(count, n, range(n)) for n, count in zip(plane, size, strict=True))
    back = (down, across)
    out = np.empty(shape, native(grad.dtype))
    work = np.dtype(np.float32) if out.dtype == np.float16 else out.dtype

    def worker(planes: Array, outs: tuple[Array, ...], scratch: Scratch) -> Callable[[Block], None]:
        sweep = Sweep(SUM, _Shares(planes, work, divisors), back, (work,), scratch)

        def run(block: Block) -> None:
            target = outs[0][block]
            result = (target,) if work == target.dtype else scratch.take(target.shape, (work,))
            sweep.run(block, result)
            if result[0] is not target:
                np.copyto(target, result[0], casting="unsafe")
                scratch.give(result)

        return run

    in_blocks(grad, (out,), back, work.itemsize, worker)
    return out


class _Shares(Values):
    """Upstream gradients over the sizes of their bins."""

    def __init__(self, grad: Array, dtype: np.dtype[np.floating], divisors: Divisors) -> None:
        super().__init__(grad, dtype)
        self.plain = False
        self._divisors = divisors

    def load(self, out: Fields, planes: slice, rows: slice, cols: slice) -> None:
        self._divisors.divide(self.part(planes, rows, cols), out[0], rows, cols)


def as_output_size(value: object, plane: Pair) -> Pair:
    """An output size as (rows, columns): an int for both, a pair or a sequence of one; None keeps an axis.

    PoolError at "output_size" for anything else, and for a negative size.
    """
    given = list(value) if isinstance(value, Iterable) and not isinstance(value, (str, bytes)) else [value]
    if len(given) not in (1, 2):
        raise PoolError(
            f"Output size has {len(given)} numbers. It takes one for both axes, or height and width.",
            field="output_size",
        )
    sizes = []
    for axis, n, size in zip(AXES, plane, given * (3 - len(given)), strict=True):
        count = n if size is None else as_integer(size, "output_size", axis)
        if count < 0:
            raise PoolError(
                f"Output size {number(count)} is negative. At least 0.",
                field="output_size",
                axis=axis,
                nearest=0,
            )
        sizes.append(count)
    return sizes[0], sizes[1]
