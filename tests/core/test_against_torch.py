"""Every operator and every gradient against answers of torch 2.13.0, which fixtures/make_torch_cases.py made.

Where a rule of the core's own decides otherwise, `OTHERWISE` names the case and the reason.
"""

import functools
import json
import math
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from poolstudio import core
from tests.core import oracle

FILE = Path(__file__).parent / "fixtures" / "torch_cases.npz"


@dataclass(frozen=True)
class Case:
    op: str
    name: str
    params: dict[str, object]
    arrays: dict[str, np.ndarray]

    def __getattr__(self, name):
        """An array of the case, as in `case.x`."""
        try:
            return self.arrays[name]
        except KeyError:
            raise AttributeError(name) from None

    def __str__(self):
        given = next(iter(self.arrays.values()))
        return f"{self.op} {self.params} of {given.dtype} {given.shape}: {given.tolist()}"


@functools.cache
def every_case():
    with np.load(FILE, allow_pickle=False) as stored:
        held = dict(stored)
    assert held["torch"] == "2.13.0"
    at, found = Counter(), []
    for row in json.loads(held["cases"].tobytes()):
        arrays = {}
        for name, kind, shape in row["arrays"]:
            low, high = held[f"{kind}_codes"][:, at[kind] : at[kind] + math.prod(shape)].astype(int)
            arrays[name] = held[f"{kind}_values"][low + 256 * high].reshape(shape)
            at[kind] += math.prod(shape)
        found.append(Case(row["op"], row.get("name", ""), row["params"], arrays))
    assert all(at[key[:2]] == held[key].shape[1] for key in held if key.endswith("_codes"))
    return found


# --- comparing ---


def same(got, wanted, *, zeros=True):
    """Asserts the same type, shape and values: NaN for NaN and, with `zeros`, −0 for −0."""
    assert (got.dtype, got.shape) == (wanted.dtype, wanted.shape)
    floating = wanted.dtype.kind == "f"
    right = (got == wanted) | (np.isnan(wanted) & np.isnan(got)) if floating else got == wanted
    if floating and zeros:
        right &= (np.signbit(got) == np.signbit(wanted)) | np.isnan(wanted)
    assert right.all(), f"{got.tolist()} and not {wanted.tolist()}"


def near(got, wanted, roundings, sizes=None):
    """Asserts the same type, shape and infinities, and values that differ by at most so many `roundings` of
    the type, each of a number of `sizes` (by default the value itself)."""
    assert (got.dtype, got.shape) == (wanted.dtype, wanted.shape)
    finite = np.isfinite(wanted)
    assert np.array_equal(got[~finite], wanted[~finite], equal_nan=True), f"{got.tolist()}"
    sizes = np.abs(wanted.astype(float)) if sizes is None else sizes
    gap = np.abs(got[finite].astype(float) - wanted[finite].astype(float))
    bound = roundings * np.finfo(wanted.dtype).eps * sizes[finite]
    assert (gap <= bound).all(), (
        f"off by {gap.max()}, {roundings} roundings allowed: {got.tolist()} and not {wanted.tolist()}"
    )


def planes(x):
    return x.reshape(-1, *x.shape[-2:])


def taps_of(case):
    """The most real cells that a window of the case can hold."""
    return math.prod(map(min, oracle.pair(case.params["kernel_size"]), case.x.shape[-2:]))


def windows_over(case):
    """The most windows that can lie over one cell."""
    kernel = oracle.pair(case.params["kernel_size"])
    stride = oracle.pair(case.params["stride"] or kernel)
    return math.prod(math.ceil(k / s) for k, s in zip(kernel, stride, strict=True))


def additions(x, cells):
    """How many additions of a window's cells can round, in both sums together.

    Torch adds one cell after the other, the core in another order. Small multiples of 1/4 have exact sums in
    any order. In float16 both add in float32, whose roundings are too small to count.
    """
    with np.errstate(invalid="ignore"):
        exact = (np.abs(x) < 64) & (x * 4 == np.rint(x * 4))
    return 0 if exact.all() or x.dtype == np.float16 else cells


# --- one check per function ---


