"""Shared by the commands: the class of a command, options for the board, the player, the workers,
the store, and values from text."""

import argparse
import sys
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from minevis.core.board import BOARD_FILES, LEVELS, MOST_BYTES, Board, Level, level_of
from minevis.core.errors import BoardFormatError, EncoderError, SearchExhaustedError
from minevis.core.files import check_output, read_start
from minevis.core.grid import Cell
from minevis.core.notations import first_of_code
from minevis.players import MEANINGS, PLAYERS, Player, best_with, player_of
from minevis.practice.boards import LOGICS, solvable_board
from minevis.solver.guessing.effort import DEFAULT_EFFORT, EFFORTS, check_effort

if TYPE_CHECKING:
    from minevis.experiments.runner.task import First

Parsed = TypeVar("Parsed")

MOST_CELLS_ASKED = 1_000_000
STORE = "runs.sqlite"
FILMS = ".mp4, .webm (with its captions in a .vtt file), .gif or .webp"

# argparse calls the owner of `add_argument` a container: a parser or a group.
Options = argparse._ActionsContainer
Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


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

    def add_to(self, commands: Commands) -> None:
        """Make the command known to the parser of the whole command line."""
        parser = commands.add_parser(self.name, help=self.summary, description=self.description)
        parser.set_defaults(execute=self.execute)
        self.add_options(parser)


def add_board(options: Options) -> None:
    """The options that `board_of` and `first_of` read: a level, a file, a word, a size.

    >>> parser = argparse.ArgumentParser()
    >>> add_board(parser)
    >>> board_of(parser.parse_args(["--level", "beginner"]))
    <Board 9×9, 10 mines, 3BV 17>
    """
    kind = options.add_mutually_exclusive_group()
    _add_level(kind)
    kind.add_argument(
        "--board", metavar="FILE", help="a text ('*' mine, '.' no mine), .mbf or .abf; '-' is stdin"
    )
    kind.add_argument("--word", metavar="TEXT", help="mines that spell TEXT")
    _add_size(options)
    add_seed(options, "draws mines and settles ties")
    options.add_argument(
        "--first",
        type=cell_or_none,
        default=...,
        metavar="ROW,COL",
        help="first click; none: the player chooses (default: 0,0 on random boards, that of a "
        "game ID)",
    )
    _add_safe_radius(options, default=...)
    options.add_argument(
        "--no-guess",
        choices=tuple(LOGICS),
        metavar="LOGIC",
        help=f"a board that this logic solves without a guess: {', '.join(LOGICS)}",
    )


def board_of(options: argparse.Namespace) -> Board:
    """The board that the options of `add_board` ask for.

    >>> from minevis.cli import parser
    >>> board_of(parser().parse_args(["page", "x.html", "--word", "HI"])).letters is None
    False
    """
    if (options.board or options.word) is not None:
        _check_not_drawn(options)
    if options.board is not None:
        if options.size is not None or options.mines is not None:
            raise BoardFormatError("--board brings its own size and mines")

        def parse(text: str) -> Board:
            if options.first is ...:
                options.first = first_of_code(text)
            return Board.parse(text)

        return read_as(parse, options.board, Board.load, set(BOARD_FILES) - {".txt"})
    if options.word is not None:
        height, width = options.size or (None, None)
        return Board.word(
            options.word, height=height, width=width, mines=options.mines, seed=options.seed
        )
    return _drawn(options)


def _check_not_drawn(options: argparse.Namespace) -> None:
    """Raises `BoardFormatError` for options of random boards only."""
    for name, given in (
        ("--no-guess", options.no_guess is not None),
        ("--safe-radius", options.safe_radius is not ...),
    ):
        if given:
            raise BoardFormatError(f"{name} is for random boards: this one is given")


def _drawn(options: argparse.Namespace) -> Board:
    if options.no_guess is not None and first_of(options) is None:
        raise BoardFormatError("--no-guess needs a first click, --first ROW,COL: here it is none")
    try:
        level = chosen_level(options)
        radius = 0 if options.safe_radius is ... else options.safe_radius
        drawn = {"seed": options.seed, "first": first_of(options), "safe_radius": radius}
        if options.no_guess is None:
            return Board.random(level, **drawn)
        shown = sys.stderr.isatty()
        return solvable_board(level, options.no_guess, **drawn, progress=shown)
    except SearchExhaustedError as error:  # the library's advice names arguments without an option
        advice = "choose another --no-guess, fewer --mines or a larger --safe-radius"
        raise ValueError(f"{error.facts}: {advice}") from error


