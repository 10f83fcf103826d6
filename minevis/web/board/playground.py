"""The playground: play Minesweeper by hand, with help from the solver on request."""

from base64 import b64encode
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from minevis.errors import BoardFormatError, unknown_name
from minevis.game.board import BOARD_FILES, LEVELS, Board, level_of, read_text
from minevis.game.grid import Cell, flat_of, neighbours
from minevis.game.hashing import MASK_64
from minevis.game.notations import has_header
from minevis.game.position import Position, ViewCode
from minevis.players import Player
from minevis.practice.boards import LOGICS
from minevis.render.options import given
from minevis.render.tiles.atlas import Mark
from minevis.replays.reading import SUFFIXES, game_in
from minevis.reviews.review import Review, review, review_among, with_reasons
from minevis.solver.analysis import Analysis
from minevis.solver.events import Opened
from minevis.trace.record import Record
from minevis.trace.serialization import TRACES, whole_number
from minevis.utils.formatting import big_number, percent, quantity
from minevis.web.board.board_widget import (
    Action,
    BoardWidget,
    Reply,
    check_length,
    sides_of,
    text_of_message,
)
from minevis.web.board.position_view import codes, snapshot_of, tips, title_of, with_wrong_flags
from minevis.web.board.session import NO_CELL_LEFT, Mistake, Session
from minevis.web.board.standalone import LARGEST
from minevis.web.film.fallback import still_bundle, update_fallback
from minevis.web.film.film import AUTO, film
from minevis.web.film.page import page, save
from minevis.words.captions import caption
from minevis.words.english import say
from minevis.words.events.moves import WON
from minevis.words.wording import listed_cells

SWITCHES = ("odds", "known")
REVIEW_EFFORT = "quick"  # one waits for it
BOARD, GAMES = ", ".join(BOARD_FILES), ", ".join(SUFFIXES)


