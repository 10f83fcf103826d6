"""The caption of an event: one or two plain sentences, and a badge."""

import re
from collections.abc import Collection, Sequence
from functools import singledispatch

from minevis.core import events as ev
from minevis.core.board import HOW_TO_PROTECT
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
from minevis.show.words.wording import COORDINATES, CellNames, in_words

NAMED = 2  # more clues than these are counted, not named
NAME_LENGTH = 24
TRUSTED_FLAG = "Cell {} has a flag, which is trusted."
WON = "The game is won: every cell without a mine is open."


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
    """Describe the result of a chain of deductions, guesses, flags and openings, or of searches.

    Cells that open without a reason in the chain come first; `proven` are the cells that
    were known to be safe before the chain.
    For a `part` of the board, reasons are left out: they may lie outside.
    """
    if part:
        return _comes_to(events, part=True)
    if events[-1].kind == "search":
        return _searched(events)
    counted = [event for event in events if isinstance(event, ev.Deduction)]
    given = {cell for event in counted if not event.mined for cell in event.cells}
    given.update(guessed := _guessed(events))
    opened = [event for event in events if isinstance(event, ev.Opened)]
    if not (counted or opened or guessed):
        return caption_of(events[-1], COORDINATES)
    before = [event for event in opened if given.isdisjoint(_clicked(event))]
    sentences = []
    if before or not (counted or guessed):
        cells = [cell for event in before for cell in _clicked(event)]
        n = in_words(len(cells))
        if all(cell in proven for cell in cells):
            sentences.append(f"{n:The proven cell opens|Now # proven cells open}.")
        else:
            sentences.append(f"{n:Now one cell opens|Now # cells open}.")
    if counted or guessed:
        rest = [event for event in events if event not in before]
        sentences.append(_comes_to(rest))
    return " ".join(sentences)


def _clicked(event: ev.Opened) -> Cells:
    """The cells that a player opens: not those around a zero."""
    return event.cells if isinstance(event, ev.Chorded) else (event.cell,)


def _comes_to(events: Sequence[Event], *, part: bool = False) -> str:
    """The result of all openings and deductions of a chain, or of a part of the board."""
    opened = sum(len(event.cells) for event in events if isinstance(event, ev.Opened))
    proved = [event for event in events if isinstance(event, ev.Deduction)]
    mines = sum(len(event.cells) for event in proved if event.mined)
    if not (proved or opened):  # in a part of the board flags may stand without their reasons
        mines = sum(len(event.cells) for event in events if isinstance(event, ev.Flagged))
    safe = 0 if opened else sum(len(event.cells) for event in proved if not event.mined)
    found = []
    if opened:
        found.append(f"{in_words(opened):# more cell opens|# more cells open}")
    if safe:
        found.append(f"{in_words(safe):# more cell is|# more cells are} safe")
    if mines or not found:
        more = "" if found else " more"
        found.append(f"{in_words(mines):#{more} mine is|#{more} mines are} found")
    reasons = "Here" if part else _reasons(proved, len(_guessed(events)))
    return f"{reasons}, {', and '.join(found)}."


def _guessed(events: Sequence[Event]) -> set[Cell]:
    """The cells that were guessed."""
    return {event.cell for event in events if isinstance(event, ev.Guessed)}


def _reasons(deductions: Sequence[ev.Deduction], guesses: int) -> str:
    """The reasons for the result of a chain: "By counting, two proofs and one guess"."""
    proofs = sum(not isinstance(event, ev.Counted) for event in deductions)
    words = ["counting"] if len(deductions) > proofs or not (proofs or guesses) else []
    if proofs:
        words.append(f"{in_words(proofs):# proof|# proofs}")
    if guesses:
        words.append(f"{in_words(guesses):# guess|# guesses}")
    return "By " + " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def _searched(events: Sequence[Event]) -> str:
    """How far searches have come, in numbers."""
    sorts = [type(event) for event in events]
    tries, ends, found = (
        in_words(sorts.count(sort)) for sort in (ev.Tried, ev.Violated, ev.SolutionFound)
    )
    solutions = f"{found:# solution|# solutions}"
    return f"Searching: {tries:# try|# tries}, {ends:# dead end|# dead ends}, {solutions}."


