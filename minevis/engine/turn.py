"""Whole games as kernels: twin of `minevis.playing`, click for click."""

from typing import NamedTuple

import numpy as np

from minevis.core.outcomes import FELL, FELL_FIRST, RISK_UNITS, UNDECIDED, WON
from minevis.engine._jit import door, kernel, leaf
from minevis.engine.counting.counting import DONE
from minevis.engine.counting.odds import LOCAL, NONE, local, search
from minevis.engine.guessing.evaluation import score_twice
from minevis.engine.guessing.features import COVERED, MINES
from minevis.engine.guessing.prospects import describe
from minevis.engine.guessing.strategies import BEST, INFORMATION, LOCAL_MAX, choose, near_frontier
from minevis.engine.guessing.value_net import worth
from minevis.engine.hashing import U32, first_of, place_mines, splitmix64, stream_base
from minevis.engine.knowledge import (
    CLICKS,
    FINDS,
    LOST,
    SAFE_LEFT,
    begin,
    open_cell,
    open_finds,
    over,
    take_up,
    unknown,
)
from minevis.engine.rules import count, subset, sweep, window

RULE_NAMES = ("count", "subset", "search", "sweep", "window")
COUNT, SUBSET, SEARCH, SWEEP, WINDOW = range(5)
NO_CLICK, UNIFORM_CLICK = -1, -2  # for `Setup.first`
NEARLY = 0.9  # as safe as the safest: where guesses may stray to
U11 = np.uint64(11)


class Setup(NamedTuple):
    """What is played and by whom: whole numbers only."""

    mines: int
    first: int  # flat cell, NO_CLICK or UNIFORM_CLICK
    radius: int  # of the safe zone; -1: none
    odds: int  # EXACT, AVERAGE, LOCAL or NONE of minevis.engine.counting.odds
    guess: int
    cap: int  # max_solutions; -1: none
    by_cell: int
    by_picture: int
    placing: np.uint64  # streams of the hash
    choosing: np.uint64
    clicking: np.uint64
    straying: np.uint64


class Scraps(NamedTuple):
    """Scratch of one game; n cells."""

    prob: np.ndarray  # float64 [n]
    local: np.ndarray  # float64 [n]
    values: np.ndarray  # float64 [n]
    mask: np.ndarray  # uint8 [n]
    risks: np.ndarray  # float64 [n]: of the guesses so far


class Notes(NamedTuple):
    """What is noted of the guesses that survive, to fit a judge to; m positions at most.

    A share `explore` of the guesses strays: see `_strayed`.
    """

    features: np.ndarray  # float64 [m, 25]: of the positions after guesses
    game: np.ndarray  # int64 [m]: the number of the game
    luck: np.ndarray  # float64 [m]: up to there; see `_luck`
    used: np.ndarray  # int64 [1]
    whole: np.ndarray  # float64 [g]: the luck of each game
    explore: float


class Given(NamedTuple):
    """A position to play on from, in place of new games; g layouts, none: new games."""

    shown: np.ndarray  # int8 [n]: codes as in Position
    layouts: np.ndarray  # uint8 [g, n]


@door
def play_games(
    field, state, fr, layers, scratch, scraps, ahead, room, second, setup, look, rules, seeds,
    results, notes, given,
):  # fmt: skip
    """Play one game a seed and note what came of each; `state` keeps the last one.

    One function, because each more that is handed all arrays compiles for seconds.
    """
    for game in range(seeds.size):
        _start(field, state, setup, seeds[game], given, game)
        guesses, status, luck = 0, DONE, 0.0
        while status == DONE and not over(state):
            status, scratch = _think(field, state, fr, layers, scratch, scraps, setup, rules)
            if status == DONE and state.tally[FINDS]:
                open_finds(field, state)
                continue
            if status == DONE and not over(state) and setup.guess >= INFORMATION:
                status, scratch, room = score_twice(
                    field, state, fr, layers, scratch, ahead, room, scraps.local, scraps.values,
                    look, second,
                )  # fmt: skip
            if status == DONE and not over(state):
                cell = _pick(field, state, scraps, setup, seeds[game], guesses)
                if notes.game.size:
                    cell = _strayed(field, state, scraps, notes, setup, seeds[game], guesses, cell)
                    if not state.mined[cell]:
                        status, scratch, room = describe(
                            field, state, fr, layers, scratch, ahead, room, cell, state.clue[cell]
                        )
                    luck += _luck(state, scraps, ahead, setup.guess, look.again, cell)
                    _note_guess(notes, state, ahead.features, game, luck, cell)
                scraps.risks[guesses] = scraps.prob[cell]
                guesses += 1
                open_cell(field, state, cell)
        results.ends[game] = _end(state, status)
        results.guesses[game] = guesses
        if status == DONE and setup.odds != NONE:
            results.survival[game] = _note_risks(results, state, scraps.risks[:guesses])


@leaf
def _start(field, state, setup, seed, given, game):
    """Begin a new game, or take up the given position with one of its layouts."""
    if given.layouts.shape[0] == 0:
        first = _lay(field, state, setup, seed)
        begin(field, state, setup.mines)
        if first >= 0 and not over(state):
            open_cell(field, state, first)
        return
    for cell in range(state.mined.size):
        state.mined[cell] = given.layouts[game, cell]
    take_up(field, state, given.shown, setup.mines)
    for cell in range(state.mined.size):
        state.tally[SAFE_LEFT] -= given.shown[cell] >= 0


