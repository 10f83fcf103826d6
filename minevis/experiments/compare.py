"""`compare`: several players on the same boards."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from minevis.experiments.results import Results
from minevis.experiments.run import run_task
from minevis.experiments.statistics import Estimate, mcnemar, paired_interval, ratio_of
from minevis.experiments.store import Store
from minevis.experiments.task import First, Task, check_order, level_text
from minevis.experiments.trials import Trials
from minevis.experiments.workers import Workers
from minevis.players import AnyPlayer, player_of
from minevis.utils import tables
from minevis.utils.formatting import quantity
from minevis.utils.hints import Helpful, helpful
from minevis.utils.options import AnyLevel

if TYPE_CHECKING:
    from pandas import DataFrame


LIKELY_BY_CHANCE = 0.05  # so likely a split is no verdict


@dataclass(frozen=True, repr=False)
class Pair(metaclass=Helpful):
    """Two players on the same boards; counts are of games both played.

    >>> result = compare("beginner", ["counting", "exact"], games=100, progress=False)
    >>> pair = result.pairs[0]
    >>> pair
    <Pair: exact wins more than counting: −19.00 points [−29.05, −8.95], p 0.00055, 100 games>
    >>> pair.games, pair.only_first, pair.only_second, pair.verdict
    (100, 5, 24, 'exact wins more than counting')
    """

    first: Trials
    second: Trials

    @property
    def both_played(self) -> np.ndarray:
        """The games both played: bool, up to the last game."""
        one, other = self.first.played, self.second.played
        games = min(one.size, other.size)
        return one[:games] & other[:games]

    @property
    def games(self) -> int:
        """How many games both played."""
        return int(self.both_played.sum())

    @property
    def only_first(self) -> int:
        """Games won by the first player and lost by the second."""
        one, other = self._wins()
        return int((one & ~other).sum())

    @property
    def only_second(self) -> int:
        """Games won by the second player and lost by the first."""
        one, other = self._wins()
        return int((other & ~one).sum())

    def _wins(self) -> list[np.ndarray]:
        """The players' wins in the common games."""
        both = self.both_played
        return [run.wins[: both.size][both] for run in (self.first, self.second)]

    @property
    def difference(self) -> float:
        """The win ratio of the first player minus that of the second."""
        return ratio_of(self.only_first - self.only_second, self.games)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of `difference`."""
        return paired_interval(self.only_first, self.only_second, self.games)

    @property
    def estimate(self) -> Estimate:
        """`difference` with its interval."""
        return Estimate(self.difference, *self.interval)

    @property
    def p_value(self) -> float:
        """The probability of a split at least as uneven by chance: McNemar's exact test."""
        return mcnemar(self.only_first, self.only_second)

    @property
    def verdict(self) -> str:
        """One plain sentence."""
        one, other = str(self.first.task.player), str(self.second.task.player)
        if self.p_value > LIKELY_BY_CHANCE:
            return f"these games do not tell {one} and {other} apart"
        better, worse = (one, other) if self.difference > 0 else (other, one)
        return f"{better} wins more than {worse}"

    def __repr__(self) -> str:
        sure = f"{self.estimate.points}, p {_p_text(self.p_value)}, {quantity(self.games, 'game')}"
        return f"<Pair: {self.verdict}: {sure}>"

    def row(self) -> dict[str, object]:
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
class Comparison(Results):
    """The results of several players on the same boards.

    Attributes
    ----------
    trials : tuple of Trials
        The results of the players.
    not_played : tuple of str
        Players left out after Ctrl-C.
    pairs : tuple of Pair
        The comparison of every two players.

    Examples
    --------
    >>> result = compare("beginner", ["counting", "exact"], games=100, progress=False)
    >>> [run.won for run in result.trials]
    [72, 91]
    """

    trials: tuple[Trials, ...]
    not_played: tuple[str, ...] = ()  # the players still to come when the run was stopped

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """Every two players, in order."""
        return tuple(Pair(one, other) for one, other in combinations(self.trials, 2))

    @property
    def partial(self) -> bool:
        """Whether the run was stopped before its end."""
        return bool(self.not_played) or any(run.partial for run in self.trials)

    def to_frame(self) -> "DataFrame":
        """A pandas DataFrame, one row per pair. Raises `ImportError` without pandas."""
        columns = list(Pair(self.trials[0], self.trials[0]).row())  # a stopped run has no pairs
        return tables.data_frame([pair.row() for pair in self.pairs], columns)

    def _runs(self) -> list[tuple[Any, Trials]]:
        return [(run.task.player, run) for run in self.trials]

    def _subtitle(self) -> str:
        """Return the shared conditions, and the verdict on two players.

        Every interval belongs to one player. On the same boards two players may differ even if
        their intervals overlap.
        """
        verdicts = [pair.verdict for pair in self.pairs]
        several = "two may differ where intervals overlap" if verdicts else ""
        note = verdicts[0] if len(verdicts) == 1 else several
        return " · ".join(filter(None, [super()._subtitle(), note and f"same boards: {note}"]))

    def _about(self) -> str:
        return f"on {level_text(self.trials[0].task.level)}"

    def _notes(self) -> list[str]:
        return [*(pair.verdict for pair in self.pairs), *filter(None, [self._left_out()])]

    def _more(self) -> list[tuple[str, list[dict[str, str]]]]:
        note = ". ".join(filter(None, ["On the same boards", self._by_chance()]))
        return [(note, self._pairs())] if self.pairs else []

    def _caption(self) -> str:
        caption = f"Players on {self.trials[0].task.conditions}"
        return "; ".join(filter(None, [caption, self._left_out()]))

    def _left_out(self) -> str:
        return f"stopped before {', '.join(self.not_played)}" if self.not_played else ""

    def _by_chance(self) -> str:
        """A note on reading many verdicts."""
        if len(self.pairs) < 2:
            return ""
        return (
            f"Each of the {len(self.pairs)} pairs is judged by itself: of players that win as "
            "much, one pair in twenty is told apart by chance."
        )

    def _pairs(self) -> list[dict[str, str]]:
        return [
            {
                "pair": f"{pair.first.task.player} − {pair.second.task.player}",
                "only first won": f"{pair.only_first:,}",
                "only second won": f"{pair.only_second:,}",
                "difference": pair.estimate.points,
                "McNemar p": _p_text(pair.p_value),
                "verdict": pair.verdict,
            }
            for pair in self.pairs
        ]


