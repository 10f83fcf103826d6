"""`minevis review`: a game, click by click, and its guesses beside the best there were."""

import argparse
from pathlib import Path

from minevis.commands.arguments import read
from minevis.commands.command import Command
from minevis.replays.account import READERS
from minevis.replays.reading import replay
from minevis.reviewing import review
from minevis.solver.guessing.effort import DEFAULT_EFFORT, EFFORTS
from minevis.trace import Trace


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file",
        metavar="FILE",
        help="a replay (.avf, .evf, .rmv, .mvf), or a trace as JSON lines; '-' is stdin",
    )
    parser.add_argument(
        "--effort",
        type=int,
        choices=range(1, len(EFFORTS)),
        default=DEFAULT_EFFORT,
        help=f"how hard the reviewer looks (default: {DEFAULT_EFFORT})",
    )


def _execute(options: argparse.Namespace) -> None:
    found = review(_trace_of(options.file), effort=options.effort)
    print(found)
    print("", *found.story[1:], sep="\n")


def _trace_of(name: str) -> Trace:
    if Path(name).suffix.lower().removeprefix(".") in READERS:
        return replay(name)
    return Trace.from_json(read(name))


REVIEW = Command(
    name="review",
    summary="what each click of a game rested on, and what each guess cost",
    description="Tell what each click of a game rested on, and set each guess beside the one that "
    "the player `best` would have made. Replays need the extra `replays`; "
    "`solve --record FILE` records a game of a player.",
    add_options=_add_options,
    execute=_execute,
)
