"""Layouts that fit, found by the script of a saved page and checked against Python."""

import numpy as np
import pytest

import minevis as mv
from minevis.core.grid import neighbour_counts
from minevis.core.position import ViewCode
from node import answers_of, needs_node
from positions import answers, golden

MARKS = {-1: "#", -2: "F", -3: "*"}


def board_of(position):
    """A position as the script takes it."""
    height, width = position.shape
    view = [MARKS.get(int(code), str(code)) for code in position.view.ravel()]
    return {"height": height, "width": width, "mines": position.mines, "view": view}


def asked_of(cases):
    """Arguments for each cell as a mine and as none, and what each should come to."""
    asked, expected = [], []
    for position, chances in cases:
        covered = np.flatnonzero((position.view == ViewCode.COVERED).ravel())
        for cell in covered[:: max(len(covered) // 12, 1)].tolist():
            for mined in (True, False):
                asked.append((board_of(position), cell, mined))
                chance = chances.ravel()[cell]
                expected.append((position, cell, mined, chance > 0 if mined else chance < 1))
    return asked, expected


def check(cases):
    asked, expected = asked_of(cases)
    found = answers_of("film/layouts.js", "script.fittingLayout", asked)
    for layout, (position, cell, mined, possible) in zip(found, expected, strict=True):
        assert (layout is not None) == possible
        if layout is None:
            continue
        mines = np.array(layout).reshape(position.shape)
        opened = position.view >= 0
        assert mines.ravel()[cell] == mined
        assert mines.sum() == position.mines
        assert not mines[opened].any()
        assert mines[position.view < ViewCode.COVERED].all()
        assert (neighbour_counts(mines)[opened] == position.view[opened]).all()
    return len(found)


@needs_node
def test_layouts_fit_and_there_are_none_where_python_counts_none():
    cases = [(position, answers(entry)) for _, position, entry in golden()]
    assert check(cases) > 1_000


@needs_node
@pytest.mark.parametrize("mines", [2, 3, 4])
def test_the_mines_of_the_whole_board_are_minded(mines):
    position = mv.Position.parse("##1##\n##1##", mines=mines)
    assert check([(position, mv.analyze(position).probability)]) == 16
