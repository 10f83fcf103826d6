"""Games from the first click to the end: twin of `minevis.game_loop`, click for click."""

from typing import NamedTuple

import numpy as np

from minevis.engine.counting.counting import DONE, TOO_SMALL
from minevis.engine.counting.odds import find_exact_odds_within, find_odds, local_odds
from minevis.engine.guess.evaluation import score_guesses, score_with_second_look
from minevis.engine.guess.strategies import choose
from minevis.engine.hashing import first_of, place_mines
from minevis.engine.knowledge import (
    CLICKS,
    IS_LOST,
    SAFE_LEFT,
    TO_OPEN,
    cover_all,
    is_over,
    load_position,
    open_cell,
    open_safe,
)
from minevis.engine.rules import count, count_and_open, overlap, subset, sweep, window
from minevis.engine.shared import (
    LOST,
    LOST_FIRST_CLICK,
    RISK_UNITS,
    SCORED_KINDS,
    UNDECIDED,
    WON,
    GuessKind,
    OddsKind,
    RuleKind,
)
from minevis.engine.twins import entry_point, kernel, leaf

NO_CLICK, UNIFORM_CLICK = -1, -2  # for `Setup.first`
GO_ON, AT_GUESS = -1, -2  # statuses: more to deduce; stopped at the first guess


class Setup(NamedTuple):
    """The board and the player, as integers."""

    mines: int
    first: int  # flat cell, NO_CLICK or UNIFORM_CLICK
    radius: int  # of the safe zone; -1: no zone
    odds: int  # an OddsKind
    guess: int  # a GuessKind
    max_solutions: int  # -1: no limit
    by_picture: int
    other_rules: int | None  # 1, or None with count and search only
    to_guess: int  # 1: stop at the first guess after `first`
    placing: np.uint64  # hash streams
    choosing: np.uint64
    clicking: np.uint64


class Scratch(NamedTuple):
    """Scratch for one game with n cells."""

    prob: np.ndarray  # float64 [n]
    local: np.ndarray  # float64 [n]
    values: np.ndarray  # float64 [n]
    mask: np.ndarray  # uint8 [n]
    risks: np.ndarray  # float64 [n]: risks of the guesses so far


class GivenPosition(NamedTuple):
    """A position to continue with g layouts; 0 layouts for new games."""

    shown: np.ndarray  # int8 [n]: codes as in Position
    layouts: np.ndarray  # uint8 [g, n]


@entry_point
def play_games(
    grid, game, frontier, layers, states, scratch, ahead, states_ahead, second_look, setup,
    effort, rules, seeds, results, given,
):  # fmt: skip
    """Play one game per seed and note the results; parts that are None are left out."""
    for number in range(seeds.size):
        seed, guesses, status = seeds[number], np.int64(0), DONE
        start_game(grid, game, setup, seed, given, number)
        while status == DONE and not is_over(game):
            status = GO_ON
            if layers is not None:
                status = _deduce(grid, game, frontier, layers, states, scratch.prob, setup, rules)
            if status == GO_ON:
                status, states = think(grid, game, frontier, layers, states, scratch, setup, rules,
                                       setup.other_rules)  # fmt: skip
            if status == DONE and game.counters[TO_OPEN]:
                open_safe(grid, game)
                continue
            if status != DONE or is_over(game):
                continue
            if setup.to_guess:
                status, guesses = AT_GUESS, guesses + 1
                continue
            if ahead is not None:
                if setup.guess in SCORED_KINDS:
                    status, states, states_ahead = score_cells(
                        grid, game, frontier, layers, states, ahead, states_ahead, scratch.local,
                        scratch.values, effort, second_look)  # fmt: skip
            if status == DONE:
                cell = pick(grid, game, scratch, setup, seed, guesses)
                guesses = open_guess(grid, game, scratch, guesses, cell)
        note_end(results, game, setup, number, status, guesses, scratch.risks[:guesses])


@kernel
def score_cells(
    grid, game, frontier, layers, states, ahead, states_ahead, prob, scores, effort, second_look
):
    """Score the cells before a guess, with an optional second look."""
    if second_look is None:
        return score_guesses(
            grid, game, frontier, layers, states, ahead, states_ahead, prob, scores, effort
        )
    return score_with_second_look(
        grid, game, frontier, layers, states, ahead, states_ahead, prob, scores, effort, second_look
    )


@leaf
def _deduce(grid, game, frontier, layers, states, prob, setup, rules):
    """Count, search and open repeatedly, for a player with exact odds and no other rules.

    Return DONE, TOO_WIDE, or `GO_ON` to leave the rest to `think`. `think` does the same more
    slowly: it counts references to all arrays, which takes longer than the work of most moves.
    """
    if setup.other_rules is not None or setup.odds != OddsKind.EXACT:
        return GO_ON
    if rules.size != 2 or rules[0] != RuleKind.COUNT:
        return GO_ON
    while True:
        count_and_open(grid, game)
        if is_over(game):
            return DONE
        status, _ = find_exact_odds_within(
            grid, game, frontier, layers, states, prob, setup.by_picture
        )
        if status != DONE:
            return GO_ON if status == TOO_SMALL else status
        if not game.counters[TO_OPEN]:
            return DONE
        open_safe(grid, game)


