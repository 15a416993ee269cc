"""Icons: one SVG each, tinted by theme, sharp at every scale of the screen."""

from functools import cache

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from poolstudio.figures.theme import Theme
from poolstudio.files.resources import ResourceError, resource

SIZE = 16
#: The colour in the files that a theme's colour takes the place of.
PLACEHOLDER = "#000"
_APP_SIZES = (16, 24, 32, 48, 64, 128, 256)


def icon(name: str, theme: Theme, colour: QColor | str | None = None) -> QIcon:
    """The icon of a name in a colour of the theme: a token's name or a QColor, else the text's.

    Disabled it is muted. Empty if the installation lacks the file: a button still has its words.
    """
    if colour is None:
        colour = theme.text
    elif isinstance(colour, str):
        colour = theme.colours()[colour]
    return _icon(name, colour.name(), theme.muted.name())


@cache
def app_icon() -> QIcon:
    """The program's own icon: a grid, its window, and the dot."""
    result = QIcon()
    data = _file("app")
    if data:
        renderer = QSvgRenderer(QByteArray(data.encode()))
        for size in _APP_SIZES:
            result.addPixmap(_pixmap(renderer, size, 1))
    return result


def tinted(name: str, colour: str) -> str:
    """An icon's SVG text in a colour "#RRGGBB"; empty if the file is absent."""
    return _file(name).replace(f'"{PLACEHOLDER}"', f'"{colour}"')


@cache
def _icon(name: str, colour: str, disabled: str) -> QIcon:
    result = QIcon()
    text = tinted(name, colour)
    if not text:
        return result
    renderer = QSvgRenderer(QByteArray(text.encode()))
    for ratio in _ratios():
        pixmap = _pixmap(renderer, SIZE, ratio)
        # Selected and active are given, too: Qt would wash the picture over with the palette's highlight.
        for mode in (QIcon.Mode.Normal, QIcon.Mode.Active, QIcon.Mode.Selected):
            result.addPixmap(pixmap, mode)
        result.addPixmap(_recoloured(pixmap, disabled), QIcon.Mode.Disabled)
    return result


def _ratios() -> tuple[int, ...]:
    """Sharp at scale 1 and 2, and at 3 where a screen asks for it."""
    app = QGuiApplication.instance()
    largest = app.devicePixelRatio() if isinstance(app, QGuiApplication) else 1.0
    return (1, 2) if largest <= 2 else (1, 2, 3)


def _recoloured(pixmap: QPixmap, colour: str) -> QPixmap:
    """The same shape in one other colour."""
    other = QPixmap(pixmap)
    painter = QPainter(other)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
    painter.fillRect(0, 0, SIZE, SIZE, QColor(colour))
    painter.end()
    return other


def _pixmap(renderer: QSvgRenderer, size: int, ratio: int) -> QPixmap:
    pixmap = QPixmap(QSize(size, size) * ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    renderer.render(painter, QRectF(pixmap.rect()))
    painter.end()
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


@cache
def _file(name: str) -> str:
    try:
        return resource("icons", f"{name}.svg").read_text(encoding="utf-8")
    except (ResourceError, OSError):
        return ""
