"""Control images: each panel looks as it did when a person last approved of it.

`make control` draws them again. A cell passes when its tile is nearer to the one
that should be there than to any other: that survives another version of the font
rasteriser, and fails for a wrong digit.
"""

import os
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

import minevis as mv
from assets.keep import keep
from minevis.film.frames import frame, frames
from minevis.film.moments import Beat
from minevis.render.options import Look
from minevis.render.page import page_of_format, page_of_panels
from minevis.render.panels import PANELS, cell_panels
from minevis.render.tiles.atlas import TILE_COUNT, Tile, atlas
from minevis.render.tiles.theme import THEMES
from minevis.solver import events as ev
from minevis.trace.trace import Trace

FOLDER = Path(__file__).parent / "control"
RENEW = bool(os.environ.get("MINEVIS_RENEW"))
CELL = 24
TOLERANCE = 9.0  # mean absolute difference of a tile, of 255
USED = [
    n
    for n in range(TILE_COUNT)
    if n < Tile.SUPPOSED or n >= Tile.TINT or n - Tile.SUPPOSED in {1, 11, 12, 13, 23, 24}
]

VIEW = np.array(
    [
        [0, 1, -1, -1, -1, -1],
        [1, 2, -1, -1, 2, 1],
        [-2, 2, 2, 2, 1, 0],
        [2, 3, -2, 2, 1, 1],
        [-2, 4, 3, -2, 1, 0],
        [-1, -2, 8, 7, 6, 5],
    ]
)
SETS = ev.Subtracted(
    *(((0, 4), (0, 5)), 1, ((1, 5),)),
    *(((0, 3), (0, 4), (0, 5), (1, 3)), 1, ((1, 4),), ((0, 3), (1, 3)), 0, False),
)
START = ev.Started(6, 6, 9, "nobody")
ODDS = ev.OddsFound(
    "exact", ((0, 2), (0, 3), (1, 2), (1, 3), (0, 4)), (0.002, 0.5, 0.82, 0.18, 0.998), 1.0, 3
)
GUESS = ev.Guessed((1, 3), "least_risk", 0.18, ((1, 3), (0, 3)), ((2, 3), (2, 4)), 0.1, True)
SCENES = {
    "guess": [ODDS, ev.ZerosFound(((0, 3), (0, 5)), (0.25, 0.75)), GUESS],
    "dead_end": [
        ev.ComponentFound(
            *(0, ((0, 2), (1, 2), (1, 3), (0, 3)), ((0, 1),)),
            (((0, 2), (1, 2)), ((1, 3),), ((0, 3),)),
        ),
        ev.Tried(((0, 2), (1, 2)), 1, 0),
        ev.Tried(((1, 3),), 1, 1),
        ev.Violated((1, 1), 2, -1, 0),
    ],
    "lost": [ev.Exploded((0, 3)), ev.Finished(False, ((0, 2), (5, 0)))],
}
CASES = [
    *(("guess", panel, "paper") for panel in cell_panels()),
    *(("dead_end", panel, "paper") for panel in ("board", "constraints")),
    *(("lost", "board", theme) for theme in THEMES),
    *(("guess", "probability", theme) for theme in ("classic", "dark")),
]


def scene(name):
    return Trace([START, *SCENES[name]], view=VIEW)


@cache
def soft_tiles(theme, mark):
    """All tiles under one mark, blurred a little: float32 [n, s, s, 3]."""
    tile_atlas = atlas(CELL, theme=theme)
    return np.stack([soft(tile_atlas.tile(picture, mark)) for picture in USED])


def soft(picture):
    return cv2.blur(picture.astype(np.float32), (3, 3))


def control(name, drawn):
    """Return the control image of that name; `make control` draws it again if it has changed."""
    path = FOLDER / f"{name}.png"
    if RENEW:
        keep(path, Image.fromarray(drawn), optimize=True)
    assert path.exists(), f"{path.name} is missing: `make control` draws it; look at it"
    with Image.open(path) as picture:
        return np.asarray(picture.convert("RGB"))


def check_panel(seen, layer, theme):
    """Each cell of the picture `seen` (uint8 [H s, W s, 3]) shows the tile it should."""
    for (row, col), picture in np.ndenumerate(layer.pictures):
        tile = soft(seen[row * CELL : (row + 1) * CELL, col * CELL : (col + 1) * CELL])
        mark = int(layer.marks[row, col])
        away = np.abs(soft_tiles(theme, mark) - tile).mean(axis=(1, 2, 3))
        right = away[USED.index(int(picture))]
        assert right <= away.min() + 1e-6, f"{(row, col)} looks like {USED[int(away.argmin())]}"
        assert right < TOLERANCE, f"{(row, col)} is {right:.1f} away from the control image"


@pytest.mark.parametrize(("name", "panel", "theme"), CASES)
def test_panel(name, panel, theme):
    layer = PANELS[panel](scene(name)[-1])
    drawn = atlas(CELL, theme=theme).draw(layer.pictures, layer.marks)
    check_panel(control(f"{name}-{panel}-{theme}", drawn), layer, theme)


