"""All that a player sees: a `Position`, its codes, and the text that draws it."""

import re
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt

from minevis.core.board import level_of, read_text, suffix_of, text_rows
from minevis.core.errors import BoardFormatError, check_rows, whole
from minevis.core.files import check_target, write_whole
from minevis.core.formatting import quantity
from minevis.core.grid import ArrayEnum, Shape, cells_of, frozen


class ViewCode(IntEnum, metaclass=ArrayEnum):
    """The codes of cells that show no clue; 0 to 8 are clues.

    >>> ViewCode(mv.Position.parse("#1", mines=1).view[0, 0]).name
    'COVERED'
    """

    COVERED = -1
    FLAGGED = -2
    EXPLODED = -3


MARKS = {code: str(code) for code in range(9)} | {
    ViewCode.COVERED: "#",
    ViewCode.FLAGGED: "F",
    ViewCode.EXPLODED: "*",
}
CODES = {mark: code for code, mark in MARKS.items()} | {".": 0, "f": ViewCode.FLAGGED}
POSITION_FILES = (".txt", ".mine")
MINE_HEADER = re.compile(r"(\d{1,9})x(\d{1,9})x(\d{1,9})")  # a board of the most cells fits
MINE_MARKS = {str(clue): clue for clue in range(9)} | {"H": -1, "?": -1, "F": -2}
HEADER = re.compile(r"\ufeff?\s*mines(?:\s*[:=]\s*|\s+)(\d+)[^\S\n]*(?:\n|$)", re.IGNORECASE)
BYTE_ORDER_MARK = "\ufeff"  # begins a text that was copied from some editors
FENCE = re.compile(r"^[ \t]*```.*$", re.MULTILINE)  # around a drawing in a forum
SEPARATED = re.compile(r"\S([ \t,|]\S)+")  # a row whose marks stand apart


