"""`minevis trials`: many games, and how often they are won."""

import argparse
from pathlib import Path

from minevis.commands.arguments import (
    Command,
    add_first,
    add_level,
    add_player,
    add_seed,
    add_workers,
    chosen_level,
    chosen_players,
    run_options,
    say_kept,
)
from minevis.core.files import check_output, output
from minevis.experiments.compare import Comparison, compare
from minevis.experiments.trials import Trials, trials


def _add_options(parser: argparse.ArgumentParser) -> None:
    add_level(parser)
    add_player(parser, several=True)
    parser.add_argument("--games", type=int, default=10_000, help="default: 10000")
    add_seed(parser)
    add_first(parser)
    parser.add_argument("--chart", metavar="FILE", help="write a chart: .png, .svg or .pdf")
    add_workers(parser)


def _execute(options: argparse.Namespace) -> None:
    """Play, print the table, draw the chart."""
    if options.chart is not None:
        _check_chart(options.chart)
    result = _play(options)
    print(result)
    if options.chart is not None:
        _save_chart(options.chart, result)
    say_kept(options)
    if result.partial:
        raise KeyboardInterrupt


def _play(options: argparse.Namespace) -> Trials | Comparison:
    level, players = chosen_level(options), chosen_players(options)
    chosen = {
        "first": options.first,
        "safe_radius": options.safe_radius,
        **run_options(options),
    }
    if len(players) == 1:
        return trials(level, players[0], **chosen)
    return compare(players, level, **chosen)


def _save_chart(name: str, result: Trials | Comparison) -> None:
    chart = result.guesses_chart() if isinstance(result, Trials) else result.chart()
    with output(name):
        chart.savefig(name, facecolor=chart.get_facecolor())


def _check_chart(name: str) -> None:
    if Path(name).suffix.lower() not in (".png", ".svg", ".pdf"):
        raise ValueError(f"{name}: a chart is written as .png, .svg or .pdf")
    check_output(name)


TRIALS = Command(
    name="trials",
    summary="play many games and count how they end",
    description="Play many games and count how they end. With several players, compare "
    "them on the same boards.",
    add_options=_add_options,
    execute=_execute,
)
