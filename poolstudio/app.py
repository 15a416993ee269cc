"""Joins store, solver and window: the program as it starts, and pictures of it without a display."""

import sys
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from poolstudio.core import PoolError, PoolSpec
from poolstudio.figures.fonts import load_fonts
from poolstudio.figures.icons import app_icon
from poolstudio.figures.look import Look
from poolstudio.figures.rendering import Rendering
from poolstudio.files.pictures import PictureProblem, load_picture
from poolstudio.files.samples import SAMPLES, load_sample
from poolstudio.options import DEFAULT_SIZE, SMALLEST_SIZE, StartOptions
from poolstudio.state import sentences
from poolstudio.state.presets import DOT_START, grid_preset
from poolstudio.state.problem import Problem
from poolstudio.state.store import Store
from poolstudio.window.main_window import MainWindow
from poolstudio.window.preferences import Preferences
from poolstudio.window.theming import Theming
from poolstudio.work.collecting import Collector
from poolstudio.work.jobs import Jobs
from poolstudio.work.loader import source_of
from poolstudio.work.solver import Solver


class StartProblem(Exception):
    """Why the program cannot start as asked, in one sentence."""


def application() -> QApplication:
    """The application, made once, with its fonts and its name."""
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        app = QApplication(sys.argv[:1])
    app.setApplicationName("PoolStudio")
    app.setOrganizationName("PoolStudio")
    app.setStyle("Fusion")
    load_fonts()
    app.setWindowIcon(app_icon())
    return app


def create_window(theme: str | None = None) -> MainWindow:
    """The window as at the first start: 4×4 zeros, the dot at (1, 1), 2×2/2. Not shown, no dialog."""
    application()
    preferences = Preferences()
    theming = Theming(theme or preferences.theme)
    theming.prepare()
    problem = Problem(grid_preset("dot").source(), dot=DOT_START)
    store = Store(problem)
    jobs = Jobs()
    collector = Collector()
    rendering = Rendering()
    look = Look(problem, rendering)
    solver = Solver(store, jobs, rendering)
    window = MainWindow(store, look, solver, jobs, preferences, theming)
    for owned in (theming, store, jobs, collector, look, solver):
        owned.setParent(window)
    # Only now, when every widget has its place: each new parent would have it polished anew.
    theming.apply()
    window.closed.connect(collector.close)
    solver.solve()
    store.say(sentences.start(problem))
    window.resize(*DEFAULT_SIZE)
    return window


def run(options: StartOptions) -> int:
    """Open the window and run until it is closed; the exit code."""
    app = application()
    window = create_window(options.theme)
    if options.size is not None:
        window.resize(*options.size)
    elif not window.preferences.geometry.isEmpty():
        window.restoreGeometry(window.preferences.geometry)
    _apply(window, options, wait=False)
    window.show()
    return app.exec()


def screenshot(options: StartOptions, out: Path) -> None:
    """Draw the window after loading to a picture file. StartProblem says what cannot be read or written."""
    application()
    window = create_window(options.theme or "light")
    width, height = options.size or DEFAULT_SIZE
    window.resize(max(width, SMALLEST_SIZE[0]), max(height, SMALLEST_SIZE[1]))
    try:
        _apply(window, options, wait=True)
        window.show()
        window.wait_idle(60_000)
        if not window.grab().save(str(out)):
            raise StartProblem(
                f"{out} cannot be written: its folder is missing or closed, or its suffix is no picture's."
            )
    finally:
        window.close()
        window.deleteLater()


def _apply(window: MainWindow, options: StartOptions, wait: bool) -> None:
    """Bring what the command line asks for into the window."""
    if options.sample is not None:
        keys = [sample.key for sample in SAMPLES]
        if options.sample not in keys:
            raise StartProblem(f"There is no sample {options.sample}: choose one of {', '.join(keys)}.")
        picture = load_sample(options.sample)
        window.store.set_source(source_of(picture, options.sample), message=picture.sentence())
    elif options.file is not None and wait:
        try:
            picture = load_picture(options.file)
        except PictureProblem as problem:
            raise StartProblem(str(problem)) from problem
        window.store.set_source(source_of(picture), message=picture.sentence())
    elif options.file is not None:
        path = options.file
        QTimer.singleShot(0, lambda: window.open_file(path))
    if (options.kernel, options.stride, options.padding, options.dilation) != (None,) * 4 or options.ceil:
        now = window.store.problem.spec
        try:
            spec = PoolSpec.of(
                options.kernel or now.kernel,
                options.stride or (options.kernel or now.stride),
                options.padding or now.padding,
                options.dilation or now.dilation,
                options.ceil,
            )
        except PoolError as error:
            raise StartProblem(str(error)) from error
        window.store.set_spec(spec)
    window.store.undo_stack.clear()
