"""Progress bars, and the line about kernels that are being compiled."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from threading import Timer
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tqdm.auto import tqdm

PROGRESS_DELAY = 2.0  # seconds: longer work shows a bar
LINE_DELAY = 5.0  # seconds: longer compiling is announced
_purposes: list[str | None] = [""]  # of compiling: the innermost comes last


def progress_bar(
    items: Iterable[Any] | None = None, *, progress: bool, **options: Any
) -> "tqdm[Any]":
    """Return a progress bar for terminals and notebooks. Files and pipes get no bar."""
    from tqdm.auto import tqdm

    options.setdefault("delay", PROGRESS_DELAY)
    return tqdm(items, disable=None if progress else True, **options)


@contextmanager
def compiling_for(purpose: str, *, progress: bool = True) -> Iterator[None]:
    """Name the purpose of kernels compiled meanwhile; without `progress` they are not announced."""
    _purposes.append(f" {purpose}" if progress else None)
    try:
        yield
    finally:
        _purposes.pop()


def announce_compiling(*, kept: bool) -> Timer:
    """Start a timer that prints the purpose of compiling; cancel it when the kernels are ready."""
    how = "once" if kept else "in memory, as no folder to keep them in can be written"
    line = f"minevis: compiling{_purposes[-1]}, {how}; this takes a minute or two"
    timer = Timer(LINE_DELAY, _print_above_bars, [line])
    timer.daemon = True
    if _purposes[-1] is not None:
        timer.start()
    return timer


def _print_above_bars(line: str) -> None:
    from tqdm.auto import tqdm

    tqdm.write(line, file=sys.stderr)
