"""A task from beginning to end: stored games are read, missing ones are played."""

from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, Never

import numpy as np
from tqdm.auto import tqdm

from minevis.core.errors import WorkersLostError, check_count
from minevis.core.progress import compiling_for, progress_bar
from minevis.experiments.runner.chunk import play_chunk
from minevis.experiments.runner.results import Trials
from minevis.experiments.runner.schedule import Chunk, Schedule, first_games_on, gaps_between
from minevis.experiments.runner.store import Store, opened
from minevis.experiments.runner.store_rows import MOST_GAMES
from minevis.experiments.runner.task import Task
from minevis.experiments.runner.totals import Totals, summed
from minevis.experiments.runner.workers import (
    CHUNKS_A_WORKER,
    CLUSTER_LOST,
    MOST_FAILURES,
    Engine,
    PlayedChunk,
    ThreadWorkers,
    Workers,
    workers_for,
)
from minevis.experiments.statistics import Estimate
from minevis.interrupts import ctrl_c_handled_by

INTERRUPT_SECONDS = 0.1  # between looks at whether Ctrl-C was pressed


def run_task(
    task: Task,
    *,
    workers: Engine = None,
    store: str | Path | Store | None = None,
    progress: bool = True,
    chunk: int | None = None,
) -> Trials:
    """Play `task`; the options are those of `trials`.

    >>> task = Task.of("beginner", "exact", games=100, seed=0, first=(0, 0), safe_radius=0)
    >>> run_task(task, progress=False)
    <Trials of exact on 9×9/10: won 91 of 100 games, 91.00 % [83.77, 95.19]>
    """
    chunk = None if chunk is None else min(check_count("chunk", chunk), MOST_GAMES)
    if store is not None:
        _ = task.key  # a player that cannot be stored says so before anything is played
    team = workers_for(workers, task)  # an error here leaves no empty store
    try:
        with (
            opened(store) as kept,
            compiling_for(str(task.player), progress=progress),
            progress_bar(
                progress=progress, delay=0, total=task.games, unit=" games", desc=str(task)
            ) as bar,
        ):
            return Dispatcher(task, team, kept, bar).play(chunk)
    finally:
        team.close()


class Dispatcher:
    """Sends the chunks of a task to workers and collects their results.

    >>> task = Task.of("beginner", "exact", games=9, seed=0, first=(0, 0), safe_radius=0)
    >>> dispatcher = Dispatcher(task, workers_for(1, task), None, tqdm(disable=True))
    >>> dispatcher.play(size=4).games
    9
    """

    def __init__(
        self, task: Task, workers: Workers, store: Store | None, bar: "tqdm[Never]"
    ) -> None:
        self.task, self.workers, self.store, self.bar = task, workers, store, bar
        self.collected = Collected(task)
        self.under_way: dict[Future[PlayedChunk], Chunk] = {}
        self.failures = 0  # in a row

    def play(self, size: int | None) -> Trials:
        """Play all that the store does not hold, in chunks of `size` games; after Ctrl-C, what
        there is by then."""
        gaps = gaps_between(self._recall(), self.task.seed, self.task.stop)
        if gaps and self.store:
            self.store.check_writable()
        try:
            first_games = first_games_on(self.task.level.height * self.task.level.width)
            if gaps:
                self._play(Schedule(gaps, self.workers.count, size=size, first_games=first_games))
        except WorkersLostError as error:
            raise WorkersLostError(f"{error}{self._kept()}") from error
        return self.collected.trials()

    def _play(self, schedule: Schedule) -> None:
        with DeferredInterrupt() as interrupt:
            if isinstance(self.workers, ThreadWorkers):
                with interrupt.at_once():
                    play_chunk(self.task, self.task.seed, 0)  # compiled where Ctrl-C is heard
            while not interrupt.requested and self._submit(schedule):
                done, _ = wait(self.under_way, INTERRUPT_SECONDS, return_when=FIRST_COMPLETED)
                self._collect(done, schedule)
            if interrupt.requested:
                self.workers.stop()
                done = {each for each in self.under_way if each.done() and not each.cancelled()}
                done = {each for each in done if each.exception() is None}
                self._collect(done, schedule)

    def _recall(self) -> list[Chunk]:
        """Collect the stored games; return which seeds that covers."""
        covered = []
        for start, totals in self.store.finished(self.task) if self.store else ():
            self.collected.add(start, totals)
            covered.append(Chunk(start, totals.ends.size))
        self.bar.initial = self.bar.n = self.collected.games  # not part of the speed
        return covered

    def _submit(self, schedule: Schedule) -> bool:
        """Keep all workers busy; whether anything is under way."""
        while len(self.under_way) < CHUNKS_A_WORKER * self.workers.count:
            chunk = schedule.next()
            if chunk is None:
                break
            self.under_way[self.workers.submit(self.task, chunk)] = chunk
        return bool(self.under_way)

    def _collect(self, done: Iterable[Future[PlayedChunk]], schedule: Schedule) -> None:
        """Take in the results of chunks; chunks of lost workers are scheduled again."""
        lost = cancelled = False
        for future in done:
            chunk = self.under_way.pop(future)
            try:
                totals, seconds = _checked(future.result(), chunk.games)
            except CancelledError:  # by nobody here: a cluster is gone
                cancelled = True
            except self.workers.errors:
                schedule.put_back(chunk)
                lost = True
            else:
                self.failures = 0
                self._keep(chunk, totals)
                schedule.adapt(chunk.games, seconds)
        if cancelled:
            raise WorkersLostError(CLUSTER_LOST)
        if lost:
            self._replace_workers()

    def _keep(self, chunk: Chunk, totals: Totals) -> None:
        if self.store:
            self.store.add(self.task, chunk.start, totals)
        self.collected.add(chunk.start, totals)
        if not self.bar.disable:
            self.bar.set_postfix_str(str(self.collected.estimate), refresh=False)
        self.bar.update(chunk.games)

    def _replace_workers(self) -> None:
        self.failures += 1
        if self.failures > MOST_FAILURES:
            raise WorkersLostError(
                f"workers died {self.failures} times in a row and finished nothing"
            )
        self.workers.renew()

    def _kept(self) -> str:
        """Describe the state of the games that were played before an error."""
        games = f"{self.collected.games:,} of {self.task.games:,} games"
        return f"; {games} are kept in {self.store.path}" if self.store else ""


