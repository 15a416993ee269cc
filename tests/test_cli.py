"""The command line: options, and the one sentence and exit code where something cannot be had."""

import os
import socket
import subprocess
import sys
import types
from pathlib import Path

import pytest

import poolstudio
from poolstudio import cli, display, qtlibs
from poolstudio.options import StartOptions

ROOT = Path(poolstudio.__file__).resolve().parent.parent


class FakeApp(types.ModuleType):
    """Stands for poolstudio.app: keeps what it was asked for, and fails on demand."""

    class StartProblem(Exception):
        pass

    def __init__(self) -> None:
        super().__init__("poolstudio.app")
        self.ran: list[StartOptions] = []
        self.drawn: list[tuple[StartOptions, Path]] = []
        self.failure: Exception | None = None
        self.platform: str | None = None

    def run(self, options: StartOptions) -> int:
        if self.failure:
            raise self.failure
        self.platform = os.environ.get("QT_QPA_PLATFORM")
        self.ran.append(options)
        return 0

    def screenshot(self, options: StartOptions, out: Path) -> None:
        if self.failure:
            raise self.failure
        self.platform = os.environ.get("QT_QPA_PLATFORM")
        self.drawn.append((options, out))


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> FakeApp:
    fake = FakeApp()
    monkeypatch.setitem(sys.modules, "poolstudio.app", fake)
    monkeypatch.setattr(poolstudio, "app", fake, raising=False)
    # main() writes these: set here, they come back after the test.
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    monkeypatch.setenv("QT_SCALE_FACTOR", "1")
    return fake


@pytest.fixture
def screen(app: FakeApp, monkeypatch: pytest.MonkeyPatch) -> FakeApp:
    monkeypatch.setattr(display, "window_platforms", lambda: ["xcb"])
    monkeypatch.setattr(qtlibs, "platform_problem", lambda platforms: (list(platforms), None))
    return app


