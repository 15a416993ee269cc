"""Maxima (and minima) of windows, and which cell wins them, over a rectangle of outputs."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from poolstudio.core.arrays import Array, as_numbers, native
from poolstudio.core.blocks import Block, Source, Sweep, Values, in_blocks
from poolstudio.core.finding import Finder
from poolstudio.core.frames import Frame
from poolstudio.core.sliding import Fields, Op, Scratch, ufunc_op


@dataclass(frozen=True, slots=True)
class Extreme:
    """Which end of the order wins a window. The smallest wins by its own comparisons: to negate would turn
    the least integer into itself and lose the sign of zero."""

    ufunc: np.ufunc
    smallest: bool

    def loser(self, dtype: np.dtype[Any]) -> Any:
        """What never wins: −∞, the type's minimum or False for a maximum, the other end for a minimum."""
        if dtype.kind == "f":
            return np.inf if self.smallest else -np.inf
        if dtype.kind == "b":
            return self.smallest
        return np.iinfo(dtype).max if self.smallest else np.iinfo(dtype).min


LARGEST = Extreme(np.maximum, False)
SMALLEST = Extreme(np.minimum, True)


def one_nan(out: Array) -> None:
    """Gives every NaN the same bits: which of two NaNs a ufunc hands on depends on where in an array they
    lie, so that a part of an output would differ from the whole."""
    np.copyto(out, np.nan, where=np.isnan(out))


def canonical(out: Array) -> None:
    """Makes every zero +0, and every NaN the same, for the reason of `one_nan`: a maximum is either of two
    equal zeros."""
    if out.dtype.kind == "f" and out.size:
        np.add(out, 0.0, out=out)
        if np.isnan(np.maximum.reduce(out, axis=None)):
            one_nan(out)


def _work_type(kind: np.dtype[Any]) -> np.dtype[Any]:
    # float16 has no arithmetic of its own: float32 holds its values and is much faster.
    return np.dtype({"b": np.uint8}.get(kind.kind, np.float32 if kind == np.float16 else kind))


def extremes(x: Array, frame: Frame, extreme: Extreme) -> Array:
    """The windows' extremes alone, in the type of `x`, of shape (..., rows, columns); every zero is +0."""
    kind = native(x.dtype)
    out = np.empty((*x.shape[:-2], *frame.size), kind)
    if out.size and x.size <= SMALL and frame.tiles:
        _of_small(x, frame, extreme, out)
        return out
    work = _work_type(kind)
    op = ufunc_op(extreme.ufunc, extreme.loser(kind), idempotent=True)

    def worker(planes: Array, outs: tuple[Array, ...], scratch: Scratch) -> Callable[[Block], None]:
        sweep = Sweep(op, Values(planes, work, frame.origin), frame.taps, (work,), scratch)

        def run(block: Block) -> None:
            target = outs[0][block]
            result = (target,) if work == target.dtype else scratch.take(target.shape, (work,))
            sweep.run(block, result)
            canonical(result[0])
            if result[0] is not target:
                np.copyto(target, result[0], casting="unsafe")
                scratch.give(result)

        return run

    numbers = as_numbers(out)
    in_blocks(as_numbers(x), (numbers,), frame.taps, work.itemsize, worker, held=int(work != numbers.dtype))
    return out


#: Up to so many cells, tiles are reduced at once: to set up blocks and passes would take longer.
SMALL = 4096


def _of_small(x: Array, frame: Frame, extreme: Extreme, out: Array) -> None:
    with np.errstate(all="ignore"):
        extreme.ufunc.reduce(frame.tiled(x), axis=(-3, -1), out=out)
        canonical(out)


