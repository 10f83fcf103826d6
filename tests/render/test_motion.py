"""Motion: the frames between two settled ones."""

from itertools import pairwise

import cv2
import numpy as np
import pytest

import minevis as mv
from minevis.film.frames import frames
from minevis.film.moments import Beat
from minevis.film.story import SENTENCE, WORD
from minevis.film.sweep import sweep_order
from minevis.film.video import planned_beats
from minevis.render.motion import CLUES, KINDS, WAYS, MovingCell, changes, share_of
from minevis.render.options import Look, Pacing, look_of
from minevis.render.page import film_page, page_of_panels
from minevis.render.painter import counting
from minevis.render.panels import PANELS, Layer
from minevis.render.search_tree import TreePanel
from minevis.render.searches import Searches
from minevis.render.tiles.atlas import Mark, Tile, atlas
from minevis.render.tiles.theme import theme_of
from minevis.solver import events as ev
from minevis.words.captions import sentences_of
from minevis.words.events import kind
from minevis.words.events.meaning import Kind

CELL = 16


@pytest.fixture(scope="module")
def trace():
    return mv.play(mv.Board.random("beginner", seed=26, first=(0, 0), safe_radius=1), first=(0, 0))


def page_of(trace, **look):
    look = {"panels": ("board",), "cell": CELL, "caption": False, **look}
    return page_of_panels(trace.shape, Look(**look))


@pytest.mark.parametrize("panels", [(), ("probability",), ("tree",), None], ids=str)
def test_without_motion_the_same_settled_frames_are_cut(trace, panels):
    wide = film_page(trace.shape, Look(max_width=320))
    page = wide if panels is None else page_of(trace, panels=("board", *panels))
    beats = [Beat(index, 30) for index in range(0, len(trace), 5)]
    cut, moving = (list(frames(trace, beats, page, fps=10, motion=on)) for on in (False, True))
    for beat, start in zip(beats, range(0, 30 * len(beats), 30), strict=True):
        held = cut[start + 8 * (panels is None) : start + 30]  # a camera moves first
        assert all(each is held[0] for each in held), f"step {beat.index}"
        assert np.array_equal(held[0], moving[start + 29]), f"step {beat.index}"


def test_only_what_changes_moves(trace):
    opened = [i for i, event in enumerate(trace.events) if isinstance(event, ev.Opened)]
    page = page_of(trace)
    for index in opened[::3]:
        beats = [Beat(index - 1, 1), Beat(index, 40)]
        before, *between, after = list(frames(trace, beats, page, fps=20, motion=True))
        changed = (before != after).any(axis=2).astype(np.uint8)
        same = cv2.dilate(changed, np.ones((2 * CELL, 2 * CELL))) == 0  # a flag drops into its cell
        assert all((picture == before)[same].all() for picture in between)


def test_an_opening_spreads_from_its_click(trace):
    layers = [PANELS["board"](trace[index]) for index in (0, 1)]
    moved = layers[0].pictures != layers[1].pictures
    start = changes(*layers, moved).start
    row, col = trace.events[1].cell
    rows, cols = np.indices(moved.shape)
    ring = np.maximum(abs(rows - row), abs(cols - col))
    by_ring = [start[moved & (ring == away)] for away in range(ring[moved].max() + 1)]
    assert all(len(set(times.tolist())) == 1 for times in by_ring)
    assert all(a[0] < b[0] for a, b in pairwise(by_ring))
    assert start[moved].max() + KINDS["opened"].seconds <= KINDS["opened"].most + 1e-6


def test_proven_cells_light_up_after_their_clues(trace):
    for index, event in enumerate(trace.events):
        if isinstance(event, ev.Counted):
            before, after = (PANELS["board"](trace[at]) for at in (index - 1, index))
            moves = changes(before, after, before.marks != after.marks)
            clues = np.isin(after.marks, CLUES) & (before.marks != after.marks)
            for cell in event.cells:
                assert moves.start[cell] > moves.start[clues].max(initial=-1.0)


def test_two_sets_are_laid_over_each_other_before_their_rest_is_proven():
    pictures = np.full((2, 4), Tile.COVERED, np.uint16)
    pictures[1] = Tile.OPENED + 1
    marks = np.zeros((2, 2, 4), np.uint8)
    marks[1, 0, 2], marks[:, 1, 0], marks[1, 1, 1] = Mark.SAFE, Mark.CLUE, Mark.CLUE
    before, after = (Layer(pictures, each) for each in marks)
    moves = changes(before, after, marks[0] != marks[1])
    first, second = moves.sets
    assert np.argwhere(first.clues).tolist() == [[1, 0]]  # it is told already
    assert np.argwhere(second.cells).tolist() == [[0, 0], [0, 1], [0, 2]]
    assert first.start[first.cells].max() < second.start[second.cells].min() < moves.joined
    assert moves.joined + KINDS["common"].seconds <= moves.start[0, 2] == moves.fades


