"""Pooling as plain loops, written from the rules alone: slow, obvious, and shared with no code under test."""

import math
from fractions import Fraction

import numpy as np

SPEC = {
    "stride": None,
    "padding": 0,
    "dilation": 1,
    "ceil_mode": False,
    "count_include_pad": True,
    "divisor_override": None,
}


def pair(value):
    return (value, value) if isinstance(value, int) else tuple(value)


def out_size(n, k, s, p, d, ceil):
    steps = (n + 2 * p - d * (k - 1) - 1) / s
    out = (math.ceil(steps) if ceil else math.floor(steps)) + 1
    if ceil and (out - 1) * s >= n + p:
        out -= 1
    return out


def windows(shape, kernel_size, stride, padding, dilation, ceil_mode):
    """(row, col) of each output with the (row, col) of all of its taps, in row-major order."""
    k, p, d = pair(kernel_size), pair(padding), pair(dilation)
    s = k if stride is None else pair(stride)
    size = [out_size(shape[a], k[a], s[a], p[a], d[a], ceil_mode) for a in (0, 1)]
    for i in range(size[0]):
        for j in range(size[1]):
            rows = [i * s[0] - p[0] + t * d[0] for t in range(k[0])]
            cols = [j * s[1] - p[1] + t * d[1] for t in range(k[1])]
            yield i, j, [(r, c) for r in rows for c in cols]


def size_of(shape, **spec):
    spec = SPEC | spec
    k, p, d = pair(spec["kernel_size"]), pair(spec["padding"]), pair(spec["dilation"])
    s = k if spec["stride"] is None else pair(spec["stride"])
    return tuple(out_size(shape[a], k[a], s[a], p[a], d[a], spec["ceil_mode"]) for a in (0, 1))


def real(taps, shape):
    return [(r, c) for r, c in taps if 0 <= r < shape[0] and 0 <= c < shape[1]]


def loser(dtype, smallest):
    if dtype.kind == "f":
        return np.inf if smallest else -np.inf
    if dtype.kind == "b":
        return np.bool_(smallest)
    return np.iinfo(dtype).max if smallest else np.iinfo(dtype).min


def winner(plane, cells, smallest=False):
    """Flat index and value of the winner among `cells`."""
    best = None
    for r, c in cells:
        value = plane[r, c]
        beats = best is None or (value < plane[best] if smallest else value > plane[best])
        if beats or np.isnan(value):  # a later NaN takes an earlier one's place
            best = (r, c)
    if best is None:
        return -1, loser(plane.dtype, smallest)
    return best[0] * plane.shape[1] + best[1], plane[best]


def min_pool(plane, kernel_size, **spec):
    return max_pool(plane, kernel_size, **spec, smallest=True)


def max_pool(plane, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, smallest=False):
    spec = (kernel_size, stride, padding, dilation, ceil_mode)
    size = size_of(
        plane.shape,
        kernel_size=kernel_size,
        stride=stride,
        padding=padding,
        dilation=dilation,
        ceil_mode=ceil_mode,
    )
    values, indices = np.empty(size, plane.dtype), np.empty(size, np.int64)
    for i, j, taps in windows(plane.shape, *spec):
        indices[i, j], values[i, j] = winner(plane, real(taps, plane.shape), smallest)
    return values, indices


def divisor(taps, shape, padding, count_include_pad, divisor_override):
    p = pair(padding)
    if divisor_override is not None:
        return divisor_override
    if not count_include_pad:
        return len(real(taps, shape))
    return sum(-p[0] <= r < shape[0] + p[0] and -p[1] <= c < shape[1] + p[1] for r, c in taps)


def avg_pool(
    plane, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None
):
    """The averages in float64 (of integers: correctly rounded), and the means of absolute values."""
    size = size_of(plane.shape, kernel_size=kernel_size, stride=stride, padding=padding, ceil_mode=ceil_mode)
    values, sizes = np.empty(size), np.empty(size)
    for i, j, taps in windows(plane.shape, kernel_size, stride, padding, 1, ceil_mode):
        cells = [plane[at].item() for at in real(taps, plane.shape)]
        by = divisor(taps, plane.shape, padding, count_include_pad, divisor_override)
        values[i, j], sizes[i, j] = mean(cells, by), mean([abs(v) for v in cells], abs(by))
    return values, sizes


