"""Which parts of Qt each layer may import; the order of the layers is import-linter's to check."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import poolstudio

PACKAGE = Path(poolstudio.__file__).resolve().parent
QT = ("PySide6", "shiboken6", "pyqtgraph")
# From QtGui, state takes the undo stack alone: what the user is looking at must not know how it is painted.
UNDO = {"QUndoStack", "QUndoCommand", "QUndoGroup"}


def modules(layer: str) -> list[Path]:
    single = PACKAGE / f"{layer}.py"
    return [single] if single.exists() else sorted((PACKAGE / layer).rglob("*.py"))


def imports(path: Path) -> Iterator[tuple[str, str]]:
    """Yield (module, name) for each import, wherever it stands; the name is empty for `import module`."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, ""
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                yield (
                    (f"{node.module}.{alias.name}", "")
                    if node.module == "PySide6"
                    else (node.module, alias.name)
                )


def qt_imports(layer: str) -> list[tuple[str, str, str]]:
    return [
        (str(path.relative_to(PACKAGE)), module, name)
        for path in modules(layer)
        for module, name in imports(path)
        if module.split(".")[0] in QT
    ]


@pytest.mark.parametrize("layer", ["core", "nn", "files", "practice", "options"])
def test_the_layers_below_know_nothing_of_qt(layer: str) -> None:
    assert qt_imports(layer) == []


def test_state_takes_qtcore_and_the_undo_stack_alone() -> None:
    wrong = [
        found
        for found in qt_imports("state")
        if found[1] != "PySide6.QtCore" and not (found[1] == "PySide6.QtGui" and found[2] in UNDO)
    ]
    assert wrong == []


def test_work_takes_no_widgets() -> None:
    allowed = ("PySide6.QtCore", "PySide6.QtGui")
    assert [found for found in qt_imports("work") if found[1] not in allowed] == []


def test_figures_paint_without_widgets() -> None:
    allowed = ("PySide6.QtCore", "PySide6.QtGui", "PySide6.QtSvg")
    assert [found for found in qt_imports("figures") if found[1] not in allowed] == []


def test_pyqtgraph_is_imported_inside_functions_alone() -> None:
    # Its import costs more than the start of the whole program: it waits for the first plot.
    at_the_top = [
        path.name
        for path in sorted(PACKAGE.rglob("*.py"))
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.Import | ast.ImportFrom) and "pyqtgraph" in ast.unparse(node)
    ]
    assert at_the_top == []


def test_no_file_has_two_subjects() -> None:
    long = {
        str(path.relative_to(PACKAGE)): lines
        for path in sorted(PACKAGE.rglob("*.py"))
        if (lines := len(path.read_text(encoding="utf-8").splitlines())) > 400
    }
    assert long == {}


def test_every_file_says_what_lives_there() -> None:
    silent = [
        str(path.relative_to(PACKAGE))
        for path in sorted(PACKAGE.rglob("*.py"))
        if not path.read_text(encoding="utf-8").startswith('"""')
    ]
    assert silent == []
