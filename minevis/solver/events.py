"""The events of solving a board: a closed set of frozen values.

Cells are `(row, col)`. A *clue* is the cell of an opened number. Every event of the solver names
clues sufficient to prove it. `mv.caption` describes an event.

`minevis.words.events.MEANINGS` has their meaning for pictures and films.
"""

from dataclasses import dataclass, fields
from typing import Annotated

from msgspec import Meta

from minevis.game.grid import Cell, Cells
from minevis.solver.proofs.steps import PROOF_KINDS, Proof, Step, Suppose
from minevis.utils.codec import Chance, Whole, one_of
from minevis.utils.showing import ShownAsText

VERDICTS = (  # of a review, on a click
    *("proven", "free", "forced guess", "needless guess"),
    *("wrong flag", "unproven flag", "wasted"),
)
Verdict = Annotated[str, one_of(*VERDICTS)]
Idea = Annotated[str, one_of("", *PROOF_KINDS)]
Some = Annotated[Cells, Meta(min_length=1)]
Box = Annotated[Cells, Meta(min_length=1, max_length=8)]
Number = Annotated[int, Meta(ge=0, le=8)]  # on a clue, or around it
Left = Annotated[int, Meta(ge=-8, le=8)]  # negative: too many mines
MOST_BITS = 14_000  # Python does not print integers of more than 4,300 digits


class _Large(ShownAsText):
    """An event with a count that may be too long for Python to print."""

    __slots__ = ()

    def __repr__(self) -> str:
        values = ((field.name, getattr(self, field.name)) for field in fields(self))  # type: ignore
        shown = ", ".join(f"{name}={_written(value)}" for name, value in values)
        return f"{type(self).__name__}({shown})"


def _written(value: object) -> str:
    large = isinstance(value, int) and value.bit_length() > MOST_BITS
    return f"{value:#x}" if large else repr(value)


@dataclass(frozen=True, slots=True)
class Started(ShownAsText):
    """A game begins, every cell covered; or a given position is taken up.

    `rules` names the rules of a recorded game if they are not the standard ones.

    >>> print(mv.caption(Started(9, 9, 10, "exact")))
    Player “exact” begins: 9×9 cells, ten mines.
    """

    height: Whole
    width: Whole
    mines: Whole
    player: str
    rules: str = ""


@dataclass(frozen=True, slots=True)
class Opened(ShownAsText):
    """The player opened `cell`; `cells` came open, showing `numbers`, in the same order.

    >>> print(mv.caption(Opened((0, 0), ((0, 0), (0, 1)), (0, 1))))
    Cell (0, 0) touches no mine, so all around it opens: two cells.
    """

    cell: Cell
    cells: Some
    numbers: tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class Chorded(Opened):
    """The player pressed both buttons on the clue `cell`; `cells` came open around it.

    It is empty if all of them explode.

    >>> print(mv.caption(Chorded((0, 1), ((0, 0), (1, 1)), (1, 2))))
    A press of both buttons on (0, 1) opens two cells around it.
    """

    cells: Cells


@dataclass(frozen=True, slots=True)
class Flagged(ShownAsText):
    """Flags on `proven` mines, or on cells the player suspects.

    >>> print(mv.caption(Flagged(((0, 2), (1, 2)))))
    Flags mark the proven mines at (0, 2) and (1, 2).
    >>> print(mv.caption(Flagged(((0, 2),), proven=False)))
    A flag goes onto (0, 2).
    """

    cells: Some
    proven: bool = True


@dataclass(frozen=True, slots=True)
class Unflagged(ShownAsText):
    """The player took flags off again.

    >>> print(mv.caption(Unflagged(((0, 2),))))
    The flag on (0, 2) comes off again.
    """

    cells: Some


@dataclass(frozen=True, slots=True)
class Wasted(ShownAsText):
    """A click on `cell` without effect; `click` is "left", "right" or "double".

    >>> print(mv.caption(Wasted((0, 2), "double")))
    A press of both buttons on (0, 2) changes nothing.
    """

    cell: Cell
    click: Annotated[str, one_of("left", "right", "double")]


@dataclass(frozen=True, slots=True)
class Exploded(ShownAsText):
    """The opened cell was a mine; `chord` is the clue pressed, if a chord opened it.

    >>> print(mv.caption(Exploded((3, 4))))
    Cell (3, 4) is a mine: it explodes.
    """

    cell: Cell
    chord: Cell | None = None


