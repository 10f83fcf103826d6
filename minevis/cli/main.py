"""The command line, `python -m minevis`; its commands are in `minevis.cli`.

Exit codes: 0 the work was done (a lost game is work done), 1 a video could not be
encoded, 2 an invalid option, or a file that cannot be read or written, 130 stopped by
Ctrl-C.
"""

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
from pathlib import Path
from textwrap import fill
from typing import Any

from cyclopts import App, CycloptsError, Group, Parameter, UnknownOptionError, UnusedCliTokensError

from minevis.errors import EncoderError
from minevis.utils.hints import did_you_mean
from minevis.utils.options import FILMS, MEANINGS, PAGES

COMMANDS = {  # a summary and an example
    "solve": ("play a board, print every step or film it", "--video solve.mp4 --for phone"),
    "page": ("a solved board as one HTML file to step through", "solve.html --level beginner"),
    "race": (
        "several players on one board, as a page to step through or a film",
        "race.html --player counting --player exact",
    ),
    "practice": (
        "puzzles to practise, as one HTML file that works offline",
        "puzzles.html --kinds 1-2 --count 20",
    ),
    "analyze": ("the exact odds of a position, and why a cell is safe", "game.txt --why 3,4"),
    "app": ("a page to analyse, play, practise and watch, without Python", "minevis.html"),
    "review": (
        "the reason of each click of a game, and the cost of each guess",
        "game.avf --page review.html",
    ),
    "trials": (
        "play many games and count how they end",
        "--level beginner --player exact --player counting",
    ),
    "runs": ("list, show or export the games that a store keeps", "show 1"),
    "ladder": ("print the stored win ratios", ""),
    "players": ("list the players, and how they play", ""),
    "warm-up": ("compile players and analyze in advance", "exact"),
}
MODULES = {  # of commands that have no module of their own
    **dict.fromkeys(("page", "race", "practice", "app"), "pages"),
    **dict.fromkeys(("runs", "ladder", "players", "warm-up"), "trials"),
}
WORDS = {  # other first words, and their meaning
    **dict.fromkeys(("-V", "-v", "version"), "--version"),
    **dict.fromkeys(("-h", "help"), "--help"),
}
BOARDS = (".txt", ".mbf")
POWERS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
DIGITS = str.maketrans(POWERS, "0123456789")
PLAIN = dict(
    zip("×−–≤≥±“”‘’\xa0…→", [*"x--", "<=", ">=", "+-", *"\"\"'' ", "...", "->"], strict=True)
)
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
    # Streams closed by a shell (`>&-`): reading finds the end, output is lost
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
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
        # Discard further output, without a complaint at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
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
    """A stream that shows control characters as text: file names may contain some.

    `bars` lets progress bars through, which begin at the start of the line and move up.
    """

    def __init__(self, stream: Any, *, bars: bool = False) -> None:
        self.stream, self.bars = stream, bars

    def write(self, text: str) -> int:
        """Write `text` with control characters and marks of direction as in `ascii`."""
        if not (self.bars and MOVES_UP.fullmatch(text)):
            start = "\r" if self.bars and text.startswith("\r") else ""
            text = start + CONTROL.sub(lambda match: ascii(match[0])[1:-1], text[len(start) :])
        self.stream.write(text)
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


