"""Games with notes about their guesses, to fit networks and to compare players.

The engine's kernels play them, in a loop of their own.
"""

from typing import NamedTuple

import numpy as np

from minevis.engine.counting.counting import DONE, forward
from minevis.engine.counting.frontier import find_components
from minevis.engine.guess.components import tabulate
from minevis.engine.guess.features import Feature
from minevis.engine.guess.strategies import near_frontier
from minevis.engine.guess.successors import look_ahead
from minevis.engine.hashing import U32, first_of, splitmix64, stream_base
from minevis.engine.kernels import (
    Workspace,
    given_position,
    guess_effort_of,
    rules_of,
    run_games,
    setup_of,
)
from minevis.engine.knowledge import TO_OPEN, is_over, open_safe, unknown, unknown_cells
from minevis.engine.shared import (
    NEARLY_AS_SAFE,
    SCORED_KINDS,
    WON,
    GuessKind,
    Outcomes,
    new_outcomes,
)
from minevis.engine.turn import (
    AT_GUESS,
    GivenPosition,
    note_end,
    open_guess,
    pick,
    score_cells,
    start_game,
    think,
)
from minevis.engine.twins import ZERO, compiled, entry_point, leaf
from minevis.game.board import Level
from minevis.game.grid import Cell
from minevis.players import Player

EXPLORING = np.uint64(0x73747261)  # "stra": the stream of the hash for exploring guesses
U11 = np.uint64(11)


class GuessNotes(NamedTuple):
    """Notes about the guesses of g games, and the positions after those that survive: up to m.

    A share `explore` of the guesses strays: see `_explored`.
    """

    features: np.ndarray  # float64 [m, 25]: of the positions after guesses
    game: np.ndarray  # int64 [m]: the number of the game
    luck: np.ndarray  # float64 [m]: up to there; see `_luck`
    used: np.ndarray  # int64 [1]
    total: np.ndarray  # float64 [g]: the luck of a game; the value of the best cell for one that
    # is left at its first guess
    explore: float


@entry_point
def play_noted_games(
    grid, game, frontier, layers, states, scratch, ahead, states_ahead, second_look, setup,
    effort, rules, seeds, results, notes, given,
):  # fmt: skip
    """As `play_games`, with notes about guesses; scores the cells of a first guess as well."""
    for number in range(seeds.size):
        seed, guesses, status, luck = seeds[number], np.int64(0), DONE, 0.0
        start_game(grid, game, setup, seed, given, number)
        while status == DONE and not is_over(game):
            status, states = think(grid, game, frontier, layers, states, scratch, setup, rules,
                                   setup.other_rules)  # fmt: skip
            if status == DONE and game.counters[TO_OPEN]:
                open_safe(grid, game)
                continue
            if status == DONE and not is_over(game) and setup.guess in SCORED_KINDS:
                status, states, states_ahead = score_cells(
                    grid, game, frontier, layers, states, ahead, states_ahead, scratch.local,
                    scratch.values, effort, second_look)  # fmt: skip
            if status != DONE or is_over(game):
                continue
            if setup.to_guess:
                status, guesses = AT_GUESS, guesses + 1
                notes.total[number] = max(0.0, -np.min(scratch.values))
                continue
            cell = pick(grid, game, scratch, setup, seed, guesses)
            cell = _explored(grid, game, scratch, notes, setup, seed, guesses, cell)
            if not game.mined[cell]:
                status, states, states_ahead = look_after(
                    grid, game, frontier, layers, states, ahead, states_ahead, cell,
                    game.clue[cell])  # fmt: skip
            luck += _luck(game, scratch, ahead, setup.guess, effort.second_looks, cell)
            _note_guess(notes, game, ahead.features, number, luck, cell)
            guesses = open_guess(grid, game, scratch, guesses, cell)
        note_end(results, game, setup, number, status, guesses, scratch.risks[:guesses])


