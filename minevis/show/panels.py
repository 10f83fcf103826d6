"""From a snapshot to what each panel shows: one picture and one mark a cell."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import singledispatch
from types import MappingProxyType
from typing import Any

import numpy as np

from minevis import events as ev
from minevis.events import Cells
from minevis.grid import block_sums, mask_of, neighbour_counts
from minevis.show import tiles
from minevis.show.kinds import Kind, kind
from minevis.show.reasons import Link, Outline, links, outlines
from minevis.show.regions import components_seen, tints_of
from minevis.show.tiles import Mark
from minevis.snapshot import COVERED, EXPLODED, FLAGGED, Snapshot

# Pictures of view codes -3 … 8, at place code + 3.
VIEW_PICTURES = np.array(
    [tiles.EXPLODED, tiles.FLAG, tiles.COVERED, *range(tiles.OPENED, tiles.OPENED + 9)], np.uint16
)
PALE_PICTURES = np.array(
    [tiles.EXPLODED, tiles.FLAG, tiles.COVERED, *range(tiles.PALE, tiles.PALE + 9)], np.uint16
)


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """What one panel shows: indices of `minevis.show.tiles`."""

    pictures: np.ndarray  # uint16 [H, W]
    marks: np.ndarray  # uint8 [H, W], values of Mark
    title: str
    subtitle: str = ""
    links: tuple[Link, ...] = ()  # lines over the cells: reasons
    outlines: tuple[Outline, ...] = ()  # lines around sets of cells


def board(s: Snapshot) -> Layer:
    """The board as the player sees it, and the trials of a search going on."""
    pictures = _with_trials(_seen(s, VIEW_PICTURES), s)
    return Layer(pictures, marks(s), "Board", "", *_reasons(s))


def constraints(s: Snapshot) -> Layer:
    """Each clue with something left as two numbers: mines left and covered cells left.

    What is flagged, exploded or proven counts as found, and so does what a search
    supposes: that is how a clue gets violated. A clue that an event speaks of shows
    the numbers of that event.
    """
    left, room = remainders(s)
    pictures = _seen(s, VIEW_PICTURES)
    opened = s.view >= 0
    pictures[opened] = tiles.OPENED
    told = opened & ((room > 0) | (left != 0))
    pictures[told] = tiles.pair(left[told], room[told])
    subtitle = "mines left ⌜ ⌟ covered left"
    return Layer(_with_trials(pictures, s), marks(s), "Constraints", subtitle, *_reasons(s))


def _reasons(s: Snapshot) -> tuple[tuple[Link, ...], tuple[Outline, ...]]:
    return links(s.event), outlines(s.event)


def remainders(s: Snapshot) -> tuple[np.ndarray, np.ndarray]:
    """Mines left and covered cells left around each cell: two int64 [H, W].

    The first has a meaning only where the cell is an opened clue. What a deduction
    has just proven does not count yet, so that the numbers still show why it is so.
    """
    news = mask_of(s.subject, s.shape) if isinstance(s.event, ev.Deduction) else False
    covered, tried = s.view == COVERED, s.trial > 0
    mined, safe = (known & covered & ~tried & ~news for known in (s.mined, s.safe))
    marked = (s.view == FLAGGED) | (s.view == EXPLODED) | mined
    left = s.view.astype(np.int64) - neighbour_counts(marked)
    room = neighbour_counts(covered & ~tried & ~mined & ~safe).astype(np.int64)
    if tried.any():  # n mines in a box of k are n/k a cell: a clue sees all of a box or nothing
        supposed, boxed = np.divmod(s.trial.astype(np.int64), 10)
        left -= np.rint(block_sums(supposed / np.maximum(boxed, 1))).astype(np.int64)
    for clue, mines, cells in _numbers_told(s.event):
        left[clue], room[clue] = mines, cells
    return left, room


def _numbers_told(event: ev.Event | None) -> list[tuple[ev.Cell, int, int]]:
    """Clues of which a rule tells the numbers: rules fire in waves, and saw the board before."""
    if isinstance(event, ev.Counted):
        return [(event.clue, event.left, event.covered)]
    if not isinstance(event, ev.Subtracted):
        return []
    sides = (
        (event.smaller_clues, event.smaller_mines, len(event.smaller)),
        (event.larger_clues, event.larger_mines, len(event.larger)),
    )
    return [(clues[0], mines, cells) for clues, mines, cells in sides if len(clues) == 1]


def probability(s: Snapshot) -> Layer:
    """The chance of a mine in percent, on heat from blue (safe) to red; clues are paled."""
    return _chances(s, s.probability, tiles.PERCENT, "Odds", "chance of a mine, %")


def zero(s: Snapshot) -> Layer:
    """The chance of each covered cell to show a zero, in percent; the bluer, the likelier."""
    return _chances(s, s.zero, tiles.ZERO, "Zeros", "chance of a zero, %")


def regions(s: Snapshot) -> Layer:
    """The frontier's components in distinct tints, their boxes outlined; clues are paled."""
    pictures = _seen(s, PALE_PICTURES)
    parts = components_seen(s) if s.won is None else []
    for boxes, tint in zip(parts, tints_of(parts, tiles.TINTS), strict=True):
        for cells in boxes:
            _put(pictures, cells, tiles.TINT + tint)
    drawn = np.zeros(s.shape, np.uint8) if _searching(s) else marks(s)
    around = tuple(Outline(cells, "ink") for boxes in parts for cells in boxes)
    told = f"{len(parts)} components, {len(around)} boxes" if parts else "no frontier to part"
    if len(parts) == 1:
        told = f"1 component, {len(around)} {'box' if len(around) == 1 else 'boxes'}"
    return Layer(pictures, drawn, "Regions", told, (), around)


