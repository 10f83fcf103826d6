"""The legend of a frame: a small picture and a word for every kind of mark."""

from collections.abc import Sequence, Set
from functools import lru_cache

import cv2
import numpy as np

from minevis.render.panels import ZERO, Layer
from minevis.render.searches import box_key
from minevis.render.tiles.atlas import TILE_COUNT, Mark, Tile, atlas, constraint_tiles, picture_tile
from minevis.render.tiles.draw_pictures import plain
from minevis.render.tiles.draw_text import ink, line_mask
from minevis.render.tiles.theme import Colour, Theme, mix
from minevis.render.timeline import GUESS, SHARES, TICKS

OF_CLUES = {Mark.CLUE, Mark.VIOLATED, Mark.CLICK, Mark.FRESH}
LEGEND = {  # the most important first: if room is short, the rest is left out
    "GUESS": "the guess",
    "CANDIDATE": "a choice",
    "REST_SAFE": "rest of the larger set: safe",
    "REST_MINED": "rest of the larger set: mines",
    "SMALLER": "the cells in question",
    "LARGER": "the larger set",
    "SAFE": "safe",
    "MINED": "mine",
    "VIOLATED": "clue violated",
    "TRYING": "tried now",
    "COMPLETE": "every clue satisfied",
    "box of mines": "mine supposed",
    "box without mines": "no mine supposed",
    "box of both": "one mine in two cells",
    "CLUE": "a clue it follows from",
    "numbers": "mines left, covered left",
    "dead end": "dead end, by this clue",
    "solution path": "leads to a configuration",
    "current path": "being tried",
    "heat": "chance of a mine",
    "zero": ZERO.words,
    "REGION": "being searched",
    "KNOWN_SAFE": "known safe",
    "KNOWN_MINED": "known mine",
    "CLICK": "clicked",
    **dict(zip(TICKS, ("timeline: steps", "searches", "guesses"), strict=True)),
    "FRESH": "opened with it",
}
SUPPOSED = {"box of mines": Tile.SUPPOSED + 11, "box without mines": Tile.SUPPOSED + 1}
MARK_NAMES = [mark.name for mark in Mark]


def keys_of(layers: Sequence[Layer | None], more: Set[str]) -> tuple[tuple[str, str], ...]:
    """The entries that some panels need, and `more` of them: names of swatches, and words."""
    keys = {(name, LEGEND.get(name, "")) for name in more}
    for layer in layers:
        if layer is not None:
            marks = np.bincount(layer.marks.ravel(), minlength=len(Mark))
            names = {MARK_NAMES[n] for n in marks.nonzero()[0].tolist() if n}
            names |= {"LARGER" for outline in layer.outlines if outline.role == "search"}
            pictures = np.bincount(layer.pictures.ravel(), minlength=TILE_COUNT)
            words = {**LEGEND, "zero": layer.scale.words, **(layer.keys or {})}
            keys |= {(name, words.get(name, "")) for name in names | _pictured(pictures)}
    places = {name: place for place, name in enumerate(LEGEND)}
    return tuple(sorted((key for key in keys if key[1]), key=lambda key: (places[key[0]], key[1])))


def _pictured(counts: np.ndarray) -> set[str]:
    """Count the pictures that need a word, with suppositions and scales of chances."""
    supposed = counts[Tile.SUPPOSED : Tile.TINT].nonzero()[0].tolist()
    keys = {box_key(*divmod(each, 10)) for each in supposed}
    if (
        counts[Tile.MINE_CHANCE : Tile.ZERO_CHANCE].any()
        or counts[Tile.PAST_CHANCE : Tile.SUPPOSED].any()
    ):
        keys.add("heat")
    if counts[Tile.ZERO_CHANCE : Tile.PAST_CHANCE].any():
        keys.add("zero")
    return keys


@lru_cache(maxsize=512)
def swatch(key: str, size: int, theme: Theme) -> np.ndarray:
    """The small picture of a key: uint8 [size, w, 3]. Don't write to it."""
    if key in ("heat", "zero"):
        heat = key == "heat"
        colours = (theme.heat, theme.figure) if heat else (theme.zero_heat, theme.zero_figure)
        return _scale(size, *colours)
    if key in TICKS:
        return _tick(TICKS.index(key), size, theme)
    if key in ("dead end", "solution path", "current path"):
        return _branch(key, size, theme)
    if key == "box of both":
        return _share(size, theme)
    if key in SUPPOSED:
        return picture_tile(theme, size, SUPPOSED[key])
    if key == "numbers":  # of a clue: mines left, covered cells left
        return picture_tile(theme, size, int(constraint_tiles(np.array(1), np.array(2))))
    if key == "LARGER":  # a cell of the larger set of a rule: a line around it
        picture = picture_tile(theme, size, Tile.COVERED).copy()
        cv2.rectangle(picture, (0, 0), (size - 2, size - 2), theme.search, max(2, size // 10))
        return picture
    mark = Mark[key]
    under = Tile.OPENED if mark in OF_CLUES else Tile.COVERED
    return atlas(size, theme=theme).tile(under, mark)


def _scale(size: int, colours: np.ndarray, figure: Colour) -> np.ndarray:
    """A bar of the colours of 0 to 100 %, with its ends named: uint8 [size, w, 3]."""
    ends = [line_mask(text, max(8, round(size * 0.6)), True) for text in ("0", "100 %")]
    wide = max(4 * size, sum(mask.shape[1] for mask in ends) + size)
    bar = np.repeat(colours[np.linspace(0, 100, wide).round().astype(int)][None], size, axis=0)
    for mask, left in zip(ends, (3, wide - ends[1].shape[1] - 3), strict=True):
        ink(bar, mask, (size - mask.shape[0]) // 2, left, figure)
    return bar


def _tick(tick: int, size: int, theme: Theme) -> np.ndarray:
    """A piece of the timeline: uint8 [size, w, 3]."""
    high = max(2, round(size * SHARES[tick]))
    picture = plain(size, max(4, size // 4) if tick == GUESS else size, theme.ground)
    colour = (theme.deduction, theme.search, theme.guess)[tick]
    picture[(size - high) // 2 :][:high] = colour
    return picture


def _share(size: int, theme: Theme) -> np.ndarray:
    """The text of a box with some mines, larger than on its tile: uint8 [size, w, 3]."""
    mask = line_mask("1/2", max(8, round(size * 0.72)), True)
    colour = mix(theme.opened, theme.search, 0.2)
    picture = plain(size, mask.shape[1] + max(4, size // 4), colour)
    left = (picture.shape[1] - mask.shape[1]) // 2
    ink(picture, mask, (size - mask.shape[0]) // 2, left, theme.ink)
    return picture


def _branch(key: str, size: int, theme: Theme) -> np.ndarray:
    """A part of a search tree: a cross, or a line as its branches are drawn."""
    picture = plain(size, size, theme.ground)
    low, high, middle = round(size * 0.25), round(size * 0.7), size // 2
    if key == "dead end":
        for first, second in (((low, low), (high, high)), ((low, high), (high, low))):
            cv2.line(picture, first, second, theme.mine, max(1, size // 9), cv2.LINE_AA)
    else:
        colour = theme.safe if key == "solution path" else theme.search
        width = max(2, size // 7)
        cv2.line(picture, (1, middle), (size - 2, middle), colour, width, cv2.LINE_AA)
    return picture
