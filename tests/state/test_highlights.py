"""Which windows, winners, ties and outputs a focus marks."""

import numpy as np

from poolstudio.core import PoolSpec
from poolstudio.state.focus import INPUT, Focus
from poolstudio.state.highlights import Cells, highlight
from poolstudio.state.problem import Dot, Problem
from poolstudio.state.result import solve
from poolstudio.state.source import Source


def mark(problem: Problem, focus: Focus | None):
    return highlight(problem, solve(problem).panes, focus)


def test_an_overlapped_cell_lists_its_windows_winners_and_ties() -> None:
    values = np.zeros((4, 4))
    values[1, 1] = values[2, 2] = 9
    found = mark(Problem(Source.grid(values, "g"), PoolSpec.of(3, 1)), Focus(INPUT, 1, 1))
    assert [window.output for window in found.windows] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert found.winners == ((1, 1),)
    assert found.ties == ((2, 2),)
    assert found.outputs == (Cells((0, 1), (0, 1)), Cells((0, 1), (0, 1)), Cells())


def test_the_last_nan_wins_and_the_first_ties() -> None:
    values = np.array([[np.nan, 1.0], [2.0, np.nan]])
    found = mark(Problem(Source.grid(values, "g")), Focus(0, 0, 0))
    assert found.winners == ((1, 1),)
    assert found.ties == ((0, 0),)


def test_a_dilated_window_marks_its_taps() -> None:
    problem = Problem(Source.grid(np.arange(25.0).reshape(5, 5), "g"), PoolSpec.of(2, 1, 0, 3))
    found = mark(problem, Focus(0, 1, 1))
    assert list(found.windows[0].rows) == [1, 4]
    assert found.winners == ((4, 4),)


def test_a_padded_corner_reaches_outside() -> None:
    problem = Problem(Source.grid(np.zeros((4, 4)), "g"), PoolSpec.of(3, 2, 1))
    found = mark(problem, Focus(0, 0, 0))
    assert list(found.windows[0].rows) == [-1, 0, 1]


def test_many_windows_become_one_outline() -> None:
    problem = Problem(Source.grid(np.zeros((20, 20)), "g"), PoolSpec.of(7, 1))
    found = mark(problem, Focus(INPUT, 10, 10))
    assert found.windows == ()
    assert found.covering == 49
    assert found.reach is not None
    assert (found.reach.rows, found.reach.cols) == (range(4, 17), range(4, 17))


def test_a_global_output_reads_the_whole_plane() -> None:
    found = mark(Problem(Source.grid(np.zeros((3, 5)), "g")), Focus(2, 0, 0))
    assert (found.windows[0].rows, found.windows[0].cols) == (range(3), range(5))


def test_the_dot_lights_the_outputs_that_it_wins() -> None:
    values = np.zeros((4, 4))
    values[0, 0] = 5
    problem = Problem(Source.grid(values, "g"), PoolSpec.of(3, 1), Dot(1, 1, 3.0))
    lit = mark(problem, None).lit
    assert lit[0] is not None
    assert lit[1] is not None
    assert lit[0].mask.tolist() == [[False, True], [True, True]]
    assert lit[1].mask.all()


def test_a_focus_outside_marks_nothing() -> None:
    problem = Problem(Source.grid(np.zeros((4, 4)), "g"))
    assert mark(problem, Focus(0, 5, 0)).windows == ()
