"""The style sheet: complete, with its pictures in place, and without a shift of layout between states."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QPoint, QStandardPaths, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QMainWindow,
    QPushButton,
    QSpinBox,
    QStyle,
    QStyleOptionComboBox,
    QStyleOptionFrame,
    QStyleOptionSpinBox,
    QToolBar,
    QVBoxLayout,
    QWidget,
)

from poolstudio.figures import stylesheet as module
from poolstudio.figures.fonts import ui_font
from poolstudio.figures.stylesheet import stylesheet
from poolstudio.figures.theme import DARK, LIGHT, qt_palette

THEMES = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)


def dressed(widget: QWidget, theme, **properties) -> QWidget:
    for name, value in properties.items():
        widget.setProperty(name, value)
    widget.setFont(ui_font(13))
    widget.setPalette(qt_palette(theme))
    widget.setStyleSheet(stylesheet(theme))
    return widget


def pictures(sheet: str) -> set[Path]:
    return {Path(path) for path in re.findall(r'url\("([^"]+)"\)', sheet)}


@THEMES
def test_every_token_is_filled_in_and_every_picture_is_there(theme):
    sheet = stylesheet(theme)
    assert "$" not in sheet
    assert sheet.count("{") == sheet.count("}") > 80
    files = pictures(sheet)
    assert len(files) >= 12
    for file in files:
        assert ElementTree.fromstring(file.read_text(encoding="ascii")).get("viewBox")
    used = set(re.findall(r"#[0-9a-f]{6}\b", sheet))
    assert used <= {colour.name() for colour in theme.colours().values()}


def test_the_same_theme_gives_the_same_text():
    assert stylesheet(LIGHT) is stylesheet(LIGHT)
    assert stylesheet(LIGHT) != stylesheet(DARK)
    assert not pictures(stylesheet(LIGHT)) & pictures(stylesheet(DARK))


def test_a_damaged_picture_is_written_again(tmp_path, monkeypatch):
    monkeypatch.setattr(QStandardPaths, "writableLocation", lambda where: str(tmp_path))
    first = module._images(LIGHT)
    Path(first["up"]).write_text("<sv")
    Path(first["down"]).unlink()
    assert module._images(LIGHT) == first
    assert Path(first["up"]).read_text() == module._drawings(LIGHT)["up"]
    assert Path(first["down"]).is_file()


def test_without_a_writable_cache_another_folder_serves(tmp_path, monkeypatch):
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    monkeypatch.setattr(QStandardPaths, "writableLocation", lambda where: str(blocked / "cache"))
    monkeypatch.setattr(module.tempfile, "mkdtemp", lambda prefix: str(tmp_path / "other"))
    monkeypatch.setattr(module.atexit, "register", lambda *args, **kwargs: None)
    for path in module._images(DARK).values():
        assert Path(path).is_relative_to(tmp_path / "other")
        assert Path(path).is_file()


def text_rect(widget: QWidget, focus: bool) -> tuple:
    """Where a field's text stands, in the field."""
    style = widget.style()
    state = QStyle.StateFlag.State_HasFocus if focus else QStyle.StateFlag.State_None
    if isinstance(widget, QLineEdit):
        option = QStyleOptionFrame()
        widget.initStyleOption(option)
        option.state |= state
        rect = style.subElementRect(QStyle.SubElement.SE_LineEditContents, option, widget)
    elif isinstance(widget, QComboBox):
        option = QStyleOptionComboBox()
        widget.initStyleOption(option)
        option.state |= state
        rect = style.subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, widget
        )
    else:
        option = QStyleOptionSpinBox()
        widget.initStyleOption(option)
        option.state |= state
        rect = style.subControlRect(
            QStyle.ComplexControl.CC_SpinBox, option, QStyle.SubControl.SC_SpinBoxEditField, widget
        )
    return rect.left(), rect.right(), rect.center().y()


@THEMES
@pytest.mark.parametrize("make", [QSpinBox, QLineEdit, QComboBox])
def test_no_state_moves_a_field_or_its_text(qtbot, theme, make):
    places, sizes = set(), set()
    for invalid in (False, True):
        for focus in (False, True):
            widget = dressed(make(), theme, invalid=invalid)
            qtbot.addWidget(widget)
            widget.resize(90, 28)
            widget.ensurePolished()
            places.add(text_rect(widget, focus))
            sizes.add((widget.sizeHint().toTuple(), widget.minimumHeight(), widget.maximumHeight()))
    assert len(places) == 1
    assert len(sizes) == 1
    assert next(iter(sizes))[1:] == (28, 28)


