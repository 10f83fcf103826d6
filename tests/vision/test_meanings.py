"""Cells whose meaning a picture does not decide are doubtful: never wrong in silence."""

from dataclasses import replace

import numpy as np
import pytest
from PIL import Image, ImageDraw

import minevis as mv
from skins import SKINS, draw, middle_of_game, rgb

GAME = middle_of_game("beginner", 0, 0.4)
LATE = middle_of_game("beginner", 2, 0.8)
CELL, LEFT, TOP = 24, 30, 60
FULL = LATE.view.copy()  # with every proven mine flagged
FULL[mv.analyze(mv.Position(np.where(LATE.view == -2, -1, LATE.view))).mined] = -2
PLAIN = replace(SKINS["flat"], page="ffffff")


def silent(reading, view):
    """Return the cells that are read wrongly and are not doubtful."""
    wrong = np.argwhere(reading.position.view != view).tolist()
    return {tuple(cell) for cell in wrong} - set(reading.doubtful)


def marked(view, skin, cells, paint):
    """Return a picture of `view` on which `paint` (pen, box) has drawn on `cells`."""
    shown = np.where(cells, -1, view)
    image = Image.fromarray(draw(mv.Position(shown), skin))
    pen = ImageDraw.Draw(image)
    for row, col in np.argwhere(cells).tolist():
        left, top = LEFT + CELL * col, TOP + CELL * row
        paint(pen, (left + 1, top + 1, left + CELL - 2, top + CELL - 2))
    return np.array(image)


def ground(colour):
    return lambda pen, box: pen.rectangle(box, rgb(colour))


def diamond(pen, box):
    left, top, right, bottom = np.add(box, (5, 5, -5, -5))
    across, down = (left + right) / 2, (top + bottom) / 2
    pen.polygon([(across, top), (right, down), (across, bottom), (left, down)], (230, 170, 20))


def cross(pen, box):
    left, top, right, bottom = np.add(box, (5, 5, -5, -5))
    pen.line((left, top, right, bottom), (200, 30, 30), 3)
    pen.line((left, bottom, right, top), (200, 30, 30), 3)


@pytest.mark.parametrize(
    ("skin", "paint"),
    [
        *((PLAIN, ground("18b018")), (SKINS["checker"], ground("c03030"))),
        *((PLAIN, diamond), (SKINS["bevel"], cross)),
    ],
)
def test_flags_by_colour_or_by_odd_signs_are_flags_or_doubtful(skin, paint):
    reading = mv.Position.from_image(marked(FULL, skin, FULL == -2, paint))
    assert not silent(reading, FULL)
    assert len(reading.doubtful) < 0.2 * FULL.size


def test_digits_of_one_colour_on_tinted_cells_are_told_apart():
    tints = ("dff0c8", "e8e0c0", "f0d0b8", "f0c0a8", "e8b0a0", "e0a098", "d89090", "d08088")
    skin = replace(SKINS["gaps"], digits=("303030",) * 8)
    picture = draw(GAME, skin)
    for (row, col), code in np.ndenumerate(GAME.view):
        if code > 0:
            cell = picture[TOP + CELL * row :, LEFT + CELL * col :][: CELL - 3, : CELL - 3]
            cell[(cell == rgb(skin.opened[0])).all(2)] = rgb(tints[code - 1])
    reading = mv.Position.from_image(picture)
    assert (reading.position.view == GAME.view).all()
    assert len(reading.doubtful) < 0.1 * GAME.view.size


@pytest.mark.parametrize("share", [0.55, 0.8])
def test_cells_of_a_row_that_is_cut_count_as_covered(share):
    position = middle_of_game("intermediate", 1, 0.5)
    picture = draw(position, SKINS["bevel"], margin=(30, 60))
    reading = mv.Position.from_image(picture[: 60 + round((11 + share) * CELL)])
    view = position.view[:12].copy()
    view[-1] = -1
    assert (reading.position.view == view).all()
    assert {(11, col) for col in range(16)} <= set(reading.doubtful)
    note = "the last row is cut by the edge of the picture: its cells count as covered"
    assert reading.notes == (note,)
    with pytest.warns(UserWarning, match="count as covered"):
        safe = mv.analyze(reading).safe
    board = mv.Board.random("intermediate", seed=1, first=(4, 4), safe_radius=1)
    assert safe.any()
    assert not (safe & board.mined[:12]).any()


def test_a_picture_that_ends_at_a_line_may_be_a_part_of_a_board_or_end_with_it():
    """Clues of the last row count mines below it."""
    position = middle_of_game("expert", 3, 0.35, flags=False)
    picture = draw(position, SKINS["bevel"], margin=(0, 0))
    reading = mv.Position.from_image(picture[: 9 * CELL, : 12 * CELL])
    assert (reading.position.view == position.view[:9, :12]).all()
    assert [question.option for question in reading.questions] == ["part"]
    assert "br" in reading.questions[0].answers
    with pytest.warns(UserWarning, match="Does the board go on"):
        mv.analyze(reading)
    picture = draw(LATE, SKINS["bevel"], margin=(0, 0))
    reading = mv.Position.from_image(picture)
    assert not silent(reading, LATE.view)
    assert len(reading.doubtful) < 10
