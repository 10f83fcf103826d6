"""Play the games of a task, in chunks that any worker may play."""

from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from minevis.engine.shared import (
    LOST,
    LOST_FIRST_CLICK,
    PERCENTS,
    RISK_UNITS,
    SCORED,
    UNDECIDED,
    WON,
    Outcomes,
    new_outcomes,
)
from minevis.errors import WorkersLostError
from minevis.experiments.statistics import Estimate
from minevis.experiments.store import MOST_GAMES, Store, store_of
from minevis.experiments.task import Task, Totals, summed
from minevis.experiments.workers import Place, Workers, results, workers_for
from minevis.game.board import Board
from minevis.game.grid import Cell
from minevis.game.hashing import random_cell
from minevis.game_loop import events_of, has_kernels
from minevis.solver.events import Event, Exploded, Finished, Guessed, Opened
from minevis.utils.formatting import quantity
from minevis.utils.progress import compiling_for, progress_bar

if TYPE_CHECKING:
    from tqdm import tqdm

Chunk: TypeAlias = tuple[int, int]  # the first seed, and how many games

GAMES, SLOW_GAMES = MOST_GAMES, 32  # of a chunk, on boards of up to `EXPERT` cells: at most 0.5 s
EXPERT = 480


def run_task(
    task: Task,
    *,
    workers: Workers = None,
    store: str | Path | Store | None = None,
    progress: bool = True,
) -> Totals:
    """Return the totals of `task`, with the options of `trials`.

    After Ctrl-C the totals contain the finished chunks. The store has them all.
    """
    if store is not None:
        _ = task.key  # raises for a player that a store cannot keep, before the first game
    collected, size = Collected(task), chunk_games(task)
    with (
        suppress(KeyboardInterrupt),
        compiling_for(str(task.player)),
        workers_for(  # an error here leaves no empty store
            workers, -(-task.games // size), threads=has_kernels(task.player)
        ) as place,
        store_of(store) as kept,
        progress_bar(
            progress=progress, delay=0, total=task.games, unit=" games", desc=str(task)
        ) as bar,
    ):
        try:
            _play(place, collected, size, kept, bar)
        except WorkersLostError as error:
            games = f"{collected.games:,} of {task.games:,} games"
            where = f"; {games} are kept in {kept.path}" if kept else ""
            raise WorkersLostError(f"{error}{where}") from error
    return collected.totals()


def _play(
    place: Place, collected: "Collected", size: int, store: Store | None, bar: "tqdm[Any]"
) -> None:
    task = collected.task
    for start, totals in store.finished(task) if store else ():
        collected.add(start, totals)
    bar.initial = bar.n = collected.games  # not part of the speed
    if collected.games < task.games:
        if store:
            store.check_writable()
        if place.get("backend") == "threading":
            outcomes_of(task, task.seed, 0)  # compiles in this thread, which hears Ctrl-C
    with closing(results(place, partial(play_chunk, task), lambda: collected.gaps(size))) as chunks:
        for (start, games), totals in chunks:
            _check(totals, games, task)
            if store:
                store.add(task, start, totals)
            collected.add(start, totals)
            if not bar.disable:
                bar.set_postfix_str(
                    str(Estimate.of_counts(collected.won, collected.games)), refresh=False
                )
            bar.update(games)


def _check(totals: Totals, games: int, task: Task) -> None:
    """Check a worker's answer; it may run a different version of minevis."""
    try:
        totals.check(games, task.level.height * task.level.width)
    except (AttributeError, TypeError, ValueError) as error:
        rule = "does it have this version of minevis?"
        raise WorkersLostError(
            f"a worker's answer is not a result of {games} games; {rule}"
        ) from error


def chunk_games(task: Task) -> int:
    """Return the number of games per chunk: a power of two.

    Chunks begin at multiples of it, so that chunks of different runs do not overlap.
    """
    player, cells = task.player, task.level.height * task.level.width
    slow = player.guess in SCORED or player.odds == "local" or not has_kernels(player)
    games = (SLOW_GAMES if slow else GAMES) * EXPERT // max(cells, EXPERT)
    return 1 << max(games.bit_length() - 1, 0)


class Collected:
    """The results of a task, chunk by chunk in any order, without duplicate games."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.ends: dict[int, np.ndarray] = {}  # by the first seed of a chunk: uint8 [g]
        self.sums = Totals.empty()
        self.games = self.won = 0

    def add(self, start: int, totals: Totals) -> None:
        """Add the games of the seeds from `start` on. Ctrl-C leaves no half of them."""
        sums = Totals(self.sums.ends, *summed([self.sums, totals]))
        games, won = self.games + totals.ends.size, self.won + totals.counts[0]
        self.ends[start], self.sums, self.games, self.won = totals.ends, sums, games, won

    def gaps(self, games: int) -> Iterator[Chunk]:
        """Return the missing chunks of a run."""
        covered = sorted((start, ends.size) for start, ends in self.ends.items())
        return _gaps(self.task, covered, games)

    def totals(self) -> Totals:
        """Return the results up to the last game played."""
        stop = max((start + ends.size for start, ends in self.ends.items()), default=self.task.seed)
        totals = Totals(Totals.empty(stop - self.task.seed).ends, *summed([self.sums]))
        for start, ends in self.ends.items():
            totals.ends[start - self.task.seed :][: ends.size] = ends
        return totals


def _gaps(task: Task, covered: Iterable[Chunk], games: int) -> Iterator[Chunk]:
    at = task.seed
    for start, size in (*covered, (task.stop, 0)):
        while at < start:
            end = min(start, at - at % games + games)
            yield at, end - at
            at = end
        at = start + size


def play_chunk(task: Task, chunk: Chunk) -> Totals:
    """Play the games of the seeds `start`, `start + 1`, …; return their sums."""
    return Totals.of(outcomes_of(task, *chunk))


def outcomes_of(task: Task, start: int, games: int) -> Outcomes:
    """Play the games of the seeds `start`, `start + 1`, …, and return their outcomes.

    The readable solver plays games without kernels, and games the kernels give up.
    """
    seeds = np.arange(games, dtype=np.uint64) + np.uint64(start)
    if not has_kernels(task.player):
        return play_readably(task, seeds)
    from minevis.engine.kernels import play_many

    first, radius = task.first, task.safe_radius
    outcomes = play_many(task.level, task.player, seeds, first=first, safe_radius=radius)
    left = outcomes.ends == UNDECIDED
    return _filled_in(outcomes, left, play_readably(task, seeds[left])) if left.any() else outcomes


def _filled_in(outcomes: Outcomes, left: np.ndarray, played: Outcomes) -> Outcomes:
    """Return `outcomes` with the games under the mask `left` (bool [g]) replaced by `played`."""
    for ours, theirs in zip(outcomes[:3], played[:3], strict=True):
        ours[left] = theirs
    sums = [ours + theirs for ours, theirs in zip(outcomes[3:], played[3:], strict=True)]
    return Outcomes(*outcomes[:3], *sums)


def play_readably(task: Task, seeds: np.ndarray) -> Outcomes:
    """Play the games of `seeds` (uint64 [g]), event by event.

    Plays every player, and counts as the kernels do; some thirty times slower, or more.
    """
    outcomes = new_outcomes(seeds.size)
    for game, seed in enumerate(seeds.tolist()):
        _play_game(task, seed, outcomes, game)
    return outcomes


def first_click(task: Task, seed: int) -> Cell | None:
    """Return the first click of the seed's game; None leaves it to the player."""
    if task.first == "uniform":
        cell = random_cell(seed, task.level.height * task.level.width)
        return (cell // task.level.width, cell % task.level.width)
    assert not isinstance(task.first, str)
    return task.first


def game_of(task: Task, seed: int, *, detailed: bool) -> tuple[Board, Iterator[Event]]:
    """Return the board and the events of the seed's game, with or without search steps."""
    first = first_click(task, seed)
    board = Board.random(task.level, seed=seed, first=first, safe_radius=task.safe_radius)
    return board, events_of(board, task.player, first=first, seed=seed, detailed=detailed)


def _play_game(task: Task, seed: int, outcomes: Outcomes, game: int) -> None:
    """Play a game into its place in `outcomes`; errors of custom parts say how to see it again."""
    board, events = game_of(task, seed, detailed=False)
    opened = 0
    try:
        for event in events:
            opened += isinstance(event, Opened)
            if isinstance(event, Guessed):
                outcomes.guesses[game] += 1
                if event.risk is not None:
                    outcomes.survival[game] *= 1 - event.risk
                    percent = min(int(100 * event.risk), PERCENTS - 1)
                    outcomes.risk_sum[percent] += int(RISK_UNITS * event.risk + 0.5)
                    outcomes.taken[percent] += 1
                    outcomes.hits[percent] += bool(board.mined[event.cell])
            elif isinstance(event, Exploded):
                outcomes.ends[game] = LOST if opened else LOST_FIRST_CLICK
            elif isinstance(event, Finished) and event.won:
                outcomes.ends[game] = WON
    except Exception as error:
        first = first_click(task, seed)
        zone = f"first={first}, safe_radius={task.safe_radius}"
        shown = f"minevis.Board.random({tuple(task.level)}, seed={seed}, {zone})"
        again = f"minevis.play({shown}, player, first={first}, seed={seed})"
        error.add_note(f"after {quantity(opened, 'click')} in the game of seed {seed}: {again}")
        raise
