"""The content of one frame of a fixed format, before it is drawn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

import numpy as np

from minevis.core import events as ev
from minevis.core.events import Event
from minevis.core.grid import Cell, Cells, mask_of
from minevis.core.position import ViewCode
from minevis.core.proofs import ENDS, Cases, MinesLeft, Step, Suppose, WrongTotal
from minevis.core.record import Record
from minevis.core.snapshot import Snapshot
from minevis.show.frame.cards import Lines, lines_of
from minevis.show.frame.page import Page
from minevis.show.frame.scene import Group, badge_colour, counter_parts, skipped_note
from minevis.show.panels.cell_marks import known_marks, mark_step, marks_of, put
from minevis.show.panels.panels import Layer, board, camera_layer, remainders
from minevis.show.tiles.atlas import Mark, Tile
from minevis.show.tiles.theme import Colour
from minevis.show.words.captions import badge
from minevis.show.words.proof_captions import steps_shown
from minevis.show.words.sentences import Narration, sentences_of

A_MINE, NO_MINE = Tile.SUPPOSED + 11, Tile.SUPPOSED + 1
NUMBERED = (ev.Counted, ev.Subtracted)  # events about the rest of a clue


@dataclass(frozen=True, eq=False)
class CameraScene:
    """One frame. `spoken` (bool [H, W]) marks the cells in question, None if nothing is paled."""

    layer: Layer
    map: np.ndarray  # uint16 [H, W]: pictures
    badge: tuple[str, Colour]  # without words there is no badge
    counters: tuple[str, ...]
    sentences: tuple[str, ...] = ()
    named: tuple[Cells, ...] = ()  # the cells that each of them speaks of
    coming: tuple[str, ...] = ()  # sentences that the same event has yet to say
    gathering: bool = True  # whether the sentences have been said one after the other
    spoken: np.ndarray | None = None
    letters: Mapping[Cell, str] = field(default_factory=dict)
    numbers: Mapping[Cell, tuple[int, int]] = field(default_factory=dict)


def camera_scene_of(
    s: Snapshot,
    plan: Page,
    *,
    step: int | None = None,
    skipped: int = 0,
    group: Group | None = None,
    letters: bool | Mapping[Cell, str] | None = None,
) -> CameraScene:
    """The moment of a snapshot, with its sentences up to number `step`; `skipped` steps were
    left out before it, and `group` are the events that are described together with it.

    In a search, `letters` are those of its boxes.
    """
    assert s.event is not None
    if group is not None:
        return _of_a_group(s, plan, group)
    letters = plan.labels == "letters" if letters is None else letters
    narration = sentences_of(s.event, letters=letters)
    so_far = narration.sentences if step is None else narration.sentences[: step + 1]
    spoken = _spoken_cells(s, narration, len(so_far))
    whole = len(so_far) == len(narration.sentences)
    layer = _so_far(camera_layer(plan.panels[0], s, decided=whole), s, narration, len(so_far))
    texts = [sentence.text for sentence in so_far]
    if skipped:
        texts[-1] += f" {skipped_note(skipped)}"
    return CameraScene(
        layer=layer,
        map=board(s).pictures,
        badge=(badge(s.event), badge_colour(s.event, plan.theme)),
        counters=counter_parts(s),
        sentences=tuple(texts),
        named=tuple(sentence.cells for sentence in so_far),
        coming=tuple(sentence.text for sentence in narration.sentences[len(so_far) :]),
        spoken=spoken,
        letters=_named(narration, len(so_far)),
        numbers=_numbers(s, layer),
    )


def _so_far(layer: Layer, s: Snapshot, narration: Narration, count: int) -> Layer:
    """The layer after `count` sentences: deductions of later ones are not marked yet, known cells
    before it all the time."""
    steps = _steps_shown(s.event, narration)
    if steps:
        layer = replace(layer, pictures=with_suppositions(layer.pictures, steps[:count]))
    if any(isinstance(step, Suppose) for step in steps):
        layer = replace(layer, links=())  # a chain is shown step by step: no lines across it
    if count == len(narration.sentences):
        return replace(layer, marks=_concluded(layer.marks, steps))
    proved = mask_of(s.subject, s.shape)
    drawn = np.where(proved, 0, known_marks(s)).astype(np.uint8)
    if steps:
        for step in steps[:count]:
            put(drawn, step.clues, Mark.CLUE)
        mark_step(steps[count - 1], drawn)
        return replace(layer, marks=drawn, links=(), outlines=())
    spoken = mask_of((cell for each in narration.sentences[:count] for cell in each.cells), s.shape)
    return replace(layer, marks=np.where(spoken & ~proved, layer.marks, drawn), links=())


def _concluded(marks: np.ndarray, steps: Sequence[Step]) -> np.ndarray:
    """The marks of a proof, with all cells that its last step settles."""
    drawn = marks.copy()
    for step in steps[-1:]:
        if not step.depth:
            put(drawn, step.mines, Mark.MINED)
            put(drawn, step.safe, Mark.SAFE)
    return drawn


def _steps_shown(event: Event | None, narration: Narration) -> tuple[Step, ...]:
    """The steps of a proof that has a sentence for each of them."""
    if not isinstance(event, ev.Proved) or event.proof is None:
        return ()
    steps = steps_shown(event.proof)
    return steps if len(steps) == len(narration.sentences) else ()


def with_suppositions(pictures: np.ndarray, steps: Sequence[Step]) -> np.ndarray:
    """Cells as the steps suppose them: a full disc for a mine, otherwise an empty one.

    A refuted supposition is covered again; those made with it stay until the next step.
    """
    levels = [pictures.copy()]  # the board, and under each supposition that stands
    standing: list[Suppose] = []
    for step in steps:
        levels = levels[: step.depth + 1]
        if isinstance(step, Suppose):
            standing = [*standing[: step.depth - 1], step]
            levels = [*levels[: step.depth], levels[-1].copy()]
            put(levels[-1], (step.cell,), A_MINE if step.mined else NO_MINE)
        elif isinstance(step, ENDS) and standing:
            _refute(levels, pictures, standing.pop())
        elif step.depth:
            put(levels[-1], step.mines, A_MINE)
            put(levels[-1], step.safe, NO_MINE)
    return levels[-1]


def _refute(levels: list[np.ndarray], pictures: np.ndarray, refuted: Suppose) -> None:
    """Undo a refuted supposition; within another one, it becomes the opposite."""
    cells = (refuted.cell, *refuted.alike)
    rows, cols = np.array(cells).T
    levels[-1][rows, cols] = pictures[rows, cols]
    if refuted.depth > 1:
        opposite = NO_MINE if refuted.mined else A_MINE
        for level in levels[refuted.depth - 1 :]:
            put(level, cells, opposite)


def with_card(moment: CameraScene, name: str, trace: Record, plan: Page) -> CameraScene:
    """A moment that opens or closes a film: its sentences are those of a card."""
    lines = lines_of(name, trace, plan.theme)
    if name == "title":  # a picture of a later moment, not described yet
        moment = replace(moment, badge=("", moment.badge[1]), counters=())
    # The title has shown the other lines.
    card_lines = lines if name == "title" else [*lines[:-2], lines[-1]]
    return replace(moment, sentences=_texts(card_lines), named=(), letters={}, gathering=False)


def without_words(moment: CameraScene, words: tuple[str, ...] = ()) -> CameraScene:
    """A moment without its sentences and the letters of their cells, with other `words`."""
    return replace(moment, sentences=words, named=(), coming=(), letters={}, gathering=False)


def _texts(lines: Lines) -> tuple[str, ...]:
    return tuple(text for text, *_ in lines)


def _of_a_group(s: Snapshot, plan: Page, group: Group) -> CameraScene:
    """The moment of several events, one of a chain with one caption."""
    marks = marks_of(s, group.events)
    layer = camera_layer(plan.panels[0], s)
    known = np.where(marks > 0, marks, known_marks(s))
    return CameraScene(
        layer=replace(layer, marks=known, links=(), outlines=()),
        map=board(s).pictures,
        badge=(group.badge(), plan.theme.deduction),
        counters=counter_parts(s),
        sentences=(group.caption,),
        spoken=marks > 0,
    )


def _named(narration: Narration, count: int) -> dict[Cell, str]:
    """The letters of cells that have been spoken of."""
    if count == len(narration.sentences):
        return dict(narration.letters)
    cells = {cell for sentence in narration.sentences[:count] for cell in sentence.cells}
    return {cell: letter for cell, letter in narration.letters.items() if cell in cells}


def _spoken_cells(s: Snapshot, narration: Narration, count: int) -> np.ndarray | None:
    """The cells spoken of so far, and the mines next to a clue that counts them."""
    shown = narration.sentences[:count]
    cells: Cells = tuple(cell for sentence in shown for cell in sentence.cells)
    if isinstance(s.event, ev.Guessed):
        if not cells and count < len(narration.sentences):
            return None  # that nothing is safe speaks of all cells
        cells = (*cells, s.event.cell, *s.event.candidates, *s.event.clues, *_compared(s.event))
    elif not isinstance(s.event, ev.Deduction):
        return None
    near = [_mines_beside(s, clue) for clue in _counted_at(s.event, narration, count)]
    return mask_of((*cells, *chain.from_iterable(near)), s.shape)


def _counted_at(event: Event | None, narration: Narration, count: int) -> Cells:
    """The clues whose needs have been stated."""
    if isinstance(event, ev.Counted):
        return (event.clue,)
    some = _steps_shown(event, narration)[:count]
    sums = (MinesLeft, WrongTotal, Cases)
    return tuple(clue for step in some if not isinstance(step, sums) for clue in step.clues)


def _compared(event: ev.Guessed) -> Cells:
    return tuple(option.cell for option in event.options)


def _mines_beside(s: Snapshot, clue: Cell) -> Cells:
    """Mines found around a clue, without those that it has just proved."""
    rows = range(max(clue[0] - 1, 0), min(clue[0] + 2, s.shape[0]))
    cols = range(max(clue[1] - 1, 0), min(clue[1] + 2, s.shape[1]))
    found = (s.view == ViewCode.FLAGGED) | s.mined
    return tuple((r, c) for r in rows for c in cols if found[r, c] and (r, c) not in s.subject)


def _numbers(s: Snapshot, layer: Layer) -> dict[Cell, tuple[int, int]]:
    """Mines and covered cells left next to the clues that a rule speaks of."""
    if not isinstance(s.event, NUMBERED):
        return {}
    left, room = remainders(s)
    rows, cols = np.nonzero(layer.marks == Mark.CLUE)
    at = zip(rows.tolist(), cols.tolist(), strict=True)
    return {cell: (int(left[cell]), int(room[cell])) for cell in at}
