"""Random use through the real window: the panes show what the core says, and undo leads back."""

import random
from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from poolstudio.core import (
    PoolError,
    PoolSpec,
    avg_pool2d,
    global_avg_pool2d,
    global_max_pool2d,
    max_pool2d,
)
from poolstudio.state.focus import Focus
from poolstudio.state.operators import KINDS
from poolstudio.state.presets import GRIDS, SPECS
from poolstudio.state.problem import Problem
from poolstudio.state.source import Source
from poolstudio.window.main_window import MainWindow

SPECIAL = (0.0, 1.0, -1.0, np.nan, np.inf, -np.inf, 2.5, -0.0, 1e-310)
PASTED = ("1\t2\n3\t4", "nan;inf\r\n1;2\r\n", "x", "5", "")


def right(kind: str, spec: PoolSpec, x: np.ndarray) -> np.ndarray:
    window = (spec.kernel, spec.stride, spec.padding)
    if kind == "max":
        return np.asarray(max_pool2d(x, *window, spec.dilation, spec.ceil_mode))
    if kind == "average":
        return avg_pool2d(x, *window, spec.ceil_mode, spec.count_include_pad)
    return (
        global_avg_pool2d(x, keepdims=True)
        if kind == "global average"
        else np.asarray(global_max_pool2d(x, keepdims=True))
    )


def check(window: MainWindow) -> None:
    """Every live answer on show equals the core's on the input on show."""
    store = window.store
    x = store.problem.displayed()
    for pane, operator in zip(store.panes, store.problem.operators, strict=True):
        if pane.stale or pane.result is None:
            continue
        wanted, got = right(operator.kind, store.problem.spec, x), pane.displayed()
        assert got is not None
        if operator.kind == "global average":
            np.testing.assert_allclose(got, wanted, rtol=1e-9, atol=1e-12)
        else:
            np.testing.assert_array_equal(got, wanted)
    dot = store.problem.dot
    assert dot is None or (dot.row < x.shape[1] and dot.col < x.shape[2])


def acts(window: MainWindow, rng: random.Random) -> list[Callable[[], object]]:
    """The things a user may do next."""
    store = window.store
    height, width = store.problem.shape

    def settings() -> None:
        pairs = [(rng.randint(1, 5), rng.randint(1, 5)), (rng.randint(1, 4), rng.randint(1, 4))]
        padding, dilation = (rng.randint(0, 2), rng.randint(0, 2)), rng.choice([1, 1, 1, 2])
        try:
            store.set_spec(PoolSpec.of(*pairs, padding, dilation, rng.random() < 0.4, rng.random() < 0.5))
        except PoolError as error:
            store.refuse(error)

    def edit() -> None:
        rows, cols = rng.randint(1, min(height, 3)), rng.randint(1, min(width, 3))
        block = np.array([[rng.choice(SPECIAL) for _ in range(cols)] for _ in range(rows)])
        store.edit_cells(rng.randint(0, height - rows), rng.randint(0, width - cols), block)

    def focus() -> Focus:
        return Focus(rng.randint(-1, 2), rng.randint(0, height), rng.randint(0, width))

    return [
        settings,
        settings,
        edit,
        lambda: store.toggle_dot(rng.random() < 0.6),
        lambda: store.move_dot(rng.randint(-2, height + 2), rng.randint(-2, width + 2)),
        lambda: store.move_dot(rng.randint(0, height), rng.randint(0, width)),
        lambda: store.set_brightness(rng.choice([0.0, 1.0, -3.5, 7.25])),
        lambda: store.set_operator(rng.randrange(3), rng.choice(KINDS)),
        lambda: store.set_gradient(rng.random() < 0.6, rng.randrange(3)),
        lambda: store.set_hover(rng.choice([None, focus()])),
        lambda: store.set_pinned(rng.choice([None, focus()])),
        lambda: window.centre.input_pane.zoom(rng.choice([0.5, 1.2, 2.0])),
        lambda: store.set_spec(rng.choice(SPECS).make(store.problem.shape)),
        store.undo_stack.undo,
        store.undo_stack.redo,
    ]


def grid_acts(window: MainWindow, rng: random.Random) -> list[Callable[[], object]]:
    return [
        lambda: window.open_grid(rng.choice(GRIDS).key),
        lambda: window.store.resize_grid(rng.randint(1, 9), rng.randint(1, 9)),
        lambda: window.centre.values.paste(rng.choice(PASTED)),
    ]


def use(window: MainWindow, rng: random.Random, steps: int, grids: bool) -> None:
    store = window.store
    begin = store.problem
    for _ in range(steps):
        choices = acts(window, rng) + (grid_acts(window, rng) if grids else [])
        rng.choice(choices)()
        assert window.wait_idle(10_000)
        QApplication.processEvents()
        check(window)
    end = store.problem
    index = store.undo_stack.index()
    while store.undo_stack.canUndo():
        store.undo_stack.undo()
    assert window.wait_idle(10_000)
    assert_same(store.problem, begin)
    for _ in range(index):
        store.undo_stack.redo()
    assert window.wait_idle(10_000)
    assert_same(store.problem, end)
    check(window)


def assert_same(problem: Problem, other: Problem) -> None:
    ours, theirs = problem.source.values, other.source.values
    np.testing.assert_array_equal(ours.view(np.uint8), theirs.view(np.uint8))
    assert (problem.spec, problem.dot, problem.operators) == (other.spec, other.dot, other.operators)


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.filterwarnings("ignore:invalid value:RuntimeWarning")
def test_on_grids(window: MainWindow, seed: int) -> None:
    use(window, random.Random(seed), 120, grids=True)


def test_on_a_picture_with_threads(window: MainWindow) -> None:
    values = np.random.default_rng(0).integers(0, 256, (3, 200, 200), dtype=np.uint8)
    window.store.set_source(Source(values, "noise", "picture", ("R", "G", "B")))
    assert window.wait_idle(10_000)
    window.store.undo_stack.clear()
    use(window, random.Random(4), 60, grids=False)
