"""Measure the ladder, the win ratios that are kept in assets/ladder.csv: `research.ladder FILE`."""

import argparse
import csv
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from minevis.experiments.trials import Trials, trials
from minevis.game.grid import Cell
from minevis.players import PLAYERS, Player, best_with
from minevis.solver.guess.effort import EFFORTS
from minevis.utils.files import atomic_write

LONG, SHORT = 200_000, 100_000  # games


class Rung(NamedTuple):
    """One run of the ladder: a board, a first click, a player."""

    level: str
    first: Cell
    safe_radius: int
    player: Player
    games: int

    def row(self, found: Trials) -> dict[str, str]:
        """The kept figures of the run."""
        ratio, low, high = found.estimate
        return {
            "level": self.level,
            "first": str(self.first),
            "start": "zero" if self.safe_radius else "safe",
            "player": self.player.name,
            "games": str(found.games),
            "won": str(found.won),
            "ratio": f"{ratio:.5f}",
            "low": f"{low:.5f}",
            "high": f"{high:.5f}",
            "seeds": f"{found.task.seed}-{found.task.stop - 1}",
        }


SAFE_CORNER, ZERO = ("expert", (0, 0), 0), ("expert", (3, 3), 1)
EXACT, (QUICK, BEST, HARD) = PLAYERS["exact"], map(best_with, EFFORTS)
# The gain of each idea over the one before it, on the same boards; then the other boards.
STEPS = (EXACT, PLAYERS["lookahead"], PLAYERS["value_net"], QUICK, BEST, HARD)
WEAKER = ("convolution", "csp", "local", "counting")
OTHERS = (("intermediate", (0, 0), 0), ("beginner", (0, 0), 0), ("beginner8", (0, 0), 0))
RUNGS = (
    *(Rung(*SAFE_CORNER, player, LONG) for player in STEPS),
    *(Rung(*SAFE_CORNER, PLAYERS[name], SHORT) for name in WEAKER),
    *(Rung(*ZERO, player, LONG) for player in (EXACT, QUICK, BEST, HARD)),
    *(
        Rung(*board, player, LONG if player is EXACT else SHORT)
        for board in OTHERS
        for player in (EXACT, QUICK, BEST, HARD)
    ),
)


def measure(
    rungs: Sequence[Rung] = RUNGS, games: int | None = None, **options: Any
) -> Iterator[dict[str, str]]:
    """Yield the rows of the ladder; `options` are those of `trials`.

    With a store a run goes on from its last state. `games` replaces the number of each rung.
    """
    for rung in rungs:
        run = trials(
            rung.level,
            rung.player,
            first=rung.first,
            safe_radius=rung.safe_radius,
            games=rung.games if games is None else games,
            **options,
        )
        if run.partial:
            raise KeyboardInterrupt
        yield rung.row(run)


def write(rows: Sequence[dict[str, str]], path: Path) -> None:
    """Write the rows as CSV, all of them or nothing."""
    with atomic_write(path) as part, part.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def main() -> None:
    """Measure all rungs and write them as CSV."""
    parser = argparse.ArgumentParser(description="Measure the ladder.")
    parser.add_argument("file", type=Path, help="the CSV file to write")
    parser.add_argument("--games", type=int, help="of each run, instead of its own number")
    parser.add_argument("--store", help="a file to keep the games in, and to go on from")
    options = parser.parse_args()
    write(list(measure(games=options.games, store=options.store)), options.file)


if __name__ == "__main__":
    main()
