"""Films of a part of the board tell what happens inside it, and of nothing outside."""

import re

import numpy as np
import pytest

from minevis.api.playing import play
from minevis.film.beats import beats
from minevis.film.script import cues_of
from minevis.game.board import Board
from minevis.render.camera import Window, shown_inside, wholly_inside
from minevis.render.scene import Group
from minevis.solver import events as ev
from minevis.words.events import kind
from minevis.words.events.meaning import Kind

CROPS = [Window(0, 0, 9, 9), Window(6, 20, 16, 30), Window(7, 12, 12, 17)]


@pytest.fixture(scope="module", params=[10, 5])
def expert(request):
    """A game without a guess, and one with some."""
    board = Board.random("expert", seed=request.param, first=(0, 0))
    return play(board, "exact", first=(0, 0))


def shown_of(trace, crop, **options):
    return beats(trace, fps=30, grouping="stepwise", crop=crop, **options)


@pytest.mark.parametrize("crop", CROPS)
@pytest.mark.parametrize("detail", [1, 2])
def test_no_cell_outside_is_named(expert, crop, detail):
    shown = shown_of(expert, crop, detail=detail)
    for beat, cue in zip(
        shown, (cues_of(expert, [b], 30, crop=crop)[0] for b in shown), strict=True
    ):
        if kind(expert.events[beat.index]) is Kind.SEARCH:
            continue  # of a component that reaches inside, all is told
        for row, col in re.findall(r"\((\d+), (\d+)\)", cue.text):
            assert crop.holds((int(row), int(col))), cue.text


@pytest.mark.parametrize("crop", CROPS)
def test_all_that_opens_inside_is_told_and_nothing_else(expert, crop):
    opened, found = set(), set()
    for beat in shown_of(expert, crop):
        group = Group.of(expert, beat, crop)
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
    everything = range(len(expert))
    assert shown_inside(expert, everything, None) == list(everything)
    assert all(wholly_inside(event, None) for event in expert.events)
    board = Window(0, 0, *expert.shape)
    kept = shown_inside(expert, everything, board)
    searches = {i for i, event in enumerate(expert.events) if kind(event) in (Kind.SEARCH,)}
    odds = {i for i, event in enumerate(expert.events) if kind(event) is Kind.ODDS}
    assert set(everything) - set(kept) <= searches | odds