class Playground(BoardWidget):
    """The widget of `minevis.Playground`, which adds `trace`."""

    RISKY = ("open", "chord")
    trace_type: type[Record] = Record  # of `trace`: this package does not know the public Trace

    def __init__(
        self,
        level: str | tuple[int, int, int] | Board = "beginner",
        *,
        seed: int = 0,
        safe_radius: int | None = 1,
        solvable: str | None = None,
        player: str | Player = "exact",
        position: Position | None = None,
        theme: str = AUTO,
    ) -> None:
        """A game on `level` (a name, sizes, or a `Board`).

        `seed` draws the board; `safe_radius` is kept free of mines around the first click, if there
        is room (None: no protection); with `solvable` the board needs no guess from that click on,
        by a logic of `mv.LOGICS`; `player` gives help. With a `position` the game continues from
        there, on the given `Board`, or on mines that fit. Raises `BoardFormatError` for a wrong
        level, radius or position, `ContradictionError` if no mines fit, `ValueError` for an unknown
        player.
        """
        self.session = Session(
            level,
            seed=seed,
            safe_radius=safe_radius,
            solvable=solvable,
            player=player,
            position=position,
        )
        self._solvable = solvable  # stays when the level changes
        self.switches = dict.fromkeys(SWITCHES, False)
        self._known: tuple[Position, Analysis] | None = None
        self._reviewed: tuple[Record, Review] | None = None
        self._review_shown = False
        self._welcome()
        super().__init__(kind="playground", theme=theme)
        self._show()

    @property
    def trace(self) -> Record:
        """The game as a trace: moves with the knowledge at that time."""
        return self.trace_type.of(self.session.record)

    @property
    def review(self) -> Review:
        """The review of the game, click by click. Computed once.

        One waits for it, so it looks with the effort "quick": `trace.review()` looks harder and may
        judge a guess otherwise.
        """
        trace = self.trace
        if self._reviewed is None or self._reviewed[0] != trace:
            self._reviewed = trace, review(trace, effort=REVIEW_EFFORT)
        return self._reviewed[1]

    @property
    def position(self) -> Position:
        """The player's position."""
        return self.session.position

    def save(
        self,
        path: str | Path,
        *,
        title: str | None = None,
        theme: str | None = None,
        detail: int | None = None,
        steps: int | None = None,
        answers: bool | None = None,
        progress: bool | None = None,
    ) -> Path:
        """Write the game and return the path of its file.

        Parameters
        ----------
        path : str or Path
            A .json or .jsonl file keeps the game as a trace: `mv.Trace.load` reads it, and
            `mv.profile` reviews a folder of them. It takes no option. An .html file is a page.
        title : str, optional
            Title of the page. By default a description and the name of the file.
        theme, detail, steps : optional
            As in `Trace.scrubber`. By default as in the widget.
        answers : bool, optional
            Keep the chance to win over the timeline, and the cost of guesses. By default on boards
            of at most 5,000 cells. The page works out odds and proofs itself.
        progress : bool, optional
            Show a bar, on by default.
        """
        options = given(
            title=title, theme=theme, detail=detail, steps=steps, answers=answers, progress=progress
        )
        if Path(path).suffix.lower() in TRACES:
            if options:
                raise ValueError(f"{path}: {', '.join(options)} would not be heeded: no page")
            return self.trace.save(path)
        return save(path, self.trace, **{"theme": self.theme, **options})

    def actions(self) -> dict[str, Action]:
        """The actions of buttons, mouse and keys."""
        return {
            "open": self._open,
            "chord": self._chord,
            "flag": self._flag,
            "pick": self._pick,
            "back": self._back,
            "forward": self._forward,
            "time": lambda: None,  # a view that joins a running game asks how late it is
            "finish": self._finish,
            "new": self._new,
            "again": self._again,
            "choose": self._choose,
            "switch": self._switch,
            "film": self._film,
            "file": self._file,
            "review": self._show_review,
            "save": lambda: {"file": "game.json", "content": self.trace.to_json()},
            "page": self._page,
        }

    def _flat(self, cell: Cell) -> int:
        return flat_of(cell, self.position.shape[1])

    def _welcome(self) -> None:
        first = "is never" if self.session.safe_radius is not None else "may be"
        text = f"Open any cell: the first one {first} a mine."
        text = text if self.session.taken is None else say("taken up")
        self._say("play", "deduction", text)

    def _open(self, cell: int) -> None:
        """Open a covered cell; on a clue, chord; on a flag, say that flags protect."""
        where = self._cell(cell)
        if self.session.over:
            return None  # a stray click: how the game ended stays to be read
        code = int(self.position.view[where])
        if code > 0:
            return self._chord(cell)
        if code == 0:
            text = f"Cell {where} is open and touches no mine."
            return self._say("play", "deduction", text)
        self.session.open(where)
        return self._say_move(where)

    def _chord(self, cell: int) -> None:
        where = self._cell(cell)
        if self.session.over:
            return None
        moves, number = self.session.moves, int(self.position.view[where])
        around = neighbours(where, self.position.shape)
        flags = sum(self.position.view[each] == ViewCode.FLAGGED for each in around)
        if number > 0 and flags != number:
            text = (
                f"{where} shows {number} and has {quantity(flags, 'flag')} around it: with as many "
                "flags as it shows, a click opens the rest."
            )
            return self._say("play", "deduction", text)
        self.session.chord(where)
        if self.session.moves == moves:
            return self._say("play", "deduction", f"Nothing is left to open around {where}.")
        return self._say_move(where)

    def _flag(self, cell: int) -> None:
        where = self._cell(cell)
        if self.session.over:
            return
        self.session.flag(where)
        left = quantity(self.position.mines_left, "mine")
        text = f"The flag on {where} is removed: {left} left by your flags."
        if self.position.view[where] == ViewCode.FLAGGED:
            text = f"A flag marks {where}: {left} left by your flags."
        self._say("flag", "deduction", text)

    def _say_move(self, cell: Cell) -> None:
        session = self.session
        if session.mistake is not None:
            text = lesson(session.mistake)
            marks: dict[int, int] = {self._flat(cell): Mark.SAFE for cell in session.mistake.safe}
            return self._say("lost", "mine", text, marks)
        if session.over:
            return self._say("won", "safe", WON)
        text = caption(session.events[-1])
        if sum(isinstance(event, Opened) for event in session.events) == 1:
            text += self._move_text()
        return self._say("open", "deduction", text, {self._flat(cell): Mark.CLICK})

    def _move_text(self) -> str:
        """The new cell of a mine under the first click, or None."""
        moved = self.session.moved
        return "" if moved is None else f" A mine was there; it has moved to {moved}."

    def _pick(self) -> None:
        if self.session.over:
            return None
        if self._waits():
            cell = self.session.first_cell()
            begins = f"player “{self.session.player}” would begin at {cell}"
            text = f"The first cell is never a mine: {begins}."
            return self._say("pick", "safe", text, {self._flat(cell): Mark.SAFE})
        cell, guess = self.session.pick()
        if guess is not None:
            text = caption(guess)
            return self._say("pick", "guess", text, {self._flat(cell): Mark.GUESS})
        text = f"Player “{self.session.player}” would open {cell}: it is safe."
        return self._say("pick", "safe", text, {self._flat(cell): Mark.SAFE})

    def _back(self) -> None:
        self.session.back()
        self._review_shown = False
        self._say("back", "deduction", "The last move is taken back.")

    def _forward(self) -> None:
        if self.session.undone:
            self.session.forward()
            self._say("back", "deduction", "The move is made again.")

    def _finish(self) -> None:
        if self.session.over:
            return
        begun = self.session.game is not None
        self.session.finish()
        end = "won" if self.session.game and self.session.game.won else "lost"
        text = (
            f"Player “{self.session.player}” has played on: the game is {end}. "
            "Look at it again to see every step."
        )
        text += "" if begun else self._move_text()
        self._say(end, "safe" if end == "won" else "mine", text)

    def _new(self) -> None:
        self.session.begin((self.session.seed + 1) & MASK_64)  # the last is followed by the first
        self._begun()

    def _again(self) -> None:
        """The same board once more."""
        self.session.again()
        self._begun()

    def _choose(
        self, level: str | Sequence[int], seed: int, radius: int, solvable: str | None = None
    ) -> None:
        """Start a game on a level, or with a height, a width and mines, drawn by a chosen seed.

        All within `radius` cells of the first click is kept free of mines. `solvable` is the logic
        that solves the board without a guess; "" takes any board, None asks for the same as before.
        """
        sizes = level_of(level)
        sides_of(sizes.height, sizes.width)
        whole_number(radius, 0, LARGEST)
        player = self.session.player
        named = level if isinstance(level, str) else sizes
        logic = self._solvable if solvable is None else text_of_message(solvable) or None
        self.session = Session(
            named,
            seed=seed,
            safe_radius=radius,
            solvable=logic,
            player=player,
        )
        self._solvable = logic
        self._begun()

    def _begun(self) -> None:
        self._review_shown = False
        self._welcome()

    def _switch(self, name: str) -> None:
        if name not in SWITCHES:
            raise ValueError(unknown_name("switch", name, SWITCHES))
        self.switches[name] = not self.switches[name]
        if name == "known" and self.switches[name] and not self.session.over:
            known = None if self._waits() else self._analysis()
            text = "No covered cell is proven to be safe or a mine."
            if known is not None and (known.safe.any() or known.mined.any()):
                safe = quantity(int(known.safe.sum()), "safe cell")
                text = f"Ringed: {safe}, {quantity(int(known.mined.sum()), 'proven mine')}."
            self._say("known", "search", text)

    def _show_review(self) -> None:
        self._review_shown = self.session.over

    def _take_file(self, path: Path) -> Reply | None:
        """Take up a board to play on, or show a game that somebody has played."""
        if path.suffix in BOARD_FILES:
            check_length(path.stat().st_size)
            if path.suffix == ".txt" and has_header(read_text(path)):
                raise BoardFormatError(f"{path}: this is a position, which an Editor takes")
            board = Board.load(path)
            sides_of(board.height, board.width)
            if board.mined.all():
                raise BoardFormatError(f"{path}: {NO_CELL_LEFT}")
            self.session = Session(board, player=self.session.player)
            self._review_shown = False
            self._welcome()
            return None
        if path.suffix not in SUFFIXES:
            raise ValueError(f"{path}: boards end with {BOARD}, games with {GAMES}")
        trace, _ = game_in(path)
        found = review(trace, effort=REVIEW_EFFORT)
        self._say("play", "deduction", found.verdict)
        return self._film_of(trace, found)

    def _film(self) -> Reply:
        return self._film_of(self.trace, self.review)

    def _film_of(self, trace: Record, found: Review) -> Reply:
        """The game with the reasons for clicks; it opens at the costliest mistake."""
        reasoned = trace.with_events(with_reasons(trace, found))
        told = review_among(found, trace, reasoned)
        packed = film(reasoned, theme=self.theme, answers=True, review=told)
        return {"film": b64encode(packed).decode()}

    def _page(self) -> Reply:
        return {"page": page(self.trace, title="A game", theme=self.theme)}

    def _analysis(self) -> Analysis:
        """The analysis of the position, worked out once."""
        position = self.position
        if self._known is None or self._known[0] != position:
            self._known = (position, self.session.analysis())
        return self._known[1]

    def _view(self) -> dict[str, object]:
        session, position = self.session, self.position
        helped = any(self.switches.values()) and not session.over
        known = self._analysis() if helped else None
        with_odds = known if self._shows_odds() else None
        height, width = position.shape
        return {
            "height": height,
            "width": width,
            "panels": [title_of("board") | {"subtitle": self._subtitle()}],
            "codes": {"board": self._codes(known)},
            "tips": tips(position, with_odds),
            "caption": {**self._caption, "counters": self._counters()},
            "switches": self.switches,
            "moves": session.moves,
            "undone": session.undone,
            "text": str(position),
            "over": session.over,
            "protected": self._waits() and not session.over,
            "seconds": round(session.seconds, 1),
            "running": session.running,
            "chosen": self._chosen(),
            "levels": list(LEVELS),
            "logics": list(LOGICS),
            "largest": LARGEST,
            "three_bv": self._three_bv(),
            "review": self._review_data() if self._review_shown and session.over else None,
        }

    def _counters(self) -> str:
        """The mines left; below, the clicks, and the efficiency of a won game."""
        session = self.session
        lines = [f"mines left {big_number(self.position.mines_left)}"]
        if session.moves and session.by_hand:
            lines.append(f"{quantity(session.moves, 'click')}, {quantity(session.flags, 'flag')}")
        if session.efficiency is not None:
            lines.append(f"efficiency {100 * session.efficiency:.0f} % (3BV per click)")
        return "\n".join(lines)

    def _three_bv(self) -> int | None:
        """The 3BV of a finished game played entirely by hand, to compare with its time."""
        game = self.session.game
        return game.board.three_bv if game and game.over and self.session.by_hand else None

    def _chosen(self) -> dict[str, object]:
        """The board in words: its level, if any, and the parameters that draw it."""
        sizes = [*self.position.shape, self.position.mines]
        session = self.session
        return {
            "level": session.level_name,
            "sizes": sizes,
            "seed": session.seed,
            "radius": session.safe_radius,
            "solvable": session.solvable or "",
        }

    def _review_data(self) -> dict[str, object]:
        """The review of a game that has ended: sentences, and a row a guess."""
        return {"story": list(self.review.story), "rows": self.review.rows()}

    def _codes(self, known: Analysis | None) -> list[int]:
        """Return the codes of cells, with the visible parts of `known`."""
        missed = self._missed()
        name = "probability" if self._shows_odds() else "board"
        snapshot = snapshot_of(self.position, known, missed)
        proven = known if self.switches["known"] else None
        shown = codes(snapshot, name, self._marks, proven, bright=True)
        if missed is not None and self.session.game is not None:
            shown = with_wrong_flags(shown, ~self.session.game.board.mined)
        return shown

    def _waits(self) -> bool:
        """Return whether the protected first click is still to come: odds do not apply to it."""
        return self.session.game is None and self.session.safe_radius is not None

    def _shows_odds(self) -> bool:
        return self.switches["odds"] and not self.session.over and not self._waits()

    def _subtitle(self) -> str:
        """The meaning of the numbers in covered cells, or that they are still to come."""
        if self._shows_odds():
            return title_of("probability")["subtitle"]
        waits = self.switches["odds"] and not self.session.over
        return "odds from the first click on, which is safe" if waits else ""

    def _missed(self) -> np.ndarray | None:
        """The mines to show after the end: bool [H, W]."""
        game = self.session.game
        if game is None or not game.over:
            return None
        missed: np.ndarray = game.board.mined & (game.view == ViewCode.COVERED)
        return missed

    def fallback(self) -> dict[str, str]:
        """The end of a finished game as a picture; any other game to play on without a kernel."""
        if self.session.over:
            return still_bundle(self.trace, len(self.trace) - 1, theme=self.theme)
        text = f"A Minesweeper game to play: {repr(self).strip('<>')}"
        snapshot = snapshot_of(self.position, None)
        return self._board_fallback(snapshot, ("board",), text, self._start())

    def _start(self) -> dict[str, object]:
        """How the game goes on without a kernel, as `static/standalone/playing.js` takes it."""
        session, position = self.session, self.position
        board = session.game.board if session.game else session.given
        return {
            "text": str(position) if session.game else None,
            "mines": np.flatnonzero(board.mined).tolist() if board else None,
            "sizes": (*position.shape, position.total),
            "wide": bool(session.safe_radius),
            "solvable": say("standalone guessless") if session.solvable else "",
        }

    def _refuse_late(self) -> None:
        if not self.session.over:  # how the game ended stays to be read
            super()._refuse_late()

    def _receive(self, widget: object, message: object, buffers: object) -> None:
        before = self.session.over
        super()._receive(widget, message, buffers)
        if self.session.over and not before:  # a reader of the notebook sees how it ended
            update_fallback(self.fallback(), self.fallback_class)

    def __repr__(self) -> str:
        height, width = self.position.shape
        return f"<Playground {height}×{width}, {quantity(self.position.total, 'mine')}>"


def lesson(mistake: Mistake) -> str:
    """The lesson of a lost game: the odds of the last move and better cells."""
    certain, fits = mistake.chance == 1, f"in {percent(mistake.chance)} of the layouts"
    if mistake.wrong is None:
        fits = "in every layout that fits" if certain else fits
        odds = f"Cell {mistake.cell} was a mine, as it is {fits}."
    else:
        fits, wrong = "in every layout" if certain else fits, listed_cells(mistake.wrong)
        chord = f"To press both buttons on {mistake.cell} opens a mine {fits}, with these flags"
        odds = f"{chord}: {wrong} {wrong:was|were} wrong."
    better = "Nothing was safe, and no cell was less risky: bad luck."
    if mistake.safe:
        better = f"Safe at that moment, and ringed: {listed_cells(mistake.safe)}."
    elif mistake.chance > mistake.least + 1e-9:
        least = percent(mistake.least)
        better = f"Nothing was safe; the least risk was {least}, at {listed_cells(mistake.best)}."
    return f"{odds} {better}"
