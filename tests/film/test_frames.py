"""Frames: drawn by deltas as from the start, and everything in its place."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minevis.film.frames import frame, frames
from minevis.film.moments import Beat
from minevis.film.telling import scene_of
from minevis.render.options import Look
from minevis.render.page import page_of_format, page_of_panels
from minevis.render.painter import Painter, set_in_rows
from minevis.render.panels import PANELS, cell_panels
from minevis.render.tiles import draw_text
from minevis.render.tiles.atlas import atlas
from minevis.render.tiles.theme import THEMES
from minevis.render.timeline import GUESS, QUIET, SEARCH, Timeline, strips
from minevis.solver import events as ev
from minevis.trace.trace import Trace

ALL_PANELS = cell_panels()


@pytest.mark.parametrize("theme", THEMES)
def test_deltas_give_the_same_picture_as_drawing_anew(trace, theme):
    layout = page_of_panels(trace.shape, Look(panels=ALL_PANELS, cell=16, theme=theme))
    timeline = Timeline.of(trace)
    moving = Painter(layout, timeline=timeline)
    for index in [0, 1, *range(2, len(trace), 37), len(trace) - 1, 5]:
        scene, share = scene_of(trace[index], layout), timeline.at(index)
        drawn = moving.draw(scene, share)
        anew = Painter(layout, timeline=timeline).draw(scene, share)
        assert np.array_equal(drawn, anew), f"event {index}: {trace.events[index]}"


def test_a_frame_is_the_tiles_of_its_panels(trace):
    layout = page_of_panels(trace.shape, Look(cell=20))
    picture = frame(trace, 40, cell=20)
    for place, name in zip(layout.grids, layout.panels, strict=True):
        layer = PANELS[name](trace[40])
        assert np.array_equal(picture[place.part], atlas(20).draw(layer.pictures, layer.marks))


def test_frame_takes_indices_as_lists_do(trace):
    assert np.array_equal(frame(trace, -1, cell=12), frame(trace, len(trace) - 1, cell=12))
    with pytest.raises(IndexError):
        frame(trace, len(trace))


def test_a_crop_shows_those_cells(trace):
    options = {"cell": 16, "panels": ("board",), "caption": False, "coordinates": False}
    whole, part = (
        page_of_panels((9, 9), Look(crop=crop, **options)) for crop in (None, (2, 3, 4, 5))
    )
    full = frame(trace, 60, **options)[whole.grids[0].part]
    cut = frame(trace, 60, crop=(2, 3, 4, 5), **options)[part.grids[0].part]
    assert cut.shape == (64, 80, 3)
    assert np.array_equal(cut, full[32:96, 48:128])


def test_layouts_refuse_what_they_cannot_show():
    with pytest.raises(ValueError, match="at least one panel"):
        page_of_panels((9, 9), Look(panels=()))
    with pytest.raises(ValueError, match="max_width=5000: .* from 1 to 3840"):
        page_of_panels((9, 9), Look(max_width=5000))
    with pytest.raises(ValueError, match="3840 is the limit"):
        page_of_panels((9, 90), Look(cell=100))
    with pytest.raises(ValueError, match="crop"):
        page_of_panels((3000, 3000))


shapes = st.tuples(st.integers(1, 120), st.integers(1, 120))
panel_sets = st.lists(st.sampled_from((*ALL_PANELS, "tree")), min_size=1, max_size=4, unique=True)


@settings(max_examples=60)
@given(shape=shapes, panels=panel_sets, coordinates=st.booleans(), caption=st.booleans())
def test_nothing_overlaps_and_all_is_inside(shape, panels, coordinates, caption):
    layout = page_of_panels(shape, Look(panels=panels, coordinates=coordinates, caption=caption))
    assert layout.width % 2 == layout.height % 2 == 0
    assert max(layout.width, layout.height) <= 3840
    below = [layout.badge, layout.text, layout.counters, layout.strip]
    places = [*layout.grids, *layout.titles, *(each for each in below if each.width)]
    assert len(places) == 2 * len(panels) + 4 * caption
    covered = np.zeros((layout.height, layout.width), np.uint8)
    for place in places:
        assert min(place.left, place.top) >= 0
        assert min(place.width, place.height) > 0
        assert place.left + place.width <= layout.width
        assert place.top + place.height <= layout.height
        covered[place.part] += 1
    assert covered.max() == 1


@pytest.mark.parametrize(
    ("shape", "across"), [((9, 9), 2), ((16, 30), 2), ((24, 24), 2), ((1, 30), 1), ((30, 1), 2)]
)
def test_panels_stand_where_they_get_large(shape, across):
    layout = page_of_panels(shape)
    assert len({place.left for place in layout.grids}) == across
    assert len({place.top for place in layout.grids}) == 3 - across
    if min(shape) > 5:
        assert 1000 <= layout.width <= 1600


def test_small_boards_get_larger_cells_and_room_for_their_caption():
    cells = [page_of_panels((n, n)).cell for n in (9, 16, 24, 50, 100, 400)]
    assert cells == sorted(cells, reverse=True)
    assert cells[0] > 40
    assert cells[-1] < 8
    for shape in [(1, 1), (1, 30), (30, 1)]:
        layout = page_of_panels(shape)
        assert layout.text.width >= 450


def test_frames_are_a_stream_that_holds_each_beat_and_changes_none_before(trace):
    layout = page_of_panels(trace.shape, Look(cell=12))
    shown = [Beat(0, 2), Beat(5, 1), Beat(300, 3), Beat(4, 1)]
    stream = list(frames(trace, shown, layout))
    assert len(stream) == 7
    indices = [0, 0, 5, 300, 300, 300, 4]
    expected = [frame(trace, index, cell=12) for index in indices]
    assert all(np.array_equal(a, b) for a, b in zip(stream, expected, strict=True))
    layout = page_of_panels(trace.shape, Look(cell=12))
    endless = (Beat(i % 9, 1) for i in iter(int, 1))
    assert next(frames(trace, endless, layout)).shape == (layout.height, layout.width, 3)


def test_the_caption_tells_of_skipped_steps_and_can_be_left_out(trace):
    layout = page_of_panels(trace.shape, Look(cell=24))
    plain = Painter(layout).draw(scene_of(trace[50], layout))
    told = Painter(layout).draw(scene_of(trace[50], layout, skipped=1234))
    assert not np.array_equal(plain[layout.text.part], told[layout.text.part])
    assert np.array_equal(plain[layout.grids[0].part], told[layout.grids[0].part])
    bare = frame(trace, 3, cell=24, caption=False)
    assert bare.shape[0] < frame(trace, 3, cell=24).shape[0] - 60


def test_a_given_position_without_clues_or_flags_has_a_frame():
    trace = Trace([ev.Started(1, 1, 0, "nobody")])
    assert frame(trace, 0).dtype == np.uint8


captions = st.text("abc ,.(1)", min_size=0, max_size=400)


@given(words=captions, width=st.integers(60, 900))
def test_text_always_fits_its_place(words, width):
    size, lines = draw_text.fit(words, 16, width, lines=2, smallest=10)
    assert 10 <= size <= 16
    assert len(lines) <= 2
    assert all(draw_text.line_mask(line, size).shape[1] <= width for line in lines)
    if not any(line.endswith(draw_text.ELLIPSIS) for line in lines):
        assert " ".join(lines) == " ".join(words.split())


@pytest.mark.parametrize("shape", [(1, 5), (8, 8), (9, 9), (16, 16), (16, 30)])
@pytest.mark.parametrize("panels", [("board",), ("board", "tree"), ("board", "constraints"), None])
def test_counters_of_one_size_fit_their_place(shape, panels):
    page = page_of_format(shape, Look(format="square", max_width=620))
    page = page_of_panels(shape, Look(panels=panels)) if panels else page
    parts = ["67.1 s", "mines left 88 of 9,999", "guesses 10", "risk so far over 99 %"]
    size, lines = set_in_rows(parts, page.body, page.counters)
    assert "  ·  ".join(lines) == "  ·  ".join(parts)
    assert size > 7
    assert all(draw_text.text_width(line, size) <= page.counters.width for line in lines)
    assert len(lines) * size <= page.counters.height


def test_text_gets_smaller_before_it_is_cut():
    words = "a sentence of quite a few words, all of which should be read"
    assert draw_text.fit(words, 16, 900, lines=2, smallest=10)[0] == 16
    size, lines = draw_text.fit(words, 16, 220, lines=2, smallest=10)
    assert 10 <= size < 16
    assert not lines[-1].endswith(draw_text.ELLIPSIS)
    assert draw_text.fit(words, 16, 90, lines=2, smallest=10)[1][-1].endswith(draw_text.ELLIPSIS)


def test_ink_stays_inside_and_mixes_by_the_mask():
    target = np.full((4, 4, 3), 200, np.uint8)
    mask = np.full((3, 3), 255, np.uint8)
    mask[0, 0] = 0
    draw_text.ink(target, mask, 2, -1, (0, 100, 50))
    assert target[2, 0].tolist() == [0, 100, 50]
    assert target[3, 1].tolist() == [0, 100, 50]
    assert (target[:2] == 200).all()
    assert (target[:, 2:] == 200).all()


@given(ground=st.tuples(*[st.integers(0, 255)] * 3), colour=st.tuples(*[st.integers(0, 255)] * 3))
def test_ink_on_a_known_ground_is_the_same_ink(ground, colour):
    mask = np.arange(256, dtype=np.uint8).reshape(16, 16)
    slow = np.empty((16, 16, 3), np.uint8)
    slow[:] = ground
    quick = slow.copy()
    draw_text.ink(slow, mask, 0, 0, colour)
    draw_text.ink(quick, mask, 0, 0, colour, ground=ground)
    assert np.array_equal(slow, quick)


def test_the_timeline_tells_search_and_guess_apart_and_no_search_fills_it(trace):
    timeline = Timeline.of(trace)
    assert timeline.stops[0] == 0
    assert timeline.stops[-1] == 1
    assert (np.diff(timeline.stops) > 0).all()
    assert timeline.at(len(trace) - 1) == 1
    guesses = [isinstance(event, ev.Guessed) for event in trace.events]
    tried = [isinstance(event, ev.Tried) for event in trace.events]
    assert set(timeline.ticks[guesses]) == {GUESS}
    assert set(timeline.ticks[tried]) == {SEARCH}
    assert timeline.ticks[0] == QUIET
    theme = THEMES["paper"]
    played, _ = strips(Timeline.of(trace), theme, 800, 20)
    heights = {}
    for name, colour in (
        ("quiet", theme.deduction),
        ("search", theme.search),
        ("guess", theme.guess),
    ):
        columns = (played == colour).all(axis=2).sum(axis=0)
        heights[name] = int(columns.max())
    assert heights["quiet"] < heights["search"] < heights["guess"] == 20
    cell = ((0, 0),)
    found = ev.ComponentFound(0, cell, ((0, 1),), (cell,))
    tries = [found, *[ev.Tried(cell, 1, 0), ev.Undone(cell, 0)] * 5000]
    moves = [ev.Counted((0, 1), 1, 1, 1, ((0, 0),), True)] * 20
    timeline = Timeline.of(Trace([ev.Started(1, 2, 1, "x"), *moves, *tries]))
    assert timeline.stops[21] > 0.5
