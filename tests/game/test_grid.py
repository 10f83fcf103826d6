"""Array verbs against neighbour loops that nobody has to trust."""

import re
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

import minevis as mv
import naive
from minevis.game import grid
from minevis.game.position import ViewCode
from minevis.render.tiles.atlas import Mark, Tile
from notebooks import figures

shapes = hnp.array_shapes(min_dims=2, max_dims=2, min_side=1, max_side=9)
masks = hnp.arrays(bool, shapes)


@pytest.mark.parametrize("member", [ViewCode.COVERED, Tile.OPENED, Mark(12)])
def test_beside_an_array_an_enum_runs_no_code_in_which_ctrl_c_would_be_lost(member):
    called = []
    sys.setprofile(lambda frame, kind, _: called.append(frame.f_code) if kind == "call" else None)
    np.zeros(3) == member  # noqa: B015
    sys.setprofile(None)
    assert called == []


def cells_set(mask):
    return set(map(tuple, np.argwhere(mask).tolist()))


@given(masks)
def test_neighbour_counts(mask):
    counts = grid.neighbour_counts(mask)
    assert counts.dtype == np.uint8
    assert counts.shape == mask.shape
    for cell in np.ndindex(mask.shape):
        assert counts[cell] == naive.count_around(cells_set(mask), cell, *mask.shape)


@given(hnp.arrays(np.float64, shapes, elements=st.floats(-1, 1)))
def test_block_sums(values):
    for cell in np.ndindex(values.shape):
        block = [values[cell], *(values[c] for c in naive.around(cell, *values.shape))]
        assert grid.block_sums(values)[cell] == pytest.approx(sum(block), abs=1e-12)


@given(masks, st.integers(0, 3))
def test_dilation_is_by_moves_of_a_king(mask, radius):
    grown = mask.copy()
    for _ in range(radius):
        grown = grown | (grid.neighbour_counts(grown) > 0)
    assert np.array_equal(grid.dilate(mask, radius), grown)


@given(masks, st.data())
def test_a_region_is_all_that_is_connected(mask, data):
    if mask.any():
        cell = data.draw(st.sampled_from(sorted(cells_set(mask))))
        labels = grid.numbered_regions(mask)
        assert np.array_equal(grid.region_of(mask, cell), labels == labels[cell])


@given(hnp.arrays(np.int8, shapes, elements=st.integers(0, 2)), st.booleans())
def test_clues_join_the_cells_they_see_and_touching_cells_where_these_are_tied_too(board, tied):
    """Clues are 1, covered cells 2."""
    kinds = {(1, 2), (2, 1), (2, 2)} if tied else {(1, 2), (2, 1)}
    seen = cells_set((board == 2) & (grid.neighbour_counts(board == 1) > 0))
    edges = [
        (one, other)
        for one in np.ndindex(board.shape)
        for other in naive.around(one, *board.shape)
        if (board[one], board[other]) in kinds and ({one, other} - cells_set(board == 1)) <= seen
    ]
    flat = np.array([[row * board.shape[1] + col for row, col in edge] for edge in edges], np.int64)
    ones, others = flat.reshape(-1, 2).T
    parts = grid.component_labels(ones, others, board.shape)
    graph = coo_array((np.ones(ones.size), (ones, others)), shape=(board.size, board.size))
    _, labels = connected_components(graph, directed=False)
    linked = np.unique(flat)
    assert np.array_equal(np.flatnonzero(parts), linked)
    same = parts[linked][:, None] == parts[linked][None]
    assert np.array_equal(same, labels[linked][:, None] == labels[linked][None])


@given(masks)
def test_regions_are_connected_and_complete(mask):
    labels = grid.numbered_regions(mask)
    assert labels.dtype == np.int32
    assert np.array_equal(labels > 0, mask)
    for cell in np.ndindex(mask.shape):
        if mask[cell]:
            reached, waiting = set(), [cell]
            while waiting:
                here = waiting.pop()
                if here not in reached and mask[here]:
                    reached.add(here)
                    waiting += naive.around(here, *mask.shape)
            assert cells_set(labels == labels[cell]) == reached
    met = list(dict.fromkeys(labels[mask].tolist()))
    assert met == list(range(1, labels.max() + 1)), "numbered in board order"


