"""Inverse size: which windows turn an axis of n cells into one of m outputs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from poolstudio.core.geometry import Axis
from poolstudio.core.spec import PoolError, as_integer


@dataclass(frozen=True, slots=True)
class Setting:
    """One axis's window that gives the wanted number of outputs.

    `dropped` counts the input cells at the end that no window reaches, `overhang` the cells past the padding
    that the last window reaches in ceil mode, and `adaptive` says that its windows are the bins of adaptive
    pooling to the same size.
    """

    kernel: int
    stride: int
    padding: int
    dilation: int
    ceil_mode: bool
    dropped: int
    overhang: int
    adaptive: bool


def settings_for(
    n: int,
    out: int,
    *,
    most_kernel: int = 16,
    most_stride: int | None = None,
    most_padding: int | None = None,
    most_dilation: int = 1,
    ceil_mode: bool = True,
) -> list[Setting]:
    """All windows within bounds that turn `n` input cells into `out` outputs along an axis, simplest first.

    Kernel, stride and dilation run from 1, padding from 0 to half of the kernel. Without `most_stride` the
    stride goes as far as the kernels, without `most_padding` the padding as far as its rule. Ceil mode is
    tried where it gives another number of outputs than floor. Simple is: no dilation, no padding, windows
    side by side, floor, a small kernel, in this order. PoolError names a bound that is no integer or too low.

    >>> [(s.kernel, s.stride, s.padding) for s in settings_for(224, 112, most_kernel=3, ceil_mode=False)]
    [(2, 2, 0), (1, 2, 0), (3, 2, 1)]
    """
    n, out = _least(n, "n", 1), _least(out, "out", 1)
    kernels = _least(most_kernel, "most_kernel", 1)
    dilations = _least(most_dilation, "most_dilation", 1)
    strides = kernels if most_stride is None else _least(most_stride, "most_stride", 1)
    paddings = None if most_padding is None else _least(most_padding, "most_padding", 0)
    found = [
        _setting(axis, out)
        for axis in _axes(n, kernels, strides, paddings, dilations, ceil_mode)
        if axis.out == out
    ]
    return sorted(found, key=_order)


def _axes(
    n: int, kernels: int, strides: int, paddings: int | None, dilations: int, ceil_mode: bool
) -> Iterator[Axis]:
    for kernel in range(1, kernels + 1):
        half = kernel // 2
        for padding in range((half if paddings is None else min(half, paddings)) + 1):
            # A dilation of a single tap changes nothing.
            for dilation in range(1, (dilations if kernel > 1 else 1) + 1):
                for stride in range(1, strides + 1):
                    floor = Axis(n, kernel, stride, padding, dilation)
                    if floor.out >= 1:
                        yield floor
                    ceil = Axis(n, kernel, stride, padding, dilation, True)
                    if ceil_mode and ceil.out >= 1 and ceil.out != floor.out:
                        yield ceil


def _setting(axis: Axis, out: int) -> Setting:
    reach = axis.taps(out - 1)[-1] + 1
    adaptive = all(
        (axis.real(i).start, axis.real(i).stop) == (i * axis.n // out, -(-(i + 1) * axis.n // out))
        for i in range(out)
    )
    return Setting(
        axis.kernel,
        axis.stride,
        axis.padding,
        axis.dilation,
        axis.ceil_mode,
        max(0, axis.n - reach),
        max(0, reach - axis.n - axis.padding),
        adaptive and axis.dilation == 1,
    )


def _order(found: Setting) -> tuple[int, ...]:
    return (
        found.dilation,
        found.padding,
        abs(found.stride - found.kernel),
        found.ceil_mode,
        found.kernel,
        found.stride,
    )


def _least(value: object, field: str, least: int) -> int:
    number = as_integer(value, field)
    if number < least:
        raise PoolError(f"{field} {number} is too low. At least {least}.", field=field, nearest=least)
    return number
