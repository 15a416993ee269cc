"""The engine: a running reduction along one axis, by doubling, on whole arrays.

A window of k taps is put together from windows of 1, 2, 4, ... taps. Sums take disjoint ones (the binary
digits of k, smallest added first, so that ⌈log₂ k⌉ additions lie on the longest way); maxima may overlap two
equal ones. Which values are added in which order depends on k alone: not on stride, block or place, so that a
part of an output has the same bits as the whole.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

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
        ufunc(a[0], b[0], out=out[0])

    return Op(combine, idempotent, (neutral,))


class Scratch:
    """Buffers that are handed out and taken back, so that blocks reuse memory that is warm in the cache."""

    def __init__(self) -> None:
        self._free: list[Array] = []

    def take(self, shape: tuple[int, ...], dtypes: tuple[np.dtype[Any], ...]) -> Fields:
        """Arrays of `shape` with undefined contents, one for each type."""
        size = 1
        for n in shape:
            size *= n
        return tuple(self._one(size, shape, dtype) for dtype in dtypes)

    def give(self, fields: Fields) -> None:
        """Takes arrays back that `take` handed out."""
        for field in fields:
            if field.base is not None:
                self._free.append(field.base)

    def _one(self, size: int, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
        need = size * dtype.itemsize
        fits = [i for i, buffer in enumerate(self._free) if buffer.nbytes >= need]
        if fits:
            buffer = self._free.pop(min(fits, key=lambda i: self._free[i].nbytes))
        else:
            buffer = np.empty(max(need, 1), np.uint8)
        return buffer[:need].view(dtype).reshape(shape)


Node = tuple[int, int]
"""A partial result: windows of 2**level taps that start at `phase`, phase + stride, phase + 2 stride, ..."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How to reach windows of k taps: which nodes to build from which (with shifts), and how to join them."""

    extra: dict[Node, int]  # how many windows beyond the outputs a node has
    built: tuple[tuple[Node, Node, int], ...]  # node, and the second half: its node and shift
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

    def ask(level: int, position: int, more: int) -> tuple[Node, int]:
        shift, phase = divmod(position, stride)
        node = (level, phase)
        extra[node] = max(extra.get(node, 0), shift + more)
        return node, shift

    ends = tuple(ask(level, position, 0) for level, position in terms)
    built = []
    for level in range(max(level for level, _ in terms), 0, -1):
        for node in [node for node in extra if node[0] == level]:
            ask(level - 1, node[1], extra[node])
            half, shift = ask(level - 1, node[1] + (dilation << (level - 1)), extra[node])
            built.append((node, half, shift))
    reads = sum(node[0] == 1 for node, _, _ in built)
    joins = sum(node[0] == 0 for node, _ in ends[1:]) or int(ends[0][0][0] == 0)
    strided = reads + joins if stride > 1 else 0
    return Plan(extra, tuple(reversed(built)), ends, strided, len(built) + len(terms) - 1 - strided)


def slide(
    op: Op,
    source: Fields,
    axis: int,
    kernel: int,
    stride: int,
    dilation: int,
    count: int,
    out: Fields,
    scratch: Scratch,
) -> None:
    """Writes to `out` the reductions of `count` windows of `source` along `axis` (-1 or -2).

    Window i has the `kernel` taps i·stride, i·stride + dilation, ...; the source holds them all and has the
    types of `out`.
    """
    if kernel == 1:
        for a, b in zip(source, out, strict=True):
            _decimate(a, b, axis, stride, count)
        return
    way = plan(kernel, stride, dilation, op.idempotent)
    if axis == -1 and 1 < stride <= 8 and len(out) == 1 and count > 1:
        # Strided reads inside a row are slow for small types: all windows, then every stride-th of them.
        size = out[0].dtype.itemsize
        full = plan(kernel, 1, dilation, op.idempotent)
        pick = 0.045 * size if _packs(size, stride) else 0.4
        if full.dense * stride * 0.07 * size + pick < 0.45 * way.strided + 0.07 * size * way.dense:
            width = count * stride
            (all_windows,) = held = scratch.take((*out[0].shape[:-1], width), (out[0].dtype,))
            needed = (count - 1) * stride + 1
            _run(op, source, -1, full, 1, needed, (all_windows[..., :needed],), scratch)
            all_windows[..., needed:] = 0
            _decimate(all_windows, out[0], -1, stride, count)
            scratch.give(held)
            return
    _run(op, source, axis, way, stride, count, out, scratch)


def _run(
    op: Op, source: Fields, axis: int, way: Plan, stride: int, count: int, out: Fields, scratch: Scratch
) -> None:
    made: dict[Node, Fields] = {}
    dtypes = tuple(field.dtype for field in out)
    last_use: dict[Node, int] = {}
    for i, (node, half, _) in enumerate(way.built):
        last_use[node[0] - 1, node[1]] = last_use[half] = i
    kept = {node for node, _ in way.terms}

    def windows(node: Node, shift: int, length: int) -> Fields:
        level, phase = node
        if level:
            return tuple(_along(field, axis, shift, length, 1) for field in made[node])
        return tuple(_along(field, axis, phase + shift * stride, length, stride) for field in source)

    for i, (node, half, shift) in enumerate(way.built):
        length = count + way.extra[node]
        shape = list(out[0].shape)
        shape[axis] = length
        made[node] = scratch.take(tuple(shape), dtypes)
        first = (node[0] - 1, node[1])
        op.combine(windows(first, 0, length), windows(half, shift, length), made[node])
        for done in {first, half}:
            if done[0] and done not in kept and last_use[done] == i:
                scratch.give(made.pop(done))
    (node, shift), *rest = way.terms
    joined = windows(node, shift, count)
    for node, shift in rest:
        op.combine(windows(node, shift, count), joined, out)
        joined = out
    for fields in made.values():
        scratch.give(fields)


def _along(field: Array, axis: int, first: int, length: int, step: int) -> Array:
    part = slice(first, first + (length - 1) * step + 1, step)
    return field[..., part] if axis == -1 else field[..., part, :]


def _packs(size: int, stride: int) -> bool:
    return size * stride in (2, 4, 8) and np.little_endian


def _decimate(field: Array, out: Array, axis: int, stride: int, count: int) -> None:
    """Copies every stride-th cell; where a group of cells is as wide as an integer, by a cast that keeps its
    low part, which is several times as fast as a strided read."""
    size = out.dtype.itemsize
    if (
        axis == -1
        and stride > 1
        and _packs(size, stride)
        and field.shape[-1] == count * stride
        and field.dtype == out.dtype
        and field.flags.c_contiguous
        and field.ctypes.data % (size * stride) == 0
    ):
        narrow, wide = np.dtype(f"u{size}"), np.dtype(f"u{size * stride}")
        np.copyto(out.view(narrow), field.view(wide), casting="unsafe")
    else:
        np.copyto(out, _along(field, axis, 0, count, stride))
