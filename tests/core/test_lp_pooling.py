"""Lp pooling against plain loops, at both ends of the range, and its gradient."""

import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from poolstudio.core import (
    PoolError,
    avg_pool2d,
    lp_pool2d,
    lp_pool2d_backward,
    max_pool2d,
    max_pool2d_backward,
)
from tests.core import cases, oracle

NORMS = st.sampled_from([0.5, 1, 1.5, 2, 3, 7, 40, math.inf])


def geometry(data, shape):
    chosen = data.draw(cases.parameters(shape, dilated=False))
    chosen.pop("padding")
    assume(min(oracle.size_of(shape, **chosen)) >= 1)
    return chosen


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_norms(data):
    x, p = data.draw(cases.planes()), data.draw(NORMS)
    chosen = geometry(data, x.shape)
    got = lp_pool2d(cases.laid_out(x, data.draw(st.sampled_from(cases.LAYOUTS))), p, **chosen)
    wanted = oracle.lp_pool(x, p, **chosen)
    assert got.dtype == (x.dtype if x.dtype.kind == "f" else np.float64)
    assert got.shape == wanted.shape
    with np.errstate(over="ignore"):
        rounded = wanted.astype(got.dtype)
    tolerance = 64 * np.finfo(np.float64).eps if got.dtype == np.float64 else 2 * np.finfo(got.dtype).eps
    near = np.isclose(got.astype(float), rounded.astype(float), rtol=tolerance, atol=0, equal_nan=True)
    # The last step of a subnormal, or the edge to infinity, may fall either way.
    with np.errstate(invalid="ignore"):
        edge = np.abs(got.astype(float) - wanted) <= 2 * float(np.finfo(got.dtype).smallest_subnormal)
        brink = np.isinf(got) & (wanted >= float(np.finfo(got.dtype).max) * (1 - 1e-6))
    assert np.all(near | edge | brink)


@pytest.mark.parametrize("scale", [1e-320, 1e-300, 1e-160, 1.0, 1e160, 1e300])
@pytest.mark.parametrize("p", [2, 3, 100])
def test_no_power_leaves_the_range_early(scale, p):
    x = np.array([[3.0, 4.0, 0.0], [0.0, 1.0, 0.0]]) * scale
    wanted = oracle.lp_pool(x, p, 2, 1)
    np.testing.assert_allclose(lp_pool2d(x, p, 2, 1), wanted, rtol=1e-13, atol=5e-324)


def test_only_the_windows_that_need_it_are_summed_again():
    x = np.ones((40, 40))
    x[3, 3], x[20:22, 20:22] = 1e200, 1e-200
    np.testing.assert_allclose(lp_pool2d(x, 2, 2), oracle.lp_pool(x, 2, 2), rtol=1e-15)


def test_known_norms():
    assert lp_pool2d([[3, 4]], 2, (1, 2)).tolist() == [[5.0]]
    assert lp_pool2d([[-3, 4]], 1, (1, 2)).tolist() == [[7.0]]
    assert lp_pool2d([[-3, 2]], math.inf, (1, 2)).tolist() == [[3.0]]
    assert lp_pool2d(np.array([[-128, 0]], np.int8), 1, (1, 2)).tolist() == [[128.0]]
    assert lp_pool2d([[-1.0]], 3, 1).tolist() == [[1.0]], "a power of the absolute value"
    x = np.abs(np.random.default_rng(0).standard_normal((9, 9)))
    np.testing.assert_allclose(lp_pool2d(x, 1, 3), 9 * avg_pool2d(x, 3), rtol=1e-14)
    assert np.array_equal(lp_pool2d(x, math.inf, 3), max_pool2d(x, 3))


def test_overhang_does_not_count():
    assert lp_pool2d(np.ones((3, 3)), 1, 2, 2, ceil_mode=True).tolist() == [[4.0, 2.0], [2.0, 1.0]]


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_gradients(data):
    shape = data.draw(st.tuples(st.integers(1, 7), st.integers(1, 7)))
    x = np.random.default_rng(data.draw(st.integers(0, 999))).integers(-4, 5, shape) / 2
    chosen = geometry(data, shape)
    grad = np.random.default_rng(1).standard_normal(oracle.size_of(shape, **chosen))
    p = data.draw(st.sampled_from([0.5, 1, 1.5, 2, 3, 7]))
    got = lp_pool2d_backward(grad, x, p, **chosen)
    np.testing.assert_allclose(got, oracle.lp_backward(grad, x, p, **chosen), rtol=1e-11, atol=1e-12)


def test_the_gradient_of_the_largest_goes_to_its_cell_with_its_sign():
    x = np.array([[1.0, -3.0, 3.0, np.nan]])
    got = lp_pool2d_backward([[1.0, 10.0]], x, math.inf, (1, 2))
    assert got.tolist() == [[0.0, -1.0, 0.0, 10.0]]
    y = np.abs(np.random.default_rng(2).standard_normal((5, 6)))
    grad = np.random.default_rng(3).standard_normal((3, 4))
    assert np.array_equal(lp_pool2d_backward(grad, y, math.inf, 3, 1), max_pool2d_backward(grad, y, 3, 1))


def test_no_gradient_where_the_norm_is_nothing():
    for p in (0.5, 1, 2, math.inf):
        assert lp_pool2d_backward(np.ones((1, 1)), np.zeros((2, 2)), p, 2).tolist() == [[0, 0], [0, 0]]


@pytest.mark.parametrize("scale", [1e-300, 1.0, 1e300])
def test_gradients_do_not_depend_on_the_scale(scale):
    x = np.array([[3.0, -4.0]])
    np.testing.assert_allclose(
        lp_pool2d_backward([[1.0]], x * scale, 3, (1, 2)), lp_pool2d_backward([[1.0]], x, 3, (1, 2)), 1e-13
    )


@pytest.mark.parametrize("p", [0, -1, math.nan, "2", None, True, [2]])
def test_what_is_no_norm_is_refused(p):
    with pytest.raises(PoolError) as caught:
        lp_pool2d(np.ones((2, 2)), p, 2)
    assert caught.value.field == "norm_type"
