"""A stretch of games, played wherever it is sent: by kernels where they can."""

from time import perf_counter

import numpy as np

from minevis.experiments.readable import play_readably
from minevis.experiments.tallies import Tally
from minevis.experiments.task import Task
from minevis.outcomes import UNDECIDED, Outcomes


def play_chunk(task: Task, start: int, games: int) -> tuple[Tally, float]:
    """Play the games of the seeds `start`, `start + 1`, …; returns their sums and seconds.

    Whatever the chunk, games are played in the same blocks of seeds, and sums of
    floats are rounded once a block: so chunks add up to the same totals.
    """
    since = perf_counter()
    block = task.block if compiled(task) else 1
    play = _play_compiled if compiled(task) else play_readably
    tallies = []
    at, stop = start, start + games
    while at < stop:
        until = min((at // block + 1) * block, stop)
        seeds = np.arange(until - at, dtype=np.uint64) + np.uint64(at)
        tallies.append(Tally.of(play(task, seeds)))
        at = until
    return Tally.joined(tallies), perf_counter() - since


def compiled(task: Task) -> bool:
    """Whether kernels play this task: they are installed and know the player's guess."""
    try:
        from minevis.engine.front import supports
    except ImportError:  # no numba, as in a browser
        return False
    return supports(task.player)


def _play_compiled(task: Task, seeds: np.ndarray) -> Outcomes:
    """By kernels; what they leave undecided is played by the readable solver."""
    outcomes = _play_many(task, seeds)
    left = outcomes.ends == UNDECIDED
    if not left.any():
        return outcomes
    # The kernels noted the risks of those games up to where they gave up: start afresh.
    return _merged(left, _play_many(task, seeds[~left]), play_readably(task, seeds[left]))


def _play_many(task: Task, seeds: np.ndarray) -> Outcomes:
    from minevis.engine.front import play_many

    return play_many(task.level, task.player, seeds, first=task.first, safe_radius=task.safe_radius)


def _merged(of_second: np.ndarray, first: Outcomes, second: Outcomes) -> Outcomes:
    """Outcomes of games of which the second were the ones under the mask (bool [g])."""
    games = []
    for ours, theirs in zip(first[:3], second[:3], strict=True):
        both = np.empty(of_second.size, ours.dtype)
        both[~of_second], both[of_second] = ours, theirs
        games.append(both)
    sums = [ours + theirs for ours, theirs in zip(first[3:], second[3:], strict=True)]
    return Outcomes(*games, *sums)
