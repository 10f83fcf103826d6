"""What each possible number of an uncertain cell teaches, and its chance."""

from minevis.core.errors import ContradictionError
from minevis.core.events import Guessed
from minevis.core.formatting import percent
from minevis.core.grid import Cell
from minevis.core.position import Position
from minevis.engine.guessing.outcomes import Outcome, evaluate
from minevis.show.words.wording import in_figures
from minevis.solver.guessing.effort import EFFORTS

TOLD = 4  # numbers, the likeliest: more are no sentence
WEIGHED = 3  # cells apart from the guessed one, the best first


def teaching(position: Position, cell: Cell) -> str:
    """Describe the possible numbers of a covered `cell`; "" if it teaches nothing.

    Flags count as mines.
    """
    flat = cell[0] * position.shape[1] + cell[1]
    try:
        now = evaluate(position, "lookahead", EFFORTS["quick"], [flat], shown=False)
    except ContradictionError:
        return ""
    before = int((now.risk[position.covered.ravel()] == 0.0).sum())
    likeliest = sorted(now.outcomes(flat), key=lambda after: -after.chance)[:TOLD]
    rows = [_row(after, before) for after in sorted(likeliest)]
    return f"If {cell} is free, it shows {', '.join(rows)}." if rows else ""


def _row(after: Outcome, before: int) -> str:
    """Describe one number, its chance, and the cells safe then in addition to those `before`."""
    more = after.safe - before
    row = f"{after.number} in {percent(after.chance)}"
    if after.won:
        return f"{row} (the game is won then)"
    cells = in_figures(more)
    return f"{row} ({cells:# more cell is|# more cells are} safe then)" if more > 0 else row


def weighed(guess: Guessed) -> tuple[Cell, ...]:
    """Return the cell of a guess, and the best alternatives considered."""
    others = [*(option.cell for option in guess.options), *guess.candidates]
    return tuple(dict.fromkeys((guess.cell, *others)))[: 1 + WEIGHED]
