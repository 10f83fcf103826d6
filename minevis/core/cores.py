"""How many threads or processes to start."""

import os

from minevis.core.errors import check_count


def worker_count(name: str, asked: object, tasks: int) -> int:
    """Return how many workers to start: those `asked` for, but at most one a core and one a task.

    None asks for all cores. Raises `ValueError`, naming the argument, for no number of workers.
    """
    cores = os.cpu_count() or 1
    count = cores if asked is None else check_count(name, asked)
    return max(min(count, cores, tasks), 1)
