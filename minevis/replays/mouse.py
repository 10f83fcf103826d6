"""A recording as a game: the buttons pressed give clicks, by the rules of the programs.

A left click opens a cell when the button is released, a right click acts when it is pressed. Both
buttons together, a left click with Shift and a middle click are chords, at the first release.
ms_toollib can play recordings as well, but it knows no question marks.
"""

from collections.abc import Iterator

import numpy as np

from minevis.game.grid import Cell, cells_of, dilate, lies_on, neighbours, region_of
from minevis.game.position import ViewCode
from minevis.replays.recording import Press, Recording
from minevis.solver import events as ev
from minevis.solver.events import Event

RECURSIVE = range(11, 17)  # modes in which one click chords on and on


def timed_events(recording: Recording) -> Iterator[tuple[float, Event]]:
    """Yield the events of a game, with their times in seconds from the first opening.

    Raises `ValueError` for unknown rules, and for a game the file wrongly calls won.
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
            yield now, replay.end()
            break
    if recording.completed and not replay.won:
        raise ValueError("it says that the game was won, but its clicks do not win it")


class _Replay:
    """A game, and the pressed buttons."""

    def __init__(self, recording: Recording) -> None:
        self.board, self.marks = recording.board, recording.marks
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
        """Yield what follows from a press or release."""
        button, cell = press.button, press.cell
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
            chord, spent = bool(self.down & {"r", "s"}), self.spent
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

    def _code(self, cell: Cell) -> int | None:
        """What a cell shows, None outside the board."""
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
        covered = [each for each in around if self.view[each] == ViewCode.COVERED]
        flags = sum(self.view[each] == ViewCode.FLAGGED for each in around)
        if code is not None and flags == code and covered:
            safe = [each for each in covered if not self.board.mined[each]]
            cells = tuple(sorted({opened for each in safe for opened in self._open(each)}))
            yield ev.Chorded(cell, cells, self._numbers(cells))
            yield from (self._explode(each, cell) for each in covered if self.board.mined[each])
        elif code is not None:
            yield ev.Wasted(cell, "double")

    def _explode(self, mine: Cell, chord: Cell | None = None) -> Event:
        self.view[mine], self.lost = ViewCode.EXPLODED, True
        return ev.Exploded(mine, chord)

    def _open(self, cell: Cell) -> tuple[Cell, ...]:
        """Open a safe cell. Flags are not opened, and what opens does not spread through them."""
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
