"""The layer's settings: presets, fields and the message at the one at fault, kept in step with the store."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from poolstudio.core import PoolError, PoolSpec
from poolstudio.figures.theme import FOCUS_RING, Theme
from poolstudio.state.presets import SPECS, SpecPreset, matching_spec
from poolstudio.state.store import Store
from poolstudio.state.words import tr
from poolstudio.views.combo import QuietCombo
from poolstudio.views.edit_run import EditRun
from poolstudio.views.pane_header import fill_combo
from poolstudio.views.spec_fields import ROWS, SpecFields
from poolstudio.views.spec_message import SpecMessage, is_note, standing_error

_OWN = ""


class SpecPanel(QWidget):
    """The fields are a draft: legal ones go to the store at once, others stay as typed until they are."""

    error_changed = Signal(object)

    def __init__(self, store: Store) -> None:
        super().__init__()
        self._store = store
        self._spec: PoolSpec | None = None
        self._refusal: PoolError | None = None
        self._preset = ""
        self._concerns: object = None
        self._applying = False
        self._run = EditRun(store, self)
        self.error: PoolError | None = None
        #: The error without what concerns one operator alone: while it stands, there is no output size.
        self.grave_error: PoolError | None = None
        self.presets = QuietCombo()
        self.presets.setObjectName("presetChoice")
        self.presets.setAccessibleName(self.tr("Pooling preset"))
        self.presets.setToolTip(
            self.tr("Settings by name. A choice sets all fields below; one undo brings the old ones back.")
        )
        self.presets.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.presets.activated.connect(self._preset_chosen)
        self.fields = SpecFields()
        self.fields.edited.connect(self._edited)
        self.fields.focused.connect(self._run.end)
        for pair in self.fields.pairs.values():
            for field in pair:
                field.tell_refusals(store.say)
        self.message = SpecMessage()
        self.message.use_clicked.connect(self._use_clicked)
        self.fields.place_below(ROWS[0], self.message, self.message.use)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        choice = QHBoxLayout()
        choice.setContentsMargins(FOCUS_RING, 0, FOCUS_RING, 0)
        choice.addWidget(self.presets)
        column.addLayout(choice)
        column.addWidget(self.fields)
        store.problem_changed.connect(self._follow)
        store.spec_error_changed.connect(self._error_changed)
        self._follow()

    def set_theme(self, theme: Theme) -> None:
        self.fields.set_theme(theme)
        self.message.set_theme(theme)

    # -- from the user -----------------------------------------------------------------------------

    def _edited(self, widget: QWidget) -> None:
        self._applying = True
        try:
            spec = self.fields.spec(self._store.problem.spec.divisor_override)
        except PoolError as error:
            self._refusal = error
            self._store.refuse(error)
        else:
            self._refusal = None
            self._store.set_spec(spec, self._run.key(widget))
        self._refresh()
        self._applying = False

    def _preset_chosen(self) -> None:
        key = self.presets.currentData()
        preset = next((preset for preset in SPECS if preset.key == key), None)
        if preset is None:
            return
        self._preset = preset.key
        # The fields may hold a draft while the store has these settings already: show them anew.
        self._refusal = self._spec = None
        self._store.set_spec(preset.make(self._store.problem.shape))
        self._follow()
        self._refresh()

    def _use_clicked(self) -> None:
        error = self.error
        if error is None or error.nearest is None:
            return
        self._run.end()
        field = self.fields.use(error.field, error.axis, error.nearest)
        field.setFocus()
        field.selectAll()

    # -- from the store ----------------------------------------------------------------------------

    def _follow(self) -> None:
        if not self._applying:
            self._run.end()
        spec = self._store.problem.spec
        if spec != self._spec:
            # Settings from elsewhere (undo, a preset) end a draft; other changes of the Problem keep it.
            self._spec = spec
            self._refusal = None
            self.fields.show_spec(spec)
        # A step of the dot, of which there are many, changes nothing here.
        problem = self._store.problem
        concerns = (spec, problem.shape, problem.operators)
        if concerns != self._concerns:
            self._concerns = concerns
            self._refresh()

    def _error_changed(self) -> None:
        taken_back = self._refusal is not None and self._store.refusal is None and not self._applying
        self._refusal = self._store.refusal
        if taken_back:
            self.fields.show_spec(self._store.problem.spec)
        self._refresh()

    def _refresh(self) -> None:
        self._show_preset()
        self._show_error()

    def _show_preset(self) -> None:
        found = None if self._refusal is not None else self._matching()
        items: list[tuple[str, object]] = [(tr(preset.title), preset.key) for preset in SPECS]
        if found is None:
            items.append((self.tr("Own settings"), _OWN))
        fill_combo(self.presets, items, _OWN if found is None else found.key)

    def _matching(self) -> SpecPreset | None:
        """The preset in force: the chosen one where two have the same settings on this input."""
        problem = self._store.problem
        for preset in SPECS:
            if preset.key == self._preset and preset.make(problem.shape) == problem.spec:
                return preset
        return matching_spec(problem.spec, problem.shape)

    def _show_error(self) -> None:
        error = self._refusal or standing_error(self._store.problem, self.fields.linked)
        note = error is not None and self._refusal is None and is_note(error)
        if error is None or error.field not in ROWS:
            self.fields.mark(None, None, "")
            self.message.clear()
        else:
            self.fields.mark(None if note else error.field, error.axis, str(error))
            self.fields.place_below(error.field, self.message, self.message.use)
            self.message.show_error(error, note)
        self.error = error
        self.grave_error = None if note else error
        self.error_changed.emit(self.grave_error)
