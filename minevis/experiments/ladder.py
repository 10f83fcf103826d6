"""The win ratios that are kept with the project, each with its games and seeds."""

import csv
from dataclasses import dataclass
from pathlib import Path

from minevis.experiments import tables
from minevis.experiments.runner.results import share

PACKED = Path(__file__).parents[1] / "_assets" / "ladder.csv"  # in an installed package
SOURCE = Path(__file__).parents[2] / "assets" / "ladder.csv"  # in the repository


@dataclass(frozen=True, repr=False)
class Ladder:
    """Runs too long to be made again at every reading, one row a player and a board."""

    rows: tuple[dict[str, str], ...]  # level, first, start, player, games, won, ratio, low, …

    @classmethod
    def read(cls, path: Path) -> "Ladder":
        """The ladder that a CSV file holds."""
        with path.open(encoding="utf-8", newline="") as file:
            return cls(tuple(csv.DictReader(file)))

    def ratio(self, player: str, level: str = "expert", start: str = "safe") -> float:
        """The share won. Raises `KeyError` for a run that is not kept."""
        wanted = {"player": player, "level": level, "start": start}
        for row in self.rows:
            if all(row[name] == value for name, value in wanted.items()):
                return float(row["ratio"])
        raise KeyError(f"no run is kept of {player} on {level} with a {start} first click")

    def __str__(self) -> str:
        return tables.text(self._told())

    def __repr__(self) -> str:
        return f"<Ladder of {len(self.rows)} runs>"

    def _repr_html_(self) -> str:
        return tables.html(self._told())

    def to_markdown(self) -> str:
        """The table of the README."""
        rows = self._told()
        lines = [list(rows[0]), ["---"] * len(rows[0]), *(list(row.values()) for row in rows)]
        return "\n".join(f"| {' | '.join(line)} |" for line in lines)

    def _told(self) -> list[dict[str, str]]:
        return [
            {
                "board": row["level"],
                "first click": f"{row['first']}, {row['start']}",
                "player": row["player"],
                "won, 95 % interval": share(
                    float(row["ratio"]), (float(row["low"]), float(row["high"]))
                ),
                "games": f"{int(row['games']):,}",
                "seeds": row["seeds"].replace("-", " to "),
            }
            for row in self.rows
        ]


def ladder() -> Ladder:
    """The win ratios that are kept with the project."""
    return Ladder.read(PACKED if PACKED.exists() else SOURCE)
