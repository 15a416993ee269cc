"""Adaptive pooling against plain loops over its bins, and the cases that others got wrong."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from poolstudio.core import (
    PoolError,
    adaptive_avg_pool2d,
    adaptive_avg_pool2d_backward,
    adaptive_max_pool2d,
    adaptive_max_pool2d_backward,
    avg_pool2d,
    global_avg_pool2d,
    global_max_pool2d,
    max_pool2d,
)
from poolstudio.core.blocks import Bins
from tests.core import cases, oracle

SIZES = st.tuples(st.integers(1, 12), st.integers(1, 12))


@settings(max_examples=250, deadline=None)
@given(st.data())
def test_max_with_winners(data):
    x, size = data.draw(cases.planes()), data.draw(SIZES)
    given_x = cases.laid_out(x, data.draw(st.sampled_from(cases.LAYOUTS)))
    values, indices = np.empty(size, x.dtype), np.empty(size, np.int64)
    for i, j, cells in oracle.bins(x.shape, size):
        indices[i, j], values[i, j] = oracle.winner(x, cells)
    assert cases.equal(adaptive_max_pool2d(given_x, size), values)
    own, where = adaptive_max_pool2d(given_x, size, return_indices=True)
    assert cases.equal(own, values)
    assert cases.equal(where, indices)


@settings(max_examples=250, deadline=None)
@given(st.data())
def test_averages(data):
    x, size = data.draw(cases.planes()), data.draw(SIZES)
    got = adaptive_avg_pool2d(cases.laid_out(x, data.draw(st.sampled_from(cases.LAYOUTS))), size)
    assert got.shape == size
    assert got.dtype == (x.dtype if x.dtype.kind == "f" else np.float64)
    for i, j, cells in oracle.bins(x.shape, size):
        values = [x[at].item() for at in cells]
        wanted, scale = oracle.mean(values, len(cells)), oracle.mean([abs(v) for v in values], len(cells))
        with np.errstate(over="ignore", invalid="ignore"):
            rounded = float(np.array(wanted).astype(got.dtype))
            unit = float(np.spacing(np.array(min(scale, float(np.finfo(got.dtype).max)), got.dtype)))
        units = 2 * math.ceil(math.log2(len(cells) + 1)) + 3
        same = rounded == got[i, j] or (math.isnan(wanted) and np.isnan(got[i, j]))
        assert same or abs(float(got[i, j]) - wanted) <= units * unit


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_gradients(data):
    x, size = data.draw(cases.planes()), data.draw(SIZES)
    grad = np.random.default_rng(data.draw(st.integers(0, 99))).standard_normal(size)
    ties = data.draw(st.sampled_from(["first", "split", "all"]))
    wanted = oracle.routed(grad, x, oracle.bins(x.shape, size), ties)
    np.testing.assert_allclose(adaptive_max_pool2d_backward(grad, x, size, ties=ties), wanted, 1e-12, 1e-12)
    indices = adaptive_max_pool2d(x, size, return_indices=True)[1]
    again = adaptive_max_pool2d_backward(grad, x, size, indices=indices, ties=ties)
    np.testing.assert_allclose(again, wanted, 1e-12, 1e-12)
    wanted = np.zeros(x.shape)
    for i, j, cells in oracle.bins(x.shape, size):
        for at in cells:
            wanted[at] += grad[i, j] / len(cells)
    got = adaptive_avg_pool2d_backward(grad, x.shape, size)
    np.testing.assert_allclose(got, wanted, 1e-12, 1e-12)
    np.testing.assert_allclose(got.sum(), grad.sum(), 1e-9, 1e-9)


def test_where_the_size_divides_it_is_the_plain_pooling():
    x = np.random.default_rng(0).standard_normal((2, 3, 24, 36)).astype(np.float32)
    assert cases.same_bits(adaptive_avg_pool2d(x, (6, 12)), avg_pool2d(x, (4, 3)))
    assert cases.same_bits(adaptive_max_pool2d(x, (6, 12)), max_pool2d(x, (4, 3)))
    assert np.array_equal(adaptive_max_pool2d(x, 1)[..., 0, 0], global_max_pool2d(x))
    np.testing.assert_allclose(adaptive_avg_pool2d(x, 1)[..., 0, 0], global_avg_pool2d(x), 1e-5, 1e-6)
    assert cases.same_bits(adaptive_max_pool2d(x, None), x)


def test_bins_overlap_by_the_ceiling_of_their_ends():
    """FlagGems#4915"""
    assert adaptive_avg_pool2d([range(10)], (1, 3)).tolist() == [[1.5, 4.5, 7.5]]


