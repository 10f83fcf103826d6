"""A counter-based random order: the same on every platform, in numpy and in kernels.

Mines are placed and ties are broken by the smallest hash, so a seed means the same board and
the same game everywhere.

Source: splitmix64, the output function of Steele, Lea and Flood, "Fast splittable
pseudorandom number generators" (OOPSLA 2014).
"""

import numpy as np

GOLDEN = 0x9E3779B97F4A7C15
FIRST_MULTIPLIER = 0xBF58476D1CE4E5B9
SECOND_MULTIPLIER = 0x94D049BB133111EB
MASK_64 = (1 << 64) - 1
PLACING = 0x6D696E6573  # "mines"
CHOOSING = 0x74696573  # "ties"
CLICKING = 0x66697273  # "firs", the first click
TRYING = 0x74726965  # "trie", boards tried until one will do


def splitmix64(x: int) -> int:
    """Return one step of splitmix64: a bijection of the 64-bit integers."""
    x = (x + GOLDEN) & MASK_64
    x = ((x ^ (x >> 30)) * FIRST_MULTIPLIER) & MASK_64
    x = ((x ^ (x >> 27)) * SECOND_MULTIPLIER) & MASK_64
    return x ^ (x >> 31)


def check_seed(seed: int) -> int:
    """Return a seed, an integer from 0 to 2⁶⁴ - 1. Raises `ValueError`."""
    try:
        number = int(seed)
        if number == seed and 0 <= number <= MASK_64 and not isinstance(seed, bool):
            return number
    except (TypeError, ValueError, OverflowError):  # arrays compare element by element
        pass
    raise ValueError(f"seed {seed!r}: a seed is an integer from 0 to 2**64 - 1")


def check_seeds(seed: int, games: int) -> int:
    """Return `seed` if there is a seed for every game from it on. Raises `ValueError`."""
    number = check_seed(seed)
    if number + games - 1 > MASK_64:
        raise ValueError(f"seed={seed} with {games:,} games: the last seed exceeds 2**64 - 1")
    return number


def cell_hashes(seed: int, stream: int, cells: np.ndarray) -> np.ndarray:
    """Return the hashes of flat cells in one stream of `seed`: uint64 [n]."""
    base = splitmix64(splitmix64(seed) ^ stream)
    x = cells.astype(np.uint64) ^ np.uint64(base)
    x = x + np.uint64(GOLDEN)  # array arithmetic wraps, as the scalar code does by mask
    x = (x ^ (x >> np.uint64(30))) * np.uint64(FIRST_MULTIPLIER)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(SECOND_MULTIPLIER)
    return x ^ (x >> np.uint64(31))


def smallest(seed: int, stream: int, cells: np.ndarray, count: int) -> np.ndarray:
    """Return the `count` flat cells with the smallest hashes, in this order: int64 [count]."""
    order = np.argsort(cell_hashes(seed, stream, cells), kind="stable")
    return cells[order[:count]]


def first_of(seed: int, move: int, cells: np.ndarray) -> int:
    """Break a tie among flat `cells` for guess number `move` of a game."""
    return int(smallest(seed, CHOOSING + (move << 32), cells, 1)[0])


def random_cell(seed: int, cells: int) -> int:
    """Return the flat cell of a random first click, among `cells` cells."""
    return int(smallest(seed, CLICKING, np.arange(cells), 1)[0])
