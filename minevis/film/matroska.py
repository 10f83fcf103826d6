"""Raw frames as a Matroska stream with a timestamp per frame.

So a held picture goes to the encoder only once, which saves half the work in a story. Only the
elements of raw video are written. The format is RFC 9559; elements are named as there. PyAV took
6.2 s for 400 frames, this and an ffmpeg process 3.3 s, with equal file sizes; PyAV would also add
103 MB of libraries.
"""

from collections import deque
from collections.abc import Iterable, Iterator

import numpy as np

Values = list[tuple[bytes, int | bytes]]
EBML, DOC_TYPE = b"\x1a\x45\xdf\xa3", b"\x42\x82"
SEGMENT, CLUSTER = b"\x18\x53\x80\x67", b"\x1f\x43\xb6\x75"
INFO, TIMESTAMP_SCALE = b"\x15\x49\xa9\x66", b"\x2a\xd7\xb1"
TRACKS, TRACK_ENTRY = b"\x16\x54\xae\x6b", b"\xae"
TRACK_NUMBER, TRACK_UID, TRACK_TYPE, CODEC_ID = b"\xd7", b"\x73\xc5", b"\x83", b"\x86"
DEFAULT_DURATION = b"\x23\xe3\x83"
VIDEO, PIXEL_WIDTH, PIXEL_HEIGHT, FOUR_CC = b"\xe0", b"\xb0", b"\xba", b"\x2e\xb5\x24"
TIMESTAMP, SIMPLE_BLOCK = b"\xe7", b"\xa3"
UNKNOWN = b"\x01" + 7 * b"\xff"  # the size of elements that end with the stream
FEW = 3  # frames
BLOCK = b"\x81\x00\x00\x80"  # of track 1, at the time of its cluster, a key frame


def head(size: tuple[int, int], fps: float, pixels: bytes) -> bytes:
    """Return the beginning of a stream of frames of `size` (h, w) px, with `fps` frames per second.

    `pixels` is the FourCC of their format, such as b"I420".
    """
    tick = round(10**9 / float(fps))  # ns per frame: times are counted in frames
    picture: Values = [(PIXEL_WIDTH, size[1]), (PIXEL_HEIGHT, size[0]), (FOUR_CC, pixels)]
    track: Values = [
        (TRACK_NUMBER, 1),
        (TRACK_UID, 1),
        (TRACK_TYPE, 1),
        (CODEC_ID, b"V_UNCOMPRESSED"),
        (DEFAULT_DURATION, tick),
    ]
    entry = _all(track) + _element(VIDEO, _all(picture))
    return (
        _element(EBML, _element(DOC_TYPE, b"matroska"))
        + (SEGMENT + UNKNOWN)
        + _element(INFO, _element(TIMESTAMP_SCALE, _number(tick)))
        + _element(TRACKS, _element(TRACK_ENTRY, entry))
    )


def timed(stream: Iterable[np.ndarray]) -> Iterator[tuple[int, np.ndarray]]:
    """Yield the new frames of `stream`, with their numbers.

    A frame is new unless it is the same array as the one before. The first and the last few are
    always included: encoders that reorder frames need them for the length of a video.
    """
    waiting: deque[tuple[int, np.ndarray, bool]] = deque()
    before = None
    for number, picture in enumerate(stream):
        waiting.append((number, picture, number < FEW or picture is not before))
        before = picture
        if len(waiting) > FEW:
            at, picture, new = waiting.popleft()
            if new:
                yield at, picture
    yield from ((at, picture) for at, picture, _ in waiting)


def cluster(number: int, size: int) -> bytes:
    """Return the header of the `size` bytes of frame `number`."""
    at = _element(TIMESTAMP, _number(number))
    block = SIMPLE_BLOCK + _length(len(BLOCK) + size) + BLOCK
    return CLUSTER + _length(len(at) + len(block) + size) + at + block


def _all(values: Values) -> bytes:
    return b"".join(
        _element(name, value if isinstance(value, bytes) else _number(value))
        for name, value in values
    )


def _element(name: bytes, content: bytes) -> bytes:
    return name + _length(len(content)) + content


def _number(value: int) -> bytes:
    return value.to_bytes(8, "big")


def _length(size: int) -> bytes:
    """A size in eight bytes, as an EBML variable-size integer."""
    return (size | 1 << 56).to_bytes(8, "big")
