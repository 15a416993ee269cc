"""Where windows lie: output sizes, the cells of a window, and the windows over a cell or a region."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from poolstudio.core.spec import AXES, PoolError, PoolSpec, number


@dataclass(frozen=True, slots=True)
class Formula:
    """The output-size formula of one axis with its numbers filled in, for display.

    `numerator` is n + 2p - d(k-1) - 1, `quotient` is numerator / stride, `rounded` its floor or ceil,
    `dropped` says that one window was taken off because it would start past the input and left padding
    (ceil mode only), and `out` is rounded + 1 - dropped.
    """

    n: int
    kernel: int
    stride: int
    padding: int
    dilation: int
    ceil_mode: bool
    numerator: int
    quotient: Fraction
    rounded: int
    dropped: bool
    out: int


@dataclass(frozen=True, slots=True)
class Axis:
    """One axis of a pooling: `n` input cells and the window's parameters along it. Positions count from the
    first input cell; padding has positions -padding..-1 and n..n+padding-1, overhang lies beyond."""

    n: int
    kernel: int
    stride: int
    padding: int
    dilation: int = 1
    ceil_mode: bool = False

    @property
    def span(self) -> int:
        """Cells from the first tap of a window to its last, both counted."""
        return self.dilation * (self.kernel - 1) + 1

    def formula(self) -> Formula:
        """The size formula with its steps; `out` may be below 1 where the kernel does not fit."""
        numerator = self.n + 2 * self.padding - self.span
        rounded = -(-numerator // self.stride) if self.ceil_mode else numerator // self.stride
        dropped = self.ceil_mode and rounded * self.stride >= self.n + self.padding
        return Formula(
            self.n,
            self.kernel,
            self.stride,
            self.padding,
            self.dilation,
            self.ceil_mode,
            numerator,
            Fraction(numerator, self.stride),
            rounded,
            dropped,
            rounded + 1 - dropped,
        )

    @property
    def out(self) -> int:
        """Number of output cells."""
        numerator = self.n + 2 * self.padding - self.span
        if not self.ceil_mode:
            return numerator // self.stride + 1
        rounded = -(-numerator // self.stride)
        return rounded + 1 - (rounded * self.stride >= self.n + self.padding)

    def start(self, i: int) -> int:
        """Position of the first tap of window `i`; negative inside the padding."""
        return i * self.stride - self.padding

    def taps(self, i: int) -> range:
        """All positions of window `i`, padding and overhang included."""
        start = self.start(i)
        return range(start, start + self.span, self.dilation)

    def real(self, i: int) -> range:
        """The positions of window `i` that are input cells; may be empty where dilation skips them all."""
        start = self.start(i)
        low = start if start >= 0 else start % self.dilation
        return range(low, min(self.n, start + self.span), self.dilation)

    def padding_count(self, i: int) -> int:
        """Taps of window `i` in the padding, on either side."""
        return self.counted(i) - len(self.real(i))

    def overhang_count(self, i: int) -> int:
        """Taps of window `i` past input and padding, which ceil mode alone brings."""
        return self.kernel - self.counted(i)

    def counted(self, i: int) -> int:
        """Taps of window `i` in input and padding: what `count_include_pad` counts."""
        start = self.start(i)
        return len(range(start, min(self.n + self.padding, start + self.span), self.dilation))

    def covering(self, j: int) -> tuple[int, ...]:
        """The outputs whose window has a tap on input cell `j`, in order."""
        place = j + self.padding
        first = max(0, -((self.span - 1 - place) // self.stride))
        last = min(self.out - 1, place // self.stride)
        return tuple(i for i in range(first, last + 1) if (place - i * self.stride) % self.dilation == 0)

    def outputs_touching(self, low: int, high: int) -> tuple[int, int]:
        """Half-open bounding range of outputs with a tap in input [low, high); (0, 0) if there is none."""
        if low >= high:
            return 0, 0
        first = max(0, -((self.span - 1 - low - self.padding) // self.stride))
        last = min(self.out - 1, (high - 1 + self.padding) // self.stride)
        # With dilation a window can lie over the range without a tap in it: walk in to one that has.
        while first <= last and not self._taps_in(first, low, high):
            first += 1
        while first <= last and not self._taps_in(last, low, high):
            last -= 1
        return (first, last + 1) if first <= last else (0, 0)

    def _taps_in(self, i: int, low: int, high: int) -> bool:
        start = self.start(i)
        tap = start if start >= low else low + (start - low) % self.dilation
        return tap < min(high, start + self.span)

    def extent(self, first: int, stop: int) -> tuple[int, int]:
        """Half-open range of input cells that bounds all that outputs [first, stop) read."""
        if first >= stop:
            return 0, 0
        return max(0, self.start(first)), min(self.n, self.start(stop - 1) + self.span)


Cell = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Window:
    """The window of one output cell: its real rows and columns (positions in the input), how many of its
    cells are real, padding and overhang, and the divisor that average pooling uses for it.

    `row_taps` and `col_taps` are all of its rows and columns, real or not, `plane` is the input's (H, W) and
    `pad` its padding.
    """

    rows: range
    cols: range
    real: int
    padding: int
    overhang: int
    divisor: int
    row_taps: range
    col_taps: range
    plane: Cell
    pad: Cell

    def cells(self, kind: str) -> tuple[Cell, ...]:
        """The (row, col) of its "real", "padding" or "overhang" cells, row by row. A cell is overhang where
        it lies past the padding along either axis."""
        if kind not in ("real", "padding", "overhang"):
            raise ValueError(f'A cell is "real", "padding" or "overhang", not {kind!r}.')
        return tuple(
            (row, col) for row in self.row_taps for col in self.col_taps if self._kind(row, col) == kind
        )

    def _kind(self, row: int, col: int) -> str:
        (height, width), (down, across) = self.plane, self.pad
        if row >= height + down or col >= width + across:
            return "overhang"
        return "real" if 0 <= row < height and 0 <= col < width else "padding"


def axes(shape: tuple[int, int], spec: PoolSpec) -> tuple[Axis, Axis]:
    """The two axes (height, width) of pooling a plane of `shape` by `spec`.

    Raises PoolError at "input" where the plane has no rows or columns, at "kernel_size" where the kernel does
    not fit, with the arithmetic.
    """
    height, width = shape  # as plain integers: NumPy's would overflow
    return _axes((int(height), int(width)), spec)


@lru_cache(maxsize=64)
def _axes(shape: tuple[int, int], spec: PoolSpec) -> tuple[Axis, Axis]:
    # The window asks a dozen times for the same pair at each step of a drag.
    pair = []
    for name, n, k, s, p, d in zip(
        AXES, shape, spec.kernel, spec.stride, spec.padding, spec.dilation, strict=True
    ):
        if n < 1:
            raise PoolError(f"The input's {name} is {number(n)}. At least 1.", field="input", axis=name)
        axis = Axis(n, k, s, p, d, spec.ceil_mode)
        if axis.out < 1:
            raise _too_large(axis, name)
        pair.append(axis)
    return pair[0], pair[1]


def _too_large(axis: Axis, name: str) -> PoolError:
    k, d, p = axis.kernel, axis.dilation, axis.padding
    padded = axis.n + 2 * p
    most_span = padded + (axis.stride - 1 if axis.ceil_mode else 0)
    most = (most_span - 1) // d + 1
    problem = f"Kernel {k} is larger than the padded {name} {padded}."
    if d > 1:
        problem = (
            f"Kernel {k} with dilation {d} spans {axis.span} cells ({d} × ({k} − 1) + 1), "
            f"more than the padded {name} {padded}."
        )
    if most // 2 < p:
        # A smaller kernel would fit, but not with this padding: no single change of the kernel is legal.
        return PoolError(problem, field="kernel_size", axis=name)
    advice = f"At most {most}."
    if axis.ceil_mode and most_span > padded:
        advice = f"At most {most} with ceil mode and stride {axis.stride}."
    return PoolError(f"{problem} {advice}", field="kernel_size", axis=name, nearest=most)


def output_shape(shape: tuple[int, int], spec: PoolSpec) -> tuple[int, int]:
    """(rows, columns) of the output of pooling a plane of `shape`; PoolError as in `axes`.

    >>> output_shape((7, 7), PoolSpec.of(3, 2, 1))
    (4, 4)
    """
    rows, cols = axes(shape, spec)
    return rows.out, cols.out


def window(shape: tuple[int, int], spec: PoolSpec, row: int, col: int) -> Window:
    """The window of output cell (row, col). Average pooling has no dilation: give it `spec.undilated()`.

    >>> window((4, 4), PoolSpec.of(3, 2, 1), 0, 0).real
    4
    """
    height, width = axes(shape, spec)
    row, col = int(row), int(col)
    for axis, name, i in ((height, "height", row), (width, "width", col)):
        if not 0 <= i < axis.out:
            raise IndexError(f"Output cell ({row}, {col}) lies outside the output's {name} {axis.out}.")
    rows, cols = height.real(row), width.real(col)
    real = len(rows) * len(cols)
    counted = height.counted(row) * width.counted(col)
    divisor = counted if spec.count_include_pad else real
    if spec.divisor_override is not None:
        divisor = spec.divisor_override
    return Window(
        rows,
        cols,
        real,
        counted - real,
        height.kernel * width.kernel - counted,
        divisor,
        height.taps(row),
        width.taps(col),
        (height.n, width.n),
        spec.padding,
    )


def covering(
    shape: tuple[int, int], spec: PoolSpec, row: int, col: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Output rows and output columns whose windows have a tap on input cell (row, col): every pair of them is
    a covering output cell.

    >>> covering((4, 4), PoolSpec.of(3, 1, 1), 0, 1)
    ((0, 1), (0, 1, 2))
    """
    height, width = axes(shape, spec)
    for axis, i in ((height, row), (width, col)):
        if not 0 <= i < axis.n:
            raise IndexError(f"Cell ({row}, {col}) lies outside the input of {height.n} × {width.n}.")
    return height.covering(row), width.covering(col)


def outputs_over(
    shape: tuple[int, int], spec: PoolSpec, rows: tuple[int, int], cols: tuple[int, int]
) -> tuple[tuple[int, int], tuple[int, int]]:
    """The half-open output rows and columns that read any of the input cells [rows) × [cols): what must be
    computed again when these change. ((0, 0), (0, 0)) where no output reads them.

    With dilation it bounds them: some in between may read none.

    >>> outputs_over((8, 8), PoolSpec.of(3, 2, 1), (3, 4), (0, 1))
    ((1, 3), (0, 1))
    """
    height, width = axes(shape, spec)
    for axis, (low, high), name in ((height, rows, "height"), (width, cols, "width")):
        if not 0 <= low <= high <= axis.n:
            raise IndexError(f"Cells {low} to {high} lie outside the input's {name} {axis.n}.")
    found = height.outputs_touching(*rows), width.outputs_touching(*cols)
    return found if all(first < stop for first, stop in found) else ((0, 0), (0, 0))