def check_max(case):
    values, indices = core.max_pool2d(case.x, **case.params, return_indices=True)
    same(values, case.values)
    same(indices, case.indices)
    same(core.max_pool2d(case.x, **case.params), case.values, zeros=False)


def check_max_backward(case):
    # Upstream are small multiples of 1/4: sums are exact in any order, so that nothing is tolerated.
    same(core.max_pool2d_backward(case.upstream, case.x, **case.params), case.gradient, zeros=False)
    again = core.max_pool2d_backward(case.upstream, case.x, **case.params, indices=case.indices)
    same(again, case.gradient, zeros=False)


def reversed_order(x):
    """The numbers in the reverse order, as far as all comparisons go: torch has no min pooling, but its max
    of these is the min of `x`. ~ turns integers around without one that has no negative."""
    return -x if x.dtype.kind == "f" else ~x


def check_min(case):
    x = reversed_order(case.x)
    values, indices = core.min_pool2d(x, **case.params, return_indices=True)
    same(reversed_order(values), case.values)
    same(indices, case.indices)
    same(reversed_order(core.min_pool2d(x, **case.params)), case.values, zeros=False)


def check_min_backward(case):
    x = reversed_order(case.x)
    same(core.min_pool2d_backward(case.upstream, x, **case.params), case.gradient, zeros=False)
    again = core.min_pool2d_backward(case.upstream, x, **case.params, indices=case.indices)
    same(again, case.gradient, zeros=False)


def check_avg(case):
    # A sum, and a division on either side. Sums may cancel: each rounding is one of the mean of absolute
    # values, and not of the mean.
    sizes = [oracle.avg_pool(plane, **case.params)[1] for plane in planes(case.x)]
    got = core.avg_pool2d(case.x, **case.params)
    near(got, case.values, additions(case.x, taps_of(case)) + 1, np.reshape(sizes, case.values.shape))


def check_avg_backward(case):
    # Upstream has one sign, so that no sum cancels: a division for each window over a cell, and their sum.
    got = core.avg_pool2d_backward(case.upstream, case.x.shape, **case.params)
    near(got, case.gradient, windows_over(case) + 1)


def check_lp(case):
    # Torch raises, sums and takes the root in the type itself. A power is good to a few roundings, and a root
    # with p < 1 makes errors larger. The largest |x| takes no arithmetic.
    p = case.params["norm_type"]
    roundings = 0 if math.isinf(p) else (taps_of(case) + 4) * max(1, 1 / p)
    near(core.lp_pool2d(case.x, **case.params), case.values, roundings)


def check_lp_backward(case):
    # As forward, with the sum over the windows, whose terms have one sign in each cell. The core raises a
    # quotient to p − 1, which multiplies the roundings of the quotient and of its norm by as much.
    p = case.params["norm_type"]
    roundings = 0 if math.isinf(p) else (taps_of(case) + 4) * max(1, 1 / p) + 2 * p + windows_over(case)
    near(core.lp_pool2d_backward(case.upstream, case.x, **case.params), case.gradient, roundings)


def check_adaptive_max(case):
    values, indices = core.adaptive_max_pool2d(case.x, **case.params, return_indices=True)
    same(values, case.values)
    same(indices, case.indices)
    same(core.adaptive_max_pool2d(case.x, **case.params), case.values, zeros=False)


def check_adaptive_max_backward(case):
    # Exact sums, as for max.
    got = core.adaptive_max_pool2d_backward(case.upstream, case.x, **case.params)
    same(got, case.gradient, zeros=False)
    again = core.adaptive_max_pool2d_backward(case.upstream, case.x, **case.params, indices=case.indices)
    same(again, case.gradient, zeros=False)


def adaptive_sizes(case):
    """The means of absolute values of the bins, and the cells of the largest bin."""
    size = case.values.shape[-2:]
    sizes, most = np.zeros((len(planes(case.x)), *size)), 0
    for plane, out in zip(planes(case.x), sizes, strict=True):
        for i, j, cells in oracle.bins(plane.shape, size):
            out[i, j] = oracle.mean([abs(plane[at].item()) for at in cells], len(cells))
            most = max(most, len(cells))
    return sizes.reshape(case.values.shape), most


