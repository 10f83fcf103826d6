"""Frames of fixed format: everything in its place, and legible on a phone."""

from dataclasses import replace
from itertools import groupby, pairwise

import numpy as np
import pytest

from minevis.api.playing import play
from minevis.film.beats import beats
from minevis.film.frames import Stage, frame, frames
from minevis.film.moments import Beat, group_of, moments
from minevis.film.script import cues_of
from minevis.film.telling import ring_colours, scene_of, with_suppositions
from minevis.game.board import Board
from minevis.game.grid import mask_of
from minevis.render import painter as painting
from minevis.render.camera import EASING, Window, gaze
from minevis.render.cell_marks import known_marks
from minevis.render.legend import LEGEND
from minevis.render.mosaic import mosaic
from minevis.render.options import Look, Pacing
from minevis.render.page import FOLLOWED, NOWHERE, READABLE, film_page, page_of, page_of_format
from minevis.render.painter import Painter, fitted
from minevis.render.scene import A_MINE, NO_MINE, Drawn, without_words
from minevis.render.tiles.atlas import Mark, Tile
from minevis.render.tiles.draw_text import line_mask
from minevis.render.timeline import Timeline
from minevis.solver import events as ev
from minevis.solver.proofs import steps as pr
from minevis.trace.trace import Trace
from minevis.utils.options import FORMATS

FPS = 30
EXPERT = (16, 30)


@pytest.fixture(scope="module")
def guessed():
    """A game with guesses; flags far from them go up before they are opened."""
    return play(Board.random("expert", seed=3, first=(0, 0)), "exact", first=(0, 0))


@pytest.fixture(scope="module")
def told(expert):
    return beats(expert, Pacing(fps=FPS), grouping="stepwise")


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("shape", [(300, 300), (20, 900), (900, 20), (16, 30)])
def test_a_map_covers_nothing_however_large_the_board(format, shape):
    record = Trace([ev.Started(*shape, 5, "you"), ev.Opened((0, 0), ((0, 0),), (1,))])
    plan = page_of_format(shape, Look(format=format))
    drawn, without = Painter(plan), Painter(plan)
    without._map = lambda *_: None
    scene, window = scene_of(record[1], plan), Window(0, 0, 10, 10)
    whole, bare = (each.draw(scene, window=window) for each in (drawn, without))
    differs = (whole != bare).any(axis=2)
    assert differs[plan.map.part].any()
    differs[plan.map.part] = False
    assert not differs.any()


def places_of(page):
    common = (page.badge, page.counters, page.text, page.legend, page.strip, page.map)
    return [each for each in (*common, *page.grids, *page.titles) if each != NOWHERE]


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("camera", ["follow", "whole"])
@pytest.mark.parametrize("max_width", [None, 540])
def test_nothing_overlaps_and_all_is_inside(format, camera, max_width):
    screen = page_of_format(EXPERT, Look(format=format, camera=camera, max_width=max_width))
    for plan in (screen, screen.beside):
        covered = np.zeros((screen.height, screen.width), np.uint8)
        for place in places_of(plan):
            assert min(place.left, place.top) >= 0
            assert min(place.width, place.height) > 0
            assert place.left + place.width <= screen.width
            assert place.top + place.height <= screen.height
            covered[place.part] += 1
        assert covered.max() == 1


@pytest.mark.parametrize("format", FORMATS)
def test_words_keep_one_left_edge_and_the_map_stands_with_them(expert, format):
    page = page_of_format(EXPERT, Look(format=format))
    for each in (page, page.beside):
        assert each.badge.left == each.text.left == each.legend.left
    assert page.text.left <= page.map.left < page.legend.left + page.legend.width
    assert page.text.top <= page.map.top < page.legend.top
    scene = scene_of(expert[-1], page)
    part, whole = (
        Painter(page).draw(scene, window=window)[page.map.part]
        for window in (Window(0, 0, 9, 9), page.area)
    )
    assert not (part == page.theme.ground).all()
    assert (whole == page.theme.ground).all()  # it is empty


