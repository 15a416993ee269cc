"""The status line: one sentence, progress with a way to cancel, and the legend."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QSizePolicy, QWidget

from poolstudio.figures.icons import icon
from poolstudio.figures.look import Look
from poolstudio.figures.theme import FONT_STATUS, STATUS_HEIGHT
from poolstudio.state.store import Store
from poolstudio.views.legend import Legend
from poolstudio.views.rich_line import RichLabel


class StatusLine(QWidget):
    """40 px at the window's bottom."""

    cancel_wanted = Signal()

    def __init__(self, store: Store, look: Look) -> None:
        super().__init__()
        self._store, self._look = store, look
        self.setObjectName("statusLine")
        # Opaque, so that a new sentence does not have the window behind it painted anew.
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setFixedHeight(STATUS_HEIGHT - 1)  # the hairline above it is one of its pixels
        self._sign = QLabel()
        self._sign.setFixedWidth(20)
        self.sentence = RichLabel(look, FONT_STATUS, lambda: store.status)
        self.sentence.setObjectName("statusSentence")
        self.sentence.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.progress = QProgressBar()
        self.progress.setObjectName("loadProgress")
        self.progress.setFixedWidth(140)
        self.progress.setRange(0, 100)
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName(self.tr("Loading"))
        self.cancel = QPushButton(self.tr("Cancel"))
        self.cancel.setObjectName("loadCancel")
        self.cancel.setToolTip(self.tr("Stop loading: what is on show stays."))
        self.cancel.clicked.connect(self.cancel_wanted)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 0, 8, 0)
        row.setSpacing(8)
        for widget, stretch in (
            (self._sign, 0),
            (self.sentence, 1),
            (self.progress, 0),
            (self.cancel, 0),
            (Legend(store, look), 0),
        ):
            row.addWidget(widget, stretch)
        self.show_progress(None)
        store.status_changed.connect(self.refresh)
        look.changed.connect(self.refresh)
        self.refresh()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), self._look.theme.bg)
        painter.end()

    def refresh(self) -> None:
        error = self._store.status_is_error
        self._sign.setVisible(error)
        if error:
            self._sign.setPixmap(icon("warning", self._look.theme, "error").pixmap(QSize(16, 16)))
        self.sentence.later()

    def show_progress(self, percent: int | None) -> None:
        """Percent done of a load, or None when nothing loads."""
        self.progress.setVisible(percent is not None)
        self.cancel.setVisible(percent is not None)
        if percent is not None:
            self.progress.setValue(percent)
