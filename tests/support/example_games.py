"""Games of our own in the formats of other programs, for a notebook and the tests.

`python tests/support/example_games.py` writes them into `assets/games`. A computer plays them,
and a hand that errs clicks: see `replay_files`.
"""

from datetime import UTC, datetime
from pathlib import Path

import numpy as np

import minevis as mv
from replay_files import avf, evf, mvf, played, rawvf, rmv

GAMES = Path(__file__).parents[2] / "assets" / "games"


def careless(outlook):
    risk = np.where(outlook.covered, outlook.odds, 1.0)
    return outlook.covered & (risk <= risk[outlook.covered].min() + 0.25)


COUNTING = mv.Player(rules=("count",), odds="local", guess=careless, name="careless")


def _game(level, seed, first, player, name, *date, **facts):
    board = mv.Board.random(level, seed=seed, first=first, safe_radius=1)
    when = datetime(*date, 16, 38, 59, tzinfo=UTC)
    name = name if isinstance(name, bytes) else name.encode()
    return played(board, player=player, first=first, seed=seed, name=name, played=when, **facts)


def examples():
    middle, corner = (3, 3), (0, 0)
    expert, wide = (8, 15), (16, 30, 85)
    li = "李雷".encode("gb18030")  # as programs in Chinese write it
    games = {
        "beginner.avf": avf(_game("beginner8", 1175, middle, COUNTING, "Ada", 2024, 8, 24)),
        "expert.avf": avf(_game("expert", 1024, expert, "counting", "Ada", 2025, 1, 30)),
        "expert.rmv": rmv(_game("expert", 531, expert, "counting", "Zoë", 2025, 2, 1)),
        "lost.rawvf": rawvf(_game(wide, 36, expert, COUNTING, "Zoë", 2024, 9, 1)),
        "marks.mvf": mvf(_game("beginner", 3, corner, "exact", "Bo", 2024, 8, 10, marks=True)),
        "name.avf": avf(_game("beginner8", 5, corner, "exact", li, 2025, 2, 2)),
        "solvable.evf": evf(_game("beginner8", 3, corner, "exact", "Bo", 2025, 2, 3, mode=5)),
    }
    return games | {"damaged.rmv": games["expert.rmv"][:700]}


if __name__ == "__main__":
    GAMES.mkdir(exist_ok=True)
    for name, data in examples().items():
        (GAMES / name).write_bytes(data)
