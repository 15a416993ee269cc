"""Painting onto any QPainter: theme, ramps, pixels, panes, overlays. No widgets."""