def check_adaptive_avg(case):
    # As for average. Torch divides by the rows and then by the columns, which is one rounding more.
    sizes, cells = adaptive_sizes(case)
    got = core.adaptive_avg_pool2d(case.x, **case.params)
    near(got, case.values, additions(case.x, cells) + 2, sizes)


def check_adaptive_avg_backward(case):
    # Two divisions for each bin over a cell, and their sum; one sign.
    got = core.adaptive_avg_pool2d_backward(case.upstream, case.x.shape, **case.params)
    over = [math.ceil(out / n) + 1 for out, n in zip(case.values.shape[-2:], case.x.shape[-2:], strict=True)]
    near(got, case.gradient, math.prod(over) + 2)


def check_global_max(case):
    values, indices = core.global_max_pool2d(case.x, keepdims=True, return_indices=True)
    same(values, case.values)
    same(indices, case.indices)
    same(core.global_max_pool2d(case.x), case.values[..., 0, 0], zeros=False)


def check_global_max_backward(case):
    # One gradient per plane: there is no sum.
    same(core.global_max_pool2d_backward(case.upstream, case.x), case.gradient, zeros=False)
    again = core.global_max_pool2d_backward(case.upstream[..., 0, 0], case.x, indices=case.indices)
    same(again, case.gradient, zeros=False)


def check_global_avg(case):
    # As adaptive average to one cell.
    sizes, cells = adaptive_sizes(case)
    near(core.global_avg_pool2d(case.x, keepdims=True), case.values, additions(case.x, cells) + 2, sizes)


def check_global_avg_backward(case):
    # Two divisions there, one here.
    near(core.global_avg_pool2d_backward(case.upstream, case.x.shape), case.gradient, 2)


def check_unpool(case):
    values, indices = case.arrays["values"], case.indices
    same(core.max_unpool2d(values, indices, **case.params), case.plane)


def check_unpool_backward(case):
    # Each gradient is taken as it is.
    same(core.max_unpool2d_backward(case.upstream, case.indices), case.gradient)


def to_one_cell(case):
    return case.values.shape[-2:] == (1, 1)


def has_gradient(case):
    return "gradient" in case.arrays


# The function, the torch operator it is measured by, which of the cases, and the least number of them.
CHECKS = {
    "max_pool2d": (check_max, "max_pool2d", None, 850),
    "max_pool2d_backward": (check_max_backward, "max_pool2d", has_gradient, 400),
    "min_pool2d": (check_min, "max_pool2d", None, 850),
    "min_pool2d_backward": (check_min_backward, "max_pool2d", has_gradient, 400),
    "avg_pool2d": (check_avg, "avg_pool2d", None, 600),
    "avg_pool2d_backward": (check_avg_backward, "avg_pool2d", has_gradient, 350),
    "lp_pool2d": (check_lp, "lp_pool2d", None, 400),
    "lp_pool2d_backward": (check_lp_backward, "lp_pool2d", has_gradient, 250),
    "adaptive_max_pool2d": (check_adaptive_max, "adaptive_max_pool2d", None, 450),
    "adaptive_max_pool2d_backward": (
        check_adaptive_max_backward,
        "adaptive_max_pool2d",
        has_gradient,
        250,
    ),
    "adaptive_avg_pool2d": (check_adaptive_avg, "adaptive_avg_pool2d", None, 350),
    "adaptive_avg_pool2d_backward": (
        check_adaptive_avg_backward,
        "adaptive_avg_pool2d",
        has_gradient,
        200,
    ),
    "global_max_pool2d": (check_global_max, "adaptive_max_pool2d", to_one_cell, 50),
    "global_max_pool2d_backward": (
        check_global_max_backward,
        "adaptive_max_pool2d",
        lambda case: to_one_cell(case) and has_gradient(case),
        30,
    ),
    "global_avg_pool2d": (check_global_avg, "adaptive_avg_pool2d", to_one_cell, 50),
    "global_avg_pool2d_backward": (
        check_global_avg_backward,
        "adaptive_avg_pool2d",
        lambda case: to_one_cell(case) and has_gradient(case),
        30,
    ),
    "max_unpool2d": (check_unpool, "max_unpool2d", None, 300),
    "max_unpool2d_backward": (check_unpool_backward, "max_unpool2d", has_gradient, 200),
}


