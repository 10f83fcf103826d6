"""The choice between a kernel as plain Python and its compiled twin. Neither needs numba here."""

import os
import sys
from collections.abc import Callable
from functools import cache, wraps
from importlib.util import find_spec
from time import perf_counter
from typing import Any

import numpy as np

Function = Callable[..., Any]
WORTH_LOADING = 1.0  # seconds of plain work after which compiled kernels are loaded


class _Spent:
    """The seconds of plain work in this process."""

    seconds = 0.0


@cache
def has_numba() -> bool:
    """Return whether numba is installed."""
    return find_spec("numba") is not None


@cache
def can_compile() -> bool:
    """Return whether numba is installed and its compiler is on."""
    return has_numba() and os.environ.get("NUMBA_DISABLE_JIT", "0") == "0"


def compiled(entry: Function) -> Function:
    """Return the compiled twin of an entry point, which waits for the compiler when it is called.

    Without numba, return the plain function.
    """
    if not can_compile():
        return _plain(entry)
    from minevis.engine._jit import twin_of

    twin: Function = twin_of(entry)
    return twin


def kernels_ready(entry: Function) -> bool:
    """Return whether an entry point can be called compiled without waiting: numba is imported, and
    this run or an earlier one compiled it."""
    if not can_compile() or "numba" not in sys.modules:
        return False
    from minevis.engine._jit import is_kept, twin_of

    return is_kept(twin_of(entry))


def at_hand(entry: Function) -> Function:
    """Return the compiled twin if it is ready, the plain function otherwise.

    After a second of plain work numba is imported to see.
    """
    if can_compile() and _Spent.seconds > WORTH_LOADING:
        import minevis.engine._jit  # noqa: F401
    return compiled(entry) if kernels_ready(entry) else _plain(entry)


def _plain(entry: Function) -> Function:
    """Return the plain function: 64-bit hashes wrap in silence, and its time is noted."""

    @wraps(entry)
    def run(*arguments: Any) -> Any:
        since = perf_counter()
        try:
            with np.errstate(all="ignore"):
                return entry(*arguments)
        finally:
            _Spent.seconds += perf_counter() - since

    return run
