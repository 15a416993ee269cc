"""Paints the cells of the value table and edits them in place."""

from PySide6.QtCore import QAbstractItemModel, QEvent, QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from poolstudio.figures.fonts import ui_font
from poolstudio.figures.theme import FOCUS_RING, LIGHT, Theme
from poolstudio.state.problem import Cell
from poolstudio.views.cell_edit import CellEdit, step_of
from poolstudio.views.value_model import FONT, Index, ValueModel

MARGIN = 6
LEAST_FONT = 11
DOT_RADIUS = 3.5
#: Cells narrower than this have no room for the dot's sign beside its number.
LEAST_WITH_SIGN = 48


class ValueDelegate(QStyledItemDelegate):
    """Reads the model's columns directly. `stepped` asks for a move after Enter or Tab took a value."""

    stepped = Signal(int, int)

    def __init__(self, model: ValueModel, view: QAbstractItemView) -> None:
        super().__init__(view)
        self._model, self._view = model, view
        self.theme: Theme = LIGHT
        #: The cell that the panes point at, the dot's where they point at none.
        self.marked: Cell | None = None
        self.current: Cell | None = None
        #: One size for the whole table.
        self.size = FONT
        self._taken = True

    # -- painting -----------------------------------------------------------------------------------

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row, col = index.row(), index.column()
        if row >= len(self._model.texts(col)):
            return
        theme, rect = self.theme, QRectF(option.rect)
        here = (row, col)
        chosen = here != self.current and self._view.selectionModel().isSelected(index)
        painter.fillRect(rect, theme.hover if chosen else theme.surface)
        painter.fillRect(QRectF(rect.right() - 1, rect.top(), 1, rect.height()), theme.border)
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), theme.border)
        is_dot = here == self._model.dot
        self._paint_text(painter, rect, self._model.texts(col)[row], col, is_dot or here == self.marked)
        if is_dot and rect.width() >= LEAST_WITH_SIGN:
            self._paint_sign(painter, rect)
        if here in (self.marked, self.current):
            pen = QPen(theme.accent, FOCUS_RING)
            pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
            painter.setPen(pen)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(rect.adjusted(1, 1, -2, -2))

    def _paint_text(self, painter: QPainter, rect: QRectF, text: str, col: int, strong: bool) -> None:
        size = self.size
        widest = self._model.widest(col) * size / FONT
        # The column's widest text stands in the middle, and all end where it ends.
        right = min(rect.center().x() - 0.5 + widest / 2, rect.right() - 3)
        painter.setFont(ui_font(size, 600) if strong else ui_font(size))
        painter.setPen(self.theme.text)
        box = QRectF(rect.left(), rect.top(), right - rect.left(), rect.height() - 1)
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)

    def _paint_sign(self, painter: QPainter, rect: QRectF) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.theme.dot_outline, 1.2))
        painter.setBrush(self.theme.dot)
        painter.drawEllipse(QPointF(rect.left() + 11, rect.center().y() - 0.5), DOT_RADIUS, DOT_RADIUS)
        painter.restore()

    # -- editing ------------------------------------------------------------------------------------

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        return CellEdit(parent, self.theme, index.row(), index.column())

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        editor.setGeometry(option.rect)

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        # Told again when values change elsewhere; what is being typed stays.
        if isinstance(editor, QLineEdit) and not editor.isModified():
            editor.setText(str(index.data(Qt.ItemDataRole.EditRole) or ""))

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        self._taken = True
        if isinstance(editor, QLineEdit) and editor.isModified():
            self._taken = model.setData(index, editor.text())

    def eventFilter(self, editor: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = step_of(event)
            if step is not None and isinstance(editor, QWidget):
                self.commitData.emit(editor)
                self.closeEditor.emit(editor, QStyledItemDelegate.EndEditHint.NoHint)
                if self._taken:
                    self.stepped.emit(*step)
                return True
        return super().eventFilter(editor, event)
