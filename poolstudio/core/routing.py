"""Gradients on their way to winners: scattered by index, or shared among the cells that tie."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from poolstudio.core.arrays import Array, native
from poolstudio.core.blocks import BLOCK, partition
from poolstudio.core.geometry import Axis
from poolstudio.core.spec import PoolError, number

Ties = Literal["first", "split", "all"]
Bin = tuple[int, int]
Place = tuple[slice, slice]
"""The outputs that find a tap real, and the input cells where it lies for them, along one axis."""


def scatter(grad: Array, winner: Array, shape: tuple[int, ...]) -> Array:
    """Adds each gradient at its winner's cell, in row-major order and in its own type, as torch does (float16
    in float64, block by block); in blocks, for np.add.at holds the interpreter."""
    out = np.zeros(shape, native(grad.dtype))
    flat = out.reshape((prod(shape[:-2]), shape[-2] * shape[-1]))
    if grad.size == 0:
        return out
    lines = grad.shape[-2]
    for place, (g, at) in enumerate(_pairs(grad, winner)):
        for first, stop in partition(lines, max(1, BLOCK // (32 * grad.shape[-1]))):
            part, cells = g[first:stop].reshape(-1), at[first:stop].reshape(-1)
            if cells.min() < 0:
                part, cells = part[cells >= 0], cells[cells >= 0]
            if out.dtype == np.float16 and cells.size:  # sums of it are taken in float64
                low = int(cells.min())
                added = np.bincount(cells - low, part)
                into = flat[place, low : low + added.size]
                np.add(into, added, out=into, casting="unsafe")
            else:
                # In the very same type, or NumPy leaves its fast loop.
                np.add.at(flat[place], cells, part.astype(out.dtype, copy=False).view(out.dtype))
    return out


def share_windows(grad: Array, x: Array, winner: Array, pair: tuple[Axis, Axis], *, split: bool) -> Array:
    """Gives each window's gradient to all of its cells that are equal to the winner: to each an even share of
    it, or the whole."""
    out = np.zeros(x.shape, native(grad.dtype))
    taps = [(down, across) for down in tap_places(pair[0]) for across in tap_places(pair[1])]
    for at in np.ndindex(*x.shape[:-2]):
        plane = x[at]
        total, upstream, values, real = _start(plane, grad[at], winner[at], out.dtype)

        def tied(down: Place, across: Place) -> Array:
            outputs, cells = (down[0], across[0]), (down[1], across[1])
            return np.asarray((plane[cells] == values[outputs]) & real[outputs])  # noqa: B023

        if split:
            ties = np.zeros(values.shape, np.int64)
            for down, across in taps:
                ties[down[0], across[0]] += tied(down, across)
            upstream = upstream / np.maximum(ties, 1)
        for down, across in taps:
            target = total[down[1], across[1]]
            np.add(target, upstream[down[0], across[0]], out=target, where=tied(down, across))
        out[at] = total
    return out


def share_bins(
    grad: Array, x: Array, winner: Array, down: list[Bin], across: list[Bin], *, split: bool
) -> Array:
    """The same for bins that may differ in size: rows `down` (start, stop) by columns `across`."""
    out = np.zeros(x.shape, native(grad.dtype))
    for at in np.ndindex(*x.shape[:-2]):
        total, upstream, values, real = _start(x[at], grad[at], winner[at], out.dtype)
        for i, (top, bottom) in enumerate(down):
            for j, (left, right) in enumerate(across):
                if real[i, j]:
                    tied = x[at][top:bottom, left:right] == values[i, j]
                    share = upstream[i, j] / max(np.count_nonzero(tied), 1) if split else upstream[i, j]
                    target = total[top:bottom, left:right]
                    np.add(target, share, out=target, where=tied)
        out[at] = total
    return out


def _start(x: Array, grad: Array, winner: Array, dtype: np.dtype[Any]) -> tuple[Array, Array, Array, Array]:
    """For one plane: the sums so far (those of NaN, which ties with nothing), the gradients in the type of
    the sums, the winners' values, and which of them are real."""
    work = np.result_type(np.float64, dtype)
    values = np.ascontiguousarray(x).reshape(-1).take(np.maximum(winner, 0))
    real = winner >= 0
    total = np.zeros(x.shape, work)
    if x.dtype.kind == "f":
        lone = real & np.isnan(values)
        if lone.any():
            np.add.at(total.reshape(-1), winner[lone], grad[lone].astype(work))
    return total, grad.astype(work), values, real


def tap_places(axis: Axis) -> list[Place]:
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


def _pairs(grad: Array, winner: Array) -> Iterator[tuple[Array, Array]]:
    for place in np.ndindex(*grad.shape[:-2]):
        yield grad[place], winner[place]


def as_indices(indices: ArrayLike, shape: tuple[int, ...], plane: tuple[int, int], least: int = -1) -> Array:
    """Winners' indices as int64, checked before they are narrowed: integers of the gradient's shape, from
    `least` on, inside a plane of (H, W)."""
    array = np.asarray(indices)
    if array.dtype.kind not in "iu":
        raise PoolError(f"The indices have the type {array.dtype}. They are integers.", field="indices")
    if array.shape != shape:
        raise PoolError(
            f"The indices have the shape {array.shape}. The output of this pooling has {shape}.",
            field="indices",
        )
    cells = plane[0] * plane[1]
    if array.dtype == np.int64 and array.size and int(array.view(np.uint64).max()) < cells:
        return array.view(np.int64)  # below zero is far above: one look at each serves
    low, high = (int(array.min()), int(array.max())) if array.size else (0, 0)
    if low < least or high >= cells:
        raise PoolError(
            f"Index {number(high if high >= cells else low)} lies outside the plane of "
            f"{plane[0]} × {plane[1]} cells. From 0 to {cells - 1}.",
            field="indices",
            nearest=cells - 1 if high >= cells else 0,
        )
    return array.astype(np.int64, copy=False)


def check_ties(ties: str) -> None:
    """PoolError unless `ties` is a rule."""
    if ties not in ("first", "split", "all"):
        raise PoolError(f'Ties {ties!r} is not known: "first", "split" or "all".', field="ties")
