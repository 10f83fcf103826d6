"""Everything that can happen while a board is solved: a closed set of frozen values.

Cells are `(row, col)`. A *clue* is the cell of an opened number. Each event of the
solver names the clues that justify it: those clues alone prove what it says.
"""

from dataclasses import dataclass, fields

Cell = tuple[int, int]
Cells = tuple[Cell, ...]
MOST_BITS = 14_000  # Python writes out no whole number of more than 4,300 digits


class _Large:
    """An event with a count that may grow beyond what Python writes out in digits."""

    __slots__ = ()

    def __repr__(self) -> str:
        values = ((field.name, getattr(self, field.name)) for field in fields(self))  # type: ignore
        told = ", ".join(f"{name}={_written(value)}" for name, value in values)
        return f"{type(self).__name__}({told})"


def _written(value: object) -> str:
    large = isinstance(value, int) and value.bit_length() > MOST_BITS
    return f"{value:#x}" if large else repr(value)


@dataclass(frozen=True, slots=True)
class Started:
    """A game begins, every cell covered; or a given position is taken up."""

    height: int
    width: int
    mines: int
    player: str


@dataclass(frozen=True, slots=True)
class Opened:
    """The player opened `cell`; `cells` came open, showing `numbers`, in the same order."""

    cell: Cell
    cells: Cells
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Flagged:
    """Flags went onto cells that are proven mines."""

    cells: Cells


@dataclass(frozen=True, slots=True)
class Exploded:
    """The opened cell was a mine."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Finished:
    """The game is over; the mines that nobody found are shown."""

    won: bool
    mines: Cells


@dataclass(frozen=True, slots=True)
class Counted:
    """A counting rule: a clue with no mine left, or as many mines left as covered cells.

    `left` mines are still to find among the clue's `covered` covered cells; `cells`
    are those of them that were not known before.
    """

    clue: Cell
    number: int
    left: int
    covered: int
    cells: Cells
    mined: bool

    @property
    def clues(self) -> Cells:
        """The clue, as the one-element tuple that every deduction has."""
        return (self.clue,)


@dataclass(frozen=True, slots=True)
class Subtracted:
    """The subset rule: `smaller` lies within `larger`, so the rest holds the rest.

    The `cells` of `larger` outside `smaller` hold `mines` mines: all of them are
    mines (`mined`), or none is.
    """

    smaller: Cells
    smaller_mines: int
    smaller_clues: Cells
    larger: Cells
    larger_mines: int
    larger_clues: Cells
    cells: Cells
    mines: int
    mined: bool

    @property
    def clues(self) -> Cells:
        """All clues that the difference rests on, in board order."""
        return tuple(sorted({*self.smaller_clues, *self.larger_clues}))


@dataclass(frozen=True, slots=True)
class FrontierFound:
    """The covered cells that touch a clue; `interior` covered cells touch none."""

    cells: Cells
    interior: int
    mines_left: int


@dataclass(frozen=True, slots=True)
class ComponentFound:
    """A part of the frontier that shares no clue with the rest, and its boxes."""

    index: int
    cells: Cells
    clues: Cells
    boxes: tuple[Cells, ...]


@dataclass(frozen=True, slots=True, repr=False)
class ComponentKept(_Large):
    """A component that has not changed since it was counted: its counts are kept."""

    index: int
    cells: Cells
    clues: Cells
    configurations: int


@dataclass(frozen=True, slots=True)
class Tried:
    """The search supposes `mines` mines in the box `cells`, `depth` boxes deep."""

    cells: Cells
    mines: int
    depth: int


@dataclass(frozen=True, slots=True)
class Violated:
    """A clue can no longer be satisfied: `left` mines to find in `room` untried cells."""

    clue: Cell
    number: int
    left: int
    room: int


@dataclass(frozen=True, slots=True)
class Undone:
    """The search takes its last supposition back."""

    cells: Cells
    depth: int


@dataclass(frozen=True, slots=True, repr=False)
class SolutionFound(_Large):
    """Every clue of the component is satisfied: `counts` mines per box, in search order.

    It stands for `ways` configurations.
    """

    counts: tuple[int, ...]
    ways: int


@dataclass(frozen=True, slots=True)
class SearchTruncated:
    """The search stops early at `limit` "solutions" or "steps", as `what` says.

    `counted` tells whether the odds still rest on every configuration (they were
    counted without being shown) or only on those found so far.
    """

    what: str
    limit: int
    counted: bool


@dataclass(frozen=True, slots=True, repr=False)
class SearchEnded(_Large):
    """What the search of one component came to."""

    cells: Cells
    tries: int
    dead_ends: int
    solutions: int
    configurations: int


@dataclass(frozen=True, slots=True)
class Proved:
    """Cells that are mines (or safe) in every layout that fits.

    `clues` suffice for the proof, together with the number of mines left on the
    whole board where `uses_total` says so.
    """

    cells: Cells
    mined: bool
    clues: Cells
    uses_total: bool


@dataclass(frozen=True, slots=True, repr=False)
class OddsFound(_Large):
    """The chance of a mine for each cell of the frontier and for any interior cell.

    `method` is "exact", "average" or "local". `interior` is the chance of each of
    the covered cells that `cells` leaves out, None where there is none.
    `configurations` is the number of layouts of the whole board that fit, for
    exact odds, else None.
    """

    method: str
    cells: Cells
    odds: tuple[float, ...]
    interior: float | None
    configurations: int | None


@dataclass(frozen=True, slots=True)
class ZerosFound:
    """The chance of each covered cell to show a zero, where there is any."""

    cells: Cells
    chances: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """A cell weighed before a guess: the chance of a mine there (`risk`), to prove a covered
    cell safe or win at once (`progress`), and to win (`win`: `exact`, or an estimate)."""

    cell: Cell
    risk: float
    progress: float
    win: float
    exact: bool


@dataclass(frozen=True, slots=True)
class Guessed:
    """Nothing is certain, so the player picks `cell` by its way of guessing.

    `risk` is the chance of a mine as this player reckons it, None for players that
    reckon none; `candidates` are the cells it could not tell apart; `clues` are
    those around the cell; `zero` is the chance of opening a zero where it was asked.
    `options` are cells it weighed, the best first; none for ways that weigh nothing.
    """

    cell: Cell
    guess: str
    risk: float | None
    candidates: Cells
    clues: Cells
    zero: float | None
    exact: bool
    options: tuple[Option, ...] = ()


Deduction = Counted | Subtracted | Proved
Event = (
    Started
    | Opened
    | Flagged
    | Exploded
    | Finished
    | Deduction
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
)
