"""The fonts: Inter and JetBrains Mono where installed, with weights, tabular digits, and a fallback."""

import pytest
from PySide6.QtGui import QFont, QFontInfo, QFontMetricsF, QImage, QPainter
from PySide6.QtWidgets import QLabel

from poolstudio.figures import fonts
from poolstudio.figures.fonts import code_font, load_fonts, ui_font


@pytest.fixture(autouse=True)
def _application(qapp):
    load_fonts()


def width(font: QFont, text: str) -> float:
    return QFontMetricsF(font).horizontalAdvance(text)


def ink(font: QFont) -> int:
    image = QImage(200, 30, QImage.Format.Format_Grayscale8)
    image.fill(255)
    painter = QPainter(image)
    painter.setFont(font)
    painter.drawText(4, 20, "Windows of 3×3")
    painter.end()
    return sum(255 - byte for byte in bytes(image.constBits()))


def test_both_families_are_found():
    assert QFontInfo(ui_font(13)).family() == "Inter"
    assert QFontInfo(code_font()).family() == "JetBrains Mono"
    assert ui_font(11).pixelSize() == 11


def test_digits_are_of_one_width():
    for weight in (400, 600):
        font = ui_font(13, weight)
        assert len({width(font, digit * 3) for digit in "0123456789"}) == 1
    assert width(code_font(), "iii") == width(code_font(), "MMM")


def test_heavier_weights_are_drawn_heavier():
    regular, medium, semibold = (ink(ui_font(14, weight)) for weight in (400, 500, 600))
    assert regular < medium < semibold
    assert width(ui_font(14, 600), "Hamburg") > width(ui_font(14), "Hamburg")


def test_bold_in_rich_text_is_drawn_bold(qapp):
    plain, bold = QLabel("123456"), QLabel("<b>123456</b>")
    for label in (plain, bold):
        label.setFont(ui_font(14))
        label.resize(120, 24)
    # Whatever the theme: how far all pixels are from the background, which is in the corner.
    # The images are held: their bits go with them.
    images = [label.grab().toImage() for label in (plain, bold)]
    pixels = [bytes(image.constBits()) for image in images]
    inked = [sum(abs(byte - data[index % 4]) for index, byte in enumerate(data)) for data in pixels]
    assert inked[1] > inked[0]


def test_a_changed_copy_leaves_the_font_as_it_was():
    ui_font(13).setPixelSize(40)
    assert ui_font(13).pixelSize() == 13


def test_without_the_packages_the_systems_font_serves(monkeypatch):
    monkeypatch.setattr(fonts, "UI_FAMILY", "No Such Family")
    monkeypatch.setattr(fonts, "CODE_FAMILY", "No Such Mono")
    for font in (ui_font(13, 600), code_font(12)):
        assert font.family() not in ("No Such Family", "No Such Mono")
        assert width(font, "0") > 0
    monkeypatch.setattr(fonts, "_FILES", {"Inter": ("no_such_package_here", "x.ttf")})
    assert fonts._found() == {}
