"""What the status line says of moves: the same windows, across an edge, in and out of gaps."""

import numpy as np
import pytest

from poolstudio.core import PoolSpec
from poolstudio.state import sentences
from poolstudio.state.presets import DOT_START, grid_preset
from poolstudio.state.problem import Problem
from poolstudio.state.source import Source
from poolstudio.state.words import plain


def test_first_sentence() -> None:
    problem = Problem(grid_preset("dot").source(), dot=DOT_START)
    assert plain(sentences.start(problem)) == (
        "The dot at (1, 1) is the largest of its 2×2 window. Move it inside the window: max stays 1."
    )


def test_a_photo() -> None:
    source = Source(np.zeros((3, 512, 512), np.uint8), "p", "picture", ("R", "G", "B"))
    problem = Problem(source, PoolSpec.of(3, 2, 1), None, "colour")
    assert plain(sentences.start(problem)) == (
        "Windows of 3×3, stride 2, padding 1: 512 × 512 becomes 256 × 256 in each of 3 channels."
    )


@pytest.mark.parametrize(
    ("spec", "old", "new", "words"),
    [
        (PoolSpec.of(2, 2), (0, 0), (1, 1), "inside its window"),
        (PoolSpec.of(2, 2), (1, 1), (1, 2), "across a window edge"),
        (PoolSpec.of(3, 1), (2, 2), (2, 3), "across a window edge"),
        (PoolSpec.of(2, 3), (0, 0), (2, 2), "out of all windows"),
        (PoolSpec.of(2, 3), (2, 2), (2, 5), "outside all windows"),
        (PoolSpec.of(2, 3), (2, 2), (3, 3), "into a window"),
        (PoolSpec.of(4, 2), (2, 2), (3, 3), "under the same windows"),
        (PoolSpec.of(3, 3), (6, 6), (7, 7), "outside all windows"),
    ],
)
def test_borders(spec: PoolSpec, old: tuple[int, int], new: tuple[int, int], words: str) -> None:
    problem = Problem(Source.grid(np.zeros((8, 8)), "g"), spec)
    assert sentences.border(problem, old, new) == words
