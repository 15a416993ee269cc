"""Where the winners of windows lie once their values are known: at the first cell that is equal to them.

That takes no indices along and is alike for all types. It does not serve NaN, which is equal to nothing, nor
many taps in windows that overlap.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from poolstudio.core.arrays import Array
from poolstudio.core.blocks import Block, Reach, Sweep, Taps, Values
from poolstudio.core.sliding import Op, Scratch

#: The most taps that are compared one by one, for types of 8 bytes and for others.
_MOST_WIDE, _MOST = 64, 9
_BYTE = np.dtype(np.uint8)


class Finder:
    """Values and winners of blocks of windows whose taps are few, or that lie side by side."""

    def __init__(self, source: Values, op: Op, taps: tuple[Taps, Taps], width: int, scratch: Scratch) -> None:
        self._source, self._taps, self._width, self._scratch = source, taps, width, scratch
        self._sweep = Sweep(op, source, taps, source.dtypes, scratch)
        self._count = taps[0].kernel * taps[1].kernel
        self._place = np.dtype(np.int32 if taps[0].n * taps[1].n < 1 << 30 else np.int64)

    @staticmethod
    def serves(dtype: np.dtype[Any], taps: tuple[Reach, Reach]) -> bool:
        """Whether this is faster than keys, or than values with indices for types too wide for keys."""
        down, across = taps
        if not (isinstance(down, Taps) and isinstance(across, Taps)) or down.empty or across.empty:
            return False
        few = down.kernel * across.kernel <= (_MOST if dtype.itemsize < 8 else _MOST_WIDE)
        return dtype.itemsize <= 8 and (few or (down.tiles and across.tiles))

    @classmethod
    def of(
        cls, source: Values, op: Op, taps: tuple[Reach, Reach], width: int, scratch: Scratch
    ) -> Finder | None:
        """The finder of windows with these taps in planes of a width, None where it does not serve."""
        down, across = taps
        if not cls.serves(source.dtypes[0], taps):
            return None
        assert isinstance(down, Taps)
        assert isinstance(across, Taps)
        return cls(source, op, (down, across), width, scratch)

    def run(self, block: Block, out: Array, index: Array) -> bool:
        """Writes the values and flat indices of a block, or returns False: another way must find them."""
        (down, across), source, scratch = self._taps, self._source, self._scratch
        which, rows, cols = block
        r0, r1 = down.reach(rows.start, rows.stop)
        c0, c1 = across.reach(cols.start, cols.stop)
        real = slice(max(r0, 0), min(r1, down.n)), slice(max(c0, 0), min(c1, across.n))
        if any(part.start >= part.stop for part in real):
            return False
        held = scratch.take(out.shape, source.dtypes)
        values = held[0]
        self._sweep.run(block, held)
        floating = values.dtype.kind == "f"
        if floating and np.isnan(np.maximum.reduce(values, axis=None)):
            scratch.give(held)
            return False
        cells = direct = source.direct(which, *real)
        if cells is None:
            shape = (out.shape[0], *(part.stop - part.start for part in real))
            cells = scratch.take(shape, source.dtypes)
            source.load(cells, which, *real)
        first = r0 - real[0].start, c0 - real[1].start
        if down.tiles and across.tiles and self._count > _MOST:
            found = self._by_place(cells[0], values, first, (real[0].start, real[1].start), index)
        else:
            self._by_tap(cells[0], values, first, (r0, c0), index)
            found = True
        if found:
            np.copyto(out, values, casting="unsafe")
            if floating and _has_negative_zero(cells[0]):
                zeros = np.nonzero(values == 0)
                at = np.divmod(index[zeros], self._width)
                out[zeros] = source.cells(zeros[0] + which.start, *at)
        scratch.give(held)
        if direct is None:
            scratch.give(cells)
        return found

    def _by_tap(
        self, cells: Array, values: Array, first: tuple[int, int], start: tuple[int, int], index: Array
    ) -> None:
        """Compares one tap of all windows after another: a window's winner is the tap after as many as differ
        from the value. `first` is the first window's first cell as counted in `cells`, `start` in the plane.
        """
        (down, across), scratch = self._taps, self._scratch
        tall, wide = values.shape[1:]
        held = scratch.take(values.shape, (_BYTE,) * 4)
        unlike, searching, taps, lines = held
        searching.fill(1)
        taps.fill(0)
        lines.fill(0)
        phases = self._phases(cells, values.shape, first)
        for i in range(down.kernel):
            top, bottom = _real(first[0] + i * down.dilation, down.stride, tall, cells.shape[1])
            rows = slice(i * down.dilation, i * down.dilation + (tall - 1) * down.stride + 1, down.stride)
            for j in range(across.kernel):
                left, right = _real(first[1] + j * across.dilation, across.stride, wide, cells.shape[2])
                col, phase = divmod(j * across.dilation, across.stride)
                np.not_equal(phases[phase][:, rows, col : col + wide], values, out=unlike.view(np.bool_))
                for outside in (unlike[:, :top], unlike[:, bottom:], unlike[..., :left], unlike[..., right:]):
                    if outside.size:
                        outside.fill(1)
                np.bitwise_and(searching, unlike, out=searching)
                np.add(taps, searching, out=taps)
            np.add(lines, searching, out=lines)
        # A tap further is a dilation further; after a line's last it goes back to the next line's first.
        place = scratch.take(values.shape, (self._place, self._place))
        steps, single = place
        np.copyto(steps, lines)
        np.multiply(steps, down.dilation * self._width - across.kernel * across.dilation, out=steps)
        np.copyto(single, taps)
        if across.dilation > 1:
            np.multiply(single, across.dilation, out=single)
        np.add(steps, single, out=steps)
        np.add(steps, start[1] + np.arange(wide, dtype=self._place) * across.stride, out=steps)
        rows_start = (start[0] + np.arange(tall) * down.stride)[:, None] * self._width
        np.add(steps, rows_start.astype(self._place), out=steps)
        np.copyto(index, steps)
        if down.dilation * across.dilation > 1:
            np.copyto(index, -1, where=taps == self._count)  # no real cell
        scratch.give(place)
        scratch.give(held)
        for copied in phases.values():
            if copied is not cells:
                scratch.give((copied,))

    def _phases(self, cells: Array, shape: tuple[int, ...], first: tuple[int, int]) -> dict[int, Array]:
        """The cells that the windows reach over, as every stride-th of them from each needed one on: cells
        side by side compare several times as fast. What lies outside of `cells` is undefined."""
        down, across = self._taps
        stride = across.stride
        height = (shape[1] - 1) * down.stride + down.span
        phases: dict[int, Array] = {}
        for phase in {j * across.dilation % stride for j in range(across.kernel)}:
            width = shape[2] + (across.span - 1) // stride
            if stride == 1 and first == (0, 0) and cells.shape[1:] == (height, width):
                phases[phase] = cells
                continue
            (whole,) = self._scratch.take((shape[0], height, width), (cells.dtype,))
            skip = (phase + first[1]) % stride  # the first of the cells that belongs to this phase
            part = cells[..., skip::stride]
            at = (skip - first[1]) // stride
            part = part[..., : width - at]
            np.copyto(whole[:, -first[0] : cells.shape[1] - first[0], at : at + part.shape[2]], part)
            phases[phase] = whole
        return phases

    def _by_place(
        self, cells: Array, values: Array, first: tuple[int, int], origin: tuple[int, int], index: Array
    ) -> bool:
        """Looks for all cells that are equal to their windows' values: False where these are many. `first` as
        in `_by_tap`, `origin` is the first of `cells`."""
        (down, across), scratch = self._taps, self._scratch
        tall, wide = values.shape[1:]
        height, width = cells.shape[1:]
        held = scratch.take(cells.shape, (np.dtype(np.bool_),))
        equal = held[0]
        over = np.repeat(values, across.kernel, axis=-1)[..., -first[1] : width - first[1]]
        for i in range(tall):
            top = first[0] + i * down.kernel
            part = slice(max(top, 0), min(top + down.kernel, height))
            np.equal(cells[:, part], over[:, i, None], out=equal[:, part])
        few = int(np.count_nonzero(equal)) <= 4 * values.size
        if few:
            found = np.flatnonzero(equal)[::-1]  # of several in a window the first is written last
            line, col = np.divmod(found, width)
            plane, row = np.divmod(line, height)
            place = plane * tall + (row - first[0]) // down.kernel
            place = place * wide + (col - first[1]) // across.kernel
            flat = np.empty(values.size, np.int64)
            flat[place] = (row + origin[0]) * self._width + (col + origin[1])
            np.copyto(index, flat.reshape(values.shape))
        scratch.give(held)
        return few


def _real(start: int, stride: int, count: int, n: int) -> tuple[int, int]:
    """Which of `count` cells from `start` on at a stride lie within `n`, half-open."""
    first = min(count, max(0, -(start // stride)))
    return first, max(first, min(count, (n - 1 - start) // stride + 1))


def _has_negative_zero(cells: Array) -> bool:
    """Whether a float is −0: as an integer of its bits it is the least of all."""
    bits = cells.view(f"i{cells.itemsize}")
    return int(np.minimum.reduce(bits, axis=None)) == np.iinfo(bits.dtype).min
