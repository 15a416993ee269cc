"""Maxima (and minima) of windows, and which cell wins them, over a rectangle of outputs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from poolstudio.core.arrays import Array, flat_planes, native, plane_groups
from poolstudio.core.blocks import Block, Source, Sweep, Taps, Values, blocks
from poolstudio.core.geometry import Axis
from poolstudio.core.sliding import Fields, Op, Scratch, ufunc_op

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Frame:
    """A rectangle of outputs: the axes of the whole plane, the input cell where the given block begins, and
    the half-open ranges of output rows and columns."""

    axes: tuple[Axis, Axis]
    origin: Pair
    rows: Pair
    cols: Pair

    @property
    def taps(self) -> tuple[Taps, Taps]:
        return Taps.of(self.axes[0]), Taps.of(self.axes[1])

    @property
    def size(self) -> Pair:
        return self.rows[1] - self.rows[0], self.cols[1] - self.cols[0]

    @property
    def plane(self) -> Pair:
        """(H, W) of the whole plane."""
        return self.axes[0].n, self.axes[1].n

    def ranges(self, block: Block) -> tuple[Pair, Pair]:
        """Output rows and columns of a block, counted from the whole output's first."""
        _, rows, cols = block
        return (
            (self.rows[0] + rows.start, self.rows[0] + rows.stop),
            (self.cols[0] + cols.start, self.cols[0] + cols.stop),
        )


def least(dtype: np.dtype[Any]) -> Any:
    """What never wins a maximum: −∞, the type's minimum, or False."""
    if dtype.kind == "f":
        return -np.inf
    return False if dtype.kind == "b" else np.iinfo(dtype).min


def canonical(out: Array) -> None:
    """Makes every zero +0 and every NaN the same: ufuncs give either of two equal zeros, depending on where
    in an array they lie, so that a part of an output would differ in bits from the whole."""
    if out.dtype.kind == "f" and out.size:
        np.add(out, 0.0, out=out)
        if np.isnan(np.max(out)):
            np.copyto(out, np.nan, where=np.isnan(out))


def maxima(x: Array, frame: Frame) -> Array:
    """The maxima alone, in the type of `x`, of shape (..., rows, columns); every zero is +0."""
    kind = native(x.dtype)
    if kind.kind == "b":
        return maxima(x.view(np.uint8), frame).view(np.bool_)
    # float16 has no arithmetic of its own: float32 holds its values and is much faster.
    work = np.dtype(np.float32) if kind == np.float16 else kind
    op = ufunc_op(np.maximum, least(work), idempotent=True)
    out = np.empty((*x.shape[:-2], *frame.size), kind)
    flat = flat_planes(out)
    taps, scratch = frame.taps, Scratch()
    with np.errstate(all="ignore"):
        for start, planes in plane_groups(x):
            sweep = Sweep(op, Values(planes, work, frame.origin), taps, (work,), scratch)
            for block in blocks(planes.shape[0], taps, frame.rows, frame.cols, work.itemsize):
                which, rows, cols = block
                target = flat[start + which.start : start + which.stop, rows, cols]
                result = (target,) if work == kind else scratch.take(target.shape, (work,))
                sweep.run(which, *frame.ranges(block), result)
                canonical(result[0])
                if result[0] is not target:
                    np.copyto(target, result[0], casting="unsafe")
                    scratch.give(result)
    return out


class _Keys(Values):
    """One unsigned integer for a cell: its value's rank above, its inverted flat index below, so that the
    larger key is the larger value, or the earlier of two equal ones. NaN has the highest rank and its index
    upright, so that the later one is larger."""

    def __init__(self, x: Array, origin: Pair, width: int, key: np.dtype[Any], bits: int) -> None:
        super().__init__(x, key, origin)
        self._plain = False
        self._width = width
        self._bits = bits
        self._all = (1 << bits) - 1

    def load(self, out: Fields, planes: slice, rows: slice, cols: slice) -> None:
        part, key = self.part(planes, rows, cols), self.dtypes[0].type
        below = (
            np.arange(rows.start, rows.stop, dtype=np.int64)[:, None] * self._width
            + np.arange(cols.start, cols.stop, dtype=np.int64)
        ).astype(key)
        inverted = key(self._all) - below
        keys = out[0]
        if part.dtype.kind != "f":
            np.subtract(
                part, np.array(least(part.dtype), np.int64), out=keys, casting="unsafe", dtype=np.int64
            )
            np.left_shift(keys, key(self._bits), out=keys)
            np.bitwise_or(keys, inverted, out=keys)
            return
        values = part.astype(np.float32)
        values += np.float32(0)  # one zero
        signed = values.view(np.int32)
        ranks = values.view(np.uint32) ^ ((signed >> np.int32(31)).view(np.uint32) | np.uint32(0x80000000))
        np.copyto(keys, ranks)
        np.left_shift(keys, key(self._bits), out=keys)
        np.bitwise_or(keys, inverted, out=keys)
        nan = np.isnan(values)
        if nan.any():
            upright = np.broadcast_to(key(0xFFFFFFFF << self._bits) | below, nan.shape)
            np.copyto(keys, upright, where=nan)


