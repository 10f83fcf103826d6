"""`minevis ladder`: the win ratios that are kept with the project."""

import argparse

from minevis.commands.arguments import Command
from minevis.experiments.ladder import ladder


def _execute(_: argparse.Namespace) -> None:
    print(ladder())


LADDER = Command(
    name="ladder",
    summary="print the stored win ratios",
    description="Print the win ratios that come with the project.",
    add_options=lambda _: None,
    execute=_execute,
)
