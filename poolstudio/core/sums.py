"""Sums and averages of windows over a rectangle of outputs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from poolstudio.core.arrays import Array, as_numbers, flat_planes, native
from poolstudio.core.blocks import Bins, Block, Reach, Sweep, Values, in_blocks
from poolstudio.core.extremes import SMALL, one_nan
from poolstudio.core.frames import Frame
from poolstudio.core.geometry import Axis
from poolstudio.core.sliding import Fields, Scratch, ufunc_op
from poolstudio.core.spec import PoolSpec

FLOAT64 = np.dtype(np.float64)
SUM = ufunc_op(np.add, 0, idempotent=False)
_EXACT = 1 << 24  # float32 holds every integer up to here


def exact_type(dtype: np.dtype[Any], terms: int) -> np.dtype[Any] | None:
    """The smallest integer type that holds the sum of `terms` values of `dtype`, None if there is none."""
    if dtype.kind == "b":
        low, high = 0, 1
    else:
        low, high = int(np.iinfo(dtype).min), int(np.iinfo(dtype).max)
    for size in (2, 4, 8):
        wide = np.iinfo(f"u{size}" if low >= 0 else f"i{size}")
        if wide.min <= low * terms and high * terms <= wide.max:
            return np.dtype(wide.dtype)
    return None


class _Half(Values):
    """The upper or lower 32 bits of 64-bit integers, both as int64: each half sums without overflow."""

    def __init__(self, x: Array, origin: tuple[int, int], upper: bool) -> None:
        super().__init__(x, np.dtype(np.int64), origin)
        self.plain = False
        self._upper = upper

    def load(self, out: Fields, planes: slice, rows: slice, cols: slice) -> None:
        part = self.part(planes, rows, cols)
        half = part >> 32 if self._upper else part & 0xFFFFFFFF
        np.copyto(out[0], half, casting="unsafe")


class _Scaled(Values):
    """Values divided by a power of two, exactly, so that their sum cannot overflow."""

    def __init__(self, x: Array, dtype: np.dtype[Any], origin: tuple[int, int], shift: int) -> None:
        super().__init__(x, dtype, origin)
        self.plain = False
        self._shift = shift

    def load(self, out: Fields, planes: slice, rows: slice, cols: slice) -> None:
        np.ldexp(self.part(planes, rows, cols), -self._shift, out=out[0])


Line = tuple[Array, int, int]
"""Divisors along an axis, and from where to where (half-open) they are all alike."""


class Divisors:
    """What each window's sum is divided by, as rows × columns or as one number."""

    def __init__(self, lines: Sequence[Line], override: int | None = None) -> None:
        self.lines, self.override = lines, override

    @classmethod
    def of(
        cls, pair: tuple[Axis, Axis], spec: PoolSpec, asked: tuple[range, range] | None = None
    ) -> Divisors:
        """Those of plain windows, of all outputs or of some."""
        if spec.divisor_override is not None:
            return cls((), spec.divisor_override)
        asked = asked or (range(pair[0].out), range(pair[1].out))
        include = spec.count_include_pad
        return cls([_line(axis, outputs, include) for axis, outputs in zip(pair, asked, strict=True)])

    @classmethod
    def of_bins(cls, taps: tuple[Reach, Reach], size: tuple[int, int]) -> Divisors:
        """Those of adaptive bins: each bin's own number of cells."""
        lines: list[Line] = []
        for reach, count in zip(taps, size, strict=True):
            if isinstance(reach, Bins):
                lines.append((reach.sizes.astype(np.float64), 0, 0))
            else:
                lines.append((np.full(count, float(reach.kernel)), 0, count))
        return cls(lines)

    def divide(self, sums: Array, out: Array, rows: slice, cols: slice) -> None:
        """Divides the sums of a block into `out`."""
        if self.override is not None:
            try:
                _divide(sums, float(self.override), out)
            except OverflowError:
                _divide(sums, np.inf if self.override > 0 else -np.inf, out)
            return
        (down, top, bottom), (across, left, right) = (
            self._run(line, part) for line, part in zip(self.lines, (rows, cols), strict=True)
        )
        tall, wide = sums.shape[1:]
        if 2 * (bottom - top) * (right - left) < tall * wide:
            _divide(sums, down[:, None] * across, out)
            return
        # All at once by what most of them have: parts of rows would be slower. Then the others.
        _divide(sums, float(down[top] * across[left]), out)
        for a, b in ((0, top), (bottom, tall)):
            if a < b:
                _divide(sums[:, a:b], down[a:b, None] * across, out[:, a:b])
        for c, d in ((0, left), (right, wide)):
            if c < d:
                _divide(sums[:, top:bottom, c:d], down[top] * across[c:d], out[:, top:bottom, c:d])

    @staticmethod
    def _run(line: Line, part: slice) -> tuple[Array, int, int]:
        """The divisors along a part of an axis, and between which of them they are alike."""
        all_of_it, low, high = line
        size = part.stop - part.start
        return (
            all_of_it[part],
            min(max(low - part.start, 0), size),
            min(max(high - part.start, 0), size),
        )


def _line(axis: Axis, outputs: range, include_pad: bool) -> Line:
    return (_line_of_few if len(outputs) <= _FEW else _line_of_all)(axis, outputs, include_pad)


