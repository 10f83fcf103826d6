"""A game played by hand as a record of its moves; the game and its trace follow from them."""

from collections.abc import Iterable, Iterator
from copy import copy
from datetime import UTC, datetime
from math import dist, inf
from time import monotonic
from typing import NamedTuple

import numpy as np

from minevis.analysis import analyze
from minevis.errors import BoardFormatError, IllegalMoveError, SearchExhaustedError
from minevis.game.board import LEVELS, Board, Level, check_radius, level_of, radius_that_fits
from minevis.game.game import Game, on_board
from minevis.game.grid import Cell, cells_of, flat_of
from minevis.game.hashing import PLACING, check_seed, smallest
from minevis.game.position import Position, ViewCode
from minevis.game_loop import rest_of
from minevis.players import AnyPlayer, player_of
from minevis.practice.boards import LOGICS, TRIES, no_guess_board
from minevis.reviews.review import thoughts_before
from minevis.solver.events import (
    Event,
    Exploded,
    Flagged,
    Guessed,
    Opened,
    Started,
    Unflagged,
)
from minevis.solver.knowledge import Knowledge
from minevis.solver.turn import think
from minevis.trace.record import PLAYER, VERSION, GameBoard, GameMove, GameRecord, GameRules, played
from minevis.trace.trace import ENDS, Trace

VERBS = {"open": "open", "chord": "chord on", "flag": "flag"}
_PROTECTED = {None: "none", 0: "cell"}  # other radii protect an area
EXPERT_CELLS, FEWEST_TRIES = 480, 100
NO_CELL_LEFT = "one cell must be left for the first click"


class Move(NamedTuple):
    """A move, and when it was made."""

    kind: str  # "open", "chord" or "flag"
    cell: Cell
    seconds: float
    events: tuple[Event, ...] | None = None  # of a player, with its reasons


