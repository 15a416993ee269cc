"""What the worker draws of large inputs and answers: 32-bit pixels with half-size levels, and their range."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from poolstudio.core import max_pool2d
from poolstudio.figures.pixels import planes_to_rgb32, pyramid
from poolstudio.figures.ramps import GRADIENT, GRID_VALUE, PICTURE_GREY, VIRIDIS, Levels, Ramp, levels_of
from poolstudio.state.gradients import GradientMap
from poolstudio.state.problem import Problem
from poolstudio.state.source import Array

BYTE = Levels(0.0, 255.0)


def gradient_levels(overlay: GradientMap) -> Levels:
    """From nothing to the largest share, whichever its sign."""
    return Levels(0.0, max(overlay.largest, -overlay.smallest) or 1.0)


@dataclass(frozen=True, eq=False)
class Drawn:
    """Pixels of a whole array, full size first, each further level half the size."""

    pyramid: tuple[NDArray[np.uint32], ...]
    levels: Levels
    ramp: Ramp | None

    def colours(self, values: Array) -> NDArray[np.uint32]:
        """The pixels of a block (C, h, w), as they stand in the full-size level."""
        return planes_to_rgb32(values, self.levels, self.ramp)


class Rendering:
    """The renderer that the solver is given."""

    def __init__(self) -> None:
        #: "file" (the file's own colours, grey for one channel), "grey" or "viridis".
        self.colours = "file"
        self._levels: tuple[Array, Levels] | None = None

    def ramp(self, planes: int, as_cells: bool) -> Ramp | None:
        """The ramp of one-plane values; None for three planes in the file's own colours."""
        if planes == 3:
            return None
        if self.colours == "viridis":
            return VIRIDIS
        return GRID_VALUE if as_cells else PICTURE_GREY

    def levels(self, problem: Problem) -> Levels:
        """The range that all panes share: 0 to 255 for 8-bit pictures, else that of the whole input."""
        array = problem.array
        if array.dtype == np.uint8 and problem.source.kind == "picture":
            return BYTE
        cached = self._levels
        if cached is None or cached[0] is not problem.source.values:
            cached = self._levels = (problem.source.values, levels_of(problem.source.values))
        return cached[1]

    def render_gradient(self, problem: Problem, overlay: GradientMap) -> Drawn | None:
        """The heat map of a picture's gradient. Half-size levels keep the largest, so lone winners show."""
        if problem.source.as_cells:
            return None
        levels = gradient_levels(overlay)
        shares = np.abs(overlay.values)
        place = np.rint(shares * (255 / levels.hi)).astype(np.uint8)
        levels_of_place = [place]
        while max(place.shape) > 512:
            place = np.asarray(max_pool2d(place, 2, ceil_mode=True))
            levels_of_place.append(place)
        return Drawn(tuple(GRADIENT.lut[level] for level in levels_of_place), levels, GRADIENT)

    def render(self, problem: Problem, values: Array, levels: Levels) -> Drawn | None:
        """Pixels and half-size levels of a picture; None for a grid, whose cells are painted one by one."""
        if problem.source.as_cells:
            return None
        ramp = self.ramp(values.shape[0], as_cells=False)
        return Drawn(pyramid(planes_to_rgb32(values, levels, ramp)), levels, ramp)
