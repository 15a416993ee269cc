"""The slider of the dot's brightness, over the range of the input."""

import numpy as np
from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QSlider

from poolstudio.state.numbers import cell_text
from poolstudio.state.source import Array, Source

#: Steps over the range of an input that is not of whole numbers.
STEPS = 100
#: The handle's width in pixels.
HANDLE = 14


def brightness_range(source: Source) -> tuple[float, float]:
    """From the least to the greatest brightness on offer; whole numbers where the input has them.

    Small whole-number types: the type's own range from 0 (from its minimum where it has a sign and the input
    uses it). Others: from 0, or the least finite value where that is negative, to the dot's default.
    """
    values = source.values
    most = source.largest_dot()
    if values.dtype.kind in "bu":
        return 0, most
    least = _least(values)
    if values.dtype.kind == "i":
        return min(0, int(least)), most
    return min(0.0, least), most


def _least(values: Array) -> float:
    least = values.min()
    if not np.isfinite(least):
        finite = values[np.isfinite(values)]
        least = finite.min() if finite.size else 0
    return least.item() if isinstance(least, np.generic) else float(least)


class BrightnessSlider(QSlider):
    """`chosen` carries the brightness that the user set; `show_value` shows one without telling it back."""

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setObjectName("dotBrightness")
        self.setAccessibleName(self.tr("Dot brightness"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._source: Source | None = None
        self._range: tuple[float, float] = (0, 1)
        self._whole = False
        self.valueChanged.connect(self._changed)

    def show_value(self, source: Source, value: float) -> None:
        """Take the range of an input and stand at a brightness; one beyond the range stands at its end."""
        with QSignalBlocker(self):
            if source is not self._source:
                self._take_range(source)
            if not self.isSliderDown():
                self.setValue(self._position(value))

    def brightness(self, position: int) -> float:
        """The brightness at a position; both ends are exact."""
        low, high = self._range
        steps = self.maximum()
        if position <= 0:
            return low
        if position >= steps:
            return high
        # Two shares, since the span of a wide range may overflow.
        value = low * (1 - position / steps) + high * (position / steps)
        return round(value) if self._whole else value

    def mousePressEvent(self, event: QMouseEvent) -> None:
        # The groove is two pixels high: here the whole height takes the click, and the handle goes there.
        if event.button() == Qt.MouseButton.LeftButton and not self._on_handle(event.position().x()):
            self.setValue(self._at(event.position().x()))
        super().mousePressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def _at(self, x: float) -> int:
        share = (x - HANDLE / 2) / max(self.width() - HANDLE, 1)
        return round(min(max(share, 0.0), 1.0) * self.maximum())

    def _on_handle(self, x: float) -> bool:
        middle = HANDLE / 2 + self.value() / max(self.maximum(), 1) * (self.width() - HANDLE)
        return abs(x - middle) <= HANDLE / 2

    def _take_range(self, source: Source) -> None:
        self._source = source
        self._range = low, high = brightness_range(source)
        self._whole = source.values.dtype.kind in "biu"
        small = self._whole and high - low <= np.iinfo(np.uint16).max
        self.setRange(0, max(int(high - low), 1) if small else STEPS)
        self.setPageStep(max(self.maximum() // 10, 1))
        text = self.tr("The dot's brightness, from {low} to {high}. The largest of its windows wins.")
        self.setToolTip(text.format(low=cell_text(low), high=cell_text(high)))

    def _position(self, value: float) -> int:
        low, high = self._range
        if not value > low:  # NaN too
            return 0
        if value >= high:
            return self.maximum()
        share = (value / 2 - low / 2) / (high / 2 - low / 2)
        return round(share * self.maximum())

    def _changed(self, position: int) -> None:
        self.chosen.emit(self.brightness(position))
