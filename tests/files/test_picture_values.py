"""The values that a picture file says, in every kind of file."""

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageOps

from poolstudio.files.pictures import Picture, load_picture, load_picture_bytes

BLACK = "Transparent parts were laid on black."
PALETTE = "Palette colours were looked up."


def saved(image: Image.Image, form: str, **options: Any) -> bytes:
    data = io.BytesIO()
    image.save(data, form, **options)
    return data.getvalue()


def read(image: Image.Image, form: str, **options: Any) -> Picture:
    return load_picture_bytes(saved(image, form, **options), f"picture.{form.lower()}")


def rgb(height: int = 3, width: int = 5) -> np.ndarray:
    return np.random.default_rng(7).integers(0, 256, (height, width, 3), dtype=np.uint8)


@pytest.mark.parametrize(
    ("form", "options"),
    [
        ("PNG", {}),
        ("TIFF", {}),
        ("TIFF", {"compression": "tiff_lzw"}),
        ("TIFF", {"compression": "tiff_adobe_deflate"}),
        ("WEBP", {"lossless": True}),
        ("BMP", {}),
        ("PPM", {}),
    ],
)
def test_colours_are_exact_and_planar(form: str, options: dict[str, Any]) -> None:
    values = rgb()
    picture = read(Image.fromarray(values), form, **options)
    np.testing.assert_array_equal(picture.array, values.transpose(2, 0, 1))
    assert picture.array.dtype == np.uint8
    assert picture.array.dtype.isnative
    assert picture.array.flags.c_contiguous
    assert not picture.array.flags.writeable
    assert picture.channels == ("R", "G", "B")
    assert picture.description == "RGB, 8 bit"
    assert (picture.height, picture.width) == (3, 5)
    assert picture.notes == ()
    assert picture.path is None


@pytest.mark.parametrize("form", ["PNG", "TIFF", "BMP", "GIF", "PPM"])
def test_grey_of_an_odd_width_is_exact(form: str) -> None:
    """I18 (python-pillow/Pillow#1430): rows of 5 bytes that a file or a buffer pads to 8 are not sheared."""
    values = np.arange(15, dtype=np.uint8).reshape(3, 5) * 17
    picture = read(Image.fromarray(values), form)
    np.testing.assert_array_equal(picture.array, values[None])
    assert picture.channels == ("grey",)
    assert picture.description == "grey, 8 bit"


def test_jpeg_is_near_to_what_was_saved() -> None:
    values = np.full((16, 24, 3), (200, 100, 50), dtype=np.uint8)
    picture = read(Image.fromarray(values), "JPEG", quality=95)
    np.testing.assert_allclose(picture.array[:, 8, 8], (200, 100, 50), atol=3)
    assert picture.array.shape == (3, 16, 24)
    assert read(Image.new("L", (8, 8), 90), "JPEG").channels == ("grey",)


@pytest.mark.parametrize("form", ["PNG", "TIFF"])
def test_16_bit_grey_is_exact(form: str) -> None:
    """I01 (python-pillow/Pillow#3011, gradio-app/gradio#2849)."""
    values = np.array([[0, 255, 256, 257], [1000, 32768, 65534, 65535]], dtype=np.uint16)
    picture = read(Image.fromarray(values), form)
    assert picture.array.dtype == np.uint16
    np.testing.assert_array_equal(picture.array[0], values)
    assert picture.description == "grey, 16 bit"
    assert "4 × 2 grey, 16 bit" in picture.sentence()


@pytest.mark.parametrize("compression", ["raw", "tiff_lzw"])
def test_float_tiff_keeps_every_value(compression: str) -> None:
    """I12 (unslothai/unsloth#10094, python-pillow/Pillow#5248)."""
    values = np.array([[-1.5, 0, 0.5], [1, 2, 1000], [np.nan, np.inf, -np.inf]], dtype=np.float32)
    picture = read(Image.fromarray(values), "TIFF", compression=compression)
    assert picture.array.dtype == np.float32
    np.testing.assert_array_equal(picture.array[0], values)
    assert picture.description == "grey, float"


def test_one_bit_is_0_and_255() -> None:
    """I04 (rr-/ida-images#9, python-pillow/Pillow#1430)."""
    for form in ("PNG", "TIFF", "BMP", "PPM"):
        bits = Image.fromarray(np.array([[0, 255, 0]], dtype=np.uint8)).convert("1")
        picture = read(bits, form)
        np.testing.assert_array_equal(picture.array, [[[0, 255, 0]]])
        assert picture.array.dtype == np.uint8
        assert picture.description == "grey, 1 bit"


