"""Finds cells that may mean something else: grounds and signs without a decided meaning.

A reading is one hypothesis. Here each kind of cell is given its other meanings, one kind at a time.
If the clues around allow one of them, the picture does not decide.
"""

from dataclasses import dataclass

import numpy as np
from scipy.sparse.csgraph import connected_components

from minevis.game.grid import neighbour_counts
from minevis.vision.ink import PrintLook

TOLERATED = 0.15  # share of the clues around that may break: a digit may be read wrongly
LEAST_STEP, LARGEST_STEP = 8, 20  # differences of colour between two grounds
NOISE_STEP = 4  # how many times the usual difference between cells of one ground that is
ONE_PARITY = 0.95  # share of a ground's cells on one colour of a chessboard
FLAG_LIKE, FLAG_LEAD = 0.8, 0.1  # similarity of a certain flag, and how far ahead of a mine
POOR_FLAG = 0.75  # similarity of a flag where no mine can be shown
MINE_LIKE = 0.92
INTERIOR = 0.2  # share of shown mines that touch no opened cell: a player cannot flag them
HIDDEN = 0.05  # share of clues that need more mines than a lost game shows
SIGN_INK = 60  # contrast of ink on covered cells that means something


@dataclass(frozen=True, slots=True)
class BoardReading:
    """The reading of a board. All arrays have the shape of the board."""

    view: np.ndarray  # int8, as in `Position.view`
    doubtful: np.ndarray  # bool
    whole: np.ndarray  # bool: clues that cannot count mines outside the picture

    def allows(self, cells: np.ndarray, code: int, tolerated: float = TOLERATED) -> bool | None:
        """Return whether `cells` (bool [rows, columns]) may all be `code`: -3, a mine, or 0.

        A share of the clues around is `tolerated` to break. None if no clue touches the cells.
        """
        changed = np.where(cells, code, self.view)
        sure = ~self.doubtful | cells
        mines = neighbour_counts((changed < -1) & sure)
        room = neighbour_counts((changed < 0) | ~sure)
        clues = (self.view >= 0) & ~self.doubtful & ~cells & (neighbour_counts(cells) > 0)
        wrong = clues & ((mines > self.view) | ((room < self.view) & self.whole))
        beside = cells & (neighbour_counts((changed < 0) & sure) > 0)
        if code == 0 and beside.sum() > TOLERATED * cells.sum():
            return False
        return bool(wrong.sum() <= tolerated * clues.sum()) if clues.any() else None


def unclear_grounds(
    shown: BoardReading, blank: np.ndarray, colours: np.ndarray, signs: bool
) -> np.ndarray:
    """Return which blank cells may mean something else (bool [rows, columns]).

    A second ground among covered cells may be flags, mines or opened cells. If all covered cells
    are mines, they may be shown ones, unless there are `signs` for them. `colours` (float
    [cells, values]) are those of the cells.
    """
    unclear = blank & (shown.view < -1)
    covered, opened = (grounds(blank & (shown.view == code), colours) for code in (-1, 0))
    if len(covered) == 1 and not signs and shown.allows(covered[0], -3, tolerated=0):
        unclear |= covered[0]
    for number, ground in enumerate(covered if len(covered) > 1 else ()):
        mined = shown.allows(ground, -3)
        if mined or (number and (mined is None or shown.allows(ground, 0))):
            unclear |= ground
    for ground in opened[1:]:
        if not (ground & (neighbour_counts(opened[0]) > 0)).any():
            unclear |= ground
    return unclear


def grounds(
    cells: np.ndarray, colours: np.ndarray, usual: float = 0.5, largest: float = LARGEST_STEP
) -> list[np.ndarray]:
    """Return the cells of each ground among `cells` (bool [rows, columns]), the largest first.

    Two grounds that take turns as on a chessboard are one. The share `usual` of the cells differs
    from the most similar other one by noise only.
    """
    at = np.flatnonzero(cells)
    values = colours[at].astype(np.int16)
    apart = np.empty((len(at), len(at)), dtype=np.float32)
    for index in range(len(at)):
        difference = np.abs(values - values[index])
        apart[index] = np.maximum(difference[:, :3].max(1), np.median(difference[:, 3:], axis=1))
    nearest = np.sort(apart, axis=1)[:, 1:2]
    noise = float(np.quantile(nearest, usual)) if nearest.size else 0.0
    step = np.clip(NOISE_STEP * noise, LEAST_STEP, largest)
    count, numbers = connected_components(apart <= step)
    masks = []
    for number in np.argsort(-np.bincount(numbers, minlength=count), kind="stable"):
        mask = np.zeros(cells.shape, dtype=bool)
        mask.flat[at[numbers == number]] = True
        masks.append(mask)
    turns = np.indices(cells.shape).sum(0) % 2
    if len(masks) > 1:
        first, second = (turns[mask].mean() for mask in masks[:2])
        if abs(first - second) > ONE_PARITY and max(first, second) > ONE_PARITY:
            masks[:2] = [masks[0] | masks[1]]
    return masks


def unclear_signs(shown: BoardReading, signs: list[tuple[np.ndarray, PrintLook]]) -> np.ndarray:
    """Return which cells with a sign may mean something else (bool [rows, columns]).

    `signs` are prints that are no digits, with their cells. A flag must look like one. Discs,
    stars and diamonds are mines only where a lost game shows mines that no clue touches, or where
    flags look otherwise. Ink on covered cells has a meaning.
    """
    view = shown.view
    unclear = np.zeros(view.shape, dtype=bool)
    clues, mines = view > 0, view == -3
    hidden = clues & shown.whole & (neighbour_counts(view < -1) < view)
    going_on = bool(hidden.sum() > HIDDEN * clues.sum())  # a lost game shows all mines
    interior = mines & (neighbour_counts(view >= 0) == 0)
    flagged = any((view[cells] == -2).all() and _is_flag(look) for cells, look in signs)
    lost = not going_on and (flagged or interior.sum() > max(1, INTERIOR * mines.sum()))
    for cells, look in signs:
        code, similar = int(np.median(view[cells])), look.similar
        if code == -2:
            poor = similar["F"] > max(POOR_FLAG, *(similar[str(digit)] for digit in range(9)))
            sure = _is_flag(look) or (going_on and poor)
        elif code == -3:
            sure = lost and similar["*"] > max(MINE_LIKE, similar["F"] + FLAG_LEAD)
        else:
            sure = look.contrast < SIGN_INK or not shown.allows(cells, -3)
        if not sure:
            unclear |= cells
    return unclear


def _is_flag(look: PrintLook) -> bool:
    return look.similar["F"] > max(FLAG_LIKE, look.similar["*"] + FLAG_LEAD)
