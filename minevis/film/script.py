"""The words of a film, as text with times: subtitles, chapters and a transcript.

Subtitles are SubRip (.srt, for the track of an MP4) or WebVTT (next to a WebM); chapters are in
the metadata format of ffmpeg.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, chain, pairwise

from minevis.film.beats import beats
from minevis.film.moments import Beat, chain_words, group_of
from minevis.render.camera import Window
from minevis.render.options import Pacing
from minevis.trace.trace import Trace
from minevis.words.captions import caption
from minevis.words.english import PHRASES, say
from minevis.words.events import badge, kind
from minevis.words.events.meaning import Kind

LONGEST = 1800.0  # seconds of a cue in an MP4, whose limit is 2³¹ µs
BRIEF = 0.5  # seconds: faster search steps are described by the last of them


@dataclass(frozen=True, slots=True)
class Cue:
    """`text` is said from `start` to `end`, in seconds, under a `label` such as "GUESS"."""

    start: float
    end: float
    label: str
    text: str


def cues_of(
    trace: Trace,
    shown: Sequence[Beat],
    fps: float,
    *,
    crop: Window | None = None,
) -> list[Cue]:
    """Yield the captions of the beats `shown` in order, with coordinates of cells.

    `crop` is the visible part of the board, None for all of it.
    """
    said = []
    for beat in shown:
        searching = kind(trace.events[beat.index]) is Kind.SEARCH
        goes_on = beat.words == () and not searching  # the cue before does, or the next begins
        words = None if goes_on else _label_and_text(trace, beat, crop)
        said.append((words, beat.hold / fps, searching))
    return cues_joined(said)


def cues_joined(said: Iterable[tuple[tuple[str, str] | None, float, bool]]) -> list[Cue]:
    """Return the cues of labels and texts with their seconds; equal texts become one cue.

    With None the text before goes on. The last of several brief steps of a search tells them all.
    """
    end = 0.0
    cues: list[Cue] = []
    for words, seconds, searching in said:
        at, end = end, end + seconds
        if words is None:
            cues[-1:] = [replace(cue, end=end) for cue in cues[-1:]]
            continue
        label, text = words
        before = cues[-1] if cues else None
        brief = searching and end - at < BRIEF
        goes_on = before is not None and (
            before.text == text or (brief and before.end - before.start < BRIEF)
        )
        if before is not None and before.text == text:
            label = before.label
        start = at if before is not None else 0.0
        if before is not None and goes_on:
            start = cues.pop().start
        while cues and cues[-1].text == text:
            start = cues.pop().start
        cues.append(Cue(start, end, label, text))
    return cues


def _label_and_text(trace: Trace, beat: Beat, crop: Window | None) -> tuple[str, str]:
    group = group_of(trace, beat, crop)
    event = trace.events[beat.index]
    if group is not None and not beat.card:
        return group.badge(), chain_words(trace, beat.first, beat.last, crop)
    if (card := f"badge {beat.label}") in PHRASES:
        return say(card), " ".join(beat.words or ())
    if beat.card == "title":
        event = trace.events[0]
    label = say("badge answer") if beat.answer else badge(event)
    return label, " ".join(beat.words or ()) or caption(event)


def srt(cues: Sequence[Cue]) -> str:
    """Cues as SubRip; very long ones are said again every half hour."""
    blocks = (
        f"{number}\n{_clock(cue.start, ',')} --> {_clock(cue.end, ',')}\n{cue.text}\n"
        for number, cue in enumerate(chain.from_iterable(map(_parts, cues)), start=1)
    )
    return "\n".join(blocks)


def _parts(cue: Cue) -> Iterator[Cue]:
    while cue.end - cue.start > LONGEST:
        yield replace(cue, end=cue.start + LONGEST)
        cue = replace(cue, start=cue.start + LONGEST)
    yield cue


def vtt(cues: Sequence[Cue]) -> str:
    """Cues as WebVTT."""
    blocks = (f"{_clock(cue.start, '.')} --> {_clock(cue.end, '.')}\n{cue.text}\n" for cue in cues)
    return "\n".join(["WEBVTT\n", *blocks])


def _clock(seconds: float, point: str) -> str:
    thousandths = round(seconds * 1000)
    whole, rest = divmod(thousandths, 1000)
    minutes, second = divmod(whole, 60)
    hour, minute = divmod(minutes, 60)
    return f"{hour:02}:{minute:02}:{second:02}{point}{rest:03}"


def chapters(trace: Trace, shown: Sequence[Beat], fps: float) -> str:
    """Return the chapters of a film for ffmpeg: the beginning, the searches and the guesses."""
    marks = list(_marks(trace, shown, fps))
    ends = [start for start, _ in marks[1:]] + [sum(beat.hold for beat in shown) / fps]
    lines = [";FFMETADATA1"]
    for (start, title), end in zip(marks, ends, strict=True):
        times = f"START={round(start * 1000)}\nEND={round(end * 1000)}"
        lines.append(f"[CHAPTER]\nTIMEBASE=1/1000\n{times}\ntitle={title}")
    return "\n".join(lines)


def _marks(trace: Trace, shown: Sequence[Beat], fps: float) -> Iterator[tuple[float, str]]:
    """Yield the time and the title of the chapters, numbered as in the entire game."""
    numbers = {
        sort: _numbered([kind(event) is sort for event in trace.events])
        for sort in (Kind.SEARCH, Kind.GUESS)
    }
    at, sort = 0.0, Kind.START
    for beat in shown:
        before, sort = sort, Kind.START if beat.card else kind(trace.events[beat.index])
        if sort in numbers and sort is not before:
            yield at, f"{sort.name} {numbers[sort][beat.index]}"
        elif not at:
            yield at, "START"
        at += beat.hold / fps


def _numbered(marked: list[bool]) -> list[int]:
    """Return for every item how many runs of marked items have begun."""
    return [*accumulate(b and not a for a, b in pairwise([False, *marked]))]


def transcript(
    trace: Trace,
    *,
    detail: int = 1,
    seconds: float | None = None,
) -> str:
    """Return the film of a run as text: a line per moment, with its time.

    `detail` and `seconds` are as in `Pacing`.
    """
    pacing = Pacing(detail=detail, fps=30, seconds=seconds, motion=True)
    shown = beats(trace, pacing, grouping="stepwise")
    return "\n".join(
        f"{int(cue.start) // 60}:{int(cue.start) % 60:02}  {cue.label:<10} {cue.text}"
        for cue in cues_of(trace, shown, 30)
    )
