"""Panels: their pictures and marks of a snapshot, cell by cell."""

from dataclasses import replace
from functools import reduce

import numpy as np
import pytest

import minevis as mv
from minevis.api.playing import play
from minevis.film.telling import scene_of
from minevis.game.board import Board
from minevis.game.position import ViewCode
from minevis.render.legend import keys_of
from minevis.render.marks import Link, chained
from minevis.render.options import Look
from minevis.render.page import page_of_panels
from minevis.render.painter import Painter
from minevis.render.panels import (
    PANELS,
    ZERO,
    cell_panels,
    components_of,
    panel,
    remainders,
    tints_of,
)
from minevis.render.tiles.atlas import (
    ABOVE_99,
    BELOW_ONE,
    TINT_COUNT,
    Mark,
    Tile,
    atlas,
    constraint_tiles,
)
from minevis.solver import events as ev
from minevis.trace.snapshot import blank, fold
from minevis.trace.trace import Trace
from minevis.words.events import meaning_of

START = ev.Started(2, 3, 2, "test")
VIEW = np.array([[-1, 2, 1], [-2, -1, -1]])
KINDS = (ev.Counted, ev.Subtracted, ev.Proved)


def after(*events, view=VIEW, letters=None):
    """The snapshot after some events on a small position."""
    return Trace([START, *events], view=view, letters=letters)[-1]


def tried(*boxes):
    """The events of a search that supposes one mine in each of some boxes."""
    yield ev.ComponentFound(0, sum(boxes, ()), ((0, 1),), boxes)
    yield from (ev.Tried(box, 1, depth) for depth, box in enumerate(boxes))


def pictures(name, snapshot):
    return PANELS[name](snapshot).pictures


def pair(left, covered):
    """The tile of a clue that lacks mines among covered cells."""
    return int(constraint_tiles(np.array(left), np.array(covered)))


C, F, TRY = Tile.COVERED, Tile.FLAG, Tile.SUPPOSED
CHANCE, ZEROS = Tile.MINE_CHANCE, Tile.ZERO_CHANCE
OPEN, PALE = ([first + 2, first + 1] for first in (Tile.OPENED, Tile.PALE))
ODDS = ev.OddsFound("exact", ((0, 0), (1, 1)), (0.002, 0.996), 0.25, 4)
UNDER, OVER = CHANCE + BELOW_ONE, CHANCE + ABOVE_99
LOST = ev.Exploded((0, 0)), ev.Finished(False, ((1, 2),))
FOUND = (*tried(((1, 1), (1, 2)), ((0, 0),)), ev.Violated((0, 1), 2, -1, 0))
DRAWN = {  # panel, events, and the pictures of cells
    "the view": ("board", (), [C, *OPEN, F, C, C]),
    "a flag found one": ("constraints", (), [C, pair(1, 3), pair(1, 2), F, C, C]),
    "tries count": ("constraints", FOUND,
                    [TRY + 11, pair(-1, 0), Tile.OPENED, F, TRY + 12, TRY + 12]),
    "odds are percent": ("probability", (ODDS,), [UNDER, *PALE, F, OVER, CHANCE + 25]),
    "plain without odds": ("probability", (), [C, *PALE, F, C, C]),
    "a search is elsewhere": ("probability", [*tried(((1, 1),))], [C, *PALE, F, C, C]),
    "zeros": ("zero", (ev.ZerosFound(((1, 2),), (0.4,)),), [ZEROS, *PALE, F, ZEROS, ZEROS + 40]),
    "what was missed": ("board", LOST, [Tile.EXPLODED, *OPEN, F, C, Tile.MINE]),
}  # fmt: skip


@pytest.mark.parametrize(("name", "events", "expected"), DRAWN.values(), ids=DRAWN)
def test_panels_show(name, events, expected):
    assert pictures(name, after(*events)).ravel().tolist() == expected