class Session:
    """One game under way, with its past. Mutable: every move changes it in place."""

    def __init__(
        self,
        level: str | tuple[int, int, int] | Board = "beginner",
        *,
        seed: int = 0,
        safe_radius: int | None = 1,
        no_guess: str | None = None,
        player: AnyPlayer = "exact",
        position: Position | None = None,
    ) -> None:
        """Begin a game on a level's board, drawn at the first click, or on a `Board`.

        The first click is protected: on a level no mine is within `safe_radius`; on a given
        board a mine under it moves. None protects nothing. A `no_guess` board of a level needs no
        guess, by a logic of `LOGICS`. With a `position` the game continues from there: on the
        given `Board`, or with mines drawn by `seed` from all layouts that fit. Raises
        `BoardFormatError` for a wrong radius, a board full of mines and a position that does not
        fit the board, `ContradictionError` if no layout fits.
        """
        if no_guess is not None and (isinstance(level, Board) or no_guess not in LOGICS):
            raise ValueError(f"no_guess={no_guess!r}: on a level, one of {', '.join(LOGICS)}")
        self.no_guess = no_guess
        self.taken = position
        self.given = level if isinstance(level, Board) else None
        sizes = level_of(level) if not isinstance(level, Board) else None
        if position is not None:
            sizes = level_of((*position.shape, position.total))
        elif self.given is not None:
            sizes = level_of((self.given.height, self.given.width, self.given.mines))
        assert sizes is not None
        self.sizes = sizes
        if position is None and sizes.mines == sizes.height * sizes.width:
            raise BoardFormatError(
                f"{sizes.mines} mines on {sizes.height}×{sizes.width}: {NO_CELL_LEFT}"
            )
        self.safe_radius = check_radius(safe_radius)
        self.player = player_of(player)
        self.now = monotonic  # a clock in seconds
        self.begin(seed)

    def begin(self, seed: int) -> None:
        """Begin a new game; a given board stays the same. Raises `ValueError` for a wrong seed."""
        self.seed = check_seed(seed)
        self.moves: list[Move] = []
        self.undone: list[Move] = []  # the next to be made again is the last
        self.date = datetime.now(UTC).isoformat(timespec="seconds")
        self.repeated: Board | None = None  # the board of the game before
        self._began: float | None = None
        self._deal: tuple[Cell, Board] | None = None
        self._trace: Trace | None = None
        if self.taken is None:  # no board yet, only flags
            self._start = Game(Board(np.zeros(self.sizes[:2], bool)))
        else:
            board = self.given
            if board is None:  # all layouts that fit are equally likely
                board = Board(analyze(self.taken, trust_flags=False).sample(1, seed=seed)[0])
            self._start = Game.at(board, self.taken)
        self.game = _copied(self._start)  # before the first opening its board is empty

    def again(self) -> None:
        """Begin the same board again."""
        board = self.game.board if self.dealt else self.repeated
        self.begin(self.seed)
        self.repeated = board

    @property
    def dealt(self) -> bool:
        """Whether the mines have their places."""
        return self.taken is not None or self.game.board is not self._start.board

    @property
    def level_name(self) -> str:
        """The name of the level, or ""."""
        if self.given is not None or self.taken is not None:
            return ""
        return next((name for name, level in LEVELS.items() if level == self.sizes), "")

    @property
    def position(self) -> Position:
        """The player's position, flags included."""
        return Position(self.game.view, self.sizes.mines)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.dealt and self.game.over

    @property
    def by_hand(self) -> bool:
        """Whether the player has not moved yet."""
        return all(move.events is None for move in self.moves)

    @property
    def seconds(self) -> float:
        """The time since the first opening, up to the end of the game."""
        return self.moves[-1].seconds if self.over and self.moves else self._clock

    @property
    def _clock(self) -> float:
        return 0.0 if self._began is None else self.now() - self._began

    @property
    def trace(self) -> Trace:
        """The game so far, with the reason or the odds of every opening.

        A game that the player finished has no clock.
        """
        if self._trace is None:
            players = PLAYER
            if not self.by_hand:
                mine = self.moves[0].events is None
                players = f"{PLAYER}, then {self.player}" if mine else str(self.player)
            events: list[Event] = [Started(*self.sizes, players)]
            clock = [0.0]
            game = _copied(self._start)
            for move in self.moves:
                before = game.view.copy() if move.kind == "open" and self._is_dealt(game) else None
                game, happened = self._played(game, move.kind, move.cell)
                if move.events is not None:
                    happened = [*move.events]
                elif before is not None:
                    events += thoughts_before(Position(before, self.sizes.mines), move.cell)
                events += happened
                clock += [move.seconds] * (len(events) - len(clock))
            self._trace = Trace(
                events,
                view=None if self.taken is None else self._start.view,
                letters=self.game.board.letters,
                clock=clock if self.by_hand else None,
            )
        return self._trace

    @property
    def record(self) -> GameRecord:
        """The game as the browser takes it."""
        moves = [*self.moves, *reversed(self.undone)]
        mines = np.flatnonzero(self.game.board.mined).tolist() if self.dealt else None
        fixed = self.given is not None or self.repeated is not None
        return GameRecord(
            minevis=VERSION,
            size=self.sizes,
            board=GameBoard(self.seed, _PROTECTED.get(self.safe_radius, "area"), mines, fixed),
            start=None if self.taken is None else str(self.taken.unflagged()),
            rules=GameRules(self.no_guess),
            player=PLAYER if self.by_hand else str(self.player),
            date=self.date,
            moves=[
                GameMove(kind, flat_of(cell, self.sizes.width), round(seconds, 3))
                for kind, cell, seconds, _ in moves
            ],
            at=len(self.moves),
            seconds=round(self.seconds, 1),
            helped="",
            ended=ENDS[self.game.won] if self.over else None,
        )

    def move(self, kind: str, cell: Cell, seconds: float | None = None) -> None:
        """Open, chord on or flag a cell, at a given time on the clock.

        A flag on a flag removes it. Raises `IllegalMoveError`.
        """
        cell = on_board(cell, self.sizes[:2], VERBS[kind])
        if seconds is not None and not 0 <= seconds < inf:
            raise ValueError(f"seconds={seconds!r}: a time on the clock")
        self.game, events = self._played(self.game, kind, cell)
        if events:
            self._made([(kind, cell, None)], seconds)

    def _is_dealt(self, game: Game) -> bool:
        return self.taken is not None or game.board is not self._start.board

    def _played(self, game: Game, kind: str, cell: Cell) -> tuple[Game, list[Event]]:
        """Make a move and return the game and its events; the first opening deals the board."""
        if kind == "open" and not self._is_dealt(game):
            if game.view[cell] == ViewCode.FLAGGED:
                raise IllegalMoveError(f"cannot open {cell}: it is flagged")
            flagged, game = game.view, Game(self.deal(cell))
            game.view = flagged.copy()
        return game, played(game, kind, cell)

    def back(self) -> None:
        """Take the last move back, if there is one."""
        if self.moves:
            self.undone.append(self.moves.pop())
            self._trace = None
            self.game = _copied(self._start)
            for move in self.moves:
                self.game, _ = self._played(self.game, move.kind, move.cell)

    def forward(self) -> None:
        """Make the move again that was taken back last, if there is one."""
        if self.undone:
            move = self.undone.pop()
            self.game, _ = self._played(self.game, move.kind, move.cell)
            self.moves.append(move)
            self._trace = None

    def finish(self) -> None:
        """Let the player play to the end: its clicks and flags are moves of the game."""
        if self.over:
            return
        game, cell = _copied(self.game), self.first_cell()
        events: list[Event] = []
        if not self.dealt:
            game, events = self._played(game, "open", cell)
        flags = cells_of(game.view == ViewCode.FLAGGED)
        rest = [] if game.over else [*rest_of(game, self.player, seed=self.seed)]
        events += [*([Unflagged(flags)] if flags and rest else []), *rest]
        self.game = game
        self._made(_moves_of(events), None)

    def first_cell(self) -> Cell:
        """Return the player's first cell: the nearest one to the middle without a flag."""
        middle = self.sizes.height // 2, self.sizes.width // 2
        free = cells_of(self.game.view == ViewCode.COVERED)
        return min(free, key=lambda cell: dist(cell, middle), default=middle)

    def pick(self) -> tuple[Cell, Guessed | None]:
        """Return the player's next cell, and its guess if no cell is safe."""
        knowledge = Knowledge(self.position.unflagged())
        events = [*think(knowledge, self.player, {}, seed=self.seed, detailed=False)]
        guess = next((event for event in reversed(events) if isinstance(event, Guessed)), None)
        return cells_of(knowledge.safe)[0] if guess is None else guess.cell, guess

    def _made(
        self, moves: Iterable[tuple[str, Cell, tuple[Event, ...] | None]], seconds: float | None
    ) -> None:
        """Note moves that the game has taken."""
        self.undone.clear()
        self._trace = None
        for kind, cell, events in moves:
            if seconds is not None:
                self._began = self.now() - seconds
            elif self._began is None and (kind != "flag" or self.dealt):
                self._began = self.now()
            time = self._clock if seconds is None else seconds
            self.moves.append(Move(kind, cell, time, events))

    def deal(self, cell: Cell) -> Board:
        """Return the board of the game if its first click is on `cell`."""
        if self._deal is None or self._deal[0] != cell:
            self._deal = cell, self._dealt(cell)
        return self._deal[1]

    def _dealt(self, cell: Cell) -> Board:
        board = self.given if self.given is not None else self.repeated
        if board is not None:
            if self.safe_radius is not None and board.mined[cell] and not board.mined.all():
                return _with_mine_moved(board, cell, self.seed)
            return board
        radius = radius_that_fits(self.sizes, cell, self.safe_radius)
        if self.no_guess is None:
            return Board.random(self.sizes, seed=self.seed, first=cell, safe_radius=radius)
        try:
            return no_guess_board(
                self.sizes,
                self.no_guess,
                seed=self.seed,
                first=cell,
                safe_radius=radius,
                tries=_tries_of(self.sizes),
                progress=False,
            )
        except SearchExhaustedError as error:
            advice = "choose fewer mines, a smaller board or another logic"
            raise SearchExhaustedError(error.facts, advice) from error


