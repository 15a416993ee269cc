"""What the benchmarks share: medians, runs by turns, and a plain copy as the yardstick."""

import statistics
import time
from collections.abc import Callable, Mapping

import numpy as np


def median_ms(act: Callable[[int], object], times: int, warm: int = 1) -> float:
    """The median of some runs in milliseconds, after `warm` that do not count; `act` gets their number."""
    spent = []
    for run in range(times + warm):
        begin = time.perf_counter()
        act(run)
        spent.append((time.perf_counter() - begin) * 1000)
    return statistics.median(spent[warm:])


def by_turns(
    acts: Mapping[str, Callable[[], object]], budget: float = 0.12, most: int = 60
) -> dict[str, float]:
    """The least time of each act in milliseconds.

    They run by turns, since machines change their speed from one second to the next; one that has had
    `budget` seconds sits out. First runs do not count, unless they took so long that there is no other.
    """
    spent: dict[str, list[float]] = {name: [] for name in acts}
    for _ in range(most):
        waiting = [name for name in acts if sum(spent[name]) < budget]
        for name in waiting:
            begin = time.perf_counter()
            acts[name]()
            spent[name].append(time.perf_counter() - begin)
        if not waiting:
            break
    return {name: min(runs[1:] or runs) * 1000 for name, runs in spent.items()}


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
