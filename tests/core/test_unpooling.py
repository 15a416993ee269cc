"""Unpooling: values back to their places, sizes that fit, and the cases that others got wrong."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from poolstudio.core import (
    PoolError,
    PoolSpec,
    max_pool2d,
    max_unpool2d,
    max_unpool2d_backward,
    unpooled_size,
)
from tests.core import cases, oracle


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_pooled_plane_goes_back(data):
    x = data.draw(cases.planes())
    chosen = data.draw(cases.parameters(x.shape, dilated=False))
    chosen["ceil_mode"] = False
    assume(min(oracle.size_of(x.shape, **chosen)) >= 1)
    values, indices = max_pool2d(x, **chosen, return_indices=True)
    chosen.pop("ceil_mode")
    given_values = cases.laid_out(values, data.draw(st.sampled_from(cases.LAYOUTS)))
    typed = indices.astype(data.draw(st.sampled_from(["i1", "u1", "i4", ">i8", "u8"])))
    got = max_unpool2d(given_values, typed, **chosen, output_size=x.shape)
    assert cases.same_bits(got, oracle.unpool(values, indices, x.shape))
    assert np.array_equal(got.reshape(-1)[indices], values, equal_nan=x.dtype.kind == "f")


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_the_gradient_is_the_jacobian(data):
    """By one output cell at a time: exactly the kept values move the plane."""
    pooled = data.draw(st.tuples(st.integers(1, 4), st.integers(1, 4)))
    count = pooled[0] * pooled[1]
    indices = data.draw(st.lists(st.integers(0, 63), min_size=count, max_size=count))
    at = np.array(indices).reshape(pooled)
    grad = np.random.default_rng(0).standard_normal((8, 8))
    got = max_unpool2d_backward(grad, at)
    for place in np.ndindex(*pooled):
        one = np.zeros(pooled)
        one[place] = 1
        assert got[place] == (oracle.unpool(one, at, (8, 8)) * grad).sum()


def test_the_default_size_and_one_that_keeps_a_dropped_column():
    """pytorch/pytorch#580, #68936"""
    x = np.arange(1, 21).reshape(4, 5)
    values, indices = max_pool2d(x, 2, return_indices=True)
    with pytest.raises(PoolError, match="Index 18 lies outside the plane of 4 × 4 cells") as caught:
        max_unpool2d(values, indices, 2)
    assert (caught.value.field, caught.value.nearest) == ("indices", 15)
    got = max_unpool2d(values, indices, 2, output_size=(4, 5))
    assert [got[at] for at in ((1, 1), (1, 3), (3, 1), (3, 3))] == [7, 9, 17, 19]
    assert np.count_nonzero(got) == 4


def test_indices_count_on_the_plane_that_is_asked_for():
    """pytorch/pytorch#36710, onnx/onnx#2398"""
    got = max_unpool2d([[5, 6], [7, 8]], [[0, 2], [8, 10]], 2, output_size=(5, 5))
    assert [got[at] for at in ((0, 0), (0, 2), (1, 3), (2, 0))] == [5, 6, 7, 8]


@pytest.mark.parametrize("dtype", [np.int64, np.uint64])
def test_an_index_is_never_narrowed(dtype):
    """pytorch/pytorch#197409"""
    with pytest.raises(PoolError, match=f"Index {2**32 + 3} lies outside the plane of 4 × 4 cells"):
        max_unpool2d(np.ones((2, 2)), np.array([[0, 1], [2, 2**32 + 3]], dtype), 2)


@pytest.mark.parametrize(("size", "legal"), [(2, False), (3, True), (4, True), (5, True), (6, False)])
def test_the_bounds_themselves_are_refused(size, legal):
    """pytorch/pytorch#38640"""
    values, indices = np.ones((2, 2)), np.zeros((2, 2), int)
    if legal:
        assert max_unpool2d(values, indices, 2, output_size=(size, 4)).shape == (size, 4)
        return
    with pytest.raises(PoolError, match=rf"Output size {size} is not possible: .* give 3 to 5\.") as caught:
        max_unpool2d(values, indices, 2, output_size=(size, 4))
    assert (caught.value.field, caught.value.axis) == ("output_size", "height")
    assert caught.value.nearest == (3 if size < 3 else 5)


def test_a_default_below_one_cell_is_an_error():
    """pytorch/pytorch#178483, #178577: there with padding 2, which is over half of the kernel here."""
    with pytest.raises(PoolError, match="Unpooling gives a height of 0"):
        max_unpool2d([[1.0]], [[0]], 2, 2, 1)
    with pytest.raises(PoolError) as caught:
        max_unpool2d([[1.0]], [[0]], 2, 2, 2)
    assert caught.value.field == "padding"


def test_a_winner_in_a_dropped_row_needs_the_size():
    """pytorch/pytorch#68589, #68420"""
    x = np.zeros((10, 10))
    x[8, 8] = 1
    values, indices = max_pool2d(x, 3, return_indices=True)
    assert indices.max() == 88
    with pytest.raises(PoolError, match="Index 88 lies outside the plane of 9 × 9 cells"):
        max_unpool2d(values, indices, 3)
    assert max_unpool2d(values, indices, 3, output_size=(10, 10))[8, 8] == 1


def test_infinities_and_nan_spoil_no_zero():
    """tinygrad/tinygrad#11784"""
    assert max_unpool2d([[-np.inf]], [[3]], 2).tolist() == [[0, 0], [0, -np.inf]]
    got = max_unpool2d([[np.nan]], [[3]], 2)
    assert np.isnan(got[1, 1])
    assert got.ravel()[:3].tolist() == [0, 0, 0]


def test_of_a_duplicate_the_last_is_kept_and_never_summed():
    assert max_unpool2d([[1, 2, 3]], [[4, 4, 0]], (1, 2)).tolist() == [[3, 0, 0, 0, 2, 0]]


def test_a_window_without_a_winner_cannot_go_back():
    with pytest.raises(PoolError, match="Index −1 lies outside"):
        max_unpool2d([[1.0]], [[-1]], 2)


def test_leading_axes_and_the_full_shape():
    x = np.arange(2 * 3 * 16).reshape(2, 3, 4, 4)
    values, indices = max_pool2d(x, 2, return_indices=True)
    got = max_unpool2d(values, indices, 2, output_size=x.shape)
    assert got.shape == x.shape
    assert np.array_equal(got.sum((-2, -1)), values.sum((-2, -1)))
    with pytest.raises(PoolError) as caught:
        max_unpool2d(values, indices, 2, output_size=(2, 4, 4, 4))
    assert caught.value.field == "output_size"
    assert max_unpool2d(values[:0], indices[:0], 2).shape == (0, 3, 4, 4)
    assert max_unpool2d_backward(np.ones((0, 4, 4)), np.zeros((0, 2, 2), int)).shape == (0, 2, 2)


@pytest.mark.parametrize(
    ("field", "indices"),
    [("indices", [[0.0]]), ("indices", [[0, 1]]), ("indices", [[True]]), ("indices", [[16]])],
)
def test_what_are_no_indices_is_refused(field, indices):
    with pytest.raises(PoolError) as caught:
        max_unpool2d([[1.0]], indices, 2)
    assert caught.value.field == field
    with pytest.raises(PoolError):
        max_unpool2d_backward(np.ones((2, 3, 3)), np.zeros((3, 1, 1), int))


def test_sizes_of_planes():
    assert unpooled_size((3, 4), PoolSpec.of(3, 2, 1)) == (5, 7)
    assert unpooled_size((1, 1), PoolSpec.of(3, 3), (3, 5)) == (3, 5)
