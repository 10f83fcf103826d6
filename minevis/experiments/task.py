"""A task: everything that decides the outcome of a run of games, and their totals.

Totals are counts only, so chunks of games add up in any order.

`risk_sum` is the sum of the risks of a player's guesses, rounded to 2⁻³²: sums of integers do not
depend on the grouping.
"""

import inspect
import json
import textwrap
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property, partial
from hashlib import sha256
from operator import gt
from typing import Annotated, Any

import numpy as np
from msgspec import Meta

from minevis.engine.guess.value_net import default_surroundings_net, default_value_net
from minevis.engine.shared import PERCENTS, RISK_UNITS, UNDECIDED, WON, Outcomes
from minevis.errors import BoardFormatError
from minevis.game.board import Level, check_first, check_radius, check_room, level_of
from minevis.game.grid import Cell, check_cell
from minevis.game.hashing import check_seeds
from minevis.players import PLAYERS, AnyPlayer, Player, player_of
from minevis.solver.guess.effort import effort_of
from minevis.utils.checks import check_count
from minevis.utils.codec import Whole, read_as, read_json
from minevis.utils.options import AnyLevel

RULES_VERSION = 2  # raise it if the same seed plays a different game after a change
MOST_GAMES = 10**9
ROUNDING = 1e-6  # of a percent of risk
ENDS = 4  # ways for a game to end: WON, LOST, LOST_FIRST_CLICK, UNDECIDED
MaxSolutions = Annotated[int, Meta(ge=1)] | None
First = Cell | str | None  # a cell, "uniform", or None: the player's own choice


@dataclass(frozen=True)
class Task:
    """A run of games: game i has the seed `seed + i`. Made and checked by `Task.of`."""

    level: Level
    player: Player
    games: int
    seed: int
    first: First
    safe_radius: int | None

    @classmethod
    def of(
        cls,
        level: AnyLevel,
        player: AnyPlayer,
        *,
        games: int,
        seed: int = 0,
        first: First = (0, 0),
        safe_radius: int | None = 0,
    ) -> "Task":
        """Return the task played by `trials`. Raises `ValueError` for impossible tasks."""
        check_order(level)
        size = level_of(level)
        games = check_count("games", games)
        if games > MOST_GAMES:
            raise ValueError(f"games={games:,}: at most {MOST_GAMES:,} in a run, a byte for each")
        seed = check_seeds(seed, games)
        first = _click(first, size)
        radius = _radius(safe_radius, first)
        _check_room(size, first, radius)
        return cls(size, player_of(player), games, seed, first, radius)

    @property
    def stop(self) -> int:
        """One more than the last seed."""
        return self.seed + self.games

    @cached_property
    def key(self) -> str:
        """Everything except seeds that decides the games, as JSON.

        Raises `ValueError` for an unnamed player with a function as a rule or guess.
        """
        about = {
            "rules_version": RULES_VERSION,
            "level": list(self.level),
            "first": self.first,
            "safe_radius": self.safe_radius,
            "player": _parts(self.player, self.level),
        }
        return json.dumps(about, sort_keys=True)

    @property
    def conditions(self) -> str:
        """The board and the first click, in words."""
        click = first_click_text(self.first, self.safe_radius)
        return f"{level_text(self.level)}, first click {click}"

    def __str__(self) -> str:
        return f"{self.player} on {level_text(self.level)}"


def check_order(level: object) -> None:
    """Raise `ValueError` for players in place of a level."""
    names = level if isinstance(level, list | tuple) else [level]
    texts = [each for each in names if isinstance(each, str)]
    if set(texts) & {*PLAYERS} or any(isinstance(each, Player) for each in names):
        raise ValueError(f"level={level!r}: the level comes first, then the players")


@dataclass(frozen=True)
class Key:
    """The parts of the key of a stored run: see `Task.key`."""

    rules_version: Whole
    level: Level
    first: First
    safe_radius: Whole | None
    player: dict[str, object]  # part by part

    @classmethod
    def parse(cls, text: str) -> "Key":
        """Read the text of `Task.key`. Raises `ValueError` for any other text."""
        parts = read_json(text)
        key = read_as(cls, parts, "key")
        level = level_of(key.level)
        first = _click(key.first, level)
        read_as(MaxSolutions, key.player.get("max_solutions"), "max_solutions")  # type: ignore
        known = {
            "judge",
            *(part.name for part in fields(Player)),
            *(part.name for part in fields(cls)),
        }
        if more := {*parts, *key.player} - known:
            raise ValueError(f"a key with unknown parts {', '.join(sorted(more))!r:.80}")
        return replace(key, level=level, first=first, safe_radius=_radius(key.safe_radius, first))


