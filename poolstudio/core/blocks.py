"""Two passes of the engine (rows, then columns) over a rectangle of outputs, block by block.

A block reads up to two MiB, so that both passes and what comes after them find it in the cache.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

import numpy as np

from poolstudio.core.arrays import Array, flat_planes, plane_groups
from poolstudio.core.geometry import Axis
from poolstudio.core.sliding import BinPass, Fields, Op, Pass, Reducer, Scratch
from poolstudio.core.threads import get_num_threads, share

BLOCK = 1 << 21


@dataclass(frozen=True, slots=True)
class Taps:
    """The taps along one axis that any output of the whole axis finds real, and where they start: a kernel
    far larger than its input has many that never are. They depend on the axis alone, so that every part of an
    output is computed alike."""

    n: int
    kernel: int
    stride: int
    dilation: int
    first: int  # position of the first of them for output 0

    @classmethod
    def of(cls, axis: Axis, outputs: int | None = None) -> Taps:
        """The taps of `axis` on the way to all outputs, or to its first `outputs` ones."""
        last = axis.start((axis.out if outputs is None else outputs) - 1)
        d = axis.dilation
        low = max(0, -(last // d))  # the last window starts rightmost: it reaches the input earliest
        high = min(
            axis.kernel, (axis.n - 1 + axis.padding) // d + 1
        )  # the first window reaches its end latest
        return cls(axis.n, max(0, high - low), axis.stride, d, low * d - axis.padding)

    def part(self, outputs: range) -> Taps:
        """The same taps for some of the outputs alone, which become outputs 0, 1, 2, ..."""
        first = self.first + outputs.start * self.stride
        return Taps(self.n, self.kernel, self.stride * outputs.step, self.dilation, first)

    @property
    def span(self) -> int:
        """Cells that a window reaches over."""
        return (max(self.kernel, 1) - 1) * self.dilation + 1

    @property
    def empty(self) -> bool:
        """Whether no window finds a real cell."""
        return self.kernel < 1

    @property
    def tiles(self) -> bool:
        """Whether the windows lie side by side."""
        return self.kernel == self.stride and self.dilation == 1

    @property
    def trivial(self) -> bool:
        """Whether each output is just the cell of its own place."""
        return self.kernel <= 1 and self.stride == 1

    def reach(self, first: int, stop: int) -> tuple[int, int]:
        """Half-open range of positions from the first tap of output `first` to the last of `stop` - 1."""
        start = self.first + first * self.stride
        return start, start + (stop - 1 - first) * self.stride + (self.kernel - 1) * self.dilation + 1

    def inner(self, first: int, stop: int) -> list[tuple[int, int]]:
        """Outputs `first` to `stop` - 1 in parts: those over the start, those with real cells alone, those
        over the end."""
        reach = (self.kernel - 1) * self.dilation
        low = min(max(-(self.first // self.stride), first), stop)
        high = min(max((self.n - 1 - reach - self.first) // self.stride + 1, low), stop)
        return [part for part in ((first, low), (low, high), (high, stop)) if part[0] < part[1]]

    def reducer(self, op: Op, axis: int, dtypes: tuple[np.dtype[Any], ...]) -> Reducer:
        return Pass(op, axis, max(1, self.kernel), self.stride, self.dilation, dtypes)


class Bins:
    """The bins of adaptive pooling along one axis, of `n` cells and `outputs` of its `out` outputs.

    Bin i has the cells from ⌊i·n/out⌋ to ⌈(i+1)·n/out⌉, by integers alone. Unless `out` divides `n`, each bin
    has ⌈n/out⌉ cells or one more.
    """

    empty = False
    trivial = False

    def __init__(self, n: int, out: int, outputs: range) -> None:
        self.n = n
        self._starts = [i * n // out for i in outputs]
        self._stops = [-(-(i + 1) * n // out) for i in outputs]
        self._least = max(1, -(-n // out))
        self.span = self._least + 1
        self.stride = max(1, n * outputs.step // out)

    @property
    def sizes(self) -> Array:
        """How many cells each bin has."""
        return np.subtract(self._stops, self._starts)

    def reach(self, first: int, stop: int) -> tuple[int, int]:
        """Half-open range of positions that the bins from `first` to `stop` - 1 read."""
        return self._starts[first], self._stops[stop - 1]

    def inner(self, first: int, stop: int) -> list[tuple[int, int]]:
        """As for `Taps`; bins have real cells alone."""
        return [(first, stop)]

    def reducer(self, op: Op, axis: int, dtypes: tuple[np.dtype[Any], ...]) -> Reducer:
        return BinPass(op, axis, self._starts, self._stops, self._least, dtypes)


Reach = Taps | Bins
"""What the outputs read along one axis."""


def bins(n: int, out: int, outputs: range) -> Reach:
    """The bins of an axis; where they are all alike and side by side, as the windows of a plain pooling."""
    if out == 0 or n % out == 0:
        size = n // max(out, 1)
        return Taps(n, size, size, 1, 0).part(outputs)
    return Bins(n, out, outputs)


class Source(Protocol):
    """Where blocks of input come from, in the types that the reduction works in."""

    @property
    def planes(self) -> int: ...

    @property
    def dtypes(self) -> tuple[np.dtype[Any], ...]: ...

    @property
    def plain(self) -> bool:
        """Whether cells can be worked on as they lie in memory."""

    def direct(self, planes: slice, rows: slice, cols: slice) -> Fields | None:
        """The cells as they lie in memory, None where they are not plain."""

    def load(self, out: Fields, planes: slice, rows: slice, cols: slice) -> None:
        """Writes the cells, converted, to `out`."""


Block = tuple[slice, slice, slice]
"""Planes, and rows and columns of the output, counted from the first ones asked for."""


def partition(total: int, most: int) -> Iterator[tuple[int, int]]:
    """Cuts range(total) into even parts of at most `most`."""
    parts = -(-total // max(1, most))
    for i in range(parts):
        yield i * total // parts, (i + 1) * total // parts


#: Inputs of fewer cells may take more than their share: blocks so small would cost more than they save.
_LARGE = 1 << 20

#: From inputs and blocks of so many bytes on, threads gain more than they wait for the interpreter between
#: two steps.
_MANY, _SHARED = 24 << 20, 1 << 20


def room(cells: int, itemsize: int, need: float) -> tuple[int, int]:
    """How many bytes a block may have of an input of so many cells, and how many threads share the blocks,
    where a block takes at most `need` times its bytes. All blocks in work stay below 0.3 of the input."""
    total, threads = cells * itemsize, get_num_threads()
    if cells < _LARGE:
        return BLOCK, 1
    spare = int(0.28 * total / need)
    if threads > 1 and total >= _MANY and spare // threads >= _SHARED:
        most = min(spare // threads, BLOCK)
        rounds = -(-total // (most * threads))  # all threads are busy to the end
        return -(-total // (rounds * threads)), threads
    return min(max(spare, BLOCK // 16), BLOCK), 1


def _need(taps: tuple[Reach, Reach], held: int, *, copied: bool) -> float:
    """How many times its own bytes a block takes at most: buffers for the doublings of its windows, for its
    result `held` times and for a copy. Measured for kernels up to 101."""
    down, across = taps
    if down.span <= down.stride and across.span <= across.stride:
        return 3 if copied else 1
    doublings = (max(down.span, across.span) - 1).bit_length()
    kept = min(doublings, 4 if down.stride == 1 else 5) + held
    return max(kept / down.stride, 1) + copied


def blocks(
    planes: int,
    taps: tuple[Reach, Reach],
    size: tuple[int, int],
    itemsize: int,
    *,
    held: int | None = None,
    copied: int = 0,
) -> tuple[list[Block], int]:
    """The blocks of (rows, columns) outputs of an input whose cells have `itemsize` bytes where they are
    worked on, and how many threads are to share them.

    `held` and `copied`: as for `in_blocks`; bytes of a cell before it is copied, 0 if it is not.
    """
    tall, wide = size
    if planes < 1 or tall < 1 or wide < 1:
        return [], 1
    down, across = taps
    left, right = across.reach(0, wide)
    width = max(1, right - left)
    rows = down.span + (tall - 1) * down.stride
    need = 1.0 if held is None else _need(taps, held, copied=copied > 0)
    most, threads = room(planes * rows * width, copied or itemsize, need)
    height, side = _cut(taps, (rows, width), most // itemsize)
    read = min(width, (side - 1) * across.stride + across.span)
    batch = max(1, most // (rows * read * itemsize)) if height >= tall else 1
    return [
        (slice(p, q), slice(a, b), slice(c, d))
        for p, q in partition(planes, batch)
        for a, b in partition(tall, height)
        for c, d in partition(wide, side)
    ], threads


def _cut(taps: tuple[Reach, Reach], size: tuple[int, int], cells: int) -> tuple[int, int]:
    """How many rows and columns of outputs a block has that reads about so many cells of a plane of `size`:
    those for which fewest cells are read and reduced again for the block beside it."""
    (down, across), (rows, width) = taps, size
    best, chosen = (math.inf, math.inf), (1, 1)
    for spans in (0, 1, 2, 3, 4, 6):
        # At least so many spans of rows; at first in whole rows, however few.
        read = max(cells // width, 1) if spans == 0 else spans * down.span
        tall = max(1, (min(read, rows) - down.span) // down.stride + 1)
        read = down.span + (tall - 1) * down.stride
        line = min(width, max(cells // read, 2 * across.span, 256))
        wide = max(1, (line - across.span) // across.stride + 1)
        # Cells between windows are no cells that are read again.
        again = (max(read, tall * down.stride) + tall) * max(line, wide * across.stride) / (tall * wide)
        if line < width:
            again *= 1.1  # short rows are slower
        cost = (0 if read * line <= 1.25 * cells else read * line, again)
        if cost < best:
            best, chosen = cost, (tall, wide)
    return chosen


Worker = Callable[[Array, tuple[Array, ...], Scratch], Callable[[Block], None]]
"""Makes what does a block, from planes of input, the same ones of each output, and a thread's scratch."""


