"""`minevis analyze`: the exact odds of a position."""

import argparse
from functools import partial

from minevis.analyzing import analyze
from minevis.commands.arguments import Command, read_as
from minevis.commands.plain_text import odds_json, odds_text
from minevis.core.position import Position


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a position as text; '-' is stdin")
    parser.add_argument("--mines", type=int, help="mines on the board, if the text does not say")
    parser.add_argument("--json", action="store_true", help="print JSON")


def _execute(options: argparse.Namespace) -> None:
    position = read_as(partial(Position.parse, mines=options.mines), options.file)
    analysis = analyze(position)
    print(odds_json(analysis) if options.json else odds_text(analysis))


ANALYZE = Command(
    name="analyze",
    summary="the exact odds of a position",
    description="Print the exact odds of a position: '#' covered, 0-8 opened, 'F' flagged, "
    "'*' exploded, a first line such as 'mines 10'.",
    add_options=_add_options,
    execute=_execute,
)
