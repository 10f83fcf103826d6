"""The public `Playground`: the widget of the same name, whose game is a `Trace`."""

from minevis.api.trace import Trace
from minevis.web.board.playground import Playground as PlaygroundWidget


class Playground(PlaygroundWidget):
    """A game to play in a notebook, by mouse, touch or keys.

    Parameters
    ----------
    level : str, tuple of int or Board
        A name from `minevis.LEVELS`, (height, width, mines), or a board.
    seed : int
        The seed of the board.
    safe_radius : int, optional
        The protection of the first click, as in `Board.random`.
    solvable : str, optional
        A logic that must solve the board without a guess: a name from `minevis.LOGICS`.
    player : str or Player
        The player that gives hints and finishes the game.
    position : Position, optional
        The position to start from.
    theme : str
        "auto" or a name in `minevis.THEMES`.

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

    trace_type = Trace

    @property
    def trace(self) -> Trace:
        """The game so far as a `Trace`: each move with the knowledge at that time."""
        return Trace.of(self.session.record)
