"""The solver: small problems at once, large ones later, late answers dropped."""

from collections.abc import Iterator
from threading import Event
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QDeadlineTimer, QEventLoop

from poolstudio.core import PoolSpec, max_pool2d
from poolstudio.state.problem import Problem
from poolstudio.state.source import Source
from poolstudio.state.store import Store
from poolstudio.work.jobs import Jobs
from poolstudio.work.solver import Solver


class Plain:
    """A renderer that draws nothing; it can be held up."""

    def __init__(self) -> None:
        self.gate = Event()
        self.gate.set()
        self.rendered = 0

    def levels(self, problem: Problem) -> Any:
        self.gate.wait(10)
        return None

    def render(self, problem: Problem, values: Any, levels: Any) -> Any:
        self.rendered += 1
        return None

    def render_gradient(self, problem: Problem, overlay: Any) -> Any:
        return "drawn"


@pytest.fixture
def jobs(qapp: object) -> Iterator[Jobs]:
    jobs = Jobs()
    yield jobs
    jobs.close()


def drain(jobs: Jobs) -> None:
    deadline = QDeadlineTimer(10_000)
    while jobs.pending and not deadline.hasExpired():
        QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents, 20)
    assert not jobs.pending


def large(seed: int = 0) -> Source:
    return Source(np.random.default_rng(seed).random((1, 300, 300)), "large", "picture")


def test_a_small_problem_is_answered_at_once(jobs: Jobs) -> None:
    store = Store(Problem(Source.grid(np.arange(16).reshape(4, 4), "g")))
    Solver(store, jobs, Plain()).solve()
    assert jobs.pending == 0
    assert store.panes[0].displayed() is not None


def test_a_large_problem_is_answered_on_a_thread(jobs: Jobs) -> None:
    source = large()
    store = Store(Problem(source))
    Solver(store, jobs, Plain()).solve()
    assert store.panes[0].result is None
    drain(jobs)
    np.testing.assert_array_equal(store.panes[0].displayed(), max_pool2d(source.values, 2))


def test_late_answers_are_dropped(jobs: Jobs) -> None:
    renderer = Plain()
    store = Store(Problem(large()))
    solver = Solver(store, jobs, renderer)
    solver.solve()
    drain(jobs)
    renderer.gate.clear()
    for kernel in (3, 4, 5):
        store.set_spec(PoolSpec.of(kernel))
    seen = []
    store.pane_changed.connect(lambda index: seen.append(store.panes[index].result.spec.kernel))
    renderer.gate.set()
    drain(jobs)
    assert set(seen) == {(5, 5)}
    assert renderer.rendered < 4 * 3 + 3, "generations that nobody waits for are not drawn"


def test_a_move_of_the_dot_during_a_solve_shows_on_the_last_answer_and_in_the_next(jobs: Jobs) -> None:
    renderer = Plain()
    source = large()
    store = Store(Problem(source))
    solver = Solver(store, jobs, renderer)
    solver.solve()
    drain(jobs)
    store.toggle_dot(True)
    renderer.gate.clear()
    store.set_spec(PoolSpec.of(3))
    store.move_dot(10, 20)
    last = store.problem.replace(spec=PoolSpec.of(2)).displayed()
    np.testing.assert_array_equal(store.panes[0].displayed(), max_pool2d(last, 2))
    renderer.gate.set()
    drain(jobs)
    np.testing.assert_array_equal(store.panes[0].displayed(), max_pool2d(store.problem.displayed(), 3))


def test_an_error_of_a_pane_comes_back_from_the_thread(jobs: Jobs) -> None:
    store = Store(Problem(large(), PoolSpec.of(301, 1)))
    Solver(store, jobs, Plain()).solve()
    drain(jobs)
    assert [pane.error is not None for pane in store.panes] == [True, True, False]


def test_too_little_memory_is_said(jobs: Jobs, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(problem: Problem, index: int) -> None:
        raise MemoryError

    monkeypatch.setattr("poolstudio.work.solver.solve_pane", fail)
    store = Store(Problem(large()))
    Solver(store, jobs, Plain()).solve()
    drain(jobs)
    assert store.status_is_error
    assert "memory" in store.status


def test_the_gradient_of_the_last_wish_is_shown(jobs: Jobs) -> None:
    store = Store(Problem(large()))
    solver = Solver(store, jobs, Plain())
    solver.solve()
    drain(jobs)
    store.set_gradient(True, 0)
    store.set_gradient(True, 1)
    drain(jobs)
    assert store.gradient is not None
    assert store.gradient.pane == 1
    assert store.gradient_pixels == "drawn"
    store.set_gradient(False)
    assert store.gradient is None


def test_closed_jobs_deliver_nothing(qapp: object) -> None:
    jobs, got = Jobs(), []
    gate = Event()
    jobs.run(lambda: gate.wait(10), got.append)
    gate.set()
    jobs.close()
    jobs.run(lambda: 1, got.append)
    QCoreApplication.processEvents()
    assert got == []


def test_luma_of_a_large_picture_is_computed_beside_the_window(jobs: Jobs) -> None:
    values = np.random.default_rng(0).integers(0, 256, (3, 200, 200), dtype=np.uint8)
    store = Store(Problem(Source(values, "p", "picture", ("R", "G", "B")), channel="colour"))
    solver = Solver(store, jobs, Plain())
    solver.choose_channel("luma")
    assert store.problem.channel == "colour"
    drain(jobs)
    assert store.problem.channel == "luma"
    assert store.problem.array.shape == (1, 200, 200)
