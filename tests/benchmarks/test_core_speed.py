"""Speed and memory of the core: `python -m pytest tests/benchmarks` prints each ratio beside its bound.

Ratios are taken in one run, by turns, against torch on all threads, OpenCV where it does the same job, and a
plain copy of the input. torch and OpenCV are optional: without them a row says so and gives no ratio to them.
A window is written kernel/stride/padding.
"""

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import partial
from statistics import geometric_mean
from typing import Any

import numpy as np
import pytest
from benchmark_tools import by_turns

from poolstudio.core import avg_pool2d, avg_pool2d_backward, max_pool2d, max_pool2d_backward

try:
    import torch
    from torch.nn import functional
except ImportError:
    torch = functional = None
try:
    import cv2
except ImportError:
    cv2 = None

Report = Callable[..., None]
Case = tuple[int, int, int]
Act = Callable[[], object]
Times = dict[str, float]

SMALL, LARGE = (2, 3, 5, 8), (15, 31, 101)


def cases(kernels: Sequence[int]) -> list[Case]:
    """(kernel, stride, padding) for strides 1, 2 and the kernel's, without padding and with half a kernel."""
    return [(k, s, p) for k in kernels for s in sorted({1, 2, k}) for p in (0, k // 2)]


def name(case: Case) -> str:
    kernel, stride, padding = case
    return f"{kernel}×{kernel}/{stride}/{padding}"


def values(shape: Sequence[int], dtype: Any = np.float32) -> np.ndarray:
    """Random values: floats in [0, 1), integers over all of their range."""
    rng = np.random.default_rng(0)
    if np.dtype(dtype).kind == "f":
        return rng.random(shape).astype(dtype)
    info = np.iinfo(dtype)
    return rng.integers(info.min, info.max, shape, dtype)


def image(kernel: int) -> np.ndarray:
    """An input of 4 Mpx, or of 1 Mpx for kernels that take others seconds."""
    return values((1, 4 if kernel in SMALL else 1, 1024, 1024))


def compare(
    x: np.ndarray, ours: Act, others: dict[str, Act | None], budget: float = 0.12, most: int = 60
) -> Times:
    """The times of a copy of the input, ours and the others (None: is not installed)."""
    there = {what: act for what, act in others.items() if act is not None}
    copy = partial(np.copyto, np.empty_like(x), x)
    return by_turns({"copy": copy, "ours": ours, **there}, budget, most)


def of_torch(act: Callable[..., object], x: np.ndarray, *parameters: Any, **named: Any) -> Act | None:
    """torch's act on `x`, if it is installed."""
    return None if torch is None else partial(act, torch.from_numpy(x), *parameters, **named)


def max_of_torch(x: np.ndarray, case: Case) -> Act | None:
    # It finds the winners whether they are asked for or not: one run stands for both.
    return None if torch is None else of_torch(functional.max_pool2d, x, *case, return_indices=True)


def row(report: Report, what: str, took: Times, other: str, bound: float | None) -> None:
    """How many times faster than another ours is, with its bound, our time, and that in copies."""
    against = f"{took['ours']:.2f} ms, {took['ours'] / took['copy']:.1f} copies"
    if other in took:
        report(what, took[other] / took["ours"], bound, f"times {other}'s speed", against, least=True)
    else:
        report(what, took["ours"] / took["copy"], None, "copies", f"{other} is not installed")


def rows(
    report: Report, what: str, found: dict[Case, Times], mean: float | None, worst: float | None
) -> None:
    """A row for each case against torch, then their geometric mean and the worst of them."""
    for case, took in found.items():
        row(report, f"{what} {name(case)}", took, "torch", worst)
    if torch is not None:
        ratios = {case: took["torch"] / took["ours"] for case, took in found.items()}
        least = min(ratios, key=lambda case: ratios[case])
        unit = "times torch's speed"
        report(f"{what}: geometric mean", geometric_mean(ratios.values()), mean, unit, least=True)
        report(f"{what}: worst", ratios[least], worst, unit, f"at {name(least)}", least=True)


def test_max_values_and_winners(report: Report) -> None:
    plain, indexed = {}, {}
    for case in cases(SMALL + LARGE):
        x = image(case[0])
        winner = partial(max_pool2d, x, *case, return_indices=True)
        others = {"winner": winner, "torch": max_of_torch(x, case)}
        plain[case] = took = compare(x, partial(max_pool2d, x, *case), others)
        indexed[case] = {**took, "ours": took["winner"]}
    rows(report, "max values", plain, 8, 2)
    rows(report, "max with winner", indexed, 1.5, 0.7)


def test_max_of_large_planes(report: Report) -> None:
    x = values((4096, 4096))
    took = compare(x, partial(max_pool2d, x, 2), {}, 1)
    report("max 2×2/2 of 4096²", took["ours"] / took["copy"], 1.5, "copies", f"{took['ours']:.2f} ms")
    x = values((2048, 2048))
    by_kernel = by_turns({str(k): partial(max_pool2d, x, k, 1) for k in (5, 31, 101)}, 1)
    for k in ("31", "101"):
        report(f"max of 2048², kernel {k} at stride 1", by_kernel[k] / by_kernel["5"], 2.5, "times kernel 5")


def dilate(x: np.ndarray, kernel: int, stride: int) -> np.ndarray:
    """Every stride-th of all windows: to leave out the others costs nothing and saves nothing."""
    return cv2.dilate(x, np.ones((kernel, kernel), np.uint8))[::stride, ::stride]


def test_max_against_dilate(report: Report) -> None:
    x = values((2048, 2048))
    for kernel in (2, 3, 5, 15):
        for stride in sorted({1, 2, 3, kernel}):
            case = kernel, stride, kernel // 2
            others = {"dilate": None if cv2 is None else partial(dilate, x, kernel, stride)}
            took = compare(x, partial(max_pool2d, x, *case), others, 0.25)
            bound = 1 if kernel <= 3 and stride > 1 else None
            row(report, f"max {name(case)} of 2048²", took, "dilate", bound)


def test_other_types(report: Report) -> None:
    types = ("float32", "float64", "int32", "int64", "uint8")
    arrays = {dtype: values((1, 2048, 2048), dtype) for dtype in types}
    for case in ((2, 1, 0), (2, 2, 0), (3, 1, 1), (3, 2, 1), (3, 3, 0), (8, 8, 0), (15, 1, 7)):
        took = by_turns({t: partial(max_pool2d, arrays[t], *case) for t in ("float32", "uint8")}, 0.25)
        report(f"max {name(case)} of uint8", took["uint8"] / took["float32"], 1, "of float32's time")
    for dtype, x in arrays.items():
        for case in ((2, 2, 0), (3, 1, 1), (3, 2, 1), (8, 1, 0)):
            ours = partial(max_pool2d, x, *case, return_indices=True)
            took = compare(x, ours, {"torch": max_of_torch(x, case)})
            row(report, f"max with winner {name(case)} of {dtype}", took, "torch", None)


def test_averages(report: Report) -> None:
    for kernels, mean in ((SMALL, 1.5), (LARGE, 10)):
        found = {}
        for case in cases(kernels):
            x = image(case[0])
            other = None if torch is None else of_torch(functional.avg_pool2d, x, *case)
            found[case] = compare(x, partial(avg_pool2d, x, *case), {"torch": other})
        rows(report, f"avg of kernels {kernels[0]} to {kernels[-1]}", found, mean, None)


def box_filter(x: np.ndarray, kernel: int) -> np.ndarray:
    return cv2.boxFilter(x, -1, (kernel, kernel), borderType=cv2.BORDER_CONSTANT)


def test_averages_against_box_filter(report: Report) -> None:
    x = values((2048, 2048))
    for kernel in (3, 5, 15, 31, 101):
        case = kernel, 1, kernel // 2
        other = None if cv2 is None else partial(box_filter, x, kernel)
        took = compare(x, partial(avg_pool2d, x, *case), {"boxFilter": other}, 0.25)
        row(report, f"avg {name(case)} of 2048²", took, "boxFilter", None)


def test_gradients(report: Report) -> None:
    of_max, of_avg = {}, {}
    for case in cases((*SMALL, 15, 31)):
        x = values((1, 4, 512, 512))
        out, winner = max_pool2d(x, *case, return_indices=True)
        grad = values(out.shape)
        other = another = None
        if torch is not None:
            pairs = [[size, size] for size in case]
            t, at, aten = torch.from_numpy(x), torch.from_numpy(winner), torch.ops.aten
            other = of_torch(aten.max_pool2d_with_indices_backward, grad, t, *pairs, [1, 1], False, at)
            another = of_torch(aten.avg_pool2d_backward, grad, t, *pairs, False, True, None)
        ours = partial(max_pool2d_backward, grad, x, *case, indices=winner)
        of_max[case] = compare(x, ours, {"torch": other})
        of_avg[case] = compare(x, partial(avg_pool2d_backward, grad, x.shape, *case), {"torch": another})
    rows(report, "max backward", of_max, 0.5, 0.5)
    rows(report, "avg backward", of_avg, 1, 1)


def test_small_inputs(report: Report) -> None:
    x = values((8, 8))
    bare = {
        "max": (max_pool2d, lambda: x.reshape(4, 2, 4, 2).max((1, 3)), 8),
        "avg": (avg_pool2d, lambda: x.reshape(4, 2, 4, 2).mean((1, 3)), None),
    }
    for what, (pool, reshape, bound) in bare.items():
        took = by_turns({"bare": reshape, "ours": partial(pool, x, 2)}, 0.2, 10_000)
        against = f"{took['ours'] * 1000:.0f} µs"
        report(f"{what} 2×2/2 of 8×8", took["ours"] / took["bare"], bound, "bare reshapes", against)
    for shape, case in (
        ((32, 64, 56, 56), (2, 2, 0)),
        ((1, 64, 112, 112), (3, 2, 1)),
        ((8, 512, 7, 7), (3, 1, 1)),
    ):
        x = values(shape)
        took = compare(x, partial(max_pool2d, x, *case), {"torch": max_of_torch(x, case)}, 0.4)
        row(report, f"max {name(case)} of {shape}", took, "torch", 3 if shape[-1] > 7 else None)
        other = None if torch is None else of_torch(functional.avg_pool2d, x, *case)
        took = compare(x, partial(avg_pool2d, x, *case), {"torch": other}, 0.4)
        row(report, f"avg {name(case)} of {shape}", took, "torch", None)


MEMORY = """
import json, sys, tracemalloc
import numpy as np
from poolstudio import core
pool, case, shape, dtype, order = json.loads(sys.argv[1])
x = np.asarray(np.ones(shape, dtype), order=order)
pool = getattr(core, pool)
pool(np.ones((8, 8), dtype), 2, 1)  # what Python and NumPy load once is no scratch
tracemalloc.start()
out = pool(x, *case)
print((tracemalloc.get_traced_memory()[1] - out.nbytes) / x.nbytes)
"""


def extra_memory(pool: str, case: Case, shape: Sequence[int], dtype: str, order: str = "C") -> float:
    """The most that a call takes beside its output, in inputs, in a process that has kept nothing yet."""
    told = json.dumps([pool, case, shape, dtype, order])
    done = subprocess.run(
        [sys.executable, "-c", MEMORY, told], capture_output=True, text=True, check=True, timeout=120
    )
    return float(done.stdout)


@pytest.mark.parametrize("pool", ["max_pool2d", "avg_pool2d"])
def test_memory(report: Report, pool: str) -> None:
    for case, shape, dtype, order in (
        ((2, 2, 0), (2048, 2048), "float32", "C"),
        ((3, 1, 1), (2048, 2048), "float32", "C"),
        ((3, 2, 1), (32, 64, 56, 56), "float32", "C"),
        ((3, 1, 1), (2048, 2048), "float32", "F"),
        ((3, 1, 1), (2048, 2048), "float16", "C"),
        ((3, 1, 1), (2048, 2048), ">f8", "C"),
        ((31, 1, 15), (2048, 2048), "float32", "C"),
        ((101, 1, 50), (2048, 2048), "float32", "C"),
        ((101, 101, 0), (2048, 2048), "float32", "C"),
        ((3, 1, 1), (2048, 2048), "uint8", "C"),
    ):
        extra = extra_memory(pool, case, shape, dtype, order)
        what = f"{pool} {name(case)} of {shape} {dtype} {order}, beside the output"
        report(what, extra, 0.3 if dtype != "uint8" else None, "inputs")
