"""Answers to "why this cell?": one at a time, or all proofs of a whole trace."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NotRequired, TypedDict

import numpy as np

from minevis.analyzing import analyze
from minevis.core.errors import ContradictionError, IllegalMoveError, TooManyCasesError
from minevis.core.events import Event, Flagged, Guessed, Proved
from minevis.core.formatting import percent, quantity
from minevis.core.grid import Cell, Cells, cells_of, flat_of, lies_on, neighbours_in
from minevis.core.position import Position, ViewCode
from minevis.core.progress import progress_bar
from minevis.core.proofs import Proof, cells_compared
from minevis.core.record import Record
from minevis.core.snapshot import Snapshot
from minevis.show.events.known import badge, meaning_of
from minevis.show.tiles.atlas import Mark
from minevis.show.words.captions import TRUSTED_FLAG, caption
from minevis.show.words.english import BADGES, say
from minevis.show.words.proof_captions import asked_about
from minevis.show.words.wording import in_words
from minevis.solver import analysis as readable
from minevis.solver.analysis import Analysis
from minevis.solver.counting.counting import CountCache
from minevis.widgets.film.overlay_lines import links_of
from minevis.widgets.film.proof_steps import (
    CaseCards,
    StepAnswer,
    case_cards,
    clues_to_see,
    step_answers,
)
from minevis.widgets.film.teaching import teaching, weighed

SAMPLED = 32  # layouts drawn to find one with a mine in a cell, and one without
NEAR = 3  # cells from the one asked about: so far its layouts are drawn


class Answer(TypedDict):
    """The caption and the marks of an answer about a cell."""

    badge: str
    role: str  # a colour of a `Theme`
    text: str
    marks: list[tuple[int, int]]  # flat cells, each with a `Mark`
    links: NotRequired[list[int]]  # lines from clues to the cell, as `links_of` gives them
    steps: NotRequired[list[StepAnswer]]  # of a proof that has more than one
    pictures: NotRequired[list[tuple[int, int]]]  # flat cells that a step supposes, drawn so
    cards: NotRequired[CaseCards]  # of a proof by cases that has one step only


class PlacedAnswer(Answer):
    """The proof of a cell, and from which position of the trace on it holds."""

    cell: int
    since: int


def answer(
    position: Position,
    cell: Cell,
    analysis: Analysis | None = None,
) -> Answer:
    """Describe `cell`: a proof with its clues, or its odds.

    Raises `IllegalMoveError` outside the board.
    """
    height, width = position.shape
    row, col = cell
    if not lies_on(cell, (height, width)):
        raise IllegalMoveError(f"{cell} lies outside: the board is {height}×{width}")
    code = int(position.view[row, col])
    if code >= 0:
        return _plain(position, cell, say("cell open", cell=cell, number=str(code)))
    if code == ViewCode.EXPLODED:
        return _plain(position, cell, f"Cell {cell} was a mine: it exploded.")
    try:
        analysis = analysis or analyze(position)
    except (ContradictionError, TooManyCasesError) as error:
        return contradiction_answer(error, width)
    if code == ViewCode.FLAGGED:
        return _plain(position, cell, TRUSTED_FLAG.format(cell))
    if analysis.safe[cell] or analysis.mined[cell]:
        return proof_answer(analysis, cell)
    return _odds_answer(analysis, cell)


def _odds_answer(analysis: Analysis, cell: Cell) -> Answer:
    position = analysis.position
    chance = percent(analysis.probability[cell])
    layouts = quantity(analysis.configurations, "layout")
    clues = [(int(clue), int(Mark.CLUE)) for clue in neighbours_in(position.view > 0, cell)]
    here = (flat_of(cell, position.shape[1]), int(Mark.CLICK))
    text = say("cell odds", cell=cell, chance=chance, layouts=layouts)
    whole: Answer = {
        "badge": BADGES["odds"],
        "role": "search",
        "text": say("see layouts", text=text),
        "marks": [*clues, here],
    }
    steps = _layout_steps(analysis, cell)
    if position.mines is not None and (taught := teaching(position, cell)):
        whole["text"] = say("see teaching", text=text)
        steps.append({**_without_steps(whole), "text": taught})
    return {**whole, "steps": steps}


def _without_steps(whole: Answer) -> StepAnswer:
    badge, role, text, marks = whole["badge"], whole["role"], whole["text"], whole["marks"]
    return {"badge": badge, "role": role, "text": text, "marks": marks, "links": []}


def _layout_steps(analysis: Analysis, cell: Cell) -> list[StepAnswer]:
    """A layout that fits with a mine in an uncertain `cell`, and one without, each as a step."""
    drawn = analysis.sample(SAMPLED)
    layouts = {mined: drawn[drawn[:, *cell] == mined] for mined in (True, False)}
    if not len(layouts[True]):  # it is unlikely: ask for it
        view = analysis.position.view.copy()
        view[cell] = ViewCode.FLAGGED
        layouts[True] = analyze(Position(view, analysis.position.mines)).sample()
    steps: list[StepAnswer] = []
    for mined, key in ((True, "layout with"), (False, "layout without")):
        if len(layouts[mined]):
            step: StepAnswer = {
                "badge": BADGES["odds"],
                "role": "mine" if mined else "safe",
                "text": say(key, cell=cell),
                "marks": _drawn(layouts[mined][0], analysis.position, cell),
                "links": [],
            }
            steps.append(step)
    return steps


def _drawn(layout: np.ndarray, position: Position, cell: Cell) -> list[tuple[int, int]]:
    """Marks for mines and free cells, in a layout bool [H, W], around `cell`."""
    row, col = cell
    near = np.zeros(position.shape, bool)
    near[max(row - NEAR, 0) : row + NEAR + 1, max(col - NEAR, 0) : col + NEAR + 1] = True
    near &= position.view == ViewCode.COVERED
    known = np.where(layout, int(Mark.KNOWN_MINED), int(Mark.KNOWN_SAFE))
    known[cell] = Mark.MINED if layout[cell] else Mark.SAFE
    return [(int(flat), int(known.flat[flat])) for flat in np.flatnonzero(near)]


def position_at(trace: Record, index: int) -> Position:
    """The position that the snapshot after event `index` shows."""
    snapshot = trace[index]
    return Position(snapshot.view, snapshot.mines)


def _plain(position: Position, cell: Cell, text: str) -> Answer:
    marks = [(flat_of(cell, position.shape[1]), int(Mark.CLICK))]
    return {"badge": BADGES["cell"], "role": "deduction", "text": text, "marks": marks}


def contradiction_answer(error: ContradictionError | TooManyCasesError, width: int) -> Answer:
    """The error as an answer that marks the clues that cannot all hold, if there are any."""
    text = str(error)
    return {
        "badge": BADGES["wrong"],
        "role": "mine",
        "text": f"{text[0].upper()}{text[1:]}.",
        "marks": [(flat_of(clue, width), int(Mark.VIOLATED)) for clue in error.clues],
    }


def proof_answer(analysis: Analysis, cell: Cell) -> Answer:
    """The answer for a cell that is safe, or a mine, in every layout."""
    mined, width = bool(analysis.mined[cell]), analysis.position.shape[1]
    proof = asked_about(analysis.proof(cell), cell)
    return answer_of_proof(proof, (cell,), mined, width)


def answer_of_proof(proof: Proof, cells: Cells, mined: bool, width: int) -> Answer:
    """The caption and marks of a proof of `cells`, on a board of that width."""
    shown = clues_to_see(proof)
    event = Proved(cells, mined, shown, proof.uses_total, proof)
    steps = step_answers(proof, width)
    text = caption(event)
    text += f" Click the cell again for the {in_words(len(steps))} steps." if steps else ""
    clues = [(flat_of(clue, width), int(Mark.CLUE)) for clue in shown]
    here = [(flat_of(cell, width), int(Mark.MINED if mined else Mark.SAFE)) for cell in cells]
    answer: Answer = {
        "badge": badge(event),
        "role": "mine" if mined else "safe",
        "text": text,
        "marks": [*_compared(proof, width), *clues, *here],
        "links": links_of(meaning_of(event).links(event), width),
        "steps": steps,
    }
    if len(proof.steps) == 1 and (cards := case_cards(proof.steps[0], width)):
        answer["cards"] = cards
    return answer


def _compared(proof: Proof, width: int) -> list[tuple[int, int]]:
    """Marks for the cells in which the last step looks for mines."""
    cells = cells_compared(proof.steps[-1]) if proof.steps else ()
    return [(flat_of(cell, width), int(Mark.SMALLER)) for cell in cells]


@dataclass(eq=False)
class Answers:
    """The first proof of every cell of a trace, and the lessons of the options of its guesses.

    The solver of the browser counts the odds.
    """

    proofs: list[PlacedAnswer] = field(default_factory=list)
    taught: dict[int, dict[int, str]] = field(default_factory=dict)  # by position, by flat cell

    @classmethod
    def of(cls, trace: Record, *, progress: bool = False) -> "Answers":
        """Analyse every position of `trace`; about 5 ms each on an expert board.

        With `progress` a bar shows how far that is, if it takes more than two seconds.
        """
        total = 1 + sum(new_position(event) for event in trace.events[1:])
        found = cls()
        known = np.zeros(trace.shape, bool)
        analysis: Analysis | None = None
        cache: CountCache = {}
        bar = progress_bar(
            _positions(trace),
            total=total,
            desc="answers",
            unit=" positions",
            progress=progress,
        )
        for number, snapshot in enumerate(bar):
            if analysis is None or not isinstance(snapshot.event, Flagged):
                analysis = _analysis(snapshot, cache)
            if analysis is None:
                continue
            covered = snapshot.view == ViewCode.COVERED
            certain = (analysis.safe | analysis.mined) & covered
            for cell in cells_of(certain & ~known):
                proof = proof_answer(analysis, cell)
                flat = flat_of(cell, trace.shape[1])
                found.proofs.append({**proof, "since": number, "cell": flat})
            known |= certain
        found.taught = _taught_at_guesses(trace, cache, progress)
        return found

    def head(self) -> dict[str, object]:
        """The part for the header of the film."""
        return {"proofs": self.proofs, "taught": self.taught}


def new_position(event: Event | None) -> bool:
    """Whether after this event more, or less, is known for certain of the board."""
    return event is not None and meaning_of(event).new_position


def _taught_at_guesses(
    trace: Record, cache: CountCache, progress: bool
) -> dict[int, dict[int, str]]:
    """The lessons of the options of each guess, by position, by flat cell."""
    number = 0
    taught: dict[int, dict[int, str]] = {}
    asked = sum(len(weighed(event)) for event in trace.events if isinstance(event, Guessed))
    with progress_bar(
        total=asked, desc="guesses", unit=" cells", progress=progress and asked > 0
    ) as bar:
        for index, event in enumerate(trace.events):
            number += new_position(event)
            if isinstance(event, Guessed):
                position, outcomes = position_at(trace, index), taught.setdefault(number, {})
                for cell in weighed(event):
                    outcomes[flat_of(cell, trace.shape[1])] = teaching(position, cell)
                    bar.update()
    return taught


def _positions(trace: Record) -> Iterator[Snapshot]:
    """The snapshot of each position: the first one, then one after each change of the board."""
    for index, snapshot in enumerate(trace.snapshots()):
        if index == 0 or new_position(snapshot.event):
            yield snapshot


def _analysis(snapshot: Snapshot, cache: CountCache) -> Analysis | None:
    try:  # by readable code: most of a board is as it was, and kernels are not at hand at once
        return readable.analyze(Position(snapshot.view, snapshot.mines), cache=cache)
    except (ContradictionError, TooManyCasesError):
        return None
