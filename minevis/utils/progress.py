"""Progress bars, and what is shown while kernels are compiled."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from threading import Timer
from typing import TYPE_CHECKING, Any

from minevis.utils.formatting import quantity

if TYPE_CHECKING:
    from tqdm.auto import tqdm

PROGRESS_DELAY = 2.0  # seconds: longer work shows a bar
LINE_DELAY = 5.0  # seconds: longer compiling is announced if there is no bar
COMPILING_BAR: dict[str, Any] = {
    "bar_format": "{desc}: kernel {n_fmt} of {total_fmt} |{bar}| {elapsed}",
    "miniters": 1,  # also after many loaded at once
    "leave": False,
    "position": 0,  # over the bar of what waits for the kernels
}
_shown: dict[str, Any] = {"purpose": "", "progress": False}


def progress_bar(
    items: Iterable[Any] | None = None, *, progress: bool, **options: Any
) -> "tqdm[Any]":
    """Return a progress bar for terminals and notebooks. Files and pipes get no bar."""
    from tqdm.auto import tqdm

    options.setdefault("delay", PROGRESS_DELAY)
    return tqdm(items, disable=None if progress else True, **options)


@contextmanager
def compiling_for(purpose: str, *, progress: bool) -> Iterator[None]:
    """Name the purpose of kernels compiled meanwhile, and show a bar for them or not."""
    before = dict(_shown)
    _shown.update(purpose=f" {purpose}", progress=progress)
    try:
        yield
    finally:
        _shown.update(before)


class CompilingProgress:
    """The bar of one compilation; without a terminal or notebook, a line if it takes long."""

    def __init__(self, total: int | None, *, kept: bool) -> None:
        how = "once" if kept else "in memory, as no folder to keep them in can be written"
        self.text = f"compiling{_shown['purpose']}, {how}"
        self.bar = progress_bar(
            progress=_shown["progress"], total=total, initial=1, desc=self.text, **COMPILING_BAR
        )
        line = f"minevis: {self.text}" + (f": {quantity(total, 'kernel')}" if total else "")
        self.timer = Timer(LINE_DELAY, print, [line], {"file": sys.stderr})
        self.timer.daemon = True
        if self.bar.disable:
            self.timer.start()

    def update(self, done: int) -> None:
        """Show the number of the next kernel."""
        self.bar.update(min(done + 1, self.bar.total or done + 1) - self.bar.n)

    def close(self) -> None:
        """Remove the bar, or drop the line."""
        self.timer.cancel()
        self.bar.close()
