"""Two neighbour lists for "Luck meets probability": `python -m research.printed_neighbours`.

The listing printed in that post has the neighbour (0, -1) twice and (0, 1) not at all. The same
games are played here with the list as printed and with all eight neighbours: 10 by 10 cells, ten
mines, a random first click with a safe zone around it. The clues are counted, zeros are opened and
the two counting rules are applied over the list in use, so that a neighbour listed twice counts
twice. Sweeps go over the board in row order. If one changes nothing, a random covered cell is
opened.
"""

import argparse

import numpy as np
from numba import njit

from minevis.experiments.statistics import Estimate

ALL_EIGHT = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
AS_PRINTED = tuple((0, -1) if offset == (0, 1) else offset for offset in ALL_EIGHT)
SIDE, MINES, RADII = 10, 10, (1, 2, 3, 4)
COVERED, OPENED, FLAGGED = 0, 1, 2
GAMES = 100_000


@njit(cache=True)
def _laid(first: tuple[int, int], radius: int) -> np.ndarray:
    """Mines at random outside the safe zone: bool [side, side]."""
    mined = np.zeros((SIDE, SIDE), np.bool_)
    left = MINES
    while left:
        row, col = np.random.randint(SIDE), np.random.randint(SIDE)
        if not mined[row, col] and max(abs(row - first[0]), abs(col - first[1])) > radius:
            mined[row, col] = True
            left -= 1
    return mined


@njit(cache=True)
def _open(state: np.ndarray, clues: np.ndarray, offsets: np.ndarray, row: int, col: int) -> None:
    """Open a cell, and what its list of neighbours adds if it shows 0."""
    waiting = [(row, col)]
    while waiting:
        row, col = waiting.pop()
        if state[row, col] != COVERED:
            continue
        state[row, col] = OPENED
        if clues[row, col] == 0:
            for down, right in offsets:
                if 0 <= row + down < SIDE and 0 <= col + right < SIDE:
                    waiting.append((row + down, col + right))


@njit(cache=True)
def _sweep(state: np.ndarray, clues: np.ndarray, mined: np.ndarray, offsets: np.ndarray) -> int:
    """Apply the two rules to every open clue: 1 if anything changed, -1 if a mine was opened."""
    changed = 0
    for row in range(SIDE):
        for col in range(SIDE):
            if state[row, col] != OPENED or clues[row, col] == 0:
                continue
            covered = flags = 0
            for down, right in offsets:
                if 0 <= row + down < SIDE and 0 <= col + right < SIDE:
                    covered += state[row + down, col + right] == COVERED
                    flags += state[row + down, col + right] == FLAGGED
            safe, all_mines = flags == clues[row, col], covered == clues[row, col] - flags
            if covered == 0 or not (safe or all_mines):
                continue
            changed = 1
            for down, right in offsets:
                r, c = row + down, col + right
                if not (0 <= r < SIDE and 0 <= c < SIDE) or state[r, c] != COVERED:
                    continue
                if not safe:
                    state[r, c] = FLAGGED
                elif mined[r, c]:
                    return -1
                else:
                    _open(state, clues, offsets, r, c)
    return changed


@njit(cache=True)
def _won(seed: int, radius: int, offsets: np.ndarray) -> bool:
    """Whether the game of this seed is won."""
    np.random.seed(seed)
    row, col = np.random.randint(SIDE), np.random.randint(SIDE)
    mined = _laid((row, col), radius)
    clues = np.zeros((SIDE, SIDE), np.int64)
    for r in range(SIDE):
        for c in range(SIDE):
            for down, right in offsets:
                if 0 <= r + down < SIDE and 0 <= c + right < SIDE:
                    clues[r, c] += mined[r + down, c + right]
    state = np.zeros((SIDE, SIDE), np.int64)
    _open(state, clues, offsets, row, col)
    while True:
        changed = _sweep(state, clues, mined, offsets)
        if changed < 0:
            return False
        if changed:
            continue
        if (mined | (state == OPENED)).all():
            return True
        covered = np.argwhere(state == COVERED)
        if len(covered) == 0:
            return False
        row, col = covered[np.random.randint(len(covered))]
        if mined[row, col]:
            return False
        _open(state, clues, offsets, row, col)


@njit(cache=True)
def _wins(games: int, radius: int, offsets: np.ndarray) -> int:
    won = 0
    for seed in range(games):
        won += _won(seed, radius, offsets)
    return won


def ratio(offsets: tuple[tuple[int, int], ...], radius: int, games: int = GAMES) -> Estimate:
    """The share of games won with this list of neighbours, seeds 0, 1, …

    >>> ratio(ALL_EIGHT, 1, games=100).ratio > 0.8
    True
    """
    return Estimate.of_counts(int(_wins(games, radius, np.array(offsets))), games)


def main() -> None:
    """Print a row for each radius of the safe zone."""
    parser = argparse.ArgumentParser(description="Two neighbour lists, the same games.")
    parser.add_argument("games", type=int, nargs="?", default=GAMES, help=f"default: {GAMES:,}")
    games = parser.parse_args().games
    for radius in RADII:
        right, printed = (ratio(offsets, radius, games) for offsets in (ALL_EIGHT, AS_PRINTED))
        print(
            f"radius {radius}: all eight {right.ratio:.2%} ({right.low:.2%} to {right.high:.2%}), "
            f"as printed {printed.ratio:.2%} ({printed.low:.2%} to {printed.high:.2%})"
        )


if __name__ == "__main__":
    main()
