"""The meanings of deductions: counting, two sets of cells, proofs and their steps."""

from minevis.game.grid import Cell, Cells
from minevis.render.marks import Link, Mark, Outline, apart, chained
from minevis.solver import events as ev
from minevis.solver.proofs.steps import Broken, Clash, Step, Suppose, cells_compared, cells_named
from minevis.trace.snapshot import Snapshot
from minevis.words.english import say
from minevis.words.events.meaning import Kind, Marks, Meaning, Sentence, Sentences, nowhere
from minevis.words.events.moves import cells_inside
from minevis.words.proof_captions import built_on, statements, step_sentence, steps_shown
from minevis.words.proof_captions import summary as summary_of
from minevis.words.wording import CellNames, Word, in_words

NAMED, NAMED_IN_FULL = 7, 2  # more cells than these are counted: with letters, and without
STEPS = 16  # of a proof: longer ones get one sentence
NO_LARGER = {"LARGER": ""}  # the clues of a proof share cells


def _cells(cells: Cells, names: CellNames) -> Word:
    """Name the cells, or count them if there are many."""
    if len(cells) <= (NAMED if names.lettered else NAMED_IN_FULL):
        return names.cells(cells)
    return Word(len(cells), f"{in_words(len(cells))} cells")


def _verdict(cells: Word, mined: bool) -> str:
    return f"{cells:# is a mine|# are mines}" if mined else f"{cells:# is safe|# are safe}"


def _role(event: ev.Deduction) -> str:
    return "mine" if event.mined else "safe"


def _found(event: ev.Deduction) -> tuple[Cells, Mark]:
    return event.cells, Mark.MINED if event.mined else Mark.SAFE


def _reason(event: ev.Counted | ev.Proved) -> Cells:
    return (*event.clues, *event.cells)


def _counted(event: ev.Counted, names: CellNames) -> Sentences:
    clue = names.clue(event.clue, event.number)
    clue = clue[:1].upper() + clue[1:]
    flagged, left = event.number - event.left, in_words(event.left)
    if not event.number:
        first = f"{clue} touches no mine."
    elif not event.mined:
        first = f"{clue} has {in_words(event.number):its mine|both its mines|all its # mines}."
    elif flagged:
        first = f"{clue} has {in_words(flagged):# mine|# mines} and needs {left} more."
    else:
        first = f"{clue} needs {left:# mine|# mines}."
    cells, covered = _cells(event.cells, names), in_words(event.covered)
    end = f"So {_verdict(cells, False)}."
    if event.mined:
        too = ", too" if len(event.cells) < event.covered else ""
        room = f"Only {covered:one cell is|# cells are} left for {left:it|them}"
        if cells.count > NAMED_IN_FULL and not (names.lettered or too):
            cells = Word(cells.count, f"all {covered}")
        end = f"{room}: {_verdict(cells, True)}{too}."
    return Sentence(first, (event.clue,)), Sentence(end, event.cells)


def _subtracted(event: ev.Subtracted, names: CellNames) -> Sentences:
    """Two sets of cells and their difference; without letters, cells are counted."""
    size, others = in_words(len(event.smaller)), len({*event.larger} - {*event.smaller})
    more, new = in_words(others), in_words(len(event.cells))
    both = f"{size:this one|these} and {more:# other|# others}"
    inner, larger = f"{size:# cell|# cells}", tuple(dict.fromkeys((*event.smaller, *event.larger)))
    sides = (
        _holds(event.smaller_clues, event.smaller_mines, event.smaller, names, inner),
        _holds(event.larger_clues, event.larger_mines, larger, names, both),
    )
    mines = in_words(event.smaller_mines)
    if not names.lettered:
        rest = f"{more:that one|both others|all # others}"
        if new.count < others:
            rest = f"{new:the unknown one|the # unknown ones}"
        end = f"So {_verdict(Word(new.count, rest), event.mined)}."
    elif not (event.mined or mines.count):
        end = f"So {_verdict(_cells(event.cells, names), False)}."
    else:
        smaller, result = (_cells(cells, names) for cells in (event.smaller, event.cells))
        end = f"{smaller:holds|hold} {f'only {mines}' if mines.count else 'none'}"
        end = f"{smaller.text[:1].upper()}{smaller.text[1:]} {end}: {_verdict(result, True)}."
        if not event.mined:
            end = f"{mines:That one is|Those # are} in {smaller}: {_verdict(result, False)}."
    return *sides, Sentence(end, (*event.smaller, *event.cells))


def _holds(clues: Cells, mines: int, cells: Cells, names: CellNames, counted: str) -> Sentence:
    """Return the sentence of one side of a comparison: its mines in its cells."""
    many, number = in_words(len(clues)), in_words(mines)
    at = f"{many:The clue at {clues[0]} needs|Together, # clues leave}"
    if names.lettered:
        at = f"{names.cells(clues):# needs|Together, # leave}"
        counted = _cells(cells, names).text
    return Sentence(f"{at} {number:# mine|# mines} {many:in|for} {counted}.", (*clues, *cells))


