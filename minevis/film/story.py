"""A run as a story: its beats, and their reading times.

New ideas are shown slowly, sentence by sentence. Routine is joined: the counting of a turn is one
beat, its openings a second one, and a chain of turns has one caption. The steps of a search share a
caption too. Events without time for a sentence join these chains and are counted in their captions.
A run that does not fit in its time is told around its key moment only, and swept over elsewhere.
Every sentence stays long enough to be read after the camera has arrived, or is not shown. Times are
in seconds.
"""

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise, takewhile
from math import ceil
from typing import Any

from minevis.film.cards import key_moment
from minevis.film.durations import LONGEST, first_uses, split_evenly
from minevis.film.moments import Beat, chain_words, wholly_inside
from minevis.render.camera import EASING, Window
from minevis.render.motion import KINDS
from minevis.solver import events as ev
from minevis.solver.events import Deduction, Event
from minevis.solver.proofs.steps import Cases, Step, Suppose
from minevis.trace.trace import Trace
from minevis.utils.formatting import sample_evenly
from minevis.words.captions import caption, sentences_of
from minevis.words.events import kind
from minevis.words.events.meaning import Kind

CHAIN = 8  # groups that have one caption
SENTENCE, WORD = 0.9, 0.11  # seconds to read a sentence, and more for each of its words
THINKING = 1.25  # of that, for a new idea by default
COUNTING, GLANCE = 0.55, 0.4  # seconds for a group of counts, and for other groups
PAIR = 1.2  # seconds for two sets laid over each other
STEP = 0.1  # seconds for a step of a search, and for a picture of a sweep
EARLY = 12  # steps of the first search that take longer
END, LAST = 3.0, 1.5  # seconds at least for the end of a game, and for that of a film
TARGET = 66.0  # seconds: that repeated events should take together
PACES = (1.0, 0.7, 0.5)  # of its time, in which routine goes by
SWEEP, SWEPT = 1.5, 0.1  # seconds of a sweep at most, and the share of the film that it may take
SWEPT_KINDS = (Kind.MOVE, Kind.FLAG, Kind.DEDUCTION)
FEW = 5  # pictures: a film does not begin with fewer
AMPLE = 1.25  # times as much time as needed: then routine is not joined
SEARCH, BESIDE, AGAIN, STAYS = range(4)

Unit = list[Beat]  # of one caption


def story(
    trace: Trace,
    shown: Sequence[int],
    *,
    crop: Window | None = None,
    seconds: float | None = None,
    fps: float = 30,
    run: Sequence[int] | None = None,
    captions: bool = False,
    asked: int | None = None,
    motion: bool = False,
    thinking: float = THINKING,
) -> list[Beat] | None:
    """The events `shown` as the parts of a story, in order; None if `seconds` are too short for it.

    The steps of a proof are shown with its result. With `crop`, events that reach beyond it are
    routine. So are repeated events if there is no time for them, at `fps` frames a second, or
    beyond `TARGET` in a film of free length. A part of a longer `run` has the same captions as in
    the entire run. With `captions` events have their captions in place of sentences. The event
    `asked` answers a question: it always has its own sentences. With `motion` there is time for
    changes to settle before a sentence is read.
    """
    told = crop, captions, asked, motion
    draft = _Draft(trace, shown, *told)
    draft.thinking = thinking
    if seconds is None:
        whole = _Draft(trace, shown if run is None else run, *told)
        brief, pace = _shortened(whole, lambda parts: _repeated(trace, parts) <= TARGET)
        parts = draft.parts(brief - draft.new, pace)  # what is new in a part of the run stays
        parts[-1:] = [replace(end, seconds=max(end.seconds, LAST)) for end in parts[-1:]]
        return parts

    def fits(parts: list[Beat]) -> bool:
        return sum(frames_of(part, fps) for part in parts) <= round(seconds * fps)

    if fits(parts := draft.parts()):
        if sum(part.seconds for part in parts) * AMPLE < seconds:
            counts = range(len(draft.shown) + 1)
            most = bisect_left(counts, True, key=lambda n: not fits(draft.parts(single=n))) - 1
            return draft.parts(single=max(most, 0))
        return parts
    draft.hurries = True
    brief, pace = _shortened(draft, fits)
    return parts if fits(parts := draft.parts(brief, pace)) else None


