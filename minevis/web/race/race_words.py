"""The words below the boards of a race, step by step."""

from collections.abc import Sequence
from typing import NamedTuple

from minevis.film.race import Lane, luck_of, news_of
from minevis.game.grid import Cell
from minevis.solver import events as ev
from minevis.trace.snapshot import Snapshot
from minevis.utils.formatting import percent, quantity
from minevis.words.captions import caption
from minevis.words.events.known import badge, badge_role
from minevis.words.race_captions import skill_of


class StepWords(NamedTuple):
    """The words of one step of a player: a badge, the colour it has, and a sentence."""

    badge: str
    role: str  # the name of a colour of a `Theme`
    text: str


def step_words(lane: Lane) -> list[StepWords]:
    """Return the words of a player's steps, from the start to the end."""
    events = lane.trace.events
    begun = _event(events[0])
    words = [begun._replace(text=skill_of(lane.name) or begun.text)]
    ideas: dict[Cell, ev.Event] = {}  # by which a covered cell is safe
    for step, (first, last) in enumerate(zip(lane.stops, lane.stops[1:], strict=False), start=1):
        between = events[first + 1 : last + 1]
        for event in between:
            if isinstance(event, ev.Deduction) and not event.mined:
                ideas |= {cell: event for cell in event.cells if cell not in ideas}
        words.append(_step(lane, step, between, ideas))
    return words


def fares(lane: Lane, s: Snapshot, step: int) -> str:
    """The progress of a player at a step: its moves once it is done, guesses, risk."""
    moves = [quantity(s.moves, "move")] if lane.over(step) else []
    return ", ".join([*moves, *luck_of(s)])


def _step(
    lane: Lane, step: int, between: Sequence[ev.Event], ideas: dict[Cell, ev.Event]
) -> StepWords:
    """The words of a step with these events."""
    if lane.over(step) and isinstance(between[-1], ev.Finished):
        return _event(between[-1])._replace(text=news_of(lane))
    guess = lane.guess(step)
    if guess is not None:
        risk = "" if guess.risk is None else f", {percent(guess.risk)} risk"
        return _event(guess)._replace(text=f"{guess.cell} guessed{risk}")
    opened = next((event for event in between if isinstance(event, ev.Opened)), between[-1])
    if not isinstance(opened, ev.Opened):
        return _event(opened)
    if opened.cell in ideas:
        return _event(ideas[opened.cell])._replace(text=f"{opened.cell} opened")
    how = ", the first click" if step == 1 else " opened, not proven"
    return _event(opened)._replace(text=f"{opened.cell}{how}")


def _event(event: ev.Event) -> StepWords:
    return StepWords(badge(event), badge_role(event), caption(event))
