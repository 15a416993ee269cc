"""The sample pictures that come with the program, drawn by resources/samples/draw.py."""

from dataclasses import dataclass

from poolstudio.files.pictures import Picture, load_picture
from poolstudio.files.resources import resource


@dataclass(frozen=True)
class Sample:
    """One sample: `key` for settings and scripts, `title` to choose by, `file` below resources/samples."""

    key: str
    title: str
    file: str


SAMPLES: tuple[Sample, ...] = (
    Sample("scene", "Evening at a lake, 512 × 384", "scene.png"),
    Sample("stars", "Stars, 128 × 128", "stars.png"),
    Sample("edges", "Edges, 192 × 192", "edges.png"),
    Sample("checkerboard", "Checkerboards, 128 × 128", "checkerboard.png"),
    Sample("text", "Text, 256 × 160", "text.png"),
    Sample("digits", "Digits, 140 × 56", "digits.png"),
    Sample("discs", "Coloured discs, 192 × 192", "discs.png"),
    Sample("ring", "Ring, 16 × 16", "ring.png"),
)


def load_sample(key: str) -> Picture:
    """The sample of that key, which is the `name` of the picture too; a picture from the program has no
    `path`.

    Raises KeyError for a key that `SAMPLES` does not have.
    """
    for sample in SAMPLES:
        if sample.key == key:
            picture = load_picture(resource("samples", sample.file))
            return Picture(picture.array, picture.channels, sample.key)
    raise KeyError(key)
