"""Widgets, one subject a file."""