@pytest.mark.parametrize("format", FORMATS)
def test_the_legend_is_not_the_smallest_text(expert, told, format, monkeypatch):
    sizes = {}
    monkeypatch.setattr(
        painting, "line_mask", lambda *text, **_: sizes.setdefault(text[:2], line_mask(*text[:2]))
    )
    for _ in frames(expert, [replace(beat, hold=1) for beat in told[::9]], page_of_format(EXPERT)):
        pass
    legend = {size for text, size in sizes if text in LEGEND.values()}
    assert min(legend) >= min(size for text, size in sizes if text not in LEGEND.values())


@pytest.mark.parametrize(
    ("level", "seed", "player"),
    [("expert", 10, "exact"), ("expert", 7, "csp"), ("beginner", 3, "best")],
)
def test_rings_have_three_colours_at_most(level, seed, player):
    trace = play(Board.random(level, seed=seed, first=(0, 0)), player, first=(0, 0))
    stage = Stage(trace, page_of_format(trace.shape))
    shown = beats(trace, Pacing(fps=FPS), grouping="stepwise")
    for beat, snapshot, group in moments(trace, shown, None):
        assert len(ring_colours(stage.scene(snapshot, beat, group).board)) <= 3


@pytest.mark.parametrize("format", FORMATS)
def test_formats_have_their_sizes_and_letters_that_a_phone_shows(format):
    screen = page_of_format(EXPERT, Look(format=format))
    assert (screen.width, screen.height) == FORMATS[format]
    points = 360 / screen.width
    assert screen.body * points >= 8
    assert screen.cell * points >= 17
    small = page_of_format(EXPERT, Look(format=format, max_width=541))
    assert small.width == 542
    assert small.height % 2 == 0


def test_wide_boards_are_followed_with_letters_and_small_ones_seen_whole():
    large, small = page_of_format(EXPERT), page_of_format((9, 9))
    assert (large.camera, large.labels) == ("follow", "letters")
    assert (small.camera, small.labels) == ("whole", "letters")
    assert page_of_format(EXPERT, Look(crop=(0, 0, 9, 12))).camera == "whole"
    cameras = [page_of_format((rows, 9)).camera for rows in (FOLLOWED, FOLLOWED + 1)]
    assert cameras == ["whole", "follow"]
    assert f"that show more than {FOLLOWED} rows or columns" in " ".join(Look.__doc__.split())
    assert page_of_format(EXPERT, Look(camera="whole")).map == NOWHERE


@pytest.mark.parametrize(
    ("options", "wrong"),
    [
        ({"format": "round"}, "format='round'"),
        ({"camera": "drone"}, "camera='drone'"),
        ({"labels": "runes"}, "labels='runes'"),
        ({"panels": ("board", "zero", "guess"), "format": "tall"}, "one or two panels"),
        ({"panels": ("board",) * 7}, "up to six"),
        ({"panels": ("tree",)}, "one or two panels"),
        ({"max_width": 100}, "max_width=100: a format is at least 240 px wide"),
        ({"max_width": 1.5}, "max_width=1.5: it must be an integer from 1 to 3840"),
        ({"max_width": float("nan")}, "max_width=nan: it must be an integer"),
        ({"max_width": "720"}, "max_width='720': it must be an integer"),
        ({"max_width": 5000}, "max_width=5000: it must be an integer from 1 to 3840"),
    ],
)
def test_what_a_screen_cannot_show_is_refused(options, wrong):
    with pytest.raises(ValueError, match=wrong):
        page_of_format(EXPERT, Look(**options))


def test_panels_stand_side_by_side_and_formats_have_a_view():
    assert not page_of(EXPERT).format
    assert not page_of(EXPERT, Look(camera="whole", cell=8)).format
    assert page_of(EXPERT, Look(camera="follow")).format == "wide"
    assert film_page(EXPERT, Look(theme="dark")).format == "wide"
    assert not page_of(EXPERT, Look(panels=("board", "zero"))).format
    assert not film_page(EXPERT, Look(panels="zero")).format
    assert not film_page(EXPERT, Look(panels=("board", "zero"), cell=8)).format
    assert film_page(EXPERT, Look(panels=("board", "zero"))).format == "wide"
    with pytest.raises(ValueError, match="cell=8"):
        page_of(EXPERT, Look(format="tall", cell=8))


