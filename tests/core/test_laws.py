"""Laws that hold whatever the numbers are: mass, order, translation, pool of pool, finite differences."""

import itertools
import math
import warnings

import numpy as np
import pytest

from poolstudio.core import (
    adaptive_avg_pool2d,
    adaptive_avg_pool2d_backward,
    adaptive_max_pool2d,
    adaptive_max_pool2d_backward,
    avg_pool2d,
    avg_pool2d_backward,
    global_avg_pool2d,
    global_avg_pool2d_backward,
    global_max_pool2d,
    global_max_pool2d_backward,
    lp_pool2d,
    lp_pool2d_backward,
    max_pool2d,
    max_pool2d_backward,
    max_unpool2d,
    max_unpool2d_backward,
    min_pool2d,
    min_pool2d_backward,
)

RNG = np.random.default_rng(12)
DISTINCT = RNG.permutation(2 * 9 * 8).reshape(2, 9, 8) / 16 + 0.5

#: Each operator as forward(x) and backward(grad, x), with windows that overlap and drop cells.
OPERATORS = {
    "max": (
        lambda x: max_pool2d(x, 3, 2, 1),
        lambda g, x: max_pool2d_backward(g, x, 3, 2, 1),
    ),
    "min": (
        lambda x: min_pool2d(x, (3, 2), 1, 1, 2),
        lambda g, x: min_pool2d_backward(g, x, (3, 2), 1, 1, 2),
    ),
    "average": (
        lambda x: avg_pool2d(x, 3, 2, 1, True, False),
        lambda g, x: avg_pool2d_backward(g, x.shape, 3, 2, 1, True, False),
    ),
    "norm 2": (lambda x: lp_pool2d(x, 2, 3, 2), lambda g, x: lp_pool2d_backward(g, x, 2, 3, 2)),
    "norm 3.5": (lambda x: lp_pool2d(x, 3.5, 2, 1), lambda g, x: lp_pool2d_backward(g, x, 3.5, 2, 1)),
    "norm ∞": (
        lambda x: lp_pool2d(x, math.inf, 2),
        lambda g, x: lp_pool2d_backward(g, x, math.inf, 2),
    ),
    "adaptive max": (
        lambda x: adaptive_max_pool2d(x, (4, 11)),
        lambda g, x: adaptive_max_pool2d_backward(g, x, (4, 11)),
    ),
    "adaptive average": (
        lambda x: adaptive_avg_pool2d(x, (4, 11)),
        lambda g, x: adaptive_avg_pool2d_backward(g, x.shape, (4, 11)),
    ),
    "global average": (
        lambda x: global_avg_pool2d(x),
        lambda g, x: global_avg_pool2d_backward(g, x.shape),
    ),
    "global max": (lambda x: global_max_pool2d(x), lambda g, x: global_max_pool2d_backward(g, x)),
}
KEEP_MASS = ["max", "min", "average", "adaptive max", "adaptive average", "global average", "global max"]


