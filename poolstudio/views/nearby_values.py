"""The cells of a picture near the pointer, to be read and edited."""

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from poolstudio.figures.ramps import Levels, levels_of
from poolstudio.figures.theme import FOCUS_RING, LIGHT, Theme
from poolstudio.state.focus import INPUT, Focus
from poolstudio.state.numbers import cell as place
from poolstudio.state.numbers import exact_text
from poolstudio.state.problem import Cell
from poolstudio.state.source import Array, Source
from poolstudio.state.store import Store
from poolstudio.views.cell_edit import OpenEdit
from poolstudio.views.nearby_frame import Follower, Room
from poolstudio.views.nearby_painting import Nearby, paint_nearby
from poolstudio.views.soon import FRAME_MS, Soon
from poolstudio.views.value_edits import Area, ValueEdits
from poolstudio.views.value_keys import QUIET_REASONS, ValueActs, clipboard_act

ARROWS: dict[int, Cell] = {
    Qt.Key.Key_Left.value: (0, -1),
    Qt.Key.Key_Right.value: (0, 1),
    Qt.Key.Key_Up.value: (-1, 0),
    Qt.Key.Key_Down.value: (1, 0),
}
BYTE = Levels(0.0, 255.0)


class NearbyValues(ValueActs, QWidget):
    """Seven rows of nine cells about the pointer, the pinned cell or the dot."""

    def __init__(self, store: Store, edits: ValueEdits, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._store, self.edits = store, edits
        self._theme: Theme = LIGHT
        self._source: Source = store.problem.source
        self._channel = store.problem.channel
        self._levels: tuple[object, Levels] | None = None
        self._follower = Follower(store)
        self._inside = False
        self._edit: OpenEdit | None = None
        self.selected: Cell | None = None
        self.setObjectName("nearbyValues")
        self.setAccessibleName(self.tr("Values near the pointer"))
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._soon = Soon(self, self.update, 2 * FRAME_MS)
        store.highlight_changed.connect(self._follow)
        store.problem_changed.connect(self._refresh)
        store.view_changed.connect(self.update)

    # -- what is on show ------------------------------------------------------------------------------

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def room(self) -> Room:
        return Room.of(self.width(), self.height(), self._store.problem.shape)

    def area(self) -> Area:
        """The cells on show."""
        return self._follower.area(self.room())

    def displayed(self) -> Array:
        """The values on show (rows, columns), the dot included."""
        return self.edits.shown(self.area())

    def cell_center(self, row: int, col: int) -> QPoint:
        """The middle of a cell, as a point of this widget."""
        return self.room().frame(self.area()).center(row, col).toPoint()

    def cell_at(self, point: QPoint | QPointF) -> Cell | None:
        """The cell under a point of this widget."""
        near = self.scene()
        at = near.frame.cell_at(QPointF(point))
        return at if near.holds(at) else None

    def scene(self) -> Nearby:
        area, problem = self.area(), self._store.problem
        dot = None if problem.dot is None else problem.dot.cell
        return Nearby(
            self._theme,
            area,
            self.room().frame(area),
            self.edits.shown(area),
            self._range(),
            self._store.highlight,
            dot,
            self.selected if self.hasFocus() or self._edit is not None else None,
        )

    # -- selecting and editing ------------------------------------------------------------------------

    def select(self, row: int, col: int) -> None:
        """Select a cell and bring it into view."""
        height, width = self._store.problem.shape
        self.selected = (min(max(row, 0), height - 1), min(max(col, 0), width - 1))
        self._follower.reach(self.room(), self.selected)
        value = self._store.problem.value_at(*self.selected, self.edits.plane)
        self.setAccessibleDescription(f"{place(*self.selected)}: {exact_text(value)}")
        self._point_at(self.selected)
        self.update()

    def edit_cell(self, row: int, col: int) -> None:
        """Open the editor of a cell."""
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.select(row, col)
        self._open(None)

    def end_edit(self) -> None:
        """Take what is being typed, if a cell's editor is open."""
        if self._edit is not None:
            self._edit.end(take=True)

    # -- Qt's own -------------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        return QSize(360, 260)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), QColor(self._theme.surface))
        near = self.scene()
        paint_nearby(painter, near)
        if self.hasFocus():
            painter.setPen(QPen(self._theme.accent, FOCUS_RING))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(near.bounds.adjusted(-4, -4, 5, 5))
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_editor()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            self._show_tip(event)
            return True
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            if clipboard_act(self, event) is None:
                return super().event(event)
            event.accept()
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        cell = self.cell_at(event.position())
        if cell is not None:
            self.select(*cell)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        cell = self.cell_at(event.position())
        if cell is not None and event.button() == Qt.MouseButton.LeftButton:
            self.edit_cell(*cell)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._inside = True
        self._point_at(self.cell_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self._inside = False
        self._point_at(self.selected if self.hasFocus() else None)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() == QContextMenuEvent.Reason.Mouse:
            cell = self.cell_at(event.pos())
            if cell is not None:
                self.select(*cell)
        menu = self.context_menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        act = clipboard_act(self, event)
        key, modifiers = event.key(), event.modifiers()
        plain = not modifiers & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
        if act is not None:
            act()
        elif key in ARROWS and plain:
            self._step(*ARROWS[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and plain:
            self._step(-1 if modifiers & Qt.KeyboardModifier.ShiftModifier else 1, 0)
        elif key == Qt.Key.Key_F2 and plain:
            self._open(None)
        elif plain and event.text().strip() and event.text().isprintable():
            self._open(event.text())
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() not in QUIET_REASONS and self._edit is None:
            self.select(*self.chosen()[:2])
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if self.selected is not None and self._store.hover == Focus(INPUT, *self.selected):
            self._point_at(None)
        self.update()

    # -- inside ---------------------------------------------------------------------------------------

    def chosen(self) -> Area:
        """The selected cell, else the one in the middle."""
        if self.selected is not None:
            return Area(*self.selected)
        area = self.area()
        return Area(area.top + (area.rows - 1) // 2, area.left + (area.cols - 1) // 2)

    def _step(self, rows: int, cols: int) -> None:
        chosen = self.chosen()
        first = self.selected is None
        self.select(chosen.top + (0 if first else rows), chosen.left + (0 if first else cols))

    def _point_at(self, cell: Cell | None) -> None:
        """Point at one of the cells on show, which stay where they are."""
        focus = None if cell is None else Focus(INPUT, *cell)
        self._follower.keep(focus)
        self._store.set_hover(focus)

    def _follow(self) -> None:
        self._follower.follow(still=self._inside or self._edit is not None)
        # While the dot is dragged, this view follows two frames behind the panes.
        if self.isVisible():
            self._soon.ask()

    def _refresh(self) -> None:
        problem = self._store.problem
        if (problem.source, problem.channel) == (self._source, self._channel):
            return
        if problem.shape != self._source.shape:
            if self._edit is not None:
                self._edit.end(take=False)
            self._follower.forget()
            self._inside = False
            self.selected = None
        self._source, self._channel = problem.source, problem.channel
        self.update()

    def _range(self) -> Levels:
        """The range of greys, that of the panes: 0 to 255 for 8 bits, else the whole input's."""
        values = self._store.problem.source.values
        if values.dtype == np.uint8:
            return BYTE
        if self._levels is None or self._levels[0] is not values:
            self._levels = (values, levels_of(values))
        return self._levels[1]

    def _open(self, text: str | None) -> None:
        """The editor over the selected cell, with its value or with what was typed."""
        if self._edit is not None:
            self._edit.end(take=True)
        if self.selected is None:
            self.select(*self.chosen()[:2])
        assert self.selected is not None
        self._follower.reach(self.room(), self.selected)
        edit = OpenEdit(self, self._theme, *self.selected)
        edit.setText(exact_text(self.edits.values[self.selected]) if text is None else text)
        edit.setModified(text is not None)
        edit.ended.connect(self._ended)
        self._edit = edit
        self._place_editor()
        edit.show()
        edit.setFocus()
        if text is None:
            edit.selectAll()

    def _place_editor(self) -> None:
        if self._edit is not None and self.selected is not None:
            cell = self.room().frame(self.area()).rect(*self.selected).toRect()
            least = max(cell.width(), self._edit.fontMetrics().horizontalAdvance(self._edit.text()) + 16)
            width = min(least, max(self.width() - cell.left(), cell.width()))
            self._edit.setGeometry(QRect(cell.left(), cell.top(), width, cell.height()))

    def _ended(self, take: bool, rows: int, cols: int) -> None:
        """The editor closes: take what was typed, and go on to another cell if that was taken."""
        edit, self._edit = self._edit, None
        if edit is None or self.selected is None:
            return
        if edit.hasFocus():
            self.setFocus(Qt.FocusReason.OtherFocusReason)
        taken = not (take and edit.isModified()) or self.edits.enter(*self.selected, edit.text())
        if taken and (rows, cols) != (0, 0):
            self._step(rows, cols)
        self.update()

    def _show_tip(self, event: QHelpEvent) -> None:
        cell = self.cell_at(event.pos())
        if cell is None:
            QToolTip.hideText()
            return
        value = self._store.problem.value_at(*cell, self.edits.plane)
        QToolTip.showText(event.globalPos(), f"{place(*cell)}: {exact_text(value)}", self)