@entry_point
def look_after(grid, game, frontier, layers, states, ahead, states_ahead, cell, number):
    """Fill `ahead` with the features and the inputs of the position in which `cell` shows
    `number`; returns a status, and the scratches, which may have grown."""
    find_components(grid, game, frontier, ZERO)
    status, states = forward(frontier, layers, states)
    if status == DONE:
        tables = tabulate(frontier, layers, states)
        cells, only = unknown_cells(game), number - game.known_mines[cell]
        status, states_ahead, _, _ = look_ahead(
            grid, game, frontier, tables, ahead, states_ahead, cell, only, cells,
            GuessKind.BEST.value, 0.0,
        )  # fmt: skip
    return status, states, states_ahead


@leaf
def _explored(grid, game, scratch, notes, setup, seed, guesses, cell):
    """The cell picked, or now and then another one: of those scored for the guess "best",
    otherwise one that is nearly as safe as the safest."""
    base = stream_base(seed, EXPLORING)
    chance = np.float64(splitmix64(base ^ np.uint64(guesses)) >> U11) / 2.0**53
    if chance >= notes.explore:
        return cell
    best = 0.0
    for other in range(game.shown.size):
        if unknown(game, other):
            best = max(best, 1.0 - scratch.prob[other])
    for other in range(game.shown.size):
        safe = unknown(game, other) and 1.0 - scratch.prob[other] >= NEARLY_AS_SAFE * best
        if setup.guess == GuessKind.BEST:
            scratch.mask[other] = scratch.values[other] < np.inf
        else:
            scratch.mask[other] = safe and near_frontier(grid, game, other)
    other = first_of(seed, EXPLORING + (np.uint64(guesses) << U32), scratch.mask)
    return other if other >= 0 else cell


@leaf
def _luck(game, scratch, ahead, guess, second_looks, cell):
    """The luck added to the chance to win, as the value network sees it, when `cell` was opened:
    zero on average, except for the cost of straying from the best cell. `ahead` describes
    the position after it. Only the guess "best" knows the values of cells.

    Source of the idea: AIVAT (Burch, Schmid, Moravcik, Bowling, 2018) takes the luck out
    of games of poker with sums like these.
    """
    if guess != GuessKind.BEST:
        return 0.0
    scored, best = 0, -np.inf
    for other in range(scratch.values.size):
        scored += scratch.values[other] < np.inf
        best = max(best, -scratch.values[other])
    value, risk = -scratch.values[cell], scratch.prob[cell]
    if game.mined[cell]:
        after = 0.0
    elif scored == 1 or second_looks:  # the value of each number is unknown, or a second look's
        after = value / (1.0 - risk)
    else:
        after = ahead.successors[cell, game.clue[cell] - game.known_mines[cell], 1]
    return after - best


@leaf
def _note_guess(notes, game, features, number, luck, cell):
    notes.total[number] = luck
    place = notes.used[0]
    if not game.mined[cell] and place < notes.game.size:
        notes.game[place] = number
        notes.luck[place] = luck
        for k in range(features.size):
            notes.features[place, k] = features[k]
        notes.used[0] = place + 1


