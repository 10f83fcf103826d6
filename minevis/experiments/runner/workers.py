"""Who plays: threads of this process, processes of this machine, a Dask cluster.

All of them are executors in the sense of `concurrent.futures`, so one loop serves.
"""

import os
import signal
import sys
import threading
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from time import sleep
from typing import Any, Protocol

from minevis.core.errors import WorkersLostError
from minevis.experiments.runner.chunk import compiled, play_chunk
from minevis.experiments.runner.task import Task

AHEAD = 2  # pieces handed out for each worker, so that none waits for the next
MOST_BREAKDOWNS = 5  # in a row, before a run gives up
IDLE_SECONDS = 300  # after which local processes leave


class Crew(Protocol):
    """Workers that play pieces of a task."""

    lost: tuple[type[BaseException], ...]  # what a piece says whose worker was lost

    @property
    def workers(self) -> int:
        """How many pieces are played at the same time."""

    def submit(self, task: Task, start: int, games: int) -> Future:
        """Have a piece played: a future of what `play_chunk` returns."""

    def renew(self) -> None:
        """Replace workers that were lost."""

    def stop(self) -> None:
        """Take no more pieces; let what cannot be stopped in mid-air come down."""

    def close(self) -> None:
        """Send the workers home."""


class Threads:
    """Threads of this process: kernels let each other run, the readable solver does not."""

    lost: tuple[type[BaseException], ...] = ()

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.executor = ThreadPoolExecutor(workers, thread_name_prefix="minevis")

    def submit(self, task: Task, start: int, games: int) -> Future:
        """Queue a piece."""
        return self.executor.submit(play_chunk, task, start, games)

    def renew(self) -> None:
        """Threads are not lost."""

    def stop(self) -> None:
        """Wait for the pieces under way: half a second or so."""
        self.executor.shutdown(wait=True, cancel_futures=True)

    close = stop


class Inline:
    """No threads at all, for hosts that have none: a piece is played when it is submitted."""

    workers = 1
    lost: tuple[type[BaseException], ...] = ()

    def submit(self, task: Task, start: int, games: int) -> Future:
        """Play a piece."""
        future: Future = Future()
        try:
            future.set_result(play_chunk(task, start, games))
        except Exception as error:
            future.set_exception(error)
        return future

    def renew(self) -> None:
        """Nothing to replace."""

    def stop(self) -> None:
        """Nothing to stop."""

    close = stop


class Processes:
    """Processes of this machine: this one and others, by joblib's loky.

    Kernels are played here too, in a thread, so that no time is lost while the others
    start; these stay warm for the next run. The readable solver would hold up the
    handing out of pieces, and a guess of somebody's own may end its process: that is
    left to the others.
    """

    lost: tuple[type[BaseException], ...] = (BrokenExecutor,)

    def __init__(self, workers: int, *, here: bool) -> None:
        self.workers = workers
        self.others = workers - here
        self.executor = self._executor()
        self.here = Threads(1) if here else None
        self.played_here: set[Future] = set()

    def _executor(self) -> Executor:
        try:
            from joblib.externals.loky import get_reusable_executor
        except ImportError as error:
            raise ValueError("engine=<processes> needs joblib, which is not installed") from error
        return get_reusable_executor(
            max_workers=self.others,
            timeout=IDLE_SECONDS,
            initializer=_follow,
            initargs=(os.getpid(),),
        )

    def submit(self, task: Task, start: int, games: int) -> Future:
        """Queue a piece here, if there is nothing to do, or with the others."""
        self.played_here = {future for future in self.played_here if not future.done()}
        if self.here is None or len(self.played_here) >= AHEAD:
            return self._send(task, start, games)
        future = self.here.submit(task, start, games)
        self.played_here.add(future)
        return future

    def _send(self, task: Task, start: int, games: int) -> Future:
        """Queue a piece with the other processes; those that died since are replaced."""
        for _ in range(MOST_BREAKDOWNS):
            try:
                return self.executor.submit(play_chunk, task, start, games)
            except BrokenExecutor:
                self.renew()
        raise WorkersLostError(f"{MOST_BREAKDOWNS} sets of processes died before they could play")

    def renew(self) -> None:
        """A fresh set of processes, where the old one is broken."""
        self.executor = self._executor()

    def stop(self) -> None:
        """End the other processes at once."""
        self.executor.shutdown(wait=True, kill_workers=True)  # type: ignore[call-arg]
        self.close()

    def close(self) -> None:
        """Leave the other processes to the next run; they go by themselves."""
        if self.here is not None:
            self.here.close()


class Cluster:
    """A Dask cluster: a client of `distributed`, or the address of its scheduler."""

    def __init__(self, engine: Any) -> None:
        distributed = _distributed()
        self.lost: tuple[type[BaseException], ...] = (
            BrokenExecutor,
            distributed.scheduler.KilledWorker,
        )
        self.ours = isinstance(engine, str)
        try:
            self.client = distributed.Client(engine) if self.ours else engine
        except (OSError, ValueError) as error:
            raise WorkersLostError(f"engine={engine!r}: no Dask scheduler answers there") from error
        self.executor = self.client.get_executor(pure=False)

    @property
    def workers(self) -> int:
        """The threads of all workers as they are now; clusters grow and shrink."""
        return max(sum(self.client.nthreads().values()), 1)

    def submit(self, task: Task, start: int, games: int) -> Future:
        """Send a piece to the cluster."""
        return self.executor.submit(play_chunk, task, start, games)

    def renew(self) -> None:
        """The scheduler replaces workers by itself."""

    def stop(self) -> None:
        """Cancel what is not done."""
        self.executor.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        """Leave the cluster as it was found."""
        self.executor.shutdown(wait=False)
        if self.ours:
            self.client.close()


def crew_of(engine: Any, task: Task) -> Crew:
    """The crew that an `engine=` argument asks for. Raises `ValueError` for no such thing."""
    if engine is None:
        return _here((os.cpu_count() or 1) if compiled(task) else 1)
    if isinstance(engine, int) and not isinstance(engine, bool) and engine >= 1:
        return _here(1) if engine == 1 else Processes(engine, here=compiled(task))
    if (isinstance(engine, str) and ":" in engine) or type(engine).__module__.split(".")[
        0
    ] == "distributed":
        return Cluster(engine)
    raise ValueError(
        f"engine={engine!r}: it must be None, a number of processes of 1 or more, "
        'the "tcp://…" address of a Dask scheduler or a dask.distributed Client'
    )


def _follow(leader: int) -> None:
    """Ctrl-C reaches all processes of a terminal; the one that started them decides.

    When that one ends, even by kill -9, this one does too.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_outlive_for_a_moment, args=(leader,), daemon=True).start()


def _outlive_for_a_moment(leader: int) -> None:
    while os.getppid() == leader:
        sleep(1)
    os._exit(1)


def _here(threads: int) -> Crew:
    return Inline() if sys.platform == "emscripten" else Threads(threads)


def _distributed() -> Any:
    try:
        import distributed
    except ImportError as error:
        raise ValueError(
            "a cluster needs Dask's distributed: python -m pip install 'minevis[cluster]'"
        ) from error
    return distributed
