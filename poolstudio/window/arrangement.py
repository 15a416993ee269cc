"""Where the panes stand in the centre and how large a cell is: pure, chosen anew only when sizes change."""

import math
from dataclasses import dataclass
from typing import Literal

Rect = tuple[int, int, int, int]
Kind = Literal["across", "stacked"]

#: Rows of the value table that count for its height, and the pixels of one and of its surroundings.
TABLE_ROWS, TABLE_ROW, TABLE_CHROME = 8, 26, 82
#: Pixels of header and footer of a pane, and beside and around its cells.
PANE_CHROME, BESIDE, AROUND = 68, 96, 140
LEAST_CELL, MOST_CELL, MOST_CELL_WIDE, WIDE = 20, 96, 128, 1300
#: The value view beside a picture: 7 rows of at least 28 pixels, heads, header and footer.
NEARBY = 292
THIRD_OF_PICTURE = 190


@dataclass(frozen=True, slots=True)
class Content:
    """Sizes in cells: the input with its padding ring, the local output, and the rows of the value table."""

    input: tuple[int, int]
    output: tuple[int, int]
    rows: int
    planes: int = 1
    picture: bool = False


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Pane rectangles (x, y, width, height) of Input, outputs and Values; `cell` is None for pictures."""

    kind: Kind
    cell: float | None
    input: Rect
    outputs: tuple[Rect, Rect, Rect]
    values: Rect


def arrange(size: tuple[int, int], content: Content) -> Arrangement:
    """The better of the two arrangements for a centre of (width, height) pixels."""
    return _pictures(size) if content.picture else _grid(size, content)


def table_height(rows: int) -> int:
    """Pixels of the Values pane for a grid of so many rows."""
    return TABLE_CHROME + TABLE_ROW * (min(rows, TABLE_ROWS) + 1)


def _grid(size: tuple[int, int], content: Content) -> Arrangement:
    width, height = size
    (h_in, w_in), (h_out, w_out) = content.input, content.output
    below = table_height(content.rows)
    across = min((width - 3 * BESIDE) / (w_in + 2 * w_out), (height - AROUND - below) / max(h_in, h_out))
    stacked = min(
        (width - 160) / (w_in + w_out),
        (height - 104 - below) / h_in,
        (height - 288) / (2 * h_out + 1),
    )
    most = MOST_CELL_WIDE if width >= WIDE else MOST_CELL
    if across >= 0.9 * stacked:
        cell = _cell(across, most)
        return _across(size, content, cell, below)
    return _stacked(size, content, _cell(stacked, most), below)


def _cell(fitting: float, most: int) -> float:
    return float(min(max(math.floor(fitting), LEAST_CELL), most))


def _across(size: tuple[int, int], content: Content, cell: float, below: int) -> Arrangement:
    width, height = size
    columns = _shares(
        width, [content.input[1] * cell, content.output[1] * cell, content.output[1] * cell], 210
    )
    spare = height - AROUND - below - content.input[0] * cell
    bottom = int(min(max(below + max(spare, 0) / 2, 180), height * 0.5))
    top = height - bottom - 1
    first, second, third = columns
    return Arrangement(
        "across",
        cell,
        (0, 0, first, top),
        (
            (first + 1, 0, second, top),
            (first + second + 2, 0, third, top),
            (first + 1, top + 1, width - first - 1, bottom),
        ),
        (0, top + 1, first, bottom),
    )


def _stacked(size: tuple[int, int], content: Content, cell: float, below: int) -> Arrangement:
    width, height = size
    right = int(max(content.output[1] * cell + 80, min(344, 0.4 * width), 260))
    right = int(min(right, width * 0.5, max(width - content.input[1] * cell - 80, 260)))
    left = width - right - 1
    spare = height - 104 - below - content.input[0] * cell
    bottom = int(min(max(below + max(spare, 0) / 2, 180), height * 0.5))
    return Arrangement(
        "stacked",
        cell,
        (0, 0, left, height - bottom - 1),
        _column(left + 1, right, height, [content.output[0] * cell, content.output[0] * cell, cell]),
        (0, height - bottom, left, bottom),
    )


def _pictures(size: tuple[int, int]) -> Arrangement:
    width, height = size
    across = min(width / 3 - 24, height - PANE_CHROME - NEARBY)
    stacked = min(
        width / 2 - 24, height - PANE_CHROME - NEARBY, (height - 2 * PANE_CHROME - THIRD_OF_PICTURE) / 2
    )
    if across >= stacked:
        top = int(across) + PANE_CHROME
        first = width // 3
        second = (width - first - 2) // 2
        return Arrangement(
            "across",
            None,
            (0, 0, first, top),
            (
                (first + 1, 0, second, top),
                (first + second + 2, 0, width - first - second - 2, top),
                (first + 1, top + 1, width - first - 1, height - top - 1),
            ),
            (0, top + 1, first, height - top - 1),
        )
    left = width // 2
    top = int(stacked) + PANE_CHROME
    return Arrangement(
        "stacked",
        None,
        (0, 0, left, top),
        (
            (left + 1, 0, width - left - 1, top),
            (left + 1, top + 1, width - left - 1, top),
            (left + 1, 2 * top + 2, width - left - 1, height - 2 * top - 2),
        ),
        (0, top + 1, left, height - top - 1),
    )


def _shares(total: int, wanted: list[float], least: int) -> list[int]:
    """Split a width into columns: what each wants, and of the rest a share that grows with it."""
    rest = total - 2 - sum(wanted)
    whole = sum(wanted)
    widths = [int(want + rest * (0.5 / len(wanted) + 0.5 * want / whole)) for want in wanted]
    for index, width in enumerate(widths):
        if width < least:
            widths[0] -= least - width if index else 0
            widths[index] = least if index else width
    widths[0] = total - 2 - widths[1] - widths[2]
    return widths


def _column(left: int, width: int, height: int, wanted: list[float]) -> tuple[Rect, Rect, Rect]:
    rest = (height - 2 - sum(wanted)) / len(wanted)
    if rest < AROUND - 44:
        # More cells than there is room for are panned: the local outputs share what the third pane leaves.
        left_over = min(wanted[2] + 96, 0.28 * height)
        heights = [int((height - 2 - left_over) / 2)] * 2 + [0]
    else:
        heights = [int(want + rest) for want in wanted]
    heights[2] = height - 2 - heights[0] - heights[1]
    tops = (0, heights[0] + 1, heights[0] + heights[1] + 2)
    first, second, third = ((left, top, width, tall) for top, tall in zip(tops, heights, strict=True))
    return first, second, third
