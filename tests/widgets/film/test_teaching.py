"""What a number would teach, checked by trying every layout."""

from itertools import combinations

import numpy as np

import minevis as mv
from minevis.core.events import Guessed
from minevis.core.formatting import percent
from minevis.core.grid import neighbour_counts
from minevis.core.position import ViewCode
from minevis.widgets.film.answers import Answers, answer
from minevis.widgets.film.teaching import teaching

POSITION = mv.Position.parse("mines 3\n#1##\n####\n####")


def layouts(position):
    """All layouts that fit: bool [n, H, W]."""
    covered = np.argwhere(position.view == ViewCode.COVERED)
    found = []
    for mines in combinations(covered.tolist(), position.mines):
        mined = np.zeros(position.shape, bool)
        mined[tuple(np.array(mines).T)] = True
        opened = position.view >= 0
        if (neighbour_counts(mined)[opened] == position.view[opened]).all():
            found.append(mined)
    return np.array(found)


def taught(position, cell):
    """How often each number is shown, and how many more cells are safe then."""
    free = [mined for mined in layouts(position) if not mined[cell]]
    numbers = np.array([neighbour_counts(mined)[cell] for mined in free])
    told = {}
    for number in np.unique(numbers).tolist():
        fitting = np.array(free)[numbers == number]
        safe = ~fitting.any(axis=0) & (position.view == ViewCode.COVERED)
        told[number] = (len(fitting) / len(free), int(safe.sum()) - 1)
    return told


def test_numbers_are_as_likely_and_teach_as_much_as_trying_shows():
    for cell in [(0, 0), (0, 2), (1, 1), (2, 3)]:
        parts = []
        for number, (chance, safe) in sorted(
            sorted(taught(POSITION, cell).items(), key=lambda item: -item[1][0])[:4]
        ):
            part = f"{number} in {percent(chance)}"
            noun = "cell is" if safe == 1 else "cells are"
            parts.append(f"{part} ({safe} more {noun} safe then)" if safe > 0 else part)
        expected = f"If {cell} is free, it shows {', '.join(parts)}."
        assert teaching(POSITION, cell) == expected


def test_a_widget_tells_it_after_both_layouts():
    told = answer(POSITION, (1, 1))
    assert [step["text"][:24] for step in told["steps"]] == [
        "A layout that fits, with",
        "A layout that fits, with",
        "If (1, 1) is free, it sh",
    ]
    assert told["text"].endswith("one without, and which numbers the cell may show.")


def test_a_page_has_it_for_the_cells_that_guesses_weighed(expert):
    taught = Answers.of(expert).taught
    guesses = [event for event in expert.events if isinstance(event, Guessed)]
    cells = [row * 30 + col for row, col in (guess.cell for guess in guesses)]
    assert [next(iter(told)) for told in taught.values()] == cells
