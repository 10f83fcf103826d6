"""The search tree grows in place and leaves out little; proofs by cases are cards in its place."""

import itertools
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from minevis.api.playing import play, thoughts
from minevis.film.beats import beats
from minevis.film.frames import Stage, frame, frames
from minevis.film.moments import Beat, group_of, moments
from minevis.game.board import Board
from minevis.game.position import Position
from minevis.render.case_cards import MOST, cases_of, draw_cards
from minevis.render.options import Look, Pacing
from minevis.render.page import film_page, page_of_format, page_of_panels
from minevis.render.scene import Drawn
from minevis.render.search_tree import Brush, TreeDrawing, TreePanel, plan_tree
from minevis.render.searches import Searches, kept_leaves
from minevis.render.tiles.atlas import LEAST_LEFT, Mark, Tile, atlas, percent_steps
from minevis.render.tiles.theme import PAPER
from minevis.solver import events as ev
from minevis.solver.proofs.steps import Cases, Count, Proof
from minevis.trace.trace import Trace
from minevis.utils.options import FORMATS
from minevis.words.wording import LETTERS

POSITIONS = Path(__file__).parents[2] / "assets" / "positions"
SIZE = (420, 640)
WORDS = ["configurations", "average", "odds"]


def game(seed):
    return play(Board.random("beginner", seed=seed, first=(0, 0), safe_radius=1), first=(0, 0))


@pytest.fixture(scope="module")
def trace():
    """A game with searches of 94 tries and more, boxes of several cells, and guesses."""
    return game(25)


def panel_of(trace):
    return TreePanel(Searches(trace), SIZE, 16, PAPER)


def texts_of(draw, *index):
    """The texts that a part of a drawing has, with their sizes."""
    brush, found = Brush(np.zeros((1080, 1920, 3), np.uint8), PAPER), []
    brush.text = lambda text, left, top, size, *_, **__: found.append((text, size))
    draw(brush, *index)
    return found


def largest(trace):
    """The largest search of a trace."""
    starts = [i for i, e in enumerate(trace.events) if isinstance(e, ev.ComponentFound)]
    return max((Searches(trace).at(i) for i in starts), key=lambda s: len(s.nodes))


def test_a_tree_holds_every_try_dead_end_and_solution(trace):
    searches = Searches(trace)
    ends = [i for i, event in enumerate(trace.events) if isinstance(event, ev.SearchEnded)]
    assert len(ends) > 2
    for index in ends:
        event, search = trace.events[index], searches.at(index)
        counts = (event.tries, event.dead_ends, event.solutions, event.configurations)
        assert search.counts(index) == counts
        kinds = Counter(type(trace.events[node.dead]) for node in search.nodes if node.dead >= 0)
        assert set(kinds) == {ev.Violated}
        for node in search.nodes:
            tried = trace.events[node.tried]
            assert (tried.mines, tried.depth) == (node.mines, node.depth)
            assert tried.cells == search.boxes[node.depth]
            solved = not node.children and node.solved >= 0
            assert bool(node.children) + (node.dead >= 0) + solved == 1, node


def test_averages_and_odds_are_those_of_the_configurations_found(trace):
    search = largest(trace)
    assert search.averages(search.first) is None
    shares = np.array([s.counts for s in search.solutions]) / [len(b) for b in search.boxes]
    assert search.averages(search.solutions[0].index) == pytest.approx(shares[0])
    expected = np.average(shares, axis=0, weights=[s.ways for s in search.solutions])
    assert search.averages(search.end) == pytest.approx(expected)
    shown = trace[search.odds_at].probability
    assert search.odds == tuple(shown[box[0]] for box in search.boxes)
    assert Searches(trace).at(0) is None  # before any search
    assert len(Searches(Trace(trace.events[:3]))) == 0


def test_nothing_moves_and_parents_stand_between_their_children(trace):
    search = largest(trace)
    plan = plan_tree(search, SIZE[1], SIZE[0], 16, WORDS)
    assert len(plan.across) == len(search.nodes)
    for node in search.nodes:
        x, y = plan.place(node)
        assert plan.left <= x <= SIZE[1]
        assert 0 <= y < plan.table
        below = [plan.across[child.tried] for child in node.children]
        if below:
            assert min(below) <= x <= max(below)