def test_an_output_larger_than_its_input():
    """pytorch/pytorch#85726, kulinseth/pytorch#95"""
    assert adaptive_avg_pool2d([[1, 2, 3]], (1, 5)).tolist() == [[1, 1.5, 2, 2.5, 3]]
    values, indices = adaptive_max_pool2d([[1, 2, 3]], (1, 5), return_indices=True)
    assert (values.tolist(), indices.tolist()) == ([[1, 2, 2, 3, 3]], [[0, 1, 1, 2, 2]])
    assert adaptive_avg_pool2d_backward(np.ones((1, 5)), (1, 3), (1, 5)).tolist() == [[1.5, 2, 1.5]]


def test_bins_of_a_long_axis_are_whole_numbers():
    """pytorch/pytorch#84010"""
    long = Bins(16777217, 3, range(3))
    assert [long.reach(i, i + 1)[1] for i in range(3)] == [5592406, 11184812, 16777217]


def test_sizes_of_nothing_and_below():
    """pytorch/pytorch#78868, #81171"""
    x = np.ones((1, 1, 4, 4))
    assert adaptive_avg_pool2d(x, 0).shape == adaptive_max_pool2d(x, 0).shape == (1, 1, 0, 0)
    assert adaptive_avg_pool2d(x, (0, 2)).shape == (1, 1, 0, 2)
    assert not adaptive_avg_pool2d_backward(np.ones((1, 1, 0, 0)), x.shape, 0).any()
    assert not adaptive_max_pool2d_backward(np.ones((1, 1, 0, 0)), x, 0).any()
    with pytest.raises(PoolError, match=r"Output size −1 is negative\. At least 0\.") as caught:
        adaptive_avg_pool2d(x, (2, -1))
    assert (caught.value.field, caught.value.axis, caught.value.nearest) == ("output_size", "width", 0)
    with pytest.raises(PoolError, match="height is 0"):
        adaptive_avg_pool2d(np.ones((1, 1, 0, 4)), 2)


def test_none_keeps_an_axis():
    """pytorch/pytorch#7884, apache/tvm#16014"""
    assert adaptive_max_pool2d(np.arange(12).reshape(3, 4), (None, 2)).tolist() == [[1, 3], [5, 7], [9, 11]]


def test_one_axis_up_and_one_down():
    """apple/coremltools#881"""
    assert adaptive_avg_pool2d([[1, 2, 3], [4, 5, 6]], (5, 1)).ravel().tolist() == [2, 2, 3.5, 5, 5]


def test_each_bin_divides_by_its_own_size():
    """PaddlePaddle/Paddle#74077"""
    got = adaptive_avg_pool2d_backward(np.ones((1, 3)), (1, 5), (1, 3))
    np.testing.assert_allclose(got, [[1 / 2, 5 / 6, 1 / 3, 5 / 6, 1 / 2]], rtol=1e-15)


@pytest.mark.parametrize("size", ["3", 2.0, True, (1, 2, 3), (), (2, "2"), object()])
def test_what_is_no_size_is_refused(size):
    with pytest.raises(PoolError) as caught:
        adaptive_max_pool2d(np.ones((4, 4)), size)
    assert caught.value.field == "output_size"


def test_a_mean_of_finite_values_is_finite():
    x = np.full((7, 7), np.finfo(np.float32).max, np.float32)
    assert (adaptive_avg_pool2d(x, 3) == x[0, 0]).all()
