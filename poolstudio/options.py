"""What the command line asks for, as plain values: no Qt, no NumPy."""

from dataclasses import dataclass
from pathlib import Path

SMALLEST_SIZE = (1024, 680)
DEFAULT_SIZE = (1400, 900)
THEMES = ("system", "light", "dark")


@dataclass(frozen=True, slots=True)
class StartOptions:
    """How the program starts; what is None was not asked for: the kept preference or the default holds.

    Pairs are (height, width), as everywhere, but for `size`: the window's (width, height) in pixels.
    A kernel without a stride means a stride of the kernel's size, as in the pooling functions. `scale` is
    device pixels per pixel; the command line has handed it to Qt (QT_SCALE_FACTOR) before Qt starts, so that
    nobody needs to apply it again.
    """

    file: Path | None = None
    sample: str | None = None
    kernel: tuple[int, int] | None = None
    stride: tuple[int, int] | None = None
    padding: tuple[int, int] | None = None
    dilation: tuple[int, int] | None = None
    ceil: bool = False
    size: tuple[int, int] | None = None
    theme: str | None = None
    scale: float = 1.0