@dataclass(frozen=True, eq=False)
class Totals:
    """The sums of g games in the order of their seeds; equal when all counts are."""

    ends: np.ndarray  # uint8 [g]: WON, LOST or LOST_FIRST_CLICK; UNDECIDED if not yet played
    guesses: np.ndarray  # int64 [k]: games with 0, 1, … k - 1 guesses, without zeros at the end
    risks: np.ndarray  # int64 [100]: games by the percent of risk in the entire game
    risk_sum: np.ndarray  # int64 [100]: by percent of risk, the sum of risks in 2⁻³²
    taken: np.ndarray  # int64 [100]: by percent of risk, the number of guesses
    hits: np.ndarray  # int64 [100]: by percent of risk, the number of guesses that hit a mine

    @classmethod
    def of(cls, outcomes: Outcomes) -> "Totals":
        """The sums of `outcomes`, which are all decided."""
        risk = np.minimum((100 * (1 - outcomes.survival)).astype(np.int64), PERCENTS - 1)
        return cls(
            outcomes.ends,
            np.bincount(outcomes.guesses).astype(np.int64),
            np.bincount(risk, minlength=PERCENTS).astype(np.int64),
            outcomes.risk_sum,
            outcomes.taken,
            outcomes.hits,
        )

    @classmethod
    def empty(cls, games: int = 0) -> "Totals":
        """Return the totals of unplayed games."""
        ends = np.full(games, UNDECIDED, np.uint8)
        zeros = [np.zeros(PERCENTS, np.int64) for _ in range(4)]
        return cls(ends, np.zeros(0, np.int64), *zeros)

    @classmethod
    def joined(cls, chunks: Iterable["Totals"]) -> "Totals":
        """Return the totals of consecutive chunks."""
        parts = list(chunks)
        return cls(np.concatenate([part.ends for part in parts]), *summed(parts))

    def check(self, games: int, cells: int) -> None:
        """Raise `ValueError` unless these can be the sums of `games` finished games.

        The boards have `cells` cells. A game has at most one guess per cell.
        """
        ends, sums = self.ends, self.sums
        arrays = zip((ends, *sums), (np.uint8, *[np.int64] * len(sums)), strict=True)
        if not all(isinstance(each, np.ndarray) and each.dtype == kind for each, kind in arrays):
            raise ValueError("the totals of a chunk are not arrays of integers")
        if any(numbers.min(initial=0) < 0 for numbers in sums):
            raise ValueError("a chunk has negative numbers")
        if ends.shape != (games,) or ends.max(initial=0) >= UNDECIDED:
            raise ValueError("the games of a chunk do not add up")
        if any(numbers.shape != (PERCENTS,) for numbers in sums[1:]):
            raise ValueError("a chunk has lists of the wrong length")
        if self.guesses.ndim != 1 or self.guesses.size > cells + 1:
            raise ValueError(f"a chunk has games of more guesses than the {cells} cells of a board")
        # As Python's integers, which do not overflow
        by_guesses, by_risk, _, taken, hits = (numbers.tolist() for numbers in sums)
        if sum(by_guesses) != games or sum(by_risk) != games:
            raise ValueError("the games of a chunk do not add up")
        lost = games - int((ends == WON).sum())
        guesses = sum(number * count for number, count in enumerate(by_guesses))
        if sum(taken) > guesses or sum(hits) > lost or any(map(gt, hits, taken)):
            raise ValueError("the guesses of a chunk do not add up")
        if not _are_risks(self.risk_sum.tolist(), taken):
            raise ValueError("the risks of a chunk do not add up")

    @cached_property
    def counts(self) -> tuple[int, int, int, int]:
        """How many games were won, lost later, lost on the first click, and not played."""
        won, lost, first, missing = (int((self.ends == end).sum()) for end in range(ENDS))
        return won, lost, first, missing

    @property
    def sums(self) -> tuple[np.ndarray, ...]:
        """All but `ends`."""
        return (self.guesses, self.risks, self.risk_sum, self.taken, self.hits)

    @property
    def total_guesses(self) -> int:
        """The guesses in all games."""
        return int(self.guesses @ np.arange(self.guesses.size))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Totals):
            return NotImplemented
        both = zip((self.ends, *self.sums), (other.ends, *other.sums), strict=True)
        return all(np.array_equal(ours, theirs) for ours, theirs in both)

    __hash__ = None  # type: ignore[assignment]


