"""Inverse size: every window that gives the wanted size, and nothing else."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from poolstudio.core import PoolError, settings_for
from tests.core import oracle


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 20), st.integers(1, 20))
def test_all_of_them_and_no_other(n, out):
    found = settings_for(n, out, most_kernel=5, most_stride=4, most_dilation=2)
    got = {(s.kernel, s.stride, s.padding, s.dilation, s.ceil_mode) for s in found}
    assert len(got) == len(found)
    wanted = set()
    for k, s, d in itertools.product(range(1, 6), range(1, 5), (1, 2)):
        for p, ceil in itertools.product(range(k // 2 + 1), (False, True)):
            floor = oracle.out_size(n, k, s, p, d, False)
            size = oracle.out_size(n, k, s, p, d, ceil)
            if size == out and not (d > 1 and k == 1) and not (ceil and size == floor):
                wanted.add((k, s, p, d, ceil))
    assert got == wanted


def test_the_simplest_comes_first():
    first = settings_for(28, 14)[0]
    assert (first.kernel, first.stride, first.padding, first.ceil_mode) == (2, 2, 0, False)
    assert first.adaptive
    assert (first.dropped, first.overhang) == (0, 0)


def test_what_a_setting_leaves_out():
    found = {(s.kernel, s.stride): s for s in settings_for(29, 7, most_kernel=5, most_padding=0)}
    assert (found[4, 4].dropped, found[4, 4].ceil_mode, found[4, 4].adaptive) == (1, False, False)
    over = {(s.kernel, s.stride): s for s in settings_for(29, 8, most_kernel=4, most_padding=0)}
    assert (over[4, 4].overhang, over[4, 4].ceil_mode) == (3, True)


def test_adaptive_bins_are_windows_only_where_they_are_alike():
    assert any(s.adaptive for s in settings_for(12, 4))
    assert [(s.kernel, s.stride) for s in settings_for(10, 3) if s.adaptive] == [(4, 3)]
    assert not any(s.adaptive for s in settings_for(7, 5))


def test_nothing_gives_more_outputs_than_padding_allows():
    assert settings_for(4, 40) == []


@pytest.mark.parametrize(
    ("field", "call"),
    [
        ("n", lambda: settings_for(0, 1)),
        ("out", lambda: settings_for(4, 0)),
        ("most_kernel", lambda: settings_for(4, 2, most_kernel=0)),
        ("most_padding", lambda: settings_for(4, 2, most_padding=-1)),
        ("most_stride", lambda: settings_for(4, 2, most_stride=1.5)),
    ],
)
def test_a_bound_that_is_none_is_refused(field, call):
    with pytest.raises(PoolError) as caught:
        call()
    assert caught.value.field == field
