"""The two themes: what each colour means, the sizes of the window's parts, and Qt's palette."""

from dataclasses import dataclass, field, fields

from PySide6.QtGui import QColor, QPalette

# Space between things, in px.
SPACE_XS, SPACE_S, SPACE_M = 4, 8, 12
RADIUS_FIELD = 5
RADIUS_BOX = 3

FONT_TICK = 11
FONT_FOOTER = 12
FONT_BODY = 13
FONT_CODE = 13
FONT_STATUS = 14
FONT_TITLE = 16

STATUS_HEIGHT = 40
PANE_HEADER_HEIGHT = 36
PANE_FOOTER_HEIGHT = 32
TABLE_ROW_HEIGHT = 26
PARAMETERS_WIDTH = 256
PARAMETERS_RAIL = 40
CENTRE_MIN = 560

CELL_GAP = 2
CELL_EDGE_CONTRAST = 1.3  # a fill nearer to the surface than this has an inner line of `edge`
NUMBER_LARGEST = 22
NUMBER_SMALLEST = 11
NUMBER_SHARE = 0.3  # of the cell
NUMBER_CELL_MIN = 24
HALO = 3

CASING_WIDTH = 1.25  # on either side of a mark
WINDOW_PEN = 3.0
WINDOW_INSET = 2
EDGE_DASH = (2.0, 4.0)
WINNER_PEN = 2.5
TIE_DASH = (5.0, 4.0)
ROUTE_PEN_PINNED = 2.4
ROUTE_PEN = 1.5
ROUTE_OPACITY = 0.62
CHANGED_TRIANGLE = 12
#: Output cells of this size in pixels have room for the marks of what the dot lights and has changed.
LEAST_MARKED = 8.0
#: Padding of fewer pixels than this is no more than a line.
LEAST_PADDING = 3.0
FOCUS_RING = 2
STALE_FILL_OPACITY = 0.10


@dataclass(frozen=True, eq=False)
class Theme:
    """The colours by what they mean. Each hue has a shape beside it, so none is needed to read a picture."""

    name: str
    bg: QColor
    surface: QColor
    border: QColor
    edge: QColor
    control: QColor
    text: QColor
    muted: QColor
    hover: QColor
    casing: QColor
    window: QColor
    winner: QColor
    padding: QColor
    overhang: QColor
    gradient: QColor
    negative: QColor
    changed: QColor
    dot: QColor
    dot_outline: QColor
    error: QColor
    error_fill: QColor
    dark: bool = field(init=False)
    accent: QColor = field(init=False)
    tie: QColor = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "dark", self.bg.lightness() < 128)
        object.__setattr__(self, "accent", self.text)
        object.__setattr__(self, "tie", self.winner)

    def colours(self) -> dict[str, QColor]:
        """Every token by its name."""
        values = {item.name: getattr(self, item.name) for item in fields(self)}
        return {name: value for name, value in values.items() if isinstance(value, QColor)}


def _theme(name: str, **tokens: str) -> Theme:
    return Theme(name, **{token: QColor(value) for token, value in tokens.items()})


LIGHT = _theme(
    "light",
    bg="#F4F5F7",
    surface="#FFFFFF",
    border="#E0E3E8",
    edge="#C3C8D0",
    control="#868D99",
    text="#1A1D23",
    muted="#596070",
    hover="#E8EAEE",
    casing="#FFFFFF",
    window="#1C4FD0",
    winner="#C85A00",
    padding="#6B7280",
    overhang="#8A5A2B",
    gradient="#16785A",
    negative="#8744BC",
    changed="#1F8CB0",
    dot="#FFC61A",
    dot_outline="#1A1D23",
    error="#A3161F",
    error_fill="#FBEDED",
)

DARK = _theme(
    "dark",
    bg="#121417",
    surface="#191C21",
    border="#2C313A",
    edge="#3A414C",
    control="#717A88",
    text="#E7EAEF",
    muted="#9BA4B3",
    hover="#262B33",
    casing="#0C0E11",
    window="#3D8FFF",
    winner="#F08426",
    padding="#8A93A3",
    overhang="#C79A6B",
    gradient="#45B877",
    negative="#B98AE8",
    changed="#96D9E6",
    dot="#FFE066",
    dot_outline="#1A1D23",
    error="#FFB0B6",
    error_fill="#3A2226",
)


def theme_named(name: str) -> Theme:
    """The theme "light" or "dark"; ValueError for any other name."""
    for theme in (LIGHT, DARK):
        if theme.name == name:
            return theme
    raise ValueError(f'There is no theme "{name}"; there are "light" and "dark".')


def luminance(colour: QColor) -> float:
    """Relative luminance by WCAG 2, 0 for black to 1 for white; transparency is not looked at."""

    def linear(channel: float) -> float:
        return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(channel / 255) for channel in (colour.red(), colour.green(), colour.blue()))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: QColor, b: QColor) -> float:
    """The contrast ratio of two colours by WCAG 2, from 1 to 21."""
    dark, light = sorted((luminance(a), luminance(b)))
    return (light + 0.05) / (dark + 0.05)


def mix(a: QColor, b: QColor, share: float) -> QColor:
    """`a` laid over `b` with the given opacity, as an opaque colour."""
    parts = zip((a.red(), a.green(), a.blue()), (b.red(), b.green(), b.blue()), strict=True)
    return QColor(*(round(top * share + below * (1 - share)) for top, below in parts))


def qt_palette(theme: Theme) -> QPalette:
    """Qt's palette of a theme, every role set in all three groups.

    Said in full because Qt otherwise derives disabled and inactive colours from the system's style, and these
    are too faint to read. All text on its background has a contrast of 4.5 or more, disabled text too.
    """
    role, group = QPalette.ColorRole, QPalette.ColorGroup
    common = {
        role.Window: theme.bg,
        role.Base: theme.surface,
        role.AlternateBase: theme.bg,
        role.Button: theme.surface,
        role.ToolTipBase: theme.surface,
        role.Light: theme.surface,
        role.Midlight: theme.hover,
        role.Mid: theme.edge,
        role.Dark: theme.control,
        role.Shadow: theme.border,
        role.PlaceholderText: theme.muted,
        role.ToolTipText: theme.text,
        role.Link: theme.text,
        role.LinkVisited: theme.muted,
        role.BrightText: theme.error,
        role.Accent: theme.accent,
    }
    ink = {
        role.WindowText: theme.text,
        role.Text: theme.text,
        role.ButtonText: theme.text,
        role.Highlight: theme.text,
        role.HighlightedText: theme.surface,
    }
    faint = {
        role.WindowText: theme.muted,
        role.Text: theme.muted,
        role.ButtonText: theme.muted,
        role.Highlight: theme.muted,
        role.HighlightedText: theme.surface,
    }
    palette = QPalette()
    for of_group, inks in ((group.Active, ink), (group.Inactive, ink), (group.Disabled, faint)):
        for of_role, colour in (common | inks).items():
            palette.setColor(of_group, of_role, colour)
    return palette
