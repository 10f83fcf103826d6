"""What a command of the command line is: its name, its words, its options, what it does."""

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    Commands: TypeAlias = argparse._SubParsersAction[argparse.ArgumentParser]


@dataclass(frozen=True, kw_only=True)
class Command:
    """One command. `execute` raises errors as the library does: `minevis.cli` says them.

    >>> def options(parser):
    ...     _ = parser.add_argument("name")
    >>> def execute(options):
    ...     print("Hello", options.name)
    >>> greet = Command(name="greet", summary="say hello", description="Say hello.",
    ...                 add_options=options, execute=execute)
    >>> parser = argparse.ArgumentParser()
    >>> greet.add_to(parser.add_subparsers())
    >>> chosen = parser.parse_args(["greet", "you"])
    >>> chosen.execute(chosen)
    Hello you
    """

    name: str
    summary: str  # a line in the list of all commands
    description: str
    add_options: Callable[[argparse.ArgumentParser], None]
    execute: Callable[[argparse.Namespace], None]

    def add_to(self, commands: "Commands") -> None:
        """Make the command known to the parser of the whole command line."""
        parser = commands.add_parser(self.name, help=self.summary, description=self.description)
        parser.set_defaults(execute=self.execute)
        self.add_options(parser)
