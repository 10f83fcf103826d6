"""Frames: the picture after one event, and a stream of pictures for many beats."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import groupby, repeat
from typing import Any, Unpack

import numpy as np

from minevis.film.cards import asked_from, asking, with_card, without_marks
from minevis.film.moments import Beat, look_at, moments
from minevis.film.shots import windows
from minevis.film.sweep import sweep_order
from minevis.film.telling import Group, scene_of
from minevis.game.grid import Cell
from minevis.render.camera import EASING, MARGIN, Gaze, Window, gaze, gazes_between, window_around
from minevis.render.case_cards import cases_of, cells_in_cases, draw_cards
from minevis.render.motion import KINDS, SHARE
from minevis.render.options import LookOptions, look_of
from minevis.render.page import Page, page_of
from minevis.render.painter import Painter
from minevis.render.panels import Drawing, Panel, drawn_panel
from minevis.render.scene import Drawn, Scene, without_words
from minevis.render.search_tree import SearchTree, TreePanel
from minevis.render.tiles.draw_pictures import mixed
from minevis.render.timeline import Timeline
from minevis.solver import events as ev
from minevis.trace.snapshot import Snapshot
from minevis.trace.trace import Trace
from minevis.utils.checks import check_index
from minevis.words.captions import sentences_of
from minevis.words.english import say
from minevis.words.events import badge, badge_role, kind
from minevis.words.events.meaning import Kind

BARE = ("question", "rewind", "forward")  # cards without marks
TRAVELS = ("", "rewind", "forward")  # to these the camera moves
STILL = ("title", "question", "rewind")  # cards that come at once
SETTLES, SETTLING = 1.2, 0.4  # seconds in which constraints count, and share of a beat at most
OUTSIDE = (ev.FrontierFound, ev.ComponentKept)  # steps of a survey that no tree shows


def frame(trace: Trace, index: int, **options: Unpack[LookOptions]) -> np.ndarray:
    """The picture after event `index`: uint8 RGB [h, w, 3].

    Raises `IndexError` beyond the last event.
    """
    number = check_index(index, len(trace), "event", "trace")
    return next(frames(trace, [Beat(number, 1)], page_of(trace.shape, look_of(options)), fps=1))


@dataclass(frozen=True, eq=False)
class Shot:
    """A settled scene, held for `hold` frames; `share` is how far the run has come then.

    It comes from the shot before in motion, or `cut`. A camera sees the `window` from `gaze`, and
    goes there if it `travels`.
    """

    scene: Scene
    hold: int
    share: float
    window: Window | None = None
    gaze: Gaze | None = None
    travels: bool = False
    cut: bool = False
    countdown: float = 0.0  # seconds, at its end
    order: np.ndarray | None = None  # of a sweep: when cells have their turn, float32 [H, W]


def frames(
    trace: Trace, beats: Iterable[Beat], page: Page, *, fps: float = 10, motion: bool = False
) -> Iterator[np.ndarray]:
    """Yield the frames of `beats`, repeated while held: uint8 [h, w, 3].

    A held beat is the same array, yielded again. The next beat gets a new array. `fps` frames a
    second set the speed of the camera.
    """
    painter = Painter(page, timeline=Timeline.of(trace))
    return filmed(_shots(trace, beats, page, fps), painter, fps=fps, motion=motion)


def _shots(trace: Trace, beats: Iterable[Beat], page: Page, fps: float) -> Iterator[Shot]:
    """Yield the shots of some beats."""
    timeline = Timeline.of(trace)
    stage = Stage(trace, page)
    stage.told = told = set[int]()
    beats = list(beats) if page.format else beats
    views = stage.views(beats, fps)
    for beat, snapshot, group in moments(trace, beats, page.cropped):
        window, settles = next(views), 0
        if not beat.card:
            told.add(beat.index)
        if beat.card == "question":  # the board before the answer
            at = asked_from(trace, beat.index)
            snapshot, group = trace[at], None
            scene = stage.scene(snapshot, replace(beat, index=at))
        else:
            settles = stage.settles(beat, group, fps)
            scene = stage.scene(snapshot, beat, group, settled=False if settles else None)
        if beat.words is not None:
            scene = without_words(scene, beat.words if page.format else (" ".join(beat.words),))
        elif beat.card:
            scene = with_card(scene, beat.card, trace, page)
        if beat.card in BARE:
            keys = timeline.keys if not beat.answer and beat.asked < 0 else frozenset()
            scene = replace(scene, keys=keys)
            scene = asking(without_marks(scene, beat.label, page.theme), beat.asks)
        elif beat.card == "number":
            answered = trace.events[beat.asked]
            label = badge(answered), getattr(page.theme, badge_role(answered))
            scene = replace(scene, headline=beat.number, badge=label)
        elif beat.answer:
            scene = replace(scene, badge=(say("badge answer"), scene.badge[1]))
        grouped = group is not None and beat.since < beat.index and not beat.card
        events = trace.events[beat.since : beat.index + 1] if grouped else ()
        shot = Shot(
            scene,
            beat.hold,
            0.0 if beat.card == "title" else timeline.at(beat.index),
            window,
            gaze(window, stage.page_at(beat).lens),
            travels=beat.card in TRAVELS or beat.answer,
            cut=(beat.card in STILL and not (beat.countdown or beat.answer))
            or beat.clock is not None,
            countdown=beat.countdown,
            order=sweep_order(events, trace.shape),
        )
        if settles:
            yield replace(shot, hold=beat.hold - settles)
            after = stage.scene(snapshot, beat, group, settled=True)
            scene = replace(scene, layers=after.layers, numbers=after.numbers)
            shot = replace(shot, scene=scene, hold=settles, order=None)
        yield shot


def filmed(
    shots: Iterable[Shot], painter: Painter, *, fps: float = 10, motion: bool = False
) -> Iterator[np.ndarray]:
    """Yield the frames of shots, of one run or of several: uint8 [h, w, 3]."""
    before: Gaze | None = None
    past: Scene | None = None
    sentences: tuple[str, ...] = ()
    shown: np.ndarray | None = None
    for shot in shots:
        scene, share, window = shot.scene, shot.share, shot.window or painter.page.area
        moves = _moves(before, shot, fps)
        past = past if past is not None and painter.alike(past, scene) else None
        if moves:
            going = past if motion and past is not None else scene
            if sentences != scene.sentences:
                going = without_words(going)
            for shown in painter.moving(going, moves):
                yield shown
            past = going if past is not None else None
        held = shot.hold - len(moves)
        if motion and past is not None and not shot.cut:
            still = painter.draw(past, share, window=window).copy()
            picture = painter.draw(scene, share, window=window).copy()
            most = int(SHARE * held)
            stills, scenes = (still, picture), (past, scene)
            moving: Any = {"fps": fps, "most": most, "order": shot.order}
            for each in painter.between(scenes, stills, window, **moving):
                held -= 1
                yield each
        else:
            picture = painter.draw(scene, share, window=window).copy()
            if motion and shown is not None and not shot.cut:  # to another page
                steps = min(round(KINDS["other"].seconds * fps), int(SHARE * held))
                held -= steps
                for step in range(1, steps + 1):
                    yield mixed(shown, picture, step / (steps + 1))
        thinking = min(round(shot.countdown * fps), held)
        yield from repeat(picture, held - thinking)
        for left in range(thinking, 0, -1):
            yield painter.countdown(picture, left / fps, shot.countdown, smooth=motion)
        before, past, sentences, shown = shot.gaze, scene, scene.sentences, picture


def _moves(before: Gaze | None, shot: Shot, fps: float) -> list[Gaze]:
    """The way to a window: empty if there is no move, or no time for one."""
    if before is None or shot.gaze is None or not shot.travels:
        return []
    steps = _steps(before, shot.gaze, shot.hold, fps)
    return gazes_between(before, shot.gaze, steps) if steps else []


def _steps(before: Gaze, after: Gaze, hold: int, fps: float) -> int:
    steps = min(int(EASING * fps + 1e-6), hold - 1)
    return steps if before != after and steps >= 2 else 0


def move_length(before: Gaze | None, after: Gaze, beat: Beat, fps: float) -> int:
    """Return the frames at the beginning of a beat in which the camera moves."""
    if before is None or beat.card not in TRAVELS:
        return 0
    return _steps(before, after, beat.hold, fps)


class Stage:
    """What is drawn of a trace, moment after moment: its scenes and windows. Mutable.

    `searching` says whether the steps of searches are shown, and `told` are the events shown so
    far: by default all of them.
    """

    def __init__(self, trace: Trace, page: Page) -> None:
        self.trace, self.page, self.searching = trace, page, False
        self.told: Collection[int] = range(len(trace))
        self._drawings: dict[Panel, Drawing] = {}

    def scene(
        self,
        snapshot: Snapshot,
        beat: Beat,
        group: Group | None = None,
        *,
        settled: bool | None = None,
    ) -> Scene:
        """Return the scene of a beat; `settled` is that of `scene_of`."""
        page, index = self.page_at(beat), beat.index
        cases = cases_of(self.trace.events[index]) if page is self.page.beside else None
        drawn: dict[Panel, Drawn] = {}
        for each in page.panels if cases is None else ():
            if drawn_panel(each) is not None:
                drawing = self._drawing(page, each)
                picture, words = drawing.draw(index), (drawing.title(), drawing.subtitle(index))
                letters = drawing.letters(index) if isinstance(drawing, TreePanel) else None
                keys, cells = drawing.keys(index), drawing.cells(index)
                moving = drawing.moving if isinstance(drawing, TreePanel) else None
                drawn[each] = Drawn(picture, *words, keys, cells, letters, moving)
        scene = scene_of(
            snapshot,
            page,
            drawn=drawn,
            step=beat.step,
            skipped=beat.skipped,
            group=group,
            odds_told=not beat.card and self._odds_told(index),
            settled=settled,
            named=self._named(beat) if page.labels == "letters" else None,
        )
        if cases is not None:
            place = page.grids[-1]
            size = place.height, place.width
            cards = Drawn(draw_cards(snapshot, cases, size, page.body, page.theme))
            scene = replace(scene, layers=(*scene.boards, cards))
        return scene

    def _named(self, beat: Beat) -> dict[Cell, str] | None:
        """Return the letters of clicked cells that the question, or the event before, has named."""
        events, moves = self.trace.events, (Kind.MOVE, Kind.FLAG)
        event = events[beat.index]
        if kind(event) not in moves:
            return None
        reasons = (i for i in range(beat.index)[::-1] if kind(events[i]) not in moves)
        reason = events[next(reasons) if beat.asked < 0 else beat.asked]
        clicked = {*getattr(event, "cells", ()), getattr(event, "cell", None)}
        letters = sentences_of(reason, letters=True).letters
        return {cell: letter for cell, letter in letters.items() if cell in clicked} or None

    def settles(self, beat: Beat, group: Group | None, fps: float) -> int:
        """Return the frames at the end of a beat in which constraints count, and odds follow."""
        page, event = self.page_at(beat), self.trace.events[beat.index]
        if beat.card or not page.steady or not {"constraints", "probability"} & {*page.panels}:
            return 0
        events = group.events if group else (event,)
        said = len(sentences_of(event, letters=True).sentences)
        whole = group or beat.step is None or beat.step + 1 == said
        if not (whole and any(isinstance(each, ev.Deduction) for each in events)):
            return 0
        return round(min(SETTLES * fps, SETTLING * beat.hold))

    def _odds_told(self, index: int) -> bool:
        """Whether the film shows the event that gave the odds known at event `index`."""
        ends = ev.OddsFound | ev.Reviewed | ev.Opened
        given = (at for at in range(index, -1, -1) if isinstance(self.trace.events[at], ends))
        return next(given, 0) in self.told

    def _drawing(self, page: Page, panel: Panel) -> Drawing:
        if panel not in self._drawings:
            drawn, place = drawn_panel(panel), page.grids[page.panels.index(panel)]
            assert drawn is not None
            if isinstance(drawn, SearchTree):
                drawn = SearchTree(lettered=page.labels == "letters")
            body = min(page.body, place.width // 31) if page.format else page.body
            size = place.height, place.width
            self._drawings[panel] = drawn.start(self.trace, size, body, page.theme)
        return self._drawings[panel]

    def page_at(self, beat: Beat) -> Page:
        """Return the page of a beat: of a format that with a tree, while there is one.

        A question does not show its answer, and a sweep no single proof.
        """
        swept = beat.first < beat.last and cases_of(self.trace.events[beat.index]) is not None
        tree = beat.card not in BARE and not swept and self.has_tree(beat.index)
        return self.page.beside if self.page.beside and tree else self.page

    def has_tree(self, index: int) -> bool:
        """Whether something is drawn next to the view at event `index`: a tree, during searches,
        and the cards of a proof by cases.
        """
        event = self.trace.events[index]
        if cases_of(event) is not None:
            return True
        page = self.page.beside
        if not page or drawn_panel(page.panels[-1]) is None:
            return False
        if page.panels[-1] != "tree":
            return True
        if len(page.titles) > 1:  # of several maps: while its odds are valid
            drawing = self._drawing(page, "tree")
            return isinstance(drawing, TreePanel) and drawing.letters(index) is not None
        searching = kind(event) is Kind.SEARCH and not isinstance(event, OUTSIDE)
        return searching or self._weighs(index)

    def _weighs(self, index: int) -> bool:
        """Whether an event gives the odds that follow from the one search that was just shown."""
        if not (self.searching and isinstance(self.trace.events[index], ev.OddsFound)):
            return False
        searches = 0
        for event in reversed(self.trace.events[:index]):
            if kind(event) is not Kind.SEARCH:
                break
            searches += isinstance(event, ev.ComponentFound | ev.ComponentKept)
        return searches == 1

    def views(self, beats: Iterable[Beat], fps: float) -> Iterator[Window]:
        """Yield the windows of beats; those of a format are given as a sequence."""
        if not self.page.format:
            yield from repeat(self.page.area)
        assert isinstance(beats, Sequence)
        events = self.trace.events
        self.searching = any(kind(events[beat.index]) is Kind.SEARCH for beat in beats)
        yield from self.windows(beats, fps)

    def windows(self, beats: Sequence[Beat], fps: float) -> list[Window]:
        """Return the windows of a format's beats."""
        if self.page.camera == "whole":
            return [self.page.area] * len(beats)
        shown: list[Window] = []
        sort = lambda beat: (  # noqa: E731
            beat.card == "question" or beat.asked >= 0,
            self.page_at(beat) is self.page,
            beat.asked,
        )
        for (asked, _, about), some in groupby(beats, key=sort):
            group = list(some)
            if about >= 0:
                box = seen_by(self.trace, Beat(about), self.page.area)
                lens = self.page_at(group[0]).lens.closer()
                shown += [lens.window(box or self.page.area)] * len(group)
                continue
            seen = [self._seen(beat) for beat in group]
            times = [beat.hold / fps for beat in group]
            lens = self.page_at(group[0]).lens
            shown += windows(seen, times, lens.closer() if asked else lens)
        return shown

    def _seen(self, beat: Beat) -> Window | None:
        """The box that must be seen at a beat: all of a component while it is searched."""
        event, page = self.trace.events[beat.index], self.page_at(beat)
        cases = cases_of(event) if page is self.page.beside else None
        cells = cells_in_cases(cases) if cases else ()
        if not cases and drawn_panel(page.panels[-1]) is not None:
            drawing = self._drawing(page, page.panels[-1])
            about = isinstance(event, ev.OddsFound) or kind(event) is Kind.SEARCH
            if about or not isinstance(drawing, TreePanel):
                cells = drawing.cells(beat.index)
        inside = [cell for cell in cells if page.area.holds(cell)]
        box = window_around(inside) if inside else seen_by(self.trace, beat, page.area)
        if isinstance(event, ev.OddsFound) and box is not None and not beat.card:
            cell = page.lens.size(page.lens.window(box))
            return box if cell >= page.readable else _readable(event, page)
        if box is None or page.lens.size(box) >= page.least:
            return box
        if isinstance(event, ev.Tried | ev.Undone):  # a component too large to be read
            return window_around(event.cells)
        if isinstance(event, ev.FrontierFound):
            return None
        return look_at(event, page.area) if beat.last > beat.first else box


def _readable(event: ev.OddsFound, page: Page) -> Window:
    """The part of the frontier that can be read, around its cell of least risk."""
    pairs = zip(event.odds, event.cells, strict=True)
    _, (row, col) = min(pair for pair in pairs if page.area.holds(pair[1]))
    view = page.grids[0]
    down, across = (side // page.readable // 2 - MARGIN for side in (view.height, view.width))
    near = [(r, c) for r, c in event.cells if abs(r - row) <= down and abs(c - col) <= across]
    return window_around([cell for cell in near if page.area.holds(cell)])


def seen_by(trace: Trace, beat: Beat, crop: Window) -> Window | None:
    """The box that must be seen at a beat: its marked and named cells."""
    if beat.card in ("closing", "rewind", "forward"):
        return crop
    first = beat.since if beat.since >= 0 else beat.index
    parts = [look_at(event, crop) for event in trace.events[first : beat.index + 1]]
    if beat.last <= beat.first:  # the caption of a chain names no cell
        letters = sentences_of(trace.events[beat.index], letters=True).letters
        cells = [cell for cell in letters if crop.holds(cell)]
        parts.append(window_around(cells) if cells else None)
    found = [part for part in parts if part is not None]
    return reduce(Window.with_, found) if found else None