def badge(event: Event) -> str:
    """The kind of `event` as a short label in capitals, such as "COUNT" or "GUESS"."""
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
    size, mines = f"{event.height}×{event.width}", in_words(event.mines)
    started = f"Player “{player}” begins: {size} cells, {mines:# mine|# mines}."
    rules = event.rules.strip()[:NAME_LENGTH]
    return f"{started} Rules: {rules}." if rules else started


@caption_of.register
def _(event: ev.Opened, names: CellNames) -> str:
    number = dict(zip(event.cells, event.numbers, strict=False)).get(event.cell, 0)
    cell = names.subject(event.cell)
    if number:
        return f"{cell} opens and shows {number}."
    if len(event.cells) < 2:
        return f"{cell} touches no mine; all cells around it are open already."
    cells = in_words(len(event.cells))
    if names.lettered:
        return f"{cell} touches no mine, so all around it opens: {cells} cells."
    return f"{cell} touches no mine, so everything around it opens too: {cells} cells in all."


@caption_of.register
def _(event: ev.Flagged, names: CellNames) -> str:
    cells = names.cells(event.cells)
    if event.proven:
        return f"{cells:A flag marks the proven mine at #|Flags mark the proven mines at #}."
    return f"{cells:A flag goes onto #|Flags go onto #}."


@caption_of.register
def _(event: ev.Chorded, names: CellNames) -> str:
    cells = in_words(len(event.cells))
    opened = f"{cells:# cell|# cells}" if event.cells else "what is left"
    return f"A press of both buttons on {names.cell(event.cell)} opens {opened} around it."


@caption_of.register
def _(event: ev.Unflagged, names: CellNames) -> str:
    return f"{names.cells(event.cells):The flag on # comes|The flags on # come} off again."


@caption_of.register
def _(event: ev.Wasted, names: CellNames) -> str:
    clicks = {"left": "click", "right": "right click", "double": "press of both buttons"}
    return f"A {clicks[event.click]} on {names.cell(event.cell)} changes nothing."


@caption_of.register
def _(event: ev.Exploded, names: CellNames) -> str:
    return f"{names.subject(event.cell)} is a mine: it explodes."


@caption_of.register
def _(event: ev.Finished, names: CellNames) -> str:
    if event.won:
        return WON
    if event.on_first_click:
        return f"The game is lost on its first click; {HOW_TO_PROTECT}."
    missing, wrong = in_words(len(event.mines)), in_words(len(event.wrong_flags))
    why = []
    if event.mines:
        why.append(f"{missing:# mine was|# mines were} never found")
    if event.wrong_flags:
        why.append(f"{wrong:# flag stood|# flags stood} where no mine is")
    if not why:
        return "The game is lost, with no other mine left to find."
    return f"The game is lost: {', and '.join(why)}."


@caption_of.register
def _(event: ev.Counted, names: CellNames) -> str:
    clue = f"The {event.number} at {names.cell(event.clue)}"
    covered, new = in_words(event.covered), ""
    if event.cells and len(event.cells) < event.covered:
        new = f"; new among them: {names.cells(event.cells)}"
    if event.mined:
        neighbours = f"{covered:# covered neighbour|# covered neighbours}"
        mines = f"{covered:it is a mine|both are mines|all # are mines}"
        left = f"{in_words(event.left):# mine|# mines} left"
        return f"{clue} has {left} and {neighbours}: {mines}{new}."
    mines = "has all its mines: its other" if event.number else "touches no mine: its"
    return f"{clue} {mines} {covered:covered neighbour is|# covered neighbours are} safe{new}."


