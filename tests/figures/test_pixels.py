"""Pixels: as plainly calculated, for every type, layout, range and block, and fair half-size levels."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from poolstudio.figures import pixels as module
from poolstudio.figures.pixels import NAN_COLOUR, planes_to_rgb32, pyramid
from poolstudio.figures.ramps import GRADIENT, PICTURE_GREY, VIRIDIS, Levels, levels_of, normalise

BYTE = Levels(0, 255)
TYPES = [np.bool_, np.int8, np.uint8, np.int16, np.uint16, np.int32, np.int64, np.uint64]
TYPES += [np.float16, np.float32, np.float64, np.longdouble]


def channels(pixels):
    return np.stack([pixels >> shift & 0xFF for shift in (16, 8, 0)]).astype(np.int64)


def expected_places(values, levels):
    return normalise(values, levels) * 255


def check(pixels, planes, levels, ramp=None, nan=NAN_COLOUR):
    """Each pixel is the colour at the rounded place; a place halfway may go either way."""
    places = expected_places(planes, levels)
    missing = np.isnan(places).any(axis=0)
    assert pixels.dtype == np.uint32
    assert (pixels >> 24 == 0xFF).all()
    assert (pixels[missing] == nan).all()
    if ramp is None:
        got = channels(pixels)
        wanted = np.broadcast_to(places, got.shape)[:, ~missing]
        assert np.abs(got[:, ~missing] - wanted).max(initial=0) <= 0.53
        return
    down, up = (
        ramp.lut[np.clip(np.rint(places[0][~missing] + e), 0, 255).astype(int)] for e in (-0.03, 0.03)
    )
    assert ((pixels[~missing] == down) | (pixels[~missing] == up)).all()


@pytest.mark.parametrize("dtype", TYPES, ids=lambda dtype: np.dtype(dtype).name)
@pytest.mark.parametrize("planes", [1, 3])
def test_every_type_has_the_colours_of_its_places(dtype, planes):
    rng = np.random.default_rng(7)
    values = (rng.random((planes, 37, 41)) * 120).astype(dtype)
    for levels in (BYTE, levels_of(values), Levels(20, 90), Levels(-3.5, 200.25)):
        check(planes_to_rgb32(values, levels), values, levels)
        if planes == 1:
            check(planes_to_rgb32(values, levels, VIRIDIS), values, levels, VIRIDIS)
            check(planes_to_rgb32(values[0], levels, GRADIENT), values, levels, GRADIENT)


def test_a_photo_keeps_its_bytes():
    photo = np.arange(3 * 256).astype(np.uint8).reshape(3, 16, 16)
    np.testing.assert_array_equal(channels(planes_to_rgb32(photo, BYTE)), photo)
    np.testing.assert_array_equal(
        channels(planes_to_rgb32(photo.astype(np.float64), BYTE)), photo, "as averages of bytes"
    )


def test_a_grey_picture_is_grey_and_a_ramp_takes_its_own_colours():
    values = np.arange(256, dtype=np.uint8).reshape(16, 16)
    np.testing.assert_array_equal(planes_to_rgb32(values, BYTE), PICTURE_GREY.lut.reshape(16, 16))
    for array in (values, values.astype(np.float32), values.astype(np.int64)):
        np.testing.assert_array_equal(planes_to_rgb32(array, BYTE, GRADIENT), GRADIENT.lut.reshape(16, 16))


reals = st.one_of(
    st.floats(width=32), st.sampled_from([0.0, -0.0, np.inf, -np.inf, np.nan, 1e38, -1e38, 1e-45])
)


@given(
    hnp.arrays(np.float64, st.tuples(st.just(3), st.integers(1, 4), st.integers(1, 4)), elements=reals),
    st.sampled_from([np.float32, np.float64]),
)
def test_special_values_never_spoil_the_others(values, dtype):
    values = values.astype(dtype)
    levels = levels_of(values)
    check(planes_to_rgb32(values, levels), values, levels)
    check(
        planes_to_rgb32(values[0], levels, VIRIDIS, nan=0xFF010203), values[:1], levels, VIRIDIS, 0xFF010203
    )


def test_infinities_take_the_ends_and_nan_its_own_colour():
    values = np.array([[-np.inf, 0.0, 0.5, 1.0, np.inf, np.nan]], np.float32)
    got = planes_to_rgb32(values, levels_of(values), nan=0xFF123456)[0]
    assert [hex(pixel) for pixel in got] == [
        "0xff000000", "0xff000000", "0xff808080", "0xffffffff", "0xffffffff", "0xff123456",
    ]  # fmt: skip
    assert NAN_COLOUR not in PICTURE_GREY.lut


@pytest.mark.parametrize("dtype", [np.uint8, np.int64, np.float32, np.float64])
def test_a_constant_picture_is_mid_grey(dtype):
    values = np.full((5, 4), 7, dtype)
    assert (planes_to_rgb32(values, levels_of(values)) == 0xFF808080).all()


@pytest.mark.parametrize(
    ("lo", "hi"), [(-1.7e308, 1.7e308), (0.0, 5e-324), (1e9, 1e9 + 1), (-1e-40, 1e-40), (1e300, 1.1e300)]
)
def test_extreme_ranges_show_both_ends(lo, hi):
    values = np.array([[lo, hi]])
    assert planes_to_rgb32(values, Levels(lo, hi)).tolist() == [[0xFF000000, 0xFFFFFFFF]]


def test_wide_integers_differ_by_their_last_digit():
    values = np.array([[2**53, 2**53 + 1, 2**53 + 2]])
    assert planes_to_rgb32(values, levels_of(values)).tolist() == [[0xFF000000, 0xFF808080, 0xFFFFFFFF]]


@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.uint16, np.int64, np.float32, np.float64])
@pytest.mark.parametrize("planes", [1, 3])
def test_a_block_has_the_pixels_of_the_whole(dtype, planes, monkeypatch):
    monkeypatch.setattr(module, "_BLOCK", 200)  # several blocks, the last one shorter
    rng = np.random.default_rng(3)
    values = (rng.standard_normal((planes, 33, 47)) * 60 + 40).astype(dtype)
    if np.dtype(dtype).kind == "f":
        values[0, 5, 5] = np.nan
        values[0, 20, 30] = np.inf
    levels = Levels(-10.3, 99.9)
    whole = planes_to_rgb32(values, levels)
    for rows, cols in (
        (slice(4, 7), slice(3, 9)),
        (slice(0, 33), slice(46, 47)),
        (slice(20, 21), slice(30, 31)),
    ):
        np.testing.assert_array_equal(planes_to_rgb32(values[:, rows, cols], levels), whole[rows, cols])
    for view in (values[:, ::-1, ::2], np.asfortranarray(values)[:, ::-1, ::2]):
        np.testing.assert_array_equal(planes_to_rgb32(view, levels), whole[::-1, ::2])
    swapped = values.astype(values.dtype.newbyteorder())
    np.testing.assert_array_equal(planes_to_rgb32(swapped, levels), whole)


def test_the_input_is_left_as_it_was():
    values = np.array([[np.nan, 300.0, -1.0]])
    values.setflags(write=False)
    planes_to_rgb32(values, BYTE)
    assert values[0, 1] == 300


def test_what_is_no_picture_is_refused():
    with pytest.raises(ValueError, match=r"\(2, 4, 4\)"):
        planes_to_rgb32(np.zeros((2, 4, 4)), BYTE)
    with pytest.raises(TypeError, match="complex128"):
        planes_to_rgb32(np.zeros((4, 4), complex), BYTE)
    assert planes_to_rgb32(np.zeros((3, 0, 4)), BYTE).shape == (0, 4)


def test_levels_halve_until_they_are_small():
    levels = pyramid(np.full((1500, 2049), 0xFF336699, np.uint32))
    assert [level.shape for level in levels] == [(1500, 2049), (750, 1025), (375, 513), (188, 257)]
    for level in levels:
        assert (level == 0xFF336699).all()
    small = np.zeros((512, 3), np.uint32)
    assert pyramid(small)[0] is small
    assert len(pyramid(small)) == 1


@pytest.mark.parametrize("shape", [(64, 600), (601, 33), (513, 1), (1, 1025), (700, 700)])
def test_each_level_is_the_mean_of_2_by_2(shape):
    rng = np.random.default_rng(11)
    full = rng.integers(0, 2**32, shape, dtype=np.uint32) | np.uint32(0xFF000000)
    half = pyramid(full)[1]
    padded = np.pad(channels(full), ((0, 0), (0, shape[0] % 2), (0, shape[1] % 2)), mode="edge").astype(float)
    mean = (padded[:, ::2, ::2] + padded[:, 1::2, ::2] + padded[:, ::2, 1::2] + padded[:, 1::2, 1::2]) / 4
    error = channels(half) - mean
    assert np.abs(error).max() < 1
    assert abs(error.mean()) < 0.3
    assert (half >> 24 == 0xFF).all()
