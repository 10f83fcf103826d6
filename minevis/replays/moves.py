"""A reader's account of a game as events: each change is checked against the board."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

import numpy as np

from minevis.core import events as ev
from minevis.core.board import Board, level_of
from minevis.core.events import Cell, Cells, Event
from minevis.core.grid import cells_of, lies_on
from minevis.core.position import MARKS, ViewCode
from minevis.core.serialization import whole_number

COVERED, FLAG, QUESTION, WRONG_FLAG, EXPLODED = 10, 11, 12, 14, 15  # codes of ms_toollib
MINE = -1
NAME_LENGTH = 200
MOST_CELLS_PLAYED = 1_000_000
FLAT = {COVERED: ViewCode.COVERED, QUESTION: ViewCode.COVERED, FLAG: ViewCode.FLAGGED}


@dataclass(frozen=True)
class Account:
    """The account of a game: the board, who played it, and each click that counted.

    >>> account_of({"height": 1, "width": 2, "mines": 1, "board": [[-1, 1]], "player": "you",
    ...             "software": "", "seconds": 0.5, "completed": False, "actions": []}).board
    <Board 1×2, 1 mine, 3BV 1>
    """

    board: Board
    player: str
    software: str
    seconds: float  # the time of the game, as the program that recorded it counts
    completed: bool
    played: float | None  # when it began, in seconds since 1970 began, if the file says so
    actions: tuple["Action", ...]


@dataclass(frozen=True)
class Action:
    """One press or release of a button. `changes` are `(cell, before, after)`, in the codes of
    a view.

    >>> Action(0.5, (0, 1), left=1, right=0, double=0, changes=(((0, 1), -1, 1),)).cell
    (0, 1)
    """

    seconds: float
    cell: Cell  # may lie outside the board
    left: int
    right: int
    double: int
    changes: tuple[tuple[Cell, int, int], ...]


def account_of(found: Any) -> Account:
    """The account of a reader, from JSON, checked. Raises `ValueError` naming the fault.

    >>> account_of({"height": 1, "width": 2, "mines": 1, "board": [[-1, 7]]})
    Traceback (most recent call last):
    ValueError: its board shows 7 at (0, 1), which is wrong
    """
    try:
        height, width, mines = (whole_number(found[key]) for key in ("height", "width", "mines"))
        if height * width > MOST_CELLS_PLAYED:
            raise ValueError(f"a board of {height}×{width} cells")
        level_of((height, width, mines))
        board = _board(found["board"], (height, width))
        if board.mines != mines:
            raise ValueError(f"{board.mines} mines on the board, where {mines} are told of")
        return Account(
            board,
            _name(found["player"]),
            _name(found["software"]),
            _seconds(found["seconds"]),
            found["completed"] is True,
            _seconds(found.get("played", 0)) or None,
            tuple(_action(action, board) for action in found["actions"]),
        )
    except (KeyError, TypeError, OverflowError) as error:
        raise ValueError(f"the account of it is not whole: {error}") from error


def _seconds(value: Any) -> float:
    if type(value) not in (int, float) or not isfinite(value):
        raise ValueError(f"{value!r} is no time")
    return max(float(value), 0.0)


def _name(value: Any) -> str:
    """Return a name without unprintable characters."""
    if type(value) is not str:
        raise ValueError(f"{value!r} is no name")
    return "".join(mark for mark in value if mark.isprintable())[:NAME_LENGTH].strip()


def _board(rows: Any, shape: tuple[int, int]) -> Board:
    """The board of an account: numbers 0 to 8, -1 for a mine; the numbers must be right."""
    numbers = np.array(rows)
    if numbers.shape != shape or numbers.dtype.kind != "i":
        raise ValueError(f"its board is no {shape[0]}×{shape[1]} numbers")
    board = Board(numbers == MINE)
    wrong = cells_of(~board.mined & (numbers != board.clues))
    if wrong:
        raise ValueError(f"its board shows {numbers[wrong[0]]} at {wrong[0]}, which is wrong")
    return board


def _action(found: Any, board: Board) -> Action:
    seconds, row, col, left, right, double, changes = found
    cell = (whole_number(row), whole_number(col))
    counts = (whole_number(left), whole_number(right), whole_number(double))
    return Action(_seconds(seconds), cell, *counts, tuple(_changes(changes, board)))


def _changes(found: Any, board: Board) -> Iterator[tuple[Cell, int, int]]:
    for row, col, before, after in found:
        cell = (whole_number(row), whole_number(col))
        if not lies_on(cell, board.shape):
            raise ValueError(f"cell {cell} lies outside {board.height}×{board.width}")
        if after != WRONG_FLAG:  # a flag stays in its place when a program strikes it out
            yield cell, _code(before, cell, board), _code(after, cell, board)


def _code(code: Any, cell: Cell, board: Board) -> int:
    """A code of the reader as one of a view, if the board has it so."""
    if code in FLAT:
        return int(FLAT[code])
    if code == EXPLODED and board.mined[cell]:
        return int(ViewCode.EXPLODED)
    if not board.mined[cell] and board.clues[cell] == code:
        return int(code)
    raise ValueError(f"{cell} is said to show {code!r}, which it does not")


def timed_events(account: Account) -> Iterator[tuple[float, Event]]:
    """The events of a game, each with its time in seconds. Raises `ValueError` for changes
    that do not follow from the state before.

    >>> account = account_of({"height": 1, "width": 2, "mines": 1, "board": [[-1, 1]],
    ...     "player": "you", "software": "", "seconds": 0.5, "completed": True,
    ...     "actions": [[0.5, 0, 1, 1, 0, 0, [[0, 1, 10, 1]]]]})
    >>> [(time, type(event).__name__) for time, event in timed_events(account)]
    [(0.0, 'Started'), (0.0, 'Opened'), (0.0, 'Finished')]
    """
    events = list(_without_half_presses(_Replay(account).events()))
    return iter(events)


class _Replay:
    """One game played again: the view, changed action by action."""

    def __init__(self, account: Account) -> None:
        self.account = account
        self.board = account.board
        self.view = np.full(self.board.shape, ViewCode.COVERED, np.int8)
        self.now = 0.0
        opened = (action.seconds for action in account.actions if _opens(action))
        self.first = next(opened, 0.0)  # the clock starts when the first cell opens

    def events(self) -> Iterator[tuple[float, Event | None]]:
        """The events with their times; None takes the last right click back."""
        board = self.board
        yield 0.0, ev.Started(board.height, board.width, board.mines, self.account.player)
        for action in self.account.actions:
            self.now = max(self.now, action.seconds - self.first)
            for event in self._events_of(action):
                yield self.now, event
            if self._lost or self._won:
                yield self.now, self._end()
                return

    @property
    def _lost(self) -> bool:
        return bool((self.view == ViewCode.EXPLODED).any())

    @property
    def _won(self) -> bool:
        return not self._lost and int((self.view >= 0).sum()) == self.view.size - self.board.mines

    def _events_of(self, action: Action) -> Iterator[Event | None]:
        pressed_before = self._inside(action.cell) and self.view[action.cell] >= 0
        by = self._put(action)
        if action.right < 0:
            yield None  # it was the first half of a press of both buttons
        if by[ViewCode.FLAGGED]:
            yield ev.Flagged(by[ViewCode.FLAGGED], proven=False)
        if by[ViewCode.COVERED]:
            yield ev.Unflagged(by[ViewCode.COVERED])
        chord = action.cell if pressed_before else None
        yield from self._opened(action, by[0], chord)
        for cell in by[ViewCode.EXPLODED]:
            yield ev.Exploded(cell, chord)
        if not action.changes and self._inside(action.cell):
            yield from _wasted(action)

    def _put(self, action: Action) -> dict[int, Cells]:
        """Make the changes. Returns the cells by their new numbers; 0 stands for any number."""
        by: dict[int, list[Cell]] = {code: [] for code in (0, *ViewCode)}
        for cell, before, after in action.changes:
            if before != self.view[cell] or before >= 0:
                is_, was = MARKS[int(self.view[cell])], MARKS[before]
                raise ValueError(f"at {action.seconds:.2f} s {cell} shows {is_!r}, not {was!r}")
            if before != after:
                by[0 if after >= 0 else after].append(cell)
                self.view[cell] = after
        return {code: tuple(cells) for code, cells in by.items()}

    def _opened(self, action: Action, cells: Cells, chord: Cell | None) -> Iterator[Event]:
        numbers = tuple(int(self.board.clues[cell]) for cell in cells)
        if chord is not None and _opens(action):
            yield ev.Chorded(chord, cells, numbers)
        elif cells:
            if action.cell not in cells:
                raise ValueError(f"at {action.seconds:.2f} s a click on {action.cell} opens others")
            yield ev.Opened(action.cell, cells, numbers)

    def _inside(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.board.height and 0 <= cell[1] < self.board.width

    def _end(self) -> ev.Finished:
        mined, flagged = self.board.mined, self.view == ViewCode.FLAGGED
        missed = cells_of(mined & (self.view == ViewCode.COVERED))
        return ev.Finished(self._won, missed, cells_of(flagged & ~mined))


def _opens(action: Action) -> bool:
    return any(after >= 0 or after == ViewCode.EXPLODED for _, _, after in action.changes)


def _wasted(action: Action) -> Iterator[Event]:
    for click in ("double", "left", "right"):
        if getattr(action, click) > 0:
            yield ev.Wasted(action.cell, click)
            return


def _without_half_presses(
    timed: Iterator[tuple[float, Event | None]],
) -> Sequence[tuple[float, Event]]:
    """The events without right clicks that turned out to begin a press of both buttons."""
    kept: list[tuple[float, Event]] = []
    for time, event in timed:
        if event is not None:
            kept.append((time, event))
        elif isinstance(kept[-1][1], ev.Wasted) and kept[-1][1].click == "right":
            kept.pop()
    return kept
