"""Frames: drawn by deltas as from the start, and everything in its place."""

import numpy as np
import pytest

from minevis.film.frames import frame, frames
from minevis.film.moments import Beat
from minevis.film.telling import scene_of
from minevis.render.options import Look
from minevis.render.page import page_of_panels
from minevis.render.painter import Painter
from minevis.render.panels import PANELS, cell_panels
from minevis.render.tiles.atlas import atlas
from minevis.render.tiles.theme import THEMES
from minevis.render.timeline import GUESS, QUIET, SEARCH, Timeline, strips
from minevis.solver import events as ev
from minevis.trace.trace import Trace


@pytest.mark.parametrize("theme", THEMES)
def test_deltas_give_the_tiles_of_the_panels_as_drawing_anew_does(trace, theme):
    page = page_of_panels(trace.shape, Look(panels=cell_panels(), cell=16, theme=theme))
    timeline = Timeline.of(trace)
    moving = Painter(page, timeline=timeline)
    for index in [0, 1, *range(2, len(trace), 37), len(trace) - 1, 5]:
        scene, share = scene_of(trace[index], page), timeline.at(index)
        drawn = moving.draw(scene, share)
        anew = Painter(page, timeline=timeline).draw(scene, share)
        assert np.array_equal(drawn, anew), f"step {index}: {trace.events[index]}"
    picture, tiles = (
        frame(trace, 40, theme=theme, cell=16, panels=page.panels),
        atlas(16, theme=theme),
    )
    for place, name in zip(page.grids, page.panels, strict=True):
        layer = PANELS[name](trace[40])
        drawn = tiles.draw(layer.pictures, layer.marks)
        same = name == "regions" or np.array_equal(picture[place.part], drawn)
        assert same, f"panel {name}, step 40"


def test_frame_takes_indices_as_lists_do(trace):
    assert np.array_equal(frame(trace, -1, cell=12), frame(trace, len(trace) - 1, cell=12))
    with pytest.raises(IndexError):
        frame(trace, len(trace))
    assert frame(Trace([ev.Started(1, 1, 0, "nobody")]), 0).dtype == np.uint8


def test_frames_are_a_stream_that_holds_each_beat_and_changes_none_before(trace):
    page = page_of_panels(trace.shape, Look(cell=12))
    shown = [Beat(0, 2), Beat(5, 1), Beat(300, 3), Beat(4, 1)]
    stream = list(frames(trace, shown, page))
    indices = [0, 0, 5, 300, 300, 300, 4]
    for step, (seen, index) in enumerate(zip(stream, indices, strict=True)):
        assert np.array_equal(seen, frame(trace, index, cell=12)), f"frame {step}: step {index}"
    endless = (Beat(i % 9, 1) for i in iter(int, 1))
    assert next(frames(trace, endless, page)).shape == (page.height, page.width, 3)


def test_the_caption_tells_of_skipped_steps_and_can_be_left_out(trace):
    page = page_of_panels(trace.shape, Look(cell=24))
    plain, told = (
        Painter(page).draw(scene_of(trace[50], page, skipped=skipped)) for skipped in (0, 1234)
    )
    assert not np.array_equal(plain[page.text.part], told[page.text.part])
    assert np.array_equal(plain[page.grids[0].part], told[page.grids[0].part])
    bare = frame(trace, 3, cell=24, caption=False)
    assert bare.shape[0] < frame(trace, 3, cell=24).shape[0] - 60


def test_the_timeline_tells_search_and_guess_apart_and_no_search_fills_it(trace):
    timeline = Timeline.of(trace)
    assert timeline.stops[0] == 0
    assert timeline.stops[-1] == timeline.at(len(trace) - 1) == 1
    assert (np.diff(timeline.stops) > 0).all()
    for kind, tick in ((ev.Guessed, GUESS), (ev.Tried, SEARCH), (ev.Started, QUIET)):
        events = [isinstance(event, kind) for event in trace.events]
        assert set(timeline.ticks[events]) == {tick}, kind
    theme = THEMES["paper"]
    played, _ = strips(timeline, theme, 800, 20)
    quiet, search, guess = (
        int((played == colour).all(axis=2).sum(axis=0).max())
        for colour in (theme.deduction, theme.search, theme.guess)
    )
    assert quiet < search < guess == 20
    cell = ((0, 0),)
    found = ev.ComponentFound(0, cell, ((0, 1),), (cell,))
    tries = [found, *[ev.Tried(cell, 1, 0), ev.Undone(cell, 0)] * 5000]
    moves = [ev.Counted((0, 1), 1, 1, 1, ((0, 0),), True)] * 20
    timeline = Timeline.of(Trace([ev.Started(1, 2, 1, "x"), *moves, *tries]))
    assert timeline.stops[21] > 0.5
