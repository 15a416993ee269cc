"""The bright dot: its switch, its place and its brightness."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QCheckBox, QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from poolstudio.figures.theme import FOCUS_RING
from poolstudio.state.numbers import cell_text, exact_text
from poolstudio.state.store import Store
from poolstudio.views.brightness import BrightnessSlider
from poolstudio.views.edit_run import EditRun
from poolstudio.views.number_field import NumberField
from poolstudio.views.spec_fields import FIELD_WIDTH


class Switch(QCheckBox):
    """A check box without words, drawn by the style sheet as a switch; all of it takes the click."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("switch", True)
        self.setFixedSize(28 + 2 * FOCUS_RING, 20)
        # The focus ring lies around the switch, inside the widget.
        self.setStyleSheet("margin-left: 0")

    def hitButton(self, pos: QPoint) -> bool:
        return self.rect().contains(pos)


class DotPanel(QWidget):
    """Follows the store; place and brightness are hidden while the dot is off."""

    def __init__(self, store: Store) -> None:
        super().__init__()
        self._store = store
        self._run = EditRun(store, self)
        self._applying = False
        self._shown: object = None
        self.toggle = Switch()
        self.toggle.setObjectName("dotToggle")
        self.toggle.setAccessibleName(self.tr("Bright dot"))
        self.toggle.setToolTip(
            self.tr("The dot stands in place of one cell's value. Off brings the old value back.")
        )
        self.toggle.clicked.connect(store.toggle_dot)
        self.row = self._field(
            "dotRow",
            self.tr("Dot row"),
            self.tr("The dot's row, from 0. An output changes where it crosses a window's edge."),
        )
        self.column = self._field(
            "dotColumn",
            self.tr("Dot column"),
            self.tr("The dot's column, from 0. An output changes where it crosses a window's edge."),
        )
        self.slider = BrightnessSlider()
        self.slider.chosen.connect(self._brightness_chosen)
        self.slider.sliderPressed.connect(self._run.hold)
        self.slider.sliderReleased.connect(self._run.end)
        self.value = QLabel()
        self.value.setObjectName("dotValue")
        self.value.setMinimumWidth(30)
        self.value.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._body = QWidget()
        self._lay_out()
        store.problem_changed.connect(self._follow)
        self._follow()

    def _lay_out(self) -> None:
        title = QLabel(self.tr("Bright dot"))
        title.setProperty("role", "heading")
        head = QHBoxLayout()
        head.setContentsMargins(FOCUS_RING, 0, 0, 0)
        head.addWidget(title)
        head.addStretch(1)
        head.addWidget(self.toggle)
        place = QLabel(self.tr("Row, column"))
        place.setBuddy(self.row)
        brightness = QLabel(self.tr("Brightness"))
        brightness.setBuddy(self.slider)
        light = QHBoxLayout()
        light.setSpacing(12)
        light.addWidget(brightness)
        light.addWidget(self.slider, 1)
        light.addWidget(self.value)
        grid = QGridLayout(self._body)
        grid.setContentsMargins(FOCUS_RING, 0, FOCUS_RING, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(0, 1)
        grid.addWidget(place, 0, 0)
        grid.addWidget(self.row, 0, 1)
        grid.addWidget(self.column, 0, 2)
        grid.addLayout(light, 1, 0, 1, 3)
        grid.setRowMinimumHeight(1, 28)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(head)
        column.addWidget(self._body)

    def _field(self, name: str, title: str, tip: str) -> NumberField:
        field = NumberField(name, title, tip)
        field.setFixedSize(FIELD_WIDTH, 28)
        field.focused.connect(self._run.end)
        field.edited.connect(lambda: self._moved(field))
        field.tell_refusals(self._store.say)
        return field

    def _moved(self, field: NumberField) -> None:
        self._applying = True
        try:
            self._store.move_dot(self.row.value(), self.column.value(), self._run.key(field))
        finally:
            self._applying = False

    def _brightness_chosen(self, value: float) -> None:
        self._applying = True
        try:
            self._store.set_brightness(value, self._run.key(self.slider))
        finally:
            self._applying = False

    def _follow(self) -> None:
        problem = self._store.problem
        dot = problem.dot
        if not self._applying:
            self._run.end()
        self.toggle.setChecked(dot is not None)
        self._body.setVisible(dot is not None)
        if dot is None:
            return
        height, width = problem.shape
        self.row.set_most(height - 1)
        self.column.set_most(width - 1)
        self.row.show_value(dot.row)
        self.column.show_value(dot.col)
        self.slider.show_value(problem.source, dot.value)
        # The panes show the dot's value in the input's type: whole numbers round and clip.
        shown = problem.dot_value()
        if (shown, shown.dtype) == self._shown:
            return
        self._shown = (shown, shown.dtype)
        self.value.setText(cell_text(shown))
        self.value.setToolTip(self.tr("The dot's value: {value}").format(value=exact_text(shown)))
