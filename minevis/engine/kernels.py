"""The engine's entry point: players, levels and positions in, outcomes and odds out."""

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from minevis.engine import turn
from minevis.engine.counting.counting import ENTRIES, Layers, StateTable, empty_states, new_layers
from minevis.engine.counting.frontier import Frontier, new_frontier
from minevis.engine.counting.odds import exact_odds_of
from minevis.engine.guess.evaluation import (
    GuessEffort,
    SecondLook,
    effort_of_guess,
    new_second_look,
)
from minevis.engine.guess.successors import SuccessorScratch, new_ahead
from minevis.engine.knowledge import CLICKS, GameState, Grid, grid_of, load_position, new_game_state
from minevis.engine.shared import SCORED, GuessKind, OddsKind, Outcomes, RuleKind, new_outcomes
from minevis.engine.turn import (
    NO_CLICK,
    UNIFORM_CLICK,
    GivenPosition,
    Scratch,
    Setup,
)
from minevis.engine.twins import compiled
from minevis.game.board import LEVELS, Level
from minevis.game.grid import Cell
from minevis.game.hashing import CHOOSING, CLICKING, PLACING
from minevis.game.position import ViewCode
from minevis.players import Player
from minevis.solver.guess.effort import Effort, effort_of
from minevis.solver.rules import SEARCH


def supports(player: Player) -> bool:
    """Return whether the engine can play this player: its rules and guess need kernels."""
    named = ((RuleKind, player.rules), (GuessKind, (player.guess,)))
    return all(
        isinstance(part, str) and part.upper() in kind.__members__
        for kind, parts in named
        for part in parts
    )


class Workspace(NamedTuple):
    """Arrays for games on one board size; one instance per thread.

    Parts are None if a player does not need them. Their kernels are then not compiled.
    """

    grid: Grid
    game: GameState
    frontier: Frontier | None
    layers: Layers | None
    states: StateTable | None
    scratch: Scratch
    ahead: SuccessorScratch | None
    states_ahead: StateTable | None
    second_look: SecondLook | None

    @classmethod
    def of(
        cls,
        height: int,
        width: int,
        *,
        search: bool = True,
        ahead: bool = False,
        second_look: Effort | None = None,
        surroundings: bool = False,
    ) -> "Workspace":
        """Return the arrays for a board size; search and looking ahead are optional."""
        n = height * width
        return cls(
            grid_of(height, width),
            new_game_state(n),
            new_frontier(n) if search else None,
            new_layers(n) if search else None,
            empty_states(ENTRIES) if search else None,
            Scratch(np.zeros(n), np.zeros(n), np.zeros(n), np.zeros(n, np.uint8), np.zeros(n)),
            new_ahead(height, width, surroundings=surroundings) if ahead else None,
            empty_states(ENTRIES) if ahead else None,
            new_second_look(height, width, second_look) if second_look else None,
        )

    @classmethod
    def for_player(cls, level: Level, player: Player, *, describe: bool = False) -> "Workspace":
        """Return the arrays for a player's games; with `describe`, also look ahead."""
        effort = effort_of(player.effort, level.height * level.width)
        scored, again = player.guess in SCORED, player.guess == "best" and effort.second_looks
        return cls.of(
            level.height,
            level.width,
            search=SEARCH in player.rules or scored or describe,
            ahead=scored or describe,
            second_look=effort if again else None,
            surroundings=effort.surroundings,
        )


def play_many(
    level: Level,
    player: Player,
    seeds: np.ndarray,
    *,
    first: Cell | str | None = None,
    safe_radius: int | None = 0,
    to_guess: bool = False,
) -> Outcomes:
    """Play one game per seed (`seeds` is uint64 [g]) and return the outcomes.

    `first` is the first click, "uniform" for a random click, None for the player's choice. With
    `to_guess`, a game stops at its first guess: it is `UNDECIDED` and has one guess. The caller
    checks the arguments.
    """
    return run_games(level, player, seeds, first, safe_radius, to_guess=to_guess)[1]


def run_games(
    level: Level,
    player: Player,
    seeds: np.ndarray,
    first: Cell | str | None = None,
    safe_radius: int | None = 0,
    *,
    given: GivenPosition | None = None,
    to_guess: bool = False,
) -> tuple[Workspace, Outcomes]:
    """Return the workspace after the last game, and the outcomes of one game per seed.

    `given` is a position to continue. `to_guess` is as in `play_many`.
    """
    workspace = Workspace.for_player(level, player)
    outcomes = new_outcomes(seeds.size)
    compiled(turn.play_games)(
        *workspace,
        setup_of(level, player, first, safe_radius, to_guess=to_guess),
        guess_effort_of(level, player),
        rules_of(player),
        seeds,
        outcomes,
        given or GivenPosition(np.empty(0, np.int8), np.empty((0, 0), np.uint8)),
    )
    return workspace, outcomes


