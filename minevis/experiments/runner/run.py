"""A task from beginning to end: what is stored is read, what is missing is played."""

from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import Any

from tqdm.auto import tqdm

from minevis.core.errors import WorkersLostError
from minevis.experiments.runner.chunk import must_compile
from minevis.experiments.runner.harvest import Harvest, Patience
from minevis.experiments.runner.results import Trials
from minevis.experiments.runner.schedule import Piece, Schedule, gaps_between
from minevis.experiments.runner.store import Store
from minevis.experiments.runner.task import Task
from minevis.experiments.runner.workers import AHEAD, MOST_BREAKDOWNS, Crew, crew_of

LOOK_UP_SECONDS = 0.1  # between looks at whether Ctrl-C was pressed


class Run:
    """One run of a task by a crew; `play` returns what came of it."""

    def __init__(self, task: Task, crew: Crew, store: Store | None, bar: Any) -> None:
        self.task, self.crew, self.store, self.bar = task, crew, store, bar
        self.harvest = Harvest(task)
        self.under_way: dict[Future, Piece] = {}
        self.breakdowns = 0

    def play(self, chunk: int | None) -> Trials:
        """Play all that the store does not hold; after Ctrl-C, what there is by then."""
        covered = self._recall()
        gaps = gaps_between(covered, self.task.seed, self.task.stop)
        schedule = Schedule(gaps, self.crew.workers, size=chunk)
        with Patience() as patience:
            while not patience.over and self._hand_out(schedule):
                done, _ = wait(self.under_way, LOOK_UP_SECONDS, return_when=FIRST_COMPLETED)
                self._bring_in(done, schedule)
            if patience.over:
                self.crew.stop()
                self._bring_in({f for f in self.under_way if _came_home(f)}, schedule)
        return self.harvest.trials()

    def _recall(self) -> list[Piece]:
        covered = []
        for start, tally in self.store.finished(self.task) if self.store else ():
            self.harvest.add(start, tally)
            covered.append((start, tally.ends.size))
        self.bar.initial = self.bar.n = self.harvest.games  # not part of the speed
        return covered

    def _hand_out(self, schedule: Schedule) -> bool:
        """Keep the crew busy; whether anything is under way."""
        while len(self.under_way) < AHEAD * self.crew.workers:
            piece = schedule.next()
            if piece is None:
                break
            self.under_way[self.crew.submit(self.task, *piece)] = piece
        return bool(self.under_way)

    def _bring_in(self, done: set[Future], schedule: Schedule) -> None:
        broken = False
        for future in done:
            piece = self.under_way.pop(future)
            try:
                tally, seconds = future.result()
            except self.crew.lost:
                schedule.put_back(piece)
                broken = True
                continue
            self.breakdowns = 0
            if self.store:
                self.store.add(self.task, piece[0], tally)
            self._count(*piece, tally)
            schedule.learn(piece[1], seconds)
        if broken:
            self._recover()

    def _recover(self) -> None:
        self.breakdowns += 1
        if self.breakdowns > MOST_BREAKDOWNS:
            raise WorkersLostError(
                f"workers died {self.breakdowns} times in a row and finished nothing"
            )
        self.crew.renew()

    def _count(self, start: int, games: int, tally: Any) -> None:
        self.harvest.add(start, tally)
        if not self.bar.disable:
            self.bar.set_postfix_str(self.harvest.running(), refresh=False)
        self.bar.update(games)


def run(task: Task, *, engine: Any, store: Any, progress: bool, chunk: int | None = None) -> Trials:
    """Play `task`; `store` is a path, a `Store` or None. See `trials`."""
    if isinstance(store, Store | None):
        return _run(task, engine, store, progress, chunk)
    with Store(store) as opened:
        return _run(task, engine, opened, progress, chunk)


def _run(task: Task, engine: Any, store: Store | None, progress: bool, chunk: int | None) -> Trials:
    if store:
        _ = task.key  # a player that cannot be stored says so before anything is played
    crew = crew_of(engine, task)
    try:
        with tqdm(
            total=task.games, unit=" games", desc=str(task), disable=not progress, leave=True
        ) as bar:
            if must_compile(task):
                bar.set_postfix_str("compiling the players first: a minute or two, once")
            return Run(task, crew, store, bar).play(chunk)
    finally:
        crew.close()


def _came_home(future: Future) -> bool:
    return future.done() and not future.cancelled() and future.exception() is None