def test_a_palette_gives_its_colours() -> None:
    """I03 (imageio/imageio#600, python-pillow/Pillow#6348): never the indices."""
    image = Image.new("P", (2, 1))
    image.putpalette([10, 20, 30, 200, 100, 50])
    image.putdata([0, 1])
    picture = read(image, "PNG")
    np.testing.assert_array_equal(picture.array[:, 0], [[10, 200], [20, 100], [30, 50]])
    assert picture.notes == (PALETTE,)
    clear = read(image, "PNG", transparency=0)
    np.testing.assert_array_equal(clear.array[:, 0], [[0, 200], [0, 100], [0, 50]])
    assert clear.notes == (BLACK, PALETTE)
    shaded = read(image, "PNG", transparency=bytes([128, 255]))
    np.testing.assert_array_equal(shaded.array[:, 0], [[5, 200], [10, 100], [15, 50]])


def hidden(form: str, **options: Any) -> Picture:
    if form == "GIF":
        image = Image.new("P", (2, 1))
        image.putpalette([200, 200, 200, 100, 100, 100])
        image.putdata([0, 1])
        return read(image, form, transparency=0)
    image = Image.new("LA", (2, 1), (100, 255))
    image.putpixel((0, 0), (200, 0))
    return read(image if form != "WEBP" else image.convert("RGBA"), form, **options)


@pytest.mark.parametrize("form", ["PNG", "GIF", "TIFF", "WEBP"])
def test_what_is_hidden_is_black_in_every_format(form: str) -> None:
    """I19 (mflux-community/mflux#722, imageio/imageio#475)."""
    picture = hidden(form, **({"lossless": True, "exact": True} if form == "WEBP" else {}))
    for plane in picture.array:
        np.testing.assert_array_equal(plane, [[0, 100]])
    assert picture.notes[0] == BLACK
    assert picture.kind == ("RGB" if form == "WEBP" else "grey")


def test_half_transparent_colours_are_mixed_with_black() -> None:
    image = Image.new("RGBA", (3, 1), (255, 101, 3, 255))
    image.putpixel((0, 0), (255, 101, 3, 128))
    image.putpixel((1, 0), (255, 101, 3, 0))
    picture = read(image, "PNG")
    np.testing.assert_array_equal(picture.array[:, 0], [[128, 0, 255], [51, 0, 101], [2, 0, 3]])
    assert picture.sentence() == "Opened picture.png, 3 × 1 RGB: transparent parts were laid on black."


def test_opaque_alpha_is_not_worth_a_word() -> None:
    assert read(Image.new("RGBA", (2, 2), (1, 2, 3, 255)), "PNG").notes == ()


@pytest.mark.parametrize(
    ("image", "key", "values"),
    [
        (Image.fromarray(np.array([[7, 8]], dtype=np.uint8)), 7, [[[0, 8]]]),
        (
            Image.fromarray(np.array([[[7, 8, 9], [7, 8, 8]]], dtype=np.uint8)),
            (7, 8, 9),
            [[[0, 7]], [[0, 8]], [[0, 8]]],
        ),
        (Image.fromarray(np.array([[700, 800]], dtype=np.uint16)), 700, [[[0, 800]]]),
    ],
)
def test_one_transparent_colour(image: Image.Image, key: Any, values: list[Any]) -> None:
    picture = read(image, "PNG", transparency=key)
    np.testing.assert_array_equal(picture.array, values)
    assert picture.notes == (BLACK,)


@pytest.mark.parametrize("adobe", [True, False])
def test_cmyk_becomes_red_not_rgba(adobe: bool) -> None:
    """I05 (haraldk/TwelveMonkeys#147, python-pillow/Pillow#6563): with Adobe's marker CMYK is inverted."""
    red = (0, 255, 255, 0) if adobe else (255, 0, 0, 255)
    data = saved(Image.new("CMYK", (16, 16), red), "JPEG", quality=95)
    marker = data.find(b"\xff\xee")
    assert data[marker + 4 : marker + 9] == b"Adobe"
    if not adobe:
        length = int.from_bytes(data[marker + 2 : marker + 4], "big")
        data = data[:marker] + data[marker + 2 + length :]
    picture = load_picture_bytes(data, "red.jpg")
    np.testing.assert_allclose(picture.array[:, 8, 8], (255, 0, 0), atol=4)
    assert picture.channels == ("R", "G", "B")
    assert picture.notes == ("CMYK was turned into RGB.",)