def refusal(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    with pytest.raises(SystemExit) as caught:
        cli.parse(argv)
    assert caught.value.code == 2
    said = capsys.readouterr().err
    assert said.startswith("poolstudio: ")
    assert said.count("\n") == 1
    return said


def test_nothing_given_leaves_all_to_the_preferences() -> None:
    assert cli.parse([]) == (StartOptions(), None)


def test_every_option_arrives() -> None:
    options, picture = cli.parse(
        "lamp.png --screenshot out.png --kernel 3x5 --stride 2 --padding 1x2 --dilation 1x2 --ceil"
        " --size 1400x900 --theme dark --scale 2".split()
    )
    assert picture == Path("out.png")
    assert options == StartOptions(
        file=Path("lamp.png"),
        kernel=(3, 5),
        stride=(2, 2),
        padding=(1, 2),
        dilation=(1, 2),
        ceil=True,
        size=(1400, 900),
        theme="dark",
        scale=2.0,
    )
    assert cli.parse(["--sample", "stars"])[0].sample == "stars"


@pytest.mark.parametrize(
    ("argv", "part"),
    [
        (["--kernel", "0"], "Kernel 0 is too small. At least 1."),
        (["--kernel", "-1"], "Kernel -1 is too small. At least 1."),
        (["--kernel", "two"], '"two" is neither an integer nor two, as 3x5.'),
        (["--kernel", "2.5"], '"2.5" is neither'),
        (["--kernel", "1_0"], '"1_0" is neither'),
        (["--kernel", "٣"], '"٣" is neither'),
        (["--kernel", "3x"], '"3x" is neither'),
        (["--kernel", "9" * 5000], "is too large. At most"),
        (["--stride", "2x0"], "Stride 0 is too small. At least 1."),
        (["--padding", "-2"], "Padding -2 is too small. At least 0."),
        (["--dilation", "0"], "Dilation 0 is too small. At least 1."),
        (["--kernel", "3", "--padding", "2"], "Padding 2 is more than half of kernel 3."),
        (["--padding", "2"], "Padding 2 is more than half of kernel 2."),
        (["--size", "1400"], '"1400" is no width and height, as 1400x900.'),
        (["--size", "300x200"], "300x200 is too small. At least 1024x680."),
        (["--size", "99999x800"], "99999x800 is too large."),
        (["--scale", "0"], '"0" is no scale: give a number from 1 to 4.'),
        (["--scale", "nan"], '"nan" is no scale'),
        (["--theme", "blue"], "'blue'"),
        (["--kernels", "3"], "--kernels"),
        (["lamp.png", "--sample", "stars"], "exclude each other"),
        (["a.png", "b.png"], "b.png"),
    ],
)
def test_a_wrong_option_is_one_sentence_and_code_2(
    capsys: pytest.CaptureFixture[str], argv: list[str], part: str
) -> None:
    assert part in refusal(capsys, *argv)


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        cli.parse(["--version"])
    assert caught.value.code == 0
    assert capsys.readouterr().out == f"poolstudio {poolstudio.__version__}\n"


def test_a_window_opens_where_there_is_a_display(screen: FakeApp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("QT_QPA_PLATFORM")
    assert cli.main(["--kernel", "3", "--scale", "2"]) == 0
    assert screen.ran == [StartOptions(kernel=(3, 3), scale=2.0)]
    assert screen.platform == "xcb"
    assert os.environ["QT_SCALE_FACTOR"] == "2"


def test_the_program_s_own_exit_code_is_handed_on(screen: FakeApp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen, "run", lambda options: 3)
    assert cli.main([]) == 3


def test_a_start_that_fails_is_one_sentence(screen: FakeApp, capsys: pytest.CaptureFixture[str]) -> None:
    screen.failure = FakeApp.StartProblem('No sample is named "moon".')
    assert cli.main(["--sample", "moon"]) == 1
    assert capsys.readouterr().err == 'poolstudio: No sample is named "moon".\n'


def test_a_screenshot_needs_no_display(app: FakeApp, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--screenshot", "out.png", "--theme", "dark"]) == 0
    assert app.drawn == [(StartOptions(theme="dark"), Path("out.png"))]
    assert app.platform == "offscreen"
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("failure", "sentence"),
    [
        (FakeApp.StartProblem("lamp.png is cut short."), "lamp.png is cut short."),
        (PermissionError(13, "Permission denied"), "out.png cannot be written: Permission denied."),
    ],
)
def test_a_screenshot_that_fails_is_one_sentence(
    app: FakeApp, capsys: pytest.CaptureFixture[str], failure: Exception, sentence: str
) -> None:
    app.failure = failure
    assert cli.main(["--screenshot", "out.png"]) == 1
    assert capsys.readouterr().err == f"poolstudio: {sentence}\n"


def test_without_a_display_the_window_is_drawn_and_its_file_named(
    app: FakeApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main([]) == 0
    assert app.drawn == [(StartOptions(), Path("poolstudio.png"))]
    assert app.ran == []
    said = capsys.readouterr()
    assert said.out.startswith("There is no display")
    assert str(tmp_path / "poolstudio.png") in said.out
    assert said.err == ""


def test_without_a_display_a_picture_that_cannot_be_written_is_one_sentence(
    app: FakeApp, capsys: pytest.CaptureFixture[str]
) -> None:
    app.failure = OSError(30, "Read-only file system")
    assert cli.main([]) == 1
    assert capsys.readouterr() == (
        "",
        "poolstudio: poolstudio.png cannot be written: Read-only file system.\n",
    )


def test_a_file_that_cannot_be_read_is_one_sentence(
    screen: FakeApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty.png").touch()
    (tmp_path / "locked.png").write_bytes(b"x")
    opened = Path.open

    def refuse(self: Path, mode: str = "r") -> object:
        if self.name == "locked.png":
            raise PermissionError(13, "Permission denied", str(self))
        return opened(self, mode)

    monkeypatch.setattr(Path, "open", refuse)
    for name, rule in (
        ("absent.png", "does not exist."),
        ("empty.png", "is empty."),
        (".", "is a folder: give a picture in it."),
        ("locked.png", "cannot be read: Permission denied."),
    ):
        assert cli.main([str(tmp_path / name)]) == 1
        assert capsys.readouterr().err == f"poolstudio: {tmp_path / name} {rule}\n"
    assert screen.ran == []


def test_missing_libraries_stop_the_start_with_one_sentence(
    screen: FakeApp, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(qtlibs, "qt_problem", lambda: "Qt needs libEGL.so.1.")
    assert cli.main([]) == 1
    assert cli.main(["--screenshot", "out.png"]) == 1
    monkeypatch.setattr(qtlibs, "qt_problem", lambda: None)
    monkeypatch.setattr(qtlibs, "platform_problem", lambda platforms: ([], "Qt needs libxcb-cursor.so.0."))
    assert cli.main([]) == 1
    said = capsys.readouterr().err.splitlines()
    assert said == ["poolstudio: Qt needs libEGL.so.1."] * 2 + ["poolstudio: Qt needs libxcb-cursor.so.0."]
    assert screen.ran == []
    assert screen.drawn == []


class TestDisplay:
    def test_a_platform_that_draws_nowhere_is_no_display(self) -> None:
        assert display.window_platforms({"QT_QPA_PLATFORM": "offscreen", "DISPLAY": ":0"}) == []
        assert display.window_platforms({"QT_QPA_PLATFORM": "minimal"}) == []

    def test_a_platform_asked_for_by_name_is_taken_on_trust(self) -> None:
        assert display.window_platforms({"QT_QPA_PLATFORM": "vnc:size=800x600"}) == ["vnc"]

    @pytest.mark.parametrize("system", ["win32", "darwin"])
    def test_other_systems_have_one(self, system: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "platform", system)
        assert display.window_platforms({}) == ["native"]

    def test_linux_without_a_name_has_none(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "platform", "linux")
        assert display.window_platforms({}) == []
        assert display.window_platforms({"QT_QPA_PLATFORM": "xcb"}) == []
        assert display.window_platforms({"DISPLAY": "", "WAYLAND_DISPLAY": ""}) == []

    def test_a_display_must_answer(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "platform", "linux")
        # No server has this number, so that the name is a stale one.
        assert display.window_platforms({"DISPLAY": ":64999"}) == []
        monkeypatch.setattr(display, "_x_server_answers", lambda name: name == ":1")
        assert display.window_platforms({"DISPLAY": ":1"}) == ["xcb"]
        assert display.window_platforms({"DISPLAY": ":2"}) == []

    def test_a_wayland_socket_must_answer(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "platform", "linux")
        monkeypatch.chdir(tmp_path)
        env = {"WAYLAND_DISPLAY": "wayland-9", "XDG_RUNTIME_DIR": str(tmp_path)}
        assert display.window_platforms(env) == []
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as server:
            server.bind("wayland-9")
            server.listen()
            assert display.window_platforms(env) == ["wayland"]
            assert display.window_platforms({"WAYLAND_DISPLAY": str(tmp_path / "wayland-9")}) == ["wayland"]
        assert display.window_platforms(env) == []
        assert display.window_platforms({"WAYLAND_DISPLAY": "wayland-9"}) == []


class TestLibraries:
    def lacking(self, monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
        def load(name: str) -> None:
            if name in names:
                raise OSError(f"{name}: cannot open shared object file: No such file or directory")

        monkeypatch.setattr(qtlibs, "_load", load)

    def failing_import(self, monkeypatch: pytest.MonkeyPatch, error: ImportError) -> None:
        def load(name: str) -> None:
            raise error

        monkeypatch.setattr(qtlibs.importlib, "import_module", load)

    def test_a_qt_that_loads_is_no_problem(self) -> None:
        assert qtlibs.qt_problem() is None

    def test_all_missing_libraries_are_named_with_their_packages(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        text = "libEGL.so.1: cannot open shared object file: No such file or directory"
        self.failing_import(monkeypatch, ImportError(text))
        self.lacking(monkeypatch, "libEGL.so.1", "libxkbcommon.so.0")
        assert qtlibs.qt_problem() == (
            "Qt needs libEGL.so.1 and libxkbcommon.so.0, which this system lacks: "
            "install them with: apt install libegl1 libxkbcommon0"
        )
        self.lacking(monkeypatch, "libEGL.so.1")
        assert qtlibs.qt_problem() == (
            "Qt needs libEGL.so.1, which this system lacks: install it with: apt install libegl1"
        )

    def test_two_libraries_of_one_package_name_it_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.failing_import(monkeypatch, ImportError("libglib-2.0.so.0: cannot open shared object file"))
        self.lacking(monkeypatch, "libglib-2.0.so.0", "libgthread-2.0.so.0")
        sentence = qtlibs.qt_problem()
        assert sentence is not None
        assert sentence.endswith(": apt install libglib2.0-0")

    def test_a_library_that_no_table_knows_is_named_all_the_same(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.failing_import(
            monkeypatch, ImportError("libnew-3.so.2: cannot open shared object file: No such")
        )
        self.lacking(monkeypatch)
        assert qtlibs.qt_problem() == (
            "Qt needs libnew-3.so.2, which this system lacks: "
            "install the package of your system that brings it."
        )

    def test_another_failure_is_told_as_it_is(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.failing_import(monkeypatch, ImportError("/lib/libc.so.6: version `GLIBC_2.34'\n not found"))
        self.lacking(monkeypatch)
        said = "Qt could not be loaded: /lib/libc.so.6: version `GLIBC_2.34' not found"
        assert qtlibs.qt_problem() == said

    def test_an_absent_binding_is_told_from_absent_libraries(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.failing_import(monkeypatch, ModuleNotFoundError("No module", name="PySide6"))
        sentence = qtlibs.qt_problem()
        assert sentence == "Python has no module PySide6: install it with: pip install PySide6-Essentials"

    def test_a_platform_whose_plugin_does_not_load_is_left_out(self, monkeypatch: pytest.MonkeyPatch) -> None:
        failure = "libxcb-cursor.so.0: cannot open shared object file: No such file or directory"
        monkeypatch.setattr(qtlibs, "_plugin_failure", {"xcb": failure, "wayland": None}.get)
        self.lacking(monkeypatch, "libxcb-cursor.so.0")
        assert qtlibs.platform_problem(["wayland", "xcb"]) == (["wayland"], None)
        usable, sentence = qtlibs.platform_problem(["xcb"])
        assert usable == []
        assert sentence == (
            "Qt needs libxcb-cursor.so.0, which this system lacks: "
            "install it with: apt install libxcb-cursor0"
        )

    def test_the_offscreen_plugin_needs_no_check(self) -> None:
        assert qtlibs.platform_problem(["offscreen"]) == (["offscreen"], None)


def child(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=cwd,
        env=env,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_the_command_line_loads_neither_qt_nor_numpy(tmp_path: Path) -> None:
    heavy = "[m for m in ('numpy', 'PySide6', 'shiboken6', 'pyqtgraph', 'PIL') if m in sys.modules]"
    code = (
        f"import sys, poolstudio.cli as c; c.parse(['a.png', '--size', '1400x900']); sys.exit(repr({heavy}))"
    )
    assert child("-c", code, cwd=tmp_path).stderr.strip() == "[]"


def test_python_dash_m_is_the_same_command(tmp_path: Path) -> None:
    assert (
        child("-m", "poolstudio", "--version", cwd=tmp_path).stdout
        == f"poolstudio {poolstudio.__version__}\n"
    )
    absent = child("-m", "poolstudio", "absent.png", cwd=tmp_path)
    assert (absent.returncode, absent.stderr) == (1, "poolstudio: absent.png does not exist.\n")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_no_picture_and_is_not_waited_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pipe = tmp_path / "pipe.png"
    os.mkfifo(pipe)
    assert cli.main([str(pipe), "--screenshot", str(tmp_path / "out.png")]) == 1
    assert capsys.readouterr().err == f"poolstudio: {pipe} is a device or a pipe, not a picture.\n"
