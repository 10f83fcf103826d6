"""The lesson of each number that an uncertain cell may show, and its chance."""

import numpy as np

from minevis.core.events import Guessed
from minevis.core.formatting import percent
from minevis.core.grid import Cell
from minevis.core.position import Position
from minevis.show.words.wording import in_figures
from minevis.solver.counting.counting import CountCache
from minevis.solver.guessing.successors import Successor, SurveyedPosition, look_ahead

TOLD = 4  # numbers, the likeliest: more are no sentence
WEIGHED = 3  # cells apart from the guessed one, the best first


def teaching(position: Position, cell: Cell, cache: CountCache | None = None) -> str:
    """The numbers that a covered `cell` may show, in words; "" if it teaches nothing.

    Flags are taken for mines; `cache` is added to.
    """
    now = SurveyedPosition.of(position, cache)
    if now is None:
        return ""
    found = look_ahead(position, cell, now, cache).successors
    free, before = sum(after.chance for after in found), _safe(now)
    likeliest = sorted(found, key=lambda after: -after.chance)[:TOLD]
    in_order = sorted(likeliest, key=lambda after: after.number)
    rows = [_row(after, after.chance / free, before) for after in in_order]
    return f"If {cell} is free, it shows {', '.join(rows)}." if rows else ""


def _row(after: Successor, chance: float, before: int) -> str:
    """One number, its `chance`, and the cells that are safe then in addition to those `before`."""
    more = _safe(after.position) - before
    row = f"{after.number} in {percent(chance)}"
    if after.position.won:
        return f"{row} (the game is won then)"
    cells = in_figures(more)
    return f"{row} ({cells:# more cell is|# more cells are} safe then)" if more > 0 else row


def _safe(surveyed: SurveyedPosition) -> int:
    return int(np.count_nonzero(surveyed.probability == 0))


def weighed(guess: Guessed) -> tuple[Cell, ...]:
    """The cell of a guess, and the best others that were weighed against it."""
    others = [*(option.cell for option in guess.options), *guess.candidates]
    return tuple(dict.fromkeys((guess.cell, *others)))[: 1 + WEIGHED]
