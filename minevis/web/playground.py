"""The playground: play Minesweeper by hand, with as much of the solver's help as you like."""

from base64 import b64encode
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import traitlets
from msgspec import Meta, to_builtins

from minevis.errors import BoardFormatError, IllegalMoveError
from minevis.film.picture import Picture
from minevis.game.board import BOARD_FILES, Board, level_of, read_text
from minevis.game.grid import Cell, flat_of
from minevis.game.hashing import MASK_64
from minevis.game.notations import has_header
from minevis.game.position import Position
from minevis.players import AnyPlayer
from minevis.render.tiles.atlas import Mark
from minevis.replays.reading import SUFFIXES, game_in
from minevis.reviews.review import Review, review, review_among, with_reasons
from minevis.trace.record import LARGEST, GameMove, Time
from minevis.trace.trace import Trace
from minevis.utils.codec import Whole
from minevis.utils.formatting import quantity
from minevis.utils.hints import helpful
from minevis.utils.options import PAGES
from minevis.utils.showing import write_as
from minevis.web.boards import BoardWidget, check_length, checked_sides
from minevis.web.fallback import still_bundle, update_fallback
from minevis.web.page import page, save
from minevis.web.session import NO_CELL_LEFT, Session, mines_of
from minevis.web.sheets import known_snapshot
from minevis.web.trace_pack import AUTO, trace_pack
from minevis.web.widgets import Action, Reply, sentence
from minevis.words.captions import caption
from minevis.words.english import say

MOVES, STEPS = ("open", "chord", "flag"), ("back", "forward")
BEGINNINGS = ("finish", "new", "again", "choose")  # the browser asks for them
PLAYED = ("player", "moves", "at", "seconds", "helped", "ended")  # of a record: moves change it
REVIEW_EFFORT = "quick"  # one waits for it
BOARD, GAMES = ", ".join(BOARD_FILES), ", ".join(SUFFIXES)


