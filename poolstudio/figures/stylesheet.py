"""The style sheet of the whole application, from a theme's tokens and small pictures kept as files."""

import atexit
import shutil
import tempfile
import zlib
from functools import cache
from pathlib import Path
from string import Template

from PySide6.QtCore import QStandardPaths

from poolstudio.figures import theme as metrics
from poolstudio.figures.theme import Theme

_SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}" viewBox="0 0 {0} {1}">{2}</svg>\n'
_LINE = (
    '<path d="{}" fill="none" stroke="{}" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"/>'
)


@cache
def stylesheet(theme: Theme) -> str:
    """The style sheet of a theme; the same text each time, so that setting it again can be skipped.

    Dynamic properties: `invalid` on fields; `switch` on check boxes; `primary` and `flat` on buttons; `flat`
    on combo boxes; `role` on labels (heading, title, muted, small, footer, status, code, error), on lines
    (separator, hairline) and on tool buttons (link). No state changes a widget's size.
    """
    values = {name: colour.name() for name, colour in theme.colours().items()}
    values |= {name: str(getattr(metrics, name)) for name in dir(metrics) if name.isupper()}
    values |= {f"image_{name}": path for name, path in _images(theme).items()}
    return Template(_SHEET).substitute(values)


def _drawings(theme: Theme) -> dict[str, str]:
    """The pictures as SVG text, by name."""
    text, muted, control, edge, surface = (
        colour.name() for colour in (theme.text, theme.muted, theme.control, theme.edge, theme.surface)
    )

    def chevron(path: str, colour: str, width: int = 10, height: int = 6) -> str:
        return _SVG.format(width, height, _LINE.format(path, colour))

    def tick(colour: str) -> str:
        return _SVG.format(14, 14, _LINE.format("M3.25 7.25 6 10l4.75-5.75", colour))

    def switch(on: bool, track: str, line: str, knob: str) -> str:
        place = 20 if on else 8
        return _SVG.format(
            28,
            16,
            f'<rect x=".5" y=".5" width="27" height="15" rx="7.5" fill="{track}" stroke="{line}"/>'
            f'<circle cx="{place}" cy="8" r="5" fill="{knob}"/>',
        )

    up, down = "M2 4.5 5 1.5l3 3", "M2 1.5l3 3 3-3"
    return {
        "up": chevron(up, muted),
        "up_off": chevron(up, edge),
        "down": chevron(down, muted),
        "down_off": chevron(down, edge),
        "drop": chevron(down, text),
        "right": chevron("M1.5 2l3 3-3 3", muted, 6, 10),
        "tick": tick(surface),
        "tick_menu": tick(text),
        "dash": _SVG.format(14, 14, _LINE.format("M3.5 7h7", surface)),
        "bullet": _SVG.format(14, 14, f'<circle cx="7" cy="7" r="3" fill="{surface}"/>'),
        "bullet_menu": _SVG.format(14, 14, f'<circle cx="7" cy="7" r="3" fill="{text}"/>'),
        "switch_on": switch(True, text, text, surface),
        "switch_off": switch(False, surface, control, control),
        "switch_on_off": switch(True, edge, edge, surface),
        "switch_off_off": switch(False, surface, edge, edge),
    }


