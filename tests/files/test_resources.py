"""The resolver finds the program's own files, and says what is missing."""

from pathlib import Path

import pytest

import poolstudio
from poolstudio.files import resources
from poolstudio.files.resources import ResourceError, resource, resource_root


@pytest.fixture
def fake_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "beside" / "resources"
    (root / "icons").mkdir(parents=True)
    (root / "icons" / "open.svg").write_text("<svg/>")
    monkeypatch.setattr(resources, "_PLACES", (tmp_path / "inside" / "resources", root))
    return root


def test_the_folder_of_this_installation_is_found() -> None:
    package = Path(poolstudio.__file__).resolve().parent
    assert resource_root() in (package / "resources", package.parent / "resources")
    assert resource() == resource_root()


def test_a_checkout_has_the_folder_beside_the_package(fake_root: Path) -> None:
    assert resource("icons", "open.svg") == fake_root / "icons" / "open.svg"
    assert resource("icons/open.svg") == fake_root / "icons" / "open.svg"
    assert resource("icons") == fake_root / "icons"


def test_a_wheel_has_the_folder_inside_the_package_which_comes_first(fake_root: Path, tmp_path: Path) -> None:
    inside = tmp_path / "inside" / "resources"
    inside.mkdir(parents=True)
    (inside / "word.txt").write_text("inside")
    assert resource("word.txt").read_text() == "inside"


def test_a_missing_file_is_named_with_its_folder(fake_root: Path) -> None:
    with pytest.raises(ResourceError) as caught:
        resource("icons", "absent.svg")
    assert '"icons/absent.svg"' in str(caught.value)
    assert str(fake_root) in str(caught.value)
    assert isinstance(caught.value, FileNotFoundError)


def test_a_missing_folder_is_named_with_both_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "_PLACES", (tmp_path / "a", tmp_path / "b"))
    with pytest.raises(ResourceError) as caught:
        resource("icons")
    assert str(tmp_path / "a") in str(caught.value)
    assert str(tmp_path / "b") in str(caught.value)


@pytest.mark.parametrize(
    "parts", [("..", "secret"), ("/etc/passwd",), ("icons", ""), ("C:\\x",), ("icons/./open.svg",)]
)
def test_a_name_cannot_lead_out_of_the_folder(fake_root: Path, parts: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="not the name of a resource"):
        resource(*parts)