def test_cmyk_tiff() -> None:
    picture = read(Image.new("CMYK", (2, 2), (0, 255, 255, 0)), "TIFF")
    np.testing.assert_array_equal(picture.array[:, 0, 0], (255, 0, 0))


def with_orientation(value: int) -> Image.Exif:
    exif = Image.Exif()
    exif[0x0112] = value
    return exif


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("form", ["PNG", "TIFF", "WEBP"])
def test_every_orientation(orientation: int, form: str) -> None:
    values = rgb(4, 6)
    options = {"lossless": True} if form == "WEBP" else {}
    data = saved(Image.fromarray(values), form, exif=with_orientation(orientation), **options)
    picture = load_picture_bytes(data, "turned")
    with Image.open(io.BytesIO(data)) as image:
        expected = np.asarray(ImageOps.exif_transpose(image))
    np.testing.assert_array_equal(picture.array, expected.transpose(2, 0, 1))
    upright = orientation < 5
    assert picture.array.shape == ((3, 4, 6) if upright else (3, 6, 4))
    assert picture.array.flags.c_contiguous
    turned = ("It was turned upright as its EXIF data say.",)
    assert picture.notes == (turned if orientation > 1 else ())


@pytest.mark.parametrize("reduce", [1, 2])
def test_orientation_6_of_a_jpeg(reduce: int) -> None:
    """I02 (wkentaro/labelme#232, HumanSignal/labelImg#198): the stored top left ends at the top right."""
    values = np.zeros((16, 32), dtype=np.uint8)
    values[:8, :8] = 255
    data = saved(Image.fromarray(values), "JPEG", quality=95, exif=with_orientation(6))
    array = load_picture_bytes(data, "turned.jpg", reduce=reduce).array[0]
    assert array.shape == (32 // reduce, 16 // reduce)
    assert array[1, -2] > 200
    assert array[1, 1] < 50
    assert array[-2, -2] < 50


def test_the_first_of_three_frames() -> None:
    """I11 (napari/napari#3745, PyFixate/Fixate#115)."""
    frames = [Image.new("RGB", (4, 4), colour) for colour in ((255, 0, 0), (0, 255, 0), (0, 0, 255))]
    for form, word in (("GIF", "frames"), ("TIFF", "pages"), ("PNG", "frames"), ("WEBP", "frames")):
        options = {"lossless": True} if form == "WEBP" else {}
        picture = read(frames[0], form, save_all=True, append_images=frames[1:], **options)
        assert picture.array.shape == (3, 4, 4)
        np.testing.assert_array_equal(picture.array[:, 0, 0], (255, 0, 0))
        assert f"Only the first of 3 {word} was read." in picture.notes


def test_a_damaged_later_frame_does_not_spoil_the_first() -> None:
    frames = [Image.fromarray(rgb(16, 16) + shift) for shift in (0, 40)]
    data = saved(frames[0], "GIF", save_all=True, append_images=frames[1:])
    assert load_picture_bytes(data[:-60], "cut.gif").array.shape == (3, 16, 16)


@pytest.mark.filterwarnings("ignore:Corrupt EXIF data:UserWarning")
def test_damaged_camera_data_do_not_spoil_the_picture() -> None:
    data = saved(Image.new("RGB", (8, 8)), "JPEG", exif=b"Exif\0\0MM\0*\0\0\xff\xff")
    assert load_picture_bytes(data, "x.jpg").array.shape == (3, 8, 8)


def test_content_decides_not_the_name(tmp_path: Path) -> None:
    """I09 (jurplel/qView#28): a JPEG that is called PNG opens."""
    path = tmp_path / "w.png"
    path.write_bytes(saved(Image.new("RGB", (8, 8), (255, 255, 255)), "JPEG"))
    picture = load_picture(path)
    assert picture.array.min() == 255
    assert picture.path == path
    assert picture.name == "w.png"


def test_names_of_any_script_open(tmp_path: Path) -> None:
    """I10 (opencv/opencv#22881, MouseLand/cellpose#1150)."""
    folder = tmp_path / "Übung 図 #1 100%"
    folder.mkdir()
    path = folder / "Gemälde 絵 #2 50%.png"
    Image.new("L", (2, 2), 9).save(path)
    picture = load_picture(str(path))
    assert picture.array.max() == 9
    assert picture.path == path
    assert picture.sentence() == "Opened Gemälde 絵 #2 50%.png, 2 × 2 grey."
