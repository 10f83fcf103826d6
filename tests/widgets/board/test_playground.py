"""The playground, without a browser."""

import pytest

import minevis as mv
from minevis.widgets.board.playground import lesson
from minevis.widgets.board.session import Mistake


@pytest.mark.parametrize(
    ("mistake", "said"),
    [
        (Mistake((0, 2), 1.0, ((1, 1),), ((1, 1),), 0.0), "in every layout that fits. Safe at"),
        (Mistake((0, 2), 0.5, (), ((3, 3),), 0.25), "the least risk was 25 %, at (3, 3)."),
        (Mistake((0, 2), 0.25, (), ((0, 2),), 0.25), "no cell was less risky: bad luck."),
    ],
)
def test_what_a_loss_teaches(mistake, said):
    assert said in lesson(mistake)


def test_the_playground_says_what_the_rules_forbid():
    playground = mv.Playground("beginner")
    playground.do("open", cell=999)
    assert playground.state["caption"]["badge"] == "NO"
    playground.do("open", cell=0)
    assert playground.state["codes"]["board"][0] // 32 == 1
    with pytest.raises(mv.BoardFormatError, match="unknown level 'huge'"):
        mv.Playground("huge")


def test_a_click_on_a_state_that_has_passed_is_refused():
    playground = mv.Playground("beginner", seed=4)
    before = playground.state["moment"]
    for _ in range(2):  # as two clicks come that waited for a busy kernel
        playground._receive(None, {"do": "open", "cell": 0, "moment": before, "number": 1}, None)
    assert playground.session.moves == 1
    assert "did nothing" in playground.state["caption"]["text"]
    now = {"moment": playground.state["moment"]}
    playground._receive(None, {"do": "flag", "cell": 80, "number": 2, **now}, None)
    playground._receive(None, {"do": "flag", "cell": 80, "number": 3, **now}, None)
    assert playground.session.moves == 3  # flags lose no game