@dataclass(frozen=True, eq=False)
class Position:
    """Everything that a player sees, and the number of mines if it is known. Immutable.

    Parameters
    ----------
    view : numpy.ndarray
        int8 [H, W]: 0 to 8 for an opened cell, otherwise a `ViewCode` (-1 covered, -2 flagged,
        -3 exploded).
    mines : int, optional
        The number of mines on the whole board. None if nobody knows it.

    Raises
    ------
    BoardFormatError
        If `view` holds other codes, or no board has this size or number of mines.

    Examples
    --------
    >>> position = mv.Position.parse("1#\\n1F", mines=1)
    >>> position.view.tolist(), position.mines_left
    ([[1, -1], [1, -2]], 0)
    >>> print(position)
    mines 1
    1#
    1F
    """

    view: np.ndarray  # int8 [H, W]
    mines: int | None = None

    def __post_init__(self) -> None:
        view = checked_view(self.view)
        object.__setattr__(self, "view", frozen(view))
        if self.mines is None:
            return
        mines = whole(self.mines)
        if mines is None:
            raise BoardFormatError(f"mines={self.mines!r}: it must be a whole number")
        if not 0 <= mines <= view.size:
            raise BoardFormatError(
                f"{mines} mines on {quantity(view.size, 'cell')}: it must be 0 to {view.size}"
            )
        object.__setattr__(self, "mines", mines)

    @classmethod
    def fresh(cls, shape: Shape, mines: int) -> "Position":
        """Return the position before the first click: every cell is covered.

        Parameters
        ----------
        shape : tuple of int
            (height, width).
        mines : int
            The number of mines on the board.

        Returns
        -------
        Position
            The position.

        Raises
        ------
        BoardFormatError
            If no board has this size or number of mines.

        Examples
        --------
        >>> mv.Position.fresh((9, 9), mines=10)
        <Position 9×9, 10 mines, 81 cells covered>
        """
        try:
            height, width = shape
        except (TypeError, ValueError):
            raise BoardFormatError(f"shape={shape!r:.40}: it must be (height, width)") from None
        height, width, mines = level_of((height, width, mines))
        return cls(np.full((height, width), ViewCode.COVERED, dtype=np.int8), mines)

    @classmethod
    def parse(cls, text: str, mines: int | None = None) -> "Position":
        r"""Return the position drawn in `text`.

        Parameters
        ----------
        text : str
            One line for each row: '#' covered, '0' to '8' opened ('.' is also 0), 'F' or 'f'
            flagged, '*' exploded. A space, tab, comma or '|' may stand between all marks, and
            lines that begin with ``` around them. The first line may give the number of mines:
            `mines 10`. The text of a .mine file is also read.
        mines : int, optional
            The number of mines on the board. By default as the text gives it, otherwise unknown.

        Returns
        -------
        Position
            The position. `str(position)` can be parsed again.

        Raises
        ------
        BoardFormatError
            If rows differ in length, a character is unknown, or the number of mines is impossible
            or given twice and differently.

        Examples
        --------
        >>> mv.Position.parse("#1\n##", mines=1)
        <Position 2×2, 1 mine, 3 cells covered>
        """
        text = unwrapped(text)
        if MINE_HEADER.match(text.lstrip()):
            view, stated = view_of_mine_text(text)
            return cls(view, _agreed(mines, stated))
        header = HEADER.match(text)
        if header is not None:
            text = text[header.end() :]
            mines = _agreed(mines, int(header[1]))
        rows = _rows(text)
        return cls(np.array([[CODES[mark] for mark in row] for row in rows], np.int8), mines)

    @classmethod
    def load(cls, path: str | Path, mines: int | None = None) -> "Position":
        """Load a position from a file.

        Parameters
        ----------
        path : str or Path
            A .txt file (read by `parse`) or a .mine file (JSMinesweeper).
        mines : int, optional
            The number of mines, if the first line of a .txt file does not give it.

        Returns
        -------
        Position
            The position.

        Raises
        ------
        BoardFormatError
            If the content does not fit the format. The message names the file and the rule.
        OSError
            If the file cannot be read.

        Examples
        --------
        >>> _ = Position.parse("mines 1\\n1#").save("position.mine")
        >>> Position.load("position.mine")
        <Position 1×2, 1 mine, 1 cell covered>
        """
        path = Path(path)
        try:
            if suffix_of(path, POSITION_FILES) == ".txt":
                return cls.parse(read_text(path), mines)
            view, stated = view_of_mine_text(read_text(path))
            return cls(view, _agreed(mines, stated))
        except BoardFormatError as error:
            raise BoardFormatError(f"{path}: {error}") from error

    def save(self, path: str | Path) -> Path:
        """Save the position to a file that `load` reads.

        Parameters
        ----------
        path : str or Path
            A .txt or .mine file.

        Returns
        -------
        Path
            The path. If writing fails, an existing file stays as it was.

        Raises
        ------
        BoardFormatError
            If the suffix is another one, or a .mine file would need an exploded cell or an unknown
            number of mines.
        ValueError
            If the folder does not exist.
        OSError
            If the file cannot be written.

        Examples
        --------
        >>> Position.parse("mines 1\\n1#").save("position.txt").read_text()
        'mines 1\\n1#\\n'
        """
        path = Path(path)
        try:
            text = suffix_of(path, POSITION_FILES) == ".txt"
            content = str(self) if text else mine_text_of_view(self.view, self.total)
        except BoardFormatError as error:
            raise BoardFormatError(f"{path}: {error}") from error
        return write_whole(check_target(path), f"{content}\n")

    @property
    def shape(self) -> Shape:
        """Height and width in cells."""
        return (self.view.shape[0], self.view.shape[1])

    @cached_property
    def opened(self) -> np.ndarray:
        """Cells that show a clue: bool [H, W]."""
        return frozen(self.view >= 0)

    @cached_property
    def covered(self) -> np.ndarray:
        """Cells that are neither open nor flagged nor exploded: bool [H, W]."""
        return frozen(self.view == ViewCode.COVERED)

    @cached_property
    def marked(self) -> np.ndarray:
        """Cells that are flagged or have exploded, so count as mines: bool [H, W]."""
        return frozen(self.view < ViewCode.COVERED)

    @property
    def total(self) -> int:
        """The number of mines. Raises `BoardFormatError` if it is unknown.

        >>> mv.Position.parse("#1").total
        Traceback (most recent call last):
        minevis.core.errors.BoardFormatError: how many mines? say so in a first line like ...
        """
        if self.mines is None:
            raise BoardFormatError(
                "how many mines? say so in a first line like 'mines 10', or mines=10 (--mines 10)"
            )
        return self.mines

    @property
    def mines_left(self) -> int:
        """`total` less flags and explosions; negative after too many flags."""
        return self.total - int(self.marked.sum())

    def unflagged(self) -> "Position":
        """The same position without its flags."""
        view = np.where(self.view == ViewCode.FLAGGED, ViewCode.COVERED, self.view)
        return Position(view.astype(np.int8), self.mines)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Position)
            and self.mines == other.mines
            and np.array_equal(self.view, other.view)
        )

    def __hash__(self) -> int:
        return hash((self.mines, self.shape, self.view.tobytes()))

    def __str__(self) -> str:
        rows = ("".join(MARKS[int(code)] for code in row) for row in self.view)
        return "\n".join(rows if self.mines is None else (f"mines {self.mines}", *rows))

    def __repr__(self) -> str:
        height, width = self.shape
        mines = "mines unknown" if self.mines is None else quantity(self.mines, "mine")
        covered = quantity(int(self.covered.sum()), "cell")
        return f"<Position {height}×{width}, {mines}, {covered} covered>"