def short_story(
    trace: Trace,
    shown: Sequence[int],
    seconds: float,
    *,
    crop: Window | None = None,
    fps: float = 30,
    captions: bool = False,
    asked: int | None = None,
    motion: bool = False,
) -> list[Beat]:
    """The events `shown` in fewer `seconds` than their story needs.

    The key moment, or the event `asked`, is told in steps, and as much around it as there is time
    for: after an event `asked` first. Sweeps of silent pictures connect it with the beginning and
    the end, unless there are too many guesses on the way: these are never swept over.
    """
    draft = _Draft(trace, shown, crop, captions, asked, motion)
    draft.hurries = True
    room, units = max(1, round(seconds * fps)), draft.units()
    sweep = min(SWEEP, SWEPT * seconds)
    own = [unit[0].index for unit in units if unit[0].first == unit[-1].last]
    key = (
        asked if asked is not None else key_moment(trace, own or [unit[-1].index for unit in units])
    )
    at = next(i for i, unit in enumerate(units) if unit[-1].index >= key)

    def told(count: int, steps: int, reach: bool) -> list[Beat]:
        """Tell `count` units around the key moment, the nearest `steps` of them in steps."""
        back = count // 2 if asked is None else 0
        end = min(at + 1 + count - back, len(units))
        first = max(end - 1 - count, 0)
        end = min(first + count + 1, len(units))
        if end < len(units) and units[end][-1].index in draft.gambles:  # what the guess brings
            end += 1
        near = sorted(range(first, end), key=lambda i: abs(i - at))[:steps]
        parts = [
            part
            for i in range(first, end)
            for part in (units[i] if i in near else draft.at_once(units[i]))
        ]
        before = draft.swept(units[:first], sweep) if reach and asked is None else []
        if reach:
            return [
                *(before if len(before) >= FEW else []),
                *parts,
                *draft.swept(units[end:], sweep),
            ]
        coming = [*takewhile(lambda unit: not draft.stays(unit), units[end:])]  # no guess
        longer = [*parts, *draft.swept(coming, sweep)]
        return longer if fits(longer) else parts

    def fits(parts: list[Beat]) -> bool:
        return sum(frames_of(part, fps) for part in parts) <= room

    ways = ((0, 1, True), (0, 0, True), (1, 1, False), (1, 0, False), (0, 1, False), (0, 0, False))
    for least, steps, reach in ways:
        if fits(told(least, steps, reach)):
            sizes = range(len(units))
            count = bisect_left(sizes, True, key=lambda n: not fits(told(n, steps, reach))) - 1
            more = range(steps, count + 2)
            best = bisect_left(more, True, key=lambda n: not fits(told(count, n, reach))) - 1
            return told(count, steps + best, reach)
    return _glimpse(draft, units, room, fps)


def _glimpse(draft: "_Draft", units: list[Unit], room: int, fps: float) -> list[Beat]:
    """Silent pictures of a run and its guesses, for a film too short for any reason; and its end if
    there is time to read that.
    """
    *before, last = units
    end = draft.at_once(last)
    left = room - sum(frames_of(part, fps) for part in end)
    if left < 1:
        before, end, left = units, [], room
    pictures = left // max(1, ceil(STEP * fps - 1e-6))
    parts = [*thinned(draft.swept(before, room / fps, silent=True), pictures), *end]
    return parts or [replace(last[-1], step=None, words=())]


