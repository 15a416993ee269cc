"""What the pooling functions accept as an array, and how leading axes become a row of planes."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from poolstudio.core.spec import AXES, PoolError

Array = NDArray[Any]


def as_array(x: ArrayLike, field: str = "input") -> Array:
    """`x` as an array of bool, integers or real floats with at least two axes, not copied where it is one.

    TypeError for any other type, PoolError at `field` for ragged lists and for fewer than two axes.
    """
    try:
        array = np.asarray(x)
    except ValueError as error:
        raise PoolError(
            f"The {_words(field)} is no array: its rows differ in length.", field=field
        ) from error
    if array.dtype.kind not in "biuf":
        raise TypeError(
            f"The {_words(field)} has the type {array.dtype}. Pooling takes bool, integers and real floats."
        )
    if array.ndim < 2:
        raise PoolError(
            f"The {_words(field)} has the shape {array.shape}. It takes rows and columns at least.",
            field=field,
        )
    return array


def as_planes(x: ArrayLike) -> Array:
    """`x` as in `as_array`; PoolError where it has no rows or columns (a leading axis of 0 is legal)."""
    array = as_array(x)
    for name, n in zip(AXES, array.shape[-2:], strict=True):
        if n == 0:
            raise PoolError(f"The input's {name} is 0. At least 1.", field="input", axis=name)
    return array


def as_gradient(grad_output: ArrayLike, shape: tuple[int, ...]) -> Array:
    """The upstream gradient, floating (integers become float64), checked to have `shape`."""
    array = np.asarray(grad_output)
    if array.dtype.kind not in "biuf":
        raise TypeError(f"The grad output has the type {array.dtype}. A gradient is of real floats.")
    if array.dtype.kind != "f":
        array = array.astype(np.float64)
    if array.shape != shape:
        raise PoolError(
            f"The grad output has the shape {array.shape}. The output of this pooling has {shape}.",
            field="grad_output",
        )
    return array


def as_numbers(x: Array) -> Array:
    """`x` itself, or bool as integers of its memory."""
    return x.view(np.uint8) if x.dtype.kind == "b" else x


def native(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """`dtype` in this machine's byte order."""
    # By the type: a changed byte order would make a new object, with which NumPy misses its fastest loops.
    return np.dtype(dtype.type)


def plane_groups(x: Array) -> Iterator[tuple[int, Array]]:
    """`x` of any leading axes as (first plane, view of shape (planes, H, W)) pairs, in order, not copied."""
    lead = x.shape[:-2]
    # Trailing leading axes that lie evenly in memory become one; each cell of the others is a group.
    split = len(lead)
    while split > 0 and (
        split == len(lead) or lead[split] == 1 or x.strides[split - 1] == x.strides[split] * lead[split]
    ):
        split -= 1
    outer, inner = lead[:split], lead[split:]
    count = prod(inner)
    for at, place in enumerate(np.ndindex(*outer)):
        yield at * count, x[place].reshape((count, *x.shape[-2:]))


def flat_planes(x: Array) -> Array:
    """A fresh, C-ordered `x` of any leading axes as a view of shape (planes, rows, columns)."""
    return x.reshape((prod(x.shape[:-2]), *x.shape[-2:]))


def _words(field: str) -> str:
    return field.replace("_", " ")