@caption_of.register
def _(event: ev.Subtracted, names: CellNames) -> str:
    others = len({*event.larger} - {*event.smaller})
    n, verdict = in_words(len(event.cells)), "safe" if not event.mined else "mines"
    one = "safe" if not event.mined else "a mine"
    result = f"{n:that one is {one}|both others are {verdict}|all # others are {verdict}}"
    if len(event.cells) < others:
        result = f"{n:the one not known yet is {one}|the # not known yet are {verdict}}"
    smaller, larger = in_words(len(event.smaller_clues)), in_words(len(event.larger_clues))
    cells, mines = in_words(len(event.smaller)), in_words(event.smaller_mines)
    at, larger_at = names.cell(event.smaller_clues[0]), names.cell(event.larger_clues[0])
    return (
        f"{smaller:The clue at {at} has|Together, # clues leave} {mines:# mine|# mines} "
        f"{smaller:in|for} {cells:# cell|# cells}. "
        f"{larger:The clue at {larger_at} has|Together, # clues leave} "
        f"{in_words(event.larger_mines)} {larger:in|for} {cells:this one|these} and "
        f"{in_words(others):# other|# others}: {result}."
    )


@caption_of.register
def _(event: ev.FrontierFound, names: CellNames) -> str:
    cells, interior = in_words(len(event.cells)), in_words(event.interior)
    left = f"{in_words(event.mines_left):# mine is|# mines are} left to find"
    if not event.cells:
        return f"No uncertain cell touches a clue; {left} in {interior:# cell|# cells}."
    if event.interior:
        return (
            f"The frontier: {cells:# uncertain cell touches|# uncertain cells touch} a clue, "
            f"{interior} more {interior:touches|touch} none; {left}."
        )
    touch = f"{cells:the only uncertain cell touches|both uncertain cells touch}"
    if len(event.cells) > 2:
        touch = f"all {cells} uncertain cells touch"
    return f"The frontier: {touch} a clue; {left}."


@caption_of.register
def _(event: ev.ComponentFound, names: CellNames) -> str:
    cells, clues, boxes = map(in_words, map(len, (event.cells, event.clues, event.boxes)))
    return (
        f"A component: {cells:# cell|# cells} and {clues:# clue|# clues} that share "
        f"nothing with the rest; {boxes:# box|# boxes} of cells with the same clues."
    )


@caption_of.register
def _(event: ev.ComponentKept, names: CellNames) -> str:
    cells, clues = in_words(len(event.cells)), in_words(len(event.clues))
    return (
        f"Nothing has changed for {cells:# cell|# cells} and {clues:# clue|# clues}: their "
        f"{in_words(event.configurations):# configuration is|# configurations are} kept."
    )


@caption_of.register
def _(event: ev.Tried, names: CellNames) -> str:
    cells = names.cells(event.cells)
    if event.mines == 0:
        return f"Suppose that {cells:# is safe|# are safe}."
    if event.mines == len(event.cells):
        return f"Suppose that {cells:# is a mine|# are mines}."
    return f"Suppose that {cells:# holds|# hold} {in_words(event.mines):# mine|# mines}."


@caption_of.register
def _(event: ev.Violated, names: CellNames) -> str:
    clue = f"A dead end: the {event.number} at {names.cell(event.clue)}"
    if event.left < 0:
        return f"{clue} has {in_words(-event.left):# mine|# mines} too many."
    if event.left <= event.room:
        return f"{clue} cannot be satisfied."
    room = "no cell is"
    if event.room:
        room = f"{in_words(event.room):only # cell is|only # cells are}"
    left = in_words(event.left)
    return f"{clue} still needs {left:# mine|# mines}, and {room} left to try."


@caption_of.register
def _(event: ev.Undone, names: CellNames) -> str:
    return f"The search takes back what it supposed of {names.cells(event.cells)}."


@caption_of.register
def _(event: ev.SolutionFound, names: CellNames) -> str:
    return (
        f"A solution: every clue is satisfied with {in_words(sum(event.counts)):# mine|# mines}. "
        f"It stands for {in_words(event.ways):# configuration|# configurations}."
    )


