import re
from base64 import b64decode
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from minevis.render.tiles.theme import PAPER, THEMES
from puzzles_made import MADE

CELL = re.compile(r"\(\d+, \d+\)")


@pytest.mark.parametrize("puzzle", MADE, ids=lambda puzzle: puzzle.kind)
def test_a_notebook_shows_the_question_and_not_the_answer(puzzle):
    data, told = puzzle._repr_mimebundle_()
    assert data["text/plain"] == repr(puzzle)
    assert not CELL.search(told["image/png"]["alt"])
    size = Image.open(BytesIO(b64decode(data["image/png"]))).size
    pixels = puzzle.picture().pixels
    assert size == pixels.shape[1::-1]
    assert (pixels == PAPER.search).all(axis=2).sum() > 100  # the line around what is asked


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (0, "(0, 2) is a mine. The 1 at (1, 3) has all its mines: (0, 3) is safe."),
        (1, "Nothing is safe"),
        (2, "so (0, 0), (0, 4) and (0, 5) are safe"),
        (3, "(0, 0) is the best guess: it is a mine in 13 %"),
    ],
)
def test_the_solution_is_drawn_and_told(number, said):
    puzzle = MADE[number]
    solved, asked = puzzle.picture(solution=True), puzzle.picture()
    assert said in solved.words
    assert said not in asked.words
    board = np.s_[54:84]  # its first row
    same = bool((solved.pixels[board] == asked.pixels[board]).all())
    assert same == (said == "Nothing is safe")


def test_a_picture_has_the_title_the_mines_left_the_theme_and_the_size_asked_for():
    assert MADE[1].picture().words.startswith("Anything safe? Is any cell")
    pixels = MADE[0].picture(theme="dark", cell=20).pixels
    assert (pixels[0, 0] == THEMES["dark"].ground).all()
    with pytest.raises(ValueError, match="cell=1: it must be an integer from 2 to 128"):
        MADE[0].picture(cell=1)
    told = [puzzle.picture().words.endswith("mines left: 1") for puzzle in MADE]
    assert told == [False, False, True, True]
