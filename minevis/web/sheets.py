"""Sheets of tiles for the browser, and the numbers of its cells.

A cell is a code, picture and mark in one number; lines over the cells are numbers too.
"""

from collections.abc import Iterable
from dataclasses import fields, replace
from functools import lru_cache
from io import BytesIO

import numpy as np
from PIL import Image  # named, it is there without all the other formats

from minevis.game.grid import flat_of
from minevis.game.position import Position
from minevis.render import motion
from minevis.render.marks import Link, Outline
from minevis.render.panels import panel
from minevis.render.tiles.atlas import Mark, Tile, mark_tile, picture_tile
from minevis.render.tiles.draw_pictures import FAINT, LEAST_FIGURE, PAST, PAST_FIGURE, gap
from minevis.render.tiles.theme import THEMES, Theme, luminance, theme_of
from minevis.solver.analysis import Analysis
from minevis.trace.snapshot import Snapshot, blank

TILE = 56  # px: the browser scales down from here
COLUMNS = 16  # tiles in a row of a sheet
SHARED = 48  # tiles per palette
COLOURS = 256
MARK_NUMBERS = 32  # a code is 32 · picture + mark, as static/shared/pictures.js reads it
FIRSTS = {  # of runs of pictures; static/shared/pictures.js reads them
    "opened": Tile.OPENED,
    "pale": Tile.PALE,
    "constraint": Tile.CONSTRAINT,
    "mineChance": Tile.MINE_CHANCE,
    "faintChance": Tile.FAINT_CHANCE,
    "zeroChance": Tile.ZERO_CHANCE,
    "faintZero": Tile.FAINT_ZERO,
    "pastChance": Tile.PAST_CHANCE,
    "supposed": Tile.SUPPOSED,
    "tint": Tile.TINT,
}
FACES = {  # the names of single pictures, as labels
    int(tile): f"tip {label}"
    for tile, label in {
        Tile.COVERED: "covered",
        Tile.FLAG: "flagged",
        Tile.FLAG_LETTER: "flagged",
        Tile.MINE: "mine",
        Tile.MINE_LETTER: "mine",
        Tile.EXPLODED: "exploded",
        Tile.WRONG_FLAG: "wrong flag",
    }.items()
}
MOTION = {  # static/shared/changes.js moves boards by the same table as films
    "kinds": {name: kind._asdict() for name, kind in motion.KINDS.items()},
    "marks": {
        "try": motion.TRIES,
        "set": motion.SETS,
        "known": motion.KNOWN,
        "proven": motion.PROVEN,
        "clue": motion.CLUES,
        "dead end": (Mark.VIOLATED,),
        "click": (Mark.CLICK,),
    },
    "flag": Tile.FLAG,
    "mine": Tile.MINE,
    "exploded": Tile.EXPLODED,
}
SHIFTS = {"search": 0, "clue_ring": 4, "ink": 8}  # of a role, in the bits of a cell
TIE = 1 << 16  # set in the second number of a link that joins two clues; above any cell


def codes_of(pictures: np.ndarray | int, marks: np.ndarray | int = Mark.NONE) -> np.ndarray:
    """The codes of cells for the browser: picture and mark in one int16."""
    return np.asarray(np.asarray(pictures, np.int16) * MARK_NUMBERS + np.asarray(marks, np.int16))


