"""Changes of boards in the browser against those of films: the same cells, kinds and times."""

from itertools import pairwise

import numpy as np
import pytest

import minevis as mv
from minevis.render.motion import NAMES, changes
from minevis.render.panels import panel
from minevis.web.sheets import FIRSTS, MOTION, codes_of
from node import answers_of, needs_node

MOVES = "script.movesBetween"


def steps():
    """Pairs of layers of a game, one step after the other: its board, and its odds."""
    trace = mv.play(mv.Board.random("beginner", seed=5, first=(0, 0)), first=(0, 0))
    for name in ("board", "probability"):
        layers = [panel(name)(snapshot) for snapshot in trace]
        yield from pairwise(layers)


@needs_node
def test_the_browser_moves_the_cells_that_films_move():
    atlas = {"firsts": FIRSTS, "motion": MOTION}
    asked, expected = [], []
    for before, after in steps():
        moved = (before.pictures != after.pictures) | (before.marks != after.marks)
        if not moved.any():
            continue
        height, width = moved.shape
        boards = [codes_of(each.pictures, each.marks).ravel().tolist() for each in (before, after)]
        size = {"height": height, "width": width}
        asked.append([atlas, *boards, np.flatnonzero(moved).tolist(), size])
        expected.append((moved, changes(before, after, moved)))
    assert {
        NAMES[kind] for _, change in expected for kind in np.unique(change.kind[change.kind >= 0])
    } >= {"opened", "flag", "clue", "proven", "try", "dead end"}
    for found, (moved, change) in zip(
        answers_of("shared/changes.js", MOVES, asked), expected, strict=True
    ):
        cells = np.flatnonzero(moved)
        kinds = [NAMES[kind] for kind in change.kind.ravel()[cells]]
        assert [found["kind"][cell] for cell in cells] == kinds
        assert [found["start"][cell] for cell in cells] == pytest.approx(
            change.start.ravel()[cells], abs=1e-6
        )
        assert len(found["sets"]) == len(change.sets)
        for there, told in zip(found["sets"], change.sets, strict=True):
            assert sorted(there["clues"]) == np.flatnonzero(told.clues).tolist()
            assert there["cells"] == np.flatnonzero(told.cells).tolist()
            assert [there["start"][cell] for cell in there["cells"]] == pytest.approx(
                told.start[told.cells], abs=1e-6
            )
        assert found["joined"] == pytest.approx(change.joined, abs=1e-6)
        assert found["seconds"] == pytest.approx(change.seconds, abs=1e-6)
        if any(told.cells.any() for told in change.sets):
            assert found["fades"] == pytest.approx(change.fades, abs=1e-6)
    assert any(len(change.sets) == 2 for _, change in expected)
