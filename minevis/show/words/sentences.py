"""The sentences of an event: each with the cells that it speaks of.

A caption says all at once; sentences gather below a picture, one after the other, and the
picture shows the part described so far. Cells are named as in code or, on request, by the
letters that they then bear in the picture.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import singledispatch
from typing import Any

from minevis.core import events as ev
from minevis.core.events import Event
from minevis.core.grid import Cell, Cells
from minevis.core.proofs import Proof, cells_named
from minevis.show.words.captions import caption_of
from minevis.show.words.guess_captions import guess_sentences, review_sentences
from minevis.show.words.proof_captions import built_on, statements, steps_shown, summary
from minevis.show.words.wording import COORDINATES, CellNames, Letters, Word, in_figures

NAMED = 7  # more cells than these are counted, not lettered
STEPS = 16  # of a proof: longer ones get one sentence


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
    """The sentences of an event. `letters` are the names of cells in its sentences, if any.

    >>> Narration((Sentence("A is safe.", ((0, 1),)),), {(0, 1): "A"}).letters[(0, 1)]
    'A'
    """

    sentences: tuple[Sentence, ...]
    letters: Mapping[Cell, str] = field(default_factory=dict)


def sentences_of(event: Event, *, letters: bool = False) -> Narration:
    """The sentences of `event`; with `letters`, cells are A, B, C … in the order they are named.

    >>> event = ev.Counted((2, 2), 1, 1, 1, ((3, 1),), True)
    >>> for sentence in sentences_of(event, letters=True).sentences:
    ...     print(sentence.text)
    A needs one mine.
    Only one cell is left for it: B is a mine.
    """
    if not letters:
        return Narration(_sentences(event, COORDINATES))
    names = Letters()
    return Narration(_sentences(event, names), names.given)


def _cells(cells: Cells, names: CellNames) -> Any:
    """Cells by their names, or counted if they are many."""
    if len(cells) <= NAMED:
        return cells
    return Word(len(cells), names.say("step cells", cells=in_figures(len(cells))))


@singledispatch
def _sentences(event: Any, names: CellNames) -> tuple[Sentence, ...]:
    """By default, an event has its caption as its only sentence."""
    return (Sentence(caption_of(event, names), ()),)


@_sentences.register
def _(event: ev.Counted, names: CellNames) -> tuple[Sentence, ...]:
    clue = names.say("step clue", number=str(event.number), clue=event.clue)
    found = event.number - event.left
    key = "step has" if found and event.mined else "step needs" if event.mined else "step full"
    if not event.number:
        key = "step none"
    counts = {"number": event.number, "found": found, "left": event.left}
    first = Sentence(names.say(key, clue=clue, **counts), (event.clue,))
    known = len(event.cells) < event.covered
    end = "step so safe" if not event.mined else "step so mines too" if known else "step so mines"
    values = {"covered": event.covered, "left": event.left, "cells": _cells(event.cells, names)}
    return first, Sentence(names.say(end, **values), event.cells)


@_sentences.register
def _(event: ev.Subtracted, names: CellNames) -> tuple[Sentence, ...]:
    both = {
        "smaller": _cells(event.smaller, names),
        "mines": event.smaller_mines,
        "cells": _cells(event.cells, names),
    }
    sides = (
        (event.smaller_clues, event.smaller_mines, event.smaller),
        (event.larger_clues, event.larger_mines, event.larger),
    )
    first, second = (
        Sentence(
            names.say("step holds", clues=clues, mines=mines, cells=_cells(cells, names)),
            (*clues, *cells),
        )
        for clues, mines, cells in sides
    )
    key = "step rest mined" if event.mined else "step rest safe"
    if not event.smaller_mines:
        key = "step rest mined, none" if event.mined else "step so safe"
    return first, second, Sentence(names.say(key, **both), (*event.smaller, *event.cells))


@_sentences.register
def _(event: ev.Proved, names: CellNames) -> tuple[Sentence, ...]:
    if event.proof is not None and event.proof.steps:
        return _steps(event.proof, names)
    key = "step together and total" if event.uses_total else "step together"
    if not event.clues:
        key = "step total"
    clues = _cells(event.clues, names)
    first = Sentence(names.say(key, clues=clues), event.clues)
    end = "step fits mines" if event.mined else "step fits safe"
    return first, Sentence(names.say(end, cells=_cells(event.cells, names)), event.cells)


def _steps(proof: Proof, names: CellNames) -> tuple[Sentence, ...]:
    """A sentence for each step; a proof of many steps has one."""
    if len(proof.steps) > STEPS:
        named = (*built_on(proof)[0], *proof.cells, *proof.steps[-1].clues)
        return (Sentence(summary(proof, names), named),)
    texts = statements(proof, names)
    cells = [cells_named(step) for step in steps_shown(proof)]
    return tuple(map(Sentence, texts, cells))


@_sentences.register
def _(event: ev.Guessed, names: CellNames) -> tuple[Sentence, ...]:
    return tuple(Sentence(text, cells) for text, cells in guess_sentences(event, names))


@_sentences.register
def _(event: ev.Reviewed, names: CellNames) -> tuple[Sentence, ...]:
    return tuple(Sentence(text, cells) for text, cells in review_sentences(event, names))


@_sentences.register
def _(event: ev.OddsFound, names: CellNames) -> tuple[Sentence, ...]:
    if event.configurations is None:
        return (Sentence(caption_of(event, names), ()),)
    fit = names.say("step layouts", layouts=event.configurations)
    first = Sentence(fit[:1].upper() + fit[1:], ())
    return first, Sentence(names.say("step share"), event.cells)
