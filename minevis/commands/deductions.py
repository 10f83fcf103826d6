"""`minevis deductions`: which ideas the deductions of games need, and how far each carries."""

import argparse

from minevis.commands.arguments import Command, add_level, add_seed, cell, chosen_level
from minevis.core.files import check_output, output
from minevis.core.proofs import IDEAS
from minevis.experiments.deductions import measure, write


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", metavar="FILE", help="write the table as this CSV")
    add_level(parser)
    parser.add_argument("--games", type=int, default=100, help="how many; 100 by default")
    add_seed(parser)
    about = "first click, which opens a zero (default: 3,3)"
    parser.add_argument("--first", type=cell, default=(3, 3), metavar="ROW,COL", help=about)
    parser.add_argument("--workers", type=int, help="processes that play; by default one a core")
    parser.add_argument("--quiet", action="store_true", help="no progress bar")


def _execute(options: argparse.Namespace) -> None:
    if options.file is not None:
        check_output(options.file)
    found = measure(
        chosen_level(options),
        games=options.games,
        seed=options.seed,
        first=options.first,
        workers=options.workers,
        progress=not options.quiet,
    )
    for idea in IDEAS:
        won = found.won_with(idea)
        print(f"{idea:10}  {100 * found.share(idea):8.3f} %  won unguessed {won}/{found.games}")
    for name in sorted(found.patterns):
        print(f"{name:10}  needed in {found.games_with[name]}/{found.games} games")
    if found.games < options.games:
        raise KeyboardInterrupt
    if options.file is not None:
        with output(options.file):
            write(found, options.file)


DEDUCTIONS = Command(
    name="deductions",
    summary="which ideas deductions need, and how many games each wins",
    description="Play games whose first click opens a zero. Count which deductions "
    "need counting, two clues, a supposition, the mines left or cases, and how many games are won "
    "without a guess by each idea and those before it. About 30 ms a game and core.",
    add_options=_add_options,
    execute=_execute,
)
