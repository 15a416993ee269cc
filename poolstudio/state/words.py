"""Text for the user: translation, and the few pieces that sentences share."""

import re
from html import escape, unescape
from typing import Any

import numpy as np
from PySide6.QtCore import QCoreApplication

from poolstudio.state.numbers import cell_text, grouped

CONTEXT = "PoolStudio"


def tr(text: str) -> str:
    """The text in the user's language."""
    return QCoreApplication.translate(CONTEXT, text)


def bold(value: Any) -> str:
    """A result in a sentence: numbers are formatted, all is escaped and set bold."""
    if isinstance(value, str | tuple):
        return f"<b>{escape(str(value))}</b>"
    return f"<b>{number(value)}</b>"


def number(value: Any) -> str:
    """A number in a sentence: whole ones grouped by thin spaces from 10 000."""
    return grouped(value) if isinstance(value, int | np.integer) else cell_text(value)


def plain(html: str) -> str:
    """A sentence without its marks, for tooltips and screen readers."""
    return unescape(re.sub(r"</?[a-z]>", "", html))