def test_several_panels_of_a_large_board_are_seen_large(expert):
    page = film_page(expert.shape, Look(panels=("board", "constraints", "tree")))
    assert page.camera == page.beside.camera == "follow"
    some = beats(expert, Pacing(fps=FPS, detail=2), grouping="stepwise")
    stage = Stage(expert, page)
    windows = stage.windows(some, FPS)
    assert len(set(windows)) > 20  # nothing stays in one corner
    at = next(i for i, event in enumerate(expert.events) if isinstance(event, ev.OddsFound))
    for panels in (("board", "constraints"), ("board", "probability")):  # one of them shows odds
        layers = scene_of(expert[at], film_page(expert.shape, Look(panels=panels))).layers
        odds = [(layer.pictures >= Tile.MINE_CHANCE).any() for layer in layers]
        assert odds == ([True, False] if "constraints" in panels else [False, True])
    large = [
        gaze(window, stage.page_at(beat).lens).cell > 0.9 * READABLE
        for beat, window in zip(some, windows, strict=True)
    ]
    assert np.average(large, weights=[beat.hold for beat in some]) > 0.9


@pytest.mark.parametrize("format", FORMATS)
def test_frames_are_drawn_as_if_anew(expert, told, format):
    """The beat before leaves no trace on the canvas."""
    screen = page_of_format(expert.shape, Look(format=format, max_width=540))
    some = [replace(beat, hold=1) for beat in told[::9]]
    stream = frames(expert, some, screen, fps=FPS)
    windows = Stage(expert, screen).windows(some, FPS)
    for beat, window, seen in zip(some, windows, stream, strict=True):
        assert np.array_equal(drawn_alone(expert, screen, beat, window), seen)


def drawn_alone(trace, page, beat, window):
    """A beat drawn by itself."""
    stage, timeline = Stage(trace, page), Timeline.of(trace)
    scene = stage.scene(trace[beat.index], beat, group_of(trace, beat))
    return Painter(page, timeline=timeline).draw(scene, timeline.at(beat.index), window=window)


def test_the_window_holds_what_each_beat_speaks_of(expert, told):
    screen = page_of_format(expert.shape, Look(format="tall"))
    windows = Stage(expert, screen).windows(told, FPS)
    for beat, window in zip(told, windows, strict=True):
        event = expert.events[beat.index]
        if isinstance(event, ev.Deduction):
            assert all(window.holds(cell) for cell in (*event.clues, *event.cells))
    proofs = [
        window.width
        for beat, window in zip(told, windows, strict=True)
        if isinstance(expert.events[beat.index], ev.Proved)
    ]
    assert np.median(proofs) <= 12


@pytest.mark.parametrize("format", FORMATS)
def test_odds_are_read_where_the_frontier_is(guessed, format):
    page = page_of_format(guessed.shape, Look(format=format))
    for at, event in enumerate(guessed.events):
        if isinstance(event, ev.OddsFound):
            stage = Stage(guessed, page)
            [window] = stage.windows([Beat(at, 60)], FPS)
            part = np.s_[window.top : window.bottom, window.left : window.right]
            shown = stage.scene(guessed[at], Beat(at, 60)).board.pictures[part]
            assert stage.page_at(Beat(at, 60)).lens.size(window) >= page.readable
            assert ((shown >= Tile.MINE_CHANCE) & (shown < Tile.FAINT_CHANCE)).any()


