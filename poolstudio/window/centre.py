"""The centre: input, outputs and values, placed by the arrangement, with hairlines between."""

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from poolstudio.core import axes
from poolstudio.figures.look import Look, overhang
from poolstudio.state.focus import INPUT
from poolstudio.state.store import Store
from poolstudio.views.input_pane import InputPane
from poolstudio.views.output_pane import OutputPane
from poolstudio.views.pane import Pane
from poolstudio.views.values_pane import ValuesPane
from poolstudio.window.arrangement import Arrangement, Content, arrange


class Centre(QWidget):
    """Places the panes; `alone` shows one of them in the whole centre."""

    def __init__(self, store: Store, look: Look) -> None:
        super().__init__()
        self._store, self._look = store, look
        self.input_pane = InputPane(store, look)
        self.outputs = tuple(OutputPane(store, look, index) for index in range(3))
        self.values = ValuesPane(store)
        self._alone: int | None = None
        self._arranged: object = None
        for widget in (*self.panes(), self.values):
            widget.setParent(self)
        for pane in self.panes():
            pane.alone_wanted.connect(self.toggle_alone)
        self.input_pane.edit_wanted.connect(self.values.edit_cell)
        store.problem_changed.connect(self.arrange)
        look.changed.connect(self._align_values)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def panes(self) -> tuple[Pane, ...]:
        return (self.input_pane, *self.outputs)

    def toggle_alone(self, pane: int) -> None:
        """Show one pane alone, or all again."""
        self._alone = None if self._alone is not None else pane
        self._arranged = None
        self.arrange()

    def show_all(self) -> bool:
        """Back from one pane alone; whether there was one."""
        if self._alone is None:
            return False
        self.toggle_alone(self._alone)
        return True

    def content(self) -> Content:
        """What the arrangement depends on."""
        problem = self._store.problem
        rows, cols = problem.shape
        output = (1, 1)
        try:
            vertical, horizontal = axes(problem.shape, problem.spec)
            output = (vertical.out, horizontal.out)
            down, over = overhang(problem)
            rows += 2 * problem.spec.padding[0] + down
            cols += 2 * problem.spec.padding[1] + over
        except ValueError:
            shown = self._store.panes[0].result
            if shown is not None and shown.values is not None:
                output = (shown.values.shape[-2], shown.values.shape[-1])
        return Content(
            (rows, cols), output, problem.shape[0], len(problem.plane_names), not problem.source.as_cells
        )

    def arrange(self) -> None:
        """Place everything, if the centre's size or the content's sizes changed."""
        content = self.content()
        key = (self.size(), content, self._alone)
        if key != self._arranged and self.width() > 10 and self.height() > 10:
            self._arranged = key
            plan = arrange((self.width(), self.height()), content)
            self._place(plan, content)
        self._look.follow(self._store.problem, self._cell)
        self._align_values()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.arrange()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), self._look.theme.border)
        painter.end()

    _cell: float | None = 96.0

    def _place(self, plan: Arrangement, content: Content) -> None:
        self._cell = plan.cell
        rects = {INPUT: plan.input, 0: plan.outputs[0], 1: plan.outputs[1], 2: plan.outputs[2]}
        if self._alone is not None:
            rects = {self._alone: (0, 0, self.width(), self.height())}
            if plan.cell is not None:
                cells = content.input if self._alone == INPUT else content.output
                fit = min((self.width() - 80) / cells[1], (self.height() - 130) / cells[0])
                self._cell = float(max(20, min(int(fit), 160)))
        for pane in self.panes():
            rect = rects.get(pane.index)
            pane.setVisible(rect is not None)
            if rect is not None:
                pane.setGeometry(*rect)
                self._look.place(pane.index, QPointF(rect[0], rect[1]), pane.body())
        self.values.setVisible(self._alone is None)
        self.values.setGeometry(*plan.values)

    def _align_values(self) -> None:
        """The value table's columns have the cells' width and stand under the grid."""
        if self._cell is None:
            return
        frame = self._look.layout.input_frame(self.input_pane.body())
        self.values.set_columns(round(frame.left), round(max(frame.width, 44)))
