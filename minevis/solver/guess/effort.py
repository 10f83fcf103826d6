"""How hard the guess "best" looks before it guesses."""

from types import MappingProxyType
from typing import NamedTuple

from minevis.utils.hints import did_you_mean

SCORED = ("information", "lookahead", "best")  # guesses by outcomes of cells
NEARLY_AS_SAFE = 0.9  # share of the best chance to survive that makes a candidate
DEFAULT_EFFORT = "normal"  # of players: a name of `EFFORTS`
TINY_BOARD = 20  # cells; on smaller boards "hard" plays layouts out from the first move


class Effort(NamedTuple):
    """How hard the guess "best" looks, for players with limits of their own.

    Parameters
    ----------
    candidates : int or None
        The number of cells to evaluate, the safest first. None evaluates all sufficiently safe
        cells.
    relative_safety : float
        A cell is safe enough if its chance to survive is at least this share of the best one.
    layouts : int
        Play perfectly if at most `layouts` layouts are left.
    sets : int
        Perfect play gives up after evaluating `sets` sets of layouts.
    second_looks : int
        The number of best cells to evaluate again, one move further.
    candidates_after, layouts_after, sets_after : int
        The same limits for the guess after the guess.
    follow : float
        A second look at no more than `follow` layouts opens the cells proven by a number.
    surroundings : bool
        Whether to use the second network, for the 7×7 cells around the opened cell.

    Examples
    --------
    >>> quick = mv.Effort(candidates=5, relative_safety=0.9, layouts=50, sets=1_000)
    >>> mv.Player(guess="best", effort=quick).effort.second_looks
    0
    """

    candidates: int | None  # cells to evaluate, the safest first; None: all safe enough
    relative_safety: float  # share of the best chance to survive needed by a candidate
    layouts: int  # perfect play at this number or fewer
    sets: int  # of layouts; perfect play gives up after evaluating these
    second_looks: int = 0  # best cells to evaluate one move further
    candidates_after: int | None = 5  # limits for the guess after the guess
    layouts_after: int = 100
    sets_after: int = 3_000
    follow: float = 0.0  # at this number of layouts or fewer a second look follows proofs
    surroundings: bool = False  # whether to use the second network too

    @property
    def after(self) -> "Effort":
        """How hard a second look looks for the guess after the guess.

        >>> EFFORTS["hard"].after.layouts
        100
        """
        return Effort(
            self.candidates_after,
            NEARLY_AS_SAFE,
            self.layouts_after,
            self.sets_after,
            surroundings=self.surroundings,
        )


EFFORTS: MappingProxyType[str, Effort] = MappingProxyType(
    {
        # Also how hard a second look of "hard" looks at the guess after the guess.
        "quick": Effort(5, NEARLY_AS_SAFE, 100, 3_000, surroundings=True),
        "normal": Effort(None, NEARLY_AS_SAFE, 400, 20_000, surroundings=True),
        "hard": Effort(
            None,
            NEARLY_AS_SAFE,
            1_000,
            50_000,
            second_looks=4,
            follow=1e50,
            surroundings=True,
        ),
    }
)
EFFORT_ON_TINY_BOARDS = Effort(None, 0.85, 5_000, 1_000_000, second_looks=4)
INSTEAD = {  # of the numbered efforts of version 0.2
    "0": 'the guess "likely_zero"',
    "1": '"quick"',
    "2": '"normal"',
    "3": '"hard"',
    "4": '"hard"',
    "5": '"hard"',
}


def check_effort(effort: object, *, otherwise: str = "") -> str:
    """Return the name of an effort. Raises `ValueError`.

    >>> check_effort(3, otherwise=", or an Effort")
    Traceback (most recent call last):
    ValueError: effort=3: it must be "quick", "normal" or "hard", or an Effort; 3 is now "hard"
    """
    if isinstance(effort, str) and effort in EFFORTS:
        return effort
    *names, last = (f'"{name}"' for name in EFFORTS)
    rule = f"it must be {', '.join(names)} or {last}{otherwise}"
    number = str(effort)
    hint = did_you_mean(effort, EFFORTS)
    if number in INSTEAD:
        hint = f"; {number} is now {INSTEAD[number]}"
    raise ValueError(f"effort={effort!r}: {rule}{hint}")


def effort_of(effort: str | Effort, cells: int) -> Effort:
    """Return the limits of an effort on a board of `cells` cells.

    >>> effort_of("normal", cells=480).layouts
    400
    >>> effort_of("hard", cells=16) == EFFORT_ON_TINY_BOARDS
    True
    """
    if isinstance(effort, Effort):
        return effort
    if EFFORTS[effort].second_looks and cells <= TINY_BOARD:
        return EFFORT_ON_TINY_BOARDS
    return EFFORTS[effort]