@pytest.mark.parametrize("format", FORMATS)
def test_figures_that_cannot_be_read_are_left_out(guessed, format):
    at = next(at for at, event in enumerate(guessed.events) if isinstance(event, ev.OddsFound))
    page = page_of_format(guessed.shape, Look(format=format, camera="whole", panels=("board",)))
    cell = page.lens.size(page.area)
    scene = Stage(guessed, page).scene(guessed[at], Beat(at, 1))
    bright = [mosaic(scene, page.area, cell, page.theme, readable=each) for each in (0, cell + 1)]
    assert cell < page.readable
    assert not np.array_equal(*bright)
    drawn = frame(guessed, at, format=format, camera="whole", panels=("board",))
    place, (high, wide) = page.grids[0], bright[1].shape[:2]
    top = place.top + (place.height - high) // 2
    left = place.left + (place.width - wide) // 2
    assert np.array_equal(drawn[top : top + high, left : left + wide], bright[1])


@pytest.mark.parametrize("format", [*FORMATS, "several"])
@pytest.mark.parametrize("pace", ["story", "even"])
def test_no_cell_is_named_that_is_not_in_the_window(guessed, format, pace):
    several = {"panels": ("board", "constraints", "tree")}
    look = several if format == "several" else {"format": format}
    screen = page_of_format(guessed.shape, Look(**look))
    shown = beats(guessed, Pacing(fps=FPS, pace=pace), grouping="stepwise")
    windows = Stage(guessed, screen).windows(shown, FPS)
    told = moments(guessed, shown, None)
    for (beat, snapshot, group), window in zip(told, windows, strict=True):
        moment = scene_of(snapshot, screen, step=beat.step, group=group)
        assert all(map(window.holds, moment.letters)), moment.sentences


@pytest.mark.parametrize(
    ("level", "seed", "player", "format", "pacing"),
    [
        ("expert", 10, "exact", "wide", {}),
        ("expert", 10, "exact", "tall", {"moves": (20, 60)}),
        ("expert", 10, "exact", "wide", {"seconds": 60}),
        ("expert", 10, "exact", "tall", {"crop": Window(6, 20, 16, 30)}),
        ("expert", 3, "exact", "tall", {}),
        ("expert", 11, "counting", "wide", {}),
        ("intermediate", 14, "exact", "tall", {"fps": 10}),  # lost
        ("beginner", 5, "csp", "wide", {"fps": 25}),
    ],
)
def test_each_sentence_can_be_read_once_the_camera_has_arrived(level, seed, player, format, pacing):
    trace = play(Board.random(level, seed=seed, first=(0, 0)), player, first=(0, 0))
    pacing = {"fps": FPS, **pacing}
    crop = pacing.pop("crop", None)
    shown = beats(trace, Pacing(**pacing), grouping="stepwise", crop=crop)
    area = crop and (crop.top, crop.left, crop.height, crop.width)
    screen, fps = page_of_format(trace.shape, Look(format=format, crop=area)), pacing["fps"]
    windows = Stage(trace, screen).windows(shown, fps)
    texts = [
        beat.words or scene_of(snapshot, screen, step=beat.step, group=group).sentences
        for beat, snapshot, group in moments(trace, shown, crop)
    ]
    before, said, window = -1, (), windows[0]
    told = groupby(
        zip(shown, windows, texts, strict=True),
        key=lambda each: (-1 if each[0].words else each[0].first, each[2]),
    )
    for (first, sentences), some in told:
        group = list(some)
        new = sentences[len(said) :] if first == before else sentences
        still = sum(beat.hold for beat, *_ in group) / fps
        seen = [window, *(each[1] for each in group)]
        still -= EASING * sum(a != b for a, b in pairwise(seen))
        assert still >= 0.9 + 0.11 * len(" ".join(new).split()) - 1e-6, new
        before, said, window = first, sentences, group[-1][1]
    for cue in cues_of(trace, shown, fps, crop=crop):
        assert len(cue.text.split()) < 18 or cue.end - cue.start >= 2.8 - 1e-6, cue


