"""Light and dark: two explicit palettes and one style sheet, following the system or chosen."""

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from poolstudio.figures.fonts import ui_font
from poolstudio.figures.stylesheet import stylesheet
from poolstudio.figures.theme import DARK, LIGHT, Theme, qt_palette


class Theming(QObject):
    """Applies a theme to the application; `changed` carries it to what paints itself."""

    changed = Signal(object)

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.name = name
        self.theme: Theme = self._resolve()
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._system_changed)

    def choose(self, name: str) -> None:
        """ "system", "light" or "dark"."""
        self.name = name
        self.apply()

    def apply(self) -> None:
        self.theme = self._resolve()
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.setPalette(qt_palette(self.theme))
        sheet = stylesheet(self.theme)
        if app.styleSheet() != sheet:
            app.setFont(ui_font(13))
            app.setStyleSheet(sheet)
        self.changed.emit(self.theme)

    def _resolve(self) -> Theme:
        if self.name == "system":
            dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
            return DARK if dark else LIGHT
        return DARK if self.name == "dark" else LIGHT

    def _system_changed(self) -> None:
        if self.name == "system":
            self.apply()
