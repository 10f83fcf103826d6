"""`minevis warm-up`: compile players and `analyze`, so that their first use need not wait."""

from collections.abc import Callable
from functools import partial
from time import perf_counter
from typing import Annotated

from cyclopts import Parameter

from minevis.errors import unknown_name
from minevis.utils.names import MEANINGS
from minevis.utils.progress import compiling_for

ANALYZE = "analyze"  # by kernels too, but only if they are compiled
NAMES = (*MEANINGS, ANALYZE)


def main(
    *names: Annotated[str, Parameter(name="name", help=f"{', '.join(NAMES)} (default: all).")],
    quiet: bool = False,
) -> None:
    """Compile the kernels of players and of analyze, so that their first use does not wait for it.
    Shared kernels are compiled once. If all are compiled, this takes a moment.

    Parameters
    ----------
    quiet
        No progress bar.
    """
    from minevis.engine import analysis, kernels
    from minevis.engine._jit import FOLDER
    from minevis.players import player_of

    names = names or NAMES
    for name in names:
        if name not in NAMES:
            raise ValueError(unknown_name("name", name, NAMES))
    players = {name: player_of(name) for name in names if name != ANALYZE}
    for name in names:
        ready = partial(kernels.warm_up, players[name]) if name in players else analysis.warm_up
        print(_compiled(name, ready, quiet), flush=True)
    where = FOLDER or "this process only: no folder to keep them in can be written"
    print(f"Their kernels are kept in {where}.")


def _compiled(name: str, ready: Callable[[], None], quiet: bool) -> str:
    """Compile, and return a line about it."""
    from minevis.engine._jit import COMPILATIONS

    since, before = perf_counter(), COMPILATIONS.count
    with compiling_for(name, progress=not quiet):
        ready()
    if COMPILATIONS.count == before:
        return f"{name}: compiled already"
    return f"{name}: compiled in {perf_counter() - since:.0f} s"
