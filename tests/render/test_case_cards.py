"""The ways of a proof by cases, drawn as cards in films of every format."""

import numpy as np
import pytest

from minevis.api.playing import thoughts
from minevis.film.frames import Stage, frames
from minevis.film.moments import Beat
from minevis.game.position import Position
from minevis.render.case_cards import MOST, cases_of, draw_cards
from minevis.render.options import Look
from minevis.render.page import page_of_format
from minevis.render.tiles.theme import PAPER
from minevis.solver import events as ev
from minevis.solver.proofs.steps import Cases, Count, Proof
from minevis.trace.trace import Trace
from minevis.utils.options import FORMATS

CLUES, BOXES = ((1, 0), (1, 1)), (((0, 0),), ((0, 1),), ((0, 2),))
WAYS = ((1, 0, 0), (0, 1, 0))


def cases(ways, count=None):
    return Cases(CLUES, BOXES, ways, count or len(ways), None, ((0, 2),), mined=False)


CASES = cases(WAYS)


@pytest.fixture(scope="module")
def trace():
    """A position with one cell that two clues prove, by the two ways to satisfy them."""
    told = thoughts(Position.parse("###\n111", mines=1))
    proof = Proof(CASES.cells, False, (CASES,))
    return Trace([told.events[0], ev.Proved(proof.cells, False, CLUES, False, proof)])


def test_each_way_has_its_card(trace):
    blank = np.full((200, 400, 3), PAPER.ground, np.uint8)
    drawn = [draw_cards(trace[1], cases(ways), (200, 400), 16, PAPER)
             for ways in (WAYS, WAYS[:1] * 2, WAYS[:1])]  # fmt: skip
    assert len({picture.tobytes() for picture in (*drawn, blank)}) == 4


@pytest.mark.parametrize("count", [1, 2, 3, 5, 12, 24])
def test_as_many_cards_as_fit_are_drawn_within_the_picture(trace, count):
    picture, some = (
        draw_cards(trace[1], cases(WAYS[:1] * number, count), (180, 300), 14, PAPER)
        for number in (count, min(count, MOST))
    )
    assert picture.shape == (180, 300, 3)
    assert np.array_equal(picture, some)


@pytest.mark.parametrize("format", FORMATS)
def test_films_show_the_cards_beside_the_board(trace, format):
    screen = page_of_format(trace.shape, Look(format=format, max_width=480))
    stage = Stage(trace, screen)
    assert stage.has_tree(1)
    assert not stage.has_tree(0)
    before, shown = frames(trace, [Beat(0, 1), Beat(1, 1)], screen, fps=1)
    place = screen.beside.grids[1].part
    cards = draw_cards(trace[1], CASES, shown[place].shape[:2], screen.body, screen.theme)
    assert np.array_equal(shown[place], cards)
    assert not np.array_equal(before[place], cards)


def test_only_proofs_by_cases_have_cards(trace):
    assert cases_of(trace.events[1]) is CASES
    counted = Proof(((0, 2),), False, (Count((1, 2), 1, 0, ((0, 2),)),))
    assert cases_of(ev.Proved(((0, 2),), False, ((1, 2),), False, counted)) is None
    assert cases_of(ev.Proved(((0, 2),), False, ((1, 2),), False)) is None
