"""The dot's patch against a full solve with the dot in the input, bit for bit."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from poolstudio.core import PoolSpec
from poolstudio.state.moves import MOST_CHANGED, changed_outputs
from poolstudio.state.operators import KINDS, Operator
from poolstudio.state.patching import pane_patch, patch, shown_values
from poolstudio.state.problem import Dot, Problem
from poolstudio.state.result import solve
from poolstudio.state.source import Source

OPERATORS = tuple(Operator(kind) for kind in KINDS)


def full(problem: Problem) -> list[np.ndarray | None]:
    """The answers with the dot written into the input: what the patch must equal."""
    source = problem.source.with_values(problem.displayed())
    return [
        pane.values for pane in solve(Problem(source, problem.spec, None, problem.channel, OPERATORS)).panes
    ]


def assert_same(problem: Problem) -> None:
    result = solve(problem.replace(dot=None, operators=OPERATORS))
    change = patch(problem.replace(operators=OPERATORS), result)
    assert change is not None
    wanted = full(problem)
    for pane, block, right in zip(result.panes, change.panes, wanted, strict=True):
        got = shown_values(pane, block)
        assert got is not None
        assert right is not None
        assert got.dtype == right.dtype
        if pane.operator.kind == "global average":
            np.testing.assert_allclose(got, right, rtol=1e-6, atol=1e-9)
        else:
            np.testing.assert_array_equal(got, right)


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    height, width = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    channels = draw(st.sampled_from([1, 3]))
    dtype = draw(st.sampled_from([np.float64, np.float32, np.uint8, np.int16]))
    seed = draw(st.integers(0, 2**32 - 1))
    values = np.random.default_rng(seed).integers(0, 9, (channels, height, width)).astype(dtype)
    if values.dtype.kind == "f":
        for special in draw(st.lists(st.sampled_from([np.nan, np.inf, -np.inf]), max_size=2)):
            values[0, draw(st.integers(0, height - 1)), draw(st.integers(0, width - 1))] = special
    kernel = draw(st.tuples(st.integers(1, min(height, 4)), st.integers(1, min(width, 4))))
    stride = draw(st.tuples(st.integers(1, 5), st.integers(1, 5)))
    padding = tuple(draw(st.integers(0, k // 2)) for k in kernel)
    spec = PoolSpec.of(kernel, stride, padding, 1, draw(st.booleans()), draw(st.booleans()))
    dot = Dot(draw(st.integers(0, height - 1)), draw(st.integers(0, width - 1)), draw(st.integers(0, 12)))
    names = ("R", "G", "B") if channels == 3 else ("grey",)
    source = Source(values, "any", "grid", names)
    return Problem(source, spec, dot, source.choices()[0], OPERATORS)


@given(problems())
def test_the_patch_is_the_full_answer(problem: Problem) -> None:
    with np.errstate(all="ignore"):
        assert_same(problem)


def test_dilated_windows() -> None:
    values = np.arange(81.0).reshape(9, 9)
    operators = (Operator("max"),)
    for cell in ((0, 0), (4, 4), (8, 3)):
        problem = Problem(
            Source.grid(values, "g"), PoolSpec.of(3, 1, 1, 2), Dot(*cell, 100.0), "grey", operators
        )
        result = solve(problem.replace(dot=None))
        change = patch(problem, result)
        assert change is not None
        right = solve(
            Problem(Source.grid(problem.displayed()[0], "g"), problem.spec, None, "grey", operators)
        )
        np.testing.assert_array_equal(shown_values(result.panes[0], change.panes[0]), right.panes[0].values)


@pytest.mark.parametrize("value", [3.0, 9.0, 100.0])
def test_global_max_when_the_dot_covers_the_largest_value(value: float) -> None:
    values = np.arange(12.0).reshape(3, 4)
    assert_same(Problem(Source.grid(values, "g"), PoolSpec(), Dot(2, 3, value), "grey", OPERATORS))


def test_global_answers_when_the_dot_covers_the_only_nan() -> None:
    values = np.arange(12.0).reshape(3, 4)
    values[1, 1] = np.nan
    assert_same(Problem(Source.grid(values, "g"), PoolSpec(), Dot(1, 1, 5.0), "grey", OPERATORS))


def test_a_dot_in_a_gap_changes_nothing_but_the_global_panes() -> None:
    problem = Problem(
        Source.grid(np.zeros((6, 6)), "g"), PoolSpec.of(2, 3), Dot(2, 2, 1.0), "grey", OPERATORS
    )
    change = patch(problem, solve(problem))
    assert change is not None
    assert change.panes[0] is None
    assert change.panes[1] is None
    assert change.panes[2] is not None


@given(problems(), st.integers(0, 8), st.integers(0, 8))
def test_what_a_move_changes(problem: Problem, row: int, col: int) -> None:
    """Counted in the blocks alone as in the whole answers, whether or not the blocks overlap."""
    assert problem.dot is not None
    height, width = problem.shape
    moved = problem.replace(dot=problem.dot.at(row % height, col % width))
    with np.errstate(all="ignore"):
        for pane in solve(problem.replace(dot=None)).panes:
            before, after = pane_patch(problem, pane), pane_patch(moved, pane)
            was, now = shown_values(pane, before), shown_values(pane, after)
            assert was is not None
            assert now is not None
            differs = ~((was == now) | (np.isnan(was) & np.isnan(now))).all(axis=0)
            count, cells = changed_outputs(before, after, pane.values)
            assert count == np.count_nonzero(differs)
            assert set(cells) == {(int(r), int(c)) for r, c in np.argwhere(differs)}
            assert len(cells) == count <= MOST_CHANGED
