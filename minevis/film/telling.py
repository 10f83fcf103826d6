"""How a moment is told: its scene, with the marks and words of the sentences said so far."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from minevis.game.grid import Cell, Cells, dilate, mask_of, neighbour_counts
from minevis.game.position import ViewCode
from minevis.render.cell_marks import known_marks, marks_of, put, put_all
from minevis.render.page import Page
from minevis.render.panels import (
    Layer,
    Panel,
    board,
    board_with_odds,
    drawn_panel,
    panel,
    panel_of_chances,
    remainders,
)
from minevis.render.scene import A_MINE, NO_MINE, Drawn, Scene
from minevis.render.tiles.atlas import Mark, Tile, constraint_tiles, without_numbers
from minevis.solver import events as ev
from minevis.solver.events import Event
from minevis.solver.proofs.steps import ENDS, Cases, MinesLeft, Step, Suppose, WrongTotal
from minevis.trace.snapshot import Snapshot
from minevis.utils.formatting import big_number, percent, quantity
from minevis.words.captions import Narration, caption, sentences_of
from minevis.words.events import MEANINGS, badge, badge_role, kind, meaning_of
from minevis.words.events.deductions import step_marks
from minevis.words.events.meaning import Kind, Sentence
from minevis.words.proof_captions import steps_shown
from minevis.words.wording import in_figures

RINGS = {  # their colours
    "safe": (Mark.SAFE, Mark.KNOWN_SAFE, Mark.REST_SAFE, Mark.COMPLETE),
    "mine": (Mark.MINED, Mark.KNOWN_MINED, Mark.REST_MINED, Mark.VIOLATED),
    "clue_ring": (Mark.CLUE,),
    "search": (Mark.TRYING,),
    "guess": (Mark.GUESS,),
    "ink": (Mark.CANDIDATE, Mark.CLICK),
}
MOST_COLOURS = 3  # of rings at a time


@dataclass(frozen=True)
class Group:
    """Events described together, and the caption of the chain that they belong to."""

    events: tuple[Event, ...]
    caption: str
    part: bool = False  # of the board

    def badge(self) -> str:
        """Its label: that of its search or deductions, otherwise that of opening."""
        if kind(self.events[-1]) is Kind.SEARCH:
            return badge(self.events[-1])
        deductions = [event for event in self.events if isinstance(event, ev.Deduction)]
        if deductions and not self.part:
            return badge(deductions[-1])
        return MEANINGS[ev.Counted if deductions else ev.Opened].badge


def scene_of(
    s: Snapshot,
    page: Page,
    *,
    drawn: Mapping[Panel, Drawn] | None = None,
    step: int | None = None,
    skipped: int = 0,
    group: Group | None = None,
    odds_told: bool = True,
    settled: bool | None = None,
    named: Mapping[Cell, str] | None = None,
) -> Scene:
    """Return the scene of a snapshot, with its sentences up to number `step`.

    `drawn` are the panels that have drawn themselves; `skipped` steps were left out before it,
    and `group` are the events that are described together with it. Without `odds_told`, chances of
    0 and 100 % are shown only of cells that a sentence has proven. The numbers of constraints count
    what the event settles only once it is `settled`; before (False) the odds wait too. Cells that
    were spoken of are `named` already.
    """
    if s.event is None or not page.text.width:
        return Scene(_layers(s, page, drawn or {}))
    in_tree = (drawing.letters for drawing in (drawn or {}).values() if page.labels == "letters")
    given = next((letters for letters in in_tree if letters is not None), named)
    told = Narration((Sentence(group.caption if group else caption(s.event), ()),), given or {})
    if page.format and not group:
        told = sentences_of(s.event, letters=page.labels == "letters" if given is None else given)
    if group:
        s = replace(s, together=group.events)
    so_far = told.sentences if step is None else told.sentences[: step + 1]
    whole = len(so_far) == len(told.sentences)
    s = replace(s, settled=bool(settled))
    s = _without_untold_odds(s, told, len(so_far), odds_told=odds_told, settled=settled)
    layers = _layers(s, page, drawn or {}, decided=whole)
    texts = [sentence.text for sentence in so_far]
    if skipped and not group:  # the caption of a group counts
        texts[-1] += f" {skipped_note(skipped)}"
    scene = Scene(
        layers=layers,
        badge=(badge(s.event), getattr(page.theme, badge_role(s.event))),
        counters=counter_parts(s if whole else _before_guess(s)),
        sentences=tuple(texts),
        map=board(s).pictures,
    )
    if group and kind(s.event) is not Kind.SEARCH:
        marks = marks_of(s, group.events)
        known = np.where(marks > 0, marks, known_marks(s))
        scene = scene.redrawn(lambda layer: replace(layer, marks=known, links=(), outlines=()))
        label = (group.badge(), page.theme.deduction)
        numbers = _numbers(s, scene.board) if page.format else {}
        return replace(scene, badge=label, spoken=marks > 0, numbers=numbers)
    if not page.format:
        return scene
    scene = scene.redrawn(lambda layer: _calm(_so_far(layer, s, told, len(so_far))))
    return replace(
        scene,
        named=tuple(sentence.cells for sentence in so_far),
        coming=tuple(sentence.text for sentence in told.sentences[len(so_far) :]),
        spoken=_spoken_cells(s, told, len(so_far)),
        letters=_letters(told, len(so_far)),
        numbers=_numbers(_supposed_before(s, told, len(so_far)), scene.board),
    )


def _layers(
    s: Snapshot, page: Page, drawn: Mapping[Panel, Drawn], *, decided: bool = True
) -> tuple[Layer | Drawn, ...]:
    searched = next((drawing.cells for drawing in drawn.values() if drawing.cells), ())
    panels = page.panels
    if page.format and "probability" not in panels:
        panels = ("board",)  # the rest comes and goes
    return tuple(
        drawn[name] if name in drawn else layer_of(name, s, panels, searched, decided=decided)
        for name in page.panels
        if name in drawn or not drawn_panel(name)
    )


def layer_of(
    which: Panel,
    s: Snapshot,
    panels: tuple[Panel, ...],
    searched: Cells = (),
    *,
    decided: bool = True,
) -> Layer:
    """Return the layer of the panel `which` among `panels`.

    A board shows the chances that no other panel shows: for a guess the measure that has
    `decided`, or the odds before that.
    """
    alone = panels == ("board",) or ("tree" in panels and "probability" not in panels)
    evidence = "" if s.event is None else panel_of_chances(s.event)
    if evidence == "guess" and not decided:
        evidence = "probability"
    missing = evidence not in ("", "probability", *panels) and "probability" in panels
    if which == "board" and (alone or missing):
        return board_with_odds(s, searched, decided=decided)
    return panel(which)(s)


def _so_far(layer: Layer, s: Snapshot, narration: Narration, count: int) -> Layer:
    """The layer after `count` sentences: deductions of later ones are not marked yet, known cells
    before it all the time."""
    steps = _steps_shown(s.event, narration)
    if steps:
        pictures = _recounted(layer.pictures, _supposed_before(s, narration, count))
        layer = replace(layer, pictures=with_suppositions(pictures, steps[:count]))
    if any(isinstance(step, Suppose) for step in steps):
        layer = replace(layer, links=())  # a chain is shown step by step: no lines across it
    if count == len(narration.sentences):
        drawn = layer.marks.copy()
        if steps and not steps[-1].depth:  # all cells that the last step settles
            put(drawn, steps[-1].mines, Mark.MINED)
            put(drawn, steps[-1].safe, Mark.SAFE)
        return replace(layer, marks=drawn)
    proved = mask_of(s.subject, s.shape)
    drawn = np.where(proved, 0, known_marks(s)).astype(np.uint8)
    if steps:
        for step in steps[:count]:
            put(drawn, step.clues, Mark.CLUE)
        put_all(drawn, step_marks(steps[count - 1]))
        return replace(layer, marks=drawn, links=(), outlines=())
    spoken = mask_of((cell for said in narration.sentences[:count] for cell in said.cells), s.shape)
    drawn = np.where(spoken & ~proved, layer.marks, drawn)
    unsaid = ~spoken & (layer.marks > 0) & (neighbour_counts(s.view >= 0) == 0)
    pictures = np.where(unsaid, without_numbers(layer.pictures), layer.pictures)
    return replace(layer, pictures=pictures.astype(np.uint16), marks=drawn, links=())


def ring_colours(layer: Layer) -> set[str]:
    """Return the colours of the rings and outlines of a layer, by their names in a theme."""
    colours = {colour for colour, marks in RINGS.items() if np.isin(layer.marks, marks).any()}
    return colours | {outline.role for outline in layer.outlines}


def _calm(layer: Layer) -> Layer:
    """The layer without the rings of cells known before, if there are too many colours."""
    if len(ring_colours(layer)) <= MOST_COLOURS:
        return layer
    known = np.isin(layer.marks, (Mark.KNOWN_SAFE, Mark.KNOWN_MINED))
    return replace(layer, marks=np.where(known, 0, layer.marks).astype(np.uint8))


def _steps_shown(event: Event | None, narration: Narration) -> tuple[Step, ...]:
    """Return the steps of a proof with a sentence per step."""
    if not isinstance(event, ev.Proved) or event.proof is None:
        return ()
    steps = steps_shown(event.proof)
    return steps if len(steps) == len(narration.sentences) else ()


def with_suppositions(pictures: np.ndarray, steps: Sequence[Step]) -> np.ndarray:
    """Cells as the steps suppose them: a full disc for a mine, otherwise an empty one.

    A refuted supposition is covered again. Suppositions made with it stay until the next step.
    """
    levels = [pictures.copy()]  # the board, and under every active supposition
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


def _supposed_before(s: Snapshot, narration: Narration, count: int) -> Snapshot:
    """The snapshot with the suppositions and finds of a proof before its `count`-th sentence."""
    steps = _steps_shown(s.event, narration)[: max(count - 1, 0)]
    if not steps or s.settled:
        return s
    tried = with_suppositions(np.full(s.shape, Tile.COVERED, np.uint16), steps)
    for step in steps:
        if not step.depth:
            put(tried, step.mines, A_MINE)
            put(tried, step.safe, NO_MINE)
    trial = np.where(tried == Tile.COVERED, 0, tried.astype(np.int64) - Tile.SUPPOSED)
    return replace(s, trial=trial.astype(np.int8))


def _recounted(pictures: np.ndarray, s: Snapshot) -> np.ndarray:
    """Pictures (uint16 [H, W]) with the two numbers of constraints as in another snapshot."""
    at = (pictures >= Tile.CONSTRAINT) & (pictures < Tile.MINE_CHANCE)
    if not at.any():
        return pictures
    pictures, (left, room) = pictures.copy(), remainders(s)
    pictures[at] = constraint_tiles(left[at], room[at])
    return pictures


def _without_untold_odds(
    s: Snapshot, narration: Narration, count: int, *, odds_told: bool, settled: bool | None
) -> Snapshot:
    """The snapshot without chances of 0 and 1 that no sentence has proven so far."""
    whole = count == len(narration.sentences)
    waits = (
        isinstance(s.event, ev.Deduction)
        and not s.together
        and not (whole and settled is not False)
    )
    if s.event is not None and meaning_of(s.event).with_odds:
        odds_told = whole or not isinstance(s.event, ev.OddsFound)
    coming = (cell for sentence in narration.sentences[count:] for cell in sentence.cells)
    hidden = mask_of(coming, s.shape)
    if not odds_told:
        hidden[:] = True
    hidden &= ~(s.safe | s.mined)
    if waits:
        hidden |= mask_of(s.subject, s.shape)
        s = replace(s, safe=s.safe & ~hidden, mined=s.mined & ~hidden)
    untold = hidden & np.isin(s.probability, (0.0, 1.0)) & (s.view == ViewCode.COVERED)
    return replace(s, probability=np.where(untold, np.nan, s.probability)) if untold.any() else s


def _refute(levels: list[np.ndarray], pictures: np.ndarray, refuted: Suppose) -> None:
    """Undo a refuted supposition. A nested one becomes its opposite."""
    cells = (refuted.cell, *refuted.alike)
    rows, cols = np.array(cells).T
    levels[-1][rows, cols] = pictures[rows, cols]
    if refuted.depth > 1:
        opposite = NO_MINE if refuted.mined else A_MINE
        for level in levels[refuted.depth - 1 :]:
            put(level, cells, opposite)


def _letters(narration: Narration, count: int) -> dict[Cell, str]:
    """The letters of cells that have been spoken of."""
    cells = {cell for sentence in narration.sentences[:count] for cell in sentence.cells}
    if count == len(narration.sentences) and not cells:
        return dict(narration.letters)
    return {cell: letter for cell, letter in narration.letters.items() if cell in cells}


def _spoken_cells(s: Snapshot, narration: Narration, count: int) -> np.ndarray | None:
    """Return the cells mentioned up to here, and the mines found next to a clue that counts."""
    shown = narration.sentences[:count]
    cells: Cells = tuple(cell for sentence in shown for cell in sentence.cells)
    if isinstance(s.event, ev.Guessed):
        if not cells and count < len(narration.sentences):
            return None  # "nothing is safe" is about all cells
        options = (option.cell for option in s.event.options)
        cells = (*cells, s.event.cell, *s.event.candidates, *s.event.clues, *options)
    elif not isinstance(s.event, ev.Deduction):
        return None
    near = dilate(mask_of(_counted_at(s.event, narration, count), s.shape))
    mines = near & ((s.view == ViewCode.FLAGGED) | s.mined) & ~mask_of(s.subject, s.shape)
    return mask_of(cells, s.shape) | mines


def _counted_at(event: Event | None, narration: Narration, count: int) -> Cells:
    """The clues whose needs have been stated."""
    if isinstance(event, ev.Counted):
        return (event.clue,)
    some = _steps_shown(event, narration)[:count]
    sums = (MinesLeft, WrongTotal, Cases)
    return tuple(clue for step in some if not isinstance(step, sums) for clue in step.clues)


def _numbers(s: Snapshot, layer: Layer) -> dict[Cell, tuple[int, int]]:
    """Mines and covered cells left next to the ringed clues."""
    rows, cols = np.nonzero(np.isin(layer.marks, (Mark.CLUE, Mark.VIOLATED)))
    left, room = remainders(s)
    at = zip(rows.tolist(), cols.tolist(), strict=True)
    return {cell: (int(left[cell]), int(room[cell])) for cell in at}


def in_component(event: Event) -> bool:
    """Whether a component is being searched."""
    return kind(event) is Kind.SEARCH and meaning_of(event).cells is not None


def counter_lines(s: Snapshot) -> tuple[str, str]:
    """The counters next to the caption: mines, guesses, risk; below, configurations or layouts."""
    *parts, configurations = counter_parts(s)
    return "  ·  ".join(parts), configurations


def skipped_note(steps: int) -> str:
    """Return the note about steps left out before a frame."""
    return f"({quantity(steps, 'step')} skipped.)"


def counter_parts(s: Snapshot) -> tuple[str, ...]:
    """Clock if there is one, mines left, guesses of a game, risk if any, last the finds."""
    flags = int((s.view == ViewCode.FLAGGED).sum())  # an explosion finds no mine
    parts = [f"mines left {0 if s.cleared else big_number(s.mines - flags)}"]
    if s.moves or s.guesses:  # a position has no guesses
        parts.append(f"guesses {s.guesses}")
    if s.guesses:
        parts.append(f"risk so far {percent(s.risk)}")
    if s.seconds is not None:
        parts.insert(0, f"{s.seconds:.1f} s")
    return (*parts, _found(s))


def _before_guess(s: Snapshot) -> Snapshot:
    """The snapshot with the guesses and the risk before its guess is announced."""
    if not isinstance(s.event, ev.Guessed):
        return s
    survives = 1.0 - (s.event.risk or 0.0)
    return replace(s, guesses=s.guesses - 1, survival=s.survival / survives if survives else 1.0)


def _found(s: Snapshot) -> str:
    """The configurations of a search, or how many layouts fit, if that is known."""
    if s.event is not None and in_component(s.event):
        return f"{quantity(s.configurations_found, 'configuration')} found"
    if s.configurations is not None and not isinstance(s.event, ev.Exploded | ev.Finished):
        return f"{in_figures(s.configurations):# layout fits|# layouts fit}"
    return ""
