"""`minevis review`: the guesses of a recorded game, beside the best there were."""

import argparse
from typing import Any

from minevis.commands.arguments import read
from minevis.reviewing import review
from minevis.solver.guessing.effort import DEFAULT_EFFORT, EFFORTS
from minevis.trace import Trace


def add(commands: Any) -> None:
    """Add the command to the parser."""
    command = commands.add_parser(
        "review",
        help="what each guess of a game cost",
        description="Set each guess of a recorded game beside the one that the player `best` "
        "would have made. `solve --record FILE` records a game.",
    )
    command.set_defaults(run=run)
    command.add_argument("file", metavar="FILE", help="a trace as JSON lines; '-' is stdin")
    command.add_argument(
        "--effort",
        type=int,
        choices=range(1, len(EFFORTS)),
        default=DEFAULT_EFFORT,
        help=f"how hard the judge looks (default: {DEFAULT_EFFORT})",
    )


def run(options: argparse.Namespace) -> None:
    """Print the review of a game."""
    print(review(Trace.from_json(read(options.file)), effort=options.effort))
