"""What the benchmarks share: medians, and a plain copy as the yardstick."""

import statistics
import time
from collections.abc import Callable

import numpy as np


def median_ms(act: Callable[[int], object], times: int, warm: int = 1) -> float:
    """The median of some runs in milliseconds, after `warm` that do not count; `act` gets their number."""
    spent = []
    for run in range(times + warm):
        begin = time.perf_counter()
        act(run)
        spent.append((time.perf_counter() - begin) * 1000)
    return statistics.median(spent[warm:])


def copy_ms(shape: tuple[int, ...], dtype: object) -> float:
    """How long np.copyto takes for an input of this shape and type."""
    source = np.ones(shape, np.dtype(dtype))
    target = np.empty_like(source)
    return median_ms(lambda run: np.copyto(target, source), 7)


def machine() -> float:
    """How many times slower than a 3 GHz core, which takes about 75 ms for this, Python runs just now."""

    def count(run: int) -> None:
        total = 0
        for number in range(2_000_000):
            total += number

    return median_ms(count, 3) / 75