def _p_text(p_value: float) -> str:
    return f"{p_value:.2g}" if p_value else "under 1e-300"


@helpful
def compare(
    level: AnyLevel,
    players: Iterable[AnyPlayer],
    *,
    games: int = 10_000,
    seed: int = 0,
    first: First = (0, 0),
    safe_radius: int | None = 0,
    workers: Workers = None,
    store: str | Path | Store | None = None,
    progress: bool = True,
) -> Comparison:
    """Let several players play the same boards, and compare them game by game.

    The same seeds draw the same boards for all players, so the luck of the boards cancels. After
    Ctrl-C, players that have not started are left out.

    Parameters
    ----------
    level : str or tuple of int
        A name from `minevis.LEVELS`, or (height, width, mines).
    players : iterable of str, Player or function
        Two or more players with different names: names from `minevis.PLAYERS` or
        `minevis.GUESSES`, custom players, or functions that guess.
    games, seed, first, safe_radius, workers, store, progress
        As in `trials`.

    Returns
    -------
    Comparison
        The results.

    Raises
    ------
    ValueError
        If there are fewer than two players, two have the same name, or `trials` raises it.
    StoreError, WorkersLostError
        As in `trials`.

    Examples
    --------
    >>> compare("beginner", ["counting", "exact"], games=100, progress=False)
    <Comparison on 9×9/10: counting: 72.00 %, exact: 91.00 %; exact wins more than counting>
    """
    check_order(level)
    if isinstance(players, Iterable) and not isinstance(players, str):
        players = tuple(players)
    if not isinstance(players, tuple) or len(players) < 2:
        raise ValueError(f"players={players!r}: give two or more to compare")
    names = names_apart(players)
    tasks = [
        Task.of(level, player, games=games, seed=seed, first=first, safe_radius=safe_radius)
        for player in players
    ]
    runs = play_all(tasks, workers=workers, store=store, progress=progress)
    return Comparison(runs, tuple(names[len(runs) :]))


def names_apart(players: Iterable[AnyPlayer]) -> list[str]:
    """Return the names of the players. Raises `ValueError` if two are alike, and for no player."""
    names = [str(player_of(player)) for player in players]
    for name, times in Counter(names).items():
        if times > 1:
            raise ValueError(f"{times} players are called {name!r}: give each a Player(name=...)")
    return names


def play_all(
    tasks: Sequence[Task], *, store: str | Path | Store | None, **options: Any
) -> tuple[Trials, ...]:
    """Return the results of tasks, up to the first interrupted one.

    Raises `ValueError` before the first game for a player that a store cannot keep.
    """
    _ = [task.key for task in tasks if store is not None]
    runs: list[Trials] = []
    for task in tasks:
        runs.append(Trials(task, run_task(task, store=store, **options)))
        if runs[-1].partial:
            break
    return tuple(runs)
