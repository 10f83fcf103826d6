"""Who plays: which rules, which odds, which way of guessing."""

import csv
from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import inf

from minevis.solver.counting.odds import ODDS
from minevis.solver.guess.effort import (
    DEFAULT_EFFORT,
    EFFORTS,
    NEARLY_AS_SAFE,
    Effort,
    check_effort,
)
from minevis.solver.guess.strategies import GUESSES, Guess
from minevis.solver.rules import RULES, SEARCH, Rule
from minevis.utils.checks import as_int, check_count, check_range
from minevis.utils.files import asset_path
from minevis.utils.hints import Helpful, did_you_mean
from minevis.utils.options import MEANINGS, GuessName, PlayerName
from minevis.utils.tables import Registry

SEARCHES = ("boxes", "cells")
MOST_SOLUTIONS = 2**63 - 1  # kernels count in 64 bits
MOST_PLAYED_OUT = 1_000_000  # layouts: perfect play keeps them all, one byte per cell
MOST_WEIGHED = 1_000_000_000  # cells, or sets of layouts: guesses above would never end
REGIONS = ("clues", "picture")


def _check(what: str, value: object, known: tuple[object, ...]) -> None:
    if not isinstance(value, str | None) or value not in known:  # an array is no name
        names = ", ".join(repr(name) for name in known)
        hint = did_you_mean(value, [name for name in known if isinstance(name, str)])
        raise ValueError(f"unknown {what} {value!r}: choose from {names}{hint}")


def _own(effort: Effort) -> Effort:
    """Return an effort with integers and floats for kernels. Raises `ValueError`."""
    fields = effort._asdict()
    shares = {"relative_safety": 1.0, "follow": inf}  # with their largest values
    for name, largest in shares.items():
        check_range(f"Effort.{name}", fields[name], (0, largest), "a number")
        fields[name] = float(fields[name])
    if not isinstance(fields["surroundings"], bool):
        rule = "it must be True or False"
        raise ValueError(f"Effort.surroundings={fields['surroundings']!r}: {rule}")
    for name in fields.keys() - shares.keys() - {"surroundings"}:
        cells = name.startswith("candidates")
        if not (fields[name] is None and cells):
            most = MOST_PLAYED_OUT if name.startswith("layouts") else MOST_WEIGHED
            fields[name] = check_count(f"Effort.{name}", fields[name], least=int(cells), most=most)
    return Effort(**fields)


@dataclass(frozen=True, kw_only=True)
class Player(metaclass=Helpful):
    """A way of playing, combined from rules, odds and a guess.

    Parameters
    ----------
    rules : tuple of str or callable
        They are tried in turn until a safe cell is found. Names: "count", "subset", "overlap",
        "search", and the in-place "sweep" (of "Luck meets probability") and "window" (of
        AI_mine_game). A custom rule takes a `minevis.solver.knowledge.Knowledge` and yields
        deductions, such as `minevis.solver.events.Proved`.
    odds : str or None
        "exact", "average" (of the convolution post), "local" (of AI_mine_game), or None.
    guess : str or callable
        A name from `minevis.GUESSES`, or a function that takes an `Outlook` and returns a cell, or
        the cells to choose from: bool [H, W].
    max_solutions : int, optional
        The number of solutions after which the search of a component stops.
    search : str
        Search by "boxes" or by "cells".
    regions : str
        The cells that are searched together: "clues" (connected by clues) or "picture" (touching
        cells of the frontier, as in the convolution post).
    effort : str or Effort
        How hard the guess "best" looks: "quick", "normal" or "hard". Custom guesses find it in
        their `Outlook`; other guesses ignore it.
    name : str
        The name of the player. A store identifies a custom function by this name and its source.
        It cannot see globals or other functions: if you change these, change the name.

    Raises
    ------
    ValueError
        If a name is unknown, a value is not allowed, or the odds need "search" and it is missing.

    Examples
    --------
    >>> careful = mv.Player(rules=("count", "subset", "search"), guess="uniform")
    >>> mv.play(mv.Board.parse("..*"), careful, first=(0, 0)).won
    True
    """

    rules: tuple[str | Rule, ...] = ("count", "subset", "search")
    odds: str | None = "exact"
    guess: str | Guess = "likely_zero"
    max_solutions: int | None = None
    search: str = "boxes"
    regions: str = "clues"
    effort: str | Effort = DEFAULT_EFFORT
    name: str = ""

    def __post_init__(self) -> None:
        if isinstance(self.rules, str) or not isinstance(self.rules, Iterable):
            raise ValueError(
                f"rules={self.rules!r}: a tuple of rules is needed, such as ('count',)"
            )
        object.__setattr__(self, "rules", tuple(self.rules))
        for rule in self.rules:
            if not callable(rule):
                _check("rule", rule, (*RULES, SEARCH))
        _check("odds", self.odds, (*ODDS, None))
        _check("search", self.search, SEARCHES)
        _check("regions", self.regions, REGIONS)
        if not callable(self.guess):
            _check("guess", self.guess, tuple(GUESSES))
        if self.odds in ("exact", "average") and "search" not in self.rules:
            raise ValueError(f'odds="{self.odds}" need "search" among the rules {self.rules}')
        if isinstance(self.effort, Effort):
            effort: str | Effort = _own(self.effort)
        else:
            effort = check_effort(self.effort, otherwise=", or an Effort")
        object.__setattr__(self, "effort", effort)
        if self.max_solutions is not None:
            most = as_int(self.max_solutions)
            if most is None or not 1 <= most <= MOST_SOLUTIONS:
                rule = "it must be an integer from 1 to 2**63 - 1, or None"
                raise ValueError(f"max_solutions={self.max_solutions!r}: {rule}")
            object.__setattr__(self, "max_solutions", most)
        if not isinstance(self.name, str):
            raise ValueError(f"name={self.name!r}: it must be text")

    def __str__(self) -> str:
        return self.name or _name_of_best(self) or "a player of your own"


