"""The context menu of a pane: copy, pin, gradient, fit."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication, QMenu

from poolstudio.figures.frame import Camera
from poolstudio.state.focus import Focus
from poolstudio.state.numbers import exact_text
from poolstudio.state.problem import Cell

if TYPE_CHECKING:
    from poolstudio.views.pane import Pane


def pane_menu(pane: "Pane", cell: Cell | None) -> QMenu:
    """The menu for a pane and the cell that was clicked, if any."""
    menu, store = QMenu(pane), pane.store
    array = pane.array()

    def copy_value() -> None:
        if array is not None and cell is not None:
            plane = min(store.value_plane, array.shape[0] - 1)
            value = array[plane, cell[0], cell[1]] if array.shape[1:] != (1, 1) else array[plane, 0, 0]
            QApplication.clipboard().setText(exact_text(value).replace("\u2212", "-"))

    def pin() -> None:
        if cell is not None:
            store.set_pinned(Focus(pane.index, *cell))

    entries = (
        (pane.tr("Copy value"), copy_value, cell is not None),
        (pane.tr("Copy table"), pane.copy_table, array is not None),
        (pane.tr("Copy picture"), pane.copy_picture, array is not None),
        (None, None, True),
        (pane.tr("Pin this cell"), pin, cell is not None),
        (pane.tr("Show the gradient from here"), lambda: gradient_from(pane), pane.index >= 0),
        (None, None, True),
        (pane.tr("Fit to the pane"), lambda: pane.look.set_camera(Camera()), True),
        (pane.tr("This pane alone, or back"), lambda: pane.alone_wanted.emit(pane.index), True),
    )
    for text, act, enabled in entries:
        if text is None or act is None:
            menu.addSeparator()
            continue
        action = menu.addAction(text)
        action.setEnabled(enabled)
        action.triggered.connect(lambda checked=False, act=act: act())
    return menu


def gradient_from(pane: "Pane") -> None:
    """Turn the overlay on for this output pane."""
    pane.store.set_gradient(True, pane.index)
