"""The table model over the input's values: it reads the store's array and keeps no copy."""

from typing import Any, TypeAlias

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from poolstudio.figures.cells import text_width
from poolstudio.state.numbers import cell, column_texts, exact_text
from poolstudio.state.problem import Cell, Dot
from poolstudio.state.store import Store
from poolstudio.views.value_edits import ValueEdits

Index: TypeAlias = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole

NO_INDEX = QModelIndex()
FONT = 13


class ValueModel(QAbstractTableModel):
    """Rows and columns of a grid, or of a small picture of one channel; empty for other inputs.

    `columns_changed` says that texts may have become wider or narrower.
    """

    columns_changed = Signal()

    def __init__(self, store: Store, edits: ValueEdits, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store, self._edits = store, edits
        self._shape: Cell = (0, 0)
        self._source: object = None
        self._dot: Dot | None = None
        self._widths: list[float] = []
        self._widths_of: object = None
        self._widths_dot: Dot | None = None
        self._texts: dict[int, tuple[bytes, list[str], float]] = {}
        #: Whether rows and columns are just following the store, which is no act of the user's on the table.
        self.following = False
        store.problem_changed.connect(self.follow)
        self.follow()

    # -- for the delegate ---------------------------------------------------------------------------

    @property
    def dot(self) -> Cell | None:
        """The dot's cell."""
        dot = self._store.problem.dot
        return None if dot is None else dot.cell

    def texts(self, col: int) -> list[str]:
        """The texts of a column, with the same decimals in each."""
        return self._column(col)[1]

    def widest(self, col: int) -> float:
        """The width in pixels of a column's widest text."""
        return self._column(col)[2]

    def widest_of_all(self) -> float:
        """The width of the widest text of all; a move of the dot has its two columns alone looked at."""
        problem = self._store.problem
        dot_cols = {dot.col for dot in (self._widths_dot, problem.dot) if dot is not None}
        if self._widths_of is not problem.source or len(self._widths) != self._shape[1]:
            self._widths = [self.widest(col) for col in range(self._shape[1])]
        else:
            for col in dot_cols:
                if col < len(self._widths):
                    self._widths[col] = self.widest(col)
        self._widths_of, self._widths_dot = problem.source, problem.dot
        return max(self._widths, default=0.0)

    def follow(self) -> None:
        """Take over the store's array: rows and columns come and go, and changed cells are told."""
        problem = self._store.problem
        shape = problem.shape if problem.source.as_cells else (0, 0)
        same = problem.source is self._source and shape == self._shape
        if same and problem.dot == self._dot:
            return
        old_dot, self._dot, self._source = self._dot, problem.dot, problem.source
        self.following = True
        try:
            self._resize(shape)
        finally:
            self.following = False
        if not all(shape):
            return
        if same:
            for dot in (old_dot, problem.dot):
                if dot is not None:
                    col = dot.col
                    self.dataChanged.emit(self.index(0, col), self.index(shape[0] - 1, col))
        else:
            self.dataChanged.emit(self.index(0, 0), self.index(shape[0] - 1, shape[1] - 1))
        self.columns_changed.emit()

    # -- Qt's own -----------------------------------------------------------------------------------

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else self._shape[0]

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else self._shape[1]

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        row, col = index.row(), index.column()
        if not index.isValid() or not self._inside(row, col):
            return None
        if role == Role.DisplayRole:
            return self.texts(col)[row]
        if role == Role.EditRole:
            return exact_text(self._edits.values[row, col])
        if role == Role.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role in (Role.ToolTipRole, Role.AccessibleTextRole):
            return self._description(row, col)
        return None

    def setData(self, index: Index, value: Any, role: int = Role.EditRole) -> bool:
        if role != Role.EditRole or not index.isValid():
            return False
        return self._edits.enter(index.row(), index.column(), str(value))

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        if role == Role.DisplayRole:
            return str(section)
        if role == Role.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignCenter
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEditable

    # -- inside -------------------------------------------------------------------------------------

    def _inside(self, row: int, col: int) -> bool:
        height, width = self._store.problem.shape
        return row < min(height, self._shape[0]) and col < min(width, self._shape[1])

    def _description(self, row: int, col: int) -> str:
        own = exact_text(self._edits.values[row, col])
        if self.dot == (row, col):
            bright = exact_text(self._store.problem.dot_value())
            text = self.tr("{cell}: {value}, the dot; below it {own}")
            return text.format(cell=cell(row, col), value=bright, own=own)
        return f"{cell(row, col)}: {own}"

    def _column(self, col: int) -> tuple[bytes, list[str], float]:
        problem = self._store.problem
        values = problem.region((0, problem.shape[0]), (col, col + 1))[self._edits.plane, :, 0]
        key = values.tobytes() + values.dtype.char.encode()
        known = self._texts.get(col)
        if known is None or known[0] != key:
            texts = column_texts(values)
            widest = max(text_width(text, FONT) for text in set(texts))
            known = self._texts[col] = (key, texts, widest)
        return known

    def _resize(self, shape: Cell) -> None:
        rows, cols = self._shape
        if shape[0] < rows:
            self.beginRemoveRows(NO_INDEX, shape[0], rows - 1)
            self._shape = (shape[0], cols)
            self.endRemoveRows()
        elif shape[0] > rows:
            self.beginInsertRows(NO_INDEX, rows, shape[0] - 1)
            self._shape = (shape[0], cols)
            self.endInsertRows()
        if shape[1] < cols:
            self.beginRemoveColumns(NO_INDEX, shape[1], cols - 1)
            self._shape = shape
            self.endRemoveColumns()
        elif shape[1] > cols:
            self.beginInsertColumns(NO_INDEX, cols, shape[1] - 1)
            self._shape = shape
            self.endInsertColumns()
