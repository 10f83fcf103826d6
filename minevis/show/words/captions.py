"""The caption of an event: one or two plain sentences, and a badge.

The words stand in `minevis.show.words.english`; here it is only decided which sentence
describes an event, and with which values.
"""

import re
from collections.abc import Collection, Sequence
from functools import singledispatch

from minevis.core import events as ev
from minevis.core.events import Event
from minevis.core.formatting import percent
from minevis.core.grid import Cell, Cells
from minevis.core.proofs import Proof
from minevis.show.words.english import BADGES
from minevis.show.words.guess_captions import (
    estimated,
    guess_sentences,
    review_sentences,
    ties,
)
from minevis.show.words.proof_captions import statements, step_sentence, summary
from minevis.show.words.wording import COORDINATES, CellNames, say

NAMED = 2  # more clues than these are counted, not named
NAME_LENGTH = 24
WASTED = {"left": "wasted left", "right": "wasted right", "double": "wasted double"}

CHAIN = {  # by whether something opens, is found safe, is found to be a mine
    (True, False, False): "chain",
    (True, False, True): "chain with mines",
    (False, True, False): "chain safe",
    (False, False, True): "chain mines",
    (False, True, True): "chain found",
}
PART = {  # the same of a part of the board
    (True, False, False): "part",
    (True, False, True): "part with mines",
    (False, True, False): "part safe",
    (False, False, True): "part mines",
    (False, True, True): "part found",
}


def caption(event: Event | Proof) -> str:
    """Describe an event and its reason in one or two sentences.

    Parameters
    ----------
    event : Event or Proof
        An event of a trace, or a proof.

    Returns
    -------
    str
        The sentences. A proof has one line for each step.

    Examples
    --------
    >>> caption(ev.Flagged(((0, 1),)))
    'A flag marks the proven mine at (0, 1).'
    >>> caption(mv.analyze(mv.Position.parse("1#", mines=1)).proof((0, 1)))
    'The 1 at (0, 0) needs one mine and has only one cell left: (0, 1) is a mine.'
    """
    return caption_of(event, COORDINATES)


def chain_caption(
    events: Sequence[Event], *, part: bool = False, proven: Collection[Cell] = ()
) -> str:
    """Describe the result of a chain of counting, flags and openings in one or two sentences.

    Cells that open without counting in the chain come first; `proven` are the cells that
    were known to be safe before the chain.
    For a `part` of the board, reasons are left out: they may lie outside.

    >>> flag, opened = ev.Flagged(((0, 1),)), ev.Opened((0, 0), ((0, 0),), (1,))
    >>> chain_caption([flag, opened], proven={(0, 0)})
    'The proven cell opens.'
    """
    if part:
        return _comes_to(events, PART)
    counted = [event for event in events if isinstance(event, ev.Counted)]
    given = {cell for event in counted if not event.mined for cell in event.cells}
    opened = [event for event in events if isinstance(event, ev.Opened)]
    if not (counted or opened):
        return caption_of(events[-1], COORDINATES)
    before = [event for event in opened if given.isdisjoint(_clicked(event))]
    sentences = []
    if before or not counted:
        cells = [cell for event in before for cell in _clicked(event)]
        key = "chain proven opened" if all(cell in proven for cell in cells) else "chain opened"
        sentences.append(say(key, opened=len(cells)))
    if counted:
        rest = [event for event in events if event not in before]
        sentences.append(_comes_to(rest, CHAIN))
    return " ".join(sentences)


def _clicked(event: ev.Opened) -> Cells:
    """The cells that a player opens: not those around a zero."""
    return event.cells if isinstance(event, ev.Chorded) else (event.cell,)


def _comes_to(events: Sequence[Event], keys: dict[tuple[bool, bool, bool], str]) -> str:
    """The result of all openings and deductions, by the `keys` of a chain or of a part."""
    opened = sum(len(event.cells) for event in events if isinstance(event, ev.Opened))
    proved = [event for event in events if isinstance(event, ev.Deduction)]
    mines = sum(len(event.cells) for event in proved if event.mined)
    if not (proved or opened):  # in a part of the board flags may stand without their reasons
        mines = sum(len(event.cells) for event in events if isinstance(event, ev.Flagged))
    safe = 0 if opened else sum(len(event.cells) for event in proved if not event.mined)
    key = keys.get((bool(opened), bool(safe), bool(mines)), "part mines")
    return say(key, opened=opened, safe=safe, mines=mines)