def information(s: Snapshot) -> Layer:
    """The cells that a guess was chosen from, each with its chance of a mine in percent.

    Empty but for the moment of a guess; a cell without a known chance stays plain.
    """
    pictures = _seen(s, PALE_PICTURES)
    if not isinstance(s.event, ev.Guessed):
        return Layer(pictures, np.zeros(s.shape, np.uint8), "Guess", "shown when there is one")
    running = mask_of((*s.event.candidates, s.event.cell), s.shape)
    told = running & ~np.isnan(s.probability) & (s.view == COVERED)
    pictures[told] = tiles.PERCENT + tiles.percent_steps(s.probability[told])
    count = int(running.sum())
    subtitle = f"{count} {'cell' if count == 1 else 'cells'} to choose from"
    if told.any():
        subtitle += "; chance of a mine, %"
    return Layer(pictures, marks(s), "Guess", subtitle)


PANELS: MappingProxyType[str, Callable[[Snapshot], Layer]] = MappingProxyType(
    {
        "board": board,
        "constraints": constraints,
        "probability": probability,
        "zero": zero,
        "regions": regions,
        "information": information,
    }
)
DRAWN = ("tree",)  # panels that are no map of cells: see `minevis.show.treepanel`


def check_panels(names: Iterable[str]) -> tuple[str, ...]:
    """`names` as a tuple. Raises `ValueError` for an unknown one, naming the known ones."""
    wanted = (names,) if isinstance(names, str) else tuple(names)
    for name in wanted:
        if name not in DRAWN:
            panel(name)
    return wanted


def panel(name: str) -> Callable[[Snapshot], Layer]:
    """The panel of that name. Raises `ValueError` naming the known ones."""
    if name not in PANELS:
        raise ValueError(f"unknown panel {name!r}: choose from {', '.join((*PANELS, *DRAWN))}")
    return PANELS[name]


def _seen(s: Snapshot, pictures_of: np.ndarray) -> np.ndarray:
    """Pictures of the view, with the mines shown at the end and those of a word: uint16 [H, W]."""
    pictures = pictures_of[s.view + 3]
    pictures[s.missed & (s.view == COVERED)] = tiles.MINE
    if s.letters is not None:
        pictures[s.letters & (pictures == tiles.FLAG)] = tiles.FLAG_LETTER
        pictures[s.letters & (pictures == tiles.MINE)] = tiles.MINE_LETTER
    return pictures


