"""Whether kernels may be compiled, or only loaded from disk."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import local


class NotCompiledError(Exception):
    """A kernel would have to be compiled first."""


class _Thread(local):
    """Whether this thread only loads kernels."""

    only_loads = False


_thread = _Thread()


def may_compile() -> bool:
    """Return whether this thread may compile kernels, and not only load them."""
    return not _thread.only_loads


@contextmanager
def only_loading() -> Iterator[None]:
    """Let kernels raise `NotCompiledError` where they would have to be compiled."""
    _thread.only_loads = True
    try:
        yield
    finally:
        _thread.only_loads = False
