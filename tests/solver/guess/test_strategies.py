"""Guesses: their preferences, ties, and custom guesses."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import naive
from minevis import GUESSES, Player, Position, analyze, explain
from minevis.game.grid import cells_of
from minevis.game.hashing import first_of
from minevis.solver.events import Guessed, ZerosFound
from minevis.solver.guess.outlook import Outlook
from minevis.solver.guess.strategies import choose
from minevis.solver.knowledge import Knowledge
from positions import positions


def outlook_of(position):
    """The outlook of a player with exact odds."""
    return Outlook.of(Knowledge(position), analyze(position).probability)


def offered_by(name, position):
    return np.argwhere(GUESSES[name](outlook_of(position))).tolist()


@pytest.mark.parametrize("name", GUESSES)
@settings(max_examples=100)
@given(position=positions(max_cells=20))
def test_every_guess_offers_covered_cells_only(name, position):
    outlook = outlook_of(position)
    if outlook.covered.any():
        offered = GUESSES[name](outlook)
        assert offered.any()
        assert not (offered & ~outlook.covered).any()
        if name not in ("uniform", "local_max", "information", "lookahead", "best"):
            least = outlook.odds[outlook.covered].min()
            assert (outlook.odds[offered] <= least + 1e-9).all()


def test_guesses_prefer_what_they_say():
    fresh, ties = Position.fresh((5, 5), 4), [[0, 0], [0, 4], [4, 0], [4, 4]]
    for name in ("likely_zero", "corners", "local_max"):
        assert offered_by(name, fresh) == ties
    assert len(offered_by("edges", fresh)) == 16
    position = Position.parse("\n".join(["1#######", *["########"] * 7]), 9)
    ties = offered_by("likely_zero", position)
    near = offered_by("likely_zero_near_frontier", position)
    assert near
    assert all(cell in ties for cell in near)


@settings(max_examples=100)
@example(position=Position.parse("##", mines=1))
@example(position=Position.parse("00\n00\n11\n##\n##\n##", mines=2))
@given(position=positions(max_cells=20))
def test_no_zero_is_promised_that_no_layout_has(position):
    height, width = position.shape
    told = {type(event): event for event in explain(position)}
    if ZerosFound not in told:
        return
    zeros, guess = told[ZerosFound], told[Guessed]
    layouts = naive.layouts(position.view.tolist(), position.mines)

    def possible(cell):
        block = {cell, *naive.around(cell, height, width)}
        return any(not block & mines for mines in layouts)

    best = max(zeros.chances, default=0.0)
    likeliest = [c for c, chance in zip(zeros.cells, zeros.chances, strict=True) if chance == best]
    assert any(map(possible, likeliest)) == bool(likeliest)
    assert possible(guess.cell) or not guess.zero
    assert any(map(possible, cells_of(position.covered))) == bool(likeliest)


@given(st.integers(0, 2**64 - 1), st.integers(0, 300))
def test_a_tie_falls_by_the_hash_and_is_the_same_every_time(seed, move):
    outlook = outlook_of(Position.fresh((6, 7), 5))
    cell, candidates = choose(outlook, GUESSES["uniform"], seed=seed, move=move)
    flat = first_of(seed, move, np.flatnonzero(candidates))
    assert cell == divmod(flat, 7)
    assert cell == choose(outlook, GUESSES["uniform"], seed=seed, move=move)[0]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda outlook: 3, "bool array of shape"),
        (lambda outlook: outlook.covered[:1], "bool array of shape"),
        (lambda outlook: np.zeros_like(outlook.covered), "no covered cell"),
        (lambda outlook: outlook.odds == outlook.odds.min(), r"NaN, so use np\.nanmin"),
    ],
)
def test_a_guess_that_returns_nonsense_is_told_so(wrong, message):
    with pytest.raises(ValueError, match=message):
        list(explain(Position.parse("#1##\n####", mines=2), Player(guess=wrong)))


@settings(max_examples=50)
@given(position=positions(max_cells=12))
def test_what_a_guess_looks_at_cannot_be_written_to_and_stays_as_it_is(position):
    knowledge = Knowledge(position)
    outlook = Outlook.of(knowledge, analyze(position).probability)
    names = ("view", "covered", "mined", "probability", "local", "odds", "zero", "frontier", "rims")
    before = {name: getattr(outlook, name).copy() for name in names}
    for name in names:
        with pytest.raises(ValueError, match="read-only"):
            getattr(outlook, name)[:] = 0
    knowledge.mark([(0, 0)], mined=True)
    knowledge.view[0, 0] = 8
    for name in names:
        assert np.array_equal(getattr(outlook, name), before[name], equal_nan=True)


def test_a_guess_without_odds_cannot_write_to_its_outlook():
    def careless(outlook):
        with pytest.raises(ValueError, match="read-only"):
            outlook.odds[:] = 0
        return outlook.covered

    player = Player(rules=("count",), odds=None, guess=careless)
    *_, guessed = explain(Position.fresh((2, 2), 1), player)
    assert guessed.risk is None
