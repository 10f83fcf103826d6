"""Shared by the commands: options for the board, the player and the store, and values from text."""

import re
import sys
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import EllipsisType
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from cyclopts import Group, Parameter

from minevis.errors import BoardFormatError, EncoderError, SearchExhaustedError
from minevis.game import board as boards
from minevis.game.board import BOARD_FILES, LEVELS, MOST_BYTES, level_of
from minevis.game.grid import Cell
from minevis.render.tiles.theme import THEMES
from minevis.solver.guess.effort import DEFAULT_EFFORT, EFFORTS, check_effort
from minevis.utils.files import check_output, naming, read_start
from minevis.utils.options import MEANINGS

if TYPE_CHECKING:
    from minevis.players import Player as AnyPlayer

LOGICS = ("count", "subset", "overlap", "search")
Parsed = TypeVar("Parsed")

MOST_CELLS_ASKED = 1_000_000
STORE = Path("runs.sqlite")
FILMS = ".mp4, .webm (with its captions in a .vtt file), .gif or .webp"


def read_by(reader: Callable[[str], Any], metavar: str, **options: Any) -> Parameter:
    """Return an option whose value `reader` makes of one word; its errors name the option."""
    return Parameter(
        converter=lambda _, tokens: reader(tokens[0].value),
        n_tokens=1,
        metavar=metavar,
        **options,
    )


def numbers(
    count: int, rule: str, *words: str, allowed: Callable[..., bool] = lambda *_: True
) -> Callable[[str], Any]:
    """Return a reader of `count` integers with commas, or of `words`; "none" is None."""

    def reader(text: str) -> Any:
        if text in words:
            return None if text == "none" else text
        plain = re.fullmatch(r" *-?\d+ *(, *-?\d+ *)*", text)  # int() would take +1 and 1_0
        values = tuple(map(int, text.split(","))) if plain else ()
        if len(values) != count or not allowed(*values):
            raise ValueError(f"{text!r}: {rule}")
        return values if count > 1 else values[0]

    return reader


def split(text: str) -> tuple[str, ...]:
    """Read names with commas."""
    return tuple(part.strip() for part in text.split(","))


def board_size(text: str) -> tuple[int, int]:
    """Read the height and width of a board that fits into memory."""
    try:
        height, width = (int(side) for side in text.lower().replace("×", "x").split("x"))
    except ValueError:
        raise ValueError(f"{text!r}: write a size as 16x30") from None
    if height * width > MOST_CELLS_ASKED:
        raise ValueError(f"{text!r}: at most {MOST_CELLS_ASKED:,} cells")
    return height, width


def number(text: str, rule: str = "a number is needed") -> float:
    """Read a number."""
    try:
        return float(text)
    except ValueError:
        raise ValueError(f"{text!r}: {rule}") from None


def named(about: str, **options: Any) -> Parameter:
    """Return an option with the names listed in `about`."""
    return Parameter(metavar="NAME", help=about, **options)


_levels = ", ".join(f"{name} ({h}×{w}, {n} mines)" for name, (h, w, n) in LEVELS.items())
_players = ", ".join(f"{name} ({meaning})" for name, meaning in MEANINGS.items())
_themes = ", ".join(THEMES)

Whole = Annotated[int, read_by(numbers(1, "an integer is needed"), "N")]
Number = Annotated[float, read_by(number, "FLOAT")]
Size = Annotated[tuple[int, int], read_by(board_size, "HxW")]
File = Annotated[Path | None, Parameter(metavar="FILE")]
Store = Annotated[Path | None, read_by(lambda text: None if text == "none" else Path(text), "FILE")]
Player = Annotated[str, named(f"{_players}.")]
Players = Annotated[
    tuple[str, ...], named(f"{_players}; twice or more to compare.", show_default=", ".join)
]
Effort = Annotated[str | None, Parameter(metavar=f"{{{','.join(EFFORTS)}}}")]
Detail = Annotated[
    int, read_by(numbers(1, "choose from 0, 1, 2", allowed=range(3).__contains__), "{0,1,2}")
]
Switch = Annotated[bool | None, Parameter(negative=None)]
Theme = Annotated[str | None, named(f"{_themes} (default: paper).")]
PageTheme = Annotated[str, named(f"{_themes}, or auto: that of the page around it.")]
Radius = Annotated[
    int | None,
    read_by(
        numbers(1, "an integer of 0 or more, or none", "none"),
        "N",
        help="Mine-free cells around the first click: 0 the cell, 1 its neighbours, too; or none.",
    ),
]


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Level:
    """The kind of a board.

    Parameters
    ----------
    size
        Height and width in cells.
    mines
        Number of mines.
    """

    level: Annotated[str | None, named(f"{_levels}; default: expert.")] = None
    size: Size | None = None
    mines: Whole | None = None

    def chosen(self) -> boards.Level:
        """Return the requested level."""
        if self.size is None:
            height, width, mines = level_of(self.level or "expert")
        elif self.level is not None:
            raise BoardFormatError("give --level or --size, not both")
        elif self.mines is None:
            raise BoardFormatError("--size needs --mines")
        else:
            (height, width), mines = self.size, self.mines
        return level_of((height, width, mines if self.mines is None else self.mines))


