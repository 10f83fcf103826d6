"""The oracle itself, on cases small enough to check by hand."""

from fractions import Fraction

import naive


def test_one_clue_in_a_row_of_three():
    assert naive.odds([[-1, 1, -1]], 1) == ({(0, 0): Fraction(1, 2), (0, 2): Fraction(1, 2)}, 2)


def test_the_number_of_mines_decides():
    assert naive.layouts([[-1, 1, -1, -1]], 2) == [{(0, 0), (0, 3)}, {(0, 2), (0, 3)}]


def test_flags_and_explosions_are_mines():
    view = [[-2, 2, -3], [-1, -1, -1]]
    assert naive.layouts(view, 2) == [{(0, 0), (0, 2)}]
    assert naive.odds(view, 2) == ({(0, 0): 1, (1, 0): 0, (1, 1): 0, (1, 2): 0}, 1)


def test_a_contradiction_has_no_layout():
    assert naive.odds([[3, -1]], 1) == ({}, 0)
    assert naive.odds([[-2, -2]], 1) == ({}, 0)


def test_what_constraints_prove():
    a, b, c = (0, 0), (0, 1), (0, 2)
    assert naive.entails([((a, b), 2)], {a, b, c}, a, mined=True)
    assert not naive.entails([((a, b), 1)], {a, b, c}, a, mined=True)
    assert not naive.entails([((a, b), 1)], {a, b, c}, c, mined=False)
    assert naive.entails([((a, b), 1)], {a, b, c}, c, mined=False, left=1)
    assert naive.entails([((a, b), 1), ((a, b, c), 1)], {a, b, c}, c, mined=False)


def test_flood_stops_at_numbers():
    mined = [[False, False, False, True, False]]
    assert naive.flood(mined, (0, 0)) == {(0, 0), (0, 1), (0, 2)}
    assert naive.flood(mined, (0, 2)) == {(0, 2)}


def test_clicks_to_win():
    assert naive.clicks_to_win([[False, False, False, True, False]]) == 2
    assert naive.clicks_to_win([[True, False], [False, False]]) == 3
    assert naive.clicks_to_win([[True]]) == 0
