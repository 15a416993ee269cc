"""One line of text with bold parts, painted without a layout: cheap enough for each step of a drag."""

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QStaticText, QTextOption
from PySide6.QtWidgets import QWidget

from poolstudio.figures.fonts import ui_font
from poolstudio.figures.look import Look
from poolstudio.figures.theme import FONT_FOOTER
from poolstudio.state.words import plain


class RichLine(QWidget):
    """Like a QLabel of one line, on the panes' surface."""

    def __init__(self, look: Look, parent: QWidget) -> None:
        super().__init__(parent)
        self._look, self._text = look, ""
        self._static = QStaticText()
        self._static.setTextFormat(Qt.TextFormat.RichText)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.NoWrap)
        self._static.setTextOption(option)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def text(self) -> str:
        return self._text

    def setText(self, html: str) -> None:
        if html != self._text:
            self._text = html
            self._static.setText(
                html.replace("<b>", '<span style="font-weight:600">').replace("</b>", "</span>")
            )
            self.setAccessibleName(plain(html))
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._look.theme
        painter.fillRect(self.rect(), theme.surface)
        if self._text:
            painter.setFont(ui_font(FONT_FOOTER))
            painter.setPen(theme.text)
            self._static.prepare(font=painter.font())
            height = self._static.size().height()
            painter.drawStaticText(QPointF(0, (self.height() - height) / 2), self._static)
        painter.end()
