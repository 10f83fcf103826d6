"""The rules of the game: a `Game` knows the truth, and shows a `Position` of it."""

import warnings
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import numpy as np

from minevis.errors import BoardFormatError, IllegalMoveError
from minevis.game.board import Board
from minevis.game.grid import (
    Cell,
    Shape,
    cell_table,
    cells_of,
    check_cell,
    dilate,
    lies_on,
    neighbour_counts,
    neighbours,
    region_of,
)
from minevis.game.position import MARK_OF_CODE, PICTURE_FILES, POSITION_FILES, Position, ViewCode
from minevis.game.shown import ShownAsCells
from minevis.utils.checks import check_kind
from minevis.utils.formatting import quantity

if TYPE_CHECKING:
    from PIL import Image

    from minevis.trace.snapshot import Snapshot
    from minevis.vision.reading import PictureReading

    AnyPosition: TypeAlias = (
        "Position | Game | Snapshot | PictureReading | str | Path | np.ndarray | Image.Image"
    )

MOST_CODE = 11  # of a view, in the codes of ms_toollib: larger numbers are pixels


class Game(ShownAsCells):
    """One game on a `Board`. Mutable: `open`, `flag` and `chord` change it.

    `view` is the view of the player, int8 [H, W]. `position` is a frozen copy of it.

    Parameters
    ----------
    board : Board
        The board to play.

    Examples
    --------
    >>> game = mv.Game(mv.Board.parse("*.."))
    >>> game.open((0, 2))
    ((0, 1), (0, 2))
    >>> game
    <Game 1×3, 1 mine, won>
    """

    def __init__(self, board: Board) -> None:
        check_kind("board", board, Board)
        self.board = board
        self.view = np.full(board.shape, ViewCode.COVERED, dtype=np.int8)
        self.lost = False
        self._safe_left = board.mined.size - board.mines

    @classmethod
    def at(cls, board: Board, position: Position) -> "Game":
        """Return a game on `board` at `position`, with its flags.

        Parameters
        ----------
        board : Board
            The board to play.
        position : Position
            The position to continue from. An exploded cell is covered again.

        Returns
        -------
        Game
            The game.

        Raises
        ------
        BoardFormatError
            If size, number of mines or an opened cell of `position` does not fit `board`.

        Examples
        --------
        >>> Game.at(mv.Board.parse("*.."), mv.Position.parse("#1#", mines=1)).over
        False
        """
        check_kind("board", board, Board)
        if (position.shape, position.mines) != (board.shape, board.mines):
            raise BoardFormatError(f"{position!r} is not a position of {board!r}")
        numbers = np.where(board.mined, ViewCode.COVERED, board.clues)
        wrong = cells_of(position.opened & (position.view != numbers))
        if wrong:
            raise BoardFormatError(f"{position!r} is not a position of {board!r} at {wrong[0]}")
        game = cls(board)
        game.view = np.where(position.view == ViewCode.EXPLODED, ViewCode.COVERED, position.view)
        game.view = game.view.astype(np.int8)
        game._safe_left -= int(position.opened.sum())
        return game

    @property
    def shape(self) -> Shape:
        """Height and width in cells."""
        return self.board.shape

    @property
    def position(self) -> Position:
        """The current position, as a value that stays the same after later moves."""
        return Position(self.view, self.board.mines)

    @property
    def won(self) -> bool:
        """Whether every cell without a mine is open and no mine exploded."""
        return not self.lost and self._safe_left == 0

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.lost or self.won

    def open(self, cell: Cell) -> tuple[Cell, ...]:
        """Open a covered cell. A zero also opens its neighbours, and so on.

        Parameters
        ----------
        cell : tuple of int
            (row, col).

        Returns
        -------
        tuple of tuple of int
            The opened cells, row by row. An opened mine ends the game.

        Raises
        ------
        IllegalMoveError
            If the cell is outside the board, open or flagged, or the game is over.
        TypeError
            If `cell` is not a cell `(row, col)`.

        Examples
        --------
        >>> game = mv.Game(mv.Board.parse("*.."))
        >>> game.open((0, 1))
        ((0, 1),)
        """
        cell = self._checked(cell, (ViewCode.COVERED,), "open")
        if self.board.mined[cell]:
            self.view[cell] = ViewCode.EXPLODED
            self.lost = True
            return (cell,)
        if self.board.clues[cell]:
            return self._reveal([cell[0] * self.board.width + cell[1]])
        opened = dilate(region_of(self.board.zeros, cell)) & (self.view == ViewCode.COVERED)
        return self._reveal(np.flatnonzero(opened).tolist())

    def flag(self, cell: Cell, on: bool = True) -> None:
        """Put a flag on a covered cell, or remove it.

        Parameters
        ----------
        cell : tuple of int
            (row, col).
        on : bool
            False removes the flag.

        Raises
        ------
        IllegalMoveError
            If the cell is outside the board or open, already has this state, or the game is over.
        TypeError
            If `cell` is not a cell `(row, col)`.

        Examples
        --------
        >>> game = mv.Game(mv.Board.parse("*.."))
        >>> game.flag((0, 0))
        >>> print(game.position)
        mines 1
        F##
        """
        cell = self._checked(
            cell, (ViewCode.COVERED,) if on else (ViewCode.FLAGGED,), "flag" if on else "unflag"
        )
        self.view[cell] = ViewCode.FLAGGED if on else ViewCode.COVERED

    def chord(self, cell: Cell) -> tuple[Cell, ...]:
        """Open all unflagged cells around a clue that has all its flags.

        Parameters
        ----------
        cell : tuple of int
            (row, col) of the clue.

        Returns
        -------
        tuple of tuple of int
            The opened cells, row by row. An opened mine ends the game.

        Raises
        ------
        IllegalMoveError
            If the cell is outside the board or no opened clue, the number of flags around it
            differs from the clue, or the game is over.
        TypeError
            If `cell` is not a cell `(row, col)`.

        Examples
        --------
        >>> game = mv.Game(mv.Board.parse("*.."))
        >>> game.open((0, 1))
        ((0, 1),)
        >>> game.flag((0, 0))
        >>> game.chord((0, 1))
        ((0, 2),)
        """
        cell = self._checked(cell, tuple(range(1, 9)), "chord on")
        flags = int(neighbour_counts(self.view == ViewCode.FLAGGED)[cell])
        if flags != self.view[cell]:
            raise IllegalMoveError(
                f"cannot chord on {cell}: it shows {self.view[cell]} "
                f"and has {quantity(flags, 'flag')} around"
            )
        opened: list[Cell] = []
        for other in neighbours(cell, self.board.shape):
            if self.view[other] == ViewCode.COVERED and not self.over:
                opened.extend(self.open(other))
        return tuple(opened)

    def _reveal(self, flat: list[int]) -> tuple[Cell, ...]:
        self.view.flat[flat] = self.board.clues.flat[flat]
        self._safe_left -= len(flat)
        table = cell_table(self.board.shape)
        return tuple(table[i] for i in flat)

    def _checked(self, cell: Cell, allowed: Iterable[int], verb: str) -> Cell:
        cell = on_board(cell, self.board.shape, verb)
        if self.over:
            raise IllegalMoveError(
                f"cannot {verb} {cell}: the game is {'lost' if self.lost else 'won'}"
            )
        code = int(self.view[cell])
        if code not in allowed:
            raise IllegalMoveError(f"cannot {verb} {cell}: it shows {MARK_OF_CODE[code]!r}")
        return cell

    def __repr__(self) -> str:
        state = "lost" if self.lost else "won" if self.won else "going on"
        mines = quantity(self.board.mines, "mine")
        return f"<Game {self.board.height}×{self.board.width}, {mines}, {state}>"


