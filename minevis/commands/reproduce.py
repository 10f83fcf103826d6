"""`minevis reproduce`: published experiments, played again."""

import argparse

from minevis.commands.arguments import Command, add_seed, add_workers, run_options
from minevis.experiments.reproductions import REPRODUCTIONS, reproduce


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", choices=(*REPRODUCTIONS, "all"), help="the experiment")
    parser.add_argument("--games", type=int, help="instead of the published number of games")
    add_seed(parser)
    add_workers(parser)


def _execute(options: argparse.Namespace) -> None:
    """Play and print, one experiment after another."""
    names = REPRODUCTIONS if options.name == "all" else (options.name,)
    for name in names:
        print(reproduce(name, **run_options(options)), end="\n\n")


REPRODUCE = Command(
    name="reproduce",
    summary="play a published experiment again and compare",
    description="Play a published experiment again and print each figure next to the published "
    f"one: {', '.join(f'{name} {each.about}' for name, each in REPRODUCTIONS.items())}.",
    add_options=_add_options,
    execute=_execute,
)
