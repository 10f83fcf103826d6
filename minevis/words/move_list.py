"""The moves of a game in words, line by line: routine is grouped."""

from dataclasses import dataclass, field
from typing import TypedDict

from minevis.game.grid import Cell
from minevis.solver import events as ev
from minevis.solver.events import Event
from minevis.trace.trace import ENDS, Trace
from minevis.utils.formatting import big_number, percent, quantity
from minevis.words.events import badge, kind
from minevis.words.events.meaning import Kind
from minevis.words.wording import in_figures

GUESS, SEARCH, MOVE, END = "g", "q", "m", "x"  # kinds of lines; static/film/moves.js reads them
SAFE = ("proven", "free")  # verdicts of clicks that are no guesses


class MoveLine(TypedDict):
    """A line of the move list: event, moves, and text."""

    at: int  # number of the event
    kind: str
    moves: str  # "3" or "3–58"; empty for a search
    text: str
    note: str  # the idea it rests on, or its risk


def move_list(trace: Trace) -> list[MoveLine]:
    """Return the moves of `trace`, grouped by their idea."""
    narrator = _Narrator()
    for index, event in enumerate(trace.events):
        narrator.take(index, event)
    return narrator.finish()


@dataclass
class _Narrator:
    """Takes a game event by event and adds lines."""

    lines: list[MoveLine] = field(default_factory=list)
    # By which a covered cell is safe, and the event that showed it
    ideas: dict[Cell, tuple[int, str]] = field(default_factory=dict)
    before: int = -1  # the last event that belongs to the line before: a move or a search's end
    guess: tuple[int, ev.Guessed] | None = None  # announced, not made yet
    reviewed: tuple[int, ev.Reviewed] | None = None  # the last verdict, before its click
    search: int | None = None  # the event with which the present search began
    cells: int = 0  # searched since then
    tries: int = 0
    moves: int = 0
    together: list[int] | None = None  # move numbers of the last line

    def finish(self) -> list[MoveLine]:
        """Return all lines; an announced guess without a move, as for a position, is the last."""
        if self.guess is not None:
            self._guessed(made=False)
        return self.lines

    def take(self, index: int, event: Event) -> None:
        if isinstance(event, ev.Deduction):
            for cell in () if event.mined else event.cells:
                self.ideas.setdefault(cell, (index, badge(event)))
        elif isinstance(event, ev.Guessed):
            self.guess = (index, event)
        elif isinstance(event, ev.Reviewed):
            self.reviewed = (index, event)
            if event.verdict == "wrong flag":
                self._add(index, MOVE, "", f"a flag on {event.cell}")
            if event.verdict in SAFE and not event.mined:
                self.ideas.setdefault(event.cell, (index, badge(event)))
        elif isinstance(event, ev.Opened):
            self._opened(index, event)
            self.before = index
        elif isinstance(event, ev.Exploded):
            self._exploded(index, event)
        elif isinstance(event, ev.Finished):
            self._add(index, END, "", ENDS[event.won])
        self._searched(index, event)

    def _opened(self, index: int, event: ev.Opened) -> None:
        self.moves += 1
        if self.guess is not None:
            return self._guessed()
        if isinstance(event, ev.Chorded):
            return self._chorded(index, f"both buttons on {event.cell}")
        if self.moves == 1:
            return self._move(index, f"{event.cell}, the first click")
        if event.cell not in self.ideas:
            return self._unproven(index, event.cell)
        at, idea = self.ideas[event.cell]
        return self._proven(max(at, self.before + 1), event.cell, idea)

    def _chorded(self, index: int, text: str) -> None:
        """Add a press of both buttons: a guess if a review found a risk."""
        at, event = self.reviewed or (-1, None)
        if event is None or at < index - 1 or not event.risk:
            return self._move(index, text)
        return self._add(at, GUESS, str(self.moves), text, f"{percent(event.risk)} risk")

    def _unproven(self, index: int, cell: Cell) -> None:
        """Add an unannounced guess, described by its review."""
        before = index - (self.reviewed is not None and self.reviewed[0] == index - 1)
        self._add(before, GUESS, str(self.moves), f"{cell} opened, not proven")

    def _proven(self, index: int, cell: Cell, idea: str) -> None:
        """Add a move by an idea to the last line, if that has the same idea, or as a new line.

        A line begins at its idea, but not before the last move of the previous line.
        """
        last = self.lines[-1] if self.lines else None
        if last is not None and last["note"] == idea and self.together is not None:
            self.together.append(self.moves)
            last["moves"] = f"{self.together[0]}–{self.moves}"
            last["text"] = f"{big_number(len(self.together))} cells opened"
        else:
            self._move(index, f"{cell} opened", idea)
            self.together = [self.moves]

    def _guessed(self, *, made: bool = True) -> None:
        assert self.guess is not None
        index, guess = self.guess
        risk = "" if guess.risk is None else f"{percent(guess.risk)} risk"
        text = f"{guess.cell} guessed" if made else f"{guess.cell}, the guess"
        self._add(index, GUESS, str(self.moves) if made else "", text, risk)
        self.guess = None

    def _exploded(self, index: int, event: ev.Exploded) -> None:
        self.moves += event.chord is None  # otherwise both buttons were pressed already
        if self.guess is not None:
            self._guessed()
        elif self.moves > 1 and event.chord is None:
            self._unproven(index, event.cell)
        self._add(index, END, str(self.moves), f"{event.cell} was a mine")

    def _searched(self, index: int, event: Event) -> None:
        """Add a search event; consecutive searches are one line."""
        if kind(event) is not Kind.SEARCH:
            self.search = None
        elif self.search is None:
            self.search = index
            self.cells = self.tries = 0
        if isinstance(event, ev.SearchEnded) and self.search is not None:
            if self.cells:
                self.lines.pop()
            self.cells += len(event.cells)
            self.tries += event.tries
            text, tries = f"{quantity(self.cells, 'cell')} searched", in_figures(self.tries)
            self._add(self.search, SEARCH, "", text, f"{tries:# try|# tries}")
            self.before = index

    def _move(self, index: int, text: str, note: str = "") -> None:
        self._add(index, MOVE, str(self.moves), text, note)

    def _add(self, index: int, kind: str, moves: str, text: str, note: str = "") -> None:
        self.together = None
        self.lines.append({"at": index, "kind": kind, "moves": moves, "text": text, "note": note})