def _noted(
    level: Level,
    player: Player,
    seeds: np.ndarray,
    first: Cell | str | None = None,
    safe_radius: int | None = 0,
    *,
    positions: int = 0,
    explore: float = 0.0,
    given: GivenPosition | None = None,
    to_guess: bool = False,
) -> tuple[Workspace, Outcomes, GuessNotes]:
    """Play a game a seed, with room for notes about so many positions."""
    workspace = Workspace.for_player(level, player, describe=True)
    outcomes = new_outcomes(seeds.size)
    notes = GuessNotes(
        np.empty((positions, len(Feature))), np.empty(positions, np.int64), np.empty(positions),
        np.zeros(1, np.int64), np.zeros(seeds.size), explore,
    )  # fmt: skip
    compiled(play_noted_games)(
        *workspace,
        setup_of(level, player, first, safe_radius, to_guess=to_guess),
        guess_effort_of(level, player),
        rules_of(player),
        seeds,
        outcomes,
        notes,
        given or GivenPosition(np.empty(0, np.int8), np.empty((0, 0), np.uint8)),
    )
    return workspace, outcomes, notes


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
    luck that came after them, in chances to win as the value network sees them (float64 [m], 0 but
    for the guess "best"), and whether each game was won (bool [g]). A share `explore` of the
    guesses strays to any cell nearly as safe as the safest, or to any that was scored.
    """
    _, outcomes, notes = _noted(
        level, player, seeds, first, safe_radius, positions=32 * seeds.size, explore=explore
    )
    used = int(notes.used[0])
    features, game = notes.features[:used].copy(), notes.game[:used].copy()
    return features, game, notes.total[game] - notes.luck[:used], outcomes.ends == WON


def finish_without_luck(
    view: np.ndarray, mines: int, layouts: np.ndarray, player: Player, *, seed: int = 0
) -> np.ndarray:
    """As `minevis.engine.kernels.finish`, for the guess "best": 1 for each game won and 0 for each
    lost, less the luck in it as the value network sees it, which is nothing on average:
    float64 [g]."""
    given = given_position(view, layouts)
    seeds = np.arange(len(layouts), dtype=np.uint64) + np.uint64(seed)
    _, outcomes, notes = _noted(
        Level(view.shape[0], view.shape[1], mines), player, seeds, given=given
    )
    luckless: np.ndarray = (outcomes.ends == WON) - notes.total
    return luckless


def first_click(level: Level, player: Player, view: np.ndarray, *, seed: int = 0) -> Cell:
    """The cell that a player opens first in a position: `view` is int8 [H, W]."""
    given = given_position(view, np.ones((1, view.size), bool))  # every click is the last
    workspace, _ = run_games(level, player, np.array([seed], np.uint64), given=given)
    return divmod(int(workspace.game.clicks[0]), level.width)


def play_to_guess(
    level: Level,
    player: Player,
    seed: int,
    *,
    first: Cell | None = None,
    safe_radius: int | None = 0,
    given: GivenPosition | None = None,
) -> tuple[Workspace, int]:
    """Play one game of `player`, who guesses "best", up to its first guess after `first`, and
    score the cells there; returns the workspace and the end of the game.

    It is `UNDECIDED` if a guess is needed: `scratch.values` are the negated values of cells.
    """
    seeds = np.array([seed], np.uint64)
    workspace, outcomes, _ = _noted(
        level, player, seeds, first, safe_radius, given=given, to_guess=True
    )
    return workspace, outcomes.ends[0]


def values_at_next_guess(
    level: Level, player: Player, view: np.ndarray, cell: Cell, layouts: np.ndarray
) -> np.ndarray:
    """The value of the best cell to `player` at the next guess, once `cell` is open: float64 [g].

    `view` is int8 [H, W] with known mines flagged, `layouts` is bool [g, H, W], free at `cell`.
    A game that is won without another guess is worth 1; nan if the engine gave up.
    """
    seeds, given = np.arange(len(layouts), dtype=np.uint64), given_position(view, layouts)
    _, outcomes, notes = _noted(level, player, seeds, cell, None, given=given, to_guess=True)
    values = np.where(outcomes.ends == WON, 1.0, notes.total)
    values[(outcomes.ends != WON) & (outcomes.guesses == 0)] = np.nan
    return values


def after_number(workspace: Workspace, cell: Cell, number: int) -> tuple[float, float, np.ndarray]:
    """The outcome if `cell` shows `number`, in the position that `play_to_guess` left: the
    chance of the number, its estimated value, and the input of the second network
    (float64 [270]). The cell must be one that was scored."""
    assert workspace.ahead is not None
    flat = cell[0] * workspace.grid.width + cell[1]
    chances = workspace.ahead.successors[flat, :, 0].copy()
    compiled(look_after)(*workspace[:5], *workspace[6:8], flat, number)
    unknown_mines = number - workspace.game.known_mines[flat]
    value = workspace.ahead.successors[flat, unknown_mines, 1]
    workspace.ahead.successors[flat, :, 0] = chances
    return float(chances[unknown_mines]), float(value), workspace.ahead.inputs.copy()
