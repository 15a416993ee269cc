"""The text of the window that lists keys and gestures."""

from poolstudio.state.words import tr


def keys_text() -> str:
    """HTML, in the user's language."""
    rows = (
        (tr("Arrow keys"), tr("in Input: move the dot, else the cursor; in an output: the cursor")),
        (tr("Shift + arrows"), tr("always the cursor")),
        (tr("Enter, Esc"), tr("pin the cell, let it go")),
        (tr("D, G in a pane"), tr("dot, gradient")),
        (tr("Wheel, Ctrl + +/−"), tr("zoom all panes")),
        (tr("Middle button, or Space and drag"), tr("pan all panes")),
        (tr("Ctrl + 0"), tr("fit")),
        (tr("Ctrl + click"), tr("pin without moving the dot")),
        (tr("Double click on a header"), tr("that pane alone; again or Esc: back")),
        (tr("Double click on a cell of Input, or F2 in Values"), tr("edit the cell")),
        (tr("F6, Ctrl + B, F1"), tr("next area, fold the parameters, this list")),
        (tr("Ctrl + O, Z, Shift + Z, C, V"), tr("open, undo, redo, copy, paste")),
    )
    cells = "".join(f"<tr><td><b>{key}</b>&nbsp;&nbsp;</td><td>{text}</td></tr>" for key, text in rows)
    return f"<table cellspacing='4'>{cells}</table>"