@caption_of.register
def _(event: ev.SearchTruncated, names: CellNames) -> str:
    what = "solution" if event.what == "solutions" else "step"
    text = f"The search stops early, after {in_words(event.limit):# {what}|# {what}s}."
    if event.counted:
        return f"{text} All configurations were counted even so, and the odds rest on them all."
    return f"{text} The odds now rest only on the configurations found so far."


@caption_of.register
def _(event: ev.SearchEnded, names: CellNames) -> str:
    tries, dead_ends = in_words(event.tries), in_words(event.dead_ends)
    text = f"Search over: {tries:# try|# tries}, {dead_ends:# dead end|# dead ends},"
    if not event.solutions:
        return f"{text} and no solution."
    return (
        f"{text} {in_words(event.solutions):# solution|# solutions} standing for "
        f"{in_words(event.configurations):# configuration|# configurations}."
    )


@caption_of.register
def _(event: ev.Reasoned, names: CellNames) -> str:
    return step_sentence(event.step, names, refuted=event.refuted)


@caption_of.register
def _(event: ev.Proved, names: CellNames) -> str:
    if event.proof is not None and event.proof.steps:
        return summary(event.proof, names)
    many, n = len(event.clues) > NAMED, in_words(len(event.clues))
    clues = f"{n} clues" if many else f"{names.cells(event.clues):the clue at #|the clues at #}"
    if not event.clues:
        proof = "the number of mines left proves it"
    elif event.uses_total:
        proof = f"{clues} and the mines left prove it"
    elif many:
        proof = f"{clues} together prove it"
    else:
        proof = f"{clues} {n:proves|prove} it"
    cells = names.cells(event.cells)
    what = f"{cells:Cell # is a mine|Cells # are mines}"
    if not event.mined:
        what = f"{cells:Cell # is safe|Cells # are safe}"
    return f"{what} in every layout that fits: {proof}."


@caption_of.register
def _(proof: Proof, names: CellNames) -> str:
    return "\n".join(statements(proof, names)) or TRUSTED_FLAG.format(names.cell(proof.cells[0]))


@caption_of.register
def _(event: ev.OddsFound, names: CellNames) -> str:
    text = "No covered cell is in doubt"
    if event.odds:
        low, high = percent(min(event.odds)), percent(max(event.odds))
        text = f"The frontier's chances of a mine: {low} to {high}"
        if low == high:
            text = f"Chance of a mine on the frontier: {low}"
    if event.interior is not None:
        chance = percent(event.interior)
        if event.odds:
            text += f"; in the interior {chance} each"
        else:
            text = f"Each cell that is not known yet is a mine with a chance of {chance}"
    basis = "Odds."
    if event.method == "average":
        basis = "Odds as the plain average of the configurations, an estimate."
    elif event.method == "local":
        basis = "Odds from one clue at a time, an estimate."
    elif event.configurations is not None:
        layouts = in_words(event.configurations)
        basis = f"Exact odds over {layouts:# layout|# layouts} of the whole board."
    return f"{basis} {text}."


@caption_of.register
def _(event: ev.ZerosFound, names: CellNames) -> str:
    best = max(event.chances, default=0.0)
    if best <= 0:
        return "No covered cell can show a zero."
    pairs = zip(event.cells, event.chances, strict=False)
    cells = names.cells(tuple(cell for cell, chance in pairs if chance >= best * (1 - 1e-9)))
    chance = estimated(best)
    return (
        f"{cells:Cell # is|Cells # are} the likeliest to show a zero: "
        f"{cells:{chance}|{chance} each}."
    )


@caption_of.register
def _(event: ev.Reviewed, names: CellNames) -> str:
    return " ".join(text for text, _ in review_sentences(event, names))


@caption_of.register
def _(event: ev.Guessed, names: CellNames) -> str:
    sentences = [text for text, _ in guess_sentences(event, names)]
    return " ".join(filter(None, [*sentences, ties(event, names)]))
