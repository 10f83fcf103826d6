"""A person's games: wins, losses of the chance to win, and slow ideas.

All means and shares have 95 % intervals; for clicks these depend on the differences between
games.
"""

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any, NamedTuple

from minevis.experiments.statistics import Estimate, Mean, paired_interval
from minevis.replays.summary import GameSummary, GuessMade, ProvenClicks
from minevis.solver.events import VERDICTS
from minevis.solver.proofs.steps import IDEAS
from minevis.utils import tables
from minevis.utils.checks import check_count
from minevis.utils.codec import MOST
from minevis.utils.formatting import quantity
from minevis.utils.options import PAGES
from minevis.utils.showing import ShownAsChart, Writer

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from pandas import DataFrame

    from minevis.render.tiles.theme import Theme

ALL = range(MOST + 1)  # difficulties
DIFFICULTIES = {
    "1": range(1, 2),
    "2": range(2, 3),
    "3 to 4": range(3, 5),
    "5 to 7": range(5, 8),
    "8 and more": ALL[8:],
}
PERIODS = 5
COSTLIEST = 10  # games
A_POINT = 0.01  # of the chance to win
NO_GAME = GameSummary(  # gives the columns if there is no game
    *("", "", (0, 0, 0), None, None, None, None, dict.fromkeys(VERDICTS, 0), (), (), None)
)
PATTERN_COLUMNS = ("pattern", "clicks", "seconds a click", "missed", "share missed")
PERIOD_COLUMNS = "period", "games", "won", "3BV/s", "needless guesses a game", "points lost a game"
TOLD = 5  # files named in a message; `damaged` and `doubles` have all


class Pattern(NamedTuple):
    """Deductions of one kind: how long they take, and how often they are missed."""

    name: str
    clicks: int  # on cells proven by it
    seconds: Mean  # per click
    missed: int  # guesses where it would have shown a safe cell
    share_missed: Estimate  # of all its visible chances, judging by clicks


class Period(NamedTuple):
    """Consecutive games.

    The name is the first and last day, after the number of files without a date; or the first
    and the last file, if no file has a date.
    """

    name: str
    games: int
    wins: Estimate
    speed: Mean  # 3BV/s of games won
    needless: Mean  # needless guesses a game
    points: Mean  # of the chance to win, given away a game


