"""Play the games of a task: here, in threads, in processes or on a cluster.

All workers are executors in the sense of `concurrent.futures`, and one loop serves them.
"""

import logging
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Future,
    ThreadPoolExecutor,
    wait,
)
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import partial
from importlib import import_module
from itertools import islice
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

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
from minevis.errors import WorkersLostError, as_int
from minevis.experiments.statistics import Estimate
from minevis.experiments.store import MOST_GAMES, Store, opened
from minevis.experiments.task import Task, Totals, summed
from minevis.game.board import Board
from minevis.game.grid import Cell
from minevis.game.hashing import random_cell
from minevis.game_loop import events_of, has_kernels
from minevis.solver.events import Event, Exploded, Finished, Guessed, Opened
from minevis.utils.formatting import quantity
from minevis.utils.options import worker_count
from minevis.utils.progress import compiling_for, progress_bar

if TYPE_CHECKING:
    from distributed import Client
    from tqdm import tqdm

Workers: TypeAlias = "int | str | Client | None"  # see `trials`
Chunk: TypeAlias = tuple[int, int]  # the first seed, and how many games
Item = TypeVar("Item")
Result = TypeVar("Result")

GAMES, SLOW_GAMES = MOST_GAMES, 32  # of a chunk, on boards of up to `EXPERT` cells: at most 0.5 s
EXPERT = 480
TASKS_A_WORKER = 2  # active at a time, so that no worker waits for the next
MOST_FAILURES = 5  # in a row, before a run gives up
LOOK_SECONDS = 0.1  # between looks at the workers; Windows handles Ctrl-C only between them
REACHED_WITHIN = 4  # seconds; a slower scheduler is reported
ANSWER_SECONDS = 1  # for a scheduler to count its workers
IDLE_SECONDS = 300  # after which local processes end
CLOSE_SECONDS = 2  # for closing a cluster
SAID_AFTER = 5  # seconds without a scheduler's answer, or without workers
LOST_AFTER = 120  # such seconds
CLUSTER_LOST = "the Dask cluster no longer answers"
SILENT, EMPTY = "does not answer", "has no workers"
RULES_OF_CLUSTERS = {
    SILENT: "is its scheduler still running, and the network up?",
    EMPTY: "start some (dask worker ADDRESS), and pass a client after client.wait_for_workers(1)",
}


