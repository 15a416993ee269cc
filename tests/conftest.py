"""What holds for every test: no display, own settings, no motion, and nothing left behind."""

import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

_PATIENCE_MS = 3000


def pytest_configure(config: pytest.Config) -> None:
    # Before Qt is loaded: it reads these when it starts.
    os.environ["QT_QPA_PLATFORM"] = os.environ.get("POOLSTUDIO_TEST_PLATFORM", "offscreen")
    os.environ["POOLSTUDIO_MOTION"] = "off"
    home = Path(tempfile.mkdtemp(prefix="poolstudio-tests-"))
    config.add_cleanup(lambda: shutil.rmtree(home, ignore_errors=True))
    for name in ("XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"):
        os.environ[name] = str(home / name.lower())
    # Fusion at a scale of 1, whatever desktop the tests run on.
    for name in ("QT_SCALE_FACTOR", "QT_STYLE_OVERRIDE", "QT_QPA_PLATFORMTHEME", "QT_FONT_DPI"):
        os.environ.pop(name, None)
    _redirect_settings(home)

    in_ci = bool(os.environ.get("CI"))
    hypothesis.settings.register_profile(
        "poolstudio",
        deadline=None,
        derandomize=in_ci,
        database=None,
        print_blob=True,
        suppress_health_check=[hypothesis.HealthCheck.too_slow],
    )
    hypothesis.settings.load_profile("poolstudio")


def _redirect_settings(home: Path) -> None:
    # The pytest-qt plugin loads these modules anyway, so that this costs a test without Qt nothing.
    from PySide6.QtCore import QCoreApplication, QSettings

    QSettings.setDefaultFormat(QSettings.Format.IniFormat)
    for scope in (QSettings.Scope.UserScope, QSettings.Scope.SystemScope):
        QSettings.setPath(QSettings.Format.IniFormat, scope, str(home / "settings"))
    QCoreApplication.setOrganizationName("PoolStudio")
    QCoreApplication.setApplicationName("PoolStudio")


@pytest.fixture(autouse=True)
def _leave_nothing_behind() -> Iterator[None]:
    """Fail a test that leaves a window open or a thread running, and put its settings away."""
    threads = set(threading.enumerate())
    windows = set(_open_windows())
    yield
    left = [f"window {name}" for name in _close_windows(windows)]
    left += [f"thread {name}" for name in _running_threads(threads)]
    _forget_settings()
    if left:
        pytest.fail("left behind: " + ", ".join(left), pytrace=False)


def _open_windows() -> list[object]:
    widgets = sys.modules.get("PySide6.QtWidgets")
    if widgets is None or widgets.QApplication.instance() is None:
        return []
    from PySide6.QtCore import Qt

    # A tooltip goes by itself a moment later.
    return [
        widget
        for widget in widgets.QApplication.topLevelWidgets()
        if widget.isVisible() and widget.windowType() != Qt.WindowType.ToolTip
    ]


def _close_windows(before: set[object]) -> list[str]:
    left = [window for window in _open_windows() if window not in before]
    names = [f"{type(window).__name__} {window.objectName()!r}" for window in left]
    for window in left:
        window.hide()
        window.deleteLater()
    core = sys.modules.get("PySide6.QtCore")
    if core is not None and core.QCoreApplication.instance() is not None:
        # Outside an event loop deleteLater waits for ever, and the next test must not inherit the remains.
        core.QCoreApplication.sendPostedEvents(None, core.QEvent.Type.DeferredDelete.value)
    return names


def _new_threads(before: set[threading.Thread]) -> list[threading.Thread]:
    # Qt's own threads show up as dummies once they have run Python code, and cannot be joined; those of the
    # core wait for its next large input.
    return [
        thread
        for thread in set(threading.enumerate()) - before
        if not isinstance(thread, threading._DummyThread) and not thread.name.startswith("pooling")
    ]


def _running_threads(before: set[threading.Thread]) -> list[str]:
    for thread in _new_threads(before):
        thread.join(_PATIENCE_MS / 1000)
    left = [thread.name for thread in _new_threads(before)]
    core = sys.modules.get("PySide6.QtCore")
    if core is None or core.QCoreApplication.instance() is None:
        return left
    if not core.QThreadPool.globalInstance().waitForDone(_PATIENCE_MS):
        left.append("of QThreadPool")
    from shiboken6 import Shiboken

    for wrapper in Shiboken.getAllValidWrappers():
        if not isinstance(wrapper, core.QThread) or wrapper is core.QThread.currentThread():
            continue
        if wrapper.isRunning() and not wrapper.wait(_PATIENCE_MS):
            left.append(f"{type(wrapper).__name__} {wrapper.objectName()!r}")
            wrapper.quit()
            wrapper.wait(_PATIENCE_MS)
    return left


def _forget_settings() -> None:
    core = sys.modules.get("PySide6.QtCore")
    if core is not None:
        settings = core.QSettings()
        if settings.allKeys():
            settings.clear()
            settings.sync()
