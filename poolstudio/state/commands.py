"""Undo commands: each swaps parts of the Problem, or a block of cells of a large picture.

A command is pushed when its change is already in place: an exception inside QUndoStack.push would leave the
stack in pieces and end the process at the next push.
"""

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtGui import QUndoCommand

from poolstudio.state.source import Array

if TYPE_CHECKING:
    from poolstudio.state.store import Store

_ids: dict[str, int] = {}


class Change(QUndoCommand):
    """Fields of the Problem before and after. Commands with the same `merge` key become one step."""

    def __init__(
        self, store: "Store", text: str, before: dict[str, Any], after: dict[str, Any], merge: str = ""
    ) -> None:
        super().__init__(text)
        self._store, self._before, self._after, self._merge = store, before, after, merge
        self._in_place = True

    def id(self) -> int:
        return _ids.setdefault(self._merge, len(_ids) + 1) if self._merge else -1

    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, Change) or other._merge != self._merge:
            return False
        self._after = {**self._after, **other._after}
        for name, value in other._before.items():
            self._before.setdefault(name, value)
        if all(self._before[name] == value for name, value in self._after.items()):
            self.setObsolete(True)
        return True

    def redo(self) -> None:
        if not self._in_place:
            _guarded(lambda: self._store.swap(self._after, self.text(), undone=False))
        self._in_place = False

    def undo(self) -> None:
        _guarded(lambda: self._store.swap(self._before, self.text(), undone=True))


class EditCells(QUndoCommand):
    """A block of cells of a large picture: only the block is kept, not the picture."""

    def __init__(self, store: "Store", text: str, place: tuple[slice, slice, slice], after: Array) -> None:
        super().__init__(text)
        self._store, self._place, self._after = store, place, after
        self._before = store.problem.source.values[place].copy()
        self._in_place = True
        self._put(self._after, "", undone=False)

    def redo(self) -> None:
        if not self._in_place:
            _guarded(lambda: self._put(self._after, self.text(), undone=False))
        self._in_place = False

    def undo(self) -> None:
        _guarded(lambda: self._put(self._before, self.text(), undone=True))

    def _put(self, block: Array, text: str, undone: bool) -> None:
        source = self._store.problem.source
        values = np.array(source.values)
        values[self._place] = block
        self._store.swap({"source": source.with_values(values)}, text, undone=undone)


def _guarded(act: Callable[[], None]) -> None:
    """Run a part of an undo or redo: Qt's stack must not see an exception, the user must."""
    try:
        act()
    except Exception:
        sys.excepthook(*sys.exc_info())
