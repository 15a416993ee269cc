"""The command line: what it asks for, and the one sentence and exit code where that cannot be had."""

import argparse
import os
import re
import stat
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from poolstudio import __version__, display, qtlibs
from poolstudio.options import SMALLEST_SIZE, THEMES, StartOptions

NO_DISPLAY_PICTURE = "poolstudio.png"
_LARGEST_SIDE = 8192
_LARGEST_NUMBER = 99_999


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program and return its exit code: 0, 1 where something cannot be had, 2 for a wrong option."""
    options, picture = parse(argv)
    problem = _file_problem(options.file) or qtlibs.qt_problem()
    if problem:
        return _fail(problem)
    if options.scale != 1:
        os.environ["QT_SCALE_FACTOR"] = f"{options.scale:g}"
    if picture is not None:
        return _draw(options, picture)

    platforms = display.window_platforms()
    if not platforms:
        return _draw_instead(options)
    usable, problem = qtlibs.platform_problem(platforms)
    if problem:
        return _fail(problem)
    if len(usable) == 1 and usable != ["native"] and not os.environ.get("QT_QPA_PLATFORM"):
        # Qt would try the other one too, and abort on it.
        os.environ["QT_QPA_PLATFORM"] = usable[0]
    from poolstudio import app

    try:
        return app.run(options)
    except app.StartProblem as error:
        return _fail(str(error))


def parse(argv: Sequence[str] | None = None) -> tuple[StartOptions, Path | None]:
    """Return the options and the picture that --screenshot names, if any; a wrong one exits with code 2."""
    parser = _parser()
    given = parser.parse_args(argv)
    if given.file is not None and given.sample is not None:
        parser.error("FILE and --sample exclude each other: give one of them.")
    options = StartOptions(
        file=given.file,
        sample=given.sample,
        kernel=given.kernel,
        stride=given.stride,
        padding=given.padding,
        dilation=given.dilation,
        ceil=given.ceil,
        size=given.size,
        theme=given.theme,
        scale=given.scale,
    )
    if any((options.kernel, options.stride, options.padding, options.dilation)):
        _check_window(parser, options)
    return options, given.screenshot


def _check_window(parser: argparse.ArgumentParser, options: StartOptions) -> None:
    from poolstudio.core.spec import PoolError, PoolSpec

    try:
        PoolSpec.of(options.kernel or 2, options.stride, options.padding or 0, options.dilation or 1)
    except PoolError as error:
        parser.error(str(error))


def _draw(options: StartOptions, picture: Path) -> int:
    # Needs no display, and looks the same whether there is one or not.
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from poolstudio import app

    try:
        app.screenshot(options, picture)
    except app.StartProblem as error:
        return _fail(str(error))
    except OSError as error:
        return _fail(f"{picture} cannot be written: {error.strerror or error}.")
    return 0


def _draw_instead(options: StartOptions) -> int:
    picture = Path(NO_DISPLAY_PICTURE)
    code = _draw(options, picture)
    if code == 0:
        print(
            f"There is no display to open a window on, so the start window was drawn to {picture.resolve()}."
        )
    return code


def _file_problem(file: Path | None) -> str | None:
    """Say early what can be said without reading; what is inside is the loader's to judge."""
    if file is None:
        return None
    try:
        mode = file.stat().st_mode
        if stat.S_ISDIR(mode):
            return f"{file} is a folder: give a picture in it."
        if not stat.S_ISREG(mode):
            return f"{file} is a device or a pipe, not a picture."
        with file.open("rb") as stream:
            if not stream.read(1):
                return f"{file} is empty."
    except FileNotFoundError:
        return f"{file} does not exist."
    except (OSError, ValueError) as error:
        return f"{file} cannot be read: {getattr(error, 'strerror', None) or error}."
    return None


def _fail(sentence: str) -> int:
    print(f"poolstudio: {sentence}", file=sys.stderr)
    return 1


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        # Without the usage block: one sentence, as everywhere.
        end = "" if message.endswith(".") else "."
        self.exit(2, f"{self.prog}: {message}{end}\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="poolstudio",
        description="See what a pooling layer does: type numbers or open a picture, and watch the answer.",
        allow_abbrev=False,
    )
    kinds = "a picture: PNG, JPEG, TIFF, WebP, BMP, GIF, PGM or PPM"
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help=kinds)
    parser.add_argument("--sample", metavar="NAME", help="open a built-in sample, such as stars")
    parser.add_argument(
        "--screenshot",
        type=Path,
        metavar="OUT.png",
        help="draw the window to a picture and leave; no display needed",
    )
    window = parser.add_argument_group("the pooling window", "N for both axes, or HxW for height and width")
    window.add_argument("--kernel", type=_pair("Kernel", 1), metavar="N|HxW", help="size of the window")
    window.add_argument("--stride", type=_pair("Stride", 1), metavar="N|HxW", help="how far it moves")
    window.add_argument(
        "--padding", type=_pair("Padding", 0), metavar="N|HxW", help="cells added at each side"
    )
    window.add_argument(
        "--dilation", type=_pair("Dilation", 1), metavar="N|HxW", help="gap between its cells"
    )
    window.add_argument("--ceil", action="store_true", help="round the output size up")
    parser.add_argument(
        "--size", type=_size, metavar="WxH", help="size of the window on the screen, as 1400x900"
    )
    parser.add_argument("--theme", choices=THEMES, help="colours of the program")
    parser.add_argument("--scale", type=_scale, default=1.0, metavar="1|2", help="device pixels per pixel")
    parser.add_argument("--version", action="version", version=f"poolstudio {__version__}")
    return parser


class _pair:  # noqa: N801 (it is used as a function)
    """Read "3" or "3x5"; argparse shows the sentence of an ArgumentTypeError after the option's name."""

    def __init__(self, title: str, least: int) -> None:
        self.title, self.least = title, least

    def __call__(self, text: str) -> tuple[int, int]:
        match = re.fullmatch(r"(-?[0-9]+)(?:[xX×](-?[0-9]+))?", text)
        if not match:
            raise argparse.ArgumentTypeError(f'"{text}" is neither an integer nor two, as 3x5.')
        height = int(match[1][:9])
        width = int(match[2][:9]) if match[2] else height
        for value in (height, width):
            if value < self.least:
                raise argparse.ArgumentTypeError(f"{self.title} {value} is too small. At least {self.least}.")
            if value > _LARGEST_NUMBER:
                raise argparse.ArgumentTypeError(
                    f"{self.title} {value} is too large. At most {_LARGEST_NUMBER}."
                )
        return height, width


def _size(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"([0-9]{1,6})[xX×]([0-9]{1,6})", text)
    if not match:
        raise argparse.ArgumentTypeError(f'"{text}" is no width and height, as 1400x900.')
    width, height = int(match[1]), int(match[2])
    if width < SMALLEST_SIZE[0] or height < SMALLEST_SIZE[1]:
        raise argparse.ArgumentTypeError(
            f"{text} is too small. At least {SMALLEST_SIZE[0]}x{SMALLEST_SIZE[1]}."
        )
    if max(width, height) > _LARGEST_SIDE:
        raise argparse.ArgumentTypeError(f"{text} is too large. At most {_LARGEST_SIDE}x{_LARGEST_SIDE}.")
    return width, height


def _scale(text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,6})?", text) or not 1 <= float(text) <= 4:
        raise argparse.ArgumentTypeError(f'"{text}" is no scale: give a number from 1 to 4.')
    return float(text)
