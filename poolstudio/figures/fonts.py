"""The program's two fonts, from the packages that bring them: Inter for text, JetBrains Mono for code."""

import ctypes
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from PySide6.QtGui import QFont, QFontDatabase, QGuiApplication

UI_FAMILY = "Inter"
CODE_FAMILY = "JetBrains Mono"
# Upright files alone: nothing here is set in italics.
_FILES = {
    UI_FAMILY: ("fontpkg_inter", "Inter[opsz,wght].ttf"),
    CODE_FAMILY: ("fontpkg_jetbrains_mono", "JetBrainsMono[wght].ttf"),
}
_TABULAR = QFont.Tag("tnum")
_ALTERNATES = QFont.Tag("calt")
_WEIGHT = QFont.Tag("wght")

_tried = False


def load_fonts() -> None:
    """Make both fonts known to Qt, once the application is there; what is absent stays the system's."""
    global _tried
    if _tried or QGuiApplication.instance() is None:
        return
    _tried = True
    files = _found()
    if files:
        _add_with_weights(list(files.values()))
    for family, path in files.items():
        if not QFontDatabase.hasFamily(family):
            QFontDatabase.addApplicationFont(str(path))
    _prototype.cache_clear()


def ui_font(px: int, weight: int = 400) -> QFont:
    """The interface's font at a size in pixels, all digits of one width; weights 400, 500, 600."""
    load_fonts()
    return QFont(_prototype(UI_FAMILY, px, weight))


def code_font(px: int = 13, weight: int = 400) -> QFont:
    """The fixed-width font for code."""
    load_fonts()
    return QFont(_prototype(CODE_FAMILY, px, weight))


@cache
def _prototype(family: str, px: int, weight: int) -> QFont:
    if QFontDatabase.hasFamily(family):
        font = QFont(family)
    elif family == CODE_FAMILY:
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    else:
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    font.setPixelSize(px)
    font.setWeight(QFont.Weight(weight))
    font.setFeature(_TABULAR, 1)
    font.setFeature(_ALTERNATES, 0)  # these would show the x of 640x480 in a file's name as ×
    if weight != 400 and len(QFontDatabase.styles(family)) == 1:
        font.setVariableAxis(_WEIGHT, weight)
    return font


def _found() -> dict[str, Path]:
    """The font files that are installed; the packages are only looked up, not imported."""
    found = {}
    for family, (package, file) in _FILES.items():
        spec = find_spec(package)
        for folder in (spec.submodule_search_locations or []) if spec else []:
            path = Path(folder, "files", file)
            if path.is_file():
                found[family] = path
    return found


def _add_with_weights(files: list[Path]) -> None:
    """Give the files to fontconfig itself, where Qt draws with it.

    Both are variable fonts. Of these Qt's own `addApplicationFont` registers on Linux the regular weight
    alone, and neither a style sheet nor rich text can then ask for bold; fontconfig lists all named weights.
    """
    if not sys.platform.startswith("linux"):
        return
    try:
        add = ctypes.CDLL("libfontconfig.so.1").FcConfigAppFontAddFile
    except (OSError, AttributeError):
        return
    add.argtypes, add.restype = (ctypes.c_void_p, ctypes.c_char_p), ctypes.c_int
    encoded = [str(path).encode(sys.getfilesystemencoding(), "surrogateescape") for path in files]
    for path in encoded:
        add(None, path)
    if not QFontDatabase.hasFamily(UI_FAMILY):
        # Qt had read its list of fonts before. Taking a font away again makes it read the list anew, but also
        # empties fontconfig's list of added fonts, so that they must be added once more.
        QFontDatabase.removeApplicationFont(QFontDatabase.addApplicationFont(str(files[0])))
        for path in encoded:
            add(None, path)
