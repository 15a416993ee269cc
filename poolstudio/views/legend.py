"""The legend at the right of the status line: each mark that is on the screen, with its word."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from poolstudio.figures.cells import text_width
from poolstudio.figures.fonts import ui_font
from poolstudio.figures.frame import Frame
from poolstudio.figures.look import Look
from poolstudio.figures.marks import paint_padding
from poolstudio.figures.routes import MOST_BETWEEN
from poolstudio.figures.theme import Theme
from poolstudio.state.store import Store

GLYPH, GAP, SPACE = 16, 6, 16


class Legend(QWidget):
    """Follows what the panes mark just now."""

    def __init__(self, store: Store, look: Look) -> None:
        super().__init__()
        self._store, self._look = store, look
        self.setObjectName("legend")
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._entries: tuple[tuple[str, str], ...] = ()
        for signal in (
            store.highlight_changed,  # which comes at the end of every change of the problem
            store.gradient_changed,
            store.spec_error_changed,
            look.changed,
        ):
            signal.connect(self.refresh)
        look.changed.connect(self.update)
        self.refresh()

    def refresh(self) -> None:
        entries = self._wanted()
        if entries != self._entries:
            self._entries = entries
            self.setFixedSize(self.sizeHint())
            self.setAccessibleName(
                self.tr("Marks: {names}").format(names=", ".join(text for _, text in entries))
            )
            self.update()

    def sizeHint(self) -> QSize:
        width = sum(GLYPH + GAP + text_width(text, 12) + SPACE for _, text in self._entries)
        return QSize(round(width), 24)

    def _wanted(self) -> tuple[tuple[str, str], ...]:
        store, mark = self._store, self._store.highlight
        problem = store.problem
        gradient = store.gradient_on
        marked = bool(mark.windows or mark.reach) and (not gradient or store.hover or store.pinned)
        spec = problem.spec
        apart = all(
            s >= k and d == 1 for s, k, d in zip(spec.stride, spec.kernel, spec.dilation, strict=True)
        )
        edges = problem.source.as_cells and apart and not gradient and store.spec_error is None
        # Of a gradient the winners are ringed, and routes or arrows drawn, on grids alone.
        winners = store.gradient.winners if gradient and store.gradient is not None else None
        routed = winners is not None and problem.source.as_cells
        ringed = routed and winners is not None and winners.size <= MOST_BETWEEN
        shown = (
            ("gradient", self.tr("gradient"), routed),
            ("window", self.tr("window"), marked),
            (
                "edges",
                self.tr("window edges"),
                edges,
            ),
            ("winner", self.tr("winner"), (bool(mark.winners) and marked) or ringed),
            ("tie", self.tr("tie"), bool(mark.ties) and marked),
            ("padding", self.tr("padding"), self._look.shows_padding),
            ("overhang", self.tr("overhang"), any(self._look.layout.overhang)),
            ("dot", self.tr("dot"), problem.dot is not None),
            ("changed", self.tr("changed"), any(store.changed_cells) and self._look.marks_changes),
        )
        return tuple((key, text) for key, text, on in shown if on)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._look.theme.bg)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = self._look.theme
        x = 0.0
        for key, text in self._entries:
            _glyph(painter, key, QRectF(x, 4, GLYPH, GLYPH), theme)
            x += GLYPH + GAP
            painter.setFont(ui_font(12))
            painter.setPen(theme.muted)
            painter.drawText(QPointF(x, 16), text)
            x += text_width(text, 12) + SPACE
        painter.end()


def _glyph(painter: QPainter, key: str, rect: QRectF, theme: Theme) -> None:
    box, center = rect.adjusted(2, 2, -2, -2), rect.center()
    if key == "window":
        painter.setPen(QPen(theme.window, 2.5))
        painter.drawRect(box)
    elif key == "edges":
        pen = QPen(theme.window, 2)
        pen.setDashPattern([1.2, 1.2])
        painter.setPen(pen)
        painter.drawLine(QPointF(rect.left(), center.y()), QPointF(rect.right(), center.y()))
    elif key in ("winner", "tie"):
        pen = QPen(theme.winner, 2.2)
        if key == "tie":
            pen.setDashPattern([1.8, 1.4])
        painter.setPen(pen)
        painter.drawEllipse(center, 5.5, 5.5)
    elif key == "dot":
        painter.setPen(QPen(theme.dot_outline, 1.2))
        painter.setBrush(theme.dot)
        painter.drawEllipse(center, 5.0, 5.0)
    elif key == "gradient":
        painter.setPen(QPen(theme.gradient, 2))
        tip = QPointF(rect.left() + 1, center.y())
        painter.drawLine(tip, QPointF(rect.right(), center.y()))
        painter.drawLine(tip, tip + QPointF(4, -3.5))
        painter.drawLine(tip, tip + QPointF(4, 3.5))
    elif key == "padding":
        paint_padding(painter, Frame(rect.left(), rect.top(), GLYPH, GLYPH), [((0, 1), (0, 1))], theme, "")
    elif key == "overhang":
        painter.setPen(QPen(theme.overhang, 2.2))
        painter.drawPoints(
            [rect.topLeft() + QPointF(3 + 5 * i, 3 + 5 * j) for i in range(3) for j in range(3)]
        )
    elif key == "changed":
        painter.setPen(QPen(theme.changed, 0))
        painter.setBrush(theme.changed)
        painter.drawPolygon([box.bottomLeft(), box.topLeft(), box.bottomRight()])
    painter.setBrush(QColor(0, 0, 0, 0))
