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
from minevis.show.words.wording import COORDINATES, CellNames, Letters, Word, in_figures, in_words

NAMED = 7  # more cells than these are counted, not lettered
STEPS = 16  # of a proof: longer ones get one sentence


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence, and the cells it speaks of."""

    text: str
    cells: Cells


@dataclass(frozen=True)
class Narration:
    """The sentences of an event. `letters` are the names of cells in its sentences, if any."""

    sentences: tuple[Sentence, ...]
    letters: Mapping[Cell, str] = field(default_factory=dict)


def sentences_of(event: Event, *, letters: bool | Mapping[Cell, str] = False) -> Narration:
    """The sentences of `event`; with `letters`, cells are A, B, C … in the order they are named.

    Cells may have `letters` already, as in a search.
    """
    if not letters:
        return Narration(_sentences(event, COORDINATES))
    names = Letters(letters) if isinstance(letters, Mapping) else Letters()
    return Narration(_sentences(event, names), names.given)


def _cells(cells: Cells, names: CellNames) -> Word:
    """Cells by their names, or counted if they are many."""
    if len(cells) <= NAMED:
        return names.cells(cells)
    return Word(len(cells), f"{in_figures(len(cells)):# cell|# cells}")


@singledispatch
def _sentences(event: Any, names: CellNames) -> tuple[Sentence, ...]:
    """By default, an event has its caption as its only sentence."""
    return (Sentence(caption_of(event, names), ()),)


@_sentences.register
def _(event: ev.Counted, names: CellNames) -> tuple[Sentence, ...]:
    clue = names.cell(event.clue)
    if not names.lettered:
        clue = f"The {event.number} at {clue}"
    found, left = event.number - event.left, in_words(event.left)
    if not event.number:
        first = f"{clue} touches no mine."
    elif not event.mined:
        first = f"{clue} has {in_words(event.number):its mine|both its mines|all its # mines}."
    elif found:
        first = f"{clue} has {in_words(found):# mine|# mines} and needs {left} more."
    else:
        first = f"{clue} needs {left:# mine|# mines}."
    cells, covered = _cells(event.cells, names), in_words(event.covered)
    end = _safe(cells)
    if event.mined:
        too = ", too" if len(event.cells) < event.covered else ""
        room = f"Only {covered:one cell is|# cells are} left for {left:it|them}"
        end = f"{room}: {cells:# is a mine|# are mines}{too}."
    return Sentence(first, (event.clue,)), Sentence(end, event.cells)


def _safe(cells: Word) -> str:
    return f"So {cells:# is safe|# are safe}."


@_sentences.register
def _(event: ev.Subtracted, names: CellNames) -> tuple[Sentence, ...]:
    first = _holds(event.smaller_clues, event.smaller_mines, event.smaller, names)
    second = _holds(event.larger_clues, event.larger_mines, event.larger, names)
    smaller, mines = _cells(event.smaller, names), in_words(event.smaller_mines)
    new = _cells(event.cells, names)
    end = f"{mines:That one is|Those # are} in {smaller}: {new:# is safe|# are safe}."
    if event.mined:
        end = f"{smaller} {smaller:holds|hold} only {mines}: {new:# is a mine|# are mines}."
    if not event.smaller_mines:
        end = f"{smaller:# holds|# hold} none: {new:# is a mine|# are mines}."
        end = end if event.mined else _safe(new)
    return first, second, Sentence(end, (*event.smaller, *event.cells))


def _holds(clues: Cells, mines: int, cells: Cells, names: CellNames) -> Sentence:
    """The sentence of one side of a comparison: as many mines in these cells."""
    named, count, inside = names.cells(clues), in_words(mines), _cells(cells, names)
    text = f"{named:The clue at # needs|Together, the clues at # leave}"
    if names.lettered:
        text = f"{named:# needs|Together, # leave}"
    text = f"{text} {count:# mine|# mines} {named:in|for} {inside}."
    return Sentence(text, (*clues, *cells))


@_sentences.register
def _(event: ev.Proved, names: CellNames) -> tuple[Sentence, ...]:
    if event.proof is not None and event.proof.steps:
        return _steps(event.proof, names)
    clues = _cells(event.clues, names)
    at = clues.text if names.lettered else f"{clues:The clue at #|The clues at #}"
    if not event.clues:
        first = "The number of mines left decides."
    elif event.uses_total:
        first = f"{at} and the mines left decide{' it' if names.lettered else ''}."
    else:
        verb = f"{clues:decides|decide together}"
        if names.lettered:
            verb = f"{clues:decides it|decide it together}"
        first = f"{at} {verb}."
    cells = _cells(event.cells, names)
    end = f"Whatever fits, {cells:# is a mine|# are mines}."
    if not event.mined:
        end = f"Whatever fits, {cells:# is safe|# are safe}."
    return Sentence(first, event.clues), Sentence(end, event.cells)


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
    fit = f"{in_words(event.configurations):# layout fits|# layouts fit} all the clues."
    share = "Each number: in how many of a hundred there is a mine."
    return Sentence(fit[:1].upper() + fit[1:], ()), Sentence(share, event.cells)
