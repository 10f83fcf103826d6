"""A recorded game, and the clicks its mouse buttons give by the rules of the programs.

A left click opens a cell when the button is released, a right click acts when it is pressed. Both
buttons together, a left click with Shift and a middle click are chords, at the first release.
ms_toollib can play recordings as well, but it knows no question marks.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated, NamedTuple

import numpy as np
from msgspec import Meta

from minevis.game.board import Board, level_of
from minevis.game.grid import Cell, cells_of, dilate, lies_on, neighbours, region_of
from minevis.game.position import ViewCode
from minevis.solver import events as ev
from minevis.solver.events import Event
from minevis.utils.codec import MOST, one_of, read_as

Time = Annotated[float, Meta(ge=-MOST, le=MOST)]  # seconds
NAME_LENGTH = 200
MOST_CELLS_PLAYED = 1_000_000
PRESSES = ("lc", "rc", "mc", "sc", "cc", "l", "r", "m", "lr", "rr", "mr", "pf", "mt")
RECURSIVE = range(11, 17)  # modes in which one click chords on and on
STANDARD = (0, 3, 4)  # modes: standard, density, and Windows 7
SLACK = 1.0  # seconds between the end of a game and the duration in its file
RULES = {  # by mode: games whose odds and luck differ from random boards
    1: "UPK",
    2: "cheat",
    5: "competitive solvable",
    6: "strong solvable",
    7: "weak solvable",
    8: "to be solvable",
    9: "strong guessable",
    10: "weak guessable",
}


class Press(NamedTuple):
    """A press or release of a button, by its name in `PRESSES`.

    The names come from the open text format: left, right and middle buttons, click and release;
    "sc" is a left click with Shift, "cc" a press with both buttons down, "l", "r" and "m" are
    presses or releases, "pf" is a flag from before the start, and "mt" switches question marks.
    """

    seconds: Time
    button: Annotated[str, one_of(*PRESSES)]
    row: int  # may be outside the board, as may the column
    col: int


@dataclass(frozen=True)
class Recording:
    """The content of a replay file."""

    height: int
    width: int
    mines: int
    mined: list[list[bool | int]]
    player: str
    software: str
    seconds: Time  # the duration, as counted by the recording program
    presses: list[Press]
    completed: bool = False  # won
    end: str = ""  # "won", "lost", "over" (one of them), or "" if the file does not say
    played: Time | None = None  # when it began, in seconds since 1970, if known
    three_bv: int = 0  # not known
    marks: bool = False  # whether a right click on a flag makes it a question mark
    mode: int = 0  # in .evf numbers
    rules: str = ""  # the name of special rules, "" for standard ones
    superclick: bool = False  # whether a left click on a clue is a chord

    @cached_property
    def board(self) -> Board:
        """The board."""
        return Board(np.array(self.mined) != 0)


def recording_of(content: object) -> Recording:
    """Check the findings of a reader and return the recording. Raises `ValueError`."""
    said = read_as(Recording, content)
    height, width, mines = size = said.height, said.width, said.mines
    if height * width > MOST_CELLS_PLAYED:
        raise ValueError(
            f"a board of {height}×{width} cells: at most {MOST_CELLS_PLAYED:,} are read"
        )
    level_of(size)
    if [*map(len, said.mined)] != [width] * height:
        raise ValueError(f"its board does not have {height}×{width} cells")
    if said.board.mines != mines:
        raise ValueError(f"its board has {said.board.mines} mines, and its header says {mines}")
    if said.three_bv not in (0, said.board.three_bv):
        raise ValueError(f"its board has a 3BV of {said.board.three_bv}, not of {said.three_bv}")
    unknown = "" if said.mode in (*STANDARD, *RECURSIVE) else f"mode {said.mode}"
    return replace(
        said,
        player=_name(said.player),
        software=_name(said.software),
        seconds=max(said.seconds, 0.0),
        end="won" if said.completed else said.end,
        played=max(said.played or 0.0, 0.0) or None,
        rules=_name(said.rules) or RULES.get(said.mode, unknown),
    )


def _name(text: str) -> str:
    """Return a name without unprintable characters."""
    return "".join(mark for mark in text if mark.isprintable())[:NAME_LENGTH].strip()


def timed_events(recording: Recording) -> Iterator[tuple[float, Event]]:
    """Yield the events of a game, with their times in seconds from the first opening.

    Raises `ValueError` for unknown rules, and for a game that ends otherwise than the file says.
    """
    if recording.mode in RECURSIVE:
        raise ValueError("it was played with recursive chords, which are not supported")
    board, replay = recording.board, _Replay(recording)
    size = (board.height, board.width, board.mines)
    yield 0.0, ev.Started(*size, recording.player, recording.rules)
    now, start = 0.0, None  # the clock starts when the first cell opens
    for press in recording.presses:
        events = list(replay.after(press))
        if start is None and replay.begun:
            start = press.seconds
        now = now if start is None else max(now, press.seconds - start)
        yield from ((now, event) for event in events)
        if replay.lost or replay.won:
            _check_time(recording, press.seconds, now)
            yield now, replay.end()
            break
    end = "won" if replay.won else "lost" if replay.lost else ""
    if recording.end == "over" and not end:
        raise ValueError("its clicks do not end the game: it is damaged, or has unknown rules")
    if recording.end in ("won", "lost") and recording.end != end:
        verb = {"won": "win", "lost": "lose"}[recording.end]
        raise ValueError(
            f"it says that the game was {recording.end}, but its clicks do not {verb} it"
        )


def _check_time(recording: Recording, *ends: float) -> None:
    """Raise `ValueError` if a game ends, by either clock, at another time than the file says."""
    if recording.end == "over" and min(abs(end - recording.seconds) for end in ends) > SLACK:
        raise ValueError(
            f"its clicks end the game after {ends[-1]:.2f} s, and it says {recording.seconds:.2f} s"
        )


class _Replay:
    """A game, and the pressed buttons."""

    def __init__(self, recording: Recording) -> None:
        self.board, self.marks = recording.board, recording.marks
        self.superclick = recording.superclick
        self.view = np.full(self.board.shape, ViewCode.COVERED, np.int8)
        self.opened = 0  # cells
        self.lost = False
        self.questioned: set[Cell] = set()
        self.down: set[str] = set()  # "l", "r", "m", and "s" for Shift
        self.spent = False  # the left button is down, but was part of a chord
        self.idle: Cell | None = None  # cell of a right press without effect

    @property
    def begun(self) -> bool:
        """Whether a cell has been opened."""
        return self.lost or self.opened > 0

    @property
    def won(self) -> bool:
        return not self.lost and self.opened == self.view.size - self.board.mines

    def after(self, press: Press) -> Iterator[Event]:
        """Yield the events of a press or release."""
        button, cell = press.button, (press.row, press.col)
        if button in ("l", "r", "m"):
            button += "r" if button in self.down else "c"
        if button == "mt":
            self.marks = not self.marks
        elif button == "pf":
            yield from self._right_click(cell)
        elif button in ("lc", "sc", "cc", "mc"):
            self.down |= {"lc": {"l"}, "sc": {"l", "s"}, "cc": {"l", "r"}, "mc": {"m"}}[button]
        elif button == "rc":
            if not self.down & {"l", "r"}:
                yield from self._right_click(cell)
            self.down.add("r")
        elif button == "mr":
            self.down.discard("m")
            yield from self._chord(cell)
        elif button == "lr" and "l" in self.down:
            spent = self.spent
            chord = bool(self.down & {"r", "s"}) or (self._is_superclick(cell) and not spent)
            self.down -= {"l", "s"}
            self.spent = False
            if chord:
                yield from self._chord(cell)
            elif not spent:
                yield from self._left_click(cell)
        elif button == "rr" and "r" in self.down:
            self.down.discard("r")
            if "l" in self.down:
                self.spent = True
                yield from self._chord(cell)
            elif self.idle is not None:
                yield ev.Wasted(self.idle, "right")
                self.idle = None

    def end(self) -> ev.Finished:
        """The end of the game."""
        mined, flagged = self.board.mined, self.view == ViewCode.FLAGGED
        missed = cells_of(mined & (self.view == ViewCode.COVERED))
        return ev.Finished(self.won, missed, cells_of(flagged & ~mined))

    def _is_superclick(self, cell: Cell) -> bool:
        code = self._code(cell)
        return self.superclick and code is not None and code >= 0

    def _code(self, cell: Cell) -> int | None:
        """Return the code of a cell, None outside the board."""
        return int(self.view[cell]) if lies_on(cell, self.board.shape) else None

    def _right_click(self, cell: Cell) -> Iterator[Event]:
        code = self._code(cell)
        if code == ViewCode.FLAGGED:
            self.view[cell] = ViewCode.COVERED
            yield ev.Unflagged((cell,))
            if self.marks:
                self.questioned.add(cell)
        elif code == ViewCode.COVERED and cell in self.questioned:
            self.questioned.remove(cell)
            yield ev.Wasted(cell, "right")  # a question mark shows as a covered cell
        elif code == ViewCode.COVERED:
            self.view[cell] = ViewCode.FLAGGED
            yield ev.Flagged((cell,), proven=False)
        elif code is not None:
            self.idle = cell  # may still become a chord

    def _left_click(self, cell: Cell) -> Iterator[Event]:
        code = self._code(cell)
        if code == ViewCode.COVERED and self.board.mined[cell]:
            yield self._explode(cell)
        elif code == ViewCode.COVERED:
            cells = self._open(cell)
            yield ev.Opened(cell, cells, self._numbers(cells))
        elif code is not None:
            yield ev.Wasted(cell, "left")

    def _chord(self, cell: Cell) -> Iterator[Event]:
        self.idle = None
        code = self._code(cell)
        around = neighbours(cell, self.board.shape) if code is not None else []
        covered = [near for near in around if self.view[near] == ViewCode.COVERED]
        flags = sum(self.view[near] == ViewCode.FLAGGED for near in around)
        if code is not None and flags == code and covered:
            safe = [near for near in covered if not self.board.mined[near]]
            cells = tuple(sorted({opened for near in safe for opened in self._open(near)}))
            yield ev.Chorded(cell, cells, self._numbers(cells))
            yield from (self._explode(near, cell) for near in covered if self.board.mined[near])
        elif code is not None:
            yield ev.Wasted(cell, "double")

    def _explode(self, mine: Cell, chord: Cell | None = None) -> Event:
        self.view[mine], self.lost = ViewCode.EXPLODED, True
        return ev.Exploded(mine, chord)

    def _open(self, cell: Cell) -> tuple[Cell, ...]:
        """Open a safe cell. Flags are not opened, and openings do not spread through them."""
        covered = self.view == ViewCode.COVERED
        if not covered[cell]:
            return ()  # it opened with a cell before it
        opened = np.zeros_like(covered)
        opened[cell] = True
        if not self.board.clues[cell]:
            opened = dilate(region_of(self.board.zeros & covered, cell)) & covered
        self.view[opened] = self.board.clues[opened]
        cells = cells_of(opened)
        self.opened += len(cells)
        return cells

    def _numbers(self, cells: tuple[Cell, ...]) -> tuple[int, ...]:
        return tuple(int(self.board.clues[cell]) for cell in cells)
