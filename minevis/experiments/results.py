"""The table of some runs, as text, HTML, data frame and chart."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from minevis.experiments.task import first_click_text, level_text
from minevis.utils import tables
from minevis.utils.showing import ShownAsChart

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from pandas import DataFrame

    from minevis.experiments.charts import RatioDot
    from minevis.experiments.trials import Trials
    from minevis.render.tiles.theme import Theme


class Results(ShownAsChart):
    """Runs that differ in one thing: one row each."""

    __slots__ = ()

    def _runs(self) -> "list[tuple[Any, Trials]]":
        """Return the runs, by their different value."""
        raise NotImplementedError

    def _caption(self) -> str:
        """Return the shared conditions of the runs."""
        raise NotImplementedError

    def _differing(self) -> str:
        return "player"

    def _about(self) -> str:
        """Return the words before the figures in the short text."""
        raise NotImplementedError

    def _notes(self) -> list[str]:
        """Return the notes after the figures in the short text."""
        return []

    def _more(self) -> "list[tuple[str, list[dict[str, str]]]]":
        """Return further tables, each after its caption."""
        return []

    def to_frame(self) -> "DataFrame":
        """A pandas DataFrame, one row per run. Raises `ImportError` without pandas."""
        named = self._differing() in ("player", "size")
        rows = [
            {**run.row(), self._differing(): label(value) if named else value}
            for value, run in self._runs()
        ]
        return tables.data_frame(rows)

    def _chart(self, ax: "Axes | None", theme: "str | Theme | None") -> "Figure":
        """Draw the win ratios with their 95 % intervals."""
        from minevis.experiments.charts import ratio_chart

        varied = self._differing().replace("_", " ")
        return ratio_chart(self._dots(), varied, self._subtitle(), theme, ax=ax)

    def _dots(self) -> "list[RatioDot]":
        from minevis.experiments.charts import RatioDot

        return [
            RatioDot(
                label(value), run.estimate, run.estimate_past_first if run.lost_first else None
            )
            for value, run in self._runs()
        ]

    def _subtitle(self) -> str:
        """Return the conditions shared by all runs, in a line."""
        return in_common([run for _, run in self._runs()])

    def __repr__(self) -> str:
        shares = (f"{label(value)}: {100 * run.ratio:.2f} %" for value, run in self._runs())
        text = "; ".join([", ".join(shares), *self._notes()])
        return f"<{type(self).__name__} {self._about()}: {text}>"

    def __str__(self) -> str:
        parts = [self._caption(), tables.text(self._table())]
        for caption, rows in self._more():
            parts += [caption, tables.text(rows)]
        return "\n\n".join(filter(None, parts))

    def _repr_html_(self) -> str:
        more = "".join(tables.html(rows, caption) for caption, rows in self._more())
        return tables.html(self._table(), self._caption()) + more

    def _table(self) -> list[dict[str, str]]:
        runs = self._runs()
        is_lost_at_once = any(run.lost_first for _, run in runs)
        rows = []
        for value, run in runs:
            row = {
                self._differing().replace("_", " "): label(value),
                "games": f"{run.games:,}",
                "won": f"{run.won:,}",
                "win ratio and 95 % interval": str(run.estimate),
            }
            if is_lost_at_once:
                row["lost on the first click"] = f"{run.lost_first:,}"
                row["won past the first click"] = str(run.estimate_past_first)
            row["guesses a game"] = f"{run.guesses / run.games:.2f}" if run.games else ""
            rows.append(row)
        return rows


def label(value: object) -> str:
    """A value as charts and tables name it."""
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, tuple):
        return "×".join(map(str, value))
    return "none" if value is None else str(value)


def in_common(trials: "Sequence[Trials]") -> str:
    """Return the conditions shared by all trials, in a line."""
    boards = {level_text(run.task.level) for run in trials}
    sizes = {f"{run.task.level.height}×{run.task.level.width}" for run in trials}
    facts = [
        {str(run.task.player) for run in trials},
        boards if len(boards) == 1 else sizes,
        {f"first click {first_click_text(run.task.first, run.task.safe_radius)}" for run in trials},
        {f"{run.games:,} games" for run in trials},
    ]
    return " · ".join(fact.pop() for fact in facts if len(fact) == 1)
