"""The way into the engine: players, levels and positions in, outcomes and odds out."""

from typing import NamedTuple

import numpy as np

from minevis.core.board import LEVELS, Level
from minevis.core.grid import Cell
from minevis.core.hashing import CHOOSING, CLICKING, PLACING, STRAYING
from minevis.core.outcomes import WON, Outcomes, new_outcomes
from minevis.engine import turn
from minevis.engine.counting.counting import Layers, Scratch, new_layers, new_scratch
from minevis.engine.counting.frontier import Frontier, new_frontier
from minevis.engine.counting.odds import AVERAGE, EXACT, LOCAL, NONE, search
from minevis.engine.guessing.evaluation import Look, Second
from minevis.engine.guessing.features import FEATURES
from minevis.engine.guessing.prospects import Ahead
from minevis.engine.guessing.strategies import BEST, LIKELY_ZERO, NAMES
from minevis.engine.guessing.tossups import new_tossups
from minevis.engine.guessing.value_net import net_of
from minevis.engine.knowledge import CLICKS, Field, State, field_of, new_state, take_up
from minevis.engine.rules import count
from minevis.engine.turn import (
    NO_CLICK,
    RULE_NAMES,
    UNIFORM_CLICK,
    Given,
    Notes,
    Scraps,
    Setup,
)
from minevis.players import PLAYERS, Player
from minevis.solver.guessing.evaluation import AFTER, effort_of
from minevis.solver.guessing.prospects import WORTH_A_LOOK
from minevis.solver.guessing.value_net import the_judge

ODDS = {"exact": EXACT, "average": AVERAGE, "local": LOCAL, None: NONE}
ENTRIES = 1 << 13  # states of one frontier; grows where it must


def supports(player: Player) -> bool:
    """Whether the engine can play this player: all but those with a guess of their own."""
    return isinstance(player.guess, str) and player.guess in NAMES


class Machine(NamedTuple):
    """All the arrays that games on one size of board need; one for each thread."""

    field: Field
    state: State
    frontier: Frontier
    layers: Layers
    scratch: Scratch
    scraps: Scraps
    ahead: Ahead
    room: Scratch
    second: Second

    @classmethod
    def of(cls, height: int, width: int) -> "Machine":
        """A machine for boards of that size."""
        n = height * width
        scraps = Scraps(np.zeros(n), np.zeros(n), np.zeros(n), np.zeros(n, np.uint8), np.zeros(n))
        return cls(
            field_of(height, width),
            new_state(n),
            new_frontier(n),
            new_layers(n),
            new_scratch(ENTRIES),
            scraps,
            _ahead_of(height, width),
            new_scratch(ENTRIES),
            _second_of(height, width),
        )


def _ahead_of(height: int, width: int) -> Ahead:
    n = height * width
    return Ahead(
        new_frontier(n), new_layers(n), net_of(the_judge()), np.zeros(FEATURES),
        np.zeros(n + 1, np.uint8), np.zeros(n, np.uint8), np.zeros(n), np.zeros(n),
        np.zeros(n + 1), np.zeros(n + 1), np.zeros(n + 1), new_tossups(height, width),
        np.zeros((n, 9, 3)),
    )  # fmt: skip


def _second_of(height: int, width: int) -> Second:
    n = height * width
    assert AFTER.candidates is not None
    return Second(
        new_frontier(n), new_layers(n), new_scratch(ENTRIES), _ahead_of(height, width),
        new_scratch(ENTRIES), np.zeros(n), np.zeros(n), np.zeros(n),
        Look(BEST, AFTER.candidates, *AFTER[1:]),
    )  # fmt: skip


def play_many(
    level: Level,
    player: Player,
    seeds: np.ndarray,
    *,
    first: Cell | str | None = None,
    safe_radius: int | None = 0,
) -> Outcomes:
    """Play one game for each of `seeds` (uint64 [g]) and return what came of them.

    `first` is the first click, "uniform" for a random one, None for the player's own.
    The arguments are taken to be right: `minevis.experiments` checks them.
    """
    return _run(level, player, seeds, first, safe_radius)[1]


def _run(
    level: Level,
    player: Player,
    seeds: np.ndarray,
    first: Cell | str | None = None,
    safe_radius: int | None = 0,
    *,
    notes: Notes | None = None,
    given: Given | None = None,
) -> tuple[Machine, Outcomes]:
    """Play a game a seed; the machine is left as the last game left it."""
    machine = Machine.of(level.height, level.width)
    outcomes = new_outcomes(seeds.size)
    turn.play_games(
        *machine,
        setup_of(level, player, first, safe_radius),
        look_of(level, player),
        rules_of(player),
        seeds,
        outcomes,
        notes or new_notes(0),
        given or Given(np.empty(0, np.int8), np.empty((0, 0), np.uint8)),
    )
    return machine, outcomes


def new_notes(room: int, games: int = 0, explore: float = 0.0) -> Notes:
    """Room for the positions after so many guesses of some games, a share of which strays."""
    features, game, luck = np.empty((room, FEATURES)), np.empty(room, np.int64), np.empty(room)
    return Notes(features, game, luck, np.zeros(1, np.int64), np.zeros(games), explore)


