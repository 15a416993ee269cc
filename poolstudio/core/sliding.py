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
from functools import lru_cache
from math import prod
from typing import Any, Protocol

import numpy as np

from poolstudio.core.arrays import Array

Fields = tuple[Array, ...]
"""What is reduced together: one array of values, or values and the indices that go with them."""


@dataclass(frozen=True, slots=True)
class Op:
    """A reduction: `combine(a, b, out)`, whether combining a cell twice is harmless, and the value of each
    field that changes nothing."""

    combine: Callable[[Fields, Fields, Fields], None]
    idempotent: bool
    neutral: tuple[Any, ...]


def ufunc_op(ufunc: np.ufunc, neutral: Any, *, idempotent: bool) -> Op:
    """The reduction of a single field by a binary ufunc."""

    def combine(a: Fields, b: Fields, out: Fields) -> None:
        ufunc(a[0], b[0], out=out[0], dtype=out[0].dtype)

    return Op(combine, idempotent, (neutral,))


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
        return np.ndarray(shape, dtype, np.empty(max(need, 1), np.uint8))


_idle: list[Scratch] = []
_KEEP = 16 << 20


@contextmanager
def borrowed_scratch() -> Iterator[Scratch]:
    """A scratch for one call. A few small ones wait for the next call: memory that is new to a process costs
    as much as the work that is done in it."""
    try:
        scratch = _idle.pop()  # a list's pop and append are safe among threads
    except IndexError:
        scratch = Scratch()
    yield scratch
    if len(_idle) < 4 and scratch.size() <= _KEEP:
        _idle.append(scratch)


Node = tuple[int, int]
"""A partial result: windows of 2**level taps that start at `phase`, phase + stride, phase + 2 stride, ..."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How to reach windows of k taps: which nodes to build from which (with shifts), and how to join them."""

    extra: dict[Node, int]  # how many windows beyond the outputs a node has
    # Each node, its second half with a shift, and the nodes that nothing needs after it.
    built: tuple[tuple[Node, Node, int, tuple[Node, ...]], ...]
    terms: tuple[tuple[Node, int], ...]  # what is joined at the end
    strided: int  # operations that read the source with a stride
    dense: int  # operations that read none


@lru_cache(maxsize=1024)
def plan(kernel: int, stride: int, dilation: int, idempotent: bool) -> Plan:
    """The cheaper of the ways to reach windows of `kernel` > 1 taps."""
    top = kernel.bit_length() - 1
    ways = []
    digits = []
    place = 0
    for level in range(top, -1, -1):
        if kernel >> level & 1:
            digits.append((level, place * dilation))
            place += 1 << level
    ways.append(digits[::-1])
    if idempotent and len(digits) > 1:
        ways.append([(top, 0), (top, (kernel - (1 << top)) * dilation)])
    if len(digits) == 1:
        ways = [[(top - 1, 0), (top - 1, dilation << (top - 1))]]
    plans = [_plan(way, stride, dilation) for way in ways]
    return min(plans, key=lambda p: (p.strided + p.dense, p.strided))