@leaf
def open_guess(grid, game, scratch, guesses, cell):
    """Open a guess and note its risk; return the number of guesses so far."""
    scratch.risks[guesses] = scratch.prob[cell]
    open_cell(grid, game, cell)
    return guesses + 1


@leaf
def note_end(results, game, setup, number, status, guesses, risks):
    """Note a game's outcome."""
    results.ends[number] = _end(game, status)
    results.guesses[number] = guesses
    if status == DONE and setup.odds != OddsKind.NONE:
        results.survival[number] = _note_risks(results, game, risks)


@leaf
def start_game(grid, game, setup, seed, given, number):
    """Start a new game, or load the given position with one of its layouts."""
    if given.layouts.shape[0] == 0:
        first = _place_mines(grid, game, setup, seed)
        cover_all(grid, game, setup.mines)
        if first >= 0 and not is_over(game):
            open_cell(grid, game, first)
        return
    for cell in range(game.mined.size):
        game.mined[cell] = given.layouts[number, cell]
    load_position(grid, game, given.shown, setup.mines)
    for cell in range(game.mined.size):
        game.counters[SAFE_LEFT] -= given.shown[cell] >= 0
    if setup.first >= 0:
        open_cell(grid, game, setup.first)


@leaf
def _end(game, status):
    if status != DONE:
        return UNDECIDED
    if not game.counters[IS_LOST]:
        return WON
    return LOST_FIRST_CLICK if game.counters[CLICKS] == 1 else LOST


@leaf
def _place_mines(grid, game, setup, seed):
    """Place the mines; return the first click, -1 for the player's choice."""
    first = setup.first
    game.zone[:] = 1
    if first == UNIFORM_CLICK:
        first = first_of(seed, setup.clicking, game.zone)
    game.zone[:] = 0
    if first >= 0 and setup.radius >= 0:
        row, col = first // grid.width, first % grid.width
        radius = setup.radius
        for r in range(max(row - radius, 0), min(row + radius + 1, grid.height)):
            for c in range(max(col - radius, 0), min(col + radius + 1, grid.width)):
                game.zone[r * grid.width + c] = 1
    place_mines(game.mined, game.zone, setup.mines, seed, setup.placing, game.hashes)
    return first


@kernel
def think(grid, game, frontier, layers, states, scratch, setup, rules, other_rules):
    """Apply the rules in turn until one finds a safe cell; search only with `layers`."""
    if setup.odds == OddsKind.NONE:
        scratch.prob[:] = 0.0
    for rule in rules:
        if rule == RuleKind.COUNT:
            count(grid, game)
        elif rule != RuleKind.SEARCH:
            if other_rules is None:
                raise ValueError("this rule has no kernel")
            _try_other(grid, game, rule)
        elif layers is not None:
            status, states = find_odds(
                grid, game, frontier, layers, states, scratch.prob, setup.odds,
                setup.max_solutions, setup.by_picture,
            )  # fmt: skip
            if status != DONE:
                return status, states
        if game.counters[TO_OPEN] or is_over(game):
            break
    return DONE, states


@kernel
def _try_other(grid, game, rule):
    if rule == RuleKind.SUBSET:
        subset(grid, game)
    elif rule == RuleKind.OVERLAP:
        overlap(grid, game)
    elif rule == RuleKind.SWEEP:
        sweep(grid, game)
    elif rule == RuleKind.WINDOW:
        window(grid, game)
    else:
        raise ValueError("this rule has no kernel")


@leaf
def pick(grid, game, scratch, setup, seed, guesses):
    """Return the player's guess."""
    if setup.guess == GuessKind.LOCAL_MAX:
        local_odds(grid, game, scratch.local)
    if setup.odds == OddsKind.LOCAL:
        local_odds(grid, game, scratch.prob)
    elif setup.odds == OddsKind.NONE:
        scratch.prob[:] = 0.0
    return choose(
        grid,
        game,
        scratch.prob,
        scratch.local,
        setup.guess,
        seed,
        guesses,
        setup.choosing,
        scratch.mask,
        scratch.values,
    )


@leaf
def _note_risks(results, game, risks):
    """Note the risks of a game's guesses; return the chance to survive all of them.

    In a lost game, the last guess hit a mine.
    """
    survival = 1.0
    for i in range(risks.size):
        percent = min(int(100 * risks[i]), 99)
        results.risk_sum[percent] += int(RISK_UNITS * risks[i] + 0.5)
        results.taken[percent] += 1
        results.hits[percent] += game.counters[IS_LOST] == 1 and i == risks.size - 1
        survival *= 1.0 - risks[i]
    return survival