class _Keys(Values):
    """One unsigned integer for a cell: its value's rank above, its inverted flat index below, so that the
    larger key is the better value, or the earlier of two equal ones. NaN has the highest rank and its index
    upright, so that the later one is larger. For minima the ranks of the others stand upside down."""

    def __init__(
        self,
        x: Array,
        frame: Frame,
        key: np.dtype[Any],
        bits: int,
        smallest: bool,
        scratch: Scratch,
    ) -> None:
        super().__init__(x, key, frame.origin)
        self.plain = False
        self._width = frame.plane[1]
        self._smallest = smallest
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
        if self._smallest:
            np.bitwise_not(ranks, out=ranks)
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
    equal values; NaN stands as the best value with an index below zero, further below the later it comes."""

    def __init__(self, x: Array, frame: Frame, smallest: bool) -> None:
        super().__init__(x, native(x.dtype), frame.origin)
        self.plain = False
        self._width = frame.plane[1]
        self._best = -np.inf if smallest else np.inf
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
                value[nan] = self._best
                index[nan] = -1 - index[nan]


_NO_INDEX = np.iinfo(np.int64).max


def _ranked_op(kind: np.dtype[Any], extreme: Extreme) -> Op:
    beats = np.less if extreme.smallest else np.greater

    def combine(a: Fields, b: Fields, out: Fields) -> None:
        better = beats(b[0], a[0])
        better |= np.equal(b[0], a[0]) & np.less(b[1], a[1])
        if out[0] is b[0]:
            a, b, better = b, a, ~better
        for x, y, into in zip(a, b, out, strict=True):
            if into is not x:
                np.copyto(into, x)
            np.copyto(into, y, where=better)

    return Op(combine, True, (extreme.loser(kind), _NO_INDEX))


def winners(x: Array, frame: Frame, extreme: Extreme) -> tuple[Array, Array]:
    """The winners' own values and their flat indices in the plane (int64; −1 where no cell is real)."""
    kind = native(x.dtype)
    out = np.empty((*x.shape[:-2], *frame.size), kind)
    index = np.empty(out.shape, np.int64)
    work = _work_type(kind)
    op = ufunc_op(extreme.ufunc, extreme.loser(kind), idempotent=True)

    def worker(planes: Array, outs: tuple[Array, ...], scratch: Scratch) -> Callable[[Block], None]:
        search = _Search(planes, frame, extreme, kind, scratch)
        finder = Finder.of(Values(planes, work, frame.origin), op, frame.taps, frame.plane[1], scratch)

        def run(block: Block) -> None:
            values, places = outs[0][block], outs[1][block]
            if finder is None or not finder.run(block, values, places):
                search.run(block, places)
                _read(planes[block[0]], frame, places, values)
                if frame.gaps:
                    np.copyto(values, extreme.loser(kind), where=places < 0)

        return run

    searched = (work,) if Finder.serves(work, frame.taps) else _searched(kind, frame)[0]
    itemsize = sum(dtype.itemsize for dtype in searched)
    in_blocks(as_numbers(x), (as_numbers(out), index), frame.taps, itemsize, worker)
    return out, index


def _searched(kind: np.dtype[Any], frame: Frame) -> tuple[tuple[np.dtype[Any], ...], int]:
    """The types that a search reduces, and how many bits of a key are the index: 0 where values and indices
    are fields of their own."""
    cells = frame.plane[0] * frame.plane[1]
    if kind.itemsize == 1 and cells < 1 << 24:
        return (np.dtype(np.uint32),), 24
    if kind.itemsize <= 4 and cells < (1 << 32) - 1:
        return (np.dtype(np.uint64),), 32
    return (kind, np.dtype(np.int64)), 0


class _Search:
    """The winners of blocks by a sweep over keys, or over values with their indices: any type and window."""

    def __init__(
        self, planes: Array, frame: Frame, extreme: Extreme, kind: np.dtype[Any], scratch: Scratch
    ) -> None:
        self._dtypes, self._bits = _searched(kind, frame)
        self._floating = kind.kind == "f"
        self._scratch = scratch
        source: Source
        if self._bits:
            op = ufunc_op(np.maximum, 0, idempotent=True)
            source = _Keys(planes, frame, self._dtypes[0], self._bits, extreme.smallest, scratch)
        else:
            op = _ranked_op(kind, extreme)
            source = _Ranked(planes, frame, extreme.smallest)
        self._sweep = Sweep(op, source, frame.taps, self._dtypes, scratch)

    def run(self, block: Block, index: Array) -> None:
        """Writes the winners' flat indices of a block."""
        result = self._scratch.take(index.shape, self._dtypes)
        self._sweep.run(block, result)
        if self._bits:
            _decode(result[0], index, self._bits, self._floating)
        else:
            np.copyto(index, result[1])
            np.copyto(index, -1 - index, where=index < 0)
            np.copyto(index, -1, where=index == _NO_INDEX)
        self._scratch.give(result)


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


def _read(planes: Array, frame: Frame, index: Array, out: Array) -> None:
    """The values at flat indices of the whole plane, from the block of it that `planes` holds."""
    (top, left), (height, width) = frame.origin, planes.shape[1:]
    if width == frame.plane[1] and planes.flags.c_contiguous:
        lines = planes.reshape(len(planes), height * width)
        for line, places, values in zip(lines, index, out, strict=True):
            values[...] = line.take(places - top * width if top else places, mode="clip")
        return
    rows, cols = np.divmod(np.maximum(index, 0), frame.plane[1])
    np.subtract(rows, top, out=rows)
    np.subtract(cols, left, out=cols)
    which = np.arange(len(planes))[:, None, None]
    out[...] = planes[which, np.clip(rows, 0, height - 1), np.clip(cols, 0, width - 1)]
