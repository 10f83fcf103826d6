"""The clues behind a contradiction, including clues of earlier deductions."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress

from minevis.errors import ContradictionError, TooManyCasesError
from minevis.game.grid import flat_of
from minevis.game.position import Position, ViewCode
from minevis.solver.counting.counting import MOST_STATES, at_most
from minevis.solver.counting.proof import Prover
from minevis.solver.knowledge import Knowledge


@contextmanager
def naming_clues(position: Position) -> Iterator[None]:
    """Let a `ContradictionError` over `position` name clues that contradict by themselves.

    A contradiction names clues that fail together with earlier deductions. The clues of
    these deductions belong to it. If the clues are consistent without flags, the error says
    that a flag may be wrong.
    """
    try:
        yield
    except ContradictionError as error:
        with suppress(TooManyCasesError), at_most(MOST_STATES):
            error = _doubting_flags(_in_full(error, position), position)
        raise error from None


def _in_full(error: ContradictionError, position: Position) -> ContradictionError:
    """Return an error naming all clues, or the same one if the number of mines is at fault."""
    if not error.clues:
        return error
    knowledge = Knowledge(position)
    try:
        knowledge.check()
    except ContradictionError as alone:  # one clue, from the position only
        return alone
    width = position.shape[1]
    needed = Prover(knowledge).refute(tuple(flat_of(clue, width) for clue in error.clues))
    clues = error.clues if needed is None else knowledge.names(needed)
    return error if clues == error.clues else unsatisfied(clues)


def _doubting_flags(error: ContradictionError, position: Position) -> ContradictionError:
    if not error.clues or not (position.view == ViewCode.FLAGGED).any():
        return error
    prover = Prover(Knowledge(position.unflagged()))
    clues = tuple(flat_of(clue, position.shape[1]) for clue in error.clues)
    if not all(clue in prover.cells_of for clue in clues) or not prover.possible(clues, {}):
        return error
    return ContradictionError(f"{error}, or a flag is wrong", error.clues)


def unsatisfied(clues: tuple[tuple[int, int], ...]) -> ContradictionError:
    """Return the error for clues without a layout."""
    where = ", ".join(map(str, clues))
    return ContradictionError(f"no layout of mines satisfies the clues at {where}", clues)