class _Draft:
    """The events of a story, before it is known how many of them have their own words."""

    def __init__(
        self,
        trace: Trace,
        shown: Sequence[int],
        crop: Window | None,
        captions: bool,
        asked: int | None,
        motion: bool,
    ) -> None:
        if not any(kind(trace.events[index]) is Kind.SEARCH for index in shown):
            shown = [index for index in shown if _decides(trace, index)]
        shown = [index for index in shown if kind(trace.events[index]) is not Kind.STEP]
        self.shown = [i for before, i in pairwise([0, *shown]) if not _meanwhile(trace, before, i)]
        self.trace, self.crop, self.captions, self.asked = trace, crop, captions, asked
        self.motion = motion
        self.shown = [i for i in self.shown if not self._endless(trace.events[i])]
        self.gambles = _gambles(trace)
        self.thinking = THINKING  # times as long stay the sentences of new ideas
        self.hurries = False  # whether the sentences of guesses come together
        whole = [i for i in self.shown if wholly_inside(trace.events[i], crop)]
        self.new = first_uses(trace, whole)
        counts = [i for i in whole if isinstance(trace.events[i], ev.Counted)]
        self.stepwise = {*(self.new - {*counts[1:]}), asked}  # counting is easy: in steps only once
        searched = [i for i in self.shown if kind(trace.events[i]) is Kind.SEARCH]
        self.searched, self.early = {*searched} - self.new, {*searched[:EARLY]}
        self.words = lru_cache(maxsize=None)(self._words)

    def _endless(self, event: Event) -> bool:
        """Whether an event names too many cells to be read; the guess after it says the same."""
        zeros = isinstance(event, ev.ZerosFound)
        return zeros and any(reading(text) > LONGEST for text in self._texts(event))

    def parts(self, brief: Collection[int] = (), pace: float = 1.0, single: int = 0) -> list[Beat]:
        """Return the parts. The events `brief` have few or no words; routine has a fixed pace.

        Of the first `single` events each has its own words, even routine.
        """
        return [part for unit in self._units(brief, pace, single) for part in unit]

    def units(self) -> list[Unit]:
        """Return the parts by their captions."""
        return [*self._units(self.searched, 1.0)]

    def _units(self, brief: Collection[int], pace: float, single: int = 0) -> Iterator[Unit]:
        """Chains of routine, and between them the single events."""
        alone = {*self.shown[:single]}
        chain, sort, searched = list[list[int]](), object(), False
        for index in self.shown:
            event = self.trace.events[index]
            if index in brief and kind(event) is Kind.ODDS:
                continue
            search = kind(event) is Kind.SEARCH
            single = search or (self.motion and _compares(event))
            own = None if kind(event) is Kind.FLAG else index if single else type(event)
            joins = index not in alone and self._joins(index, brief)
            goes_on = own is sort or None in (own, sort)
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
        if index == self.asked or index in self.gambles:  # a guess must not look proven
            return False
        if _routine(event, index in self.new) or _cut(event, self.crop):
            return True
        joining = isinstance(event, ev.Opened | Deduction) or kind(event) is Kind.SEARCH
        return index in brief and joining

    def _chained(self, chain: list[list[int]], pace: float) -> Iterator[Unit]:
        """A chain of groups under one caption, and the time to read it."""
        if not chain:
            return
        first, last = chain[0][0], chain[-1][-1]
        ends = [self.trace.events[group[-1]] for group in chain]
        again = EASING if len(chain) > 1 else 0.0  # for a move between groups
        needed = reading(self.words(first, last)) + again + self._settled(self.trace.events[first])
        if kind(ends[0]) is Kind.SEARCH:
            times = [GLANCE if group[-1] in self.early else STEP for group in chain]
            silent = sum(times) < needed  # the tree and the counters say enough
        else:
            times = [pace * (COUNTING if isinstance(end, ev.Counted) else GLANCE) for end in ends]
            if self.motion:
                pairs = zip(times, chain, strict=True)
                times = [PAIR if self._compares(group) else time for time, group in pairs]
            times[0] += max(EASING, needed - sum(times))
            silent = False
            count = min(len(chain), max(1, int(sum(times) / STEP)))
            chain = [[i for group in some for i in group] for some in split_evenly(chain, count)]
            times = [sum(some) for some in split_evenly(times, count)]
            if self.motion:
                chain, times = self._in_sweeps(chain, times)
        words, moves = () if silent else None, silent and self.motion
        yield [
            _told(group[-1], time, group[0], first, last, words=words, moves=moves)
            for group, time in zip(chain, times, strict=True)
        ]

    def _compares(self, group: list[int]) -> bool:
        """Return whether a group has a proof of several clues."""
        return any(_compares(self.trace.events[index]) for index in group)

    def _in_sweeps(
        self, chain: list[list[int]], times: list[float]
    ) -> tuple[list[list[int]], list[float]]:
        """Join the groups of a chain that are counted and opened in one sweep, and their times."""
        groups, seconds, joins = list[list[int]](), list[float](), False
        for group, time in zip(chain, times, strict=True):
            alone = self._compares(group)
            if joins and not alone and seconds[-1] + time <= LONGEST:
                groups[-1] = groups[-1] + group
                seconds[-1] += time
            else:
                groups.append(group)
                seconds.append(time)
            joins = not alone
        return groups, seconds

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

    def _alone(self, index: int, brief: Collection[int], pace: float) -> Unit:
        """Return the parts of an event shown by itself: sentence by sentence the first time."""
        event, new = self.trace.events[index], index in self.new or index == self.asked
        each, words = kind(event), self.words(index, index)
        in_steps = self._in_steps(event, index) and index not in brief
        if not in_steps and reading(words) <= LONGEST:
            least = pace * END if each is Kind.END else 0.0
            if each is Kind.SEARCH:
                words += " (100 steps skipped.)"
                new = True
            time = max(self._settled(event) + reading(words), least)
            return [_told(index, time, index, new=new or each is Kind.GUESS)]
        slow = self.thinking if new and not isinstance(event, ev.Counted) else 1.0
        parts = [
            _told(
                index,
                min(self._settled(event) + slow * time, LONGEST),
                index,
                step=step,
                new=True,
                words=() if time > LONGEST else None,
            )
            for step, time in enumerate(map(reading, self._texts(event)))
        ]
        return parts[-1:] if _announced(self.trace, index) else parts

    def _settled(self, event: Event) -> float:
        """The seconds until what an event changes has settled, and its sentence is there."""
        return settling(event) if self.motion else 0.0

    def at_once(self, unit: Unit) -> Unit:
        """Return a unit with all sentences of its event at once, if there is time to read them."""
        index = unit[0].index
        return unit if unit[0].first < unit[0].last else self._alone(index, {index}, 0)

    def swept(self, units: Sequence[Unit], seconds: float, *, silent: bool = False) -> list[Beat]:
        """Return `units` as silent pictures of `seconds`; the guesses between them stay.

        A guess has its sentences at once, or, if `silent`, none.
        """
        moving = [part for unit in units if not self.stays(unit) for part in in_one(unit)]
        moving = [part for part in moving if kind(self.trace.events[part.index]) in SWEPT_KINDS]
        count = max(1, int(seconds / STEP + 1e-6))
        chosen = {part.index for part in sample_evenly(moving[::-1], count)}
        parts: list[Beat] = []
        for unit in units:
            if self.stays(unit):
                told = self.at_once(unit)
                parts += [replace(told[-1], seconds=GLANCE, words=(), new=True)] if silent else told
            else:
                parts += [
                    Beat(part.index, seconds=STEP, card="forward", words=())
                    for part in in_one(unit)
                    if part.index in chosen
                ]
        return parts

    def stays(self, unit: Unit) -> bool:
        """Whether a unit is never swept over: guesses with what they bring, and the end."""
        event = self.trace.events[unit[-1].index]
        judged = isinstance(event, ev.Reviewed) and event.verdict.endswith("guess")
        return judged or unit[-1].index in self.gambles or kind(event) in (Kind.GUESS, Kind.END)

    def _in_steps(self, event: Event, index: int) -> bool:
        """Whether sentences come one by one: of guesses, and of suppositions, always."""
        if kind(event) is Kind.GUESS:
            return index in self.new or not self.hurries
        if _grows(event) or index == self.asked:
            return True
        return index in self.stepwise and kind(event) in (Kind.DEDUCTION, Kind.ODDS)


