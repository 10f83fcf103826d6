"""The rules of the game: a `Game` knows the truth, a `Position` only what a player sees."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from minevis.core.board import Board, text_rows
from minevis.core.errors import BoardFormatError, IllegalMoveError
from minevis.core.formatting import tally
from minevis.core.grid import Cell, Shape, cell_table, dilate, neighbour_counts, neighbours

COVERED, FLAGGED, EXPLODED = -1, -2, -3

MARKS = {code: str(code) for code in range(9)} | {COVERED: "#", FLAGGED: "F", EXPLODED: "*"}
CODES = {mark: code for code, mark in MARKS.items()}
HEADER = re.compile(r"\s*mines:?\s+(\d+)\s*(?:\n|$)")


@dataclass(frozen=True, eq=False)
class Position:
    """All that a player sees, and the number of mines on the board. Immutable.

    `view` holds 0–8 for an opened cell, −1 covered, −2 flagged, −3 exploded.
    """

    view: np.ndarray  # int8 [H, W]
    mines: int

    def __post_init__(self) -> None:
        view = np.array(self.view)
        if view.ndim != 2 or view.size == 0:
            raise BoardFormatError(f"a view of shape {view.shape}: it must be [height, width]")
        if not (view.min() >= EXPLODED and view.max() <= 8):
            raise BoardFormatError(f"view codes {view.min()} to {view.max()}: they go from -3 to 8")
        if not 0 <= self.mines <= view.size:
            raise BoardFormatError(
                f"{self.mines} mines on {tally(view.size, 'cell')}: it must be 0 to {view.size}"
            )
        view = view.astype(np.int8)
        view.setflags(write=False)
        object.__setattr__(self, "view", view)

    @classmethod
    def fresh(cls, shape: Shape, mines: int) -> "Position":
        """A position with every cell covered."""
        return cls(np.full(shape, COVERED, dtype=np.int8), mines)

    @classmethod
    def parse(cls, text: str, mines: int | None = None) -> "Position":
        """The position that `text` draws: '#' covered, 0–8 opened, 'F' flagged, '*' exploded.

        A first line `mines 10` gives the number of mines; else `mines` must.
        Raises `BoardFormatError` for ragged rows, unknown characters, or a number
        of mines that is missing, impossible or given twice and differently.
        """
        header = HEADER.match(text)
        if header is not None:
            text = text[header.end() :]
            stated = int(header[1])
            if mines not in (None, stated):
                raise BoardFormatError(f"mines={mines} was asked, but the text says {stated}")
            mines = stated
        rows = text_rows(text, "".join(CODES))
        if mines is None:
            raise BoardFormatError("how many mines? give mines= or a first line like 'mines 10'")
        return cls(np.array([[CODES[mark] for mark in row] for row in rows], np.int8), mines)

    @property
    def shape(self) -> Shape:
        """Height and width in cells."""
        return (self.view.shape[0], self.view.shape[1])

    @cached_property
    def opened(self) -> np.ndarray:
        """Cells that show a clue: bool [H, W]."""
        return self.view >= 0

    @cached_property
    def covered(self) -> np.ndarray:
        """Cells that are neither open nor flagged nor exploded: bool [H, W]."""
        return self.view == COVERED

    @cached_property
    def marked(self) -> np.ndarray:
        """Cells that are flagged or have exploded, so count as mines: bool [H, W]."""
        return (self.view == FLAGGED) | (self.view == EXPLODED)

    @property
    def mines_left(self) -> int:
        """Mines on the board less flags and explosions; negative after too many flags."""
        return self.mines - int(self.marked.sum())

    def unflagged(self) -> "Position":
        """The same position without its flags."""
        view = np.where(self.view == FLAGGED, COVERED, self.view)
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
        return "\n".join((f"mines {self.mines}", *rows))

    def __repr__(self) -> str:
        height, width = self.shape
        mines, covered = tally(self.mines, "mine"), tally(int(self.covered.sum()), "cell")
        return f"<Position {height}×{width}, {mines}, {covered} covered>"


class Game:
    """One game on a `Board`. Mutable: `open`, `flag` and `chord` change it in place.

    `view` is the player's view, int8 [H, W]; take `position` for a frozen copy.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.view = np.full(board.shape, COVERED, dtype=np.int8)
        self.lost = False
        self._safe_left = board.mined.size - board.mines

    @property
    def position(self) -> Position:
        """What the player sees now, as a value of its own."""
        return Position(self.view, self.board.mines)

    @property
    def won(self) -> bool:
        """Whether every cell without a mine is open and none exploded."""
        return not self.lost and self._safe_left == 0

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.lost or self.won

    def open(self, cell: Cell) -> tuple[Cell, ...]:
        """Open a covered cell; a zero opens its region and the rim of it.

        Returns the cells opened, row by row; an opened mine ends the game. Raises
        `IllegalMoveError` outside the board, on a cell that is open or flagged,
        and after the end.
        """
        self._check(cell, (COVERED,), "open")
        if self.board.mined[cell]:
            self.view[cell] = EXPLODED
            self.lost = True
            return (cell,)
        if self.board.clues[cell]:
            return self._reveal([cell[0] * self.board.width + cell[1]])
        region = self.board.zero_regions == self.board.zero_regions[cell]
        return self._reveal(np.flatnonzero(dilate(region) & (self.view == COVERED)).tolist())

    def flag(self, cell: Cell, on: bool = True) -> None:
        """Put a flag on a covered cell, or take one off. Raises `IllegalMoveError`."""
        self._check(cell, (COVERED,) if on else (FLAGGED,), "flag" if on else "unflag")
        self.view[cell] = FLAGGED if on else COVERED

    def chord(self, cell: Cell) -> tuple[Cell, ...]:
        """Open all unflagged cells around a clue that has all its flags.

        Returns the cells opened. Raises `IllegalMoveError` when `cell` is not an
        opened clue or its flags do not match its number.
        """
        self._check(cell, tuple(range(1, 9)), "chord on")
        flags = int(neighbour_counts(self.view == FLAGGED)[cell])
        if flags != self.view[cell]:
            raise IllegalMoveError(
                f"cannot chord on {cell}: it shows {self.view[cell]} "
                f"and has {tally(flags, 'flag')} around"
            )
        opened: list[Cell] = []
        for other in neighbours(cell, self.board.shape):
            if self.view[other] == COVERED and not self.over:
                opened.extend(self.open(other))
        return tuple(opened)

    def _reveal(self, flat: list[int]) -> tuple[Cell, ...]:
        self.view.flat[flat] = self.board.clues.flat[flat]
        self._safe_left -= len(flat)
        table = cell_table(self.board.shape)
        return tuple(table[i] for i in flat)

    def _check(self, cell: Cell, allowed: Iterable[int], verb: str) -> None:
        row, col = cell
        height, width = self.board.shape
        if not (0 <= row < height and 0 <= col < width):
            raise IllegalMoveError(f"cannot {verb} {cell}: the board is {height}×{width}")
        if self.over:
            raise IllegalMoveError(
                f"cannot {verb} {cell}: the game is {'lost' if self.lost else 'won'}"
            )
        code = int(self.view[row, col])
        if code not in allowed:
            raise IllegalMoveError(f"cannot {verb} {cell}: it shows {MARKS[code]!r}")

    def __repr__(self) -> str:
        state = "lost" if self.lost else "won" if self.won else "going on"
        mines = tally(self.board.mines, "mine")
        return f"<Game {self.board.height}×{self.board.width}, {mines}, {state}>"
