"""Cases from public bug reports of other systems, each with its right value.

Two are decided otherwise than where they were reported: a leading axis of 0 is an empty result wherever it
stands (C21), and a mean of finite values is finite (C41).
"""

import math

import numpy as np
import pytest

from poolstudio.core import (
    PoolError,
    PoolSpec,
    avg_pool2d,
    global_avg_pool2d,
    global_max_pool2d,
    max_pool2d,
    output_shape,
)

INF, NAN = np.inf, np.nan


def counting(rows, cols, dtype=float):
    return np.arange(1, rows * cols + 1, dtype=dtype).reshape(rows, cols)


def same(got, expected):
    np.testing.assert_array_equal(got, expected)


def test_c01_no_window_starts_past_the_input():
    """pytorch/pytorch#45357"""
    got = max_pool2d(np.arange(42.0).reshape(6, 7), 1, 2, 0, ceil_mode=True)
    same(got, [[0, 2, 4, 6], [14, 16, 18, 20], [28, 30, 32, 34]])


def test_c02_no_window_starts_in_the_right_padding():
    """tracel-ai/burn#5791"""
    values, indices = max_pool2d(counting(5, 5), 2, 2, 1, ceil_mode=True, return_indices=True)
    same(values, [[1, 3, 5], [11, 13, 15], [21, 23, 25]])
    same(indices, [[0, 2, 4], [10, 12, 14], [20, 22, 24]])


def test_c03_no_window_is_padding_alone():
    """webmachinelearning/webnn#935"""
    same(max_pool2d(counting(5, 5), 3, 3, 1, ceil_mode=True), [[7, 10], [22, 25]])


@pytest.mark.parametrize("expected", [[1], [1, 2], [1, 3], [1, 3, 4], [1, 3, 5], [1, 3, 5, 6], [1, 3, 5, 7]])
def test_c04_ceil_mode_by_length(expected):
    """pytorch/pytorch#46929"""
    x = np.arange(1.0, expected[-1] + 1)[None]
    same(max_pool2d(x, (1, 2), (1, 2), (0, 1), ceil_mode=True), [expected])


def test_c05_stride_over_kernel_divides_by_no_empty_window():
    """microsoft/onnxruntime#6543"""
    got = avg_pool2d(np.ones((8, 8)), 3, (3, 4), 0, ceil_mode=True, count_include_pad=False)
    same(got, np.ones((3, 2)))


def test_c06_the_last_window_is_clipped_at_the_padding():
    """microsoft/onnxruntime#16203, onnx/onnx#5276"""
    got = avg_pool2d(np.arange(1.0, 10)[None], (1, 7), (1, 3), (0, 3), ceil_mode=True)
    same(got, [[10 / 7, 28 / 7, 39 / 7, 24 / 6]])


def test_c07_overhang_is_not_padding():
    """apple/coremltools#2844, sonos/tract#2851"""
    got = avg_pool2d(np.arange(49.0).reshape(7, 7), 2, 3, ceil_mode=True)
    same(got, [[4, 7, 9.5], [25, 28, 30.5], [42.5, 45.5, 48]])


def test_c09_an_override_beats_count_include_pad():
    """pytorch/executorch#18616"""
    got = avg_pool2d(np.ones((4, 4)), 2, 2, 1, count_include_pad=False, divisor_override=3)
    same(got, np.array([[1, 2, 1], [2, 4, 2], [1, 2, 1]]) / 3)


def test_c10_a_divisor_may_be_negative_but_not_zero():
    """The shape check of PyTorch's AveragePool2d."""
    with pytest.raises(PoolError) as caught:
        avg_pool2d([[1, 2], [3, 4]], 2, divisor_override=0)
    assert caught.value.field == "divisor_override"
    same(avg_pool2d([[1, 2], [3, 4]], 2, divisor_override=-2), [[-5.0]])


def test_c11_padding_never_wins():
    """apache/mxnet#2753, pytorch/pytorch#33382, Tencent/ncnn#1152"""
    same(max_pool2d([[-1, -2, -3], [-3, -4, -5], [-2, -3, -6]], 3, 2, 1), [[-1, -2], [-2, -3]])