def given_position(view: np.ndarray, layouts: np.ndarray) -> GivenPosition:
    """Return a position to continue, int8 [H, W], once per layout, bool [g, H, W].

    The arrays are copies: numba would compile again for a `Position`'s read-only array.
    """
    flat = layouts.reshape(len(layouts), -1)
    return GivenPosition(view.astype(np.int8).ravel(), flat.astype(np.uint8, order="C"))


def finish(
    view: np.ndarray, mines: int, layouts: np.ndarray, player: Player, *, seed: int = 0
) -> Outcomes:
    """Let `player` continue a position, and return the outcomes of one game per layout.

    `view` is int8 [H, W] with known mines flagged, `layouts` is bool [g, H, W].
    """
    height, width = view.shape
    given = given_position(view, layouts)
    seeds = np.arange(len(layouts), dtype=np.uint64) + np.uint64(seed)
    return run_games(Level(height, width, mines), player, seeds, given=given)[1]


def clicks_of(
    level: Level,
    player: Player,
    seed: int,
    *,
    first: Cell | str | None = None,
    safe_radius: int | None = 0,
) -> list[Cell]:
    """Return the clicked cells of one game, in order, to compare with the readable solver."""
    seeds = np.array([seed], dtype=np.uint64)
    workspace, _ = run_games(level, player, seeds, first, safe_radius)
    count_of = workspace.game.counters[CLICKS]
    return [divmod(int(cell), level.width) for cell in workspace.game.clicks[:count_of]]


def warm_up(player: Player) -> None:
    """Compile the kernels of `player`, or load them from an earlier run."""
    play_many(LEVELS["beginner8"], player, np.arange(1, dtype=np.uint64), first=(0, 0))


def odds_of(view: np.ndarray, mines: int) -> np.ndarray:
    """Return the exact odds of a view (int8 [H, W]) as float64 [H, W], nan for opened cells.

    Raises `ValueError` for a frontier with too many open clues or too many ways.
    """
    height, width = view.shape
    workspace = Workspace.of(height, width)
    game = workspace.game
    compiled(load_position)(workspace.grid, game, view.ravel(), mines)
    prob = np.full(view.size, np.nan)
    if compiled(exact_odds_of)(*workspace[:5], prob):
        raise ValueError(
            "too wide for the engine: more than 32 clues are open at once, or too many ways"
        )
    prob[game.safe == 1] = 0.0
    prob[game.shown == ViewCode.FLAGGED] = 1.0
    return np.where(view >= 0, np.nan, prob.reshape(view.shape))


def setup_of(
    level: Level,
    player: Player,
    first: Cell | str | None,
    safe_radius: int | None,
    *,
    to_guess: bool = False,
) -> Setup:
    """Return the arguments of a run as integers for kernels."""
    click = NO_CLICK
    if first == "uniform":
        click = UNIFORM_CLICK
    elif first is not None:
        click = int(first[0]) * level.width + int(first[1])
    assert isinstance(player.guess, str)
    plain = set(player.rules) <= {"count", SEARCH} and SEARCH in player.rules
    return Setup(
        mines=level.mines,
        first=click,
        radius=-1 if safe_radius is None else safe_radius,
        odds=_number(OddsKind, player.odds or "none"),
        guess=_number(GuessKind, str(player.guess)),
        max_solutions=-1 if player.max_solutions is None else player.max_solutions,
        by_picture=int(player.regions == "picture"),
        other_rules=None if plain else 1,
        to_guess=int(to_guess),
        placing=np.uint64(PLACING),
        choosing=np.uint64(CHOOSING),
        clicking=np.uint64(CLICKING),
    )


def _number(kind: type[IntEnum], name: str) -> int:
    return kind[name.upper()].value


def guess_effort_of(level: Level, player: Player) -> GuessEffort:
    """Return a player's effort as numbers."""
    cells = level.height * level.width
    return effort_of_guess(str(player.guess), effort_of(player.effort, cells), cells)


def rules_of(player: Player) -> np.ndarray:
    """Return a player's rules as numbers: int64 [k]."""
    return np.array([_number(RuleKind, str(rule)) for rule in player.rules], dtype=np.int64)
