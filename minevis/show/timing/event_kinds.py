"""The kinds of events: the one classification that pacing, timeline and badges share."""

from enum import Enum
from types import MappingProxyType
from typing import get_args

from minevis.core.events import Event


class Kind(Enum):
    """The parts of the story that pictures distinguish."""

    START = "start"
    MOVE = "move"
    FLAG = "flag"
    STEP = "step"
    DEDUCTION = "deduction"
    SEARCH = "search"
    ODDS = "odds"
    GUESS = "guess"
    END = "end"


KINDS: MappingProxyType[type, Kind] = MappingProxyType(
    {each: Kind(each.kind) for each in get_args(Event)}
)


def kind(event: Event) -> Kind:
    """The kind of an event, which its class says."""
    return Kind(event.kind)