def _name_of_best(player: Player) -> str:
    """Return the name of a player with the guess `best`, "" for other players."""
    same = Player(guess="best", effort=player.effort)
    if player not in (same, replace(same, rules=PLAYERS["best"].rules)):
        return ""
    names = [name for name, effort in EFFORTS.items() if player.effort in (name, effort)]
    return best_with(names[0]).name if names else ""


CONVOLUTION = Player(
    name="convolution",
    rules=("count", "search"),
    odds="average",
    guess="likely_zero",
    max_solutions=2000,
    search="cells",
)
BY_NETWORK = Effort(None, NEARLY_AS_SAFE, 0, 0)  # value network only: no perfect play


def _expert_ratio(name: str) -> str:
    """Return the player's win ratio for expert games; empty if unknown."""
    with asset_path("ladder.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if (row["player"], row["level"], row["start"]) == (name, "expert", "safe"):
                return f"{100 * float(row['ratio']):.1f} %"
    return ""


PLAYERS: Registry[Player] = Registry(
    {
        player.name: player
        for player in (
            CONVOLUTION,
            replace(CONVOLUTION, name="convolution_as_published", regions="picture"),
            Player(name="csp", guess="uniform"),
            Player(name="exact", rules=("count", "search")),
            Player(name="lookahead", rules=("count", "search"), guess="lookahead"),
            Player(name="value_net", rules=("count", "search"), guess="best", effort=BY_NETWORK),
            Player(name="best", rules=("count", "search"), guess="best"),
            Player(name="counting", rules=("sweep",), odds=None, guess="uniform"),
            Player(name="local", rules=("window",), odds="local", guess="local_max"),
        )
    },
    {"meaning": MEANINGS.get, "expert games won": _expert_ratio},
)
"""The players by name, with their win ratios on expert games from a safe corner (`mv.ladder()`).
You can pass your own `Player` instead of a name."""


def best_with(effort: str) -> Player:
    """Return the player `best` with an effort and a matching name."""
    name = "best" if effort == DEFAULT_EFFORT else f"best, {effort}"
    return replace(PLAYERS["best"], name=name, effort=effort)


AnyPlayer = PlayerName | GuessName | str | Player | Guess


def player_of(player: AnyPlayer) -> Player:
    """Return a `Player`, also by its name, by that of a guess, or by a function that guesses.

    Raises `ValueError` for anything else.
    """
    if isinstance(player, Player):
        return player
    if callable(player):
        name = getattr(player, "__name__", "")
        return Player(guess=player, name=name if name.isidentifier() else "")
    if isinstance(player, str) and player in GUESSES and player not in PLAYERS:
        return Player(guess=player, name=player)
    if isinstance(player, list | tuple):
        rule = "mv.compare(level, players) plays many games, mv.race(board, players) one"
        raise ValueError(f"player={player!r}: one player is needed; {rule}")
    _check("player", player, tuple(PLAYERS))
    return PLAYERS[player]
