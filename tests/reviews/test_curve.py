import json

import numpy as np
import pytest

import minevis as mv
from minevis.errors import ContradictionError
from minevis.game.position import Position
from minevis.reviews.curve import curve_of
from minevis.reviews.winning import win_chance, win_estimate
from minevis.solver.events import Exploded, Finished, Guessed, Opened, Reviewed, Started
from minevis.trace.trace import Trace
from minevis.words.move_list import move_list
from node import answers_of, needs_node

GAME = mv.play(mv.Board.random("beginner", seed=3), first=(0, 0))


def test_a_curve_goes_from_doubt_to_the_end_through_all_guesses():
    curve = curve_of(GAME)
    assert 0.5 < curve["wins"][0] < 1
    assert (curve["wins"][-1], curve["exact"][-1]) == (1.0, True)
    assert curve["at"] == sorted(set(curve["at"]))
    assert json.loads(json.dumps(curve)) == curve
    curve = curve_of(GAME)
    last = GAME[curve["at"][0]]
    fit = mv.analyze(Position(last.view, last.mines)).configurations
    assert curve["layouts"][0] == pytest.approx(np.log10(float(fit)), abs=0.01)
    assert curve["layouts"][-1] == 0
    few = curve_of(GAME, points=4)
    assert len(few["at"]) < len(curve_of(GAME)["at"])
    assert [mark["at"] for mark in few["marks"]] == [
        index for index, event in enumerate(GAME.events) if type(event).__name__ == "Guessed"
    ]


def test_a_needless_guess_is_a_mistake_and_says_what_was_safe():
    by_hand = Trace(
        [
            Started(1, 7, 2, "you"),
            Opened((0, 0), ((0, 0), (0, 1)), (0, 1)),
            Opened((0, 3), ((0, 3),), (1,)),
            Opened((0, 5), ((0, 5),), (1,)),
        ]
    )
    forced, needless = curve_of(by_hand)["marks"]
    assert (forced["at"], forced["told"]) == (2, 2)
    assert (needless["at"], needless["told"], needless["mistake"]) == (3, 3, True)
    assert needless["text"] == "(0, 4) is safe, by counting."
    assert needless["cost"] > 0


@pytest.mark.parametrize("seed", [0, 7])  # a forced and a needless guess; a fatal one
def test_mistakes_and_guesses_lead_to_the_words_that_tell_of_them(seed):
    board = mv.Board.random("beginner", seed=seed, first=(0, 0))
    played = mv.play(
        board, mv.Player(rules=("count",), odds=None, guess="uniform"), first=(0, 0), seed=1
    )
    by_hand = (Started, Opened, Exploded, Finished)
    trace = mv.Trace([event for event in played.events if isinstance(event, by_hand)])
    found = mv.review(trace, effort="quick")
    assert any(click.guess and click.safe for click in found.clicks)
    for shown in (trace.with_reasons(found), trace.with_verdicts(found)):
        marks = curve_of(shown)["marks"]
        told = [shown.events[mark["told"]] for mark in marks]
        assert all(isinstance(event, Guessed | Reviewed) for event in told)
        mistakes = [event for mark, event in zip(marks, told, strict=True) if mark["mistake"]]
        assert mistakes
        assert all(isinstance(event, Reviewed) for event in mistakes)
        assert [event.cell for event in told] == [guess.cell for guess in found.guesses]
        lines = [line["at"] for line in move_list(shown) if line["kind"] == "g"]
        assert len(lines) == shown.guesses
        assert all(isinstance(shown.events[at], Guessed | Reviewed) for at in lines)


def test_estimates_are_exact_for_few_layouts_and_there_are_none_for_none():
    position = Position.parse("mines 2\n#1##")
    found = win_estimate(position)
    assert (found.exact, found.layouts) == (True, 2)
    assert found.value == win_chance(position).value
    assert win_estimate(Position.parse("*#", mines=1)).value == 0
    wrong = Trace([Started(1, 3, 1, "you"), Opened((0, 1), ((0, 1),), (2,))])
    assert curve_of(wrong) is None
    with pytest.raises(ContradictionError):
        win_estimate(Position.parse("#2#", mines=1))


def chance_before(curve, index):
    """What the curve says where a guess at event `index` is thought about."""
    at = max(place for place, event in enumerate(curve["at"]) if event < index)
    return curve["wins"][at], curve["exact"][at]


@pytest.mark.parametrize("reviewed", [False, True])
def test_the_curve_says_before_a_guess_what_the_words_say(reviewed):
    board = mv.Board.random("expert", seed=5, first=(0, 0))
    trace = mv.play(board, "exact" if reviewed else "best", first=(0, 0))
    found = trace.review(effort="quick") if reviewed else None
    if reviewed:
        told = {guess.index: (guess.best_win, guess.exact) for guess in found.guesses}
    else:
        picked = {i: e.options[0] for i, e in enumerate(trace.events) if isinstance(e, Guessed)}
        told = {index: (option.win, option.exact) for index, option in picked.items()}
    curve = curve_of(trace, reviewed=found)
    assert len(told) > 3
    for index, (win, exact) in told.items():
        shown, exactly = chance_before(curve, index)
        assert shown == pytest.approx(win, abs=0.0006)
        assert exactly >= exact


@needs_node
def test_the_line_holds_its_value_between_clicks_as_the_words_do():
    """All the thinking before a click was drawn as a ramp from one chance to the next."""
    curve = curve_of(GAME)
    film = {"curves": [curve], "stops": [i / (len(GAME) - 1) for i in range(len(GAME))]}
    asked = """(film) => {
      const curve = new script.Curve({ ...film, beatOf: (event) => event }, (key) => key);
      const values = film.stops.map((_, event) => curve.valueAt(event));
      return [curve.points(1, (value) => value), values];
    }"""
    ((points, values),) = answers_of("film/curve.js", asked, [[film]])
    for event, stop in enumerate(film["stops"]):
        if event < curve["at"][-1]:
            left = [y for x, y in points if x <= stop][-1]
            right = next(y for x, y in points if x > stop)
            assert left == right == values[event]
    for mark in curve["marks"]:
        assert values[mark["at"]] in [y for x, y in points if x <= film["stops"][mark["at"]]][-1:]
