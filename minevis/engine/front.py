"""The way into the engine: players, levels and positions in, outcomes and odds out."""

from typing import NamedTuple

import numpy as np

from minevis.board import LEVELS, Level
from minevis.engine import games
from minevis.engine.counting import Layers, Scratch, new_layers, new_scratch
from minevis.engine.field import CLICKS, Field, State, field_of, new_state, take_up
from minevis.engine.frontier import Frontier, new_frontier
from minevis.engine.games import NO_CLICK, RULE_NAMES, UNIFORM_CLICK, Scraps, Setup
from minevis.engine.guess import NAMES
from minevis.engine.odds import AVERAGE, EXACT, LOCAL, NONE, search
from minevis.engine.rules import count
from minevis.grid import Cell
from minevis.hashing import CHOOSING, CLICKING, PLACING
from minevis.outcomes import Outcomes, new_outcomes
from minevis.players import PLAYERS, Player

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

    @classmethod
    def of(cls, height: int, width: int) -> "Machine":
        """A machine for boards of that size."""
        n = height * width
        scraps = Scraps(np.zeros(n), np.zeros(n), np.zeros(n), np.zeros(n, np.uint8))
        return cls(
            field_of(height, width),
            new_state(n),
            new_frontier(n),
            new_layers(n),
            new_scratch(ENTRIES),
            scraps,
        )


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
    machine = Machine.of(level.height, level.width)
    outcomes = new_outcomes(seeds.size)
    setup = setup_of(level, player, first, safe_radius)
    games.play_games(*machine, setup, rules_of(player), seeds, outcomes)
    return outcomes


def clicks_of(
    level: Level,
    player: Player,
    seed: int,
    *,
    first: Cell | str | None = None,
    safe_radius: int | None = 0,
) -> list[Cell]:
    """The cells clicked in one game, in order: to compare with the readable solver."""
    machine = Machine.of(level.height, level.width)
    setup = setup_of(level, player, first, safe_radius)
    seeds = np.array([seed], dtype=np.uint64)
    games.play_games(*machine, setup, rules_of(player), seeds, new_outcomes(1))
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
    status, _ = search(*machine[:5], prob, EXACT, -1, 0)
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
        guess=NAMES.index(player.guess),
        cap=-1 if player.max_solutions is None else player.max_solutions,
        by_cell=int(player.search == "cells"),
        placing=np.uint64(PLACING),
        choosing=np.uint64(CHOOSING),
        clicking=np.uint64(CLICKING),
    )


def rules_of(player: Player) -> np.ndarray:
    """The rules of a player as numbers: int64 [k]."""
    return np.array([RULE_NAMES.index(rule) for rule in player.rules], dtype=np.int64)
