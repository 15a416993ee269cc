"""Where the program's own files are: one resolver for a wheel, an editable install and a plain checkout."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent
# A wheel carries the folder inside the package; in a checkout, and in the editable install that points there,
# it stands beside the package.
_PLACES = (_PACKAGE / "resources", _PACKAGE.parent / "resources")


class ResourceError(FileNotFoundError):
    """A file of the program itself is absent: the message names it and the folder where it was looked for."""


def resource_root() -> Path:
    """Return the folder that holds the program's icons, samples and pictures.

    Raises ResourceError if the installation has none.
    """
    for place in _PLACES:
        if place.is_dir():
            return place
    looked = " and ".join(str(place) for place in _PLACES)
    raise ResourceError(f"The resources folder of PoolStudio is missing: it was looked for at {looked}.")


def resource(*parts: str) -> Path:
    """Return the path of one file or folder below the resources folder; no parts give that folder itself.

    `resource("icons", "open.svg")` and `resource("icons/open.svg")` name the same file. Raises ValueError for
    a name that would lead out of the folder, and ResourceError, a FileNotFoundError, for one that is absent.
    """
    root = resource_root()
    name = "/".join(parts)
    pieces = name.replace("\\", "/").split("/") if name else []
    if any(piece in ("", ".", "..") or ":" in piece for piece in pieces):
        raise ValueError(f'"{name}" is not the name of a resource: give folders and a file below {root}.')
    path = root.joinpath(*pieces)
    if not path.exists():
        raise ResourceError(f'The resource "{name}" of PoolStudio is missing: it was looked for in {root}.')
    return path
