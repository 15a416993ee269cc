"""What pooling is: NumPy only, no files, no Qt."""

from poolstudio.core.adaptive import (
    adaptive_avg_pool2d,
    adaptive_avg_pool2d_backward,
    adaptive_max_pool2d,
    adaptive_max_pool2d_backward,
)
from poolstudio.core.geometry import (
    Axis,
    Formula,
    Window,
    axes,
    covering,
    output_shape,
    outputs_over,
    window,
)
from poolstudio.core.globals import global_avg_pool2d, global_max_pool2d
from poolstudio.core.gradients import (
    avg_pool2d_backward,
    global_avg_pool2d_backward,
    global_max_pool2d_backward,
    max_pool2d_backward,
    min_pool2d_backward,
)
from poolstudio.core.inverse import Setting, settings_for
from poolstudio.core.lp import lp_pool2d, lp_pool2d_backward
from poolstudio.core.pooling import avg_pool2d, max_pool2d, min_pool2d
from poolstudio.core.regions import (
    adaptive_avg_pool_region,
    adaptive_max_pool_region,
    avg_pool_region,
    lp_pool_region,
    max_pool_region,
    min_pool_region,
    window_winner,
)
from poolstudio.core.spec import PoolError, PoolSpec
from poolstudio.core.threads import get_num_threads, set_num_threads
from poolstudio.core.unpooling import max_unpool2d, max_unpool2d_backward, unpooled_size

__all__ = [
    "Axis",
    "Formula",
    "PoolError",
    "PoolSpec",
    "Setting",
    "Window",
    "adaptive_avg_pool2d",
    "adaptive_avg_pool2d_backward",
    "adaptive_avg_pool_region",
    "adaptive_max_pool2d",
    "adaptive_max_pool2d_backward",
    "adaptive_max_pool_region",
    "avg_pool2d",
    "avg_pool2d_backward",
    "avg_pool_region",
    "axes",
    "covering",
    "get_num_threads",
    "global_avg_pool2d",
    "global_avg_pool2d_backward",
    "global_max_pool2d",
    "global_max_pool2d_backward",
    "lp_pool2d",
    "lp_pool2d_backward",
    "lp_pool_region",
    "max_pool2d",
    "max_pool2d_backward",
    "max_pool_region",
    "max_unpool2d",
    "max_unpool2d_backward",
    "min_pool2d",
    "min_pool2d_backward",
    "min_pool_region",
    "output_shape",
    "outputs_over",
    "set_num_threads",
    "settings_for",
    "unpooled_size",
    "window",
    "window_winner",
]
