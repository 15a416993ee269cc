"""Where windows lie, against plain counting."""

import itertools
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from poolstudio.core import Axis, PoolSpec, covering, output_shape, outputs_over, window
from tests.core import cases, oracle

AXES = [
    Axis(n, k, s, p, d, ceil)
    for n, k, s, d, ceil in itertools.product(range(1, 7), range(1, 6), (1, 2, 3), (1, 2, 3), (False, True))
    for p in range(k // 2 + 1)
    if Axis(n, k, s, p, d, ceil).out >= 1
]


def taps(axis, i):
    return [i * axis.stride - axis.padding + t * axis.dilation for t in range(axis.kernel)]


def test_windows_and_their_cells():
    for axis in AXES:
        for i in range(axis.out):
            cells = taps(axis, i)
            assert axis.start(i) == cells[0]
            assert list(axis.taps(i)) == cells
            assert list(axis.real(i)) == [c for c in cells if 0 <= c < axis.n]
            n, p = axis.n, axis.padding
            assert axis.padding_count(i) == sum(-p <= c < 0 or n <= c < n + p for c in cells)
            assert axis.overhang_count(i) == sum(c >= n + p for c in cells)
            assert axis.counted(i) + axis.overhang_count(i) == axis.kernel


def test_windows_over_a_cell_and_over_a_range():
    for axis in AXES:
        over = {j: [i for i in range(axis.out) if j in taps(axis, i)] for j in range(axis.n)}
        for low in range(axis.n):
            assert axis.covering(low) == tuple(over[low])
            for high in range(low + 1, axis.n + 1):
                found = sorted({i for j in range(low, high) for i in over[j]})
                expected = (found[0], found[-1] + 1) if found else (0, 0)
                assert axis.outputs_touching(low, high) == expected
        assert axis.outputs_touching(0, 0) == (0, 0)


def test_the_extent_holds_all_that_outputs_read():
    for axis in AXES:
        assert axis.extent(0, 0) == (0, 0)
        for first in range(axis.out):
            for stop in range(first + 1, axis.out + 1):
                low, high = axis.extent(first, stop)
                assert 0 <= low < high <= axis.n
                assert all(low <= c < high for i in range(first, stop) for c in axis.real(i))


def test_windows_never_start_in_the_right_padding():
    for axis in AXES:
        assert axis.start(axis.out - 1) < axis.n


def test_the_formula_shows_its_steps():
    steps = Axis(7, 3, 2, 1).formula()
    assert (steps.numerator, steps.quotient, steps.rounded, steps.dropped, steps.out) == (6, 3, 3, False, 4)
    steps = Axis(6, 1, 2, 0, 1, True).formula()
    assert (steps.quotient, steps.rounded, steps.dropped, steps.out) == (Fraction(5, 2), 3, True, 3)
    assert all(axis.formula().out == axis.out for axis in AXES)


@pytest.mark.parametrize(
    ("shape", "arguments", "expected"),
    [
        ((16, 16), (2,), (8, 8)),
        ((224, 224), (2,), (112, 112)),
        ((56, 56), (3, 1, 1), (56, 56)),
        ((112, 112), (3, 2, 1), (56, 56)),
        ((28, 28), ((3, 3), (2, 2), 1), (14, 14)),
        ((7, 7), (3, 2, 1), (4, 4)),
    ],
)
def test_sizes_of_known_layers(shape, arguments, expected):
    assert output_shape(shape, PoolSpec.of(*arguments)) == expected


def test_a_window_counts_its_cells():
    corner = window((4, 4), PoolSpec.of(3, 2, 1, 1, True), 2, 2)
    assert (list(corner.rows), list(corner.cols)) == ([3], [3])
    assert (corner.real, corner.padding, corner.overhang, corner.divisor) == (1, 3, 5, 4)
    real_only = window((4, 4), PoolSpec.of(3, 2, 1, 1, True, count_include_pad=False), 2, 2)
    assert real_only.divisor == 1
    assert window((4, 4), PoolSpec.of(2, divisor_override=-3), 0, 0).divisor == -3


def test_cells_outside_are_refused():
    spec = PoolSpec.of(2)
    for bad in ((2, 0), (0, 2), (-1, 0)):
        with pytest.raises(IndexError):
            window((4, 4), spec, *bad)
    for bad in ((4, 0), (0, -1)):
        with pytest.raises(IndexError):
            covering((4, 4), spec, *bad)


def test_huge_parameters_cost_nothing():
    axis = Axis(4, 2**40, 1, 2**39)
    assert axis.out == 5
    assert list(axis.real(2)) == [0, 1, 2, 3]
    assert axis.covering(3) == (0, 1, 2, 3, 4)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_the_cells_of_a_window_by_kind(data):
    shape = data.draw(st.tuples(st.integers(1, 7), st.integers(1, 7)))
    chosen = data.draw(cases.parameters(shape))
    size = oracle.size_of(shape, **chosen)
    assume(min(size) >= 1)
    spec = PoolSpec.of(**chosen)
    pad = spec.padding
    for i, j, taps in oracle.windows(shape, **({"dilation": 1} | chosen)):
        place = window(shape, spec, i, j)
        kinds = {"real": [], "padding": [], "overhang": []}
        for row, col in taps:
            if row >= shape[0] + pad[0] or col >= shape[1] + pad[1]:
                kinds["overhang"].append((row, col))
            elif 0 <= row < shape[0] and 0 <= col < shape[1]:
                kinds["real"].append((row, col))
            else:
                kinds["padding"].append((row, col))
        for kind, cells in kinds.items():
            assert list(place.cells(kind)) == cells
        assert (place.real, place.padding, place.overhang) == tuple(map(len, kinds.values()))


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_the_outputs_over_a_region(data):
    shape = data.draw(st.tuples(st.integers(1, 7), st.integers(1, 7)))
    chosen = data.draw(cases.parameters(shape))
    assume(min(oracle.size_of(shape, **chosen)) >= 1)
    spec = PoolSpec.of(**chosen)
    rows, cols = (sorted(data.draw(st.tuples(st.integers(0, n), st.integers(0, n)))) for n in shape)
    inside = [(r, c) for r in range(*rows) for c in range(*cols)]
    reading = [
        (i, j)
        for i, j, taps in oracle.windows(shape, **({"dilation": 1} | chosen))
        if set(taps) & set(inside)
    ]
    (top, bottom), (left, right) = outputs_over(shape, spec, tuple(rows), tuple(cols))
    if not reading:
        assert (top, bottom, left, right) == (0, 0, 0, 0)
        return
    assert (top, bottom) == (min(i for i, _ in reading), max(i for i, _ in reading) + 1)
    assert (left, right) == (min(j for _, j in reading), max(j for _, j in reading) + 1)
