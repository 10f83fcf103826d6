"""Films of their first frames: for tests of everything but what a film shows."""

import os
from dataclasses import replace
from itertools import islice

WHOLE = "MINEVIS_WHOLE" in os.environ  # by `make versions`
FRAMES = 5


def shorten() -> None:
    """Let films end after a few frames, unless all is run whole."""
    from minevis.film import video

    def encode_few(path, stream, encoder=None):
        encode(path, replace(stream, frames=islice(stream.frames, FRAMES)), encoder)

    encode = video.encode_film
    if not WHOLE:
        video.encode_film = encode_few
