"""What a browser may ask of a widget: any message is answered, by an action or with a reason."""

import re
from unittest.mock import Mock

import pytest

import minevis as mv
from asked import answers
from minevis.reviews.curve import curve_of
from minevis.web.race_pack import race_curves
from minevis.web.scrubber import MOST_OPEN

BOARD = mv.Board.parse("*..")
WIDGETS = {
    "playground": lambda: mv.Playground((2, 2, 1)),
    "editor": lambda: mv.Editor("mines 2\n2#\n##"),
    "scrubber": lambda: mv.play(BOARD, first=(0, 2)).scrubber(),
    "race": lambda: mv.race(BOARD, ["exact"], first=(0, 2)).scrubber(),
}
ODD = [None, True, -1, 10**30, float("inf"), "", "x" * 10**6, "\0", [], [[0]], {"a": 1}]


@pytest.mark.parametrize("kind", WIDGETS)
def test_messages_of_any_form_are_answered_and_run_actions_only(kind):
    widget = WIDGETS[kind]()
    names = ["__init__", "do", "save_state", "unobserve_all", *map(str, ODD)]
    for reply in answers(widget, *({"do": name} for name in names)):
        assert reply["refused"].startswith("Unknown action")
        assert len(reply["refused"]) < 1_000
    for value in ODD:
        fields = ("cell", "name", "data", "no_guess", "level", "theme", "kind", "step", "self")
        asked = [{"do": name, field: value} for name in widget.actions() for field in fields]
        for message, reply in zip(asked, answers(widget, *asked), strict=True):
            assert "refused" in reply or message["do"] == "close" or not value, message
            assert len(repr(reply)) < 10**7
    widget.send = None  # it would fail if called
    for message in (None, [], "x", {}, {"tiles": "paper", "number": 1}):
        widget._receive(None, message, None)


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ({"do": "opne"}, "Unknown action 'opne': choose .*; did you mean 'open'"),
        ({"do": "open"}, "Value={}: object missing required field cell."),
        ({"do": "open", "cell": 0, "x": 1}, "Value={.*}: object contains unknown field x."),
        ({"do": "open", "cell": -1}, "Cell=-1: expected int >= 0."),
        ({"do": "flag", "cell": 0.5}, r"Cell=0\.5: expected int, got float."),
        ({"do": "chord", "cell": 4}, r"Cannot chord on \(2, 0\): the board is 2×2."),
        ({"do": "deal", "cell": 10**9}, r"Cannot open \(500000000, 0\): the board is 2×2."),
        ({"do": "file", "name": 1, "data": ""}, "Name=1: expected str, got int."),
        ({"do": "file", "name": "a.mbf", "data": "no"}, "“a.mbf” arrived incomplete."),
        ({"do": "choose", "level": "easy"}, "Unknown level 'easy'"),
        ({"do": "choose", "level": [9, 9]}, r"Level=\[9, 9\]: expected list of length 3"),
        ({"do": "choose", "level": None}, "Level=None: expected "),
        ({"do": "choose", "level": [9, 9, 82]}, "82 mines do not fit on 9×9 cells"),
        ({"do": "choose", "level": [1_000, 9, 3]}, "1000×9 cells: .* from 1 to 100"),
        ({"do": "choose", "seed": -1}, "Seed -1: a seed is an integer from 0"),
        ({"do": "choose", "radius": 101}, "Radius=101: expected int <= 100"),
        ({"do": "choose", "no_guess": "luck"}, "No_guess='luck'"),
    ],
)
def test_a_browser_is_told_the_field_and_its_value(message, said):
    playground = WIDGETS["playground"]()
    defaults = {"level": "beginner", "seed": 1, "radius": 1} if message["do"] == "choose" else {}
    (reply,) = answers(playground, {**defaults, **message})
    assert re.match(said, reply["refused"]), reply["refused"]
    assert playground.position == mv.Position.fresh((2, 2), 1)


def test_a_bug_is_no_refusal_and_the_browser_is_answered_all_the_same(monkeypatch):
    playground = WIDGETS["playground"]()
    sent = []
    playground.send = lambda reply, _: sent.append(reply)
    monkeypatch.setattr(playground.session, "first_cell", Mock(side_effect=KeyError("position")))
    with pytest.raises(KeyError, match="position"):
        playground._receive(None, {"do": "pick", "number": 7}, None)
    assert sent == [{"reply": 7}]