def _checked(result: PlayedChunk, games: int) -> PlayedChunk:
    """Return a worker's result; one with another minevis may answer anything."""
    try:
        totals, seconds = result
        totals.check(games)
        return totals, float(seconds)
    except (AttributeError, TypeError, ValueError) as error:
        rule = "does it have this version of minevis?"
        raise WorkersLostError(
            f"a worker's answer is no result of {games} games; {rule}"
        ) from error


class Collected:
    """The results of a task, chunk by chunk in whatever order; each game at most once.

    >>> task = Task.of("beginner", "exact", games=3, seed=0, first=(0, 0), safe_radius=0)
    >>> Collected(task).trials().missing
    3
    """

    def __init__(self, task: Task) -> None:
        self.task = task
        self.ends: list[tuple[int, np.ndarray]] = []  # the first game of a chunk, its uint8 [g]
        self.sums = Totals.empty()
        self.games = self.won = 0

    def add(self, start: int, totals: Totals) -> None:
        """Add the games of the seeds from `start` on."""
        self.ends.append((start - self.task.seed, totals.ends))
        self.games += totals.ends.size
        self.won += totals.counts[0]
        self.sums = Totals(self.sums.ends, *summed([self.sums, totals]))

    @property
    def estimate(self) -> Estimate:
        """The win ratio so far with its interval, for a progress bar."""
        return Estimate.of_counts(self.won, self.games)

    def trials(self) -> Trials:
        """Return the results so far, up to the last game played."""
        games = max((first + ends.size for first, ends in self.ends), default=0)
        totals = Totals(Totals.empty(games).ends, *summed([self.sums]))
        for first, ends in self.ends:
            totals.ends[first : first + ends.size] = ends
        return Trials(self.task, totals)


class DeferredInterrupt:
    """Turns the first Ctrl-C into `requested`, so that no chunk is cut short.

    A second Ctrl-C is a `KeyboardInterrupt`. A context manager; outside the main thread,
    which gets no signals, it does nothing.

    >>> import signal
    >>> with DeferredInterrupt() as interrupt:
    ...     signal.raise_signal(signal.SIGINT)
    ...     interrupt.requested
    True
    """

    def __init__(self) -> None:
        self.requested = False
        self.deferred = True
        self._heard = ctrl_c_handled_by(self._on_signal)

    def __enter__(self) -> "DeferredInterrupt":
        self._heard.__enter__()
        return self

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        if self.requested or not self.deferred:
            self.requested = True
            raise KeyboardInterrupt
        self.requested = True

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Work that may be dropped half done: Ctrl-C ends it, and only it, at once.

        >>> import signal
        >>> with DeferredInterrupt() as interrupt:
        ...     with interrupt.at_once():
        ...         signal.raise_signal(signal.SIGINT)
        ...         print("not reached")
        ...     interrupt.requested
        True
        """
        self.deferred = False
        try:
            yield
        except KeyboardInterrupt:
            if not self.requested:
                raise
        finally:
            self.deferred = True

    def __exit__(self, *raised: Any) -> None:
        self._heard.__exit__(*raised)
