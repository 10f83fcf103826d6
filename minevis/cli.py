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

from minevis.commands.analyze import ANALYZE
from minevis.commands.deductions import DEDUCTIONS
from minevis.commands.fit import FIT
from minevis.commands.gallery import GALLERY, SHEET
from minevis.commands.ladder import LADDER
from minevis.commands.page import PAGE, PRACTICE
from minevis.commands.reproduce import REPRODUCE
from minevis.commands.review import REVIEW
from minevis.commands.runs import RUNS
from minevis.commands.solve import SOLVE
from minevis.commands.trials import TRIALS
from minevis.commands.warm_up import WARM_UP
from minevis.core.errors import EncoderError

COMMANDS = (
    *(SOLVE, PAGE, PRACTICE, ANALYZE, REVIEW, TRIALS, RUNS),
    *(REPRODUCE, LADDER, DEDUCTIONS, FIT, GALLERY, SHEET, WARM_UP),
)
ENCODING_FAILED, BAD_INPUT, INTERRUPTED = 1, 2, 130
START = """\
minevis makes the solving of Minesweeper visible. To begin with:

  python -m minevis solve --level beginner       a game, told step by step
  python -m minevis solve --video solve.mp4      the expert board, filmed: ten seconds or so
  python -m minevis page solve.html              a solved board to step through in a browser
  python -m minevis trials --level beginner      how often it wins, of 10,000 games

python -m minevis --help lists all commands, python -m minevis solve --help their options.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code.

    >>> main(["solve", "--level", "beginner", "--quiet"])
    Won the 9×9 board with ten mines in 22 moves with one guess at a risk of 50 %.
    0
    """
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # an old terminal may lack × or ³
    try:
        _run(sys.argv[1:] if arguments is None else arguments)
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


def _run(arguments: Sequence[str]) -> None:
    """Do what is asked; asked for nothing, say what can be."""
    if not arguments:
        print(START, end="")
        return
    options = parser().parse_args(arguments)
    options.execute(options)


def _complain(what: object, code: int) -> int:
    print("minevis:", *str(what).split(), file=sys.stderr)
    return code


def _close_stdout() -> None:
    """The reader has left: let nothing more be written, and nobody complain at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class Parser(argparse.ArgumentParser):
    """A parser whose errors are errors of this module: one line, no usage.

    >>> Parser(prog="p").parse_args(["--wrong"])
    Traceback (most recent call last):
    ValueError: unrecognized arguments: --wrong
    """

    def error(self, message: str) -> NoReturn:
        """Raises `ValueError`."""
        raise ValueError(message)


def parser() -> argparse.ArgumentParser:
    """The parser of the whole command line; each command adds itself and sets `execute`.

    >>> parser().parse_args(["solve", "--level", "beginner"]).level
    'beginner'
    """
    top: argparse.ArgumentParser = Parser(
        prog="minevis", description="Makes the solving of Minesweeper visible."
    )
    top.add_argument("--version", action="version", version=f"minevis {_version()}")
    commands = top.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for command in COMMANDS:
        command.add_to(commands)
    return top


def _version() -> str:
    try:
        return version("minevis")
    except PackageNotFoundError:
        from minevis import __version__

        return __version__
