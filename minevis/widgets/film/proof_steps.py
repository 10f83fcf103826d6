"""The steps of a proof as answers, one after another, each with its own marks."""

from typing import TypedDict

from minevis.core.events import Reasoned
from minevis.core.grid import Cell, Cells
from minevis.core.proofs import ENDS, Broken, Clash, Proof, Step, Suppose, cells_compared
from minevis.show.panels.links import links
from minevis.show.tiles.atlas import Mark
from minevis.show.words.language import Language
from minevis.show.words.proof_captions import statements
from minevis.widgets.film.overlay_lines import links_of


class StepAnswer(TypedDict):
    """What one step says, and what is marked then.

    >>> sorted(StepAnswer.__required_keys__)
    ['badge', 'links', 'marks', 'role', 'text']
    """

    badge: str
    role: str
    text: str
    marks: list[tuple[int, int]]
    links: list[int]


def step_answers(proof: Proof, width: int, to: Language) -> list[StepAnswer]:
    """An answer for each step of a proof that has more than one, on a board of that width.

    What earlier steps found, or supposed, stays marked while it holds.

    >>> from minevis.show.words.english import ENGLISH
    >>> proof = mv.analyze(mv.Position.parse("####\\n1221", mines=2)).proof((0, 2))
    >>> for step in step_answers(proof, 4, ENGLISH):
    ...     print(step["text"])
    1 of 2: The 2 at (1, 1) needs two mines in (0, 0), (0, 1) and (0, 2).
    2 of 2: The 1 at (1, 0) touches (0, 0) and (0, 1) too and allows only one there: so ...
    """
    if len(proof.steps) < 2:
        return []
    known = _Known()
    answers: list[StepAnswer] = []
    for number, (step, text) in enumerate(zip(proof.steps, statements(proof, to), strict=True), 1):
        answers.append(
            {
                "badge": to.badges["reasoned"],
                "role": _role(step),
                "text": to.say("step of", number=str(number), all=str(len(proof.steps)), text=text),
                "marks": [(_flat(cell, width), mark) for cell, mark in known.marks(step).items()],
                "links": links_of(links(Reasoned(step)), width),
            }
        )
    return answers


def _role(step: Step) -> str:
    if isinstance(step, Suppose):
        return "guess"
    if isinstance(step, ENDS):
        return "mine"
    return "deduction"


def _flat(cell: Cell, width: int) -> int:
    return cell[0] * width + cell[1]


class _Known:
    """What the steps so far have found or supposed, by depth: cells and whether they are mines."""

    def __init__(self) -> None:
        self.levels: list[dict[Cell, bool]] = [{}]
        self.supposed: list[Suppose] = []

    def marks(self, step: Step) -> dict[Cell, int]:
        """The marks while `step` is said, which is taken up then."""
        marked = {
            cell: int(Mark.KNOWN_MINED if mined else Mark.KNOWN_SAFE)
            for level in self.levels
            for cell, mined in level.items()
        }
        marked |= dict.fromkeys(cells_compared(step), int(Mark.SMALLER))
        broken = isinstance(step, Broken | Clash)
        marked |= dict.fromkeys(step.clues, int(Mark.VIOLATED if broken else Mark.CLUE))
        found = self._take(step)
        return marked | {cell: int(Mark.MINED if m else Mark.SAFE) for cell, m in found.items()}

    def _take(self, step: Step) -> dict[Cell, bool]:
        """What the step finds or supposes; the end of a supposition finds the opposite."""
        found = _settled(step.mines, step.safe)
        if isinstance(step, Suppose):
            found = {step.cell: step.mined}
            self.supposed.append(step)
            self.levels.append({})
        elif isinstance(step, ENDS) and self.supposed:
            self.levels.pop()
            refuted = self.supposed.pop()
            found = dict.fromkeys((refuted.cell, *refuted.alike), not refuted.mined)
        self.levels[-1].update(found)
        return found


def _settled(mines: Cells, safe: Cells) -> dict[Cell, bool]:
    return dict.fromkeys(mines, True) | dict.fromkeys(safe, False)