def first_of(options: argparse.Namespace) -> Cell | None:
    """The first click: as given, otherwise the corner of a random board.

    `board_of` comes before it: a game ID in the file brings a first click.

    >>> from minevis.cli import parser
    >>> first_of(parser().parse_args(["solve", "--level", "beginner"]))
    (0, 0)
    """
    if options.first is ...:
        return (0, 0) if options.board is None and options.word is None else None
    first: Cell | None = options.first
    return first


def add_level(options: Options) -> None:
    """The options that `chosen_level` reads, for many boards of one kind.

    >>> parser = argparse.ArgumentParser()
    >>> add_level(parser)
    >>> chosen_level(parser.parse_args(["--size", "9x9", "--mines", "12"]))
    Level(height=9, width=9, mines=12)
    """
    _add_level(options)
    _add_size(options)


def chosen_level(options: argparse.Namespace) -> Level:
    """The level that the options ask for, expert by default.

    >>> from minevis.cli import parser
    >>> chosen_level(parser().parse_args(["trials", "--level", "beginner", "--mines", "5"]))
    Level(height=9, width=9, mines=5)
    """
    if options.size is None:
        height, width, mines = level_of(options.level or "expert")
    elif options.level is not None:
        raise BoardFormatError("give --level or --size, not both")
    elif options.mines is None:
        raise BoardFormatError("--size needs --mines")
    else:
        (height, width), mines = options.size, options.mines
    return level_of((height, width, mines if options.mines is None else options.mines))


def _add_level(options: Options) -> None:
    sizes = [
        f"{name} ({height}×{width}, {mines} mines)"
        for name, (height, width, mines) in LEVELS.items()
    ]
    options.add_argument("--level", help=f"{', '.join(sizes)}; default: expert")


def _add_size(options: Options) -> None:
    options.add_argument("--size", type=size, metavar="HxW", help="height and width in cells")
    options.add_argument("--mines", type=int, help="number of mines")


def _add_safe_radius(options: Options, default: object = 0) -> None:
    options.add_argument(
        "--safe-radius",
        type=radius_or_none,
        default=default,
        metavar="N",
        help="mine-free cells around the first click: 0 the cell (default), 1 its neighbours, too; "
        "or none",
    )


def add_first(options: Options) -> None:
    """The first click of many games, and its safe zone.

    >>> parser = argparse.ArgumentParser()
    >>> add_first(parser)
    >>> parser.parse_args(["--first", "uniform"]).first
    'uniform'
    """
    options.add_argument(
        "--first",
        type=click,
        default=(0, 0),
        metavar="ROW,COL",
        help="first click; uniform: random; none: the player chooses (default: 0,0)",
    )
    _add_safe_radius(options)


def add_seed(options: Options, about: str = "of the first game") -> None:
    """The option for a seed.

    >>> parser = argparse.ArgumentParser()
    >>> add_seed(parser)
    >>> parser.parse_args([]).seed
    0
    """
    options.add_argument("--seed", type=int, default=0, help=f"{about} (default: 0)")


def add_player(options: Options, default: str = "exact", *, several: bool = False) -> None:
    """The options that `chosen_players` reads.

    >>> parser = argparse.ArgumentParser()
    >>> add_player(parser)
    >>> [str(player) for player in chosen_players(parser.parse_args([]))]
    ['exact']
    """
    more = "; twice or more to compare" if several else ""
    options.add_argument(
        "--player",
        action="append" if several else "store",
        default=None if several else default,
        help=f"{', '.join(f'{name} ({MEANINGS[name]})' for name in PLAYERS)}; "
        f"default: {default}{more}",
    )
    add_effort(options, "the player best")
    if several:
        options.set_defaults(default_player=default)


def add_effort(options: Options, who: str, default: str | None = None) -> None:
    """Add the effort with which somebody looks before a guess.

    >>> parser = argparse.ArgumentParser()
    >>> add_effort(parser, "the reviewer")
    >>> parser.parse_args(["--effort", "hard"]).effort
    'hard'
    """
    options.add_argument(
        "--effort",
        type=_effort,
        default=default,
        metavar=f"{{{','.join(EFFORTS)}}}",
        help=f"how hard {who} looks before a guess (default: {DEFAULT_EFFORT})",
    )


