"""A Dask cluster as a backend of joblib.

joblib's own waits for ever if a task kills its workers or the scheduler is lost, and plays here
if there is only one worker.
"""

import logging
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future, InvalidStateError
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from importlib import import_module
from time import monotonic
from typing import Any

from joblib.parallel import ParallelBackendBase

from minevis.errors import WorkersLostError

MOST_TASKS = 256  # at a time, or two a thread: workers that join later find some
REACHED_WITHIN = 4  # seconds; a slower scheduler is reported
LOOK_SECONDS = 1  # between looks at the scheduler, and for its answer
CLOSE_SECONDS = 2  # for closing a cluster
SAID_AFTER = 5  # seconds without a scheduler's answer, or without workers
LOST_AFTER = 120  # such seconds
LOST = "the Dask cluster no longer answers"
SILENT, EMPTY = "does not answer", "has no workers"
RULES = {
    SILENT: "is its scheduler still running, and the network up?",
    EMPTY: "start some (dask worker ADDRESS), and pass a client after client.wait_for_workers(1)",
}


@contextmanager
def cluster(workers: Any) -> Iterator[dict[str, Any]]:
    """Use a client of `distributed`, or the address of a scheduler: options of joblib.Parallel."""
    try:
        from distributed.utils import silence_logging_cmgr
    except ImportError as error:
        rule = "a cluster needs Dask's distributed: python -m pip install 'minevis[cluster]'"
        raise ValueError(rule) from error
    client, ended = _client_of(workers), threading.Event()
    backend = Cluster(client)
    threading.Thread(target=backend.watch, args=(ended,), daemon=True).start()
    try:
        yield {"backend": backend, "n_jobs": MOST_TASKS, "pre_dispatch": "n_jobs"}
    finally:
        ended.set()
        if isinstance(workers, str):
            with suppress(OSError), silence_logging_cmgr(logging.CRITICAL + 1):
                client.close(timeout=CLOSE_SECONDS)


class Cluster(ParallelBackendBase):  # type: ignore[misc]
    """The workers of a client, for joblib.Parallel."""

    supports_retrieve_callback = True

    def __init__(self, client: Any) -> None:
        super().__init__()
        self.client = client
        self.waiting: set[Future[Any]] = set()

    def effective_n_jobs(self, n_jobs: int) -> int:
        """Return the number of tasks under way."""
        self.executor = self.client.get_executor(pure=False)
        with suppress(Exception):  # of any kind, as in `watch`
            n_jobs = max(n_jobs, 2 * self.threads())
        return n_jobs

    def threads(self) -> int:
        """Return the number of threads. Raises `TimeoutError` if the scheduler is busy."""
        return sum(map(int, self.client.nthreads(callback_timeout=LOOK_SECONDS).values()))

    def submit(self, func: Any, callback: Any = None) -> Future[Any]:
        """Begin a task; an error here is its result."""
        future: Future[Any] = Future()
        future.add_done_callback(self.waiting.discard)
        future.add_done_callback(callback)
        self.waiting.add(future)
        try:
            self.executor.submit(func).add_done_callback(partial(_pass_on, future))
        except Exception as error:
            future.set_exception(error)
        return future

    def retrieve_result_callback(self, out: Future[Any]) -> Any:
        """Return the result of a future that is done, or raise its error."""
        try:
            return out.result()
        except WorkersLostError:
            raise
        except Exception as error:  # of any kind, if the client is lost or was closed
            if isinstance(error, OSError | CancelledError) or self.client.status != "running":
                raise WorkersLostError(LOST) from error
            raise

    def abort_everything(self, ensure_ready: bool = True) -> None:
        """Drop all tasks."""
        from distributed.utils import silence_logging_cmgr

        with suppress(OSError), silence_logging_cmgr(logging.CRITICAL + 1):
            if self.client.status == "running":
                self.executor.shutdown(wait=False)

    def watch(self, ended: threading.Event) -> None:
        """Report a scheduler that is silent or has no workers. If that lasts, all tasks fail."""
        since, said = monotonic(), False
        while not ended.wait(LOOK_SECONDS):
            trouble = SILENT
            with suppress(Exception):  # of any kind, if the client is lost or was closed
                trouble = "" if self.threads() else EMPTY
            waited = monotonic() - since
            if not trouble:
                since, said = monotonic(), False
            elif waited >= SAID_AFTER and not said:
                said = True
                line = f"minevis: the Dask cluster {trouble}: waiting {LOST_AFTER} seconds at most"
                print(line, file=sys.stderr, flush=True)
            elif waited >= LOST_AFTER:
                rule = f"{trouble} for {LOST_AFTER} seconds: {RULES[trouble]}"
                for future in [*self.waiting]:
                    with suppress(InvalidStateError):
                        future.set_exception(WorkersLostError(f"the Dask cluster {rule}"))


def _pass_on(future: Future[Any], answer: Future[Any]) -> None:
    with suppress(InvalidStateError):  # it was given up
        try:
            future.set_result(answer.result())
        except Exception as error:
            future.set_exception(error)


def _client_of(workers: Any) -> Any:
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