def parts_of(codes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the pictures and the marks of codes, both int16."""
    pictures, marks = np.divmod(np.asarray(codes, np.int16), np.int16(MARK_NUMBERS))
    return pictures, marks


def sheets(
    pictures: Iterable[int],
    themes: Iterable[str] | None = None,
    marks: Iterable[int] | None = None,
) -> tuple[dict[str, object], dict[str, bytes]]:
    """Return the header "atlas" and the parts of a pack: `pictures` and all marks, in every theme.

    `themes` limits the themes, for a host that can ask for more: five times as fast, and three
    times as large. With `marks` the places of all other marks are empty.
    """
    wanted = tuple(sorted(set(pictures)))
    head: dict[str, object] = {
        "tile": TILE,
        "gap": gap(TILE),
        "pictures": wanted,
        "firsts": FIRSTS,
        "faces": FACES,
        "faint": FAINT,
        "past": (PAST, PAST_FIGURE),
        "leastFigure": LEAST_FIGURE,
        "motion": MOTION,
        "themes": {name: _looks(theme) for name, theme in THEMES.items()},
    }
    parts: dict[str, bytes] = {}
    drawn = tuple(Mark) if marks is None else tuple(sorted(set(marks)))
    for name in THEMES if themes is None else themes:
        parts |= theme_sheets(name, wanted, drawn, small=themes is None)
    return head, parts


def theme_sheets(
    name: str, wanted: tuple[int, ...], marks: tuple[int, ...] = tuple(Mark), *, small: bool
) -> dict[str, bytes]:
    """The parts of a pack for one theme: as `small` as can be, or as soon.

    Raises `ValueError` for an unknown theme.
    """
    theme = theme_of(name)
    return {
        f"{name}.pictures": _pictures(theme, wanted, small),
        f"{name}.marks": _marks(theme, marks, small),
    }


def board_pictures() -> tuple[int, ...]:
    """The pictures of boards; the browser draws odds by itself."""
    return tuple(range(Tile.CONSTRAINT))


def _looks(theme: Theme) -> dict[str, object]:
    """The name of a theme and all its single colours, for the browser's own parts."""
    colours = {
        field.name: getattr(theme, field.name)
        for field in fields(theme)
        if isinstance(getattr(theme, field.name), tuple) and len(getattr(theme, field.name)) == 3
    }
    heats = {
        name: "".join("{:02x}{:02x}{:02x}".format(*colour) for colour in heat.tolist())
        for name, heat in (("heat", theme.heat), ("zeroHeat", theme.zero_heat))
    }
    return {"name": theme.name, "dark": luminance(theme.ground) < 0.2, "colours": colours, **heats}


@lru_cache(maxsize=16)
def _pictures(theme: Theme, wanted: tuple[int, ...], small: bool) -> bytes:
    tiles = [picture_tile(theme, TILE, picture) for picture in wanted]
    if not small:
        return _webp(_sheet(tiles), method=0)
    parts = [tiles[at : at + SHARED] for at in range(0, len(tiles), SHARED)]
    few = [  # colours, which look the same and pack far smaller
        Image.fromarray(_sheet(part)).quantize(COLOURS, dither=Image.Dither.NONE) for part in parts
    ]
    return _webp(np.concatenate([np.asarray(each.convert("RGB")) for each in few]))


@lru_cache(maxsize=16)
def _marks(theme: Theme, drawn: tuple[int, ...], small: bool) -> bytes:
    """Draw the sheet of marks; the place of a mark is its number."""
    none = mark_tile(theme, TILE, Mark.NONE)
    tiles = [mark_tile(theme, TILE, mark) if mark in drawn else none for mark in Mark]
    return _webp(_sheet(tiles), method=4 if small else 0)


def _sheet(tiles: list[np.ndarray]) -> np.ndarray:
    """Tiles row by row: uint8 [rows · s, COLUMNS · s, c]."""
    rows, channels = -(-len(tiles) // COLUMNS), tiles[0].shape[2]
    blank = np.zeros_like(tiles[0])
    stacked = np.stack([*tiles, *[blank] * (rows * COLUMNS - len(tiles))])
    blocks = stacked.reshape(rows, COLUMNS, TILE, TILE, channels).transpose(0, 2, 1, 3, 4)
    return blocks.reshape(rows * TILE, COLUMNS * TILE, channels)


def _webp(picture: np.ndarray, method: int = 4) -> bytes:
    """A picture without loss; a higher `method`, 0 to 6, takes longer and packs smaller."""
    stream = BytesIO()
    Image.fromarray(picture).save(stream, "WEBP", lossless=True, exact=True, method=method)
    return stream.getvalue()


def outline_sides(outlines: Iterable[Outline], shape: tuple[int, int]) -> np.ndarray:
    """Return the sides of cells with lines, by role, as bits: int16 [H · W].

    From the lowest bit of a role: the upper, lower, left and right side.
    """
    wide = shape[1] + 1  # an additional column, so that no two rows touch
    sides: dict[int, int] = {}
    for outline in outlines:
        inside = {row * wide + col for row, col in outline.cells}
        shift = SHIFTS[outline.role]
        for cell in inside:
            open_sides = (cell - wide not in inside) | (cell + wide not in inside) << 1
            open_sides |= (cell - 1 not in inside) << 2 | (cell + 1 not in inside) << 3
            sides[cell] = sides.get(cell, 0) | open_sides << shift
    bits = np.zeros((shape[0], wide), np.int16)
    bits.ravel()[list(sides)] = list(sides.values())
    return bits[:, :-1].ravel()


def links_of(links: Iterable[Link], width: int) -> list[int]:
    """Return two numbers per link, as flat cells: the clue, and its target."""
    numbers = []
    for link in links:
        ends = [flat_of(cell, width) for cell in (link.clue, link.cell)]
        numbers += [ends[0], ends[1] | (TIE if link.tie else 0)]
    return numbers


def known_snapshot(
    position: Position, known: Analysis | None, missed: np.ndarray | None = None
) -> Snapshot:
    """Return the snapshot of `position`, with its analysis if given."""
    # a board without counters shows no total
    start = blank(position.shape, position.mines or 0, position.view)
    if missed is not None:
        start = replace(start, missed=missed)
    if known is None:
        return start
    chances = np.where(position.view < 0, known.probability, np.nan)
    return replace(start, probability=chances)


def codes(snapshot: Snapshot) -> list[int]:
    """Return the codes of a board without marks, one per cell."""
    pictures = panel("board")(snapshot).pictures.ravel()
    shown: list[int] = codes_of(pictures, np.zeros(pictures.size, np.int64)).tolist()
    return shown