def test_a_sweep_goes_along_the_frontier_and_a_clue_brings_what_it_proves():
    counts = [
        ev.Counted((1, 5), 1, 1, 1, ((0, 5),), True),
        ev.Counted((1, 1), 1, 0, 1, ((0, 0),), False),
    ]
    clicks = [
        ev.Flagged(((0, 5), (0, 3))),
        ev.Opened((0, 0), ((0, 0), (0, 1)), (0, 1)),
    ]
    order = sweep_order(counts, (2, 6))
    assert order[1, 1] == order[0, 0] == 0
    assert order[1, 5] == order[0, 5] == 1
    order = sweep_order(counts + clicks, (2, 6))
    assert order[0, 3] == 0  # it was proven before
    assert order[1, 1] == order[0, 0] == 1
    assert order[0, 1] == order[1, 5] == order[0, 5] == 2
    assert sweep_order(counts[:1], (2, 6)) is None
    assert sweep_order([*counts, ev.OddsFound("exact", (), (), 0.0, 1)], (2, 6)) is None


def test_routine_is_told_in_sweeps():
    trace = mv.play("expert", seed=10)
    page = film_page(trace.shape, look_of({}))
    shown, _ = planned_beats(trace, Pacing(), page, ".mp4")
    chained = [beat for beat in shown if beat.first < beat.last]
    events = [trace.events[beat.since : beat.index + 1] for beat in chained]
    assert max(sum(isinstance(event, ev.Proved) for event in some) for some in events) > 1
    assert not any(a.last == b.last and a.hold + b.hold < 6 * 30 for a, b in pairwise(chained))


def test_the_parts_of_a_search_move(trace):
    searches = Searches(trace)
    tree = TreePanel(searches, (240, 320), 12, theme_of("paper"))
    moved = set()
    for index in range(1, len(trace)):
        before, after = tree.draw(index - 1), tree.draw(index)
        event = trace.events[index]
        if before is after or index >= searches.at(index).end:
            continue
        middle = tree.moving(0.5)
        same = (before == after).all(axis=2)
        if (middle != before).any() and (middle != after).any():
            moved.add(type(event))
        if isinstance(event, ev.SolutionFound):
            assert (middle != before)[same].any()  # it flies across
    assert moved >= {ev.Tried, ev.Violated, ev.SolutionFound}


def test_a_short_beat_has_no_motion(trace):
    beats = [Beat(index, 1) for index in range(0, len(trace), 3)]
    page = page_of(trace)
    still, moving = (frames(trace, beats, page, fps=10, motion=on) for on in (False, True))
    assert all(np.array_equal(*pair) for pair in zip(still, moving, strict=True))


def test_odds_count_from_the_old_value_to_the_new():
    tiles = atlas(40)
    first, last = (tiles.tile(Tile.MINE_CHANCE + step).copy() for step in (10, 60))
    for share, step in ((0.0, 10), (0.5, 35), (0.9, 55), (1.0, 60)):
        patch = first.copy()
        move = MovingCell(Tile.MINE_CHANCE + 10, Tile.MINE_CHANCE + 60, (1, 0))
        WAYS["count"](patch, last, share, move, theme_of("paper"))
        assert np.array_equal(patch, tiles.tile(Tile.MINE_CHANCE + step)), share


def test_kinds_end_counters_count_and_shares_stay_between_nothing_and_all():
    for name, kind_of in KINDS.items():
        assert kind_of.how in WAYS, name
        assert 0 < kind_of.seconds <= kind_of.most, name
    assert [share_of(time, 0.2) for time in (-1, 0, 0.1, 0.2, 9)] == [0, 0, 0.5, 1, 1]
    before, after = ("mines left 1,020", "9 solutions found"), ("mines left 980", "10 solutions")
    assert counting(before, after, 0.5) == ("mines left 1,000", "10 solutions")
    assert counting(before, after, 1) == after


def test_a_sentence_is_read_when_its_changes_have_settled(trace):
    page = film_page(trace.shape, look_of({"max_width": 480}))
    shown, fps = planned_beats(trace, Pacing(fps=20), page, ".mp4")
    stream = frames(trace, shown, page, fps=fps, motion=True)
    for beat in shown:
        held = [next(stream) for _ in range(beat.hold)]
        settled = sum(picture is held[-1] for picture in held)
        alone = beat.first == beat.last and not beat.card and beat.words is None
        if alone and kind(trace.events[beat.index]) is not Kind.SEARCH:
            told = sentences_of(trace.events[beat.index], letters=True).sentences
            last = told[beat.step if beat.step is not None else -1].text
            assert (
                settled >= fps * (SENTENCE + WORD * len(last.split())) - 1 or beat.hold >= 6 * fps
            )