def _effort(name: str) -> str:
    try:
        return check_effort(name)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def chosen_players(options: argparse.Namespace) -> list[Player]:
    """Return the players asked for, with the effort asked for.

    An effort is for `best`; other players ignore it. Raises `ValueError` for
    unknown names, and for an effort that nobody takes.

    >>> from minevis.cli import parser
    >>> words = "trials --player best --player exact --effort hard".split()
    >>> [str(player) for player in chosen_players(parser().parse_args(words))]
    ['best, hard', 'exact']
    """
    named = options.player if isinstance(options.player, list) else [options.player]
    names: list[str] = [name or options.default_player for name in named]
    effort: str | None = options.effort
    if effort is not None and "best" not in names:
        raise ValueError(f"--effort {effort} is for the player best, not for {names[0]}")
    best = best_with(effort or DEFAULT_EFFORT)
    return [best if name == "best" else player_of(name) for name in names]


def add_workers(options: Options) -> None:
    """The options that `run_options` reads: the players and the store.

    >>> parser = argparse.ArgumentParser()
    >>> add_workers(parser)
    >>> run_options(parser.parse_args(["--store", "none", "--quiet"]))
    {'workers': None, 'store': None, 'progress': False}
    """
    options.add_argument(
        "--workers",
        type=workers,
        metavar="N|ADDRESS",
        help="number of threads, or tcp://… of a Dask scheduler (default: all cores)",
    )
    about = "saves finished games, so that they are not played again; none saves nothing"
    add_store(options, about)
    add_quiet(options)


def add_store(options: Options, about: str) -> None:
    """The option for a store: a file, or None for "none".

    >>> parser = argparse.ArgumentParser()
    >>> add_store(parser, "keeps finished games")
    >>> parser.parse_args([]).store, parser.parse_args(["--store", "none"]).store
    ('runs.sqlite', None)
    """
    about = f"{about} (default: {STORE})"
    options.add_argument("--store", type=file_or_none, default=STORE, metavar="FILE", help=about)


def add_quiet(options: Options) -> None:
    """The option that `say_kept` reads, and that progress bars do.

    >>> parser = argparse.ArgumentParser()
    >>> add_quiet(parser)
    >>> parser.parse_args([]).quiet
    False
    """
    about = "no progress bar, and no line about the store"
    options.add_argument("--quiet", action="store_true", help=about)


def say_kept(options: argparse.Namespace) -> None:
    """Say on stderr, once all is done, the file of the store.

    >>> say_kept(argparse.Namespace(store=None, quiet=False))
    """
    if options.store is not None and not options.quiet:
        where = Path(options.store).resolve()
        print(f"Games are kept in {where} (--store none keeps nothing).", file=sys.stderr)


def run_options(options: argparse.Namespace) -> dict[str, Any]:
    """The options of `trials` behind those of `add_workers`, `games` and `seed` if given.

    >>> from minevis.cli import parser
    >>> run_options(parser().parse_args(["trials", "--games", "0"]))["games"]
    0
    """
    found = {
        "workers": options.workers,
        "store": options.store,
        "progress": not options.quiet,
    }
    if getattr(options, "games", None) is not None:
        found["games"] = options.games
    if "seed" in options:
        found["seed"] = options.seed
    return found


def check_film(name: str | Path) -> None:
    """Raises `ValueError` for a film, or its captions, that cannot be; asked before long work.

    >>> check_film("film.mp4")
    """
    from minevis.show.export.ffmpeg import captions_beside, encoder_of

    path = check_output(name)
    try:
        encoder_of(path)
    except EncoderError as error:  # here the question makes no sense
        raise ValueError(error) from error
    check_output(captions_beside(path) or path)


def read(name: str) -> str:
    """The text of a file, or of stdin for "-".

    >>> read("no/such/file")
    Traceback (most recent call last):
    ...
    FileNotFoundError: [Errno 2] No such file or directory: 'no/such/file'
    """
    try:
        if name == "-":
            text = sys.stdin.read(MOST_BYTES + 1)
        else:
            text = read_start(name, MOST_BYTES + 1).decode("utf-8-sig")
        if len(text) > MOST_BYTES:
            raise ValueError(f"{name}: more than {MOST_BYTES >> 20} MB")
        return text
    except UnicodeDecodeError as error:
        raise BoardFormatError(f"{name}: this is not UTF-8 text") from error


