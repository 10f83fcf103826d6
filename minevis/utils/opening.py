"""Loads picture files that others may have made: a few formats, of limited size."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from PIL import Image, UnidentifiedImageError

from minevis.errors import PictureError

FORMATS = ("PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF")  # they start no external program
MOST_PIXELS = 60_000_000
MOST_BYTES = 1 << 28  # more than an uncompressed picture of that many pixels


def load_picture(
    source: str | Path | Image.Image, check: Callable[[Image.Image], None], frame: int = 0
) -> tuple[Image.Image, int]:
    """Return a picture of a file, or an opened picture, as RGBA, and how many the file has.

    `check` may refuse it before its pixels are read. Raises `PictureError`, naming the file, if the
    picture is too large, damaged or in an unknown format. Raises `OSError` if the file cannot be
    opened.
    """
    where = "" if isinstance(source, Image.Image) else f"{source}: "
    try:
        with _opened(source) as picture:
            if picture.width * picture.height > MOST_PIXELS:
                size = f"{picture.width}×{picture.height} pixels"
                raise PictureError(f"{size}: at most {MOST_PIXELS:,} can be read")
            check(picture)
            frames = getattr(picture, "n_frames", 1)
            if not 0 <= frame < frames:
                raise PictureError(f"frame={frame}: there are frames 0 to {frames - 1}")
            if frames > 1:
                picture.seek(frame)
            return picture.convert("RGBA"), frames
    except PictureError as error:
        raise PictureError(f"{where}{error}") from error
    except UnidentifiedImageError as error:
        known = ", ".join(FORMATS)
        raise PictureError(
            f"{where}no readable picture; use {known}, or a screenshot of it"
        ) from error
    except Image.DecompressionBombError as error:
        raise PictureError(f"{where}at most {MOST_PIXELS:,} pixels can be read") from error
    except Exception as error:  # damaged files make Pillow raise errors of many kinds
        if isinstance(error, OSError) and error.errno is not None:  # of the system, not of Pillow
            raise
        reason = str(error) or type(error).__name__
        raise PictureError(f"{where}the picture is damaged: {reason}") from error


def _opened(source: str | Path | Image.Image) -> AbstractContextManager[Image.Image]:
    if isinstance(source, Image.Image):
        return nullcontext(source)
    path = Path(source)
    if path.exists() and not path.is_file():
        raise PictureError("this is not a file")
    if path.stat().st_size > MOST_BYTES:
        raise PictureError(f"a picture has at most {MOST_BYTES >> 20} MB")
    return Image.open(path, formats=FORMATS)
