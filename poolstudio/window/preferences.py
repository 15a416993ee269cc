"""Preferences that are kept between starts: theme, motion, window, recent files."""

from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

MOST_RECENT = 8


class Preferences:
    """Typed access to the settings; each value has a default and survives a broken store."""

    def __init__(self) -> None:
        self._settings = QSettings("PoolStudio", "PoolStudio")

    @property
    def theme(self) -> str:
        value = self._settings.value("view/theme", "system", str)
        return str(value) if value in ("system", "light", "dark") else "system"

    @theme.setter
    def theme(self, name: str) -> None:
        self._settings.setValue("view/theme", name)

    @property
    def motion(self) -> bool:
        # A bool comes back as text unless its type is asked for.
        return bool(self._settings.value("view/motion", True, bool))

    @motion.setter
    def motion(self, on: bool) -> None:
        self._settings.setValue("view/motion", on)

    @property
    def folded(self) -> bool:
        return bool(self._settings.value("view/folded", False, bool))

    @folded.setter
    def folded(self, on: bool) -> None:
        self._settings.setValue("view/folded", on)

    @property
    def geometry(self) -> QByteArray:
        value = self._settings.value("window/geometry", QByteArray(), QByteArray)
        return value if isinstance(value, QByteArray) else QByteArray()

    @geometry.setter
    def geometry(self, value: QByteArray) -> None:
        self._settings.setValue("window/geometry", value)

    @property
    def folder(self) -> str:
        return str(self._settings.value("files/folder", "", str))

    @property
    def recent(self) -> list[Path]:
        """Recent files, newest first; files that are gone stay listed, since a drive may come back."""
        value = self._settings.value("files/recent", [])
        entries = [value] if isinstance(value, str) else value if isinstance(value, list) else []
        return [Path(entry) for entry in entries if isinstance(entry, str) and entry][:MOST_RECENT]

    def opened(self, path: Path) -> None:
        """Put a file first in the list of recent ones."""
        path = path.absolute()
        others = [entry for entry in self.recent if entry != path]
        self._settings.setValue("files/recent", [str(entry) for entry in [path, *others]][:MOST_RECENT])
        self._settings.setValue("files/folder", str(path.parent))

    def clear_recent(self) -> None:
        self._settings.setValue("files/recent", [])
