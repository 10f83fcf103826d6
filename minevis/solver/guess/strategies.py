"""Ways of guessing, when no cell is certain.

A guess takes an `Outlook` and returns the best cells as a mask. Ties break by the hash of
seed, move and cell, so that every implementation of a player makes the same choice.
"""

from collections.abc import Callable

import numpy as np

from minevis.game.grid import Cell, dilate, lies_on, mask_of, neighbour_counts
from minevis.game.hashing import first_of
from minevis.solver.guess.evaluation import score, ties
from minevis.solver.guess.outlook import Outlook, lowest
from minevis.utils.tables import Registry, described

Guess = Callable[[Outlook], np.ndarray | Cell]  # equally good cells, bool [H, W], or one cell


def uniform(outlook: Outlook) -> np.ndarray:
    """Any covered cell, whatever its odds.

    >>> outlook = mv.analyze(mv.Position.parse("#1##", mines=2)).outlook
    >>> uniform(outlook).astype(int).tolist()
    [[1, 0, 1, 0]]
    """
    return outlook.covered


def least_risk(outlook: Outlook) -> np.ndarray:
    """Any of the least risky cells.

    >>> outlook = mv.analyze(mv.Position.parse("#1###", mines=2)).outlook
    >>> least_risk(outlook).astype(int).tolist()
    [[1, 0, 1, 1, 1]]
    """
    return lowest(outlook.odds, outlook.covered)


def likely_zero(outlook: Outlook) -> np.ndarray:
    """Return the likeliest zeros among the least risky cells.

    Post A's `prob_zero`, except for cells where a clue needs a mine in the block.

    >>> outlook = mv.analyze(mv.Position.parse("1####", mines=2)).outlook
    >>> likely_zero(outlook).astype(int).tolist()
    [[0, 0, 0, 0, 1]]
    """
    return lowest(-outlook.zero, least_risk(outlook))


def likely_zero_near_frontier(outlook: Outlook) -> np.ndarray:
    """As `likely_zero`, but ties prefer a cell on the frontier or right next to it.

    Beside: within √2 of a frontier cell (the convolution post's `prob_zero_near_edge`).

    >>> outlook = mv.analyze(mv.Position.parse("1######", mines=2)).outlook
    >>> likely_zero_near_frontier(outlook).astype(int).tolist()
    [[0, 0, 0, 0, 0, 0, 1]]
    """
    even = likely_zero(outlook)
    near = even & dilate(outlook.frontier)
    return near if near.any() else even


def corners(outlook: Outlook) -> np.ndarray:
    """Of the least risky cells: corners before edges, edges before the rest.

    >>> outlook = mv.analyze(mv.Position.parse("###\\n###\\n###", mines=2)).outlook
    >>> corners(outlook).astype(int).tolist()
    [[1, 0, 1], [0, 0, 0], [1, 0, 1]]
    """
    return lowest(-outlook.rims.astype(float), least_risk(outlook))


def edges(outlook: Outlook) -> np.ndarray:
    """Return the least risky cells on the rim of the board, corners included.

    >>> outlook = mv.analyze(mv.Position.parse("###\\n###\\n###", mines=2)).outlook
    >>> edges(outlook).astype(int).tolist()
    [[1, 1, 1], [1, 0, 1], [1, 1, 1]]
    """
    return lowest(-np.minimum(outlook.rims, 1).astype(float), least_risk(outlook))


def local_max(outlook: Outlook) -> np.ndarray:
    """The least risk by single clues, as in AI_mine_game; then the fewest covered neighbours.

    >>> outlook = mv.analyze(mv.Position.parse("#1###", mines=2)).outlook
    >>> local_max(outlook).astype(int).tolist()
    [[1, 0, 0, 0, 0]]
    """
    even = lowest(outlook.local, outlook.covered)
    return lowest(neighbour_counts(outlook.covered).astype(float), even)


def _best_by(outlook: Outlook, guess: str) -> np.ndarray:
    """Return the best cells by their outcomes; the least risky if the frontier is too wide."""
    scored = score(outlook, guess)
    return ties(scored, outlook) if scored else least_risk(outlook)


def lookahead(outlook: Outlook) -> np.ndarray:
    """Return the cells with the best chance to survive this move and the safest next move.

    A cell without information is chosen only if no cell has any.

    >>> outlook = mv.analyze(mv.Position.parse("#1##", mines=2)).outlook
    >>> lookahead(outlook).astype(int).tolist()
    [[1, 0, 1, 0]]
    """
    return _best_by(outlook, "lookahead")


def information(outlook: Outlook) -> np.ndarray:
    """The most information about the covered cells, on average.

    >>> outlook = mv.analyze(mv.Position.parse("#1##", mines=2)).outlook
    >>> information(outlook).astype(int).tolist()
    [[1, 0, 1, 0]]
    """
    return _best_by(outlook, "information")


def best(outlook: Outlook) -> np.ndarray:
    """The best chance to win: exactly if few layouts are left, otherwise by the value network.

    >>> outlook = mv.analyze(mv.Position.parse("#1##", mines=2)).outlook
    >>> best(outlook).astype(int).tolist()
    [[1, 0, 0, 0]]
    """
    return _best_by(outlook, "best")


GUESSES: Registry[Guess] = described(
    {
        guess.__name__: guess
        for guess in (
            uniform,
            least_risk,
            likely_zero,
            likely_zero_near_frontier,
            corners,
            edges,
            local_max,
            information,
            lookahead,
            best,
        )
    }
)
"""The guesses by name, for `Player(guess=…)`. You can pass your own function instead of a name."""
USES_ZEROS = frozenset({"likely_zero", "likely_zero_near_frontier"})


def choose(outlook: Outlook, guess: Guess, *, seed: int, move: int) -> tuple[Cell, np.ndarray]:
    """Return the cell picked by `guess`, and the mask of equally good cells.

    `guess` may be any function from an `Outlook` to a bool array [H, W], or to one cell. Raises
    `ValueError` if it returns anything except a mask with at least one covered cell.

    >>> outlook = mv.analyze(mv.Position.parse("#1##", mines=2)).outlook
    >>> cell, candidates = choose(outlook, uniform, seed=0, move=0)
    >>> cell, candidates.tolist()
    ((0, 0), [[True, False, True, False]])
    """
    candidates = np.asarray(guess(outlook))
    if candidates.shape == (2,) and candidates.dtype.kind in "iu":
        row, col = candidates.tolist()
        if not lies_on((row, col), outlook.view.shape):
            height, width = outlook.view.shape
            raise ValueError(f"the guess returned {(row, col)}: the board is {height}×{width}")
        candidates = mask_of([(row, col)], outlook.view.shape)
    if candidates.shape != outlook.view.shape or candidates.dtype != bool:
        raise ValueError(
            f"a guess returns a cell (row, col) or a bool array of shape {outlook.view.shape}, "
            f"not {candidates.dtype} {candidates.shape}"
        )
    candidates = candidates & outlook.covered
    if not candidates.any():
        nan = ": opened cells have the odds NaN, so use np.nanmin(outlook.odds) for the least"
        hint = nan if np.isnan(outlook.odds).any() else ""
        raise ValueError(f"the guess returned no covered cell{hint}")
    flat = first_of(seed, move, np.flatnonzero(candidates))
    width = outlook.view.shape[1]
    return (flat // width, flat % width), candidates
