"""Actions, menus and the toolbar of the main window."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QSizePolicy, QToolBar, QToolButton, QWidget

from poolstudio.figures.icons import icon
from poolstudio.figures.theme import Theme
from poolstudio.state.presets import GRIDS, SPECS
from poolstudio.state.words import tr

if TYPE_CHECKING:
    from poolstudio.window.main_window import MainWindow

STANDARD = QKeySequence.StandardKey


@dataclass
class Actions:
    """The window's actions by name, and the menus that are filled later."""

    by_name: dict[str, QAction]
    icons: dict[str, str]
    recent: QMenu

    def __getitem__(self, name: str) -> QAction:
        return self.by_name[name]

    def tint(self, theme: Theme) -> None:
        """Icons in a theme's colours."""
        for name, file in self.icons.items():
            self.by_name[name].setIcon(icon(file, theme))


def build(window: "MainWindow") -> Actions:
    """Make all actions, the menu bar and the toolbar."""
    actions: dict[str, QAction] = {}
    icons: dict[str, str] = {}

    def add(
        name: str,
        text: str,
        act: Callable[[], object],
        keys: QKeySequence | STANDARD | str | None = None,
        tip: str = "",
        file: str = "",
        checkable: bool = False,
    ) -> QAction:
        action = QAction(text, window)
        action.setObjectName(name)
        if file:
            # Qt leaves two pixels between a tool button's icon and its text.
            action.setIconText(" " + text)
        if keys is not None:
            action.setShortcut(QKeySequence(keys) if not isinstance(keys, QKeySequence) else keys)
        action.setCheckable(checkable)
        action.triggered.connect(lambda checked=False: act())
        shown = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        action.setToolTip((tip or text.replace("…", "")) + (f" ({shown})" if shown else ""))
        actions[name] = action
        if file:
            icons[name] = file
        window.addAction(action)
        return action

    add(
        "open",
        tr("Open…"),
        window.choose_file,
        STANDARD.Open,
        tr("Open a picture: PNG, JPEG, TIFF, WebP, BMP, GIF or PGM"),
        "open",
    )
    add("quit", tr("Quit"), window.close, "Ctrl+Q")
    add("undo", tr("Undo"), window.store.undo, "Ctrl+Z", file="undo")
    add("redo", tr("Redo"), window.store.redo, "Ctrl+Shift+Z", file="redo")
    add("copy", tr("Copy"), window.copy, STANDARD.Copy, tr("Copy the values that have the focus"), "copy")
    add(
        "paste",
        tr("Paste"),
        window.paste,
        STANDARD.Paste,
        tr("Paste a picture, or values from a spreadsheet"),
        "paste",
    )
    add(
        "dot",
        tr("Dot"),
        window.toggle_dot,
        tip=tr("Bright dot: one cell set bright, to drag about. D in a pane"),
        file="dot",
        checkable=True,
    )
    add(
        "gradient",
        tr("Gradient"),
        window.toggle_gradient,
        tip=tr("Gradient: what each output sends back to the input. G in a pane"),
        file="gradient",
        checkable=True,
    )
    add("zoomIn", tr("Zoom in"), lambda: window.zoom(1.25), "Ctrl++")
    add("zoomOut", tr("Zoom out"), lambda: window.zoom(0.8), "Ctrl+-")
    actions["zoomIn"].setShortcuts([QKeySequence("Ctrl++"), QKeySequence("Ctrl+=")])
    add("fit", tr("Fit"), window.fit, "Ctrl+0", file="fit")
    add("fold", tr("Fold parameters"), window.toggle_folded, "Ctrl+B", file="fold", checkable=True)
    add("motion", tr("Motion"), window.toggle_motion, tip=tr("Flash what changed"), checkable=True)
    add("nextArea", tr("Next area"), window.next_area, "F6")
    add("keys", tr("Keys"), window.show_keys, "F1")
    add("about", tr("About PoolStudio"), window.show_about)
    stack = window.store.undo_stack
    stack.canUndoChanged.connect(window.offer_undo)
    window.store.spec_error_changed.connect(window.offer_undo)
    stack.canRedoChanged.connect(actions["redo"].setEnabled)
    actions["undo"].setEnabled(False)
    actions["redo"].setEnabled(False)
    recent = _menus(window, actions)
    _toolbar(window, actions)
    return Actions(actions, icons, recent)


def _menus(window: "MainWindow", actions: dict[str, QAction]) -> QMenu:
    bar = window.menuBar()
    file = bar.addMenu(tr("&File"))
    file.addAction(actions["open"])
    recent = file.addMenu(tr("Recent files"))
    grids = file.addMenu(tr("Grids"))
    for preset in GRIDS:
        grids.addAction(tr(preset.title)).triggered.connect(
            lambda checked=False, key=preset.key: window.open_grid(key)
        )
    file.addSeparator()
    file.addAction(actions["quit"])
    edit = bar.addMenu(tr("&Edit"))
    for name in ("undo", "redo", "", "copy", "paste"):
        edit.addSeparator() if not name else edit.addAction(actions[name])
    view = bar.addMenu(tr("&View"))
    for name in ("zoomIn", "zoomOut", "fit", "", "fold", "motion"):
        view.addSeparator() if not name else view.addAction(actions[name])
    theme = view.addMenu(tr("Theme"))
    group = QActionGroup(theme)
    for key, text in (("system", tr("As the system")), ("light", tr("Light")), ("dark", tr("Dark"))):
        action = theme.addAction(text)
        action.setCheckable(True)
        action.setData(key)
        group.addAction(action)
        action.setChecked(window.preferences.theme == key)
        action.triggered.connect(lambda checked=False, key=key: window.choose_theme(key))
        actions[f"theme-{key}"] = action
    view.addAction(actions["nextArea"])
    pooling = bar.addMenu(tr("&Pooling"))
    for name in ("dot", "gradient"):
        pooling.addAction(actions[name])
    pooling.addSeparator()
    for spec in SPECS:
        pooling.addAction(tr(spec.title)).triggered.connect(
            lambda checked=False, make=spec.make: window.store.set_spec(make(window.store.problem.shape))
        )
    about = bar.addMenu(tr("&Help"))
    about.addAction(actions["keys"])
    about.addAction(actions["about"])
    return recent


def _toolbar(window: "MainWindow", actions: dict[str, QAction]) -> None:
    bar = QToolBar(tr("Toolbar"), window)
    bar.setObjectName("toolbar")
    bar.setMovable(False)
    bar.setFloatable(False)
    bar.setIconSize(QSize(16, 16))
    bar.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    bar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
    window.addToolBar(Qt.ToolBarArea.TopToolBarArea, bar)
    bar.addWidget(window.input_choice)
    names = {"dot": "dotButton", "gradient": "gradientToggle", "open": "openButton"}
    for name in ("open", "", "dot", "gradient", "", "undo", "redo"):
        if not name:
            bar.addSeparator()
            continue
        bar.addAction(actions[name])
        button = bar.widgetForAction(actions[name])
        assert isinstance(button, QToolButton)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setAccessibleName(actions[name].text())
        if name in names:
            button.setObjectName(names[name])
        if name in ("undo", "redo"):
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
    space = QWidget()
    space.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
    bar.addWidget(space)
