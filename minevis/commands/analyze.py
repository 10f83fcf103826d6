"""`minevis analyze`: the exact odds of a position."""

import argparse
from typing import Any

from minevis.commands.arguments import read
from minevis.commands.plain_text import odds_json, odds_text
from minevis.core.position import Position
from minevis.solver.analysis import analyze


def add(commands: Any) -> None:
    """Add the command to the parser."""
    command = commands.add_parser(
        "analyze",
        help="the exact odds of a position",
        description="Print the exact odds of a position: '#' covered, 0-8 opened, 'F' flagged, "
        "'*' exploded, a first line such as 'mines 10'.",
    )
    command.set_defaults(run=run)
    command.add_argument("file", metavar="FILE", help="a position as text; '-' is stdin")
    command.add_argument("--mines", type=int, help="mines on the board, if the text does not say")
    command.add_argument("--json", action="store_true", help="print JSON")


def run(options: argparse.Namespace) -> None:
    """Print the odds of a position."""
    analysis = analyze(Position.parse(read(options.file), options.mines))
    print(odds_json(analysis) if options.json else odds_text(analysis))
