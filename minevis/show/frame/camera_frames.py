"""The frames of a film of fixed format: moments, the windows they are seen through, and the
moves between these."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

import numpy as np

from minevis.core import events as ev
from minevis.core.grid import Cell
from minevis.core.proofs import Cases
from minevis.core.record import Record
from minevis.show.frame.camera_painter import CameraPainter
from minevis.show.frame.camera_scene import (
    CameraScene,
    camera_scene_of,
    with_card,
    without_words,
)
from minevis.show.frame.case_cards import cases_of, cells_of, draw_cards
from minevis.show.frame.page import Page
from minevis.show.frame.scene import moments
from minevis.show.panels.panels import Drawing, drawn_panel
from minevis.show.search_tree.panel import SearchTree, TreePanel
from minevis.show.timing.beats import Beat
from minevis.show.timing.camera import (
    EASING,
    Box,
    Gaze,
    box_around,
    eased,
    gaze,
    look_at,
    windows,
)
from minevis.show.timing.cropping import box_of
from minevis.show.timing.event_kinds import Kind, kind
from minevis.show.timing.timeline import Timeline
from minevis.show.words.sentences import sentences_of

OUTSIDE = (ev.FrontierFound, ev.ComponentKept)  # steps of a survey that no tree shows


def camera_frames(
    trace: Record, beats: Sequence[Beat], plan: Page, fps: float
) -> Iterator[np.ndarray]:
    """The frames of `beats`: a stream of uint8 [h, w, 3]. A held frame is one array."""
    searching = any(kind(trace.events[beat.index]) is Kind.SEARCH for beat in beats)
    filming = Filming(trace, plan, searching=searching)
    views = filming.windows(beats, fps)
    before: Gaze | None = None
    said: tuple[str, ...] = ()
    shown = moments(trace, beats, box_of(plan.crop, plan.shape))
    for (beat, snapshot, group), window in zip(shown, views, strict=True):
        letters = filming.letters(beat.index)
        moment = camera_scene_of(
            snapshot, plan, step=beat.step, skipped=beat.skipped, group=group, letters=letters
        )
        if beat.card:
            moment = with_card(moment, beat.card, trace, plan)
        elif beat.words is not None:
            moment = without_words(moment, beat.words)
        share = 0.0 if beat.card == "title" else None
        picture = filming.draw(moment, beat.index, window, share=share).copy()
        now = gaze(window, filming.page(beat.index).lens)
        moves = _moves(before, now, beat, fps)
        going = moment if moment.sentences == said else without_words(moment)
        yield from filming.on_the_way(going, moves, beat.index)
        for _ in range(beat.hold - len(moves)):
            yield picture
        before, said = now, moment.sentences


def _moves(before: Gaze | None, now: Gaze, beat: Beat, fps: float) -> list[Gaze]:
    """The way to a window: empty if there is no move, or no time for one."""
    steps = min(int(EASING * fps + 1e-6), beat.hold - 1)
    if before is None or before == now or steps < 2 or beat.card:
        return []
    return eased(before, now, steps)


class Filming:
    """Shared by the frames of one film: painter, tree, timeline. Mutable."""

    def __init__(self, trace: Record, plan: Page, *, searching: bool = False) -> None:
        """`searching` says whether the steps of searches are shown."""
        self.trace, self.plan, self.searching = trace, plan, searching
        self.timeline = Timeline.of(trace)
        self.painter = CameraPainter(plan, timeline=self.timeline)
        self._drawing: Drawing | None = None

    def has_tree(self, index: int) -> bool:
        """Whether something is drawn next to the view at event `index`: a tree, during searches,
        and the cards of a proof by cases.
        """
        event = self.trace.events[index]
        if cases_of(event) is not None:
            return True
        drawn = self.plan.beside and self.plan.beside.panels[1:]
        if not drawn:
            return False
        searching = kind(event) is Kind.SEARCH and not isinstance(event, OUTSIDE)
        return searching or drawn[0] != "tree" or self._weighs(index)

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

    def letters(self, index: int) -> bool | Mapping[Cell, str]:
        """Whether sentences name cells by letters, or the letters of the boxes of a search."""
        lettered = self.plan.labels == "letters"
        if not lettered or cases_of(self.trace.events[index]) or not self.has_tree(index):
            return lettered
        drawing = self._beside()
        return drawing.letters(index) if isinstance(drawing, TreePanel) else lettered

    def page(self, index: int) -> Page:
        """Return the page at event `index`."""
        assert self.plan.beside
        return self.plan.beside if self.has_tree(index) else self.plan

    def windows(self, beats: Sequence[Beat], fps: float) -> list[Box]:
        """The window of each beat."""
        crop = self.plan.area
        if self.plan.camera == "whole":
            return [crop] * len(beats)
        shown: list[Box] = []
        for tree, some in groupby(beats, key=lambda beat: self.has_tree(beat.index)):
            group = list(some)
            seen = [self._seen(beat, crop, tree=tree) for beat in group]
            times = [beat.hold / fps for beat in group]
            shown += windows(seen, times, self.page(group[0].index).lens)
        return shown

    def _seen(self, beat: Beat, crop: Box, *, tree: bool) -> Box | None:
        """The box that must be seen at a beat: all of a component while it is searched."""
        cases = cases_of(self.trace.events[beat.index])
        cells = cells_of(cases) if cases else self._beside().cells(beat.index) if tree else ()
        inside = [cell for cell in cells if crop.holds(cell)]
        return box_around(inside) if inside else seen_by(self.trace, beat, crop)

    def draw(
        self, moment: CameraScene, index: int, window: Box, *, share: float | None = None
    ) -> np.ndarray:
        """The frame of a moment: the canvas itself. `share` is how far the run has come, by
        default as far as its event."""
        tree, keys = None, frozenset[str]()
        cases = cases_of(self.trace.events[index])
        if cases is not None:
            tree = self._cards(index, cases)
        elif self.has_tree(index):
            drawing = self._beside()
            tree, keys = drawing.draw(index), frozenset(drawing.keys(index))
        share = self.timeline.at(index) if share is None else share
        return self.painter.draw(moment, window, share, tree=tree, keys=keys)

    def _cards(self, index: int, cases: Cases) -> np.ndarray:
        """The cards of a proof by cases."""
        plan, place = self.plan, self.page(index).grids[1]
        size = place.height, place.width
        return draw_cards(self.trace[index], cases, size, plan.body, plan.theme)

    def _beside(self) -> Drawing:
        if self._drawing is None:
            plan = self.plan.beside
            assert plan
            drawn, place = drawn_panel(plan.panels[1]), plan.grids[1]
            assert drawn is not None
            if isinstance(drawn, SearchTree):
                drawn = SearchTree(lettered=plan.labels == "letters")
            size = (place.height, place.width)
            body = min(plan.body, place.width // 38)
            self._drawing = drawn.start(self.trace, size, body, plan.theme)
        return self._drawing

    def on_the_way(
        self, moment: CameraScene, gazes: list[Gaze], index: int
    ) -> Iterator[np.ndarray]:
        """The frames of a move."""
        if not gazes:
            return
        moving = self.painter.moving(moment, gazes, self.page(index))
        for each in gazes:
            yield moving.draw(each).copy()


def seen_by(trace: Record, beat: Beat, crop: Box) -> Box | None:
    """The box that must be seen at a beat: its marked and named cells."""
    if beat.card == "closing":
        return crop
    first = beat.since if beat.since >= 0 else beat.index
    boxes = [look_at(event, crop) for event in trace.events[first : beat.index + 1]]
    if beat.last <= beat.first:  # the caption of a chain names no cell
        boxes.append(_named(trace.events[beat.index], crop))
    found = [box for box in boxes if box is not None]
    if not found:
        return None
    corners = [(b.top, b.left) for b in found] + [(b.bottom - 1, b.right - 1) for b in found]
    return box_around(corners)


def _named(event: ev.Event, crop: Box) -> Box | None:
    """The cells that the sentences of an event name."""
    letters = sentences_of(event, letters=True).letters
    cells = [cell for cell in letters if crop.holds(cell)]
    return box_around(cells) if cells else None