@pytest.mark.parametrize("function", CHECKS)
def test_operator(function):
    check, op, wanted, least = CHECKS[function]
    chosen = [case for case in every_case() if case.op == op and (wanted is None or wanted(case))]
    assert len(chosen) >= least
    failures = []
    for case in chosen:
        try:
            check(case)
        except Exception as error:
            failures.append(f"{case}\n    {type(error).__name__}: {error}")
    listed = "\n".join(failures[:5])
    assert not failures, f"{len(failures)} of {len(chosen)} cases of {function}, among them:\n{listed}"


def lp(case):
    return core.lp_pool2d(case.x, **case.params)


def lp_gradient(case):
    return core.lp_pool2d_backward(case.upstream, case.x, **case.params)


def average(case):
    return core.avg_pool2d(case.x, **case.params)


def adaptive_average(case):
    return core.adaptive_avg_pool2d(case.x, **case.params)


F4, F8 = float(np.finfo("f4").max), float(np.finfo("f8").max)
SIGNED = "the p-norm is of absolute values; torch raises the numbers with their signs"
WIDE = "a mean of finite values is finite; torch's sum overflows"
SLOPE = "|x|ᵖ has no slope at 0 where p ≤ 1; torch gives that of xᵖ"
RANGE = "the norm is scaled; torch's powers leave the range of the type"

# What the core gives, by a rule of its own, and the reason.
OTHERWISE = {
    "lp: negative numbers, p = 1": (lp, [[[4.0, 6.0]]], SIGNED),
    "lp: negative numbers, p = 3": (lp, [[[28 ** (1 / 3), 72 ** (1 / 3)]]], SIGNED),
    "lp: negative numbers, p = 1.5": (
        lp,
        [[[(3**1.5 + 1) ** (2 / 3), (2**1.5 + 8) ** (2 / 3)]]],
        SIGNED,
    ),
    "lp: overhang": (
        lp,
        [[[4.0, 2.0], [2.0, 1.0]]],
        "only real cells count; torch scales the mean of these by the whole kernel",
    ),
    "lp: 1e+30 in float32": (lp, [[[2e30]]], RANGE),
    "lp: 1e-30 in float32": (lp, [[[2e-30]]], RANGE),
    "lp: gradient of a norm of 0": (
        lp_gradient,
        [[[0.0, 0.0]]],
        "it is 0 for every p; torch gives NaN where p < 1",
    ),
    "lp: gradient of a cell of 0, p = 0.5": (lp_gradient, [[[0.0, 1.0]]], SLOPE),
    "lp: gradient of a cell of 0, p = 1": (lp_gradient, [[[0.0, 1.0]]], SLOPE),
    "avg: int64": (average, [[[1.5, -1.5]]], "integers give float64; torch truncates"),
    "avg: the largest f4": (average, [[[F4]]], WIDE),
    "avg: the largest f8": (average, [[[F8]]], WIDE),
    "adaptive avg: the largest f4": (adaptive_average, [[[F4]]], WIDE),
    "adaptive avg: the largest f8": (adaptive_average, [[[F8]]], WIDE),
    "unpool: gradient of duplicates": (
        lambda case: core.max_unpool2d_backward(case.upstream, case.indices),
        [[[0.0, 5.0, 1.0]]],
        "only the value that was kept has an influence; torch gathers for all",
    ),
}


def test_where_a_rule_decides_otherwise():
    apart = {case.name: case for case in every_case() if case.op == "otherwise"}
    assert set(apart) == set(OTHERWISE)
    for name, (run, wanted, reason) in OTHERWISE.items():
        case = apart[name]
        answer = case.arrays["gradient" if has_gradient(case) else "values"]
        got = run(case)
        assert got.dtype == (answer.dtype if answer.dtype.kind == "f" else np.float64), name
        np.testing.assert_allclose(got, wanted, 4 * np.finfo(got.dtype).eps, err_msg=f"{name}: {reason}")
        # Should torch ever agree, the case belongs to the others.
        assert not np.allclose(answer, wanted, rtol=1e-3, atol=0), name
