"""Changing a property that the style sheet looks at."""

from PySide6.QtWidgets import QWidget


def set_property(widget: QWidget, name: str, value: object) -> None:
    """Set a dynamic property and have the style sheet look again, if it changes."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)
        widget.update()