def _line_of_all(axis: Axis, outputs: range, include_pad: bool) -> Line:
    # Windows in the middle are whole; the few at the borders are counted one by one.
    pad = axis.padding if include_pad else 0
    whole = range(
        max(-((pad - axis.padding) // axis.stride), 0),
        (axis.n + pad - axis.kernel + axis.padding) // axis.stride + 1,
    )
    line = np.full(len(outputs), float(axis.kernel))
    low = _place(outputs, whole.start)
    high = max(low, _place(outputs, whole.stop))
    for at in (*range(low), *range(high, len(outputs))):
        i = outputs[at]
        line[at] = axis.counted(i) if include_pad else len(axis.real(i))
    line.flags.writeable = False
    return line, low, high


#: Of so few outputs the last lines are kept: to count theirs takes as long as to pool a small input.
_FEW = 1024
_line_of_few = lru_cache(maxsize=64)(_line_of_all)


def _place(outputs: range, bound: int) -> int:
    """How many of the outputs lie below a bound."""
    return len(range(outputs.start, min(max(bound, outputs.start), outputs.stop), outputs.step))


def _divide(sums: Array, divisor: Any, out: Array) -> None:
    most = abs(divisor) if isinstance(divisor, float) else np.max(np.abs(divisor))
    if out.dtype == np.float32 and sums.dtype == np.float32 and most <= _EXACT:
        np.divide(sums, np.float32(divisor) if np.ndim(divisor) == 0 else divisor.astype(np.float32), out=out)
        return
    wide = np.result_type(FLOAT64, out.dtype)
    if np.ndim(divisor) == 0 and np.frexp(divisor)[0] in (0.5, -0.5):
        np.multiply(sums, 1.0 / divisor, out=out, dtype=wide, casting="unsafe")
    else:
        np.divide(sums, divisor, out=out, dtype=wide, casting="unsafe")


def average_type(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The type of an average: floats keep theirs, all others give float64."""
    return native(dtype) if dtype.kind == "f" else FLOAT64


def averages(x: Array, frame: Frame, divisors: Divisors) -> Array:
    """The averages of the windows, of shape (..., rows, columns)."""
    kind = native(x.dtype)
    result = average_type(kind)
    out = np.empty((*x.shape[:-2], *frame.size), result)
    if out.size and x.size <= SMALL and _of_small(x, frame, divisors, out):
        return out
    first, second = _working_types(kind, frame.taps)

    def worker(planes: Array, outs: tuple[Array, ...], scratch: Scratch) -> Callable[[Block], None]:
        sources: list[Values] = (
            [_Half(planes, frame.origin, True), _Half(planes, frame.origin, False)]
            if first is None
            else [Values(planes, first, frame.origin)]
        )
        sweeps = [Sweep(SUM, source, frame.taps, (second,), scratch) for source in sources]

        def run(block: Block) -> None:
            target = outs[0][block]
            sums = scratch.take(target.shape, (second,) * len(sweeps))
            for sweep, total in zip(sweeps, sums, strict=True):
                sweep.run(block, (total,))
            total = sums[0] * float(1 << 32) + sums[1] if first is None else sums[0]
            divisors.divide(total, target, block[1], block[2])
            if kind.kind == "f" and not np.isfinite(np.max(target) - np.min(target)):
                if result != np.float16:
                    _mend(planes, target, block, frame, divisors, scratch)
                one_nan(target)
            scratch.give(sums)

        return run

    size = max(8 if first is None else first.itemsize, second.itemsize)
    in_blocks(as_numbers(x), (out,), frame.taps, size, worker, held=1)
    return out


def _of_small(x: Array, frame: Frame, divisors: Divisors, out: Array) -> bool:
    """Averages tiles of up to two rows and columns at once, where setting up blocks and passes would take
    longer. Such sums have the same bits in any order of rows, or of columns. Whether it is done."""
    if not frame.tiles or out.dtype != x.dtype or out.dtype == np.float16:
        return False
    if any(taps.span > 2 for taps in frame.taps):
        return False
    with np.errstate(all="ignore"):
        sums = np.add.reduce(np.add.reduce(frame.tiled(x), axis=-3), axis=-1)
        if not np.isfinite(sums).all():
            return False
        divisors.divide(flat_planes(sums), flat_planes(out), slice(0, frame.size[0]), slice(0, frame.size[1]))
    return True


def _working_types(
    kind: np.dtype[Any], taps: tuple[Reach, Reach]
) -> tuple[np.dtype[Any] | None, np.dtype[Any]]:
    """The types in which rows are summed, then columns; None for the first where halves are summed."""
    if kind.kind == "f":
        work = np.dtype(np.float32) if kind == np.float16 else kind
        return work, work
    tall, wide = taps[0].span, taps[1].span
    both = exact_type(kind, tall * wide)
    if both is None:
        return None, np.dtype(np.int64)
    return exact_type(kind, tall), both


def _mend(
    planes: Array, out: Array, block: Block, frame: Frame, divisors: Divisors, scratch: Scratch
) -> None:
    """Computes the averages that came out infinite or NaN once more with room for the sum: those of finite
    values are finite, all others come out the same."""
    terms = frame.taps[0].span * frame.taps[1].span
    source: Values
    wide, shift = FLOAT64, 0
    if out.dtype == np.float32:
        source = Values(planes, wide, frame.origin)
    else:
        wide, shift = out.dtype, terms.bit_length() + 1
        source = _Scaled(planes, wide, frame.origin, shift)
    sums = scratch.take(out.shape, (wide,))
    Sweep(SUM, source, frame.taps, (wide,), scratch).run(block, sums)
    means = np.empty(out.shape, wide)
    divisors.divide(sums[0], means, block[1], block[2])
    finite = np.isfinite(means)
    if shift:
        np.ldexp(means, shift, out=means)
        if divisors.override is None or abs(divisors.override) >= terms:
            # Rounding must not lift a mean of the largest values over the edge.
            largest = np.finfo(wide).max
            np.copyto(means, np.clip(means, -largest, largest), where=finite)
    np.copyto(out, means, where=~np.isfinite(out), casting="unsafe")
    scratch.give(sums)
