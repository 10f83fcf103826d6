"""Workers that play chunks: threads of this process, processes of this machine, a Dask cluster.

All of them are executors in the sense of `concurrent.futures`, so one loop serves.
"""

import logging
import os
import signal
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from time import sleep
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from tqdm import tqdm

from minevis.core.cores import worker_count
from minevis.core.errors import WorkersLostError, whole
from minevis.experiments.runner.chunk import play_chunk
from minevis.experiments.runner.schedule import Chunk
from minevis.experiments.runner.task import Task
from minevis.experiments.runner.totals import Totals
from minevis.game_loop import has_kernels
from minevis.interrupts import ctrl_c_handled_by

if TYPE_CHECKING:
    from distributed import Client

Engine: TypeAlias = "int | str | Client | None"  # see `trials`
PlayedChunk: TypeAlias = tuple[Totals, float]  # its result, and its seconds

CHUNKS_A_WORKER = 2  # under way at a time, so that no worker waits for the next
MOST_FAILURES = 5  # in a row, before a run gives up
REACHED_WITHIN = 4  # seconds: a scheduler that takes longer is reported
ANSWER_SECONDS = 1  # for a scheduler to count its workers; Ctrl-C waits for it
IDLE_SECONDS = 300  # after which local processes end
CLUSTER_LOST = "the Dask cluster answers no more"
CLOSE_SECONDS = 2  # for a cluster to take leave


class Workers(Protocol):
    """Plays the chunks of a task.

    >>> workers: Workers = ThreadWorkers(2)
    >>> workers.close()
    """

    errors: tuple[type[BaseException], ...]  # that a future raises whose worker was lost

    @property
    def count(self) -> int:
        """How many chunks are played at the same time."""

    def submit(self, task: Task, chunk: Chunk) -> Future[PlayedChunk]:
        """Have a chunk played."""

    def renew(self) -> None:
        """Replace workers that were lost."""

    def stop(self) -> None:
        """Drop the chunks that nobody has begun, and end or wait for the others."""

    def close(self) -> None:
        """Release the workers at the end of a run."""


class ThreadWorkers:
    """Threads of this process: kernels let each other run, the readable solver does not.

    >>> task = Task.of("beginner", "exact", games=9, seed=0, first=(0, 0), safe_radius=0)
    >>> workers = ThreadWorkers(2)
    >>> totals, seconds = workers.submit(task, Chunk(0, 9)).result()
    >>> totals.counts
    (8, 1, 0, 0)
    >>> workers.close()
    """

    errors: tuple[type[BaseException], ...] = ()

    def __init__(self, count: int) -> None:
        self.count = count
        self.executor = ThreadPoolExecutor(count, thread_name_prefix="minevis")

    def submit(self, task: Task, chunk: Chunk) -> Future[PlayedChunk]:
        """Queue a chunk."""
        return self.executor.submit(play_chunk, task, *chunk)

    def renew(self) -> None:
        """Threads are not lost."""

    def stop(self) -> None:
        """Wait for the chunks under way, half a second or so."""
        self.close()

    def close(self) -> None:
        """Let the threads end."""
        self.executor.shutdown(wait=True, cancel_futures=True)


class InlineWorker:
    """No thread at all, for hosts without threads: a chunk is played when it is submitted.

    >>> task = Task.of("beginner", "exact", games=9, seed=0, first=(0, 0), safe_radius=0)
    >>> workers = InlineWorker()
    >>> totals, seconds = workers.submit(task, Chunk(0, 9)).result()
    >>> totals.counts
    (8, 1, 0, 0)
    >>> workers.close()
    """

    count = 1
    errors: tuple[type[BaseException], ...] = ()

    def submit(self, task: Task, chunk: Chunk) -> Future[PlayedChunk]:
        """Play a chunk."""
        future: Future[PlayedChunk] = Future()
        try:
            future.set_result(play_chunk(task, *chunk))
        except Exception as error:
            future.set_exception(error)
        return future

    def renew(self) -> None:
        """Nothing to replace."""

    def stop(self) -> None:
        """Nothing to stop."""

    close = stop


