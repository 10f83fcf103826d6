"""What kind of event an event is: the one classing that pacing, timeline and badges share."""

from enum import Enum
from types import MappingProxyType

from minevis.core import events as ev
from minevis.core.events import Event


class Kind(Enum):
    """The parts of the story that pictures tell apart.

    >>> Kind("guess")
    <Kind.GUESS: 'guess'>
    """

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
    {
        ev.Started: Kind.START,
        ev.Opened: Kind.MOVE,
        ev.Chorded: Kind.MOVE,
        ev.Exploded: Kind.MOVE,
        ev.Flagged: Kind.FLAG,
        ev.Unflagged: Kind.FLAG,
        ev.Wasted: Kind.FLAG,
        ev.Counted: Kind.DEDUCTION,
        ev.Subtracted: Kind.DEDUCTION,
        ev.Proved: Kind.DEDUCTION,
        ev.Reasoned: Kind.STEP,
        ev.FrontierFound: Kind.SEARCH,
        ev.ComponentFound: Kind.SEARCH,
        ev.ComponentKept: Kind.SEARCH,
        ev.Tried: Kind.SEARCH,
        ev.Violated: Kind.SEARCH,
        ev.Undone: Kind.SEARCH,
        ev.SolutionFound: Kind.SEARCH,
        ev.SearchTruncated: Kind.SEARCH,
        ev.SearchEnded: Kind.SEARCH,
        ev.OddsFound: Kind.ODDS,
        ev.ZerosFound: Kind.ODDS,
        ev.Guessed: Kind.GUESS,
        ev.Finished: Kind.END,
    }
)


def kind(event: Event) -> Kind:
    """The kind of an event. Raises `KeyError` for what is no event.

    >>> kind(ev.Flagged(((0, 0),)))
    <Kind.FLAG: 'flag'>
    """
    return KINDS[type(event)]
