"""Work in this thread, in threads, in processes or on a Dask cluster, by joblib."""

import os
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from time import sleep
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from minevis.errors import WorkersLostError
from minevis.utils.checks import as_int
from minevis.utils.options import worker_count

if TYPE_CHECKING:
    from distributed import Client

Workers: TypeAlias = "int | str | Client | None"  # see `trials`
Place: TypeAlias = dict[str, Any]  # options of joblib.Parallel; none: this thread
Item = TypeVar("Item")
Result = TypeVar("Result")

MOST_FAILURES = 5  # in a row, before a run gives up


def results(
    place: Place, work: Callable[[Item], Result], left: Callable[[], Iterable[Item]]
) -> Generator[tuple[Item, Result], None, None]:
    """Yield items with their results, when ready. If a worker dies, unfinished items begin again.

    Threads call `next` on the items. Raises `WorkersLostError` if workers die again and again.
    """
    if not place:
        yield from (_paired(work, item) for item in left())
        return
    from joblib import Parallel, delayed  # not for the help

    failures = 0  # in a row
    while True:
        with ignore_sigint() if "initializer" in place else nullcontext():
            parallel = Parallel(return_as="generator_unordered", batch_size=1, **place)
            answers = parallel(delayed(_paired)(work, item) for item in left())
        try:
            for answer in answers:
                failures = 0
                yield answer
            return
        except Exception as error:
            if not isinstance(error, BrokenExecutor) and type(error).__name__ != "KilledWorker":
                raise
            failures += 1
            if failures > MOST_FAILURES:
                raise WorkersLostError(
                    f"workers died {failures} times in a row without finishing a chunk"
                ) from error
        finally:
            with suppress(KeyboardInterrupt):  # drops the rest; close() would warn
                answers.throw(KeyboardInterrupt)


def _paired(work: Callable[[Item], Result], item: Item) -> tuple[Item, Result]:
    return item, work(item)


def workers_for(workers: Workers, tasks: int, *, threads: bool) -> AbstractContextManager[Place]:
    """Return the place for a `workers=` argument. Raises `ValueError` for other arguments.

    `threads` run in parallel if the work releases Python's lock; otherwise None is one process.
    """
    if workers is None or (as_int(workers) or 0) >= 1:
        count = worker_count("workers", workers if threads else workers or 1, tasks)
        return nullcontext(local(count, threads=threads))
    is_address = isinstance(workers, str) and ":" in workers
    if is_address or type(workers).__module__.split(".")[0] == "distributed":
        from minevis.experiments.cluster import cluster  # not for the help

        return cluster(workers)
    raise ValueError(
        f"workers={workers!r}: it must be None, an integer of 1 or more, "
        'the "tcp://…" address of a Dask scheduler or a dask.distributed Client'
    )


def local(count: int, *, threads: bool = False) -> Place:
    """Return threads or processes of this machine; a single one is this thread.

    Processes stay for later runs, and end with this process.
    """
    if count == 1 or sys.platform == "emscripten":
        return {}
    if threads:
        return {"backend": "threading", "n_jobs": count}
    follow = {"initializer": _follow, "initargs": (os.getpid(),)}
    return {"backend": "loky", "n_jobs": count, **follow}


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
