"""A complete game, event by event: the player thinks, the game answers.

Recording and showing are done in `minevis.api.playing`.
"""

from collections.abc import Iterator

from minevis.engine.kernels import supports
from minevis.engine.twins import has_numba
from minevis.errors import ContradictionError
from minevis.game.board import Board
from minevis.game.game import Game, on_board
from minevis.game.grid import Cell, cells_of
from minevis.game.hashing import check_seed
from minevis.game.position import ViewCode
from minevis.players import AnyPlayer, Player, player_of
from minevis.solver import events as ev
from minevis.solver.counting.survey import SurveyCache
from minevis.solver.events import Event
from minevis.solver.knowledge import Knowledge
from minevis.solver.turn import think
from minevis.utils.formatting import function_name

CLICKS = (ev.Opened, ev.Exploded)  # clicks that may end a game


def events_of(
    board: Board,
    player: AnyPlayer = "exact",
    *,
    first: Cell | None = None,
    seed: int = 0,
    detailed: bool = True,
) -> Iterator[Event]:
    """The events of a game as it is played; see `minevis.api.playing.play`.

    With `detailed` False searches yield no events: the same moves, much sooner.
    """
    return _GameLoop(Game(board), player_of(player), check_seed(seed), detailed).events(first)


def rest_of(
    game: Game, player: AnyPlayer = "exact", *, seed: int = 0, detailed: bool = True
) -> Iterator[Event]:
    """The events of the rest of `game`, which is played on in place; flags come off first.

    With `detailed` False searches yield no events.
    """
    for cell in cells_of(game.view == ViewCode.FLAGGED):
        game.flag(cell, on=False)
    yield from _GameLoop(game, player_of(player), check_seed(seed), detailed).rest()


def has_kernels(player: Player) -> bool:
    """Whether kernels play this player: numba is installed and they know the player's parts."""
    return has_numba() and supports(player)


class _GameLoop:
    """One game under way: the game, the player's knowledge of it, and no more."""

    def __init__(self, game: Game, player: Player, seed: int, detailed: bool) -> None:
        self.game = game
        self.player = player
        self.seed = seed
        self.detailed = detailed
        self.knowledge = Knowledge(self.game.position)
        self.cache: SurveyCache = {}
        self.guesses = 0

    def events(self, first: Cell | None) -> Iterator[Event]:
        board = self.game.board
        yield ev.Started(board.height, board.width, board.mines, str(self.player))
        if first is not None:
            if not self.game.over:
                yield from self._open(first)
            else:
                on_board(first, board.shape, "open")
        yield from self.rest()

    def rest(self) -> Iterator[Event]:
        while not self.game.over:
            try:
                yield from self._turn()
            except ContradictionError as error:
                self._blame(error)
                raise
        missed = cells_of(self.game.board.mined & (self.game.view == ViewCode.COVERED))
        on_first_click = self.game.lost and not (self.game.view >= 0).any()
        yield ev.Finished(self.game.won, missed, on_first_click=on_first_click)

    def _blame(self, error: ContradictionError) -> None:
        """Only a wrong custom rule can contradict the numbers of a board."""
        own = [function_name(rule) for rule in self.player.rules if callable(rule)]
        mined, known, safe = self.game.board.mined, self.knowledge.mined, self.knowledge.safe
        lies = [
            *(f"{cell} was said to be a mine and is none" for cell in cells_of(known & ~mined)),
            *(f"{cell} was said to be safe, but is a mine" for cell in cells_of(safe & mined)),
        ]
        if own and lies:
            error.add_note(f"{lies[0]}: a fault of the rule {' or '.join(own)}")

    def _turn(self) -> Iterator[Event]:
        """Think once, then act on it; eager rules act while they think."""
        guess = None
        thoughts = think(
            self.knowledge,
            self.player,
            self.cache,
            seed=self.seed,
            move=self.guesses,
            detailed=self.detailed,
            act=self._act,
        )
        for event in thoughts:
            yield event
            if isinstance(event, ev.Guessed):
                guess = event.cell
            elif isinstance(event, CLICKS) and self.game.over:
                return
        yield from self._act()
        if guess is not None:
            self.guesses += 1
            yield from self._open(guess)

    def _act(self) -> Iterator[Event]:
        """Flag proven mines, open proven safe cells."""
        mines = cells_of(self.knowledge.mined & (self.game.view == ViewCode.COVERED))
        for cell in mines:
            self.game.flag(cell)
        if mines:
            self.knowledge.flag(mines)
            yield ev.Flagged(mines)
        for cell in cells_of(self.knowledge.safe):
            if self.knowledge.safe[cell] and not self.game.over:
                if self.game.board.mined[cell]:
                    raise ContradictionError(f"{cell} is a mine and cannot be safe")
                yield from self._open(cell)

    def _open(self, cell: Cell) -> Iterator[Event]:
        opened = self.game.open(cell)
        if self.game.lost:
            yield ev.Exploded(cell)
            return
        numbers = tuple(int(self.game.view[c]) for c in opened)
        self.knowledge.see(opened, numbers)
        yield ev.Opened(cell, opened, numbers)