def _are_risks(sums: Sequence[int], taken: Sequence[int]) -> bool:
    """Return whether a number of risks, all of about the same percent, can have these sums."""
    return all(
        (percent - ROUNDING) * count <= PERCENTS * total / RISK_UNITS
        and PERCENTS * total / RISK_UNITS <= (percent + 1 + ROUNDING) * count
        for percent, (total, count) in enumerate(zip(sums, taken, strict=True))
    )


def summed(chunks: Iterable[Totals]) -> list[np.ndarray]:
    """Return the sums of the `sums` of some totals."""
    return [_sum(arrays) for arrays in zip(*(chunk.sums for chunk in chunks), strict=True)]


def _sum(arrays: Sequence[np.ndarray]) -> np.ndarray:
    """Return the sum of int64 arrays, the short ones filled up with zeros."""
    total = np.zeros(max((part.size for part in arrays), default=0), np.int64)
    for part in arrays:
        total[: part.size] += part
    return total


def level_text(level: Level) -> str:
    """A level as text."""
    return f"{level.height}×{level.width}/{level.mines}"


def first_click_text(first: First, safe_radius: int | None) -> str:
    """A first click and its safe zone in a word or two."""
    if first is None:
        return "the player's own"
    zone = "unprotected" if safe_radius is None else f"safe radius {safe_radius}"
    return f"{first}, {zone}"


def _click(first: First, level: Level) -> First:
    if first is None or (isinstance(first, str) and first == "uniform"):
        return first
    try:
        cell = check_cell("first", first)
    except TypeError:
        rule = 'it must be a cell (row, col), "uniform" or None'
        raise ValueError(f"first={first!r}: {rule}") from None
    return check_first(cell, (level.height, level.width))


def _radius(given: int | None, first: First) -> int | None:
    radius = check_radius(given)
    if first is None and radius:
        rule = "the player's own first click is never protected"
        raise BoardFormatError(f"safe radius {radius}: {rule}")
    return None if first is None else radius


def _check_room(level: Level, first: First, radius: int | None) -> None:
    """Raises `BoardFormatError` unless the mines fit wherever the first click may fall."""
    if radius is None:
        return
    if isinstance(first, tuple):
        sides = [
            min(at + radius + 1, side) - max(at - radius, 0)
            for at, side in zip(first, level[:2], strict=True)
        ]
    else:
        sides = [min(2 * radius + 1, side) for side in level[:2]]
    check_room(level, sides[0] * sides[1])


def _parts(player: Player, level: Level) -> dict[str, Any]:
    """The parts of a player; for a function, the player's name and the function's code."""
    parts = {part.name: getattr(player, part.name) for part in fields(player)}
    name = parts.pop("name")
    if player.guess == "best" or callable(player.guess):  # a function may read both
        parts["judge"] = default_value_net().fingerprint  # the name in existing stores
        *before, surroundings = effort_of(player.effort, level.height * level.width)
        if surroundings:
            parts["judge"] += "-" + default_surroundings_net().fingerprint
        parts["effort"] = before  # as stores kept it before there was a second network
    else:
        parts.pop("effort")  # other players do not depend on it
    if any(callable(part) for part in (*player.rules, player.guess)) and not name:
        raise ValueError(
            "a player with a custom rule or guess needs a name to be kept in a store: "
            "Player(..., name=...)"
        )
    parts["rules"] = [_own(rule, name) for rule in player.rules]
    parts["guess"] = _own(player.guess, name)
    return parts


def _own(part: object, name: str) -> object:
    """Return a custom function by the player's name and its source, other parts as they are."""
    return {"function": name, "code": source_digest(part)} if callable(part) else part


def source_digest(function: Callable[..., object]) -> str:
    """Return sixteen digits of the source of `function`, or of the class of a callable object.

    If the source changes, the games are played again. Changes to globals or captured values are
    not detected: rename the player when you change them. A function without source, for example
    one typed at a prompt, is identified by the player's name only.
    """
    while isinstance(function, partial):
        function = function.func
    has_source = inspect.isroutine(function) or inspect.isclass(function)
    try:
        source = inspect.getsource(function if has_source else type(function))
    except (OSError, TypeError):
        source = ""
    return sha256(textwrap.dedent(source).encode()).hexdigest()[:16]