@Parameter(name="*", group=Group.create_ordered("The board"))
@dataclass(frozen=True, kw_only=True)
class Board(Level):
    """One board: of a level or a size, from a file, or a word.

    Parameters
    ----------
    board
        A text ('*' mine, '.' no mine) or .mbf; '-' is stdin.
    word
        Mines that spell TEXT.
    seed
        Draws mines and settles ties.
    first
        First click; none: the player chooses (default: 0,0 on random boards, that of a game ID).
    no_guess
        A board that this logic solves without a guess.
    """

    board: File = None
    word: Annotated[str | None, Parameter(metavar="TEXT")] = None
    seed: Whole = 0
    first: Annotated[
        Cell | EllipsisType | None,
        read_by(numbers(2, "a cell is ROW,COL, or none", "none"), "ROW,COL", show_default=False),
    ] = ...
    safe_radius: Radius = 0
    no_guess: Annotated[str | None, Parameter(choices=LOGICS)] = None

    def made(self) -> tuple[boards.Board, Cell | None]:
        """Return the board and the first click: as given, else the corner of a random board."""
        from minevis.game.codes import first_of_code

        is_drawn = self.board is None and self.word is None
        first = self.first
        if isinstance(first, EllipsisType):
            first = (0, 0) if is_drawn else None
        if is_drawn:
            return self._drawn(first), first
        if self.no_guess is not None or self.safe_radius != 0:
            name = "--safe-radius" if self.no_guess is None else "--no-guess"
            raise BoardFormatError(f"{name} is for random boards: this one is given")
        if (self.level, self.board, self.word).count(None) < 2:
            raise BoardFormatError("give only one of --level, --board and --word")
        if self.word is not None:
            height, width = self.size or (None, None)
            sides = {"height": height, "width": width, "mines": self.mines}
            return boards.Board.word(self.word, **sides, seed=self.seed), first
        if self.size is not None or self.mines is not None:
            raise BoardFormatError(
                "--board has a size and mines of its own: leave out --size and --mines"
            )
        assert self.board is not None
        board, own = parsed_file(
            lambda text: (boards.Board.parse(text), first_of_code(text)),
            self.board,
            lambda path: (boards.Board.load(path), None),
            set(BOARD_FILES) - {".txt"},
        )
        return board, own if self.first is ... else first

    def _drawn(self, first: Cell | None) -> boards.Board:
        from minevis.practice.boards import no_guess_board

        if self.no_guess is not None and first is None:
            rule = "--no-guess needs a first click, --first ROW,COL: here it is none"
            raise BoardFormatError(rule)
        radius = self.safe_radius
        drawn: dict[str, Any] = {"seed": self.seed, "first": first, "safe_radius": radius}
        try:
            if self.no_guess is None:
                return boards.Board.random(self.chosen(), **drawn)
            shown = sys.stderr.isatty()
            return no_guess_board(self.chosen(), self.no_guess, **drawn, progress=shown)
        except SearchExhaustedError as error:  # the library's advice names arguments, not options
            advice = "choose another --no-guess, fewer --mines or a larger --safe-radius"
            raise ValueError(f"{error.facts}: {advice}") from error


EXPERT, RANDOM_BOARD = Level(), Board()


def chosen_players(names: Sequence[str], effort: str | None) -> "list[AnyPlayer]":
    """Return the named players. Only `best` uses the effort."""
    from minevis.players import best_with, player_of

    if effort is not None and "best" not in names:
        raise ValueError(f"--effort {effort} is for the player best, not for {names[0]}")
    best = best_with(check_effort(effort or DEFAULT_EFFORT))
    return [best if name == "best" else player_of(name) for name in names]


def say_kept(store: Path | None, quiet: bool) -> None:
    """Say on stderr, once all is done, the file of the store."""
    if store is not None and not quiet:
        kept = f"Games are kept in {store.resolve()}."
        print(kept, file=sys.stderr)


def check_page_name(name: Path) -> None:
    """Raise `ValueError` for an impossible page name, before long work."""
    from minevis.web.page import check_suffix

    check_output(check_suffix(name))


def check_film(name: Path) -> None:
    """Raise `ValueError` for impossible names of a film or its captions, before long work."""
    from minevis.film.ffmpeg import captions_beside, encoder_for

    path = check_output(name)
    try:
        encoder_for(path)
    except EncoderError as error:  # an invalid option
        raise ValueError(error) from error
    check_output(captions_beside(path) or path)


def parsed_file(
    parse: Callable[[str], Parsed],
    name: Path,
    load: Callable[[Path], Parsed],
    endings: Collection[str],
) -> Parsed:
    """Parse the text of a file, or of stdin for "-"; an error names it.

    `load` reads the files of other programs, known by their `endings`.
    """
    if name.suffix.lower() in endings:
        return load(name)
    is_stdin = str(name) == "-"
    with naming("stdin" if is_stdin else name, ValueError):
        if is_stdin:
            text = sys.stdin.read(MOST_BYTES + 1)
        else:
            text = read_start(name, MOST_BYTES + 1).decode("utf-8-sig")
        if len(text) > MOST_BYTES:
            raise ValueError(f"more than {MOST_BYTES >> 20} MB")
        return parse(text)
