"""How large a picture may be: its own budget, checked from the header before anything is decoded."""

from PIL import Image

from poolstudio.files import pictures
from poolstudio.files.pictures import PictureProblem, PictureTooLarge, grouped, times

# What may be decoded in full to be reduced: 4 bytes a pixel, half a gigabyte. A JPEG decoder reduces while
# it decodes.
DECODE_CEILING = 128_000_000
DRAFT_CEILING = 1_000_000_000
_SCALES = (8, 4, 2)
# Deflate packs at most 1032 bytes into one.
_MOST_PACKED = 1032


def draft_scale(image: Image.Image, reduce: int) -> int:
    """The part of `reduce` that the decoder does by itself: 1, 2, 4 or 8."""
    if image.format not in ("JPEG", "MPO"):
        return 1
    # Narrower than the scale, the decoder would take a smaller one.
    return next((scale for scale in _SCALES if reduce % scale == 0 and scale <= min(image.size)), 1)


def check_size(image: Image.Image, reduce: int, shown: str) -> None:
    """Raise PictureTooLarge if the picture, reduced as asked for, is over the budget or cannot be reduced."""
    if _fits(image, reduce):
        return
    suggestion = next((scale for scale in (2, 4, 8, 16, 32) if scale > reduce and _fits(image, scale)), None)
    what = f"{shown} has {_millions(image)} million pixels ({times(*image.size)}), more than the"
    if suggestion is None:
        raise PictureTooLarge(f"{what} {_budget()} million that are read.", image.size, None)
    end = f"reduced by {suggestion} it can be opened."
    raise PictureTooLarge(f"{what} {_budget()} million that are read: {end}", image.size, suggestion)


def check_claim(image: Image.Image, size: int, shown: str) -> None:
    """Raise if a PNG file of `size` bytes claims more pixels than that many bytes can unpack to."""
    width, height = image.size
    if image.format != "PNG" or width * height // 8 <= size * _MOST_PACKED:
        return
    message = f"{shown} claims {times(width, height)} pixels, more than its {grouped(size)} bytes can hold."
    if _pixels(image.size, 1) > pictures.PIXEL_BUDGET:
        raise PictureTooLarge(message, image.size, None)
    raise PictureProblem(message)


def _fits(image: Image.Image, reduce: int) -> bool:
    if _pixels(image.size, reduce) > pictures.PIXEL_BUDGET:
        return False
    progressive = "progressive" in image.info
    if draft_scale(image, reduce) > 1 and not progressive:
        decoded = _pixels(image.size, draft_scale(image, reduce))
        return decoded <= DECODE_CEILING and _pixels(image.size, 1) <= DRAFT_CEILING
    return reduce == 1 or _pixels(image.size, 1) <= DECODE_CEILING


def _pixels(size: tuple[int, int], reduce: int) -> int:
    return -(-size[0] // reduce) * -(-size[1] // reduce)


def _millions(image: Image.Image) -> str:
    count = _pixels(image.size, 1)
    # A number that rounds to the budget itself would contradict the sentence.
    return (
        grouped(round(count / 1e6))
        if round(count / 1e6) != round(pictures.PIXEL_BUDGET / 1e6)
        else f"{count / 1e6:.6g}"
    )


def _budget() -> str:
    return grouped(round(pictures.PIXEL_BUDGET / 1e6))