def _images(theme: Theme) -> dict[str, str]:
    """The pictures' paths as a style sheet wants them, written into the user's cache if not yet there."""
    drawings = _drawings(theme)
    digest = f"{zlib.crc32(''.join(drawings.values()).encode()):08x}"
    caches = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.CacheLocation)
    try:
        folder = Path(caches, f"look-{theme.name}-{digest}")
        _write(drawings, folder)
    except OSError:
        # No cache that can be written: one for this run alone.
        folder = Path(tempfile.mkdtemp(prefix="poolstudio-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        _write(drawings, folder)
    return {name: (folder / f"{name}.svg").as_posix() for name in drawings}


def _write(drawings: dict[str, str], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in drawings.items():
        path = folder / f"{name}.svg"
        # By size, too: a program that was cut off may have left a part of it.
        if not path.is_file() or path.stat().st_size != len(text):
            path.write_text(text, encoding="ascii", newline="\n")


# Borders of 2 px (focus, invalid) take 1 px from the padding, so that nothing moves. The padding of a spin
# box counts for its size alone: the text inside has its margin from its line edit.
_SHEET = """
QWidget { color: $text; selection-background-color: $text; selection-color: $surface; }
QMainWindow, QDialog, QMessageBox { background: $bg; }
QMainWindow::separator { background: $border; width: 1px; height: 1px; }

QMenuBar { background: $bg; border: none; border-bottom: 1px solid $border; padding: 0 2px; }
QMenuBar::item { background: transparent; padding: 6px 8px; margin: 0; }
QMenuBar::item:selected, QMenuBar::item:pressed { background: $hover; }
QMenuBar::item:disabled { color: $muted; }
QMenu { background: $surface; border: 1px solid $edge; padding: 4px 0; }
QMenu::item { padding: 5px 28px 5px 30px; min-height: 18px; border: none; }
QMenu::item:selected { background: $hover; }
QMenu::item:disabled { color: $muted; background: transparent; }
QMenu::separator { height: 1px; background: $border; margin: 4px 0; }
QMenu::icon { padding-left: 8px; }
QMenu::indicator { width: 14px; height: 14px; left: 8px; }
QMenu::indicator:checked { image: url("$image_tick_menu"); }
QMenu::indicator:exclusive:checked { image: url("$image_bullet_menu"); }
QMenu::right-arrow { image: url("$image_right"); width: 6px; height: 10px; right: 10px; }
QToolTip { background: $surface; color: $text; border: 1px solid $edge; padding: 4px 6px; }

QToolBar { background: $bg; border: none; border-bottom: 1px solid $border; spacing: 4px;
  padding: 8px; min-height: 27px; max-height: 27px; }
QToolBar::separator { background: $border; width: 1px; margin: 4px 8px; }
QToolButton { background: transparent; border: 1px solid transparent; border-radius: 3px;
  padding: 3px 7px; min-height: 20px; }
QToolBar > QToolButton { padding: 4px 7px 4px 7px; min-height: 20px; }
QToolButton:hover, QToolButton:pressed, QToolButton:checked { background: $hover; }
QToolButton:checked { border-bottom: 2px solid $accent; border-bottom-left-radius: 0;
  border-bottom-right-radius: 0; padding-bottom: 2px; }
QToolBar > QToolButton:checked { padding-bottom: 3px; }
QToolButton:disabled { color: $muted; background: transparent; }
QToolButton:focus { border: 2px solid $accent; padding: 2px 6px; border-radius: 3px; }
QToolBar > QToolButton:focus { padding: 3px 6px; }
QToolButton::menu-indicator { image: url("$image_drop"); width: 10px; height: 6px;
  subcontrol-position: right center; right: 4px; }
QToolButton[role="link"], QToolButton[role="link"]:checked { background: transparent; color: $muted;
  border: 1px solid transparent; padding: 1px; min-height: 0; font-size: ${FONT_TICK}px; }
QToolButton[role="link"]:hover { color: $text; }
QToolButton[role="link"]:focus { border: 2px solid $accent; padding: 0; border-radius: 3px; }

QPushButton { background: $surface; border: 1px solid $control; border-radius: 5px;
  padding: 3px 11px; }
QPushButton:hover { background: $hover; }
QPushButton:pressed { background: $edge; }
QPushButton:disabled { color: $muted; border-color: $edge; background: $bg; }
QPushButton:focus { border: 2px solid $accent; padding: 2px 10px; }
QPushButton[primary="true"], QPushButton:default { background: $text; color: $surface;
  border-color: $text; }
QPushButton[primary="true"]:hover, QPushButton:default:hover { background: $muted; border-color: $muted; }
QPushButton[primary="true"]:focus, QPushButton:default:focus { border: 2px solid $control; }
QPushButton[primary="true"]:disabled, QPushButton:default:disabled { background: $hover; color: $muted;
  border-color: $edge; }
QPushButton[flat="true"] { background: transparent; border-color: transparent; color: $muted; }
QPushButton[flat="true"]:hover { background: $hover; color: $text; }
QPushButton[flat="true"]:focus { border-color: $accent; }
QDialogButtonBox QPushButton, QMessageBox QPushButton { min-width: 56px; padding: 5px 11px; }
QDialogButtonBox QPushButton:focus, QMessageBox QPushButton:focus { padding: 4px 10px; }

QSpinBox, QDoubleSpinBox, QLineEdit, QComboBox { background: $surface; border: 1px solid $control;
  border-radius: ${RADIUS_FIELD}px; min-height: 26px; max-height: 26px; }
QLineEdit, QComboBox { padding: 0 8px; }
QSpinBox, QDoubleSpinBox { padding: 0 1px; }
QSpinBox:focus, QDoubleSpinBox:focus, QLineEdit:focus, QComboBox:focus,
QComboBox:on { border: 2px solid $accent; min-height: 24px; max-height: 24px; }
QLineEdit:focus, QComboBox:focus, QComboBox:on { padding: 0 7px; }
QSpinBox:focus, QDoubleSpinBox:focus, QSpinBox[invalid="true"], QDoubleSpinBox[invalid="true"] { padding: 0; }
QSpinBox:disabled, QDoubleSpinBox:disabled, QLineEdit:disabled, QComboBox:disabled,
QLineEdit[readOnly="true"] { background: $bg; color: $muted; border-color: $edge; }
QSpinBox[invalid="true"], QDoubleSpinBox[invalid="true"], QLineEdit[invalid="true"],
QComboBox[invalid="true"] { border: 2px solid $error; background: $error_fill;
  min-height: 24px; max-height: 24px; }
QLineEdit[invalid="true"], QComboBox[invalid="true"] { padding: 0 7px; }
QAbstractSpinBox QLineEdit, QComboBox QLineEdit { background: transparent; border: none; padding: 0;
  min-height: 0; max-height: 100px; }

QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { subcontrol-origin: border; width: 18px;
  height: 13px; border: none; background: transparent; right: 1px; }
QAbstractSpinBox::up-button { subcontrol-position: top right; top: 1px; }
QAbstractSpinBox::down-button { subcontrol-position: bottom right; bottom: 1px; }
QAbstractSpinBox::up-button:hover, QAbstractSpinBox::down-button:hover { background: $hover; }
QAbstractSpinBox::up-arrow { image: url("$image_up"); width: 10px; height: 6px; bottom: -2px; }
QAbstractSpinBox::down-arrow { image: url("$image_down"); width: 10px; height: 6px; top: -2px; }
QAbstractSpinBox::up-arrow:off, QAbstractSpinBox::up-arrow:disabled { image: url("$image_up_off"); }
QAbstractSpinBox::down-arrow:off, QAbstractSpinBox::down-arrow:disabled { image: url("$image_down_off"); }

QComboBox::drop-down { subcontrol-origin: border; subcontrol-position: right center; width: 26px;
  border: none; background: transparent; }
QComboBox::down-arrow { image: url("$image_drop"); width: 10px; height: 6px; }
QComboBox::down-arrow:disabled { image: url("$image_down_off"); }
QComboBox[flat="true"] { background: transparent; border: 1px solid transparent; font-weight: 600;
  padding: 0 4px 0 0; }
QComboBox[flat="true"]:hover { background: $hover; }
QComboBox[flat="true"]:focus, QComboBox[flat="true"]:on { border: 2px solid $accent; padding: 0 3px 0 0; }
QComboBox QAbstractItemView { background: $surface; border: 1px solid $edge; outline: none; padding: 4px 0;
  selection-background-color: $hover; selection-color: $text; font-weight: 400; }
QComboBox QAbstractItemView::item { min-height: 26px; padding: 0 8px; border: none; }
QComboBox QAbstractItemView::item:hover, QComboBox QAbstractItemView::item:selected { background: $hover;
  color: $text; }

QCheckBox, QRadioButton { spacing: 8px; background: transparent; border: 2px solid transparent;
  border-radius: ${RADIUS_BOX}px; padding: 0; margin-left: -2px; }
QCheckBox:disabled, QRadioButton:disabled { color: $muted; }
QCheckBox:focus, QRadioButton:focus { border-color: $accent; }
QCheckBox::indicator, QRadioButton::indicator { width: 14px; height: 14px; border: 1px solid $control;
  border-radius: ${RADIUS_BOX}px; background: $surface; }
QRadioButton::indicator { border-radius: 8px; }
QCheckBox::indicator:hover, QRadioButton::indicator:hover { border-color: $text; }
QCheckBox::indicator:checked, QCheckBox::indicator:indeterminate, QRadioButton::indicator:checked {
  background: $text; border-color: $text; image: url("$image_tick"); }
QCheckBox::indicator:indeterminate { image: url("$image_dash"); }
QRadioButton::indicator:checked { image: url("$image_bullet"); }
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled { border-color: $edge; background: $bg; }
QCheckBox::indicator:checked:disabled, QRadioButton::indicator:checked:disabled { background: $control;
  border-color: $control; }
QCheckBox[switch="true"]::indicator { width: 28px; height: 16px; border: none; border-radius: 0;
  background: transparent; image: url("$image_switch_off"); }
QCheckBox[switch="true"]::indicator:checked { background: transparent; image: url("$image_switch_on"); }
QCheckBox[switch="true"]::indicator:disabled { background: transparent;
  image: url("$image_switch_off_off"); }
QCheckBox[switch="true"]::indicator:checked:disabled { background: transparent;
  image: url("$image_switch_on_off"); }
QCheckBox[switch="true"] { border-radius: 10px; }

QSlider { background: transparent; border: 2px solid transparent; border-radius: ${RADIUS_BOX}px;
  min-height: 20px; }
QSlider:focus { border-color: $accent; }
QSlider::groove:horizontal { height: 2px; background: $control; border: none; margin: 0 1px; }
QSlider::groove:vertical { width: 2px; background: $control; border: none; margin: 1px 0; }
QSlider::handle { width: 10px; height: 10px; border: 2px solid $text; border-radius: 7px;
  background: $surface; }
QSlider::handle:horizontal { margin: -6px -1px; }
QSlider::handle:vertical { margin: -1px -6px; }
QSlider::handle:hover { background: $hover; }
QSlider::groove:disabled { background: $edge; }
QSlider::handle:disabled { border-color: $edge; background: $bg; }

QTableView, QTreeView, QListView { background: $surface; alternate-background-color: $bg;
  border: none; gridline-color: $border; outline: none;
  selection-background-color: $hover; selection-color: $text; }
QTableView::item, QTreeView::item, QListView::item { padding: 0 6px; border: none; }
QTableView::item:selected, QTreeView::item:selected, QListView::item:selected { background: $hover;
  color: $text; }
QTableView QLineEdit { border: 2px solid $accent; border-radius: 0; padding: 0 4px; min-height: 0;
  max-height: 100px; }
QHeaderView { background: $surface; border: none; font-size: ${FONT_TICK}px; }
QHeaderView::section { background: $bg; color: $muted; border: none; border-right: 1px solid $border;
  border-bottom: 1px solid $border; padding: 0 6px; font-size: ${FONT_TICK}px; }
QHeaderView::section:checked { color: $text; font-weight: 400; }
QTableCornerButton::section { background: $bg; border: none;
  border-right: 1px solid $border; border-bottom: 1px solid $border; }
QTextEdit, QPlainTextEdit, QTextBrowser { background: $surface; border: 1px solid $control;
  border-radius: ${RADIUS_FIELD}px; padding: 5px; }
QTextEdit:focus, QPlainTextEdit:focus, QTextBrowser:focus { border: 2px solid $accent; padding: 4px; }

QScrollArea { background: transparent; border: none; }
QScrollBar { background: transparent; border: none; margin: 0; }
QScrollBar:vertical { width: 10px; }
QScrollBar:horizontal { height: 10px; }
QScrollBar::handle { background: $edge; border-radius: 3px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 24px; }
QScrollBar::handle:horizontal { min-width: 24px; }
QScrollBar::handle:hover, QScrollBar::handle:pressed { background: $control; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; border: none; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QAbstractScrollArea::corner { background: transparent; border: none; }

QSplitter::handle { background: $border; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }
QSplitter::handle:hover { background: $control; }
QStatusBar { background: $bg; border: none; border-top: 1px solid $border; min-height: 39px;
  max-height: 39px; font-size: ${FONT_STATUS}px; }
QStatusBar::item { border: none; }
QProgressBar { background: $hover; border: 1px solid $control; border-radius: ${RADIUS_BOX}px;
  min-height: 8px; max-height: 8px; text-align: center; }
QProgressBar::chunk { background: $text; border-radius: 2px; }
QDockWidget { titlebar-close-icon: none; titlebar-normal-icon: none; font-weight: 600; }
QDockWidget::title { background: $bg; border-bottom: 1px solid $border; padding: 9px 16px; }
QTabBar::tab { background: transparent; color: $muted; border: none; border-bottom: 2px solid transparent;
  padding: 6px 10px; }
QTabBar::tab:selected { color: $text; border-bottom-color: $accent; }
QTabBar::tab:hover { background: $hover; color: $text; }
QTabWidget::pane { border: none; border-top: 1px solid $border; }
QGroupBox { border: none; border-top: 1px solid $border; margin-top: 20px; padding-top: 8px;
  font-weight: 600; }
QGroupBox::title { subcontrol-origin: margin; left: 0; }

QLabel { background: transparent; }
QLabel:disabled { color: $muted; }
QLabel[role="heading"] { font-weight: 600; }
QLabel[role="title"] { font-weight: 600; font-size: ${FONT_TITLE}px; }
QLabel[role="muted"] { color: $muted; }
QLabel[role="small"] { color: $muted; font-size: ${FONT_TICK}px; }
QLabel[role="footer"] { font-size: ${FONT_FOOTER}px; }
QLabel[role="status"] { font-size: ${FONT_STATUS}px; }
QLabel[role="error"] { color: $error; font-size: ${FONT_FOOTER}px; }
QLabel[role="code"] { font-family: "JetBrains Mono", monospace; font-size: ${FONT_CODE}px; }
QFrame[role="separator"], QFrame[role="hairline"] { background: $border; border: none; }
#statusLine { background: $bg; }
#parametersArea, #parametersContent, #parametersRail { background: $bg; }
"""
