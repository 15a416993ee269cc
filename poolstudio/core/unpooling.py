"""Unpooling: pooled values back at the places that their indices name, zeros elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np
from numpy.typing import ArrayLike

from poolstudio.core.arrays import Array, as_gradient, as_planes, native
from poolstudio.core.frames import Pair
from poolstudio.core.routing import as_indices
from poolstudio.core.spec import AXES, PoolError, PoolSpec, Size, as_integer, number


def max_unpool2d(
    x: ArrayLike,
    indices: ArrayLike,
    kernel_size: Size,
    stride: Size | None = None,
    padding: Size = 0,
    output_size: Sequence[int] | None = None,
) -> Array:
    """The sparse plane: each value of `x` (..., h, w) at its flat index in a plane of the output's size, in
    the type of `x`; all other cells are 0.

    Without `output_size` the plane has (h − 1)·stride − 2·padding + kernel rows, and columns alike. An
    `output_size`, a pair or the full shape, must differ from that by less than the stride, for a pooling
    drops up to stride − 1 rows. `indices` are integers of any type in the shape of `x`; one outside the plane
    is a PoolError that names it, and is never narrowed. Of a duplicate index the last value in row-major
    order stays.

    >>> max_unpool2d([[6, 8]], [[5, 3]], 2)
    array([[0, 0, 0, 8],
           [0, 6, 0, 0]])
    """
    spec = PoolSpec.of(kernel_size, stride, padding)
    array = as_planes(x)
    plane = unpooled_size((array.shape[-2], array.shape[-1]), spec, output_size, array.shape[:-2])
    lead = array.shape[:-2]
    places = as_indices(indices, array.shape, plane, least=0)
    out = np.zeros((*lead, *plane), native(array.dtype))
    count, cells = prod(lead), array.shape[-2] * array.shape[-1]
    flat = out.reshape(count, plane[0] * plane[1])
    # Of an index that comes twice, NumPy's assignment keeps the last.
    np.put_along_axis(flat, places.reshape(count, cells), array.reshape(count, cells), axis=1)
    return out


def max_unpool2d_backward(grad_output: ArrayLike, indices: ArrayLike) -> Array:
    """The gradient of `max_unpool2d` with respect to its values: what `grad_output` (..., H, W) has at each
    of the `indices` (..., h, w), in their shape.

    Of duplicate indices only the one whose value was kept gets a gradient, for it alone has an influence;
    torch gathers for all of them.

    >>> max_unpool2d_backward([[1.0, 2.0], [3.0, 4.0]], [[3, 3]])
    array([[0., 4.]])
    """
    grad = np.asarray(grad_output)
    grad = as_gradient(grad, grad.shape)
    places = np.asarray(indices)
    if grad.ndim < 2 or places.ndim < 2 or grad.shape[:-2] != places.shape[:-2]:
        raise PoolError(
            f"The grad output has the shape {grad.shape}. It takes the indices' {places.shape} "
            "with other rows and columns.",
            field="grad_output",
        )
    plane = (grad.shape[-2], grad.shape[-1])
    places = as_indices(places, places.shape, plane, least=0)
    count, cells = prod(grad.shape[:-2]), places.shape[-2] * places.shape[-1]
    at = places.reshape(count, cells)
    out = np.take_along_axis(grad.reshape(count, plane[0] * plane[1]), at, axis=1)
    order = np.broadcast_to(np.arange(cells), at.shape)
    last = np.zeros((count, plane[0] * plane[1]), np.int64)
    np.put_along_axis(last, at, order, axis=1)
    out[np.take_along_axis(last, at, axis=1) != order] = 0
    return np.ascontiguousarray(out.reshape(places.shape), native(grad.dtype))


def unpooled_size(
    pooled: Pair, spec: PoolSpec, output_size: Sequence[int] | None = None, lead: tuple[int, ...] = ()
) -> Pair:
    """(rows, columns) of the plane that a pooled one comes from; PoolError where there is no such plane, or
    `output_size` is further from the default than the stride allows.

    >>> unpooled_size((2, 2), PoolSpec.of(2), (5, 4))
    (5, 4)
    """
    default = [
        (n - 1) * s - 2 * p + k
        for n, k, s, p in zip(pooled, spec.kernel, spec.stride, spec.padding, strict=True)
    ]
    if output_size is None:
        for axis, size, n, k, s, p in zip(
            AXES, default, pooled, spec.kernel, spec.stride, spec.padding, strict=True
        ):
            if size < 1:
                raise PoolError(
                    f"Unpooling gives a {axis} of {number(size)}: "
                    f"({n} − 1) × {s} − 2 × {p} + {k}. At least 1.",
                    field="output_size",
                    axis=axis,
                )
        return default[0], default[1]
    given = [as_integer(size, "output_size") for size in output_size]
    if len(given) != 2 and (len(given) != len(lead) + 2 or tuple(given[:-2]) != lead):
        raise PoolError(
            f"Output size {tuple(given)} does not fit. It takes rows and columns, or the full shape "
            f"with {lead} before them.",
            field="output_size",
        )
    for axis, size, middle, s in zip(AXES, given[-2:], default, spec.stride, strict=True):
        low, high = max(middle - s + 1, 1), middle + s - 1
        if not low <= size <= high:
            raise PoolError(
                f"Output size {number(size)} is not possible: "
                f"a {axis} of {number(middle)} and stride {s} give {low} to {high}.",
                field="output_size",
                axis=axis,
                nearest=min(max(size, low), high) if low <= high else None,
            )
    return given[-2], given[-1]
