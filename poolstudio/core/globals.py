"""Global pooling: one value for a whole plane, whatever kernel, stride and padding are."""

from __future__ import annotations

from typing import Any, Literal, overload

import numpy as np
from numpy.typing import ArrayLike

from poolstudio.core.arrays import Array, as_numbers, as_planes, native, plane_groups
from poolstudio.core.blocks import BLOCK, partition
from poolstudio.core.extremes import canonical
from poolstudio.core.frames import whole
from poolstudio.core.spec import PoolSpec
from poolstudio.core.sums import FLOAT64, Divisors, average_type, averages, exact_type

_SMALL = 1 << 12


def global_avg_pool2d(x: ArrayLike, keepdims: bool = False) -> Array:
    """The mean of each plane: `x` (..., H, W) gives (...), or (..., 1, 1) with `keepdims`.

    Types as in `avg_pool2d`: floats keep theirs, integers and bool give float64 from an exact sum, and a mean
    of finite values is finite.

    >>> global_avg_pool2d([[1, 3, 2, 4], [5, 6, 1, 2], [7, 2, 9, 0], [1, 8, 3, 4]])
    array(3.625)
    """
    array = as_planes(x)
    height, width = array.shape[-2:]
    if height * width <= _SMALL:
        # Many small planes at once, as windows that are whole planes.
        spec = PoolSpec.of((height, width))
        frame, pair = whole(array, spec)
        means = averages(array, frame, Divisors.of(pair, spec))
        return means if keepdims else means.reshape(array.shape[:-2])
    out = np.empty(array.shape[:-2], average_type(array.dtype))
    flat = out.reshape(-1)
    with np.errstate(all="ignore"):
        for start, planes in plane_groups(as_numbers(array)):
            for p, plane in enumerate(planes):
                flat[start + p] = _mean(plane)
    canonical(out)
    return out.reshape(*out.shape, 1, 1) if keepdims else out


@overload
def global_max_pool2d(
    x: ArrayLike, keepdims: bool = False, return_indices: Literal[False] = False
) -> Array: ...
@overload
def global_max_pool2d(
    x: ArrayLike, keepdims: bool = False, *, return_indices: Literal[True]
) -> tuple[Array, Array]: ...
def global_max_pool2d(
    x: ArrayLike, keepdims: bool = False, return_indices: bool = False
) -> Array | tuple[Array, Array]:
    """The largest value of each plane: `x` (..., H, W) gives (...), or (..., 1, 1) with `keepdims`; with
    `return_indices` also its flat index in the plane (int64). Ties and NaN as in `max_pool2d`.

    >>> global_max_pool2d([[-1, -2], [-3, -1]], return_indices=True)
    (array(-1), array(0))
    """
    array = as_planes(x)
    lead = array.shape[:-2]
    out = np.empty(lead, native(array.dtype))
    if not return_indices:
        np.max(array, axis=(-2, -1), out=out)
        canonical(out)
        return out.reshape(*lead, 1, 1) if keepdims else out
    index = np.empty(lead, np.int64)
    flat, flat_index = out.reshape(-1), index.reshape(-1)
    cells = array.shape[-2] * array.shape[-1]
    for start, planes in plane_groups(array):
        for p, q in partition(planes.shape[0], max(1, BLOCK // (4 * cells))):
            part = planes[p:q].reshape(q - p, cells)
            at = np.argmax(part, axis=1)
            best = np.take_along_axis(part, at[:, None], axis=1)[:, 0]
            if best.dtype.kind == "f":
                for row in np.flatnonzero(np.isnan(best)):
                    at[row] = cells - 1 - np.argmax(np.isnan(part[row])[::-1])
                    best[row] = part[row, at[row]]
            flat[start + p : start + q], flat_index[start + p : start + q] = best, at
    if keepdims:
        return out.reshape(*lead, 1, 1), index.reshape(*lead, 1, 1)
    return out, index


def _mean(plane: Array) -> Any:
    dtype, cells = plane.dtype, plane.size
    if dtype.kind != "f":
        if exact_type(dtype, cells) is None:
            high = _sum(plane >> 32, np.dtype(np.int64))
            return (
                float(high) * float(1 << 32) + float(_sum(plane & 0xFFFFFFFF, np.dtype(np.int64)))
            ) / cells
        return int(_sum(plane, None)) / cells
    work = FLOAT64 if dtype.itemsize <= 4 else native(dtype)
    mean = _sum(plane, work) / work.type(cells)
    if dtype.itemsize > 4 and not np.isfinite(mean):
        shift = cells.bit_length() + 1
        scaled = np.ldexp(plane.astype(work), -shift)
        mean = _sum(scaled, work) / work.type(cells)
        if np.isfinite(mean):
            largest = np.finfo(work).max
            mean = np.clip(np.ldexp(mean, shift), -largest, largest)
    return mean


def _sum(plane: Array, work: np.dtype[Any] | None) -> Any:
    """The sum of a plane by folding halves onto each other, block by block: no long running sum, and an
    integer type (`work` None) that just holds a block's columns."""
    height, width = plane.shape
    rows = 1 << max(0, (BLOCK // (8 * width)).bit_length() - 1)
    narrow = work or exact_type(plane.dtype, min(rows, height))
    wide = work or exact_type(plane.dtype, plane.size)
    assert narrow is not None
    assert wide is not None
    lines = [_fold(plane[at : at + rows].astype(narrow))[0].astype(wide) for at in range(0, height, rows)]
    across = _fold(np.array(lines, dtype=wide))
    return _fold(across.T.copy())[0, 0]


def _fold(rows: Array) -> Array:
    """The sum of all rows as the first row; overwrites `rows`."""
    count = rows.shape[0]
    while count > 1:
        half = count // 2
        np.add(rows[:half], rows[count - half : count], out=rows[:half])
        count -= half
    return rows
