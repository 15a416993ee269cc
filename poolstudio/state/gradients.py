"""The gradient that reaches each input cell from upstream ones, as the overlay shows it. Pure."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from poolstudio.core import (
    avg_pool2d_backward,
    axes,
    global_avg_pool2d_backward,
    global_max_pool2d,
    global_max_pool2d_backward,
    max_pool2d,
    max_pool2d_backward,
)
from poolstudio.state.problem import Problem
from poolstudio.state.source import Array

#: Up to this many outputs have their routes to the winners drawn.
MOST_ROUTES = 1000


@dataclass(frozen=True, eq=False)
class GradientMap:
    """What one pane's outputs send to one plane of the input, upstream gradient 1 everywhere."""

    pane: int
    plane: int
    values: NDArray[np.float64]
    outputs: int
    total: float
    reached: int
    largest: float
    smallest: float
    winners: Array | None = None

    @property
    def nothing(self) -> int:
        """How many input cells get nothing."""
        return self.values.size - self.reached

    @property
    def lost(self) -> float:
        """What went to padding (average that counts it) or to windows without a real cell."""
        return self.outputs - self.total


def gradient_map(problem: Problem, pane: int, plane: int = 0) -> GradientMap:
    """Route a pane's upstream ones back onto a plane of the input (dot included).

    `winners` (h, w) flat indices come along for max on at most MOST_ROUTES outputs. PoolError as for
    the pane.
    """
    operator, spec = problem.operators[pane], problem.spec
    operator.check(spec)
    x = problem.displayed()[plane] if problem.dot is not None else problem.array[plane]
    winners: Array | None = None
    if operator.kind == "global average":
        outputs = 1
        values = global_avg_pool2d_backward(np.ones(()), x.shape)
    elif operator.kind == "global max":
        outputs = 1
        _, index = global_max_pool2d(x, return_indices=True)
        winners = np.asarray(index).reshape(1, 1)
        values = global_max_pool2d_backward(np.ones(()), x, indices=index)
    else:
        vertical, horizontal = axes(problem.shape, spec)
        shape = (vertical.out, horizontal.out)
        outputs = shape[0] * shape[1]
        ones = np.ones(shape)
        if operator.is_max:
            args = (spec.kernel, spec.stride, spec.padding, spec.dilation, spec.ceil_mode)
            _, winners = max_pool2d(x, *args, return_indices=True)
            values = max_pool2d_backward(ones, x, *args, indices=winners)
        else:
            values = avg_pool2d_backward(
                ones,
                x.shape,
                spec.kernel,
                spec.stride,
                spec.padding,
                spec.ceil_mode,
                spec.count_include_pad,
                spec.divisor_override,
            )
    return GradientMap(
        pane,
        plane,
        values,
        outputs,
        float(values.sum()),
        int(np.count_nonzero(values)),
        float(values.max()),
        float(values.min()),
        winners if outputs <= MOST_ROUTES else None,
    )
