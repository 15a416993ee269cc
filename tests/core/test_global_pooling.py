"""Global pooling: types, exactness, shapes, layouts."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from poolstudio.core import PoolError, global_avg_pool2d, global_max_pool2d
from poolstudio.core import globals as globals_module
from tests.core import cases, oracle


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_against_loops(data):
    x = data.draw(cases.planes())
    given_x = cases.laid_out(x, data.draw(st.sampled_from(cases.LAYOUTS)))
    values, indices = oracle.max_pool(x, x.shape)
    got = global_max_pool2d(given_x, True, return_indices=True)
    assert cases.equal(got[0], values)
    assert cases.equal(got[1], indices)
    assert cases.equal(global_max_pool2d(given_x, True), values)
    mean, sizes = oracle.avg_pool(x, x.shape)
    with pytest.MonkeyPatch.context() as patch:
        if data.draw(st.booleans()):
            patch.setattr(globals_module, "_SMALL", 0)  # the way of large planes
        average = global_avg_pool2d(given_x, keepdims=True)
    if x.dtype.kind != "f":
        assert average.dtype == np.float64
        np.testing.assert_allclose(average, mean, rtol=1e-15, atol=1e-15 * float(np.max(sizes)))
        return
    assert average.dtype == x.dtype
    with np.errstate(all="ignore"):
        units = math.ceil(math.log2(x.shape[0])) + math.ceil(math.log2(x.shape[1])) + 2
        ulp = np.spacing(np.minimum(sizes, np.finfo(x.dtype).max).astype(x.dtype)).astype(np.float64)
        near = np.abs(average.astype(np.float64) - mean) <= units * ulp
        rounded = mean.astype(x.dtype)
    assert np.all(near | (average == rounded) | (np.isnan(average) & np.isnan(mean)))


@pytest.mark.parametrize("dtype", [np.uint8, np.int16, np.uint32, np.int64, np.float32, np.float64, np.bool_])
def test_large_planes_are_summed_exactly(dtype):
    x = np.random.default_rng(3).integers(0, 2 if dtype == np.bool_ else 250, (1500, 700)).astype(dtype)
    expected = x.sum(dtype=np.int64) / x.size
    assert global_avg_pool2d(x) == dtype(expected) if np.dtype(dtype).kind == "f" else expected
    assert global_avg_pool2d(np.stack([x, x]))[1] == global_avg_pool2d(x)


@pytest.mark.parametrize("lead", [(), (3,), (2, 3), (0,), (2, 0)])
def test_shapes(lead):
    x = np.zeros((*lead, 4, 5), np.float32)
    for pool in (global_avg_pool2d, global_max_pool2d):
        assert pool(x).shape == lead
        assert pool(x, keepdims=True).shape == (*lead, 1, 1)
    values, indices = global_max_pool2d(x, return_indices=True)
    assert values.shape == indices.shape == lead
    assert indices.dtype == np.int64


def test_zero_keeps_its_sign_with_indices():
    value, index = global_max_pool2d([[-0.0, 0.0]], return_indices=True)
    assert index == 0
    assert np.signbit(value)


@pytest.mark.parametrize("pool", [global_avg_pool2d, global_max_pool2d])
def test_a_plane_without_cells_is_refused(pool):
    with pytest.raises(PoolError) as caught:
        pool(np.zeros((3, 0, 4)))
    assert (caught.value.field, caught.value.axis) == ("input", "height")


def test_many_planes_at_once_are_each_alone():
    x = np.random.default_rng(3).standard_normal((5, 4, 3, 6)).astype(np.float32)
    x[2, 1, 0, 3] = np.nan
    x = np.moveaxis(x, 1, -1)
    values, indices = global_max_pool2d(x, return_indices=True)
    means = global_avg_pool2d(x)
    for place in np.ndindex(5, 3):
        value, index = global_max_pool2d(x[place], return_indices=True)
        np.testing.assert_array_equal(values[place], value)
        assert indices[place] == index
        np.testing.assert_array_equal(means[place], global_avg_pool2d(x[place]))