def _with_trials(pictures: np.ndarray, s: Snapshot) -> np.ndarray:
    tried = s.trial > 0
    pictures[tried] = tiles.TRIAL + s.trial[tried].astype(np.uint16)
    return pictures


def _chances(s: Snapshot, chances: np.ndarray, first: int, title: str, subtitle: str) -> Layer:
    pictures = _seen(s, PALE_PICTURES)
    told = (s.view == COVERED) & ~s.missed & ~np.isnan(chances)
    pictures[told] = first + tiles.percent_steps(chances[told])
    said = np.zeros(s.shape, np.uint8) if _searching(s) else marks(s)
    return Layer(pictures, said, title, subtitle)


def _searching(s: Snapshot) -> bool:
    return s.event is not None and kind(s.event) is Kind.SEARCH


def marks(s: Snapshot) -> np.ndarray:
    """The mark of each cell, by the event that the snapshot follows: uint8 [H, W]."""
    drawn = np.zeros(s.shape, np.uint8)
    if s.won is not None or s.event is None or isinstance(s.event, ev.Exploded):
        return drawn
    if _searching(s):
        drawn[s.region & (s.trial == 0)] = Mark.REGION
    covered = s.view == COVERED
    drawn[s.safe & covered] = Mark.KNOWN_SAFE
    drawn[s.mined & covered] = Mark.KNOWN_MINED
    _mark(s.event, s, drawn)
    return drawn


def _put(drawn: np.ndarray, cells: Cells, mark: int) -> None:
    index = np.array(cells, dtype=np.intp).reshape(-1, 2)
    drawn[index[:, 0], index[:, 1]] = mark


@singledispatch
def _mark(event: Any, s: Snapshot, drawn: np.ndarray) -> None:
    """Marks of an event that has none of its own: just the clues it names."""
    _put(drawn, s.clues, Mark.CLUE)


@_mark.register
def _(event: ev.Opened, s: Snapshot, drawn: np.ndarray) -> None:
    _put(drawn, event.cells, Mark.FRESH)
    _put(drawn, (event.cell,), Mark.CLICK)


@_mark.register
def _(event: ev.Flagged, s: Snapshot, drawn: np.ndarray) -> None:
    _put(drawn, event.cells, Mark.CLICK)


@_mark.register(ev.Counted)
@_mark.register(ev.Proved)
def _(event: ev.Counted | ev.Proved, s: Snapshot, drawn: np.ndarray) -> None:
    _put(drawn, event.clues, Mark.CLUE)
    _put(drawn, event.cells, Mark.MINED if event.mined else Mark.SAFE)


@_mark.register
def _(event: ev.Subtracted, s: Snapshot, drawn: np.ndarray) -> None:
    decided = {True: Mark.REST_MINED, False: Mark.REST_SAFE}
    _put(drawn, event.smaller, Mark.SMALLER)
    _put(drawn, event.clues, Mark.CLUE)
    _put(drawn, event.cells, decided[event.mined])


@_mark.register
def _(event: ev.Tried, s: Snapshot, drawn: np.ndarray) -> None:
    _put(drawn, event.cells, Mark.TRYING)


@_mark.register
def _(event: ev.Violated, s: Snapshot, drawn: np.ndarray) -> None:
    _put(drawn, (event.clue,), Mark.VIOLATED)


@_mark.register
def _(event: ev.SolutionFound, s: Snapshot, drawn: np.ndarray) -> None:
    drawn[s.trial > 0] = Mark.COMPLETE


@_mark.register
def _(event: ev.Guessed, s: Snapshot, drawn: np.ndarray) -> None:
    _put(drawn, event.candidates, Mark.CANDIDATE)
    _put(drawn, event.clues, Mark.CLUE)
    _put(drawn, (event.cell,), Mark.GUESS)
