"""`sweep`: one thing varies, all else stays."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from minevis.core.board import Level, level_of
from minevis.core.errors import BoardFormatError
from minevis.experiments import tables
from minevis.experiments.compare import runs_of
from minevis.experiments.runner.results import Trials, first_text, share, where_text
from minevis.players import Player


@dataclass(frozen=True, repr=False)
class Sweep:
    """Trials for each of `values` of what `varied`; fewer when the run was stopped."""

    varied: str
    values: tuple[Any, ...]
    trials: tuple[Trials, ...]

    @property
    def partial(self) -> bool:
        """Whether the run was stopped before its end."""
        return len(self.trials) < len(self.values) or any(run.partial for run in self.trials)

    def to_frame(self) -> Any:
        """A pandas DataFrame, one row a value. Raises `ImportError` without pandas."""
        named = self.varied in ("player", "size")
        return tables.frame(
            [
                {**run.row(), self.varied: tables.label(value) if named else value}
                for value, run in self._both()
            ]
        )

    def chart(self, theme: Any = "paper") -> Any:
        """Win ratios with their intervals, by what varies: a Matplotlib figure."""
        from minevis.experiments.charts import ratio_chart

        values = [value for value, _ in self._both()]
        return ratio_chart(self.trials, values, self.varied.replace("_", " "), theme)

    def __repr__(self) -> str:
        shares = ", ".join(
            f"{tables.label(value)}: {100 * run.ratio:.2f} %" for value, run in self._both()
        )
        stopped = "; stopped early" if self.partial else ""
        return f"<Sweep over {self.varied}: {shares}{stopped}>"

    def __str__(self) -> str:
        return f"{self._what_stays()}\n\n{tables.text(self._rows())}"

    def _repr_html_(self) -> str:
        return tables.html(self._rows(), self._what_stays())

    def _what_stays(self) -> str:
        task = self.trials[0].task
        if self.varied == "player":
            return f"Players on {where_text(task)}"
        if self.varied == "safe_radius":
            return f"Player {task}, first click {task.first}"
        board = "" if self.varied == "size" else f" on {task.level.height}×{task.level.width}"
        return f"Player {task.player}{board}, first click {first_text(task)}"

    def _both(self) -> list[tuple[Any, Trials]]:
        return list(zip(self.values, self.trials, strict=False))

    def _rows(self) -> list[dict[str, str]]:
        return [
            {
                self.varied.replace("_", " "): tables.label(value),
                "games": f"{run.games:,}",
                "won": f"{run.won:,}",
                "win ratio and 95 % interval": share(run.ratio, run.interval),
                "past the first click": share(run.ratio_past_first, run.interval_past_first),
            }
            for value, run in self._both()
        ]


def sweep(
    level: str | Sequence[int] = "expert",
    player: str | Player | Sequence[str | Player] = "exact",
    *,
    mines: Sequence[int] | None = None,
    density: Sequence[float] | None = None,
    size: Sequence[tuple[int, int]] | None = None,
    safe_radius: int | Sequence[int | None] | None = 0,
    **options: Any,
) -> Sweep:
    """Trials for each value of the one thing that is given as a list.

    Either `mines`; or `density`, mines per cell; or `size`, (height, width) at the
    density of `level`; or `safe_radius`; or `player`. `options` are those of
    `trials`. Raises `ValueError` unless exactly one of them is a list that is not
    empty, and what `trials` raises.
    """
    choices: dict[str, Any] = {"mines": mines, "density": density, "size": size}
    choices |= {"safe_radius": safe_radius, "player": player}
    lists = {name: list(given) for name, given in choices.items() if _is_list(given)}
    if len(lists) != 1 or not all(lists.values()):
        raise ValueError(
            f"{len(lists)} lists of values: give exactly one of mines, density, size, "
            "safe_radius or player as a list, with something in it"
        )
    ((varied, values),) = lists.items()
    base = level_of(level)
    plan: list[Any] = [
        (
            _level(base, varied, value),
            value if varied == "player" else player,
            {"safe_radius": value if varied == "safe_radius" else safe_radius},
        )
        for value in values
    ]
    return Sweep(varied, tuple(values), runs_of(plan, options))


def _is_list(given: Any) -> bool:
    return given is not None and not isinstance(given, str | int | Player)


def _level(base: Level, varied: str, value: Any) -> Level:
    """`base` with the value in its place."""
    if varied == "mines":
        return level_of((base.height, base.width, value))
    if varied == "density":
        if not 0 <= value <= 1:
            raise BoardFormatError(f"density {value}: it must be 0 to 1 mines per cell")
        return level_of((base.height, base.width, round(value * base.height * base.width)))
    if varied == "size":
        height, width = value
        cells = base.height * base.width
        return level_of((height, width, round(base.mines * height * width / cells)))
    return base
