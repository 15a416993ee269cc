"""Depths and byte orders beyond what Pillow writes, in files put together by hand."""

import struct
import zlib

import numpy as np
import pytest

from poolstudio.files.pictures import PictureProblem, load_picture_bytes

RAW, DEFLATE = 1, 8


def tiff(values: np.ndarray, order: str, compression: int = RAW) -> bytes:
    """A TIFF file of one strip: (H, W) is grey, (H, W, 3) RGB, (H, W, 4) RGB with opacity."""
    height, width = values.shape[:2]
    channels = values.shape[2] if values.ndim == 3 else 1
    data = values.astype(values.dtype.newbyteorder(order)).tobytes()
    data = zlib.compress(data) if compression == DEFLATE else data
    data += b"\0" * (len(data) % 2)
    kind = {"u": 1, "i": 2, "f": 3}[values.dtype.kind]
    shorts = [
        (258, [values.dtype.itemsize * 8] * channels),
        (259, [compression]),
        (262, [1 if channels == 1 else 2]),
        (277, [channels]),
        (338, [2] if channels == 4 else []),
        (339, [kind] * channels),
    ]
    entries: list[tuple[int, list[int], str]] = [(tag, numbers, "H") for tag, numbers in shorts if numbers]
    longs = {256: width, 257: height, 273: 8, 278: height, 279: len(data)}
    entries += [(tag, [number], "I") for tag, number in longs.items()]
    directory = 8 + len(data)
    beyond = directory + 2 + 12 * len(entries) + 4
    table, tail = struct.pack(order + "H", len(entries)), b""
    for tag, numbers, code in sorted(entries):
        packed = struct.pack(f"{order}{len(numbers)}{code}", *numbers)
        if len(packed) > 4:
            place, tail = struct.pack(order + "I", beyond + len(tail)), tail + packed
        else:
            place = packed.ljust(4, b"\0")
        table += struct.pack(order + "HHI", tag, 3 if code == "H" else 4, len(numbers)) + place
    start = (b"II" if order == "<" else b"MM") + struct.pack(order + "HI", 42, directory)
    return start + data + table + b"\0\0\0\0" + tail


def png(values: np.ndarray, colour_type: int, clear: bytes = b"") -> bytes:
    """A PNG file with rows that are filtered by no filter."""
    height, width = values.shape[:2]

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    wide = values.astype(values.dtype.newbyteorder(">"))
    rows = b"".join(b"\0" + row.tobytes() for row in wide)
    header = struct.pack(">IIBBBBB", width, height, values.dtype.itemsize * 8, colour_type, 0, 0, 0)
    parts = [chunk(b"IHDR", header), chunk(b"tRNS", clear) if clear else b""]
    return b"\x89PNG\r\n\x1a\n" + b"".join([*parts, chunk(b"IDAT", zlib.compress(rows)), chunk(b"IEND", b"")])


@pytest.mark.parametrize("compression", [RAW, DEFLATE])
@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize(
    ("values", "description"),
    [
        (np.array([[0, 200]], dtype=np.uint8), "grey, 8 bit"),
        (np.array([[-3, 100]], dtype=np.int8), "grey, 8 bit signed"),
        (np.array([[1, 65535]], dtype=np.uint16), "grey, 16 bit"),
        (np.array([[-5, 300]], dtype=np.int16), "grey, 16 bit signed"),
        (np.array([[-7, 70000]], dtype=np.int32), "grey, 32 bit signed"),
        (np.array([[-1.5, 1000]], dtype=np.float32), "grey, float"),
    ],
)
def test_grey_tiff_in_both_byte_orders(
    values: np.ndarray, description: str, order: str, compression: int
) -> None:
    picture = load_picture_bytes(tiff(values, order, compression), "x.tif")
    assert picture.array.dtype == values.dtype
    assert picture.array.dtype.isnative
    np.testing.assert_array_equal(picture.array[0], values)
    assert picture.description == description


def test_large_unsigned_values() -> None:
    values = np.array([[1, 4_000_000_000]], dtype=np.uint32)
    picture = load_picture_bytes(tiff(values, "<"), "x.tif")
    np.testing.assert_array_equal(picture.array[0], values)
    assert picture.array.dtype == np.uint32


def test_a_kind_of_tiff_that_is_not_read() -> None:
    with pytest.raises(PictureProblem) as caught:
        load_picture_bytes(tiff(np.ones((2, 2)), "<"), "x.tif")
    assert str(caught.value) == "x.tif begins like a TIFF file but is damaged or of a kind that is not read."


@pytest.mark.parametrize("compression", [RAW, DEFLATE])
@pytest.mark.parametrize("order", ["<", ">"])
def test_16_bit_colour_tiff_is_exact(order: str, compression: int) -> None:
    values = np.random.default_rng(3).integers(0, 65536, (3, 4, 3), dtype=np.uint16)
    picture = load_picture_bytes(tiff(values, order, compression), "x.tif")
    np.testing.assert_array_equal(picture.array, values.transpose(2, 0, 1))
    assert picture.description == "RGB, 16 bit"
    assert picture.notes == ()