class _Ranked(Values):
    """Value and index of a cell as two fields, for values too wide for a key. The smaller index wins among
    equal values; NaN stands as +∞ with an index below zero, further below the later it comes."""

    def __init__(self, x: Array, origin: Pair, width: int) -> None:
        super().__init__(x, native(x.dtype), origin)
        self._plain = False
        self._width = width
        self.dtypes = (native(x.dtype), np.dtype(np.int64))

    def load(self, out: Fields, planes: slice, rows: slice, cols: slice) -> None:
        part = self.part(planes, rows, cols)
        value, index = out
        np.copyto(value, part)
        index[...] = np.arange(rows.start, rows.stop, dtype=np.int64)[:, None] * self._width + np.arange(
            cols.start, cols.stop, dtype=np.int64
        )
        if part.dtype.kind == "f":
            nan = np.isnan(value)
            if nan.any():
                value[nan] = np.inf
                index[nan] = -1 - index[nan]


_NO_INDEX = np.iinfo(np.int64).max


def _better(a: Fields, b: Fields, out: Fields) -> None:
    larger = np.greater(b[0], a[0])
    larger |= np.equal(b[0], a[0]) & np.less(b[1], a[1])
    if out[0] is b[0]:
        a, b, larger = b, a, ~larger
    for x, y, into in zip(a, b, out, strict=True):
        if into is not x:
            np.copyto(into, x)
        np.copyto(into, y, where=larger)


def winners(x: Array, frame: Frame) -> tuple[Array, Array]:
    """The winners' own values and their flat indices in the plane (int64; −1 where no cell is real)."""
    kind = native(x.dtype)
    out = np.empty((*x.shape[:-2], *frame.size), kind)
    index = np.empty(out.shape, np.int64)
    flat, flat_index = flat_planes(out), flat_planes(index)
    height, width = frame.plane
    cells = height * width
    narrow = kind.itemsize == 1 and cells < 1 << 24
    keyed = narrow or (kind.itemsize <= 4 and cells < (1 << 32) - 1)
    key = np.dtype(np.uint32 if narrow else np.uint64)
    op = ufunc_op(np.maximum, 0, idempotent=True) if keyed else Op(_better, True, (least(kind), _NO_INDEX))
    taps, scratch = frame.taps, Scratch()
    with np.errstate(all="ignore"):
        for start, planes in plane_groups(x.view(np.uint8) if kind.kind == "b" else x):
            source: Source
            if keyed:
                source = _Keys(planes, frame.origin, width, key, 24 if narrow else 32)
            else:
                source = _Ranked(planes, frame.origin, width)
            sweep = Sweep(op, source, taps, source.dtypes, scratch)
            size = sum(dtype.itemsize for dtype in source.dtypes)
            for block in blocks(planes.shape[0], taps, frame.rows, frame.cols, size):
                which, rows, cols = block
                target = flat_index[start + which.start : start + which.stop, rows, cols]
                result = scratch.take(target.shape, source.dtypes)
                sweep.run(which, *frame.ranges(block), result)
                if keyed:
                    _decode(result[0], target, 24 if narrow else 32, kind.kind == "f")
                else:
                    np.copyto(target, result[1])
                    np.copyto(target, -1 - target, where=target < 0)
                    np.copyto(target, -1, where=target == _NO_INDEX)
                scratch.give(result)
    for start, planes in plane_groups(x):
        for p, plane in enumerate(planes):
            _read(plane, frame, flat_index[start + p], flat[start + p])
    return out, index


def _decode(keys: Array, out: Array, bits: int, floating: bool) -> None:
    key = keys.dtype.type
    everything = key((1 << bits) - 1)
    low = keys & everything
    np.subtract(everything, low, out=out, casting="unsafe")
    if floating and keys.size and int(keys.max()) >> bits == 0xFFFFFFFF:
        np.copyto(out, low, where=(keys >> key(bits)) == key(0xFFFFFFFF), casting="unsafe")
    if keys.size and int(keys.min()) == 0:
        np.copyto(out, -1, where=keys == 0)


def _read(plane: Array, frame: Frame, index: Array, out: Array) -> None:
    """The values at flat indices of the whole plane, from the block of it that `plane` holds."""
    top, left = frame.origin
    place = index
    if left or plane.shape[1] != frame.plane[1]:
        row, col = np.divmod(index, frame.plane[1])
        place = (row - top) * plane.shape[1] + (col - left)
    elif top:
        place = index - top * plane.shape[1]
    np.copyto(out, np.ascontiguousarray(plane).reshape(-1).take(place, mode="clip"))
    if any(axis.dilation > 1 for axis in frame.axes):
        np.copyto(out, least(out.dtype), where=index < 0)