def checked_view(given: npt.ArrayLike) -> np.ndarray:
    """Return the view as a new array: int8 [H, W]. Raises `BoardFormatError`.

    >>> checked_view([[300]])
    Traceback (most recent call last):
    minevis.core.errors.BoardFormatError: view codes 300 to 300: they go from -3 to 8
    """
    view = check_rows(given)
    if view.ndim != 2 or view.size == 0:
        raise BoardFormatError(f"a view of shape {view.shape}: it must be [height, width]")
    if view.dtype.kind not in "iu":
        raise BoardFormatError(f"a view of {view.dtype}: its codes are whole numbers")
    if not (view.min() >= ViewCode.EXPLODED and view.max() <= 8):
        raise BoardFormatError(f"view codes {view.min()} to {view.max()}: they go from -3 to 8")
    return view.astype(np.int8)


def unwrapped(text: str) -> str:
    """Return a text without the marks that editors and forums add; its lines keep their numbers.

    >>> unwrapped("```\\n1#\\n```")
    '\\n1#\\n'
    """
    return FENCE.sub("", text.removeprefix(BYTE_ORDER_MARK))


def _agreed(asked: int | None, stated: int) -> int:
    """The number of mines that a text states. Raises `BoardFormatError` if it is not `mines`."""
    if asked not in (None, stated):
        raise BoardFormatError(
            f"mines={asked} was asked, but the text says {stated}: "
            "leave mines (--mines) out, or change the text"
        )
    return stated


def _rows(text: str) -> list[str]:
    """The rows that a text draws, without separators; checked."""
    lines = text.splitlines()
    _check_last_row(lines)
    kept = [line.strip() for line in text.strip().splitlines()]
    if all(SEPARATED.fullmatch(line) for line in kept):
        kept = [line[::2] for line in kept]
    meaning = ": '#' is covered, 'F' flagged, '*' exploded"
    rows = text_rows("\n".join(kept), "".join(CODES), meaning)
    if set("".join(rows)) == {"*", "."}:
        raise BoardFormatError("'*' and '.' alone draw a board: Board.parse reads that")
    return rows


def _check_last_row(lines: list[str]) -> None:
    """Raises `BoardFormatError` for blanks as wide as a row below the others: no mark is blank."""
    filled = [number for number, line in enumerate(lines) if line.strip()]
    if not filled:
        return
    width = len(lines[filled[0]].rstrip())
    for number in range(filled[-1] + 1, len(lines)):
        if len(lines[number]) == width:
            row = number - filled[0]
            raise BoardFormatError(
                f"row {row}: {lines[number][0]!r} is no mark: an opened zero is 0 or .", row=row
            )


def view_of_mine_text(text: str) -> tuple[np.ndarray, int]:
    """The view (int8 [H, W]) and the number of mines of a .mine file. Raises `BoardFormatError`.

    The solver JSMinesweeper saves these: a line `WIDTHxHEIGHTxMINES`, then the rows: `H`
    covered, `F` flagged, `?` a mine that only the file knows of, 0 to 8 opened.

    >>> view_of_mine_text("3x1x1\\n1HF")
    (array([[ 1, -1, -2]], dtype=int8), 1)
    """
    first, *rows = text.strip().splitlines() or [""]
    header = MINE_HEADER.fullmatch(first.strip())
    if header is None:
        raise BoardFormatError(f"row 0: {first[:40]!r} is not WIDTHxHEIGHTxMINES", row=0)
    width, height, mines = (int(number) for number in header.groups())
    if len(rows) != height or not width:
        raise BoardFormatError(f"{len(rows)} rows of cells below a header of {width}x{height}")
    for number, row in enumerate(rows, 1):
        _check_row(number, row.strip(), width)
    return np.array([[MINE_MARKS[mark] for mark in row.strip()] for row in rows], np.int8), mines


def _check_row(number: int, row: str, width: int) -> None:
    if len(row) != width:
        raise BoardFormatError(
            f"row {number} has {len(row)} cells, the header says {width}", row=number
        )
    for mark in row:
        if mark not in MINE_MARKS:
            raise BoardFormatError(
                f"row {number}: {mark!r} is none of {' '.join(MINE_MARKS)}", row=number
            )


def mine_text_of_view(view: np.ndarray, mines: int) -> str:
    """The text of a .mine file. Raises `BoardFormatError` for cells that it cannot show.

    >>> print(mine_text_of_view(np.array([[1, -1, -2]]), 1))
    3x1x1
    1HF
    """
    if (view < -2).any():
        raise BoardFormatError(f"{cells_of(view < -2)[0]} has exploded: .mine files know no such")
    marks = {code: mark for mark, code in MINE_MARKS.items() if mark != "?"}
    rows = ["".join(marks[int(code)] for code in row) for row in view]
    return "\n".join([f"{view.shape[1]}x{view.shape[0]}x{mines}", *rows])