class ProcessWorkers:
    """Processes of this machine: this one and others, by joblib's loky.

    Kernels are played here too, in a thread, so that no time is lost while the others
    start; these stay warm for the next run. The readable solver would hold up the
    dispatching of chunks, and a guess of somebody's own may end its process: that is
    left to the others.

    >>> workers = ProcessWorkers(2, here=True)
    >>> workers.count, workers.others
    (2, 1)
    >>> workers.stop()
    """

    errors: tuple[type[BaseException], ...] = (BrokenExecutor,)

    def __init__(self, count: int, *, here: bool) -> None:
        self.count = count
        self.others = count - here
        self.executor = self._executor()
        self.here = ThreadWorkers(1) if here else None
        self.played_here: set[Future[PlayedChunk]] = set()

    def _executor(self) -> Executor:
        return local_processes(self.others)

    def submit(self, task: Task, chunk: Chunk) -> Future[PlayedChunk]:
        """Queue a chunk here, if there is nothing to do, or with the others."""
        self.played_here = {future for future in self.played_here if not future.done()}
        if self.here is None or len(self.played_here) >= CHUNKS_A_WORKER:
            return self._send(task, chunk)
        future = self.here.submit(task, chunk)
        self.played_here.add(future)
        return future

    def _send(self, task: Task, chunk: Chunk) -> Future[PlayedChunk]:
        """Queue a chunk with the other processes; those that died since are replaced."""
        for _ in range(MOST_FAILURES):
            try:
                with deaf_to_interrupts():
                    return self.executor.submit(play_chunk, task, *chunk)
            except BrokenExecutor:
                self.renew()
        raise WorkersLostError(f"{MOST_FAILURES} sets of processes died before they could play")

    def renew(self) -> None:
        """A fresh set of processes, if the old one is broken."""
        self.executor = self._executor()

    def stop(self) -> None:
        """End the other processes at once."""
        self.executor.shutdown(wait=True, kill_workers=True)  # type: ignore[call-arg]
        if self.here is not None:
            self.here.stop()

    def close(self) -> None:
        """Leave the other processes to the next run; they end by themselves."""
        if self.here is not None:
            self.here.close()


def local_processes(count: int) -> Executor:
    """Processes of this machine, by joblib's loky: warm from call to call, gone with this one.

    Raises `ValueError` without joblib.

    >>> local_processes(1).submit(sum, [1, 2]).result()
    3
    """
    try:
        from joblib.executor import get_memmapping_executor
    except ImportError as error:
        raise ValueError("workers=<processes> needs joblib, which is not installed") from error
    with deaf_to_interrupts():
        executor: Executor = get_memmapping_executor(
            count, timeout=IDLE_SECONDS, initializer=_follow, initargs=(os.getpid(),)
        )
    return executor


@contextmanager
def deaf_to_interrupts() -> Iterator[None]:
    """Processes that are started here hear no Ctrl-C, not even while they are loading.

    Nor does this one, for the moment that starting them takes.

    >>> with deaf_to_interrupts():
    ...     local_processes(1).submit(sum, [1, 2]).result()
    3
    """
    with ctrl_c_handled_by(signal.SIG_IGN):
        yield


