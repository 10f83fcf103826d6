"""Boards without a guess: the first in a seed's sequence that logic solves.

The sequence begins with the seed's own board; the other seeds are hashes of it. Kernels and
readable players find the same board.
"""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np

from minevis.engine import turn
from minevis.engine.shared import UNDECIDED, WON
from minevis.engine.twins import can_compile, kernels_ready
from minevis.errors import BoardFormatError, SearchExhaustedError
from minevis.game.board import Board, Level, level_of, safe_zone
from minevis.game.grid import Cell
from minevis.game.hashing import TRYING, cell_hashes, check_seed
from minevis.game_loop import events_of
from minevis.players import Player
from minevis.solver.events import Finished, Guessed
from minevis.utils.checks import check_count
from minevis.utils.formatting import quantity
from minevis.utils.hints import helpful, unknown_name
from minevis.utils.options import AnyLevel
from minevis.utils.progress import progress_bar
from minevis.utils.tables import Registry

LOGICS: Registry[Player] = Registry(
    {
        "count": Player(name="by counting", rules=("count",), odds=None, guess="uniform"),
        "subset": Player(
            name="by clues within others", rules=("count", "subset"), odds=None, guess="uniform"
        ),
        "overlap": Player(
            name="by two clues", rules=("count", "overlap"), odds=None, guess="uniform"
        ),
        "search": Player(name="by search", rules=("count", "search")),
    },
    {"solved": lambda name: LOGICS[name].name},
)
"""What a board without a guess can be solved by, from the weakest to the strongest.

But "subset" also looks at what differs between clues, and solves a board in sixty that
"overlap", of two clues alone, does not.
"""
TRIES = 100_000
FEWEST, MOST = 8, 1024  # boards per thread and round, growing
WORTH_LOADING = 16  # boards tried before kernels are loaded, which takes a second


@helpful
def no_guess_board(
    level: AnyLevel,
    logic: str,
    *,
    seed: int = 0,
    first: Cell,
    safe_radius: int | None = 0,
    tries: int = TRIES,
    progress: bool = True,
) -> Board:
    """Return the first random board that a logic solves without a guess.

    Parameters
    ----------
    level : str or tuple of int
        A name from `minevis.LEVELS`, or (height, width, mines).
    logic : str
        A name from `minevis.LOGICS`: "count", "subset" (all cells of one clue belong to a second
        one), "overlap" (any two clues) or "search" (every certain cell).
    seed : int
        The seed of the sequence of boards.
    first : tuple of int
        The first click as (row, col).
    safe_radius : int or None
        The protection of the first click, as in `Board.random`.
    tries : int
        The number of boards to try before giving up.
    progress : bool
        Show a progress bar if it takes longer than a second.

    Returns
    -------
    Board
        The board.

    Raises
    ------
    ValueError
        If the logic is unknown, or no board can be solved.
    BoardFormatError
        If the level or the first click is invalid.

    Examples
    --------
    >>> no_guess_board("beginner", "count", seed=2, first=(0, 0))
    <Board 9×9, 10 mines, 3BV 12>
    """
    tries = check_count("tries", tries)
    if logic not in LOGICS:
        raise ValueError(unknown_name("logic", logic, LOGICS))
    if first is None:
        raise BoardFormatError("a board without a guess needs a first click: first=(row, col)")
    sizes = level_of(level)
    safe_zone((sizes.height, sizes.width), first, safe_radius)
    seeds = partial(seeds_of, check_seed(seed))
    with progress_bar(total=tries, unit=" boards", leave=False, progress=progress) as bar:
        for start, solved in _tried(sizes, logic, seeds, first, safe_radius, tries):
            if solved.any():
                solved_seed = int(seeds(start, start + len(solved))[int(solved.argmax())])
                return Board.random(sizes, seed=solved_seed, first=first, safe_radius=safe_radius)
            bar.update(len(solved))
    height, width, mines = sizes
    raise SearchExhaustedError(
        f"none of {quantity(tries, 'board')} of {height}×{width} with {quantity(mines, 'mine')} "
        f"is solved {LOGICS[logic]} from {first} without a guess",
        "allow more tries, another logic, or protect more cells around the first click",
    )


def seeds_of(seed: int, start: int, stop: int) -> np.ndarray:
    """Return a part of a seed's sequence of boards: uint64 [stop - start]."""
    seeds = cell_hashes(seed, TRYING, np.arange(start, stop))
    if start == 0 and stop > 0:
        seeds[0] = seed
    return seeds


def is_solved(board: Board, logic: str, first: Cell) -> bool:
    """Whether `logic` solves the board from `first` without a guess, by the readable player."""
    for event in events_of(board, LOGICS[logic], first=first, detailed=False):
        if isinstance(event, Guessed):
            return False
        if isinstance(event, Finished):
            return event.won
    return False


def _tried(
    level: Level,
    logic: str,
    seeds: "partial[np.ndarray]",
    first: Cell,
    safe_radius: int | None,
    tries: int,
) -> Iterator[tuple[int, np.ndarray]]:
    """Part after part of the sequence: its start, and which boards are solved, bool [k]."""
    threads = os.cpu_count() or 1
    start, many = 0, FEWEST
    with ThreadPoolExecutor(threads) as pool:
        while start < tries:
            if start == WORTH_LOADING and can_compile():
                import minevis.engine._jit  # noqa: F401
            if not kernels_ready(turn.play_games):
                solved = _readably(level, logic, seeds(start, start + 1), first, safe_radius)
                yield start, solved
                start += 1
                continue
            stop = min(start + many * threads, tries)
            places = range(start, stop, many)
            play = partial(_by_kernels, level, logic, first, safe_radius)
            parts = (seeds(at, min(at + many, stop)) for at in places)
            yield from zip(places, pool.map(play, parts), strict=True)
            start, many = stop, min(2 * many, MOST)


def _readably(
    level: Level, logic: str, seeds: np.ndarray, first: Cell, safe_radius: int | None
) -> np.ndarray:
    """Which of the boards of some seeds the readable player solves: bool [k]."""
    boards = (
        Board.random(level, seed=int(seed), first=first, safe_radius=safe_radius) for seed in seeds
    )
    return np.array([is_solved(board, logic, first) for board in boards])


def _by_kernels(
    level: Level, logic: str, first: Cell, safe_radius: int | None, seeds: np.ndarray
) -> np.ndarray:
    """Which of the boards of some seeds are solved, by kernels: bool [k]."""
    from minevis.engine.kernels import play_many

    player = LOGICS[logic]
    outcomes = play_many(level, player, seeds, first=first, safe_radius=safe_radius, to_guess=True)
    solved = (outcomes.ends == WON) & (outcomes.guesses == 0)
    left = (outcomes.ends == UNDECIDED) & (outcomes.guesses == 0)
    if left.any():  # too wide a frontier for kernels
        solved[left] = _readably(level, logic, seeds[left], first, safe_radius)
    return solved
