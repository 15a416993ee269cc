"""The main window: puts the views together and answers its actions."""

import os
from pathlib import Path

from PySide6.QtCore import QEventLoop, QMimeData, Qt, QTimer, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QGuiApplication,
    QKeyEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QMainWindow,
    QMessageBox,
    QVBoxLayout,
    QWidget,
)

from poolstudio import __version__
from poolstudio.figures.frame import Camera
from poolstudio.figures.look import Look
from poolstudio.figures.theme import CENTRE_MIN, PARAMETERS_WIDTH
from poolstudio.options import SMALLEST_SIZE
from poolstudio.state.store import Store
from poolstudio.state.words import tr
from poolstudio.views.input_choice import InputChoice
from poolstudio.views.pane import Pane
from poolstudio.views.parameters import ParametersPanel
from poolstudio.views.status import StatusLine
from poolstudio.window import actions
from poolstudio.window.centre import Centre
from poolstudio.window.drops import DropFrame
from poolstudio.window.keys import keys_text
from poolstudio.window.opening import Opening
from poolstudio.window.preferences import Preferences
from poolstudio.window.theming import Theming
from poolstudio.work.jobs import Jobs
from poolstudio.work.loader import Loader
from poolstudio.work.solver import Solver


class MainWindow(QMainWindow):
    """Layout, actions and preferences. Store, solver and jobs are made in app and handed in."""

    closed = Signal()

    def __init__(
        self,
        store: Store,
        look: Look,
        solver: Solver,
        jobs: Jobs,
        preferences: Preferences,
        theming: Theming,
    ) -> None:
        super().__init__()
        self.store, self.look, self.preferences, self.theming = store, look, preferences, theming
        self.solver, self._jobs = solver, jobs
        self.setWindowTitle("PoolStudio")
        self.setObjectName("mainWindow")
        self.setMinimumSize(*SMALLEST_SIZE)
        self.setAcceptDrops(True)
        self.loader = Loader(jobs, self)
        self.opening = Opening(store, self.loader, preferences, self)
        self.input_choice = InputChoice(store)
        self.actions_ = actions.build(self)
        self.parameters = ParametersPanel(store)
        self.centre = Centre(store, look)
        self.status = StatusLine(store, look)
        self._drop = DropFrame(self, look)
        self._folded_by_hand = preferences.folded
        self._assemble()
        self._connect()
        self.parameters.set_folded(self._folded_by_hand)
        self._refresh_recent()
        self.centre.input_pane.setFocus(Qt.FocusReason.OtherFocusReason)

    # -- for callers ----------------------------------------------------------------------------------

    def open_file(self, path: Path | str) -> None:
        """Load a picture; the window answers meanwhile."""
        self.opening.open_file(Path(path))

    def open_grid(self, key: str) -> None:
        self.opening.open_grid(key)

    def wait_idle(self, ms: int = 10_000) -> bool:
        """Process events until no work is pending; False when it still is after `ms` milliseconds."""
        loop = QEventLoop()
        self._jobs.idle.connect(loop.quit)
        limit = QTimer()
        limit.setSingleShot(True)
        limit.timeout.connect(loop.quit)
        limit.start(ms)
        while self._jobs.pending and limit.isActive():
            loop.exec()
        QApplication.processEvents()
        return not self._jobs.pending

    # -- actions --------------------------------------------------------------------------------------

    def choose_file(self) -> None:
        from poolstudio.window.dialogs import ask_for_picture

        ask_for_picture(self, self.preferences.folder, self.open_file)

    def offer_undo(self) -> None:
        """Refused settings can be taken back too, though they are no step."""
        store = self.store
        self.actions_["undo"].setEnabled(store.undo_stack.canUndo() or store.refusal is not None)

    def toggle_dot(self) -> None:
        self.store.toggle_dot(self.store.problem.dot is None)

    def toggle_gradient(self) -> None:
        self.store.set_gradient(not self.store.gradient_on)

    def toggle_folded(self) -> None:
        self._folded_by_hand = not self.parameters.folded
        self.preferences.folded = self._folded_by_hand
        self._fold(self._folded_by_hand)

    def toggle_motion(self) -> None:
        self.preferences.motion = not self.preferences.motion
        self._settle_motion()

    def choose_theme(self, name: str) -> None:
        self.preferences.theme = name
        self.theming.choose(name)

    def zoom(self, factor: float) -> None:
        focus = self.focusWidget()
        (focus if isinstance(focus, Pane) else self.centre.input_pane).zoom(factor)

    def fit(self) -> None:
        self.look.set_camera(Camera())

    def copy(self) -> None:
        """Copy from what has the focus: a table's selection, else a pane's values."""
        focus = self.focusWidget()
        if isinstance(focus, Pane):
            focus.copy_table()
        else:
            self.centre.values.copy()

    def paste(self) -> None:
        mime: QMimeData | None = QGuiApplication.clipboard().mimeData()
        if mime is None or not mime.formats():
            self.store.say(tr("The clipboard is empty: there is nothing to paste."), error=True)
        elif (self.opening.takes(mime) and not mime.hasText()) or self.opening.files_in(mime):
            self.opening.take(mime)
        else:
            self.centre.values.paste()

    def next_area(self) -> None:
        """F6: toolbar, parameters, input, values, and round again."""
        areas: list[QWidget] = [
            self.input_choice,
            self.parameters.first_field(),
            self.centre.input_pane,
            self.centre.outputs[0],
            self.centre.values.focus_target(),
        ]
        shown = [area for area in areas if area.isVisible()]
        focus = QApplication.focusWidget()
        here = next((i for i, area in enumerate(shown) if focus is area), None)
        if here is None and focus is not None and self.parameters.isAncestorOf(focus):
            here = shown.index(areas[1]) if areas[1] in shown else 0
        target = shown[(here + 1) % len(shown) if here is not None else 0]
        target.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_keys(self) -> None:
        self._message(tr("Keys"), keys_text())

    def show_about(self) -> None:
        text = tr("PoolStudio {version}: see what a pooling layer does. MIT licence.")
        self._message(tr("About PoolStudio"), text.format(version=__version__))

    # -- inside ---------------------------------------------------------------------------------------

    def _message(self, title: str, html: str) -> None:
        box = QMessageBox(self)
        box.setWindowTitle(title)
        box.setTextFormat(Qt.TextFormat.RichText)
        box.setText(html)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.open()

    def _assemble(self) -> None:
        middle = QWidget()
        row = QHBoxLayout(middle)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.parameters)
        row.addWidget(_hairline(vertical=True))
        row.addWidget(self.centre, 1)
        whole = QWidget()
        column = QVBoxLayout(whole)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(middle, 1)
        column.addWidget(_hairline(vertical=False))
        column.addWidget(self.status)
        self.setCentralWidget(whole)

    def _connect(self) -> None:
        store, choice = self.store, self.input_choice
        choice.grid_wanted.connect(self.opening.open_grid)
        choice.sample_wanted.connect(self.opening.open_sample)
        choice.file_wanted.connect(self.open_file)
        self.parameters.fold_toggled.connect(self.toggle_folded)
        self.parameters.colours_chosen.connect(self._choose_colours)
        for pane in self.centre.panes():
            pane.dot_toggle_wanted.connect(self.toggle_dot)
            pane.gradient_toggle_wanted.connect(self.toggle_gradient)
        self.centre.input_pane.channel_wanted.connect(self.solver.choose_channel)
        self.status.cancel_wanted.connect(self.loader.cancel)
        self.loader.started.connect(lambda name: self.status.show_progress(0))
        self.loader.progressed.connect(self.status.show_progress)
        for signal in (self.loader.loaded, self.loader.failed, self.loader.cancelled, self.loader.too_large):
            signal.connect(lambda *args: self.status.show_progress(None))
        self.opening.recent_changed.connect(self._refresh_recent)
        self.theming.changed.connect(self._retint)
        store.problem_changed.connect(self._refresh_actions)
        store.gradient_changed.connect(self._refresh_actions)
        # Nothing moves before the first act, and to ask the style takes 10 ms of a start.
        QTimer.singleShot(0, self, self._settle_motion)
        self.actions_["motion"].setChecked(self.preferences.motion)
        self._refresh_actions()

    def _settle_motion(self) -> None:
        self.look.motion = self.preferences.motion and moves()

    def _refresh_actions(self) -> None:
        self.actions_["dot"].setChecked(self.store.problem.dot is not None)
        self.actions_["gradient"].setChecked(self.store.gradient_on)
        title = f"{self.store.problem.source.name} – PoolStudio"
        if title != self.windowTitle():
            self.setWindowTitle(title)

    def _choose_colours(self, name: str) -> None:
        self.look.rendering.colours = name
        self.solver.redraw()
        self.look.changed.emit()

    def _retint(self) -> None:
        theme = self.theming.theme
        self.actions_.tint(theme)
        self.parameters.set_theme(theme)
        self.centre.values.set_theme(theme)
        self.look.set_theme(theme)
        self.centre.update()

    def _refresh_recent(self) -> None:
        files = self.preferences.recent
        self.input_choice.set_recent(files)
        menu = self.actions_.recent
        menu.clear()
        if not files:
            menu.addAction(tr("Files that you open are listed here.")).setEnabled(False)
            return
        for path in files:
            action = menu.addAction(path.name.replace("&", "&&"))
            action.setToolTip(str(path))
            action.triggered.connect(lambda checked=False, path=path: self.open_file(path))
        menu.addSeparator()
        menu.addAction(tr("Clear the list")).triggered.connect(self._clear_recent)

    def _clear_recent(self) -> None:
        self.preferences.clear_recent()
        self._refresh_recent()

    def _fold(self, folded: bool) -> None:
        self.parameters.set_folded(folded)
        self.actions_["fold"].setChecked(folded)

    # -- Qt's events ----------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        room = self.width() - PARAMETERS_WIDTH
        self._fold(self._folded_by_hand or room < CENTRE_MIN)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.centre.show_all():
            return
        super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if self.opening.takes(event.mimeData()):
            files = self.opening.files_in(event.mimeData())
            self._drop.announce(files[0].name if files else tr("Picture"))
            event.acceptProposedAction()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._drop.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        self._drop.hide()
        event.acceptProposedAction()
        self.opening.take(event.mimeData())

    def closeEvent(self, event: QCloseEvent) -> None:
        self.loader.cancel()
        self._jobs.close()
        if self.isVisible():
            self.preferences.geometry = self.saveGeometry()
        super().closeEvent(event)
        self.closed.emit()


def moves() -> bool:
    """Whether anything may move: not where the style does not animate, and not in tests."""
    from PySide6.QtWidgets import QStyle

    style = QApplication.style()
    animates = style.styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration) > 0
    return animates and os.environ.get("POOLSTUDIO_MOTION") != "off"


def _hairline(vertical: bool) -> QFrame:
    line = QFrame()
    line.setProperty("role", "hairline")
    if vertical:
        line.setFixedWidth(1)
    else:
        line.setFixedHeight(1)
    return line
