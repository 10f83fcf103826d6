"""Certain cells, in the order in which a person would find them.

The easiest comes first, and proofs build on earlier ones. So a cell settled by counting after
earlier proofs is a deduction by counting, without a proof.
"""

from collections.abc import Iterator, Mapping, Sequence

from minevis.game.grid import Cell
from minevis.solver.events import Counted, Deduction, Proved, Reasoned
from minevis.solver.knowledge import Knowledge
from minevis.solver.proofs.prove import Reasoner
from minevis.solver.proofs.steps import ENDS, Count, Proof, Step, Suppose


def reasons(knowledge: Knowledge, certain: Mapping[int, bool]) -> Iterator[Reasoned | Deduction]:
    """Yield the reasons of all `certain` cells (flat cell: whether it is a mine), as events.

    `knowledge` does not change; every event builds on earlier ones.
    """
    reasoner = Reasoner(knowledge, certain)
    for found in reasoner.finds():
        yield from events(reasoner.proof_of(found))


def events(proof: Proof) -> Iterator[Reasoned | Deduction]:
    """A proof as events: its steps, the last of which is the deduction itself."""
    only = proof.steps[0]
    if len(proof.steps) == 1 and isinstance(only, Count):
        yield counted(only)
        return
    yield from reasoned(proof.steps[:-1])
    yield Proved(proof.cells, proof.mined, proof.clues, proof.uses_total, proof)


def counted(step: Count) -> Counted:
    """Return a step of counting as the event of the counting rules."""
    mined = bool(step.left)
    return Counted(step.clue, step.number, step.left, len(step.among), step.among, mined)


def reasoned(steps: Sequence[Step]) -> Iterator[Reasoned]:
    """Yield steps as events; the end of an inner supposition names the cells it takes back."""
    open_: list[tuple[Suppose, list[Cell]]] = []
    for step in steps:
        if isinstance(step, Suppose):
            open_.append((step, [step.cell]))
        elif isinstance(step, ENDS):
            refuted, undone = open_.pop()
            yield Reasoned(step, refuted, tuple(undone))
            continue
        elif open_:
            open_[-1][1].extend((*step.mines, *step.safe))
        yield Reasoned(step)