def play(
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
    found = Collected(task)
    with (
        suppress(KeyboardInterrupt),
        compiling_for(str(task.player), progress=progress),
        workers_for(workers, task) as pool,  # an error here leaves no empty store
        opened(store) as kept,
        progress_bar(
            progress=progress, delay=0, total=task.games, unit=" games", desc=str(task)
        ) as bar,
    ):
        try:
            _play(task, pool, found, kept, bar)
        except WorkersLostError as error:
            games = f"{found.games:,} of {task.games:,} games"
            where = f"; {games} are kept in {kept.path}" if kept else ""
            raise WorkersLostError(f"{error}{where}") from error
    return found.totals()


def _play(
    task: Task, pool: "Pool", found: "Collected", store: Store | None, bar: "tqdm[Any]"
) -> None:
    for start, totals in store.finished(task) if store else ():
        found.add(start, totals)
    bar.initial = bar.n = found.games  # not part of the speed
    if found.games < task.games:
        if store:
            store.check_writable()
        pool.prepare()
    covered = [(start, ends.size) for start, ends in found.ends.items()]
    chunks = gaps(task, covered, chunk_games(task))
    for (start, games), totals in results(pool, partial(play_chunk, task), chunks):
        _check(totals, games, task)
        if store:
            store.add(task, start, totals)
        found.add(start, totals)
        if not bar.disable:
            bar.set_postfix_str(str(Estimate.of_counts(found.won, found.games)), refresh=False)
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


def gaps(task: Task, covered: Iterable[Chunk], games: int) -> Iterator[Chunk]:
    """Yield the chunks of a task outside `covered`, which is in order."""
    at = task.seed
    for start, size in (*covered, (task.stop, 0)):
        while at < start:
            end = min(start, at - at % games + games)
            yield at, end - at
            at = end
        at = start + size


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

    def totals(self) -> Totals:
        """Return the results up to the last game played."""
        stop = max((start + ends.size for start, ends in self.ends.items()), default=self.task.seed)
        totals = Totals(Totals.empty(stop - self.task.seed).ends, *summed([self.sums]))
        for start, ends in self.ends.items():
            totals.ends[start - self.task.seed :][: ends.size] = ends
        return totals


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
    outcomes = _play_many(task, seeds)
    left = outcomes.ends == UNDECIDED
    return _filled_in(outcomes, left, play_readably(task, seeds[left])) if left.any() else outcomes


def _play_many(task: Task, seeds: np.ndarray) -> Outcomes:
    from minevis.engine.kernels import play_many

    return play_many(task.level, task.player, seeds, first=task.first, safe_radius=task.safe_radius)


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
                    _note_risk(outcomes, event.risk, bool(board.mined[event.cell]))
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


def _note_risk(outcomes: Outcomes, risk: float, hit: bool) -> None:
    percent = min(int(100 * risk), PERCENTS - 1)
    outcomes.risk_sum[percent] += int(RISK_UNITS * risk + 0.5)
    outcomes.taken[percent] += 1
    outcomes.hits[percent] += hit


class Pool(NamedTuple):
    """Workers: how a task is given to them, and how many tasks they should have."""

    submit: Callable[..., Future[Any]]
    room: Callable[[], int]
    prepare: Callable[[], object] = lambda: None


def results(
    pool: Pool, work: Callable[[Item], Result], items: Iterable[Item]
) -> Iterator[tuple[Item, Result]]:
    """Yield items with their results, when ready. If a worker dies, its item is tried again.

    Raises `WorkersLostError` if workers die again and again, or if a cluster is lost.
    """
    waiting, queue = iter(items), deque[Item]()
    under_way: dict[Future[Result], Item] = {}
    failures = 0  # in a row
    while True:
        died = False
        queue.extend(islice(waiting, max(pool.room() - len(under_way) - len(queue), 0)))
        try:
            while queue:
                under_way[pool.submit(work, queue[0])] = queue[0]
                queue.popleft()  # only now: dead workers take no items
        except BrokenExecutor:
            died = True
        if not under_way and not queue:
            return
        done, _ = wait(under_way, LOOK_SECONDS, return_when=FIRST_COMPLETED)
        for future in done:
            item = under_way.pop(future)
            try:
                result = future.result()
            except CancelledError as error:  # by nobody here
                raise WorkersLostError(CLUSTER_LOST) from error
            except Exception as error:
                if not isinstance(error, BrokenExecutor) and type(error).__name__ != "KilledWorker":
                    raise
                queue.append(item)
                died = True
            else:
                failures = 0
                yield item, result
        failures += died
        if failures > MOST_FAILURES:
            raise WorkersLostError(
                f"workers died {failures} times in a row without finishing a chunk"
            )


def workers_for(workers: Workers, task: Task) -> AbstractContextManager[Pool]:
    """Return the workers for a `workers=` argument.

    At the end of the context they drop unfinished work. Raises `ValueError` for other arguments.
    """
    if workers is None or (as_int(workers) or 0) >= 1:
        kernels = has_kernels(task.player)
        chunks = -(-task.games // chunk_games(task))
        count = worker_count("workers", workers if kernels else workers or 1, chunks)
        return threads(count, task) if kernels and count > 1 else processes(count)
    if isinstance(workers, str) and ":" in workers:
        return cluster(workers)
    if type(workers).__module__.split(".")[0] == "distributed":
        return cluster(workers)  # type: ignore[arg-type]
    raise ValueError(
        f"workers={workers!r}: it must be None, an integer of 1 or more, "
        'the "tcp://…" address of a Dask scheduler or a dask.distributed Client'
    )


@contextmanager
def threads(count: int, task: Task) -> Iterator[Pool]:
    """Start threads of this process: kernels run in parallel, the readable solver does not."""
    compiled = partial(outcomes_of, task, task.seed, 0)  # in this thread, which hears Ctrl-C
    executor = ThreadPoolExecutor(count, thread_name_prefix="minevis")
    try:
        yield Pool(executor.submit, lambda: TASKS_A_WORKER * count, compiled)
    finally:
        executor.shutdown(cancel_futures=True)


@contextmanager
def processes(count: int) -> Iterator[Pool]:
    """Start processes of this machine, by joblib; a single one is this process.

    They stay for later runs, and end with this process. Raises `ValueError` without joblib.
    """
    if count == 1:
        yield Pool(_do_at_once, lambda: 1)
        return
    try:
        from joblib.executor import get_memmapping_executor
    except ImportError as error:
        raise ValueError(
            f"workers={count}: processes need joblib: python -m pip install joblib"
        ) from error
    options = {"timeout": IDLE_SECONDS, "initializer": _follow, "initargs": (os.getpid(),)}
    start: Callable[[], Any] = partial(get_memmapping_executor, count, **options)
    with ignore_sigint():
        executor = start()

    def submit(*task: Any) -> Any:
        nonlocal executor
        with ignore_sigint():  # it may start processes
            try:
                return executor.submit(*task)
            except BrokenExecutor:
                executor = start()
                return executor.submit(*task)

    try:
        yield Pool(submit, lambda: TASKS_A_WORKER * count)
    except BaseException:
        executor.shutdown(kill_workers=True)
        raise


def _do_at_once(function: Callable[..., Any], *arguments: Any) -> Future[Any]:
    """Call it in this thread, so that Ctrl-C ends it."""
    future: Future[Any] = Future()
    try:
        future.set_result(function(*arguments))
    except Exception as error:
        future.set_exception(error)
    return future


@contextmanager
def ignore_sigint() -> Iterator[None]:
    """Ignore Ctrl-C, also in processes started meanwhile, until they are loaded.

    Only the main thread can. A foreign handler stays: Python could not restore it.
    """
    in_main = threading.current_thread() is threading.main_thread()
    before = signal.getsignal(signal.SIGINT) if in_main else None
    if before is not None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        if before is not None:
            signal.signal(signal.SIGINT, before)


def _follow(parent: int) -> None:
    """Ignore Ctrl-C, which reaches every process of a terminal; the parent decides.

    When the parent ends, even by kill -9, this process ends too.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    from tqdm import tqdm

    tqdm.set_lock(threading.RLock())  # tqdm's own is the machine's, and outlives a killed process
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        sleep(1)
    os._exit(1)


@contextmanager
def cluster(workers: "str | Client") -> Iterator[Pool]:
    """Use a Dask cluster: a client of `distributed`, or the address of its scheduler."""
    try:
        from distributed.utils import silence_logging_cmgr
    except ImportError as error:
        rule = "a cluster needs Dask's distributed: python -m pip install 'minevis[cluster]'"
        raise ValueError(rule) from error
    client = _client_of(workers)
    executor, threads, patience = client.get_executor(pure=False), 1, _Patience()

    def room() -> int:
        nonlocal threads
        trouble = SILENT
        with suppress(TimeoutError):  # a busy scheduler
            threads = sum(map(int, client.nthreads(callback_timeout=ANSWER_SECONDS).values()))
            trouble = "" if threads else EMPTY
        patience.wait_for(trouble)
        return TASKS_A_WORKER * max(threads, 1)

    try:
        yield Pool(executor.submit, room)
    except WorkersLostError:
        raise
    except Exception as error:  # of any kind, if the client is lost or was closed
        if isinstance(error, OSError) or client.status != "running":
            raise WorkersLostError(CLUSTER_LOST) from error
        raise
    finally:
        with suppress(OSError), silence_logging_cmgr(logging.CRITICAL + 1):
            if client.status == "running":
                executor.shutdown(wait=False)
            if isinstance(workers, str):
                client.close(timeout=CLOSE_SECONDS)


class _Patience:
    """Waits for a scheduler that is silent or has no workers: a word first, then an error."""

    def __init__(self) -> None:
        self.since, self.said = monotonic(), False

    def wait_for(self, trouble: str) -> None:
        """Note what is wrong at the moment, "" for nothing. Raises `WorkersLostError`."""
        if not trouble:
            self.since, self.said = monotonic(), False
            return
        waited = monotonic() - self.since
        if waited >= LOST_AFTER:
            rule = RULES_OF_CLUSTERS[trouble]
            raise WorkersLostError(f"the Dask cluster {trouble} for {LOST_AFTER} seconds: {rule}")
        if waited >= SAID_AFTER and not self.said:
            self.said = True
            line = f"minevis: the Dask cluster {trouble}: waiting {LOST_AFTER} seconds at most"
            print(line, file=sys.stderr, flush=True)


def _client_of(workers: "str | Client") -> Any:
    """Return the client for a `workers=` argument, connected. Raises an error that names it."""
    if isinstance(workers, str):
        try:
            return connected(workers)
        except Exception as error:  # of any kind, if the address is not a scheduler
            rule = "no Dask scheduler answers there"
            raise WorkersLostError(f"workers={workers!r}: {rule}") from error
    if not hasattr(workers, "get_executor"):
        rule = "pass a dask.distributed Client, such as Client(cluster)"
        raise ValueError(f"workers={workers!r}: {rule}")
    if workers.status != "running":
        rule = f"this client is {workers.status}, and it must be running: make a new one"
        raise WorkersLostError(f"workers={workers!r}: {rule}")
    return workers


def connected(address: str) -> Any:
    """Return a client of a scheduler.

    `distributed` waits for ever if somebody listens and is silent: hence the thread. An assertion
    fails in it if a scheduler reports two things at once: hence the repetition.
    """
    dask: Any = import_module("distributed")
    client: Future[Any] = Future()

    def connect() -> None:
        try:
            for last in (False, False, True):
                with nullcontext() if last else suppress(AssertionError):
                    client.set_result(dask.Client(address, timeout=REACHED_WITHIN))
                    return
        except Exception as error:
            client.set_exception(error)

    threading.Thread(target=connect, daemon=True).start()
    return client.result(REACHED_WITHIN)
