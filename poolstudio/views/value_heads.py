"""Row and column numbers of the value table."""

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHeaderView, QWidget

from poolstudio.figures.fonts import ui_font
from poolstudio.figures.theme import FONT_TICK, LIGHT, TABLE_ROW_HEIGHT, Theme

HEAD_WIDTH = 32


class Heads(QHeaderView):
    """Small, muted, of one size."""

    def __init__(self, orientation: Qt.Orientation, parent: QWidget) -> None:
        super().__init__(orientation, parent)
        self.theme: Theme = LIGHT
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setMinimumSectionSize(1)
        self.setDefaultSectionSize(TABLE_ROW_HEIGHT)
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        if orientation == Qt.Orientation.Horizontal:
            self.setFixedHeight(TABLE_ROW_HEIGHT)
        else:
            self.setFixedWidth(HEAD_WIDTH)

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        line = self.theme.border
        painter.fillRect(rect, self.theme.bg)
        painter.fillRect(rect.right(), rect.top(), 1, rect.height(), line)
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, line)
        if self.orientation() == Qt.Orientation.Horizontal:
            painter.fillRect(rect.left(), rect.top(), rect.width(), 1, line)
        else:
            painter.fillRect(rect.left(), rect.top(), 1, rect.height(), line)
        painter.setFont(ui_font(FONT_TICK))
        painter.setPen(self.theme.muted)
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, str(section))
