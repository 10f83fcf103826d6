"""`minevis fit`: fit the value network of the player `best` to games that it plays."""

import argparse

from minevis.commands.arguments import Command, add_player, add_seed, chosen_players
from minevis.core.board import LEVELS
from minevis.core.files import asset_path, check_output, output, write_whole
from minevis.experiments.fitting import check_asked, fit, joined, note_of, positions_of
from minevis.experiments.runner.task import Task


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="where the network is written, as JSON")
    parser.add_argument(
        "--level",
        action="append",
        choices=tuple(LEVELS),
        help="what is played (default: expert); several to play each",
    )
    add_player(parser, "best")
    parser.add_argument("--games", type=int, default=10_000, help="of each level; default: 10000")
    parser.add_argument(
        "--explore",
        type=float,
        default=0.1,
        metavar="SHARE",
        help="of the guesses that stray from the player's choice (default: 0.1)",
    )
    add_seed(parser)


def _execute(options: argparse.Namespace) -> None:
    """Play, fit, write, and say how well it fits."""
    check_output(options.file)
    (player,) = chosen_players(options)
    tasks = [
        Task.of(level, player, games=options.games, seed=options.seed, first=(0, 0), safe_radius=0)
        for level in options.level or ["expert"]
    ]
    check_asked(tasks, explore=options.explore)
    fitted = fit(joined(positions_of(task, explore=options.explore) for task in tasks))
    with output(options.file):
        write_whole(options.file, fitted.network.to_json(note_of(tasks, fitted)))
    print(f"The value network is {options.file}. On games held out: {fitted}.")
    print(f"To play by it, put it in the place of {asset_path('value_net.json')}.")


FIT = Command(
    name="fit",
    summary="play games and fit the value network of the player `best` to how they ended",
    description="Play games, note what positions look like after each guess, and fit the "
    "value network of the player `best` to how the games ended. `best` plays by the file once it "
    "is put in the place of value_net.json among the assets of minevis; the last line says where "
    "these are. Needs scikit-learn.",
    add_options=_add_options,
    execute=_execute,
)