def _plan(terms: list[tuple[int, int]], stride: int, dilation: int) -> Plan:
    extra: dict[Node, int] = {}
    levels: dict[int, set[int]] = {}

    def ask(level: int, position: int, more: int) -> tuple[Node, int]:
        shift, phase = divmod(position, stride)
        node = (level, phase)
        extra[node] = max(extra.get(node, 0), shift + more)
        levels.setdefault(level, set()).add(phase)
        return node, shift

    ends = tuple(ask(level, position, 0) for level, position in terms)
    built = []
    top = max(level for level, _ in terms)
    for level in range(top, 0, -1):
        for phase in sorted(levels.get(level, ())):
            node = (level, phase)
            ask(level - 1, phase, extra[node])
            half, shift = ask(level - 1, phase + (dilation << (level - 1)), extra[node])
            built.append((node, half, shift))
    reads = sum(node[0] == 1 for node, _, _ in built)
    joins = sum(node[0] == 0 for node, _ in ends[1:]) or int(ends[0][0][0] == 0)
    strided = reads + joins if stride > 1 else 0
    kept = {node for node, _ in ends}
    last_use: dict[Node, int] = {}
    built.reverse()
    for i, (node, half, _) in enumerate(built):
        last_use[node[0] - 1, node[1]] = last_use[half] = i
    done: dict[int, list[Node]] = {}
    for node, last in last_use.items():
        if node[0] and node not in kept:
            done.setdefault(last, []).append(node)
    steps = tuple((*step, tuple(done.get(i, ()))) for i, step in enumerate(built))
    return Plan(extra, steps, ends, strided, len(built) + len(terms) - 1 - strided)


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
        self._apart = far and stride >= kernel and dilation == 1
        if self._apart:
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
        if self._apart:
            self._fold(source, count, out, scratch)
        elif self._way is None:
            for a, b in zip(source, out, strict=True):
                np.copyto(b, _along(a, self._axis, 0, count, self._stride))
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
                    np.copyto(b, _along(a, self._axis, 0, count, self._stride))
            scratch.give(held)
        else:
            self._reduce(self._way, source, self._stride, count, out, scratch)

    def _fold(self, source: Fields, count: int, out: Fields, scratch: Scratch) -> None:
        """Windows that share no cell, each by folding neighbours together: the same tree as by a plan, all
        windows and all of its nodes of a level at once."""
        lines = tuple(_windows(field, self._axis, count, self._kernel, self._stride) for field in source)
        tap = -1 if self._axis == -1 else -2
        place, joined = self._kernel, None
        for level in range(self._kernel.bit_length()):
            size = 1 << level
            if not self._kernel & size:
                continue
            # The digits of the kernel from the smallest, which stands last.
            place -= size
            nodes, held = tuple(_along(line, tap, place, size, 1) for line in lines), None
            while size > 1:
                size //= 2
                halves = [tuple(_along(node, tap, at, size, 2) for node in nodes) for at in (0, 1)]
                folded = scratch.take(halves[0][0].shape, self._dtypes)
                self._op.combine(halves[0], halves[1], folded)
                if held is not None:
                    scratch.give(held)
                nodes = held = folded
            single = tuple(np.squeeze(node, axis=tap) for node in nodes)
            if joined is None:
                for a, b in zip(single, out, strict=True):
                    np.copyto(b, a)
                joined = out
            else:
                self._op.combine(single, joined, out)
            if held is not None:
                scratch.give(held)

    def _reduce(
        self, way: Plan, source: Fields, stride: int, count: int, out: Fields, scratch: Scratch
    ) -> None:
        axis, combine = self._axis, self._op.combine
        made: dict[Node, Fields] = {}
        shape = list(out[0].shape)

        def windows(node: Node, shift: int, length: int) -> Fields:
            level, phase = node
            if level == 0:
                return tuple(
                    [_along(field, axis, phase + shift * stride, length, stride) for field in source]
                )
            return tuple([_along(field, axis, shift, length, 1) for field in made[node]])

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


def _along(field: Array, axis: int, first: int, length: int, step: int) -> Array:
    part = slice(first, first + (length - 1) * step + 1, step)
    return field[..., part] if axis == -1 else field[..., part, :]


def _packs(size: int, stride: int) -> bool:
    return size * stride in (2, 4, 8) and sys.byteorder == "little"


def _windows(field: Array, axis: int, count: int, kernel: int, stride: int) -> Array:
    """Windows side by side as an axis of their own, before that of their taps."""
    at = field.ndim + axis
    shape = (*field.shape[:at], count, kernel, *field.shape[at + 1 :])
    step = field.strides[at]
    strides = (*field.strides[:at], step * stride, step, *field.strides[at + 1 :])
    return np.lib.stride_tricks.as_strided(field, shape, strides, writeable=False)


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