class DaskWorkers:
    """A Dask cluster: a client of `distributed`, or the address of its scheduler.

    >>> DaskWorkers("nowhere:in particular")
    Traceback (most recent call last):
    ...
    minevis.core.errors.WorkersLostError: workers='nowhere:in particular': no Dask scheduler ...
    """

    def __init__(self, workers: "str | Client") -> None:
        distributed = _distributed()
        self.errors: tuple[type[BaseException], ...] = (
            BrokenExecutor,
            distributed.scheduler.KilledWorker,
        )
        self.ours = isinstance(workers, str)
        self.threads = 1
        self.client: Any = workers
        try:
            if isinstance(workers, str):
                self.client = _client_of(distributed, workers)
        except Exception as error:  # of all kinds, if another program answers
            raise WorkersLostError(
                f"workers={workers!r}: no Dask scheduler answers there"
            ) from error
        self.executor = self.client.get_executor(pure=False)

    @property
    def count(self) -> int:
        """The threads of all workers, as last heard: clusters grow and shrink."""
        try:
            with suppress(TimeoutError):  # a busy scheduler
                threads = self.client.nthreads(callback_timeout=ANSWER_SECONDS)
                self.threads = max(sum(map(int, threads.values())), 1)
        except OSError as error:
            raise WorkersLostError(CLUSTER_LOST) from error
        return self.threads

    def submit(self, task: Task, chunk: Chunk) -> Future[PlayedChunk]:
        """Send a chunk to the cluster."""
        future: Future[PlayedChunk] = self.executor.submit(play_chunk, task, *chunk)
        return future

    def renew(self) -> None:
        """The scheduler replaces workers by itself."""

    def stop(self) -> None:
        """Cancel unfinished work."""
        self.executor.shutdown(wait=False)

    def close(self) -> None:
        """Leave the cluster as it was found; one that is gone needs no goodbye."""
        with suppress(OSError):
            if self.client.status == "running":
                self.executor.shutdown(wait=False)
            if self.ours:
                with _no_logs_of_dask():  # a client that looks for its scheduler says so at length
                    self.client.close(timeout=CLOSE_SECONDS)


def _client_of(distributed: Any, address: str) -> Any:
    """A client of a scheduler. If that reports two things at once when one comes, an assertion
    in `distributed` fails, and the next one is let in.

    `distributed` waits for ever if somebody listens and says nothing. A thread does that.
    """

    def connect() -> Any:
        for _ in range(MOST_FAILURES - 1):
            with suppress(AssertionError):
                return distributed.Client(address, timeout=REACHED_WITHIN)
        return distributed.Client(address, timeout=REACHED_WITHIN)

    def answer() -> None:
        try:
            client.set_result(connect())
        except Exception as error:
            client.set_exception(error)

    client: Future[Any] = Future()
    threading.Thread(target=answer, daemon=True).start()
    return client.result(REACHED_WITHIN)


def workers_for(workers: Engine, task: Task) -> Workers:
    """The workers that a `workers=` argument asks for. Raises `ValueError` for no such thing.

    >>> task = Task.of("beginner", "exact", games=1, seed=0, first=(0, 0), safe_radius=0)
    >>> workers_for(1, task).count, workers_for(np.int64(1), task).count
    (1, 1)
    """
    if workers is None:
        count = worker_count("workers", None, task.games)
        return _threads(count if has_kernels(task.player) else 1)
    if (whole(workers) or 0) >= 1:
        count = worker_count("workers", workers, task.games)
        return _threads(1) if count == 1 else ProcessWorkers(count, here=has_kernels(task.player))
    if isinstance(workers, str):
        if ":" in workers:
            return DaskWorkers(workers)
    elif type(workers).__module__.split(".")[0] == "distributed":
        return DaskWorkers(workers)  # type: ignore[arg-type]
    raise ValueError(
        f"workers={workers!r}: it must be None, a number of processes of 1 or more, "
        'the "tcp://…" address of a Dask scheduler or a dask.distributed Client'
    )


def _threads(count: int) -> Workers:
    return InlineWorker() if sys.platform == "emscripten" else ThreadWorkers(count)


def _follow(parent: int) -> None:
    """Ctrl-C reaches all processes of a terminal; the one that started them decides.

    When that one ends, even by kill -9, this one does too.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _lock_bars_alone()
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _lock_bars_alone() -> None:
    """Bars of this process wait for each other only: the lock that tqdm would make is one of the
    machine, which a process that is killed leaves behind, and Python warns of that.
    """
    tqdm.set_lock(threading.RLock())


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        sleep(1)
    os._exit(1)


@contextmanager
def _no_logs_of_dask() -> Iterator[None]:
    loggers = [logging.getLogger(f"distributed{part}") for part in ("", ".client", ".utils")]
    before = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in zip(loggers, before, strict=True):
            logger.setLevel(level)


def _distributed() -> Any:
    try:
        import distributed
    except ImportError as error:
        raise ValueError(
            "a cluster needs Dask's distributed: python -m pip install 'minevis[cluster]'"
        ) from error
    return distributed