def test_the_camera_is_calm(expert, told):
    """A move every few seconds at most, and none so soon that the eye is not there yet."""
    screen = page_of_format(expert.shape, Look(format="tall"))
    windows = Stage(expert, screen).windows(told, FPS)
    at, stays, before = 0.0, [], windows[0]
    for beat, window in zip(told, windows, strict=True):
        if window != before:
            stays.append(at)
            at, before = 0.0, window
        at += beat.hold / FPS
    assert min(stays) >= 1.2
    assert len(stays) < sum(beat.hold for beat in told) / FPS / 3


def test_moves_are_a_few_frames_and_end_where_the_beat_is_seen(expert, told):
    screen = page_of_format(expert.shape, Look(format="tall", max_width=540))
    windows = Stage(expert, screen).windows(told, FPS)
    at = next(i for i in range(1, len(told)) if windows[i] != windows[i - 1])
    stream = list(frames(expert, told[: at + 1], screen, fps=FPS))
    last = stream[-told[at].hold :]
    distinct = [last[0]] + [b for a, b in pairwise(last) if b is not a]
    assert 5 <= len(distinct) <= 12
    window = Stage(expert, screen).windows(told[: at + 1], FPS)[-1]
    assert np.array_equal(distinct[-1], drawn_alone(expert, screen, told[at], window))
    words = [picture[screen.text.part] for picture in distinct]
    assert all((part == part[0, 0]).all() for part in words[:-1])  # they come with the letters
    assert not (words[-1] == words[-1][0, 0]).all()


def test_a_frame_is_that_of_its_film(expert):
    at = expert.find(ev.Proved)
    picture = frame(expert, at, format="tall", max_width=540)
    screen = page_of_format(expert.shape, Look(format="tall", max_width=540))
    assert picture.shape == (screen.height, screen.width, 3)
    window = Stage(expert, screen).windows([Beat(at, 1)], 1)[0]
    assert np.array_equal(picture, drawn_alone(expert, screen, Beat(at, 1), window))


def test_letters_stand_on_the_cells_that_the_sentences_name(expert):
    at = expert.find(ev.Proved)
    event = expert.events[at]
    moment = scene_of(expert[at], page_of_format(expert.shape))
    assert set(moment.letters) >= {*event.clues, *event.cells}
    for letter in moment.letters.values():
        assert any(letter in text.replace(",", "").split() or f"{letter}." in text
                   for text in moment.sentences)  # fmt: skip
    first = scene_of(expert[at], page_of_format(expert.shape), step=0)
    assert set(first.letters) < set(moment.letters)
    assert len(first.sentences) == 1
    assert (
        scene_of(expert[at], page_of_format(expert.shape, Look(labels="coordinates"))).letters == {}
    )


def test_what_is_not_spoken_of_is_paler(expert):
    at = expert.find(ev.Counted)
    event = expert.events[at]
    screen = page_of_format(expert.shape)
    moment = scene_of(expert[at], screen)
    spoken = {(int(r), int(c)) for r, c in np.argwhere(moment.spoken)}
    assert spoken == {event.clue, *event.cells}
    pale, bare = (contrast_of(each, screen) for each in (moment, scene_of(expert[0], screen)))
    assert expert[at].view[7, 7] == -1
    assert pale < 0.6 * bare


def contrast_of(moment, screen):
    """How far cell (7, 7) is from the ground."""
    picture = mosaic(moment, Window(0, 0, 8, 8), 40, screen.theme)
    return np.abs(picture[290:310, 290:310].astype(int) - screen.theme.ground).mean()


def test_a_tree_comes_with_a_search_and_leaves_with_it(expert):
    screen = page_of_format(expert.shape, Look(format="wide"))
    stage = Stage(expert, screen)
    searching = expert.find(ev.Tried)
    assert stage.has_tree(searching)
    assert not stage.has_tree(expert.find(ev.FrontierFound))
    assert not stage.has_tree(expert.find(ev.Proved))
    assert not Stage(expert, page_of_format(expert.shape, Look(panels=("board",)))).has_tree(
        searching
    )
    around = [Beat(i, 1) for i in (searching - 1, searching, expert.find(ev.Proved))]
    pictures = list(frames(expert, around, screen, fps=1))
    place = screen.beside.grids[1].part
    assert len(np.unique(pictures[1][place].reshape(-1, 3), axis=0)) > 3
    view = screen.grids[0].part
    assert not np.array_equal(pictures[1][view], pictures[2][view])


