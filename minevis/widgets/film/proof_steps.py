"""The steps of a proof as answers, one after another, each with its own marks and pictures."""

from collections.abc import Sequence
from itertools import groupby
from typing import NotRequired, TypedDict

from minevis.core.grid import Cell, Cells, flat_of
from minevis.core.proofs import (
    ENDS,
    Broken,
    Cases,
    Clash,
    Count,
    Proof,
    Step,
    Suppose,
    cells_compared,
)
from minevis.show.events.deductions import step_links
from minevis.show.frame.case_cards import MOST, pictures_of, shown_in
from minevis.show.frame.scene import A_MINE, NO_MINE
from minevis.show.tiles.atlas import Mark
from minevis.show.words.english import BADGES
from minevis.show.words.proof_captions import statements
from minevis.show.words.wording import in_words
from minevis.widgets.film.overlay_lines import links_of

FEW = 4  # steps of counting in a row: more of them on the way are one step


class CaseCards(TypedDict):
    """The ways of a proof by cases, each a small picture of a part of the board."""

    ends: tuple[int, int]  # flat cells: the upper left one of that part, and the lower right
    ways: list[list[tuple[int, int]]]  # flat cells, each with a picture: the rest is unchanged


class StepAnswer(TypedDict):
    """The caption and the marks of one step."""

    badge: str
    role: str
    text: str
    marks: list[tuple[int, int]]
    links: list[int]
    pictures: NotRequired[list[tuple[int, int]]]  # flat cells as they are supposed to be
    cards: NotRequired[CaseCards]


def step_answers(proof: Proof, width: int) -> list[StepAnswer]:
    """An answer for each step of a proof that has more than one, on a board of that width.

    Finds of earlier steps stay marked; suppositions stay discs, full for a mine and
    or empty, while it holds. Where counting alone finds more than `FEW` things on the way,
    that is one answer: the rest of a board may depend on all the mines of the rest.
    """
    if len(proof.steps) < 2:
        return []
    known, sentences = _Known(), iter(statements(proof))
    answers: list[StepAnswer] = []
    for steps in _together(proof):
        texts = [next(sentences) for _ in steps]
        one = len(steps) == 1
        answer = _answer(known, steps[0], width) if one else _counted(known, steps, width)
        answers.append({**answer, "text": texts[0] if one else answer["text"]})
    for number, answer in enumerate(answers, 1):
        answer["text"] = f"{number} of {len(answers)}: {answer['text']}"
    return answers


def _together(proof: Proof) -> list[tuple[Step, ...]]:
    """The steps, one by one, but those of counting together if they are many on the way."""
    parts: list[tuple[Step, ...]] = []
    for counted, group in groupby(proof.steps, key=_is_count):
        steps = tuple(group)
        together = counted and len(steps) > FEW and proof.kind != Count.kind
        parts += [steps] if together else [(step,) for step in steps]
    return parts


def clues_to_see(proof: Proof) -> Cells:
    """The clues that its steps rest on, but for those of counting on the way that are one step."""
    single = [steps[0] for steps in _together(proof) if len(steps) == 1]
    return tuple(sorted({clue for step in single for clue in step.clues}))


def _is_count(step: Step) -> bool:
    return isinstance(step, Count) and not step.depth


def _answer(known: "_Known", step: Step, width: int) -> StepAnswer:
    """The marks of one step; its text is that of `statements`."""
    marks, pictures = known.shown(step)
    answer: StepAnswer = {
        "badge": BADGES["reasoned"],
        "role": _role(step),
        "text": "",
        "marks": [(flat_of(cell, width), mark) for cell, mark in marks.items()],
        "links": links_of(step_links(step), width),
    }
    if pictures:
        answer["pictures"] = [(flat_of(cell, width), tile) for cell, tile in pictures.items()]
    if cards := case_cards(step, width):
        answer["cards"] = cards
    return answer


