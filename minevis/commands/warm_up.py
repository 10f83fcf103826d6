"""`minevis warm-up`: compile the kernels once, so that the first run of games need not."""

import argparse
from time import perf_counter
from typing import Any


def add(commands: Any) -> None:
    """Add the command to the parser."""
    command = commands.add_parser(
        "warm-up",
        help="compile the players, once after an installation",
        description="Compile the players, once after an installation. Where they are compiled "
        "already, this takes a few seconds.",
    )
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> None:
    """Compile, and say so before and after."""
    from minevis.engine.api import warm_up

    print("Compiling the players: a minute or two, once.", flush=True)
    since = perf_counter()
    warm_up()
    print(f"Compiled in {perf_counter() - since:.0f} s.")
