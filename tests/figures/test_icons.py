"""Icons: every name has its file, drawn in the theme's colours, sharp at scale 1 and 2."""

from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QIcon

from poolstudio.figures import icons
from poolstudio.figures.icons import app_icon, icon, tinted
from poolstudio.figures.theme import DARK, LIGHT
from poolstudio.files.resources import resource

NAMES = (
    "open save copy paste undo redo link unlink dot gradient step play pause first back next last loop "
    "inspector shift practice pin more close fold fit hint check cross warning run chevron-down chevron-up"
).split()
SIZE = QSize(16, 16)

pytestmark = pytest.mark.usefixtures("qapp")


def colours(pixmap):
    """The colours of the opaque pixels, and how many pixels show anything."""
    image = pixmap.toImage()
    points = [image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height())]
    return {point.name() for point in points if point.alpha() == 255}, sum(p.alpha() > 0 for p in points)


@pytest.mark.parametrize("name", NAMES)
def test_a_file_is_one_16_px_drawing_in_the_placeholder(name):
    text = resource("icons", f"{name}.svg").read_text(encoding="utf-8")
    root = ElementTree.fromstring(text)
    assert root.get("viewBox") == "0 0 16 16"
    assert text.count("#") == text.count('"#000"') > 0
    assert "#000" not in tinted(name, "#123456")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_an_icon_has_the_themes_colours_at_both_scales(name, theme):
    drawn = icon(name, theme)
    for ratio in (1, 2):
        pixmap = drawn.pixmap(SIZE, float(ratio))
        assert pixmap.size() == SIZE * ratio
        shown, count = colours(pixmap)
        assert shown <= {theme.text.name()}
        assert 8 * ratio**2 < count < 200 * ratio**2
        muted, same = colours(drawn.pixmap(SIZE, float(ratio), QIcon.Mode.Disabled))
        assert muted <= {theme.muted.name()}
        assert same == count
    assert colours(drawn.pixmap(SIZE, 1.0, QIcon.Mode.Selected)) == colours(drawn.pixmap(SIZE, 1.0))


def test_all_icons_differ():
    # The images are held: their bits go with them.
    held = [icon(name, LIGHT).pixmap(SIZE, 2.0).toImage() for name in NAMES]
    images = {bytes(image.constBits()) for image in held}
    assert len(images) == len(NAMES)


def test_a_colour_is_a_token_or_any_other():
    assert colours(icon("close", LIGHT, "error").pixmap(SIZE, 2.0))[0] == {LIGHT.error.name()}
    assert colours(icon("close", LIGHT, QColor("#00ff00")).pixmap(SIZE, 2.0))[0] == {"#00ff00"}
    with pytest.raises(KeyError):
        icon("close", LIGHT, "no such token")


def test_icons_are_drawn_once():
    assert icon("open", LIGHT).cacheKey() == icon("open", LIGHT).cacheKey()
    assert icon("open", LIGHT).cacheKey() != icon("open", DARK).cacheKey()


def test_a_missing_file_gives_an_empty_icon():
    assert icon("no-such-icon", LIGHT).isNull()
    assert icons.tinted("no-such-icon", "#000000") == ""


def test_the_program_has_an_icon_of_its_own():
    for size in (16, 32, 256):
        shown, _ = colours(app_icon().pixmap(QSize(size, size), 1.0))
        assert len(shown) > 3
