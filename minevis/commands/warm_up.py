"""`minevis warm-up`: compile the kernels once, so that the first run of games need not."""

import argparse
from time import perf_counter

from minevis.commands.command import Command, no_options


def _execute(options: argparse.Namespace) -> None:
    """Compile, and say so before and after."""
    from minevis.engine.api import warm_up

    print("Compiling the players: a minute or two, once.", flush=True)
    since = perf_counter()
    warm_up()
    print(f"Compiled in {perf_counter() - since:.0f} s.")


WARM_UP = Command(
    name="warm-up",
    summary="compile the players, once after an installation",
    description="Compile the players, once after an installation. Where they are compiled "
    "already, this takes a few seconds.",
    add_options=no_options,
    execute=_execute,
)
