"""EditRun: which changes of a field belong to one undo step."""

from PySide6.QtCore import QObject, QTimer

from poolstudio.state.store import Store

#: A pause of this length ends the run, so that the next change is an undo step of its own.
IDLE_MS = 1000


class EditRun(QObject):
    """Hands out the store's merge keys: the same one for changes of one field that follow each other."""

    def __init__(self, store: Store, parent: QObject) -> None:
        super().__init__(parent)
        self._store = store
        self._owner: object = None
        self._key = ""
        self._held = False
        self._idle = QTimer(self)
        self._idle.setSingleShot(True)
        self._idle.setInterval(IDLE_MS)
        self._idle.timeout.connect(self._paused)

    def key(self, owner: object) -> str:
        """The merge key for a change of `owner` made now."""
        if not self._key or owner is not self._owner:
            self._key, self._owner = self._store.new_step(), owner
        self._idle.start()
        return self._key

    def hold(self) -> None:
        """Begin a run that no pause ends: a drag."""
        self.end()
        self._held = True

    def end(self) -> None:
        """The next change starts a step of its own."""
        self._key, self._held = "", False
        self._idle.stop()

    def _paused(self) -> None:
        if not self._held:
            self.end()
