"""Pictures read in the browser: as in Python on drawn boards, and nothing wrong in silence."""

import base64
import json

import numpy as np
import pytest

import minevis as mv
from minevis.game.position import MARK_OF_CODE
from minevis.utils.files import asset_path
from node import answers_of, needs_node
from skins import SKINS, draw, middle_of_game

pytestmark = needs_node
READ = """(pictures, { shapes, small, exact }) => {
  const bytes = (text) => new Uint8Array(Buffer.from(text, "base64"));
  const weights = {
    shapes,
    small: new Int8Array(bytes(small)),
    exact: new Float32Array(bytes(exact).buffer),
  };
  return pictures.map(({ data, shape = null, ...size }) =>
    script.readingOf(weights, { ...size, data: bytes(data) }, shape));
}"""
GAMES = (("beginner", 1, 24), ((8, 12, 16), 4, 31))


def text_of(data):
    return base64.b64encode(data.tobytes()).decode()


def readings(*pictures, **options):
    """What the browser reads in pictures, uint8 [height, width, 3]."""
    with np.load(asset_path("reader_net.npz")) as stored:
        small, exact = text_of(stored["small"]), text_of(stored["exact"].astype(np.float32))
        network = {"shapes": json.loads(stored["shapes"].tobytes()), "small": small, "exact": exact}
    asked = []
    for picture in pictures:
        height, width = picture.shape[:2]
        data = np.dstack([picture, np.full((height, width), 255, np.uint8)])
        asked.append({"height": height, "width": width, "data": text_of(data), **options})
    return answers_of("reading/reading.js", READ, [(asked, network)])[0]


def marks_of(view):
    return [MARK_OF_CODE[int(code)] for code in view.ravel()]


@pytest.mark.parametrize("skin", SKINS)
def test_drawn_boards_are_read_as_in_python(skin):
    positions = [middle_of_game(level, seed) for level, seed, _ in GAMES]
    pictures = [draw(p, SKINS[skin], cell) for p, (*_, cell) in zip(positions, GAMES, strict=True)]
    for answer, position, picture in zip(readings(*pictures), positions, pictures, strict=True):
        reading, width = answer["reading"], position.shape[1]
        assert (reading["height"], reading["width"]) == position.shape
        view, doubtful = np.array(reading["view"]), {*reading["doubtful"]}
        wrong = view != np.array(marks_of(position.view))
        assert {*np.flatnonzero(wrong).tolist()} <= doubtful
        python = mv.Position.from_image(picture)
        doubtful |= {row * width + col for row, col in python.doubtful}
        other = view != np.array(marks_of(python.position.view))
        assert {*np.flatnonzero(other).tolist()} <= doubtful
        assert len(doubtful) < 0.2 * view.size


def test_what_cannot_be_read_is_refused_in_words():
    noise = np.random.default_rng(1).integers(0, 256, (200, 200, 3), dtype=np.uint8)
    pictures = {
        "picture small": noise[:20],
        "picture none": np.full_like(noise, 200),
        "picture cut": draw(middle_of_game((8, 12, 16), 4), SKINS["flat"])[:, 30 + 7 : -30],
        "picture unclear": draw(mv.Position.parse("0" * 9 + "\n0000####0" * 8), SKINS["flat"]),
    }
    answers = readings(noise, *pictures.values())
    assert [answer.get("refused", {}).get("name") for answer in answers[1:]] == [*pictures]
    assert "refused" in answers[0]


def test_a_crop_is_a_part_of_a_board_and_the_shape_can_be_given():
    position = middle_of_game("intermediate", 1, 0.5)
    board = draw(position, SKINS["flat"], margin=(0, 0))
    crop, whole = (answer["reading"] for answer in readings(board[48:216, 72:288], board))
    assert (crop["isPart"], whole["isPart"]) == (True, False)
    marks = marks_of(position.view[2:9, 3:12].ravel())
    wrong = [
        at for at, both in enumerate(zip(crop["view"], marks, strict=True)) if len({*both}) > 1
    ]
    assert {*wrong} <= {*crop["doubtful"]}
    picture = draw(middle_of_game((8, 12, 16), 4), SKINS["dark"])
    (answer,) = readings(picture, shape=[8, 11])
    assert (answer["reading"]["height"], answer["reading"]["width"]) == (8, 11)
