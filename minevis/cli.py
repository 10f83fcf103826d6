"""The command line, `python -m minevis`; its commands are in `minevis.commands`.

Exit codes: 0 the work was done (a lost game is work done), 1 a video could not be
encoded, 2 the question makes no sense or a file cannot be read or written, 130 stopped by
Ctrl-C.
"""

import argparse
import codecs
import os
import re
import sys
import warnings
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any, NoReturn

from minevis.core.errors import EncoderError, did_you_mean

if TYPE_CHECKING:
    from minevis.commands.arguments import Command

COMMANDS = {  # the name of each, in the order of the list of all, and where it is defined
    "solve": "solve",
    "page": "page",
    "race": "page",
    "practice": "practice",
    "analyze": "analyze",
    "app": "app",
    "review": "review",
    "trials": "trials",
    "runs": "runs",
    "ladder": "ladder",
    "warm-up": "warm_up",
}
POWERS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
DIGITS = str.maketrans(POWERS, "0123456789")
PLAIN = {  # for terminals that lack them
    "×": "x",
    "−": "-",
    "–": "-",
    "…": "...",
    "→": "->",
    "≤": "<=",
    "≥": ">=",
    "±": "+-",
    "“": '"',
    "”": '"',
    "‘": "'",
    "’": "'",
    "\xa0": " ",
}
CONTROL = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
MOVES_UP = re.compile(r"(\x1b\[A)+")
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
    """Run the command line and return its exit code."""
    codecs.register_error("minevis", plainer)
    _open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="minevis")
    with redirect_stdout(_Plain(sys.stdout)), redirect_stderr(_Plain(sys.stderr, bars=True)):
        return _exit_code(sys.argv[1:] if arguments is None else arguments)


def _exit_code(arguments: Sequence[str]) -> int:
    try:
        _run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        _close_stdout()
    except KeyboardInterrupt:
        return _complain("stopped", INTERRUPTED)
    except EncoderError as error:
        unwritten = isinstance(error.__cause__, OSError)  # no fault of the encoder's
        return _complain(error, BAD_INPUT if unwritten else ENCODING_FAILED)
    except ModuleNotFoundError as error:
        if error.name is not None:
            raise
        return _complain(error, BAD_INPUT)  # said by us, with how to install it
    except (ValueError, OverflowError) as error:
        return _complain(error, BAD_INPUT)
    except OSError as error:
        return _complain(f"{error.filename or 'output'}: {error.strerror}", BAD_INPUT)
    except MemoryError:
        return _complain("this board takes more memory than there is", BAD_INPUT)
    return 0


class _Plain:
    """A stream that shows control characters as text: names in files may contain some.

    Progress bars, which begin at the start of the line and move up, are left alone with `bars`.
    """

    def __init__(self, stream: Any, *, bars: bool = False) -> None:
        self.stream, self.bars = stream, bars

    def write(self, text: str) -> int:
        """Write `text` with control characters and marks of direction as in `ascii`."""
        if not (self.bars and MOVES_UP.fullmatch(text)):
            start = "\r" if self.bars and text.startswith("\r") else ""
            text = start + CONTROL.sub(lambda found: ascii(found[0])[1:-1], text[len(start) :])
        self.stream.write(text)
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


def plainer(error: UnicodeError) -> tuple[str, int]:
    """Replace the characters that an old terminal lacks, as `codecs.register_error` asks."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    before, lost = error.object[: error.start], error.object[error.start : error.end]
    inside = before[-1:] in tuple(POWERS)  # of a power, whose first digits there are
    line = re.sub(f"[{POWERS}]+", lambda found: "^" + found[0].translate(DIGITS), lost)
    plain = "".join(PLAIN.get(char, char if char.isascii() else "?") for char in line)
    return plain.removeprefix("^") if inside else plain, error.end


def _run(arguments: Sequence[str]) -> None:
    """Run a command; without one, list the commands."""
    if not arguments:
        print(START, end="")
        return
    asked = arguments[0] if arguments[0] in COMMANDS else None
    options = parser(asked).parse_args(arguments)
    with warnings.catch_warnings():
        warnings.showwarning = _warn
        options.execute(options)


def _warn(message: Warning | str, *_: object, **__: object) -> None:
    """Say a warning as errors are said, without the place in the code that it comes from."""
    print(f"minevis: {message}", file=sys.stderr)


def _complain(what: object, code: int) -> int:
    print("minevis:", *str(what).split(), file=sys.stderr)
    return code


def _open_closed_streams() -> None:
    """A shell may close streams (`>&-`): then nothing is read there, and output is lost."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def _close_stdout() -> None:
    """The reader has left: let nothing more be written, and nobody complain at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class Parser(argparse.ArgumentParser):
    """A parser whose errors are errors of this module: one line, no usage."""

    def error(self, message: str) -> NoReturn:
        """Raises `ValueError`."""
        raise ValueError(message)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse arguments. Raises `ValueError` for unknown ones: each command names its own."""
        found, others = super().parse_known_args(args, namespace)
        if others:
            hint = did_you_mean(others[0].partition("=")[0], self._option_string_actions)
            self.error(f"unrecognized arguments: {' '.join(others)}{hint}")
        return found, others

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Check a value against the choices of its action, the commands among them."""
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            error.message += did_you_mean(value, action.choices or ())
            raise


def parser(only: str | None = None) -> argparse.ArgumentParser:
    """The parser of the whole command line, or of the command `only`, which loads less.

    Each command adds itself and sets `execute`.
    """
    top: argparse.ArgumentParser = Parser(
        prog="minevis", description="Makes the solving of Minesweeper visible."
    )
    top.add_argument("--version", action="version", version=f"minevis {_version()}")
    commands = top.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for name in COMMANDS if only is None else (only,):
        _command(name).add_to(commands)
    return top


def _command(name: str) -> "Command":
    module = import_module(f"minevis.commands.{COMMANDS[name]}")
    found: Command = getattr(module, name.upper().replace("-", "_"))
    return found


def _version() -> str:
    try:
        return version("minevis")
    except PackageNotFoundError:
        from minevis import __version__

        return __version__
