"""The content of a film, read back from its pack, and the expected content."""

import json
import re
import struct
import zlib
from base64 import b64decode, b85decode
from io import BytesIO

import numpy as np
from PIL import Image

from minevis.render.panels import PANELS, cell_panels
from minevis.web.pack import MARKUP
from minevis.web.sheets import outline_sides

TYPES = {"int16": "<i2", "uint16": "<u2", "int32": "<i4", "float32": "<f4", "bytes": "<u1"}


def unpacked(packed):
    """The header and the arrays of a pack, as static/shared/pack.js reads them."""
    raw = zlib.decompress(packed)
    (length,) = struct.unpack("<I", raw[:4])
    head = json.loads(raw[4 : 4 + length])
    first = -(-(4 + length) // 8) * 8
    parts = {
        name: np.frombuffer(raw, TYPES[kind], items, first + offset)
        for name, (kind, offset, items) in head["parts"].items()
    }
    return head, parts


def packs_in(page):
    """The packs of the films of a page."""
    back = bytes.maketrans(b"<>&".translate(MARKUP), b"<>&")
    found = re.findall(r'class="minevis-film">([^<]*)<', page)
    return [b85decode(packed.encode().translate(back)) for packed in found]


def picture_in(bundle):
    """The picture among what a notebook is given to show."""
    return Image.open(BytesIO(b64decode(bundle["image/png"])))


def codes_of(snapshot):
    """The codes of the panels by cell, then the lines: int16 [rows, H · W]."""
    layers = {name: PANELS[name](snapshot) for name in cell_panels()}
    shown = [(each.pictures.astype(np.int16) * 32 + each.marks).ravel() for each in layers.values()]
    lined = [layers["board"], *(layers[name] for name in layers if not PANELS[name].reasons)]
    return np.stack([*shown, *(outline_sides(each.outlines, snapshot.shape) for each in lined)])
