"""The parameters of a pooling window (PoolSpec), and the error that names the one at fault (PoolError)."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, SupportsIndex

import numpy as np

Size = SupportsIndex | Sequence[SupportsIndex]
"""What a size parameter accepts: an int for both axes, a (height, width) pair, or a sequence of one."""

AXES = ("height", "width")


class PoolError(ValueError):
    """A parameter breaks a rule.

    `field` is the parameter's public name ("kernel_size", "padding", ...), `axis` is "height", "width" or
    None, `nearest` the nearest legal integer where there is one to offer.
    """

    def __init__(
        self, message: str, *, field: str, axis: str | None = None, nearest: int | None = None
    ) -> None:
        super().__init__(message)
        self.field = field
        self.axis = axis
        self.nearest = nearest

    def __reduce__(self) -> tuple[Any, ...]:
        return (_rebuild, (str(self), self.field, self.axis, self.nearest))


def _rebuild(message: str, field: str, axis: str | None, nearest: int | None) -> PoolError:
    return PoolError(message, field=field, axis=axis, nearest=nearest)


def number(value: int) -> str:
    """An integer as a sentence shows it, with a real minus sign."""
    return str(value).replace("-", "−")


def as_integer(value: object, field: str, axis: str | None = None) -> int:
    """`value` as a Python int; bool, float, None and all else that is no integer is a PoolError."""
    if not isinstance(value, (bool, np.bool_)) and not (isinstance(value, np.ndarray) and value.ndim):
        try:
            return operator.index(value)  # type: ignore[arg-type]
        except TypeError:
            pass
    raise PoolError(f"{_title(field)} {value!r} is not an integer.", field=field, axis=axis)


def as_pair(value: object, field: str) -> tuple[int, int]:
    """`value` as a (height, width) pair of Python ints: from an int, a pair or a sequence of one."""
    if isinstance(value, (str, bytes, dict, set, frozenset)) or (
        not isinstance(value, Iterable) or (isinstance(value, np.ndarray) and value.ndim == 0)
    ):
        both = as_integer(value, field)
        return both, both
    items = list(value)
    if len(items) == 1:
        both = as_integer(items[0], field)
        return both, both
    if len(items) != 2:
        raise PoolError(
            f"{_title(field)} has {len(items)} numbers. It takes one for both axes, or height and width.",
            field=field,
        )
    return as_integer(items[0], field, "height"), as_integer(items[1], field, "width")


def as_shape(input_shape: Sequence[int]) -> tuple[int, ...]:
    """An input's shape (..., H, W) as plain integers; PoolError where it has no rows or columns."""
    shape = tuple(as_integer(n, "input_shape") for n in input_shape)
    if len(shape) < 2 or min(shape) < 0:
        raise PoolError(f"The input shape {shape} is no array's with rows and columns.", field="input_shape")
    for name, n in zip(AXES, shape[-2:], strict=True):
        if n == 0:
            raise PoolError(f"The input's {name} is 0. At least 1.", field="input", axis=name)
    return shape


def as_flag(value: object, field: str) -> bool:
    """`value` as a bool; anything else is a PoolError, so that "False" or a stray number is never True."""
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    raise PoolError(f"{_title(field)} {value!r} is neither True nor False.", field=field)


_TITLES = {"kernel_size": "Kernel", "divisor_override": "Divisor", "count_include_pad": "Count padding"}


def _title(field: str) -> str:
    return _TITLES.get(field, field.replace("_", " ").capitalize())


