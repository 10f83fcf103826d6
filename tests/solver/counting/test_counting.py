"""Counting in little room beside counting in room that is surely enough, and its limits."""

import warnings

import numpy as np
import pytest
from hypothesis import given, settings

import minevis as mv
from minevis.analyzing import _analyze_readably, _empty
from minevis.core.events import Started
from minevis.solver.analysis import analyze
from minevis.solver.counting import counting
from minevis.solver.counting.counting import count_configurations, mines_of, ways_out
from minevis.solver.counting.frontier import find_components
from minevis.solver.knowledge import Knowledge
from positions import positions


def lattice(side, mines):
    """A 2 at every second cell of every second row: all cells hang together."""
    view = np.full((side, side), -1, np.int8)
    view[::2, ::2] = 2
    return mv.Position(view, mines)


@settings(max_examples=300)
@given(positions(max_cells=64))
def test_room_for_what_is_counted_is_enough(position):
    for component in find_components(Knowledge(position)):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(counting, "MANY_CELLS", 1_000)
            plain = count_configurations(component), ways_out(component)
            patch.setattr(counting, "MANY_CELLS", 0)
            assert (count_configurations(component), ways_out(component)) == plain
        assert mines_of(component) == set(plain[0].ways)


def test_many_cases_are_warned_of_and_too_many_refused(monkeypatch):
    position = lattice(10, 20)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        layouts = analyze(position).configurations
    monkeypatch.setattr(counting, "MANY_STATES", 4_000)
    with pytest.warns(UserWarning, match=r"75 covered cells .* takes 4,507 cases: .*Ctrl-C"):
        assert analyze(position).configurations == layouts
    monkeypatch.setattr(counting, "MOST_STATES", 4_000)
    with pytest.raises(mv.TooManyCasesError, match=r"75 covered cells .* more than 4,000 cases"):
        analyze(position)


def test_a_page_and_many_positions_say_what_is_too_much(monkeypatch, tmp_path):
    monkeypatch.setattr(counting, "MOST_STATES", 400)
    position = lattice(8, 14)
    trace = mv.Trace([Started(8, 8, 14, "you")], view=position.view)
    assert trace.scrubber().save(tmp_path / "a.html").stat().st_size > 10_000
    found = _empty(np.zeros((2, 64), np.int8))
    with pytest.raises(mv.TooManyCasesError, match="^position 1: counting 48 covered cells"):
        _analyze_readably(position.view, 14, found, 1)


def test_the_editor_says_what_is_too_much(monkeypatch):
    monkeypatch.setattr(counting, "MOST_STATES", 4_000)
    monkeypatch.setattr("minevis.widgets.board.editor.analyze", analyze)
    monkeypatch.setattr("minevis.widgets.film.answers.analyze", analyze)
    editor = mv.Editor(lattice(10, 20))
    for _ in range(2):
        assert editor.analysis is None
        assert "takes more than 4,000 cases" in editor.state["caption"]["text"]
        editor.do("why", cell=1)
