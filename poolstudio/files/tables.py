"""Blocks of numbers as text, exchanged with spreadsheets through the clipboard."""

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from poolstudio.files.numbers import NumberProblem, has_two_marks, is_number, parse_number

MAX_CELLS = 1_000_000

_QUOTED = re.compile(r'"(?:[^"]|"")*"')
# A line that holds a comma and is yet one number: there the comma is a decimal comma.
_DECIMAL_COMMA = re.compile(r"\s*[+\-\u2212]?(?:[0-9]+,[0-9]*|,[0-9]+)(?:[eE][+\-\u2212]?[0-9]+)?\s*")


@dataclass(frozen=True)
class Block:
    """A rectangle of numbers: `rows` of equal length, and sentences on what was decided to read them."""

    rows: tuple[tuple[float, ...], ...]
    notes: tuple[str, ...] = ()

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns, both at least 1."""
        return len(self.rows), len(self.rows[0])

    @property
    def values(self) -> npt.NDArray[np.float64]:
        """The numbers as a new float64 array (rows, columns)."""
        return np.array(self.rows, dtype=np.float64)


class TableProblem(ValueError):
    """A text is no block of numbers: one sentence, and the `row` and `column` (from 0) to blame, or None."""

    def __init__(self, message: str, row: int | None = None, column: int | None = None) -> None:
        super().__init__(message)
        self.row = row
        self.column = column


def parse_block(text: str) -> Block:
    """The block of numbers in `text`.

    Cells are parted by tabs; in a text without tabs by semicolons; in one without either by commas, but
    only where some line cannot be a single number with a decimal comma ("1,2,3", "1.5,2", "1, 2", "nan,1").
    So "1,5" and a column of such lines is a column of decimal numbers, and a note says it. Rows end with
    CR, LF or CRLF; cells may stand in quotation marks and then hold line ends. A byte order mark and blank
    lines at the end do not count, nor does one separator too many at the end of rows if all rows are
    equally long without it. A first row is a heading if it has words and nothing that begins like a number,
    and other rows follow it; it is skipped. What was skipped, or could have been read in another way,
    stands in the notes.

    Rows and columns in messages count from 0, headings left out. Raises TableProblem for a cell that is no
    number or empty, for rows of different length (nothing is filled in), for open quotation marks, for text
    without a number and for more than a million cells.
    """
    text = text.removeprefix("\ufeff")
    separator = _separator(text)
    notes: list[str] = []
    rows = _without_last_blanks(_split(text, separator), notes)
    if not rows:
        raise TableProblem("The text holds no numbers.")
    if sum(map(len, rows)) > MAX_CELLS:
        raise TableProblem(f"The block has more than {MAX_CELLS:,} cells.".replace(",", "\u2009"))
    rows = _without_last_separators(rows, notes)
    if len(rows) > 1 and _is_heading(rows[0]):
        rows = rows[1:]
        notes.append("The first row is a heading and was left out.")
    _check_shape(rows)
    numbers = tuple(
        tuple(_number(cell, row, column, separator) for column, cell in enumerate(cells))
        for row, cells in enumerate(rows)
    )
    if any("," in cell for cells in rows for cell in cells):
        notes.append("Commas were read as decimal points.")
    return Block(numbers, tuple(notes))


def format_block(array: npt.ArrayLike) -> str:
    """A 2-D array as text for a spreadsheet: cells parted by tabs, rows by line feeds, none after the last
    row.

    Every value is written with the fewest digits that give it back in its own type; whole numbers without a
    point, bool as 0 and 1, `nan`, `inf`, `-inf`, `-0`. Integers beyond 2**53 are written exactly,
    `parse_block` returns the nearest float. Raises ValueError if the array is not 2-D or its type is not a
    real number.
    """
    values: npt.NDArray[Any] = np.asarray(array)
    if values.ndim != 2:
        raise ValueError(f"A block of text has rows and columns, this array has {values.ndim} axes.")
    if values.dtype.kind == "b":
        values = values.astype(np.uint8)
    if values.dtype.kind not in "iuf":
        raise ValueError(f"A block of text holds real numbers, not {values.dtype}.")
    return "\n".join("\t".join(map(_written, row)) for row in values)


def _written(value: Any) -> str:
    text = str(value)
    # NumPy gives a float32 from 1e7 on an exponent; a whole number reads better without.
    if "e" in text and float(value).is_integer() and abs(float(value)) < 2**53:
        return str(int(value))
    return text.removesuffix(".0")


def _separator(text: str) -> str:
    bare = _QUOTED.sub("", text)
    for sign in "\t;":
        if sign in bare:
            return sign
    lines = re.split(r"[\r\n]+", bare)
    # Nor is "1,234.5" two cells: as a number with grouped digits it is refused.
    parted = (
        "," in line and not _DECIMAL_COMMA.fullmatch(line) and not has_two_marks(line) for line in lines
    )
    return "," if any(parted) else "\t"


def _split(text: str, separator: str) -> list[list[str]]:
    import csv  # not before the first paste

    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        return [[cell.strip() for cell in cells] or [""] for cells in reader]
    except csv.Error as error:
        raise TableProblem("The text has a quotation mark that is not closed.") from error


def _without_last_blanks(rows: list[list[str]], notes: list[str]) -> list[list[str]]:
    end = len(rows)
    while end and rows[end - 1] == [""]:
        end -= 1
    if 0 < end < len(rows):
        notes.append("Blank lines at the end were left out.")
    return rows[:end]


def _without_last_separators(rows: list[list[str]], notes: list[str]) -> list[list[str]]:
    shorter = [cells[:-1] if len(cells) > 1 and not cells[-1] else cells for cells in rows]
    if shorter != rows and len(set(map(len, shorter))) == 1:
        notes.append("A separator at the end of rows was left out.")
        return shorter
    return rows


def _is_heading(cells: Sequence[str]) -> bool:
    if not any(cells):
        return False
    # What begins like a number is a mistyped number, not a word: it is named, not skipped.
    return not any(
        cell and (cell[0] in "+-\u2212.," or cell[0].isdigit() or is_number(cell)) for cell in cells
    )


def _check_shape(rows: list[list[str]]) -> None:
    """Name the first empty cell or, if there is none, the first row that differs in length from the first."""
    for row, cells in enumerate(rows):
        if cells == [""] and len(rows[0]) > 1:
            raise TableProblem(f"Row {row} is empty.", row)
        if "" in cells:
            column = cells.index("")
            raise TableProblem(f"Cell ({row}, {column}) is empty.", row, column)
    for row, cells in enumerate(rows):
        if len(cells) != len(rows[0]):
            raise TableProblem(
                f"Row {row} has {_cells(len(cells))} where row 0 has {_cells(len(rows[0]))}.", row
            )


def _cells(count: int) -> str:
    return "1 cell" if count == 1 else f"{count} cells"


def _number(cell: str, row: int, column: int, separator: str) -> float:
    try:
        return parse_number(cell)
    except NumberProblem as problem:
        hint = ""
        if separator == "\t" and len(cell.split()) > 1 and all(map(is_number, cell.split())):
            hint = "; tabs or semicolons part cells"
        raise TableProblem(f"Cell ({row}, {column}): {problem}{hint}.", row, column) from problem
