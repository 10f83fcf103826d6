"""Packs: the data for the browser, plain values and arrays deflated into one run of bytes.

A pack inflates to the length of its header (uint32), the header as JSON in UTF-8, and the
little-endian arrays, starting at multiples of eight bytes. `static/shared/pack.js` reads it.
"""

import json
import zlib
from base64 import b85encode
from collections.abc import Mapping

import numpy as np

TYPES = {"int16": "<i2", "uint16": "<u2", "int32": "<i4", "float32": "<f4", "uint8": "<u1"}
ALIGNED = 8
MARKUP = bytes.maketrans(b"<>&", b",./")


def pack(head: Mapping[str, object], parts: Mapping[str, np.ndarray | bytes]) -> bytes:
    """A header and named parts: arrays of a type in `TYPES`, or bytes."""
    table: dict[str, tuple[str, int, int]] = {}
    body: list[bytes] = []
    offset = 0
    for name, part in parts.items():
        if isinstance(part, bytes):
            raw, kind, items = part, "bytes", len(part)
        else:
            kind = part.dtype.name
            raw, items = part.astype(TYPES[kind]).tobytes(), part.size
        table[name] = (kind, offset, items)
        body.append(_padded(raw))
        offset += len(body[-1])
    text = json.dumps({**head, "parts": table}, ensure_ascii=False, separators=(",", ":"))
    front = len(text.encode()).to_bytes(4, "little") + text.encode()
    return zlib.compress(b"".join([_padded(front), *body]), 9)


def _padded(raw: bytes) -> bytes:
    return raw + b"\0" * (-len(raw) % ALIGNED)


def text_of(packed: bytes) -> str:
    """Return a pack as text for an HTML page, a sixteenth shorter than base 64, without markup.

    It is the base 85 of `base64.b85encode`, with , . / instead of < > and &.
    """
    return b85encode(packed).translate(MARKUP).decode("ascii")
