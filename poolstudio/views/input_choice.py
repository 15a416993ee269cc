"""The choice of input in the toolbar: presets, samples and recent files by name."""

from pathlib import Path

from PySide6.QtCore import Signal

from poolstudio.files.samples import SAMPLES
from poolstudio.state.presets import GRIDS
from poolstudio.state.source import Source
from poolstudio.state.store import Store
from poolstudio.state.words import tr
from poolstudio.views.combo import QuietCombo


class InputChoice(QuietCombo):
    """Says what is wanted; the window loads it. An own input shows its name as an entry of its own."""

    grid_wanted = Signal(str)
    sample_wanted = Signal(str)
    file_wanted = Signal(str)

    def __init__(self, store: Store) -> None:
        super().__init__()
        self._store = store
        self._recent: list[Path] = []
        self._shown: Source | None = None
        self.setObjectName("inputChoice")
        self.setAccessibleName(self.tr("Input"))
        self.setToolTip(
            self.tr("Input: a grid, a sample picture or a recent file. What was on show can be undone.")
        )
        self.setMinimumWidth(172)
        self.setMaximumWidth(260)
        self.activated.connect(self._chosen)
        store.problem_changed.connect(self.refresh)
        self.refresh()

    def set_recent(self, files: list[Path]) -> None:
        self._recent = files
        self._shown = None
        self.refresh()

    def refresh(self) -> None:
        """Entries and current one for the store's source."""
        source = self._store.problem.source
        if source is self._shown:
            return
        self._shown = source
        self.blockSignals(True)
        self.clear()
        known = [(tr(preset.title), ("grid", preset.key)) for preset in GRIDS]
        samples = [
            (self.tr("Sample: {name}").format(name=sample.title), ("sample", sample.key))
            for sample in SAMPLES
        ]
        files = [(path.name, ("file", str(path))) for path in self._recent]
        for text, data in known:
            self.addItem(text, data)
        self.insertSeparator(self.count())
        for text, data in samples:
            self.addItem(text, data)
        if files:
            self.insertSeparator(self.count())
        for text, data in files:
            self.addItem(text, data)
        self.setCurrentIndex(self._index_of(source))
        self.blockSignals(False)
        self.setToolTip(source.path or source.name)

    def _index_of(self, source: Source) -> int:
        kind = "grid" if source.kind == "grid" else "sample"
        wanted = ("file", source.path) if source.path else (kind, source.key)
        for index in range(self.count()):
            if self.itemData(index) == wanted:
                if source.name != self.itemText(index) and kind == "grid":
                    self.setItemText(index, source.name)
                return index
        self.insertItem(0, source.name, ("own", ""))
        return 0

    def _chosen(self, index: int) -> None:
        kind, key = self.itemData(index) or ("own", "")
        signals = {"grid": self.grid_wanted, "sample": self.sample_wanted, "file": self.file_wanted}
        if kind in signals:
            signals[kind].emit(key)
