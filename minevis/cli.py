"""The command line, `python -m minevis`: each module of `minevis.commands` is one command.

Exit codes: 0 the work was done (a lost game is work done), 1 a video could not be
written, 2 the question makes no sense, 130 stopped by Ctrl-C.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from io import TextIOWrapper
from typing import NoReturn

from minevis.commands import (
    analyze,
    fit,
    gallery,
    ladder,
    page,
    reproduce,
    review,
    runs,
    solve,
    trials,
    warm_up,
)
from minevis.core.errors import EncoderError

COMMANDS = (solve, page, analyze, review, trials, runs, reproduce, ladder, fit, gallery, warm_up)
ENCODING_FAILED, BAD_INPUT, INTERRUPTED = 1, 2, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # an old terminal may lack × or ³
    try:
        options = parser().parse_args(arguments)
        options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:
        _close_stdout()
    except KeyboardInterrupt:
        return _complain("stopped", INTERRUPTED)
    except EncoderError as error:
        return _complain(error, ENCODING_FAILED)
    except (ValueError, OverflowError) as error:
        return _complain(error, BAD_INPUT)
    except OSError as error:
        return _complain(f"{error.filename or 'output'}: {error.strerror}", BAD_INPUT)
    except MemoryError:
        return _complain("this board takes more memory than there is", BAD_INPUT)
    return 0


def _complain(what: object, code: int) -> int:
    print("minevis:", *str(what).split(), file=sys.stderr)
    return code


def _close_stdout() -> None:
    """The reader has left: let nothing more be written, and nobody complain at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class Parser(argparse.ArgumentParser):
    """A parser whose errors are errors of this module: one line, no usage."""

    def error(self, message: str) -> NoReturn:
        """Raises `ValueError`."""
        raise ValueError(message)


def parser() -> argparse.ArgumentParser:
    """The parser of the whole command line; each command adds itself and sets `run`."""
    top = Parser(prog="minevis", description="Makes the solving of Minesweeper visible.")
    top.add_argument("--version", action="version", version=f"minevis {_version()}")
    commands = top.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for command in COMMANDS:
        command.add(commands)
    return top


def _version() -> str:
    try:
        return version("minevis")
    except PackageNotFoundError:
        from minevis import __version__

        return __version__
