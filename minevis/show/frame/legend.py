"""The legend of a frame: a small picture and a word for each thing that occurs in it."""

from collections.abc import Sequence, Set
from functools import lru_cache

import cv2
import numpy as np

from minevis.show.panels.panels import Layer
from minevis.show.tiles import atlas as tiles
from minevis.show.tiles.atlas import Mark, picture_tile
from minevis.show.tiles.draw_pictures import plain
from minevis.show.tiles.draw_text import ink, line_mask
from minevis.show.tiles.theme import Theme

OF_CLUES = {Mark.CLUE, Mark.VIOLATED, Mark.CLICK, Mark.FRESH}
ORDER = (  # what matters most stands first: where room is short, the rest is left out
    *("GUESS", "CANDIDATE", "REST_SAFE", "REST_MINED", "SMALLER", "SAFE", "MINED", "REST"),
    *("VIOLATED", "TRYING", "COMPLETE", "mined", "empty", "some", "CLUE", "dead", "way", "now"),
    *("heat", "flood", "win", "REGION", "KNOWN_SAFE", "KNOWN_MINED", "CLICK", "FRESH"),
)
MARK_NAMES = [mark.name for mark in Mark]
WIDE = {"heat", "flood", "win"}  # scales, as wide as four cells


def keys_of(layers: Sequence[Layer | None], more: Set[str]) -> tuple[str, ...]:
    """What occurs in some panels, and in `more` beside them, in the order of the legend."""
    found = set(more)
    for layer in layers:
        if layer is not None:
            marks = np.bincount(layer.marks.ravel(), minlength=len(Mark))
            found |= {MARK_NAMES[n] for n in marks.nonzero()[0].tolist() if n}
            pictures = np.bincount(layer.pictures.ravel(), minlength=tiles.PICTURES)
            found |= _pictured(pictures, layer.flood)
    return tuple(key for key in ORDER if key in found)


def _pictured(counts: np.ndarray, flood: str) -> set[str]:
    """Pictures that need a word, trials and the scales of chances, of how often each occurs."""
    found = set()
    if counts[tiles.PERCENT : tiles.ZERO].any():
        found.add("heat")
    if counts[tiles.ZERO : tiles.TRIAL].any():
        found.add(flood)
    for trial in counts[tiles.TRIAL : tiles.TINT].nonzero()[0].tolist():
        mines, cells = divmod(trial, 10)
        found.add("mined" if mines == cells else "some" if mines else "empty")
    return found


@lru_cache(maxsize=512)
def swatch(key: str, size: int, theme: Theme) -> np.ndarray:
    """The small picture of a key: uint8 [size, w, 3]. Don't write to it."""
    if key in WIDE:
        return _scale(size, theme.heat if key == "heat" else theme.flood, theme)
    if key in ("dead", "way", "now"):
        return _branch(key, size, theme)
    trials = {"mined": tiles.TRIAL + 11, "empty": tiles.TRIAL + 1, "some": tiles.TRIAL + 12}
    if key in trials:
        return picture_tile(theme, size, trials[key])
    mark = Mark[key]
    under = tiles.OPENED if mark in OF_CLUES else tiles.COVERED
    return tiles.atlas(size, theme=theme).tile(under, mark)


def _scale(size: int, colours: np.ndarray, theme: Theme) -> np.ndarray:
    """A bar of the colours of 0 to 100 %, with its ends named: uint8 [size, 4 size, 3]."""
    wide = 4 * size
    bar = np.repeat(colours[np.linspace(0, 100, wide).round().astype(int)][None], size, axis=0)
    small = max(8, round(size * 0.6))
    for text, right in (("0", False), ("100 %", True)):
        mask = line_mask(text, small, True)
        left = wide - mask.shape[1] - 3 if right else 3
        ink(bar, mask, (size - mask.shape[0]) // 2, left, theme.figure)
    return bar


def _branch(key: str, size: int, theme: Theme) -> np.ndarray:
    """A part of a search tree: a cross, or a line as its branches are drawn."""
    picture = plain(size, size, theme.ground)
    low, high, middle = round(size * 0.25), round(size * 0.7), size // 2
    if key == "dead":
        for first, second in (((low, low), (high, high)), ((low, high), (high, low))):
            cv2.line(picture, first, second, theme.mine, max(1, size // 9), cv2.LINE_AA)
    else:
        colour = theme.safe if key == "way" else theme.search
        width = max(2, size // 7)
        cv2.line(picture, (1, middle), (size - 2, middle), colour, width, cv2.LINE_AA)
    return picture