def _counted(known: "_Known", steps: tuple[Step, ...], width: int) -> StepAnswer:
    """The deductions by counting on the way, in one answer."""
    marks = known.counted(steps)
    mines, safe = (sum(len(step.mines) for step in steps), sum(len(step.safe) for step in steps))
    text = f"{in_words(safe):# cell is|# cells are} safe"
    if mines:
        text = f"{in_words(mines):# cell is a mine|# cells are mines}"
        text += f" and {in_words(safe):# is|# are} safe" if safe else ""
    return {
        "badge": BADGES["reasoned"],
        "role": "deduction",
        "text": f"By counting alone, {text}.",
        "marks": [(flat_of(cell, width), mark) for cell, mark in marks.items()],
        "links": [],
    }


def case_cards(step: Step, width: int) -> CaseCards | None:
    """The cards of a step by cases, on a board of that width; None for any other step."""
    if not isinstance(step, Cases) or not step.boxes or not step.ways:
        return None
    part = shown_in(step)
    first, last = (part.top, part.left), (part.bottom - 1, part.right - 1)
    return {
        "ends": (flat_of(first, width), flat_of(last, width)),
        "ways": [
            [(flat_of(cell, width), tile) for box, tile in pictures_of(step, way) for cell in box]
            for way in step.ways[:MOST]
        ],
    }


def _role(step: Step) -> str:
    if isinstance(step, Suppose):
        return "guess"
    if isinstance(step, ENDS):
        return "mine"
    return "deduction"


class _Known:
    """The finds and suppositions so far, by depth: cells and whether they are mines."""

    def __init__(self) -> None:
        self.levels: list[dict[Cell, bool]] = [{}]
        self.standing: list[Suppose] = []

    def shown(self, step: Step) -> tuple[dict[Cell, int], dict[Cell, int]]:
        """The marks and pictures by cell while `step` is said, which is taken up then."""
        marks = self._found()
        marks |= dict.fromkeys(cells_compared(step), int(Mark.SMALLER))
        broken = isinstance(step, Broken | Clash)
        marks |= dict.fromkeys(step.clues, int(Mark.VIOLATED if broken else Mark.CLUE))
        supposed = self._supposed()
        found = self._take(step)
        if len(self.levels) > 1:  # a supposition stands: finds hold only under it
            alike = step.alike if isinstance(step, Suppose) else ()
            marks |= dict.fromkeys((*found, *alike), int(Mark.TRYING))
            return marks, supposed | _discs(found)
        marks |= _marked(found)
        return marks, {cell: tile for cell, tile in supposed.items() if cell not in found}

    def counted(self, steps: Sequence[Step]) -> dict[Cell, int]:
        """The marks when many steps of counting are one step."""
        marks = self._found()
        for step in steps:
            marks |= _marked(self._take(step))
        return marks

    def _found(self) -> dict[Cell, int]:
        """The marks of all that is proven so far."""
        return {
            cell: int(Mark.KNOWN_MINED if mined else Mark.KNOWN_SAFE)
            for cell, mined in self.levels[0].items()
        }

    def _supposed(self) -> dict[Cell, int]:
        """The discs of all that is supposed now, or found under a supposition."""
        return {cell: tile for level in self.levels[1:] for cell, tile in _discs(level).items()}

    def _take(self, step: Step) -> dict[Cell, bool]:
        """The finds or the supposition of a step; the end of a supposition finds the opposite."""
        found = dict.fromkeys(step.mines, True) | dict.fromkeys(step.safe, False)
        if isinstance(step, Suppose):
            found = {step.cell: step.mined}
            self.standing.append(step)
            self.levels.append({})
        elif isinstance(step, ENDS) and self.standing:
            self.levels.pop()
            refuted = self.standing.pop()
            found = dict.fromkeys((refuted.cell, *refuted.alike), not refuted.mined)
        self.levels[-1].update(found)
        return found


def _marked(found: dict[Cell, bool]) -> dict[Cell, int]:
    return {cell: int(Mark.MINED if mined else Mark.SAFE) for cell, mined in found.items()}


def _discs(cells: dict[Cell, bool]) -> dict[Cell, int]:
    return {cell: int(A_MINE if mined else NO_MINE) for cell, mined in cells.items()}
