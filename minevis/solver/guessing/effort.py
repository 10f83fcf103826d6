"""How hard the guess "best" looks before it guesses."""

from types import MappingProxyType
from typing import NamedTuple

NEARLY_AS_SAFE = 0.9  # of the best chance to survive: enough to be compared
DEFAULT_EFFORT = "normal"  # unless the player says otherwise: a name of `EFFORTS`
TINY_BOARD = 20  # cells; on so few "hard" plays layouts out from the first move


class Effort(NamedTuple):
    """How hard the guess "best" looks, if none of the named efforts will do.

    Parameters
    ----------
    candidates : int or None
        The number of cells to evaluate, the safest first. None evaluates all that are safe enough.
    relative_safety : float
        A cell is safe enough if its chance to survive is at least this share of the best one.
    layouts : int
        Play perfectly if so many layouts or fewer are left.
    sets : int
        Perfect play gives up after evaluating so many sets of layouts.
    second_looks : int
        The number of best cells to evaluate again, one move further.
    candidates_after, layouts_after, sets_after : int
        The same limits for the guess after the guess.
    follow : float
        If so many layouts or fewer are left, a second look opens the cells that a number proves.
    surroundings : bool
        Whether to ask the second network, which sees the 7×7 cells around the opened cell.

    Examples
    --------
    >>> quick = mv.Effort(candidates=5, relative_safety=0.9, layouts=50, sets=1_000)
    >>> mv.Player(guess="best", effort=quick).effort.second_looks
    0
    """

    candidates: int | None  # cells that are evaluated, the safest first; None: all that may be
    relative_safety: float  # share of the best chance to survive that a cell needs to be one
    layouts: int  # perfect play at so many or fewer
    sets: int  # of layouts that perfect play may evaluate before it gives up
    second_looks: int = 0  # of the cells evaluated: so many of the best are, a move further
    candidates_after: int | None = 5  # the same for the guess after the guess
    layouts_after: int = 100
    sets_after: int = 3_000
    follow: float = 0.0  # at so many layouts or fewer a second look follows proofs by numbers
    surroundings: bool = False  # whether the second network is asked too

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
INSTEAD = {  # of the efforts by number that version 0.2 had
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
    hint = f"; {number} is now {INSTEAD[number]}" if number in INSTEAD else ""
    raise ValueError(f"effort={effort!r}: {rule}{hint}")


def effort_of(effort: str | Effort, cells: int) -> Effort:
    """How hard `best` looks with that effort, on a board of so many cells.

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
