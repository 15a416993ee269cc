"""Files that cannot be opened: each is one sentence that names the file, none a traceback or lost memory."""

import io
import os
import struct
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from poolstudio.files import limits, pictures
from poolstudio.files.pictures import (
    Picture,
    PictureProblem,
    PictureTooLarge,
    load_picture,
    load_picture_bytes,
)

READ = "PNG, JPEG, TIFF, WebP, BMP, GIF, PGM and PPM are read."


def saved(image: Image.Image, form: str, **options: Any) -> bytes:
    data = io.BytesIO()
    image.save(data, form, **options)
    return data.getvalue()


def noise(height: int = 64, width: int = 64) -> Image.Image:
    return Image.fromarray(np.random.default_rng(1).integers(0, 256, (height, width, 3), dtype=np.uint8))


def refused(data: bytes, name: str = "x.png", **options: Any) -> str:
    with pytest.raises(PictureProblem) as caught:
        load_picture_bytes(data, name, **options)
    sentence = str(caught.value)
    assert sentence.startswith(name)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


def opened(data: bytes) -> Picture | None:
    """The picture, or None where it is refused with a sentence."""
    try:
        return load_picture_bytes(data, "x.png")
    except PictureProblem:
        refused(data)
        return None


FORMS: list[tuple[str, dict[str, Any]]] = [
    ("PNG", {}),
    ("JPEG", {}),
    ("JPEG", {"progressive": True}),
    ("TIFF", {}),
    ("TIFF", {"compression": "tiff_lzw"}),
    ("WEBP", {}),
    ("BMP", {}),
    ("GIF", {}),
    ("PPM", {}),
]


@pytest.mark.parametrize(("form", "options"), FORMS)
def test_a_file_cut_in_half_is_refused(form: str, options: dict[str, Any]) -> None:
    data = saved(noise(), form, **options)
    refused(data[: len(data) // 2])


@pytest.mark.filterwarnings("ignore::UserWarning:PIL")
@pytest.mark.parametrize(("form", "options"), FORMS)
def test_a_file_cut_anywhere_is_a_picture_or_a_sentence(form: str, options: dict[str, Any]) -> None:
    data = saved(noise(16, 16), form, **options)
    for end in [*range(1, 64), *range(64, len(data), 97)]:
        picture = opened(data[:end])
        # Where nothing is missing but the end mark, it opens.
        assert picture is None or picture.array.shape == (3, 16, 16)


@pytest.mark.filterwarnings("ignore::UserWarning:PIL")
@pytest.mark.parametrize(("form", "options"), FORMS)
def test_flipped_bytes_are_a_picture_or_a_sentence(form: str, options: dict[str, Any]) -> None:
    data = saved(noise(16, 16), form, **options)
    random = np.random.default_rng(2)
    for _ in range(60):
        damaged = bytearray(data)
        for place in random.integers(0, min(len(data), 400), 3):
            damaged[place] = random.integers(0, 256)
        opened(bytes(damaged))


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "x.png is empty."),
        (b"hello, this is text\n", f"x.png is text, not a picture: {READ}"),
        ("größer als\n".encode(), f"x.png is text, not a picture: {READ}"),
        (b'<svg xmlns="http://www.w3.org/2000/svg"/>', f"x.png is an SVG drawing, not a picture: {READ}"),
        (b"\x93NUMPY\x01\x00v\x00", f"x.png is a NumPy array: {READ}"),
        (b"\x80\x04\x95", f"x.png is a pickle: {READ}"),
        (b"PK\x03\x04\x14\x00", f"x.png is an archive: {READ}"),
        (b"%PDF-1.7", f"x.png is a PDF document: {READ}"),
        (b"\0\0\0\x1cftypheic\0\0\0\0", f"x.png is a HEIF, AVIF or video file: {READ}"),
        (bytes(range(256)), f"x.png is no picture of a known kind: {READ}"),
        (b"\x89PNG\r\n\x1a\n", "x.png begins like a PNG file but is damaged or of a kind that is not read."),
    ],
)
def test_what_is_no_picture_is_named(data: bytes, sentence: str) -> None:
    """I09 (linuxmint/xviewer#115, kanryu/quickviewer#22): the content is named, whatever the suffix says."""
    assert refused(data) == sentence


