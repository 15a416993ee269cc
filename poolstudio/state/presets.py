"""Grids and layer settings that are offered by name."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from poolstudio.core import PoolSpec
from poolstudio.state.problem import Dot
from poolstudio.state.source import Source
from poolstudio.state.words import tr


@dataclass(frozen=True)
class GridPreset:
    """A grid by name; `dot` marks the one that starts with the dot on."""

    key: str
    title: str
    make: Callable[[int], object]
    dot: bool = False

    def source(self, seed: int = 0) -> Source:
        name = tr("Random, seed {seed}").format(seed=seed) if self.key == "random" else tr(self.title)
        return Source.grid(self.make(seed), name, self.key)


GRIDS: tuple[GridPreset, ...] = (
    GridPreset("dot", "Single bright dot", lambda seed: np.zeros((4, 4)), dot=True),
    GridPreset("counting", "Counting 1 … 16, 4 × 4", lambda seed: np.arange(1, 17).reshape(4, 4)),
    GridPreset(
        "worked", "Grid 1 3 2 4 …", lambda seed: [[1, 3, 2, 4], [5, 6, 1, 2], [7, 2, 9, 0], [1, 8, 3, 4]]
    ),
    GridPreset("halves", "Halves 0 … 14.5, 5 × 6", lambda seed: np.arange(30).reshape(5, 6) / 2),
    GridPreset(
        "negative",
        "All negative, 4 × 4",
        lambda seed: [[-1, -2, -3, -4], [-3, -4, -5, -2], [-2, -3, -6, -1], [-9, -7, -8, -5]],
    ),
    GridPreset(
        "ties",
        "Ties, 4 × 4",
        lambda seed: [[2, 2, 1, 3], [2, 2, 3, 1], [0, 5, 4, 4], [5, 0, 4, 4]],
    ),
    GridPreset(
        "random",
        "Random",
        lambda seed: np.random.default_rng(seed).integers(0, 10, (6, 6)),
    ),
)

DOT_START = Dot(1, 1, 1.0)


def grid_preset(key: str) -> GridPreset:
    """The preset with that key; KeyError names an unknown one."""
    for preset in GRIDS:
        if preset.key == key:
            return preset
    raise KeyError(key)


@dataclass(frozen=True)
class SpecPreset:
    """Layer settings by name; `make` takes the input's (height, width)."""

    key: str
    title: str
    make: Callable[[tuple[int, int]], PoolSpec]


SPECS: tuple[SpecPreset, ...] = (
    SpecPreset("classic", "2×2 / 2 classic", lambda shape: PoolSpec.of(2, 2)),
    SpecPreset("overlapping", "3×3 / 2 overlapping", lambda shape: PoolSpec.of(3, 2)),
    SpecPreset("resnet", "3×3 / 2 / 1 ResNet stem", lambda shape: PoolSpec.of(3, 2, 1)),
    SpecPreset("same", "3×3 / 1 / 1 same size", lambda shape: PoolSpec.of(3, 1, 1)),
    SpecPreset("whole", "Whole plane", lambda shape: PoolSpec.of(shape, shape)),
)


def matching_spec(spec: PoolSpec, shape: tuple[int, int]) -> SpecPreset | None:
    """The preset whose settings these are, or None for settings of one's own."""
    for preset in SPECS:
        if preset.make(shape) == spec:
            return preset
    return None
