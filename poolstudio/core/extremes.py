"""Maxima (and minima) of windows, and which cell wins them, over a rectangle of outputs."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any

import numpy as np

from poolstudio.core.arrays import Array, flat_planes, native, plane_groups
from poolstudio.core.blocks import Block, Source, Sweep, Taps, Values, blocks
from poolstudio.core.geometry import Axis
from poolstudio.core.sliding import Fields, Op, Scratch, borrowed_scratch, ufunc_op

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


def one_nan(out: Array) -> None:
    """Gives every NaN the same bits: which of two NaNs a ufunc hands on depends on where in an array they
    lie, so that a part of an output would differ from the whole."""
    np.copyto(out, np.nan, where=np.isnan(out))


def canonical(out: Array) -> None:
    """Makes every zero +0, and every NaN the same, for the reason of `one_nan`: a maximum is either of two
    equal zeros."""
    if out.dtype.kind == "f" and out.size:
        np.add(out, 0.0, out=out)
        if np.isnan(np.max(out)):
            one_nan(out)


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
    taps = frame.taps
    with np.errstate(all="ignore"), borrowed_scratch() as scratch:
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

    def __init__(
        self, x: Array, origin: Pair, width: int, key: np.dtype[Any], bits: int, scratch: Scratch
    ) -> None:
        super().__init__(x, key, origin)
        self._plain = False
        self._width = width
        self._bits = key.type(bits)
        self._all = (1 << bits) - 1
        self._scratch = scratch

    def load(self, out: Fields, planes: slice, rows: slice, cols: slice) -> None:
        part, keys, key = self.part(planes, rows, cols), out[0], self.dtypes[0]
        floating = part.dtype.kind == "f"
        held = self._scratch.take(part.shape, (np.dtype(np.float32) if floating else native(part.dtype),))
        values = held[0]
        ranks = values.view(f"u{values.itemsize}")
        nan: Array | None = None
        if floating:
            np.add(part, np.float32(0), out=values)  # one zero
            if np.isnan(np.max(values)):
                nan = np.isnan(values)
            # The order of the bits is that of the values once negative ones are inverted, others signed.
            signs = self._scratch.take(part.shape, (np.dtype(np.int32),))
            np.right_shift(values.view(np.int32), 31, out=signs[0])
            np.bitwise_or(signs[0], np.int32(-(1 << 31)), out=signs[0])
            np.bitwise_xor(ranks, signs[0].view(np.uint32), out=ranks)
            self._scratch.give(signs)
        else:
            np.copyto(values, part)
            if part.dtype.kind == "i":
                np.bitwise_xor(ranks, ranks.dtype.type(1 << (8 * ranks.itemsize - 1)), out=ranks)
        starts = np.arange(rows.start, rows.stop, dtype=np.int64)[:, None] * self._width
        places = np.arange(cols.start, cols.stop, dtype=np.int64)
        if key.itemsize == 8:
            halves = keys.view(np.uint32)  # written one by one, without a pass to widen and one to join
            upper = sys.byteorder == "little"
            np.copyto(halves[..., upper::2], ranks)
            inverted = (self._all - starts).astype(np.uint32)
            np.subtract(inverted, places.astype(np.uint32), out=halves[..., not upper :: 2])
        else:
            np.left_shift(ranks, self._bits, out=keys, dtype=key, casting="unsafe")
            np.bitwise_or(keys, (self._all - starts).astype(key) - places.astype(key), out=keys)
        self._scratch.give(held)
        if nan is not None:
            upright = (starts + places).astype(key) | key.type(0xFFFFFFFF << int(self._bits))
            np.copyto(keys, np.broadcast_to(upright, keys.shape), where=nan)


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
    taps = frame.taps
    with np.errstate(all="ignore"), borrowed_scratch() as scratch:
        for start, planes in plane_groups(x.view(np.uint8) if kind.kind == "b" else x):
            source: Source
            if keyed:
                source = _Keys(planes, frame.origin, width, key, 24 if narrow else 32, scratch)
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
    empty = bool(keys.size) and int(np.min(keys)) == 0
    late = floating and bool(keys.size) and int(np.max(keys)) >> bits == 0xFFFFFFFF
    if empty or late:
        low = keys & everything
        places = (
            np.where(keys >> key(bits) == key(0xFFFFFFFF), low, everything - low)
            if late
            else everything - low
        )
        np.copyto(out, places, casting="unsafe")
        np.copyto(out, -1, where=keys == 0)
        return
    np.bitwise_and(keys, everything, out=keys)
    np.subtract(everything, keys, out=out.view(np.uint64), casting="unsafe")


def _read(plane: Array, frame: Frame, index: Array, out: Array) -> None:
    """The values at flat indices of the whole plane, from the block of it that `plane` holds."""
    top, left = frame.origin
    place = index
    if left or plane.shape[1] != frame.plane[1]:
        row, col = np.divmod(index, frame.plane[1])
        place = (row - top) * plane.shape[1] + (col - left)
    elif top:
        place = index - top * plane.shape[1]
    np.ascontiguousarray(plane, out.dtype).reshape(-1).take(place, out=out, mode="clip")
    if any(axis.dilation > 1 for axis in frame.axes):
        np.copyto(out, least(out.dtype), where=index < 0)
