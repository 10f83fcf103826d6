"""`minevis warm-up`: compile players, so that their first run of games need not."""

import argparse
from time import perf_counter

from tqdm.auto import tqdm

from minevis.commands.arguments import Command
from minevis.players import PLAYERS, Player, player_of


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"{', '.join(PLAYERS)} (default: all of them)"
    )
    parser.add_argument("--quiet", action="store_true", help="no progress bar")


def _execute(options: argparse.Namespace) -> None:
    """Compile one player after the other, and say what that took."""
    players = [player_of(name) for name in options.names or PLAYERS]
    from minevis.engine._jit import FOLDER

    for player in players:
        print(_compile(player, options.quiet), flush=True)
    where = FOLDER or "this process only: no folder to keep them in can be written"
    print(f"Their kernels are kept in {where}.")


def _compile(player: Player, quiet: bool) -> str:
    """Compile a player; returns a line that says how it went."""
    from minevis.engine._jit import COMPILATIONS
    from minevis.engine.api import warm_up

    since, before = perf_counter(), COMPILATIONS.count
    with tqdm(desc=str(player), unit=" kernels", leave=False, disable=quiet) as bar:
        COMPILATIONS.tell = bar.update
        try:
            warm_up(player)
        finally:
            COMPILATIONS.tell = int
    compiled = COMPILATIONS.count - before
    if compiled == 0:
        return f"{player}: compiled already"
    return f"{player}: {compiled} kernels compiled in {perf_counter() - since:.0f} s"


WARM_UP = Command(
    name="warm-up",
    summary="compile players, so that their first games need not wait",
    description="Compile players, so that their first games need not wait. What one needs that "
    "another has too is compiled once; where all is compiled already, this takes a moment.",
    add_options=_add_options,
    execute=_execute,
)
