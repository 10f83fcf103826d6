"""`minevis ladder`: the win ratios that are kept with the project, or played again."""

import argparse

from minevis.commands.arguments import STORE, Command, add_workers, run_options, say_kept
from minevis.core.files import check_output, output
from minevis.experiments.ladder import Ladder, ladder, measure


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", metavar="FILE", help="play again, and write this CSV")
    parser.add_argument("--games", type=int, help="games of each run, instead of the stored number")
    add_workers(parser)


def _execute(options: argparse.Namespace) -> None:
    """Print the table, after playing when that is asked."""
    if options.file is None:
        _check_nothing_is_played(options)
        print(ladder())
        return
    check_output(options.file)
    measured = Ladder(tuple(measure(**run_options(options))))
    print(measured)
    with output(options.file):
        measured.write(options.file)
    say_kept(options)


def _check_nothing_is_played(options: argparse.Namespace) -> None:
    """Raises `ValueError` for options of a ladder that is played again."""
    for name, given in (
        ("--games", options.games is not None),
        ("--workers", options.workers is not None),
        ("--store", options.store not in (STORE, None)),
    ):
        if given:
            raise ValueError(f"{name} is for a ladder that is played again: name the FILE to write")


LADDER = Command(
    name="ladder",
    summary="print the stored win ratios, or play them again",
    description="Print the win ratios that come with the project. With a file, play every "
    "run again, on all cores, and write the results as CSV. That takes hours. "
    "--games plays fewer games.",
    add_options=_add_options,
    execute=_execute,
)
