"""`minevis trials`: many games, and how often they are won."""

import argparse
from typing import Any

from minevis.commands.arguments import (
    add_effort,
    radius_or_none,
    size,
    whole_numbers,
    with_effort,
)
from minevis.core.board import LEVELS, Level, level_of
from minevis.core.errors import BoardFormatError
from minevis.core.grid import Cell
from minevis.players import PLAYERS

STORE = "runs.sqlite"


def add(commands: Any) -> None:
    """Add the command to the parser."""
    command = commands.add_parser(
        "trials",
        help="play many games and count how they end",
        description="Play many games and count how they end. With several players, compare "
        "them on the same boards.",
    )
    command.set_defaults(run=run)
    command.add_argument("--level", help=f"{', '.join(LEVELS)} (default: expert)")
    command.add_argument("--size", type=size, metavar="HxW", help="height and width in cells")
    command.add_argument("--mines", type=int, help="number of mines")
    command.add_argument(
        "--player",
        action="append",
        help=f"{', '.join(PLAYERS)} (default: exact); twice or more to compare",
    )
    add_effort(command)
    command.add_argument("--games", type=int, default=10_000, help="default: 10000")
    command.add_argument("--seed", type=int, default=0, help="of the first game; default: 0")
    command.add_argument(
        "--first",
        type=click,
        default=(0, 0),
        metavar="ROW,COL",
        help="first click, or uniform, or none to leave it to the player (default: 0,0)",
    )
    command.add_argument(
        "--safe-radius",
        type=radius_or_none,
        default=0,
        metavar="N",
        help="free of mines around the first click: 0 itself, 1 its neighbours too; or none",
    )
    command.add_argument("--chart", metavar="FILE", help="write a chart: .png, .svg or .pdf")
    add_engine(command)


def add_engine(command: Any) -> None:
    """The options that say who plays, and where finished games are kept."""
    command.add_argument(
        "--engine",
        type=engine,
        metavar="N|ADDRESS",
        help="number of processes, or tcp://… of a Dask scheduler (default: threads)",
    )
    command.add_argument(
        "--store",
        default=STORE,
        metavar="FILE",
        help=f"keeps finished games, so that they are not played again (default: {STORE}); "
        "none keeps nothing",
    )
    command.add_argument("--quiet", action="store_true", help="no progress bar")


def run(options: argparse.Namespace) -> None:
    """Play, print the table, draw the chart."""
    from minevis.experiments.compare import compare
    from minevis.experiments.trials import trials

    level = level_asked(options)
    names = options.player or ["exact"]
    weighs = "best" in names  # beside it others play as they do
    players = [
        with_effort(name, options.effort if name == "best" or not weighs else None)
        for name in names
    ]
    wishes = {name: getattr(options, name) for name in ("games", "seed", "first", "safe_radius")}
    wishes |= engine_wishes(options)
    if options.chart is not None:
        _check_chart(options.chart)
    result: Any = (
        trials(level, players[0], **wishes)
        if len(players) == 1
        else compare(players, level, **wishes)
    )
    if options.chart is not None:
        figure = result.guesses_chart() if len(players) == 1 else result.chart()
        figure.savefig(options.chart, facecolor=figure.get_facecolor())
    print(result)
    if result.partial:
        raise KeyboardInterrupt


def engine_wishes(options: argparse.Namespace) -> dict[str, Any]:
    """The arguments of `trials` behind the options of `add_engine`."""
    store = None if options.store == "none" else options.store
    return {"engine": options.engine, "store": store, "progress": not options.quiet}


def level_asked(options: argparse.Namespace) -> Level:
    """The level that the options ask for."""
    if options.size is None:
        height, width, mines = level_of(options.level or "expert")
    elif options.level is not None:
        raise BoardFormatError("give --level or --size, not both")
    elif options.mines is None:
        raise BoardFormatError("--size needs --mines")
    else:
        (height, width), mines = options.size, options.mines
    return level_of((height, width, mines if options.mines is None else options.mines))


def click(text: str) -> Cell | str | None:
    """ "3,4" as (3, 4); "uniform" as it is; "none" as None."""
    if text in ("uniform", "none"):
        return text if text == "uniform" else None
    try:
        row, col = whole_numbers(text)
    except (argparse.ArgumentTypeError, ValueError):
        rule = "a first click is ROW,COL, uniform or none"
        raise argparse.ArgumentTypeError(f"{text!r}: {rule}") from None
    return (row, col)


def engine(text: str) -> int | str:
    """ "2" as 2; an address as it is."""
    return int(text) if text.lstrip("-").isdigit() else text


def _check_chart(name: str) -> None:
    if not name.lower().endswith((".png", ".svg", ".pdf")):
        raise ValueError(f"{name}: a chart is written as .png, .svg or .pdf")