def note_guesses(
    level: Level,
    player: Player,
    seeds: np.ndarray,
    *,
    first: Cell | str | None = None,
    safe_radius: int | None = 0,
    explore: float = 0.0,
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """The positions after the guesses that survived, in games of a player who reckons odds.

    Returns their features (float64 [m, 25]), the numbers of their games (int64 [m]), the
    luck that came after them, in chances to win as the judge sees them (float64 [m], 0 but
    for the guess "best"), and whether each game was won (bool [g]). A share `explore` of the
    guesses strays to any cell nearly as safe as the safest, or to any that was weighed.
    """
    notes = new_notes(32 * seeds.size, seeds.size, explore)
    _, outcomes = _run(level, player, seeds, first, safe_radius, notes=notes)
    used = int(notes.used[0])
    features, game = notes.features[:used].copy(), notes.game[:used].copy()
    return features, game, notes.whole[game] - notes.luck[:used], outcomes.ends == WON


def finish(
    view: np.ndarray, mines: int, layouts: np.ndarray, player: Player, *, seed: int = 0
) -> Outcomes:
    """What comes of a position when `player` plays on, a game for each layout of its mines.

    `view` is int8 [H, W] with known mines flagged, `layouts` is bool [g, H, W].
    """
    height, width = view.shape
    flat = np.ascontiguousarray(layouts.reshape(len(layouts), -1), np.uint8)
    given = Given(np.ascontiguousarray(view.ravel(), np.int8), flat)
    seeds = np.arange(len(layouts), dtype=np.uint64) + np.uint64(seed)
    return _run(Level(height, width, mines), player, seeds, given=given)[1]


def clicks_of(
    level: Level,
    player: Player,
    seed: int,
    *,
    first: Cell | str | None = None,
    safe_radius: int | None = 0,
) -> list[Cell]:
    """The cells clicked in one game, in order: to compare with the readable solver."""
    seeds = np.array([seed], dtype=np.uint64)
    machine, _ = _run(level, player, seeds, first, safe_radius)
    count_of = machine.state.tally[CLICKS]
    return [divmod(int(cell), level.width) for cell in machine.state.clicks[:count_of]]


def warm_up() -> None:
    """Compile every kernel, or load what an earlier run compiled."""
    seeds = np.arange(1, dtype=np.uint64)
    for player in PLAYERS.values():
        play_many(LEVELS["beginner8"], player, seeds, first=(0, 0))
    odds_of(np.full((3, 3), -1, np.int8), 2)


def odds_of(view: np.ndarray, mines: int) -> np.ndarray:
    """The exact odds of a view (int8 [H, W]) by the kernels: float64 [H, W], nan where opened.

    Raises `ValueError` when the frontier is too wide for the engine.
    """
    height, width = view.shape
    machine = Machine.of(height, width)
    state = machine.state
    take_up(machine.field, state, view.ravel(), mines)
    count(machine.field, state)
    before = state.safe.copy(), state.shown.copy()
    prob = np.full(view.size, np.nan)
    status, _ = search(*machine[:5], prob, EXACT, -1, 0, 0)
    if status:
        raise ValueError("more than 32 clues lie open at once: too wide for the engine")
    prob[before[0] == 1] = 0.0
    prob[before[1] == -2] = 1.0
    return np.where(view >= 0, np.nan, prob.reshape(view.shape))


def setup_of(
    level: Level, player: Player, first: Cell | str | None, safe_radius: int | None
) -> Setup:
    """The arguments of a run of games as the whole numbers that kernels take."""
    click = NO_CLICK
    if first == "uniform":
        click = UNIFORM_CLICK
    elif first is not None:
        click = int(first[0]) * level.width + int(first[1])
    assert isinstance(player.guess, str)
    return Setup(
        mines=level.mines,
        first=click,
        radius=-1 if safe_radius is None else safe_radius,
        odds=ODDS[player.odds],
        guess=_guess_of(player),
        cap=-1 if player.max_solutions is None else player.max_solutions,
        by_cell=int(player.search == "cells"),
        by_picture=int(player.regions == "picture"),
        placing=np.uint64(PLACING),
        choosing=np.uint64(CHOOSING),
        clicking=np.uint64(CLICKING),
        straying=np.uint64(STRAYING),
    )


def _guess_of(player: Player) -> int:
    """The guess by its number; without any effort, the best is what is likely a zero."""
    number = NAMES.index(str(player.guess))
    return LIKELY_ZERO if number == BEST and effort_of(player.effort, 0).candidates == 0 else number


def look_of(level: Level, player: Player) -> Look:
    """How a player compares guesses, as numbers."""
    cells = level.height * level.width
    if player.guess != "best":
        return Look(_guess_of(player), cells, WORTH_A_LOOK, 0, 0, 0)
    effort = effort_of(player.effort, cells)
    most = cells if effort.candidates is None else effort.candidates
    return Look(_guess_of(player), most, *effort[1:])


def rules_of(player: Player) -> np.ndarray:
    """The rules of a player as numbers: int64 [k]."""
    return np.array([RULE_NAMES.index(rule) for rule in player.rules], dtype=np.int64)