def test_a_moment_of_odds_has_them_on_the_board(expert):
    at = expert.find(ev.OddsFound)
    moment = scene_of(expert[at], page_of_format(expert.shape))
    covered = expert[at].view == -1
    told = (moment.board.pictures >= Tile.MINE_CHANCE) & (moment.board.pictures < Tile.ZERO_CHANCE)
    assert told[covered].all()
    assert moment.board.subtitle
    assert moment.spoken is None


def test_two_clues_that_prove_a_mine_mark_no_safe_cell_that_nobody_speaks_of(expert):
    both = [
        index
        for index, event in enumerate(expert.events)
        if isinstance(event, ev.Proved) and event.mined and event.proof.steps[-1].safe
    ]
    assert both
    for index in both:
        marks = scene_of(expert[index], page_of_format(expert.shape)).board.marks
        assert (marks == Mark.MINED).any()
        assert not (marks == Mark.SAFE).any()


@pytest.mark.parametrize("theme", ["paper", "dark", "classic"])
@pytest.mark.parametrize("cell", [98, 40])
def test_the_numbers_at_the_foot_of_a_clue_stand_clear_of_it(expert, theme, cell):
    screen = page_of_format(expert.shape, Look(theme=theme))
    counted = next(i for i, e in enumerate(expert.events) if isinstance(e, ev.Counted) and e.mined)
    moment = scene_of(expert[counted], screen)
    clue = next(iter(moment.numbers))
    whole = mosaic(moment, Window(0, 0, *expert.shape), cell, screen.theme)
    drawn = whole[clue[0] * cell : (clue[0] + 1) * cell, clue[1] * cell : (clue[1] + 1) * cell]
    above = drawn[round(0.2 * cell) : round(0.6 * cell), round(0.4 * cell) : round(0.6 * cell)]
    below = drawn[round(0.64 * cell) : round(0.8 * cell), round(0.4 * cell) : round(0.6 * cell)]
    assert np.ptp(above.astype(int), axis=(0, 1)).max() > 50  # the clue
    assert np.ptp(below.astype(int), axis=(0, 1)).max() < 10  # between the numbers: no text


@pytest.fixture(scope="module")
def supposing():
    """A game, and a proof in it by a supposition of a few steps."""
    for seed in range(1, 20):
        trace = play(Board.random("expert", seed=seed, first=(0, 0), safe_radius=1), "exact")
        for index, event in enumerate(trace.events):
            proof = event.proof if isinstance(event, ev.Proved) else None
            if proof is not None and proof.kind == "suppose" and len(proof.steps) == 3:
                return trace, index
    raise AssertionError("no proof by supposition")


def test_each_step_of_a_proof_has_its_sentence_and_its_marks(supposing):
    trace, index = supposing
    screen, event = page_of_format(trace.shape), trace.events[index]
    first, second, last = (scene_of(trace[index], screen, step=step) for step in range(3))
    assert [len(moment.sentences) for moment in (first, second, last)] == [1, 2, 3]
    supposed = event.proof.steps[0].cell
    assert first.board.pictures[supposed] in (Tile.SUPPOSED + 1, Tile.SUPPOSED + 11)
    assert first.board.marks[supposed] == Mark.TRYING
    known = known_marks(trace[index - 1])  # what was known before is seen all the time
    others = np.where(first.board.marks == Mark.TRYING, 0, first.board.marks)
    assert np.array_equal(others, known)
    assert np.count_nonzero(known)
    decided = (Mark.SAFE, Mark.MINED)
    for cell in event.cells:
        assert second.board.marks[cell] not in decided
        assert last.board.marks[cell] in decided
    assert (last.board.marks == Mark.VIOLATED).any()
    assert set(first.letters) <= set(second.letters) <= set(last.letters)