def test_a_large_search_is_thinned_and_says_so():
    large = game(7)
    search = largest(large)
    plan = plan_tree(search, SIZE[1], SIZE[0], 16, WORDS)
    assert 50 < len(plan.across) < len(search.nodes)
    kept = kept_leaves(search, 60)
    assert len(kept) == 60
    solved = {s.index for s in search.solutions}
    drawn = [node for node in search.nodes if node.tried in kept]
    assert sum(node.solved in solved for node in drawn) >= 10
    assert sum(node.dead >= 0 for node in drawn) >= 10
    assert search.nodes[0].tried in plan.across
    panel, last = panel_of(large), search.end - 1
    panel.draw(last)
    assert f"{len(plan.across)} of {len(search.nodes):,} tries drawn" in panel.subtitle(last)


def test_growing_step_by_step_is_the_same_as_drawn_at_once(trace):
    search, growing = largest(trace), panel_of(trace)
    steps = range(search.first, search.end)
    drawn = {index: growing.draw(index).copy() for index in steps}
    for index in [search.first, search.first + 9, search.end - 1, search.first + 40]:
        assert np.array_equal(drawn[index], panel_of(trace).draw(index)), f"step {index}"
        assert np.array_equal(growing.draw(index), drawn[index]), f"step {index}, backwards"
    changed = [not np.array_equal(drawn[a], drawn[b]) for a, b in itertools.pairwise(steps)]
    assert np.mean(changed) > 0.8


def test_a_dead_end_is_marked_in_the_colour_of_mines_with_its_clue(trace):
    search = largest(trace)
    node = next(node for node in search.nodes if node.dead >= 0)
    panel = panel_of(trace)
    plan = plan_tree(search, SIZE[1], SIZE[0], 16, WORDS)
    x, y = (round(n) for n in plan.place(node))
    window = np.s_[y - 2 : y + 40, max(x - 5, 0) : x + 6]
    near = [
        np.abs(panel.draw(i)[window].astype(int) - PAPER.mine).sum(-1) < 60
        for i in (node.tried, node.dead)
    ]
    assert near[0].sum() == 0
    assert near[1].sum() > 10
    assert near[1][12:].sum() > 3  # the name of the clue below the cross


def test_a_tree_names_cells_as_the_board_does(trace):
    search = largest(trace)
    assert max(map(len, search.boxes)) > 1
    for labels in ("letters", "coordinates"):
        page = page_of_format(trace.shape, Look(labels=labels))
        letters = search.letters if labels == "letters" else {}
        drawing = TreeDrawing(search, 840, 440, 25, PAPER, letters)
        texts = [text for text, _ in texts_of(drawing.ground)]
        for box in search.boxes:
            name = letters.get(box[0], str(box[0]))
            more = (f" ×{len(box)}" if letters else f" +{len(box) - 1}") * (len(box) > 1)
            assert name + more in texts
        for node in search.nodes[:9]:
            scene = Stage(trace, page).scene(trace[node.tried], Beat(node.tried, 1))
            assert scene.letters == letters
    assert len({*search.letters.values()}) == len(search.boxes)
    many = tuple(((0, col),) for col in range(len(LETTERS) + 1))
    assert replace(search, boxes=many).letters == {}


