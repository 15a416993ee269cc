"""A rectangle of any operator's output, at any step: the bits of the whole, from the cells that it reads."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from poolstudio.core import (
    PoolError,
    PoolSpec,
    adaptive_avg_pool2d,
    adaptive_avg_pool_region,
    adaptive_max_pool2d,
    adaptive_max_pool_region,
    avg_pool2d,
    avg_pool_region,
    axes,
    lp_pool2d,
    lp_pool_region,
    max_pool2d,
    max_pool_region,
    min_pool2d,
    min_pool_region,
)
from tests.core import cases, oracle


def outputs(data, count):
    first = data.draw(st.integers(0, count))
    return range(first, data.draw(st.integers(first, count)), data.draw(st.integers(1, 4)))


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_windows_at_a_step(data):
    x = data.draw(cases.planes())
    name = data.draw(st.sampled_from(["max", "min", "average", "lp"]))
    if name == "average":
        chosen = data.draw(cases.averages(x.shape))
    else:
        chosen = data.draw(cases.parameters(x.shape, dilated=name != "lp"))
    if name == "lp":
        chosen.pop("padding")
    geometry = {k: v for k, v in chosen.items() if k not in ("count_include_pad", "divisor_override")}
    assume(min(oracle.size_of(x.shape, **geometry)) >= 1)
    spec = PoolSpec.of(**chosen)
    pair = axes(x.shape, spec)
    rows, cols = (outputs(data, axis.out) for axis in pair)
    (top, bottom), (left, right) = (
        axis.extent(asked[0], asked[-1] + 1) if asked else (0, 1)
        for axis, asked in zip(pair, (rows, cols), strict=True)
    )
    x = cases.laid_out(np.stack([x, x[::-1]]), data.draw(st.sampled_from(cases.LAYOUTS)))
    block, where = x[..., top:bottom, left:right], ((top, left), x.shape[-2:])
    part = (..., slice(rows.start, rows.stop, rows.step), slice(cols.start, cols.stop, cols.step))
    if name == "average":
        assert cases.same_bits(
            avg_pool_region(block, *where, spec, rows, cols), avg_pool2d(x, **chosen)[part]
        )
    elif name == "lp":
        got = lp_pool_region(block, *where, 3, spec, rows, cols)
        assert cases.same_bits(got, lp_pool2d(x, 3, **chosen)[part])
    else:
        region, whole = (max_pool_region, max_pool2d) if name == "max" else (min_pool_region, min_pool2d)
        assert cases.same_bits(region(block, *where, spec, rows, cols), whole(x, **chosen)[part])
        for one, all_of_it in zip(
            region(block, *where, spec, rows, cols, True),
            whole(x, **chosen, return_indices=True),
            strict=True,
        ):
            assert cases.same_bits(one, all_of_it[part])


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_bins_at_a_step(data):
    x = data.draw(cases.planes())
    size = data.draw(st.tuples(st.integers(1, 12), st.integers(1, 12)))
    rows, cols = outputs(data, size[0]), outputs(data, size[1])
    (top, bottom), (left, right) = (
        (asked[0] * n // out, -(-(asked[-1] + 1) * n // out)) if asked else (0, 1)
        for asked, n, out in zip((rows, cols), x.shape, size, strict=True)
    )
    where = (x[top:bottom, left:right], (top, left), x.shape, size, rows, cols)
    part = (slice(rows.start, rows.stop, rows.step), slice(cols.start, cols.stop, cols.step))
    assert cases.same_bits(adaptive_avg_pool_region(*where), adaptive_avg_pool2d(x, size)[part])
    assert cases.same_bits(adaptive_max_pool_region(*where), adaptive_max_pool2d(x, size)[part])
    for one, all_of_it in zip(
        adaptive_max_pool_region(*where, return_indices=True),
        adaptive_max_pool2d(x, size, return_indices=True),
        strict=True,
    ):
        assert cases.same_bits(one, all_of_it[part])


def test_outputs_are_asked_for_in_four_ways():
    x, spec = np.arange(36.0).reshape(6, 6), PoolSpec.of(2, 1)
    for rows in ((1, 5, 2), slice(1, 5, 2), range(1, 5, 2), (np.int64(1), np.int32(5), np.int8(2))):
        got = max_pool_region(x, (0, 0), (6, 6), spec, rows, slice(0, 2))
        assert got.tolist() == [[13.0, 14.0], [25.0, 26.0]]


@pytest.mark.parametrize(
    ("field", "axis", "rows", "cols"),
    [
        ("rows", "height", (0, 4), (0, 1)),
        ("cols", "width", (0, 1), (2, 1)),
        ("cols", "width", (0, 1), (0, 2, 0)),
        ("rows", "height", (0, 1.5), (0, 1)),
        ("rows", "height", (1,), (0, 1)),
        ("rows", "height", slice(None, 2), (0, 1)),
        ("input", "height", (1, 3), (0, 1)),
        ("input", "width", (0, 1), (0, 3)),
    ],
)
def test_what_lies_outside_is_refused(field, axis, rows, cols):
    with pytest.raises(PoolError) as caught:
        max_pool_region(np.ones((2, 2)), (0, 0), (4, 4), PoolSpec.of(2, 1), rows, cols)
    assert (caught.value.field, caught.value.axis) == (field, axis)


def test_every_part_of_small_outputs_with_winners():
    """All rectangles of outputs at the edges, where what a window reaches over is not all there."""
    rng = np.random.default_rng(3)
    for kernel, padding in (((1, 4), (0, 2)), ((3, 3), (1, 1)), ((2, 2), (1, 0)), ((2, 5), (0, 2))):
        for stride, dilation in ((1, 1), (2, 1), (1, 2), ((2, 3), (1, 3))):
            x = rng.integers(0, 4, (2, 7, 9)).astype(np.float32)
            spec = PoolSpec.of(kernel, stride, padding, dilation, True)
            pair = axes((7, 9), spec)
            whole = max_pool2d(x, kernel, stride, padding, dilation, True, return_indices=True)
            spans = [[(a, b) for a in range(axis.out) for b in range(a + 1, axis.out + 1)] for axis in pair]
            for rows in spans[0][:: max(1, len(spans[0]) // 6)]:
                for cols in spans[1]:
                    (top, bottom), (left, right) = pair[0].extent(*rows), pair[1].extent(*cols)
                    block = x[..., top:bottom, left:right]
                    got = max_pool_region(block, (top, left), (7, 9), spec, rows, cols, True)
                    for one, all_of_it in zip(got, whole, strict=True):
                        assert cases.same_bits(one, all_of_it[..., slice(*rows), slice(*cols)])