@leaf
def _strayed(field, state, scraps, notes, setup, seed, guesses, cell):
    """The cell picked, or now and then another one: of those weighed for the guess "best",
    else one that is nearly as safe as the safest."""
    base = stream_base(seed, setup.straying)
    chance = np.float64(splitmix64(base ^ np.uint64(guesses)) >> U11) / 2.0**53
    if chance >= notes.explore:
        return cell
    best = 0.0
    for other in range(state.shown.size):
        if unknown(state, other):
            best = max(best, 1.0 - scraps.prob[other])
    for other in range(state.shown.size):
        safe = unknown(state, other) and 1.0 - scraps.prob[other] >= NEARLY * best
        if setup.guess == BEST:
            scraps.mask[other] = scraps.values[other] < np.inf
        else:
            scraps.mask[other] = safe and near_frontier(field, state, other)
    other = first_of(seed, setup.straying + (np.uint64(guesses) << U32), scraps.mask)
    return other if other >= 0 else cell


@leaf
def _luck(state, scraps, ahead, guess, again, cell):
    """What chance added to the chance to win, as the judge sees it, when `cell` was opened:
    nothing on average, but for what straying from the best cell costs. `ahead` describes
    what it left. Only the guess "best" knows what cells are worth.

    Source of the idea: AIVAT (Burch, Schmid, Moravcik, Bowling, 2018) takes the luck out
    of games of poker with sums like these.
    """
    if guess != BEST:
        return 0.0
    weighed, best = 0, -np.inf
    for other in range(scraps.values.size):
        weighed += scraps.values[other] < np.inf
        best = max(best, -scraps.values[other])
    value, risk = -scraps.values[cell], scraps.prob[cell]
    if state.mined[cell]:
        after = 0.0
    elif weighed == 1 or again:  # what each number is worth is not known, or more than a glance
        after = value / (1.0 - risk)
    elif ahead.features[MINES] == ahead.features[COVERED]:
        after = 1.0
    else:
        after = worth(ahead.net, ahead.features)
    return after - best


@leaf
def _note_guess(notes, state, features, game, luck, cell):
    notes.whole[game] = luck
    place = notes.used[0]
    if not state.mined[cell] and place < notes.game.size:
        notes.game[place] = game
        notes.luck[place] = luck
        for k in range(features.size):
            notes.features[place, k] = features[k]
        notes.used[0] = place + 1


@leaf
def _end(state, status):
    if status != DONE:
        return UNDECIDED
    if not state.tally[LOST]:
        return WON
    return FELL_FIRST if state.tally[CLICKS] == 1 else FELL


@leaf
def _lay(field, state, setup, seed):
    """Place the mines; returns the first click, -1 when it is the player's own."""
    first = setup.first
    state.zone[:] = 1
    if first == UNIFORM_CLICK:
        first = first_of(seed, setup.clicking, state.zone)
    state.zone[:] = 0
    if first >= 0 and setup.radius >= 0:
        row, col = first // field.width, first % field.width
        radius = setup.radius
        for r in range(max(row - radius, 0), min(row + radius + 1, field.height)):
            for c in range(max(col - radius, 0), min(col + radius + 1, field.width)):
                state.zone[r * field.width + c] = 1
    place_mines(state.mined, state.zone, setup.mines, seed, setup.placing, state.hashes)
    return first


@kernel
def _think(field, state, fr, layers, scratch, scraps, setup, rules):
    """Rules in turn, until one finds a safe cell or all are through."""
    if setup.odds == NONE:
        scraps.prob[:] = 0.0
    for rule in rules:
        if rule == COUNT:
            count(field, state)
        elif rule == SUBSET:
            subset(field, state)
        elif rule == SWEEP:
            sweep(field, state)
        elif rule == WINDOW:
            window(field, state)
        else:
            kind, cap = setup.odds, setup.cap
            by_cell, by_picture = setup.by_cell, setup.by_picture
            status, scratch = search(
                field, state, fr, layers, scratch, scraps.prob, kind, cap, by_cell, by_picture
            )
            if status != DONE:
                return status, scratch
        if state.tally[FINDS] or over(state):
            break
    return DONE, scratch


@leaf
def _pick(field, state, scraps, setup, seed, guesses):
    if setup.guess == LOCAL_MAX:
        local(field, state, scraps.local)
    if setup.odds == LOCAL:
        local(field, state, scraps.prob)
    elif setup.odds == NONE:
        scraps.prob[:] = 0.0
    return choose(
        field,
        state,
        scraps.prob,
        scraps.local,
        setup.guess,
        seed,
        guesses,
        setup.choosing,
        scraps.mask,
        scraps.values,
    )


@leaf
def _note_risks(results, state, risks):
    """Note the risks of a game's guesses, of which the last one ended a lost game; returns
    the chance to survive them all."""
    survival = 1.0
    for i in range(risks.size):
        percent = min(int(100 * risks[i]), 99)
        results.stated[percent] += int(RISK_UNITS * risks[i] + 0.5)
        results.taken[percent] += 1
        results.met[percent] += state.tally[LOST] == 1 and i == risks.size - 1
        survival *= 1.0 - risks[i]
    return survival
