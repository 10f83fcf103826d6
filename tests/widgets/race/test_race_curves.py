"""Where the browser puts the marks at the ends of the curves of a race."""

from itertools import combinations
from math import hypot

import pytest

from node import answers_of, needs_node

TOP, BOTTOM, WIDTH = 26, 72, 390
SPREAD = "(ends, width, top, bottom) => script.spread(ends, width, top, bottom)"
FALLS = [[50, 72], [96, 72], [138, 72], [130, 72], [390, 26]]
CROWD = [[100 + k % 3, 72] for k in range(12)]
EARLY = [[k, 72] for k in (9, 3, 3, 6, 6)]  # no room for all of them
WINS = [[390, 26], [386, 26], [390, 26]]


@needs_node
@pytest.mark.parametrize("ends", [FALLS, CROWD, EARLY, WINS])
@pytest.mark.parametrize("bottom", [BOTTOM, 48])
def test_ends_of_curves_stand_apart_in_their_order_and_none_seems_still_to_come(ends, bottom):
    asked = [[x, min(y, bottom)] for x, y in ends]
    (places,) = answers_of("race/race_curves.js", SPREAD, [[asked, WIDTH, TOP, bottom]])
    for (end, place), (other, beside) in combinations(zip(asked, places, strict=True), 2):
        assert hypot(place[0] - beside[0], place[1] - beside[1]) >= (4 if ends is EARLY else 15)
        assert (place[0] - beside[0]) * (end[0] - other[0]) >= 0
    for (x, _), (seen, high) in zip(asked, places, strict=True):
        assert seen <= max(x, 8)  # half a mark, at the rim
        assert TOP <= high <= bottom


@needs_node
def test_an_end_with_room_around_it_stays_on_its_curve():
    ends = [[50, 72], [96, 60], [380, 26]]
    assert answers_of("race/race_curves.js", SPREAD, [[ends, WIDTH, TOP, BOTTOM]]) == [ends]
