"""A run as a story: its beats, and their reading times.

New ideas are shown slowly, sentence by sentence. Routine is brought together: the counting of a
turn is one beat, its openings another, and a chain of them has one caption. What the story has
no time for joins these chains: it is counted in their captions. Every sentence stays long
enough to be read after the camera has arrived. Times are in seconds.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from minevis.core import events as ev
from minevis.core.events import Deduction, Event
from minevis.core.grid import cells_of
from minevis.core.proofs import Cases, Step, Suppose
from minevis.core.record import Record
from minevis.show.timing.camera import EASING, Box
from minevis.show.timing.cropping import seen_in, wholly_inside
from minevis.show.timing.durations import first_uses, sample_evenly
from minevis.show.timing.event_kinds import Kind, kind
from minevis.show.words.captions import chain_caption
from minevis.show.words.sentences import sentences_of

CHAIN = 8  # groups that have one caption
SENTENCE, WORD = 0.9, 0.11  # seconds to read a sentence, and more for each of its words
THINKING = 1.25  # of that, for a new idea
COUNTING, GLANCE = 0.55, 0.4  # seconds for a group of counts, and for another one
STEP = 0.1  # seconds for a step of a search
END, LAST = 3.0, 1.5  # seconds at least for the end of a game, and for that of a film
TARGET = 66.0  # seconds: that repeated events should take together
PACES = (1.0, 0.7, 0.5, 0.35, 0.25)  # of its time, in which routine goes by
CALM = 3  # of these paces, for a film as long as it needs to be
GUESS, BESIDE, AGAIN, NEW, ROUTINE, STAYS = range(6)


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
    its result. With `crop`, events that reach beyond it are routine. What cannot be read
    in `seconds` joins routine; so does, in a film of free length, what takes repeated events
    beyond `TARGET`. A part of a longer `run` is told as in the whole run.
    """
    brief, pace = _shortened(_Draft(trace, shown if run is None else run, times, crop), seconds)
    draft = _Draft(trace, shown, times, crop)
    if seconds is None:
        brief -= draft.new  # what is new in a part of the run
    parts = draft.parts(brief, pace)
    return [*parts[:-1], *(replace(end, seconds=max(end.seconds, LAST)) for end in parts[-1:])]


class _Draft:
    """The events of a story, before it is known how many of them have their own words."""

    def __init__(
        self,
        trace: Record,
        shown: Sequence[int],
        times: Mapping[int, float] | None,
        crop: Box | None,
    ) -> None:
        if not any(kind(trace.events[index]) is Kind.SEARCH for index in shown):
            shown = [index for index in shown if _decides(trace, index)]
        shown = [index for index in shown if kind(trace.events[index]) is not Kind.STEP]
        self.shown = [i for before, i in pairwise([0, *shown]) if not _meanwhile(trace, before, i)]
        self.trace, self.times, self.crop = trace, times or {}, crop
        whole = [i for i in self.shown if wholly_inside(trace.events[i], crop)]
        self.new = first_uses(trace, whole)
        counts = [i for i in whole if isinstance(trace.events[i], ev.Counted)]
        self.stepwise = self.new - {*counts[1:]}  # counting is easy: in steps only once
        self.words = lru_cache(maxsize=None)(self._words)

    def parts(self, brief: Collection[int] = (), pace: float = 1.0) -> list[Part]:
        """The parts: the events `brief` have few words, or none; routine goes by at a pace."""
        return [part for group in self._groups(brief, pace) for part in group]

    def _groups(self, brief: Collection[int], pace: float) -> Iterator[list[Part]]:
        """Chains of routine, and between them the single events."""
        trace, chain = self.trace, list[list[int]]()
        for index in self.shown:
            event = trace.events[index]
            if not self._joins(index, brief):
                yield from self._chained(chain, pace)
                chain = []
                if not (index in brief and kind(event) is Kind.ODDS):
                    yield self._alone(index, brief)
            elif chain and _one_group((trace.events[i] for i in chain[-1]), event):
                chain[-1].append(index)
            else:
                if len(chain) >= CHAIN / pace and isinstance(event, ev.Counted):
                    yield from self._chained(chain, pace)
                    chain = []
                chain.append([index])
        yield from self._chained(chain, pace)

    def _joins(self, index: int, brief: Collection[int]) -> bool:
        """Whether an event is shown with its like, in a chain."""
        event = self.trace.events[index]
        if _gambled(self.trace, index):
            return False
        few_words = index in brief and isinstance(event, ev.Opened | Deduction)
        return few_words or _routine(event, index in self.new) or _cut(event, self.crop)

    def _chained(self, chain: list[list[int]], pace: float) -> Iterator[list[Part]]:
        """A chain of groups under one caption, and the time to read it."""
        if not chain:
            return
        first, last = chain[0][0], chain[-1][-1]
        ends = (self.trace.events[group[-1]] for group in chain)
        times = [pace * (COUNTING if isinstance(end, ev.Counted) else GLANCE) for end in ends]
        again = EASING if len(chain) > 1 else 0.0  # for a move from one group to another
        times[0] += max(EASING, reading(self.words(first, last)) + again - sum(times))
        yield [
            Part(group[-1], time, group[0], first, last)
            for group, time in zip(chain, times, strict=True)
        ]

    def _words(self, first: int, last: int) -> str:
        event = self.trace.events[last]
        if first == last and wholly_inside(event, self.crop):
            return " ".join(each.text for each in sentences_of(event, letters=True).sentences)
        return chain_words(self.trace, first, last, self.crop)

    def _alone(self, index: int, brief: Collection[int]) -> list[Part]:
        """The parts of an event that is shown by itself: sentence by sentence the first time."""
        event, new = self.trace.events[index], index in self.new
        each = kind(event)
        if each is Kind.SEARCH:
            time = self.times.get(index, STEP)
            return [Part(index, time, index, index, index, new=True)]
        if not self._in_steps(event, index) or index in brief:
            time = max(reading(self.words(index, index)), END if each is Kind.END else 0.0)
            return [Part(index, time, index, index, index, new=new or each is Kind.GUESS)]
        slow = THINKING if new and not isinstance(event, ev.Counted) else 1.0
        texts = [sentence.text for sentence in sentences_of(event, letters=True).sentences]
        parts = [
            Part(index, slow * reading(text), index, index, index, step, True)
            for step, text in enumerate(texts)
        ]
        return parts[-1:] if _announced(self.trace, index) else parts

    def _in_steps(self, event: Event, index: int) -> bool:
        """Whether sentences come one by one: of guesses, and of suppositions, always."""
        if kind(event) is Kind.GUESS or _grows(event):
            return True
        return index in self.stepwise and kind(event) in (Kind.DEDUCTION, Kind.ODDS)


