"""The meanings of all events: pictures, words and films look them up here."""

from typing import Any

from minevis.game.grid import Cells
from minevis.words.events import deductions, guesses, moves, searches
from minevis.words.events.meaning import Kind, Meaning

MEANINGS: dict[type, Meaning] = {  # add one for an event of your own, and take it out again
    **moves.MEANINGS,
    **deductions.MEANINGS,
    **searches.MEANINGS,
    **guesses.MEANINGS,
}
ROLES = {Kind.SEARCH: "search", Kind.GUESS: "guess", Kind.ODDS: "search"}


def meaning_of(event: Any) -> Meaning:
    """Return the meaning of an event. Raises `TypeError` for an unknown class."""
    meaning = MEANINGS.get(type(event))
    if meaning is None:
        name = type(event).__name__
        raise TypeError(f"{event!r} is not an event of minevis: {name} needs an entry in MEANINGS")
    return meaning


def kind(event: Any) -> Kind:
    """Return the kind of an event."""
    return meaning_of(event).kind


def badge(event: Any) -> str:
    """Return the label of an event, such as "COUNT" or "GUESS"."""
    about = meaning_of(event)
    return about.badge_by(event) if about.badge_by else about.badge


def badge_role(event: Any) -> str:
    """Return the theme's colour of an event's badge, by name."""
    about = meaning_of(event)
    role = about.role if isinstance(about.role, str) else about.role(event)
    return role or ROLES.get(about.kind, "deduction")


def cells_shown(event: Any) -> Cells:
    """Return the cells for the camera, empty for an event of the entire board."""
    cells = meaning_of(event).cells
    return cells(event) if cells else ()
