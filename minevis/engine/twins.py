"""Kernels: plain Python functions, each with a compiled twin.

A kernel's docstring describes its arguments and results. Numba infers the types, so kernels carry
no annotations. This module marks kernels and chooses between plain and compiled ones; it does not
import numba.
"""

import os
import sys
from collections.abc import Callable
from functools import cache, wraps
from importlib.util import find_spec
from time import perf_counter
from typing import Any

import numpy as np

from minevis.engine.loading import NotCompiledError, only_loading

Function = Callable[..., Any]
WORTH_LOADING = 1.0  # seconds of plain work before compiled kernels are loaded

# Integer arguments: numba would compile a kernel again for every literal integer.
ZERO, ONE = np.int64(0), np.int64(1)

# Only kernels call these kernels. They compile in half the time without the code for unpacking
# tuples of arrays.
INNER = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def entry_point(function: Function) -> Function:
    """Mark a kernel that Python calls, by `compiled` or `at_hand`."""
    return _marked(function, {})


def kernel(function: Function) -> Function:
    """Mark a kernel that only kernels call."""
    return _marked(function, INNER)


def leaf(function: Function) -> Function:
    """Mark a kernel that creates no arrays.

    It is compiled without reference counting (numba's `_nrt` flag): counting the arrays in its
    arguments would take ten times as long as its work.
    """
    return _marked(function, {"_nrt": False, **INNER})


def leaf_of(loop: Function) -> Callable[[Function], Function]:
    """Mark a leaf compiled from `loop`, its twin: Python is fast with arrays, numba with loops."""

    def mark(function: Function) -> Function:
        vars(function)["loop"] = loop
        return leaf(function)

    return mark


def _marked(function: Function, flags: dict[str, bool]) -> Function:
    """Mark a kernel by numba's `flags`; `minevis.engine._jit` reads them."""
    vars(function)["flags"] = flags
    return function


class _Spent:
    """Seconds of plain work in this process."""

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
    """Return the compiled twin of an entry point; without numba, the plain function.

    The twin's first call may have to wait for the compiler.
    """
    if not can_compile():
        return _plain(entry)
    from minevis.engine._jit import twin_of

    twin: Function = twin_of(entry)
    return twin


def kernels_ready(entry: Function) -> bool:
    """Return whether a compiled entry point can be called without waiting.

    Numba must be imported, and this run or an earlier one must have compiled it. That may have
    been for other arguments or another processor: see `at_hand`.
    """
    if not can_compile() or "numba" not in sys.modules:
        return False
    from minevis.engine._jit import FOLDER, twin_of
    from minevis.engine.kernel_folder import is_on_disk

    return bool(twin_of(entry).overloads) or (FOLDER is not None and is_on_disk(entry))


def load_from_disk(entry: Function) -> bool:
    """Import numba if an earlier run has compiled an entry point; return whether it is ready."""
    if not can_compile():
        return False
    from minevis.engine.kernel_folder import is_on_disk

    if not is_on_disk(entry):
        return False
    import minevis.engine._jit  # noqa: F401

    return kernels_ready(entry)


def at_hand(entry: Function) -> Function:
    """Return a function that calls the compiled twin if it is ready, otherwise the plain function.

    Numba is imported to find out, but only after a second of plain work.
    """
    if can_compile() and _Spent.seconds > WORTH_LOADING:
        import minevis.engine._jit  # noqa: F401
    plain = _plain(entry)
    if not kernels_ready(entry):
        return plain

    def run(*arguments: Any) -> Any:
        try:
            with only_loading():
                return compiled(entry)(*arguments)
        except NotCompiledError:  # it is ready for other arguments, or for another processor
            return plain(*arguments)

    return run


def _plain(entry: Function) -> Function:
    """Return the plain function, timed, and without warnings when 64-bit hashes wrap."""

    @wraps(entry)
    def run(*arguments: Any) -> Any:
        since = perf_counter()
        try:
            with np.errstate(all="ignore"):
                return entry(*arguments)
        finally:
            _Spent.seconds += perf_counter() - since

    return run
