"""`trials`: many games of one player, and their results."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from minevis.engine.shared import LOST_FIRST_CLICK, UNDECIDED, WON
from minevis.experiments.results import Results
from minevis.experiments.run import game_of, outcomes_of, run_task
from minevis.experiments.statistics import Estimate
from minevis.experiments.store import Store
from minevis.experiments.task import First, Task, Totals, first_click_text, level_text
from minevis.experiments.workers import Workers
from minevis.players import AnyPlayer
from minevis.utils import tables
from minevis.utils.checks import check_index
from minevis.utils.formatting import quantity
from minevis.utils.hints import helpful
from minevis.utils.options import AnyLevel

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame

    from minevis.render.tiles.theme import Theme
    from minevis.trace.trace import Trace


@dataclass(frozen=True, eq=False, repr=False)
class Trials(Results):
    """The results of one player on one kind of board. Equal if task and games are equal.

    Attributes
    ----------
    task : Task
        The level, the player and the other settings.
    totals : Totals
        The end of every game in seed order, up to the last game played, and sums over all
        games. See `minevis.experiments.task.Totals` for shapes and units.

    Examples
    --------
    >>> import minevis as mv
    >>> run = mv.trials("beginner", games=100, progress=False)
    >>> run.won, run.lost, run.ratio
    (91, 9, 0.91)
    >>> print(run)
    Player exact on 9×9/10, first click (0, 0), safe radius 0, seeds 0 to 99
    <BLANKLINE>
    player  games  won  win ratio and 95 % interval  guesses a game
    exact     100   91       91.00 % [83.77, 95.19]            0.77
    """

    task: Task
    totals: Totals

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(self.totals.counts[:3])

    @property
    def missing(self) -> int:
        """The number of requested games not played because the run was stopped."""
        return self.task.games - self.games

    @property
    def partial(self) -> bool:
        """Whether the run was stopped before its end."""
        return self.missing > 0

    @property
    def won(self) -> int:
        """Games won."""
        return self.totals.counts[0]

    @property
    def lost(self) -> int:
        """Games lost, including those lost on the first click."""
        return self.games - self.won

    @property
    def lost_first(self) -> int:
        """Games lost on the first click."""
        return self.totals.counts[2]

    @property
    def guesses(self) -> int:
        """Guesses in all games."""
        return self.totals.total_guesses

    @property
    def estimate(self) -> Estimate:
        """The win ratio, of all games, with its 95 % interval by Wilson."""
        return Estimate.of_counts(self.won, self.games)

    @property
    def estimate_past_first(self) -> Estimate:
        """The win ratio of the games not lost on the first click."""
        return Estimate.of_counts(self.won, self.games - self.lost_first)

    @property
    def ratio(self) -> float:
        """Games won of all games; nan if no game was played."""
        return self.estimate.ratio

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of `ratio`, by Wilson."""
        return self.estimate.interval

    @property
    def ratio_past_first(self) -> float:
        """The share won of the games not lost on the first click."""
        return self.estimate_past_first.ratio

    @property
    def interval_past_first(self) -> tuple[float, float]:
        """The 95 % interval of `ratio_past_first`, by Wilson."""
        return self.estimate_past_first.interval

    @property
    def wins(self) -> np.ndarray:
        """Which games were won, in the order of their seeds: bool, up to the last one played."""
        return self.totals.ends == WON

    @property
    def played(self) -> np.ndarray:
        """Which games were played: bool, as `wins`; all, unless `partial`."""
        return self.totals.ends != UNDECIDED

    def row(self) -> dict[str, object]:
        """The numbers by name, as `to_frame` has them."""
        past_first = self.estimate_past_first
        return {
            "player": str(self.task.player),
            "board": level_text(self.task.level),
            "first": first_click_text(self.task.first, self.task.safe_radius),
            "games": self.games,
            "won": self.won,
            "lost": self.lost,
            "lost_first": self.lost_first,
            "guesses": self.guesses,
            **self.estimate._asdict(),
            "ratio_past_first": past_first.ratio,
            "low_past_first": past_first.low,
            "high_past_first": past_first.high,
        }

    def trace(self, index: int) -> "Trace":
        """Return one game of the run, step by step.

        Parameters
        ----------
        index : int
            The number of the game, as in `wins`. Its seed is `task.seed + index`.

        Returns
        -------
        Trace
            The game, played again with every step. It ends as it did in the run.

        Raises
        ------
        IndexError
            If the run has no such game.

        Examples
        --------
        >>> run = mv.trials("beginner", games=100, progress=False)
        >>> lost = int(np.flatnonzero(~run.wins)[0])
        >>> lost, run.trace(lost)
        (6, <Trace 9×9, 112 events, 28 moves, 2 guesses, lost>)
        """
        from minevis.trace.trace import Trace

        seed = self.task.seed + check_index(index, self.task.games, "game", "run")
        _, events = game_of(self.task, seed, detailed=True)
        return Trace(events)

    def games_frame(self) -> "DataFrame":
        """Return a table of the games, with guesses and risk.

        A run keeps only sums of guesses and risks, so its games are played again. That takes the
        time of the run in one thread.

        Returns
        -------
        pandas.DataFrame
            One row per game played, with its number in `trace` as the index. `risk` is the chance
            of hitting a mine with at least one guess, by the odds the player saw. It is 0 for
            players without odds.

        Raises
        ------
        ImportError
            Without pandas.

        Examples
        --------
        >>> run = mv.trials("beginner", games=3, progress=False)
        >>> run.games_frame().round(3)
           seed   won  lost_first  guesses   risk
        0     0  True       False        1  0.500
        1     1  True       False        0  0.000
        2     2  True       False        1  0.117
        """
        task, totals = self.task, self.totals
        outcomes = outcomes_of(task, task.seed, totals.ends.size)
        rows = [
            {
                "seed": task.seed + game,
                "won": bool(totals.ends[game] == WON),
                "lost_first": bool(totals.ends[game] == LOST_FIRST_CLICK),
                "guesses": int(outcomes.guesses[game]),
                "risk": 1 - float(outcomes.survival[game]),
            }
            for game in np.flatnonzero(self.played).tolist()
        ]
        columns = ("seed", "won", "lost_first", "guesses", "risk")
        return tables.data_frame(rows, columns).set_index(np.flatnonzero(self.played))

    def guesses_chart(self, theme: "str | Theme | None" = None) -> "Figure":
        """Draw the number of guesses per game, and their risks.

        Parameters
        ----------
        theme : str or Theme, optional
            The colours. By default the theme of `mv.set_theme`.

        Returns
        -------
        matplotlib.figure.Figure
            The chart.
        """
        from minevis.experiments.charts import guesses_chart

        return guesses_chart(self.totals, self._subtitle(), theme)

    def calibration_chart(self, theme: "str | Theme | None" = None) -> "Figure":
        """Draw the predicted risk of guesses against the observed share of mines.

        Parameters
        ----------
        theme : str or Theme, optional
            The colours. By default the theme of `mv.set_theme`.

        Returns
        -------
        matplotlib.figure.Figure
            The chart.
        """
        from minevis.experiments.charts import calibration_chart

        return calibration_chart(self.totals, self._subtitle(), theme)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Trials):
            return NotImplemented
        return (self.task, self.totals) == (other.task, other.totals)

    __hash__ = None  # type: ignore[assignment]

    def _runs(self) -> "list[tuple[Any, Trials]]":
        return [(self.task.player, self)]

    def _caption(self) -> str:
        stopped = f", {self.missing:,} of them not played" if self.partial else ""
        seeds = f"seeds {self.task.seed} to {self.task.stop - 1}{stopped}"
        return f"Player {self.task.player} on {self.task.conditions}, {seeds}"

    def __repr__(self) -> str:
        past = f"; {self.estimate_past_first} past the first click" if self.lost_first else ""
        stopped = f"; stopped {quantity(self.missing, 'game')} early" if self.partial else ""
        return (
            f"<Trials of {self.task}: won {self.won:,} of {quantity(self.games, 'game')}, "
            f"{self.estimate}{past}{stopped}>"
        )