def _told(
    index: int, seconds: float, since: int, first: int | None = None, last: int = -1, **more: Any
) -> Beat:
    """Return the beat of events `since` … `index`, of a chain `first` … `last` or on its own."""
    first, last = (index, index) if first is None else (first, last)
    return Beat(index, seconds=seconds, since=since, first=first, last=last, **more)


def reading(text: str) -> float:
    """Return the seconds to read a new text, after the camera has arrived."""
    return EASING + SENTENCE + WORD * len(text.split())


def settling(event: Event) -> float:
    """Return the seconds that changes of an event take at most, and their words."""
    told = KINDS["clue"].seconds / 2 + KINDS["set"].seconds
    pair = isinstance(event, Deduction) and len(event.clues) == 2  # sets laid over each other
    moves = {
        Kind.DEDUCTION: told + pair * (told + KINDS["common"].seconds) + KINDS["proven"].seconds,
        Kind.MOVE: KINDS["opened"].most,
        Kind.ODDS: KINDS["odds"].most,
        Kind.GUESS: KINDS["proven"].most,
        Kind.END: KINDS["exploded"].most,
        Kind.SEARCH: KINDS["dead end"].most,
    }
    return moves.get(kind(event), KINDS["other"].most) + KINDS["words"].seconds


def _repeated(trace: Trace, parts: list[Beat]) -> float:
    """Return the seconds of what was shown before."""
    again = (part for part in parts if not part.new)
    return sum(part.seconds for part in again if kind(trace.events[part.index]) is not Kind.SEARCH)


