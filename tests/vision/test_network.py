"""The network settles doubts about cells, and makes new ones."""

import numpy as np

import minevis as mv
from minevis.vision import network
from skins import SKINS, draw, middle_of_game

FLAG, MINE = network.FLAG, network.MINE


def told(*names, chance=0.999):
    """Return what the network says of a row of cells."""
    logs = np.full((1, len(names), network.NAMES), np.log((1 - chance) / (network.NAMES - 1)))
    logs[0, np.arange(len(names)), names] = np.log(chance)
    return logs


def test_a_sure_name_settles_a_doubt_or_makes_one():
    view, doubtful = np.array([[1, 1, -2, -1]]), np.array([[True, False, True, False]])
    passes = [told(1, 2, MINE, network.QUESTION)] * 2
    better, unclear = network.second_opinion(passes, view, doubtful)
    assert better.tolist() == [[1, 1, -3, -1]]
    assert unclear.tolist() == [[False, True, True, False]]


def test_a_name_that_is_not_sure_changes_nothing():
    view, doubtful = np.array([[1, 1, -2]]), np.array([[True, False, True]])
    first = told(1, 2, FLAG)
    for other in (told(1, 2, FLAG, chance=0.95), told(3, 3, MINE)):
        better, unclear = network.second_opinion([first, other], view, doubtful)
        assert better.tolist() == view.tolist()
        assert unclear.tolist() == doubtful.tolist()


def test_the_network_names_the_cells_of_drawn_boards():
    position = middle_of_game("intermediate", 1, 0.5)
    for skin in ("flat", "dark", "checker"):
        picture = draw(position, SKINS[skin], margin=(0, 0))
        names = network.reader_network()(picture.astype(np.float32)).argmax(-1)
        assert (network.CODES[names] == position.view).mean() > 0.97, skin


def test_a_plain_board_is_read_without_doubts():
    position = middle_of_game("intermediate", 1, 0.5)
    reading = mv.Position.from_image(draw(position, SKINS["flat"]))
    assert (reading.position.view == position.view).all()
    assert not reading.doubtful