@dataclass(frozen=True, slots=True)
class Finished(ShownAsText):
    """The game is over; the unfound mines are shown.

    `wrong_flags` are flags on cells without a mine. `on_first_click` is set if the player's first
    click was a mine.

    >>> print(mv.caption(Finished(False, ((0, 2),))))
    The game is lost: one mine was never found.
    """

    won: bool
    mines: Cells
    wrong_flags: Cells = ()
    on_first_click: bool = False


@dataclass(frozen=True, slots=True)
class Counted(ShownAsText):
    """A counting rule: a clue has no mine left, or one for every covered cell.

    Parameters
    ----------
    clue : (int, int)
        The clue, as (row, col).
    number : int
        The number on it.
    left : int
        Mines still to find around it.
    covered : int
        Covered cells around it that were not known.
    cells : tuple of (int, int)
        The newly known cells.
    mined : bool
        Whether they are mines, or safe.

    Examples
    --------
    >>> from minevis.solver.events import Counted
    >>> print(mv.caption(Counted((0, 1), number=2, left=1, covered=1, cells=((0, 2),), mined=True)))
    The 2 at (0, 1) has one mine and needs one more. Only one cell is left for it: (0, 2) is a mine.
    """

    clue: Cell
    number: Number
    left: Left
    covered: Number
    cells: Some
    mined: bool

    @property
    def clues(self) -> Cells:
        """The clue, as a one-element tuple like that of every deduction."""
        return (self.clue,)


@dataclass(frozen=True, slots=True)
class Subtracted(ShownAsText):
    """The subset rule: all cells of `smaller` are cells of `larger`.

    The cells of `larger` outside `smaller` have the other mines.

    Parameters
    ----------
    smaller, larger : tuple of (int, int)
        Two sets of cells.
    smaller_mines, larger_mines : int
        The number of mines in either set.
    smaller_clues, larger_clues : tuple of (int, int)
        The clues behind either set.
    cells : tuple of (int, int)
        The cells of `larger` outside `smaller`.
    mines : int
        The mines in `cells`.
    mined : bool
        Whether `cells` are mines, or safe.

    Examples
    --------
    >>> from minevis.solver.events import Subtracted
    >>> event = Subtracted(
    ...     smaller=((1, 0), (1, 1)), smaller_mines=1, smaller_clues=((0, 0),),
    ...     larger=((1, 0), (1, 1), (1, 2)), larger_mines=1, larger_clues=((0, 1),),
    ...     cells=((1, 2),), mines=0, mined=False,
    ... )
    >>> print(mv.caption(event))
    The clue at (0, 0) needs one mine in two cells. The clue at (0, 1) needs one mine in these ...
    """

    smaller: Some
    smaller_mines: Whole
    smaller_clues: Some
    larger: Some
    larger_mines: Whole
    larger_clues: Some
    cells: Some
    mines: Whole
    mined: bool

    @property
    def clues(self) -> Cells:
        """All clues used for the difference, in board order."""
        return tuple(sorted({*self.smaller_clues, *self.larger_clues}))


@dataclass(frozen=True, slots=True)
class FrontierFound(ShownAsText):
    """The unknown covered cells next to a clue. There are `interior` more, away from all clues.

    `mines_left` is the number of mines in all these cells.

    >>> print(mv.caption(FrontierFound(((0, 2), (1, 2)), interior=12, mines_left=3)))
    The frontier: two uncertain cells touch a clue, 12 more touch none; three mines are left ...
    """

    cells: Cells
    interior: Whole
    mines_left: int


@dataclass(frozen=True, slots=True)
class ComponentFound(ShownAsText):
    """A part of the frontier without a clue in common with the rest, and its boxes.

    >>> print(mv.caption(ComponentFound(0, ((0, 2), (1, 2)), ((0, 1),), (((0, 2), (1, 2)),))))
    A component: two cells and one clue that share nothing with the rest; one box of cells with ...
    """

    index: Whole
    cells: Some
    clues: Cells
    boxes: Annotated[tuple[Cells, ...], Meta(min_length=1)]


