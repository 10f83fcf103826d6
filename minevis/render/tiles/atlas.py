"""The atlas: every picture and every mark of a panel, as small square tiles.

A *picture* is the face of a cell, a number from 0 to `TILE_COUNT` - 1, see `Tile`. A *mark* is
drawn over it and describes the cell. A tile is one picture under one mark: uint8 RGB [s, s, 3] for
cells of s px. A frame is `atlas[index]`.
"""

from enum import IntEnum
from functools import lru_cache

import numpy as np

from minevis.game.grid import ArrayEnum
from minevis.render.marks import Mark as Mark
from minevis.render.options import LARGEST, SMALLEST
from minevis.render.tiles import draw_pictures
from minevis.render.tiles.theme import Theme, theme_of


class Tile(IntEnum, metaclass=ArrayEnum):
    """The pictures of a cell. A name for several pictures is the number of the first."""

    COVERED = 0
    OPENED = 1  # … 9: the clue n is OPENED + n
    FLAG = 10
    FLAG_LETTER = 11
    MINE = 12
    MINE_LETTER = 13
    EXPLODED = 14
    WRONG_FLAG = 15  # a flag on a safe cell
    PALE = 16  # … 24: the clue n, paled
    CONSTRAINT = 25  # … 177, two numbers: see `constraint_tiles`
    MINE_CHANCE = 178  # … 280: see `percent_steps`
    FAINT_CHANCE = 281  # … 383: the same, faint and without its number
    ZERO_CHANCE = 384  # … 486: the same for the chance of a zero
    FAINT_ZERO = 487  # … 589: the same, faint
    PAST_CHANCE = 590  # … 692: the chance of a mine before the last click, pale
    SUPPOSED = 693  # … 781: n mines supposed in a box of k is SUPPOSED + 10 n + k
    TINT = 782  # … 787: a covered cell of a component, in one of the tints of the theme


TINT_COUNT = 6
TILE_COUNT = Tile.TINT + TINT_COUNT

LEAST_LEFT, MOST_LEFT = -8, 8  # suppositions can leave a clue fewer mines than 0
CONSTRAINTS = [(left, covered) for left in range(LEAST_LEFT, MOST_LEFT + 1) for covered in range(9)]
BELOW_ONE, ABOVE_99 = 101, 102  # the steps after 0 … 100
PERCENT_TEXTS = (*(str(n) for n in range(101)), "<1", ">99")
BASE_PICTURES: dict[int, str] = {  # drawn from a file of the theme
    Tile.COVERED: "covered",
    Tile.FLAG: "flag",
    Tile.FLAG_LETTER: "flag_letter",
    Tile.MINE: "mine",
    Tile.MINE_LETTER: "mine_letter",
    Tile.EXPLODED: "exploded",
    Tile.WRONG_FLAG: "wrong",
}

LEGIBLE = 8  # below that, tiles are drawn larger and scaled down


def constraint_tiles(left: np.ndarray, covered: np.ndarray) -> np.ndarray:
    """Pictures of two numbers: mines left (-8 … 8) upper left, covered left (0 … 8) lower right.

    Takes and returns int arrays of one shape; numbers beyond their range are clipped.
    """
    rows = np.clip(left, LEAST_LEFT, MOST_LEFT) - LEAST_LEFT
    return Tile.CONSTRAINT + rows * 9 + np.clip(covered, 0, 8)


def percent_steps(chances: np.ndarray) -> np.ndarray:
    """Return chances (float64, 0 … 1) as steps 0 … 102: int64, same shape; nan gives 0.

    Steps up to 100 are whole percent, with 0 and 100 only for certain cells. Step 101 is "<1" and
    step 102 is ">99".
    """
    known = np.nan_to_num(chances, nan=0.0)
    steps: np.ndarray = np.floor(100 * known + 0.5).astype(np.int64).clip(0, 100)
    steps[(known > 0) & (known < 0.005)] = BELOW_ONE
    steps[(known < 1) & (known >= 0.995)] = ABOVE_99
    return steps


def percent_step(chance: float) -> int:
    """Return one chance as a step."""
    return int(percent_steps(np.array([chance]))[0])


def without_numbers(pictures: np.ndarray) -> np.ndarray:
    """Pictures (uint16 [H, W]) with chances as colours only."""
    run = (pictures.astype(np.int64) - Tile.MINE_CHANCE) // len(PERCENT_TEXTS)
    return np.where((run == 0) | (run == 2), pictures + len(PERCENT_TEXTS), pictures)