def test_panels_have_titles_and_a_number_for_all_cells():
    layer = PANELS["probability"](after(ODDS))
    assert (layer.title, layer.subtitle) == ("Odds", "chance of a mine, %")
    fresh = mv.thoughts(mv.Position.parse("mines 4\n####\n####"))
    layer = PANELS["probability"](fresh[fresh.find(ev.OddsFound)])
    assert (layer.pictures == Tile.FAINT_CHANCE + 50).all()
    assert layer.subtitle == "chance of a mine, %; all 50"
    with pytest.raises(ValueError, match=f"'truth'.*{', '.join(PANELS)}"):
        panel("truth")


def test_constraints_show_nothing_where_nothing_is_left_and_mark_what_is_broken():
    view = np.array([[-2, 1, 0], [1, 1, 0]])
    assert set(pictures("constraints", after(view=view))[view >= 0].tolist()) == {Tile.OPENED}
    broken = after(*FOUND)
    left, room = remainders(broken)
    assert (left[0, 1], room[0, 1], left[0, 2], room[0, 2]) == (-1, 0, 0, 0)
    assert PANELS["constraints"](broken).marks[0, 1] == Mark.VIOLATED


def test_mines_of_a_word_are_letters():
    letters = np.array([[False] * 3, [True, False, True]])
    drawn = pictures("board", after(ev.Finished(False, ((1, 2), (0, 0))), letters=letters))
    assert drawn[1].tolist() == [Tile.FLAG_LETTER, C, Tile.MINE_LETTER]
    assert drawn[0, 0] == Tile.MINE


def numbers_told(event):
    """Each clue that an event gives numbers of, with its mines left and covered cells left."""
    if isinstance(event, ev.Counted):
        return {event.clue: (event.left, event.covered)}
    if isinstance(event, ev.Violated):
        return {event.clue: (event.left, event.room)}
    if isinstance(event, ev.Subtracted) and len(event.clues) == 2:
        return {
            event.smaller_clues[0]: (event.smaller_mines, len(event.smaller)),
            event.larger_clues[0]: (event.larger_mines, len(event.larger)),
        }
    return {}


@pytest.mark.parametrize("player", ["csp", "exact", "local"])
def test_the_numbers_an_event_tells_are_those_on_the_constraints_panel(player):
    board = Board.random("expert", seed=5, first=(0, 0), safe_radius=1)
    seen = 0
    for s in play(board, player, first=(0, 0)):
        for clue, numbers in numbers_told(s.event).items():
            assert pictures("constraints", s)[clue] == pair(*numbers), s.event
            seen += 1
    assert seen > 30


MARKED = [
    (ev.Counted((0, 2), 1, 1, 2, ((1, 1),), True), {(1, 1): Mark.MINED, (0, 2): Mark.CLUE}),
    (ev.Proved(((1, 1),), False, ((0, 1),), False), {(1, 1): Mark.SAFE, (0, 1): Mark.CLUE}),
    (
        ev.Subtracted(
            *(((1, 1),), 1, ((0, 2),), ((1, 1), (1, 2)), 1, ((0, 1),)), ((1, 2),), 0, False
        ),
        {(1, 1): Mark.SMALLER, (1, 2): Mark.REST_SAFE, (0, 1): Mark.CLUE, (0, 2): Mark.CLUE},
    ),
    (
        ev.Guessed((0, 0), "least_risk", 0.1, ((0, 0), (1, 2)), ((0, 1),), None, True),
        {(0, 0): Mark.GUESS, (1, 2): Mark.CANDIDATE, (0, 1): Mark.CLUE},
    ),
    (ev.Opened((1, 1), ((1, 1), (1, 2)), (2, 1)), {(1, 1): Mark.CLICK, (1, 2): Mark.FRESH}),
    (ev.Flagged(((1, 1),)), {(1, 1): Mark.CLICK}),
    (ev.FrontierFound(((1, 1), (1, 2)), 1, 1), {(1, 1): Mark.REGION, (1, 2): Mark.REGION}),
    (tuple(tried(((1, 1),))), {(1, 1): Mark.TRYING}),
]


