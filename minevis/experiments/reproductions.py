"""Published figures, played again: each next to ours, with intervals and a plain verdict.

A: the "convolution" post, two guesses on 24×24/99. C: a published solver with exact
odds on 16×30/99. D: "Luck meets probability", counting and random guesses behind safe
zones of radius 1 to 4 on 10×10/10. E: a heuristic solver on 16×30/99, of which only
the number of games is published.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from textwrap import fill
from typing import TYPE_CHECKING, NamedTuple, Protocol, Unpack

from minevis.core import tables
from minevis.core.board import LEVELS, Level
from minevis.core.errors import unknown_name
from minevis.experiments.compare import Pair, RunOptions
from minevis.experiments.runner.results import Trials
from minevis.experiments.runner.task import First, first_click_text, level_text
from minevis.experiments.statistics import Estimate, difference_of
from minevis.experiments.trials import trials
from minevis.players import PLAYERS, Player

if TYPE_CHECKING:
    from pandas import DataFrame

WIDTH = 96
SAID_ONCE = ("first click", "games")  # columns that are left out if all rows are alike


def published_ratio(ratio: float, games: int) -> Estimate:
    """A published win ratio of so many games, with its 95 % interval.

    >>> print(published_ratio(0.4014, 10_000))
    40.14 % [39.18, 41.10]
    """
    return Estimate.of_counts(round(ratio * games), games)._replace(ratio=ratio)


@dataclass(frozen=True)
class Line:
    """One win ratio of ours, and the published one if there is one.

    >>> run = trials("beginner", games=100, progress=False)
    >>> Line("exact", run, published_ratio(0.9, 1000)).verdict
    'agrees: +1.00 ± 6.01 points'
    """

    what: str
    trials: Trials
    published: Estimate | None = None
    past_first: bool = False  # leave out games that the first click lost
    rival: bool = False  # the published ratio is another player's, to be beaten
    base: Trials | None = None  # of the player that this one is to be compared with

    @property
    def ours(self) -> Estimate:
        """Our ratio and its interval."""
        return self.trials.estimate_past_first if self.past_first else self.trials.estimate

    @property
    def agrees(self) -> bool | None:
        """Whether the difference is within its 95 % interval; None: nothing is published."""
        if self.published is None:
            return None
        difference, reach = difference_of(self.ours, self.published)
        return abs(difference) <= reach

    @property
    def verdict(self) -> str:
        """In plain words, in points of a hundred."""
        if self.published is None:
            return "nothing published to compare" if self.base is None else self._gain(self.base)
        difference, reach = difference_of(self.ours, self.published)
        word = "agrees" if self.agrees else "differs"
        if self.rival:
            beaten = "wins more" if difference > 0 else "wins less"
            word = "cannot be told apart" if self.agrees else beaten
        return f"{word}: {100 * difference:+.2f} ± {100 * reach:.2f} points"

    def _gain(self, base: Trials) -> str:
        pair = Pair(self.trials, base)
        low, high = (100 * end for end in pair.interval)
        return f"{100 * pair.difference:+.2f} [{low:+.2f}, {high:+.2f}] points on the same boards"

    def row(self) -> dict[str, str]:
        """The line as a row of a table."""
        task = self.trials.task
        return {
            "player": self.what,
            "first click": first_click_text(task.first, task.safe_radius),
            "counted": "past the first click" if self.past_first else "all games",
            "games": f"{self.trials.games:,}",
            "minevis": str(self.ours),
            "published": str(self.published or ""),
            "verdict": self.verdict,
        }


@dataclass(frozen=True, repr=False)
class Reproduction:
    """The result of one reproduction; `str` is its table and its conclusion.

    >>> reproduce("E", games=50, progress=False).lines[0].what
    'local'
    """

    name: str
    title: str
    lines: tuple[Line, ...]
    note: str

    def to_frame(self) -> "DataFrame":
        """A pandas DataFrame, one row a ratio. Raises `ImportError` without pandas."""
        return tables.data_frame([line.row() for line in self.lines])

    def __repr__(self) -> str:
        return f"<Reproduction {self.name}: {'; '.join(line.verdict for line in self.lines)}>"

    def __str__(self) -> str:
        alike, rows = self._table()
        return f"{self.title}\n{alike}\n\n{tables.text(rows)}\n\n{fill(self.note, WIDTH)}"

    def _repr_html_(self) -> str:
        alike, rows = self._table()
        return tables.html(rows, f"{self.title} ({alike}). {self.note}")

    def _table(self) -> tuple[str, list[dict[str, str]]]:
        """The values that are equal in all rows, to be printed once, and the rows without it."""
        rows = [line.row() for line in self.lines]
        alike = {name: rows[0][name] for name in SAID_ONCE if len({row[name] for row in rows}) == 1}
        note = "; ".join(f"{name}: {value}" for name, value in alike.items())
        return note, [{name: row[name] for name in row if name not in alike} for row in rows]


class Play(Protocol):
    """Plays one run of a reproduction: `trials` with its common options filled in.

    >>> def play(level, player, *, games, first=(0, 0), safe_radius=0):
    ...     return trials(level, player, games=9, first=first, progress=False)
    >>> REPRODUCTIONS["E"].play(play).name
    'E'
    """

    def __call__(
        self,
        level: Level,
        player: str | Player,
        *,
        games: int,
        first: First = (0, 0),
        safe_radius: int | None = 0,
    ) -> Trials:
        """Play so many games, or as many as the caller of `reproduce` asked for."""


def _post_a(play: Play) -> Reproduction:
    """Post A's two guesses as published, then the gain by clues and exact weights."""
    guesses = {"least_risk": 0.4014, "likely_zero": 0.4945}
    published = PLAYERS["convolution_as_published"]
    lines, gains = [], []
    for guess, ratio in guesses.items():
        theirs = published_ratio(ratio, 10_000)
        run = _play_a(play, replace(published, guess=guess, name=guess))
        lines += [Line(guess, run, theirs), Line(guess, run, theirs, past_first=True)]
        for name, player in _better(published, guess):
            gains.append(Line(name, _play_a(play, replace(player, name=name)), base=run))
    return Reproduction("A", _title_a(), (*lines, *gains), _note_a(lines))


