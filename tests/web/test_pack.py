"""Lines over the cells as plain numbers, and drawn alike in Python and in the browser."""

from itertools import product

import numpy as np
import pytest
from scipy.ndimage import binary_closing, binary_dilation

from minevis.render.marks import Outline
from minevis.render.mosaic import draw_outlines
from minevis.render.tiles.theme import PAPER
from minevis.web.sheets import outline_sides
from node import answers_of, needs_node

RECTANGLES = """(height, width, cell, sides) => {
  const left = 0, top = 0, found = [];
  const panel = { height, width, cell, left, top,
    x: (at) => (at % width) * cell, y: (at) => Math.floor(at / width) * cell };
  const lines = new script.Lines(panel);
  lines.change(sides, [], () => {});
  const nothing = () => {};
  const pen = { save: nothing, beginPath: nothing, rect: nothing, clip: nothing, restore: nothing,
    fillRect: (...rectangle) => found.push(rectangle) };
  lines.draw(pen, { search: [0, 0, 0], clue_ring: [0, 0, 0], ink: [0, 0, 0] });
  return found;
}"""
CORNER = ((0, 0), (0, 1), (1, 0))
BAND = ((1, 0), (1, 1), (1, 2), (1, 3))
ALL = tuple((row, col) for row in range(3) for col in range(4))
INNER = ((1, 1), (1, 2))
TURNING = ((1, 1), (1, 2), (1, 3), (2, 1), (3, 1), (3, 2))
RING = tuple((row, col) for row in (1, 2, 3) for col in (1, 2, 3) if (row, col) != (2, 2))


def drawn_by_python(cells, role, size, shape=(3, 4)):
    part = np.zeros((shape[0] * size, shape[1] * size, 3), np.uint8)
    draw_outlines(part, [Outline(cells, role)], size, PAPER)
    return part.any(axis=2)


def drawn_by_browser(asked):
    """The pixels of the lines around cells, in a role and at a size, for each of some lists."""
    given = [
        [3, 4, size, outline_sides([Outline(cells, role)], (3, 4)).tolist()]
        for cells, role, size in asked
    ]
    for found, (*_, size) in zip(
        answers_of("shared/overlay_lines.js", RECTANGLES, given), asked, strict=True
    ):
        drawn = np.zeros((3 * size, 4 * size), bool)
        for left, top, width, height in found:
            drawn[max(top, 0) : top + height, max(left, 0) : left + width] = True
        yield drawn


@pytest.mark.parametrize("size", [16, 36])
@pytest.mark.parametrize("cells", [CORNER, BAND, ALL])
def test_a_line_around_cells_at_the_rim_is_closed(cells, size):
    """Along each side that the set has at the rim of the board, too."""
    drawn, thick = drawn_by_python(cells, "search", size), max(1, round(size / 16))
    for row, col in cells:
        cell = drawn[row * size :, col * size :][:size, :size]
        for axis, is_rim in enumerate((row in (0, 2), col in (0, 3))):
            assert not is_rim or cell.sum(axis=axis).min() >= thick, (row, col)


@pytest.mark.parametrize("size", [16, 36, 64])
@pytest.mark.parametrize("cells", [TURNING, RING])
def test_lines_meet_where_a_set_turns_and_do_not_cross(cells, size):
    """The line outside a set is what lies around its cells and the gaps between them."""
    gap, thick = max(1, round(size / 32)), max(1, round(size / 16))
    region = np.zeros((5 * size, 5 * size), bool)
    for row, col in cells:
        region[row * size : (row + 1) * size - gap, col * size : (col + 1) * size - gap] = True
    region = binary_closing(region, np.ones((2 * gap + 1, 2 * gap + 1)))
    around = binary_dilation(region, np.ones((2 * thick + 1, 2 * thick + 1))) & ~region
    assert np.array_equal(drawn_by_python(cells, "search", size, (5, 5)), around)


@needs_node
def test_python_and_the_browser_draw_the_same_lines():
    roles, sizes = ("search", "clue_ring", "ink"), (9, 16, 36, 48)
    asked = [*product((CORNER, BAND, ALL, INNER), roles, sizes)]
    for each, theirs in zip(asked, drawn_by_browser(asked), strict=True):
        assert np.array_equal(drawn_by_python(*each), theirs), each
