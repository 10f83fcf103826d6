"""Whole games as kernels: twin of `minevis.playing`, click for click."""

from typing import NamedTuple

import numpy as np

from minevis.engine._jit import door, kernel, leaf
from minevis.engine.counting import DONE
from minevis.engine.field import (
    CLICKS,
    FINDS,
    LOST,
    begin,
    open_cell,
    open_finds,
    over,
)
from minevis.engine.guess import INFORMATION, LOCAL_MAX, choose
from minevis.engine.hashes import first_of, place_mines
from minevis.engine.odds import LOCAL, NONE, local, search
from minevis.engine.prospects import score_guesses
from minevis.engine.rules import count, subset, sweep, window
from minevis.outcomes import FELL, FELL_FIRST, UNDECIDED, WON

RULE_NAMES = ("count", "subset", "search", "sweep", "window")
COUNT, SUBSET, SEARCH, SWEEP, WINDOW = range(5)
NO_CLICK, UNIFORM_CLICK = -1, -2  # for `Setup.first`


class Setup(NamedTuple):
    """What is played and by whom: whole numbers only."""

    mines: int
    first: int  # flat cell, NO_CLICK or UNIFORM_CLICK
    radius: int  # of the safe zone; -1: none
    odds: int  # EXACT, AVERAGE, LOCAL or NONE of minevis.engine.odds
    guess: int
    cap: int  # max_solutions; -1: none
    by_cell: int
    placing: np.uint64  # streams of the hash
    choosing: np.uint64
    clicking: np.uint64


class Scraps(NamedTuple):
    """Scratch of one game; n cells."""

    prob: np.ndarray  # float64 [n]
    local: np.ndarray  # float64 [n]
    values: np.ndarray  # float64 [n]
    mask: np.ndarray  # uint8 [n]


@door
def play_games(field, state, fr, layers, scratch, scraps, setup, rules, seeds, results):
    """Play one game a seed and note what came of each; `state` keeps the last one.

    One function, because each more that is handed all arrays compiles for seconds.
    """
    for game in range(seeds.size):
        first = _lay(field, state, setup, seeds[game])
        begin(field, state, setup.mines)
        if first >= 0 and not over(state):
            open_cell(field, state, first)
        guesses, survival, status = 0, 1.0, DONE
        while status == DONE and not over(state):
            status, scratch = _think(field, state, fr, layers, scratch, scraps, setup, rules)
            if status == DONE and state.tally[FINDS]:
                open_finds(field, state)
                continue
            if status == DONE and not over(state) and setup.guess >= INFORMATION:
                status, scratch = score_guesses(
                    field, state, fr, layers, scratch, scraps.local, scraps.values, setup.guess
                )
            if status == DONE and not over(state):
                cell = _pick(field, state, scraps, setup, seeds[game], guesses)
                guesses += 1
                if setup.odds != NONE:
                    survival *= 1.0 - scraps.prob[cell]
                    _note_risk(results, scraps.prob[cell], state.mined[cell])
                open_cell(field, state, cell)
        results.ends[game] = _end(state, status)
        results.guesses[game] = guesses
        results.survival[game] = survival


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
            status, scratch = search(
                field, state, fr, layers, scratch, scraps.prob, setup.odds, setup.cap, setup.by_cell
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
def _note_risk(results, risk, hit):
    percent = min(int(100 * risk), 99)
    results.stated[percent] += risk
    results.taken[percent] += 1
    results.met[percent] += hit