def in_blocks(
    x: Array,
    outs: tuple[Array, ...],
    taps: tuple[Reach, Reach],
    itemsize: int,
    worker: Worker,
    *,
    held: int | None = None,
) -> None:
    """Fills fresh outputs (..., rows, columns) of an input (..., H, W), block by block. With `held` (how
    often a block's result waits in scratch) all that is needed beside input and output stays below 0.3 of the
    input."""
    flats = tuple(flat_planes(out) for out in outs)
    size = outs[0].shape[-2], outs[0].shape[-1]
    plain = x.itemsize == itemsize == x.strides[-1] and x.dtype.isnative
    copied = 0 if plain else x.itemsize
    for start, planes in plane_groups(x):
        count = planes.shape[0]
        parts = tuple(flat[start : start + count] for flat in flats)
        jobs, threads = blocks(count, taps, size, itemsize, held=held, copied=copied)
        share(jobs, partial(worker, planes, parts), threads)


class Sweep:
    """Two passes over the blocks of a source: rows in the source's types, columns in `dtypes`, which may be
    wider."""

    def __init__(
        self,
        op: Op,
        source: Source,
        taps: tuple[Reach, Reach],
        dtypes: tuple[np.dtype[Any], ...],
        scratch: Scratch,
    ) -> None:
        self._op, self._source, self._taps, self._dtypes, self._scratch = op, source, taps, dtypes, scratch
        down, across = taps
        self._down = down.reducer(op, -2, source.dtypes)
        self._across = across.reducer(op, -1, dtypes)

    def run(self, block: Block, out: Fields) -> None:
        """Reduces the windows of a block of outputs into `out`, of shape (planes, rows, columns)."""
        planes, rows, cols = block
        (down, across), source, scratch = self._taps, self._source, self._scratch
        r0, r1 = down.reach(rows.start, rows.stop)
        c0, c1 = across.reach(cols.start, cols.stop)
        top, bottom = max(r0, 0), min(r1, down.n)
        left, right = max(c0, 0), min(c1, across.n)
        if down.empty or across.empty or top >= bottom or left >= right:
            self._neutral(out)
            return
        count, tall = planes.stop - planes.start, rows.stop - rows.start
        inside, padded = slice(left, right), left > c0 or right < c1
        held: list[Fields] = []
        if down.trivial and not padded and (top, bottom) == (r0, r1):
            here = self._cells(planes, rows, inside, held)
        else:
            here = scratch.take((count, tall, c1 - c0), source.dtypes)
            inner = here
            if padded:
                self._neutral(tuple(field[..., : left - c0] for field in here))
                self._neutral(tuple(field[..., right - c0 :] for field in here))
                inner = tuple(field[..., left - c0 : right - c0] for field in here)
            # Windows over a border need cells that are not there: few rows are copied, not the block.
            for first, stop in (
                down.inner(rows.start, rows.stop) if source.plain else [(rows.start, rows.stop)]
            ):
                lines: list[Fields] = []
                cells = self._cells(planes, slice(first, stop), inside, lines)
                into = tuple(field[:, first - rows.start : stop - rows.start] for field in inner)
                self._down.run(cells, first, stop - first, into, scratch)
                for fields in lines:
                    scratch.give(fields)
            held.append(here)
        if any(field.dtype != dtype for field, dtype in zip(here, self._dtypes, strict=True)):
            wider = scratch.take(here[0].shape, self._dtypes)
            held.append(wider)
            for a, b in zip(here, wider, strict=True):
                np.copyto(b, a)
            here = wider
        self._across.run(here, cols.start, cols.stop - cols.start, out, scratch)
        for fields in held:
            scratch.give(fields)

    def _cells(self, planes: slice, rows: slice, cols: slice, held: list[Fields]) -> Fields:
        """What outputs `rows` read in some columns, as it lies in memory or in scratch: then it is `held`."""
        down, source = self._taps[0], self._source
        start, stop = down.reach(rows.start, rows.stop)
        top, bottom = max(start, 0), min(stop, down.n)
        if (top, bottom) == (start, stop):
            direct = source.direct(planes, slice(top, bottom), cols)
            if direct is not None:
                return direct
        shape = planes.stop - planes.start, stop - start, cols.stop - cols.start
        cells = self._scratch.take(shape, source.dtypes)
        held.append(cells)
        inner = tuple(field[:, top - start : bottom - start] for field in cells)
        self._neutral(tuple(field[:, : top - start] for field in cells))
        self._neutral(tuple(field[:, bottom - start :] for field in cells))
        source.load(inner, planes, slice(top, bottom), cols)
        return cells

    def _neutral(self, fields: Fields) -> None:
        for field, value in zip(fields, self._op.neutral, strict=True):
            field[...] = value