@helpful
def trials(
    level: AnyLevel,
    player: AnyPlayer = "exact",
    *,
    games: int = 10_000,
    seed: int = 0,
    first: First = (0, 0),
    safe_radius: int | None = 0,
    workers: Workers = None,
    store: str | Path | Store | None = None,
    progress: bool = True,
) -> Trials:
    """Play many games and count how they end.

    Parameters
    ----------
    level : str or tuple of int
        A name from `minevis.LEVELS`, or (height, width, mines).
    player : str, Player or function
        A name from `minevis.PLAYERS` or `minevis.GUESSES`, a custom player, or a function that
        guesses.
    games : int
        The number of games.
    seed : int
        Game i has the seed `seed + i`. The seed draws the board and breaks ties.
    first : tuple of int, str or None
        The first click: a cell, "uniform" for a random one, or None for the player's own choice,
        which is not protected.
    safe_radius : int or None
        The protection of the first click, as in `Board.random`.
    workers : int, str or distributed.Client, optional
        Where to play. Compiled players use threads, by default one per core. Players with
        custom functions use this process, or the given number of processes, at most one per
        core. "tcp://..." or a client uses a Dask cluster. The totals are the same everywhere.
    store : str, Path or Store, optional
        A file that saves finished chunks. A run from the same `seed` does not play them again,
        unless it begins or ends within a chunk. A custom function is identified by the player's
        name and its source: if you change globals or functions used by it, rename the player.
    progress : bool
        Show a progress bar.

    Returns
    -------
    Trials
        The results. After Ctrl-C, the results of the finished games (`partial`).

    Raises
    ------
    ValueError
        If the arguments describe no game.
    StoreError
        If `store` is damaged or no store.
    WorkersLostError
        If workers keep dying, or a cluster is lost.

    Examples
    --------
    >>> trials("beginner", games=100, progress=False)
    <Trials of exact on 9×9/10: won 91 of 100 games, 91.00 % [83.77, 95.19]>
    """
    task = Task.of(level, player, games=games, seed=seed, first=first, safe_radius=safe_radius)
    return Trials(task, run_task(task, workers=workers, store=store, progress=progress))