def test_c12_a_global_maximum_may_be_negative():
    """uxlfoundation/oneDNN#1677, microsoft/onnxruntime#319, qgis/QGIS#2855"""
    value, index = global_max_pool2d(-counting(3, 3), return_indices=True)
    assert (value, index) == (-1, 0)


@pytest.mark.parametrize(("n", "arguments", "pool"), [(2, (2, 1, 2), max_pool2d), (1, (3, 3, 3), avg_pool2d)])
def test_c13_padding_over_half_the_kernel_is_refused(n, arguments, pool):
    """apache/mxnet#6191, CanReader/FastNN#5, pytorch/pytorch#103423"""
    with pytest.raises(PoolError) as caught:
        pool(np.ones((n, n)), *arguments)
    assert (caught.value.field, caught.value.nearest) == ("padding", 1)


def test_c14_padding_of_exactly_half_is_accepted():
    """pytorch/pytorch#50135"""
    same(max_pool2d(counting(5, 5), 4, 4, 2), [[7, 10], [22, 25]])


def test_c15_the_limit_does_not_grow_with_dilation():
    """pytorch/pytorch#7541, #154395, tile-ai/TileOPs#832, Oneflow-Inc/oneflow#8203"""
    with pytest.raises(PoolError) as caught:
        max_pool2d(np.ones((9, 9)), 3, 1, 2, 2)
    assert (caught.value.field, caught.value.nearest) == ("padding", 1)


def test_c18_a_size_of_zero_is_an_error_and_ceil_mode_has_one_window():
    """microsoft/onnxruntime#1224"""
    x = np.arange(1.0, 5)[None]
    with pytest.raises(PoolError) as caught:
        max_pool2d(x, (1, 3), (1, 2), 0, (1, 2))
    assert (caught.value.field, caught.value.axis) == ("kernel_size", "width")
    same(max_pool2d(x, (1, 3), (1, 2), 0, (1, 2), ceil_mode=True), [[3.0]])


@pytest.mark.parametrize("pool", [max_pool2d, avg_pool2d])
def test_c19_one_cell_under_a_larger_kernel(pool):
    """pytorch/pytorch#4986, huggingface/candle#1445"""
    with pytest.raises(PoolError):
        pool([[3.0]], 2, 2)
    same(pool([[3.0]], 2, 2, ceil_mode=True), [[3.0]])


@pytest.mark.parametrize(
    ("field", "arguments"),
    [("kernel_size", (0,)), ("stride", (2, 0)), ("padding", (2, 2, -1)), ("dilation", (2, 2, 0, 0))],
)
def test_c20_each_parameter_is_refused_by_name(field, arguments):
    """tenstorrent/tt-metal#25208"""
    with pytest.raises(PoolError) as caught:
        max_pool2d(np.ones((4, 4)), *arguments)
    assert caught.value.field == field


def test_c21_empty_inputs():
    """pytorch/pytorch#12013, #38115, tensorflow/tensorflow#21338"""
    for pool in (max_pool2d, avg_pool2d):
        assert pool(np.ones((0, 3, 4, 4)), 2).shape == (0, 3, 2, 2)
        assert pool(np.ones((1, 0, 4, 4)), 2).shape == (1, 0, 2, 2)  # torch refuses
        with pytest.raises(PoolError) as caught:
            pool(np.ones((1, 1, 0, 4)), 2)
        assert (caught.value.field, caught.value.axis) == ("input", "height")


@pytest.mark.parametrize("cells", [[1, NAN, 5, 6], [NAN, 2, 3, 4], [INF, NAN, 1, 2], [NAN] * 4])
def test_c22_a_nan_wins_wherever_it_sits(cells):
    """pytorch/pytorch#7645, keras-team/keras#16158, tensorflow/tensorflow#2501, Theano/Theano#3060"""
    assert np.isnan(max_pool2d(np.reshape(cells, (2, 2)), 2)).all()
    assert np.isnan(global_max_pool2d(np.reshape(cells, (2, 2))))


