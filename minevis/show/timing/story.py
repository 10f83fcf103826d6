"""A run as a story: its beats, and their reading times.

New ideas are shown slowly, sentence by sentence. Routine is
brought together: the counting of a turn is one beat, its openings another, and a chain
of them has one caption. Times are in seconds.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

from minevis.core import events as ev
from minevis.core.events import Deduction, Event
from minevis.core.proofs import Suppose
from minevis.core.record import Record
from minevis.show.timing.camera import Box
from minevis.show.timing.cropping import wholly_inside
from minevis.show.timing.durations import first_uses, sample_evenly
from minevis.show.timing.event_kinds import Kind, kind
from minevis.show.words.sentences import sentences_of

LARGE = 9  # cells: an opening as large as that is shown by itself
CHAIN = 8  # groups that have one caption
READING = 19.0  # letters a second
SENTENCE = 0.5  # seconds, in addition to the reading
BRISK = 0.62  # of the time that reading takes, if a thing has been shown before
GROUPED = {ev.Counted: 0.55, ev.Opened: 0.4}  # seconds for a group
CHAINED = 0.9  # seconds more for the first group of a chain, to read its caption
HELD = {  # seconds
    Kind.START: 0.8,
    Kind.MOVE: 1.2,
    Kind.FLAG: 0.5,
    Kind.ODDS: 1.5,
    Kind.END: 3.0,
    Kind.SEARCH: 0.1,
}
LAST = 1.5  # seconds at least: a film that is shown again and again needs an end
TARGET = 56.0  # seconds: that repeated events should take together
FASTEST = 0.5  # of its time: no faster than that
SWIFTEST = 0.7  # of the time that reading takes: if that is not enough, parts are left out
GLANCE = 2.4  # for a guess like those before it, if time is short
MOTION = 0.25  # of its time: routine goes by no faster
BESIDE, AGAIN, NEW, ROUTINE, STAYS = range(5)


@dataclass(frozen=True, slots=True)
class Part:
    """The events of one beat: events `since` … `index`, of a chain of groups `first` … `last`.

    `step` is the number of the last sentence that is shown, None for all of them.
    """

    index: int
    seconds: float
    since: int = -1
    first: int = -1
    last: int = -1
    step: int | None = None
    new: bool = False  # shown for the first time


def story(
    trace: Record,
    shown: Sequence[int],
    times: Mapping[int, float] | None = None,
    *,
    crop: Box | None = None,
    seconds: float | None = None,
    run: Sequence[int] | None = None,
) -> list[Part]:
    """The events `shown` as the parts of a story, in order.

    `times` are the seconds of each step of a search. The steps of a proof are shown with
    its result. With `crop`, events that reach beyond it are routine. More than can be read
    in `seconds` is left out. A part of a longer `run` hurries as the whole run does.
    """
    parts = _parts(trace, shown, times, crop)
    if seconds is not None:
        parts = readable(trace, parts, seconds)
    else:
        haste = _haste(parts if run is None else _parts(trace, run, None, crop))
        parts = [
            each if each.new else replace(each, seconds=haste * each.seconds) for each in parts
        ]
    return [*parts[:-1], *(replace(end, seconds=max(end.seconds, LAST)) for end in parts[-1:])]


def _parts(
    trace: Record, shown: Sequence[int], times: Mapping[int, float] | None, crop: Box | None
) -> list[Part]:
    """The parts of a story without haste."""
    if not any(kind(trace.events[index]) is Kind.SEARCH for index in shown):
        shown = [index for index in shown if _decides(trace, index)]
    shown = [index for index in shown if kind(trace.events[index]) is not Kind.STEP]
    shown = [i for before, i in pairwise([0, *shown]) if not _meanwhile(trace, before, i)]
    new = first_uses(trace, [i for i in shown if wholly_inside(trace.events[i], crop)])
    parts = [part for group in _groups(trace, shown, new, crop) for part in group]
    return [
        replace(part, seconds=times[part.index] if times else part.seconds, new=True)
        if kind(trace.events[part.index]) is Kind.SEARCH
        else part
        for part in parts
    ]


def _decides(trace: Record, index: int) -> bool:
    """Whether somebody goes by an event: not by odds next to a proof, nor by those of a board on
    which no clue is open, nor by zeros if the guess is for a safer cell."""
    event, after = trace.events[index], trace.events[index + 1 : index + 2]
    if isinstance(event, ev.OddsFound | ev.ZerosFound) and not (trace[index].view >= 0).any():
        return False
    if not after:
        return True
    if isinstance(event, ev.ZerosFound) and isinstance(after[0], ev.Guessed):
        return (after[0].zero or 0.0) >= max(event.chances, default=1.0)
    return not (isinstance(event, ev.OddsFound) and isinstance(after[0], Deduction | ev.Reasoned))


def _meanwhile(trace: Record, before: int, index: int) -> bool:
    """Whether flags go up between a guess and its result, which should follow at once."""
    event = trace.events[index]
    guessed = isinstance(trace.events[before], ev.Guessed)
    return guessed and isinstance(event, ev.Flagged) and event.proven


def in_one(parts: list[Part]) -> list[Part]:
    """`parts` with all the sentences of an event in one."""
    joined: list[Part] = []
    for part in parts:
        if part.step:
            joined[-1] = replace(joined[-1], seconds=joined[-1].seconds + part.seconds)
        else:
            joined.append(replace(part, step=None))
    return joined


def readable(trace: Record, parts: list[Part], seconds: float) -> list[Part]:
    """The parts that can be read in so many seconds: the words of all others are left out.

    Odds next to a guess go first, then proofs like those before them and openings by zeros. Then
    routine goes by faster, and last some new ideas are left out.
    Guesses, and their results, stay.
    """
    units = [list(unit) for _, unit in groupby(parts, key=lambda part: (part.first, part.last))]
    room = seconds / SWIFTEST
    if _over(units, room) > 0:
        units = _guesses_in_one(trace, units)
    for rank in (BESIDE, AGAIN):
        units = _fewer(trace, units, rank, room)
    units = _fewer(trace, _faster(trace, units, room), NEW, room)
    return [part for unit in units for part in unit]


def _over(units: list[list[Part]], room: float) -> float:
    """How many seconds too long the units are."""
    return sum(part.seconds for unit in units for part in unit) - room


def _fewer(trace: Record, units: list[list[Part]], rank: int, room: float) -> list[list[Part]]:
    """The units without some of a rank, as many as there is no room for, evenly spread."""
    over = _over(units, room)
    pool = [i for i, unit in enumerate(units) if _rank(trace, unit[0]) == rank]
    left_out: list[int] = []
    while over > sum(part.seconds for i in left_out for part in units[i]) and left_out != pool:
        left_out = sample_evenly(pool, len(left_out) + 1)
    return [unit for i, unit in enumerate(units) if i not in set(left_out)]


def _faster(trace: Record, units: list[list[Part]], room: float) -> list[list[Part]]:
    """The units, routine in as little time as it has to: it need not be read."""
    routine = [unit for unit in units if _rank(trace, unit[0]) == ROUTINE]
    time = sum(part.seconds for unit in routine for part in unit)
    share = max(MOTION, 1 - max(_over(units, room), 0.0) / time) if time else 1.0
    return [
        [replace(part, seconds=share * part.seconds) for part in unit] if unit in routine else unit
        for unit in units
    ]


def _guesses_in_one(trace: Record, units: list[list[Part]]) -> list[list[Part]]:
    """The units, all guesses but the first shown at once: only their numbers are new."""
    guesses = [unit for unit in units if isinstance(trace.events[unit[0].index], ev.Guessed)]
    return [
        [replace(part, seconds=min(part.seconds, GLANCE)) for part in in_one(unit)]
        if unit in guesses[1:]
        else unit
        for unit in units
    ]


def _rank(trace: Record, part: Part) -> int:
    """The class of a part if time is short."""
    event = trace.events[part.index]
    if part.first == part.last and _gambled(trace, part.index):
        return STAYS
    if part.first < part.last or _routine(event, part.new):
        return ROUTINE
    if isinstance(event, ev.Deduction | ev.Opened):
        return NEW if part.new else AGAIN
    if isinstance(event, ev.OddsFound | ev.ZerosFound):
        return NEW if part.new else BESIDE
    return STAYS


def thinned(parts: list[Part], room: int) -> list[Part]:
    """At most `room` of the parts: new ideas stay longest, the rest is spread."""
    if len(parts) <= room:
        return parts
    kept: list[Part] = []
    for rank in (True, False):
        pool = [part for part in parts if part.new is rank]
        count = min(len(pool), room - len(kept))
        kept += [pool[i * len(pool) // count] for i in range(count)]
    return sorted(kept, key=lambda part: (part.index, part.step or 0))


def _haste(parts: list[Part]) -> float:
    """The share of their time that repeated parts take, if they are many."""
    calm = sum(part.seconds for part in parts if not part.new)
    return max(min(1.0, TARGET / calm), FASTEST) if calm else 1.0


def _groups(
    trace: Record, shown: Sequence[int], new: set[int], crop: Box | None
) -> Iterator[list[Part]]:
    """Chains of routine, and between them the single events."""
    chain: list[list[int]] = []
    for index in shown:
        event = trace.events[index]
        if not (_routine(event, index in new) or _cut(event, crop)) or _gambled(trace, index):
            yield from _chained(trace, chain)
            chain = []
            parts = _alone(event, index, index in new)
            yield parts[-1:] if _announced(trace, index) else parts
        elif chain and _one_group((trace.events[i] for i in chain[-1]), event):
            chain[-1].append(index)
        else:
            if len(chain) == CHAIN and isinstance(event, ev.Counted):
                yield from _chained(trace, chain)
                chain = []
            chain.append([index])
    yield from _chained(trace, chain)


def _routine(event: Event, new: bool) -> bool:
    """Return whether an event is shown with its like."""
    if isinstance(event, ev.Flagged | ev.Unflagged | ev.Wasted):
        return True
    if isinstance(event, ev.Opened):
        return not new and len(event.cells) < LARGE
    return isinstance(event, ev.Counted) and not new


def _announced(trace: Record, index: int) -> bool:
    """Whether a review repeats the sentence of a guess."""
    before, event = trace.events[max(index - 1, 0)], trace.events[index]
    if not (isinstance(event, ev.Reviewed) and isinstance(before, ev.Guessed)):
        return False
    return event.cell == before.cell


def _gambled(trace: Record, index: int) -> bool:
    """Return whether this opening came from a guess. It must not look proven."""
    if not isinstance(trace.events[index], ev.Opened):
        return False
    flags = ev.Flagged | ev.Unflagged
    earlier = (each for each in reversed(trace.events[:index]) if not isinstance(each, flags))
    before = next(earlier, None)
    judged = isinstance(before, ev.Reviewed) and before.verdict.endswith("guess")
    return judged or isinstance(before, ev.Guessed)


def _cut(event: Event, crop: Box | None) -> bool:
    """Whether an event happens in part outside `crop`."""
    return isinstance(event, ev.Opened | Deduction) and not wholly_inside(event, crop)


def _one_group(events: Iterable[Event], event: Event) -> bool:
    """Whether an event goes with those of a group that has begun: flags go with any."""
    sorts = {type(each) for each in (*events, event)} - {ev.Flagged, ev.Unflagged, ev.Wasted}
    return len(sorts) < 2


def _chained(trace: Record, chain: list[list[int]]) -> Iterator[list[Part]]:
    """A chain of groups under one caption."""
    if not chain:
        return
    first, last = chain[0][0], chain[-1][-1]
    parts = []
    for number, group in enumerate(chain):
        time = GROUPED.get(type(trace.events[group[-1]]), HELD[Kind.FLAG])
        time += 0.0 if number else CHAINED
        parts.append(Part(group[-1], time, group[0], first, last))
    yield parts


def _alone(event: Event, index: int, new: bool) -> list[Part]:
    """The parts of an event that is shown by itself: sentence by sentence the first time."""
    each = kind(event)
    read = each is Kind.MOVE or (each is Kind.ODDS and (new or isinstance(event, ev.Reviewed)))
    if each in HELD and not read:
        return [Part(index, HELD[each], index, index, index, new=new)]
    texts = [sentence.text for sentence in sentences_of(event, letters=True).sentences]
    if each is Kind.MOVE:
        time = max(HELD[each], (1.0 if new else BRISK) * _reading(texts))
        return [Part(index, time, index, index, index, new=new)]
    if not (new or each is Kind.GUESS or _in_steps(event)):
        return [Part(index, BRISK * _reading(texts), index, index, index)]
    pace = 1.0 if new or each is Kind.GUESS else BRISK
    steps = [pace * _reading([text]) for text in texts]
    last = len(texts) - 1
    return [
        Part(index, time + 0.6 * (step == last), index, index, index, step, True)
        for step, time in enumerate(steps)
    ]


def _in_steps(event: Event) -> bool:
    """Return whether an event always needs steps: suppositions have to be seen growing."""
    proof = event.proof if isinstance(event, ev.Proved) else None
    return proof is not None and any(isinstance(step, Suppose) for step in proof.steps)


def _reading(texts: Iterable[str]) -> float:
    """Seconds to read some sentences and look at their cells."""
    return sum(SENTENCE + len(text) / READING for text in texts)
