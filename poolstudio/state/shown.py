"""ShownPane: what an output pane has on show, and why it is stale if it is."""

from dataclasses import dataclass
from math import prod
from typing import Any

from poolstudio.core import PoolError
from poolstudio.state.patching import PanePatch, shown_values
from poolstudio.state.problem import Problem
from poolstudio.state.result import PaneResult
from poolstudio.state.source import Array


@dataclass(frozen=True, eq=False)
class ShownPane:
    """What an output pane has on show: the last good answer, and why it is stale if it is."""

    result: PaneResult | None = None
    pixels: Any = None
    patch: PanePatch | None = None
    error: PoolError | None = None

    @property
    def stale(self) -> bool:
        return self.error is not None

    @property
    def outputs(self) -> int:
        """How many cells a plane of the answer has; 0 where there is none that holds."""
        if self.stale or self.result is None or self.result.values is None:
            return 0
        return int(prod(self.result.values.shape[-2:]))

    def live(self, problem: Problem) -> PaneResult | None:
        """The answer, if its geometry is that of the problem."""
        if self.result is None or not problem.same_geometry(self.result.problem):
            return None
        return self.result

    def displayed(self) -> Array | None:
        """The array that the pane shows, dot included, (C, h, w)."""
        return None if self.result is None else shown_values(self.result, self.patch)
