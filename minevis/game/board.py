"""The truth: where the mines are, how they are placed, and how a board reads as text."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from numbers import Integral
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from minevis.errors import BoardFormatError
from minevis.game.codes import MOST_MINES, bytes_of_mines, mines_of_bytes, mines_of_code
from minevis.game.grid import (
    Cell,
    Shape,
    cells_of,
    check_cell,
    check_rows,
    dilate,
    frozen,
    lies_on,
    neighbour_counts,
    numbered_regions,
)
from minevis.game.hashing import PLACING, check_seed, smallest
from minevis.game.notations import EMOJI, mines_of_text, pasted_text
from minevis.game.shown import ShownAsCells
from minevis.game.zini import greedy_zini
from minevis.utils.checks import check_count
from minevis.utils.files import naming, read_start, write_whole
from minevis.utils.formatting import quantity
from minevis.utils.hints import unknown_name
from minevis.utils.lettering import letter_mask
from minevis.utils.options import AnyLevel
from minevis.utils.showing import Writer
from minevis.utils.tables import Registry


class Level(NamedTuple):
    """The size and the number of mines of a board.

    >>> mv.LEVELS["expert"]
    Level(height=16, width=30, mines=99)
    """

    height: int
    width: int
    mines: int


LEVELS: Registry[Level] = Registry(
    {
        "beginner": Level(9, 9, 10),
        "beginner8": Level(8, 8, 10),
        "intermediate": Level(16, 16, 40),
        "expert": Level(16, 30, 99),
        "expert24": Level(24, 24, 99),
    },
    {
        "size": lambda name: f"{LEVELS[name].height}×{LEVELS[name].width}",
        "mines": lambda name: str(LEVELS[name].mines),
    },
)
"""The levels by name. Other sizes are given as `(height, width, mines)`, wherever a level is."""

BOARD_FILES = (".txt", ".mbf")
MOST_CELLS = 100_000_000  # cells that fit into memory
MOST_BYTES = 16 << 20  # of a text
MINE, NO_MINE, LETTER_MINE = "*", ".", "@"
HOW_TO_PROTECT = 'mv.play("expert") or Board.random(..., first=...) protects it'  # first click


def level_of(level: AnyLevel) -> Level:
    """Return the `Level` for a name of `LEVELS` or a `(height, width, mines)`.

    Raises `BoardFormatError` for an unknown name, a size below 1 or beyond a hundred million
    cells, or a number of mines outside 0 … height x width.
    """
    if isinstance(level, str):
        if level not in LEVELS:
            if "\n" in level.strip():
                raise BoardFormatError("a level is a name; Board.parse reads a drawn board")
            raise BoardFormatError(unknown_name("level", level, LEVELS))
        return LEVELS[level]
    try:
        height, width, mines = (int(size) for size in level)
        if (height, width, mines) != tuple(level) or any(
            isinstance(size, bool | np.bool_) for size in level
        ):
            raise ValueError("a part of a cell, or a truth")
    except (TypeError, ValueError, OverflowError) as error:
        rule = "a level is a name or (height, width, mines)"
        raise BoardFormatError(f"{level!r:.40}: {rule}") from error
    if height < 1 or width < 1:
        raise BoardFormatError(f"a board of {height}×{width} cells: both sides must be at least 1")
    if height * width > MOST_CELLS:
        raise BoardFormatError(f"a board of {height}×{width} cells: at most {MOST_CELLS:,} cells")
    if not 0 <= mines <= height * width:
        cells = height * width
        raise BoardFormatError(
            f"{mines} mines do not fit on {height}×{width} cells: 0 to {cells} do"
        )
    return Level(height, width, mines)


def check_radius(radius: int | None) -> int | None:
    """Return a safe radius as an int, or None. Raises `BoardFormatError` for anything else."""
    if radius is None:
        return None
    if not isinstance(radius, Integral) or isinstance(radius, bool) or radius < 0:
        raise BoardFormatError(
            f"safe radius {radius!r}: it must be an integer of 0 or more, or None"
        )
    return int(radius)


def check_first(first: Cell, shape: Shape) -> Cell:
    """Check that the first click is on the board. Raises `BoardFormatError`."""
    if not lies_on(first, shape):
        size = f"{shape[0]}×{shape[1]}"
        raise BoardFormatError(f"first click {first} is outside: the board is {size}")
    return first


def safe_zone(shape: Shape, first: Cell | None, radius: int | None) -> np.ndarray:
    """Return the cells kept free of mines by the first click: bool [H, W].

    `radius` 0 protects the cell itself, 1 also its neighbours (so it opens a zero), r the (2r+1)²
    block; if `first` or `radius` is None, no cell is protected.
    """
    zone = np.zeros(shape, dtype=bool)
    first, radius = None if first is None else check_cell("first", first), check_radius(radius)
    if first is None or radius is None:
        return zone
    row, col = check_first(first, shape)
    zone[max(row - radius, 0) : row + radius + 1, max(col - radius, 0) : col + radius + 1] = True
    return zone


@dataclass(frozen=True, eq=False)
class Board(ShownAsCells):
    """A minefield. Immutable; two boards are equal if their mines are.

    Parameters
    ----------
    mined : numpy.ndarray
        The mines: bool [H, W], or an array of 0 and 1.
    letters : numpy.ndarray, optional
        The mines of the word in `Board.word`: bool [H, W].

    Raises
    ------
    BoardFormatError
        If an array has a wrong shape or invalid values. Every cell may be a mine.

    Examples
    --------
    >>> board = mv.Board.parse("*.\\n..")
    >>> board.clues.tolist(), board.mines
    ([[0, 1], [1, 1]], 1)
    >>> mv.Board.parse(str(board)) == board
    True
    """

    mined: np.ndarray  # bool [H, W]
    letters: np.ndarray | None = field(default=None, repr=False)  # bool [H, W]
    _array: ClassVar[str] = "mined"

    def __post_init__(self) -> None:
        mined = _mines(self.mined)
        if mined.ndim != 2 or mined.size == 0:
            raise BoardFormatError(f"mines of shape {mined.shape}: a board is [height, width]")
        object.__setattr__(self, "mined", frozen(mined))
        if self.letters is not None:
            object.__setattr__(self, "letters", frozen(_letters_of_mines(self.letters, mined)))

    @classmethod
    def random(
        cls,
        level: AnyLevel | None = None,
        *,
        height: int | None = None,
        width: int | None = None,
        mines: int | None = None,
        seed: int = 0,
        first: Cell | None = None,
        safe_radius: int | None = 0,
    ) -> "Board":
        """Draw a random board.

        The mines are the cells outside the safe zone with the smallest hashes, so a seed gives
        the same board on every machine.

        Parameters
        ----------
        level : str or sequence of int, optional
            A name from `minevis.LEVELS`, or (height, width, mines).
        height, width, mines : int, optional
            The sizes, instead of a level.
        seed : int
            Different seeds give different boards.
        first : tuple of int, optional
            The first click as (row, col). It is protected from mines.
        safe_radius : int or None
            0: `first` is no mine. 1: it opens a zero. r: the (2r + 1)² cells around it are free.
            None: no protection.

        Raises
        ------
        BoardFormatError
            If the sizes are wrong, the mines do not fit, or `first` is not on the board.

        See Also
        --------
        minevis.no_guess_board : A board that can be solved without a guess.

        Examples
        --------
        >>> Board.random((2, 5, 3), seed=1, first=(0, 0), safe_radius=1).mined[0].tolist()
        [False, False, False, True, True]
        """
        level = _asked_for(level, height, width, mines)
        if first is None and check_radius(safe_radius):
            rule = "there is no first click that it could protect"
            raise BoardFormatError(f"safe radius {safe_radius}: {rule}")
        return cls(drawn_mines(level, seed, first, safe_radius))

    @classmethod
    def word(
        cls,
        text: str,
        *,
        height: int | None = None,
        width: int | None = None,
        mines: int | None = None,
        seed: int = 0,
    ) -> "Board":
        """Return a board whose mines spell `text`.

        The letters are one free column apart. Random mines fill the rest of the board except two
        cells around the letters, so that the word can be read.

        Parameters
        ----------
        text : str
            The word to write.
        height, width : int, optional
            The size of the board. By default it fits the word.
        mines : int, optional
            The number of random mines, drawn before the cells around the letters are cleared. By
            default one cell in six.
        seed : int
            The seed of the random mines.

        Returns
        -------
        Board
            The board. Its `letters` mark the mines of the word.

        Raises
        ------
        BoardFormatError
            If `text` contains no letters, or the word does not fit.
        ValueError
            If a size is not a positive integer.

        Examples
        --------
        >>> print(Board.word("T", mines=0, height=7, width=7))
        .@@@@@.
        ...@...
        ...@...
        ...@...
        ...@...
        ...@...
        ...@...
        """
        lettering = letter_mask(text)
        rows = lettering.shape[0] + 8 if height is None else check_count("height", height)
        cols = lettering.shape[1] + 8 if width is None else check_count("width", width)
        if rows < lettering.shape[0] or cols < lettering.shape[1]:
            size = "×".join(map(str, lettering.shape))
            raise BoardFormatError(f"{text!r} takes {size} cells: {rows}×{cols} is too small")
        letters = np.zeros((rows, cols), dtype=bool)
        top, left = (rows - lettering.shape[0]) // 2, (cols - lettering.shape[1]) // 2
        letters[top : top + lettering.shape[0], left : left + lettering.shape[1]] = lettering
        count = rows * cols // 6 if mines is None else mines
        scattered = cls.random((rows, cols, count), seed=seed).mined
        return cls((scattered & ~dilate(letters, 2)) | letters, letters)

    @classmethod
    def parse(cls, text: str | Sequence[object] | np.ndarray) -> "Board":
        """Return the board drawn in `text`: '*' is a mine, '.' no mine, '@' a mine of a word.

        Parameters
        ----------
        text : str, list or numpy.ndarray
            One line per row, or a list of texts or of lists of marks, booleans or 0 and 1. Marks
            may be separated, numbered and framed as in `Position.parse`. '-', '_', '·', a blank and
            correct clues also mean no mine. Without other mines, X # M m or B beside no-mines, m
            beside x, 1 beside 0 and True beside False are mines. ■ and □ need clues, which decide.
            The first line may give height and width, a sentence the number of mines. Of several
            boards with sizes the first is read, with a warning.

            A game ID of Simon Tatham's Mines and a link with a board (of the ZiNi calculator, of
            Llamasweeper, of Tatham's page) are read too.

        Returns
        -------
        Board
            The board. `str(board)` is the text again.

        Raises
        ------
        BoardFormatError
            If the board is empty, rows differ in length, a character is unknown, or a clue is
            wrong.

        Examples
        --------
        >>> Board.parse("*..")
        <Board 1×3, 1 mine, 3BV 1>
        """
        text = pasted_text(text)
        coded = mines_of_code(text)
        if coded is not None:
            return cls(coded)
        mines = mines_of_text(text)
        return cls(mines > 0, mines == 2 if (mines == 2).any() else None)

    @classmethod
    def load(cls, path: str | Path) -> "Board":
        """Load a board from a file.

        Parameters
        ----------
        path : str or Path
            A .txt file (read by `parse`) or .mbf (Minesweeper X).

        Returns
        -------
        Board
            The board.

        Raises
        ------
        BoardFormatError
            If the content does not fit the format. The message names the file and the rule.
        OSError
            If the file cannot be read.

        Examples
        --------
        >>> _ = Board.parse("*..").save("board.mbf")
        >>> Board.load("board.mbf")
        <Board 1×3, 1 mine, 3BV 1>
        """
        path = Path(path)
        with naming(path, BoardFormatError):
            if suffix_of(path, BOARD_FILES) == ".txt":
                return cls.parse(read_text(path))
            return cls(mines_of_bytes(read_start(path, 6 + 2 * MOST_MINES)))

    def save(self, path: str | Path, **options: Any) -> Path:
        """Save the board to a file that `load` reads, or as a picture.

        Parameters
        ----------
        path : str or Path
            A .txt or .mbf file, which `load` reads; only .txt keeps which mines spell a word.
            Or a picture: .png, .svg, .pdf, or a page: .html.
        **options
            Options of `picture` for .png, of `plot` for .svg and .pdf, `title` and `theme` of a
            page.

        Returns
        -------
        Path
            The path. If writing fails, an existing file stays unchanged.

        Raises
        ------
        EncoderError
            If the ending is unknown, or the folder does not exist. The message names the known
            endings.
        BoardFormatError
            If the board is too large for .mbf.
        OSError
            If the file cannot be written.

        Examples
        --------
        >>> Board.parse("*..").save("board.txt").read_text()
        '*..\\n'
        """
        return super().save(path, **options)

    def _writers(self) -> dict[str, Writer]:
        return {**dict.fromkeys(BOARD_FILES, self._save_mines), **super()._writers()}

    def _save_mines(self, path: Path) -> Path:
        with naming(path, BoardFormatError):
            return write_whole(path, bytes_of_mines(self.mined))

    @property
    def shape(self) -> Shape:
        """Height and width in cells."""
        return (self.mined.shape[0], self.mined.shape[1])

    @property
    def height(self) -> int:
        """Number of rows."""
        return self.shape[0]

    @property
    def width(self) -> int:
        """Number of columns."""
        return self.shape[1]

    @cached_property
    def mines(self) -> int:
        """Number of mines."""
        return int(self.mined.sum())

    @cached_property
    def clues(self) -> np.ndarray:
        """Return the number of mines around every cell, mined or not: int8 [H, W]."""
        return frozen(neighbour_counts(self.mined).astype(np.int8))

    @cached_property
    def zeros(self) -> np.ndarray:
        """The cells with clue 0: bool [H, W]."""
        return frozen(~self.mined & (self.clues == 0))

    @cached_property
    def zero_regions(self) -> np.ndarray:
        """The 8-connected regions of cells with clue 0, numbered from 1: int32 [H, W]."""
        return frozen(numbered_regions(self.zeros))

    @cached_property
    def three_bv(self) -> int:
        """3BV, the fewest clicks that open every safe cell without flags.

        One click per zero region, and one for every other safe cell that no region opens. Source:
        the minesweeper community's "Bechtel's board benchmark value".
        """
        opened_by_zeros = dilate(self.zero_regions > 0)
        return int(self.zero_regions.max()) + int((~self.mined & ~opened_by_zeros).sum())

    def spoilers(self) -> str:
        """Return the board for a chat such as Discord: every cell is a spoiler to click on.

        `Board.parse` reads it. A message of Discord has at most 2,000 characters, enough for a
        board of 13×13 cells.

        >>> print(mv.Board.parse("*..").spoilers())
        ||:bomb:||||:one:||||:zero:||
        """
        name = {mark: name for name, mark in EMOJI.items()}
        numbers = np.array([name[str(clue)] for clue in range(9)])
        names = np.where(self.mined, name["💣"], numbers[self.clues])
        return "\n".join("".join(f"||:{cell}:||" for cell in row) for row in names.tolist())

    @cached_property
    def openings(self) -> int:
        """The number of openings: regions of zeros, each opened by one click."""
        return int(self.zero_regions.max())

    @cached_property
    def zini(self) -> int:
        """The clicks of greedy ZiNi, which clears the board with flags and chords.

        As long as a chord gains, the best one is played: it opens cells that need a click of
        their own otherwise, and costs flags, a click for the clue if it is covered, and itself.
        Then the next cell is opened. At most the 3BV. Source: Elmar, "New benchmark: 3BV for
        flaggers", minesweeper.info, 2009. Of equal chords the leftmost is played, and of these
        the uppermost, as in ms_toollib.

        >>> board = mv.Board.parse("..*\\n.*.\\n...")
        >>> board.three_bv, board.zini
        (7, 4)
        """
        return greedy_zini(self.mined.T.copy(), self.zero_regions.T.copy())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and np.array_equal(self.mined, other.mined)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.mined, self.letters)  # without cached values

    def __hash__(self) -> int:
        return hash((self.shape, self.mined.tobytes()))

    def __str__(self) -> str:
        marks = np.where(self.mined, MINE, NO_MINE)
        if self.letters is not None:
            marks = np.where(self.letters, LETTER_MINE, marks)
        return "\n".join("".join(row) for row in marks)

    def __repr__(self) -> str:
        mines = quantity(self.mines, "mine")
        return f"<Board {self.height}×{self.width}, {mines}, 3BV {self.three_bv}>"


def _mines(given: npt.ArrayLike) -> np.ndarray:
    """Return the mines as a new bool array."""
    mined = check_rows(given)
    if mined.dtype != bool:
        number = mined.dtype.kind in "iufO"
        wrong = mined[~np.isin(mined, (0, 1))] if number else mined.ravel()
        if wrong.size:
            rule = "a mine is True or 1, a cell without one False or 0"
            raise BoardFormatError(f"{wrong.tolist()[0]!r:.40}: {rule}")
    return mined.astype(bool)


def _asked_for(
    level: AnyLevel | None, height: int | None, width: int | None, mines: int | None
) -> Level:
    """Return the requested level, from a name, one value, or three."""
    if level is None:
        if height is None or width is None or mines is None:
            raise BoardFormatError("give a level, or all of height=, width= and mines=")
        return level_of((height, width, mines))
    if not (height is None and width is None and mines is None):
        raise BoardFormatError("give a level or height=, width= and mines=, not both")
    return level_of(level)


def check_room(level: Level, protected: int) -> None:
    """Raise `BoardFormatError` if the mines do not fit next to `protected` cells."""
    rows, cols, mines = level
    room = rows * cols - protected
    if mines > room:
        raise BoardFormatError(
            f"no room for {quantity(mines, 'mine')}: with a safe zone of "
            f"{quantity(protected, 'cell')} the {rows}×{cols} board holds {room} at most"
        )


def radius_that_fits(level: tuple[int, int, int], cell: Cell, radius: int | None) -> int | None:
    """Return the widest zone around the first click, up to `radius`, with room for the mines."""
    if radius is None:
        return None
    height, width, mines = level
    for smaller in range(radius, 0, -1):
        zone = np.zeros((height, width), bool)
        zone[cell] = True
        if mines <= height * width - int(dilate(zone, smaller).sum()):
            return smaller
    return 0


def drawn_mines(level: Level, seed: int, first: Cell | None, radius: int | None) -> np.ndarray:
    """Return a random board's mines: bool [H, W]. Raises `BoardFormatError` if they don't fit."""
    rows, cols, count = level
    zone = safe_zone((rows, cols), first, radius)
    free = np.flatnonzero(~zone)
    check_room(level, int(zone.sum()))
    mined = np.zeros(rows * cols, dtype=bool)
    mined[smallest(check_seed(seed), PLACING, free, count)] = True
    return mined.reshape(rows, cols)


def checked_letters(letters: npt.ArrayLike, shape: tuple[int, ...]) -> np.ndarray:
    """Return the mask of a word's letters: bool [H, W]. Raises `BoardFormatError`."""
    mask = check_rows(letters)
    if mask.shape != shape or mask.dtype.kind not in "biu":
        raise BoardFormatError(
            f"letters of shape {mask.shape} and type {mask.dtype} on a board of {shape}: "
            "they are a mask of its cells"
        )
    return mask.astype(bool)


def _letters_of_mines(letters: npt.ArrayLike, mined: np.ndarray) -> np.ndarray:
    """Return the mines that draw a word. Raises `BoardFormatError`."""
    mask = checked_letters(letters, mined.shape)
    astray = cells_of(mask & ~mined)
    if astray:
        raise BoardFormatError(f"a letter at {astray[0]}: only mines spell a word, and it is none")
    return mask


def read_text(path: Path) -> str:
    """Return the text of a file. Raises `BoardFormatError` if it is too long."""
    data = read_start(path, MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise BoardFormatError(f"more than {MOST_BYTES >> 20} MB, too long for a board")
    wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))  # as PowerShell writes it
    return data.decode("utf-16" if wide else "utf-8-sig")


def suffix_of(path: Path, known: tuple[str, ...]) -> str:
    """Return a file's suffix in lower case. Raises `BoardFormatError` unless it is `known`."""
    suffix = path.suffix.lower()
    if suffix not in known:
        raise BoardFormatError(f"its name must end with {', '.join(known)}")
    return suffix