def _better(published: Player, guess: str) -> list[tuple[str, Player]]:
    """The same guess with regions by clues, and also with exact odds."""
    by_clues = replace(published, guess=guess, regions="clues")
    exact = replace(PLAYERS["exact"], guess=guess)
    return [(f"{guess}, regions by clues", by_clues), (f"{guess}, exact odds", exact)]


def _play_a(play: Play, player: Player) -> Trials:
    return play(LEVELS["expert24"], player, games=10_000, first=None, safe_radius=None)


def _title_a() -> str:
    size = level_text(LEVELS["expert24"])
    return f"A: the convolution post, {size}, averages of up to 2,000 configurations"


def _note_a(lines: Sequence[Line]) -> str:
    counted = [line.agrees for line in lines if not line.past_first]
    past = [line.agrees for line in lines if line.past_first]
    if all(counted) and not any(past):
        return (
            "The published figures are said to leave out games lost on the first click; "
            "they are those of all games. The post searches the connected regions of a "
            "picture: regions that touch but share no clue are merged, their configurations "
            "multiply, and more searches are cut short, after which averages are those of the "
            "configurations found so far."
        )
    return (
        f"{sum(map(bool, counted))} of {len(counted)} figures agree when all games count, "
        f"{sum(map(bool, past))} of {len(past)} when games lost on the first click are left out."
    )


def _solver_c(play: Play) -> Reproduction:
    """The published exact solver: how far our exact odds get on the same boards."""
    run = play(LEVELS["expert"], "exact", games=10_000)
    lines = [Line("exact", run, Estimate(0.34, 0.305, 0.377), rival=True)]
    note = (
        "Not the same player: the published solver's odds are off by one in the weight of the "
        "interior, and it guesses by its own policy. Its interval is wide, since it played "
        "few games."
    )
    return Reproduction("C", f"C: exact odds, {level_text(LEVELS['expert'])}", tuple(lines), note)


def _table_d(play: Play) -> Reproduction:
    """Table D: the win ratio by the radius of the safe zone."""
    level = Level(10, 10, 10)
    published = {1: 0.9185, 2: 0.9073, 3: 0.8679, 4: 0.7962}
    lines = [
        Line(
            "counting",
            play(level, "counting", games=100_000, first="uniform", safe_radius=radius),
            published_ratio(ratio, 1_000_000),
        )
        for radius, ratio in published.items()
    ]
    note = (
        "A larger safe zone lowers the win ratio: it packs the mines together."
        if all(a.ours.ratio > b.ours.ratio for a, b in pairwise(lines))
        else "Our ratios do not fall with the radius as the published ones do."
    )
    title = f"D: luck meets probability, {level_text(level)}, counting and random guesses"
    return Reproduction("D", title, tuple(lines), note)


def _system_e(play: Play) -> Reproduction:
    """System E's heuristic player, which publishes no figure."""
    run = play(LEVELS["expert"], "local", games=30_000, first=None)
    lines = (Line("local", run), Line("local", run, past_first=True))
    title = f"E: windows and local odds, {level_text(LEVELS['expert'])}"
    return Reproduction("E", title, lines, "The system prints its share won, but publishes none.")


class Experiment(NamedTuple):
    """A published experiment: a short title, and how it is played.

    >>> {name: experiment.about for name, experiment in REPRODUCTIONS.items()}["D"]
    'safe zones'
    """

    about: str
    play: Callable[[Play], Reproduction]


REPRODUCTIONS = {
    "A": Experiment("the convolution post", _post_a),
    "C": Experiment("exact odds", _solver_c),
    "D": Experiment("safe zones", _table_d),
    "E": Experiment("local odds", _system_e),
}


def reproduce(name: str, **options: Unpack[RunOptions]) -> Reproduction:
    """Play a published experiment again: "A", "C", "D" or "E".

    `options` are `games`, in place of the published number of games, `seed`, `workers`,
    `store` and `progress` of `trials`. Raises `ValueError` for an unknown name,
    `KeyboardInterrupt` when stopped: half a reproduction shows nothing.

    >>> reproduce("E", games=50, progress=False)
    <Reproduction E: nothing published to compare; nothing published to compare>
    """
    if name not in REPRODUCTIONS:
        raise ValueError(unknown_name("reproduction", name, REPRODUCTIONS))

    def play(
        level: Level,
        player: str | Player,
        *,
        games: int,
        first: First = (0, 0),
        safe_radius: int | None = 0,
    ) -> Trials:
        own: RunOptions = {"games": games, **options}
        run = trials(level, player, first=first, safe_radius=safe_radius, **own)
        if run.partial:
            raise KeyboardInterrupt
        return run

    return REPRODUCTIONS[name].play(play)
