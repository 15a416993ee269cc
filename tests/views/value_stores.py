"""Stores with a solver that answers at once, for the tests of the value views."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from poolstudio.core import PoolSpec
from poolstudio.state.problem import Dot, Problem
from poolstudio.state.result import solve_pane
from poolstudio.state.source import Source
from poolstudio.state.store import Store

COUNTING = np.arange(1, 17, dtype=np.float64).reshape(4, 4)


def answering(problem: Problem) -> Store:
    store = Store(problem)

    def answer() -> None:
        for index in range(len(store.problem.operators)):
            store.accept_pane(index, solve_pane(store.problem, index))

    store.solve_wanted.connect(answer)
    answer()
    return store


def of_grid(rows: Any = COUNTING, dot: Dot | None = None) -> Store:
    return answering(Problem(Source.grid(rows, "grid"), dot=dot))


def of_picture(values: NDArray[Any], channel: str | None = None, dot: Dot | None = None) -> Store:
    """A picture of one channel (H, W) or of three (3, H, W)."""
    planes = values[None] if values.ndim == 2 else values
    channels = ("R", "G", "B") if len(planes) == 3 else ("grey",)
    source = Source(np.array(planes), "picture.png", "picture", channels, "8 bit")
    return answering(Problem(source, PoolSpec.of(3, 2, 1), dot, channel or source.choices()[0]))


def grey_ramp(rows: int = 100, cols: int = 120) -> NDArray[np.uint8]:
    """Every cell tells its place: 10 · row + col, modulo 256."""
    return np.add.outer(10 * np.arange(rows), np.arange(cols)).astype(np.uint8)


def grid_of(store: Store) -> NDArray[Any]:
    """The values without the dot (H, W)."""
    return store.problem.source.values[0]
