"""Ramps, the ink on them, and display ranges."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from PySide6.QtGui import QColor

from poolstudio.figures import ramps
from poolstudio.figures.ramps import GRADIENT, GRID_VALUE, PICTURE_GREY, VIRIDIS, Levels, levels_of, normalise
from poolstudio.figures.theme import DARK, LIGHT, contrast

ALL = [GRID_VALUE, PICTURE_GREY, VIRIDIS, GRADIENT]
ALL += [ramps.change(LIGHT), ramps.change(DARK), ramps.signed(LIGHT), ramps.signed(DARK)]


def channels(rgb: int) -> tuple[int, int, int]:
    return rgb >> 16 & 0xFF, rgb >> 8 & 0xFF, rgb & 0xFF


@pytest.mark.parametrize("ramp", ALL, ids=lambda ramp: ramp.name)
def test_a_ramp_goes_through_its_stops(ramp):
    assert ramp.lut.shape == (256,)
    assert ramp.lut.dtype == np.uint32
    assert (ramp.lut >> 24 == 0xFF).all()
    assert not ramp.lut.flags.writeable
    for place, rgb in ramp.stops:
        got = channels(ramp.color(place))
        assert max(abs(a - b) for a, b in zip(got, channels(rgb), strict=True)) <= 2
    assert ramp.color(0) == 0xFF000000 | ramp.stops[0][1] == ramp.color(-3)
    assert ramp.color(1) == 0xFF000000 | ramp.stops[-1][1] == ramp.color(np.inf)


@pytest.mark.parametrize("ramp", ALL, ids=lambda ramp: ramp.name)
def test_the_number_is_readable_on_every_colour(ramp):
    for rgb, ink in zip(ramp.lut.tolist(), ramp.inks.tolist(), strict=True):
        other = ramps.BLACK if ink == ramps.WHITE else ramps.WHITE
        fill = QColor.fromRgb(rgb)
        ratio = contrast(fill, QColor.fromRgb(ink))
        assert ratio >= contrast(fill, QColor.fromRgb(other))
        assert ratio >= 4.58
        assert ramps.ink(rgb) == ink
    assert ramp.ink(0.25) == ramps.ink(ramp.color(0.25))


def test_ramps_differ_by_theme():
    assert ramps.change(LIGHT).color(0) != ramps.change(DARK).color(0)
    assert ramps.signed(LIGHT).color(0.5) != ramps.signed(DARK).color(0.5)
    assert contrast(QColor.fromRgb(GRID_VALUE.color(0)), QColor.fromRgb(ramps.ZERO_ON_DARK)) >= 4.5


def test_viridis_grows_in_lightness():
    red, green, blue = ((VIRIDIS.lut >> shift & 0xFF) / 255 for shift in (16, 8, 0))
    lightness = 0.2126 * red**2.2 + 0.7152 * green**2.2 + 0.0722 * blue**2.2
    assert (np.diff(lightness) > -1e-3).all()


def test_levels_come_from_finite_values_only():
    values = np.array([[np.nan, -3.0, np.inf], [2.5, -np.inf, 0.0]])
    assert levels_of(values) == Levels(-3.0, 2.5)
    assert levels_of(values.astype(np.float16)) == Levels(-3.0, 2.5)


@pytest.mark.parametrize("values", [[np.nan], [[np.inf, -np.inf]], np.zeros((0, 3)), []])
def test_without_finite_values_the_range_is_0_to_1(values):
    assert levels_of(values) == Levels(0.0, 1.0)


def test_a_single_hot_pixel_of_a_large_picture_counts():
    values = np.zeros((3, 1100, 1301), np.float32)
    values[1, 777, 1003] = 1e6
    values[2, 0, 0] = np.nan
    values[0, -1, -1] = -0.5
    assert levels_of(values) == Levels(-0.5, 1e6)
    assert levels_of(values[:, ::-1, ::2].transpose(2, 0, 1)) == Levels(-0.5, 0.0)
    assert levels_of(values[:, :, 1::2]) == Levels(0.0, 1e6)


@given(
    hnp.arrays(
        st.sampled_from([np.float16, np.float32, np.float64, np.int8, np.uint16, np.int64, np.bool_]),
        hnp.array_shapes(max_dims=3, max_side=5, min_side=0),
    )
)
def test_levels_equal_a_plain_search(values):
    finite = values[np.isfinite(values)]
    expected = Levels(finite.min().item(), finite.max().item()) if finite.size else Levels(0.0, 1.0)
    assert levels_of(values) == expected


def test_levels_of_wide_integers_keep_their_last_digit():
    values = np.array([2**53, 2**53 + 1, 2**53 + 2])
    levels = levels_of(values)
    assert (levels.lo, levels.hi) == (2**53, 2**53 + 2)
    assert normalise(values, levels).tolist() == [0.0, 0.5, 1.0]
    ends = np.array([-(2**63), 2**63 - 1, 0])
    assert normalise(ends, levels_of(ends)).tolist() == [0.0, 1.0, 0.5]
    assert normalise(np.array([0, 2**64 - 1], np.uint64), Levels(0, 2**64 - 1)).tolist() == [0, 1]


def test_levels_refuse_what_is_no_real_number():
    with pytest.raises(TypeError, match="complex128"):
        levels_of([1j])


def test_normalise_clamps_and_keeps_nan():
    places = normalise([-np.inf, -1, 0, 1, 4, 9, np.inf, np.nan], Levels(0, 4))
    np.testing.assert_array_equal(places, [0, 0, 0, 0.25, 1, 1, 1, np.nan])
    assert Levels(0, 4).place(1) == 0.25


def test_a_constant_is_in_the_middle():
    places = normalise([5.0, 4.0, 6.0, np.nan], levels_of([5.0, 5.0]))
    np.testing.assert_array_equal(places, [0.5, 0, 1, np.nan])
    assert GRID_VALUE.color(0.5) == GRID_VALUE.lut[128]


@pytest.mark.parametrize(("lo", "hi"), [(-1.7e308, 1.7e308), (0.0, 5e-324), (1e300, 1.0000001e300)])
def test_extreme_ranges_stay_within_0_and_1(lo, hi):
    assert normalise([lo, hi], Levels(lo, hi)).tolist() == [0.0, 1.0]


def test_a_symmetric_range_has_zero_in_its_middle():
    levels = Levels(-1.0, 3.0).symmetric()
    assert levels == Levels(-3.0, 3.0)
    assert levels.place(0.0) == 0.5