class Playground(BoardWidget):
    """A game to play in a notebook, by mouse, touch or keys.

    Parameters
    ----------
    level : str, tuple of int or Board
        A name from `minevis.LEVELS`, (height, width, mines), or a board.
    seed : int
        The seed of the board.
    safe_radius : int, optional
        The protection of the first click, as in `Board.random`, as far as there is room.
    no_guess : str, optional
        A logic that must solve the board without a guess: a name from `minevis.LOGICS`.
    player : str or Player
        The player that gives hints and finishes the game.
    position : Position, optional
        The position to start from, on the `Board` given, otherwise on mines that fit.
    theme : str
        "auto" or a name in `minevis.THEMES`.

    Raises
    ------
    BoardFormatError
        If the level, the radius or the position is invalid.
    ContradictionError
        If no layout fits the position.
    ValueError
        If the player is unknown.

    Attributes
    ----------
    trace : Trace
        The game so far, to step through, film and save.
    position : Position
        The position of the game.

    Examples
    --------
    >>> playground = mv.Playground("beginner", seed=4)
    >>> playground.do("open", cell=0)
    {}
    >>> playground.trace
    <Trace 9×9, 2 events, 1 move, not finished>
    """

    # Together the record that `static/standalone/playing.js` resumes; its moves arrive in `_take`
    game = traitlets.Dict().tag(sync=True)
    played: Any = traitlets.Dict({"version": 0}).tag(sync=True)

    @helpful
    def __init__(
        self,
        level: str | tuple[int, int, int] | Board = "beginner",
        *,
        seed: int = 0,
        safe_radius: int | None = 1,
        no_guess: str | None = None,
        player: AnyPlayer = "exact",
        position: Position | None = None,
        theme: str = AUTO,
    ) -> None:
        self.session = Session(
            level,
            seed=seed,
            safe_radius=safe_radius,
            no_guess=no_guess,
            player=player,
            position=position,
        )
        self._no_guess = no_guess  # stays when another level is chosen
        self._reviewed: tuple[Trace, Review] | None = None
        self._ended = self.session.over
        super().__init__(kind="playground", theme=theme)
        self._publish()

    @property
    def trace(self) -> Trace:
        """The game so far as a `Trace`: each move with the knowledge at that time."""
        return self.session.trace

    @property
    def review(self) -> Review:
        """The game so far, click by click; worked out once.

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

    def save(self, path: str | Path, **options: Any) -> Path:
        """Write the game so far and return the path of its file.

        Parameters
        ----------
        path : str or Path
            A .json or .jsonl file keeps the game as a trace: `mv.Trace.load` reads it, and
            `mv.profile` reviews a folder of them. It takes no option. An .html file is a page, a
            .png file the player's position. Other endings are those of `Trace.save`.
        **options
            Of a page: `title`, by default a description and the name of the file; `theme`, by
            default that of the widget; `detail` and `steps`, as in `Trace.scrubber`; `answers`, to
            keep the chance to win over the timeline and the cost of guesses, by default on boards
            of at most 5,000 cells; `progress`, to show a bar, on by default. Otherwise those of
            `picture` and of `Trace.save`.
        """

        def page(path: Path, **options: Any) -> Path:
            return save(path, self.trace, **{"theme": self.theme, **options})

        writers = {**self.trace._writers(), ".png": self._save_still}
        return write_as(path, {**writers, **dict.fromkeys(PAGES, page)}, **options)

    def picture(self, **look: Any) -> Picture:
        """Return the picture of the player's position, with the options of `Position.picture`."""
        return self.position.picture(**{"theme": self.still_theme, **look})

    def actions(self) -> dict[str, Action]:
        """Return the actions of buttons, mouse and keys."""
        return {
            **{kind: partial(self._move, kind) for kind in MOVES},
            **{kind: getattr(self.session, kind) for kind in STEPS},
            "moves": self._take,
            "deal": self._deal,
            "pick": self._pick,
            "finish": self.session.finish,
            # the last seed is followed by the first
            "new": lambda: self.session.begin((self.session.seed + 1) & MASK_64),
            "again": self.session.again,
            "choose": self._choose,
            "film": lambda: self._film_of(self.trace, self.review),
            "file": self._file,
            "review": self._review,
            "save": lambda: {"file": "game.json", "content": self.trace.to_json()},
            "page": lambda: {"page": page(self.trace, title="A game", theme=self.theme)},
        }

    def do(self, action: str, /, **details: Any) -> Reply:
        """Run an action, and show the game.

        Parameters
        ----------
        action : str
            A name of `actions`, such as "open", "flag", "back" or "finish".
        **details
            The arguments of the action: `cell` is the number of a cell, row by row.

        Returns
        -------
        dict
            The reply for the browser.

        Raises
        ------
        ValueError
            For an unknown action or an impossible move.

        Examples
        --------
        >>> playground = mv.Playground("beginner")
        >>> playground.do("flag", cell=80)
        {}
        >>> playground.position.mines_left
        9
        """
        reply = super().do(action, **details)
        if action in (*MOVES, *STEPS, *BEGINNINGS):
            self._publish()
        return reply

    def _move(self, kind: str, cell: Whole) -> None:
        """Open, chord on or flag a cell."""
        self.session.move(kind, self._cell(cell))

    def _take(
        self,
        version: Whole,
        start: Whole,
        moves: list[GameMove],
        at: Whole,
        seconds: Time,
        helped: str,
        by: str,
    ) -> None:
        """Take the moves from `start` on of the view `by`: `at` of all moves count.

        Moves that are impossible, or on another game than the one published as `version`, are
        refused: all views show the game as it is.
        """
        session = self.session
        try:
            if version != self.played["version"] or start > len(session.moves):
                raise IllegalMoveError("the board has changed since this click was made")
            session.take([*session.moves[:start], *moves], at, seconds)
        except ValueError as error:
            self._publish(refused=sentence(error))
            raise
        session.helped = helped
        self._publish(by)

    def _cell(self, flat: int) -> Cell:
        return divmod(flat, self.session.sizes.width)

    def _deal(self, cell: Whole) -> Reply:
        return {"mines": mines_of(self.session.deal(self._cell(cell)))}

    def _pick(self) -> Reply:
        session = self.session
        if session.over:
            return {}
        if not session.dealt and session.safe_radius is not None:
            cell = session.first_cell()
            begins = f"player “{session.player}” would begin at {cell}"
            return self._said("pick", f"The first cell is never a mine: {begins}.", cell, Mark.SAFE)
        cell, guess = session.pick()
        if guess is not None:
            return self._said("pick", caption(guess), cell, Mark.GUESS)
        text = f"Player “{session.player}” would open {cell}: it is safe."
        return self._said("pick", text, cell, Mark.SAFE)

    def _said(self, badge: str, text: str, cell: Cell | None = None, mark: int = 0) -> Reply:
        """Return a caption as the reply, with a marked cell."""
        marks = [] if cell is None else [(flat_of(cell, self.session.sizes.width), int(mark))]
        words = {"badge": say(f"badge {badge}"), "role": "deduction", "text": text}
        return {"said": {**words, "marks": marks}}

    def _choose(
        self,
        level: str | tuple[int, int, int],
        seed: int,
        radius: Annotated[int, Meta(ge=0, le=LARGEST)],
        no_guess: str | None = None,
    ) -> None:
        """Begin a game on another level, or of a height, a width and mines, drawn by a seed.

        All within `radius` cells of the first click is free of mines. `no_guess` is the logic that
        solves the board without a guess, "" takes any board, None keeps the present choice.
        """
        sizes = level_of(level)
        checked_sides(sizes.height, sizes.width)
        logic = self._no_guess if no_guess is None else no_guess or None
        player = self.session.player
        self.session = Session(sizes, seed=seed, safe_radius=radius, no_guess=logic, player=player)
        self._no_guess = logic

    def _review(self) -> Reply:
        """Return the review of a game that has ended: sentences, and a row per guess."""
        session = self.session
        if not session.over:
            return {}
        return {
            "review": {"story": list(self.review.story), "rows": self.review.rows()},
            "three_bv": session.game.board.three_bv if session.by_hand else None,
        }

    def _take_file(self, path: Path) -> Reply | None:
        """Begin a game on the board of a file, or return the film of a recorded game."""
        if path.suffix in BOARD_FILES:
            check_length(path.stat().st_size)
            if path.suffix == ".txt" and has_header(read_text(path)):
                raise BoardFormatError(f"{path}: this is a position, which an Editor takes")
            board = Board.load(path)
            checked_sides(board.height, board.width)
            if board.mined.all():
                raise BoardFormatError(f"{path}: {NO_CELL_LEFT}")
            self.session = Session(board, player=self.session.player)
            self._publish()
            return None
        if path.suffix not in SUFFIXES:
            raise ValueError(f"{path}: boards end with {BOARD}, games with {GAMES}")
        trace, _ = game_in(path)
        found = review(trace, effort=REVIEW_EFFORT)
        return {**self._film_of(trace, found), **self._said("play", found.verdict)}

    def _film_of(self, trace: Trace, found: Review) -> Reply:
        """Return a film with the reason before each click; it opens at the costliest mistake."""
        reasoned = trace.with_events(with_reasons(trace, found))
        told = review_among(found, trace, reasoned)
        packed = trace_pack(reasoned, theme=self.theme, answers=True, review=told)
        return {"film": b64encode(packed).decode()}

    def _publish(self, by: str = "", refused: str = "") -> None:
        """Show the game; the view `by` has made the last move, and knows it."""
        head: dict[str, Any] = to_builtins(self.session.record)
        played: dict[str, Any] = {name: head.pop(name) for name in PLAYED}
        played |= {"version": self.played["version"] + 1, "by": by, "refused": refused}
        with self.hold_sync():
            self.game = {**head, "given": self.session.given is not None}
            self.played = played
        if self.session.over and not self._ended:  # a reader of the notebook sees how it ended
            update_fallback(self.fallback(), self.fallback_class)
        self._ended = self.session.over

    def fallback(self) -> dict[str, str]:
        """Return the end of a finished game as a picture, or a game to play without Python."""
        session = self.session
        if session.over:
            return still_bundle(self.trace, len(self.trace) - 1, theme=self.theme)
        board = session.game.board if session.dealt else session.given
        text = f"A Minesweeper game to play: {repr(self).strip('<>')}"
        start = {
            "text": str(self.position) if session.dealt else None,
            "mines": None if board is None else mines_of(board),
            "sizes": session.sizes,
            "protect": "area" if session.safe_radius else "cell",
            "logic": say("standalone guessless") if session.no_guess else "",
        }
        return self._board_fallback(known_snapshot(self.position, None), ("board",), text, start)

    def __repr__(self) -> str:
        height, width, mines = self.session.sizes
        return f"<Playground {height}×{width}, {quantity(mines, 'mine')}>"
