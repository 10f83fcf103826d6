"""A game played by hand: moves, take-back, the player's help, and the game as a trace.

Nothing here draws or talks to a browser; `minevis.web.board.playground` does.
"""

from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import dataclass, replace
from math import dist
from time import monotonic
from typing import Any

import numpy as np

from minevis.analysis import analyze
from minevis.errors import BoardFormatError, IllegalMoveError
from minevis.game.board import LEVELS, Board, check_radius, level_of
from minevis.game.game import Game, on_board
from minevis.game.grid import Cell, Cells, cells_of, dilate, neighbours
from minevis.game.hashing import PLACING, check_seed, smallest
from minevis.game.position import Position, ViewCode
from minevis.game_loop import rest_of
from minevis.players import Player, player_of
from minevis.practice.boards import LOGICS, solvable_board
from minevis.reviews.review import chord_risk, odds_event, own_guess
from minevis.solver.analysis import Analysis
from minevis.solver.events import (
    Chorded,
    Event,
    Exploded,
    Finished,
    Flagged,
    Guessed,
    Opened,
    Proved,
    Started,
    Unflagged,
)
from minevis.solver.knowledge import Knowledge
from minevis.solver.turn import think
from minevis.trace.record import Record
from minevis.words.proof_captions import asked_about

PLAYER = "you"
NO_CELL_LEFT = "one cell must be left for the first click"


_Undone = tuple[tuple[Any, ...], list[Event], list[float]]  # a state, its events, their times


@dataclass(frozen=True, eq=False)
class Mistake:
    """The knowledge when a mine was opened, or a chord on `cell` opened one."""

    cell: Cell
    chance: float
    safe: Cells  # the safe cells at that moment
    best: Cells  # otherwise: the least risky
    least: float
    wrong: Cells | None = None  # the flags that were wrong around `cell`, the clue of a chord


