"""`minevis ladder`: the win ratios that are kept with the project, or played again."""

import argparse
from typing import Any

from minevis.commands.trials import add_engine, engine_wishes
from minevis.core.atomic_files import check_target


def add(commands: Any) -> None:
    """Add the command to the parser."""
    command = commands.add_parser(
        "ladder",
        help="the win ratios that are kept with the project, or played again",
        description="Print the win ratios that are kept with the project. With a file, play "
        "every run again (an hour or two) and write what came of it as CSV.",
    )
    command.set_defaults(run=run)
    command.add_argument("file", nargs="?", metavar="FILE", help="play again, and write this CSV")
    command.add_argument("--games", type=int, help="of each run, instead of its own number")
    add_engine(command)


def run(options: argparse.Namespace) -> None:
    """Print the table, after playing when that is asked."""
    from minevis.experiments.ladder import Ladder, ladder, measure

    if options.file is None:
        print(ladder())
        return
    check_target(options.file)
    games = {} if options.games is None else {"games": options.games}
    measured = Ladder(tuple(measure(**games, **engine_wishes(options))))
    measured.write(options.file)
    print(measured)
