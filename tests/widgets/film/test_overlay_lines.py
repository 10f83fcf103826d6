"""Lines over the cells as plain numbers."""

from minevis.show.panels.links import Outline
from minevis.widgets.film.overlay_lines import sides_of


def test_sides_go_around_each_set_of_cells():
    drawn = sides_of([Outline(((0, 0), (0, 1), (1, 0)), "clue_ring")], (2, 2)).reshape(2, 2)
    up, down, left, right = 16, 32, 64, 128
    assert drawn.tolist() == [[up + left, up + down + right], [down + left + right, 0]]