def test_what_is_known_stays_in_the_picture(expert, told):
    """Also while a rule has several sentences, or many cells share one."""
    screen, seen = page_of_format(expert.shape), 0
    for beat, snapshot, group in moments(expert, told, None):
        if group is None and not isinstance(expert.events[beat.index], ev.Deduction):
            continue
        moment = scene_of(snapshot, screen, step=beat.step, group=group)
        about = mask_of(snapshot.subject, snapshot.shape)
        known = (known_marks(snapshot) > 0) & ~about
        seen += np.count_nonzero(known)
        assert (moment.board.marks[known] > 0).all()
    assert seen > 100


def discs(moment):
    """Cells that are supposed to be mines, and to be none."""
    pictures = moment.board.pictures
    return tuple(
        {(int(r), int(c)) for r, c in np.argwhere(pictures == tile)} for tile in (A_MINE, NO_MINE)
    )


def test_what_is_supposed_is_a_disc_until_it_is_refuted(supposing):
    trace, index = supposing
    steps = trace.events[index].proof.steps
    screen = page_of_format(trace.shape)
    first, *_, last = (scene_of(trace[index], screen, step=k) for k in range(len(steps)))
    supposed = {steps[0].cell}
    assert discs(first) == ((supposed, set()) if steps[0].mined else (set(), supposed))
    assert not supposed & set.union(*discs(last))
    middle = discs(scene_of(trace[index], screen, step=1))
    assert supposed | {*steps[1].mines, *steps[1].safe} == set.union(*middle)
    assert discs(last) == tuple(cells - supposed for cells in middle)


def test_a_supposition_within_another_leaves_the_opposite_behind():
    outer, inner = pr.Suppose((0, 0), mined=True), pr.Suppose((0, 1), mined=False, depth=2)
    steps = [
        outer,
        inner,
        pr.Count((1, 1), 1, 1, ((0, 2),), depth=2),
        pr.Broken((1, 2), 1, -1, (), depth=2),
        pr.Count((1, 1), 1, 0, ((0, 3),), depth=1),
        pr.Broken((1, 3), 1, 1, (), depth=1),
        pr.Count((1, 0), 1, 1, ((0, 4),)),
    ]
    bare = np.zeros((2, 5), np.uint16)
    seen = [with_suppositions(bare, steps[:n])[0].tolist() for n in range(1, 8)]
    o, x = NO_MINE, A_MINE
    assert seen == [
        [x, 0, 0, 0, 0],
        [x, o, 0, 0, 0],
        [x, o, x, 0, 0],
        [x, x, x, 0, 0],
        [x, x, 0, o, 0],
        [0, x, 0, o, 0],
        [0, 0, 0, 0, 0],
    ]


def test_the_mines_that_a_clue_has_already_are_not_paled(expert):
    proved = {i: e.proof.steps[0] for i, e in enumerate(expert.events) if isinstance(e, ev.Proved)}
    index, need = next((i, step) for i, step in proved.items() if step.left < step.number)
    spoken = scene_of(expert[index], page_of_format(expert.shape), step=0).spoken
    row, col = need.clue
    near = np.s_[max(row - 1, 0) : row + 2, max(col - 1, 0) : col + 2]
    found = (expert[index].view == -2) | expert[index].mined
    assert found[near].sum() == need.number - need.left
    assert spoken[near][found[near]].all()