def _sets_compared(event: ev.Subtracted, s: Snapshot) -> Marks:
    rest = Mark.REST_MINED if event.mined else Mark.REST_SAFE
    return [(event.smaller, Mark.SMALLER), (event.clues, Mark.CLUE), (event.cells, rest)]


def _set_links(event: ev.Subtracted) -> tuple[Link, ...]:
    larger = [Link(clue, cell) for clue in event.larger_clues for cell in event.cells]
    smaller = [Link(clue, cell) for clue in event.smaller_clues for cell in event.smaller]
    return tuple(link for link in [*larger, *smaller] if apart(link.clue, link.cell) == 1)


def _set_numbers(event: ev.Subtracted) -> list[tuple[Cell, int, int]]:
    sides = (
        (event.smaller_clues, event.smaller_mines, len(event.smaller)),
        (event.larger_clues, event.larger_mines, len(event.larger)),
    )
    return [(clues[0], mines, cells) for clues, mines, cells in sides if len(clues) == 1]


def _proved(event: ev.Proved, names: CellNames) -> Sentences:
    proof = event.proof
    if proof is None or not proof.steps:
        clues = _cells(event.clues, names)
        if not names.lettered:
            clues = Word(clues.count, f"{clues:The clue at #|The clues at #}")
            if clues.count > NAMED_IN_FULL:
                clues = Word(clues.count, f"Together, {in_words(clues.count)} clues")
        total = ", with the mines left" if event.uses_total else ""
        first = f"{clues:# decides|# decide}{total}."
        if not event.clues:
            first = "The number of mines left decides."
        end = f"In every layout that fits, {_verdict(_cells(event.cells, names), event.mined)}."
        return Sentence(first, event.clues), Sentence(end, event.cells)
    if len(proof.steps) > STEPS:
        named = (*built_on(proof)[0], *proof.cells, *proof.steps[-1].clues)
        return (Sentence(summary_of(proof, names), named),)
    shown = [cells_named(step) for step in steps_shown(proof)]
    return tuple(map(Sentence, statements(proof, names), shown))


def _proved_briefly(event: ev.Proved, names: CellNames) -> str:
    if event.proof is not None and event.proof.steps:
        return summary_of(event.proof, names)
    return " ".join(sentence.text for sentence in _proved(event, names))


def _proof_marks(event: ev.Proved, s: Snapshot) -> Marks:
    yield event.clues, Mark.CLUE
    for last in event.proof.steps[-1:] if event.proof else ():
        yield cells_compared(last), Mark.SMALLER
        if isinstance(last, Broken | Clash):
            yield last.clues, Mark.VIOLATED
    yield _found(event)


def step_marks(step: Step) -> Marks:
    """Return the marks of one step of a proof."""
    yield cells_compared(step), Mark.SMALLER
    yield step.clues, Mark.VIOLATED if isinstance(step, Broken | Clash) else Mark.CLUE
    if isinstance(step, Suppose):
        yield (step.cell, *step.alike), Mark.TRYING
    yield step.mines, Mark.TRYING if step.depth else Mark.MINED
    yield step.safe, Mark.TRYING if step.depth else Mark.SAFE


def step_links(step: Step) -> tuple[Link, ...]:
    """Return the lines of one step of a proof, from its clues to its cells."""
    if step.depth:
        return ()  # its cells are discs: no line should end in the middle of one
    cells = (*cells_compared(step), *step.mines, *step.safe)
    return tuple(
        Link(clue, cell) for clue in step.clues for cell in cells if apart(clue, cell) == 1
    )


MEANINGS: dict[type, Meaning] = {
    ev.Counted: Meaning(
        *(Kind.DEDUCTION, "COUNT", _counted, _reason),
        role=_role,
        part=cells_inside,
        marks=lambda event, s: [(event.clues, Mark.CLUE), _found(event)],
        links=lambda event: tuple(Link(event.clue, cell) for cell in event.cells),
        numbers=lambda event: [(event.clue, event.left, event.covered)],
    ),
    ev.Subtracted: Meaning(
        *(Kind.DEDUCTION, "TWO CLUES", _subtracted),
        cells=lambda event: (*event.clues, *event.larger),
        role=_role,
        part=cells_inside,
        marks=_sets_compared,
        links=_set_links,
        outlines=lambda event: (
            Outline(event.larger, "search"),
            Outline(event.smaller, "clue_ring"),
        ),
        numbers=_set_numbers,
    ),
    ev.Proved: Meaning(
        *(Kind.DEDUCTION, "PROOF", _proved, _reason),
        caption=_proved_briefly,
        badge_by=lambda event: say(
            f"badge proved by {event.proof.kind if event.proof else 'given'}"
        ),
        role=_role,
        part=cells_inside,
        marks=_proof_marks,
        links=lambda event: chained(event.clues, event.cells),
        keys=NO_LARGER,
    ),
    ev.Reasoned: Meaning(
        *(Kind.STEP, "STEP"),
        lambda event, names: step_sentence(event.step, names, refuted=event.refuted),
        cells=nowhere,
        marks=lambda event, s: step_marks(event.step),
        links=lambda event: step_links(event.step),
        keys=NO_LARGER,
    ),
}
