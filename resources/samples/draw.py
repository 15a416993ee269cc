"""Draws the sample pictures beside this file: `python resources/samples/draw.py` writes them anew.

Everything is computed here, from no other picture and no font of the system, so that each machine draws the
same.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image

Floats = npt.NDArray[np.float64]
Bytes = npt.NDArray[np.uint8]

# Letters of 5 x 7 cells; each number is a row, its five bits the cells from left to right.
GLYPHS = {
    "0": (14, 17, 19, 21, 25, 17, 14),
    "1": (4, 12, 4, 4, 4, 4, 14),
    "2": (14, 17, 1, 6, 8, 16, 31),
    "3": (31, 2, 4, 6, 1, 17, 14),
    "4": (2, 6, 10, 18, 31, 2, 2),
    "5": (31, 16, 30, 1, 1, 17, 14),
    "6": (6, 8, 16, 30, 17, 17, 14),
    "7": (31, 1, 2, 4, 8, 8, 8),
    "8": (14, 17, 17, 14, 17, 17, 14),
    "9": (14, 17, 17, 15, 1, 2, 12),
    "A": (14, 17, 17, 31, 17, 17, 17),
    "B": (30, 17, 17, 30, 17, 17, 30),
    "C": (14, 17, 16, 16, 16, 17, 14),
    "D": (30, 17, 17, 17, 17, 17, 30),
    "E": (31, 16, 16, 30, 16, 16, 31),
    "F": (31, 16, 16, 30, 16, 16, 16),
    "G": (14, 17, 16, 23, 17, 17, 15),
    "H": (17, 17, 17, 31, 17, 17, 17),
    "I": (14, 4, 4, 4, 4, 4, 14),
    "K": (17, 18, 20, 24, 20, 18, 17),
    "L": (16, 16, 16, 16, 16, 16, 31),
    "M": (17, 27, 21, 21, 17, 17, 17),
    "N": (17, 25, 21, 19, 17, 17, 17),
    "O": (14, 17, 17, 17, 17, 17, 14),
    "P": (30, 17, 17, 30, 16, 16, 16),
    "R": (30, 17, 17, 30, 20, 18, 17),
    "S": (15, 16, 16, 14, 1, 1, 30),
    "T": (31, 4, 4, 4, 4, 4, 4),
    "U": (17, 17, 17, 17, 17, 17, 14),
    "V": (17, 17, 17, 17, 17, 10, 4),
    "W": (17, 17, 17, 21, 21, 27, 17),
    "X": (17, 17, 10, 4, 10, 17, 17),
    "Y": (17, 17, 10, 4, 4, 4, 4),
    " ": (0, 0, 0, 0, 0, 0, 0),
    ".": (0, 0, 0, 0, 0, 12, 12),
    ":": (0, 12, 12, 0, 12, 12, 0),
}


def random(count: int, seed: int) -> Floats:
    """Numbers from 0 to 1 by a fixed formula (splitmix64); NumPy may change the streams of its generators."""
    state = (np.arange(1, count + 1, dtype=np.uint64) + np.uint64(seed << 32)) * np.uint64(0x9E3779B97F4A7C15)
    state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return ((state ^ (state >> np.uint64(31))) >> np.uint64(11)).astype(np.float64) / 2.0**53


def grid(height: int, width: int) -> tuple[Floats, Floats]:
    """Row and column of each pixel's middle, counted from the picture's middle."""
    rows, columns = np.mgrid[:height, :width].astype(np.float64)
    return rows - (height - 1) / 2, columns - (width - 1) / 2


def whole(values: Floats) -> Bytes:
    """Values as bytes."""
    return np.rint(np.clip(values, 0, 255)).astype(np.uint8)


def write(picture: Bytes, text: str, top: int, left: int, scale: int, ink: int) -> None:
    """Set `text` with letters of `scale` pixels a cell."""
    for index, sign in enumerate(text):
        cells = np.array([[row >> bit & 1 for bit in (4, 3, 2, 1, 0)] for row in GLYPHS[sign]], dtype=bool)
        cells = cells.repeat(scale, axis=0).repeat(scale, axis=1)
        x = left + index * 6 * scale
        picture[top : top + 7 * scale, x : x + 5 * scale][cells] = ink


def soft(values: Floats) -> Floats:
    """Each value mixed with its neighbours, 1 2 1 both ways."""
    for axis in (0, 1):
        around = np.pad(values, [(1, 1) if axis == side else (0, 0) for side in (0, 1)])
        size = values.shape[axis]
        before, after = (around.take(range(start, start + size), axis=axis) for start in (0, 2))
        values = (before + 2 * values + after) / 4
    return values


def stars() -> Bytes:
    """Single bright pixels on a dark sky: max keeps every star, average lets them fade."""
    rows, columns = grid(128, 128)
    band = np.exp(-(((rows * 0.8 + columns * 0.6) / 26) ** 2))
    sky = 8 + 30 * band * (0.75 + 0.25 * np.sin(columns / 9) * np.cos(rows / 7))
    sky += 5 * random(128 * 128, 1).reshape(128, 128)
    places, light = random(240, 2).reshape(120, 2), random(120, 3)
    for (down, across), bright in zip(places, light, strict=True):
        row, column = int(down * 128), int(across * 128)
        sky[row, column] = 96 + 159 * bright**1.5
    for row, column in ((22, 30), (40, 92), (71, 51), (96, 104), (103, 20)):
        sky[row, column] = 255
        for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            sky[row + dr, column + dc] = 120
    return whole(sky)


def checkerboard() -> Bytes:
    """Boards of 1, 2, 4 and 8 pixels a square: where pooling meets the pattern's own size."""
    rows, columns = np.mgrid[:64, :64]
    boards = [((rows // size + columns // size) % 2) * 255 for size in (1, 2, 4, 8)]
    return np.block([boards[:2], boards[2:]]).astype(np.uint8)


def text() -> Bytes:
    """White on black and black on white: max pooling thickens the one and eats the other."""
    picture = np.zeros((160, 256), dtype=np.uint8)
    picture[80:] = 255
    for top, ink in ((0, 255), (80, 0)):
        write(picture, "MAX POOLING", top + 9, 30, 3, ink)
        write(picture, "KEEPS THE BRIGHT", top + 38, 32, 2, ink)
        write(picture, "WHAT IS THIN AND DARK IS LOST. 0123456789", top + 62, 5, 1, ink)
    return picture


def digits() -> Bytes:
    """Ten figures with soft edges, each in a tile of 28 x 28 as learning machines know them."""
    picture = np.zeros((56, 140), dtype=np.uint8)
    for index in range(10):
        write(picture, str(index), 28 * (index // 5) + 4, 28 * (index % 5) + 7, 3, 255)
    return whole(soft(soft(picture.astype(np.float64))) * 1.15)


def edges() -> Bytes:
    """Lines one pixel wide at every 15 degrees, and circles: how far pooling keeps what is thin."""
    rows, columns = grid(192, 192)
    # The middle lies in a pixel, else the upright and the level line would be two grey pixels wide.
    rows, columns = rows - 0.5, columns - 0.5
    distance = np.hypot(rows, columns)
    light = np.zeros((192, 192))
    for step in range(12):
        angle = np.pi * step / 12
        across = np.abs(columns * np.sin(angle) - rows * np.cos(angle))
        ray = np.clip(1.1 - across, 0, 1) * (distance > 14) * (distance < 88)
        light = np.maximum(light, ray)
    for radius in (8.0, 44.0, 92.0):
        light = np.maximum(light, np.clip(1.1 - np.abs(distance - radius), 0, 1))
    return whole(14 + 241 * light)


def ring() -> Bytes:
    """A soft ring small enough to read every number."""
    rows, columns = grid(16, 16)
    return whole(10 + 240 * np.exp(-(((np.hypot(rows, columns) - 5) / 1.5) ** 2)))


def discs() -> Bytes:
    """Red, green and blue light that overlaps: each channel pools by itself."""
    rows, columns = grid(192, 192)
    picture = np.full((192, 192, 3), 16.0)
    for channel, angle in enumerate((np.pi / 2, np.pi * 7 / 6, np.pi * 11 / 6)):
        distance = np.hypot(rows + 38 * np.sin(angle), columns - 38 * np.cos(angle))
        inside = np.clip(56 - distance, 0, 1)
        picture[:, :, channel] += inside * (214 - 0.9 * distance + 12 * np.sin(distance / 2.2))
    return whole(picture)


def _ridge(columns: Floats, base: float, waves: tuple[tuple[float, float, float], ...]) -> Floats:
    return base - sum(height * np.sin(columns / length + phase) for height, length, phase in waves)


def _mix(colours: tuple[tuple[int, int, int], ...], places: tuple[float, ...], where: Floats) -> Floats:
    return np.stack([np.interp(where, places, [colour[k] for colour in colours]) for k in range(3)], axis=-1)


def scene() -> Bytes:
    """Hills at a lake in the evening: smooth sky, sharp ridges, fine glitter."""
    height, width, shore = 384, 512, 252
    rows, columns = np.mgrid[:height, :width].astype(np.float64)
    sky_colours = ((38, 52, 104), (104, 92, 150), (232, 138, 108), (255, 208, 138))
    picture = _mix(sky_colours, (0, 105, 200, 252), rows)
    sun = np.hypot(rows - 176, columns - 344)
    glow = np.exp(-sun / 62)[:, :, None]
    picture += glow * np.array([110, 72, 22])
    disc = np.clip(25 - sun, 0, 1)[:, :, None]
    picture = picture * (1 - disc) + disc * np.array([255, 244, 206])
    for row, column, long, thick in (
        (62, 120, 92, 5),
        (84, 205, 70, 3.5),
        (112, 420, 80, 4),
        (46, 372, 60, 3),
    ):
        wave = row + 3 * np.sin(columns / 23 + row)
        veil = np.exp(-(((columns - column) / long) ** 2) - ((rows - wave) / thick) ** 2)[:, :, None]
        picture += veil * np.array([74, 52, 44])
    hills = (
        ((126, 108, 150), 206.0, ((20.0, 61.0, 0.6), (8.0, 23.0, 1.9), (2.0, 7.0, 0.2))),
        ((78, 76, 118), 226.0, ((17.0, 83.0, 2.6), (7.0, 31.0, 0.4), (2.5, 9.0, 1.1))),
        ((36, 56, 70), 243.0, ((15.0, 97.0, 4.4), (5.0, 27.0, 3.0))),
    )
    for colour, base, waves in hills:
        ridge = _ridge(columns, base, waves)
        cover = np.clip(rows - ridge + 0.5, 0, 1)[:, :, None]
        haze = np.clip((rows - ridge) / 70, 0, 1)[:, :, None]
        picture = picture * (1 - cover) + cover * (np.array(colour) + haze * np.array([34, 20, 6]))
    trees = random(width, 5)
    for left in range(0, width, 3):
        if trees[left] > 0.3 and (60 < left < 233 or left > 392):
            tall = 7 + 15 * trees[(left * 7) % width]
            foot = _ridge(columns[:1, left], 250.0, hills[2][2])[0] + 4
            shape = np.abs(columns - left) < np.clip((rows - (foot - tall)) * 0.28, 0, 4.5)
            picture[shape & (rows < shore) & (rows < foot + 3) & (rows > foot - tall)] = (20, 34, 44)
    picture[shore - 1] = (24, 34, 44)
    depth = np.arange(height - shore)
    sway = np.rint(2.5 * np.sin(depth / 2.3 + 0.02 * depth**1.5) * (depth / 50)).astype(int)
    mirror = picture[shore - 2 - np.minimum((depth * 1.25).astype(int), shore - 2)]
    swayed = np.clip(np.arange(width) - sway[:, None], 0, width - 1)
    mirror = np.take_along_axis(mirror, swayed[:, :, None], axis=1)
    water = mirror * 0.66 + np.array([10, 22, 40])
    flicker = random(depth.size * width, 6).reshape(depth.size, width)
    # Glitter lies in short horizontal strokes, the wider the nearer.
    strokes = (
        flicker + np.roll(flicker, 1, axis=1) + np.roll(flicker, 2, axis=1) + np.roll(flicker, 3, axis=1)
    ) / 4
    spread = 9 + 0.42 * depth[:, None]
    path = np.exp(-(((columns[shore:] - 344) / spread) ** 2)) * np.clip((strokes - 0.42) * 5, 0, 1)
    water += path[:, :, None] * np.array([190, 140, 80])
    water += ((strokes - 0.5) * 16)[:, :, None]
    picture[shore:] = water
    return whole(picture)


SAMPLES: dict[str, Callable[[], Bytes]] = {
    "stars": stars,
    "checkerboard": checkerboard,
    "text": text,
    "digits": digits,
    "edges": edges,
    "ring": ring,
    "discs": discs,
    "scene": scene,
}


def main(folder: Path) -> None:
    """Write every sample as a PNG file into `folder`."""
    options: dict[str, Any] = {"optimize": True}
    for key, draw in SAMPLES.items():
        Image.fromarray(draw()).save(folder / f"{key}.png", **options)


if __name__ == "__main__":
    main(Path(__file__).resolve().parent)