def plainer(error: UnicodeError) -> tuple[str, int]:
    """Replace characters missing in an old terminal, for `codecs.register_error`."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    before, lost = error.object[: error.start], error.object[error.start : error.end]
    inside = before[-1:] in tuple(POWERS)  # of a power, whose first digits there are
    line = re.sub(f"[{POWERS}]+", lambda match: "^" + match[0].translate(DIGITS), lost)
    plain = "".join(PLAIN.get(char, char if char.isascii() else "?") for char in line)
    return plain.removeprefix("^") if inside else plain, error.end


def _run(arguments: Sequence[str]) -> None:
    """Run a command; without one, say how to begin."""
    if not arguments:
        print(START, end="")
        return
    words: list[str] = []
    for word in arguments:  # "-" is no option: a text, or a file, whose Path is that of "./-"
        if word == "-" and words and words[-1] in ("--word", "--player", "--theme"):
            words[-1] += "=-"
        else:
            words.append("./-" if word == "-" else word)
    first = words[0] = WORDS.get(words[0], words[0])
    if first == "--help":
        words.append(words.pop(0))  # of a command that follows
    elif first not in (*COMMANDS, "--version"):
        hint = did_you_mean(first, COMMANDS, "commands")
        raise ValueError(f"unknown command {first!r}: choose from {', '.join(COMMANDS)}{hint}")
    with warnings.catch_warnings():
        warnings.showwarning = _warn
        try:
            app(words[0])(words)
        except UnknownOptionError as error:
            given = error.token.keyword or error.token.value
            known = [name for it in error.argument_collection for name in it.names]
            hint = _option_meant(given, known) or f"; minevis {first} --help lists the options"
            raise ValueError(f"unknown option {given}{hint}") from error
        except UnusedCliTokensError as error:
            unused = error.unused_tokens or ()
            hints = " ".join(filter(None, map(_option_for, unused)))
            hint = f"; did you mean {hints}?" if hints else ""
            raise ValueError(f"unrecognized arguments: {' '.join(unused)}{hint}") from error
        except CycloptsError as error:
            error.verbose = False
            raise ValueError(error) from error


def _option_meant(given: str, known: Sequence[str]) -> str:
    """Return a hint for an unknown option."""
    if hint := did_you_mean(given, known, "commands"):
        return hint
    return "; the name of the file stands alone" if given in ("-o", "--out", "--output") else ""


def _option_for(value: str) -> str:
    """Return the option that a value without one is for; "" if it is for none."""
    from minevis.game.board import LEVELS

    ending = Path(value).suffix.lower()
    options = {
        "--level": value in LEVELS,
        "--player": value in MEANINGS,
        "--size": re.fullmatch(r"\d+[x×]\d+", value),
        "--board": ending in BOARDS,
        "--video": ending in FILMS,
        "--page": ending in PAGES,
        "--store": ending == ".sqlite",
    }
    return next((f"{name} {value}" for name, fits in options.items() if fits), "")


def _warn(message: Warning | str, *_: object, **__: object) -> None:
    """Print a warning like an error, without the place in the code."""
    print(f"minevis: {message}", file=sys.stderr)


def _complain(what: object, code: int) -> int:
    print("minevis:", *str(what).split(), file=sys.stderr)
    return code


class _Help:
    """Help as plain text in two columns."""

    def __call__(self, console: Any, options: Any, panel: Any) -> None:
        """Print a group of options or commands."""
        margin = 24 if console.width >= 60 else 6
        if panel.entries:
            print(f"\n{panel.title}:")
        for entry in panel.entries:
            if entry.choices:
                entry = entry.copy(metavar=f"{{{','.join(entry.choices)}}}")
            label = ", ".join(entry.display_labels_with_metavar)
            text = _text(entry.description)
            if entry.default not in (None, "False"):
                text = f"{text.removesuffix('.')} (default: {entry.default})."
            head, indent = f"  {label}  ".ljust(margin), " " * margin
            if len(head) > margin:
                print(head.rstrip())
                head = indent
            print(fill(text, console.width, initial_indent=head, subsequent_indent=indent))

    def render_usage(self, console: Any, options: Any, usage: Any) -> None:
        """Print the usage."""
        print(f"Usage: {_text(usage)}\n")

    def render_description(self, console: Any, options: Any, description: Any) -> None:
        """Print the description of the command."""
        print(fill(_text(description), console.width))


def _text(shown: Any) -> str:
    return " ".join(str(getattr(shown, "primary_renderable", shown)).split())


def app(asked: str = "") -> App:
    """Return the command line, with the docstring of `asked` and summaries of the rest."""
    command_line = App(
        name="minevis",
        help="Makes the solving of Minesweeper visible.",
        help_format="plaintext",
        help_formatter=_Help(),
        version_flags=(),
        default_parameter=Parameter(negative=(), allow_repeating=True),
        group_parameters=Group("Options", sort_key=0),
        suppress_keyboard_interrupt=False,
        exit_on_error=False,
        print_error=False,
        result_action="return_value",
    )
    command_line.command(_print_version, name="--version", help="Print the version.")
    for place, (name, (summary, example)) in enumerate(COMMANDS.items()):
        path, function = f"minevis.cli.{MODULES.get(name, name)}", name.replace("-", "_")
        command_line.command(
            getattr(import_module(path), function) if name == asked else f"{path}:{function}",
            name=name,
            help=None if name == asked else summary,
            help_epilogue=f"Example: minevis {name} {example}",
            sort_key=place,
        )
    return command_line


def _print_version() -> None:
    try:
        print("minevis", version("minevis"))
    except PackageNotFoundError:
        from minevis import __version__

        print("minevis", __version__)
