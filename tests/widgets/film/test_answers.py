"""Answers to "why this cell?"."""

import numpy as np
import pytest

import minevis as mv
from minevis.core.position import ViewCode
from minevis.widgets.film.answers import answer, position_at


def test_answers_prove_or_weigh(small):
    position = position_at(small, 1)
    known = mv.analyze(position)
    for cell in map(tuple, np.argwhere(position.view == ViewCode.COVERED).tolist()):
        told = answer(position, cell)
        certain = known.safe[cell] or known.mined[cell]
        assert (told["badge"] == "ODDS") == (not certain)
        assert "links" in told or not certain
    with pytest.raises(mv.IllegalMoveError, match=r"\(9, 0\) lies outside a 9×9 board"):
        answer(position, (9, 0))
