"""Combo boxes that leave the wheel alone while they do not have the focus."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QSizePolicy


class QuietCombo(QComboBox):
    """QComboBox without changes by a wheel that passes over it."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class TitleCombo(QuietCombo):
    """A flat menu in a title's place: as wide as its present text, so that what follows stands beside it."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("flat", True)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.currentTextChanged.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        width = self.fontMetrics().horizontalAdvance(self.currentText())
        return QSize(width + 34, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()
