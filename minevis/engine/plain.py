"""Kernels are plain Python functions. Each has a compiled twin: see `minevis.engine.twins`.

Their docstrings describe arguments and results; numba infers the types, so they
carry no annotations. To import a kernel does not import numba.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

Function = Callable[..., Any]
FLAGS: dict[Function, dict[str, Any]] = {}  # of every kernel, for numba
LOOPS: dict[Function, Function] = {}  # what some leaves are compiled from

# For arguments: numba compiles a kernel again for every literal integer.
ZERO, ONE = np.int64(0), np.int64(1)

# Kernels are called by kernels only, and compile in half the time without the code for unpacking
# their tuples of arrays.
INNER = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def entry_point(function: Function) -> Function:
    """Mark a kernel called from Python, by `compiled` or `at_hand`."""
    FLAGS[function] = {}
    return function


def kernel(function: Function) -> Function:
    """Mark a kernel called only by kernels."""
    FLAGS[function] = INNER
    return function


def leaf(function: Function) -> Function:
    """Mark a kernel that makes no arrays.

    Compiled without reference counting (numba's `_nrt` flag), it does not update the counters of
    arrays in its tuple arguments, which would cost ten times its work.
    """
    FLAGS[function] = {"_nrt": False, **INNER}
    return function


def leaf_of(loop: Function) -> Callable[[Function], Function]:
    """Mark a leaf compiled from `loop`, which does the same: Python is fast with whole arrays,
    numba with loops."""

    def mark(function: Function) -> Function:
        LOOPS[function] = loop
        return leaf(function)

    return mark
