"""Min pooling: the rules of max at the other end of the order, by its own comparisons."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from poolstudio.core import max_pool2d, min_pool2d, min_pool2d_backward
from tests.core import cases, oracle


@settings(max_examples=250, deadline=None)
@given(st.data())
def test_min_with_winners(data):
    x = data.draw(cases.planes())
    chosen = data.draw(cases.parameters(x.shape))
    assume(min(oracle.size_of(x.shape, **chosen)) >= 1)
    given_x = cases.laid_out(x, data.draw(st.sampled_from(cases.LAYOUTS)))
    values, indices = oracle.min_pool(x, **chosen)
    assert cases.equal(min_pool2d(given_x, **chosen), values)
    own, where = min_pool2d(given_x, **chosen, return_indices=True)
    assert cases.equal(own, values)
    assert cases.equal(where, indices)
    assert np.array_equal(np.signbit(own), np.signbit(values)) or x.dtype.kind != "f"


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_its_gradient(data):
    x = data.draw(cases.planes())
    chosen = data.draw(cases.parameters(x.shape))
    size = oracle.size_of(x.shape, **chosen)
    assume(min(size) >= 1)
    ties = data.draw(st.sampled_from(["first", "split", "all"]))
    grad = np.random.default_rng(data.draw(st.integers(0, 99))).standard_normal(size)
    spec = {k: v for k, v in chosen.items() if k != "kernel_size"}
    asked = oracle.windows(x.shape, chosen["kernel_size"], **({"dilation": 1} | spec))
    wanted = oracle.routed(grad, x, asked, ties, smallest=True)
    np.testing.assert_allclose(min_pool2d_backward(grad, x, **chosen, ties=ties), wanted, 1e-12, 1e-12)
    indices = min_pool2d(x, **chosen, return_indices=True)[1]
    again = min_pool2d_backward(grad, x, **chosen, indices=indices, ties=ties)
    np.testing.assert_allclose(again, wanted, 1e-12, 1e-12)


@pytest.mark.parametrize("dtype", ["i1", "i8", "f4", "f8"])
def test_where_negation_is_exact_it_is_the_max_of_the_negated(dtype):
    x = np.random.default_rng(3).integers(-9, 9, (2, 30, 31)).astype(dtype)
    values, indices = min_pool2d(x, 3, 2, 1, return_indices=True)
    negated, where = max_pool2d(-x, 3, 2, 1, return_indices=True)
    assert np.array_equal(values, -negated)
    assert np.array_equal(indices, where)


def test_the_least_integer_has_no_negative():
    assert min_pool2d(np.array([[-128, 127]], np.int8), (1, 2)).tolist() == [[-128]]
    assert min_pool2d(np.array([[2**63 + 1, 2**63]], np.uint64), (1, 2)).tolist() == [[2**63]]


def test_padding_never_wins():
    assert min_pool2d([[5.0]], 2, 1, 1, ceil_mode=True).tolist() == [[5.0, 5.0], [5.0, 5.0]]
    assert min_pool2d(np.array([[True]]), 2, 1, 1).all()


def test_a_window_without_a_real_cell_has_the_largest_value():
    for dtype, most in (("f4", np.inf), ("u1", 255), ("?", True)):
        values, indices = min_pool2d(np.zeros((1, 1), dtype), (2, 1), 1, (1, 0), (2, 1), return_indices=True)
        assert (values.tolist(), indices.tolist()) == ([[most]], [[-1]])
