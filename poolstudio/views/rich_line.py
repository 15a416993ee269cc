"""One line of text with bold parts, painted without a layout: cheap enough for each step of a drag."""

import re
from html import unescape

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QWidget

from poolstudio.figures.cells import text_width
from poolstudio.figures.fonts import ui_font
from poolstudio.figures.look import Look
from poolstudio.figures.theme import FONT_FOOTER, Theme
from poolstudio.state.words import plain

_TAGS = re.compile(r"(</?[bmd]>)")


class RichLine(QWidget):
    """One line on the panes' surface, with <b>bold</b>, <m>muted</m> and <d>dot-coloured</d> parts."""

    def __init__(self, look: Look, parent: QWidget) -> None:
        super().__init__(parent)
        self._look, self._text = look, ""
        self._runs: list[tuple[str, str]] = []
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def text(self) -> str:
        return self._text

    def setText(self, html: str) -> None:
        if html == self._text:
            return
        self._text, self._runs = html, runs_of(html)
        self.setAccessibleName(plain(html))
        self.update()

    def fits(self, html: str) -> bool:
        """Whether a line would be seen whole."""
        wide = sum(text_width(text, FONT_FOOTER, 600 if tag == "b" else 400) for text, tag in runs_of(html))
        return wide <= self.width()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._look.theme.surface)
        paint_runs(painter, self.rect(), self._runs, FONT_FOOTER, self._look.theme)
        painter.end()


class RichLabel(QLabel):
    """The same as a QLabel, on the window's background: `text()` gives the line with its marks."""

    def __init__(self, look: Look, size: int) -> None:
        super().__init__()
        self._look, self._size, self._html = look, size, ""
        self._runs: list[tuple[str, str]] = []
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def text(self) -> str:
        return self._html

    def setText(self, html: str) -> None:
        # A label's own text would ask the whole window for a new layout each time.
        if html != self._html:
            self._html, self._runs = html, runs_of(html)
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._look.theme.bg)
        paint_runs(painter, self.rect(), self._runs, self._size, self._look.theme)
        painter.end()


def paint_runs(painter: QPainter, rect: QRect, runs: list[tuple[str, str]], size: int, theme: Theme) -> None:
    """Paint the parts of a line one after the other, in the middle of a rectangle's height."""
    colors: dict[str, QColor] = {"m": theme.muted, "d": theme.dot}
    regular, strong = ui_font(size), ui_font(size, 600)
    painter.setFont(regular)
    metrics = painter.fontMetrics()
    x, y = float(rect.left()), rect.center().y() + 1 + (metrics.ascent() - metrics.descent()) / 2
    for text, tag in runs:
        painter.setFont(strong if tag == "b" else regular)
        painter.setPen(colors.get(tag, theme.text))
        painter.drawText(QPointF(x, y), text)
        x += text_width(text, size, 600 if tag == "b" else 400)


def runs_of(html: str) -> list[tuple[str, str]]:
    """The parts of a line with the tag that each stands in: "" for none."""
    runs, tag = [], ""
    for part in _TAGS.split(html):
        if _TAGS.fullmatch(part):
            tag = "" if part[1] == "/" else part[1]
        elif part:
            runs.append((unescape(part), tag))
    return runs
