"""Numbers as text: what stands in a cell, a table column, a tooltip and a sentence."""

from collections.abc import Iterable
from decimal import Decimal
from typing import Any, TypeAlias

import numpy as np

Real: TypeAlias = int | float | np.bool_ | np.integer[Any] | np.floating[Any]

MINUS = "\u2212"
THIN_SPACE = "\u2009"
TIMES = "\u00d7"
INFINITY = "\u221e"

SIGNIFICANT = 4
_LONGEST_COLUMN = 7  # digits; a column that would need more has values of too different magnitude


def cell_text(value: Real) -> str:
    """The short text of one real number: 4 significant digits, trailing zeros cut.

    The whole part is shown in full below 100 000; from there, and below 0.0001, it is `1.2e6` and `1.2e−5`.
    Takes Python and NumPy scalars (and 0-d arrays) of every real type; raises TypeError for any other.
    """
    number = _plain(value)
    if isinstance(number, int):
        return _minus(str(number)) if abs(number) < 100_000 else _scientific(Decimal(number))
    if isinstance(number, Decimal):
        return _decimal_cell(number)
    special = _special(number)
    if special is not None:
        return special
    size = abs(number)
    if size < 999.95:
        text = f"{number:.{SIGNIFICANT}g}"
        return _exponent(text) if "e" in text else _minus(text)
    if size < 99_999.5:
        return _minus(_cut(f"{number:.0f}"))
    return _scientific(Decimal(number))


def exact_text(value: Real) -> str:
    """The shortest text that reads back as the same number of the same type: float32 0.1 is "0.1"."""
    number = _plain(value)
    if isinstance(number, int):
        return _minus(str(number))
    if isinstance(number, float):
        special = _special(number)
        if special is not None:
            return special
    if isinstance(value, np.ndarray):
        value = value[()]
    text = str(value) if isinstance(value, np.floating) else repr(value)
    return _exponent(text) if "e" in text else _minus(text.removesuffix(".0"))


def column_texts(values: Iterable[Real]) -> list[str]:
    """The texts of one table column, with the same number of decimals in each, for right alignment.

    The number of decimals is what the value that needs most has in `cell_text`. Where that would give texts
    of more than 7 digits, or where a value needs an exponent, each value has its own `cell_text`.
    """
    column = list(values)
    texts = [cell_text(value) for value in column]
    if any("e" in text for text in texts):
        return texts
    decimals = max((_decimals(text) for text in texts), default=0)
    if decimals == 0:
        return texts
    aligned = [
        text if text.endswith((INFINITY, "NaN")) else _minus(f"{_plain(value):.{decimals}f}")
        for text, value in zip(texts, column, strict=True)
    ]
    longest = max(sum(char.isdigit() for char in text) for text in aligned)
    return aligned if longest <= _LONGEST_COLUMN else texts


def grouped(n: Real) -> str:
    """A number for a sentence: whole numbers in full, grouped from 10 000 by thin spaces.

    A number with a fraction, or a float from 10¹⁵, has its `cell_text`, grouped in the same way.
    """
    number = _plain(n)
    if isinstance(number, int):
        text = _minus(str(number))
    elif isinstance(number, float) and number.is_integer() and 0 < abs(number) < 1e15:
        text = _minus(str(int(number)))
    else:
        text = cell_text(n)
    if "e" in text:
        return text
    sign = MINUS if text.startswith(MINUS) else ""
    whole, point, fraction = text.removeprefix(MINUS).partition(".")
    if whole.isdigit() and len(whole) >= 5:
        whole = f"{int(whole):,}".replace(",", THIN_SPACE)
    return sign + whole + point + fraction


def pair(height: int, width: int) -> str:
    """A size: "4 × 4"."""
    return f"{grouped(height)} {TIMES} {grouped(width)}"


def cell(row: int, column: int) -> str:
    """A place, counted from 0: "(1, 1)"."""
    return f"({_minus(str(int(row)))}, {_minus(str(int(column)))})"


def _plain(value: Real) -> int | float | Decimal:
    """The same number as a Python scalar; a Decimal where a float would not hold it (long double)."""
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value[()]
    if isinstance(value, float):  # float64 is a subclass
        return value
    if isinstance(value, int | np.integer | np.bool_):
        return int(value)
    if isinstance(value, np.floating):
        short = float(value)
        if value.dtype.itemsize <= 8 or short != short or np.isinf(value) or value == short:
            return short
        return Decimal(str(value))
    raise TypeError(f"A real number is needed, not {type(value).__name__}.")


def _special(number: float) -> str | None:
    if number != number:
        return "NaN"
    if number in (np.inf, -np.inf):
        return INFINITY if number > 0 else MINUS + INFINITY
    return None


def _decimal_cell(number: Decimal) -> str:
    if not 0.0001 <= abs(number) < 99_999.5:
        return _scientific(number)
    places = 0 if abs(number) >= 999.95 else SIGNIFICANT - 1 - number.adjusted()
    return _minus(_cut(f"{number:.{places}f}"))


def _scientific(number: Decimal) -> str:
    return _exponent(f"{number:.{SIGNIFICANT - 1}e}")


def _exponent(text: str) -> str:
    """`1.200e+06` as `1.2e6`."""
    digits, _, exponent = text.partition("e")
    return _minus(f"{_cut(digits)}e{int(exponent)}")


def _cut(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text else text


def _minus(text: str) -> str:
    return text.replace("-", MINUS)


def _decimals(text: str) -> int:
    return len(text.partition(".")[2])