def test_a_webp_file_without_pixels() -> None:
    sentence = refused(b"RIFF\x10\0\0\0WEBPVP8 ", "x.webp")
    assert sentence == "x.webp is cut short or damaged: its pixels cannot be read to the end."


def test_an_array_file_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "maps.npy"
    np.save(path, np.zeros((2, 3)))
    with pytest.raises(PictureProblem, match=r"^maps\.npy is a NumPy array"):
        load_picture(path)


def test_a_folder_and_a_file_that_vanished(tmp_path: Path) -> None:
    with pytest.raises(PictureProblem) as caught:
        load_picture(tmp_path / "gone.png")
    assert str(caught.value) == "gone.png was not found: it may have been moved or deleted."
    folder = tmp_path / "holidays.png"
    folder.mkdir()
    with pytest.raises(PictureProblem) as caught:
        load_picture(folder)
    assert str(caught.value) == "holidays.png is a folder, not a picture."


def test_no_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "secret.png"
    path.write_bytes(saved(noise(), "PNG"))

    def refuse(*_: Any, **__: Any) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(PictureProblem) as caught:
        load_picture(path)
    assert str(caught.value) == "secret.png cannot be read: the permission is missing."


def test_a_device_is_not_waited_for() -> None:
    with pytest.raises(PictureProblem, match="device or a pipe"):
        load_picture(os.devnull)


@pytest.mark.parametrize("name", ["a\0b.png", "x" * 5000 + ".png"])
def test_impossible_names(tmp_path: Path, name: str) -> None:
    with pytest.raises(PictureProblem) as caught:
        load_picture(tmp_path / name)
    assert len(str(caught.value)) < 120


