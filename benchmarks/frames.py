"""Frames: two panels of 24×24 cells of 24 px, drawn but not encoded"""

from collections.abc import Iterator
from functools import cache

import numpy as np
from measuring import Row, game, ratio, timed
from PIL import Image

from minevis import Trace
from minevis.film.beats import beats
from minevis.film.frames import frames
from minevis.film.moments import Beat
from minevis.render.options import Look, Pacing
from minevis.render.page import page_of_panels

CELL = 24
PANELS = ("board", "constraints")
CODES = range(-3, 9)


@cache
def tile(code: int) -> Image.Image:
    """A plain tile for each code of a view."""
    shade = 255 - 12 * (code + 3)
    return Image.new("RGB", (CELL, CELL), (shade, shade, 200))


def pasted(trace: Trace, shown: list[Beat]) -> Iterator[np.ndarray]:
    """Each panel pasted together cell by cell, anew for each frame; no text."""
    height, width = trace.shape
    for beat, snapshot in zip(shown, trace, strict=False):
        canvas = Image.new("RGB", (2 * width * CELL, height * CELL))
        for (row, col), code in np.ndenumerate(snapshot.view):
            for left in (0, width):
                canvas.paste(tile(int(code)), ((left + col) * CELL, row * CELL))
        for _ in range(beat.hold):
            yield np.asarray(canvas)


def rows() -> Iterator[Row]:
    """Frames a second of a whole game, drawn but not encoded."""
    trace = game("expert24", seed=10)
    shown = beats(trace, Pacing(detail=2, fps=30))
    layout = page_of_panels(trace.shape, Look(panels=PANELS, cell=CELL))
    list(frames(trace, shown[:2], layout))  # the atlas is made once
    seconds, count = timed(lambda: sum(1 for _ in frames(trace, shown, layout)))
    yield Row(f"drawing {count:,} frames", f"{count / seconds:,.0f}", "frames/s", "aim: 400")
    few = shown[:100]
    slow, some = timed(lambda: sum(1 for _ in pasted(trace, few)))
    yield Row(
        "  against pasting every cell with Pillow", ratio(slow / some, seconds / count), "× faster"
    )
