"""The loader: one load at a time, and only the last one is heard."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import QCoreApplication, QDeadlineTimer, QEventLoop

from poolstudio.work.jobs import Jobs
from poolstudio.work.loader import Loader, source_of


@pytest.fixture
def jobs(qapp: object) -> Iterator[Jobs]:
    jobs = Jobs()
    yield jobs
    jobs.close()


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    path = tmp_path / "small.png"
    Image.fromarray(np.arange(12, dtype=np.uint8).reshape(3, 4)).save(path)
    return path


def heard(loader: Loader) -> list[tuple[str, object]]:
    """What the loader says, in order."""
    said: list[tuple[str, object]] = []
    loader.loaded.connect(lambda picture: said.append(("loaded", picture.name)))
    loader.failed.connect(lambda sentence: said.append(("failed", sentence)))
    loader.cancelled.connect(lambda name: said.append(("cancelled", name)))
    loader.too_large.connect(lambda problem: said.append(("too large", str(problem))))
    return said


def drain(jobs: Jobs) -> None:
    deadline = QDeadlineTimer(10_000)
    while jobs.pending and not deadline.hasExpired():
        QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents, 20)


def test_a_picture_arrives_with_its_values(jobs: Jobs, picture: Path) -> None:
    loader = Loader(jobs)
    got: list[object] = []
    loader.loaded.connect(got.append)
    loader.load_file(picture)
    drain(jobs)
    source = source_of(got[0])
    assert source.values.tolist() == [[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]]
    assert source.path == str(picture)


def test_the_trouble_of_a_load_that_was_replaced_is_not_told(jobs: Jobs, picture: Path) -> None:
    loader = Loader(jobs)
    said = heard(loader)
    loader.load_file(picture.with_name("gone.png"))
    loader.load_file(picture)
    drain(jobs)
    assert said == [("loaded", "small.png")]


def test_the_trouble_of_the_present_load_is(jobs: Jobs, picture: Path) -> None:
    loader = Loader(jobs)
    said = heard(loader)
    loader.load_file(picture.with_name("gone.png"))
    drain(jobs)
    assert [kind for kind, _ in said] == ["failed"]
    assert "gone.png" in str(said[0][1])


def test_cancel_is_told_once(jobs: Jobs, picture: Path) -> None:
    loader = Loader(jobs)
    said = heard(loader)
    loader.load_file(picture)
    loader.cancel()
    drain(jobs)
    assert said == [("cancelled", "small.png")]
