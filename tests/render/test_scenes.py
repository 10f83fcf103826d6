"""Frames and scenes: drawn as if anew, with the windows, letters and marks of their sentences."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from minevis.api.playing import play
from minevis.film.beats import beats
from minevis.film.frames import Stage, frame, frames
from minevis.film.moments import Beat, group_of, moments
from minevis.film.telling import scene_of, with_suppositions
from minevis.game.board import Board
from minevis.game.grid import cells_of, mask_of
from minevis.render.camera import Window, gaze
from minevis.render.cell_marks import known_marks
from minevis.render.mosaic import mosaic
from minevis.render.options import Look, Pacing
from minevis.render.page import READABLE, film_page, page_of_format, page_of_panels
from minevis.render.painter import Painter
from minevis.render.panels import PANELS, cell_panels
from minevis.render.scene import A_MINE, NO_MINE, Drawn
from minevis.render.tiles.atlas import Mark, Tile, atlas
from minevis.render.tiles.theme import THEMES
from minevis.render.timeline import GUESS, QUIET, SEARCH, Timeline, strips
from minevis.solver import events as ev
from minevis.solver.proofs import steps as pr
from minevis.trace.trace import Trace
from minevis.utils.options import FORMATS

FPS = 30
EXPERT = (16, 30)
PAGE = page_of_format(EXPERT)


def played(level, seed, player="exact", **options):
    return play(Board.random(level, seed=seed, first=(0, 0), **options), player, first=(0, 0))


@pytest.fixture(scope="module")
def told(expert):
    return beats(expert, Pacing(fps=FPS), grouping="stepwise")


@pytest.fixture(scope="module")
def odds():
    """A game with guesses, and the events of its odds."""
    trace = played("expert", 3)
    return trace, [i for i, event in enumerate(trace.events) if isinstance(event, ev.OddsFound)]


def drawn_alone(trace, page, beat, window):
    """A beat drawn by itself."""
    stage, timeline = Stage(trace, page), Timeline.of(trace)
    scene = stage.scene(trace[beat.index], beat, group_of(trace, beat))
    return Painter(page, timeline=timeline).draw(scene, timeline.at(beat.index), window=window)


@pytest.mark.parametrize("format", FORMATS)
def test_frames_are_drawn_as_if_anew_and_are_those_of_the_film(expert, told, format):
    """The beat before leaves no trace on the canvas."""
    page = page_of_format(expert.shape, Look(format=format, max_width=540))
    some = [replace(beat, hold=1) for beat in told[::9]]
    windows = Stage(expert, page).windows(some, FPS)
    drawn = frames(expert, some, page, fps=FPS)
    for step, (beat, window, seen) in enumerate(zip(some, windows, drawn, strict=True)):
        alone = drawn_alone(expert, page, beat, window)
        assert np.array_equal(alone, seen), f"step {step}: {expert.events[beat.index]}"
    at = expert.find(ev.Proved)
    [window] = Stage(expert, page).windows([Beat(at, 1)], 1)
    picture = frame(expert, at, format=format, max_width=540)
    assert np.array_equal(picture, drawn_alone(expert, page, Beat(at, 1), window))


def test_moves_are_few_and_of_a_few_frames_and_end_where_the_beat_is_seen(expert, told):
    page = page_of_format(expert.shape, Look(format="tall", max_width=540))
    windows = Stage(expert, page).windows(told, FPS)
    assert sum(a != b for a, b in pairwise(windows)) < sum(b.hold for b in told) / FPS / 3
    proofs = [
        window.width
        for beat, window in zip(told, windows, strict=True)
        if isinstance(expert.events[beat.index], ev.Proved)
    ]
    assert np.median(proofs) <= 12
    at = next(i for i in range(1, len(told)) if windows[i] != windows[i - 1])
    held = list(frames(expert, told[: at + 1], page, fps=FPS))[-told[at].hold :]
    distinct = [held[0]] + [b for a, b in pairwise(held) if b is not a]
    assert 5 <= len(distinct) <= 12
    window = Stage(expert, page).windows(told[: at + 1], FPS)[-1]
    assert np.array_equal(distinct[-1], drawn_alone(expert, page, told[at], window))
    words = [picture[page.text.part] for picture in distinct]
    assert all((part == part[0, 0]).all() for part in words[:-1])  # they come with the letters
    assert not (words[-1] == words[-1][0, 0]).all()


def test_several_panels_of_a_large_board_are_seen_large(expert):
    page = film_page(expert.shape, Look(panels=("board", "constraints", "tree")))
    assert page.camera == page.beside.camera == "follow"
    some = beats(expert, Pacing(fps=FPS, detail=2), grouping="stepwise")
    stage = Stage(expert, page)
    windows = stage.windows(some, FPS)
    assert len(set(windows)) > 20  # nothing stays in one corner
    at = expert.find(ev.OddsFound)
    for panels in (("board", "constraints"), ("board", "probability")):  # one of them shows odds
        layers = scene_of(expert[at], film_page(expert.shape, Look(panels=panels))).layers
        with_odds = [(layer.pictures >= Tile.MINE_CHANCE).any() for layer in layers]
        assert with_odds == ([True, False] if "constraints" in panels else [False, True])
    large = [
        gaze(window, stage.page_at(beat).lens).cell > 0.9 * READABLE
        for beat, window in zip(some, windows, strict=True)
    ]
    assert np.average(large, weights=[beat.hold for beat in some]) > 0.9


@pytest.mark.parametrize("format", FORMATS)
def test_odds_are_read_where_the_frontier_is_and_left_out_where_too_small(odds, format):
    trace, found = odds
    page = page_of_format(trace.shape, Look(format=format))
    for at in found:
        stage = Stage(trace, page)
        [window] = stage.windows([Beat(at, 60)], FPS)
        part = np.s_[window.top : window.bottom, window.left : window.right]
        shown = stage.scene(trace[at], Beat(at, 60)).board.pictures[part]
        assert stage.page_at(Beat(at, 60)).lens.size(window) >= page.readable
        assert ((shown >= Tile.MINE_CHANCE) & (shown < Tile.FAINT_CHANCE)).any()
    look = {"format": format, "camera": "whole", "panels": ("board",)}
    page = page_of_format(trace.shape, Look(**look))
    cell = page.lens.size(page.area)
    scene = Stage(trace, page).scene(trace[found[0]], Beat(found[0], 1))
    small, bare = (
        mosaic(scene, page.area, cell, page.theme, readable=least) for least in (0, cell + 1)
    )
    assert cell < page.readable
    assert not np.array_equal(small, bare)
    place, (high, wide) = page.grids[0], bare.shape[:2]
    top, left = place.top + (place.height - high) // 2, place.left + (place.width - wide) // 2
    drawn = frame(trace, found[0], **look)[top : top + high, left : left + wide]
    assert np.array_equal(drawn, bare)


def test_letters_stand_on_the_cells_that_the_sentences_name(expert):
    at = expert.find(ev.Proved)
    event, whole = expert.events[at], scene_of(expert[at], PAGE)
    assert set(whole.letters) >= {*event.clues, *event.cells}
    words = " ".join(whole.sentences).replace(",", "").replace(".", "").split()
    assert {*whole.letters.values()} <= {*words}
    first = scene_of(expert[at], PAGE, step=0)
    assert set(first.letters) < set(whole.letters)
    assert len(first.sentences) == 1
    coordinates = page_of_format(expert.shape, Look(labels="coordinates"))
    assert scene_of(expert[at], coordinates).letters == {}


def test_what_is_not_spoken_of_is_paler(expert):
    at = expert.find(ev.Counted)
    event, scene = expert.events[at], scene_of(expert[at], PAGE)
    assert {*cells_of(scene.spoken)} == {event.clue, *event.cells}
    assert expert[at].view[7, 7] == -1
    area, ground = Window(0, 0, 8, 8), PAGE.theme.ground
    pale, bare = (
        np.abs(mosaic(each, area, 40, PAGE.theme)[290:310, 290:310].astype(int) - ground).mean()
        for each in (scene, scene_of(expert[0], PAGE))
    )
    assert pale < 0.6 * bare
    proved = {i: e.proof.steps[0] for i, e in enumerate(expert.events) if isinstance(e, ev.Proved)}
    index, need = next((i, step) for i, step in proved.items() if step.left < step.number)
    spoken = scene_of(expert[index], PAGE, step=0).spoken
    near = tuple(slice(max(side - 1, 0), side + 2) for side in need.clue)
    found = (expert[index].view == -2) | expert[index].mined
    assert found[near].sum() == need.number - need.left
    assert spoken[near][found[near]].all()  # nor the mines that a clue has already


def test_a_tree_comes_with_a_search_and_leaves_with_it(expert):
    page = page_of_format(expert.shape, Look(format="wide", max_width=640))
    stage, searching = Stage(expert, page), expert.find(ev.Tried)
    survey, proof = (expert.find(kind) for kind in (ev.FrontierFound, ev.Proved))
    assert [stage.has_tree(at) for at in (searching, survey, proof)] == [True, False, False]
    alone = page_of_format(expert.shape, Look(panels=("board",)))
    assert not Stage(expert, alone).has_tree(searching)
    _, with_tree, after = frames(expert, [Beat(i, 1) for i in (searching - 1, searching, proof)],
                                 page, fps=1)  # fmt: skip
    tree = with_tree[page.beside.grids[1].part].reshape(-1, 3)
    assert len(np.unique(tree, axis=0)) > 3
    view = page.grids[0].part
    assert not np.array_equal(with_tree[view], after[view])


def test_a_moment_of_odds_has_them_on_the_board(expert):
    at = expert.find(ev.OddsFound)
    scene = scene_of(expert[at], PAGE)
    pictures = scene.board.pictures[expert[at].view == -1]
    assert ((pictures >= Tile.MINE_CHANCE) & (pictures < Tile.ZERO_CHANCE)).all()
    assert scene.board.subtitle
    assert scene.spoken is None


def test_two_clues_that_prove_a_mine_mark_no_safe_cell_that_nobody_speaks_of(expert):
    both = [
        index
        for index, event in enumerate(expert.events)
        if isinstance(event, ev.Proved) and event.mined and event.proof.steps[-1].safe
    ]
    assert both
    for index in both:
        marks = scene_of(expert[index], PAGE).board.marks
        assert (marks == Mark.MINED).any(), index
        assert not (marks == Mark.SAFE).any(), index


@pytest.mark.parametrize("theme", ["paper", "dark", "classic"])
@pytest.mark.parametrize("cell", [98, 40])
def test_the_numbers_at_the_foot_of_a_clue_stand_clear_of_it(expert, theme, cell):
    page = page_of_format(expert.shape, Look(theme=theme))
    counted = next(i for i, e in enumerate(expert.events) if isinstance(e, ev.Counted) and e.mined)
    scene = scene_of(expert[counted], page)
    top, left = next(iter(scene.numbers))
    drawn = mosaic(scene, Window(top, left, top + 1, left + 1), cell, page.theme).astype(int)
    middle = slice(round(0.4 * cell), round(0.6 * cell))
    clue, between = (
        drawn[round(a * cell) : round(b * cell), middle] for a, b in ((0.2, 0.6), (0.64, 0.8))
    )
    assert np.ptp(clue, axis=(0, 1)).max() > 50
    assert np.ptp(between, axis=(0, 1)).max() < 10  # between the numbers: no text


@pytest.fixture(scope="module")
def supposing():
    """A game, and a proof in it by a supposition of a few steps."""
    for seed in range(1, 20):
        trace = played("expert", seed, safe_radius=1)
        for index, event in enumerate(trace.events):
            proof = event.proof if isinstance(event, ev.Proved) else None
            if proof is not None and proof.kind == "suppose" and len(proof.steps) == 3:
                return trace, index
    raise AssertionError("no proof by supposition")


def discs(scene):
    """Cells that are supposed to be mines, and to be none."""
    return tuple({*cells_of(scene.board.pictures == tile)} for tile in (A_MINE, NO_MINE))


def test_each_step_of_a_proof_has_its_sentence_its_marks_and_its_discs(supposing):
    trace, index = supposing
    event, steps = trace.events[index], trace.events[index].proof.steps
    first, second, last = scenes = [scene_of(trace[index], PAGE, step=k) for k in range(3)]
    assert [len(scene.sentences) for scene in scenes] == [1, 2, 3]
    assert set(first.letters) <= set(second.letters) <= set(last.letters)
    cell = steps[0].cell
    assert first.board.pictures[cell] in (Tile.SUPPOSED + 1, Tile.SUPPOSED + 11)
    assert first.board.marks[cell] == Mark.TRYING
    known = known_marks(trace[index - 1])  # what was known before is seen all the time
    assert np.array_equal(np.where(first.board.marks == Mark.TRYING, 0, first.board.marks), known)
    assert np.count_nonzero(known)
    decided = (Mark.SAFE, Mark.MINED)
    for proven in event.cells:
        assert second.board.marks[proven] not in decided
        assert last.board.marks[proven] in decided
    assert (last.board.marks == Mark.VIOLATED).any()
    assert discs(first) == (({cell}, set()) if steps[0].mined else (set(), {cell}))
    assert {cell, *steps[1].mines, *steps[1].safe} == set.union(*discs(second))
    assert discs(last) == tuple(cells - {cell} for cells in discs(second))  # it is refuted


def test_what_is_known_stays_in_the_picture(expert, told):
    """Also while a rule has several sentences, or many cells share one."""
    seen = 0
    for beat, snapshot, group in moments(expert, told, None):
        if group is None and not isinstance(expert.events[beat.index], ev.Deduction):
            continue
        marks = scene_of(snapshot, PAGE, step=beat.step, group=group).board.marks
        known = (known_marks(snapshot) > 0) & ~mask_of(snapshot.subject, snapshot.shape)
        seen += np.count_nonzero(known)
        assert (marks[known] > 0).all(), beat
    assert seen > 100


def test_a_supposition_within_another_leaves_the_opposite_behind():
    steps = [
        pr.Suppose((0, 0), mined=True),
        pr.Suppose((0, 1), mined=False, depth=2),
        pr.Count((1, 1), 1, 1, ((0, 2),), depth=2),
        pr.Broken((1, 2), 1, -1, (), depth=2),
        pr.Count((1, 1), 1, 0, ((0, 3),), depth=1),
        pr.Broken((1, 3), 1, 1, (), depth=1),
        pr.Count((1, 0), 1, 1, ((0, 4),)),
    ]
    signs = {0: ".", A_MINE: "x", NO_MINE: "o"}
    seen = [
        "".join(signs[tile] for tile in with_suppositions(np.zeros((2, 5), np.uint16), some)[0])
        for some in (steps[:n] for n in range(1, 8))
    ]
    assert seen == ["x....", "xo...", "xox..", "xxx..", "xx.o.", ".x.o.", "....."]


def test_a_sentence_without_room_takes_its_letters_with_it(supposing):
    trace, index = supposing
    painter, scene = Painter(PAGE), scene_of(trace[index], PAGE)
    assert painter.lettered(scene).letters == scene.letters
    first, second, last = scene.sentences
    crowded = replace(scene, sentences=(first, 30 * f"{second} ", last))
    named = [set(cells) for cells in scene.named]
    gone = named[1] - named[0] - named[2]
    assert gone
    assert set(painter.lettered(crowded).letters) == set(scene.letters) - gone
    right, wrong = (
        Painter(PAGE).draw(each)[PAGE.grids[0].part]
        for each in (crowded, replace(crowded, named=()))
    )
    assert not np.array_equal(right, wrong)


def test_a_legend_is_smaller_before_it_leaves_something_out(expert):
    keys = ["SAFE", "VIOLATED", "box of mines", "box without mines", "CLUE"]
    scene, grid = scene_of(expert[0], PAGE), PAGE.beside.grids[1]
    pixels = np.zeros((grid.height, grid.width, 3), np.uint8)
    drawn = [
        Painter(PAGE).draw(replace(scene, layers=(scene.board, Drawn(pixels, keys={*some}))))
        for some in (keys[:-2], keys[:-1], keys)
    ]
    legends = [picture[PAGE.legend.part] for picture in drawn]
    assert not any(np.array_equal(before, after) for before, after in pairwise(legends))


def test_a_guess_shows_the_odds_before_it_is_named_then_what_decided():
    trace, page = played("beginner", 3, "best", safe_radius=1), page_of_format((9, 9))
    at = trace.find(ev.Guessed)
    picked = trace.events[at].options[0]
    tiles = [
        int(scene_of(trace[at], page, step=step).board.pictures[picked.cell])
        for step in (0, 1, 2, None)
    ]
    odds, win = Tile.MINE_CHANCE + round(100 * picked.risk), Tile.ZERO_CHANCE
    assert tiles == [odds, odds] + [win + round(100 * picked.win)] * 2
    trace = played("beginner", 26, safe_radius=1)
    at = trace.find(ev.Guessed)
    first, second = (scene_of(trace[at], page, step=step) for step in (0, 1))
    assert first.spoken is None
    assert second.spoken[trace.events[at].cell]
    assert not second.spoken.all()


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
