"""The fields of the layer's settings: a row each for kernel, stride, padding and dilation, and two boxes."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from poolstudio.core import PoolSpec
from poolstudio.figures.theme import FOCUS_RING, Theme
from poolstudio.views.link_button import LinkButton
from poolstudio.views.number_field import NumberField

Pair = tuple[int, int]

#: The rows by the public names of the parameters.
ROWS = ("kernel_size", "stride", "padding", "dilation")
RESET = {"kernel_size": 2, "stride": 2, "padding": 0, "dilation": 1}
FIELD_WIDTH = 58


class SpecFields(QWidget):
    """What the user has put in, legal or not. `edited` names the widget that changed."""

    edited = Signal(QWidget)
    focused = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.pairs: dict[str, tuple[NumberField, NumberField]] = {}
        self._wants_link = True
        self._message_at = ""
        self.link = LinkButton()
        self.link.clicked.connect(self._link_clicked)
        self.ceil = self._box(
            "ceilMode",
            self.tr("Ceil mode"),
            self.tr("Ceil mode: rounds the output size up. A last window may hang over the edge."),
        )
        self.count = self._box(
            "countIncludePad",
            self.tr("Average counts padding"),
            self.tr(
                "Padding counts as zeros in the average. Without it, edges keep their level; "
                "it matters only with padding."
            ),
        )
        self._grid = QGridLayout()
        self._grid.setContentsMargins(0, 0, FOCUS_RING, 0)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(0, 1)
        self._grid.addWidget(self.link, 0, 0, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for column, text in ((1, self.tr("height")), (2, self.tr("width"))):
            head = QLabel(text)
            head.setProperty("role", "small")
            head.setFixedHeight(20)
            self._grid.addWidget(head, 0, column)
        for row, name in enumerate(ROWS):
            self._add_row(1 + 2 * row, name)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(self._grid)
        layout.addSpacing(4)
        layout.addWidget(self.ceil)
        layout.addWidget(self.count)

    # -- what stands in them -----------------------------------------------------------------------

    @property
    def linked(self) -> bool:
        """Whether height and width go together."""
        return self.link.isChecked()

    def pair(self, name: str) -> Pair:
        height, width = self.pairs[name]
        return height.value(), width.value()

    def spec(self, divisor: int | None = None) -> PoolSpec:
        """The settings as they stand in the fields. PoolError where they are no legal layer."""
        kernel, stride, padding, dilation = (self.pair(name) for name in ROWS)
        return PoolSpec(
            kernel, stride, padding, dilation, self.ceil.isChecked(), self.count.isChecked(), divisor
        )

    def show_spec(self, spec: PoolSpec) -> None:
        """Fill the fields, without telling it back."""
        values = (spec.kernel, spec.stride, spec.padding, spec.dilation)
        for name, value in zip(ROWS, values, strict=True):
            for field, number in zip(self.pairs[name], value, strict=True):
                field.show_value(number)
        for box, on in ((self.ceil, spec.ceil_mode), (self.count, spec.count_include_pad)):
            blocked = box.blockSignals(True)
            box.setChecked(on)
            box.blockSignals(blocked)
        self._show_link()

    def use(self, name: str, axis: str | None, value: int) -> NumberField:
        """Put a legal value into the field at fault (both of its row while linked); returns that field."""
        height, width = self.pairs[name]
        field = width if axis == "width" and not self.linked else height
        if axis is None and not self.linked:
            width.show_value(value)
        field.show_value(value)
        self._changed(field)
        return field

    def mark(self, name: str | None, axis: str | None, message: str) -> None:
        """Mark the field of `name` (both of its row while linked) as the one at fault, and no other."""
        for row, fields in self.pairs.items():
            for field, of_axis in zip(fields, ("height", "width"), strict=True):
                at_fault = row == name and (self.linked or axis in (None, of_axis))
                field.set_invalid(message if at_fault else "")

    def place_below(self, name: str, widget: QWidget, button: QWidget) -> None:
        """Put a widget below the row of `name`, over the whole width, its button next in the tab order."""
        if name == self._message_at:
            return
        self._message_at = name
        self._grid.removeWidget(widget)
        self._grid.addWidget(widget, 2 + 2 * ROWS.index(name), 0, 1, 3)
        QWidget.setTabOrder(self.pairs[name][1], button)

    def set_theme(self, theme: Theme) -> None:
        self.link.set_theme(theme)

    # -- inside ------------------------------------------------------------------------------------

    def _add_row(self, row: int, name: str) -> None:
        title, tip = self._words(name)
        label = QLabel(title)
        left = QHBoxLayout()
        left.setContentsMargins(FOCUS_RING, 0, 0, 0)
        left.setSpacing(4)
        left.addWidget(label)
        if name == "dilation":
            limit = QLabel(self.tr("max"))
            limit.setProperty("role", "small")
            limit.setToolTip(self.tr("Only max pooling has a dilation. Average takes 1 alone."))
            left.addWidget(limit)
        left.addStretch(1)
        self._grid.addLayout(left, row, 0)
        stem = name.removesuffix("_size")
        fields = []
        for column, axis in ((1, self.tr("height")), (2, self.tr("width"))):
            suffix = "Height" if column == 1 else "Width"
            field = NumberField(stem + suffix, f"{title} {axis}", tip)
            field.setFixedSize(FIELD_WIDTH, 28)
            field.reset_value = RESET[name]
            field.edited.connect(lambda _, field=field: self._changed(field))
            field.focused.connect(self.focused)
            self._grid.addWidget(field, row, column)
            fields.append(field)
        label.setBuddy(fields[0])
        label.setToolTip(tip)
        self.pairs[name] = (fields[0], fields[1])

    def _words(self, name: str) -> tuple[str, str]:
        words = {
            "kernel_size": (
                self.tr("Kernel"),
                self.tr("Kernel: the size of the window. 3 makes each output of 3 × 3 cells."),
            ),
            "stride": (
                self.tr("Stride"),
                self.tr("Stride: how far the window moves. 2 halves the output."),
            ),
            "padding": (
                self.tr("Padding"),
                self.tr(
                    "Padding: cells added on each side. Half of the kernel at most; it never wins a maximum."
                ),
            ),
            "dilation": (
                self.tr("Dilation"),
                self.tr("Dilation: the step between the cells of a window. 2 leaves every other cell out."),
            ),
        }
        return words[name]

    def _box(self, name: str, title: str, tip: str) -> QCheckBox:
        box = QCheckBox(title)
        box.setObjectName(name)
        box.setAccessibleName(title)
        box.setToolTip(tip)
        # With its focus ring, that lies around it, inside the widget.
        box.setStyleSheet("margin-left: 0; padding-right: 3px")
        box.setFixedHeight(20)
        box.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        box.toggled.connect(lambda: self.edited.emit(box))
        return box

    def _changed(self, field: NumberField) -> None:
        if self.linked:
            for pair in self.pairs.values():
                if field in pair:
                    for other in pair:
                        other.show_value(field.value())
        self._show_link()
        self.edited.emit(field)

    def _link_clicked(self) -> None:
        self._wants_link = self.link.isChecked()
        before = [self.pair(name) for name in ROWS]
        if self._wants_link:
            for height, width in self.pairs.values():
                width.show_value(height.value())
        self._show_link()
        if before != [self.pair(name) for name in ROWS]:
            self.edited.emit(self.link)

    def _show_link(self) -> None:
        # Two sizes that differ are not linked, whatever was wished: a rectangular plane, or an undone link.
        equal = all(height.value() == width.value() for height, width in self.pairs.values())
        linked = self._wants_link and equal
        self.link.show_linked(linked)
