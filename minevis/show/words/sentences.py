"""What an event says, sentence by sentence: each with the cells that it speaks of.

A caption tells all at once; sentences gather below a picture, one after the other, and the
picture shows what has been said so far. Cells are named as in code or, on request, by the
letters that they then bear in the picture.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import singledispatch
from typing import Any

from minevis.core import events as ev
from minevis.core.events import Cell, Cells, Event
from minevis.core.proofs import Proof, cells_named
from minevis.show.words.captions import caption
from minevis.show.words.guess_captions import guess_reason, review_said
from minevis.show.words.language import Language, Word
from minevis.show.words.proof_captions import built_on, statements, steps_told, summary

NAMED = 7  # more cells than these are counted, not lettered
STEPS = 16  # of a proof: longer ones are told in one sentence
LETTERS = "ABCDEFGHKLMNPRSTUVWXYZ"  # none that looks like a number or like another
IN_FULL = 3  # longer runs of letters are told by their ends


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence, and the cells it speaks of.

    >>> Sentence("Cell (0, 1) is safe.", ((0, 1),)).cells
    ((0, 1),)
    """

    text: str
    cells: Cells


@dataclass(frozen=True)
class Narration:
    """What an event says. `letters` are the names of cells in its sentences, if any.

    >>> Narration((Sentence("A is safe.", ((0, 1),)),), {(0, 1): "A"}).letters[(0, 1)]
    'A'
    """

    sentences: tuple[Sentence, ...]
    letters: Mapping[Cell, str] = field(default_factory=dict)


def sentences_of(event: Event, to: Language, *, letters: bool = False) -> Narration:
    """The sentences of `event`; with `letters`, cells are A, B, C … in the order they are named.

    >>> from minevis.show.words.english import ENGLISH
    >>> event = ev.Counted((2, 2), 1, 1, 1, ((3, 1),), True)
    >>> for sentence in sentences_of(event, ENGLISH, letters=True).sentences:
    ...     print(sentence.text)
    A needs one mine.
    Only one cell is left for it: B is a mine.
    """
    if not letters:
        return Narration(_sentences(event, to))
    names: dict[Cell, str] = {}
    said = _sentences(event, lettered(to, names))
    return Narration(said, names)


def lettered(to: Language, names: dict[Cell, str]) -> Language:
    """`to`, naming cells by letters: `names` gets each as it is named for the first time.

    >>> from minevis.show.words.english import ENGLISH
    >>> names = {}
    >>> lettered(ENGLISH, names).cell((3, 1)), names
    ('A', {(3, 1): 'A'})
    """

    def name(cell: Cell) -> str:
        if cell not in names:
            if len(names) == len(LETTERS):
                return str(cell)
            names[cell] = LETTERS[len(names)]
        return names[cell]

    def listing(found: list[str]) -> str:
        at = [LETTERS.find(each) for each in found]
        if len(found) > IN_FULL and at == list(range(at[0], at[0] + len(at))):
            return to.say("from to", first=found[0], last=found[-1])
        return _all_of(found)

    return replace(to, cell=name, listing=listing, sentences={**to.sentences, **to.lettered})


def _all_of(names: list[str]) -> str:
    if len(names) < 2:
        return "".join(names)
    return " and ".join([", ".join(names[:-1]), names[-1]])


def _cells(cells: Cells, to: Language) -> Any:
    """Cells by their names, or counted where they are many."""
    if len(cells) <= NAMED:
        return cells
    return Word(to, len(cells), to.say("step cells", cells=to.count(len(cells))))


@singledispatch
def _sentences(event: Any, to: Language) -> tuple[Sentence, ...]:
    """An event without sentences of its own says its caption."""
    return (Sentence(caption(event, language=to), ()),)


@_sentences.register
def _(event: ev.Counted, to: Language) -> tuple[Sentence, ...]:
    clue = to.say("step clue", number=str(event.number), clue=event.clue)
    found = event.number - event.left
    key = "step has" if found and event.mined else "step needs" if event.mined else "step full"
    if not event.number:
        key = "step none"
    counts = {"number": event.number, "found": found, "left": event.left}
    first = Sentence(to.say(key, clue=clue, **counts), (event.clue,))
    known = len(event.cells) < event.covered
    end = "step so safe" if not event.mined else "step so mines too" if known else "step so mines"
    values = {"covered": event.covered, "left": event.left, "cells": _cells(event.cells, to)}
    return first, Sentence(to.say(end, **values), event.cells)


@_sentences.register
def _(event: ev.Subtracted, to: Language) -> tuple[Sentence, ...]:
    both = {
        "smaller": _cells(event.smaller, to),
        "mines": event.smaller_mines,
        "cells": _cells(event.cells, to),
    }
    sides = (
        (event.smaller_clues, event.smaller_mines, event.smaller),
        (event.larger_clues, event.larger_mines, event.larger),
    )
    first, second = (
        Sentence(
            to.say("step holds", clues=clues, mines=mines, cells=_cells(cells, to)),
            (*clues, *cells),
        )
        for clues, mines, cells in sides
    )
    key = "step rest mined" if event.mined else "step rest safe"
    if not event.smaller_mines:
        key = "step rest mined, none" if event.mined else "step so safe"
    return first, second, Sentence(to.say(key, **both), (*event.smaller, *event.cells))


@_sentences.register
def _(event: ev.Proved, to: Language) -> tuple[Sentence, ...]:
    if event.proof is not None and event.proof.steps:
        return _steps(event.proof, to)
    key = "step together and total" if event.uses_total else "step together"
    if not event.clues:
        key = "step total"
    clues = _cells(event.clues, to)
    first = Sentence(to.say(key, clues=clues), event.clues)
    end = "step fits mines" if event.mined else "step fits safe"
    return first, Sentence(to.say(end, cells=_cells(event.cells, to)), event.cells)


def _steps(proof: Proof, to: Language) -> tuple[Sentence, ...]:
    """A sentence for each step; a proof of many steps is told in one."""
    if len(proof.steps) > STEPS:
        named = (*built_on(proof)[0], *proof.cells, *proof.steps[-1].clues)
        return (Sentence(summary(proof, to), named),)
    said = statements(proof, to)
    cells = [cells_named(step) for step in steps_told(proof)]
    return tuple(map(Sentence, said, cells))


@_sentences.register
def _(event: ev.Guessed, to: Language) -> tuple[Sentence, ...]:
    first = Sentence(to.say("step nothing"), ())
    if event.risk is None:
        return first, Sentence(to.say("step without odds", cell=event.cell), (event.cell,))
    key = "step risk" if event.exact else "step risk estimate"
    risk = Sentence(to.say(key, cell=event.cell, risk=float(event.risk)), (event.cell,))
    why, cells = guess_reason(event, to)
    return (first, risk, Sentence(why, cells)) if why else (first, risk)


@_sentences.register
def _(event: ev.Reviewed, to: Language) -> tuple[Sentence, ...]:
    return tuple(Sentence(text, cells) for text, cells in review_said(event, to))


@_sentences.register
def _(event: ev.OddsFound, to: Language) -> tuple[Sentence, ...]:
    if event.configurations is None:
        return (Sentence(caption(event, language=to), ()),)
    fit = to.say("step layouts", layouts=event.configurations)
    first = Sentence(fit[:1].upper() + fit[1:], ())
    return first, Sentence(to.say("step share"), event.cells)
