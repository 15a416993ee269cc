"""The value table: keys, clipboard, fill and menu of a grid's values."""

from PySide6.QtCore import QEvent, QItemSelection, QItemSelectionModel, QModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QStyledItemDelegate, QTableView, QWidget

from poolstudio.figures.theme import LIGHT, TABLE_ROW_HEIGHT, Theme
from poolstudio.state.focus import INPUT, Focus
from poolstudio.state.problem import Cell
from poolstudio.state.store import Store
from poolstudio.views.cell_edit import CellEdit
from poolstudio.views.value_delegate import LEAST_FONT, MARGIN, ValueDelegate
from poolstudio.views.value_edits import Area, ValueEdits
from poolstudio.views.value_heads import HEAD_WIDTH, Heads
from poolstudio.views.value_keys import QUIET_REASONS, ValueActs, clipboard_act
from poolstudio.views.value_model import FONT, Index, ValueModel

LEAST_COLUMN = 28


class ValueTable(ValueActs, QTableView):
    """Sections have fixed sizes; the array is read by the delegate."""

    def __init__(self, store: Store, edits: ValueEdits, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._store, self.edits = store, edits
        self._theme: Theme = LIGHT
        self.setObjectName("valueTable")
        self.setAccessibleName(self.tr("Values of the input"))
        self.values = ValueModel(store, edits, self)
        self.cells = ValueDelegate(self.values, self)
        self.setHorizontalHeader(Heads(Qt.Orientation.Horizontal, self))
        self.setVerticalHeader(Heads(Qt.Orientation.Vertical, self))
        self.setModel(self.values)
        self.setItemDelegate(self.cells)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setCornerButtonEnabled(False)
        self.setWordWrap(False)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.AnyKeyPressed
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.DoubleClicked
        )
        for set_mode in (self.setHorizontalScrollMode, self.setVerticalScrollMode):
            set_mode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.cells.stepped.connect(self.step)
        self.entered.connect(self._pointed_at)
        store.highlight_changed.connect(self._mark)
        self.values.columns_changed.connect(self._mark)
        self._mark()

    # -- for the pane -------------------------------------------------------------------------------

    def set_theme(self, theme: Theme) -> None:
        self._theme = self.cells.theme = theme
        for heads in (self.horizontalHeader(), self.verticalHeader()):
            assert isinstance(heads, Heads)
            heads.theme = theme
        self.setStyleSheet(
            f"QTableView#valueTable {{ background: {theme.surface.name()}; border: 0; }}"
            f"QTableCornerButton::section {{ background: {theme.bg.name()};"
            f" border: 1px solid {theme.border.name()}; }}"
        )
        self.viewport().update()

    def set_column_width(self, width: int) -> None:
        """One width for all columns; the numbers shrink as far as it takes for the widest."""
        room, widest = width - 2 * MARGIN, self.values.widest_of_all()
        size = FONT if widest <= room else max(LEAST_FONT, int(FONT * room / widest))
        if size != self.cells.size:
            self.cells.size = size
            self.viewport().update()
        header = self.horizontalHeader()
        if header.defaultSectionSize() != width:
            header.setDefaultSectionSize(width)

    def least_column(self) -> int:
        """The narrowest column in which the widest number can be read."""
        widest = self.values.widest_of_all() * LEAST_FONT / FONT
        return max(LEAST_COLUMN, round(widest) + 2 * MARGIN)

    def content_size(self) -> QSize:
        """The size at which nothing has to be scrolled."""
        rows, cols = self.values.rowCount(), self.values.columnCount()
        width = HEAD_WIDTH + cols * self.horizontalHeader().defaultSectionSize()
        return QSize(width, TABLE_ROW_HEIGHT * (rows + 1))

    def area(self) -> Area:
        """The selected rectangle with the current cell in it, else that cell alone."""
        current = self.currentIndex()
        for part in self.selectionModel().selection().toList():
            if not current.isValid() or part.contains(current):
                return Area(part.top(), part.left(), part.height(), part.width())
        return Area(*self.current_cell())

    def current_cell(self) -> Cell:
        """The current cell; where there is none yet, the dot's, else the first."""
        index = self.currentIndex()
        if index.isValid():
            return index.row(), index.column()
        return self.values.dot or (0, 0)

    def select(self, area: Area) -> None:
        """Select a rectangle; its first cell is the current one."""
        first = self.values.index(area.top, area.left)
        last = self.values.index(area.top + area.rows - 1, area.left + area.cols - 1)
        if not (first.isValid() and last.isValid()):
            return
        model = self.selectionModel()
        # Not by the view's own setCurrentIndex, whose selection depends on the keys that are held down.
        model.setCurrentIndex(first, QItemSelectionModel.SelectionFlag.NoUpdate)
        model.select(QItemSelection(first, last), QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def step(self, rows: int, cols: int) -> None:
        """Move the current cell, as Enter and Tab do; at the last row or column it stays."""
        row, col = self.current_cell()
        self.select(Area(row + rows, col + cols))

    def edit_cell(self, row: int, col: int) -> None:
        """Open the editor of a cell."""
        index = self.values.index(row, col)
        if index.isValid():
            self.setFocus(Qt.FocusReason.OtherFocusReason)
            self.select(Area(row, col))
            self.edit(index)

    def end_edit(self) -> None:
        """Take what is being typed, if a cell's editor is open."""
        editor = self.findChild(CellEdit)
        if editor is not None and self.state() == QAbstractItemView.State.EditingState:
            self.commitData(editor)
            self.closeEditor(editor, QStyledItemDelegate.EndEditHint.NoHint)

    def written(self, area: Area) -> None:
        self.select(area)

    # -- Qt's own -----------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            if clipboard_act(self, event) is None:
                return super().event(event)
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        act = clipboard_act(self, event)
        plain = not event.modifiers() & ~(
            Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
        )
        if act is not None:
            act()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and plain:
            self.step(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1, 0)
        elif event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Escape):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() == QContextMenuEvent.Reason.Mouse:
            index = self.indexAt(event.pos())
            if index.isValid() and not self.selectionModel().isSelected(index):
                self.select(Area(index.row(), index.column()))
        menu = self.context_menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self._mark()
        if self.hasFocus() and not self.values.following:
            self._tell_focus()

    def focusInEvent(self, event: QFocusEvent) -> None:
        quiet = event.reason() in QUIET_REASONS
        if not self.currentIndex().isValid() and not quiet:
            index = self.values.index(*self.current_cell())
            self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        super().focusInEvent(event)
        self._mark()
        if not quiet:
            self._tell_focus()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._mark()
        # While a cell is typed its editor has the focus, and the panes go on showing where it belongs.
        if self._store.hover == self._own_focus() and self.state() != QAbstractItemView.State.EditingState:
            self._store.set_hover(None)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        hover = self._store.hover
        if hover is not None and hover.on_input:
            self._store.set_hover(self._own_focus() if self.hasFocus() else None)

    # -- inside -------------------------------------------------------------------------------------

    def _own_focus(self) -> Focus | None:
        index = self.currentIndex()
        return Focus(INPUT, index.row(), index.column()) if index.isValid() else None

    def _tell_focus(self) -> None:
        if self.currentIndex().isValid():
            self._store.set_hover(self._own_focus())

    def _pointed_at(self, index: QModelIndex) -> None:
        self._store.set_hover(Focus(INPUT, index.row(), index.column()))

    def _mark(self) -> None:
        """Outline the cell that the panes point at, and the current one while the table has the focus."""
        focus = self._store.highlight.focus
        marked = focus.cell if focus is not None and focus.on_input else None
        index = self.currentIndex()
        current = (index.row(), index.column()) if index.isValid() and self.hasFocus() else None
        old = {self.cells.marked, self.cells.current}
        self.cells.marked, self.cells.current = marked, current
        for cell in old ^ {marked, current}:
            if cell is not None:
                self.viewport().update(self._rect(cell))

    def _rect(self, cell: Cell) -> QRect:
        index = self.values.index(*cell)
        return self.visualRect(index) if index.isValid() else QRect()