def read_as(
    parse: Callable[[str], Parsed],
    name: str,
    load: Callable[[str], Parsed] | None = None,
    endings: Collection[str] = (),
) -> Parsed:
    """Parse the text of a file, or of stdin for "-"; an error names it.

    Files of other programs, known by their `endings`, are for `load`.

    >>> read_as(len, "no/such/file")
    Traceback (most recent call last):
    ...
    FileNotFoundError: [Errno 2] No such file or directory: 'no/such/file'
    """
    if load is not None and Path(name).suffix.lower() in endings:
        return load(name)
    text = read(name)
    try:
        return parse(text)
    except ValueError as error:
        raise ValueError(f"{'stdin' if name == '-' else name}: {error}") from error


def whole_numbers(text: str) -> tuple[int, ...]:
    """Whole numbers with commas.

    >>> whole_numbers("1,2")
    (1, 2)
    """
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r}: whole numbers with commas, please") from None


def pixels(text: str) -> int:
    """A width in px: a whole number of 1 or more.

    >>> pixels("640")
    640
    """
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r}: a whole number of px, 1 or more")
    return number


def span(text: str) -> tuple[int, int]:
    """From the first up to, but not, the last.

    >>> span("1,5")
    (1, 5)
    """
    ends = whole_numbers(text)
    if len(ends) != 2 or not 0 <= ends[0] < ends[1]:
        rule = "a range is written FIRST,END, with 0 <= FIRST < END"
        raise argparse.ArgumentTypeError(f"{text!r}: {rule}")
    return (ends[0], ends[1])


def names(text: str) -> tuple[str, ...]:
    """Names with commas.

    >>> names("board,zero")
    ('board', 'zero')
    """
    return tuple(part.strip() for part in text.split(","))


def size(text: str) -> tuple[int, int]:
    """Height and width, of a board that can be held.

    >>> size("16x30")
    (16, 30)
    """
    try:
        height, width = (int(side) for side in text.lower().replace("×", "x").split("x"))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r}: a size is written 16x30") from None
    if height * width > MOST_CELLS_ASKED:
        raise argparse.ArgumentTypeError(f"{text!r}: at most {MOST_CELLS_ASKED:,} cells")
    return height, width


def box(text: str) -> tuple[int, int, int, int]:
    """A rectangle in pixels: left, top, width and height.

    >>> box("10,20,300,200")
    (10, 20, 300, 200)
    """
    numbers = whole_numbers(text)
    if len(numbers) != 4:
        raise argparse.ArgumentTypeError(f"{text!r}: a box is X,Y,WIDTH,HEIGHT in pixels")
    left, top, width, height = numbers
    return left, top, width, height


def cell(text: str) -> Cell:
    """A cell.

    >>> cell("3,4")
    (3, 4)
    """
    return _cell(text, "a cell is ROW,COL")


def _cell(text: str, rule: str) -> Cell:
    """A cell; `rule` names the alternatives."""
    try:
        row, col = whole_numbers(text)
    except (argparse.ArgumentTypeError, ValueError):
        raise argparse.ArgumentTypeError(f"{text!r}: {rule}") from None
    return (row, col)


def cell_or_none(text: str) -> Cell | None:
    """A cell, or None for "none".

    >>> cell_or_none("3,4"), cell_or_none("none")
    ((3, 4), None)
    """
    return None if text == "none" else _cell(text, "a cell is ROW,COL, or none")


def click(text: str) -> "First":
    """The first click of many games: a cell, "uniform", or None for "none".

    >>> click("3,4"), click("uniform"), click("none")
    ((3, 4), 'uniform', None)
    """
    if text in ("uniform", "none"):
        return text if text == "uniform" else None
    return _cell(text, "a first click is ROW,COL, uniform or none")


def file_or_none(text: str) -> str | None:
    """The name of a file, or None for "none".

    >>> file_or_none("runs.sqlite"), file_or_none("none")
    ('runs.sqlite', None)
    """
    return None if text == "none" else text


def radius_or_none(text: str) -> int | None:
    """A radius of 0 or more, or None for "none".

    >>> radius_or_none("1"), radius_or_none("none")
    (1, None)
    """
    if text == "none":
        return None
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r}: a whole number of 0 or more, or none")
    return int(text)


def workers(text: str) -> int | str:
    """A number of threads, or an address as it is.

    >>> workers("2"), workers("tcp://10.0.0.1:8786")
    (2, 'tcp://10.0.0.1:8786')
    """
    return int(text) if text.lstrip("-").isdigit() else text
