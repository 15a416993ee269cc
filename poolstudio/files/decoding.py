"""From the bytes of a picture file to a Picture: what it is, whether it is too large, how it is read."""

import io
import logging
import warnings
from pathlib import Path
from typing import IO, BinaryIO, cast

# Imported by name so that Pillow knows the formats without loading its forty other plugins.
from PIL import (
    BmpImagePlugin,  # noqa: F401
    ExifTags,
    GifImagePlugin,  # noqa: F401
    Image,
    JpegImagePlugin,  # noqa: F401
    PngImagePlugin,  # noqa: F401
    PpmImagePlugin,  # noqa: F401
    TiffImagePlugin,  # noqa: F401
    UnidentifiedImageError,
    WebPImagePlugin,  # noqa: F401
)

from poolstudio.files.limits import check_claim, check_size, draft_scale
from poolstudio.files.netpbm import CutShort, NetpbmRaster
from poolstudio.files.pictures import Picture, PictureProblem, as_array, shown_name, times, why_not_read
from poolstudio.files.rasters import PillowRaster, Raster, fill
from poolstudio.files.rawmodes import own_type, raw_mode, with_low_bytes, with_stored_order
from poolstudio.files.unreadable import why_unknown
from poolstudio.files.watching import LoadCancelled, Watch, WatchedFile

FORMATS = ("PNG", "JPEG", "TIFF", "WEBP", "BMP", "GIF", "PPM")

# What Pillow says of damaged parts is said in a sentence of our own, or does no harm.
warnings.filterwarnings("ignore", module=r"PIL\.")
logging.getLogger("PIL").addHandler(logging.NullHandler())

# Pillow's own limit is a warning up to twice its size; ours (limits.py) is checked from the header instead.
Image.MAX_IMAGE_PIXELS = None

_READING = 0.7  # the part of the progress that the file itself takes, the rest is for the planes
_BLOCK = 1 << 14  # bytes decoded between two looks at the watch


def read_picture(stream: BinaryIO, name: str, path: Path | None, watch: Watch, reduce: int) -> Picture:
    """The picture in `stream`, see `pictures.load_picture`; `name` stands in sentences."""
    if reduce < 1:
        raise ValueError(f"A picture is reduced by 1, 2, 3, …, not by {reduce}.")
    shown = shown_name(name)
    try:
        size = stream.seek(0, io.SEEK_END)
        if size == 0:
            raise PictureProblem(f"{shown} is empty.")
        file = cast(IO[bytes], WatchedFile(stream, size, watch, _READING))
        return _Reading(file, size, shown, watch, reduce).picture(name, path)
    except (LoadCancelled, PictureProblem):
        raise
    except MemoryError as error:
        raise PictureProblem(f"{shown} needs more memory than there is.") from error
    except OSError as error:
        if error.errno is not None:
            raise PictureProblem(why_not_read(shown, error)) from error
        raise PictureProblem(_damaged(shown)) from error
    except Exception as error:
        # Decoders raise nearly everything on forged or cut data: SyntaxError, struct.error, IndexError,
        # zlib.error.
        raise PictureProblem(_damaged(shown)) from error


def _damaged(shown: str) -> str:
    return f"{shown} is cut short or damaged: its pixels cannot be read to the end."