@given(masks, st.data())
def test_neighbours_and_those_in_a_mask(mask, data):
    cell = data.draw(st.tuples(*(st.integers(0, side - 1) for side in mask.shape)))
    around = naive.around(cell, *mask.shape)
    assert grid.neighbours(cell, mask.shape) == around
    expected = [c for c in around if mask[c]]
    width = mask.shape[1]
    assert [divmod(i, width) for i in grid.neighbours_in(mask, cell).tolist()] == expected


@given(masks)
def test_masks_and_cells_round_trip(mask):
    cells = grid.cells_of(mask)
    assert list(cells) == sorted(cells)
    assert np.array_equal(grid.mask_of(cells, mask.shape), mask)
    assert all(type(part) is int for cell in cells for part in cell)


@pytest.mark.parametrize(
    "first", [0, True, "ab", (0,), (0.5, 1), (0, 1, 2), ("0", "1"), (True, 0), [[0, 1], [0, 1]]]
)
def test_what_is_no_cell_is_named(first):
    board = mv.Board.random("beginner8", seed=1, first=(0, 0))
    rule = rf"first={re.escape(repr(first))}: a cell \(row, col\) of two integers is needed"
    for ask in (
        lambda: mv.Board.random("beginner8", seed=1, first=first),
        lambda: mv.no_guess_board("beginner8", "count", first=first, progress=False),
        lambda: mv.play(board, first=first),
        lambda: mv.race(board, ["counting"], first=first),
        lambda: mv.rate(board, first),
    ):
        with pytest.raises(TypeError, match=rule):
            ask()
    with pytest.raises(ValueError, match="it must be a cell"):
        mv.trials("beginner8", games=1, first=first, progress=False)
    game, position = mv.Game(board), mv.Position.parse("mines 2\n#1##")
    known = mv.analyze(position)
    for name, ask in (
        *(("cell", ask) for ask in (game.open, game.flag, game.chord, known.why, known.proof)),
        ("first", lambda cell: figures.question(position, cell, (0, 2))),
        ("second", lambda cell: figures.question(position, (0, 0), cell)),
        ("asked", lambda cell: mv.Puzzle.of("anything", position, [cell])),
        ("best", lambda cell: mv.Puzzle.of("guess", position, [(0, 0)], best=[cell])),
    ):
        with pytest.raises(TypeError, match=rule.replace("first", name, 1)):
            ask(first)


@pytest.mark.parametrize("cell", [[0, 2], np.array([0, 2]), (np.int64(0), np.uint8(2))], ids=str)
def test_a_cell_is_any_pair_of_whole_numbers(cell):
    game = mv.Game(mv.Board.parse("*.."))
    assert game.open(cell) == ((0, 1), (0, 2))
    known = mv.analyze(mv.Position.parse("mines 1\n#10"))
    with pytest.raises(mv.errors.IllegalMoveError, match=r"^\(0, 2\) is open"):
        known.why(cell)
    board = mv.Board.random("beginner8", seed=1, first=np.array([0, 1]))
    assert board == mv.Board.random("beginner8", seed=1, first=(0, 1))
    assert mv.play(board, first=[0, 1]) == mv.play(board, first=(0, 1))


def test_pairs_of_neighbours_and_rims():
    one, other = grid.adjacent_pairs(
        np.array([[False, True, False]]), np.array([[True, False, True]])
    )
    assert (one.tolist(), other.tolist()) == ([1, 1], [2, 0])
    assert grid.neighbours_outside(np.array([[True, False, True]]), (0, 1)).tolist() == [[0, 1, 0]]
    assert grid.rims((2, 3)).tolist() == [[2, 1, 2], [2, 1, 2]]
