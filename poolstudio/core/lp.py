"""Lp pooling: the p-norm of each window, and its gradient."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from poolstudio.core.arrays import Array, as_gradient, as_numbers, as_planes, native
from poolstudio.core.blocks import Block, Reach, Sweep, Values, in_blocks
from poolstudio.core.extremes import LARGEST, canonical, winners
from poolstudio.core.frames import Frame, whole
from poolstudio.core.routing import scatter, tap_places
from poolstudio.core.sliding import Fields, Scratch, ufunc_op
from poolstudio.core.spec import PoolError, PoolSpec, Size
from poolstudio.core.sums import FLOAT64, SUM, average_type

_MAXIMUM = ufunc_op(np.maximum, 0, idempotent=True)


def lp_pool2d(
    x: ArrayLike,
    norm_type: float,
    kernel_size: Size,
    stride: Size | None = None,
    ceil_mode: bool = False,
) -> Array:
    """The p-norm (Σ|x|ᵖ)^(1/p) of each window's real cells, p = `norm_type` > 0; p = inf is the largest |x|.

    `x` is (..., H, W), the result (..., out_h, out_w). Floats keep their type, integers and bool give
    float64. The norm is scaled where a sum of powers would leave the type's range. Torch differs: it takes
    the raw power of a signed sum, counts cells past the input in ceil mode, and overflows. PoolError names a
    parameter that breaks a rule, TypeError a type that is not pooled.

    >>> lp_pool2d([[3, 4], [0, 0]], 2, 2)
    array([[5.]])
    """
    p = as_norm_type(norm_type)
    spec = PoolSpec.of(kernel_size, stride, ceil_mode=ceil_mode)
    array = as_planes(x)
    return norms(array, p, whole(array, spec)[0])


def lp_pool2d_backward(
    grad_output: ArrayLike,
    x: ArrayLike,
    norm_type: float,
    kernel_size: Size,
    stride: Size | None = None,
    ceil_mode: bool = False,
) -> Array:
    """The gradient of `lp_pool2d` at `x`: sign(x)·(|x| / norm)^(p−1) of each window's gradient to each of its
    cells, added up where windows overlap.

    It is 0 where the norm is 0, and for a cell of 0 (which has no slope where p ≤ 1). For p = inf the
    gradient goes to the winner by |x|, as in `max_pool2d_backward`, with the sign of its value.

    >>> lp_pool2d_backward([[1.0]], [[3, -4], [0, 0]], 2, 2)
    array([[ 0.6, -0.8],
           [ 0. ,  0. ]])
    """
    p = as_norm_type(norm_type)
    spec = PoolSpec.of(kernel_size, stride, ceil_mode=ceil_mode)
    array = as_planes(x)
    frame, pair = whole(array, spec)
    grad = as_gradient(grad_output, (*array.shape[:-2], *frame.size))
    work = np.result_type(FLOAT64, array.dtype if array.dtype.kind == "f" else FLOAT64)
    values = array.astype(work)
    size = np.abs(values)
    if math.isinf(p):
        routed = scatter(grad, winners(size, frame, LARGEST)[1], array.shape)
        return np.multiply(
            routed, np.where(np.isnan(values), 1, np.sign(values)), dtype=routed.dtype, casting="unsafe"
        )
    total = np.zeros(array.shape, work)
    norm, upstream, sign = norms(values, p, frame), grad.astype(work), np.sign(values)
    with np.errstate(all="ignore"):
        for rows, down in tap_places(pair[0]):
            for cols, across in tap_places(pair[1]):
                outputs, cells = (..., rows, cols), (..., down, across)
                share = np.power(size[cells] / norm[outputs], p - 1) * sign[cells] * upstream[outputs]
                share[(size[cells] == 0) | (norm[outputs] == 0)] = 0
                total[cells] += share
        return total.astype(native(grad.dtype))


def as_norm_type(value: object) -> float:
    """The p of a norm as a float; PoolError at "norm_type" unless it is a number above 0."""
    number = isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)
    if not number or not float(value) > 0:  # type: ignore[arg-type]
        raise PoolError(f"Norm type {value!r} is no number above 0.", field="norm_type")
    return float(value)  # type: ignore[arg-type]


def norms(x: Array, p: float, frame: Frame) -> Array:
    """The p-norms of the windows, of shape (..., rows, columns)."""
    result = average_type(native(x.dtype))
    work = np.result_type(FLOAT64, result)
    out = np.empty((*x.shape[:-2], *frame.size), result)
    most = math.isinf(p)

    def worker(planes: Array, outs: tuple[Array, ...], scratch: Scratch) -> Callable[[Block], None]:
        source = _Powers(planes, work, frame, 1.0 if most else p)
        sweep = Sweep(_MAXIMUM if most else SUM, source, frame.taps, (work,), scratch)

        def run(block: Block) -> None:
            target = outs[0][block]
            totals = scratch.take(target.shape, (work,))
            sweep.run(block, totals)
            if not most:
                _mend(planes, totals[0], p, block, frame, scratch)
            np.copyto(target, totals[0], casting="unsafe")
            canonical(target)
            scratch.give(totals)

        return run

    in_blocks(as_numbers(x), (out,), frame.taps, work.itemsize, worker, held=1)
    return out


class _Powers(Values):
    """|x|ᵖ in a floating type."""

    def __init__(self, x: Array, dtype: np.dtype[Any], frame: Frame, p: float) -> None:
        super().__init__(x, dtype, frame.origin)
        self.plain = False
        self._p = p

    def load(self, out: Fields, planes: slice, rows: slice, cols: slice) -> None:
        (field,) = out
        np.copyto(field, self.part(planes, rows, cols), casting="unsafe")
        np.abs(field, out=field)
        if self._p == 2:
            np.square(field, out=field)
        elif self._p != 1:
            np.power(field, self._p, out=field)


def _mend(planes: Array, sums: Array, p: float, block: Block, frame: Frame, scratch: Scratch) -> None:
    """Turns sums of powers into norms. Where a sum has left the range in which all digits count, the window
    is summed again with its cells over its largest one."""
    limits = np.finfo(sums.dtype)
    far = (sums < limits.tiny / limits.eps) | np.isinf(sums)
    largest = scratch.take(sums.shape, (sums.dtype,))
    if far.any():
        magnitudes = _Powers(planes, sums.dtype, frame, 1.0)
        Sweep(_MAXIMUM, magnitudes, frame.taps, (sums.dtype,), scratch).run(block, largest)
        far &= (largest[0] > 0) & np.isfinite(largest[0])
    if p == 2:
        np.sqrt(sums, out=sums)
    elif p != 1:
        np.power(sums, 1 / p, out=sums)
    if far.any():
        where = np.nonzero(far)
        top = largest[0][where]
        total = np.zeros_like(top)
        cells = planes[block[0]]
        rows = _positions(frame.taps[0], block[1], where[1])
        cols = _positions(frame.taps[1], block[2], where[2])
        for row, real_row in rows:
            for col, real_col in cols:
                values = np.abs(
                    cells[where[0], row - frame.origin[0], col - frame.origin[1]].astype(sums.dtype)
                )
                total += np.where(real_row & real_col, np.power(values / top, p), 0)
        sums[where] = top * np.power(total, 1 / p)
    scratch.give(largest)


def _positions(taps: Reach, outputs: slice, at: Array) -> list[tuple[Array, Array]]:
    """For each tap: its position in each of some windows, kept inside, and whether it is real there."""
    starts = np.array([taps.reach(i, i + 1)[0] for i in range(outputs.start, outputs.stop)])[at]
    found = []
    for offset in range(taps.span):
        place = starts + offset
        real = (place >= 0) & (place < taps.n)
        found.append((np.where(real, place, starts.clip(0, taps.n - 1)), real))
    return found