class _Reading:
    """One picture being read; collects the notes on the way."""

    def __init__(self, file: IO[bytes], size: int, shown: str, watch: Watch, reduce: int) -> None:
        self.file = file
        self.size = size
        self.shown = shown
        self.watch = watch
        self.reduce = reduce

    def picture(self, name: str, path: Path | None) -> Picture:
        image = self.open()
        check_claim(image, self.size, self.shown)
        check_size(image, self.reduce, self.shown)
        full = image.size
        frames = self.frames(image)
        # Draft mode lets the JPEG decoder itself give a half, a quarter or an eighth of the size.
        scale = draft_scale(image, self.reduce)
        if scale > 1:
            image.draft(None, (max(1, full[0] // scale), max(1, full[1] // scale)))
        bits = 1 if image.mode == "1" else None
        notes: list[str] = []
        turned = image.format == "TIFF" and _tiff_orientation(image) > 1
        raster = self.raster(image, notes)
        # Only now: asked for its EXIF data, a PNG decodes itself whole.
        orientation = _orientation(image)
        array, transparent = fill(
            raster, orientation=orientation, reduce=self.reduce // scale, step=self.planes_step
        )
        array = as_array(array)
        leading = []
        if self.reduce > 1:
            leading.append(f"It was reduced from {times(*(full if orientation < 5 else full[::-1]))}.")
            bits = None
        if transparent:
            leading.append("Transparent parts were laid on black.")
        if frames > 1:
            leading.append(f"Only the first of {frames} {_frame_word(image)} was read.")
        if orientation > 1 or turned:
            leading.append("It was turned upright as its EXIF data say.")
        channels = ("R", "G", "B") if len(array) == 3 else ("grey",)
        self.watch.at(1.0)
        return Picture(array, channels, name, path, (*leading, *notes), bits)

    def planes_step(self, fraction: float) -> None:
        self.watch.at(_READING + (1 - _READING) * fraction)

    def open(self) -> Image.Image:
        self.file.seek(0)
        head = self.file.read(1024)
        try:
            return Image.open(self.file, formats=FORMATS)
        except UnidentifiedImageError as error:
            # Pillow drops what a decoder raised while it read the header, a cancel included.
            self.watch.check()
            raise PictureProblem(f"{self.shown} {why_unknown(head)}") from error

    def raster(self, image: Image.Image, notes: list[str]) -> Raster:
        if image.format == "PPM" and image.mode in ("L", "I", "RGB"):
            netpbm = self.netpbm(image)
            if netpbm is not None:
                return netpbm
        raw = raw_mode(image)
        low = None
        if ";16" in raw and image.mode in ("RGB", "RGBA"):
            low = self.low_bytes()
            if low is None:
                notes.append("Its 16 bit were cut to 8.")
        self.decode(image)
        said = {"CMYK": "CMYK was turned into RGB.", "P": "Palette colours were looked up."}
        said |= {"PA": said["P"], "YCbCr": "YCbCr was turned into RGB.", "HSV": "HSV was turned into RGB."}
        if image.mode in said:
            notes.append(said[image.mode])
        if image.mode == "LAB":
            raise PictureProblem(f"{self.shown} holds Lab colours, which are not read.")
        return PillowRaster(image, low, own_type(image), grey=raw.startswith("LA;"))

    def decode(self, image: Image.Image) -> None:
        if image.format in ("PNG", "JPEG", "MPO", "GIF") and hasattr(image, "decodermaxblock"):
            image.decodermaxblock = _BLOCK
        with_stored_order(image)
        image.load()
        self.watch.check()

    def low_bytes(self) -> Image.Image | None:
        """A second decoding with the low bytes of 16-bit colours, or None where Pillow does not give them."""
        image = self.open()
        with_low_bytes(image)
        try:
            self.decode(image)
        except ValueError:
            return None
        return image

    def netpbm(self, image: Image.Image) -> NetpbmRaster | None:
        tile = image.tile[0]  # type: ignore[attr-defined]
        decoder, _, offset, args = tile
        if decoder == "raw" and args != "I;16B":
            return None
        largest = args[1] if isinstance(args, tuple) else 65535
        size = image.size
        channels = 3 if image.mode == "RGB" else 1
        try:
            return NetpbmRaster(
                cast(BinaryIO, self.file), offset, size, channels, largest, decoder == "ppm_plain"
            )
        except CutShort as error:
            raise PictureProblem(_damaged(self.shown)) from error

    def frames(self, image: Image.Image) -> int:
        """How many frames or pages there are. A preview beside the photo (MPO) does not count."""
        if image.format in ("PNG", "WEBP"):
            return int(getattr(image, "n_frames", 1))
        if image.format not in ("GIF", "TIFF"):
            return 1
        try:
            # Counting reads on to the last frame, which may be damaged: that is not to spoil the first.
            return int(getattr(self.open(), "n_frames", 1))
        except (OSError, EOFError, SyntaxError, ValueError, IndexError, KeyError, PictureProblem):
            self.watch.check()
            return 1


def _frame_word(image: Image.Image) -> str:
    return "pages" if image.format == "TIFF" else "frames"


def _tiff_orientation(image: Image.Image) -> int:
    """The orientation that Pillow is going to take away."""
    tags = getattr(image, "tag_v2", {})
    value = tags.get(ExifTags.Base.Orientation.value, 1)
    return value if isinstance(value, int) else 1


def _orientation(image: Image.Image) -> int:
    """EXIF orientation 1 to 8. Pillow turns TIFF by itself; data that cannot be read count as upright."""
    if image.format == "TIFF":
        return 1
    try:
        value = image.getexif().get(ExifTags.Base.Orientation, 1)
    except Exception:
        # A damaged block of camera data is no reason to refuse the picture.
        return 1
    return value if isinstance(value, int) and 1 <= value <= 8 else 1
