"""The playground: play Minesweeper by hand, with as much of the solver's help as you like."""

from base64 import b64encode
from pathlib import Path
from typing import Any

import numpy as np

from minevis.core.board import Board
from minevis.core.formatting import percent
from minevis.core.grid import Cell, Cells
from minevis.core.position import Position, ViewCode
from minevis.players import Player
from minevis.show.tiles.atlas import Mark
from minevis.show.words.captions import caption
from minevis.solver.analysis import Analysis
from minevis.trace import Trace
from minevis.widgets.board.live import Live
from minevis.widgets.board.position_view import codes, snapshot_of, tips, title_of, with_wrong_flags
from minevis.widgets.board.session import Mistake, Session
from minevis.widgets.film.answers import answer
from minevis.widgets.film.fallback import bundle_of, renew
from minevis.widgets.film.film import film
from minevis.widgets.film.page import page, save

WELCOME = "Open any cell: the first one is never a mine."
SWITCHES = ("odds", "known")
LISTED = 4


class Playground(Live):
    """A game to play in a notebook: mouse, touch or keys; the first click is protected.

    `odds` shows the chance of a mine in every covered cell, `known` rings what is
    proven. `trace` is the game so far, to scrub, film and save like any other.
    """

    def __init__(
        self,
        level: str | tuple[int, int, int] | Board = "beginner",
        *,
        seed: int = 0,
        safe_radius: int = 1,
        player: str | Player = "exact",
        theme: str = "paper",
    ) -> None:
        """A game on `level` (a name, sizes, or a `Board`).

        `seed` draws the board; `safe_radius` is kept free of mines around the first
        click, as far as there is room; `player` is who gives help. Raises
        `BoardFormatError` for a wrong level, `ValueError` for an unknown player.
        """
        self.session = Session(level, seed=seed, safe_radius=safe_radius, player=player)
        self.switches = dict.fromkeys(SWITCHES, False)
        self._hint: tuple[Cell, int] | None = None
        self._known: tuple[Position, Analysis] | None = None
        self._say("PLAY", "deduction", WELCOME)
        super().__init__(kind="playground", theme=theme)
        self._show()

    @property
    def trace(self) -> Trace:
        """The game so far as a trace: each move with what could be known when it was made."""
        record = self.session.record
        return Trace(record.events, letters=record[0].letters)

    @property
    def position(self) -> Position:
        """What the player sees now."""
        return self.session.position

    def save(self, path: str | Path, **options: Any) -> Path:
        """Write the game so far as one HTML file; see `minevis.widgets.film.page`."""
        return save(path, self.trace, **{"theme": self.theme, **options})

    def deeds(self) -> dict[str, Any]:
        """What the buttons, the mouse and the keys do."""
        return {
            "open": self._open,
            "chord": self._chord,
            "flag": self._flag,
            "why": self._why,
            "hint": self._give_hint,
            "pick": self._pick,
            "back": self._back,
            "finish": self._finish,
            "new": self._new,
            "switch": self._switch,
            "film": self._film,
            "page": lambda: {"page": page(self.trace, title="A game", theme=self.theme)},
        }

    def _cell(self, flat: int) -> Cell:
        row, col = divmod(int(flat), self.position.shape[1])
        return row, col

    def _open(self, cell: int) -> None:
        """Open a covered cell; on a clue, chord; on a flag, say that flags protect."""
        where = self._cell(cell)
        code = int(self.position.view[where])
        if code > 0 and not self.session.over:
            return self._chord(cell)
        if code == 0 and not self.session.over:
            return self._say("PLAY", "deduction", f"Cell {where} is open and touches no mine.")
        self.session.open(where)
        return self._tell_move(where)

    def _chord(self, cell: int) -> None:
        where = self._cell(cell)
        self.session.chord(where)
        self._tell_move(where)

    def _flag(self, cell: int) -> None:
        where = self._cell(cell)
        self.session.flag(where)
        on = self.position.view[where] == ViewCode.FLAGGED
        done = f"A flag marks {where}" if on else f"The flag is off {where}"
        self._say("FLAG", "deduction", f"{done}: {self._left()}.")

    def _left(self) -> str:
        left = self.position.mines_left
        return f"{left} {'mine' if left == 1 else 'mines'} left by your flags"

    def _tell_move(self, cell: Cell) -> None:
        self._hint = None
        session = self.session
        if session.mistake is not None:
            return self._say("LOST", "mine", lesson(session.mistake), self._lesson_marks())
        if session.over:
            return self._say("WON", "safe", "The game is won: every cell without a mine is open.")
        text = caption(session.events[-1])
        if session.moved is not None and session.moves == 1:
            text += f" A mine was there; it has moved to {session.moved}."
        here = cell[0] * self.position.shape[1] + cell[1]
        return self._say("OPEN", "deduction", text, {here: Mark.CLICK})

    def _lesson_marks(self) -> dict[int, int]:
        mistake = self.session.mistake
        assert mistake is not None
        width = self.position.shape[1]
        return {row * width + col: int(Mark.SAFE) for row, col in mistake.safe}

    def _why(self, cell: int) -> None:
        self._tell(answer(self.position.unflagged(), self._cell(cell)))

    def _give_hint(self) -> None:
        """First where to look, then, asked again, what follows and why."""
        cell, stage = self._hint or (self._easiest(), 0)
        self._hint = None
        if cell is None:
            return self._pick()
        told = answer(self.position.unflagged(), cell, self._analysis())
        if stage == 0 and len(told["marks"]) > 1:
            self._hint = (cell, 1)
            clues = {place: mark for place, mark in told["marks"] if mark == Mark.CLUE}
            these = "this clue" if len(clues) == 1 else f"these {len(clues)} clues"
            text = f"Look at {these}: a safe cell follows. Ask again to see which."
            return self._say("HINT", "guess", text, clues)
        return self._tell(told, "HINT")

    def _easiest(self) -> Cell | None:
        """The safe cell whose proof needs the fewest clues."""
        known = self._analysis()
        safe = [(int(row), int(col)) for row, col in np.argwhere(known.safe)]
        return min(safe, key=lambda cell: len(known.proof(cell).clues), default=None)

    def _pick(self) -> None:
        cell, guess = self.session.pick()
        here = cell[0] * self.position.shape[1] + cell[1]
        if guess is not None:
            return self._say("PICK", "guess", caption(guess), {here: Mark.GUESS})
        text = f"Player “{self.session.player}” would open {cell}: it is safe."
        return self._say("PICK", "safe", text, {here: Mark.SAFE})

    def _back(self) -> None:
        self.session.back()
        self._hint = None
        self._say("BACK", "deduction", "The last move is taken back.")

    def _finish(self) -> None:
        self.session.finish()
        end = "won" if self.session.game and self.session.game.won else "lost"
        role = "safe" if end == "won" else "mine"
        text = f"Player “{self.session.player}” has played on: the game is {end}."
        self._say(end.upper(), role, f"{text} Look at it again to see every step.")

    def _new(self) -> None:
        self.session.begin(self.session.seed + 1)
        self._hint = None
        self._say("PLAY", "deduction", WELCOME)

    def _switch(self, name: str) -> None:
        if name not in SWITCHES:
            raise ValueError(f"unknown switch {name!r}: choose from {', '.join(SWITCHES)}")
        self.switches[name] = not self.switches[name]

    def _film(self) -> dict[str, Any]:
        packed = film(self.trace, theme=self.theme, answers=True)
        return {"film": b64encode(packed).decode()}

    def _analysis(self) -> Analysis:
        """What is known of the position, worked out once."""
        position = self.position
        if self._known is None or self._known[0] != position:
            self._known = (position, self.session.analysis())
        return self._known[1]

    def _picture(self) -> dict[str, Any]:
        session, position = self.session, self.position
        helped = any(self.switches.values()) and not session.over
        known = self._analysis() if helped else None
        missed = self._missed()
        name = "probability" if self.switches["odds"] and not session.over else "board"
        snapshot = snapshot_of(position, known, missed)
        proven = known if self.switches["known"] else None
        shown = codes(snapshot, name, self._marks, proven, bright=True)
        if missed is not None and session.game is not None:
            shown = with_wrong_flags(shown, ~session.game.board.mined)
        height, width = position.shape
        return {
            "height": height,
            "width": width,
            "panels": [title_of("board")],
            "codes": {"board": shown},
            "tips": tips(position, known if self.switches["odds"] else None),
            "caption": {**self._caption, "counters": f"mines left {position.mines_left}"},
            "switches": self.switches,
            "moves": session.moves,
            "over": session.over,
        }

    def _missed(self) -> np.ndarray | None:
        """The mines to show after the end: bool [H, W]."""
        game = self.session.game
        if game is None or not game.over:
            return None
        return game.board.mined & (game.view == ViewCode.COVERED) & (game.view != ViewCode.EXPLODED)

    def still(self) -> dict[str, Any]:
        """The finished game as a page, or the board as it is now as a picture."""
        if self.session.over:
            return bundle_of(self.trace, theme=self.theme)
        text = f"A Minesweeper game to play: {repr(self).strip('<>')}"
        return self._portrait(snapshot_of(self.position, None), ("board",), text)

    def _hear(self, widget: Any, message: Any, buffers: Any) -> None:
        before = self.session.over
        super()._hear(widget, message, buffers)
        if self.session.over and not before:  # a reader of the notebook sees the whole game
            renew(self.still(), self.mark)

    def __repr__(self) -> str:
        height, width = self.position.shape
        return f"<Playground {height}×{width}, {self.position.mines} mines>"


def lesson(mistake: Mistake) -> str:
    """What a lost game teaches: the odds of the last move and what was better."""
    part = f"{percent(mistake.chance)} of the layouts"
    if mistake.chance == 1:
        part = "every layout that fits"
    odds = f"Cell {mistake.cell} was a mine, as it is in {part}."
    if mistake.safe:
        return f"{odds} Safe at that moment, and ringed: {_listed(mistake.safe)}."
    if mistake.chance > mistake.least + 1e-9:
        least = percent(mistake.least)
        return f"{odds} Nothing was safe; the least risk was {least}, at {_listed(mistake.best)}."
    return f"{odds} Nothing was safe, and no cell was less risky: bad luck."


def _listed(cells: Cells) -> str:
    names = [str(cell) for cell in cells[:LISTED]]
    if len(cells) > LISTED:
        names.append(f"{len(cells) - LISTED} more")
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]
