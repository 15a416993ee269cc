"""Max, min and average pooling."""

from __future__ import annotations

from typing import Literal, overload

from numpy.typing import ArrayLike

from poolstudio.core.arrays import Array, as_planes
from poolstudio.core.extremes import LARGEST, SMALLEST, extremes, winners
from poolstudio.core.frames import whole
from poolstudio.core.spec import PoolSpec, Size
from poolstudio.core.sums import Divisors, averages


@overload
def max_pool2d(
    x: ArrayLike,
    kernel_size: Size = 2,
    stride: Size | None = None,
    padding: Size = 0,
    dilation: Size = 1,
    ceil_mode: bool = False,
    return_indices: Literal[False] = False,
) -> Array: ...
@overload
def max_pool2d(
    x: ArrayLike,
    kernel_size: Size = 2,
    stride: Size | None = None,
    padding: Size = 0,
    dilation: Size = 1,
    ceil_mode: bool = False,
    *,
    return_indices: Literal[True],
) -> tuple[Array, Array]: ...
def max_pool2d(
    x: ArrayLike,
    kernel_size: Size = 2,
    stride: Size | None = None,
    padding: Size = 0,
    dilation: Size = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Array | tuple[Array, Array]:
    """The largest value of each window, in the type of `x`; with `return_indices` also where it lies.

    `x` is (..., H, W) of bool, integers or real floats, the result (..., out_h, out_w). Padding never wins.
    Indices are int64 and flat in the unpadded plane: of the first largest cell in row-major order (−0 and +0
    tie), or of the last NaN. A values-only call gives every zero as +0; with indices the value is the
    winner's own. A window without a real cell, which dilation can bring, has −∞ (the type's minimum) and
    index −1, where torch gives an index that it cannot use itself. PoolError names a parameter that breaks a
    rule, TypeError a type that is not pooled.

    >>> max_pool2d([[1, 3, 2, 4], [5, 6, 1, 2], [7, 2, 9, 0], [1, 8, 3, 4]])
    array([[6, 4],
           [8, 9]])
    """
    spec = PoolSpec.of(kernel_size, stride, padding, dilation, ceil_mode)
    array = as_planes(x)
    frame, _ = whole(array, spec)
    return winners(array, frame, LARGEST) if return_indices else extremes(array, frame, LARGEST)


@overload
def min_pool2d(
    x: ArrayLike,
    kernel_size: Size = 2,
    stride: Size | None = None,
    padding: Size = 0,
    dilation: Size = 1,
    ceil_mode: bool = False,
    return_indices: Literal[False] = False,
) -> Array: ...
@overload
def min_pool2d(
    x: ArrayLike,
    kernel_size: Size = 2,
    stride: Size | None = None,
    padding: Size = 0,
    dilation: Size = 1,
    ceil_mode: bool = False,
    *,
    return_indices: Literal[True],
) -> tuple[Array, Array]: ...
def min_pool2d(
    x: ArrayLike,
    kernel_size: Size = 2,
    stride: Size | None = None,
    padding: Size = 0,
    dilation: Size = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Array | tuple[Array, Array]:
    """The smallest value of each window, in the type of `x`; with `return_indices` also where it lies.

    As `max_pool2d` with the other end of the order: padding is +∞ (the type's maximum, True), the first
    smallest cell wins, a NaN is the result of each window that holds it. It is found by its own comparisons,
    never by negating, which has no answer for the least integer. PoolError and TypeError as in `max_pool2d`.

    >>> min_pool2d([[1, 3, 2, 4], [5, 6, 1, 2], [7, 2, 9, 0], [1, 8, 3, 4]])
    array([[1, 1],
           [1, 0]])
    """
    spec = PoolSpec.of(kernel_size, stride, padding, dilation, ceil_mode)
    array = as_planes(x)
    frame, _ = whole(array, spec)
    return winners(array, frame, SMALLEST) if return_indices else extremes(array, frame, SMALLEST)


def avg_pool2d(
    x: ArrayLike,
    kernel_size: Size = 2,
    stride: Size | None = None,
    padding: Size = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
) -> Array:
    """The mean of each window: its sum over its cells in input and padding, over the real ones alone
    (`count_include_pad=False`), or over `divisor_override`.

    `x` is (..., H, W), the result (..., out_h, out_w). Floats keep their type (float16 is summed in float32);
    integers and bool give float64 from an exact sum, where torch refuses or truncates them. A mean of finite
    values is finite, where torch's sum overflows. PoolError names a parameter that breaks a rule.

    >>> avg_pool2d([[1, 3, 2, 4], [5, 6, 1, 2], [7, 2, 9, 0], [1, 8, 3, 4]])
    array([[3.75, 2.25],
           [4.5 , 4.  ]])
    """
    spec = PoolSpec.of(kernel_size, stride, padding, 1, ceil_mode, count_include_pad, divisor_override)
    array = as_planes(x)
    frame, pair = whole(array, spec)
    return averages(array, frame, Divisors.of(pair, spec))