class Values:
    """A source of the values of `x` (planes, rows, columns) in type `dtype`, whose first cell is the input's
    cell `origin`."""

    def __init__(self, x: Array, dtype: np.dtype[Any], origin: tuple[int, int] = (0, 0)) -> None:
        self._x = x
        self.planes = x.shape[0]
        self.dtypes: tuple[np.dtype[Any], ...] = (dtype,)
        self._origin = origin
        self.plain = (
            # Small integers are widened as they are added: that is faster than a wide copy of them.
            (x.dtype == dtype or (x.dtype.kind in "iu" and np.can_cast(x.dtype, dtype)))
            and x.dtype.isnative
            and x.flags.aligned
            and (x.strides[-1] == x.itemsize or x.shape[-1] == 1)
        )

    def part(self, planes: slice, rows: slice, cols: slice) -> Array:
        """The cells in their own type."""
        top, left = self._origin
        return self._x[planes, rows.start - top : rows.stop - top, cols.start - left : cols.stop - left]

    def direct(self, planes: slice, rows: slice, cols: slice) -> Fields | None:
        return (self.part(planes, rows, cols),) if self.plain else None

    def load(self, out: Fields, planes: slice, rows: slice, cols: slice) -> None:
        np.copyto(out[0], self.part(planes, rows, cols), casting="unsafe")

    def cells(self, planes: Array, rows: Array, cols: Array) -> Array:
        """Single cells, each at its place in the whole input."""
        picked: Array = self._x[planes, rows - self._origin[0], cols - self._origin[1]]
        return picked
