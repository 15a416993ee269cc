"""An output pane: the answer of one operator."""

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QVariantAnimation
from PySide6.QtGui import QColor, QPainter

from poolstudio.core import PoolSpec
from poolstudio.figures.cells import text_width
from poolstudio.figures.fonts import ui_font
from poolstudio.figures.look import Look
from poolstudio.figures.scene import Scene
from poolstudio.figures.scenes import output_scene
from poolstudio.figures.theme import FONT_FOOTER
from poolstudio.state.arithmetic import MOST_TERMS, output_line
from poolstudio.state.numbers import cell_text, pair
from poolstudio.state.operators import KINDS, Operator
from poolstudio.state.problem import Cell
from poolstudio.state.sentences import both, spec_field
from poolstudio.state.source import COLOUR, Array
from poolstudio.state.store import Store
from poolstudio.views.pane import Pane
from poolstudio.views.pane_header import PaneHeader, fill_combo

NAMES = ("maxPane", "avgPane", "globalPane")
CLASSIC = PoolSpec()
#: What has changed flashes: from this strength to nothing, in so many milliseconds.
FLASH, FLASH_MS = 0.35, 400


class OutputPane(Pane):
    """Values of one output, with the operator's menu in its header."""

    def __init__(self, store: Store, look: Look, index: int) -> None:
        super().__init__(store, look, index, PaneHeader(look))
        self.setObjectName(NAMES[index])
        self.choice = self.header.add_menu("operatorChoice", self.tr("What this pane computes"))
        entries = [(self.tr(kind).capitalize(), kind) for kind in KINDS]
        fill_combo(self.choice, entries, store.problem.operators[index].kind)
        self.choice.activated.connect(lambda at: store.set_operator(index, self.choice.itemData(at)))
        store.pane_changed.connect(self._pane_changed)
        store.view_changed.connect(self.refresh)
        self._flash = QVariantAnimation(self)
        self._flash.setDuration(FLASH_MS)
        self._flash.setStartValue(FLASH)
        self._flash.setEndValue(0.0)
        self._flash.valueChanged.connect(self.update_body)
        self._headed: tuple[object, object] = (None, None)
        self._face: tuple[object, ...] | None = None
        self.refresh()

    @property
    def operator(self) -> Operator:
        return self.store.problem.operators[self.index]

    def array(self) -> Array | None:
        return self.store.panes[self.index].displayed()

    def scene(self) -> Scene | None:
        scene = output_scene(self.store, self.look, self.index, self.body(), self.cursor_cell(), self.cache)
        if scene is None or self._flash.state() != QVariantAnimation.State.Running:
            return scene
        return replace(scene, flash=float(self._flash.currentValue()))

    def cell_at(self, point: object) -> Cell | None:
        cell = super().cell_at(point)  # type: ignore[arg-type]
        if cell is not None and self.operator.is_global:
            return (0, 0)
        return cell

    def refresh(self) -> None:
        shown = self.store.panes[self.index]
        self._headed = (shown.result, shown.error)
        operator = self.operator
        self.choice.blockSignals(True)
        self.choice.setCurrentIndex(self.choice.findData(operator.kind))
        self.choice.blockSignals(False)
        self.setAccessibleName(self.tr(operator.kind).capitalize())
        values = self.store.panes[self.index].result
        shape = "" if values is None or values.values is None else pair(*values.values.shape[1:])
        if values is not None and values.values is not None and operator.is_global:
            planes = values.values.shape[0]
            shape = f"{planes} × 1 × 1" if planes > 1 else shape
        self.header.shape.setText(shape)
        self.footer.later()
        self.update()

    def footer_text(self, short: bool = False) -> str:
        store = self.store
        pane = store.panes[self.index]
        if pane.result is None:
            return self.tr("Working…") if pane.error is None else str(pane.error)
        if pane.error is not None:
            if pane.error is not store.refusal and pane.error.field == "dilation":
                return str(pane.error).split(":")[0] + "." if short else str(pane.error)
            return self.tr("Last good answer: {settings}.").format(settings=self._kept(pane.error.field))
        cell = self._cell()
        if cell is None or store.live_panes()[self.index] is None:
            return ""
        plane = min(store.value_plane, len(store.problem.plane_names) - 1)
        terms = 0 if short else MOST_TERMS
        text = output_line(store.problem, pane.result, pane.patch, *cell, plane, terms)
        note = ""
        if pane.result.operator.is_global and not store.problem.source.as_cells:
            note = "" if pane.result.operator.is_max else self.tr("sum of all cells / number of cells")
        elif pane.result.operator.is_global and store.problem.spec != CLASSIC:
            note = self.tr("global ignores kernel, stride and padding")
        if note and not short:
            text += f"&nbsp;&nbsp; <m>{note}</m>"
        return text

    def _cell(self) -> Cell | None:
        """The output cell whose arithmetic is told: the one pointed at, else the middle of those marked."""
        store = self.store
        if self.operator.is_global:
            return (0, 0)
        focus = store.hover or store.pinned
        if focus is not None and focus.pane == self.index:
            return focus.cell if self._holds(focus.cell) else None
        marked = store.highlight.outputs
        if len(marked) <= self.index or not marked[self.index]:
            return None
        cells = marked[self.index]
        cell = cells.rows[len(cells.rows) // 2], cells.cols[len(cells.cols) // 2]
        # The marks of a former answer may lie outside the new one, until the highlight follows.
        return cell if self._holds(cell) else None

    def _holds(self, cell: Cell) -> bool:
        result = self.store.panes[self.index].result
        if result is None or result.values is None:
            return False
        height, width = result.values.shape[-2:]
        return 0 <= cell[0] < height and 0 <= cell[1] < width

    def _kept(self, field: str) -> str:
        result = self.store.panes[self.index].result
        assert result is not None
        name, value = spec_field(result.spec, field)
        return f"{name} {both(value)}" if value is not None else pair(*result.spec.kernel)

    def to_input(self, row: float, col: float) -> tuple[float, float]:
        if self.operator.is_global:
            return self.look.layout.middle(self.body())
        return self.look.layout.to_input(row, col)

    def _pane_changed(self, index: int) -> None:
        if index != self.index:
            return
        shown = self.store.panes[index]
        if (shown.result, shown.error) != self._headed:
            self.refresh()
        else:
            # The dot moved: the highlight that follows has body and footer made anew.
            if self.look.motion and self._marks_changes():
                self._flash.stop()
                self._flash.start()

    def _marks_changes(self) -> bool:
        changed = self.store.changed_cells[self.index]
        wide = self.store.problem.source.as_cells if self.operator.is_global else self.look.marks_changes
        return bool(changed) and wide

    def update_body(self) -> None:
        """Paint the body anew; a global answer only where it looks different, which a step of the dot on a
        photo hardly ever does."""
        scene = self.scene()
        if scene is not None and self.operator.is_global and _face(scene) == self._face:
            return
        super().update_body()

    def paint_extras(self, painter: QPainter, scene: Scene) -> None:
        """Names over the planes of a global answer, and the colour that they make together."""
        self._face = _face(scene) if self.operator.is_global else None
        if not scene.plane_names or scene.heads:
            return
        painter.setFont(ui_font(FONT_FOOTER))
        painter.setPen(self.look.theme.muted)
        frame = scene.frame
        for index, name in enumerate(scene.plane_names):
            self._head(painter, frame.rect(0, index), name)
        if self.store.problem.channel != COLOUR or scene.drawn is not None:
            return
        block = scene.block((0, 1), (0, 3))[0, 0]
        if not np.isfinite(block).all():
            return  # no colour is made of it
        span = scene.levels.hi - scene.levels.lo or 1.0
        parts = [min(max(round(255 * (float(v) - scene.levels.lo) / span), 0), 255) for v in block]
        rect = frame.rect(0, 3).translated(16, 0)
        painter.fillRect(rect.adjusted(1, 1, -1, -1), QColor(*parts))
        self._head(painter, rect, self.tr("together"))

    def _head(self, painter: QPainter, rect: QRectF, text: str) -> None:
        """A word over the middle of a cell."""
        left = rect.center().x() - text_width(text, FONT_FOOTER) / 2
        painter.drawText(QPointF(left, rect.top() - 8), text)


def _face(scene: Scene) -> tuple[object, ...]:
    """What a global answer looks like: equal faces are painted alike."""
    values = scene.block((0, 1), (0, scene.shape[1]))[0, 0]
    steps = 2550 / (scene.levels.hi - scene.levels.lo or 1.0)  # ten to a colour
    return (
        scene.theme,
        scene.frame,
        scene.body.getRect(),
        [cell_text(value) for value in values],
        [cell_text(float(value) * steps // 1) for value in values],
        scene.outputs,
        scene.lit is None,
        scene.changed,
        scene.flash,
        scene.cursor,
        scene.stale,
    )
