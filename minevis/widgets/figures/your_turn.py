"""A position to solve: the reader says what is proven, and hears at once whether and why."""

from typing import Any

from minevis.analyzing import analyze
from minevis.core.events import Proved
from minevis.core.grid import Cell, cells_of
from minevis.core.position import Position, ViewCode
from minevis.core.proofs import KINDS
from minevis.show.tiles.atlas import Mark
from minevis.show.words.captions import caption, language_of
from minevis.show.words.proof_captions import statements
from minevis.solver.analysis import Analysis
from minevis.widgets.board.position_view import snapshot_of
from minevis.widgets.figures.figure import Figure, about, shown, still_of
from minevis.widgets.film.answers import answer
from minevis.widgets.film.film import AUTO

IDEAS = KINDS[1:]  # the easiest first


def your_turn(
    position: Position, *, idea: str = "cases", theme: str = AUTO, language: str = "en"
) -> Figure:
    """A position in which the reader finds the safe cells and the mines that can be proven.

    Cells count that `idea` or an easier one proves: "count", "overlap", "suppose", "mines left"
    or "cases". A hint names the clues of the easiest proof, asked again its first step.
    Raises `ValueError` for another idea and where it proves nothing.

    >>> figure = mv.figures.your_turn(mv.Position.parse("1#1", mines=1), idea="count")
    >>> [place["mined"] for place in figure.data["places"] if place["proven"]]
    [True]
    """
    if idea not in IDEAS:
        raise ValueError(f"idea={idea!r}: choose from {', '.join(IDEAS)}")
    known = analyze(position)
    places = [
        _place(position, cell, known, idea, language)
        for cell in cells_of(position.view == ViewCode.COVERED)
    ]
    if not any(place["proven"] for place in places):
        raise ValueError(f"{position!r}: {idea} proves nothing here")
    told = {**shown(position), "places": places, "clue": int(Mark.CLUE)}
    told |= {"marks": [int(Mark.KNOWN_SAFE), int(Mark.KNOWN_MINED)]}
    still = still_of(snapshot_of(position, None), theme=theme)
    return Figure("your-turn", told, still, about(position, language), theme, language)


def _place(
    position: Position, cell: Cell, known: Analysis, idea: str, language: str
) -> dict[str, Any]:
    """What a covered cell is, and what is said of it."""
    to = language_of(language)
    place = {
        "cell": cell[0] * position.shape[1] + cell[1],
        "certain": bool(known.safe[cell] or known.mined[cell]),
        "mined": bool(known.mined[cell]),
    }
    if not place["certain"]:
        said = answer(position, cell, known, language=language)
        clues = [each for each, mark in said["marks"] if mark == Mark.CLUE]
        return {**place, "proven": False, "text": said["text"], "clues": clues}
    proof = known.proof(cell)
    event = Proved((cell,), proof.mined, proof.clues, proof.uses_total, proof)
    return {
        **place,
        "proven": IDEAS.index(proof.kind) <= IDEAS.index(idea),
        "difficulty": proof.difficulty,
        "text": caption(event, language=language),
        "first": statements(proof, to)[0],
        "clues": [row * position.shape[1] + col for row, col in proof.clues],
    }