def test_the_sentences_of_a_proof_keep_their_size_and_stay_to_its_end():
    texts = [f"Then clue {n} has all its mines: these cells are safe." for n in range(9)]
    room = {"width": 600, "height": 200}
    sizes = {fitted(texts[:n], 30, **room, coming=texts[n:])[0] for n in range(1, 10)}
    assert len(sizes) == 1
    steady = [fitted(texts[:n], 30, **room, steady=True)[0] for n in range(2, 10)]
    assert steady == [30] * len(steady)
    size, blocks = fitted(texts, 30, **room)
    assert size >= 0.85 * 30
    assert [number for number, _ in blocks] == [1, 9]
    told = [
        "Suppose that A is a mine.",
        "Then B has all its mines: C, D and E are safe.",
        "Then F still needs two mines and has only two cells left: G and H are mines.",
        "But then K has one mine too many: so A is safe.",
    ]
    screen = page_of_format(EXPERT)
    place = screen.text
    _, blocks = fitted(told, screen.body, place.width - round(screen.body * 1.3), place.height)
    assert [number for number, _ in blocks] == [1, 2, 3, 4]


@pytest.mark.parametrize("format", FORMATS)
def test_the_map_makes_room_for_sentences(expert, format):
    page = page_of_format(expert.shape, Look(format=format))
    painter, brief = Painter(page), scene_of(expert[-1], page)
    told = tuple(f"{n} has one mine too many next to it: so A is safe, and B." for n in "CDEF")
    drawn = []
    for scene in (brief, without_words(brief, told), brief):
        painter.draw(scene, window=Window(0, 0, 8, 8))
        drawn.append((painter.page.map.width > 0, painter._set(scene)[1]))
    assert [mapped for mapped, _ in drawn] == [True, False, True]
    assert drawn[1][1] >= 0.75 * page.body


def test_a_sentence_without_room_takes_its_letters_with_it(supposing):
    trace, index = supposing
    screen = page_of_format(trace.shape)
    painter = Painter(screen)
    moment = scene_of(trace[index], screen)
    assert painter.lettered(moment).letters == moment.letters
    first, second, last = moment.sentences
    crowded = replace(moment, sentences=(first, 30 * f"{second} ", last))
    named = [set(cells) for cells in moment.named]
    gone = named[1] - named[0] - named[2]
    kept = painter.lettered(crowded).letters
    assert gone
    assert set(kept) == set(moment.letters) - gone
    right, wrong = (
        Painter(screen).draw(each)[screen.grids[0].part]
        for each in (crowded, replace(crowded, named=()))
    )
    assert not np.array_equal(right, wrong)


def test_a_legend_is_smaller_before_it_leaves_something_out(expert):
    screen = page_of_format(expert.shape)
    keys = ["SAFE", "VIOLATED", "box of mines", "box without mines", "CLUE"]
    scene = scene_of(expert[0], screen)
    pixels = np.zeros((screen.beside.grids[1].height, screen.beside.grids[1].width, 3), np.uint8)
    legends = [
        Painter(screen).draw(replace(scene, layers=(scene.board, Drawn(pixels, keys=some))))
        for some in ({*keys[:-2]}, {*keys[:-1]}, {*keys})
    ]
    drawn = [picture[screen.legend.part] for picture in legends]
    assert not any(np.array_equal(before, after) for before, after in pairwise(drawn))


def test_a_guess_shows_the_odds_before_it_is_named_then_what_decided():
    board = Board.random("beginner", seed=3, first=(0, 0), safe_radius=1)
    trace, screen = play(board, "best", first=(0, 0)), page_of_format((9, 9))
    at = trace.find(ev.Guessed)
    picked = trace.events[at].options[0]
    tiles = [
        int(scene_of(trace[at], screen, step=step).board.pictures[picked.cell])
        for step in (0, 1, 2, None)
    ]
    odds, win = Tile.MINE_CHANCE + round(100 * picked.risk), Tile.ZERO_CHANCE
    assert tiles[:2] == [odds, odds]
    assert tiles[2:] == [win + round(100 * picked.win)] * 2
    board = Board.random("beginner", seed=26, first=(0, 0), safe_radius=1)
    trace = play(board, "exact", first=(0, 0))
    at, screen = trace.find(ev.Guessed), page_of_format((9, 9))
    first, second = (scene_of(trace[at], screen, step=step) for step in (0, 1))
    assert first.spoken is None
    assert second.spoken[trace.events[at].cell]
    assert not second.spoken.all()
