"""The choice of how cells are coloured: what fits the input."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox

from poolstudio.state.store import Store
from poolstudio.views.combo import QuietCombo
from poolstudio.views.pane_header import fill_combo


class ColourChoice(QuietCombo):
    """Keeps the wish of the user: viridis comes back when an input allows it again.

    `chosen` carries "grey", "file" or "viridis", also where another input changes what is possible.
    """

    chosen = Signal(str)

    def __init__(self, store: Store) -> None:
        super().__init__()
        self.setObjectName("cellColours")
        self.setAccessibleName(self.tr("Cell colours"))
        self.setToolTip(
            self.tr("How the panes colour values, all with one range. Viridis is for inputs of real numbers.")
        )
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._store = store
        self._wish = ""
        self._told = ""
        self.activated.connect(self._activated)
        store.problem_changed.connect(self._follow)
        self._follow()

    def colours(self) -> str:
        """The colours in force."""
        return str(self.currentData())

    def choose(self, colours: str) -> None:
        """Wish for colours, as the user does: taken where the input allows them."""
        self._wish = colours
        self._follow()

    def _activated(self) -> None:
        self.choose(self.colours())

    def _options(self) -> list[tuple[str, object]]:
        problem = self._store.problem
        if problem.array.shape[0] == 3:
            return [(self.tr("As in the file"), "file")]
        options: list[tuple[str, object]] = [(self.tr("Grey"), "grey")]
        if problem.source.values.dtype.kind == "f":
            options.append((self.tr("Viridis"), "viridis"))
        return options

    def _follow(self) -> None:
        fill_combo(self, self._options(), self._wish)
        if self.colours() != self._told:
            self._told = self.colours()
            self.chosen.emit(self._told)
