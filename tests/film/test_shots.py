"""The camera: its window contains the subject, and it does not jump."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minevis.api.playing import play
from minevis.film.beats import beats
from minevis.film.moments import group_of, look_at, shown_inside, wholly_inside
from minevis.film.shots import SHORTEST, windows
from minevis.game.board import Board
from minevis.render.camera import Gaze, Lens, Window, gaze, gazes_between, window_around
from minevis.render.options import Pacing
from minevis.solver import events as ev
from minevis.words.events import kind
from minevis.words.events.meaning import Kind

BOARD = Window(0, 0, 16, 30)
LENS = Lens(BOARD, 980, 980, 98)

cells = st.tuples(st.integers(0, 15), st.integers(0, 29))
boxes = st.lists(cells, min_size=1, max_size=4).map(window_around)
seen_at = st.lists(st.one_of(st.none(), boxes), min_size=1, max_size=30)
CROPS = [Window(0, 0, 9, 9), Window(6, 20, 16, 30), Window(7, 12, 12, 17)]


def inside(box, window):
    return window.with_(box) == window


def shots(shown):
    """The beats at which the window changes."""
    return [i for i in range(1, len(shown)) if shown[i] != shown[i - 1]]


@settings(max_examples=60, deadline=None)
@given(seen=seen_at, seconds=st.floats(0.1, 4.0))
def test_what_must_be_seen_is_in_the_window_and_the_window_on_the_board(seen, seconds):
    shown = windows(seen, [seconds] * len(seen), LENS)
    assert len(shown) == len(seen)
    for box, window in zip(seen, shown, strict=True):
        assert inside(window, BOARD)
        assert box is None or inside(box, window)
        assert LENS.size(window) * max(window.width, window.height) <= LENS.width
    starts = [0, *shots(windows(seen, [0.5] * len(seen), LENS))]
    assert all((b - a) * 0.5 >= SHORTEST for a, b in pairwise(starts))  # not too short for the eye


def test_a_window_is_ten_cells_wide_and_leaves_neither_board_nor_crop():
    assert LENS.window(Window(8, 14, 10, 16)) == Window(4, 10, 14, 20)
    assert LENS.window(Window(0, 0, 1, 1)) == Window(0, 0, 10, 10)
    small = Lens(Window(0, 0, 9, 9), 980, 980, 98)
    assert small.window(Window(4, 4, 5, 5)) == Window(0, 0, 9, 9)
    crop = Window(3, 5, 15, 25)
    lens = Lens(crop, 980, 980, 98)
    for box in (Window(3, 5, 4, 6), Window(14, 24, 15, 25), crop):
        assert inside(lens.window(box), crop)
    assert gaze(Window(2, 4, 12, 14), LENS) == Gaze(7.0, 9.0, 98)


def test_near_deductions_share_a_window_and_far_ones_widen_it():
    near, beside, far = Window(2, 2, 4, 4), Window(5, 6, 7, 8), Window(12, 26, 14, 28)
    shown = windows([near, beside, far], [2.0, 2.0, 3.0], LENS)
    assert shown[0] == shown[1] != shown[2]
    both = Window(2, 2, 4, 4).with_(Window(12, 20, 14, 22))
    (window,) = windows([both], [3.0], LENS)
    assert inside(both, window)
    assert LENS.size(window) < LENS.cell


def test_the_camera_does_not_hurry_to_and_fro():
    left, right = Window(0, 0, 2, 2), Window(0, 20, 2, 22)
    quick = windows([left, right] * 6, [0.4] * 12, LENS)
    calm = windows([left, right] * 3, [3.0] * 6, LENS)
    assert shots(quick) == []  # one window for both, and for all of the time
    assert shots(calm) == [1, 2, 3, 4, 5]
    large = windows([left, right] * 6, [0.4] * 12, replace(LENS, least=60))
    assert min(map(LENS.size, large)) >= 60  # its cells would be smaller in one window


def test_moves_are_eased_and_come_near_both_ends():
    start, end = Gaze(5.0, 5.0, 98.0), Gaze(10.0, 25.0, 49.0)
    steps = gazes_between(start, end, 8)
    assert len(steps) == 8
    across = [start.col, *(step.col for step in steps), end.col]
    speeds = [b - a for a, b in pairwise(across)]
    assert min(speeds) > 0
    assert speeds[0] < speeds[4] > speeds[-1]
    assert all(49 < step.cell < 98 for step in steps)
    assert gazes_between(start, end, 0) == []


@pytest.mark.parametrize(
    ("event", "seen"),
    [
        (ev.Started(16, 30, 99, "x"), BOARD),
        (ev.Finished(True, ()), BOARD),
        (ev.Exploded((3, 4)), Window(3, 4, 4, 5)),
        (ev.Counted((2, 2), 1, 1, 1, ((3, 1),), True), Window(2, 1, 4, 3)),
        (ev.Opened((5, 5), ((4, 4), (5, 5), (6, 7)), (1, 0, 2)), Window(4, 4, 7, 8)),
        (ev.Flagged(((1, 1),)), None),
        (ev.Undone(((1, 1),), 1), None),
        (ev.Reviewed((4, 4), "proven", ((5, 6),), instead=(4, 2)), Window(4, 2, 6, 7)),
    ],
)
def test_what_is_looked_at(event, seen):
    assert look_at(event, BOARD) == seen
    proof = ev.Proved(((0, 0), (5, 5)), False, ((5, 6),), False)
    assert look_at(proof, Window(4, 4, 12, 12)) == Window(5, 5, 6, 7)  # in a crop
    assert look_at(proof, Window(8, 8, 12, 12)) is None


@pytest.fixture(scope="module", params=[10, 5])
def expert(request):
    """A game without a guess, and one with some."""
    board = Board.random("expert", seed=request.param, first=(0, 0))
    return play(board, "exact", first=(0, 0))


def shown_of(trace, crop, **options):
    return beats(trace, Pacing(fps=30, **options), grouping="stepwise", crop=crop)


@pytest.mark.parametrize("crop", CROPS)
def test_all_that_opens_inside_is_told_and_nothing_else(expert, crop):
    opened, found = set(), set()
    for beat in shown_of(expert, crop):
        group = group_of(expert, beat, crop)
        for event in group.events if group else (expert.events[beat.index],):
            if isinstance(event, ev.Opened):
                opened |= set(event.cells)
            elif isinstance(event, ev.Deduction) and event.mined:
                found |= set(event.cells)
    part = np.s_[crop.top : crop.bottom, crop.left : crop.right]
    assert all(map(crop.holds, opened | found))
    assert len(opened) == (expert[-1].view[part] >= 0).sum()
    assert len(found) == ((expert[-1].view[part] == -2) & ~expert[-1].missed[part]).sum()


def test_moves_elsewhere_take_no_time_and_the_last_picture_stays(expert):
    whole, part = (sum(b.hold for b in shown_of(expert, crop)) for crop in (None, CROPS[2]))
    assert part < 0.7 * whole
    shown = shown_of(expert, Window(14, 0, 16, 2), moves=(1, 2))
    assert len(shown) == 1


def test_without_a_crop_all_is_told(expert):
    assert shown_inside(expert, range(len(expert)), None) == [*range(len(expert))]
    assert all(wholly_inside(event, None) for event in expert.events)
    kept = shown_inside(expert, range(len(expert)), Window(0, 0, *expert.shape))
    missing = {kind(event) for i, event in enumerate(expert.events) if i not in {*kept}}
    assert missing <= {Kind.SEARCH, Kind.ODDS}
