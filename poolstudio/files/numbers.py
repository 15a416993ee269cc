"""Numbers as people type them: one strict reading that never changes a value in silence."""

import math
import re
import unicodedata

MINUS = "\u2212"
_SHOWN = 24

_DECIMAL = re.compile(r"[+-]?(?:[0-9]+(?:[.,][0-9]*)?|[.,][0-9]+)(?:[eE][+-]?[0-9]+)?")
_SPECIAL = re.compile(r"[+-]?(?:nan|inf|infinity|∞)", re.IGNORECASE)
_HEX = re.compile(r"[+-]?0[xX][0-9a-fA-F]+")
_GROUPED = re.compile(r"[+-]?[0-9]+(?:(?P<gap>[\s_'\u2019])[0-9]{3})+(?:[.,][0-9]*)?")
_TWO_MARKS = re.compile(r"[+-]?[0-9]{1,3}(?:(?:,[0-9]{3})+\.[0-9]*|(?:\.[0-9]{3})+,[0-9]*)")


class NumberProblem(ValueError):
    """A text is no number; the message is one sentence without its full stop, so that a caller can go on."""


def quoted(text: str) -> str:
    """`text` in quotation marks as it may stand in a sentence: one line, at most 24 characters of it."""
    line = "".join(sign if sign.isprintable() else " " for sign in text)
    return f'"{line}"' if len(line) <= _SHOWN else f'"{line[: _SHOWN - 1]}…"'


def parse_number(text: str) -> float:
    """The number that `text` says, as a float.

    Blanks around it do not count. Read are decimal numbers with a point or one decimal comma, with or
    without an exponent, the minus sign of typesetting too; `nan`, `inf`, `infinity` in any case and `∞`,
    each with an optional sign. `-0` keeps its sign and subnormal numbers are numbers.

    Raises NumberProblem for empty text, digit groups, hexadecimal, digits other than 0 to 9 and whatever
    else is no number; also where a value would change without a word: a number too large for a float (it
    would become inf) and a number other than zero that is too small for one (it would become 0).
    """
    stripped = text.strip()
    if not stripped:
        raise NumberProblem("Empty text is no number")
    plain = stripped.replace(MINUS, "-")
    if _SPECIAL.fullmatch(plain):
        return float(plain.replace("∞", "inf"))
    if not _DECIMAL.fullmatch(plain):
        raise NumberProblem(_why_not(stripped, plain))
    value = float(plain.replace(",", "."))
    if math.isinf(value):
        raise NumberProblem(f"{quoted(stripped)} is too large: numbers end at 1.8e308")
    if value == 0 and re.search("[1-9]", re.split("[eE]", plain)[0]):
        raise NumberProblem(f"{quoted(stripped)} is too small: the least number above 0 is 5e-324")
    return value


def is_number(text: str) -> bool:
    """Whether `parse_number` reads `text`."""
    try:
        parse_number(text)
    except NumberProblem:
        return False
    return True


def has_two_marks(text: str) -> bool:
    """Whether `text` is a number with grouped digits and a fraction, as 1,234.5 or 1.234,5."""
    return _TWO_MARKS.fullmatch(text.strip().replace(MINUS, "-")) is not None


def _why_not(stripped: str, plain: str) -> str:
    shown = quoted(stripped)
    # unicodedata.digit also knows superscripts, which are as little a number here as Arabic digits are.
    if any(not sign.isascii() and unicodedata.digit(sign, None) is not None for sign in plain):
        return f"{shown} has digits other than 0 to 9"
    if _HEX.fullmatch(plain):
        return f"{shown} is hexadecimal, only decimal numbers are read"
    if _GROUPED.fullmatch(plain):
        meant = re.sub(r"[\s_'\u2019]", "", plain)
        return f"{shown} groups its digits: write {quoted(meant)}"
    if _TWO_MARKS.fullmatch(plain):
        return f"{shown} has two separators: write the number with one point or comma"
    return f"{shown} is no number"