def test_c26_a_nan_touches_its_own_windows_alone():
    """scipy/scipy#7818"""
    same(avg_pool2d([[NAN, 1, 2, 3, 4, 5]], (1, 2)), [[NAN, 2.5, 4.5]])
    same(avg_pool2d([[INF, 1, 2, 3, 4, 5]], (1, 2)), [[INF, 2.5, 4.5]])


def test_c28_float16_is_summed_wider():
    """huggingface/candle#3719, tracel-ai/cubek#639, ROCm/MIOpen#2109"""
    ones = np.ones((64, 64), np.float16)
    for mean in (avg_pool2d(ones, 64)[0, 0], global_avg_pool2d(ones)):
        assert (mean, mean.dtype) == (1, np.float16)
    assert avg_pool2d(np.full((2, 2), 60000, np.float16), 2)[0, 0] == 60000


def test_c29_small_integers_do_not_wrap():
    """LCAV/LenslessPiCam#173, scikit-image/scikit-image#4365"""
    got = avg_pool2d(np.array([[200, 100], [100, 200]], np.uint8), 2)
    assert (got[0, 0], got.dtype) == (150, np.float64)


def test_c31_padding_of_integers_is_their_minimum():
    """tinygrad/tinygrad#7726"""
    x = np.array([[-5, -6], [-7, -128]], np.int8)
    got = max_pool2d(x, 2, 2, 1)
    same(got, x)
    assert got.dtype == np.int8


def test_c32_bool():
    """pytorch/pytorch#33086, #107412"""
    x = np.array([[False, True], [True, True]])
    got = max_pool2d(x)
    assert (got.tolist(), got.dtype) == ([[True]], np.bool_)
    assert avg_pool2d(x).tolist() == [[0.75]]
    assert global_avg_pool2d(x) == 0.75


def test_c33_views_are_read_as_they_are_seen():
    """torch/cunn#68"""
    base = counting(6, 6)
    values, indices = max_pool2d(base[::2, 1::2], 2, 1, return_indices=True)
    same(values, [[16, 18], [28, 30]])
    same(indices, [[4, 5], [7, 8]])
    for view in (base[::-1, ::-1], np.asfortranarray(base)):
        for a, b in zip(
            max_pool2d(view, 2, 1, return_indices=True),
            max_pool2d(view.copy("C"), 2, 1, return_indices=True),
            strict=True,
        ):
            same(a, b)


def test_c34_both_ways_to_count_padding():
    """apache/mxnet#10194"""
    x = counting(5, 5)
    np.testing.assert_allclose(avg_pool2d(x, 5, 1, 2)[0], [2.52, 3.6, 4.8, 4.08, 3.24], rtol=1e-15)
    same(avg_pool2d(x, 5, 1, 2, count_include_pad=False)[0], [7, 7.5, 8, 8.5, 9])


def test_c35_global_pooling_is_the_plain_mean():
    """apache/mxnet#9714, #10000"""
    assert global_avg_pool2d(counting(3, 3)) == 5.0


def test_c36_indices_count_in_the_unpadded_plane():
    """tensorflow/tensorflow#10216"""
    same(max_pool2d(counting(3, 5), 2, 2, 1, return_indices=True)[1], [[0, 2, 4], [10, 12, 14]])


def test_c37_indices_restart_at_each_plane():
    """tensorflow/tensorflow#22025, #24067, #2821"""
    x = np.zeros((2, 2, 4, 4))
    x[0, 0, 1, 2] = x[0, 1, 1, 2] = x[1, 0, 1, 2] = x[1, 1, 3, 3] = 1
    same(max_pool2d(x, 4, return_indices=True)[1].ravel(), [6, 6, 6, 15])
    same(global_max_pool2d(x, return_indices=True)[1].ravel(), [6, 6, 6, 15])


def test_c38_pairs_are_height_and_width():
    """llvm/torch-mlir#4144, pytorch/pytorch#103821"""
    got = max_pool2d(counting(4, 5), (3, 2), (1, 3), (1, 1))
    same(got, [[6, 9], [11, 14], [16, 19], [16, 19]])


