"""`compare`: several players on the same boards."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from minevis.experiments import tables
from minevis.experiments.runner.results import Trials, share, where_text
from minevis.experiments.statistics import mcnemar, paired_interval, ratio_of
from minevis.experiments.trials import trials
from minevis.players import Player

LUCK = 0.05


@dataclass(frozen=True)
class Pair:
    """Two players on the same boards; counts are of games that both played."""

    first: Trials
    second: Trials

    @property
    def both_played(self) -> np.ndarray:
        """The games that both played: bool [games asked for]."""
        return self.first.played & self.second.played

    @property
    def games(self) -> int:
        """How many games both played."""
        return int(self.both_played.sum())

    @property
    def only_first(self) -> int:
        """Games that the first player won and the second lost."""
        return int((self.first.wins & ~self.second.wins & self.both_played).sum())

    @property
    def only_second(self) -> int:
        """Games that the second player won and the first lost."""
        return int((self.second.wins & ~self.first.wins & self.both_played).sum())

    @property
    def difference(self) -> float:
        """The win ratio of the first less that of the second."""
        return ratio_of(self.only_first - self.only_second, self.games)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of `difference`."""
        return paired_interval(self.only_first, self.only_second, self.games)

    @property
    def p_value(self) -> float:
        """How likely so uneven a split is by luck alone: McNemar's test, exact."""
        return mcnemar(self.only_first, self.only_second)

    @property
    def verdict(self) -> str:
        """One plain sentence."""
        one, other = str(self.first.task.player), str(self.second.task.player)
        if self.p_value > LUCK:
            return f"these games do not tell {one} and {other} apart"
        better, worse = (one, other) if self.difference > 0 else (other, one)
        return f"{better} wins more than {worse}"

    def row(self) -> dict[str, Any]:
        """The numbers by name."""
        return {
            "first": str(self.first.task.player),
            "second": str(self.second.task.player),
            "games": self.games,
            "only_first": self.only_first,
            "only_second": self.only_second,
            "difference": self.difference,
            "low": self.interval[0],
            "high": self.interval[1],
            "p_value": self.p_value,
        }


@dataclass(frozen=True, repr=False)
class Comparison:
    """Several players on the same boards: `trials` of each, `pairs` of all two of them."""

    trials: tuple[Trials, ...]

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """Each player against each that comes after it."""
        return tuple(Pair(one, other) for one, other in combinations(self.trials, 2))

    @property
    def partial(self) -> bool:
        """Whether the run was stopped before its end."""
        return any(run.partial for run in self.trials)

    def to_frame(self) -> Any:
        """A pandas DataFrame, one row a pair. Raises `ImportError` without pandas."""
        return tables.frame([pair.row() for pair in self.pairs])

    def chart(self, theme: Any = "paper") -> Any:
        """Win ratios with their intervals, by player: a Matplotlib figure."""
        from minevis.experiments.charts import ratio_chart

        names = [str(run.task.player) for run in self.trials]
        return ratio_chart(self.trials, names, "player", theme)

    def __repr__(self) -> str:
        names = ", ".join(str(run.task.player) for run in self.trials)
        return f"<Comparison of {names}: {'; '.join(pair.verdict for pair in self.pairs)}>"

    def __str__(self) -> str:
        return f"{self._where()}\n\n{tables.text(self._runs())}\n\n{tables.text(self._pairs())}"

    def _repr_html_(self) -> str:
        runs = tables.html(self._runs(), self._where())
        return runs + tables.html(self._pairs(), "On the same boards")

    def _where(self) -> str:
        return f"Players on {where_text(self.trials[0].task)}"

    def _runs(self) -> list[dict[str, str]]:
        return [
            {
                "player": str(run.task.player),
                "games": f"{run.games:,}",
                "won": f"{run.won:,}",
                "win ratio and 95 % interval": share(run.ratio, run.interval),
            }
            for run in self.trials
        ]

    def _pairs(self) -> list[dict[str, str]]:
        return [
            {
                "pair": f"{pair.first.task.player} − {pair.second.task.player}",
                "only the first won": f"{pair.only_first:,}",
                "only the second won": f"{pair.only_second:,}",
                "difference": share(pair.difference, pair.interval),
                "McNemar p": f"{pair.p_value:.2g}",
                "verdict": pair.verdict,
            }
            for pair in self.pairs
        ]


def compare(
    players: Sequence[str | Player], level: str | Sequence[int] = "expert", **options: Any
) -> Comparison:
    """Play the same boards with each of `players` and compare them game by game.

    `options` are those of `trials`. The same seeds draw the same boards for all, so
    luck in the boards cancels. After Ctrl-C the players still to come are left out.
    Raises what `trials` raises, and `ValueError` for fewer than two players.
    """
    if isinstance(players, str) or len(players) < 2:
        raise ValueError(f"players={players!r}: give two or more to compare")
    return Comparison(runs_of([(level, player, {}) for player in players], options))


def runs_of(
    plan: Sequence[tuple[str | Sequence[int], str | Player, dict[str, Any]]],
    options: dict[str, Any],
) -> tuple[Trials, ...]:
    """Trials of each level, player and options of their own; up to the first that is stopped."""
    runs: list[Trials] = []
    for level, player, own in plan:
        runs.append(trials(level, player, **{**options, **own}))
        if runs[-1].partial:
            break
    return tuple(runs)