def blocks_apart(first, second, side=16):
    """The largest mean difference of blocks of two blurred pictures, and its place (x, y)."""
    away = np.abs(
        cv2.blur(first.astype(np.float32), (5, 5)) - cv2.blur(second.astype(np.float32), (5, 5))
    )
    height, width = (length - length % side for length in away.shape[:2])
    blocks = away[:height, :width].reshape(height // side, side, width // side, side, 3)
    means = blocks.mean(axis=(1, 3, 4))
    row, col = np.unravel_index(means.argmax(), means.shape)
    return float(means.max()), (int(col) * side, int(row) * side)


def assert_alike(name, drawn):
    """Return the control image `name`; fail with the place of the largest difference from it."""
    seen = control(name, drawn)
    assert seen.shape == drawn.shape, f"{name}.png: `make control` if this size is meant"
    away, place = blocks_apart(seen, drawn)
    assert away < 12, f"{name}.png differs by {away:.1f} at {place}: `make control` if it is meant"
    return seen


def test_whole_frame():
    look = {"panels": ("board", "constraints", "probability"), "cell": CELL}
    trace = scene("guess")
    drawn = frame(trace, -1, **look)
    seen = assert_alike("frame", drawn)
    moved = frame(trace, -2, **look)
    text = page_of_panels(trace.shape, Look(**look)).text.part
    assert blocks_apart(seen[text], moved[text])[0] > 12  # another caption is noticed


@cache
def game():
    """A game with sets that are compared, and a search of some depth."""
    board = mv.Board.random("beginner", seed=26, first=(0, 0), safe_radius=1)
    return mv.play(board, mv.Player(name="exact"), first=(0, 0))


@cache
def race():
    """A race in which one falls."""
    board = mv.Board.random("beginner", seed=24, first=(0, 0), safe_radius=1)
    return mv.race(board, ("counting", "exact", "convolution"), first=(0, 0))


def moment(kind, theme, after=0, **look):
    """A frame of the first event of a kind, or `after` it."""
    fixed = {"camera": "follow", "max_width": 540} if "format" in look else {"cell": CELL}
    return frame(game(), game().find(kind) + after, **{**fixed, "theme": theme, **look})


FULL = {"format": "wide", "max_width": 960}
SQUARE = {"format": "square"}
WHOLE = {  # a look, and another that must be told from it
    "tree": [(ev.OddsFound, {"panels": ("board", "tree"), "after": after}) for after in (0, -1)],
    "tall": [(ev.Guessed, {"format": "tall", "after": after}) for after in (0, -1)],
    "square": [(ev.Subtracted, SQUARE), (ev.Subtracted, {**SQUARE, "labels": "coordinates"})],
    "wide": [(ev.SolutionFound, {**FULL, "after": after}) for after in (0, 1)],
}


STRIPS = {  # the events before and after a motion
    "opened": ([], [ev.Opened((0, 3), ((0, 2), (0, 3), (0, 4), (0, 5)), (2, 1, 1, 1))]),
    "flag": ([], [ev.Flagged(((0, 2), (1, 2)))]),
    "proven": ([], [ev.Counted((0, 1), 1, 1, 2, ((0, 2), (1, 2)), True)]),
    "set": ([], [SETS]),
    "try": (SCENES["dead_end"][:2], SCENES["dead_end"][2:3]),
    "odds": ([ODDS], [ev.OddsFound("exact", ODDS.cells, (0.6, 0.1, 0.3, 0.7, 0.5), 0.2, 9)]),
    "dead_end": (SCENES["dead_end"][:3], SCENES["dead_end"][3:]),
    "exploded": ([], SCENES["lost"]),
    "words": ([], [ev.Flagged(((0, 2), (1, 2)))]),
}
LONG = {"set": 14, "camera": 14}  # frames


def strip(name, theme):
    """Frames of one motion, a tenth of a second apart, side by side."""
    look = Look(panels=("board",), cell=CELL, caption=name == "words", theme=theme)
    if name == "camera":  # from one clue to another, far away
        trace = mv.play("expert", seed=10)
        since, ends = 1118, 1119
        small = Look(format="square", camera="follow", max_width=270, theme=theme)
        page = page_of_format(trace.shape, small)
    elif name == "solution":
        trace = game()
        ends = trace.find(ev.SolutionFound)
        since, page = ends - 1, page_of_panels(trace.shape, replace(look, panels=("board", "tree")))
    else:
        before, after = STRIPS[name]
        trace = Trace([START, *before, *after], view=VIEW)
        since, ends, page = len(before), len(trace) - 1, page_of_panels(trace.shape, look)
    stream = frames(trace, [Beat(since, 40), Beat(ends, 40)], page, fps=10, motion=True)
    return np.hstack(list(stream)[39:][: LONG.get(name, 8)])


@pytest.mark.parametrize("theme", ["paper", "dark"])
@pytest.mark.parametrize("name", [*STRIPS, "camera", "solution"])
def test_motion(name, theme):
    seen = assert_alike(f"motion-{name}-{theme}", strip(name, theme))
    frames = np.split(seen, LONG.get(name, 8), axis=1)
    assert blocks_apart(frames[0], frames[1])[0] > 2  # it begins at once


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", [*WHOLE, "race"])
def test_whole_pictures(name, theme):
    if name == "race":
        right, wrong = (race().frame(at, theme=theme, cell=CELL) for at in (-1, -2))
    else:
        right, wrong = (moment(kind, theme, **look) for kind, look in WHOLE[name])
    seen = assert_alike(f"{name}-{theme}", right)
    assert wrong.shape != seen.shape or blocks_apart(seen, wrong)[0] > 12
