"""Who hears Ctrl-C for a while."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any


@contextmanager
def ctrl_c_handled_by(
    handler: Callable[[int, FrameType | None], Any] | signal.Handlers,
) -> Iterator[bool]:
    """Ctrl-C goes to `handler`, then again to the handler before it; yields whether it does.

    Outside the main thread, where no signal arrives, nothing changes; nor if another program
    that Python runs in has its own handler: Python could not restore it.

    >>> import signal
    >>> with ctrl_c_handled_by(lambda number, frame: print("not now")):
    ...     signal.raise_signal(signal.SIGINT)
    not now
    """
    in_main = threading.current_thread() is threading.main_thread()
    if not in_main or signal.getsignal(signal.SIGINT) is None:
        yield False
        return
    before = signal.signal(signal.SIGINT, handler)
    try:
        yield True
    finally:
        signal.signal(signal.SIGINT, before)
