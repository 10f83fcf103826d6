"""Letters as cells: the small bitmap font that word boards are drawn with."""

import numpy as np

from minevis.core.errors import BoardFormatError


def letter_mask(text: str) -> np.ndarray:
    """`text` in Pillow's built-in bitmap font, cropped to its ink: bool [h, w].

    Raises `BoardFormatError` when the text leaves no ink or has characters
    beyond Latin-1, which the font lacks.
    """
    from PIL import Image, ImageDraw, ImageFont

    font = ImageFont.load_default_imagefont()
    try:
        left, top, right, bottom = font.getbbox(text)
    except UnicodeEncodeError as error:
        raise BoardFormatError(f"{text!r}: the bitmap font knows Latin-1 letters only") from error
    size = (max(int(right - left), 1), max(int(bottom - top), 1))
    picture = Image.new("1", size)
    ImageDraw.Draw(picture).text((0, 0), text, fill=1, font=font)
    ink = np.array(picture, dtype=bool)
    if not ink.any():
        raise BoardFormatError(f"{text!r} holds nothing to write")
    rows, cols = np.nonzero(ink)
    return ink[rows.min() : rows.max() + 1, cols.min() : cols.max() + 1]
