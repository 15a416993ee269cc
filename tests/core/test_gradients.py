"""Gradients against plain loops, finite differences and the laws of mass."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from poolstudio.core import (
    PoolError,
    avg_pool2d,
    avg_pool2d_backward,
    global_avg_pool2d,
    global_avg_pool2d_backward,
    global_max_pool2d,
    global_max_pool2d_backward,
    max_pool2d,
    max_pool2d_backward,
)
from tests.core import cases, oracle

SEEDS = st.integers(0, 2**32 - 1)


def upstream(seed, shape, dtype=np.float64):
    return np.random.default_rng(seed).standard_normal(shape).astype(dtype)


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_max_against_loops(data):
    x = data.draw(cases.planes())
    chosen = data.draw(cases.parameters(x.shape))
    size = oracle.size_of(x.shape, **chosen)
    assume(min(size) >= 1)
    ties = data.draw(st.sampled_from(["first", "split", "all"]))
    grad = upstream(data.draw(SEEDS), size)
    got = max_pool2d_backward(
        grad, cases.laid_out(x, data.draw(st.sampled_from(cases.LAYOUTS))), **chosen, ties=ties
    )
    np.testing.assert_allclose(got, oracle.max_backward(grad, x, **chosen, ties=ties), rtol=1e-12, atol=1e-12)
    indices = max_pool2d(x, **chosen, return_indices=True)[1]
    again = max_pool2d_backward(grad, x, **chosen, indices=indices, ties=ties)
    assert cases.same_bits(got, again)
    if ties != "all":
        np.testing.assert_allclose(got.sum(), grad[indices >= 0].sum(), rtol=1e-9, atol=1e-9)


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_avg_against_loops(data):
    shape = data.draw(st.tuples(st.integers(1, 8), st.integers(1, 8)))
    chosen = data.draw(cases.averages(shape))
    geometry = {k: v for k, v in chosen.items() if k not in ("count_include_pad", "divisor_override")}
    size = oracle.size_of(shape, **geometry)
    assume(min(size) >= 1)
    grad = upstream(data.draw(SEEDS), size)
    got = avg_pool2d_backward(
        cases.laid_out(grad, data.draw(st.sampled_from(cases.LAYOUTS))), shape, **chosen
    )
    expected = oracle.avg_backward(grad, shape, **chosen)
    np.testing.assert_allclose(got, expected, rtol=1e-12, atol=1e-12)
    covered = oracle.avg_backward(np.ones(size), shape, **(chosen | {"divisor_override": 1})) > 0
    assert (got[~covered] == 0).all()
    if not chosen["count_include_pad"] and chosen["divisor_override"] is None:
        np.testing.assert_allclose(got.sum(), grad.sum(), rtol=1e-9, atol=1e-9)


def differences(forward, x, grad):
    """The gradient of sum(forward(x) * grad) by central differences."""
    out = np.zeros_like(x)
    for place in np.ndindex(*x.shape):
        step = np.zeros_like(x)
        step[place] = 1e-4
        out[place] = ((forward(x + step) - forward(x - step)) * grad).sum() / 2e-4
    return out


@pytest.mark.parametrize(
    "chosen",
    [
        {"kernel_size": 2},
        {"kernel_size": 3, "stride": 2, "padding": 1},
        {"kernel_size": (3, 2), "stride": 1, "ceil_mode": True},
        {"kernel_size": 2, "stride": 3},
    ],
)
def test_finite_differences(chosen):
    x = np.random.default_rng(7).permutation(60).reshape(2, 5, 6) / 10.0
    forward = lambda x: max_pool2d(x, **chosen)  # noqa: E731
    grad = upstream(1, forward(x).shape)
    np.testing.assert_allclose(
        max_pool2d_backward(grad, x, **chosen), differences(forward, x, grad), rtol=1e-8, atol=1e-8
    )
    forward = lambda x: avg_pool2d(x, **chosen)  # noqa: E731
    np.testing.assert_allclose(
        avg_pool2d_backward(grad, x.shape, **chosen), differences(forward, x, grad), rtol=1e-8, atol=1e-8
    )


def test_finite_differences_of_global_pooling():
    x = np.random.default_rng(7).permutation(40).reshape(2, 4, 5) / 10.0
    grad = upstream(1, 2)
    np.testing.assert_allclose(
        global_max_pool2d_backward(grad, x), differences(global_max_pool2d, x, grad), rtol=1e-8, atol=1e-8
    )
    np.testing.assert_allclose(
        global_avg_pool2d_backward(grad, x.shape),
        differences(global_avg_pool2d, x, grad),
        rtol=1e-8,
        atol=1e-8,
    )


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64, np.dtype(">f4")])
def test_gradients_have_the_upstream_type_in_native_order(dtype):
    x = np.arange(32).reshape(2, 4, 4)
    grad = np.ones((2, 2, 2), dtype)
    expected = np.dtype(dtype).newbyteorder("=")
    for got in (
        max_pool2d_backward(grad, x),
        max_pool2d_backward(grad, x, ties="split"),
        avg_pool2d_backward(grad, x.shape),
        global_max_pool2d_backward(grad[:, 0, 0], x),
        global_avg_pool2d_backward(grad[:, 0, 0], x.shape),
    ):
        assert got.dtype == expected
        assert got.dtype.isnative
        assert got.shape == x.shape
        assert got.flags.c_contiguous


def test_global_gradients_take_both_shapes():
    x = np.arange(12.0).reshape(2, 2, 3)
    flat = global_max_pool2d_backward([1.0, 2.0], x)
    assert np.array_equal(flat, global_max_pool2d_backward(np.reshape([1.0, 2.0], (2, 1, 1)), x))
    assert np.array_equal(flat[:, 1, 2], [1, 2])
    indices = global_max_pool2d(x, return_indices=True)[1]
    assert np.array_equal(flat, global_max_pool2d_backward([1.0, 2.0], x, indices=indices))
    assert np.array_equal(global_avg_pool2d_backward([6.0, 12.0], x.shape)[:, 0, 0], [1, 2])


def test_a_window_without_a_real_cell_routes_nothing():
    x = np.ones((1, 1))
    value, index = max_pool2d(x, (2, 1), 1, (1, 0), (2, 1), return_indices=True)
    assert (value.tolist(), index.tolist()) == ([[-np.inf]], [[-1]])
    for ties in ("first", "split", "all"):
        assert max_pool2d_backward([[5.0]], x, (2, 1), 1, (1, 0), (2, 1), ties=ties).tolist() == [[0.0]]


def test_empty_leading_axes():
    x = np.ones((0, 4, 4))
    assert max_pool2d_backward(np.ones((0, 2, 2)), x).shape == x.shape
    assert avg_pool2d_backward(np.ones((0, 2, 2)), x.shape).shape == x.shape
    assert global_max_pool2d_backward(np.ones(0), x).shape == x.shape


@pytest.mark.parametrize(
    ("field", "call"),
    [
        ("indices", lambda x: max_pool2d_backward(np.ones((2, 2)), x, indices=np.full((2, 2), 16))),
        ("indices", lambda x: max_pool2d_backward(np.ones((2, 2)), x, indices=np.full((2, 2), -2))),
        ("indices", lambda x: max_pool2d_backward(np.ones((2, 2)), x, indices=np.zeros((2, 3), int))),
        ("indices", lambda x: max_pool2d_backward(np.ones((2, 2)), x, indices=np.zeros((2, 2)))),
        ("ties", lambda x: max_pool2d_backward(np.ones((2, 2)), x, ties="last")),
        ("grad_output", lambda x: global_avg_pool2d_backward(np.ones(2), x.shape)),
        ("input_shape", lambda x: avg_pool2d_backward(np.ones((2, 2)), (4,))),
        ("input", lambda x: avg_pool2d_backward(np.ones((2, 2)), (0, 4))),
    ],
)
def test_what_does_not_fit_is_refused_by_name(field, call):
    with pytest.raises(PoolError) as caught:
        call(np.ones((4, 4)))
    assert caught.value.field == field


def test_a_gradient_of_complex_numbers_is_refused():
    with pytest.raises(TypeError, match="complex128"):
        avg_pool2d_backward(np.ones((2, 2), complex), (4, 4))
