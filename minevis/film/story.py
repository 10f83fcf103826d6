"""A run as a story: its beats, and their reading times.

A new idea is told slowly, sentence by sentence; the second time in one picture; from the third time
on it belongs to routine. Routine is joined: a chain of turns is one sweep with one caption. The
steps of a search share a caption too. A guess is never joined: from the second on it has one line.
Whatever is left out first if time is short, the answer to a question stays.
A run that does not fit in its time is told around its key moment only, and swept over elsewhere.
Every sentence stays long enough to be read after the camera has arrived, or is not shown. Times are
in seconds.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise, takewhile
from math import ceil, inf
from types import UnionType
from typing import Any

from minevis.film.cards import choices, key_moment
from minevis.film.durations import LONGEST, first_uses, split_evenly
from minevis.film.moments import Beat, chain_words, wholly_inside
from minevis.render.camera import EASING, Window
from minevis.render.motion import KINDS
from minevis.solver import events as ev
from minevis.solver.events import Deduction, Event
from minevis.solver.proofs.steps import Suppose
from minevis.trace.trace import Trace
from minevis.utils.formatting import sample_evenly
from minevis.words.captions import caption, question_about, sentences_of
from minevis.words.events import kind
from minevis.words.events.guesses import guess_line
from minevis.words.events.meaning import Kind

CHAIN = 8  # groups that have one caption
SENTENCE, WORD = 0.9, 0.11  # seconds to read a sentence, and more for each of its words
THINKING = 1.25  # of that, for a new idea by default
COUNTING, GLANCE = 0.55, 0.4  # seconds for a group of counts, and for other groups
STEP = 0.1  # seconds for a step of a search, and for a picture of a sweep
EARLY = 12  # steps of the first search that take longer
END, LAST = 3.0, 1.5  # seconds at least for the end of a game, and for that of a film
PACES = (1.0, 0.7, 0.5, 0.35, 0.2)  # of its time, in which routine goes by
SWEEP, SWEPT = 1.5, 0.1  # seconds of a sweep at most, and the share of the film that it may take
STEPWISE = (Kind.DEDUCTION, Kind.ODDS, Kind.GUESS)
SWEPT_KINDS = (Kind.MOVE, Kind.FLAG, Kind.DEDUCTION)
FEW = 5  # pictures: a film does not begin with fewer
AMPLE = 1.25  # times as much time as needed: then routine is not joined
STEPS, AT_ONCE, BRIEF = range(3)  # how an event is told: by sentences, at once, or in few words
HASTE = -1  # in place of an event that is told shorter: routine gets faster

Unit = list[Beat]  # of one caption
Levels = Mapping[int, int]  # of events


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
    most: float = inf,
    recalls: bool = False,
) -> list[Beat] | None:
    """The events `shown` as the parts of a story, in order; None if `seconds` are too short for it.

    The steps of a proof are shown with its result. With `crop`, events that reach beyond it are
    routine. Others are told shorter if there is no time for them, at `fps` frames a second; without
    `seconds`, until all but searches takes `most` seconds, if it can be told so. A part of a longer
    `run` is told as in the entire run. With `captions` events have their captions in place of
    sentences. The event `asked` answers a question: it always has its own sentences, and `recalls`
    shows the question before. With `motion` there is time for changes to settle before a sentence
    is read.
    """
    told = crop, captions, asked, motion
    draft = _Draft(trace, shown, *told)
    draft.thinking, draft.recalls = thinking, recalls
    if seconds is None:
        whole = _Draft(trace, shown if run is None else run, *told)
        whole.recalls = recalls
        levels, pace = whole.shortened(lambda parts: _lasting(trace, parts) <= most, whole=True)
        new = {
            i: draft.levels[i] for i in draft.new - whole.new
        }  # what is new in a part of the run stays
        parts = draft.parts({**draft.levels, **levels, **new}, pace)
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
    return parts if fits(parts := draft.parts(*draft.shortened(fits))) else None


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
    room, units = max(1, round(seconds * fps)), draft.units()
    sweep = min(SWEEP, SWEPT * seconds)
    own = [unit[0].index for unit in units if unit[0].first == unit[-1].last]
    key = (
        asked if asked is not None else key_moment(trace, own or [unit[-1].index for unit in units])
    )
    draft.levels = {**draft.levels, key: STEPS}
    units = draft.units()
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
    """The events of a story, before it is known how each of them is told."""

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
        self.motion, self.recalls = motion, False  # whether the question comes back
        self.shown = [i for i in self.shown if not self._endless(trace.events[i])]
        self.gambles = _gambles(trace)
        self.thinking = THINKING  # times as long stay the sentences of new ideas
        whole = [i for i in self.shown if wholly_inside(trace.events[i], crop)]
        self.new = first_uses(trace, whole)
        proofs = [i for i in whole if _compares(trace.events[i]) and i not in self.new]
        again = first_uses(trace, proofs)
        counts = [i for i in self.new if isinstance(trace.events[i], ev.Counted)]
        easy = {*sorted(counts)[1:]}  # counting is told in steps only once
        self.levels = {i: self._level(i, again, easy) for i in self.shown}
        self.early = {*[i for i in self.shown if kind(trace.events[i]) is Kind.SEARCH][:EARLY]}
        self.words = lru_cache(maxsize=None)(self._words)

    def _level(self, index: int, again: Collection[int], easy: Collection[int]) -> int:
        """Return how an event is told in a film with time for it."""
        event = self.trace.events[index]
        if index == self.asked or index in self.new:
            return STEPS if kind(event) in STEPWISE and index not in easy else AT_ONCE
        stays = isinstance(event, ev.Reviewed) or kind(event) in (Kind.START, Kind.END)
        return AT_ONCE if stays or index in again else BRIEF

    def shortened(
        self, fits: Callable[[list[Beat]], bool], *, whole: bool = False
    ) -> tuple[Levels, float]:
        """Return the levels of events and the pace of routine, with the fewest cuts that fit.

        Only the film of a `whole` game may cut what is new.
        """
        cuts = [*self._easy_cuts(), *(self._hard_cuts() if whole else ())]

        def after(count: int) -> tuple[Levels, float]:
            done = Counter(cuts[:count])
            levels = {i: min(level + done[i], BRIEF) for i, level in self.levels.items()}
            return levels, PACES[done[HASTE]]

        fitting = lambda count: fits(self.parts(*after(count)))  # noqa: E731
        return after(bisect_left(range(len(cuts)), True, key=fitting))

    def _told(self, sort: type | UnionType) -> list[int]:
        """Return the events of a sort with words of their own, the last first."""
        told = [i for i in self.shown[::-1] if self.levels[i] < BRIEF and i != self.asked]
        return [i for i in told if isinstance(self.trace.events[i], sort)]

    def _easy_cuts(self) -> Iterator[int]:
        """Yield events to tell shorter by a level, and HASTE: what was shown before."""
        yield from (i for i in self._told(Deduction) if i not in self.new)
        zeros = self._told(ev.ZerosFound)
        yield from (HASTE, *zeros, *zeros, HASTE)

    def _hard_cuts(self) -> Iterator[int]:
        """Yield new ideas to tell shorter by a level, the last ones first, then the first guess.

        The answer to a question is told at once in the end.
        """
        new = [i for i in self._told(Deduction) if i in self.new]
        odds, guesses = self._told(ev.OddsFound), self._told(ev.Guessed)
        steps = [i for i in new if self.levels[i] == STEPS]
        yield from (*steps, *odds, *self._told(ev.Opened), HASTE)
        yield from (*new, *odds, *guesses, *guesses, HASTE)
        yield from () if self.asked is None else (self.asked, self.asked)

    def _endless(self, event: Event) -> bool:
        """Whether an event names too many cells to be read; the guess after it says the same."""
        zeros = isinstance(event, ev.ZerosFound)
        return zeros and any(reading(text) > LONGEST for text in self._texts(event))

    def parts(self, levels: Levels | None = None, pace: float = 1.0, single: int = 0) -> list[Beat]:
        """Return the parts, with events told by their `levels` and routine at a pace.

        Of the first `single` events each has its own words, even routine.
        """
        levels = self.levels if levels is None else levels
        return [part for unit in self._units(levels, pace, single) for part in unit]

    def units(self) -> list[Unit]:
        """Return the parts by their captions."""
        return [*self._units(self.levels, 1.0)]

    def _units(self, levels: Levels, pace: float, single: int = 0) -> Iterator[Unit]:
        """Chains of routine, and between them the single events."""
        alone = {*self.shown[:single]}
        chain, sort, searched = list[list[int]](), object(), False
        for index in self.shown:
            event, brief = self.trace.events[index], levels[index] == BRIEF
            if brief and kind(event) is Kind.ODDS and index not in alone:
                continue
            search = kind(event) is Kind.SEARCH
            own = None if kind(event) is Kind.FLAG else index if search else type(event)
            joins = index not in alone and self._joins(index, brief)
            goes_on = own is sort or None in (own, sort)
            full = isinstance(event, ev.Counted) and len(chain) >= CHAIN / pace
            if not joins or search != searched or (full and not goes_on):
                yield from self._chained(chain, pace)
                chain = []
            if not joins:
                if self.recalls and index == self.asked:
                    yield self._recalled()
                yield self._alone(index, levels, pace)
            elif chain and goes_on:  # flags join any group
                chain[-1].append(index)
                sort = own if sort is None else sort
            else:
                chain.append([index])
                sort, searched = own, search
        yield from self._chained(chain, pace)

    def _joins(self, index: int, brief: bool) -> bool:
        """Whether an event is shown with its like, in a chain."""
        event = self.trace.events[index]
        if index == self.asked or index in self.gambles:  # a guess must not look proven
            return False
        if kind(event) is Kind.FLAG or _cut(event, self.crop):
            return True
        joining = isinstance(event, ev.Opened | Deduction) or kind(event) is Kind.SEARCH
        return brief and joining

    def _chained(self, chain: list[list[int]], pace: float) -> Iterator[Unit]:
        """A chain of groups under one caption, and the time to read it."""
        if not chain:
            return
        first, last = chain[0][0], chain[-1][-1]
        ends = [self.trace.events[group[-1]] for group in chain]
        again = EASING if len(chain) > 1 and not self.motion else 0.0  # for a move between groups
        text = self.words(first, last, True)
        needed = reading(text) + again + self._settled(self.trace.events[first])
        if kind(ends[0]) is Kind.SEARCH:
            times = [GLANCE if group[-1] in self.early else STEP for group in chain]
            silent = sum(times) < needed  # the tree and the counters say enough
        else:
            times = [pace * (COUNTING if isinstance(end, ev.Counted) else GLANCE) for end in ends]
            times[0] += max(EASING, needed - sum(times))
            silent = False
            step = LONGEST if self.motion else STEP  # one sweep
            count = min(len(chain), max(1, ceil(sum(times) / step)))
            chain = [[i for group in some for i in group] for some in split_evenly(chain, count)]
            times = [sum(some) for some in split_evenly(times, count)]
        own = first == last and kind(ends[0]) is not Kind.SEARCH
        words, moves = () if silent else (text,) if own else None, silent and self.motion
        yield [
            _told(group[-1], time, group[0], first, last, words=words, moves=moves)
            for group, time in zip(chain, times, strict=True)
        ]

    def _words(self, first: int, last: int, chained: bool) -> str:
        event = self.trace.events[last]
        chained &= kind(event) not in (Kind.FLAG, Kind.SEARCH)
        if first == last and wholly_inside(event, self.crop) and not chained:
            return " ".join(self._texts(event))
        return chain_words(self.trace, first, last, self.crop)

    def _texts(self, event: Event) -> list[str]:
        """The sentences of an event, or its caption."""
        if self.captions:
            return [caption(event)]
        return [sentence.text for sentence in sentences_of(event, letters=True).sentences]

    def _recalled(self) -> Unit:
        """Return the question before its answer."""
        assert self.asked is not None
        cells = choices(self.trace, self.asked, self.crop)
        words = question_about(self.trace.events[self.asked], among=len(cells))
        card: Any = {"card": "question", "step": -1, "answer": True, "new": True, "asks": cells}
        return [_told(self.asked, reading(" ".join(words)), self.asked, words=words, **card)]

    def _alone(self, index: int, levels: Levels, pace: float, *, at_once: bool = False) -> Unit:
        """Return the parts of an event shown by itself."""
        event, new = self.trace.events[index], index in self.new or index == self.asked
        sort, words, level = kind(event), self.words(index, index, False), levels[index]
        if (guess := self._guess_of(index, levels)) is not None:
            words = self._line(guess)
            result = next((i for i, cause in self.gambles.items() if cause == guess), guess)
            opened = isinstance(self.trace.events[result], ev.Opened)  # the line stays
            after = self._settled(self.trace.events[result]) + COUNTING if opened else 0.0
            time = self._settled(event) + max(reading(words) - after, SENTENCE)
            time = time if index == guess else after
            return [_told(index, time, index, words=(words,), new=True)]
        in_steps = level == STEPS or (level == AT_ONCE and _grows(event))
        if (at_once or not in_steps) and reading(words) <= LONGEST:
            least = pace * END if sort is Kind.END else 0.0
            if sort is Kind.SEARCH:
                words += " (100 steps skipped.)"
                new = True
            time = max(self._settled(event) + reading(words), least)
            return [_told(index, time, index, new=new or sort is Kind.GUESS)]
        slow = level == STEPS and new and not isinstance(event, ev.Counted)
        slower = self.thinking if slow else 1.0
        parts = [
            _told(
                index,
                min(self._settled(event) + slower * time, LONGEST),
                index,
                step=step,
                new=True,
                words=() if time > LONGEST else None,
            )
            for step, time in enumerate(map(reading, self._texts(event)))
        ]
        if self.recalls and index == self.asked and isinstance(event, ev.Guessed):
            return parts[1:] or parts  # the question has said that nothing is safe
        return parts[-1:] if _announced(self.trace, index) else parts

    def _guess_of(self, index: int, levels: Levels) -> int | None:
        """Return the guess of which event `index` shows the one line: itself, or the one before."""
        event, guess = self.trace.events[index], self.gambles.get(index, index)
        if isinstance(event, ev.Exploded) or levels.get(guess, STEPS) < BRIEF:
            return None
        return guess if isinstance(self.trace.events[guess], ev.Guessed) else None

    def _line(self, index: int) -> str:
        """Return the line of a guess, with its number in the game."""
        guess: Any = self.trace.events[index]
        number = sum(isinstance(event, ev.Guessed) for event in self.trace.events[: index + 1])
        return guess_line(guess, number)

    def _settled(self, event: Event) -> float:
        """The seconds until what an event changes has settled, and its sentence is there."""
        return settling(event) if self.motion else 0.0

    def at_once(self, unit: Unit) -> Unit:
        """Return a unit with all sentences of its event at once, if there is time to read them."""
        index = unit[0].index
        if unit[0].first < unit[0].last:
            return unit
        return self._alone(index, self.levels, 0, at_once=True)

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


def _lasting(trace: Trace, parts: list[Beat]) -> float:
    """Return the seconds of all but searches, which have a budget, and the end of the game."""
    others = (Kind.SEARCH, Kind.END)
    return sum(part.seconds for part in parts if kind(trace.events[part.index]) not in others)


def frames_of(part: Beat, fps: float) -> int:
    """Return the frames needed by a part."""
    return (
        1
        if part.silent and not (part.card or part.moves)
        else max(1, ceil(part.seconds * fps - 1e-6))
    )


def _compares(event: Event) -> bool:
    """Return whether an event has a proof of several clues."""
    return isinstance(event, Deduction) and not isinstance(event, ev.Counted)


def _grows(event: Event) -> bool:
    """Return whether an event needs steps: suppositions have to be seen growing."""
    steps = event.proof.steps if isinstance(event, ev.Proved) and event.proof else ()
    return any(isinstance(step, Suppose) for step in steps)


def _announced(trace: Trace, index: int) -> bool:
    """Whether a review repeats the sentence of a guess."""
    before, event = trace.events[max(index - 1, 0)], trace.events[index]
    if not (isinstance(event, ev.Reviewed) and isinstance(before, ev.Guessed)):
        return False
    return event.cell == before.cell


def _gambles(trace: Trace) -> dict[int, int]:
    """Return the guesses, or their verdicts, by the events resulting from them."""
    found, before = dict[int, int](), 0
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
