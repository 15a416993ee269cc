"""Examples worked by hand that must hold, and what classes and papers show."""

import numpy as np
import pytest

from poolstudio.core import (
    PoolSpec,
    avg_pool2d,
    covering,
    global_avg_pool2d,
    global_max_pool2d,
    max_pool2d,
)

COUNTING = np.arange(1, 17).reshape(4, 4)
CLASSIC = [[1, 3, 2, 4], [5, 6, 1, 2], [7, 2, 9, 0], [1, 8, 3, 4]]


def test_the_counting_grid():
    assert max_pool2d(COUNTING, 2).tolist() == [[6, 8], [14, 16]]


def test_rows_that_fill_no_window_are_dropped():
    assert max_pool2d(np.arange(30).reshape(5, 6) * 0.5, 3).tolist() == [[7.0, 8.5]]


def test_negative_values_have_a_negative_maximum():
    assert max_pool2d([[-1, -2]], (1, 2)).tolist() == [[-1]]


def test_one_window_and_its_type():
    result = max_pool2d([[1, 4], [2, 3]])
    assert result.tolist() == [[4]]
    assert result.dtype.kind == "i"


def test_the_classic_grid():
    assert max_pool2d(CLASSIC).tolist() == [[6, 4], [8, 9]]
    assert avg_pool2d(CLASSIC).tolist() == [[3.75, 2.25], [4.5, 4.0]]


@pytest.mark.parametrize(
    ("shape", "arguments", "expected"),
    [
        ((8, 32, 16, 16), (2,), (8, 32, 8, 8)),
        ((2, 64, 224, 224), (2,), (2, 64, 112, 112)),
        ((2, 128, 56, 56), (3, 1, 1), (2, 128, 56, 56)),
        ((2, 64, 112, 112), (3, 2, 1), (2, 64, 56, 56)),
        ((2, 256, 28, 28), ((3, 3), (2, 2), 1), (2, 256, 14, 14)),
    ],
)
def test_shapes_of_known_layers(shape, arguments, expected):
    x = np.zeros(shape, np.float32)
    assert max_pool2d(x, *arguments).shape == expected
    assert avg_pool2d(x, *arguments).shape == expected


@pytest.mark.parametrize("shape", [(8, 512, 7, 7), (8, 512, 13, 9)])
def test_shapes_of_global_pooling(shape):
    x = np.zeros(shape, np.float32)
    assert global_avg_pool2d(x).shape == global_max_pool2d(x).shape == (8, 512)


def test_ceil_mode_and_what_it_divides_by():
    assert avg_pool2d(COUNTING, 3, 2, ceil_mode=True).tolist() == [[6, 7.5], [12, 13.5]]
    padded = avg_pool2d(COUNTING, 3, 2, 1, ceil_mode=True)
    assert np.round(padded, 4).tolist() == [[1.5556, 3.3333, 2], [6.3333, 11, 6], [4.5, 7.5, 4]]
    real = avg_pool2d(COUNTING, 3, 2, 1, ceil_mode=True, count_include_pad=False)
    assert real.tolist() == [[3.5, 5, 6], [9.5, 11, 12], [13.5, 15, 16]]


def dot(row, col):
    x = np.zeros((4, 4))
    x[row, col] = 1
    return x


def test_the_dot_inside_its_window_and_across_its_edge():
    here = max_pool2d(dot(1, 1)).tolist()
    for place in ((0, 0), (0, 1), (1, 0)):
        assert max_pool2d(dot(*place)).tolist() == here
        assert covering((4, 4), PoolSpec.of(2), *place) == ((0,), (0,))
    assert max_pool2d(dot(1, 2)).tolist() != here
    assert covering((4, 4), PoolSpec.of(2), 1, 2) == ((0,), (1,))


def test_lists_and_image_layouts_are_accepted():
    image = np.arange(48, dtype=np.uint8).reshape(4, 4, 3)
    channels = np.moveaxis(image, -1, 0)
    expected = np.stack([max_pool2d(np.ascontiguousarray(c)) for c in channels])
    assert np.array_equal(max_pool2d(channels), expected)
    assert global_avg_pool2d(channels).shape == (3,)


def test_the_input_is_left_alone():
    x = np.array(CLASSIC, np.float32)
    x.flags.writeable = False
    for result in (max_pool2d(x, 1), avg_pool2d(x, 1), global_max_pool2d(x), global_avg_pool2d(x)):
        assert not np.shares_memory(result, x)
        assert result.flags.writeable
