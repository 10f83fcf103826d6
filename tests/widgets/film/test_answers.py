"""Answers to "why this cell?"."""

import numpy as np
import pytest

import minevis as mv
from minevis.core.position import Position, ViewCode
from minevis.show.tiles.atlas import Mark
from minevis.widgets.film.answers import Answers, answer, position_at


def test_answers_prove_or_weigh(small):
    position = position_at(small, 1)
    known = mv.analyze(position)
    for cell in map(tuple, np.argwhere(position.view == ViewCode.COVERED).tolist()):
        told = answer(position, cell)
        certain = known.safe[cell] or known.mined[cell]
        assert (told["badge"] == "ODDS") == (not certain)
        assert "links" in told or not certain
    with pytest.raises(mv.IllegalMoveError, match=r"\(9, 0\) lies outside: the board is 9×9"):
        answer(position, (9, 0))


@pytest.mark.parametrize("text", ["mines 2\n#1##\n#1##", "mines 1\n1#\n##", "mines 3\n####\n#2##"])
def test_an_uncertain_cell_is_drawn_as_a_mine_and_as_none(text):
    position = Position.parse(text)
    known = mv.analyze(position)
    for row, col in np.argwhere((known.probability > 0) & (known.probability < 1)).tolist():
        *steps, taught = answer(position, (row, col))["steps"]
        assert [step["role"] for step in steps] == ["mine", "safe"]
        assert taught["text"].startswith(f"If {(row, col)} is free, it shows ")
        for step in steps:
            view = position.view.copy()
            marks = dict(step["marks"])
            assert (marks[row * view.shape[1] + col] == Mark.MINED) == (step["role"] == "mine")
            for flat, mark in marks.items():
                view.flat[flat] = -2 if mark in (Mark.MINED, Mark.KNOWN_MINED) else -1
            assert mv.analyze(Position(view, position.mines)).configurations > 0  # it fits


def test_an_unlikely_mine_is_drawn_too():
    position = Position.parse("mines 1\n" + "#" * 60)
    steps = answer(position, (0, 59))["steps"]
    assert [step["role"] for step in steps[:2]] == ["mine", "safe"]


def test_a_bar_tells_how_far_long_work_is(small, bars, capsys):
    Answers.of(small, progress=True)
    assert "100%" in capsys.readouterr().err
    Answers.of(small)
    assert capsys.readouterr().err == ""
