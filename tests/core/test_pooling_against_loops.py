"""Max and average pooling against plain loops, over shapes, types, special values, layouts and parameters."""

import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from poolstudio.core import (
    PoolError,
    PoolSpec,
    avg_pool2d,
    avg_pool_region,
    axes,
    max_pool2d,
    max_pool_region,
    window,
    window_winner,
)
from tests.core import cases, oracle


def size(x, chosen):
    wanted = oracle.size_of(x.shape[-2:], **chosen)
    if min(wanted) < 1:
        with pytest.raises(PoolError) as caught:
            PoolSpec.of(**chosen) and axes(x.shape[-2:], PoolSpec.of(**chosen))
        assert caught.value.field == "kernel_size"
        assume(False)
    return wanted


@settings(max_examples=250, deadline=None)
@given(st.data())
def test_max_with_winners(data):
    x = data.draw(cases.planes())
    chosen = data.draw(cases.parameters(x.shape))
    given_x = cases.laid_out(x, data.draw(st.sampled_from(cases.LAYOUTS)))
    size(x, chosen)
    values, indices = oracle.max_pool(x, **chosen)
    got = max_pool2d(given_x, **chosen)
    assert cases.equal(got, values)
    assert got.flags.c_contiguous
    assert got.flags.owndata or got.base is not given_x
    with_indices = max_pool2d(given_x, **chosen, return_indices=True)
    assert len(with_indices) == 2
    assert cases.equal(with_indices[0], values)
    assert cases.equal(with_indices[1], indices)
    assert np.array_equal(np.signbit(with_indices[0]), np.signbit(values)) or x.dtype.kind != "f"


@settings(max_examples=250, deadline=None)
@given(st.data())
def test_averages(data):
    x = data.draw(cases.planes())
    chosen = data.draw(cases.averages(x.shape))
    given_x = cases.laid_out(x, data.draw(st.sampled_from(cases.LAYOUTS)))
    size(x, {k: v for k, v in chosen.items() if k not in ("count_include_pad", "divisor_override")})
    values, sizes = oracle.avg_pool(x, **chosen)
    got = avg_pool2d(given_x, **chosen)
    if x.dtype.kind != "f":
        assert got.dtype == np.float64
        if x.dtype.itemsize < 8:
            assert np.array_equal(got, values)
        else:
            np.testing.assert_allclose(got, values, rtol=1e-15, atol=1e-15 * float(np.max(sizes)))
        return
    assert got.dtype == x.dtype
    with np.errstate(all="ignore"):
        kernel = chosen["kernel_size"]
        units = math.ceil(math.log2(kernel[0])) + math.ceil(math.log2(kernel[1])) + 2
        ulp = np.spacing(np.minimum(sizes, np.finfo(x.dtype).max).astype(x.dtype)).astype(np.float64)
        rounded = values.astype(x.dtype)
        near = np.abs(got.astype(np.float64) - values) <= units * ulp
        same = (got == rounded) | (np.isnan(got) & np.isnan(rounded))
    assert np.all(near | same)


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_part_of_the_output_has_the_bits_of_the_whole(data):
    x = data.draw(cases.planes())
    average = data.draw(st.booleans())
    chosen = data.draw(cases.averages(x.shape) if average else cases.parameters(x.shape))
    size(x, {k: v for k, v in chosen.items() if k not in ("count_include_pad", "divisor_override")})
    x = cases.laid_out(np.stack([x, x[::-1]]), data.draw(st.sampled_from(cases.LAYOUTS)))
    spec = PoolSpec.of(**chosen)
    height, width = axes(x.shape[-2:], spec)
    rows, cols = (
        tuple(sorted(data.draw(st.tuples(st.integers(0, axis.out), st.integers(0, axis.out)))))
        for axis in (height, width)
    )
    (top, bottom), (left, right) = height.extent(*rows), width.extent(*cols)
    more = data.draw(st.integers(0, 2))
    top, left = max(0, top - more), max(0, left - more)
    block = x[..., top : bottom + more, left : right + more]
    where = (block, (top, left), x.shape[-2:], spec, rows, cols)
    part = (..., slice(*rows), slice(*cols))
    if average:
        assert cases.same_bits(avg_pool_region(*where), avg_pool2d(x, **chosen)[part])
        return
    assert cases.same_bits(max_pool_region(*where), max_pool2d(x, **chosen)[part])
    whole = max_pool2d(x, **chosen, return_indices=True)
    for one, all_of_it in zip(max_pool_region(*where, return_indices=True), whole, strict=True):
        assert cases.same_bits(one, all_of_it[part])


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_the_winner_of_one_window(data):
    x = data.draw(cases.planes())
    chosen = data.draw(cases.parameters(x.shape))
    rows, cols = size(x, chosen)
    row, col = data.draw(st.integers(0, rows - 1)), data.draw(st.integers(0, cols - 1))
    values, indices = oracle.max_pool(x, **chosen)
    index, value, ties = window_winner(x, PoolSpec.of(**chosen), row, col)
    assert index == indices[row, col]
    assert value.dtype == x.dtype
    assert value == values[row, col] or (np.isnan(value) and np.isnan(values[row, col]))
    place = window(x.shape, PoolSpec.of(**chosen), row, col)
    equal = [r * x.shape[1] + c for r in place.rows for c in place.cols if x[r, c] == value]
    assert list(ties) == [at for at in equal if at != index]


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_leading_axes(data):
    x = data.draw(cases.planes())
    chosen = data.draw(cases.parameters(x.shape, dilated=False))
    size(x, chosen)
    lead = data.draw(st.sampled_from([(), (1,), (3,), (2, 3), (2, 1, 2), (0,), (2, 0)]))
    stack = np.empty((*lead, *x.shape), x.dtype)
    for place in np.ndindex(*lead):
        stack[place] = np.roll(x, sum(place))
    if len(lead) > 1:
        stack = np.ascontiguousarray(np.swapaxes(stack, 0, 1)).swapaxes(0, 1)
    values, indices = max_pool2d(stack, **chosen, return_indices=True)
    mean = avg_pool2d(stack, **chosen)
    assert values.shape == indices.shape == mean.shape == (*lead, *values.shape[-2:])
    for place in np.ndindex(*lead):
        one, index = max_pool2d(stack[place], **chosen, return_indices=True)
        assert cases.same_bits(values[place], one)
        assert cases.same_bits(indices[place], index)
        assert cases.same_bits(mean[place], avg_pool2d(stack[place], **chosen))
        assert cases.equal(max_pool2d(stack, **chosen)[place], one)
