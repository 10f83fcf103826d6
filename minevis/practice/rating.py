"""The difficulty of a board: ideas and their counts, searches, guesses and their risk."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import prod

from minevis.game.board import Board
from minevis.game.grid import Cell, check_cell
from minevis.practice.boards import LOGICS, is_solved
from minevis.practice.turns import Turn, turns
from minevis.solver.proofs.steps import IDEA_WORDS, IDEAS, Overlap
from minevis.utils.formatting import quantity, risk_text
from minevis.utils.hints import Helpful, helpful

BY_TWO_CLUES = ("count", "overlap")  # ideas without a search


@dataclass(frozen=True)
class Rating(metaclass=Helpful):
    """The difficulty of a board from its first click.

    Where a guess is needed, the least risky cell without a mine is opened, so that the entire
    board is rated.

    Attributes
    ----------
    logic : str or None
        The weakest of `minevis.LOGICS` that solves the board without a guess; None if no logic
        does.
    hardest : str
        The hardest idea needed.
    ideas : mapping of str to int
        How often each idea is needed. Counting: the number of clues. Other ideas: the number of
        turns where no easier idea works.
    patterns : mapping of str to int
        How often each named pattern is needed.
    searches : int
        The number of turns where two clues are not enough, including guesses.
    longest : int
        The number of clues of the longest proof.
    risks : tuple of float
        The risks of the guesses.
    three_bv : int
        The smallest number of left clicks that clear the board.

    Examples
    --------
    >>> rating = mv.rate(mv.Board.random("beginner", seed=3), (0, 0))
    >>> rating.hardest, rating.guesses, rating.three_bv
    ('guess', 1, 12)
    """

    logic: str | None
    hardest: str  # the hardest idea needed; "guess" if one is
    ideas: Mapping[str, int] = field(repr=False)
    patterns: Mapping[str, int] = field(repr=False)
    searches: int
    longest: int
    risks: tuple[float, ...]  # of the guesses, in order
    three_bv: int

    @property
    def guesses(self) -> int:
        """Turns without a certain cell."""
        return len(self.risks)

    @property
    def risk(self) -> float:
        """The chance to hit a mine in at least one of the guesses."""
        return 1.0 - prod(1.0 - risk for risk in self.risks)

    def __str__(self) -> str:
        ideas = ", ".join(f"{IDEA_WORDS[idea]} {n}" for idea, n in self.ideas.items())
        by = f"solved {LOGICS[self.logic]}" if self.logic else "not solved without a guess"
        guesses = quantity(self.guesses, "guess", "guesses")
        guesses += f" {risk_text(self.risk, self.guesses)}" if self.guesses else ""
        return (
            f"{by}; {ideas}; {quantity(self.searches, 'search', 'searches')}, the longest proof "
            f"of {quantity(self.longest, 'clue')}; {guesses}; 3BV {self.three_bv}"
        )


@helpful
def rate(board: Board, first: Cell) -> Rating:
    """Rate how hard a board is from its first click. Takes about 0.1 s for an expert board.

    Parameters
    ----------
    board : Board
        The board.
    first : tuple of int
        The first click as (row, col).

    Returns
    -------
    Rating
        The ideas the board needs, with their counts.

    Raises
    ------
    IllegalMoveError
        If the first click is outside the board or on a mine.

    Examples
    --------
    >>> rate(mv.Board.parse(".*."), (0, 0)).ideas
    {'count': 1, 'mines left': 1}
    """
    first = check_cell("first", first)
    played = list(turns(board, first))
    risks = tuple(turn.risk for turn in played if turn.kind == "guess")
    ideas = _ideas(played)
    proofs = [turn.proof for turn in played if turn.proof is not None]
    hardest = next((idea for idea in reversed(IDEAS) if idea in ideas), IDEAS[0])
    steps = (step for turn in played if turn.proof is not None for step in turn.proof.steps)
    named = Counter(step.pattern for step in steps if isinstance(step, Overlap) and step.pattern)
    return Rating(
        logic=None if risks else _logic(board, first, hardest),
        hardest="guess" if risks else hardest,
        ideas=ideas,
        patterns=dict(sorted(named.items())),
        searches=sum(turn.kind not in BY_TWO_CLUES for turn in played),
        longest=max([len(proof.clues) for proof in proofs], default=int("count" in ideas)),
        risks=risks,
        three_bv=board.three_bv,
    )


def _ideas(played: Iterable[Turn]) -> dict[str, int]:
    """How often ideas are needed, the easiest first."""
    needed = Counter[str]()
    for turn in played:
        needed["count"] += len(turn.counted)
        if turn.proof is not None:
            needed[turn.kind] += 1
    return {idea: needed[idea] for idea in IDEAS if needed[idea]}


def _logic(board: Board, first: Cell, hardest: str) -> str:
    """Return the weakest logic that solves a board without a guess."""
    if hardest == "count":
        return "count"
    return next(logic for logic in LOGICS if logic == "search" or is_solved(board, logic, first))
