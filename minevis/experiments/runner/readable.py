"""Games by the readable solver, counted as the engine counts them: its twin."""

import numpy as np

from minevis.core.board import Board
from minevis.core.events import Exploded, Finished, Guessed, Opened
from minevis.core.grid import Cell
from minevis.core.hashing import random_cell
from minevis.core.outcomes import (
    FELL,
    FELL_FIRST,
    PERCENTS,
    RISK_UNITS,
    WON,
    Outcomes,
    new_outcomes,
)
from minevis.experiments.runner.task import Task
from minevis.game_loop import events_of


def play_readably(task: Task, seeds: np.ndarray) -> Outcomes:
    """Play one game of `task` for each of `seeds` (uint64 [g]), event by event.

    Plays every player; some thirty times slower than the engine, or more.
    """
    outcomes = new_outcomes(seeds.size)
    for game, seed in enumerate(seeds.tolist()):
        _play(task, seed, outcomes, game)
    return outcomes


def first_click(task: Task, seed: int) -> Cell | None:
    """The first click of the game of that seed; None leaves it to the player."""
    if task.first == "uniform":
        cell = random_cell(seed, task.level.height * task.level.width)
        return (cell // task.level.width, cell % task.level.width)
    assert not isinstance(task.first, str)
    return task.first


def _play(task: Task, seed: int, outcomes: Outcomes, game: int) -> None:
    first = first_click(task, seed)
    board = Board.random(task.level, seed=seed, first=first, safe_radius=task.safe_radius)
    clicks = 0
    for event in events_of(board, task.player, first=first, seed=seed, tell=False):
        if isinstance(event, Opened | Exploded):
            clicks += 1
        elif isinstance(event, Guessed):
            outcomes.guesses[game] += 1
            if event.risk is not None:
                outcomes.survival[game] *= 1 - event.risk
                _note_risk(outcomes, event.risk, bool(board.mined[event.cell]))
        elif isinstance(event, Finished):
            fell = FELL_FIRST if clicks == 1 else FELL
            outcomes.ends[game] = WON if event.won else fell


def _note_risk(outcomes: Outcomes, risk: float, hit: bool) -> None:
    percent = min(int(100 * risk), PERCENTS - 1)
    outcomes.stated[percent] += int(RISK_UNITS * risk + 0.5)
    outcomes.taken[percent] += 1
    outcomes.met[percent] += hit