def test_a_disk_that_fails_while_it_is_read() -> None:
    class Failing(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            if self.tell() > 2000:
                raise OSError(5, "Input/output error")
            return super().read(size)

    from poolstudio.files.decoding import read_picture
    from poolstudio.files.watching import Watch

    with pytest.raises(PictureProblem) as caught:
        read_picture(Failing(saved(noise(), "PNG")), "x.png", None, Watch(), 1)
    assert str(caught.value) == "x.png cannot be read: Input/output error."


def test_memory_that_does_not_suffice(monkeypatch: pytest.MonkeyPatch) -> None:
    def exhausted(*_: Any, **__: Any) -> None:
        raise MemoryError

    monkeypatch.setattr("poolstudio.files.decoding.fill", exhausted)
    assert refused(saved(noise(), "PNG")) == "x.png needs more memory than there is."


def claiming(width: int, height: int, size: int = 0) -> bytes:
    """A PNG file whose header claims a size, filled up with a comment to `size` bytes."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    comment = chunk(b"prIv", bytes(size)) if size else b""
    pixels = chunk(b"IDAT", zlib.compress(b"\0" * 64))
    return b"\x89PNG\r\n\x1a\n" + header + comment + pixels + chunk(b"IEND", b"")


@pytest.mark.parametrize("side", [10_000, 20_000])
def test_a_tiny_file_that_claims_to_be_huge(side: int) -> None:
    """I07 (python-pillow/Pillow#2583, deepfates/memery#10): refused from the header, nothing is decoded."""
    data = claiming(side, side)
    with pytest.raises(PictureTooLarge) as caught:
        load_picture_bytes(data, "bomb.png")
    assert caught.value.size == (side, side)
    assert caught.value.reduce is None
    shown = "10\u2009000" if side == 10_000 else "20\u2009000"
    expected = f"bomb.png claims {shown} × {shown} pixels, more than its {len(data)} bytes can hold."
    assert str(caught.value) == expected


def test_a_tiny_file_that_claims_too_much_within_the_budget() -> None:
    assert "claims 7000 × 7000 pixels" in refused(claiming(7000, 7000))


def test_a_large_picture_is_offered_reduced() -> None:
    """I07: 100 million pixels pass Pillow with no more than a warning."""
    with pytest.raises(PictureTooLarge) as caught:
        load_picture_bytes(claiming(10_000, 10_000, 20_000), "big.png")
    assert caught.value.reduce == 2
    assert str(caught.value) == (
        "big.png has 100 million pixels (10\u2009000 × 10\u2009000), more than the 64 million that are read:"
        " reduced by 2 it can be opened."
    )


def test_a_picture_too_large_even_to_be_reduced() -> None:
    for reduce in (1, 8):
        with pytest.raises(PictureTooLarge) as caught:
            load_picture_bytes(claiming(20_000, 20_000, 60_000), "big.png", reduce=reduce)
        assert caught.value.reduce is None
        side = "20\u2009000"
        assert str(caught.value) == (
            f"big.png has 400 million pixels ({side} × {side}), more than the 64 million that are read."
        )


def resized_jpeg(width: int, height: int, **options: Any) -> bytes:
    data = bytearray(saved(noise(16, 16), "JPEG", **options))
    frame = max(data.find(b"\xff\xc0"), data.find(b"\xff\xc2"))
    data[frame + 5 : frame + 9] = struct.pack(">HH", height, width)
    return bytes(data)


def test_a_large_jpeg_is_offered_reduced() -> None:
    """I06 (lxqt/lximage-qt#690, qgis/QGIS#62320, nomacs/nomacs#1376)."""
    with pytest.raises(PictureTooLarge) as caught:
        load_picture_bytes(resized_jpeg(10_538, 7310), "sky.jpg")
    assert caught.value.size == (10_538, 7310)
    assert caught.value.reduce == 2
    assert str(caught.value).startswith(
        "sky.jpg has 77 million pixels (10\u2009538 × 7310), more than the 64"
    )
    with pytest.raises(PictureTooLarge) as caught:
        load_picture_bytes(resized_jpeg(30_000, 20_000), "sky.jpg")
    assert caught.value.reduce == 4
    with pytest.raises(PictureTooLarge) as caught:
        load_picture_bytes(resized_jpeg(30_000, 20_000, progressive=True), "sky.jpg")
    assert caught.value.reduce is None


@pytest.mark.parametrize("form", ["JPEG", "PNG", "TIFF"])
def test_what_is_offered_works(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "PIXEL_BUDGET", 1000)
    monkeypatch.setattr(limits, "DECODE_CEILING", 5000)
    data = saved(noise(), form)
    with pytest.raises(PictureTooLarge) as caught:
        load_picture_bytes(data, "x")
    assert caught.value.reduce == 4
    assert load_picture_bytes(data, "x", reduce=4).array.shape == (3, 16, 16)
    with pytest.raises(PictureTooLarge) as caught:
        load_picture_bytes(data, "x", reduce=2)
    assert caught.value.reduce == 4


@pytest.mark.parametrize("reduce", [0, -1])
def test_a_reduction_below_1_is_the_callers_mistake(reduce: int) -> None:
    with pytest.raises(ValueError, match="reduced by 1, 2, 3"):
        load_picture_bytes(saved(noise(), "PNG"), "x.png", reduce=reduce)


def test_damaged_tags_of_a_tiff_are_said_in_one_sentence(tmp_path: Path) -> None:
    """In a process of its own: what Pillow warns of and logs must not reach the user's terminal."""
    Image.fromarray(np.arange(3000, dtype=np.uint16).reshape(50, 60)).save(tmp_path / "whole.tif")
    data = (tmp_path / "whole.tif").read_bytes()
    for cut in (60, len(data) - 40, len(data) // 2):
        (tmp_path / "cut.tif").write_bytes(data[:cut])
        script = (
            "from poolstudio.files.pictures import load_picture, PictureProblem\n"
            f"try: load_picture({str(tmp_path / 'cut.tif')!r})\n"
            "except PictureProblem: pass"
        )
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
        assert done.stderr == ""


def test_a_picture_just_over_the_budget_is_told_from_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("poolstudio.files.pictures.PIXEL_BUDGET", 64_000_000)
    image = Image.new("1", (8001, 8000))
    with pytest.raises(PictureTooLarge, match=r"64\.008 million pixels .* more than the 64 million"):
        limits.check_size(image, 1, "x.png")
