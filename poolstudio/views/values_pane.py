"""The Values pane: the table of a grid's values, or the cells of a picture near the pointer."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QSizePolicy, QWidget

from poolstudio.figures.theme import (
    FONT_FOOTER,
    LIGHT,
    PANE_FOOTER_HEIGHT,
    PANE_HEADER_HEIGHT,
    SPACE_M,
    SPACE_S,
    SPACE_XS,
    Theme,
)
from poolstudio.state.numbers import TIMES
from poolstudio.state.source import GRID_LIMIT, Source
from poolstudio.state.store import Store
from poolstudio.views.combo import QuietCombo
from poolstudio.views.number_field import NumberField
from poolstudio.views.pane_header import fill_combo
from poolstudio.views.rich_line import RichLabel
from poolstudio.views.value_edits import ValueEdits
from poolstudio.views.value_heads import HEAD_WIDTH
from poolstudio.views.value_table import ValueTable

if TYPE_CHECKING:
    from poolstudio.views.nearby_values import NearbyValues

FIELD_SIZE = (50, 28)


class ValuesPane(QWidget):
    """Header, table or nearby cells, and a footer with a hint or what the last edit did."""

    def __init__(self, store: Store) -> None:
        super().__init__()
        self._store = store
        self._theme: Theme = LIGHT
        self._columns: tuple[int, int] | None = None
        self._source: Source | None = None
        self.setObjectName("valuesPane")
        self.setAccessibleName(self.tr("Values"))
        self.edits = ValueEdits(store, self)
        self._header = QWidget(self)
        self.type = QLabel()
        self.channel = self._channel_choice()
        self.rows = self._size_field("gridRows", self.tr("Rows"))
        self.columns = self._size_field("gridColumns", self.tr("Columns"))
        self._times = QLabel(TIMES)
        self._fill_header()
        self.table = ValueTable(store, self.edits, self)
        self._nearby: NearbyValues | None = None
        self._message = ""
        self.footer = RichLabel(self, FONT_FOOTER, lambda: self._message, self, "surface")
        self.footer.setObjectName("valuesMessage")
        self.edits.said.connect(self._show_message)
        self.table.values.columns_changed.connect(self._place)
        store.input_leaving.connect(self._end_edit)
        store.problem_changed.connect(self.refresh)
        store.view_changed.connect(self.refresh)
        self._show_message("", False)
        self.refresh()

    # -- for the window -----------------------------------------------------------------------------

    @property
    def theme(self) -> Theme:
        return self._theme

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.footer.update()
        self.table.set_theme(theme)
        if self._nearby is not None:
            self._nearby.set_theme(theme)
        self.update()

    def set_columns(self, left_px: int, cell_px: int) -> None:
        """Where column 0 stands in the pane and how wide a cell is, so that columns stand below the grid."""
        if (left_px, cell_px) != self._columns:
            self._columns = (left_px, cell_px)
            self._place()

    @property
    def nearby(self) -> "NearbyValues":
        """The cells near the pointer, made for the first picture: a start need not wait for them."""
        if self._nearby is None:
            from poolstudio.views.nearby_values import NearbyValues

            self._nearby = NearbyValues(self._store, self.edits, self)
            self._nearby.set_theme(self._theme)
            self._place()
        return self._nearby

    def view(self) -> "ValueTable | NearbyValues":
        """The one on show."""
        return self.table if self._store.problem.source.as_cells else self.nearby

    def focus_target(self) -> QWidget:
        """What takes the keyboard's focus."""
        return self.view()

    def edit_cell(self, row: int, col: int) -> None:
        """Open the editor of an input cell."""
        self.view().edit_cell(row, col)

    def copy(self) -> None:
        self.view().copy()

    def cut(self) -> None:
        self.view().cut()

    def paste(self, text: str | None = None) -> None:
        """Paste text (the clipboard's) at the current cell."""
        self.view().paste(text)

    def fill(self, value: float) -> None:
        self.view().fill(value)

    def refresh(self) -> None:
        """Header and view for the store's input; the message goes when the input changed otherwise."""
        problem = self._store.problem
        source, height, width = problem.source, *problem.shape
        grid = source.kind == "grid"
        self.type.setText(str(source.values.dtype) if source.as_cells else self.tr("near the pointer"))
        for widget in (self.rows, self._times, self.columns):
            widget.setVisible(grid)
        if grid:
            self.rows.show_value(height)
            self.columns.show_value(width)
        names = {"R": self.tr("Red"), "G": self.tr("Green"), "B": self.tr("Blue")}
        planes = problem.plane_names
        self.channel.setVisible(len(planes) > 1)
        if len(planes) > 1:
            entries = [(names.get(name, name), index) for index, name in enumerate(planes)]
            fill_combo(self.channel, entries, self._store.value_plane)
        self.table.setVisible(source.as_cells)
        if not source.as_cells or self._nearby is not None:
            self.nearby.setVisible(not source.as_cells)
        if not self.edits.busy:
            # What was said of an edit does not outlast the next change of anything.
            self._show_message("", False)
        if source is not self._source:
            self._source = source
            self._place()

    # -- Qt's own -----------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), QColor(self._theme.surface))
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and hasattr(self, "footer"):
            self._place()

    # -- inside -------------------------------------------------------------------------------------

    def _end_edit(self) -> None:
        """Take what is being typed into the input that it was meant for."""
        if not self.edits.busy:
            self.view().end_edit()

    def _fill_header(self) -> None:
        title = QLabel(self.tr("Values"))
        title.setProperty("role", "heading")
        for label in (self.type, self._times):
            label.setProperty("role", "muted")
        self.type.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        row = QHBoxLayout(self._header)
        row.setContentsMargins(SPACE_M, 0, SPACE_M, 0)
        row.setSpacing(SPACE_S)
        row.addWidget(title)
        row.addWidget(self.type, 1)
        for widget in (self.channel, self.rows, self._times, self.columns):
            row.addWidget(widget)

    def _channel_choice(self) -> QComboBox:
        combo = QuietCombo()
        combo.setObjectName("valueChannel")
        combo.setAccessibleName(self.tr("Channel of the values"))
        combo.setToolTip(self.tr("Channel: whose values stand below. Winners are those of this channel."))
        combo.activated.connect(lambda index: self._store.set_value_plane(combo.itemData(index)))
        return combo

    def _size_field(self, name: str, title: str) -> NumberField:
        tip = self.tr("{title} of the grid, 1 to {most}. More are filled with 0, fewer cut the rest off.")
        field = NumberField(name, title, tip.format(title=title, most=GRID_LIMIT))
        field.setRange(1, GRID_LIMIT)
        field.setFixedSize(*FIELD_SIZE)
        field.edited.connect(lambda value: self._store.resize_grid(self.rows.value(), self.columns.value()))
        field.tell_refusals(self._store.say)
        return field

    def _show_message(self, html: str, error: bool) -> None:
        hint = self.tr("Type a number, or paste from a spreadsheet.")
        message = f"<e>{html}</e>" if error else html or f"<m>{hint}</m>"
        if message != self._message:
            self._message = message
            self.footer.later()

    def _place(self) -> None:
        width, height = self.width(), self.height()
        self._header.setGeometry(0, 0, width, PANE_HEADER_HEIGHT)
        self.footer.setGeometry(SPACE_M, height - PANE_FOOTER_HEIGHT, width - 2 * SPACE_M, PANE_FOOTER_HEIGHT)
        room = height - PANE_HEADER_HEIGHT - PANE_FOOTER_HEIGHT
        if self._nearby is not None:
            self._nearby.setGeometry(SPACE_XS, PANE_HEADER_HEIGHT, width - SPACE_XS, max(room, 1))
        self._place_table(max(room - SPACE_S, 1))

    def _place_table(self, height: int) -> None:
        """Below the grid; where it does not fit there, as far left and as narrow as it takes."""
        cols = max(self.table.values.columnCount(), 1)
        within = max(self.width() - 2 * SPACE_M, 1)
        left, cell = self._columns or (-1, 64)
        fitting = (within - HEAD_WIDTH) // cols
        cell = max(min(cell, fitting), self.table.least_column())
        self.table.set_column_width(cell)
        size = self.table.content_size()
        bar = self.table.verticalScrollBar().sizeHint().width()
        wide = min(size.width() + (bar if size.height() > height else 0), within)
        tall = min(size.height() + (bar if size.width() > within else 0), height)
        if self._columns is None:
            left = (self.width() - size.width()) // 2 + HEAD_WIDTH
        left = min(max(left - HEAD_WIDTH, SPACE_M), self.width() - SPACE_M - wide)
        self.table.setGeometry(left, PANE_HEADER_HEIGHT + SPACE_XS, wide, tall)
