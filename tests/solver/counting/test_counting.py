"""Counting in little room beside counting in room that is surely enough, and its limits."""

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings

import minevis as mv
from minevis.analysis import _analyze_readably, _empty
from minevis.solver.analysis import analyze
from minevis.solver.counting import counting
from minevis.solver.counting.counting import count_configurations, mines_of, ways_out
from minevis.solver.counting.frontier import find_components
from minevis.solver.events import Started
from minevis.solver.knowledge import Knowledge
from positions import positions


def lattice(height, mines, width=None):
    """A 2 at every second cell of every second row: all cells hang together."""
    view = np.full((height, width or height), -1, np.int8)
    view[::2, ::2] = 2
    return mv.Position(view, mines)


@settings(max_examples=120)
@given(positions(max_cells=64))
def test_room_for_what_is_counted_is_enough(position):
    for component in find_components(Knowledge(position)):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(counting, "MANY_CELLS", 1_000)
            plain = count_configurations(component), ways_out(component)
            patch.setattr(counting, "MANY_CELLS", 0)
            assert (count_configurations(component), ways_out(component)) == plain
        assert mines_of(component) == set(plain[0].ways)


def test_too_many_cases_are_refused(monkeypatch):
    position = lattice(10, 20)
    layouts = analyze(position).configurations
    monkeypatch.setattr(counting, "MOST_STATES", 4_508)
    assert analyze(position).configurations == layouts
    monkeypatch.setattr(counting, "MOST_STATES", 4_000)
    with pytest.raises(
        mv.errors.TooManyCasesError, match=r"75 covered cells .* more than 4,000 cases"
    ):
        analyze(position)
    monkeypatch.undo()
    monkeypatch.setattr(counting, "MOST_BYTES", 1 << 20)
    with pytest.raises(mv.errors.TooManyCasesError, match=r"450 covered cells .* more than 1 MB"):
        analyze(lattice(6, 150, width=100))


def test_many_wide_components_are_refused_together(monkeypatch):
    view = np.full((8, 28), -1, np.int8)
    view[::2, [0, 2, 4, 6, 10, 12, 14, 16, 20, 22, 24, 26]] = 2
    monkeypatch.setattr("minevis.solver.analysis.MOST_STATES", 1_000)
    monkeypatch.setattr("minevis.solver.analysis.STATES_A_CELL", 1)
    assert analyze(lattice(8, 14)).configurations
    with pytest.raises(
        mv.errors.TooManyCasesError, match="this takes more than 2,224 cases in all"
    ):
        analyze(mv.Position(view, 40))


LATTICE = """
import resource
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
import minevis as mv
rows = ["2#" * 9, "#" * 18] * 9
try:
    mv.analyze(mv.Position.parse("\\n".join(rows){mines}))
except mv.errors.TooManyCasesError as error:
    print(error)
"""


@pytest.mark.parametrize("mines", [", 80", ""])
def test_a_lattice_of_clues_fills_no_memory(mines):
    command = [sys.executable, "-c", LATTICE.format(mines=mines)]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    words = "counting 243 covered cells in one component takes more than 250,000 cases"
    assert (found.stdout, found.stderr) == (f"{words}\n", "")


def test_advice_the_editor_and_many_positions_do_without_what_is_too_much(monkeypatch):
    monkeypatch.setattr("minevis.words.advice.MOST_STATES", 1_000)
    advice = analyze(lattice(8, 14)).advice
    assert (advice.best.win, advice.why) == (None, "No cell is safer.")
    sparse = analyze(lattice(10, min(analyze(lattice(10, None)).totals)))
    assert sparse.advice.why == "It is safe in all layouts."
    monkeypatch.setattr(counting, "MOST_STATES", 4_000)
    monkeypatch.setattr("minevis.web.boards.analyze", analyze)
    editor = mv.Editor(lattice(10, 20))
    assert editor.analysis is None


def test_a_contradiction_that_takes_too_many_cases_names_more_clues(monkeypatch):
    position = mv.Position.parse("#####\n12211", mines=3)
    found = []
    for limit in (counting.MOST_STATES, 0):
        monkeypatch.setattr("minevis.solver.counting.survey.MOST_STATES", limit)
        monkeypatch.setattr("minevis.solver.counting.proof.MOST_STATES", limit)
        with pytest.raises(mv.ContradictionError, match="no layout of mines satisfies") as raised:
            analyze(position)
        found.append(raised.value.clues)
    assert found == [((1, 0), (1, 1), (1, 3), (1, 4)), tuple((1, col) for col in range(5))]


def test_a_page_and_many_positions_say_what_is_too_much(monkeypatch, tmp_path):
    monkeypatch.setattr(counting, "MOST_STATES", 400)
    position = lattice(8, 14)
    trace = mv.Trace([Started(8, 8, 14, "you")], view=position.view)
    assert trace.scrubber().save(tmp_path / "a.html").stat().st_size > 10_000
    found = _empty(np.zeros((2, 64), np.int8))
    with pytest.raises(mv.errors.TooManyCasesError, match="^position 1: counting 48 covered cells"):
        _analyze_readably(position.view, 14, found, 1)
