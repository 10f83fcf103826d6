"""The hash that places mines and breaks ties: frozen, since seeds must mean the same for ever."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from minevis.game import hashing
from minevis.game.hashing import GOLDEN, MASK_64, check_seed, splitmix64

seeds = st.integers(0, MASK_64)


def test_the_hashes_of_seeds_and_cells_are_frozen():
    states = [0, GOLDEN, 2 * GOLDEN & MASK_64]
    stream = [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
    assert [splitmix64(state) for state in states] == stream
    frozen = [8138100398061130196, 13840352370416223777, 3671983977808056280]
    assert hashing.cell_hashes(10, hashing.PLACING, np.arange(3)).tolist() == frozen
    smallest = hashing.smallest(10, hashing.PLACING, np.arange(480), 5)
    assert smallest.tolist() == [220, 238, 132, 52, 369]


@given(seeds, seeds, st.lists(st.integers(0, 2**31), min_size=1))
def test_numpy_and_plain_integers_agree(seed, stream, cells):
    base = splitmix64(splitmix64(seed) ^ stream)
    expected = [splitmix64(base ^ cell) for cell in cells]
    hashes = hashing.cell_hashes(seed, stream, np.array(cells))
    assert hashes.dtype == np.uint64
    assert hashes.tolist() == expected


@given(seeds, st.integers(0, 100), st.integers(1, 50))
def test_the_smallest_are_the_smallest(seed, count, size):
    cells = np.arange(size) * 3
    hashes = dict(zip(cells.tolist(), hashing.cell_hashes(seed, 7, cells).tolist(), strict=True))
    expected = sorted(hashes, key=hashes.get)[:count]
    assert hashing.smallest(seed, 7, cells, count).tolist() == expected


@given(seeds, st.integers(0, 10**6), st.permutations(range(12)))
def test_ties_do_not_depend_on_the_order_of_the_cells(seed, move, cells):
    ordered = hashing.first_of(seed, move, np.arange(12))
    assert hashing.first_of(seed, move, np.array(cells)) == ordered
    assert 0 <= ordered < 12


def test_ties_differ_from_move_to_move_and_are_fair():
    falls = [hashing.first_of(3, move, np.arange(4)) for move in range(400)]
    assert all(70 < falls.count(cell) < 130 for cell in range(4))


@pytest.mark.parametrize("seed", [0, 10, MASK_64, np.int64(5), 3.0])
def test_good_seeds(seed):
    assert check_seed(seed) == seed
    assert type(check_seed(seed)) is int


@pytest.mark.parametrize("seed", [-1, 2**64, 0.5, float("nan"), float("inf"), "ten", None])
def test_bad_seeds_are_named(seed):
    with pytest.raises(ValueError, match=r"seed"):
        check_seed(seed)