def test_c39_an_edge_is_not_filled_with_zeros():
    """scikit-image/scikit-image#4940"""
    same(avg_pool2d(np.ones((3, 3))), [[1]])
    same(avg_pool2d(np.ones((3, 3)), ceil_mode=True), np.ones((2, 2)))
    same(max_pool2d(-np.ones((3, 3)), ceil_mode=True), -np.ones((2, 2)))


@pytest.mark.parametrize(
    ("x", "value", "index"),
    [([[1, 2], [2, 2]], 2, 1), ([[1, NAN], [5, 6]], NAN, 1), ([[NAN, NAN], [NAN, NAN]], NAN, 3)],
)
def test_c40_ties_and_nans_where_other_oracles_err(x, value, index):
    """onnx/reference/ops of the onnx package; the right values are torch's."""
    for got in (max_pool2d(x, 2, return_indices=True), global_max_pool2d(x, True, return_indices=True)):
        same(got[0], [[value]])
        same(got[1], [[index]])


def test_c41_float32_sums():
    """numpy/numpy#22956, pytorch/pytorch#38716"""
    x = np.array([[16777216, 1, 1, 1]], np.float32)
    near = abs(float(avg_pool2d(x, (1, 4))[0, 0]) - 4194304.75)
    assert near <= 4 * np.spacing(np.float32(4194304.75))
    assert avg_pool2d(x.astype(float), (1, 4))[0, 0] == 4194304.75
    for dtype, large in ((np.float32, 3e38), (np.float64, 1.7e308), (np.float32, 3.4028235e38)):
        x = np.full((3, 3), large, dtype)
        for mean in (avg_pool2d(x, 3)[0, 0], global_avg_pool2d(x)):  # torch gives inf
            assert abs(mean / dtype(large) - 1) <= 4 * np.finfo(dtype).eps
        assert avg_pool2d(x, 3, divisor_override=1)[0, 0] == INF  # not a mean: it is too large


def test_c42_a_nan_is_seen_from_both_sides():
    """scipy/scipy#9077, cupy/cupy#4090"""
    x = np.array([[1, 2, NAN, 4, 5]])
    for view in (x, x[:, ::-1]):
        assert np.isnan(max_pool2d(view, (1, 3), 1)).all()


def test_c43_subnormal_values_are_not_zero():
    tiny = float(np.float32(1e-45))
    x = np.array([[0, 1e-45, -1e-45, -0.0]], np.float32)
    value, index = max_pool2d(x, (1, 4), return_indices=True)
    assert (value[0, 0], index[0, 0]) == (tiny, 1)
    assert avg_pool2d(np.full((2, 2), 1e-45, np.float32))[0, 0] == tiny


def test_c44_infinities_average_without_a_warning():
    same(avg_pool2d([[INF, -INF], [1, 1]]), [[NAN]])
    same(avg_pool2d([[INF, 1], [1, 1]]), [[INF]])
    same(global_avg_pool2d([[INF, -INF], [1, 1]]), NAN)


def test_an_average_beside_a_huge_value_is_exact():
    x = np.ones((4, 9), np.float32)
    x[:, 0] = 1e30
    assert (avg_pool2d(x, 2, 1)[:, 1:] == 1).all()


def test_integers_beyond_a_float_are_exact():
    top = 2**53
    assert max_pool2d([[top, top + 1]], (1, 2))[0, 0] == top + 1
    assert global_max_pool2d([[top, top + 1]], return_indices=True)[1] == 1
    large = np.array([[2**62, -(2**62)], [6, 2]])
    assert avg_pool2d(large)[0, 0] == global_avg_pool2d(large) == 2.0
    full = np.full((2, 2), 2**64 - 1, np.uint64)
    assert avg_pool2d(full)[0, 0] == global_avg_pool2d(full) == math.ldexp(1, 64)


def test_kernels_far_larger_than_the_input():
    x = counting(3, 3)
    assert output_shape((3, 3), PoolSpec.of(2**40, 1, 2**39)) == (4, 4)
    same(max_pool2d(x, 2**40, 1, 2**39), np.full((4, 4), 9))
    same(avg_pool2d(x, 2**40, 1, 2**39, count_include_pad=False), np.full((4, 4), 5))
    same(avg_pool2d(x, 2, 2**70), [[3.0]])