@pytest.mark.parametrize(("event", "expected"), MARKED, ids=lambda x: type(x).__name__)
def test_each_event_marks_its_cells(event, expected):
    marks = PANELS["board"](after(*(event if isinstance(event, tuple) else (event,)))).marks
    found = {(int(r), int(c)): Mark(marks[r, c]) for r, c in zip(*np.nonzero(marks), strict=True)}
    assert found == expected


def test_what_is_known_stays_marked_and_a_configuration_is_framed():
    s = after(*tried(((1, 1), (1, 2))), ev.SolutionFound((1,), 2))
    marks = PANELS["constraints"](s).marks
    assert marks[1].tolist() == [Mark.NONE, Mark.COMPLETE, Mark.COMPLETE]
    proved = ev.Proved(((1, 1),), False, ((0, 1),), False)
    kept = ev.ComponentKept(0, ((0, 0),), ((0, 1),), 2)
    assert PANELS["board"](after(proved, kept)).marks[1, 1] == Mark.KNOWN_SAFE
    opened = ev.Opened((1, 1), ((1, 1),), (1,))
    assert PANELS["board"](after(proved, opened, kept)).marks[1, 1] == Mark.NONE


def test_panels_leave_the_snapshot_as_it_was():
    s = reduce(fold, tried(((1, 1),)), blank((2, 3), 2, VIEW))
    before = [each.copy() for each in (s.view, s.trial, s.region)]
    for name in cell_panels():
        panel(name)(s)
        same = map(np.array_equal, before, (s.view, s.trial, s.region))
        assert all(same), name


def test_a_guess_ranks_the_least_risky_cells_or_shows_its_candidates():
    start = ev.Started(2, 4, 3, "nobody")
    cells = ((0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1))
    odds = ev.OddsFound("exact", cells, (0.31, 0.3, 0.302, 0.8, 0.004, 0.9), 0.5, 9)
    guess = ev.Guessed((1, 0), "least_risk", 0.004, ((1, 0),), (), None, True)
    layer = PANELS["guess"](Trace([start, odds, guess])[-1])
    assert layer.subtitle == "under 1 % at (1, 0)  ·  30 % at 2 cells  ·  31 % at (0, 0)"
    told = layer.pictures.astype(int) - Tile.MINE_CHANCE
    assert told[1, 0] == BELOW_ONE
    assert [told[at] for at in ((0, 1), (0, 2), (0, 0))] == [30, 30, 31]
    assert (layer.pictures[[0, 1, 1, 1], [3, 1, 2, 3]] == Tile.COVERED).all()
    assert layer.marks[1, 0] == Mark.GUESS
    start = ev.Started(1, 3, 1, "nobody")
    guess = ev.Guessed((0, 0), "uniform", None, ((0, 0), (0, 2)), (), None, False)
    layer = PANELS["guess"](Trace([start, guess])[-1])
    assert layer.subtitle == "2 cells to choose from"
    assert (layer.pictures == Tile.COVERED).all()
    assert layer.marks.tolist() == [[Mark.GUESS, Mark.NONE, Mark.CANDIDATE]]


def test_a_guess_that_weighs_shows_the_chances_to_win():
    start = ev.Started(2, 4, 3, "best")
    options = (
        ev.Option((1, 0), 0.2, 0.5, 0.443, exact=False),
        ev.Option((0, 3), 0.1, 0.1, 0.412, exact=False),
        ev.Option((0, 0), 0.2, 0.1, 0.002, exact=False),
    )
    guess = ev.Guessed((1, 0), "best", 0.2, ((1, 0),), (), None, True, options)
    layer = PANELS["guess"](Trace([start, guess])[-1])
    assert layer.subtitle == "wins 44 % at (1, 0)  ·  41 % at (0, 3)  ·  under 1 % at (0, 0)"
    told = layer.pictures.astype(int) - Tile.ZERO_CHANCE
    assert [told[1, 0], told[0, 3], told[0, 0]] == [44, 41, BELOW_ONE]
    assert (layer.pictures == Tile.COVERED).sum() == 5
    assert layer.marks[1, 0] == Mark.GUESS
    assert dict(keys_of([layer], set())) == {"GUESS": "the guess", "zero": "chance to win"}
    assert ("zero", ZERO.words) in keys_of([replace(layer, scale=ZERO)], set())


