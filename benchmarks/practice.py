"""Practice: boards without a guess and puzzles, how many a second; a page of 200"""

from collections.abc import Iterator
from itertools import count
from time import perf_counter

import numpy as np
from measuring import Row, timed

import minevis as mv
from minevis.engine.kernels import play_many
from minevis.game.board import LEVELS
from minevis.practice.boards import LOGICS, is_solved
from minevis.practice.puzzle import PUZZLE_KINDS
from minevis.web.practice import practice_page

SECONDS = 5.0  # for each figure, or the first that comes
LEVEL = {"beginner": (4, 4), "intermediate": (8, 8), "expert": (8, 15)}
AIMS = {("expert", "search"): "aim: 2"}
PUZZLES = 6
PAGE = 200


def rows() -> Iterator[Row]:
    """Boards by level and logic, puzzles by kind, and the size of a page."""
    for logic in LOGICS.values():
        play_many(LEVELS["beginner"], logic, np.arange(1, dtype=np.uint64), first=(0, 0))
    for level in LEVEL:
        for logic in LOGICS:
            yield _boards(level, logic)
    for kind in PUZZLE_KINDS:
        seconds, _ = timed(lambda kind=kind: mv.puzzles(kind, PUZZLES, progress=False))
        yield Row(f"puzzles of the kind {kind!r}", f"{PUZZLES / seconds:.1f}", "a second")
    found = mv.puzzles(PUZZLE_KINDS, PAGE, progress=False)
    size = len(practice_page(found).encode()) / 1000
    yield Row(f"a page of {PAGE} puzzles", f"{size:,.0f}", "kB", "aim: 400 kB")


def _boards(level: str, logic: str) -> Row:
    """Boards without a guess a second; the first one is solved once more, readably."""
    first, since = LEVEL[level], perf_counter()
    for seed in count():
        board = mv.no_guess_board(
            level, logic, seed=seed, first=first, safe_radius=1, progress=False
        )
        assert seed or is_solved(board, logic, first)
        seconds = perf_counter() - since
        if seconds > SECONDS:
            break
    what = f"{level} boards without a guess by {logic}"
    rate = (seed + 1) / seconds
    told = f"{rate:,.0f}" if rate >= 10 else f"{rate:.1f}"
    return Row(what, told, "a second", AIMS.get((level, logic), ""))
