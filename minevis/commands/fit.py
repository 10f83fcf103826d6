"""`minevis fit`: fit the judge of the player `best` to own games."""

import argparse
from typing import Any

from minevis.core.atomic_files import check_target, write_whole
from minevis.core.board import LEVELS
from minevis.players import PLAYERS


def add(commands: Any) -> None:
    """Add the command to the parser."""
    command = commands.add_parser(
        "fit",
        help="fit the judge of the player `best` to own games",
        description="Play games, note what positions look like after each guess, and fit the "
        "judge of the player `best` to how the games ended. Needs scikit-learn.",
    )
    command.set_defaults(run=run)
    command.add_argument("file", metavar="FILE", help="where the judge is written, as JSON")
    command.add_argument(
        "--level",
        action="append",
        choices=tuple(LEVELS),
        help="what is played (default: expert); several to play each",
    )
    command.add_argument("--player", default="best", help=f"{', '.join(PLAYERS)} (default: best)")
    command.add_argument("--games", type=int, default=10_000, help="of each level; default: 10000")
    command.add_argument(
        "--explore",
        type=float,
        default=0.1,
        metavar="SHARE",
        help="of the guesses that stray from the player's choice (default: 0.1)",
    )
    command.add_argument("--seed", type=int, default=0, help="of the first game; default: 0")


def run(options: argparse.Namespace) -> None:
    """Play, fit, write, and say how well it fits."""
    from minevis.experiments.fitting import fit, joined, note_of, positions_of
    from minevis.experiments.runner.task import Task

    check_target(options.file)
    wishes = {"games": options.games, "seed": options.seed, "first": (0, 0), "safe_radius": 0}
    tasks = [Task.of(level, options.player, **wishes) for level in options.level or ["expert"]]
    fitted = fit(joined(positions_of(task, explore=options.explore) for task in tasks))
    write_whole(options.file, fitted.judge.to_json(note_of(tasks, fitted)))
    print(f"The judge is {options.file}: {fitted}.")
