"""The side panel of parameters: settings, output size, dot and colours, or a rail while folded."""

from itertools import pairwise

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QStackedLayout,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from poolstudio.core import PoolError
from poolstudio.figures.icons import icon
from poolstudio.figures.theme import FOCUS_RING, PARAMETERS_RAIL, PARAMETERS_WIDTH, Theme
from poolstudio.state.store import Store
from poolstudio.views.colour_choice import ColourChoice
from poolstudio.views.dot_panel import DotPanel
from poolstudio.views.formula import FormulaView
from poolstudio.views.spec_panel import SpecPanel

_CHOICE_WIDTH = 124


class ParametersPanel(QWidget):
    """At the left of the window, 256 px wide, or 40 px while folded."""

    colours_chosen = Signal(str)
    fold_toggled = Signal(bool)

    def __init__(self, store: Store) -> None:
        super().__init__()
        self.setObjectName("parameters")
        self.setAccessibleName(self.tr("Parameters"))
        self.settings = SpecPanel(store)
        self.formula = FormulaView(store)
        self.dot = DotPanel(store)
        self.colours = ColourChoice(store)
        self._fold = self._fold_button("foldParameters", self.tr("Fold parameters"))
        self._unfold = self._fold_button("unfoldParameters", self.tr("Unfold parameters"))
        self._fold.setToolTip(self.tr("Folds the parameters to a strip. The panes get their room."))
        self._unfold.setToolTip(self.tr("Shows the parameters again. The panes give way."))
        self._fold.clicked.connect(lambda: self._fold_clicked(True))
        self._unfold.clicked.connect(lambda: self._fold_clicked(False))
        self.area = QScrollArea()
        self.area.setObjectName("parametersArea")
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setWidget(self._content())
        self._stack = QStackedLayout(self)
        self._stack.setContentsMargins(0, 0, 0, 0)
        self._stack.addWidget(self.area)
        self._stack.addWidget(self._rail())
        self.settings.error_changed.connect(self._error_changed)
        self._said = ""
        self.colours.chosen.connect(self.colours_chosen)
        self.formula.refresh(self.settings.grave_error)
        self.set_folded(False)
        self._set_tab_order()

    @property
    def folded(self) -> bool:
        return self._stack.currentIndex() == 1

    def set_folded(self, folded: bool) -> None:
        """Fold to the rail, or show all again."""
        self._stack.setCurrentIndex(1 if folded else 0)
        self.setFixedWidth(PARAMETERS_RAIL if folded else PARAMETERS_WIDTH)

    def first_field(self) -> QWidget:
        """What gets the focus when the panel does."""
        return self._unfold if self.folded else self.settings.presets

    def set_theme(self, theme: Theme) -> None:
        """Tint icons and results."""
        self.settings.set_theme(theme)
        self.formula.set_theme(theme)
        for button in (self._fold, self._unfold):
            button.setIcon(icon("fold", theme, "muted"))

    # -- inside ------------------------------------------------------------------------------------

    def _error_changed(self, error: PoolError | None) -> None:
        self.formula.refresh(error)
        said, self._said = self._said, "" if error is None else str(error)
        if self._said and self._said != said:
            # Once the layout has made room for it.
            QTimer.singleShot(0, self, self._reveal_message)

    def _reveal_message(self) -> None:
        if self.settings.message.isVisible():
            self.area.ensureWidgetVisible(self.settings.message, 0, 8)

    def _content(self) -> QWidget:
        content = QWidget()
        content.setObjectName("parametersContent")
        column = QVBoxLayout(content)
        # Focus rings of boxes and switch lie outside the column: all else is set in by their width.
        column.setContentsMargins(16 - FOCUS_RING, 12, 16 - FOCUS_RING, 16)
        column.setSpacing(0)
        head = self._set_in()
        head.addWidget(self._heading(self.tr("Pooling")))
        head.addStretch(1)
        head.addWidget(self._fold)
        column.addLayout(head)
        column.addSpacing(8)
        column.addWidget(self.settings)
        self._add_line(column, 18)
        size = self._set_in()
        size.addWidget(self._heading(self.tr("Output size")))
        column.addLayout(size)
        column.addSpacing(8)
        formula = self._set_in()
        formula.addWidget(self.formula)
        column.addLayout(formula)
        self._add_line(column, 14)
        column.addWidget(self.dot)
        self._add_line(column)
        column.addSpacing(3)
        column.addLayout(self._colour_row())
        column.addStretch(1)
        return content

    def _colour_row(self) -> QHBoxLayout:
        label = QLabel(self.tr("Cell colours"))
        label.setBuddy(self.colours)
        self.colours.setFixedWidth(_CHOICE_WIDTH)
        row = self._set_in()
        row.addWidget(label)
        row.addStretch(1)
        row.addWidget(self.colours)
        return row

    @staticmethod
    def _set_in() -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(FOCUS_RING, 0, FOCUS_RING, 0)
        return row

    def _heading(self, text: str) -> QLabel:
        label = QLabel(text)
        label.setProperty("role", "heading")
        label.setFixedHeight(20)
        return label

    def _add_line(self, column: QVBoxLayout, above: int = 16) -> None:
        line = QFrame()
        line.setProperty("role", "separator")
        line.setFixedHeight(1)
        column.addSpacing(above)
        row = self._set_in()
        row.addWidget(line)
        column.addLayout(row)
        column.addSpacing(13)

    def _rail(self) -> QWidget:
        rail = QWidget()
        rail.setObjectName("parametersRail")
        column = QVBoxLayout(rail)
        column.setContentsMargins(0, 12, 0, 0)
        column.addWidget(self._unfold, 0, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        return rail

    def _fold_button(self, name: str, title: str) -> QToolButton:
        button = QToolButton()
        button.setObjectName(name)
        button.setAccessibleName(title)
        button.setProperty("role", "link")
        button.setIconSize(QSize(16, 16))
        button.setFixedSize(20, 20)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        return button

    def _fold_clicked(self, folded: bool) -> None:
        # Told first: whether the window answers by setting the fold or by turning it, it ends as clicked.
        self.fold_toggled.emit(folded)
        self.set_folded(folded)
        self.first_field().setFocus()

    def _set_tab_order(self) -> None:
        # The button of the message takes its place when the message does.
        fields, dot = self.settings.fields, self.dot
        order: list[QWidget] = [self.settings.presets, fields.link]
        for pair in fields.pairs.values():
            order.extend(pair)
        order += [fields.ceil, fields.count, dot.toggle, dot.row, dot.column, dot.slider, self.colours]
        order += [self._fold, self._unfold]
        for before, after in pairwise(order):
            QWidget.setTabOrder(before, after)
