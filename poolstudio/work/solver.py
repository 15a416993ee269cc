"""The solver: answers each change of the Problem, small ones at once, large ones on threads."""

from typing import Any, Protocol

from PySide6.QtCore import QObject

from poolstudio.core import PoolError
from poolstudio.state.gradients import GradientMap, gradient_map
from poolstudio.state.problem import Problem
from poolstudio.state.result import PaneResult, solve_pane
from poolstudio.state.source import LUMA, Array
from poolstudio.state.store import Store
from poolstudio.state.words import tr
from poolstudio.work.jobs import Jobs

#: Inputs of up to this many values are answered at once: that takes less than a frame.
SMALL = 1 << 15


class Renderer(Protocol):
    """Turns values into what the panes paint; `levels` are the input's, shared by all panes."""

    def levels(self, problem: Problem) -> Any: ...

    def render(self, problem: Problem, values: Array, levels: Any) -> Any: ...

    def render_gradient(self, problem: Problem, overlay: GradientMap) -> Any: ...


Overlay = tuple[GradientMap, Any]


class Solver(QObject):
    """Listens to a Store and hands it answers. `renderer` makes the pictures of large inputs."""

    def __init__(self, store: Store, jobs: Jobs, renderer: Renderer, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store, self._jobs, self._renderer = store, jobs, renderer
        self._generation = 0
        self._gradient_generation = 0
        self._gradient_running = False
        self._input_drawn: tuple[object, str] | None = None
        store.solve_wanted.connect(self.solve)
        store.gradient_wanted.connect(self.gradient)

    def solve(self) -> None:
        """Answer the store's present Problem; what runs for an older one is dropped when it comes."""
        self._generation += 1
        problem = self._store.problem
        if problem.source.values.size <= SMALL:
            self._solve_now(problem)
            return
        generation = self._generation
        if self._input_drawn != (problem.source, problem.channel):
            self._jobs.run(
                lambda: self._draw_input(problem, generation),
                lambda drawn: self._accept_input(problem, generation, drawn),
                self._failed,
            )
        for index in self._order(problem):
            self._queue(problem, index, generation)

    def redraw(self) -> None:
        """The cell colours changed: draw input and answers anew."""
        self._input_drawn = None
        self.solve()

    def choose_channel(self, channel: str) -> None:
        """Pool another choice of channels; luma of a large picture is computed beside the window first."""
        source = self._store.problem.source
        if channel != LUMA or source.values.size <= SMALL:
            self._store.set_channel(channel)
            return

        def ready(planes: Array) -> None:
            if self._store.problem.source is source:
                self._store.set_channel(channel)

        self._jobs.run(lambda: source.planes(channel), ready)

    def gradient(self) -> None:
        """The overlay's gradient; while one is computed, only the last further wish counts."""
        self._gradient_generation += 1
        if self._store.problem.source.values[0].size <= SMALL:
            self._accept_gradient(self._gradient_of(self._store.problem))
        elif not self._gradient_running:
            self._gradient_running = True
            problem, generation = self._store.problem, self._gradient_generation
            self._jobs.run(
                lambda: self._gradient_of(problem),
                lambda overlay: self._gradient_done(generation, overlay),
                self._gradient_failed,
            )

    def _solve_now(self, problem: Problem) -> None:
        levels = self._renderer.levels(problem)
        if self._input_drawn != (problem.source, problem.channel):
            self._input_drawn = (problem.source, problem.channel)
            self._store.accept_input(self._renderer.render(problem, problem.array, levels))
        for index in range(len(problem.operators)):
            result = solve_pane(problem, index)
            self._store.accept_pane(index, result, self._pixels(problem, result, levels))

    def _order(self, problem: Problem) -> list[int]:
        """The two long answers start together, max first: it is on the screen soon."""
        cost = {"max": 0, "average": 1, "global max": 2, "global average": 3}
        return sorted(range(len(problem.operators)), key=lambda index: cost[problem.operators[index].kind])

    def _queue(self, problem: Problem, index: int, generation: int) -> None:
        def work() -> tuple[PaneResult, Any] | None:
            if generation != self._generation:
                return None
            result = solve_pane(problem, index)
            return result, self._pixels(problem, result, self._renderer.levels(problem))

        def done(answer: tuple[PaneResult, Any] | None) -> None:
            if answer is not None and generation == self._generation:
                self._store.accept_pane(index, *answer)

        self._jobs.run(work, done, self._failed)

    def _pixels(self, problem: Problem, result: PaneResult, levels: Any) -> Any:
        if result.values is None or result.operator.is_global:
            return None
        return self._renderer.render(problem, result.values, levels)

    def _draw_input(self, problem: Problem, generation: int) -> Any:
        if generation != self._generation:
            return None
        return self._renderer.render(problem, problem.array, self._renderer.levels(problem))

    def _accept_input(self, problem: Problem, generation: int, drawn: Any) -> None:
        present = self._store.problem
        if drawn is None or (problem.source, problem.channel) != (present.source, present.channel):
            return
        self._input_drawn = (problem.source, problem.channel)
        self._store.accept_input(drawn)

    def _gradient_of(self, problem: Problem) -> Overlay | None:
        store = self._store
        try:
            overlay = gradient_map(problem, store.gradient_pane, store.value_plane)
        except PoolError:
            return None
        return overlay, self._renderer.render_gradient(problem, overlay)

    def _gradient_done(self, generation: int, overlay: Overlay | None) -> None:
        self._gradient_running = False
        if generation == self._gradient_generation:
            self._accept_gradient(overlay)
        elif self._store.gradient_on:
            self.gradient()

    def _gradient_failed(self, error: BaseException) -> None:
        self._gradient_running = False
        self._failed(error)

    def _failed(self, error: BaseException) -> None:
        """Too little memory is the user's to know; anything else is a fault of the program."""
        if not isinstance(error, MemoryError):
            raise error
        self._store.say(tr("There is not enough memory for this answer: the last one stays."), error=True)

    def _accept_gradient(self, overlay: Overlay | None) -> None:
        if self._store.gradient_on:
            self._store.accept_gradient(*(overlay or (None,)))
