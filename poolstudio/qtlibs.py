"""Which of the system libraries that Qt needs are absent, and which Debian package brings each."""

import ctypes
import importlib
import re
import sys
from collections.abc import Iterable
from pathlib import Path

PACKAGES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libdbus-1.so.3": "libdbus-1-3",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libX11.so.6": "libx11-6",
    "libz.so.1": "zlib1g",
}
PLATFORM_PACKAGES = {
    "xcb": {
        "libxcb.so.1": "libxcb1",
        "libX11.so.6": "libx11-6",
        "libX11-xcb.so.1": "libx11-xcb1",
        "libxcb-cursor.so.0": "libxcb-cursor0",
        "libxcb-icccm.so.4": "libxcb-icccm4",
        "libxcb-image.so.0": "libxcb-image0",
        "libxcb-keysyms.so.1": "libxcb-keysyms1",
        "libxcb-randr.so.0": "libxcb-randr0",
        "libxcb-render.so.0": "libxcb-render0",
        "libxcb-render-util.so.0": "libxcb-render-util0",
        "libxcb-shape.so.0": "libxcb-shape0",
        "libxcb-shm.so.0": "libxcb-shm0",
        "libxcb-sync.so.1": "libxcb-sync1",
        "libxcb-util.so.1": "libxcb-util1",
        "libxcb-xfixes.so.0": "libxcb-xfixes0",
        "libxcb-xkb.so.1": "libxcb-xkb1",
        "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    },
    "wayland": {
        "libwayland-client.so.0": "libwayland-client0",
        "libwayland-cursor.so.0": "libwayland-cursor0",
    },
}
_QT_MODULES = ("PySide6.QtCore", "PySide6.QtGui", "PySide6.QtWidgets", "PySide6.QtSvg")
_PLUGIN_FILES = {"xcb": "libqxcb.so", "wayland": "libqwayland.so"}


def qt_problem() -> str | None:
    """Load Qt; return None if that works, else one sentence that says what is missing and what brings it."""
    try:
        for name in _QT_MODULES:
            importlib.import_module(name)
    except ModuleNotFoundError as error:
        return f"Python has no module {error.name}: install it with: pip install PySide6-Essentials"
    except ImportError as error:
        return _sentence(_absent(PACKAGES, str(error)), PACKAGES, str(error))
    return None


def platform_problem(platforms: Iterable[str]) -> tuple[list[str], str | None]:
    """Return those of the Qt platforms whose plugin loads, and None, or a sentence if not one of them does.

    Call it after `qt_problem` found none. A plugin that does not load makes Qt abort the process, without a
    word that a learner could follow.
    """
    usable: list[str] = []
    sentence: str | None = None
    for platform in platforms:
        failure = _plugin_failure(platform)
        if failure is None:
            usable.append(platform)
        else:
            table = PACKAGES | PLATFORM_PACKAGES.get(platform, {})
            sentence = _sentence(_absent(table, failure), table, failure)
    return usable, None if usable else sentence


def _plugin_failure(platform: str) -> str | None:
    if platform not in _PLUGIN_FILES or not sys.platform.startswith("linux"):
        return None
    from PySide6.QtCore import QLibraryInfo

    folder = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath)) / "platforms"
    plugin = folder / _PLUGIN_FILES[platform]
    if not plugin.exists():
        return None  # a distribution's own Qt may name its plugins otherwise: let Qt look for them
    try:
        _load(str(plugin))
    except OSError as error:
        return str(error)
    return None


def _load(name: str) -> None:
    ctypes.CDLL(name)


def _absent(table: Iterable[str], message: str) -> list[str]:
    """All the libraries that are missing: the loader's message names only the first that it missed."""
    named = re.findall(r"([\w.+-]+\.so[.\d]*): cannot open shared object file", message)
    missing = []
    for name in table:
        try:
            _load(name)
        except OSError:
            missing.append(name)
    return missing + [name for name in named if name not in missing]


def _sentence(missing: list[str], packages: dict[str, str], message: str) -> str:
    if not missing:
        return f"Qt could not be loaded: {' '.join(message.split())}"
    names = missing[0] if len(missing) == 1 else f"{', '.join(missing[:-1])} and {missing[-1]}"
    needed = f"Qt needs {names}, which this system lacks"
    known = list(dict.fromkeys(packages[name] for name in missing if name in packages))
    if not known:
        return f"{needed}: install the package of your system that brings it."
    return f"{needed}: install {'it' if len(missing) == 1 else 'them'} with: apt install {' '.join(known)}"
