"""Opening inputs: files, samples, grids, dropped and pasted pictures, with progress and the reasons said."""

from collections.abc import Callable
from html import escape
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QMimeData, QObject, Qt, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from poolstudio.files.pictures import Picture, PictureTooLarge
from poolstudio.files.samples import load_sample
from poolstudio.state.presets import DOT_START, grid_preset
from poolstudio.state.store import Store
from poolstudio.state.words import tr
from poolstudio.window.preferences import Preferences
from poolstudio.work.loader import Loader, source_of


class Opening(QObject):
    """Brings inputs into the store; the previous one stays until the new one is whole."""

    recent_changed = Signal()

    def __init__(self, store: Store, loader: Loader, preferences: Preferences, window: QWidget) -> None:
        super().__init__(window)
        self._store, self._loader, self._preferences, self._window = store, loader, preferences, window
        self._seed = 337
        self._key = ""
        self._more = ""
        self._again: Callable[[int], None] = lambda reduce: None
        loader.loaded.connect(self._loaded)
        loader.failed.connect(self._failed)
        loader.cancelled.connect(self._cancelled)
        loader.too_large.connect(self._too_large)

    def open_file(self, path: Path, more: int = 0) -> None:
        """Load a picture beside the window. `more` files were dropped with it and are left alone."""
        self._key = ""
        text = (
            tr("One further file was left alone.") if more == 1 else tr("{n} further files were left alone.")
        )
        self._more = text.format(n=more) if more else ""
        self._again = lambda reduce: self._loader.load_file(path, reduce)
        self._again(1)

    def open_sample(self, key: str) -> None:
        """A built-in picture: small, so it is read at once."""
        self._loader.cancel()
        picture = load_sample(key)
        self._store.set_source(source_of(picture, key), message=picture.sentence())

    def open_grid(self, key: str) -> None:
        self._loader.cancel()
        if key == "random":
            self._seed += 1
        preset = grid_preset(key)
        self._store.set_source(preset.source(self._seed), DOT_START if preset.dot else None)

    def takes(self, mime: QMimeData) -> bool:
        """Whether a drop or a paste holds a picture or a file."""
        return bool(self.files_in(mime)) or mime.hasImage()

    def files_in(self, mime: QMimeData) -> list[Path]:
        return [Path(url.toLocalFile()) for url in mime.urls() if url.isLocalFile()] if mime.hasUrls() else []

    def take(self, mime: QMimeData) -> None:
        """Open what was dropped or pasted: the first file, or the picture itself."""
        files = self.files_in(mime)
        if files:
            self.open_file(files[0], len(files) - 1)
            return
        image = mime.imageData()
        if not isinstance(image, QImage) or image.isNull():
            self._store.say(tr("The clipboard holds no picture that can be read."), error=True)
            return
        self._key = self._more = ""
        self._again = lambda reduce: self._loader.load_made(
            lambda: _as_file(image), tr("Pasted picture"), reduce
        )
        self._again(1)

    def _loaded(self, picture: Picture) -> None:
        if picture.path is not None:
            self._preferences.opened(picture.path)
        message = escape(picture.sentence())
        self._store.set_source(source_of(picture, self._key), message=f"{message} {self._more}".strip())
        self.recent_changed.emit()

    def _failed(self, sentence: str) -> None:
        self._store.say(f"{escape(sentence)} {self._more}".strip(), error=True)

    def _cancelled(self, name: str) -> None:
        self._store.say(
            tr("Loading {name} was cancelled: the input stays as it was.").format(name=escape(name))
        )

    def _too_large(self, problem: PictureTooLarge) -> None:
        """Offer a reduced picture; nothing is decoded before the answer."""
        self._store.say(escape(str(problem)), error=True)
        reduce, again = problem.reduce, self._again
        if not reduce:
            return
        from PySide6.QtWidgets import QMessageBox

        box = QMessageBox(self._window)
        box.setObjectName("reduceQuestion")
        box.setWindowTitle(tr("Large picture"))
        box.setText(escape(str(problem)))
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        yes = box.addButton(tr("Open reduced by {n}").format(n=reduce), QMessageBox.ButtonRole.AcceptRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        yes.clicked.connect(lambda: again(reduce))
        box.open()


def _as_file(image: QImage) -> bytes:
    """A pasted image as the bytes of a file. Large ones take a second: not for the window's thread."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG", 100)  # type: ignore[call-overload]  # the stubs want bytes, the call text
    return bytes(buffer.data().data())
