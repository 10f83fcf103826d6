"""A finished game, looked at again: what each guess cost, and how much was luck."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import inf, log, prod

from minevis.analyzing import analyze
from minevis.core import tables
from minevis.core.events import Guessed
from minevis.core.formatting import percent, quantity
from minevis.core.grid import Cell, cells_of
from minevis.core.position import Position
from minevis.core.record import Record
from minevis.players import Player
from minevis.solver.guessing.effort import DEFAULT_EFFORT
from minevis.solver.guessing.evaluation import assess
from minevis.solver.guessing.outlook import Outlook
from minevis.solver.knowledge import Knowledge


@dataclass(frozen=True)
class ReviewedGuess:
    """A guess that was made, and the best there was. Risks are exact.

    `win` is the chance to win by this guess and good play after it, `best_win` that by the
    `best` cell; both are `exact` where few layouts were left, else both are estimates.

    >>> trace = mv.play(mv.Board.random("beginner", seed=3), first=(0, 0))
    >>> guess = mv.review(trace, effort=1).guesses[0]
    >>> guess.cell, f"{guess.risk:.2f}", guess.best
    ((3, 3), '0.06', (3, 3))
    """

    index: int  # of the event in the trace
    cell: Cell
    risk: float
    least_risk: float  # of any covered cell
    win: float
    best: Cell
    best_risk: float
    best_win: float
    exact: bool

    @property
    def cost(self) -> float:
        """What the guess gave away of the chance to win; 0 for the best one."""
        return max(self.best_win - self.win, 0.0)

    @property
    def luck(self) -> float:
        """How lucky one must be to survive it: -log of the chance, in nats."""
        return -log(1.0 - self.risk) if self.risk < 1.0 else inf


@dataclass(frozen=True, repr=False)
class Review:
    """All guesses of a trace, in order; a notebook shows them as a table.

    >>> trace = mv.play(mv.Board.random("beginner", seed=3), first=(0, 0))
    >>> found = mv.review(trace, effort=1)
    >>> [guess.cell for guess in found.guesses], f"{found.survival:.2f}", f"{found.cost:.2f}"
    ([(3, 3)], '0.94', '0.00')
    """

    guesses: tuple[ReviewedGuess, ...]
    won: bool | None  # None: the game went on

    @property
    def luck(self) -> float:
        """The luck that surviving every guess takes, in nats: the sum over the guesses."""
        return sum(guess.luck for guess in self.guesses)

    @property
    def survival(self) -> float:
        """The chance to survive every guess that was made."""
        return prod(1.0 - guess.risk for guess in self.guesses)

    @property
    def cost(self) -> float:
        """What all guesses together gave away of the chance to win."""
        return sum(guess.cost for guess in self.guesses)

    @property
    def verdict(self) -> str:
        """Luck and skill in one sentence."""
        if not self.guesses:
            return "No guess was made: nothing was left to luck."
        end = {True: "won", False: "lost", None: "not finished"}[self.won]
        return (
            f"{quantity(len(self.guesses), 'guess', 'guesses')}, {end}: the chance to survive "
            f"{'it' if len(self.guesses) == 1 else 'them all'} was {percent(self.survival)} "
            f"(luck {self.luck:.2f}), and better guesses would have saved "
            f"{100 * self.cost:.1f} points of the chance to win."
        )

    def rows(self) -> list[dict[str, str]]:
        """A row a guess, as text."""
        return [_row(number, guess) for number, guess in enumerate(self.guesses, 1)]

    def __repr__(self) -> str:
        return f"{self.verdict}\n\n{tables.text(self.rows())}" if self.guesses else self.verdict

    def _repr_html_(self) -> str:
        return tables.html(self.rows(), self.verdict)


def review(trace: Record, *, effort: int = DEFAULT_EFFORT) -> Review:
    """Each guess of `trace` beside the one that the player `best` would have made.

    `effort` is that of the player `best`, 0 to 3; 0 counts as 1, and 3 goes
    without its second look. The first click is no guess where it was given. Raises
    `ContradictionError` for a trace that no layout of mines fits.

    >>> trace = mv.play(mv.Board.random("beginner", seed=3), first=(0, 0))
    >>> mv.review(trace, effort=1).verdict
    '1 guess, won: the chance to survive it was 94 % (luck 0.07), ...'
    """
    Player(guess="best", effort=effort)  # checks it
    return Review(tuple(_reviewed(trace, max(effort, 1))), trace.won)


def _reviewed(trace: Record, effort: int) -> Iterator[ReviewedGuess]:
    for index, event in enumerate(trace.events):
        if isinstance(event, Guessed):
            snapshot = trace[index]
            position = Position(snapshot.view, snapshot.mines).unflagged()
            yield _guess(index, event.cell, position, effort)


def _guess(index: int, cell: Cell, position: Position, effort: int) -> ReviewedGuess:
    known = analyze(position)
    risk, least = known.probability[cell], known.probability[position.covered].min()
    knowledge = Knowledge(position)
    knowledge.mark(cells_of(known.mined), mined=True)
    outlook = Outlook.of(knowledge, known.probability, effort)
    sure_mine = bool(known.mined[cell])
    asked = known.best[0] if sure_mine else cell
    best, own = assess(outlook, asked)
    if sure_mine:
        own = replace(own, cell=cell, risk=1.0, win=0.0)
    return ReviewedGuess(
        index=index,
        cell=cell,
        risk=float(risk),
        least_risk=float(least),
        win=own.win,
        best=best.cell,
        best_risk=best.risk,
        best_win=best.win,
        exact=best.exact,
    )


def _row(number: int, guess: ReviewedGuess) -> dict[str, str]:
    better = guess.cost > 0
    return {
        "guess": str(number),
        "cell": str(guess.cell),
        "risk": percent(guess.risk),
        "least risk": percent(guess.least_risk),
        "best": str(guess.best) if better else "the same",
        "its risk": percent(guess.best_risk if better else guess.risk),
        "cost in points": f"{100 * guess.cost:.1f}",
        "chance to win after it": percent(guess.best_win if better else guess.win),
        "how known": "exactly" if guess.exact else "estimated",
    }
