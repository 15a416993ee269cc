"""One line of text with bold parts, painted without a layout: cheap enough for each step of a drag."""

import re
from collections.abc import Callable
from html import unescape
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QWidget

from poolstudio.figures.cells import text_width
from poolstudio.figures.fonts import ui_font
from poolstudio.figures.theme import FONT_FOOTER, Theme
from poolstudio.state.words import plain
from poolstudio.views.soon import Soon

_TAGS = re.compile(r"(</?[bmde]>)")


class Themed(Protocol):
    """What a line asks for its colours."""

    @property
    def theme(self) -> Theme: ...


if TYPE_CHECKING:
    _Widget = QWidget
else:
    _Widget = object  # a class of Qt's can be inherited once


class _Line(_Widget):
    """What both kinds share. `tell` gives the text; it is asked when the text is read or painted, and a frame
    after `later` at the latest, so that a line costs the step of a drag nothing."""

    _tell: Callable[[], str]

    def follow(self, look: Themed, size: int, ground: str, tell: Callable[[], str]) -> None:
        """Start: the look, the font's size, the name of the theme's colour behind, and who tells the text."""
        self._look, self._size, self._ground, self._tell = look, size, ground, tell
        self._html = ""
        self._runs: list[tuple[str, str]] = []
        self._stale = True
        self._soon = Soon(self, self._show)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def later(self) -> None:
        """The text may have changed."""
        self._stale = True
        self._soon.ask()

    def text(self) -> str:
        """The line with its marks."""
        self._show()
        return self._html

    def fits(self, html: str) -> bool:
        """Whether a line would be seen whole."""
        wide = sum(text_width(text, self._size, 600 if tag == "b" else 400) for text, tag in runs_of(html))
        return wide <= self.width()

    def taken(self, words: str) -> None:
        """Another text, without its marks."""
        self.setAccessibleName(words)

    def paintEvent(self, event: QPaintEvent) -> None:
        self._take()
        painter = QPainter(self)
        theme = self._look.theme
        painter.fillRect(self.rect(), getattr(theme, self._ground))
        paint_runs(painter, self.rect(), self._runs, self._size, theme)
        painter.end()

    def _show(self) -> None:
        if self._take():
            self.update()

    def _take(self) -> bool:
        """Ask for the text where it may have changed; whether it has."""
        if not self._stale:
            return False
        self._stale = False
        html = self._tell()
        if html == self._html:
            return False
        self._html, self._runs = html, runs_of(html)
        self.taken(plain(html))
        return True


class RichLine(_Line, QWidget):
    """One line on the panes' surface, with <b>bold</b>, <m>muted</m>, <e>error</e> and <d>dot-coloured</d>
    parts. What does not fit ends in an ellipsis."""

    def __init__(self, look: Themed, tell: Callable[[], str], parent: QWidget) -> None:
        QWidget.__init__(self, parent)
        self.follow(look, FONT_FOOTER, "surface", tell)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)


class RichLabel(_Line, QLabel):
    """The same as a QLabel with a tooltip. A label's own text would ask the whole window for a new layout
    each time."""

    def __init__(
        self,
        look: Themed,
        size: int,
        tell: Callable[[], str],
        parent: QWidget | None = None,
        ground: str = "bg",
    ) -> None:
        QLabel.__init__(self, parent)
        self.follow(look, size, ground, tell)

    def taken(self, words: str) -> None:
        super().taken(words)
        self.setToolTip(words)


def paint_runs(painter: QPainter, rect: QRect, runs: list[tuple[str, str]], size: int, theme: Theme) -> None:
    """Paint the parts of a line one after the other, in the middle of a rectangle's height."""
    colors: dict[str, QColor] = {"m": theme.muted, "d": theme.dot, "e": theme.error}
    regular, strong = ui_font(size), ui_font(size, 600)
    painter.setFont(regular)
    metrics = painter.fontMetrics()
    x, y = float(rect.left()), rect.center().y() + 1 + (metrics.ascent() - metrics.descent()) / 2
    for text, tag in runs:
        painter.setFont(strong if tag == "b" else regular)
        painter.setPen(colors.get(tag, theme.text))
        wide = text_width(text, size, 600 if tag == "b" else 400)
        if x + wide > rect.right() + 1:
            room = rect.right() + 1 - x
            elided = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, int(room))
            painter.drawText(QPointF(x, y), elided)
            return
        painter.drawText(QPointF(x, y), text)
        x += wide


def runs_of(html: str) -> list[tuple[str, str]]:
    """The parts of a line with the innermost tag that each stands in: "" for none."""
    runs, tags = [], [""]
    for part in _TAGS.split(html):
        if _TAGS.fullmatch(part):
            if part[1] != "/":
                tags.append(part[1])
            elif len(tags) > 1:
                tags.pop()
        elif part:
            runs.append((unescape(part), tags[-1]))
    return runs
