"""The one-line arithmetic, to the letter."""

from collections.abc import Callable

import numpy as np
import pytest

from poolstudio.core import PoolSpec
from poolstudio.state.arithmetic import input_line, output_line
from poolstudio.state.operators import Operator
from poolstudio.state.presets import grid_preset
from poolstudio.state.problem import Problem
from poolstudio.state.source import Source
from poolstudio.state.store import Store
from poolstudio.state.words import plain


def lines(store: Store, row: int, col: int) -> list[str]:
    return [
        plain(output_line(store.problem, pane.result, pane.patch, row, col)).replace("\xa0", "")
        for pane in store.panes
        if pane.result is not None
    ]


def test_the_worked_grid(make_store: Callable[[Problem], Store]) -> None:
    store = make_store(Problem(grid_preset("worked").source()))
    assert lines(store, 0, 0) == [
        "(0, 0) max(1, 3, 5, 6) = 6",
        "(0, 0) (1 + 3 + 5 + 6) / 4 = 3.75",
        "58 / 16 = 3.625",
    ]


def test_the_dot_counts(store: Store) -> None:
    assert lines(store, 0, 0) == [
        "(0, 0) max(0, 0, 0, 1) = 1",
        "(0, 0) (0 + 0 + 0 + 1) / 4 = 0.25",
        "1 / 16 = 0.0625",
    ]


def test_large_windows_are_abridged_and_ties_are_said(make_store: Callable[[Problem], Store]) -> None:
    store = make_store(Problem(Source.grid(np.full((3, 3), 2.0), "g"), PoolSpec.of(3)))
    assert lines(store, 0, 0)[:2] == ["(0, 0) max of 9 cells = 2 (tie)", "(0, 0) 18 / 9 = 2"]


def test_padding_counts_in_the_divisor_as_set(make_store: Callable[[Problem], Store]) -> None:
    grid = Source.grid(np.arange(1.0, 17).reshape(4, 4), "g")
    store = make_store(Problem(grid, PoolSpec.of(3, 2, 1)))
    assert lines(store, 0, 0)[1] == "(0, 0) (1 + 2 + 5 + 6) / 9 = 1.556"
    store.set_spec(PoolSpec.of(3, 2, 1, count_include_pad=False))
    assert lines(store, 0, 0)[1] == "(0, 0) (1 + 2 + 5 + 6) / 4 = 3.5"


def test_negative_terms_are_bracketed(make_store: Callable[[Problem], Store]) -> None:
    store = make_store(Problem(Source.grid([[-1, 2]], "g"), PoolSpec.of((1, 2))))
    assert lines(store, 0, 0)[1] == "(0, 0) ((−1) + 2) / 2 = 0.5"


@pytest.mark.parametrize(
    ("values", "line"),
    [([[np.nan, 1]], "(0, 0) max(NaN, 1) = NaN"), ([[np.inf, -np.inf]], "(0, 0) max(∞, −∞) = ∞")],
)
def test_special_values(make_store: Callable[[Problem], Store], values: list[list[float]], line: str) -> None:
    with np.errstate(invalid="ignore"):
        store = make_store(Problem(Source.grid(values, "g"), PoolSpec.of((1, 2))))
        assert lines(store, 0, 0)[0] == line


def test_colour_shows_all_channels(make_store: Callable[[Problem], Store]) -> None:
    values = np.array([[[221]], [[215]], [[37]]], np.uint8)
    operators = (Operator("max"), Operator("average"), Operator("global average"))
    problem = Problem(
        Source(values, "p", "picture", ("R", "G", "B")), PoolSpec.of(1), None, "colour", operators
    )
    store = make_store(problem)
    assert plain(input_line(problem, 0, 0, 0)).replace("\xa0", "") == "(0, 0) R 221G 215B 37"
    assert lines(store, 0, 0)[0] == "(0, 0) R 221G 215B 37"
    assert lines(store, 0, 0)[2] == "R 221 / 1 = 221"
