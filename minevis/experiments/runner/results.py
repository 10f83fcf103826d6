"""What came of a run of games, and how sure that is."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from minevis.core.outcomes import UNDECIDED, WON
from minevis.experiments import tables
from minevis.experiments.runner.tally import Tally
from minevis.experiments.runner.task import Task, level_text
from minevis.experiments.statistics import ratio_of, wilson


@dataclass(frozen=True, eq=False, repr=False)
class Trials:
    """Games of one player on one kind of board. Equal when task and games are.

    `tally` holds the end of each game in the order of the seeds, and the sums of
    all of them; see `minevis.experiments.runner.tally.Tally` for shapes and units.
    """

    task: Task
    tally: Tally

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.task.games - self.missing

    @property
    def missing(self) -> int:
        """How many games of those asked for were not played, since the run was stopped."""
        return self.tally.counts[3]

    @property
    def partial(self) -> bool:
        """Whether the run was stopped before its end."""
        return self.missing > 0

    @property
    def won(self) -> int:
        """Games won."""
        return self.tally.counts[0]

    @property
    def lost(self) -> int:
        """Games lost, those lost on the first click among them."""
        return self.games - self.won

    @property
    def lost_first(self) -> int:
        """Games lost on the first click."""
        return self.tally.counts[2]

    @property
    def guesses(self) -> int:
        """Guesses in all games."""
        return int(self.tally.guesses @ np.arange(self.tally.guesses.size))

    @property
    def ratio(self) -> float:
        """Games won of all games; nan when none was played."""
        return ratio_of(self.won, self.games)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of `ratio`, by Wilson."""
        return wilson(self.won, self.games)

    @property
    def ratio_past_first(self) -> float:
        """Games won of those that the first click did not lose."""
        return ratio_of(self.won, self.games - self.lost_first)

    @property
    def interval_past_first(self) -> tuple[float, float]:
        """The 95 % interval of `ratio_past_first`, by Wilson."""
        return wilson(self.won, self.games - self.lost_first)

    @property
    def wins(self) -> np.ndarray:
        """Which games were won, in the order of their seeds: bool [games asked for]."""
        return self.tally.ends == WON

    @property
    def played(self) -> np.ndarray:
        """Which games were played: bool [games asked for]; all, unless `partial`."""
        return self.tally.ends != UNDECIDED

    def row(self) -> dict[str, Any]:
        """The numbers by name, as `to_frame` and the tables have them."""
        return {
            "player": str(self.task.player),
            "board": level_text(self.task.level),
            "first": first_text(self.task),
            "games": self.games,
            "won": self.won,
            "lost": self.lost,
            "lost_first": self.lost_first,
            "guesses": self.guesses,
            "ratio": self.ratio,
            "low": self.interval[0],
            "high": self.interval[1],
            "ratio_past_first": self.ratio_past_first,
            "low_past_first": self.interval_past_first[0],
            "high_past_first": self.interval_past_first[1],
        }

    def to_frame(self) -> Any:
        """A pandas DataFrame of one row. Raises `ImportError` without pandas."""
        return tables.frame([self.row()])

    def guesses_chart(self, theme: Any = "paper") -> Any:
        """How many guesses games took, and what they risked: a Matplotlib figure."""
        from minevis.experiments.charts import guesses_chart

        return guesses_chart(self, theme)

    def calibration_chart(self, theme: Any = "paper") -> Any:
        """Risk stated against risk met: a Matplotlib figure."""
        from minevis.experiments.charts import calibration_chart

        return calibration_chart(self, theme)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Trials):
            return NotImplemented
        return (self.task, self.tally) == (other.task, other.tally)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        past = ""
        if self.lost_first:
            past = (
                f"; {share(self.ratio_past_first, self.interval_past_first)} past the first click"
            )
        stopped = f"; stopped {self.missing:,} games early" if self.partial else ""
        return (
            f"<Trials of {self.task}: won {self.won:,} of {self.games:,} games, "
            f"{share(self.ratio, self.interval)}{past}{stopped}>"
        )

    def __str__(self) -> str:
        return f"{_caption(self)}\n\n{tables.text(lines(self))}"

    def _repr_html_(self) -> str:
        return tables.html(lines(self), caption=_caption(self))


def lines(trials: Trials) -> list[Mapping[str, str]]:
    """The table of one run: what and how many, with the share and its interval."""
    games = trials.games
    each = f"{trials.guesses / games:.2f} a game" if games else ""
    counts = [
        ("won", trials.won, share(trials.ratio, trials.interval)),
        ("lost", trials.lost, share(1 - trials.ratio, _mirrored(trials.interval))),
        ("lost on the first click", trials.lost_first, _first_share(trials)),
        ("won past the first click", trials.won, _past(trials)),
        ("guesses", trials.guesses, each),
    ]
    return [
        {"": "games", "number": f"{games:,}", "share and 95 % interval": _seeds(trials)},
        *(
            {"": name, "number": f"{number:,}", "share and 95 % interval": text}
            for name, number, text in counts
        ),
    ]


def share(ratio: float, interval: tuple[float, float]) -> str:
    """A ratio and its interval in percent: "38.61 % [37.66, 39.57]"."""
    if ratio != ratio:
        return "unknown"
    low, high = interval
    return f"{100 * ratio:.2f} % [{100 * low:.2f}, {100 * high:.2f}]"


def first_text(task: Task) -> str:
    """The first click and its safe zone in a word or two."""
    if task.first is None:
        return "the player's own"
    zone = "unprotected" if task.safe_radius is None else f"safe radius {task.safe_radius}"
    return f"{task.first}, {zone}"


def where_text(task: Task) -> str:
    """The board and the first click."""
    return f"{level_text(task.level)}, first click {first_text(task)}"


def _first_share(trials: Trials) -> str:
    return share(ratio_of(trials.lost_first, trials.games), wilson(trials.lost_first, trials.games))


def _past(trials: Trials) -> str:
    return share(trials.ratio_past_first, trials.interval_past_first)


def _mirrored(interval: tuple[float, float]) -> tuple[float, float]:
    return (1 - interval[1], 1 - interval[0])


def _seeds(trials: Trials) -> str:
    first = trials.task.seed
    last = trials.task.stop - 1
    stopped = f", {trials.missing:,} of them not played" if trials.partial else ""
    return f"seeds {first} to {last}{stopped}"


def _caption(trials: Trials) -> str:
    return f"Player {trials.task.player} on {where_text(trials.task)}"
