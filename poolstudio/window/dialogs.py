"""The open dialog."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from poolstudio.files.pictures import PICTURE_FILTERS
from poolstudio.state.words import tr


def ask_for_picture(parent: QWidget, folder: str, chosen: Callable[[str], None]) -> None:
    """Ask for a picture file without blocking; `chosen` gets its path."""
    dialog = QFileDialog(parent, tr("Open a picture"), folder)
    dialog.setObjectName("openDialog")
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    suffixes = [suffix for _, group in PICTURE_FILTERS for suffix in group]
    filters = [tr("Pictures ({patterns})").format(patterns=" ".join(f"*{suffix}" for suffix in suffixes))]
    filters += [f"{name} ({' '.join(f'*{suffix}' for suffix in group)})" for name, group in PICTURE_FILTERS]
    dialog.setNameFilters([*filters, tr("All files (*)")])
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.fileSelected.connect(chosen)
    dialog.open()
