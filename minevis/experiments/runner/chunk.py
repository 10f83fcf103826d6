"""A stretch of games, played wherever it is sent: by kernels where they can."""

from pathlib import Path
from time import perf_counter

import numpy as np

from minevis.core.outcomes import UNDECIDED, Outcomes
from minevis.experiments.runner.readable import play_readably
from minevis.experiments.runner.tally import Tally
from minevis.experiments.runner.task import Task


def play_chunk(task: Task, start: int, games: int) -> tuple[Tally, float]:
    """Play the games of the seeds `start`, `start + 1`, …; returns their sums and seconds.

    A game depends on its seed alone and sums are of whole numbers, so that chunks add
    up to the same totals wherever they begin and end.
    """
    since = perf_counter()
    seeds = np.arange(games, dtype=np.uint64) + np.uint64(start)
    play = _play_compiled if compiled(task) else play_readably
    return Tally.of(play(task, seeds)), perf_counter() - since


def compiled(task: Task) -> bool:
    """Whether kernels play this task: they are installed and know the player's guess."""
    try:
        from minevis.engine.api import supports
    except ImportError:  # no numba, as in a browser
        return False
    return supports(task.player)


def must_compile(task: Task) -> bool:
    """Whether kernels play this task and have to be compiled first: a minute or two, once."""
    if not compiled(task):
        return False
    from minevis.engine import turn

    kept = getattr(turn.play_games, "stats", None)  # a plain function when the JIT is off
    return kept is not None and not any(Path(kept.cache_path).glob("turn.play_games-*.nbi"))


def _play_compiled(task: Task, seeds: np.ndarray) -> Outcomes:
    """By kernels; what they leave undecided is played by the readable solver."""
    outcomes = _play_many(task, seeds)
    left = outcomes.ends == UNDECIDED
    return _filled_in(outcomes, left, play_readably(task, seeds[left])) if left.any() else outcomes


def _play_many(task: Task, seeds: np.ndarray) -> Outcomes:
    from minevis.engine.api import play_many

    return play_many(task.level, task.player, seeds, first=task.first, safe_radius=task.safe_radius)


def _filled_in(outcomes: Outcomes, left: np.ndarray, played: Outcomes) -> Outcomes:
    """`outcomes` with those of the games under the mask `left` (bool [g]) `played` at last."""
    for ours, theirs in zip(outcomes[:3], played[:3], strict=True):
        ours[left] = theirs
    sums = [ours + theirs for ours, theirs in zip(outcomes[3:], played[3:], strict=True)]
    return Outcomes(*outcomes[:3], *sums)