class Session:
    """One game under way, with its past. Mutable: every move changes it in place."""

    def __init__(
        self,
        level: str | tuple[int, int, int] | Board = "beginner",
        *,
        seed: int = 0,
        safe_radius: int | None = 1,
        solvable: str | None = None,
        player: str | Player = "exact",
        position: Position | None = None,
    ) -> None:
        """A game on a level's board, drawn at the first click, or on a `Board`.

        The first click is protected: on a level no mine is within `safe_radius` of it; on a given
        board a mine under it moves elsewhere. None turns this off. A `solvable` board of a level
        needs no guess from that click on, by logic as in `Board.random`. With a `position` the game
        continues from there: on the given `Board`, otherwise with mines drawn by `seed` from all
        layouts that fit. Raises `BoardFormatError` for a wrong radius, a board full of mines and if
        board and position do not agree, `ContradictionError` if no layout fits.
        """
        if solvable is not None and (isinstance(level, Board) or solvable not in LOGICS):
            raise ValueError(f"solvable={solvable!r}: on a level, one of {', '.join(LOGICS)}")
        self.solvable = solvable
        self.taken = position
        self.given = level if isinstance(level, Board) else None
        self.level = level_of(level) if not isinstance(level, Board) else None
        height, width, mines = self._sizes()
        if position is None and mines == height * width:
            raise BoardFormatError(f"{mines} mines on {height}×{width}: {NO_CELL_LEFT}")
        self.safe_radius = check_radius(safe_radius)
        self.player = player_of(player)
        self.now: Callable[[], float] = monotonic  # a clock in seconds
        self.moved: Cell | None = None  # the new cell of a mine under the first click
        self.mistake: Mistake | None = None
        self.begin(seed)

    def begin(self, seed: int) -> None:
        """A new game; a given board stays the same. Raises `ValueError` for an invalid seed."""
        self.seed = check_seed(seed)
        height, width, mines = self._sizes()
        self.game: Game | None = None
        self._before = Position.fresh((height, width), mines)  # until the first click
        self.events: list[Event] = [Started(height, width, mines, PLAYER)]
        self._past: list[tuple[Game | None, Position, int]] = []
        self._undone: list[_Undone] = []  # the last one taken back is the last
        self._times: list[float] = [0.0]  # of the events, from the first opening on
        self._began: float | None = None
        self._played_on: int | None = None  # how many events there were when the player took over
        self._players = PLAYER
        self._at = 0.0  # when the present move was made
        self.moved = self.mistake = None
        self.repeated: Board | None = None  # the board of the game before, to be played again
        if self.taken is not None:
            self.game = Game.at(self.given or _drawn_to_fit(self.taken, seed), self.taken)
            self._taken_up = self.game.view.copy()

    def again(self) -> None:
        """The same board once more, from the beginning."""
        board = self.repeated if self.game is None else self.game.board
        self.begin(self.seed)
        self.repeated = board

    def _sizes(self) -> tuple[int, int, int]:
        if self.taken is not None:
            return *self.taken.shape, self.taken.total
        if self.given is not None:
            return self.given.height, self.given.width, self.given.mines
        assert self.level is not None
        return self.level

    @property
    def level_name(self) -> str:
        """The name of the level, or ""."""
        return next((name for name, level in LEVELS.items() if level == self.level), "")

    @property
    def position(self) -> Position:
        """The player's position, flags included."""
        return self._before if self.game is None else self.game.position

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game is not None and self.game.over

    @property
    def moves(self) -> int:
        """How many moves can be taken back."""
        return len(self._past)

    @property
    def undone(self) -> int:
        """How many moves that were taken back can be made again."""
        return len(self._undone)

    @property
    def flags(self) -> int:
        """How many moves put a flag or took one off."""
        return sum(isinstance(event, Flagged | Unflagged) for event in self.events)

    @property
    def efficiency(self) -> float | None:
        """3BV per click of a game that was won by hand from its beginning, otherwise None."""
        if self.game is None or not self.game.won or not self.by_hand or self.taken is not None:
            return None
        return self.game.board.three_bv / self.moves

    @property
    def record(self) -> Record:
        """The game: moves with the knowledge at that time.

        A game that the player has finished is of both, and without a clock: nobody thought
        about its moves.
        """
        letters = None if self.game is None else self.game.board.letters
        view = None if self.taken is None else self._taken_up
        start = Started(*self._sizes(), PLAYER if self.by_hand else self._players)
        clock = self._times if self.by_hand else None
        return Record([start, *self.events[1:]], view=view, letters=letters, clock=clock)

    @property
    def by_hand(self) -> bool:
        """Return whether the player has not moved yet."""
        return self._played_on is None

    @property
    def seconds(self) -> float:
        """The time since the first cell was opened, up to the end of the game."""
        if self.over:
            return self._times[-1]
        return 0.0 if self._began is None else self.now() - self._began

    @property
    def running(self) -> bool:
        """Whether the clock runs: from the first opening on, or the first move from a position."""
        return self._began is not None and self.game is not None and not self.over

    def open(self, cell: Cell) -> None:
        """Open a covered cell. Raises `IllegalMoveError`."""
        cell = on_board(cell, self.position.shape, "open")
        first = self.game is None
        if first and self.position.view[cell] == ViewCode.FLAGGED:
            raise IllegalMoveError(f"cannot open {cell}: it is flagged")
        game = self._dealt(cell) if self.game is None else _copied(self.game)
        self._play(game, cell, game.open(cell), thoughts=not first)

    def chord(self, cell: Cell) -> None:
        """Open the other cells around a clue that has its flags, if there are any.

        Raises `IllegalMoveError`.
        """
        cell = on_board(cell, self.position.shape, "chord on")
        if self.game is None:
            raise IllegalMoveError(f"cannot chord on {cell}: no cell is open yet")
        game = _copied(self.game)
        opened = game.chord(cell)
        if opened:
            self._play(game, cell, opened, thoughts=False, chord=True)

    def flag(self, cell: Cell) -> None:
        """Put a flag on a covered cell, or take it off. Raises `IllegalMoveError`."""
        cell = on_board(cell, self.position.shape, "flag")
        on = self.position.view[cell] != ViewCode.FLAGGED
        if self.game is None:
            self._go_on(None)
            view = self._before.view.copy()
            view[cell] = ViewCode.FLAGGED if on else ViewCode.COVERED
            self._before = Position(view, self._before.mines)
        else:
            game = _copied(self.game)
            game.flag(cell, on)
            self._go_on(game)
        self.events.append(Flagged((cell,), proven=False) if on else Unflagged((cell,)))
        self._note_time()

    def _note_time(self) -> None:
        """Give the events since the last move the time of this one."""
        self._times += [self._at] * (len(self.events) - len(self._times))

    def back(self) -> None:
        """Take the last move back, if there is one."""
        if not self._past:
            return
        game, before, length = self._past.pop()
        now = self.game, self._before, self.mistake, self.moved, self._played_on, self._players
        self._undone.append((now, self.events[length:], self._times[length:]))
        self.game, self._before = game, before
        del self.events[length:], self._times[length:]
        if self._played_on is not None and length <= self._played_on:
            self._played_on = None
        self.mistake = None
        if self.game is None:
            self.moved = None

    def forward(self) -> None:
        """Repeat the move taken back last, if there is one."""
        if not self._undone:
            return
        state, events, times = self._undone.pop()
        self._past.append((self.game, self._before, len(self.events)))
        self.game, self._before, self.mistake, self.moved, self._played_on, self._players = state
        self.events += events
        self._times += times

    def finish(self) -> None:
        """Let the player play on to the end."""
        if self.over:
            return
        players = f"{PLAYER}, then {self.player}" if self._past else str(self.player)
        if self.game is None:
            self.open(self.first_cell())
        begun = len(self.events)
        if not self.over:  # a first click may be all
            self._play_on()
        self._played_on, self._players = begun, players

    def _play_on(self) -> None:
        assert self.game is not None
        game = _copied(self.game)
        flags = cells_of(game.view == ViewCode.FLAGGED)
        rest = [*rest_of(game, self.player, seed=self.seed)]
        self._go_on(game)
        self.events += [Unflagged(flags)] if flags else []
        self.events += rest
        self._note_time()

    def first_cell(self) -> Cell:
        """The first cell that the player opens: as near to the middle as no flag is in the way."""
        height, width = self.position.shape
        middle = height // 2, width // 2
        free = cells_of(self.position.view == ViewCode.COVERED)
        return min(free, key=lambda cell: dist(cell, middle), default=middle)

    def analysis(self) -> Analysis:
        """The analysis from clues without flags, which are only guesses by the player."""
        return analyze(self.position, trust_flags=False)

    def pick(self) -> tuple[Cell, Guessed | None]:
        """Return the cell that the player would open, and its guess if no cell is safe."""
        knowledge = Knowledge(self.position.unflagged())
        guess = None
        for event in think(knowledge, self.player, {}, seed=self.seed, detailed=False):
            guess = event if isinstance(event, Guessed) else guess
        if guess is not None:
            return guess.cell, guess
        return cells_of(knowledge.safe)[0], None

    def _go_on(self, game: Game | None) -> None:
        """Keep the state, to be taken back, and go on with the game as a move has left it.

        A move is made on a copy, so a refused move has no effect.
        """
        self._at = self.seconds
        self._undone.clear()
        if self._began is None and game is not None:
            self._began = self.now()
        self._past.append((self.game, self._before, len(self.events)))
        self.game = game

    def _dealt(self, cell: Cell) -> Game:
        """The game as its first click finds it."""
        board = self.given if self.given is not None else self.repeated
        if board is None:
            assert self.level is not None
            radius = _radius_that_fits(self.level, cell, self.safe_radius)
            if self.solvable is None:
                board = Board.random(self.level, seed=self.seed, first=cell, safe_radius=radius)
            else:
                board = solvable_board(
                    self.level,
                    self.solvable,
                    seed=self.seed,
                    first=cell,
                    safe_radius=radius,
                    progress=False,
                )
        elif self.safe_radius is not None and board.mined[cell] and not board.mined.all():
            board, self.moved = _with_mine_moved(board, cell, self.seed)
        game = Game(board)
        for flagged in cells_of(self._before.view == ViewCode.FLAGGED):
            game.flag(flagged)
        return game

    def _play(
        self, game: Game, cell: Cell, opened: Cells, *, thoughts: bool, chord: bool = False
    ) -> None:
        """Record the openings of a move at `cell`, with the knowledge before it."""
        before = self.position
        self._go_on(game)
        known = analyze(before, trust_flags=False) if thoughts or game.lost else None
        if thoughts and known is not None:
            self.events += _thoughts(known, cell)
        if game.lost:
            hit = next(c for c in opened if game.view[c] == ViewCode.EXPLODED)
            opened = tuple(c for c in opened if c != hit)
            if known is not None:
                self.mistake = self._chorded(known, cell) if chord else _mistake(known, hit)
        numbers = tuple(int(game.view[c]) for c in opened)
        if chord:
            self.events.append(Chorded(cell, opened, numbers))
        elif opened:
            self.events.append(Opened(cell, opened, numbers))
        if game.lost:
            self.events.append(Exploded(hit, cell if chord else None))
        if game.over:
            self.events.append(self._end())
        self._note_time()

    def _chorded(self, known: Analysis, clue: Cell) -> Mistake:
        """The knowledge when a chord opened a mine."""
        assert self.game is not None
        around = neighbours(clue, known.position.shape)
        flags = tuple(cell for cell in around if self.game.view[cell] == ViewCode.FLAGGED)
        wrong = tuple(cell for cell in flags if not self.game.board.mined[cell])
        found = _mistake(known, clue)
        return replace(found, chance=chord_risk(known, flags), wrong=wrong)

    def _end(self) -> Finished:
        assert self.game is not None
        mined, view = self.game.board.mined, self.game.view
        missed = cells_of(mined & (view == ViewCode.COVERED))
        return Finished(self.game.won, missed, cells_of(~mined & (view == ViewCode.FLAGGED)))