def test_a_film_of_a_search_shows_board_constraints_and_tree():
    position = Position.load(POSITIONS / "fourteen_cells.txt")
    trace = thoughts(position, player="convolution")
    page = film_page(trace.shape, Look(panels=("tree", "board", "constraints")))
    stage, over = Stage(trace, page), set()
    for index, event in enumerate(trace.events):
        scene = stage.scene(trace[index], Beat(index, 1))
        if not isinstance(event, ev.Violated):
            continue
        assert isinstance(scene.layers[2], Drawn)
        assert scene.letters.keys() == {*scene.layers[2].letters, event.clue}
        [row, col], constraints = event.clue, scene.layers[1]
        drawn = divmod(constraints.pictures[row, col] - Tile.CONSTRAINT, 9)
        over.add(int(drawn[0]) + LEAST_LEFT)
        assert constraints.marks[row, col] == Mark.VIOLATED
    assert -1 in over
    told = beats(trace, Pacing(fps=30, detail=2), grouping="stepwise")
    together = [beat for beat, _, group in moments(trace, told, None) if group]
    together = [beat for beat in together if not isinstance(trace.events[beat.index], ev.Proved)]
    assert len(together) > 20
    for beat in together:
        scene = stage.scene(trace[beat.index], beat, group_of(trace, beat))
        assert scene.spoken is None  # nothing is paled
        assert scene.letters == scene.layers[2].letters
    assert stage.page_at(Beat(len(trace) - 1, 1)) is page.beside  # averages and odds stay
    search = Searches(trace).at(len(trace) - 1)
    tree, [*_, place] = page.beside, page.beside.grids
    body = min(tree.body, place.width // 31)
    drawing = TreeDrawing(search, place.width, place.height, body, page.theme, search.letters)
    texts, sizes = zip(*texts_of(drawing.chances, len(trace)), strict=True)
    assert {"average", "odds"} <= {*texts}
    assert min(sizes) >= 20


def test_the_board_beside_a_tree_shows_the_odds_that_follow(trace):
    found = largest(trace).odds_at
    event, layout = trace.events[found], page_of_panels(trace.shape, Look(panels=("board", "tree")))
    picture = frame(trace, found, panels=("board", "tree"))
    tile_atlas, place, size = atlas(layout.cell), layout.grids[0], layout.cell
    rim = slice(size // 8, -size // 8)  # lines lie along the rims of the cells that were searched
    steps = percent_steps(np.array(event.odds)).tolist()
    for (row, col), step in zip(event.cells, steps, strict=True):
        top, left = place.top + row * size, place.left + col * size
        seen = picture[top : top + size, left : left + size]
        tile = tile_atlas.tile(Tile.MINE_CHANCE + step)
        assert np.array_equal(seen[rim, rim], tile[rim, rim]), (row, col)
    look = {"panels": ("board", "zero"), "cell": size}
    other = page_of_panels(trace.shape, Look(**look)).grids[0]
    alone = frame(trace, found, **look)[other.part]
    assert not np.array_equal(alone, picture[place.part])


def test_the_legend_tells_of_a_tree_only_what_is_seen(trace):
    search, panel = largest(trace), panel_of(trace)
    assert panel.keys(0) == set()
    assert panel.keys(search.first) == set()
    tried = search.nodes[0]
    first = "box of mines" if tried.mines == len(search.boxes[0]) else "box without mines"
    assert panel.keys(tried.tried) == {first, "current path"}
    over = panel.keys(search.end - 1)
    assert {"dead end", "solution path", "box of mines", "box without mines"} <= over
    assert "current path" not in over
    assert panel.keys(search.end) == set()


CLUES, BOXES = ((1, 0), (1, 1)), (((0, 0),), ((0, 1),), ((0, 2),))
WAYS = ((1, 0, 0), (0, 1, 0))


def cases(ways, count=None):
    return Cases(CLUES, BOXES, ways, count or len(ways), None, ((0, 2),), mined=False)


CASES = cases(WAYS)


@pytest.fixture(scope="module")
def way_trace():
    """A position with one cell that two clues prove, by the two ways to satisfy them."""
    told = thoughts(Position.parse("###\n111", mines=1))
    proof = Proof(CASES.cells, False, (CASES,))
    return Trace([told.events[0], ev.Proved(proof.cells, False, CLUES, False, proof)])


def test_each_way_has_its_card(way_trace):
    blank = np.full((200, 400, 3), PAPER.ground, np.uint8)
    drawn = [draw_cards(way_trace[1], cases(ways), (200, 400), 16, PAPER)
             for ways in (WAYS, WAYS[:1] * 2, WAYS[:1])]  # fmt: skip
    assert len({picture.tobytes() for picture in (*drawn, blank)}) == 4


@pytest.mark.parametrize("count", [1, 2, 3, 5, 12, 24])
def test_as_many_cards_as_fit_are_drawn_within_the_picture(way_trace, count):
    picture, some = (
        draw_cards(way_trace[1], cases(WAYS[:1] * number, count), (180, 300), 14, PAPER)
        for number in (count, min(count, MOST))
    )
    assert picture.shape == (180, 300, 3)
    assert np.array_equal(picture, some)


@pytest.mark.parametrize("format", FORMATS)
def test_films_show_the_cards_beside_the_board(way_trace, format):
    screen = page_of_format(way_trace.shape, Look(format=format, max_width=480))
    stage = Stage(way_trace, screen)
    assert stage.has_tree(1)
    assert not stage.has_tree(0)
    before, shown = frames(way_trace, [Beat(0, 1), Beat(1, 1)], screen, fps=1)
    place = screen.beside.grids[1].part
    cards = draw_cards(way_trace[1], CASES, shown[place].shape[:2], screen.body, screen.theme)
    assert np.array_equal(shown[place], cards)
    assert not np.array_equal(before[place], cards)


def test_only_proofs_by_cases_have_cards(way_trace):
    assert cases_of(way_trace.events[1]) is CASES
    counted = Proof(((0, 2),), False, (Count((1, 2), 1, 0, ((0, 2),)),))
    assert cases_of(ev.Proved(((0, 2),), False, ((1, 2),), False, counted)) is None
    assert cases_of(ev.Proved(((0, 2),), False, ((1, 2),), False)) is None
