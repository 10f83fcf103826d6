"""A whole game, event by event: the player thinks, the game answers."""

from collections.abc import Iterator

from minevis.core.board import Board
from minevis.core.events import (
    Event,
    Exploded,
    Finished,
    Flagged,
    Guessed,
    Opened,
    Started,
)
from minevis.core.game import Game
from minevis.core.grid import Cell, cells_of
from minevis.core.hashing import check_seed
from minevis.core.position import Position, ViewCode
from minevis.players import Player, player_of
from minevis.solver.counting.survey import Memory
from minevis.solver.knowledge import Knowledge
from minevis.solver.turn import think
from minevis.trace import Trace


def play(
    board: Board,
    player: str | Player = "exact",
    *,
    first: Cell | None = None,
    seed: int = 0,
) -> Trace:
    """Let `player` play `board` and record every step as a `Trace`.

    `first` is the first click; None leaves it to the player, unprotected. `seed`
    settles ties and random choices, so that the same arguments give the same trace
    everywhere. Raises `ValueError` for an unknown player, `IllegalMoveError` for a
    first click outside the board.
    """
    return Trace(events_of(board, player, first=first, seed=seed), letters=board.letters)


def events_of(
    board: Board,
    player: str | Player = "exact",
    *,
    first: Cell | None = None,
    seed: int = 0,
    tell: bool = True,
) -> Iterator[Event]:
    """The events of a game as it is played; see `play`.

    With `tell` False searches are counted in silence: the same moves, much sooner.
    """
    return _Playing(Game(board), player_of(player), check_seed(seed), tell).events(first)


def explain(
    position: Position, player: str | Player = "exact", *, seed: int = 0
) -> Iterator[Event]:
    """What `player` thinks in `position`, step by step, up to safe cells or a guess.

    Flags are taken at their word. Raises `ContradictionError` when no layout fits.
    """
    method = player_of(player)
    height, width = position.shape
    yield Started(height, width, position.mines, str(method))
    yield from think(Knowledge(position), method, {}, seed=check_seed(seed))


def thoughts(position: Position, player: str | Player = "exact", *, seed: int = 0) -> Trace:
    """What `explain` tells, as a `Trace`: to be seen, filmed and scrubbed."""
    return Trace(explain(position, player, seed=seed), view=position.view)


def rest_of(
    game: Game, player: str | Player = "exact", *, seed: int = 0, tell: bool = True
) -> Iterator[Event]:
    """The events of the rest of `game`, which is played on in place; flags come off first.

    With `tell` False searches are counted in silence.
    """
    for cell in cells_of(game.view == ViewCode.FLAGGED):
        game.flag(cell, on=False)
    yield from _Playing(game, player_of(player), check_seed(seed), tell).rest()


class _Playing:
    """One game under way: the game, what the player knows of it, and no more."""

    def __init__(self, game: Game, player: Player, seed: int, tell: bool) -> None:
        self.game = game
        self.player = player
        self.seed = seed
        self.tell = tell
        self.knowledge = Knowledge(self.game.position)
        self.memory: Memory = {}
        self.guesses = 0

    def events(self, first: Cell | None) -> Iterator[Event]:
        board = self.game.board
        yield Started(board.height, board.width, board.mines, str(self.player))
        if first is not None and not self.game.over:
            yield from self._open(first)
        yield from self.rest()

    def rest(self) -> Iterator[Event]:
        while not self.game.over:
            yield from self._turn()
        missed = cells_of(self.game.board.mined & (self.game.view == ViewCode.COVERED))
        yield Finished(self.game.won, missed)

    def _turn(self) -> Iterator[Event]:
        """Think once, then do what follows; eager rules act while they think."""
        guess = None
        thoughts = think(
            self.knowledge,
            self.player,
            self.memory,
            seed=self.seed,
            move=self.guesses,
            tell=self.tell,
            act=self._act,
        )
        for event in thoughts:
            yield event
            if isinstance(event, Guessed):
                guess = event.cell
            if self.game.over:
                return
        yield from self._act()
        if guess is not None:
            self.guesses += 1
            yield from self._open(guess)

    def _act(self) -> Iterator[Event]:
        """Flag what is proven mined, open what is proven safe."""
        mines = cells_of(self.knowledge.mined & (self.game.view == ViewCode.COVERED))
        for cell in mines:
            self.game.flag(cell)
        if mines:
            self.knowledge.flag(mines)
            yield Flagged(mines)
        for cell in cells_of(self.knowledge.safe):
            if self.knowledge.safe[cell] and not self.game.over:
                yield from self._open(cell)

    def _open(self, cell: Cell) -> Iterator[Event]:
        opened = self.game.open(cell)
        if self.game.lost:
            yield Exploded(cell)
            return
        numbers = tuple(int(self.game.view[c]) for c in opened)
        self.knowledge.see(opened, numbers)
        yield Opened(cell, opened, numbers)