def sent(playground, moves, *, start=0, at=None, by="view"):
    """Moves of a view, as it sends them for the game that it was shown last."""
    version = playground.played["version"]
    at = start + len(moves) if at is None else at
    counts = {"version": version, "start": start, "at": at, "seconds": 2.0, "helped": ""}
    return {"do": "moves", "moves": moves, "by": by, **counts}


def test_moves_of_a_view_are_taken_and_shown_to_other_views():
    playground = mv.Playground("beginner", seed=4)
    (dealt,) = answers(playground, {"do": "deal", "cell": 0})
    assert playground.game["board"]["mines"] is None
    click = sent(playground, [["open", 0, 0]])
    _, late = answers(playground, click, click)  # the second is for a game that has changed
    assert late["refused"] == "The board has changed since this click was made."
    assert (playground.played["by"], playground.played["refused"]) == ("", late["refused"])
    answers(playground, sent(playground, [["flag", 2, 1.25]], start=1))
    assert (playground.played["by"], playground.played["refused"]) == ("view", "")
    assert playground.game["board"]["mines"] == dealt["mines"]
    assert playground.played["moves"] == [("open", 0, 0.0), ("flag", 2, 1.25)]
    assert playground.trace.clock[-1] == 1.25
    answers(playground, sent(playground, [], start=2, at=0))  # all are taken back
    assert (playground.played["at"], playground.position) == (0, mv.Position.fresh((9, 9), 10))
    answers(playground, sent(playground, [], start=2, at=2))
    assert playground.position.view[0, 2] == -2


@pytest.mark.parametrize(
    ("moves", "at", "rule"),
    [
        ([["jump", 5, 2]], 2, r"Moves\[0\]\[0\]='jump': expected one of open, chord, flag"),
        ([["open", 1, 2]], 2, r"Cannot open \(0, 1\): "),
        ([["flag", 2, 2], ["flag", 10**6, 3]], 2, "Cannot flag .*: the board is 9×9"),  # taken back
        ([["chord", 1, 2]], 2, r"Cannot chord on \(0, 1\): it shows 1"),
        ([["flag", 2, 0.5]], 2, r"Moves\[1\]=.*: the clock goes back"),
        ([["flag", 2, -1]], 2, r"Moves\[0\]\[2\]=-1"),
        ([], 9, "At=9: there are 1 moves"),
    ],
)
def test_impossible_moves_of_a_view_are_refused_and_change_nothing(moves, at, rule):
    playground = mv.Playground("beginner", seed=4)
    answers(playground, sent(playground, [["open", 0, 1]]))
    before = playground.trace, playground.played["moves"], playground.played["at"]
    (reply,) = answers(playground, sent(playground, moves, start=1, at=at))
    assert re.match(rule, reply["refused"]), reply["refused"]
    assert (playground.trace, playground.played["moves"], playground.played["at"]) == before


@pytest.mark.parametrize("kind", ["scrubber", "race"])
def test_films_send_curves_and_tiles_on_request(kind):
    scrubber = WIDGETS[kind]()
    asked = {"do": "curve"}, *({"do": "tiles", "theme": name} for name in ("classic", "x"))
    curve, tiles, unknown = answers(scrubber, *asked)
    expected = [curve_of(scrubber.trace)] if kind == "scrubber" else race_curves(scrubber.race)
    assert curve["answer"] == expected
    assert [bytes(part[:4]) for part in tiles["buffers"]] == [b"RIFF", b"RIFF"]
    assert unknown["refused"].startswith("Unknown theme 'x'")


def test_a_scrubber_opens_boards_by_name_and_closes_those_that_are_left(monkeypatch):
    scrubber = WIDGETS["scrubber"]()
    first = scrubber.film
    answers(scrubber, {"do": "there"}, {"do": "rest"})
    assert len(scrubber.film) > len(first)
    edit = {"do": "open", "kind": "editor", "step": 1}
    one, beyond, other = answers(
        scrubber, edit, {**edit, "step": 10**6}, {**edit, "kind": "playground"}
    )
    opened = scrubber.opened
    assert [bool(reply["model"]) for reply in (one, beyond, other)] == [True, False, True]
    answers(scrubber, *({"do": "close", "name": name} for name in (other["model"], "none of ours")))
    assert opened.comm is None
    answers(scrubber, edit)
    opened = scrubber.opened
    answers(scrubber, *[edit] * MOST_OPEN)
    assert (opened.comm, scrubber.opened.comm is None) == (None, False)
    monkeypatch.setattr(scrubber, "edit", Mock(side_effect=AssertionError("outside a cell")))
    assert answers(scrubber, edit)[0]["model"] is None  # of a host that opens no board