def _drawn_to_fit(position: Position, seed: int) -> Board:
    """Return a uniformly random board that fits `position`."""
    return Board(analyze(position, trust_flags=False).sample(1, seed=seed)[0])


def _copied(game: Game) -> Game:
    """Return an independent copy of a game."""
    twin = copy(game)
    twin.view = game.view.copy()
    return twin


def _radius_that_fits(level: tuple[int, int, int], cell: Cell, radius: int | None) -> int | None:
    """The widest zone around the first click, up to `radius`, that leaves room for the mines."""
    if radius is None:
        return None
    height, width, mines = level
    for smaller in range(radius, 0, -1):
        zone = np.zeros((height, width), bool)
        zone[cell] = True
        if mines <= height * width - int(dilate(zone, smaller).sum()):
            return smaller
    return 0


def _with_mine_moved(board: Board, cell: Cell, seed: int) -> tuple[Board, Cell]:
    """Return the board with its mine at `cell` moved to a free cell."""
    free = np.flatnonzero(~board.mined)
    place = int(smallest(seed, PLACING, free, 1)[0])
    mined = board.mined.copy()
    mined[cell] = False
    mined.flat[place] = True
    letters = None if board.letters is None else board.letters & mined
    row, col = divmod(place, board.width)
    return Board(mined, letters), (row, col)


def _thoughts(known: Analysis, cell: Cell) -> Iterator[Event]:
    """The knowledge when `cell` was opened, as events: a proof, or odds and a guess."""
    if known.safe[cell]:
        proof = asked_about(known.proof(cell), cell)
        yield Proved((cell,), False, proof.clues, proof.uses_total, proof)
        return
    yield odds_event(known)
    if not known.safe.any():
        yield own_guess(known, cell)


def _mistake(known: Analysis, cell: Cell) -> Mistake:
    covered = known.position.covered
    least = float(known.probability[covered].min())
    chance = float(np.nan_to_num(known.probability[cell]))  # a clue is no mine
    return Mistake(cell, chance, cells_of(known.safe), known.best, least)
