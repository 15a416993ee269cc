"""What pooling is: NumPy only, no files, no Qt."""

from poolstudio.core.geometry import Axis, Formula, Window, axes, covering, output_shape, window
from poolstudio.core.globals import global_avg_pool2d, global_max_pool2d
from poolstudio.core.gradients import (
    avg_pool2d_backward,
    global_avg_pool2d_backward,
    global_max_pool2d_backward,
    max_pool2d_backward,
)
from poolstudio.core.pooling import avg_pool2d, max_pool2d
from poolstudio.core.regions import avg_pool_region, max_pool_region, window_winner
from poolstudio.core.spec import PoolError, PoolSpec

__all__ = [
    "Axis",
    "Formula",
    "PoolError",
    "PoolSpec",
    "Window",
    "avg_pool2d",
    "avg_pool2d_backward",
    "avg_pool_region",
    "axes",
    "covering",
    "global_avg_pool2d",
    "global_avg_pool2d_backward",
    "global_max_pool2d",
    "global_max_pool2d_backward",
    "max_pool2d",
    "max_pool2d_backward",
    "max_pool_region",
    "output_shape",
    "window",
    "window_winner",
]
