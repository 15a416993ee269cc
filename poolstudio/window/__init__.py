"""The main window: layout, actions, preferences."""
