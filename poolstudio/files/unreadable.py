"""What a file that no picture decoder takes may be instead, as the end of a sentence."""

_READ = "PNG, JPEG, TIFF, WebP, BMP, GIF, PGM and PPM are read"

_PICTURES = (
    (b"\x89PNG", "PNG"),
    (b"\xff\xd8", "JPEG"),
    (b"GIF8", "GIF"),
    (b"II*\0", "TIFF"),
    (b"MM\0*", "TIFF"),
    (b"II+\0", "TIFF"),
    (b"MM\0+", "TIFF"),
    (b"BM", "BMP"),
    (b"P1", "PBM"),
    (b"P2", "PGM"),
    (b"P3", "PPM"),
    (b"P4", "PBM"),
    (b"P5", "PGM"),
    (b"P6", "PPM"),
)
_OTHERS = (
    (b"\x93NUMPY", "a NumPy array"),
    (b"PK\x03\x04", "an archive"),
    (b"%PDF", "a PDF document"),
    (b"\0\0\0\x0cjP", "a JPEG 2000 picture"),
    (b"\xff\x4f\xff\x51", "a JPEG 2000 picture"),
    (b"\x80\x02", "a pickle"),
    (b"\x80\x03", "a pickle"),
    (b"\x80\x04", "a pickle"),
    (b"\x80\x05", "a pickle"),
    (b"8BPS", "a Photoshop file"),
    (b"\x89HDF", "an HDF5 file"),
)


def why_unknown(head: bytes) -> str:
    """The sentence after the file's name, from the first bytes of the file (some hundred are enough)."""
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return _broken("WebP")
    for start, kind in _PICTURES:
        if head.startswith(start):
            return _broken(kind)
    if head[4:8] == b"ftyp":
        return f"is a HEIF, AVIF or video file: {_READ}."
    for start, what in _OTHERS:
        if head.startswith(start):
            return f"is {what}: {_READ}."
    if _is_text(head):
        return f"is {'an SVG drawing' if b'<svg' in head else 'text'}, not a picture: {_READ}."
    return f"is no picture of a known kind: {_READ}."


def _broken(kind: str) -> str:
    return f"begins like a {kind} file but is damaged or of a kind that is not read."


def _is_text(head: bytes) -> bool:
    text = head.decode("utf-8", errors="ignore")
    # The head may end within a character, so a few bytes may be lost.
    if len(text.encode()) < len(head) - 3:
        return False
    return all(sign.isprintable() or sign in "\t\n\r\f\ufeff" for sign in text)
