"""Which moments of a trace are shown, and for how long.

A *beat* is one moment shown. Moves, deductions and guesses always get theirs; the
steps of a search are sampled into a time budget. Times are in seconds here and
in frames in a `Beat`.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from math import ceil
from typing import Any, Literal

import numpy as np

from minevis.film.cards import choices, hardest, key_moment
from minevis.film.durations import (
    END,
    LONGEST,
    clock_durations,
    share_frames,
    thin,
)
from minevis.film.idea import idea_event, idea_parts
from minevis.film.moments import Beat, shown_inside, wholly_inside
from minevis.film.story import GLANCE, STEP, frames_of, in_one, reading, short_story, story
from minevis.render.camera import Window
from minevis.render.options import LENGTHS, Pacing, Range
from minevis.solver.events import Event
from minevis.trace.trace import Trace
from minevis.utils.formatting import sample_evenly
from minevis.words.captions import caption, question_about
from minevis.words.events import kind, meaning_of
from minevis.words.events.meaning import Kind

Grouping = Literal["each", "grouped", "stepwise"]

NO_IDEA = ("this game has no such moment with a reason", "this move has no reason in the game")
SHOWN = (  # by level of detail
    {Kind.START, Kind.MOVE, Kind.END},
    set(Kind) - {Kind.STEP, Kind.SEARCH},
    set(Kind),
)
SEARCH_BUDGET = 25.0  # seconds for the search steps of an entire trace
SEARCH_SHARE = 0.6  # of a video of a given length, at most
SEARCH_WORDS, WORDS_SHARE = 15.6, 0.624  # of a budget, for the first sentences: seconds, at most
EVEN = 0.4  # seconds of a moment at an even pace
TARGET = 30.0  # seconds that the moments of a long run take together, without sentences
TICKS = 5  # a second, of a clock
TITLE, QUESTION, CLOSING = 2.4, 3.0, 3.7  # seconds
LEAVES, REWINDS, ARRIVES = 0.4, 0.1, 0.5  # seconds for the moments of a rewind
REWOUND = 8  # moments
COMES_FIRST = "The hardest moment comes first."  # so that a rewind is no surprise
SPARE = 0.3  # of the share that routine has in spare time: sentences have had their time
SMALL, LARGE = (64, 35.0), (480, 75.0)  # cells of boards, and the seconds of whole games at most
CARDS = QUESTION + LEAVES + 7 * REWINDS + ARRIVES + CLOSING  # of these seconds
SHORT = 45.0  # seconds: a shorter film of a long game shows its hardest moments alone
MOST_IDEAS, APART = 3, 12  # of them, and the events between two of them at least
FULL = 0.7  # of a film's time: so much is not stretched
CARD_SHARE = 0.2  # of a video of a given length, at most

AS_USUAL = Pacing()
FPS = 10.0
DEFAULTS = {
    "fps": FPS,
    "detail": 1,
    "budget": SEARCH_BUDGET,
    "pace": "story",
    "opening": "question",
}


def beats(
    trace: Trace,
    pacing: Pacing = AS_USUAL,
    *,
    grouping: Grouping = "each",
    crop: Window | None = None,
) -> list[Beat]:
    """The beats of `trace`, in order.

    `grouping` joins routine ("grouped"), or shows new ideas in steps ("stepwise"). Only events
    inside `crop` are shown. Raises `ValueError` for moves or frames beyond the end, and for a film
    of more than a day.
    """
    if pacing.idea is not None:
        if ideas := _idea_beats(trace, pacing, grouping, crop):
            return _within(ideas, pacing.frames)
        pacing = replace(pacing, idea=None, cards=True)
    free = pacing.opening is None
    pacing = pacing.filled(**DEFAULTS, cards=pacing.opening is not None)
    p: Any = pacing  # without None, but for a length
    fps, detail, pace, seconds = p.fps, p.detail, p.pace, p.seconds
    chosen = _indices(trace, p.moves)
    budget = p.budget if seconds is None else min(p.budget, seconds * SEARCH_SHARE)
    paced = range(len(trace)) if seconds is None else chosen  # an excerpt has the film's pace
    steps = _steps(budget, fps, pace)
    run = _shown(trace, paced, detail, crop, steps)
    shown = [i for i in run if i in chosen] or _shown(trace, chosen, detail, crop, steps)
    first, last = list[Beat](), list[Beat]()
    if p.cards:
        question = p.opening == "question" and pace == "story" and detail > 0
        first = _opening(trace, chosen, shown, fps, crop, question)
        last = [Beat(chosen[-1], _frames(CLOSING, fps), card="closing")]
        last = _in_time(last, fps, seconds) if chosen[-1] == len(trace) - 1 else []
    room = None if seconds is None else max(1, round(seconds * fps) - _length(last))
    if grouping != "each" and pace == "story" and detail:
        captions = grouping != "stepwise"
        ended = bool(last)
        if p.cards and free and detail == 1 and seconds is not None and seconds < SHORT:
            about: Any = {"crop": crop, "captions": captions, "motion": bool(p.motion)}
            whole = story(trace, shown, seconds=seconds, run=run, fps=fps, **about)
            ideas = [] if whole else _ideas(trace, shown, seconds, fps, about)
            if ideas:
                return _within(ideas, p.frames)
        told = crop, captions, ended, bool(p.motion)
        first, parts = _told(trace, first, shown, run, fps, seconds, room, *told)
        room = None if room is None else room - _length(first)
        timed = _story_beats(trace, parts, fps, room, captions)
    else:
        first = _in_time(first, fps, seconds)
        shown = _after(trace, first, shown)
        room = None if room is None else max(1, room - _length(first))
        if pace == "clock":
            kept, holds = _by_the_clock(trace, shown, fps, room)
        else:
            asked = _asked(first)
            time = 0.0 if asked is None else reading(caption(trace.events[asked]))
            needed = _frames(time, fps)  # for the answer
            kept = shown if room is None else thin(trace, shown, max(1, room - needed + 1), asked)
            least = [needed if index == asked else 1 for index in kept]
            times = _times(kept, pace, len(run))
            holds = [max(n, int(each * fps + 1e-6)) for n, each in zip(least, times, strict=True)]
            holds = holds if room is None else share_frames(times, room, least)
        place = {index: number for number, index in enumerate(chosen if detail == 2 else shown)}
        before = [-1, *(place[index] for index in kept)]
        timed = [
            Beat(index, hold, place[index] - at - 1)
            for index, hold, at in zip(kept, holds, before[:-1], strict=True)
        ]
    length = _length(timed) / fps
    if length > LENGTHS[1] + 1:
        rule = f"at most {LENGTHS[1]:,.0f}: seconds=… makes it shorter"
        raise ValueError(f"the film would last {length:,.0f} seconds; {rule}")
    if pace == "clock":  # events left out by real time are not described
        timed = [part for beat in timed for part in _ticks(trace, replace(beat, skipped=0), fps)]
    asked = _asked(first)
    timed = [replace(beat, answer=beat.index == asked) for beat in timed]
    return _within([*first, *timed, *last], p.frames)


def _idea_beats(
    trace: Trace, pacing: Pacing, grouping: Grouping, crop: Window | None
) -> list[Beat]:
    """Return the beats of an idea; none without a hardest moment.

    Raises `ValueError` without another moment, or time for it.
    """
    idea, seconds, fps = pacing.idea, pacing.seconds, pacing.fps or FPS
    assert idea is not None
    among = [i for i in range(len(trace)) if wholly_inside(trace.events[i], crop)]
    asked = idea_event(trace, idea, among)
    if asked is None and idea == "hardest":
        return []
    if asked is None:
        raise ValueError(f"idea={idea!r}: {NO_IDEA[isinstance(idea, int)]}")
    captions = grouping != "stepwise"
    told: Any = {"crop": crop, "captions": captions, "motion": bool(pacing.motion), "idea": idea}
    room = None if seconds is None else round(seconds * fps)
    needed = 0
    for brief in (False, True):
        parts = idea_parts(trace, asked, brief=brief, **told)
        needed = sum(frames_of(part, fps) for part in parts)
        if room is None or needed <= room:
            return _story_beats(trace, parts, fps, room, captions)
    least = f"it needs at least {ceil(needed / fps)} seconds"
    raise ValueError(f"idea={idea!r} and seconds={seconds:g}: {least}")


def _ideas(
    trace: Trace, shown: list[int], seconds: float, fps: float, told: dict[str, Any]
) -> list[Beat]:
    """Return the beats of the hardest moments among the events `shown`, as many as have time.

    Empty if there is no time for one, or no such moment.
    """
    crop, room = told["crop"], round(seconds * fps)
    left = [i for i in shown_inside(trace, shown, crop) if wholly_inside(trace.events[i], crop)]
    asked = list[int]()
    while len(asked) < MOST_IDEAS and (best := hardest(trace, left)) is not None:
        asked, left = [*asked, best], [i for i in left if abs(i - best) > APART]
    films = [
        [part for i in sorted(asked[:n]) for part in idea_parts(trace, i, brief=brief, **told)]
        for brief in (False, True)
        for n in range(len(asked), 0, -1)
    ]
    films = [in_one(parts) for parts in films] if told["captions"] else films
    lengths = [sum(frames_of(part, fps) for part in parts) for parts in films]
    fits = {
        length: parts
        for length, parts in zip(lengths, films, strict=True)
        if length <= room <= len(parts) * LONGEST * fps
    }
    if not fits:
        return []
    full = next((length for length in fits if length >= FULL * room), max(fits))
    return _story_beats(trace, fits[full], fps, room, told["captions"])


def _length(shown: Sequence[Beat]) -> int:
    """Return the frames of some beats."""
    return sum(beat.hold for beat in shown)


def _shown(trace: Trace, chosen: range, detail: int, crop: Window | None, steps: int) -> list[int]:
    """Return the shown events, with at most `steps` search steps."""
    among = [i for i in chosen if kind(trace.events[i]) in SHOWN[detail]]
    return _sample_searches(trace, shown_inside(trace, among, crop) or among[-1:], steps)


def _by_the_clock(
    trace: Trace, shown: list[int], fps: float, room: int | None
) -> tuple[list[int], list[int]]:
    """Return the events with a frame in real time, or as fast as `room` requires, and the counts.

    Only the last event within a frame is seen; rounding does not add up.
    """
    seconds = clock_durations(trace, shown)
    end = seconds.pop()
    scale = 1.0 if room is None else (room / fps - end) / max(sum(seconds), 1e-9)
    times = [max(scale, 0.0) * each for each in seconds]
    stops = [0, *(round(fps * time) for time in accumulate([*times, end]))]
    holds = [after - before for before, after in pairwise(stops)]
    kept = [(index, hold) for index, hold in zip(shown, holds, strict=True) if hold]
    return [index for index, _ in kept], [hold for _, hold in kept]


def _asked(opening: Sequence[Beat]) -> int | None:
    """Return the event that an opening asks about."""
    return next((beat.index for beat in opening if beat.card == "question"), None)


def _after(trace: Trace, opening: Sequence[Beat], shown: list[int]) -> list[int]:
    """Return the events `shown` after an opening: a rewind has shown the start."""
    if not opening or opening[-1].card != "rewind" or len(shown) < 2:
        return shown
    return [index for index in shown if kind(trace.events[index]) is not Kind.START]


def _told(
    trace: Trace,
    opening: list[Beat],
    shown: list[int],
    run: list[int],
    fps: float,
    seconds: float | None,
    room: int | None,
    crop: Window | None,
    captions: bool,
    closes: bool,
    motion: bool,
) -> tuple[list[Beat], list[Beat]]:
    """Return the opening of a film and the parts of its story, in `room` frames together.

    If there is no time for all of the story, the answer follows at once after its question. A card
    that `closes` the film has its end.
    """
    brief = [i for i in shown if not (closes and _plain_end(trace.events[i]))] or shown
    asked = _asked(opening)
    for pages in (opening, opening[:1], []):
        if pages and not _in_time(pages, fps, seconds):
            continue
        left = None if room is None else max(room - _length(pages), 1) / fps
        rest, question = _after(trace, pages, brief), asked if pages else None
        told: Any = {"crop": crop, "fps": fps, "captions": captions, "asked": question}
        told["motion"] = motion
        jumps = pages and pages != opening
        free: Any = {"seconds": left, "run": run, "most": _most(trace), "recalls": True}
        parts = None if jumps else story(trace, rest, **free, **told)
        if parts is None and left is not None and (question is None or jumps):
            parts = short_story(trace, brief, left, **told)
            if question is not None and parts[0].index < question:  # there is room before
                since = max(parts[0].since - 1, 0)
                back = replace(pages[0], index=since, hold=_frames(ARRIVES, fps), card="rewind")
                parts = short_story(trace, brief, left - back.hold / fps, **told)
                pages = [*pages, back]
        if parts is not None:
            return pages, parts
    raise AssertionError("a story without an opening always fits")


def _plain_end(event: Event) -> bool:
    """Return whether an event ends a game with nothing to say beyond the closing card."""
    return kind(event) is Kind.END and not getattr(event, "on_first_click", False)


def _most(trace: Trace) -> float:
    """Return the seconds of the story of a whole game at most, if it can be told so."""
    cells, seconds = zip(SMALL, LARGE, strict=True)
    return float(np.interp(trace.start.height * trace.start.width, cells, seconds)) - CARDS


def _story_beats(
    trace: Trace, parts: list[Beat], fps: float, room: int | None, captions: bool
) -> list[Beat]:
    """Return the parts of a story as beats, in `room` frames."""
    if captions:
        parts = in_one(parts)
    holds = [frames_of(part, fps) for part in parts]
    if room is not None:
        shares = [part.seconds * (1.0 if part.first < part.last else SPARE) for part in parts]
        most = [_frames(GLANCE if part.card == "forward" else LONGEST, fps) for part in parts]
        holds = share_frames(shares, room, holds, most)
    before = [-1, *(part.index for part in parts[:-1])]
    return [
        replace(part, hold=hold, skipped=0 if part.card else _steps_skipped(trace, at, part.index))
        for part, hold, at in zip(parts, holds, before, strict=True)
    ]


def _steps_skipped(trace: Trace, before: int, index: int) -> int:
    """How many steps of a search were left out before step `index` of it."""
    events = trace.events[before + 1 : index + 1]
    if not events or any(kind(event) is not Kind.SEARCH for event in events):
        return 0
    return len(events) - 1


def _opening(
    trace: Trace,
    chosen: range,
    shown: list[int],
    fps: float,
    crop: Window | None,
    question: bool,
) -> list[Beat]:
    """The title at a key moment, or a question at the hardest one and the way back from there.

    A run without a question has a title.
    """
    inside = [i for i in shown_inside(trace, chosen, crop) if wholly_inside(trace.events[i], crop)]
    asked = hardest(trace, inside) if question else None
    if asked is None:
        whole = [index for index in shown if wholly_inside(trace.events[index], crop)]
        return [Beat(key_moment(trace, whole or shown), _frames(TITLE, fps), card="title")]
    cells = choices(trace, asked, crop)
    words = (COMES_FIRST, *question_about(trace.events[asked], among=len(cells)))
    time = _frames(max(QUESTION, reading(" ".join(words))), fps)
    pages = [Beat(asked, time, card="question", step=-1, words=words, asks=cells)]
    moves = [i for i in chosen if i < asked and kind(trace.events[i]) is Kind.MOVE]
    back = [*sample_evenly(moves, REWOUND)[::-1], max(chosen[0] - 1, 0)]
    times = [LEAVES, *[REWINDS] * (len(back) - 2), ARRIVES][-len(back) :]
    return pages + [
        Beat(index, _frames(time, fps), card="rewind", words=words)
        for index, time in zip(back, times, strict=True)
    ]


def _in_time(pages: list[Beat], fps: float, seconds: float | None) -> list[Beat]:
    """The pages of an opening or a closing, if there is time to read them."""
    length = sum(page.hold for page in pages) / fps
    return pages if seconds is None or length <= CARD_SHARE * seconds else []


def _frames(seconds: float, fps: float) -> int:
    return max(1, round(seconds * fps))


def _times(kept: list[int], pace: str | float, count: int) -> list[float]:
    """Return the seconds of moments without sentences of their own, out of `count` in the run."""
    if pace not in ("story", "even"):
        return [1 / float(pace)] * len(kept)
    if pace == "even":
        return [EVEN] * len(kept)
    return [*[min(EVEN, TARGET / count)] * (len(kept) - 1), END]


def _steps(budget: float, fps: float, pace: str | float) -> int:
    """How many steps of searches there is time for."""
    if pace == "story":
        budget -= min(SEARCH_WORDS, WORDS_SHARE * budget)
    return round(budget * fps / max(1, round(STEP * fps)))


def _clipped(name: str, span: Range, total: int) -> Range:
    """Return a range within the `total` moves or frames. Raises `ValueError` beyond the end."""
    first, end = span
    if first >= total:
        raise ValueError(f"{name}={span!r} begins beyond the end: there are {total} {name}")
    return first, min(end, total)


def _indices(trace: Trace, moves: Range | None) -> range:
    """The events of the chosen moves: clicks with the events before them."""
    if moves is None:
        return range(len(trace))
    ends = [i + 1 for i, event in enumerate(trace.events) if kind(event) is Kind.MOVE]
    ends = [*ends[:-1], len(trace)]
    first, end = _clipped("moves", moves, len(ends))
    return range(ends[first - 1] if first else 0, ends[end - 1])


def _sample_searches(trace: Trace, shown: list[int], room: int) -> list[int]:
    """`shown` with no more than about `room` search steps, shared out among the searches."""
    runs = _unbroken_runs([i for i in shown if kind(trace.events[i]) is Kind.SEARCH])
    shares = _steps_per_search([len(run) for run in runs], room)
    kept = [i for run, share in zip(runs, shares, strict=True) for i in _sample(trace, run, share)]
    others = [i for i in shown if kind(trace.events[i]) is not Kind.SEARCH]
    return sorted([*kept, *others])


def _unbroken_runs(indices: list[int]) -> list[list[int]]:
    """Unbroken runs of indices."""
    runs: list[list[int]] = []
    for index in indices:
        if runs and runs[-1][-1] == index - 1:
            runs[-1].append(index)
        else:
            runs.append([index])
    return runs


def _steps_per_search(lengths: list[int], room: int) -> list[int]:
    """Return the number of shown steps per search: all of a short one, equal shares of long
    ones."""
    shares = [0] * len(lengths)
    waiting = sorted(range(len(lengths)), key=lambda i: lengths[i])
    for done, i in enumerate(waiting):
        shares[i] = min(lengths[i], room // (len(waiting) - done))
        room -= shares[i]
    return shares


def _sample(trace: Trace, run: list[int], share: int) -> list[int]:
    """Choose `share` steps of a search: the beginning step by step, then solutions, and the end."""
    if share >= len(run):
        return run
    if share < 2:
        return run[-1:] if share else []
    head = run[: share // 2]
    rest = run[share // 2 : -1]
    landmarks = [i for i in rest if meaning_of(trace.events[i]).landmark]
    wanted = share - len(head) - 1
    pool = landmarks if len(landmarks) >= wanted else rest
    return [*head, *sample_evenly(pool, wanted), run[-1]]


def _ticks(trace: Trace, beat: Beat, fps: float) -> Iterator[Beat]:
    """The beat in parts of a fifth of a second, in which the clock goes on."""
    assert trace.clock is not None
    since = trace.clock[beat.index]
    later = bisect_right(trace.clock, since)
    end = trace.clock[later] if later < len(trace.clock) else since
    step, shown = max(1, round(fps / TICKS)) if end > since else beat.hold, 0
    while shown < beat.hold:
        hold = min(step, beat.hold - shown)
        yield replace(beat, hold=hold, clock=since + (end - since) * shown / beat.hold)
        shown += hold


def _within(timed: list[Beat], frames: Range | None) -> list[Beat]:
    """Return the beats within the range of frames."""
    if frames is None:
        return timed
    first, end = _clipped("frames", frames, _length(timed))
    kept, at = [], 0
    for beat in timed:
        hold = min(at + beat.hold, end) - max(at, first)
        if hold > 0:
            kept.append(replace(beat, hold=hold))
        at += beat.hold
    return kept
