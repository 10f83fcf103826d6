"""Advice from an analysis: the cell to open, the reason, and other consequences.

`print(analysis)`, notebooks and `minevis analyze` show these words.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from minevis.errors import TooManyCasesError
from minevis.game.grid import Cell, Cells, cells_of
from minevis.game.position import MARK_OF_CODE, Position
from minevis.players import player_of
from minevis.solver.counting.counting import MOST_STATES, at_most
from minevis.solver.events import Guessed
from minevis.solver.knowledge import Knowledge
from minevis.solver.part import PartAnalysis
from minevis.solver.turn import think
from minevis.utils.formatting import big_number, exact_number, percent, quantity, ranges
from minevis.words.captions import caption

if TYPE_CHECKING:
    from minevis.solver.analysis import Analysis

LARGEST = 10_000  # cells: on larger boards looking ahead takes minutes
COMPARED = 12  # safe cells whose proofs are compared, to name an easy one
MOST_LISTED = 12  # cells in one line; more are only counted
EDGE_NAMES = {"t": "top", "b": "bottom", "l": "left", "r": "right"}
IF_READ_RIGHTLY = "if the doubtful cells are read rightly"


@dataclass(frozen=True)
class Candidate:
    """A cell to open, with its risk.

    Attributes
    ----------
    cell : tuple of int
        The cell, as (row, col).
    risk : float
        The chance of a mine.
    win : float or None
        The chance to win if the player `best` opens the cell. None for a safe cell, on a large
        board, and if the number of mines is unknown.
    exact : bool
        Whether `win` is the exact chance by perfect play.

    Examples
    --------
    >>> print(mv.analyze("mines 1\\n1#\\n##").advice.best)
    (0, 1), a mine in 33 %, wins 33 %
    """

    cell: Cell
    risk: float
    win: float | None = None
    exact: bool = False

    def __str__(self) -> str:
        if self.risk == 0:
            return f"{self.cell}, which is safe"
        risk = f"{self.cell}, a mine in {percent(self.risk)}"
        if self.win is None:
            return risk
        win = percent(self.win)
        about = "" if self.exact or not win[0].isdigit() else "about "
        return f"{risk}, wins {about}{win}"


@dataclass(frozen=True)
class Advice:
    """The cell to open, and why.

    Attributes
    ----------
    best : Candidate
        The cell to open.
    runner_up : Candidate or None
        The second choice. None if a cell is safe, or there is no other cell.
    why : str
        The proof or the odds in words.
    condition : str
        The condition if doubtful cells of a picture decide; otherwise empty.

    Examples
    --------
    >>> print(mv.analyze("mines 1\\n1#\\n##").advice)
    Open: (0, 1), a mine in 33 %, wins 33 %
      No safe cell is known. (0, 1) is a mine in 33 % of the layouts that fit. ...
    """

    best: Candidate
    runner_up: Candidate | None
    why: str
    condition: str = ""

    def __str__(self) -> str:
        first = ", ".join(filter(None, (f"Open: {self.best}", self.condition)))
        lines = [first, *(f"  {line}" for line in self.why.splitlines())]
        if self.runner_up is not None:
            lines.append(f"Or: {self.runner_up}")
        return "\n".join(lines)


def advice(analysis: "Analysis") -> Advice | None:
    """Return which cell to open; None if no covered cell is left that could be safe.

    A safe cell with an easy proof if there is one, otherwise the choice of the player `best`.
    """
    safe = analysis.surely_safe
    if safe.any():
        return _safe(analysis, safe)
    condition = IF_READ_RIGHTLY if analysis.doubtful else ""
    if analysis.safe.any():
        return replace(_safe(analysis, analysis.safe), condition=condition)
    position = analysis.position
    if not (position.covered & ~analysis.mined).any():
        return None
    large = position.view.size > LARGEST
    guess = None if large or position.mines is None else _guess(position)
    if guess is None:
        least, *others = (
            Candidate(cell, float(analysis.probability[cell])) for cell in analysis.best[:2]
        )
        return Advice(least, others[0] if others else None, "No cell is safer.", condition)
    first, *others = (
        (Candidate(option.cell, option.risk, option.win, option.exact) for option in guess.options)
        if guess.options
        else (Candidate(guess.cell, float(analysis.probability[guess.cell])),)
    )
    return Advice(first, others[0] if others else None, caption(guess), condition)


def _guess(position: Position) -> Guessed | None:
    """Return the guess of the player `best`; None if looking ahead would take minutes."""
    try:
        with at_most(MOST_STATES):
            *_, guess = think(Knowledge(position), player_of("best"), {}, seed=0)
    except TooManyCasesError:
        return None
    assert isinstance(guess, Guessed), f"{guess} although no cell is safe"
    return guess


def _safe(analysis: "Analysis", safe: np.ndarray) -> Advice:
    """Return the cell with the easiest proof among those in `safe`, bool [H, W]."""
    cells = list(islice(cells_of(safe), COMPARED))
    try:
        with at_most(MOST_STATES):
            proofs = [analysis.proof(cell) for cell in cells]
    except TooManyCasesError:
        return Advice(Candidate(cells[0], 0.0), None, "It is safe in all layouts.")
    easiest = min(range(len(cells)), key=lambda i: proofs[i].difficulty)
    return Advice(Candidate(cells[easiest], 0.0), None, caption(proofs[easiest]))


def analysis_text(analysis: "Analysis") -> str:
    """Return an analysis in words: its odds as a grid, then the cells that matter."""
    layouts = big_number(analysis.configurations)
    exact = exact_number(analysis.configurations)
    if exact.replace(",", "") != layouts.replace(",", ""):
        layouts += f" (exactly {exact})"
    conditions = conditions_of(analysis)
    if analysis.doubtful:
        safe = [
            f"Safe {IF_READ_RIGHTLY}: {listed(cells_of(analysis.safe))}",
            f"Safe whatever the doubtful cells show: {listed(cells_of(analysis.surely_safe))}",
        ]
    else:
        safe = [f"Safe: {listed(cells_of(analysis.safe))}"]
    lines = [
        *conditions,
        *([""] if conditions else []),
        odds_grid(analysis.position, analysis.probability),
        "",
        *([] if analysis.advice is None else [str(analysis.advice)]),
        *safe,
        f"Proven mines: {listed(mines_to_flag(analysis))}",
        *_least_risk(analysis),
        f"Layouts that fit: {layouts}",
        *_flags(analysis),
    ]
    return "\n".join(lines)


def _least_risk(analysis: "Analysis") -> list[str]:
    """Return the cells least likely to be a mine, if no cell is safe, or their number."""
    best = analysis.best
    if not best or analysis.safe.any():
        return []
    risk = percent(analysis.probability[best[0]])
    if len(best) > MOST_LISTED:
        return [f"Least risk: {quantity(len(best), 'cell')}, all {risk}"]
    return [f"Least risk: {risk} at {listed(best)}"]


def _flags(analysis: "Analysis") -> list[str]:
    """Return the flags that the clues do not prove, and the cells that rest on them."""
    unproven = tuple(cell for cell, verdict in analysis.flags.items() if verdict != "proven")
    if not unproven:
        return []
    flags, do, them = ("flag", "does", "it") if len(unproven) == 1 else ("flags", "do", "them")
    text = f"Flags: the {flags} at {listed(unproven)} {do} not follow from the clues"
    resting = cells_of(analysis.rests_on_flags)
    if resting:
        many = len(resting) > MOST_LISTED
        cells = quantity(len(resting), "cell") if many else listed(resting)
        text += f"; the result for {cells} depends on {them}"
    return [f"{text} (trust_flags=False or --ignore-flags works without flags)"]


def conditions_of(analysis: "Analysis") -> list[str]:
    """Return what the odds rest on: doubtful cells of a picture, an unknown number of mines."""
    lines = []
    if analysis.doubtful:
        lines.append(
            f"Doubtful: {listed(analysis.doubtful)}. All below holds {IF_READ_RIGHTLY}: compare "
            "them with the picture (reading.overlay() or --overlay FILE marks them)."
        )
    if isinstance(analysis, PartAnalysis):
        edges = ", ".join(EDGE_NAMES[edge] for edge in analysis.part)
        lines.append(
            f"A part of a board, cut at the {edges}: covered cells beyond count too. "
            f"What is safe or mined is certain. The odds rest on mines in "
            f"{percent(analysis.density or 0)} of all cells: `density` (--density) changes it."
        )
    elif analysis.position.mines is None:
        lines.append(_totals(analysis.totals))
    return lines


def _totals(totals: Mapping[int, int]) -> str:
    """Return a sentence on the possible numbers of mines, with their layout counts."""
    if len(totals) == 1:
        return f"The number of mines is not given: only {ranges(totals)} fits."
    unique = [mines for mines, layouts in totals.items() if layouts == 1]
    one = f", {unique[0]} in one layout" if len(unique) == 1 else ""
    fit = f"{ranges(totals)} fit{one}"
    return f"The number of mines is unknown ({fit}). Give `mines` for exact odds."


def mines_to_flag(analysis: "Analysis") -> Cells:
    """Return the cells that are proven mined and not flagged yet."""
    return cells_of(analysis.mined & analysis.position.covered)


def odds_grid(position: Position, probability: np.ndarray) -> str:
    """Return a grid with chances in percent for covered cells and marks for other cells.

    `probability` is float64 [H, W].
    """
    height, width = position.shape
    texts = [
        [_chance(position, probability, (row, col)) for col in range(width)]
        for row in range(height)
    ]
    room = max(len(text) for row in [*texts, [str(width - 1)]] for text in row) + 1
    rim = len(str(height - 1))
    head = " " * rim + "".join(f"{col:>{room}}" for col in range(width))
    rows = (
        f"{number:>{rim}}" + "".join(f"{text:>{room}}" for text in row)
        for number, row in enumerate(texts)
    )
    return "\n".join([head, *rows])


def _chance(position: Position, probability: np.ndarray, cell: Cell) -> str:
    if not position.covered[cell]:
        return MARK_OF_CODE[int(position.view[cell])].replace("0", ".")
    words = {"under": "<", "over": ">"}
    return "".join(words.get(word, word) for word in percent(probability[cell]).split())


def listed(cells: tuple[Cell, ...]) -> str:
    """Return all `cells` in a row of text."""
    return ", ".join(map(str, cells)) or "none"
