"""Published figures, played again: each beside ours, with intervals and a plain verdict.

A: the "convolution" post, two guesses on 24×24/99. C: a published solver with exact
odds on 16×30/99. D: "Luck meets probability", counting and random guesses behind safe
zones of radius 1 to 4 on 10×10/10. E: a heuristic solver on 16×30/99, of which only
the number of games is published.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise
from textwrap import fill
from typing import Any, NamedTuple

from minevis.core.board import LEVELS, Level
from minevis.experiments import tables
from minevis.experiments.compare import Pair
from minevis.experiments.runner.results import Trials, first_text, share
from minevis.experiments.runner.task import level_text
from minevis.experiments.statistics import difference_of, wilson
from minevis.experiments.trials import trials
from minevis.players import PLAYERS, Player

WIDTH = 96
ABOUT = ("first click", "games")  # columns that are told once where they are alike


class Figure(NamedTuple):
    """A published win ratio and the interval it comes with, or that its games give it."""

    ratio: float
    low: float
    high: float

    @classmethod
    def of_games(cls, ratio: float, games: int) -> "Figure":
        """A ratio of so many games, with its 95 % interval."""
        return cls(ratio, *wilson(round(ratio * games), games))


@dataclass(frozen=True)
class Line:
    """One figure of ours, and the published one where there is one."""

    what: str
    trials: Trials
    published: Figure | None = None
    past_first: bool = False  # leave out games that the first click lost
    rival: bool = False  # the published figure is another player's, to be beaten
    base: Trials | None = None  # of the player that this one is to be compared with

    @property
    def ours(self) -> Figure:
        """Our ratio and its interval."""
        if self.past_first:
            return Figure(self.trials.ratio_past_first, *self.trials.interval_past_first)
        return Figure(self.trials.ratio, *self.trials.interval)

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
        published = self.published
        return {
            "player": self.what,
            "first click": first_text(self.trials.task),
            "counted": "past the first click" if self.past_first else "all games",
            "games": f"{self.trials.games:,}",
            "minevis": share(self.ours.ratio, self.ours[1:]),
            "published": share(published.ratio, published[1:]) if published else "",
            "verdict": self.verdict,
        }


@dataclass(frozen=True, repr=False)
class Reproduction:
    """What came of one reproduction; `str` is its table and what follows from it."""

    name: str
    title: str
    lines: tuple[Line, ...]
    note: str

    def to_frame(self) -> Any:
        """A pandas DataFrame, one row a figure. Raises `ImportError` without pandas."""
        return tables.frame([line.row() for line in self.lines])

    def __repr__(self) -> str:
        return f"<Reproduction {self.name}: {'; '.join(line.verdict for line in self.lines)}>"

    def __str__(self) -> str:
        alike, rows = self._table()
        return f"{self.title}\n{alike}\n\n{tables.text(rows)}\n\n{fill(self.note, WIDTH)}"

    def _repr_html_(self) -> str:
        alike, rows = self._table()
        return tables.html(rows, f"{self.title} ({alike}). {self.note}")

    def _table(self) -> tuple[str, list[dict[str, str]]]:
        """What is alike in all rows, to be told once, and the rows without it."""
        rows = [line.row() for line in self.lines]
        alike = {name: rows[0][name] for name in ABOUT if len({row[name] for row in rows}) == 1}
        told = "; ".join(f"{name}: {value}" for name, value in alike.items())
        return told, [{name: row[name] for name in row if name not in alike} for row in rows]


Play = Callable[..., Trials]


def post_a(play: Play) -> Reproduction:
    """Post A's two guesses as published, then what clues and exact weights add to them."""
    guesses = {"least_risk": 0.4014, "likely_zero": 0.4945}
    published = PLAYERS["convolution_as_published"]
    lines, gains = [], []
    for guess, ratio in guesses.items():
        figure = Figure.of_games(ratio, 10_000)
        run = _play_a(play, replace(published, guess=guess, name=guess))
        lines += [Line(guess, run, figure), Line(guess, run, figure, past_first=True)]
        for name, player in _better(published, guess):
            gains.append(Line(name, _play_a(play, replace(player, name=name)), base=run))
    return Reproduction("A", _title_a(), (*lines, *gains), _note_a(lines))


def _better(published: Player, guess: str) -> list[tuple[str, Player]]:
    """The same guess with regions by clues, and with exact odds besides."""
    by_clues = replace(published, guess=guess, regions="clues")
    exact = replace(PLAYERS["exact"], guess=guess)
    return [(f"{guess}, regions by clues", by_clues), (f"{guess}, exact odds", exact)]


def _play_a(play: Play, player: Player) -> Trials:
    return play(LEVELS["expert24"], player, games=10_000, first=None, safe_radius=None)


def _title_a() -> str:
    size = level_text(LEVELS["expert24"])
    return f"A: the convolution post, {size}, averages of up to 2,000 configurations"


def _note_a(lines: list[Line]) -> str:
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


def solver_c(play: Play) -> Reproduction:
    """The published exact solver: how far our exact odds get on the same boards."""
    run = play(LEVELS["expert"], "exact", games=10_000)
    lines = [Line("exact", run, Figure(0.34, 0.305, 0.377), rival=True)]
    note = (
        "Not the same player: the published solver's odds are off by one in the weight of the "
        "interior, and it guesses by its own policy. Its interval is wide, since it played "
        "few games."
    )
    return Reproduction("C", f"C: exact odds, {level_text(LEVELS['expert'])}", tuple(lines), note)


def table_d(play: Play) -> Reproduction:
    """Table D: the win ratio by the radius of the safe zone."""
    level = Level(10, 10, 10)
    published = {1: 0.9185, 2: 0.9073, 3: 0.8679, 4: 0.7962}
    lines = [
        Line(
            "counting",
            play(level, "counting", games=100_000, first="uniform", safe_radius=radius),
            Figure.of_games(ratio, 1_000_000),
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


def system_e(play: Play) -> Reproduction:
    """System E's heuristic player, which publishes no figure."""
    run = play(LEVELS["expert"], "local", games=30_000, first=None)
    lines = (Line("local", run), Line("local", run, past_first=True))
    title = f"E: windows and local odds, {level_text(LEVELS['expert'])}"
    return Reproduction("E", title, lines, "The system prints its share won, but publishes none.")


REPRODUCTIONS = {"A": post_a, "C": solver_c, "D": table_d, "E": system_e}


def reproduce(
    name: str,
    *,
    games: int | None = None,
    seed: int = 0,
    engine: Any = None,
    store: Any = None,
    progress: bool = True,
) -> Reproduction:
    """Play a published experiment again: "A", "C", "D" or "E".

    `games` replaces the published number of games; the other options are those of
    `trials`. Raises `ValueError` for an unknown name, `KeyboardInterrupt` when
    stopped: half a reproduction judges nothing.
    """
    if name not in REPRODUCTIONS:
        raise ValueError(f"unknown reproduction {name!r}: choose from {', '.join(REPRODUCTIONS)}")
    common = {"seed": seed, "engine": engine, "store": store, "progress": progress}

    def play(level: Level, player: str | Player, **own: Any) -> Trials:
        wishes = {**own, **common, **({} if games is None else {"games": games})}
        run = trials(level, player, **wishes)
        if run.partial:
            raise KeyboardInterrupt
        return run

    return REPRODUCTIONS[name](play)
