"""Layer objects: they call the core, tell their shapes and cannot be changed."""

import dataclasses

import numpy as np
import pytest

from poolstudio import core, nn
from poolstudio.core import PoolError

X = np.random.default_rng(0).standard_normal((2, 3, 9, 11))
LAYERS = [
    (nn.MaxPool2d(3, 2, 1), core.max_pool2d(X, 3, 2, 1)),
    (nn.MaxPool2d((2, 3), ceil_mode=True), core.max_pool2d(X, (2, 3), ceil_mode=True)),
    (nn.MaxPool2d(2, 1, dilation=3), core.max_pool2d(X, 2, 1, 0, 3)),
    (nn.AvgPool2d(3, 2, 1, True, False), core.avg_pool2d(X, 3, 2, 1, True, False)),
    (nn.AvgPool2d(2, divisor_override=3), core.avg_pool2d(X, 2, divisor_override=3)),
    (nn.LPPool2d(2, 3, 2, ceil_mode=True), core.lp_pool2d(X, 2, 3, 2, True)),
    (nn.AdaptiveAvgPool2d((5, None)), core.adaptive_avg_pool2d(X, (5, None))),
    (nn.AdaptiveMaxPool2d(4), core.adaptive_max_pool2d(X, 4)),
]


@pytest.mark.parametrize(("layer", "expected"), LAYERS, ids=lambda given: repr(given)[:40])
def test_a_layer_is_its_function(layer, expected):
    assert np.array_equal(layer(X), expected)
    assert np.array_equal(layer.forward(X), expected)
    assert layer.output_shape(X.shape) == expected.shape
    assert layer.output_shape(X.shape[2:]) == expected.shape[2:]


@pytest.mark.parametrize(
    ("layer", "call"),
    [
        (nn.MaxPool2d(2, return_indices=True), lambda x: core.max_pool2d(x, 2, return_indices=True)),
        (nn.AdaptiveMaxPool2d(2, True), lambda x: core.adaptive_max_pool2d(x, 2, return_indices=True)),
    ],
)
def test_indices_come_along(layer, call):
    for got, expected in zip(layer(X), call(X), strict=True):
        assert np.array_equal(got, expected)


def test_there_and_back():
    values, indices = nn.MaxPool2d(2, return_indices=True)(X)
    back = nn.MaxUnpool2d(2)
    assert back.output_shape(values.shape, X.shape) == X.shape
    assert back.output_shape(values.shape) == (2, 3, 8, 10)
    plane = back(values, indices, output_size=X.shape)
    assert np.array_equal(core.max_pool2d(plane, 2), np.maximum(values, 0))


@pytest.mark.parametrize(
    ("shape", "layer", "expected"),
    [
        ((8, 32, 16, 16), nn.MaxPool2d(2), (8, 32, 8, 8)),
        ((32, 64, 224, 224), nn.MaxPool2d(2), (32, 64, 112, 112)),
        ((32, 128, 56, 56), nn.AvgPool2d(3, 1, 1), (32, 128, 56, 56)),
        ((64, 112, 112), nn.MaxPool2d(3, 2, 1), (64, 56, 56)),
        ((16, 256, 28, 28), nn.MaxPool2d((3, 3), (2, 2), 1), (16, 256, 14, 14)),
        ((8, 512, 13, 9), nn.AdaptiveAvgPool2d(1), (8, 512, 1, 1)),
    ],
)
def test_shapes_of_known_networks(shape, layer, expected):
    assert layer.output_shape(shape) == expected


def test_settings_are_kept_as_given_and_cannot_change():
    layer = nn.MaxPool2d([3, 2], stride=(2, 1))
    assert (layer.kernel_size, layer.stride, layer.padding) == ((3, 2), (2, 1), 0)
    assert layer == nn.MaxPool2d((3, 2), (2, 1))
    assert hash(layer) == hash(nn.MaxPool2d((3, 2), (2, 1)))
    assert repr(nn.AvgPool2d(2)).startswith("AvgPool2d(kernel_size=2, stride=None, padding=0")
    with pytest.raises(dataclasses.FrozenInstanceError):
        layer.stride = 1


@pytest.mark.parametrize(
    ("field", "make"),
    [
        ("kernel_size", lambda: nn.MaxPool2d(0)),
        ("padding", lambda: nn.AvgPool2d(3, padding=2)),
        ("return_indices", lambda: nn.MaxPool2d(2, return_indices=1)),
        ("return_indices", lambda: nn.AdaptiveMaxPool2d(2, "yes")),
        ("norm_type", lambda: nn.LPPool2d(0, 2)),
        ("output_size", lambda: nn.AdaptiveAvgPool2d(-1)),
        ("stride", lambda: nn.MaxUnpool2d(2, 0)),
        ("kernel_size", lambda: nn.MaxPool2d(12).output_shape((3, 9, 9))),
        ("input_shape", lambda: nn.MaxPool2d(2).output_shape((9,))),
    ],
)
def test_a_wrong_setting_is_refused_when_it_is_given(field, make):
    with pytest.raises(PoolError) as caught:
        make()
    assert caught.value.field == field
