"""Progress, cancel, reduced loading and the sentence for the status."""

import io
from typing import Any

import numpy as np
import pytest
from PIL import Image

from poolstudio.files.pictures import (
    PICTURE_FILTERS,
    LoadCancelled,
    Picture,
    load_picture,
    load_picture_bytes,
    shown_name,
)
from poolstudio.files.watching import Watch, WatchedFile

FORMS = ["PNG", "JPEG", "TIFF", "WEBP", "BMP", "GIF", "PPM"]


def saved(form: str, height: int = 200, width: int = 300, **options: Any) -> bytes:
    values = np.random.default_rng(5).integers(0, 256, (height, width, 3), dtype=np.uint8)
    data = io.BytesIO()
    Image.fromarray(values).save(data, form, **options)
    return data.getvalue()


@pytest.mark.parametrize("form", FORMS)
def test_progress_grows_to_1(form: str) -> None:
    told: list[float] = []
    load_picture_bytes(saved(form), "x", progress=told.append)
    assert told == sorted(set(told))
    assert told[-1] == 1.0
    assert len(told) > 1


def test_progress_is_told_at_most_once_a_percent() -> None:
    told: list[float] = []
    load_picture_bytes(saved("BMP", 1000, 1000), "x", progress=told.append)
    assert 20 < len(told) <= 101


@pytest.mark.parametrize("form", FORMS)
def test_cancel_at_every_moment(form: str) -> None:
    """Wherever the wish to cancel meets the loading, it ends, also where Pillow drops what reads raise."""
    data = saved(form, 40, 50)
    asked = 0

    def count() -> bool:
        nonlocal asked
        asked += 1
        return False

    load_picture_bytes(data, "x", cancelled=count)
    assert asked > 3
    for moment in {*range(1, min(asked, 40)), asked}:
        answers = iter([False] * (moment - 1) + [True])
        with pytest.raises(LoadCancelled):
            load_picture_bytes(data, "x", cancelled=lambda answers=answers: next(answers, False))


def test_cancel_of_a_large_file_reads_no_further(tmp_path: Any) -> None:
    path = tmp_path / "x.bmp"
    path.write_bytes(saved("BMP", 1000, 1000))
    told: list[float] = []
    with pytest.raises(LoadCancelled):
        load_picture(path, progress=told.append, cancelled=lambda: bool(told) and told[-1] > 0.2)
    assert 0.2 < told[-1] < 0.3


def test_a_watched_file_reads_like_its_stream() -> None:
    stream = io.BytesIO(bytes(range(200)) * 20_000)
    told: list[float] = []
    file = WatchedFile(stream, 4_000_000, Watch(told.append), 0.5)
    assert file.read() == stream.getvalue()
    assert file.read(5) == b""
    assert file.seek(3) == 3
    assert file.read(2) == b"\x03\x04"
    assert file.tell() == 5
    assert len(file.read(3_000_000)) == 3_000_000
    assert max(told) <= 0.5
    with pytest.raises(OSError, match="fileno"):
        file.fileno()


@pytest.mark.parametrize("reduce", [2, 3, 8])
@pytest.mark.parametrize(("height", "width"), [(24, 48), (25, 50), (7, 5)])
def test_reduced_values_are_means(reduce: int, height: int, width: int) -> None:
    values = np.random.default_rng(6).integers(0, 65536, (height, width), dtype=np.uint16)
    data = io.BytesIO()
    Image.fromarray(values).save(data, "PNG")
    array = load_picture_bytes(data.getvalue(), "x", reduce=reduce).array[0]
    assert array.dtype == np.uint16
    for row, column in np.ndindex(array.shape):
        block = values[row * reduce : (row + 1) * reduce, column * reduce : (column + 1) * reduce]
        assert array[row, column] == np.rint(block.mean())


@pytest.mark.parametrize("reduce", [2, 3, 4, 5, 6, 8, 16])
def test_a_reduced_jpeg_has_the_size_asked_for(reduce: int) -> None:
    for height, width in ((64, 96), (65, 97), (31, 5)):
        picture = load_picture_bytes(saved("JPEG", height, width), "x.jpg", reduce=reduce)
        assert picture.array.shape == (3, -(-height // reduce), -(-width // reduce))
        assert picture.notes == (f"It was reduced from {width} × {height}.",)


def test_sentences() -> None:
    array = np.zeros((3, 480, 640), dtype=np.uint8)
    black, palette = "Transparent parts were laid on black.", "CMYK was turned into RGB."
    rgb = ("R", "G", "B")
    assert Picture(array, rgb, "lamp.png").sentence() == "Opened lamp.png, 640 × 480 RGB."
    one = Picture(array, rgb, "lamp.png", None, (black,))
    assert one.sentence() == "Opened lamp.png, 640 × 480 RGB: transparent parts were laid on black."
    two = Picture(array, rgb, "lamp.png", None, (black, palette))
    assert two.sentence().endswith(": transparent parts were laid on black; CMYK was turned into RGB.")
    long = Picture(array, rgb, "l" * 60 + ".png", None, (black, palette))
    assert long.sentence().endswith("black.")
    assert len(long.sentence()) <= 110
    deep = Picture(np.zeros((1, 2, 12_000), dtype=np.float32), ("grey",), "x.tif")
    assert deep.sentence() == "Opened x.tif, 12\u2009000 × 2 grey, float."


def test_names_are_shown_in_one_short_line() -> None:
    assert shown_name("a\nb\u202ec.png") == "a\ufffdb\ufffdc.png"
    assert shown_name("a\udcffb.png") == "a\ufffdb.png"
    assert len(shown_name("x" * 300)) == 40


def test_filters_name_every_format_once() -> None:
    suffixes = [suffix for _, group in PICTURE_FILTERS for suffix in group]
    assert len(set(suffixes)) == len(suffixes)
    assert all(suffix.startswith(".") and suffix == suffix.lower() for suffix in suffixes)
    assert {".png", ".jpg", ".tif", ".webp", ".bmp", ".gif", ".pgm", ".ppm"} <= set(suffixes)