def _copied(game: Game) -> Game:
    twin = copy(game)
    twin.view = game.view.copy()
    return twin


def _tries_of(level: Level) -> int:
    """Return how many boards a game without a guess may try: fewer on a board beyond expert's.

    Larger boards take longer, and fewer of them need no guess: one waits for it.
    """
    cells = max(level.height * level.width, EXPERT_CELLS)
    return max(TRIES * EXPERT_CELLS**2 // cells**2, FEWEST_TRIES)


def _with_mine_moved(board: Board, cell: Cell, seed: int) -> Board:
    """Return the board with its mine at `cell` moved to a free cell."""
    free = np.flatnonzero(~board.mined)
    mined = board.mined.copy()
    mined[cell] = False
    mined.flat[int(smallest(seed, PLACING, free, 1)[0])] = True
    return Board(mined, None if board.letters is None else board.letters & mined)


def _moves_of(events: Iterable[Event]) -> Iterator[tuple[str, Cell, tuple[Event, ...]]]:
    """Yield the moves of a player, with the events that lead to each, and after the last."""
    moves: list[tuple[str, Cell, list[Event]]] = []
    thoughts: list[Event] = []
    for event in events:
        thoughts.append(event)
        if isinstance(event, Opened | Exploded):
            moves.append(("open", event.cell, thoughts))
        elif isinstance(event, Flagged | Unflagged):
            moves += [("flag", cell, []) for cell in event.cells[:-1]]
            moves.append(("flag", event.cells[-1], thoughts))
        else:
            continue
        thoughts = []
    moves[-1][2].extend(thoughts)
    for kind, cell, told in moves:
        yield kind, cell, tuple(told)
