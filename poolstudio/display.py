"""Whether there is a display that a window can be opened on; asked before Qt is, which would abort."""

import ctypes
import os
import socket
import sys
from collections.abc import Mapping
from pathlib import Path

_DRAWS_NOWHERE = ("offscreen", "minimal")


def window_platforms(environ: Mapping[str, str] | None = None) -> list[str]:
    """Return the names of the Qt platforms that can show a window here, the preferred one first.

    An empty list means that there is no display. Only Linux and its like are in doubt; elsewhere, and for a
    platform that the user asked for by name and that needs no server, the answer is taken on trust.
    """
    env = os.environ if environ is None else environ
    asked = [name.split(":")[0].strip() for name in env.get("QT_QPA_PLATFORM", "").split(";")]
    asked = [name for name in asked if name]
    if not asked:
        if sys.platform in ("win32", "darwin"):
            return ["native"]
        asked = ["wayland", "xcb"]
    return [name for name in asked if _can_show(name, env)]


def _can_show(platform: str, env: Mapping[str, str]) -> bool:
    if platform in _DRAWS_NOWHERE:
        return False
    if platform == "xcb":
        return bool(env.get("DISPLAY")) and _x_server_answers(env["DISPLAY"])
    if platform.startswith("wayland"):
        return _wayland_answers(env)
    return True


def _x_server_answers(display: str) -> bool:
    """Try the connection as Qt will: a name in DISPLAY may be stale, or its server may refuse this user."""
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        # Without it Qt cannot use the display either: the list of missing libraries will say so.
        return True
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connect.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
    xcb.xcb_connection_has_error.argtypes = [ctypes.c_void_p]
    xcb.xcb_disconnect.argtypes = [ctypes.c_void_p]
    connection = xcb.xcb_connect(os.fsencode(display), None)
    try:
        return bool(xcb.xcb_connection_has_error(connection) == 0)
    finally:
        xcb.xcb_disconnect(connection)


def _wayland_answers(env: Mapping[str, str]) -> bool:
    if env.get("WAYLAND_SOCKET"):
        return True
    name = env.get("WAYLAND_DISPLAY")
    if not name or not hasattr(socket, "AF_UNIX"):
        return False
    if not name.startswith("/"):
        folder = env.get("XDG_RUNTIME_DIR")
        if not folder:
            return False
        name = str(Path(folder) / name)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
        try:
            client.connect(name)
        except OSError:
            return False
    return True
