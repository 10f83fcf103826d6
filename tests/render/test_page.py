"""Pages: every place is inside and none overlaps, whatever is shown; text fits its place."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minevis.film.frames import frame
from minevis.film.telling import scene_of
from minevis.render.camera import Window
from minevis.render.options import Look
from minevis.render.page import FOLLOWED, NOWHERE, film_page, page_of, page_of_format
from minevis.render.painter import Painter, fitted, set_in_rows
from minevis.render.panels import cell_panels
from minevis.render.scene import without_words
from minevis.render.tiles import draw_text
from minevis.solver import events as ev
from minevis.trace.trace import Trace
from minevis.utils.options import CAMERAS, FORMATS

EXPERT = (16, 30)
FEW = ("board", "constraints", "tree")
ANY = (*cell_panels(), "tree")


def places_of(page):
    below = (page.badge, page.counters, page.text, page.legend, page.strip, page.map)
    return [each for each in (*below, *page.grids, *page.titles) if each != NOWHERE and each.width]


def assert_apart(page, plan):
    """Check that the places of a plan lie inside its page, and nowhere on one another."""
    covered = np.zeros((page.height, page.width), np.uint8)
    for place in places_of(plan):
        assert min(place.left, place.top) >= 0 < min(place.width, place.height), place
        assert place.left + place.width <= page.width, place
        assert place.top + place.height <= page.height, place
        covered[place.part] += 1
    assert covered.max() == 1, f"two places at {np.argwhere(covered > 1)[0]}"


@settings(max_examples=40)
@given(
    shape=st.tuples(st.integers(1, 120), st.integers(1, 120)),
    panels=st.lists(st.sampled_from(ANY), min_size=1, max_size=4, unique=True),
    coordinates=st.booleans(),
    caption=st.booleans(),
)
def test_panels_side_by_side_have_their_own_places(shape, panels, coordinates, caption):
    page = page_of(shape, Look(panels=panels, coordinates=coordinates, caption=caption))
    assert page.width % 2 == page.height % 2 == 0
    assert max(page.width, page.height) <= 3840
    assert len(page.grids) == len(page.titles) == len(panels)
    assert all(map(places_of(page).count, (*page.grids, *page.titles)))
    below = (page.badge, page.text, page.counters, page.strip)
    assert all(bool(each.width) == caption for each in below)
    assert_apart(page, page)


@settings(max_examples=60)
@given(
    shape=st.tuples(st.integers(1, 120), st.integers(1, 120)),
    panels=st.sampled_from([None, ("board",), ("board", "tree"), ("board", "probability"), FEW]),
    format=st.sampled_from([*FORMATS]),
    camera=st.sampled_from([None, *CAMERAS]),
    max_width=st.sampled_from([None, 240, 541, 1080]),
)
def test_formats_have_places_and_letters_that_a_phone_shows(
    shape, panels, format, camera, max_width
):
    format = "wide" if panels == FEW else format
    look = Look(panels=panels, format=format, camera=camera, max_width=max_width)
    page = page_of_format(shape, look)
    width, height = FORMATS[format]
    size = (page.width, page.height)
    assert size == (width, height) if max_width is None else page.width <= max_width + 1
    assert page.height % 2 == page.width % 2 == 0
    for plan in filter(None, (page, page.beside)):
        assert_apart(page, plan)
        if plan.map != NOWHERE:  # it stands with the words
            assert plan.text.left <= plan.map.left < plan.legend.left + plan.legend.width
            assert plan.text.top <= plan.map.top < plan.legend.top
        if panels is None or len(panels) == 1 or "tree" in panels[1:2]:
            assert plan.badge.left == plan.text.left == plan.legend.left
    if max_width is None:
        assert page.body * 360 / page.width >= 8
        assert page.camera == "whole" or page.cell * 360 / page.width >= 17


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("shape", [(300, 300), (20, 900), (900, 20), EXPERT])
def test_a_map_of_a_part_is_drawn_in_its_place_however_large_the_board(format, shape):
    record = Trace([ev.Started(*shape, 5, "you"), ev.Opened((0, 0), ((0, 0),), (1,))])
    page = page_of_format(shape, Look(format=format))
    scene, part = scene_of(record[1], page), Window(0, 0, 10, 10)
    mapped, bare = (
        Painter(each).draw(scene, window=part) for each in (page, replace(page, map=NOWHERE))
    )
    differs = (mapped != bare).any(axis=2)
    assert differs[page.map.part].any()
    differs[page.map.part] = False
    assert not differs.any(), np.argwhere(differs)[0]
    if shape == EXPERT:  # nothing to find on the whole
        whole = Painter(page).draw(scene, window=page.area)
        assert (whole[page.map.part] == page.theme.ground).all()


@pytest.mark.parametrize(
    ("shape", "across"), [((9, 9), 2), (EXPERT, 2), ((24, 24), 2), ((1, 30), 1), ((30, 1), 2)]
)
def test_panels_stand_where_they_get_large(shape, across):
    page = page_of(shape, Look(panels=("board", "zero")))
    assert len({place.left for place in page.grids}) == across
    assert len({place.top for place in page.grids}) == 3 - across
    assert min(shape) <= 5 or 1000 <= page.width <= 1600
    assert page.text.width >= 450


def test_small_boards_get_larger_cells():
    cells = [page_of((n, n)).cell for n in (9, 16, 24, 50, 100, 400)]
    assert cells == sorted(cells, reverse=True)
    assert cells[0] > 40
    assert cells[-1] < 8


def test_wide_boards_are_followed_with_letters_and_small_ones_seen_whole():
    for shape, look, camera in (
        (EXPERT, {}, "follow"),
        ((9, 9), {}, "whole"),
        (EXPERT, {"crop": (0, 0, 9, 12)}, "whole"),
        ((FOLLOWED, 9), {}, "whole"),
        ((FOLLOWED + 1, 9), {}, "follow"),
    ):
        page = page_of_format(shape, Look(**look))
        assert (page.camera, page.labels) == (camera, "letters"), (shape, look)
    assert f"that show more than {FOLLOWED} rows or columns" in " ".join(Look.__doc__.split())
    assert page_of_format(EXPERT, Look(camera="whole")).map == NOWHERE


@pytest.mark.parametrize(
    ("page", "look", "format"),
    [
        (page_of, {}, None),
        (page_of, {"camera": "whole", "cell": 8}, None),
        (page_of, {"camera": "follow"}, "wide"),
        (page_of, {"panels": ("board", "zero")}, None),
        (film_page, {"theme": "dark"}, "wide"),
        (film_page, {"panels": "zero"}, None),
        (film_page, {"panels": ("board", "zero"), "cell": 8}, None),
        (film_page, {"panels": ("board", "zero")}, "wide"),
    ],
)
def test_films_have_a_format_and_pictures_one_if_asked(page, look, format):
    assert (page(EXPERT, Look(**look)).format or None) == format


captions = st.text("abc ,.(1)", min_size=0, max_size=400)


@given(words=captions, width=st.integers(60, 900))
def test_text_always_fits_its_place(words, width):
    size, lines = draw_text.fit(words, 16, width, lines=2, smallest=10)
    assert 10 <= size <= 16
    assert len(lines) <= 2
    assert all(draw_text.line_mask(line, size).shape[1] <= width for line in lines)
    if not any(line.endswith(draw_text.ELLIPSIS) for line in lines):
        assert " ".join(lines) == " ".join(words.split())


def test_text_gets_smaller_before_it_is_cut():
    words = "a sentence of quite a few words, all of which should be read"
    fits = [draw_text.fit(words, 16, width, lines=2, smallest=10) for width in (900, 220, 90)]
    (large, _), (small, lines), (_, cut) = fits
    assert 10 <= small < large == 16
    assert not lines[-1].endswith(draw_text.ELLIPSIS)
    assert cut[-1].endswith(draw_text.ELLIPSIS)
    told = "a chance of 6 % to 68 % over 7.0 × 10⁸ layouts"
    for width in range(30, 300, 7):  # a number is not broken in two
        lines = draw_text.wrap(told, 12, width)
        assert " ".join(lines) == told
        assert not any(line.startswith(("%", "×")) or line.endswith("×") for line in lines), width


@pytest.mark.parametrize("shape", [(1, 5), (8, 8), (9, 9), (16, 16), EXPERT])
@pytest.mark.parametrize("panels", [("board",), ("board", "tree"), ("board", "constraints"), None])
def test_counters_of_one_size_fit_their_place(shape, panels):
    square = page_of_format(shape, Look(format="square", max_width=620))
    page = page_of(shape, Look(panels=panels)) if panels else square
    parts = ["67.1 s", "mines left 88 of 9,999", "guesses 10", "risk so far over 99 %"]
    size, lines = set_in_rows(parts, page.body, page.counters)
    assert "  ·  ".join(lines) == "  ·  ".join(parts)
    assert size > 7
    assert all(draw_text.text_width(line, size) <= page.counters.width for line in lines)
    assert len(lines) * size <= page.counters.height


def test_the_sentences_of_a_proof_keep_their_size_and_stay_to_its_end():
    texts = [f"Then clue {n} has all its mines: these cells are safe." for n in range(9)]
    room = {"width": 600, "height": 200}
    assert len({fitted(texts[:n], 30, **room, coming=texts[n:])[0] for n in range(1, 10)}) == 1
    assert {fitted(texts[:n], 30, **room, steady=True)[0] for n in range(2, 10)} == {30}
    size, blocks = fitted(texts, 30, **room)
    assert size >= 0.85 * 30
    assert [number for number, _ in blocks] == [1, 9]
    told = [
        "Suppose that A is a mine.",
        "Then B has all its mines: C, D and E are safe.",
        "Then F still needs two mines and has only two cells left: G and H are mines.",
        "But then K has one mine too many: so A is safe.",
    ]
    page = page_of_format(EXPERT)
    _, blocks = fitted(told, page.body, page.text.width - round(page.body * 1.3), page.text.height)
    assert [number for number, _ in blocks] == [1, 2, 3, 4]


@pytest.mark.parametrize("format", FORMATS)
def test_the_map_makes_room_for_sentences(expert, format):
    page = page_of_format(expert.shape, Look(format=format))
    painter, brief = Painter(page), scene_of(expert[-1], page)
    told = tuple(f"{n} has one mine too many next to it: so A is safe, and B." for n in "CDEF")
    mapped = []
    for scene in (brief, without_words(brief, told), brief):
        painter.draw(scene, window=Window(0, 0, 8, 8))
        mapped.append(painter.page.map.width > 0)
    assert mapped == [True, False, True]
    room = page.text.with_(page.map)
    size, _ = fitted([*told], page.body, room.width - round(page.body * 1.3), room.height)
    assert size >= 0.75 * page.body


def test_ink_stays_inside_and_mixes_by_the_mask():
    target = np.full((4, 4, 3), 200, np.uint8)
    mask = np.full((3, 3), 255, np.uint8)
    mask[0, 0] = 0
    draw_text.ink(target, mask, 2, -1, (0, 100, 50))
    assert target[2, 0].tolist() == target[3, 1].tolist() == [0, 100, 50]
    assert (target[:2] == 200).all()
    assert (target[:, 2:] == 200).all()


@given(ground=st.tuples(*[st.integers(0, 255)] * 3), colour=st.tuples(*[st.integers(0, 255)] * 3))
def test_ink_on_a_known_ground_is_the_same_ink(ground, colour):
    mask = np.arange(256, dtype=np.uint8).reshape(16, 16)
    slow, quick = (np.full((16, 16, 3), ground, np.uint8) for _ in range(2))
    draw_text.ink(slow, mask, 0, 0, colour)
    draw_text.ink(quick, mask, 0, 0, colour, ground=ground)
    assert np.array_equal(slow, quick)


def test_a_crop_shows_those_cells(trace):
    options = {"cell": 16, "panels": ("board",), "caption": False, "coordinates": False}
    whole, part = (page_of((9, 9), Look(crop=crop, **options)) for crop in (None, (2, 3, 4, 5)))
    full = frame(trace, 60, **options)[whole.grids[0].part]
    cut = frame(trace, 60, crop=(2, 3, 4, 5), **options)[part.grids[0].part]
    assert cut.shape == (64, 80, 3)
    assert np.array_equal(cut, full[32:96, 48:128])
