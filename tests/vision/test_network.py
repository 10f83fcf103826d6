"""The network names the cells of drawn boards."""

import numpy as np

from minevis.vision import network
from skins import SKINS, draw, middle_of_game


def test_the_network_names_the_cells_of_drawn_boards():
    position = middle_of_game("intermediate", 1, 0.5)
    for skin in ("flat", "dark", "checker"):
        picture = draw(position, SKINS[skin], margin=(0, 0))
        names = network.reader_network()(picture.astype(np.float32)).argmax(-1)
        assert (network.CODES[names] == position.view).mean() > 0.97, skin