@dataclass(frozen=True, slots=True, repr=False)
class ComponentKept(_Large):
    """A component unchanged since it was counted: its counts are kept.

    >>> print(mv.caption(ComponentKept(1, ((0, 2), (1, 2)), ((0, 1),), configurations=2)))
    Nothing has changed for two cells and one clue: their two configurations are kept.
    """

    index: Whole
    cells: Some
    clues: Cells
    configurations: Whole


@dataclass(frozen=True, slots=True)
class Tried(ShownAsText):
    """The search supposes `mines` mines in the box `cells`, `depth` boxes deep.

    >>> print(mv.caption(Tried(((0, 2), (1, 2)), mines=1, depth=0)))
    Suppose that (0, 2) and (1, 2) hold one mine.
    """

    cells: Box
    mines: Whole
    depth: Whole


@dataclass(frozen=True, slots=True)
class Violated(ShownAsText):
    """A clue can no longer be satisfied: `left` mines to find in `room` untried cells.

    >>> print(mv.caption(Violated((0, 1), number=2, left=2, room=1)))
    A dead end: the 2 at (0, 1) still needs two mines, and only one cell is left to try.
    """

    clue: Cell
    number: Number
    left: Left
    room: Number


@dataclass(frozen=True, slots=True)
class Undone(ShownAsText):
    """The search takes its last supposition back.

    >>> print(mv.caption(Undone(((0, 2), (1, 2)), depth=0)))
    The search takes back what it supposed of (0, 2) and (1, 2).
    """

    cells: Some
    depth: Whole


@dataclass(frozen=True, slots=True, repr=False)
class SolutionFound(_Large):
    """Every clue of the component is satisfied: `counts` mines per box, in search order.

    It covers `ways` configurations.

    >>> print(mv.caption(SolutionFound(counts=(1, 0), ways=2)))
    Every clue is satisfied with one mine: two configurations.
    """

    counts: tuple[Number, ...]
    ways: Whole


@dataclass(frozen=True, slots=True)
class SearchTruncated(ShownAsText):
    """The search stops early at `limit` "solutions" or "steps", as `what` names it.

    `counted` says whether the odds still use every configuration (counted without being shown) or
    only the configurations found.

    >>> print(mv.caption(SearchTruncated("solutions", limit=2000, counted=False)))
    The search stops early, after 2,000 finds. The odds now rest only on the configurations ...
    """

    what: Annotated[str, one_of("solutions", "steps")]
    limit: Whole
    counted: bool


@dataclass(frozen=True, slots=True, repr=False)
class SearchEnded(_Large):
    """The result of searching one component.

    >>> event = SearchEnded(((0, 2), (1, 2)), tries=3, dead_ends=1, solutions=1, configurations=2)
    >>> print(mv.caption(event))
    Search over: three tries, one dead end, two configurations.
    """

    cells: Some
    tries: Whole
    dead_ends: Whole
    solutions: Whole
    configurations: Whole


@dataclass(frozen=True, slots=True)
class Proved(ShownAsText):
    """Cells that are mines, or safe, in every layout.

    Parameters
    ----------
    cells : tuple of (int, int)
        The newly known cells.
    mined : bool
        Whether they are mines, or safe.
    clues : tuple of (int, int)
        The clues that prove it.
    uses_total : bool
        Whether the proof also needs the number of mines left on the board.
    proof : Proof, optional
        The steps of the proof. Custom rules and older traces may lack it.

    Examples
    --------
    >>> from minevis.solver.events import Proved
    >>> print(mv.caption(Proved(((1, 2),), mined=False, clues=((0, 1), (1, 1)), uses_total=False)))
    The clues at (0, 1) and (1, 1) decide. In every layout that fits, (1, 2) is safe.
    """

    cells: Some
    mined: bool
    clues: Cells
    uses_total: bool
    proof: Proof | None = None


@dataclass(frozen=True, slots=True)
class Reasoned(ShownAsText):
    """A step on the way to the next `Proved`.

    The end of a nested supposition names the refuted supposition, and the cells tried only under
    it.

    >>> print(mv.caption(Reasoned(Suppose((1, 0), mined=True))))
    Suppose that (1, 0) is a mine.
    """

    step: Step
    refuted: Suppose | None = None
    undone: Cells = ()

    @property
    def clues(self) -> Cells:
        """The clues used by the step."""
        return self.step.clues