def _shortened(draft: _Draft, fits: Callable[[list[Beat]], bool]) -> tuple[frozenset[int], float]:
    """The events that get few words, so that all can be read in time, and the pace of routine.

    Steps of searches go first, then odds next to a guess, then proofs similar to earlier ones. Then
    routine gets faster.
    """
    pools: dict[int, list[int]] = {rank: [] for rank in range(STAYS + 1)}
    for part in draft.parts():
        if part.first == part.last and not part.step:
            pools[_rank(draft, part)].append(part.index)
    brief = frozenset(pools[SEARCH])
    for rank in (BESIDE, AGAIN):
        pool = pools[rank]
        more = [brief.union(sample_evenly(pool, count)) for count in range(len(pool) + 1)]
        best = bisect_left(more, True, key=lambda some: fits(draft.parts(some)))
        brief = more[min(best, len(pool))]
    return brief, next((pace for pace in PACES if fits(draft.parts(brief, pace))), PACES[-1])


def frames_of(part: Beat, fps: float) -> int:
    """Return the frames needed by a part."""
    return (
        1
        if part.silent and not (part.card or part.moves)
        else max(1, ceil(part.seconds * fps - 1e-6))
    )


def _rank(draft: _Draft, part: Beat) -> int:
    """The class of a part if time is short."""
    event = draft.trace.events[part.index]
    if kind(event) is Kind.SEARCH:
        return STAYS if part.index in draft.new else SEARCH
    if part.new or part.index in draft.gambles or _routine(event, part.new):
        return STAYS
    if isinstance(event, Deduction | ev.Opened):
        by_cases = any(isinstance(step, Cases) for step in _steps(event))  # cards need time
        return STAYS if _grows(event) or by_cases else AGAIN
    return BESIDE if isinstance(event, ev.OddsFound | ev.ZerosFound) else STAYS


def _compares(event: Event) -> bool:
    """Return whether an event has a proof of several clues, to be seen by itself."""
    return isinstance(event, Deduction) and not isinstance(event, ev.Counted)


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


def _announced(trace: Trace, index: int) -> bool:
    """Whether a review repeats the sentence of a guess."""
    before, event = trace.events[max(index - 1, 0)], trace.events[index]
    if not (isinstance(event, ev.Reviewed) and isinstance(before, ev.Guessed)):
        return False
    return event.cell == before.cell


def _gambles(trace: Trace) -> frozenset[int]:
    """Return the events resulting from a guess."""
    found, before = set(), 0
    for index, event in enumerate(trace.events):
        guess = trace.events[before]
        judged = isinstance(guess, ev.Reviewed) and guess.verdict.endswith("guess")
        if isinstance(event, ev.Opened | ev.Exploded) and (judged or isinstance(guess, ev.Guessed)):
            found.add(index)
        if kind(event) is not Kind.FLAG:
            before = index
    return frozenset(found)


def _cut(event: Event, crop: Window | None) -> bool:
    """Whether an event happens in part outside `crop`."""
    return isinstance(event, ev.Opened | Deduction) and not wholly_inside(event, crop)


def _decides(trace: Trace, index: int) -> bool:
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


def _meanwhile(trace: Trace, before: int, index: int) -> bool:
    """Whether flags go up between a guess and its result, which should follow at once."""
    event = trace.events[index]
    guessed = isinstance(trace.events[before], ev.Guessed)
    return guessed and isinstance(event, ev.Flagged) and event.proven


def thinned(parts: list[Beat], room: int) -> list[Beat]:
    """At most `room` of the parts: new ideas stay longest, the rest is spread."""
    if len(parts) <= room:
        return parts
    kept: list[Beat] = []
    for rank in (True, False):
        pool = [part for part in parts if part.new is rank]
        count = min(len(pool), room - len(kept))
        kept += [pool[i * len(pool) // count] for i in range(count)]
    return sorted(kept, key=lambda part: (part.index, part.step or 0))


def in_one(parts: list[Beat]) -> list[Beat]:
    """`parts` with all the sentences of an event in one."""
    joined: list[Beat] = []
    for part in parts:
        if joined and joined[-1].index == part.index and joined[-1].card == part.card == "":
            joined[-1] = replace(joined[-1], seconds=joined[-1].seconds + part.seconds)
        else:
            joined.append(replace(part, step=None))
    return joined
