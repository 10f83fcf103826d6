"""A chunk of games, played by any worker: by kernels if possible, otherwise readably."""

from collections.abc import Iterator
from time import perf_counter

import numpy as np

from minevis.core.board import Board
from minevis.core.events import Event, Exploded, Finished, Guessed, Opened
from minevis.core.formatting import quantity
from minevis.core.grid import Cell
from minevis.core.hashing import random_cell
from minevis.core.outcomes import (
    FELL,
    FELL_FIRST,
    PERCENTS,
    RISK_UNITS,
    UNDECIDED,
    WON,
    Outcomes,
    new_outcomes,
)
from minevis.experiments.runner.task import Task
from minevis.experiments.runner.totals import Totals
from minevis.game_loop import events_of, has_kernels


def play_chunk(task: Task, start: int, games: int) -> tuple[Totals, float]:
    """Play the games of the seeds `start`, `start + 1`, …; returns their sums and seconds.

    A game depends on its seed alone and sums are of whole numbers, so that chunks add
    up to the same totals wherever they begin and end.

    >>> task = Task.of("beginner", "exact", games=20, seed=0, first=(0, 0), safe_radius=0)
    >>> totals, seconds = play_chunk(task, start=0, games=20)
    >>> totals.counts
    (19, 1, 0, 0)
    """
    since = perf_counter()
    return Totals.of(outcomes_of(task, start, games)), perf_counter() - since


def outcomes_of(task: Task, start: int, games: int) -> Outcomes:
    """Play the games of the seeds `start`, `start + 1`, …; returns the outcome of each.

    >>> task = Task.of("beginner", "exact", games=3, seed=0, first=(0, 0), safe_radius=0)
    >>> outcomes_of(task, start=0, games=3).guesses.tolist()
    [1, 0, 1]
    """
    seeds = np.arange(games, dtype=np.uint64) + np.uint64(start)
    play = _play_compiled if has_kernels(task.player) else play_readably
    return play(task, seeds)


def _play_compiled(task: Task, seeds: np.ndarray) -> Outcomes:
    """By kernels; the readable solver plays the games that they leave."""
    outcomes = _play_many(task, seeds)
    left = outcomes.ends == UNDECIDED
    return _filled_in(outcomes, left, play_readably(task, seeds[left])) if left.any() else outcomes


def _play_many(task: Task, seeds: np.ndarray) -> Outcomes:
    from minevis.engine.kernels import play_many

    return play_many(task.level, task.player, seeds, first=task.first, safe_radius=task.safe_radius)


def _filled_in(outcomes: Outcomes, left: np.ndarray, played: Outcomes) -> Outcomes:
    """`outcomes` with the games under the mask `left` (bool [g]) replaced by `played`."""
    for ours, theirs in zip(outcomes[:3], played[:3], strict=True):
        ours[left] = theirs
    sums = [ours + theirs for ours, theirs in zip(outcomes[3:], played[3:], strict=True)]
    return Outcomes(*outcomes[:3], *sums)


def play_readably(task: Task, seeds: np.ndarray) -> Outcomes:
    """Play one game of `task` for each of `seeds` (uint64 [g]), event by event.

    Plays every player, and counts as the kernels do; some thirty times slower, or more.

    >>> task = Task.of("beginner", "exact", games=2, seed=0, first=(0, 0), safe_radius=0)
    >>> play_readably(task, np.arange(2, dtype=np.uint64)).ends == WON
    array([ True,  True])
    """
    outcomes = new_outcomes(seeds.size)
    for game, seed in enumerate(seeds.tolist()):
        _play(task, seed, outcomes, game)
    return outcomes


def first_click(task: Task, seed: int) -> Cell | None:
    """The first click of the game of that seed; None leaves it to the player.

    >>> task = Task.of("beginner", "exact", games=2, seed=0, first="uniform", safe_radius=0)
    >>> first_click(task, seed=7)
    (6, 8)
    """
    if task.first == "uniform":
        cell = random_cell(seed, task.level.height * task.level.width)
        return (cell // task.level.width, cell % task.level.width)
    assert not isinstance(task.first, str)
    return task.first


def game_of(task: Task, seed: int, *, detailed: bool) -> tuple[Board, Iterator[Event]]:
    """The board and the events of the game of that seed, with or without the steps of searches.

    >>> task = Task.of("beginner", "exact", games=2, seed=0, first=(0, 0), safe_radius=0)
    >>> board, events = game_of(task, seed=1, detailed=False)
    >>> board == Board.random("beginner", seed=1, first=(0, 0)), next(events).mines
    (True, 10)
    """
    first = first_click(task, seed)
    board = Board.random(task.level, seed=seed, first=first, safe_radius=task.safe_radius)
    return board, events_of(board, task.player, first=first, seed=seed, detailed=detailed)


def _play(task: Task, seed: int, outcomes: Outcomes, game: int) -> None:
    first = first_click(task, seed)
    board, events = game_of(task, seed, detailed=False)
    clicks = 0
    for event in _with_note(events, task, seed, first):
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


def _with_note(
    events: Iterator[Event], task: Task, seed: int, first: Cell | None
) -> Iterator[Event]:
    """The events of a game; an error of a custom guess or rule says how to see it again."""
    clicks = 0
    try:
        for event in events:
            yield event
            clicks += isinstance(event, Opened)
    except Exception as error:
        zone = f"first={first}, safe_radius={task.safe_radius}"
        board = f"minevis.Board.random({tuple(task.level)}, seed={seed}, {zone})"
        play = f"minevis.play({board}, player, first={first}, seed={seed})"
        error.add_note(f"after {quantity(clicks, 'click')} in the game of seed {seed}: {play}")
        raise


def _note_risk(outcomes: Outcomes, risk: float, hit: bool) -> None:
    percent = min(int(100 * risk), PERCENTS - 1)
    outcomes.stated[percent] += int(RISK_UNITS * risk + 0.5)
    outcomes.taken[percent] += 1
    outcomes.met[percent] += hit
