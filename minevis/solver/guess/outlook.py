"""The input of a guess."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from minevis.game.grid import dilate, frozen, rims
from minevis.game.position import Position, ViewCode
from minevis.solver.counting.odds import local_odds, zero_chances
from minevis.solver.guess.effort import DEFAULT_EFFORT, Effort
from minevis.solver.knowledge import Knowledge
from minevis.utils.formatting import quantity
from minevis.utils.hints import Helpful

TIE = 1e-9  # chances closer than this are the same: floats and exact odds must agree


@dataclass(frozen=True, eq=False, repr=False)
class Outlook(metaclass=Helpful):
    """The information for a guess: only facts that a player can see or deduce.

    The arrays are read-only. A guess copies an array before changing it.

    Attributes
    ----------
    view : numpy.ndarray
        The view of the player: int8 [H, W], codes as in `Position`.
    covered : numpy.ndarray
        The cells to choose from: bool [H, W].
    mined : numpy.ndarray
        The proven mines: bool [H, W].
    probability : numpy.ndarray or None
        The player's chance of a mine: float64 [H, W], NaN for other cells. None
        for players without odds.
    local : numpy.ndarray
        The chance of a mine by single clues: float64 [H, W].
    mines : int
        The number of mines on the board.
    effort : str or Effort
        The effort of the player.

    Examples
    --------
    >>> outlook = mv.analyze(mv.Position.parse("#1##", mines=2)).outlook
    >>> outlook.odds.round(2).tolist()
    [[0.5, nan, 0.5, 1.0]]
    >>> outlook.frontier.tolist()
    [[True, False, True, False]]
    >>> outlook
    <Outlook 1×4, 2 cells to pick from, 2 mines>
    """

    view: np.ndarray  # int8, codes as in `Position`
    covered: np.ndarray  # bool: the cells to choose from
    mined: np.ndarray  # bool: known mines, flagged or not
    probability: np.ndarray | None  # float64, nan if opened; None: no odds
    local: np.ndarray  # float64, nan if not covered: AI_mine_game's estimate
    mines: int  # on the entire board
    effort: str | Effort = DEFAULT_EFFORT  # how hard `best` looks

    @classmethod
    def of(
        cls,
        knowledge: Knowledge,
        probability: np.ndarray | None,
        effort: str | Effort = DEFAULT_EFFORT,
    ) -> "Outlook":
        """Return the outlook for a state of knowledge without safe cells.

        Parameters
        ----------
        knowledge : Knowledge
            The state of the solver.
        probability : numpy.ndarray or None
            The odds of the player: float64 [H, W].
        effort : str or Effort
            The effort of the player.

        Returns
        -------
        Outlook
            The outlook.
        """
        return cls(
            knowledge.view.copy(),
            knowledge.unknown,
            knowledge.mined.copy(),
            probability,
            local_odds(knowledge),
            knowledge.position.total,
            effort,
        )

    def __post_init__(self) -> None:
        for known in (self.view, self.covered, self.mined, self.probability, self.local):
            if known is not None:
                frozen(known)

    @cached_property
    def position(self) -> Position:
        """The same as a position, every known mine flagged."""
        marked = self.mined & (self.view == ViewCode.COVERED)
        return Position(np.where(marked, ViewCode.FLAGGED, self.view).astype(np.int8), self.mines)

    @cached_property
    def odds(self) -> np.ndarray:
        """The player's chances of a mine; if it has no odds, all alike: float64."""
        if self.probability is not None:
            return self.probability
        return frozen(np.where(self.covered, 0.0, np.nan))

    @cached_property
    def zero(self) -> np.ndarray:
        """The chance of a zero at every covered cell: float64, nan if opened."""
        known = np.where(self.mined & (self.view < 0), 1.0, self.odds)
        return frozen(zero_chances(known, self.view))

    @cached_property
    def frontier(self) -> np.ndarray:
        """Covered cells next to a clue: bool."""
        return frozen(self.covered & dilate(self.view >= 0))

    @property
    def rims(self) -> np.ndarray:
        """The number of board edges at every cell, 0 to 4: int8."""
        return rims(self.view.shape)

    def __repr__(self) -> str:
        height, width = self.view.shape
        cells, mines = quantity(int(self.covered.sum()), "cell"), quantity(self.mines, "mine")
        return f"<Outlook {height}×{width}, {cells} to pick from, {mines}>"


def lowest(values: np.ndarray, among: np.ndarray) -> np.ndarray:
    """Return the cells of `among` whose value is the least, to within `TIE`: bool [H, W].

    >>> lowest(np.array([[0.2, 0.1, 0.1]]), np.array([[True, False, True]])).tolist()
    [[False, False, True]]
    """
    least = values[among].min()
    return among & (np.where(among, values, np.inf) <= least + TIE)
