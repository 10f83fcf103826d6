"""The neighbour list of a listing, as printed and put right, over the same games."""

import re

import minevis as mv
from notebooks_made import ROOT
from research.printed_neighbours import ALL_EIGHT, AS_PRINTED, ratio

GAMES = 1_500
ROW = re.compile(r"^\| (\d) \| ([\d.]+) ± [\d.]+ % \| ([\d.]+) % \| ([\d.]+) % \|$", re.MULTILINE)


def test_the_lists_differ_in_one_neighbour():
    assert len(set(ALL_EIGHT)) == 8
    assert set(ALL_EIGHT) - set(AS_PRINTED) == {(0, 1)}
    assert AS_PRINTED.count((0, -1)) == 2


def test_the_notes_say_what_the_games_come_to():
    """Over 100,000 games; here are the first of them, with an interval wide enough for all rows."""
    rows = ROW.findall((ROOT / "docs" / "research" / "strength.md").read_text("utf-8"))
    assert [radius for radius, *_ in rows] == ["1", "2", "3", "4"]
    for radius, published, right, printed in rows:
        for told, offsets in ((right, ALL_EIGHT), (printed, AS_PRINTED)):
            found = ratio(offsets, int(radius), GAMES)
            half = (found.high - found.low) / 2
            assert abs(found.ratio - float(told) / 100) < 2 * half
        assert abs(float(published) - float(right)) < 0.2
        assert float(right) - float(printed) > 2


def test_all_eight_neighbours_are_the_player_counting():
    """The same rules on other boards."""
    ours = mv.trials(
        (10, 10, 10), "counting", games=GAMES, first="uniform", safe_radius=4, progress=False
    )
    found = ratio(ALL_EIGHT, 4, GAMES)
    assert found.low - 0.01 < ours.ratio < found.high + 0.01
