"""The input pane: the dot is dragged here, and the gradient is drawn here."""

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QMouseEvent

from poolstudio.figures.cells import numbers_fit, visible
from poolstudio.figures.look import Look
from poolstudio.figures.marks import dot_radius
from poolstudio.figures.painting import SMALL_VALUES
from poolstudio.figures.ramps import GRADIENT
from poolstudio.figures.scene import Scene
from poolstudio.figures.scenes import input_scene, shown_levels
from poolstudio.state.arithmetic import input_line
from poolstudio.state.focus import INPUT, Focus
from poolstudio.state.gradients import GradientMap
from poolstudio.state.numbers import cell_text, grouped, pair
from poolstudio.state.problem import Cell
from poolstudio.state.sentences import amount, covering
from poolstudio.state.source import COLOUR, LUMA, Array
from poolstudio.state.store import Store
from poolstudio.views.pane import Pane
from poolstudio.views.pane_header import PaneHeader, fill_combo

#: The header has room for a long description from this width on.
WIDE = 460


class InputPane(Pane):
    """Values or gradient of the input, with the dot."""

    edit_wanted = Signal(int, int)
    channel_wanted = Signal(str)

    def __init__(self, store: Store, look: Look) -> None:
        super().__init__(store, look, INPUT, PaneHeader(look))
        self.setObjectName("inputPane")
        self.header.title.setText(self.tr("Input"))
        self.header.title.show()
        self.setAccessibleName(self.tr("Input"))
        self.channel = self.header.add_choice("channelChoice", self.tr("Channels that are pooled"))
        self.channel.activated.connect(lambda index: self.channel_wanted.emit(self.channel.itemData(index)))
        self.routed = self.header.add_choice("gradientPane", self.tr("Output whose gradient is drawn"))
        self.routed.activated.connect(lambda index: store.set_gradient(True, self.routed.itemData(index)))
        self._headed: object = None
        self._drag = ""
        self._grab = QPointF()
        for signal in (
            store.problem_changed,
            store.input_changed,
            store.view_changed,
            store.gradient_changed,
        ):
            signal.connect(self.refresh)
        look.changed.connect(self.refresh)
        store.dot_changed.connect(self._reveal_dot)
        self.refresh()

    def array(self) -> Array | None:
        return self.store.problem.displayed()

    def scene(self) -> Scene:
        return input_scene(self.store, self.look, self.body(), self.cursor_cell(), self.cache)

    def refresh(self) -> None:
        """Header, footer and picture after a change."""
        self._refresh_header()
        self.footer.later()
        self.update_body()

    def _refresh_header(self) -> None:
        store, source = self.store, self.store.problem.source
        dot = store.problem.dot
        key = (
            source,
            store.problem.channel,
            store.problem.operators,
            None if dot is None else dot.value,
            store.gradient_on,
            store.gradient,
            store.gradient_pane,
            self.look.rendering.colours,
            self.width(),
        )
        if key == self._headed:
            return
        self._headed = key
        titles = {COLOUR: self.tr("Colour"), LUMA: self.tr("Luma"), "R": self.tr("Red")}
        titles |= {"G": self.tr("Green"), "B": self.tr("Blue")}
        choices = source.choices()
        self.channel.setVisible(len(choices) > 1 and not store.gradient_on)
        fill_combo(self.channel, [(titles.get(key, key), key) for key in choices], store.problem.channel)
        on = store.gradient_on
        self.routed.setVisible(on)
        names = [(self.tr(op.kind).capitalize(), index) for index, op in enumerate(store.problem.operators)]
        fill_combo(self.routed, names, store.gradient_pane)
        scale = self.header.scale
        if on and store.gradient is not None:
            kind = self.tr(store.problem.operators[store.gradient.pane].kind)
            text = (
                self.tr("gradient") if self.width() < WIDE else self.tr("gradient of {kind}, upstream ones")
            )
            self.header.shape.setText(text.format(kind=kind))
            scale.show_ramp(GRADIENT, "0", cell_text(max(store.gradient.largest, 0.0)))
            return
        text = pair(*source.shape)
        if source.kind == "picture" and source.description:
            text += f" · {source.description}"
        self.header.shape.setText(text)
        levels = shown_levels(store, self.look)
        ramp = self.look.rendering.ramp(store.problem.array.shape[0], source.as_cells)
        scale.show_ramp(ramp, cell_text(levels.lo), cell_text(levels.hi))

    def footer_text(self, short: bool = False) -> str:
        store, problem = self.store, self.store.problem
        if (
            problem.dot is not None
            and not store.dot_has_moved
            and store.hover is None
            and store.pinned is None
        ):
            return "<d>●</d>&nbsp; " + self.tr("Drag the dot, or move it with the arrow keys.")
        overlay = store.gradient if store.gradient_on else None
        focus = store.hover or store.pinned
        cell = focus.cell if focus is not None and focus.on_input else None
        if cell is not None and (cell[0] >= problem.shape[0] or cell[1] >= problem.shape[1]):
            cell = None
        if cell is None and problem.dot is not None:
            cell = problem.dot.cell
        if overlay is not None and overlay.values.shape == problem.shape:
            if cell is not None and focus is not None:
                share = cell_text(float(overlay.values[cell]))
                return (
                    input_line(problem, *cell, store.value_plane)
                    + "&nbsp;&nbsp; "
                    + self.tr("gradient {value}").format(value=f"<b>{share}</b>")
                )
            return self._gradient_line(overlay, short)
        if cell is not None and cell[0] < problem.shape[0] and cell[1] < problem.shape[1]:
            line = input_line(problem, *cell, min(store.value_plane, len(problem.plane_names) - 1))
            if store.spec_error is None and not covering(problem, cell)[0]:
                line += f"&nbsp;&nbsp; <m>{self.tr('no window reads it')}</m>"
            return line
        return self.tr("Point at a cell in any pane. Click to pin it.")

    def _gradient_line(self, overlay: GradientMap, short: bool) -> str:
        """How to read the overlay, and that what the outputs send is what arrives."""
        scene = self.scene()
        if scene.frame.side >= SMALL_VALUES:
            seen = visible(scene.frame, scene.body, scene.shape)
            if numbers_fit(scene.frame, overlay.values[seen.block]):
                key = self.tr("small: value&nbsp;&nbsp; large: gradient")
            else:
                key = self.tr("number: value&nbsp;&nbsp; light: much gradient")
        else:
            key = self.tr("light: much&nbsp;&nbsp; darkest: nothing")
        sums = self.tr("out {out} = in {total}").format(
            out=grouped(overlay.outputs), total=f"<b>{amount(overlay.total)}</b>"
        )
        if abs(overlay.lost) >= 1e-9 * overlay.outputs:
            sums += self.tr(" + {lost} to padding").format(lost=cell_text(overlay.lost))
        return sums if short else f"{key}&nbsp;&nbsp; {sums}"

    def _reveal_dot(self) -> None:
        """By keys, fields and switch the dot may go where the panes do not look; a drag stays in sight."""
        dot = self.store.problem.dot
        if dot is not None and not self._drag:
            self.reveal(*dot.cell)

    def first_cursor(self) -> Cell | None:
        dot = self.store.problem.dot
        return None if dot is None else dot.cell

    # -- the dot --------------------------------------------------------------------------------------

    def pressed(self, event: QMouseEvent) -> None:
        dot = self.store.problem.dot
        pin_only = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if dot is None or pin_only:
            super().pressed(event)
            return
        frame = self.scene().frame
        center = frame.center(*dot.cell)
        away = event.position() - center
        on_dot = (away.x() ** 2 + away.y() ** 2) ** 0.5 <= dot_radius(frame.side) + 3
        if not on_dot and self.cell_at(event.position()) is None:
            self.store.set_pinned(None)
            return
        self._grab = away if on_dot and frame.side < 2 * dot_radius(frame.side) else QPointF()
        self._drag = self.store.new_step()
        self._move_to(event.position())

    def moved(self, event: QMouseEvent) -> None:
        if self._drag and event.buttons() & Qt.MouseButton.LeftButton:
            self._move_to(event.position())
            return
        super().moved(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._drag = ""
        super().mouseReleaseEvent(event)

    def _move_to(self, point: QPointF) -> None:
        row, col = self.scene().frame.cell_at(point - self._grab)
        self.store.move_dot(row, col, self._drag)
        dot = self.store.problem.dot
        if dot is not None:
            self.store.set_pinned(None)
            self.store.set_hover(Focus(INPUT, *dot.cell))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        cell = self.cell_at(event.position())
        if cell is not None and event.button() == Qt.MouseButton.LeftButton:
            self.edit_wanted.emit(*cell)

    def arrow(self, rows: int, cols: int, cursor_only: bool) -> None:
        dot = self.store.problem.dot
        if dot is None or cursor_only:
            super().arrow(rows, cols, cursor_only)
            return
        self.store.set_pinned(None)
        self.store.set_hover(None)
        self.store.move_dot(dot.row + rows, dot.col + cols)