class Atlas:
    """The tiles of one theme at one size. A tile is drawn when it is first asked for.

    `index` turns two maps into tile numbers; `tiles[number]` is the tile. Numbers
    stay valid as the atlas grows, the array `tiles` is replaced by a larger one.
    """

    def __init__(self, theme: Theme, size: int) -> None:
        if not SMALLEST <= size <= LARGEST:
            raise ValueError(f"tiles of {size} px: they can be {SMALLEST} to {LARGEST} px wide")
        self.theme = theme
        self.size = size
        self.tiles = np.zeros((0, size, size, 3), np.uint8)  # uint8 [n, s, s, 3]
        self._numbers = np.full((TILE_COUNT, len(Mark)), -1, np.int32)

    def index(self, pictures: np.ndarray, overlays: np.ndarray) -> np.ndarray:
        """Return the tile numbers for a map of pictures and a map of marks of one shape: int32."""
        numbers: np.ndarray = self._numbers[pictures, overlays]
        if (numbers < 0).any():
            missing = np.stack([pictures[numbers < 0], overlays[numbers < 0]], axis=1)
            self._add(np.unique(missing, axis=0).tolist())
            numbers = self._numbers[pictures, overlays]
        return numbers

    def tile(self, picture: int, mark: int = Mark.NONE) -> np.ndarray:
        """One tile: uint8 [s, s, 3]."""
        number = self.index(np.array(picture), np.array(mark))  # first: it may add to the tiles
        return self.tiles[number]

    def draw(self, pictures: np.ndarray, overlays: np.ndarray) -> np.ndarray:
        """Draw a panel of [H, W] cells: uint8 [H s, W s, 3]."""
        height, width = pictures.shape
        numbers = self.index(pictures, overlays)
        blocks: np.ndarray = self.tiles[numbers].transpose(0, 2, 1, 3, 4)
        return blocks.reshape(height * self.size, width * self.size, 3)

    def _add(self, wanted: list[list[int]]) -> None:
        first = len(self.tiles)
        new = [
            draw_pictures.under(
                picture_tile(self.theme, self.size, picture), mark_tile(self.theme, self.size, mark)
            )
            for picture, mark in wanted
        ]
        self.tiles = np.concatenate([self.tiles, np.stack(new)])
        for number, (picture, mark) in enumerate(wanted, start=first):
            self._numbers[picture, mark] = number


@lru_cache(maxsize=32)
def _atlas(theme: Theme, size: int) -> Atlas:
    return Atlas(theme, size)


def atlas(size: int, *, theme: str | Theme = "paper") -> Atlas:
    """The shared atlas of `theme` for cells of `size` px. Raises `ValueError`."""
    return _atlas(theme_of(theme), int(size))


@lru_cache(maxsize=4096)
def picture_tile(theme: Theme, size: int, picture: int) -> np.ndarray:
    """One picture without a mark: uint8 [s, s, 3]. Don't write to it."""
    if size < LEGIBLE:
        large = picture_tile(theme, size * -(-16 // size), picture)
        return draw_pictures.shrink(large, size)
    if picture in BASE_PICTURES:
        return draw_pictures.base(theme, size, BASE_PICTURES[picture])
    if picture < Tile.PALE:
        return draw_pictures.clue(theme, size, picture - Tile.OPENED)
    if picture < Tile.CONSTRAINT:
        return draw_pictures.clue(theme, size, picture - Tile.PALE, pale=True)
    if picture < Tile.MINE_CHANCE:
        return draw_pictures.constraint(theme, size, *CONSTRAINTS[picture - Tile.CONSTRAINT])
    if picture < Tile.SUPPOSED:
        past = picture >= Tile.PAST_CHANCE
        zero = not past and picture >= Tile.ZERO_CHANCE
        heat, figure = (theme.zero_heat, theme.zero_figure) if zero else (theme.heat, theme.figure)
        step = (picture - Tile.MINE_CHANCE) % len(PERCENT_TEXTS)
        value = {BELOW_ONE: 0, ABOVE_99: 100}.get(step, step)
        faint = (picture - Tile.MINE_CHANCE) // len(PERCENT_TEXTS) % 2 == 1
        colour = tuple(heat[value].tolist())
        text = PERCENT_TEXTS[step]
        return draw_pictures.chance_tile(theme, size, text, colour, figure, faint=faint, past=past)
    if picture < Tile.TINT:
        return draw_pictures.supposed(theme, size, *divmod(picture - Tile.SUPPOSED, 10))
    return draw_pictures.tinted(theme, size, theme.tints[picture - Tile.TINT])


@lru_cache(maxsize=512)
def mark_tile(theme: Theme, size: int, mark: int) -> np.ndarray:
    """One mark: uint8 RGBA [s, s, 4], alpha not multiplied in. Don't write to it."""
    if size < LEGIBLE:
        return draw_pictures.shrink(mark_tile(theme, size * -(-16 // size), mark), size)
    return draw_pictures.draw_mark(theme, size, Mark(mark))