def test_odds_far_from_clues_are_colours_with_one_number_for_all_but_the_guess():
    start = mv.thoughts(mv.Position.parse("mines 4\n1####\n#####\n#####"))
    told = next(at for at, event in enumerate(start.events) if isinstance(event, ev.OddsFound))
    layer = PANELS["probability"](start[told])
    faint = (layer.pictures >= Tile.FAINT_CHANCE) & (layer.pictures < Tile.ZERO_CHANCE)
    assert (faint == [[0, 0, 1, 1, 1], [0, 0, 1, 1, 1], [1, 1, 1, 1, 1]]).all()
    far = round(100 * start[told].probability[2, 0])
    assert (layer.pictures - Tile.FAINT_CHANCE)[2, 0] == far
    assert layer.subtitle == f"chance of a mine, %; rest {far}"
    guess = PANELS["probability"](start[-1])
    assert guess.marks.any()
    faint = (guess.pictures >= Tile.FAINT_CHANCE) & (guess.pictures < Tile.ZERO_CHANCE)
    assert not faint[guess.marks == Mark.GUESS].any()
    assert faint.any()


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
    page = page_of_panels(trace.shape, Look(cell=20, crop=crop))
    painter, drawn = Painter(page), 0
    row, col, height, width = page.crop
    window = np.s_[row : row + height, col : col + width]
    for index in of_kind(trace, kind)[:6]:
        for moment in (index, 1):
            seen = painter.draw(scene_of(trace[moment], page))[page.grids[0].part]
            layer = PANELS["board"](trace[moment])
            plain = atlas(20).draw(layer.pictures[window], layer.marks[window])
            drawn += not np.array_equal(seen, plain)
            assert moment == index or np.array_equal(seen, plain), f"step 1 after step {index}"
    assert drawn > 1


def frontier_components(s):
    """The components of the frontier, without proven and flagged cells."""
    unknown = (s.view == ViewCode.COVERED) & ~s.safe & ~s.mined & ~s.missed
    return components_of(unknown, s.view >= 0)


def test_the_regions_are_those_of_the_solver_and_have_tints_of_their_own(trace):
    told = most = 0
    for number, snapshot in enumerate(trace):
        event = snapshot.event
        if isinstance(event, ev.ComponentFound):
            part = frontier_components(snapshot)[event.index]
            assert {*map(frozenset, part)} == {*map(frozenset, event.boxes)}
            told += 1
        if number % 7:
            continue
        parts = frontier_components(snapshot)
        tints = tints_of(parts, TINT_COUNT)
        most = max(most, len(parts))
        for first in range(0, len(parts), TINT_COUNT):
            some = tints[first : first + TINT_COUNT]
            assert len(set(some)) == len(some)
        drawn = pictures("regions", snapshot)
        for boxes, tint in zip(parts, tints, strict=True) if snapshot.won is None else ():
            assert {int(drawn[cell]) for box in boxes for cell in box} == {Tile.TINT + tint}
    assert told >= 5
    assert most > 2


def test_clues_of_a_proof_are_tied_from_one_to_the_next_unless_they_are_far_apart():
    nearest, next_one, far = (0, 1), (0, 3), (0, 6)
    tied = (Link(nearest, (0, 0)), Link(next_one, nearest, tie=True))
    assert chained((far, next_one, nearest), ((0, 0),)) == tied