@dataclass(frozen=True, repr=False)
class Profile(ShownAsChart):
    """A summary of many reviewed games. A notebook shows it as tables.

    Attributes
    ----------
    games : tuple of GameSummary
        The games in playing order, if the files have dates.
    damaged : tuple of tuple of str
        The unreadable files, with reasons.
    missing : int
        The number of games not reviewed because of Ctrl-C.
    doubles : tuple of tuple of str
        The files not counted, with the earlier file of the same game.
    other_rules : tuple of tuple of str
        The games left out, with their rules: there guesses can be safe or boards known.

    Examples
    --------
    >>> from minevis.replays.summary import summary_of
    >>> traces = [mv.play(mv.Board.random("beginner", seed=s), first=(0, 0)) for s in (3, 4)]
    >>> profile = Profile(tuple(summary_of(f"{t}", t, t.review(effort="quick")) for t in traces))
    >>> profile.wins.ratio, profile.best_wins.ratio
    (1.0, 1.0)
    """

    games: tuple[GameSummary, ...]
    damaged: tuple[tuple[str, str], ...] = ()
    missing: int = 0
    doubles: tuple[tuple[str, str], ...] = ()
    other_rules: tuple[tuple[str, str], ...] = ()

    @property
    def partial(self) -> bool:
        """Whether games are missing since Ctrl-C was pressed."""
        return self.missing > 0

    @property
    def players(self) -> dict[str, int]:
        """Who played how many of the games, the most first."""
        return dict(Counter(game.player for game in self.games).most_common())

    @property
    def wins(self) -> Estimate:
        """The share of games won, among finished games."""
        return _wins(self.games)

    @property
    def best_wins(self) -> Estimate:
        """The wins of the player `best` on the same boards from the same first clicks."""
        known = self._compared
        return Estimate.of_counts(sum(game.best_won is True for game in known), len(known))

    @property
    def better(self) -> Estimate:
        """How much more `best` wins, on the same boards, with a paired interval."""
        known = self._compared
        ours = sum(bool(game.won) and not game.best_won for game in known)
        theirs = sum(bool(game.best_won) and not game.won for game in known)
        ratio = (theirs - ours) / len(known) if known else float("nan")
        return Estimate(ratio, *paired_interval(theirs, ours, len(known)))

    @property
    def _compared(self) -> list[GameSummary]:
        return [game for game in self.games if game.won is not None and game.best_won is not None]

    @property
    def speed(self) -> Mean:
        """3BV/s of the games won against a clock."""
        return _speed(self.games)

    @property
    def points(self) -> Mean:
        """Points of the chance to win lost by guesses, per game."""
        return _points(self.games)

    def losses(self) -> dict[str, Mean]:
        """Points lost per game: by forced guesses, and by needless guesses, per idea."""
        made = {guess.idea for game in self.games for guess in game.guesses}
        ideas = ["", *(idea for idea in IDEAS if idea in made)]
        names = [f"needless, {idea}" if idea else "forced guesses" for idea in ideas]
        return {name: _points(self.games, idea) for name, idea in zip(names, ideas, strict=True)}

    def ideas(self) -> list[Pattern]:
        """Times and shares missed per idea, the easiest first."""
        patterns = (_pattern(idea, self.games, idea=idea) for idea in IDEAS)
        return [pattern for pattern in patterns if pattern.clicks or pattern.missed]

    def difficulties(self) -> list[Pattern]:
        """Times and shares missed per range of `Proof.difficulty`, the easiest first."""
        patterns = (_pattern(name, self.games, hard=hard) for name, hard in DIFFICULTIES.items())
        return [pattern for pattern in patterns if pattern.clicks or pattern.missed]

    def periods(self, count: int = PERIODS) -> list[Period]:
        """Divide the games into periods of equal size, from the first to the last.

        Parameters
        ----------
        count : int
            The largest number of periods.

        Returns
        -------
        list of Period
            The periods.

        Raises
        ------
        ValueError
            If `count` is below 1.
        """
        count = check_count("count", count)
        ends = [len(self.games) * i // count for i in range(count + 1)]
        parts = [self.games[a:b] for a, b in pairwise(ends) if a < b]
        return [_period(part) for part in parts]

    def levels(self) -> list[dict[str, str]]:
        """Rows per level, as text: games, wins, the wins of `best`, 3BV/s."""
        counted = Counter(game.level for game in self.games)
        return [self._level(level) for level, _ in counted.most_common()]

    def _level(self, level: tuple[int, int, int]) -> dict[str, str]:
        part = Profile(tuple(game for game in self.games if game.level == level))
        height, width, mines = level
        return {
            "level": f"{height}×{width}/{mines}",
            "games": str(len(part.games)),
            "won": str(part.wins),
            "best from the same click": str(part.best_wins),
            "3BV/s": str(part.speed),
        }

    @property
    def story(self) -> tuple[str, ...]:
        """The profile in sentences. Files are named without the folders of this machine."""
        return tuple(self._notes())

    def _notes(self) -> Iterator[str]:
        short = _short_names(self._files())
        who = ", ".join(name or "nobody named" for name in list(self.players)[:3])
        more = len(self.players) - 3
        who += f" and {quantity(more, 'other')}" if more > 0 else ""
        days = _days(self.games)
        yield f"{quantity(len(self.games), 'game')} of {who or 'nobody'}{days and f', {days}'}."
        if self._compared:
            yield f"Won: {self.wins}."
            if all(game.won for game in self._compared):
                yield (
                    "All were won. If only such games are kept, the share says nothing about luck: "
                    "games that a guess lost are missing."
                )
            yield (
                f"From the same first clicks the player best wins {self.best_wins}: "
                f"{self.better.points_to(1)}."
            )
        losses = self.losses()
        if any(guess for game in self.games for guess in game.guesses):
            parts = "; ".join(f"{name} {mean}" for name, mean in losses.items())
            yield f"Points of the chance to win given away a game: {self.points} ({parts})."
        if worst := self.costliest(1):
            yield _where_most_was_lost(worst[0]["game"], short)
        if self.speed.value == self.speed.value:
            yield f"3BV/s of games won: {self.speed}."
        if self.games:
            yield "In brackets: 95 % intervals."
        if self.damaged:
            names = _some_names([short[name] for name, _ in self.damaged])
            yield f"Not read: {quantity(len(self.damaged), 'file')}: {names}."
        if self.doubles:
            names = _some_names(
                [f"{short[name]} ({short[first]} again)" for name, first in self.doubles]
            )
            yield f"Counted once: {quantity(len(self.doubles), 'file')} left out: {names}."
        if self.other_rules:
            names = _some_names([f"{short[name]} ({rules})" for name, rules in self.other_rules])
            games = quantity(len(self.other_rules), "game")
            yield f"Left out: {games} by other than the standard rules: {names}."
        if self.partial:
            yield f"Stopped {quantity(self.missing, 'file')} early."

    def pattern_rows(self) -> list[dict[str, str]]:
        """Rows per idea, then rows per difficulty, as text."""
        return [
            {"by": by, **dict(zip(PATTERN_COLUMNS, map(str, pattern), strict=True))}
            for by, patterns in (("idea", self.ideas()), ("difficulty", self.difficulties()))
            for pattern in patterns
        ]

    def period_rows(self) -> list[dict[str, str]]:
        """Rows per period, as text."""
        return [
            dict(zip(PERIOD_COLUMNS, map(str, period), strict=True)) for period in self.periods()
        ]

    def save(self, path: str | Path, **options: Any) -> Path:
        """Save the profile to a file, in the format of its ending.

        Parameters
        ----------
        path : str or Path
            .html: a page that works offline, with charts. .txt, .csv: its text, and a table of the
            games. .png, .svg, .pdf: its `plot`.
        **options
            Of a page: `theme` ("auto" or a name in `minevis.THEMES`); `reports`, on by default, to
            write a report for every game in `costliest` too, if its file still exists, into a
            folder next to the page; `progress`, to show a bar. Otherwise those of `plot`.

        Returns
        -------
        Path
            The path.

        Raises
        ------
        EncoderError
            If the ending is unknown. The message names the known ones.
        """
        return super().save(path, **options)

    def _writers(self) -> dict[str, Writer]:
        def page(path: Path, **options: Any) -> Path:
            from minevis.web.report import save_profile

            return save_profile(path, self, **options)

        return {**super()._writers(), **dict.fromkeys(PAGES, page)}

    def _chart(self, ax: "Axes | None", theme: "str | Theme | None") -> "Figure":
        """Draw the share of deductions missed by idea, or the games won if none was seen."""
        from minevis.experiments.charts import RatioDot, ratio_chart

        games = quantity(len(self.games), "game")
        dots = [RatioDot(idea.name, idea.share_missed) for idea in self.ideas()]
        if dots:
            return ratio_chart(dots, "idea", games, theme, title="Deductions missed", ax=ax)
        return ratio_chart([RatioDot("all games", self.wins)], "games", games, theme, ax=ax)

    def costliest(self, count: int = COSTLIEST) -> list[dict[str, str]]:
        """Return the games that gave away most of their chance to win.

        Parameters
        ----------
        count : int
            The largest number of games.

        Returns
        -------
        list of dict
            One row per game, as text.

        Raises
        ------
        ValueError
            If `count` is not an integer of 1 or more.

        Examples
        --------
        >>> Profile(()).costliest()
        []
        """
        check_count("count", count, least=1)
        games = [game for game in self.games if game.cost >= A_POINT]
        games.sort(key=lambda game: -game.cost)
        return [_costliest_row(game, several=len(self.players) > 1) for game in games[:count]]

    def to_frame(self) -> "DataFrame":
        """A pandas DataFrame with one row per game. Raises `ImportError` without pandas."""
        return tables.data_frame(list(map(_game_row, self.games)), list(_game_row(NO_GAME)))

    def _files(self) -> list[str]:
        """The names of all files, of games or not."""
        named = (*self.damaged, *self.other_rules)
        names = [*(game.name for game in self.games), *(name for name, _ in named)]
        return [*names, *(name for pair in self.doubles for name in pair)]

    def _tables(self) -> list[list[dict[str, str]]]:
        games = with_short_names(self)
        tables = (self.levels(), games.costliest(), self.pattern_rows(), self.period_rows())
        return [rows for rows in tables if rows]

    def __repr__(self) -> str:
        left_out = f", {quantity(len(self.damaged), 'file')} not read" if self.damaged else ""
        return f"<Profile of {quantity(len(self.games), 'game')}{left_out}>"

    def __str__(self) -> str:
        return "\n\n".join(["\n".join(self.story), *map(tables.text, self._tables())])

    def _repr_html_(self) -> str:
        first, *rest = self._tables() or [[]]
        return tables.html(first, " ".join(self.story)) + "".join(map(tables.html, rest))


def with_short_names(profile: Profile) -> Profile:
    """Return the same with names of files for reports, which reveal no folder of this machine."""
    short = _short_names(profile._files())
    return replace(
        profile,
        games=tuple(replace(game, name=short[game.name]) for game in profile.games),
        damaged=tuple((short[name], why) for name, why in profile.damaged),
        other_rules=tuple((short[name], rules) for name, rules in profile.other_rules),
        doubles=tuple((short[name], short[first]) for name, first in profile.doubles),
    )


def _short_names(names: Iterable[str]) -> dict[str, str]:
    """Return the paths of files below their common folder.

    Files all over the machine get the shortest different ends of their paths: a common
    folder such as /home would reveal users.
    """
    paths = {name: Path(os.path.abspath(name)) for name in names}
    common = _common_folder(paths.values())
    if common is not None:
        return {name: str(path.relative_to(common)) for name, path in paths.items()}
    lengths = {path: len(path.parts) - len(_folder(path).parts) for path in paths.values()}
    while True:
        ends = {path: path.parts[-length:] for path, length in lengths.items()}
        counts = Counter(ends.values())
        equal = [path for path, end in ends.items() if counts[end] > 1 and len(end) < _most(path)]
        if not equal:
            return {name: os.path.join(*ends[path]) for name, path in paths.items()}
        for path in equal:
            lengths[path] += 1


def _common_folder(paths: Iterable[Path]) -> Path | None:
    """Return the common folder of files, None if it is high above them or missing."""
    try:
        common = Path(os.path.commonpath({_folder(path) for path in paths}))
    except ValueError:  # no files, or on several drives
        return None
    high = len(common.parts) <= 2 or common in Path(os.path.expanduser("~")).parents
    return None if high else common


def _folder(path: Path) -> Path:
    """Return the folder with a file, or with the archive that it is in."""
    above = (parent for parent in reversed(path.parents) if parent.suffix.lower() == ".zip")
    return next(above, path).parent


def _most(path: Path) -> int:
    return len(path.parts) - 1  # without the root


def _where_most_was_lost(name: str, short: Mapping[str, str]) -> str:
    """Name a game, with a command for it if one is known that reveals no folder."""
    said, path = f"Most was given away in {short[name]}", os.path.abspath(name)
    command = f"`minevis review {quote(short[name])}` shows where."
    if path == os.path.abspath(short[name]):
        return f"{said}: {command}"
    common = _common_folder(Path(os.path.abspath(file)) for file in short)
    return f"{said}." if common is None else f"{said}: in the folder of the games, {command}"


def in_order(games: Sequence[GameSummary]) -> tuple[GameSummary, ...]:
    """Sort games in playing order; games without a date come first, by name.

    Numbers in names are in numeric order: `g4.jsonl` before `g18.jsonl`.
    """
    return tuple(sorted(games, key=lambda game: (game.played or 0.0, *_by_numbers(game.name))))


def _by_numbers(name: str) -> tuple[list[str | int], str]:
    """The sort key of a name: text and numbers by turns; for names like 1 and 01, the text."""
    parts = re.split(r"(\d+)", name)
    return [int(part) if at % 2 else part for at, part in enumerate(parts)], name


def _some_names(names: Sequence[str]) -> str:
    rest = f" and {len(names) - TOLD} more" if len(names) > TOLD else ""
    return f"{', '.join(names[:TOLD])}{rest}"


def _wins(games: Sequence[GameSummary]) -> Estimate:
    ended = [game for game in games if game.won is not None]
    return Estimate.of_counts(sum(game.won is True for game in ended), len(ended))


def _speed(games: Sequence[GameSummary]) -> Mean:
    speeds = [game.three_bv_per_second for game in games]
    return Mean.of([speed for speed in speeds if speed is not None])


def _points(games: Sequence[GameSummary], idea: str | None = None) -> Mean:
    """Return the points lost per game, by all guesses or by guesses an idea would have spared."""
    return Mean.of(
        [
            100 * sum(guess.cost for guess in game.guesses if idea in (None, guess.idea))
            for game in games
        ]
    )


def _pattern(
    name: str,
    games: Sequence[GameSummary],
    *,
    idea: str | None = None,
    hard: range = range(MOST + 1),
) -> Pattern:
    """Return the clicks and the guesses of all games by an idea, or by proofs as `hard`."""

    def belongs(each: ProvenClicks | GuessMade) -> bool:
        return each.idea != "" and idea in (None, each.idea) and each.difficulty in hard

    clicks, seconds, missed = [], [], 0
    for game in games:
        made = list(filter(belongs, game.proven))
        clicks.append(sum(each.clicks for each in made))
        seconds.append(sum(each.seconds for each in made))
        missed += sum(map(belongs, game.guesses))
    total = sum(clicks)
    timed = [game.seconds is not None for game in games]
    time = Mean.of(
        [each for each, known in zip(seconds, timed, strict=True) if known],
        [each for each, known in zip(clicks, timed, strict=True) if known],
    )
    return Pattern(name, total, time, missed, Estimate.of_counts(missed, missed + total))


def _period(games: Sequence[GameSummary]) -> Period:
    needless = Mean.of([sum(not guess.forced for guess in game.guesses) for game in games])
    files = dict.fromkeys(Path(game.name).name for game in (games[0], games[-1]))
    name = _days(games) or " to ".join(files)
    points = _points(games)
    return Period(name, len(games), _wins(games), _speed(games), needless, points)


def _days(games: Sequence[GameSummary]) -> str:
    """Return how many games have no day, and the first and last day, or ""."""
    known = [game.played for game in games if game.played]
    if not known:
        return ""
    days = " to ".join(dict.fromkeys(_day(time) for time in (known[0], known[-1])))
    undated = len(games) - len(known)
    return f"{undated} undated, then {days}" if undated else days


def _day(seconds: float) -> str:
    try:
        return datetime.fromtimestamp(seconds, UTC).date().isoformat()
    except (OverflowError, OSError, ValueError):  # the clock was never set
        return "an unknown day"


def _costliest_row(game: GameSummary, *, several: bool) -> dict[str, str]:
    """Return the row of a costly game, with its costliest guess."""
    costliest = max(game.guesses, key=lambda guess: guess.cost)
    passed = f"a safe cell by {costliest.idea}" if costliest.idea else "a better guess"
    return {
        "game": game.name,
        **({"player": game.player or "nobody named"} if several else {}),
        "ended": {True: "won", False: "lost", None: "open"}[game.won],
        "points given away": f"{100 * game.cost:.1f}",
        "by its costliest guess": f"{100 * costliest.cost:.1f}",
        "which passed over": passed,
    }


def _game_row(game: GameSummary) -> dict[str, object]:
    """A game as `to_frame` has it."""
    height, width, mines = game.level
    return {
        "name": game.name,
        "player": game.player,
        "played": game.played,
        "height": height,
        "width": width,
        "mines": mines,
        "won": game.won,
        "seconds": game.seconds,
        "3BV": game.three_bv,
        "3BV/s": game.three_bv_per_second,
        **game.clicks,
        "cost": game.cost,
        "best won": game.best_won,
    }
