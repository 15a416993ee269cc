"""solve(Problem) -> Result: the values of each pane for the input without the dot. Pure, no Qt."""

from dataclasses import dataclass

import numpy as np

from poolstudio.core import (
    PoolError,
    PoolSpec,
    avg_pool2d,
    axes,
    global_avg_pool2d,
    global_max_pool2d,
    max_pool2d,
)
from poolstudio.state.operators import Operator
from poolstudio.state.problem import Problem
from poolstudio.state.source import Array


@dataclass(frozen=True, eq=False)
class PaneResult:
    """One pane's answer: values (C, h, w), or the error that concerns it."""

    operator: Operator
    problem: Problem
    values: Array | None
    error: PoolError | None = None

    @property
    def spec(self) -> PoolSpec:
        """The settings that this answer was made with."""
        return self.problem.spec


@dataclass(frozen=True, eq=False)
class Result:
    """The answers of all panes to one Problem, dot left out."""

    problem: Problem
    panes: tuple[PaneResult, ...]


def solve_pane(problem: Problem, index: int) -> PaneResult:
    """The answer of one pane. A PoolError is kept as that pane's own."""
    operator, spec, x = problem.operators[index], problem.spec, problem.array
    try:
        operator.check(spec)
        if not operator.is_global:
            axes(problem.shape, spec)
        values = _apply(operator, spec, x)
    except PoolError as error:
        return PaneResult(operator, problem, None, error)
    values.flags.writeable = False
    return PaneResult(operator, problem, values)


def solve(problem: Problem) -> Result:
    """The answers of all panes."""
    return Result(problem, tuple(solve_pane(problem, index) for index in range(len(problem.operators))))


def _apply(operator: Operator, spec: PoolSpec, x: Array) -> Array:
    if operator.kind == "max":
        return np.asarray(
            max_pool2d(x, spec.kernel, spec.stride, spec.padding, spec.dilation, spec.ceil_mode)
        )
    if operator.kind == "average":
        return avg_pool2d(
            x,
            spec.kernel,
            spec.stride,
            spec.padding,
            spec.ceil_mode,
            spec.count_include_pad,
            spec.divisor_override,
        )
    if operator.kind == "global average":
        return global_avg_pool2d(x, keepdims=True)
    return np.asarray(global_max_pool2d(x, keepdims=True))