def badge(event: Event) -> str:
    """The kind of `event` as a short label in capitals, such as "COUNT" or "GUESS".

    >>> badge(ev.Finished(won=True, mines=()))
    'WON'
    """
    return BADGES[event.badge]


@singledispatch
def caption_of(event: object, names: CellNames = COORDINATES) -> str:
    """Return the caption of an event; register a function for a custom event.

    `names` gives the cells their names. Raises `TypeError` for a value that is no event.

    >>> caption_of(ev.Flagged(((0, 1),)), COORDINATES)
    'A flag marks the proven mine at (0, 1).'
    """
    raise TypeError(f"{event!r} is no event of minevis")


@caption_of.register
def _(event: ev.Started, names: CellNames) -> str:
    player = re.sub(r"\s+", " ", event.player).strip()[:NAME_LENGTH].strip()
    size = {"height": str(event.height), "width": str(event.width)}
    started = names.say("started", player=player, mines=event.mines, **size)
    rules = event.rules.strip()[:NAME_LENGTH]
    return names.say("started by rules", started=started, rules=rules) if rules else started


@caption_of.register
def _(event: ev.Opened, names: CellNames) -> str:
    number = dict(zip(event.cells, event.numbers, strict=False)).get(event.cell, 0)
    if number:
        return names.say("opened", cell=event.cell, number=str(number))
    key = "opened region" if len(event.cells) > 1 else "opened zero"
    return names.say(key, cell=event.cell, cells=len(event.cells))


@caption_of.register
def _(event: ev.Flagged, names: CellNames) -> str:
    return names.say("flagged" if event.proven else "flagged by hand", cells=event.cells)


@caption_of.register
def _(event: ev.Chorded, names: CellNames) -> str:
    key = "chorded" if event.cells else "chorded on mines"
    return names.say(key, cell=event.cell, cells=len(event.cells))


@caption_of.register
def _(event: ev.Unflagged, names: CellNames) -> str:
    return names.say("unflagged", cells=event.cells)


@caption_of.register
def _(event: ev.Wasted, names: CellNames) -> str:
    return names.say(WASTED[event.click], cell=event.cell)


@caption_of.register
def _(event: ev.Exploded, names: CellNames) -> str:
    return names.say("exploded", cell=event.cell)


@caption_of.register
def _(event: ev.Finished, names: CellNames) -> str:
    if event.won:
        return names.say("won")
    key = "lost" if event.mines else "lost, all found"
    if event.wrong_flags:
        key = "lost, wrong flags" if event.mines else "lost by wrong flags"
    if event.on_first_click:
        key = "lost on first click"
    return names.say(key, mines=len(event.mines), flags=len(event.wrong_flags))


@caption_of.register
def _(event: ev.Counted, names: CellNames) -> str:
    known = len(event.cells) < event.covered
    values = {
        "number": str(event.number),
        "clue": event.clue,
        "left": event.left,
        "covered": event.covered,
        "newly_known": names.say("newly known", cells=event.cells) if known and event.cells else "",
    }
    if event.mined:
        return names.say("counted mines", **values)
    return names.say("counted safe" if event.number else "counted around zero", **values)


@caption_of.register
def _(event: ev.Subtracted, names: CellNames) -> str:
    others = len({*event.larger} - {*event.smaller})
    result = "rest mined" if event.mined else "rest safe"
    if len(event.cells) < others:
        result = "new rest mined" if event.mined else "new rest safe"
    return names.say(
        "subtracted",
        smaller=len(event.smaller),
        smaller_mines=event.smaller_mines,
        smaller_clues=len(event.smaller_clues),
        smaller_clue=event.smaller_clues[0],
        larger_mines=event.larger_mines,
        larger_clues=len(event.larger_clues),
        larger_clue=event.larger_clues[0],
        others=others,
        result=names.say(result, cells=len(event.cells)),
    )


@caption_of.register
def _(event: ev.FrontierFound, names: CellNames) -> str:
    key = "no frontier"
    if event.cells:
        key = "frontier" if event.interior else "frontier is all"
    values = {"interior": event.interior, "left": event.mines_left}
    return names.say(key, cells=len(event.cells), **values)


