"""Pane: one plain widget that paints a scene between its header and its footer, and takes mouse and keys."""

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QWidget

from poolstudio.figures.frame import Frame
from poolstudio.figures.look import Look
from poolstudio.figures.painting import SIDE, paint_scene
from poolstudio.figures.pictures import PictureCache
from poolstudio.figures.scene import Scene
from poolstudio.figures.theme import PANE_FOOTER_HEIGHT as FOOTER
from poolstudio.figures.theme import PANE_HEADER_HEIGHT as HEADER
from poolstudio.state.focus import Focus
from poolstudio.state.problem import Cell
from poolstudio.state.source import Array
from poolstudio.state.store import Store
from poolstudio.views.rich_line import RichLine

if TYPE_CHECKING:
    from poolstudio.views.pane_header import PaneHeader

ZOOM_STEP = 1.25
ARROWS = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
}


class Pane(QWidget):
    """What input and output panes share. `index` is INPUT or the output's number."""

    alone_wanted = Signal(int)
    dot_toggle_wanted = Signal()
    gradient_toggle_wanted = Signal()

    def __init__(self, store: Store, look: Look, index: int, header: "PaneHeader") -> None:
        super().__init__()
        self.store, self.look, self.index = store, look, index
        self.header = header
        header.setParent(self)
        header.double_clicked.connect(lambda: self.alone_wanted.emit(self.index))
        self.footer = RichLine(look, self._footer_line, self)
        self.cache = PictureCache()
        self._keyboard = False
        self._panning: QPointF | None = None
        self._space = False
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAutoFillBackground(False)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        look.changed.connect(self.update)
        store.highlight_changed.connect(self._refresh)
        store.gradient_changed.connect(self._refresh)

    # -- what tests and views ask -------------------------------------------------------------------

    def viewport(self) -> QWidget:
        """The widget whose points `cell_center` and `cell_at` speak of."""
        return self

    def body(self) -> QRectF:
        """The part between header and footer that is painted."""
        return QRectF(SIDE, HEADER, max(self.width() - 2 * SIDE, 1), max(self.height() - HEADER - FOOTER, 1))

    def array(self) -> Array | None:
        """The values on show (C, h, w), dot included."""
        raise NotImplementedError

    def displayed(self) -> Array | None:
        """The array on show, dot included: (h, w) for one plane, else (C, h, w)."""
        array = self.array()
        return array[0] if array is not None and array.shape[0] == 1 else array

    def scene(self) -> Scene | None:
        raise NotImplementedError

    def frame_now(self) -> Frame | None:
        scene = self.scene()
        return None if scene is None else scene.frame

    def cell_center(self, row: int, col: int) -> QPoint:
        """The middle of a cell, as a point of this widget."""
        frame = self.frame_now()
        return QPoint() if frame is None else frame.center(row, col).toPoint()

    def cell_at(self, point: QPoint | QPointF) -> Cell | None:
        """The cell under a point of this widget; None outside the array or the body."""
        scene = self.scene()
        where = QPointF(point)
        if scene is None or not self.body().contains(where):
            return None
        row, col = scene.frame.cell_at(where)
        return (row, col) if 0 <= row < scene.shape[0] and 0 <= col < scene.shape[1] else None

    def cursor_cell(self) -> Cell | None:
        """The keyboard cursor, shown while the pane has the focus and keys are used."""
        hover = self.store.hover
        if self._keyboard and self.hasFocus() and hover is not None and hover.pane == self.index:
            return hover.cell
        return None

    # -- painting -----------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        return QSize(320, 320)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        # A new header or footer alone asks for no new picture.
        scene = self.scene() if QRectF(event.rect()).intersects(self.body()) else None
        ground = event.region() if scene is None else event.region().subtracted(self.body().toRect())
        for rect in ground:  # type: ignore[attr-defined]
            painter.fillRect(rect, self.look.theme.surface)
        if scene is not None:
            paint_scene(painter, scene)
            self.paint_extras(painter, scene)
        if self.hasFocus() and self._keyboard:
            painter.setPen(QPen(self.look.theme.accent, 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(self.rect()).adjusted(1, 1, -1, -1))
        painter.end()

    def paint_extras(self, painter: QPainter, scene: Scene) -> None:
        """What a kind of pane adds to its scene."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.header.setGeometry(SIDE, 0, self.width() - SIDE, HEADER)
        # Two pixels are left for the focus ring.
        self.footer.setGeometry(SIDE, self.height() - FOOTER, self.width() - 2 * SIDE, FOOTER - 2)
        super().resizeEvent(event)
        self.footer.later()

    def _refresh(self) -> None:
        self.footer.later()
        self.update_body()

    def update_body(self) -> None:
        """Paint the body anew, but neither header nor footer."""
        self.update(QRect(0, HEADER, self.width(), self.height() - HEADER - FOOTER))

    def _footer_line(self) -> str:
        text = self.footer_text()
        return text if self.footer.fits(text) else self.footer_text(short=True)

    def footer_text(self, short: bool = False) -> str:
        """What the footer says; `short` where the whole would not fit."""
        return ""

    def reveal(self, row: float, col: float) -> None:
        """Bring a cell of the input into what the panes show, if it is not there."""
        layout = self.look.layout
        rect = layout.input_frame(self.body()).rect(row, col)
        if not self.body().adjusted(-1, -1, 1, 1).contains(rect) and rect.width() < self.body().width() / 2:
            self.look.set_camera(layout.camera.moved(row + 0.5, col + 0.5))

    # -- mouse --------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self._keyboard = False
        if event.button() == Qt.MouseButton.MiddleButton or (
            event.button() == Qt.MouseButton.LeftButton and self._space
        ):
            self._panning = event.position()
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            return
        if event.button() == Qt.MouseButton.LeftButton:
            self.pressed(event)

    def pressed(self, event: QMouseEvent) -> None:
        """A left click: pin the cell under the pointer, or let go by a click beside all cells."""
        cell = self.cell_at(event.position())
        self.store.set_pinned(None if cell is None else Focus(self.index, *cell))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._panning is not None:
            self.pan(event.position() - self._panning)
            self._panning = event.position()
            return
        self.moved(event)

    def moved(self, event: QMouseEvent) -> None:
        self._point_at(event.position())

    def _point_at(self, point: QPointF) -> None:
        cell = self.cell_at(point)
        self.store.set_hover(None if cell is None else Focus(self.index, *cell))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._panning is not None:
            self._panning = None
            self.unsetCursor()

    def leaveEvent(self, event: QEvent) -> None:
        if self.store.hover is not None and self.store.hover.pane == self.index and not self._keyboard:
            self.store.set_hover(None)

    def wheelEvent(self, event: QWheelEvent) -> None:
        steps = event.angleDelta().y() / 120
        if steps:
            self.zoom(ZOOM_STEP**steps, event.position())
            self._point_at(event.position())
        event.accept()

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        """Zoom all panes about a point of this one."""
        layout, frame = self.look.layout, self.frame_now()
        if frame is None:
            return
        at = self.body().center() if at is None else at
        point = ((at.y() - frame.top) / frame.height, (at.x() - frame.left) / frame.width)
        middle = layout.middle(self.body())
        self.look.set_camera(layout.camera.zoomed(factor, *middle, self.to_input(*point)))

    def pan(self, by: QPointF) -> None:
        """Move what all panes look at by pixels of this one."""
        layout, frame = self.look.layout, self.frame_now()
        if frame is None:
            return
        row, col = layout.middle(self.body())
        frame_in = layout.input_frame(self.body())
        row, col = row - by.y() / frame_in.height, col - by.x() / frame_in.width
        height, width = layout.shape
        self.look.set_camera(layout.camera.moved(min(max(row, 0), height), min(max(col, 0), width)))

    def to_input(self, row: float, col: float) -> tuple[float, float]:
        """A point of this pane's array as a point of the input."""
        return row, col

    # -- keys ---------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        self._keyboard = True
        plain = not event.modifiers() & ~(
            Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
        )
        if key == Qt.Key.Key_Space and plain:
            self._space = True
        elif key in ARROWS and plain:
            self.arrow(*ARROWS[key], bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.store.hover is not None:
                self.store.set_pinned(self.store.hover)
        elif key == Qt.Key.Key_Escape and (self.store.pinned or self.store.hover):
            self.store.set_pinned(None)
            self.store.set_hover(None)
        elif key == Qt.Key.Key_D and plain:
            self.dot_toggle_wanted.emit()
        elif key == Qt.Key.Key_G and plain:
            self.gradient_toggle_wanted.emit()
        else:
            super().keyPressEvent(event)
        self.update()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space = False
        super().keyReleaseEvent(event)

    def arrow(self, rows: int, cols: int, cursor_only: bool) -> None:
        """Move the keyboard cursor; it starts at the focus on show, else in the middle of what is seen."""
        scene = self.scene()
        if scene is None:
            return
        hover = self.store.hover
        at = hover.cell if hover is not None and hover.pane == self.index else self.first_cursor()
        if at is None:
            at = (scene.shape[0] // 2, scene.shape[1] // 2)
            rows = cols = 0
        row = min(max(at[0] + rows, 0), scene.shape[0] - 1)
        col = min(max(at[1] + cols, 0), scene.shape[1] - 1)
        self.store.set_pinned(None)
        self.store.set_hover(Focus(self.index, row, col))
        self.reveal(*self.to_input(row, col))

    def first_cursor(self) -> Cell | None:
        return None

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._keyboard = event.reason() in (
            Qt.FocusReason.TabFocusReason,
            Qt.FocusReason.BacktabFocusReason,
            Qt.FocusReason.ShortcutFocusReason,
        )
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._space = False
        super().focusOutEvent(event)
        self.update()

    # -- menu ---------------------------------------------------------------------------------------

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        from poolstudio.views.pane_menu import pane_menu

        menu = pane_menu(self, self.cell_at(event.pos()))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def copy_table(self) -> None:
        """Copy the values on show, in the chosen channel, as a table for a spreadsheet."""
        from poolstudio.files.tables import format_block

        array = self.array()
        if array is not None:
            plane = min(self.store.value_plane, array.shape[0] - 1)
            QApplication.clipboard().setText(format_block(np.asarray(array[plane])))

    def copy_picture(self) -> None:
        """Copy the pane as it stands on the screen."""
        QApplication.clipboard().setPixmap(self.grab())
