"""Layer objects over the core, named and called like a framework's: code for its pooling reads the same here.

A layer is small, immutable and without parameters: `layer(x)` and `layer.forward(x)` pool, `output_shape`
tells the shape that comes out. Two layers with the same settings are equal. The rules are those of the
functions in `poolstudio.core` that the layers call.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from numpy.typing import ArrayLike

from poolstudio import core
from poolstudio.core.adaptive import as_output_size
from poolstudio.core.arrays import Array
from poolstudio.core.lp import as_norm_type
from poolstudio.core.spec import PoolSpec, Size, as_flag, as_shape

Pooled = Array | tuple[Array, Array]
Shape = tuple[int, ...]


class _Layer(ABC):
    """What all layers share."""

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if isinstance(value, list):
                object.__setattr__(self, name, tuple(value))

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.forward(*args, **kwargs)

    @abstractmethod
    def forward(self, *args: Any, **kwargs: Any) -> Any:
        """The pooled input."""


class _Windowed(_Layer):
    """Layers whose windows a PoolSpec describes."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self._spec()

    @abstractmethod
    def _spec(self) -> PoolSpec:
        """The settings, checked."""

    def output_shape(self, shape: Sequence[int]) -> Shape:
        """The shape that an input of `shape` (..., H, W) gives; PoolError where its windows do not fit."""
        given = as_shape(shape)
        return (*given[:-2], *core.output_shape((given[-2], given[-1]), self._spec()))


@dataclass(frozen=True)
class MaxPool2d(_Windowed):
    """`core.max_pool2d` as a layer.

    >>> MaxPool2d(2)([[1, 3, 2, 4], [5, 6, 1, 2], [7, 2, 9, 0], [1, 8, 3, 4]]).tolist()
    [[6, 4], [8, 9]]
    >>> MaxPool2d(2).output_shape((8, 32, 16, 16))
    (8, 32, 8, 8)
    """

    kernel_size: Size
    stride: Size | None = None
    padding: Size = 0
    dilation: Size = 1
    return_indices: bool = False
    ceil_mode: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        as_flag(self.return_indices, "return_indices")

    def _spec(self) -> PoolSpec:
        return PoolSpec.of(self.kernel_size, self.stride, self.padding, self.dilation, self.ceil_mode)

    def forward(self, x: ArrayLike) -> Pooled:
        """The values, or with `return_indices` the values and where they lie."""
        settings = (self.kernel_size, self.stride, self.padding, self.dilation, self.ceil_mode)
        if self.return_indices:
            return core.max_pool2d(x, *settings, return_indices=True)
        return core.max_pool2d(x, *settings)


@dataclass(frozen=True)
class AvgPool2d(_Windowed):
    """`core.avg_pool2d` as a layer.

    >>> AvgPool2d(2)([[1, 3, 2, 4], [5, 6, 1, 2], [7, 2, 9, 0], [1, 8, 3, 4]]).tolist()
    [[3.75, 2.25], [4.5, 4.0]]
    """

    kernel_size: Size
    stride: Size | None = None
    padding: Size = 0
    ceil_mode: bool = False
    count_include_pad: bool = True
    divisor_override: int | None = None

    def _spec(self) -> PoolSpec:
        return PoolSpec.of(
            self.kernel_size,
            self.stride,
            self.padding,
            1,
            self.ceil_mode,
            self.count_include_pad,
            self.divisor_override,
        )

    def forward(self, x: ArrayLike) -> Array:
        """The means."""
        return core.avg_pool2d(
            x,
            self.kernel_size,
            self.stride,
            self.padding,
            self.ceil_mode,
            self.count_include_pad,
            self.divisor_override,
        )


@dataclass(frozen=True)
class LPPool2d(_Windowed):
    """`core.lp_pool2d` as a layer.

    >>> LPPool2d(2, (1, 2))([[3, 4]]).tolist()
    [[5.0]]
    """

    norm_type: float
    kernel_size: Size
    stride: Size | None = None
    ceil_mode: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        as_norm_type(self.norm_type)

    def _spec(self) -> PoolSpec:
        return PoolSpec.of(self.kernel_size, self.stride, ceil_mode=self.ceil_mode)

    def forward(self, x: ArrayLike) -> Array:
        """The norms."""
        return core.lp_pool2d(x, self.norm_type, self.kernel_size, self.stride, self.ceil_mode)


class _Adaptive(_Layer):
    """Layers whose output's size is given."""

    output_size: Any

    def __post_init__(self) -> None:
        super().__post_init__()
        as_output_size(self.output_size, (1, 1))

    def output_shape(self, shape: Sequence[int]) -> Shape:
        """The shape that an input of `shape` (..., H, W) gives; None in `output_size` keeps an axis."""
        given = as_shape(shape)
        return (*given[:-2], *as_output_size(self.output_size, (given[-2], given[-1])))


@dataclass(frozen=True)
class AdaptiveAvgPool2d(_Adaptive):
    """`core.adaptive_avg_pool2d` as a layer.

    >>> AdaptiveAvgPool2d((None, 1)).output_shape((8, 512, 7, 7))
    (8, 512, 7, 1)
    """

    output_size: Any

    def forward(self, x: ArrayLike) -> Array:
        """The means of the bins."""
        return core.adaptive_avg_pool2d(x, self.output_size)


@dataclass(frozen=True)
class AdaptiveMaxPool2d(_Adaptive):
    """`core.adaptive_max_pool2d` as a layer.

    >>> AdaptiveMaxPool2d((1, 5))([[1, 2, 3]]).tolist()
    [[1, 2, 2, 3, 3]]
    """

    output_size: Any
    return_indices: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        as_flag(self.return_indices, "return_indices")

    def forward(self, x: ArrayLike) -> Pooled:
        """The values, or with `return_indices` the values and where they lie."""
        if self.return_indices:
            return core.adaptive_max_pool2d(x, self.output_size, True)
        return core.adaptive_max_pool2d(x, self.output_size)


@dataclass(frozen=True)
class MaxUnpool2d(_Windowed):
    """`core.max_unpool2d` as a layer.

    >>> MaxUnpool2d(2)([[6, 8]], [[5, 3]]).tolist()
    [[0, 0, 0, 8], [0, 6, 0, 0]]
    """

    kernel_size: Size
    stride: Size | None = None
    padding: Size = 0

    def _spec(self) -> PoolSpec:
        return PoolSpec.of(self.kernel_size, self.stride, self.padding)

    def forward(self, x: ArrayLike, indices: ArrayLike, output_size: Sequence[int] | None = None) -> Array:
        """The sparse planes."""
        return core.max_unpool2d(x, indices, self.kernel_size, self.stride, self.padding, output_size)

    def output_shape(self, shape: Sequence[int], output_size: Sequence[int] | None = None) -> Shape:
        """The shape that pooled values of `shape` (..., h, w) go back to."""
        given = as_shape(shape)
        plane = core.unpooled_size((given[-2], given[-1]), self._spec(), output_size, given[:-2])
        return (*given[:-2], *plane)
