"""The header of a pane: title or operator menu, shape, a choice, and the scale bar."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QImage, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QSizePolicy, QWidget

from poolstudio.figures.cells import text_width
from poolstudio.figures.fonts import ui_font
from poolstudio.figures.images import image_of
from poolstudio.figures.look import Look
from poolstudio.figures.ramps import Ramp
from poolstudio.views.combo import QuietCombo, TitleCombo


class ScaleBar(QWidget):
    """A ramp with the numbers at its ends."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self._ramp: Ramp | None = None
        self._ends = ("", "")
        self.setFixedHeight(20)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_ramp(self, ramp: Ramp | None, low: str, high: str) -> None:
        if (ramp, (low, high)) == (self._ramp, self._ends) and self.isHidden() == (ramp is None):
            return
        self._ramp, self._ends = ramp, (low, high)
        self.setVisible(ramp is not None)
        self.setFixedWidth(self.sizeHint().width())
        self.setAccessibleName(self.tr("Values from {low} to {high}").format(low=low, high=high))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(round(sum(text_width(text, 12) for text in self._ends)) + 62 + 16, 20)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._ramp is None:
            return
        painter = QPainter(self)
        painter.setFont(ui_font(12))
        painter.setPen(self._look.theme.muted)
        low, high = self._ends
        flags = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(QRectF(0, 0, self.width(), 20), flags, low)
        left = text_width(low, 12) + 6
        bar = QRectF(left, 6, 62, 8)
        image: QImage = image_of(self._ramp.lut.reshape(1, -1))
        painter.drawImage(bar, image)
        painter.setPen(self._look.theme.edge)
        painter.drawRect(bar)
        painter.setPen(self._look.theme.muted)
        painter.drawText(QRectF(bar.right() + 6, 0, self.width(), 20), flags, high)
        painter.end()


class _WholeLabel(QLabel):
    """A label that shows its text whole or not at all: half a word says less than none."""

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.sizeHint().width() <= self.width():
            super().paintEvent(event)


class PaneHeader(QWidget):
    """Title (or a menu in its place), muted shape, and at the right a choice and the scale bar."""

    double_clicked = Signal()

    def __init__(self, look: Look, title: str = "") -> None:
        super().__init__()
        self.title = QLabel(title)
        self.title.setProperty("role", "heading")
        self.title.setVisible(bool(title))
        self.shape = _WholeLabel()
        self.shape.setProperty("role", "muted")
        self.scale = ScaleBar(look)
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(0, 0, 12, 0)
        self.row.setSpacing(8)
        self.row.addWidget(self.title)
        self.row.addWidget(self.shape)
        self.row.addWidget(self.scale)
        self.scale.hide()
        self.shape.setMinimumWidth(0)
        self.shape.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.row.setStretchFactor(self.shape, 1)

    def add_menu(self, name: str, tip: str) -> QComboBox:
        """A menu in the title's place."""
        combo = TitleCombo()
        combo.setObjectName(name)
        combo.setToolTip(tip)
        combo.setAccessibleName(tip)
        self.row.insertWidget(0, combo)
        return combo

    def add_choice(self, name: str, tip: str) -> QComboBox:
        """A small choice at the right."""
        combo = QuietCombo()
        combo.setObjectName(name)
        combo.setToolTip(tip)
        combo.setAccessibleName(tip)
        combo.hide()
        self.row.addWidget(combo)
        return combo

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.double_clicked.emit()


def fill_combo(combo: QComboBox, entries: Sequence[tuple[str, object]], current: object) -> None:
    """Put entries (text, data) into a combo without a signal, unless they stand there already."""
    present = [(combo.itemText(i), combo.itemData(i)) for i in range(combo.count())]
    blocked = combo.blockSignals(True)
    if present != list(entries):
        combo.clear()
        for text, data in entries:
            combo.addItem(text, data)
    combo.setCurrentIndex(max(combo.findData(current), 0))
    combo.blockSignals(blocked)
