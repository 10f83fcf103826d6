"""The ladder: the win ratios that are kept with the project, and how they were measured."""

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Unpack

from minevis.core import tables
from minevis.core.files import asset_path, write_whole
from minevis.core.grid import Cell
from minevis.experiments.compare import RunOptions
from minevis.experiments.runner.results import Trials
from minevis.experiments.statistics import Estimate
from minevis.experiments.trials import trials
from minevis.players import PLAYERS, Player, best_with
from minevis.solver.guessing.effort import EFFORTS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from minevis.show.tiles.theme import Theme

LONG, SHORT = 200_000, 100_000  # games


class Rung(NamedTuple):
    """One run of the ladder: a board, a first click, a player.

    >>> RUNGS[0].level, RUNGS[0].player.name, RUNGS[0].games
    ('expert', 'exact', 200000)
    """

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
STEPS = (EXACT, PLAYERS["lookahead"], PLAYERS["judged"], QUICK, BEST, HARD)
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


@dataclass(frozen=True, repr=False)
class Ladder:
    """Runs too long to be made again at every reading, one row a player and a board.

    >>> ladder().ratio("exact", "beginner")
    0.9146
    """

    rows: tuple[dict[str, str], ...]  # see `Rung.row`

    @classmethod
    def read(cls, path: Path) -> "Ladder":
        """The ladder that a CSV file holds."""
        with path.open(encoding="utf-8", newline="") as file:
            return cls(tuple(csv.DictReader(file)))

    def write(self, path: str | Path) -> None:
        """Write the rows as CSV, all of them or nothing."""
        text = StringIO(newline="")
        writer = csv.DictWriter(text, list(self.rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(self.rows)
        write_whole(path, text.getvalue())

    def ratio(self, player: str, level: str = "expert", start: str = "safe") -> float:
        """The share won. Raises `KeyError` for a run that is not kept."""
        wanted = {"player": player, "level": level, "start": start}
        for row in self.rows:
            if all(row[name] == value for name, value in wanted.items()):
                return float(row["ratio"])
        raise KeyError(f"no run is kept of {player} on {level} with a {start} first click")

    def chart(
        self, level: str = "expert", start: str = "safe", *, theme: "str | Theme | None" = None
    ) -> "Figure":
        """The win ratios of one board and first click with their intervals, the lowest first.

        Those that are alike to a tenth of a point stand by name. Raises `KeyError` if no run
        is kept.

        >>> ladder().chart("beginner").axes[0].get_xlabel()
        'player'
        """
        from minevis.experiments.charts import Dot, ratio_chart

        rows = [row for row in self.rows if (row["level"], row["start"]) == (level, start)]
        if not rows:
            raise KeyError(f"no run is kept on {level} with a {start} first click")
        found = [Dot(row["player"], _estimate(row)) for row in rows]
        dots = sorted(found, key=lambda dot: (round(dot.ratio.ratio, 3), dot.name))
        subtitle = f"{level}, first click {rows[0]['first']}, {start}"
        return ratio_chart(dots, "player", subtitle, theme)

    def __str__(self) -> str:
        return tables.text(self._table())

    def __repr__(self) -> str:
        return f"<Ladder of {len(self.rows)} runs>"

    def _repr_html_(self) -> str:
        return tables.html(self._table())

    def to_markdown(self) -> str:
        """The table of the README."""
        return tables.markdown(self._table())

    def _table(self) -> list[dict[str, str]]:
        return [
            {
                "board": row["level"],
                "first click": f"{row['first']}, {row['start']}",
                "player": row["player"],
                "won, 95 % interval": str(_estimate(row)),
                "games": f"{int(row['games']):,}",
                "seeds": row["seeds"].replace("-", " to "),
            }
            for row in self.rows
        ]


def _estimate(row: dict[str, str]) -> Estimate:
    return Estimate(*(float(row[name]) for name in Estimate._fields))


def ladder() -> Ladder:
    """The win ratios that are kept with the project.

    >>> ladder()
    <Ladder of 26 runs>
    """
    return Ladder.read(asset_path("ladder.csv"))


def measure(
    rungs: Sequence[Rung] = RUNGS, **options: Unpack[RunOptions]
) -> Iterator[dict[str, str]]:
    """The rows of the ladder, one after another, as they are measured.

    `options` are `workers`, `store`, `progress` and `games` of `trials`, the last in place
    of the number of each rung. With a store a run goes on from its last state. Raises
    `KeyboardInterrupt` when one is stopped by Ctrl-C, since half a rung is no row, and
    the errors of `trials`.

    >>> rungs = [rung for rung in RUNGS if rung.level == "beginner"]
    >>> next(measure(rungs, games=100, progress=False))["won"]
    '91'
    """
    for rung in rungs:
        own: RunOptions = {"games": rung.games, **options}
        run = trials(rung.level, rung.player, first=rung.first, safe_radius=rung.safe_radius, **own)
        if run.partial:
            raise KeyboardInterrupt
        yield rung.row(run)
