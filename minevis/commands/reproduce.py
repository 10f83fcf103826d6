"""`minevis reproduce`: published experiments, played again."""

import argparse
from typing import Any

from minevis.commands.trials import add_engine, engine_wishes

NAMES = ("A", "C", "D", "E")


def add(commands: Any) -> None:
    """Add the command to the parser."""
    command = commands.add_parser(
        "reproduce",
        help="play a published experiment again and compare",
        description="Play a published experiment again and print each figure beside the "
        "published one: A the convolution post, C exact odds, D safe zones, E local odds.",
    )
    command.set_defaults(run=run)
    command.add_argument("name", choices=(*NAMES, "all"), help="which experiment")
    command.add_argument("--games", type=int, help="instead of the published number of games")
    command.add_argument("--seed", type=int, default=0, help="of the first game; default: 0")
    add_engine(command)


def run(options: argparse.Namespace) -> None:
    """Play and print, one experiment after another."""
    from minevis.experiments.reproductions import reproduce

    names = NAMES if options.name == "all" else (options.name,)
    for name in names:
        wishes = engine_wishes(options)
        if options.games is not None:
            wishes["games"] = options.games
        print(reproduce(name, seed=options.seed, **wishes), end="\n\n")
