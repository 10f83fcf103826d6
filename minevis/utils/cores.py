"""How many threads or processes to start."""

import os

from minevis.errors import check_count


def worker_count(name: str, asked: object, tasks: int) -> int:
    """Return the number of workers to start: `asked`, but at most one per core and task.

    None means one per core. Raises `ValueError`, naming the argument, for an invalid number.
    """
    cores = os.cpu_count() or 1
    count = cores if asked is None else check_count(name, asked)
    return max(min(count, cores, tasks), 1)
