"""A run as a story: its beats, and their reading times.

New ideas are shown slowly, sentence by sentence. Routine is joined: the counting of a turn is one
beat, its openings a second one, and a chain of turns has one caption. The steps of a search share a
caption too. Events without time for a sentence join these chains and are counted in their captions.
Every sentence stays long enough to be read after the camera has arrived, or is not shown. Times are
in seconds.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby, pairwise
from math import ceil

from minevis.film.durations import first_uses, split_evenly
from minevis.render.camera import EASING, Window, chain_words, wholly_inside
from minevis.solver import events as ev
from minevis.solver.events import Deduction, Event
from minevis.solver.proofs.steps import Cases, Step, Suppose
from minevis.trace.record import Record
from minevis.utils.formatting import sample_evenly
from minevis.words.captions import caption, sentences_of
from minevis.words.events import kind
from minevis.words.events.meaning import Kind

CHAIN = 8  # groups that have one caption
SENTENCE, WORD = 0.9, 0.11  # seconds to read a sentence, and more for each of its words
THINKING = 1.25  # of that, for a new idea
COUNTING, GLANCE = 0.55, 0.4  # seconds for a group of counts, and for other groups
STEP = 0.1  # seconds for a step of a search
END, LAST = 3.0, 1.5  # seconds at least for the end of a game, and for that of a film
TARGET = 66.0  # seconds: that repeated events should take together
PACES = (1.0, 0.7, 0.5, 0.35, 0.25, 0.12, 0.06)  # of its time, in which routine goes by
CALM = 3  # of these paces, for a film as long as it needs to be
SEARCH, BESIDE, AGAIN, NEW, GUESS, STAYS = range(6)


@dataclass(frozen=True, slots=True)
class Part:
    """The events of one beat: events `since` … `index`, of a chain of groups `first` … `last`.

    `step` is the number of the last shown sentence, None for all.
    """

    index: int
    seconds: float
    since: int = -1
    first: int = -1
    last: int = -1
    step: int | None = None
    new: bool = False  # shown for the first time
    silent: bool = False  # without words: there is no time to read them


def story(
    trace: Record,
    shown: Sequence[int],
    times: Mapping[int, float] | None = None,
    *,
    crop: Window | None = None,
    seconds: float | None = None,
    fps: float = 30,
    run: Sequence[int] | None = None,
    captions: bool = False,
) -> list[Part]:
    """The events `shown` as the parts of a story, in order.

    `times` are the seconds of search steps. The steps of a proof are shown with its result. With
    `crop`, events that reach beyond it are routine. Events that cannot be read in `seconds`, at
    `fps` frames a second, join routine; so do, in a film of free length, repeated events beyond
    `TARGET`. A part of a longer `run` has the same captions as in the entire run. With `captions`
    events have their captions in place of sentences.
    """
    room = None if seconds is None else max(1, round(seconds * fps))
    whole = _Draft(trace, shown if run is None else run, times, crop, captions)
    brief, pace = _shortened(whole, room, fps)
    draft = _Draft(trace, shown, times, crop, captions)
    if room is None:
        brief -= draft.new  # what is new in a part of the run
    draft.hurries = whole.hurries
    parts = draft.parts(brief, pace)
    last = LAST if room is None else 0.0
    parts[-1:] = [replace(end, seconds=max(end.seconds, last)) for end in parts[-1:]]
    return parts if room is None else _readable(trace, parts, room, fps)


class _Draft:
    """The events of a story, before it is known how many of them have their own words."""

    def __init__(
        self,
        trace: Record,
        shown: Sequence[int],
        times: Mapping[int, float] | None,
        crop: Window | None,
        captions: bool,
    ) -> None:
        if not any(kind(trace.events[index]) is Kind.SEARCH for index in shown):
            shown = [index for index in shown if _decides(trace, index)]
        shown = [index for index in shown if kind(trace.events[index]) is not Kind.STEP]
        self.shown = [i for before, i in pairwise([0, *shown]) if not _meanwhile(trace, before, i)]
        self.trace, self.times, self.crop, self.captions = trace, times or {}, crop, captions
        self.gambles = _gambles(trace)
        self.hurries = False  # whether the sentences of guesses come together
        whole = [i for i in self.shown if wholly_inside(trace.events[i], crop)]
        self.new = first_uses(trace, whole)
        counts = [i for i in whole if isinstance(trace.events[i], ev.Counted)]
        self.stepwise = self.new - {*counts[1:]}  # counting is easy: in steps only once
        self.words = lru_cache(maxsize=None)(self._words)

    def parts(self, brief: Collection[int] = (), pace: float = 1.0) -> list[Part]:
        """Return the parts. The events `brief` have few or no words; routine has a fixed pace."""
        return [part for group in self._groups(brief, pace) for part in group]

    def _groups(self, brief: Collection[int], pace: float) -> Iterator[list[Part]]:
        """Chains of routine, and between them the single events."""
        chain, sort, searched = list[list[int]](), object(), False
        for index in self.shown:
            event = self.trace.events[index]
            if index in brief and kind(event) is Kind.ODDS:
                continue
            search = kind(event) is Kind.SEARCH
            own = None if kind(event) is Kind.FLAG else index if search else type(event)
            joins, goes_on = self._joins(index, brief), own is sort or None in (own, sort)
            full = isinstance(event, ev.Counted) and len(chain) >= CHAIN / pace
            if not joins or search != searched or (full and not goes_on):
                yield from self._chained(chain, pace)
                chain = []
            if not joins:
                yield self._alone(index, brief, pace)
            elif chain and goes_on:  # flags join any group
                chain[-1].append(index)
                sort = own if sort is None else sort
            else:
                chain.append([index])
                sort, searched = own, search
        yield from self._chained(chain, pace)

    def _joins(self, index: int, brief: Collection[int]) -> bool:
        """Whether an event is shown with its like, in a chain."""
        event = self.trace.events[index]
        if index in self.gambles:  # what was guessed must not look proven
            return self.gambles[index] in brief and isinstance(event, ev.Opened)
        if _routine(event, index in self.new) or _cut(event, self.crop):
            return True
        joining = isinstance(event, ev.Opened | Deduction | ev.Guessed)
        return index in brief and (joining or kind(event) is Kind.SEARCH)

    def _chained(self, chain: list[list[int]], pace: float) -> Iterator[list[Part]]:
        """A chain of groups under one caption, and the time to read it."""
        if not chain:
            return
        first, last = chain[0][0], chain[-1][-1]
        ends = [self.trace.events[group[-1]] for group in chain]
        again = EASING if len(chain) > 1 else 0.0  # for a move between groups
        needed = reading(self.words(first, last)) + again
        if kind(ends[0]) is Kind.SEARCH:
            times = [min(self.times.get(group[-1], STEP), GLANCE) for group in chain]
            silent = sum(times) < needed  # the tree and the counters say enough
        else:
            times = [pace * (COUNTING if isinstance(end, ev.Counted) else GLANCE) for end in ends]
            times[0] += max(EASING, needed - sum(times))
            silent = False
            count = min(len(chain), max(1, int(sum(times) / STEP)))
            chain = [[i for group in some for i in group] for some in split_evenly(chain, count)]
            times = [sum(some) for some in split_evenly(times, count)]
        yield [
            Part(group[-1], time, group[0], first, last, silent=silent)
            for group, time in zip(chain, times, strict=True)
        ]

    def _words(self, first: int, last: int) -> str:
        event = self.trace.events[last]
        if first == last and wholly_inside(event, self.crop):
            return " ".join(self._texts(event))
        return chain_words(self.trace, first, last, self.crop)

    def _texts(self, event: Event) -> list[str]:
        """The sentences of an event, or its caption."""
        if self.captions:
            return [caption(event)]
        return [sentence.text for sentence in sentences_of(event, letters=True).sentences]

    def _alone(self, index: int, brief: Collection[int], pace: float) -> list[Part]:
        """Return the parts of an event shown by itself: sentence by sentence the first time."""
        event, new = self.trace.events[index], index in self.new
        each = kind(event)
        if not self._in_steps(event, index) or index in brief:
            least = pace * END if each is Kind.END else self.times.get(index, 0.0)
            words = self.words(index, index)
            if each is Kind.SEARCH:
                words += " (100 steps skipped.)"
                new = True
            time = max(reading(words), least)
            return [Part(index, time, index, index, index, new=new or each is Kind.GUESS)]
        slow = THINKING if new and not isinstance(event, ev.Counted) else 1.0
        parts = [
            Part(index, slow * reading(text), index, index, index, step, True)
            for step, text in enumerate(self._texts(event))
        ]
        return parts[-1:] if _announced(self.trace, index) else parts

    def _in_steps(self, event: Event, index: int) -> bool:
        """Whether sentences come one by one: of guesses, and of suppositions, always."""
        if kind(event) is Kind.GUESS:
            return index in self.new or not self.hurries
        if _grows(event):
            return True
        return index in self.stepwise and kind(event) in (Kind.DEDUCTION, Kind.ODDS)


def reading(text: str) -> float:
    """Return the seconds to read a new text, after the camera has arrived."""
    return EASING + SENTENCE + WORD * len(text.split())


def _shortened(draft: _Draft, room: int | None, fps: float) -> tuple[frozenset[int], float]:
    """The events that get few words, so that all can be read in time, and the pace of routine.

    Steps of searches go first, then odds next to a guess, then proofs similar to earlier ones. Then
    routine gets faster. If `room` frames are still too few, new ideas join routine, and in the end
    guesses, the boldest last.
    """

    def fits(brief: Collection[int], pace: float) -> bool:
        told = draft.parts(brief, pace)
        if room is not None:
            return sum(frames_of(part, fps) for part in told) <= room
        events = draft.trace.events
        again = (p for p in told if not p.new and kind(events[p.index]) is not Kind.SEARCH)
        return sum(part.seconds for part in again) <= TARGET

    pools: dict[int, list[int]] = {rank: [] for rank in range(STAYS + 1)}
    for part in draft.parts():
        if part.first == part.last and not part.step:
            pools[_rank(draft, part)].append(part.index)
    pools[SEARCH].reverse()
    pools[GUESS].sort(key=lambda index: getattr(draft.trace.events[index], "risk", None) or 0.0)
    brief: frozenset[int] = frozenset()

    def less(rank: int, pace: float = 1.0) -> frozenset[int]:
        """Return `brief` with as many events of a rank as necessary."""
        pool = pools[rank]
        spread = rank not in (SEARCH, GUESS)
        more = [
            brief.union(sample_evenly(pool, count) if spread else pool[:count])
            for count in range(len(pool) + 1)
        ]
        return more[min(bisect_left(more, True, key=lambda some: fits(some, pace)), len(pool))]

    if room is None:
        brief = frozenset(pools[SEARCH])
    else:
        draft.hurries = not fits(brief, 1.0)
        brief = less(SEARCH)
    for rank in (BESIDE, AGAIN):
        brief = less(rank)
    paces = PACES[:CALM] if room is None else PACES
    pace = next((each for each in paces if fits(brief, each)), paces[-1])
    for rank in () if room is None else (NEW, GUESS):
        brief = less(rank, pace)
    return brief, pace


def frames_of(part: Part, fps: float) -> int:
    """Return the frames needed by a part."""
    return 1 if part.silent else max(1, ceil(part.seconds * fps - 1e-6))


def _readable(trace: Record, parts: list[Part], room: int, fps: float) -> list[Part]:
    """Return the parts without unreadably short words; words of guesses go last."""
    last = Kind.SEARCH, Kind.START, Kind.MOVE, Kind.DEDUCTION, Kind.ODDS, Kind.GUESS, Kind.END

    def worth(told: list[Part]) -> int:
        each = kind(trace.events[told[-1].index])
        return last.index(each) if each in last else 0

    captions = [list(some) for _, some in groupby(parts, key=lambda part: (part.first, part.last))]
    for told in sorted(captions, key=worth):
        if sum(frames_of(part, fps) for some in captions for part in some) <= room:
            break
        told[:] = [
            replace(part, seconds=min(part.seconds, GLANCE), silent=True) for part in in_one(told)
        ]
    return thinned([part for told in captions for part in told], room)


def _rank(draft: _Draft, part: Part) -> int:
    """The class of a part if time is short."""
    event = draft.trace.events[part.index]
    if kind(event) is Kind.SEARCH:
        return NEW if part.index in draft.new else SEARCH
    if isinstance(event, ev.Guessed):
        return GUESS
    if isinstance(event, ev.Reviewed):
        return GUESS if event.verdict.endswith("guess") else NEW
    if part.index in draft.gambles or _routine(event, part.new):
        return STAYS
    if isinstance(event, Deduction | ev.Opened):
        by_cases = any(isinstance(step, Cases) for step in _steps(event))  # cards need time
        return NEW if part.new or _grows(event) or by_cases else AGAIN
    if isinstance(event, ev.OddsFound | ev.ZerosFound):
        return NEW if part.new else BESIDE
    return STAYS


def _routine(event: Event, new: bool) -> bool:
    """Return whether an event is shown with its like."""
    if kind(event) is Kind.FLAG:
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


def _gambles(trace: Record) -> dict[int, int]:
    """Return the events resulting from a guess, with that guess."""
    found, before = {}, 0
    for index, event in enumerate(trace.events):
        guess = trace.events[before]
        judged = isinstance(guess, ev.Reviewed) and guess.verdict.endswith("guess")
        if isinstance(event, ev.Opened | ev.Exploded) and (judged or isinstance(guess, ev.Guessed)):
            found[index] = before
        if kind(event) is not Kind.FLAG:
            before = index
    return found


def _cut(event: Event, crop: Window | None) -> bool:
    """Whether an event happens in part outside `crop`."""
    return isinstance(event, ev.Opened | Deduction) and not wholly_inside(event, crop)


def _decides(trace: Record, index: int) -> bool:
    """Return whether an event influences the choice.

    Odds next to a proof do not, nor odds of a board without clues, nor zeros if the guess takes a
    safer cell.
    """
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
        if joined and joined[-1].index == part.index:
            joined[-1] = replace(joined[-1], seconds=joined[-1].seconds + part.seconds)
        else:
            joined.append(replace(part, step=None))
    return joined
