"""The engine: a running reduction along one axis, by doubling, on whole arrays.

A window of k taps is put together from windows of 1, 2, 4, ... taps. Sums take disjoint ones (the binary
digits of k, smallest added first, so that ⌈log₂ k⌉ additions lie on the longest way); maxima may overlap two
equal ones. Which values are added in which order depends on k alone: not on stride, block or place, so that a
part of an output has the same bits as the whole.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import prod
from typing import Any, Protocol

import numpy as np

from poolstudio.core.arrays import Array
from poolstudio.core.plans import Node, Plan, plan

Fields = tuple[Array, ...]
"""What is reduced together: one array of values, or values and the indices that go with them."""


@dataclass(frozen=True, slots=True)
class Op:
    """A reduction: `combine(a, b, out)`, whether combining a cell twice is harmless (and so any order right),
    the value of each field that changes nothing, and the ufunc of a single field."""

    combine: Callable[[Fields, Fields, Fields], None]
    idempotent: bool
    neutral: tuple[Any, ...]
    ufunc: np.ufunc | None = None


def ufunc_op(ufunc: np.ufunc, neutral: Any, *, idempotent: bool) -> Op:
    """The reduction of a single field by a binary ufunc."""

    def combine(a: Fields, b: Fields, out: Fields) -> None:
        ufunc(a[0], b[0], out=out[0], dtype=out[0].dtype)

    return Op(combine, idempotent, (neutral,), ufunc)


class Scratch:
    """Buffers that are handed out and taken back, so that blocks reuse memory that is warm in the cache."""

    def __init__(self) -> None:
        self._free: list[Array] = []

    def take(self, shape: tuple[int, ...], dtypes: tuple[np.dtype[Any], ...]) -> Fields:
        """Arrays of `shape` with undefined contents, one for each type."""
        if len(dtypes) == 1:
            return (self._one(shape, dtypes[0]),)
        return tuple(self._one(shape, dtype) for dtype in dtypes)

    def give(self, fields: Fields) -> None:
        """Takes arrays back that `take` handed out."""
        for field in fields:
            if field.base is not None:
                self._free.append(field.base)

    def size(self) -> int:
        """Bytes of the buffers that are here now."""
        return sum(buffer.nbytes for buffer in self._free)

    def _one(self, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
        need = prod(shape) * dtype.itemsize
        free = self._free
        for i in range(len(free) - 1, -1, -1):  # the last given back is the warmest
            if free[i].nbytes >= need:
                return np.ndarray(shape, dtype, free.pop(i))
        if (
            free
        ):  # all are too small: a larger one replaces one of them, so that there are never more than needed
            free.pop()
        # Blocks differ by a row: what holds one holds the next.
        return np.ndarray(shape, dtype, np.empty(max(need + need // 16, 1), np.uint8))


_idle: list[Scratch] = []
_KEEP = 16 << 20

#: Cells that NumPy gathers at a time where rows are not one piece of memory. With its 8192, more than most
#: rows have, a ufunc takes two to three times as long as on one piece; with a row's length it hardly does.
_BUFFER = 1024


@contextmanager
def borrowed_scratch() -> Iterator[Scratch]:
    """A scratch for one call. A few small ones wait for the next call: memory that is new to a process costs
    as much as the work that is done in it."""
    try:
        scratch = _idle.pop()  # a list's pop and append are safe among threads
    except IndexError:
        scratch = Scratch()
    usual = np.setbufsize(_BUFFER)
    try:
        yield scratch
    finally:
        np.setbufsize(usual)
    if len(_idle) < 4 and scratch.size() <= _KEEP:
        _idle.append(scratch)


#: Windows side by side are reduced as tiles from this kernel on, in rows at least so long with any kernel.
_LONG_TILE, _LONG_ROW = 8, 256

#: A strided plan of more operations than this costs more than all windows, of which every stride-th is taken.
_MOST_PHASES = 64


class Reducer(Protocol):
    """What reduces the windows along one axis of a block."""

    def run(self, source: Fields, first: int, count: int, out: Fields, scratch: Scratch) -> None:
        """Writes the reductions of windows `first` to `first + count` - 1 to `out`; the first cell of
        `source` is the first tap of window `first`."""


class Pass:
    """Reductions of windows along `axis` (-1 or -2), set up once and run on many blocks.

    Window i has the `kernel` taps i·stride, i·stride + dilation, ... of a source. The work is in `dtypes`;
    the source has these, or types whose values they hold.
    """

    def __init__(
        self, op: Op, axis: int, kernel: int, stride: int, dilation: int, dtypes: tuple[np.dtype[Any], ...]
    ) -> None:
        self._op = op
        self._axis = axis
        self._stride = stride
        self._dtypes = dtypes
        self._dense = False
        self._kernel = kernel
        self._way: Plan | None = None
        far = kernel > 1 and _phases(kernel, stride) > _MOST_PHASES
        # Tiles are windows side by side, or so far apart that a plan would take a step for each tap.
        self._tiles = dilation == 1 and 1 < kernel <= stride and (kernel == stride or far)
        if axis == -1 and self._tiles and not far:
            # Taps along a row are an inner loop, which must not be short; halves of an even row are one loop.
            self._tiles = kernel > 2 and (kernel % 2 == 0 or kernel > _LONG_TILE)
            self._tiles = self._tiles and not _packs(dtypes[0].itemsize, stride)
        if far and self._tiles:
            return
        if far:
            self._dense, self._way = True, plan(kernel, 1, dilation, op.idempotent)
        elif kernel > 1:
            self._way = plan(kernel, stride, dilation, op.idempotent)
        if self._way and not self._dense and axis == -1 and 1 < stride <= 8 and len(dtypes) == 1:
            # Strided reads inside a row are slow for small types: all windows, then every stride-th of them.
            size = dtypes[0].itemsize
            full = plan(kernel, 1, dilation, op.idempotent)
            pick = 0.045 * size if _packs(size, stride) else 0.4
            dense_cost = full.dense * stride * 0.07 * size + pick
            if dense_cost < 0.45 * self._way.strided + 0.07 * size * self._way.dense:
                self._dense, self._way = True, full

    def run(self, source: Fields, first: int, count: int, out: Fields, scratch: Scratch) -> None:
        """As in `Reducer`; all windows are alike, so `first` does not matter."""
        if self._tiles and (self._kernel >= _LONG_TILE or source[0].shape[-1] >= _LONG_ROW):
            self._reduce_tiles(source, count, out, scratch)
        elif self._way is None:
            for a, b in zip(source, out, strict=True):
                np.copyto(b, along(a, self._axis, 0, count, self._stride))
        elif self._dense:
            # The last windows may lie past the source; what stands in their place is not read.
            needed = (count - 1) * self._stride + 1
            shape = list(out[0].shape)
            if len(out) == 1 and self._axis == -1 and _packs(out[0].itemsize, self._stride):
                shape[-1] = count * self._stride
                held = scratch.take(tuple(shape), self._dtypes)
                self._reduce(self._way, source, 1, needed, (held[0][..., :needed],), scratch)
                _pick(held[0], out[0], self._stride)
            else:
                shape[self._axis] = needed
                held = scratch.take(tuple(shape), self._dtypes)
                self._reduce(self._way, source, 1, needed, held, scratch)
                for a, b in zip(held, out, strict=True):
                    np.copyto(b, along(a, self._axis, 0, count, self._stride))
            scratch.give(held)
        else:
            self._reduce(self._way, source, self._stride, count, out, scratch)

    def _reduce(
        self, way: Plan, source: Fields, stride: int, count: int, out: Fields, scratch: Scratch
    ) -> None:
        axis, combine = self._axis, self._op.combine
        made: dict[Node, Fields] = {}
        shape = list(out[0].shape)

        def windows(node: Node, shift: int, length: int) -> Fields:
            level, phase = node
            if level == 0:
                return tuple([along(field, axis, phase + shift * stride, length, stride) for field in source])
            return tuple([along(field, axis, shift, length, 1) for field in made[node]])

        for node, half, shift, done in way.built:
            shape[axis] = length = count + way.extra[node]
            fields = scratch.take(tuple(shape), self._dtypes)
            combine(windows((node[0] - 1, node[1]), 0, length), windows(half, shift, length), fields)
            made[node] = fields
            for old in done:
                scratch.give(made.pop(old))
        node, shift = way.terms[0]
        joined = windows(node, shift, count)
        for node, shift in way.terms[1:]:
            combine(windows(node, shift, count), joined, out)
            joined = out
        for fields in made.values():
            scratch.give(fields)

    def _reduce_tiles(self, source: Fields, count: int, out: Fields, scratch: Scratch) -> None:
        """Windows side by side: two halves of all windows at once, in the order of `plan`, so that a large
        kernel takes a few operations and not one for each tap."""
        axis, combine, size = self._axis, self._op.combine, self._kernel
        level = tuple([_windows(field, axis, count, size, self._stride) for field in source])
        if self._op.ufunc and self._op.idempotent and size > (2 if axis == -2 else 3 * _LONG_TILE):
            self._op.ufunc.reduce(level[0], axis=axis, out=out[0])
            return
        held: list[Fields] = []
        joined: Fields | None = None
        while size > 1:
            if size & 1:
                last = tuple([_tap(field, axis, size - 1) for field in level])
                if joined:
                    combine(last, joined, out)
                joined = out if joined else last
            half = size // 2
            if half == 1 and joined is None:
                even, odd = (tuple([_tap(field, axis, tap) for field in level]) for tap in (0, 1))
                combine(even, odd, out)
                break
            shape = list(level[0].shape)
            shape[axis] = half
            above = scratch.take(tuple(shape), self._dtypes)
            held.append(above)
            even, odd = (tuple([along(field, axis, tap, half, 2) for field in level]) for tap in (0, 1))
            combine(even, odd, above)
            level, size = above, half
        else:
            assert joined is not None
            combine(tuple([_tap(field, axis, 0) for field in level]), joined, out)
        for fields in held:
            scratch.give(fields)


class BinPass:
    """Reductions of bins, cells `starts[i]` to `stops[i]` - 1 along `axis` for output i. Each bin has `least`
    cells or one more: all windows of `least` cells are reduced, then those are taken that are bins or, with
    the one cell after them, become bins."""

    def __init__(
        self,
        op: Op,
        axis: int,
        starts: list[int],
        stops: list[int],
        least: int,
        dtypes: tuple[np.dtype[Any], ...],
    ) -> None:
        self._combine = op.combine
        self._axis = axis
        self._starts, self._stops = np.array(starts), np.array(stops)
        self._least = least
        self._dtypes = dtypes
        self._windows = Pass(op, axis, least, 1, 1, dtypes)

    def run(self, source: Fields, first: int, count: int, out: Fields, scratch: Scratch) -> None:
        """As in `Reducer`."""
        axis = self._axis
        starts = self._starts[first : first + count]
        at = starts - starts[0]
        longer = np.flatnonzero(self._stops[first : first + count] - starts > self._least)
        reduced = source
        if self._least > 1:
            shape = list(source[0].shape)
            shape[axis] -= self._least - 1
            reduced = scratch.take(tuple(shape), self._dtypes)
            self._windows.run(source, 0, shape[axis], reduced, scratch)
        for field, into in zip(reduced, out, strict=True):
            if field.dtype == into.dtype:
                np.take(field, at, axis=axis, out=into, mode="clip")
            else:
                np.copyto(into, np.take(field, at, axis=axis))
        if longer.size:
            bins = tuple(
                np.take(field, at[longer], axis=axis).astype(dtype, copy=False)
                for field, dtype in zip(reduced, self._dtypes, strict=True)
            )
            after = tuple(np.take(field, at[longer] + self._least, axis=axis) for field in source)
            self._combine(bins, after, bins)
            where = (..., longer) if axis == -1 else (..., longer, slice(None))
            for field, into in zip(bins, out, strict=True):
                into[where] = field
        if reduced is not source:
            scratch.give(reduced)


def along(field: Array, axis: int, first: int, length: int, step: int) -> Array:
    """`length` cells along an axis, from `first` on at a step."""
    part = slice(first, first + (length - 1) * step + 1, step)
    return field[..., part] if axis == -1 else field[..., part, :]


def _windows(field: Array, axis: int, count: int, kernel: int, stride: int) -> Array:
    """Windows as an axis of their own, before that of their taps."""
    at = field.ndim + axis
    shape = (*field.shape[:at], count, kernel, *field.shape[at + 1 :])
    if kernel == stride:
        return along(field, axis, 0, count * kernel, 1).reshape(shape)
    step = field.strides[at]
    strides = (*field.strides[:at], step * stride, step, *field.strides[at + 1 :])
    return np.lib.stride_tricks.as_strided(field, shape, strides, writeable=False)


def _tap(field: Array, axis: int, tap: int) -> Array:
    return field[..., tap] if axis == -1 else field[..., tap, :]


def _packs(size: int, stride: int) -> bool:
    return size * stride in (2, 4, 8) and sys.byteorder == "little"


def _phases(kernel: int, stride: int) -> int:
    """About how many operations a strided plan takes: nearly one a tap where windows hardly overlap."""
    count, width = 0, 1
    while width < kernel:
        count += min(stride, kernel // width)
        width *= 2
    return count


def _pick(field: Array, out: Array, stride: int) -> None:
    """Copies every stride-th cell of a contiguous array whose groups are as wide as an integer, by a cast
    that keeps their low part: several times as fast as a strided read."""
    size = out.dtype.itemsize
    np.copyto(out.view(f"u{size}"), field.view(f"u{size * stride}"), casting="unsafe")