def test_16_bit_colour_png_is_exact() -> None:
    values = np.random.default_rng(4).integers(0, 65536, (3, 4, 3), dtype=np.uint16)
    picture = load_picture_bytes(png(values, 2), "x.png")
    assert picture.array.dtype == np.uint16
    np.testing.assert_array_equal(picture.array, values.transpose(2, 0, 1))


@pytest.mark.parametrize("make", ["png", "tiff"])
def test_16_bit_opacity_is_laid_on_black_in_16_bit(make: str) -> None:
    values = np.array([[[60000, 300, 1, 32768], [60000, 300, 1, 65535], [60000, 300, 1, 0]]], dtype=np.uint16)
    picture = load_picture_bytes(png(values, 6) if make == "png" else tiff(values, ">"), "x")
    np.testing.assert_array_equal(picture.array[:, 0], [[30000, 60000, 0], [150, 300, 0], [1, 1, 0]])
    assert picture.notes == ("Transparent parts were laid on black.",)


def test_one_transparent_colour_of_16_bit() -> None:
    values = np.array([[[1000, 2000, 3000], [1000, 2000, 3001]]], dtype=np.uint16)
    picture = load_picture_bytes(png(values, 2, struct.pack(">HHH", 1000, 2000, 3000)), "x.png")
    np.testing.assert_array_equal(picture.array[:, 0], [[0, 1000], [0, 2000], [0, 3001]])


def test_16_bit_grey_with_opacity_is_cut_to_8_and_said() -> None:
    values = np.array([[[0x1234, 0xFFFF], [0xFF00, 0x8000]]], dtype=np.uint16)
    picture = load_picture_bytes(png(values, 4), "x.png")
    np.testing.assert_array_equal(picture.array, [[[0x12, 128]]])
    assert picture.channels == ("grey",)
    assert picture.sentence() == (
        "Opened x.png, 2 × 1 grey: transparent parts were laid on black; its 16 bit were cut to 8."
    )


@pytest.mark.parametrize(
    ("data", "values", "description"),
    [
        (b"P5 2 1 255\n\x01\xff", [[[1, 255]]], "grey, 8 bit"),
        (b"P5 2 1 15\n\x01\x0f", [[[1, 15]]], "grey, 8 bit"),
        (b"P5\n# lamp\n2 1\n1000\n\x00\x01\x03\xe8", [[[1, 1000]]], "grey, 16 bit"),
        (b"P5 2 1 65535\n\x00\x01\xff\xff", [[[1, 65535]]], "grey, 16 bit"),
        (b"P6 1 2 255\n123456", [[[49], [52]], [[50], [53]], [[51], [54]]], "RGB, 8 bit"),
        (b"P6 1 1 65535\n\x00\x01\x00\x02\xff\xff", [[[1]], [[2]], [[65535]]], "RGB, 16 bit"),
        (b"P2 2 2 15\n1 15 # three 3\n 7\n8", [[[1, 15], [7, 8]]], "grey, 8 bit"),
        (b"P2 2 1 300\n299 300\n", [[[299, 300]]], "grey, 16 bit"),
        (b"P3 1 2 255\n1 2 3\n4 5 6\n", [[[1], [4]], [[2], [5]], [[3], [6]]], "RGB, 8 bit"),
        (b"P1 3 1\n1 0 1", [[[0, 255, 0]]], "grey, 1 bit"),
        (b"P4 3 1\n\xa0", [[[0, 255, 0]]], "grey, 1 bit"),
    ],
)
def test_netpbm_values_stand_as_in_the_file(
    data: bytes, values: list[list[list[int]]], description: str
) -> None:
    picture = load_picture_bytes(data, "x.pgm")
    np.testing.assert_array_equal(picture.array, values)
    assert picture.description == description


def test_a_long_plain_file_is_read_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("poolstudio.files.netpbm._TEXT", 64)
    values = np.random.default_rng(5).integers(0, 1000, (20, 30))
    lines = [" ".join(map(str, row)) + ("" if index % 3 else " # row 12") for index, row in enumerate(values)]
    data = b"P2 30 20 999\n" + "\n".join(lines).encode()
    np.testing.assert_array_equal(load_picture_bytes(data, "x.pgm").array[0], values)


@pytest.mark.parametrize(
    "data",
    [
        b"P5 2 2 255\n123",
        b"P5 2 2 1000\n1234567",
        b"P5 2 1 7\n\x01\xc8",
        b"P2 2 2 15\n1 2 3",
        b"P2 2 2 15\n1 2 3 # 44 55 66",
        b"P2 2 2 15\n1 2 3 x",
        b"P2 2 2 15\n1 2 3 16",
        b"P3 9000 7000 255\n1 2 3",
        b"P6 9000 7000 255\n1 2 3",
    ],
)
def test_netpbm_files_that_end_early_or_hold_nonsense(data: bytes) -> None:
    with pytest.raises(PictureProblem) as caught:
        load_picture_bytes(data, "x.pgm")
    assert str(caught.value) == "x.pgm is cut short or damaged: its pixels cannot be read to the end."