@pytest.mark.parametrize("name", OPERATORS)
def test_gradients_are_the_slopes(name):
    forward, backward = OPERATORS[name]
    grad = RNG.standard_normal(forward(DISTINCT).shape)
    slopes = np.empty_like(DISTINCT)
    for place in np.ndindex(*DISTINCT.shape):
        step = np.zeros_like(DISTINCT)
        step[place] = 1e-4
        slopes[place] = ((forward(DISTINCT + step) - forward(DISTINCT - step)) * grad).sum() / 2e-4
    np.testing.assert_allclose(backward(grad, DISTINCT), slopes, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("name", KEEP_MASS)
def test_what_goes_in_comes_out(name):
    """Where no padding takes a share, the gradient of all cells is that of all outputs."""
    forward, backward = OPERATORS[name]
    grad = RNG.standard_normal(forward(DISTINCT).shape)
    np.testing.assert_allclose(backward(grad, DISTINCT).sum(), grad.sum(), rtol=1e-12)


def test_what_padding_takes_is_what_is_missing():
    grad = np.ones((3, 3))
    got = avg_pool2d_backward(grad, (5, 5), 3, 2, 1)
    taken = 1 - avg_pool2d(np.ones((5, 5)), 3, 2, 1)
    np.testing.assert_allclose(got.sum(), grad.sum() - taken.sum(), rtol=1e-14)


def test_a_window_does_not_mind_the_order_of_its_cells():
    """Exactly for the extremes; for sums of whole numbers too."""
    x = RNG.integers(-50, 50, (6, 8))
    for order in itertools.islice(itertools.permutations(range(4)), 1, 24, 5):
        mixed = x.reshape(3, 2, 4, 2).transpose(0, 2, 1, 3).reshape(3, 4, 4)[..., order]
        mixed = mixed.reshape(3, 4, 2, 2).transpose(0, 2, 1, 3).reshape(6, 8)
        for pool in (max_pool2d, min_pool2d, avg_pool2d):
            assert np.array_equal(pool(mixed, 2), pool(x, 2))


@pytest.mark.parametrize(("kernel", "stride"), [(2, 2), (3, 2), (3, 3), (5, 1)])
def test_a_shift_by_the_stride_shifts_the_outputs_by_one(kernel, stride):
    x = RNG.standard_normal((30, 31)).astype(np.float32)
    for pool in (max_pool2d, min_pool2d, avg_pool2d, lambda x, k, s: lp_pool2d(x, 2, k, s)):
        whole, shifted = pool(x, kernel, stride), pool(x[stride:, 2 * stride :], kernel, stride)
        assert np.array_equal(whole[1:, 2:][: shifted.shape[0], : shifted.shape[1]], shifted)


def test_pools_of_pools():
    """A maximum of maxima is the maximum; a mean of equal means of whole numbers is the mean."""
    x = RNG.integers(0, 256, (2, 48, 36))
    assert np.array_equal(max_pool2d(max_pool2d(x, 2), 3), max_pool2d(x, 6))
    assert np.array_equal(max_pool2d(max_pool2d(x, 3, 1, 1), 3, 1, 1), max_pool2d(x, 5, 1, 2))
    assert np.array_equal(min_pool2d(min_pool2d(x, 2), 2), min_pool2d(x, 4))
    assert np.array_equal(avg_pool2d(avg_pool2d(x, 2), 2), avg_pool2d(x, 4))
    assert np.array_equal(max_pool2d(x, (48, 36))[..., 0, 0], global_max_pool2d(x))
    assert np.array_equal(avg_pool2d(x, (48, 36))[..., 0, 0], global_avg_pool2d(x))


def test_min_below_mean_below_norm_below_max():
    x = np.abs(RNG.standard_normal((20, 20)))
    low, mean, high = min_pool2d(x, 3, 2), avg_pool2d(x, 3, 2), max_pool2d(x, 3, 2)
    root = lp_pool2d(x, 2, 3, 2) / 3
    assert (low <= mean).all()
    assert (mean <= root * (1 + 1e-15)).all()
    assert (root <= high * (1 + 1e-15)).all()


def test_unpooling_is_the_adjoint_of_its_gradient():
    x = RNG.standard_normal((2, 8, 8))
    values, indices = max_pool2d(x, 2, return_indices=True)
    other = RNG.standard_normal(x.shape)
    up = max_unpool2d(values, indices, 2)
    np.testing.assert_allclose((up * other).sum(), (values * max_unpool2d_backward(other, indices)).sum())
    assert np.array_equal(max_unpool2d_backward(up, indices), values)


@pytest.mark.parametrize("name", OPERATORS)
@pytest.mark.parametrize("special", [np.nan, np.inf, -np.inf, 3e38, 1e-45, -0.0])
def test_no_warning_leaks(name, special):
    forward, backward = OPERATORS[name]
    x = DISTINCT.astype(np.float32)
    x[:, ::2, ::3] = special
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        out = forward(x)
        backward(np.ones_like(out), x)
        with np.errstate(all="raise"):
            assert np.array_equal(forward(x), out, equal_nan=True)