@dataclass(frozen=True, slots=True)
class PoolSpec:
    """The parameters of a pooling window, checked; every pair is (height, width).

    Kernel, stride and dilation are at least 1, padding is at least 0 and at most half of the kernel, rounded
    down (whatever the dilation). `divisor_override` is None or any integer but 0. Anything else is a
    PoolError. Whether the kernel fits an input is checked where the input is known (`geometry.axes`).
    """

    kernel: tuple[int, int] = (2, 2)
    stride: tuple[int, int] = (2, 2)
    padding: tuple[int, int] = (0, 0)
    dilation: tuple[int, int] = (1, 1)
    ceil_mode: bool = False
    count_include_pad: bool = True
    divisor_override: int | None = None

    def __post_init__(self) -> None:
        def put(name: str, value: object) -> None:
            object.__setattr__(self, name, value)

        put("kernel", as_pair(self.kernel, "kernel_size"))
        put("stride", as_pair(self.stride, "stride"))
        put("padding", as_pair(self.padding, "padding"))
        put("dilation", as_pair(self.dilation, "dilation"))
        put("ceil_mode", as_flag(self.ceil_mode, "ceil_mode"))
        put("count_include_pad", as_flag(self.count_include_pad, "count_include_pad"))
        if self.divisor_override is not None:
            put("divisor_override", as_integer(self.divisor_override, "divisor_override"))
        self._check()

    @classmethod
    def of(
        cls,
        kernel_size: Size = 2,
        stride: Size | None = None,
        padding: Size = 0,
        dilation: Size = 1,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
        divisor_override: int | None = None,
    ) -> PoolSpec:
        """A spec from what the pooling functions accept: ints, pairs, sequences of one; stride None = kernel.

        >>> PoolSpec.of(3, padding=(1, 0)).stride
        (3, 3)
        """
        given = (kernel_size, stride, padding, dilation, ceil_mode, count_include_pad, divisor_override)
        if tuple(map(type, given)) in _PLAIN:
            return _of_plain(*given)  # type: ignore[arg-type]  # plain integers can be keys
        return cls._of(*given)

    @classmethod
    def _of(
        cls,
        kernel_size: Any,
        stride: Any,
        padding: Any,
        dilation: Any,
        ceil_mode: bool,
        count_include_pad: bool,
        divisor_override: int | None,
    ) -> PoolSpec:
        kernel = as_pair(kernel_size, "kernel_size")
        if stride is None or (isinstance(stride, Sequence) and not isinstance(stride, str) and not stride):
            stride = kernel
        return cls(
            kernel,
            as_pair(stride, "stride"),
            as_pair(padding, "padding"),
            as_pair(dilation, "dilation"),
            ceil_mode,
            count_include_pad,
            divisor_override,
        )

    def undilated(self) -> PoolSpec:
        """The spec as average pooling reads it: it has no dilation."""
        if self.dilation == (1, 1):
            return self
        return PoolSpec(
            self.kernel,
            self.stride,
            self.padding,
            (1, 1),
            self.ceil_mode,
            self.count_include_pad,
            self.divisor_override,
        )

    def _check(self) -> None:
        for axis, k, s, p, d in zip(AXES, self.kernel, self.stride, self.padding, self.dilation, strict=True):
            if k < 1:
                raise _low("kernel_size", axis, f"Kernel {number(k)} covers no cell.", 1)
            if s < 1:
                what = "never moves" if s == 0 else "moves backwards"
                raise _low("stride", axis, f"Stride {number(s)} {what}.", 1)
            if d < 1:
                raise _low("dilation", axis, f"Dilation {number(d)} leaves no step between the taps.", 1)
            if p < 0:
                raise _low("padding", axis, f"Padding {number(p)} is negative.", 0)
            if p > k // 2:
                raise PoolError(
                    f"Padding {p} is more than half of kernel {k}. "
                    f"At most {k // 2}: half of {k}, rounded down.",
                    field="padding",
                    axis=axis,
                    nearest=k // 2,
                )
        if self.divisor_override == 0:
            raise PoolError(
                "Divisor 0 divides by nothing. Any other integer.", field="divisor_override", nearest=1
            )


# For small inputs the checks take longer than the pooling: those of plain integers are done once.
_PLAIN = {
    (int, stride, int, int, bool, bool, divisor)
    for stride in (int, type(None))
    for divisor in (int, type(None))
}
_of_plain = lru_cache(maxsize=256)(PoolSpec._of)


def _low(field: str, axis: str, problem: str, least: int) -> PoolError:
    return PoolError(f"{problem} At least {least}.", field=field, axis=axis, nearest=least)
