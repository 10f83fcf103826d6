"""The ways of a proof by cases, as small cards side by side."""

from collections.abc import Iterator
from math import ceil

import numpy as np

from minevis.game.grid import Cells
from minevis.render.camera import Window, window_around
from minevis.render.cell_marks import known_marks, put
from minevis.render.marks import apart
from minevis.render.options import LARGEST
from minevis.render.panels import board
from minevis.render.tiles.atlas import Mark, Tile, atlas
from minevis.render.tiles.draw_pictures import plain
from minevis.render.tiles.draw_text import ink, line_height, line_mask
from minevis.render.tiles.theme import Theme
from minevis.solver.events import Event, Proved
from minevis.solver.proofs.steps import Cases
from minevis.trace.snapshot import Snapshot

MOST = 12  # cards; of more ways the first are shown
NEAR = 2  # cells: proved cells so near to differing ones are on the cards too
LARGEST_BOX = 8  # cells: a tile shows no larger one


def cases_of(event: Event) -> Cases | None:
    """The cases by which an event proves something, if they can be drawn."""
    steps = event.proof.steps if isinstance(event, Proved) and event.proof else ()
    last = steps[-1] if steps else None
    drawn = isinstance(last, Cases) and last.boxes and last.ways
    return last if drawn and isinstance(last, Cases) else None


def cells_in_cases(cases: Cases) -> Cells:
    """Return all cells of a card: cells of the case, clues, and proved cells."""
    inside = tuple(cell for box in cases.boxes for cell in box)
    return (*cases.clues, *inside, *cases.cells)


def shown_in(cases: Cases) -> Window:
    """Return the part of the board on a card: differing cells, their clues, and near cells.

    Cells that are the same in all ways are on the board, and so are distant proved cells.
    """
    counts = zip(*cases.ways, strict=True)
    boxes = zip(cases.boxes, counts, strict=True)
    differing = [cell for box, mines in boxes if len(set(mines)) > 1 for cell in box]
    cells = differing or [cell for box in cases.boxes for cell in box]
    clues = [clue for clue in cases.clues if min(apart(clue, cell) for cell in cells) == 1]
    near = [cell for cell in cases.cells if min(apart(cell, each) for each in cells) <= NEAR]
    return window_around([*cells, *clues, *near])


def pictures_of(cases: Cases, way: tuple[int, ...]) -> Iterator[tuple[Cells, int]]:
    """Yield the boxes of one way with their pictures: a full disc, an empty one, or two numbers."""
    for box, mines in zip(cases.boxes, way, strict=True):
        many = len(box) if len(box) <= LARGEST_BOX else 1
        yield box, Tile.SUPPOSED + 10 * min(mines, many) + many


def draw_cards(
    s: Snapshot, cases: Cases, size: tuple[int, int], body: int, theme: Theme
) -> np.ndarray:
    """Draw numbered cards in a picture of `size` (h, w) px, under text of `body` px: uint8 RGB.

    A full disc is a mine, an empty one a safe cell, and "1/3" one mine in a box of three.
    """
    page = plain(*size, theme.ground)
    area = shown_in(cases).padded(Window(0, 0, *s.shape))
    ways, head = cases.ways[:MOST], round(line_height(body) * 1.1)
    across, cell = _most_room(len(ways), area, size, head)
    for number, way in enumerate(ways):
        row, column = divmod(number, across)
        high, wide = area.height * cell + head, (area.width + 1) * cell
        top, left = row * (high + head // 2), column * wide
        ink(page, line_mask(str(number + 1), body, True), top, left, theme.deduction)
        pictures, marks = board(s).pictures.copy(), known_marks(s)
        for box, picture in pictures_of(cases, way):
            put(pictures, box, picture)
        put(marks, cases.clues, Mark.CLUE)
        put(marks, cases.cells, Mark.MINED if cases.mined else Mark.SAFE)
        card = atlas(cell, theme=theme).draw(pictures[area.part], marks[area.part])
        page[top + head : top + high, left : left + card.shape[1]] = card
    return page


def _most_room(count: int, area: Window, size: tuple[int, int], head: int) -> tuple[int, int]:
    """Return the number of cards side by side with the widest cells, and that width in px."""

    def cell(across: int) -> int:
        down = ceil(count / across)
        high = (size[0] // down - head - head // 2) // area.height
        return max(4, min(high, size[1] // across // (area.width + 1), LARGEST))

    across = max(range(1, count + 1), key=cell)
    return across, cell(across)