@THEMES
def test_an_invalid_field_has_the_errors_border_and_fill(qtbot, theme):
    widget = dressed(QSpinBox(), theme, invalid=True)
    qtbot.addWidget(widget)
    widget.setFixedSize(58, 28)
    image = widget.grab().toImage()
    assert image.pixelColor(30, 0) == image.pixelColor(30, 1) == theme.error
    assert image.pixelColor(30, 4) == theme.error_fill
    plain = dressed(QSpinBox(), theme)
    qtbot.addWidget(plain)
    plain.setFixedSize(58, 28)
    image = plain.grab().toImage()
    assert image.pixelColor(30, 0) == theme.control
    assert image.pixelColor(30, 4) == theme.surface


def colours(widget: QWidget) -> set[str]:
    image = widget.grab().toImage()
    return {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}


@THEMES
def test_check_boxes_are_filled_when_on(qtbot, theme):
    for switch in (False, True):
        for on in (False, True):
            box = dressed(QCheckBox(), theme, switch=switch)
            qtbot.addWidget(box)
            box.setChecked(on)
            box.resize(box.sizeHint())
            shown = colours(box)
            assert (theme.text.name() in shown) == on
            assert theme.surface.name() in shown
            width = 28 if switch else 16
            assert width <= box.sizeHint().width() <= width + 14


@THEMES
def test_spin_boxes_draw_their_own_arrows(qtbot, theme):
    widget = dressed(QSpinBox(), theme)
    qtbot.addWidget(widget)
    widget.setFixedSize(58, 28)
    image = widget.grab().toImage()
    ground = [theme.surface, theme.control]
    for rows in (range(4, 13), range(15, 24)):
        drawn = [image.pixelColor(x, y) for x in range(41, 55) for y in rows]
        assert sum(colour not in ground for colour in drawn) > 8


@THEMES
def test_labels_follow_their_role(qtbot, theme):
    shown = {}
    for role in ("", "heading", "muted", "small", "footer", "status", "title", "code", "error"):
        label = dressed(QLabel("123456"), theme, role=role)
        qtbot.addWidget(label)
        label.ensurePolished()
        shown[role] = label
    assert shown["heading"].font().weight() == 600
    assert shown["small"].font().pixelSize() == 11
    assert shown["footer"].font().pixelSize() == 12
    assert shown["status"].font().pixelSize() == 14
    assert shown["title"].font().pixelSize() == 16
    assert shown["code"].font().family() == "JetBrains Mono"
    role = shown["muted"].foregroundRole()
    assert shown["muted"].palette().color(role) == theme.muted
    assert shown["error"].palette().color(role) == theme.error
    assert shown[""].palette().color(role) == theme.text


@THEMES
def test_buttons_keep_the_height_that_they_are_given(qtbot, theme):
    window = QWidget()
    qtbot.addWidget(window)
    layout = QVBoxLayout(window)
    small, primary = QPushButton("Use 1"), QPushButton("Check")
    primary.setProperty("primary", True)
    for button, height in ((small, 24), (primary, 28)):
        button.setFixedHeight(height)
        layout.addWidget(button)
    dressed(window, theme)
    window.resize(200, 100)
    window.show()
    assert (small.height(), primary.height()) == (24, 28)
    fill = primary.grab().toImage().pixelColor(QPoint(8, 6))
    assert fill == QColor(theme.text)


@THEMES
def test_menu_bar_and_toolbar_have_their_heights(qtbot, theme):
    window = QMainWindow()
    qtbot.addWidget(window)
    window.menuBar().addMenu("File").addAction("Open")
    bar = QToolBar()
    bar.setMovable(False)
    bar.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    combo = QComboBox()
    combo.addItem("Single bright dot")
    bar.addWidget(combo)
    action = bar.addAction("Dot")
    action.setCheckable(True)
    window.addToolBar(bar)
    dressed(window, theme)
    window.resize(400, 200)
    window.show()
    assert window.menuBar().height() == 28
    entry = window.menuBar().actionGeometry(window.menuBar().actions()[0])
    assert entry.isValid()
    assert bar.height() == 44
    assert combo.geometry().center().y() == pytest.approx(21.5, abs=1)
    button = bar.widgetForAction(action)
    before = button.geometry()
    action.setChecked(True)
    bar.layout().activate()
    assert button.geometry() == before
    image = button.grab().toImage()
    bottom = image.height() - 1
    assert image.pixelColor(image.width() // 2, bottom) == theme.accent