def mean(cells, by):
    """The exact sum over `by`, rounded once; where a cell is not finite, what IEEE arithmetic says."""
    endless = [v for v in cells if isinstance(v, float) and not math.isfinite(v)]
    if endless:
        return sum(endless) / by  # NaN, or the one infinity
    exact = sum(map(Fraction, cells), Fraction()) / by
    try:
        return float(exact)
    except OverflowError:
        return math.inf if exact > 0 else -math.inf


def max_backward(grad, plane, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, ties="first"):
    return routed(grad, plane, windows(plane.shape, kernel_size, stride, padding, dilation, ceil_mode), ties)


def routed(grad, plane, asked, ties="first", smallest=False):
    """Each gradient to the winner of its window, or to all that tie with it."""
    out = np.zeros(plane.shape)
    for i, j, taps in asked:
        cells = real(taps, plane.shape)
        index, value = winner(plane, cells, smallest)
        if index < 0:
            continue
        tied = [at for at in cells if plane[at] == value]
        if ties == "first" or not tied:
            tied = [divmod(index, plane.shape[1])]
        for at in tied:
            out[at] += grad[i, j] / (len(tied) if ties == "split" else 1)
    return out


def avg_backward(
    grad,
    shape,
    kernel_size,
    stride=None,
    padding=0,
    ceil_mode=False,
    count_include_pad=True,
    divisor_override=None,
):
    out = np.zeros(shape)
    for i, j, taps in windows(shape, kernel_size, stride, padding, 1, ceil_mode):
        by = divisor(taps, shape, padding, count_include_pad, divisor_override)
        for at in real(taps, shape):
            out[at] += grad[i, j] / by
    return out


def bins(shape, size):
    """(row, col) of each output of adaptive pooling with the (row, col) of all cells of its bin."""
    for i in range(size[0]):
        for j in range(size[1]):
            rows, cols = (
                range(at * n // out, math.ceil(Fraction((at + 1) * n, out)))
                for at, n, out in zip((i, j), shape, size, strict=True)
            )
            yield i, j, [(r, c) for r in rows for c in cols]


def norm(cells, p):
    """The p-norm in float64, over the largest cell, so that no power leaves the range."""
    sizes = [abs(float(cell)) for cell in cells]
    if any(math.isnan(size) for size in sizes):
        return math.nan
    largest = max(sizes)
    if largest in (0.0, math.inf) or p == math.inf:
        return largest
    return largest * math.fsum((size / largest) ** p for size in sizes) ** (1 / p)


def lp_pool(plane, p, kernel_size, stride=None, ceil_mode=False):
    size = size_of(plane.shape, kernel_size=kernel_size, stride=stride, ceil_mode=ceil_mode)
    out = np.empty(size)
    for i, j, taps in windows(plane.shape, kernel_size, stride, 0, 1, ceil_mode):
        out[i, j] = norm([plane[at] for at in real(taps, plane.shape)], p)
    return out


def lp_backward(grad, plane, p, kernel_size, stride=None, ceil_mode=False):
    out = np.zeros(plane.shape)
    for i, j, taps in windows(plane.shape, kernel_size, stride, 0, 1, ceil_mode):
        cells = real(taps, plane.shape)
        total = norm([plane[at] for at in cells], p)
        for at in cells:
            value = float(plane[at])
            if value != 0:
                out[at] += grad[i, j] * math.copysign((abs(value) / total) ** (p - 1), value)
    return out


def unpool(values, indices, shape):
    out = np.zeros(shape, values.dtype)
    for value, index in zip(values.ravel(), indices.ravel().tolist(), strict=True):
        out[divmod(index, shape[1])] = value
    return out
