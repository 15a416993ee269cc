"""Light and dark: two explicit palettes and one style sheet, following the system or chosen."""

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from poolstudio.figures.fonts import ui_font
from poolstudio.figures.stylesheet import stylesheet
from poolstudio.figures.theme import DARK, FONT_BODY, LIGHT, Theme, qt_palette


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

    def prepare(self) -> None:
        """Font and palette, which widgets take over when they are made."""
        app = _application()
        if app.font() != ui_font(FONT_BODY):
            app.setFont(ui_font(FONT_BODY))
        app.setPalette(qt_palette(self.theme))

    def apply(self) -> None:
        """The theme on all widgets that there are."""
        self.theme = self._resolve()
        self.prepare()
        sheet = stylesheet(self.theme)
        if _application().styleSheet() != sheet:
            _application().setStyleSheet(sheet)
        self.changed.emit(self.theme)

    def _resolve(self) -> Theme:
        if self.name == "system":
            dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
            return DARK if dark else LIGHT
        return DARK if self.name == "dark" else LIGHT

    def _system_changed(self) -> None:
        if self.name == "system":
            self.apply()


def _application() -> QApplication:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    return app
