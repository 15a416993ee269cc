"""A store with a solver that answers at once."""

from collections.abc import Callable

import pytest

from poolstudio.state.presets import DOT_START, grid_preset
from poolstudio.state.problem import Problem
from poolstudio.state.result import solve_pane
from poolstudio.state.store import Store


def answer(store: Store) -> None:
    """What the solver does, without threads or pictures."""
    for index in range(len(store.problem.operators)):
        store.accept_pane(index, solve_pane(store.problem, index))


@pytest.fixture
def make_store() -> Callable[[Problem], Store]:
    def make(problem: Problem) -> Store:
        store = Store(problem)
        store.solve_wanted.connect(lambda: answer(store))
        answer(store)
        return store

    return make


@pytest.fixture
def store(make_store: Callable[[Problem], Store]) -> Store:
    """As at the first start: 4×4 zeros, the dot at (1, 1), 2×2/2."""
    return make_store(Problem(grid_preset("dot").source(), dot=DOT_START))
