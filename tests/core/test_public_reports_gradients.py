"""Gradient cases from public bug reports of other systems, each with its right value."""

import numpy as np
import pytest

from poolstudio.core import PoolError, avg_pool2d_backward, global_max_pool2d_backward, max_pool2d_backward

INF, NAN = np.inf, np.nan


def same(got, expected):
    np.testing.assert_array_equal(got, expected)


def test_g01_one_winner_among_ties():
    """tensorflow/tensorflow#51682, #4886, Theano/Theano#5404, #5248"""
    for got in (
        max_pool2d_backward([[1.0]], [[1, 2], [2, 2]]),
        global_max_pool2d_backward(1.0, [[1, 2], [2, 2]]),
    ):
        same(got, [[0, 1], [0, 0]])


def test_g02_a_cell_gets_one_share_for_each_window_it_wins():
    """FluxML/Flux.jl#1197"""
    x = np.arange(1.0, 25).reshape(4, 6)
    x[1, 1] = 88
    got = max_pool2d_backward(np.ones((2, 3)), x, 3, 2, 1)
    expected = np.zeros((4, 6))
    expected[1, 1], expected[1, 5], expected[3, 5] = 4, 1, 1
    same(got, expected)


def test_g03_overlapping_windows_add_up():
    """Theano/Theano#5404"""
    got = max_pool2d_backward(np.ones((3, 3)), np.zeros((3, 3)), 3, 1, 1)
    same(got, [[4, 2, 0], [2, 1, 0], [0, 0, 0]])


def test_g04_nearly_equal_is_not_equal():
    """mni-ml/framework#22"""
    same(max_pool2d_backward([[1.0]], [[1.0, 1.0 + 1e-7, 0.999]], (1, 3)), [[0, 1, 0]])
    same(max_pool2d_backward([[1.0]], [[1.0, 1.0 + 1e-7, 0.999]], (1, 3), ties="all"), [[0, 1, 0]])


def test_g06_the_divisor_of_the_forward_pass():
    """pytorch/pytorch#15997"""
    got = avg_pool2d_backward(np.ones((2, 2)), (4, 4), 3, 2, 1, count_include_pad=False)
    np.testing.assert_allclose(got[0], [1 / 4, 5 / 12, 1 / 6, 1 / 6], rtol=1e-15)
    np.testing.assert_allclose(got[1], [5 / 12, 25 / 36, 5 / 18, 5 / 18], rtol=1e-15)
    np.testing.assert_allclose(got.sum(), 4, rtol=1e-15)


def test_g07_the_last_nan_gets_it():
    """tracel-ai/burn#5662"""
    x = [[NAN, 1, NAN, 2, 3]]
    for ties in ("first", "split", "all"):
        same(max_pool2d_backward([[1.0, 1, 1]], x, (1, 3), 1, ties=ties), [[0, 0, 3, 0, 0]])


def test_g08_infinities_route_too():
    """pytorch/pytorch#1465, #40131"""
    got = max_pool2d_backward(np.ones((2, 2)), np.full((3, 3), -INF), 2, 2, 1)
    same(got, [[1, 1, 0], [1, 1, 0], [0, 0, 0]])


def test_g09_upstream_in_any_layout():
    """torch/cunn#68, pytorch/pytorch#197888"""
    x = np.arange(9.0).reshape(3, 3)
    same(max_pool2d_backward(np.array([[1.0, 2], [3, 4]]).T, x, 2, 1), [[0, 0, 0], [0, 1, 3], [0, 2, 4]])
    ones = np.broadcast_to(1.0, (2, 2))
    same(max_pool2d_backward(ones, x, 2, 1), [[0, 0, 0], [0, 1, 1], [0, 1, 1]])
    same(avg_pool2d_backward(ones * 4, (3, 3), 2, 1), [[1, 2, 1], [2, 4, 2], [1, 2, 1]])


def test_g10_negative_upstream_and_a_tie():
    """facebookresearch/CrypTen#90"""
    same(max_pool2d_backward([[1.0, 10, -3]], [[1, 5, 2, 5, 0]], (1, 3), 1), [[0, 11, 0, -3, 0]])


@pytest.mark.parametrize("shape", [(9, 2, 2), (5, 3, 2), (5, 2), (5, 1, 2, 2)])
def test_g11_an_upstream_of_another_shape_is_refused(shape):
    """pytorch/pytorch#140923, #194803"""
    x = np.zeros((5, 4, 4))
    for call in (
        lambda: max_pool2d_backward(np.ones(shape), x),
        lambda: avg_pool2d_backward(np.ones(shape), x.shape),
        lambda: global_max_pool2d_backward(np.ones(shape), x),
    ):
        with pytest.raises(PoolError) as caught:
            call()
        assert caught.value.field == "grad_output"


def test_g12_skipped_cells_get_zero():
    """microsoft/onnxruntime#6543"""
    same(avg_pool2d_backward([[1.0, 1]], (1, 6), (1, 2), (1, 3)), [[0.5, 0.5, 0, 0.5, 0.5, 0]])


def test_g15_an_average_routes_whatever_the_values():
    same(avg_pool2d_backward([[1.0]], (2, 2)), [[0.25, 0.25], [0.25, 0.25]])
