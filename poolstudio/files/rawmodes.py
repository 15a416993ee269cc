"""How Pillow unpacks the values of a file, read and changed where it would lose bits or swap bytes."""

import sys

from PIL import Image, TiffImagePlugin

# libtiff hands compressed values over in the machine's byte order, Pillow unpacks these in that of the file.
_NATIVE = {"F;32BF": "F;32F", "I;32BS": "I;32S", "I;16BS": "I;16S"}
_OTHER = {"B": "L", "L": "B", "N": "B" if sys.byteorder == "little" else "L"}


def raw_mode(image: Image.Image) -> str:
    """The arrangement of the values in the file, as in "RGB;16B"; "" once the image is decoded."""
    tiles = getattr(image, "tile", [])
    args = tiles[0].args if tiles else ""
    raw = args[0] if isinstance(args, tuple) and args else args
    return raw if isinstance(raw, str) else ""


def with_stored_order(image: Image.Image) -> None:
    """Make Pillow take values as they are stored where it takes them wrongly.

    Compressed TIFF values of the other byte order are read as libtiff delivers them; CMYK JPEGs are taken
    as inverted only if they have the marker of Adobe, whose programs invert them.
    """
    if image.format == "JPEG" and raw_mode(image) == "CMYK;I" and "adobe" not in image.info:
        _read_as(image, "CMYK")
    tiles = getattr(image, "tile", [])
    native = _NATIVE.get(raw_mode(image))
    if native is not None and sys.byteorder == "little" and tiles[0].codec_name == "libtiff":
        _read_as(image, native)


def with_low_bytes(image: Image.Image) -> None:
    """Make Pillow keep the low byte of each 16-bit value.

    It has no mode for 16-bit colour and keeps the high byte; told that the file has the other byte order,
    the byte that it keeps is the low one.
    """
    raw = raw_mode(image)
    _read_as(image, raw[:-1] + _OTHER[raw[-1]])


def own_type(image: Image.Image) -> str | None:
    """The type of integer TIFF values where Pillow's mode is of another one with the same bits."""
    if not isinstance(image, TiffImagePlugin.TiffImageFile):
        return None
    bits = image.tag_v2.get(TiffImagePlugin.BITSPERSAMPLE, (1,))
    kind = image.tag_v2.get(TiffImagePlugin.SAMPLEFORMAT, (1,))
    return {("I", 16, 2): "i2", ("I", 32, 1): "u4", ("L", 8, 2): "i1"}.get((image.mode, bits[0], kind[0]))


def _read_as(image: Image.Image, raw: str) -> None:
    # Image.open gives files, and only these hold tiles.
    image.tile = [  # type: ignore[attr-defined]
        tile._replace(args=raw if isinstance(tile.args, str) else (raw, *tile.args[1:]))
        for tile in getattr(image, "tile", [])
    ]
