"""The long runs behind `minevis.experiments.ladder`: every rung of the ladder, measured."""

import csv
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

from minevis.core.atomic_files import write_whole
from minevis.core.grid import Cell
from minevis.experiments.runner.results import Trials
from minevis.experiments.trials import trials
from minevis.players import PLAYERS, Player, best_with
from minevis.solver.guessing.outlook import Effort
from minevis.solver.guessing.prospects import WORTH_A_LOOK

RULES = ("count", "search")
LONG, SHORT = 200_000, 100_000  # games


class Rung(NamedTuple):
    """One run: a board, a first click, a player."""

    level: str
    first: Cell
    safe_radius: int
    player: Player
    games: int


SAFE_CORNER = ("expert", (0, 0), 0)
EXACT, BEST = PLAYERS["exact"], PLAYERS["best"]
HASTY, THOROUGH = best_with(1), best_with(3)
# What each idea adds to the one before it, on the same boards; then the other boards.
STEPS = (
    EXACT,
    Player(name="lookahead", rules=RULES, guess="lookahead"),
    Player(name="judged", rules=RULES, guess="best", effort=Effort(None, WORTH_A_LOOK, 0, 0)),
    BEST,
    THOROUGH,
)
LARGE = (("expert", (3, 3), 1), ("intermediate", (0, 0), 0))
SMALL = (("beginner", (0, 0), 0), ("beginner8", (0, 0), 0))
WEAKER = ("convolution", "csp", "local", "counting")
RUNGS = (
    *(Rung(*SAFE_CORNER, player, LONG) for player in STEPS),
    Rung(*SAFE_CORNER, HASTY, SHORT),
    *(Rung(*SAFE_CORNER, PLAYERS[name], SHORT) for name in WEAKER),
    *(Rung(*board, player, LONG) for board in LARGE for player in (EXACT, BEST)),
    *(Rung(*board, player, LONG) for board in SMALL for player in (EXACT, BEST, THOROUGH)),
)


def climb(*, games: int | None = None, **wishes: Any) -> Iterator[dict[str, str]]:
    """The rows of the ladder, one after another, as they are measured.

    `games` are played in place of the number of each rung; `wishes` are `engine`, `store`
    and `progress` of `trials`. With a store a run goes on where it was stopped. Raises
    `KeyboardInterrupt` when one is stopped by Ctrl-C, since half a rung is no row.
    """
    for rung in RUNGS:
        found = trials(
            rung.level,
            rung.player,
            games=games or rung.games,
            first=rung.first,
            safe_radius=rung.safe_radius,
            **wishes,
        )
        if found.partial:
            raise KeyboardInterrupt
        yield _row(rung, found)


def _row(rung: Rung, found: Trials) -> dict[str, str]:
    low, high = found.interval
    return {
        "level": rung.level,
        "first": str(rung.first),
        "start": "zero" if rung.safe_radius else "safe",
        "player": rung.player.name,
        "games": str(found.games),
        "won": str(found.won),
        "ratio": f"{found.ratio:.5f}",
        "low": f"{low:.5f}",
        "high": f"{high:.5f}",
        "seeds": f"0-{found.games - 1}",
    }


def write(rows: list[dict[str, str]], path: str | Path) -> None:
    """Write rows as CSV, all of them or nothing."""
    text = StringIO(newline="")
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    write_whole(path, text.getvalue())
