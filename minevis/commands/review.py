"""`minevis review`: the guesses of a recorded game, beside the best there were."""

import argparse

from minevis.commands.arguments import read
from minevis.commands.command import Command
from minevis.reviewing import review
from minevis.solver.guessing.effort import DEFAULT_EFFORT, EFFORTS
from minevis.trace import Trace


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a trace as JSON lines; '-' is stdin")
    parser.add_argument(
        "--effort",
        type=int,
        choices=range(1, len(EFFORTS)),
        default=DEFAULT_EFFORT,
        help=f"how hard the reviewer looks (default: {DEFAULT_EFFORT})",
    )


def _execute(options: argparse.Namespace) -> None:
    print(review(Trace.from_json(read(options.file)), effort=options.effort))


REVIEW = Command(
    name="review",
    summary="what each guess of a game cost",
    description="Set each guess of a recorded game beside the one that the player `best` "
    "would have made. `solve --record FILE` records a game.",
    add_options=_add_options,
    execute=_execute,
)
