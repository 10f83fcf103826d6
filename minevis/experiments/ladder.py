"""The ladder: win ratios shipped with the project."""

import csv
from dataclasses import dataclass
from typing import TYPE_CHECKING

from minevis.experiments.statistics import Estimate
from minevis.utils import tables
from minevis.utils.files import asset_path
from minevis.utils.showing import ShownAsChart

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from minevis.render.tiles.theme import Theme


@dataclass(frozen=True, repr=False)
class Ladder(ShownAsChart):
    """Runs too long to be made again at every reading, one row a player and a board.

    >>> ladder().ratio("exact", "beginner")
    0.9146
    """

    rows: tuple[dict[str, str], ...]  # as in assets/ladder.csv

    def ratio(self, player: str, level: str = "expert", start: str = "safe") -> float:
        """Return the share won. Raises `KeyError` if there is no such run."""
        wanted = {"player": player, "level": level, "start": start}
        for row in self.rows:
            if all(row[name] == value for name, value in wanted.items()):
                return float(row["ratio"])
        raise KeyError(f"no run is kept of {player} on {level} with a {start} first click")

    def plot(  # type: ignore[override]  # one chart per level
        self,
        ax: "Axes | None" = None,
        *,
        level: str = "expert",
        start: str = "safe",
        theme: "str | Theme | None" = None,
    ) -> "Figure | Axes":
        """Draw the win ratios for one board and first click with intervals, the lowest first.

        Ratios equal to a tenth of a point are sorted by name. Raises `KeyError` if there is no
        run.

        >>> ladder().plot(level="beginner").axes[0].get_xlabel()
        'player'
        """
        from minevis.experiments.charts import RatioDot, ratio_chart

        rows = [row for row in self.rows if (row["level"], row["start"]) == (level, start)]
        if not rows:
            raise KeyError(f"no run is kept on {level} with a {start} first click")
        unsorted = [RatioDot(row["player"], _estimate(row)) for row in rows]
        dots = sorted(unsorted, key=lambda dot: (round(dot.ratio.ratio, 3), dot.name))
        subtitle = f"{level}, first click {rows[0]['first']}, {start}"
        figure = ratio_chart(dots, "player", subtitle, theme, ax=ax)
        return figure if ax is None else ax

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
    """Return the win ratios shipped with the project.

    >>> ladder()
    <Ladder of 26 runs>
    """
    with asset_path("ladder.csv").open(encoding="utf-8", newline="") as file:
        return Ladder(tuple(csv.DictReader(file)))
