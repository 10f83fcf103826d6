"""A game played by hand as a record of its moves; the game and its trace follow from them."""

from collections.abc import Iterable, Iterator
from copy import copy
from datetime import UTC, datetime
from itertools import pairwise
from math import dist
from time import monotonic

import numpy as np

from minevis.analysis import analyze
from minevis.errors import BoardFormatError, IllegalMoveError, SearchExhaustedError
from minevis.game.board import Board, Level, check_radius, level_of, radius_that_fits
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

_PROTECTED = {None: "none", 0: "cell"}  # other radii protect an area
EXPERT_CELLS, FEWEST_TRIES = 480, 100
NO_CELL_LEFT = "one cell must be left for the first click"


class Session:
    """One game under way: a board and a record of moves, of which some are taken back."""

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

    def begin(self, seed: int, board: Board | None = None) -> None:
        """Begin a new game, by default on the given board. Raises `ValueError` for a wrong seed."""
        self.seed = check_seed(seed)
        self.moves: list[GameMove] = []
        self.at = 0  # the moves that count; the rest were taken back
        self.helped = ""  # why the game does not count
        self.date = datetime.now(UTC).isoformat(timespec="seconds")
        self.fixed = self.given if board is None else board
        self._began: float | None = None
        self._deal: tuple[Cell, Board] | None = None
        self._told: dict[tuple[int, GameMove], tuple[Event, ...]] = {}  # by the player
        self._trace: Trace | None = None
        if self.taken is None:  # an empty board, for flags before the first opening
            self._start = Game(Board(np.zeros(self.sizes[:2], bool)))
        else:
            board = self.fixed
            if board is None:  # all layouts that fit are equally likely
                board = Board(analyze(self.taken, trust_flags=False).sample(1, seed=seed)[0])
            self._start = Game.at(board, self.taken)
        self.game = _copied(self._start)

    def again(self) -> None:
        """Begin the same board again."""
        self.begin(self.seed, self.fixed if self.board is None else self.board)

    @property
    def dealt(self) -> bool:
        """Whether the mines have their places."""
        return self.taken is not None or any(move.kind == "open" for move in self._made)

    @property
    def board(self) -> Board | None:
        """The board of the moves, also of those taken back."""
        is_blank = self.taken is None and self.game.board is self._start.board
        return None if is_blank else self.game.board

    @property
    def position(self) -> Position:
        """The player's position, flags included."""
        return Position(self.game.view, self.sizes.mines)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.over

    @property
    def _made(self) -> list[GameMove]:
        return self.moves[: self.at]

    @property
    def by_hand(self) -> bool:
        """Whether the player has not moved yet."""
        return not any(move in self._told for move in enumerate(self._made))

    @property
    def seconds(self) -> float:
        """The time since the first opening, up to the end of the game."""
        return self.moves[self.at - 1].seconds if self.over and self.at else self._clock

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
                mine = (0, self.moves[0]) not in self._told
                players = f"{PLAYER}, then {self.player}" if mine else str(self.player)
            events: list[Event] = [Started(*self.sizes, players)]
            clock = [0.0]
            game, is_first = self._at_first(self._made), self.taken is None
            for number, move in enumerate(self._made):
                told = self._told.get((number, move))
                if move.kind == "open":
                    if told is None and not is_first:
                        events += thoughts_before(game.position, self._cell(move))
                    is_first = False
                happened = self._played(game, move)
                events += happened if told is None else told
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
        mines = None if self.board is None else mines_of(self.board)
        protect = _PROTECTED.get(self.safe_radius, "area")
        return GameRecord(
            minevis=VERSION,
            size=self.sizes,
            board=GameBoard(self.seed, protect, mines, fixed=self.fixed is not None),
            start=None if self.taken is None else str(self.taken.unflagged()),
            rules=GameRules(self.no_guess),
            player=PLAYER if self.by_hand else str(self.player),
            date=self.date,
            moves=self.moves,
            at=self.at,
            seconds=round(self.seconds, 3),
            helped=self.helped,
            ended=ENDS[self.game.won] if self.over else None,
        )

    def take(self, moves: list[GameMove], at: int, seconds: float) -> None:
        """Replace the moves: `at` of them count, the rest were taken back.

        Raises `IllegalMoveError` for impossible moves, which change nothing.
        """
        if at > len(moves):
            raise IllegalMoveError(f"at={at}: there are {len(moves)} moves")
        for number, (before, move) in enumerate(pairwise(moves), 1):
            if move.seconds < before.seconds:
                raise IllegalMoveError(f"moves[{number}]={[*move]}: the clock goes back")
        game, new = self._at_first(moves), moves[:at]
        if at >= self.at and game.board is self.game.board and moves[: self.at] == self._made:
            game, new = _copied(self.game), moves[self.at : at]
        for move in new:
            self._played(game, move)
        further = _copied(game)
        for move in moves[at:]:
            self._played(further, move)
        self.game, self.moves, self.at, self._trace = game, moves, at, None
        if self._began is not None or (at and (self.dealt or seconds)):
            self._began = self.now() - seconds

    def move(self, kind: str, cell: Cell) -> None:
        """Open, chord on or flag a cell. A flag on a flag removes it. Raises `IllegalMoveError`."""
        if played(_copied(self.game), kind, cell):  # a chord may open nothing
            time = round(self._clock, 3)
            self.take([*self._made, GameMove(kind, self._flat(cell), time)], self.at + 1, time)

    def _flat(self, cell: Cell) -> int:
        return flat_of(cell, self.sizes.width)

    def _cell(self, move: GameMove) -> Cell:
        return divmod(move.cell, self.sizes.width)

    def _at_first(self, moves: list[GameMove]) -> Game:
        """Return the game before some moves: the first opening deals the board."""
        first = next((move for move in moves if move.kind == "open"), None)
        if self.taken is not None or first is None:
            return _copied(self._start)
        return Game(self.deal(self._cell(first)))

    def _played(self, game: Game, move: GameMove) -> list[Event]:
        """Make a move and return its events. Raises `IllegalMoveError`."""
        if events := played(game, move.kind, self._cell(move)):
            return events
        raise IllegalMoveError(f"cannot chord on {self._cell(move)}: it opens nothing")

    def back(self) -> None:
        """Take the last move back, if there is one."""
        self.take(self.moves, max(self.at - 1, 0), self._clock)

    def forward(self) -> None:
        """Make the move again that was taken back last, if there is one."""
        self.take(self.moves, min(self.at + 1, len(self.moves)), self._clock)

    def finish(self) -> None:
        """Let the player play to the end: its clicks and flags are moves of the game."""
        if self.over:
            return
        game, cell = _copied(self.game), self.first_cell()
        events: list[Event] = []
        if not self.dealt:
            game = Game(self.deal(cell))
            game.view = self.game.view.copy()
            events = played(game, "open", cell)
        flags = cells_of(game.view == ViewCode.FLAGGED)
        rest = [] if game.over else [*rest_of(game, self.player, seed=self.seed)]
        events += [*([Unflagged(flags)] if flags and rest else []), *rest]
        time = round(self._clock, 3)
        made = self._made
        for kind, place, told in _moves_of(events):
            move = GameMove(kind, self._flat(place), time)
            self._told[len(made), move] = told
            made.append(move)
        self.take(made, len(made), time)

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

    def deal(self, cell: Cell) -> Board:
        """Return the board of the game if its first click is on `cell`."""
        on_board(cell, self.sizes[:2], "open")
        if self._deal is None or self._deal[0] != cell:
            self._deal = cell, self._dealt(cell)
        return self._deal[1]

    def _dealt(self, cell: Cell) -> Board:
        if (board := self.fixed) is not None:
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


def mines_of(board: Board) -> list[int]:
    """Return the mines of a board, by the numbers of their cells."""
    mines: list[int] = np.flatnonzero(board.mined).tolist()
    return mines


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