@dataclass(frozen=True, slots=True, repr=False)
class OddsFound(_Large):
    """The chance of a mine for every frontier cell, and for any interior cell.

    `method` is "exact", "average" or "local". `interior` is the chance for every other unknown
    covered cell, or None. `configurations` is the number of layouts of the board for exact odds,
    otherwise None.

    >>> print(mv.caption(OddsFound("exact", ((0, 2),), (0.5,), interior=0.2, configurations=20)))
    The clues fit 20 layouts. Chance of a mine: 50 % next to clues, 20 % elsewhere.
    """

    method: Annotated[str, one_of("exact", "average", "local")]
    cells: Cells
    odds: tuple[Chance, ...]
    interior: Chance | None
    configurations: Whole | None


@dataclass(frozen=True, slots=True)
class ZerosFound(ShownAsText):
    """The estimated chance of every covered cell to show a zero, if any is possible.

    The likeliest shows one in some layout.

    >>> print(mv.caption(ZerosFound(((0, 2),), (0.25,))))
    Cell (0, 2) is the likeliest to show a zero: some 25 %.
    """

    cells: Cells
    chances: tuple[Chance, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """A cell considered for a guess: the chance of a mine (`risk`), the chance to prove a covered
    cell safe or win at once (`progress`), and the chance to win (`win`: `exact`, or an estimate).

    `score` is the quantity behind the guess, if it is not the risk: the chance to survive this move
    and the next, or the expected share of removed uncertainty.

    >>> Option((0, 2), risk=0.1, progress=0.6, win=0.4, exact=False).win
    0.4
    """

    cell: Cell
    risk: Chance
    progress: Chance
    win: Chance
    exact: bool
    score: Chance | None = None


@dataclass(frozen=True, slots=True)
class Guessed(ShownAsText):
    """Nothing is certain, so the player picks `cell` by its way of guessing.

    `risk` is the chance of a mine by the player's odds, None for players without odds; `candidates`
    are the equally good cells; `clues` are the clues around the cell; `zero` is the chance of
    opening a zero, if computed. `options` are the cells considered, best first; empty for simple
    guesses.

    >>> event = Guessed((0, 2), "likely_zero", 0.1, ((0, 2),), ((0, 1),), zero=0.25, exact=True)
    >>> print(mv.caption(event))
    No safe cell is known. (0, 2) is a mine in 10 % of the layouts that fit. No cell is safer...
    """

    cell: Cell
    guess: str
    risk: Chance | None
    candidates: Cells
    clues: Cells
    zero: Chance | None
    exact: bool
    options: tuple[Option, ...] = ()


@dataclass(frozen=True, slots=True)
class Reviewed(ShownAsText):
    """The verdict of a review on the next click, and the odds before it.

    `verdict` is one of `VERDICTS`. `risk` is the chance of opening a mine. `instead` is the safe
    cell missed by a needless guess, or the better cell for a forced one; then `instead_risk` is its
    risk, and `cost` the lost chance to win. `idea` is the idea in the proof of the click, or of
    `instead`; the proof uses `clues`, and its cells are `mined`, or safe. `cells`, `odds` and
    `interior` are as in `OddsFound`; the interior has odds if nothing is safe.

    >>> print(mv.caption(Reviewed((0, 2), "needless guess", (), 0.25, (3, 4), 0.0, 0.1, "count")))
    A needless guess: (0, 2) is a mine in 25 % of the layouts that fit. (3, 4) is safe, by ...
    """

    cell: Cell
    verdict: Verdict
    clues: Cells = ()
    risk: Chance = 0.0
    instead: Cell | None = None
    instead_risk: Chance = 0.0
    cost: Chance = 0.0
    idea: Idea = ""
    mined: bool = False
    cells: Cells = ()
    odds: tuple[Chance, ...] = ()
    interior: Chance | None = None
    counted: bool = True  # among the guesses already, if it is one: see `Guessed`
    chord: bool = False  # on the clue `cell`: it opens several cells
    first: bool = False  # the first click of a game


Deduction = Counted | Subtracted | Proved
Event = (
    Started
    | Opened
    | Chorded
    | Flagged
    | Unflagged
    | Wasted
    | Exploded
    | Finished
    | Deduction
    | Reasoned
    | FrontierFound
    | ComponentFound
    | ComponentKept
    | Tried
    | Violated
    | Undone
    | SolutionFound
    | SearchTruncated
    | SearchEnded
    | OddsFound
    | ZerosFound
    | Guessed
    | Reviewed
)
