"""Operator: what an output pane computes, which settings apply to it, and how it is called."""

from dataclasses import dataclass
from typing import Literal

from poolstudio.core import PoolError, PoolSpec

Kind = Literal["max", "average", "global average", "global max"]
KINDS: tuple[Kind, ...] = ("max", "average", "global average", "global max")


@dataclass(frozen=True, slots=True)
class Operator:
    """A pooling operator by its kind."""

    kind: Kind

    @property
    def is_global(self) -> bool:
        return self.kind.startswith("global")

    @property
    def is_max(self) -> bool:
        return self.kind in ("max", "global max")

    def check(self, spec: PoolSpec) -> None:
        """Raise the PoolError that concerns this operator alone, where a setting is illegal for it."""
        if self.kind == "average" and spec.dilation != (1, 1):
            axis = "height" if spec.dilation[0] != 1 else "width"
            value = spec.dilation[0] if axis == "height" else spec.dilation[1]
            raise PoolError(
                f"Average pooling has no dilation: {value} is for max alone. Only 1.",
                field="dilation",
                axis=axis,
                nearest=1,
            )
