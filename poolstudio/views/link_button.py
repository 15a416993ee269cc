"""The small button that links height and width: a sign and a word, as quiet as a column head."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QToolButton

from poolstudio.figures.cells import text_width
from poolstudio.figures.fonts import ui_font
from poolstudio.figures.icons import icon
from poolstudio.figures.theme import FOCUS_RING, FONT_TICK, LIGHT, RADIUS_BOX, Theme

_SIGN = 14
_TEXT_AT = 20 + FOCUS_RING


class LinkButton(QToolButton):
    """Checked while linked."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("linkSizes")
        # The style sheet then leaves its size alone.
        self.setProperty("role", "link")
        self.setAccessibleName(self.tr("Height and width linked"))
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self._theme = LIGHT
        self.show_linked(True)

    def show_linked(self, linked: bool) -> None:
        self.setChecked(linked)
        self.setText(self.tr("linked") if linked else self.tr("unlinked"))
        self.setToolTip(
            self.tr("Height and width change together. Unlink to set them apart.")
            if linked
            else self.tr("Height and width are set apart. Link to copy each height to its width.")
        )
        self.setFixedSize(self.sizeHint())
        self.update()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(_TEXT_AT + round(text_width(self.text(), FONT_TICK)) + 6, 20)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        colour = self._theme.text if self.underMouse() or self.isDown() else self._theme.muted
        sign = icon("link" if self.isChecked() else "unlink", self._theme, colour)
        sign.paint(painter, FOCUS_RING, (self.height() - _SIGN) // 2, _SIGN, _SIGN)
        painter.setFont(ui_font(FONT_TICK))
        painter.setPen(colour)
        place = QRectF(_TEXT_AT, 0, self.width() - _TEXT_AT, self.height())
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.text())
        if self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(self._theme.accent), FOCUS_RING))
            inset = FOCUS_RING / 2
            ring = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset)
            painter.drawRoundedRect(ring, RADIUS_BOX, RADIUS_BOX)
        painter.end()
