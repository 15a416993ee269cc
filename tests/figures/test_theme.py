"""The themes: the contrasts that the look promises, and a palette in which all text can be read."""

import pytest
from PySide6.QtGui import QColor, QPalette

from poolstudio.figures.theme import DARK, LIGHT, contrast, mix, qt_palette, theme_named

THEMES = [LIGHT, DARK]
ON_SURFACE = {
    "control": (3.3, 3.9),
    "text": (16.9, 14.2),
    "muted": (6.3, 6.8),
    "window": (6.8, 5.3),
    "winner": (4.3, 6.5),
    "padding": (4.8, 5.5),
    "overhang": (5.9, 6.7),
    "gradient": (5.4, 6.8),
    "negative": (5.9, 6.4),
    "changed": (3.9, 10.9),
    "error": (7.8, 9.9),
}


def test_contrast_runs_from_1_to_21():
    black, white = QColor("black"), QColor("white")
    assert contrast(black, white) == contrast(white, black) == pytest.approx(21)
    assert contrast(white, white) == 1


@pytest.mark.parametrize("token", ON_SURFACE)
def test_contrasts_on_the_surface_are_those_of_the_table(token):
    for theme, expected in zip(THEMES, ON_SURFACE[token], strict=True):
        assert contrast(getattr(theme, token), theme.surface) == pytest.approx(expected, abs=0.06)


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_text_is_readable_wherever_it_stands(theme):
    for ground in (theme.bg, theme.surface, theme.hover):
        assert contrast(theme.text, ground) >= 7
        assert contrast(theme.muted, ground) >= 4.5
    assert contrast(theme.error, theme.error_fill) >= 4.5
    assert contrast(theme.text, theme.error_fill) >= 7
    assert contrast(theme.control, theme.bg) >= 3


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_aliases_follow_their_tokens(theme):
    assert theme.accent == theme.text
    assert theme.tie == theme.winner
    assert theme.dark == (theme is DARK)
    assert len(theme.colours()) == 22
    assert theme_named(theme.name) is theme


def test_an_unknown_theme_is_refused():
    with pytest.raises(ValueError, match="sepia"):
        theme_named("sepia")


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_the_palette_is_readable_in_every_group(qapp, theme):
    palette, role = qt_palette(theme), QPalette.ColorRole
    pairs = [
        (role.WindowText, role.Window),
        (role.Text, role.Base),
        (role.Text, role.AlternateBase),
        (role.ButtonText, role.Button),
        (role.ToolTipText, role.ToolTipBase),
        (role.HighlightedText, role.Highlight),
        (role.PlaceholderText, role.Base),
        (role.Link, role.Window),
        (role.LinkVisited, role.Window),
        (role.BrightText, role.Window),
    ]
    for group in (QPalette.ColorGroup.Active, QPalette.ColorGroup.Inactive, QPalette.ColorGroup.Disabled):
        for ink, ground in pairs:
            assert contrast(palette.color(group, ink), palette.color(group, ground)) >= 4.5
        for each in QPalette.ColorRole:
            if each not in (role.NColorRoles, role.NoRole):
                assert palette.isBrushSet(group, each)


def test_disabled_text_differs_from_enabled_text(qapp):
    palette, group = qt_palette(LIGHT), QPalette.ColorGroup
    enabled = palette.color(group.Active, QPalette.ColorRole.Text)
    assert palette.color(group.Disabled, QPalette.ColorRole.Text) != enabled


def test_mix_lays_one_colour_over_another():
    assert mix(QColor("white"), QColor("black"), 0.1) == QColor(26, 26, 26)
    assert mix(QColor("#123456"), QColor("red"), 1) == QColor("#123456")