def chain_words(trace: Record, first: int, last: int, crop: Box | None) -> str:
    """The caption of the chain of events `first` … `last`, or of its part inside `crop`."""
    chain = seen_in(trace.events[first : last + 1], crop)
    proven = frozenset(cells_of(trace[max(first - 1, 0)].safe))
    return chain_caption(chain, part=crop is not None, proven=proven)


def reading(text: str) -> float:
    """Seconds to read a text that appears, after the camera has arrived."""
    return EASING + SENTENCE + WORD * len(text.split())


def _shortened(draft: _Draft, seconds: float | None) -> tuple[frozenset[int], float]:
    """The events that get few words, so that all can be read in time, and the pace of routine.

    Odds next to a guess go first, then proofs like those before them. Then routine goes by
    faster, and if the length is given, some new ideas join it. Guesses, and their results, stay:
    they are only shown at once but for the first.
    """

    def fits(brief: Collection[int], pace: float) -> bool:
        told = draft.parts(brief, pace)
        if seconds is None:
            return sum(part.seconds for part in told if not part.new) <= TARGET
        return sum(part.seconds for part in told) <= seconds

    pools: dict[int, list[int]] = {}
    for part in draft.parts():
        if part.first == part.last and not part.step:
            pools.setdefault(_rank(draft.trace, part), []).append(part.index)
    pools[GUESS] = pools.get(GUESS, [])[1:]
    brief: frozenset[int] = frozenset()

    def less(rank: int, pace: float) -> frozenset[int]:
        """`brief` with as many of a rank, evenly spread, as there is no time for."""
        pool = pools.get(rank, [])
        more = [brief.union(sample_evenly(pool, count)) for count in range(len(pool) + 1)]
        return more[min(bisect_left(more, True, key=lambda some: fits(some, pace)), len(pool))]

    for rank in (BESIDE, AGAIN) if seconds is None else (GUESS, BESIDE, AGAIN):
        brief = less(rank, 1.0)
    paces = PACES[:CALM] if seconds is None else PACES
    pace = next((each for each in paces if fits(brief, each)), paces[-1])
    if seconds is not None:
        brief = less(NEW, pace)
    return brief, pace


def _rank(trace: Record, part: Part) -> int:
    """The class of a part if time is short."""
    event = trace.events[part.index]
    if isinstance(event, ev.Guessed):
        return GUESS
    if _gambled(trace, part.index):
        return STAYS
    if _routine(event, part.new):
        return ROUTINE
    if isinstance(event, Deduction | ev.Opened):
        if any(isinstance(step, Cases) for step in _steps(event)):
            return STAYS  # the cards next to the board need time
        return NEW if part.new or _grows(event) else AGAIN
    if isinstance(event, ev.OddsFound | ev.ZerosFound):
        return NEW if part.new else BESIDE
    return STAYS


def _routine(event: Event, new: bool) -> bool:
    """Return whether an event is shown with its like."""
    if isinstance(event, ev.Flagged | ev.Unflagged | ev.Wasted):
        return True
    return isinstance(event, ev.Counted | ev.Opened) and not new


def _grows(event: Event) -> bool:
    """Return whether an event needs steps: suppositions have to be seen growing."""
    return any(isinstance(step, Suppose) for step in _steps(event))


def _steps(event: Event) -> tuple[Step, ...]:
    return event.proof.steps if isinstance(event, ev.Proved) and event.proof else ()


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


def in_one(parts: list[Part]) -> list[Part]:
    """`parts` with all the sentences of an event in one."""
    joined: list[Part] = []
    for part in parts:
        if part.step:
            joined[-1] = replace(joined[-1], seconds=joined[-1].seconds + part.seconds)
        else:
            joined.append(replace(part, step=None))
    return joined
