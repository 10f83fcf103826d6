"""Reasons drawn over the board: which lines there are, and that they come and go."""

import numpy as np
import pytest

from minevis.api.playing import play
from minevis.film.frames import Painter, page_of_panels
from minevis.game.board import Board
from minevis.game.position import ViewCode
from minevis.render.panels import PANELS, components_of, tints_of
from minevis.render.scene import scene_of
from minevis.render.tiles.atlas import TINT_COUNT, Tile, atlas
from minevis.solver import events as ev
from minevis.words.events import meaning_of
from minevis.words.events.meaning import Link

KINDS = (ev.Counted, ev.Subtracted, ev.Proved)


@pytest.fixture(scope="module")
def trace():
    """A game in which all three rules are used."""
    board = Board.random("expert", seed=5, first=(0, 0), safe_radius=1)
    return play(board, "csp", first=(0, 0))


def of_kind(trace, kind):
    """The numbers of the events of one kind."""
    return [i for i, event in enumerate(trace.events) if isinstance(event, kind)]


def test_a_deduction_links_its_clues_to_cells_or_to_other_clues():
    event = ev.Counted((1, 1), 2, 2, 3, ((0, 0), (2, 2)), True)
    assert meaning_of(event).links(event) == (Link((1, 1), (0, 0)), Link((1, 1), (2, 2)))
    event = ev.Proved(((0, 0),), False, ((1, 1), (1, 3), (9, 9)), False)
    assert meaning_of(event).links(event) == (Link((1, 1), (0, 0)), Link((1, 3), (1, 1), tie=True))


def test_the_sets_of_the_subset_rule_are_outlined_larger_first():
    event = ev.Subtracted(
        *(((0, 0),), 1, ((1, 0),), ((0, 0), (0, 1), (0, 2)), 1, ((1, 1),)),
        ((0, 1), (0, 2)),
        0,
        False,
    )
    assert [(line.cells, line.role) for line in meaning_of(event).outlines(event)] == [
        (((0, 0), (0, 1), (0, 2)), "search"),
        (((0, 0),), "clue_ring"),
    ]
    assert set(meaning_of(event).links(event)) == {
        Link((1, 1), (0, 1)),
        Link((1, 1), (0, 2)),
        Link((1, 0), (0, 0)),
    }


def test_every_deduction_of_a_game_shows_a_reason(trace):
    for kind in KINDS:
        found = of_kind(trace, kind)
        assert found, kind
        for index in found:
            event = trace.events[index]
            for link in meaning_of(event).links(event):
                assert link.clue in event.clues
                assert max(np.abs(np.subtract(link.clue, link.cell))) <= 2
            if not isinstance(event, ev.Proved):
                assert meaning_of(event).links(event)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("crop", [None, (0, 0, 16, 12)])
def test_lines_are_drawn_and_leave_nothing_behind(trace, kind, crop):
    layout = page_of_panels(trace.shape, cell=20, crop=crop)
    painter = Painter(layout)
    row, col, height, width = layout.crop
    window = np.s_[row : row + height, col : col + width]
    drawn = 0
    for index in of_kind(trace, kind)[:6]:
        for moment in (index, 1):
            picture = painter.draw(scene_of(trace[moment], layout))
            layer = PANELS["board"](trace[moment])
            plain = atlas(20).draw(layer.pictures[window], layer.marks[window])
            seen = picture[layout.grids[0].part]
            if moment == 1:
                assert np.array_equal(seen, plain)
            else:
                drawn += not np.array_equal(seen, plain)
    assert drawn > 1


def frontier_components(s):
    """The components of the frontier; what is proven or flagged belongs to none."""
    unknown = (s.view == ViewCode.COVERED) & ~s.safe & ~s.mined & ~s.missed
    return components_of(unknown, s.view >= 0)


def test_the_regions_are_those_of_the_solver(trace):
    told = 0
    for snapshot in trace:
        event = snapshot.event
        if isinstance(event, ev.ComponentFound):
            parts = frontier_components(snapshot)
            boxes = {frozenset(box) for box in parts[event.index]}
            assert boxes == {frozenset(box) for box in event.boxes}
            told += 1
    assert told >= 5


def test_components_have_tints_of_their_own(trace):
    most = 0
    for snapshot in list(trace)[::7]:
        parts = frontier_components(snapshot)
        tints = tints_of(parts, TINT_COUNT)
        most = max(most, len(parts))
        for first in range(0, len(parts), TINT_COUNT):
            some = tints[first : first + TINT_COUNT]
            assert len(set(some)) == len(some)
        pictures = PANELS["regions"](snapshot).pictures
        if snapshot.won is None:
            for boxes, tint in zip(parts, tints, strict=True):
                assert {int(pictures[cell]) for box in boxes for cell in box} == {Tile.TINT + tint}
    assert most > 2
