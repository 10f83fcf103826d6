"""Play published experiments again: `python -m research.reproductions A C D E`.

A: the "convolution" post, two guesses on 24×24/99. C: a published solver with exact
odds on 16×30/99. D: "Luck meets probability", counting and random guesses behind safe
zones of radius 1 to 4 on 10×10/10. E: a heuristic solver on 16×30/99, of which only
the number of games is published. Each figure is printed next to ours, with intervals and a verdict.
"""

import argparse
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise
from math import hypot
from textwrap import fill
from typing import Any

from minevis.experiments.compare import Pair
from minevis.experiments.statistics import Estimate
from minevis.experiments.task import first_click_text
from minevis.experiments.trials import Trials, trials
from minevis.game.board import LEVELS, Level
from minevis.players import PLAYERS, Player
from minevis.utils import tables

Play = Callable[..., Trials]  # `trials` with the options of the command line
SAID_ONCE = ("first click", "games")  # columns that are left out if all rows are alike


def published_ratio(ratio: float, games: int) -> Estimate:
    """Return a published win ratio of `games` games with its 95 % interval."""
    return Estimate.of_counts(round(ratio * games), games)._replace(ratio=ratio)


def difference_of(ours: Estimate, theirs: Estimate) -> tuple[float, float]:
    """Return the difference of two independent ratios and the half width of its 95 % interval."""
    ours_half, theirs_half = ((each.high - each.low) / 2 for each in (ours, theirs))
    return ours.ratio - theirs.ratio, hypot(ours_half, theirs_half)


@dataclass(frozen=True)
class Line:
    """One win ratio of ours, and the published one if there is one."""

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


@dataclass(frozen=True)
class Reproduction:
    """The result of one reproduction; `str` is its table and its conclusion."""

    title: str
    lines: tuple[Line, ...]
    note: str

    def __str__(self) -> str:
        rows = [line.row() for line in self.lines]
        alike = {name: rows[0][name] for name in SAID_ONCE if len({row[name] for row in rows}) == 1}
        shown = [{name: row[name] for name in row if name not in alike} for row in rows]
        said = "; ".join(f"{name}: {value}" for name, value in alike.items())
        return f"{self.title}\n{said}\n\n{tables.text(shown)}\n\n{fill(self.note, 96)}"


def post_a(play: Play) -> Reproduction:
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
    title = "A: the convolution post, 24×24/99, averages of up to 2,000 configurations"
    return Reproduction(title, (*lines, *gains), _note_a(lines))


def _better(published: Player, guess: str) -> list[tuple[str, Player]]:
    """The same guess with regions by clues, and also with exact odds."""
    by_clues = replace(published, guess=guess, regions="clues")
    exact = replace(PLAYERS["exact"], guess=guess)
    return [(f"{guess}, regions by clues", by_clues), (f"{guess}, exact odds", exact)]


def _play_a(play: Play, player: Player) -> Trials:
    return play(LEVELS["expert24"], player, games=10_000, first=None, safe_radius=None)


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
    line = Line("exact", run, Estimate(0.34, 0.305, 0.377), rival=True)
    note = (
        "Not the same player: the published solver's odds are off by one in the weight of the "
        "interior, and it guesses by its own policy. Its interval is wide, since it played "
        "few games."
    )
    return Reproduction("C: exact odds, 16×30/99", (line,), note)


def table_d(play: Play) -> Reproduction:
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
    title = "D: luck meets probability, 10×10/10, counting and random guesses"
    return Reproduction(title, tuple(lines), note)


def system_e(play: Play) -> Reproduction:
    """System E's heuristic player, which publishes no figure."""
    run = play(LEVELS["expert"], "local", games=30_000, first=None)
    lines = (Line("local", run), Line("local", run, past_first=True))
    title = "E: windows and local odds, 16×30/99"
    return Reproduction(title, lines, "The system prints its share won, but publishes none.")


REPRODUCTIONS = {"A": post_a, "C": solver_c, "D": table_d, "E": system_e}


def reproduce(name: str, games: int | None = None, store: str | None = None) -> Reproduction:
    """Play a published experiment again, with the published number of games or `games`."""

    def play(level: Level, player: str | Player, **options: Any) -> Trials:
        if games is not None:
            options["games"] = games
        run = trials(level, player, store=store, **options)
        if run.partial:
            raise KeyboardInterrupt
        return run

    return REPRODUCTIONS[name](play)


def main() -> None:
    """Play and print, one experiment after another."""
    parser = argparse.ArgumentParser(description="Play published experiments again.")
    parser.add_argument("names", nargs="+", choices=REPRODUCTIONS, metavar="NAME")
    parser.add_argument("--games", type=int, help="instead of the published number of games")
    parser.add_argument("--store", help="a file to keep the games in, and to go on from")
    options = parser.parse_args()
    for name in options.names:
        print(reproduce(name, options.games, options.store), end="\n\n")


if __name__ == "__main__":
    main()
