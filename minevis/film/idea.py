"""A film of one idea: a question, time to think, the reason, the click and what it brought."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from minevis.film.cards import choices, hardest
from minevis.film.moments import Beat
from minevis.film.story import THINKING, reading, story
from minevis.render.camera import EASING
from minevis.solver import events as ev
from minevis.solver.events import Event
from minevis.solver.proofs.steps import Overlap
from minevis.trace.trace import Trace
from minevis.utils.formatting import percent
from minevis.words.captions import question_about
from minevis.words.english import say
from minevis.words.events import badge, kind
from minevis.words.events.meaning import Kind
from minevis.words.wording import in_figures, in_words

BARE, COUNTDOWN, NUMBER = 1.2, 3.0, 1.0  # seconds: a bare board, and at the end a number
CLICK = 1.5  # seconds: a click without words
ASKED, ODDS = 3.0, 4.5  # seconds: a brief question at least; all odds, in two sentences


def idea_event(trace: Trace, idea: str | int, among: Sequence[int]) -> int | None:
    """Return the event, `among` some, that the film of an `idea` asks about; None without one.

    Raises `ValueError` for a move beyond the end.
    """
    events = trace.events
    reasons = [i for i in among if isinstance(events[i], ev.Deduction | ev.Guessed)]
    if isinstance(idea, int):
        moves = [i for i, event in enumerate(events) if kind(event) is Kind.MOVE]
        if idea >= len(moves):
            raise ValueError(f"idea={idea}: this game has {len(moves)} moves, counted from 0")
        before = (i for i in reversed(reasons) if i < moves[idea])
        return next((i for i in before if _leads_to(events[i], events[moves[idea]])), None)
    if idea == "first two clues":
        reasons = [i for i in reasons if badge(events[i]) == say("badge proved by overlap")]
    opening = [i for i in reasons if not getattr(events[i], "mined", False)]
    reasons = opening or reasons  # what is safe can be clicked
    if idea == "first two clues":
        return next(iter(reasons), None)
    guesses = [i for i in reasons if isinstance(events[i], ev.Guessed)]
    if idea == "loss":
        lost = [event for event in events if isinstance(event, ev.Exploded)]
        return next((i for i in guesses[::-1] if lost and _leads_to(events[i], lost[0])), None)
    return hardest(trace, guesses if idea == "guess" else reasons)


def idea_parts(
    trace: Trace, asked: int, *, brief: bool = False, idea: str | int = "", **told: Any
) -> list[Beat]:
    """Return the beats of an idea, with their seconds; `told` are options of `story`.

    A `brief` one has no bare board, no countdown, and no words after the click.
    """
    event, clicked = trace.events[asked], _click(trace, asked, idea)
    cells = choices(trace, asked, told.get("crop"))
    words = question_about(event, among=len(cells))
    seconds = max(ASKED, reading(" ".join(words)))
    card = Beat(asked, card="question", words=words, asks=cells, seconds=seconds)
    parts = [card]
    if not brief:
        bare = replace(card, words=(), asks=(), seconds=BARE)
        seconds = reading(" ".join(words)) + COUNTDOWN
        parts = [bare, replace(card, seconds=seconds, countdown=COUNTDOWN)]
    reasons = story(trace, [asked], asked=asked, thinking=1.0 if brief else THINKING, **told) or []
    if isinstance(event, ev.Guessed):
        reasons = reasons[1:] or reasons  # the question has said that nothing is safe
        for odds in _odds(trace, asked):
            *_, last = story(trace, [odds], **told) or []
            reasons.insert(0, replace(last, seconds=ODDS))
    for part in reasons:  # the camera stays: there is no time for it
        seconds = part.seconds - EASING
        parts.append(replace(part, answer=part.index == asked, seconds=seconds))
    if clicked is not None:
        number, words = _number(trace, asked, clicked)
        last = Beat(clicked, card="number", number=number, words=() if brief else words)
        seconds = CLICK if brief else NUMBER + reading(" ".join(words))
        parts += [] if brief else story(trace, [clicked], **told) or []
        parts.append(replace(last, seconds=seconds))
    return [replace(part, asked=asked) for part in parts]


def _leads_to(reason: Event, click: Event) -> bool:
    """Return whether a click opens a cell because of a deduction or guess."""
    opened = {*click.cells} if isinstance(click, ev.Chorded) else {getattr(click, "cell", None)}
    if isinstance(reason, ev.Guessed):
        return reason.cell in opened
    return (
        isinstance(reason, ev.Deduction)
        and not reason.mined
        and not opened.isdisjoint(reason.cells)
    )


def _odds(trace: Trace, asked: int) -> Iterator[int]:
    """Yield the odds that a guess uses, if the trace has them."""
    for index in range(asked - 1, 0, -1):
        if kind(trace.events[index]) in (Kind.MOVE, Kind.START):
            return
        if isinstance(trace.events[index], ev.OddsFound):
            yield index
            return


def _click(trace: Trace, asked: int, idea: str | int) -> int | None:
    """Return the event that opens or flags a cell of the event asked about: a move, if given."""
    reason, events = trace.events[asked], trace.events
    if isinstance(idea, int):
        return [i for i, event in enumerate(events) if kind(event) is Kind.MOVE][idea]
    for index in range(asked + 1, len(events)):
        event = events[index]
        if isinstance(event, ev.Flagged):
            if isinstance(reason, ev.Deduction) and not {*reason.cells}.isdisjoint(event.cells):
                return index
        elif _leads_to(reason, event):
            return index
    return None


def _number(trace: Trace, asked: int, clicked: int) -> tuple[str, tuple[str, ...]]:
    """Return the number that stays in mind, and its sentences."""
    event: Any = trace.events[asked]  # a deduction or a guess
    click = trace.events[clicked]
    if isinstance(event, ev.Guessed):
        number = "?" if event.risk is None else percent(event.risk)
        said = ["It was safe." if isinstance(click, ev.Opened) else "It was a mine."]
    else:
        clues, cells = in_words(len(event.clues)), in_words(len(event.cells))
        number = _pattern(event) or f"{in_figures(len(event.clues)):# clue|# clues}"
        what = f"{cells:# mine|# mines}" if event.mined else f"{cells:# safe cell|# safe cells}"
        said = [f"{clues:# clue proves|# clues prove} {what}.".capitalize()]
    if isinstance(click, ev.Opened):
        said.append(f"{in_words(len(click.cells)):# cell opens|# cells open}.".capitalize())
    return number, tuple(said)


def _pattern(event: Event) -> str:
    """Return the name of the only pattern in a proof, such as "1-2-1"; otherwise ""."""
    steps = event.proof.steps if isinstance(event, ev.Proved) and event.proof else ()
    names = {step.pattern for step in steps if isinstance(step, Overlap)}
    return names.pop() if len(names) == 1 else ""