def position_of(given: "AnyPosition", mines: int | None = None) -> Position:
    """Return the position meant by any form of it, with the number of `mines` if it has none."""
    given = as_position(given, mines)
    position: Position = given if isinstance(given, Position) else given.position
    if mines is not None and position.mines != mines:
        if position.mines is not None:
            raise BoardFormatError(f"mines={mines!r}: this position has {position.mines}")
        position = Position(position.view, mines)
    if isinstance(given, Position | Game):
        return position
    if given.doubtful:
        cells = quantity(len(given.doubtful), "doubtful cell")
        warnings.warn(f"{cells}: compare reading.overlay() with the picture", stacklevel=4)
    for note in (*given.notes, *given.questions):
        warnings.warn(str(note), stacklevel=4)
    return position


def as_position(
    given: Any, mines: int | None = None, part: str = ""
) -> "Position | Game | PictureReading":
    """Return a `Position`, a `Game` or the reading of a picture, from any form of a position.

    A text may be drawn, or the path of a file. An array is a view, or the pixels of a picture.
    The edges `part` of a picture are no edges of the board.
    """
    read = partial(Position.from_image, given, mines, part=part or False)
    if isinstance(given, Position | Game):
        return given
    if isinstance(given, Board):
        raise TypeError(
            f"{given!r} shows every mine: pass what a player sees, such as "
            "mv.play(board)[5] or mv.Game(board)"
        )
    if isinstance(given, Path) or (isinstance(given, str) and _is_path(given)):
        if Path(given).suffix.lower() in POSITION_FILES:
            return Position.load(given, mines)
        return read()
    if isinstance(given, str | list | tuple):
        return Position.parse(given, mines)
    if isinstance(given, np.ndarray):
        numbers = given.ndim == 2 and given.dtype.kind in "iuf"
        pixels = given.ndim == 3 or (numbers and np.nanmax(given, initial=0) > MOST_CODE)
        return read() if pixels else Position(given, mines)
    if hasattr(given, "tobytes"):  # an image of Pillow
        return read()
    fields = getattr(type(given), "__dataclass_fields__", ())
    if "doubtful" in fields:
        return cast("PictureReading", given)
    if "view" in fields:  # a snapshot
        return Position(given.view, given.mines)
    which = ", such as trace[5]" if hasattr(given, "events") else ""
    known = f"a position, its text, view or picture is needed{which}"
    raise TypeError(f"position={given!r:.80}: {known}")


def _is_path(text: str) -> bool:
    return "\n" not in text and text.lower().endswith((*POSITION_FILES, *PICTURE_FILES))


def on_board(cell: Cell, shape: tuple[int, int], verb: str) -> Cell:
    """Return `cell`, to be opened or otherwise (`verb`). Raises `IllegalMoveError` if outside."""
    cell = check_cell("cell", cell)
    if not lies_on(cell, shape):
        raise IllegalMoveError(f"cannot {verb} {cell}: the board is {shape[0]}×{shape[1]}")
    return cell
