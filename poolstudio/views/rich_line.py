"""One line of text with bold parts, painted without a layout: cheap enough for each step of a drag."""

import re
from html import unescape

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from poolstudio.figures.cells import text_width
from poolstudio.figures.fonts import ui_font
from poolstudio.figures.look import Look
from poolstudio.figures.theme import FONT_FOOTER
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

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._look.theme
        painter.fillRect(self.rect(), theme.surface)
        colors: dict[str, QColor] = {"m": theme.muted, "d": theme.dot}
        regular, strong = ui_font(FONT_FOOTER), ui_font(FONT_FOOTER, 600)
        metrics = painter.fontMetrics()
        x, y = 0.0, self.height() / 2 + metrics.ascent() / 2 - 2
        for text, tag in self._runs:
            painter.setFont(strong if tag == "b" else regular)
            painter.setPen(colors.get(tag, theme.text))
            painter.drawText(QPointF(x, y), text)
            if tag == "b":
                x += QFontMetricsF(strong).horizontalAdvance(text)
            else:
                x += text_width(text, FONT_FOOTER)
        painter.end()


def runs_of(html: str) -> list[tuple[str, str]]:
    """The parts of a line with the tag that each stands in: "" for none."""
    runs, tag = [], ""
    for part in _TAGS.split(html):
        if _TAGS.fullmatch(part):
            tag = "" if part[1] == "/" else part[1]
        elif part:
            runs.append((unescape(part), tag))
    return runs