@caption_of.register
def _(event: ev.ComponentFound, names: CellNames) -> str:
    sizes = {"cells": event.cells, "clues": event.clues, "boxes": event.boxes}
    return names.say("component", **{name: len(value) for name, value in sizes.items()})


@caption_of.register
def _(event: ev.ComponentKept, names: CellNames) -> str:
    sizes = {"cells": len(event.cells), "clues": len(event.clues)}
    return names.say("kept", configurations=event.configurations, **sizes)


@caption_of.register
def _(event: ev.Tried, names: CellNames) -> str:
    key = "try some"
    if event.mines in (0, len(event.cells)):
        key = "try all mined" if event.mines else "try all safe"
    return names.say(key, cells=event.cells, mines=event.mines)


@caption_of.register
def _(event: ev.Violated, names: CellNames) -> str:
    values = {"number": str(event.number), "clue": event.clue, "left": event.left}
    if event.left < 0:
        return names.say("too many", over=-event.left, **values)
    if event.left > event.room:
        return names.say("too few" if event.room else "no room", room=event.room, **values)
    return names.say("cannot hold", **values)


@caption_of.register
def _(event: ev.Undone, names: CellNames) -> str:
    return names.say("undone", cells=event.cells)


@caption_of.register
def _(event: ev.SolutionFound, names: CellNames) -> str:
    return names.say("solution", mines=sum(event.counts), ways=event.ways)


@caption_of.register
def _(event: ev.SearchTruncated, names: CellNames) -> str:
    limit = names.say("solutions" if event.what == "solutions" else "steps", limit=event.limit)
    return names.say("truncated, counted" if event.counted else "truncated", limit=limit)


@caption_of.register
def _(event: ev.SearchEnded, names: CellNames) -> str:
    return names.say(
        "ended" if event.solutions else "ended without solution",
        tries=event.tries,
        dead_ends=event.dead_ends,
        solutions=event.solutions,
        configurations=event.configurations,
    )


@caption_of.register
def _(event: ev.Reasoned, names: CellNames) -> str:
    return step_sentence(event.step, names, refuted=event.refuted)


@caption_of.register
def _(event: ev.Proved, names: CellNames) -> str:
    if event.proof is not None and event.proof.steps:
        return summary(event.proof, names)
    many = len(event.clues) > NAMED
    key = "by many clues" if many else "by clues" if event.clues else "by total"
    if event.uses_total and event.clues:
        key += " and total"
    proof = names.say(key, clues=len(event.clues) if many else event.clues)
    return names.say(
        "proved mines" if event.mined else "proved safe", cells=event.cells, proof=proof
    )


@caption_of.register
def _(proof: Proof, names: CellNames) -> str:
    return "\n".join(statements(proof, names)) or names.say("cell flagged", cell=proof.cells[0])


@caption_of.register
def _(event: ev.OddsFound, names: CellNames) -> str:
    frontier, interior = "", ""
    if event.odds:
        low, high = min(event.odds), max(event.odds)
        key = "frontier odds" if percent(low) != percent(high) else "frontier odds alike"
        frontier = names.say(key, low=float(low), high=float(high))
    if event.interior is not None:
        key = "interior odds" if frontier else "interior odds only"
        interior = names.say(key, chance=float(event.interior))
    if not frontier and not interior:
        frontier = names.say("no odds")
    layouts = event.configurations
    key = f"odds {event.method}" if event.method != "exact" or layouts is not None else "odds"
    return names.say(key, layouts=layouts, frontier=frontier, interior=interior)


@caption_of.register
def _(event: ev.ZerosFound, names: CellNames) -> str:
    best = max(event.chances, default=0.0)
    pairs = zip(event.cells, event.chances, strict=False)
    cells: Cells = tuple(cell for cell, chance in pairs if chance >= best * (1 - 1e-9))
    return names.say("zeros" if best > 0 else "no zeros", cells=cells, chance=estimated(best))


@caption_of.register
def _(event: ev.Reviewed, names: CellNames) -> str:
    return " ".join(text for text, _ in review_sentences(event, names))


@caption_of.register
def _(event: ev.Guessed, names: CellNames) -> str:
    sentences = [text for text, _ in guess_sentences(event, names)]
    return " ".join(filter(None, [*sentences, ties(event, names)]))
