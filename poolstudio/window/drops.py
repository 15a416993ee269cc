"""The frame that shows while a file is dragged over the window, with the file's name."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from poolstudio.figures.fonts import ui_font
from poolstudio.figures.look import Look


class DropFrame(QWidget):
    """Covers its parent; the mouse goes through."""

    def __init__(self, parent: QWidget, look: Look) -> None:
        super().__init__(parent)
        self._look, self._name = look, ""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def announce(self, name: str) -> None:
        self._name = name
        parent = self.parentWidget()
        assert parent is not None
        self.setGeometry(parent.rect())
        self.raise_()
        self.show()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._look.theme
        painter.setPen(QPen(theme.accent, 2))
        painter.drawRect(QRectF(self.rect()).adjusted(1, 1, -1, -1))
        painter.setFont(ui_font(14, 500))
        text = self.tr("Open {name}").format(name=self._name)
        width = painter.fontMetrics().horizontalAdvance(text) + 32
        box = QRectF((self.width() - width) / 2, self.height() / 2 - 20, width, 40)
        painter.fillRect(box, theme.surface)
        painter.drawRect(box)
        painter.setPen(theme.text)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
        painter.end()
