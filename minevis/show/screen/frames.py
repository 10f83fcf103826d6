"""The frames of a film of fixed format: moments, the windows they are seen through, and the
moves between these."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

import numpy as np

from minevis.core import events as ev
from minevis.core.proofs import Cases
from minevis.core.record import Record
from minevis.core.snapshot import Snapshot
from minevis.show.frame.scene import Group
from minevis.show.panels.panels import Drawing, drawn_panel
from minevis.show.screen.case_cards import cases_of, cells_of, draw_cards
from minevis.show.screen.moment import Moment, moment_of, with_card
from minevis.show.screen.painter import ScreenPainter
from minevis.show.screen.screen import Screen
from minevis.show.timing.beats import Beat
from minevis.show.timing.camera import (
    EASING,
    Box,
    Gaze,
    Lens,
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


def screen_frames(
    trace: Record, beats: Sequence[Beat], screen: Screen, fps: float
) -> Iterator[np.ndarray]:
    """The frames of `beats`: a stream of uint8 [h, w, 3]. What is held is one array.

    >>> trace = mv.play(mv.Board.parse("..*"), first=(0, 0))
    >>> stream = screen_frames(trace, [Beat(1, 3)], Screen.of(trace.shape, max_width=240), 10)
    >>> [picture.shape for picture in stream]
    [(136, 240, 3), (136, 240, 3), (136, 240, 3)]
    """
    searching = any(kind(trace.events[beat.index]) is Kind.SEARCH for beat in beats)
    filming = Filming(trace, screen, searching=searching)
    views = filming.windows(beats, fps)
    before: Gaze | None = None
    for beat, snapshot, window in zip(beats, snapshots_at(trace, beats), views, strict=True):
        group = Group.of(trace, beat, box_of(screen.crop, screen.shape))
        if beat.clock is not None:
            snapshot = replace(snapshot, seconds=beat.clock)
        moment = moment_of(snapshot, screen, step=beat.step, skipped=beat.skipped, group=group)
        if beat.card:
            moment = with_card(moment, beat.card, trace, screen)
        share = 0.0 if beat.card == "title" else None
        picture = filming.draw(moment, beat.index, window, share=share).copy()
        now = gaze(window, filming.lens(beat.index))
        moves = _moves(before, now, beat, fps)
        yield from filming.on_the_way(moment, moves, beat.index)
        for _ in range(beat.hold - len(moves)):
            yield picture
        before = now


def _moves(before: Gaze | None, now: Gaze, beat: Beat, fps: float) -> list[Gaze]:
    """The way to a window: nothing where there is no move, or no time for one."""
    steps = min(round(EASING * fps), beat.hold - 1)
    if before is None or before == now or steps < 2 or beat.card:
        return []
    return eased(before, now, steps)


def snapshots_at(trace: Record, beats: Sequence[Beat]) -> Iterator[Snapshot]:
    """The snapshot of each beat, one fold apart where that is near.

    >>> trace = mv.play(mv.Board.parse("..*"), first=(0, 0))
    >>> [s.moves for s in snapshots_at(trace, [Beat(0, 1), Beat(1, 1)])]
    [0, 1]
    """
    coming: Iterator[tuple[int, Snapshot]] = iter(())
    at, snapshot = -1, None
    for beat in beats:
        if beat.index < at or at < 0:
            coming, at = enumerate(trace.snapshots(beat.index), start=beat.index), -1
        while at != beat.index:
            at, snapshot = next(coming)
        assert snapshot is not None
        yield snapshot


class Filming:
    """What the frames of one film have in common: painter, tree, timeline. Mutable.

    >>> trace = mv.play(mv.Board.parse("..*"), first=(0, 0))
    >>> filming = Filming(trace, Screen.of(trace.shape, max_width=240))
    >>> filming.has_tree(1)
    False
    """

    def __init__(self, trace: Record, screen: Screen, *, searching: bool = False) -> None:
        """`searching` tells whether the steps of searches are shown."""
        self.trace, self.screen, self.searching = trace, screen, searching
        self.timeline = Timeline.of(trace)
        self.painter = ScreenPainter(screen, timeline=self.timeline)
        self._drawing: Drawing | None = None

    def has_tree(self, index: int) -> bool:
        """Whether something is drawn beside the view at event `index`: a tree, during searches,
        and the cards of a proof by cases.
        """
        event = self.trace.events[index]
        if cases_of(event) is not None:
            return True
        if self.screen.drawn is None:
            return False
        searching = kind(event) is Kind.SEARCH and not isinstance(event, OUTSIDE)
        return searching or self.screen.drawn != "tree" or self._weighs(index)

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

    def lens(self, index: int) -> Lens:
        """What windows are made for at event `index`."""
        return self.screen.lens(tree=self.has_tree(index))

    def windows(self, beats: Sequence[Beat], fps: float) -> list[Box]:
        """The window of each beat."""
        crop = self.screen.lens().crop
        if self.screen.camera == "whole":
            return [crop] * len(beats)
        shown: list[Box] = []
        for tree, some in groupby(beats, key=lambda beat: self.has_tree(beat.index)):
            group = list(some)
            seen = [self._seen(beat, crop, tree=tree) for beat in group]
            times = [beat.hold / fps for beat in group]
            shown += windows(seen, times, self.screen.lens(tree=tree))
        return shown

    def _seen(self, beat: Beat, crop: Box, *, tree: bool) -> Box | None:
        """What must be seen at a beat: all of a component while it is searched."""
        cases = cases_of(self.trace.events[beat.index])
        cells = cells_of(cases) if cases else self._beside().cells(beat.index) if tree else ()
        inside = [cell for cell in cells if crop.holds(cell)]
        return box_around(inside) if inside else seen_by(self.trace, beat, crop)

    def draw(
        self, moment: Moment, index: int, window: Box, *, share: float | None = None
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
        screen, place = self.screen, self.screen.beside.tree
        assert place is not None
        size = place.height, place.width
        return draw_cards(self.trace[index], cases, size, screen.body, screen.theme)

    def _beside(self) -> Drawing:
        if self._drawing is None:
            screen, place = self.screen, self.screen.beside.tree
            drawn = None if screen.drawn is None else drawn_panel(screen.drawn)
            assert drawn is not None
            assert place is not None
            size = (place.height, place.width)
            body = min(screen.body, place.width // 38)
            self._drawing = drawn.start(self.trace, size, body, screen.theme)
        return self._drawing

    def on_the_way(self, moment: Moment, gazes: list[Gaze], index: int) -> Iterator[np.ndarray]:
        """The frames of a move."""
        if not gazes:
            return
        plan = self.screen.beside if self.has_tree(index) else self.screen.alone
        moving = self.painter.moving(moment, gazes, plan)
        for each in gazes:
            yield moving.draw(each).copy()


def seen_by(trace: Record, beat: Beat, crop: Box) -> Box | None:
    """What must be seen at a beat: what it shows, and each cell that it names.

    >>> trace = mv.play(mv.Board.parse("..*"), first=(0, 0))
    >>> seen_by(trace, Beat(1, 1), Box(0, 0, 1, 3))
    Box(top=0, left=0, bottom=1, right=2)
    """
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
