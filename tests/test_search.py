"""The told search against the silent count, and both against brute force."""

from collections import Counter

import pytest
from hypothesis import given, settings

from entailment import configurations
from minevis import Position
from minevis.events import SearchEnded, SearchTruncated, SolutionFound, Tried, Undone, Violated
from minevis.solver.constraints import components
from minevis.solver.counting import count_configurations
from minevis.solver.knowledge import Knowledge
from minevis.solver.search import search
from positions import positions


def told(component, knowledge, **limits):
    """The events of a search, and what it returned."""
    steps, events = search(component, knowledge, **limits), []
    while True:
        try:
            events.append(next(steps))
        except StopIteration as end:
            return events, end.value


@settings(max_examples=300)
@given(positions(max_cells=16))
def test_told_silent_and_brute_force_agree(position):
    knowledge = Knowledge(position)
    for component in components(knowledge):
        layouts = configurations(component)
        silent = count_configurations(component)
        assert silent.ways == Counter(map(sum, layouts))
        for walked in (component, component.by_cell()):
            _, (counts, stopped) = told(walked, knowledge)
            assert stopped is None
            assert counts == count_configurations(walked)
        by_cell = count_configurations(component.by_cell())
        for number, mines in enumerate(by_cell.mines):
            held = Counter(sum(layout) for layout in layouts if layout[number])
            assert mines == held


@settings(max_examples=200)
@given(positions(max_cells=20))
def test_every_try_is_undone_and_every_dead_end_names_a_clue_of_the_box(position):
    knowledge = Knowledge(position)
    for component in components(knowledge):
        events, (counts, _) = told(component, knowledge)
        open_boxes = []
        for event in events:
            if isinstance(event, Tried):
                assert event.depth == len(open_boxes)
                open_boxes.append(event.cells)
            elif isinstance(event, Undone):
                assert open_boxes.pop() == event.cells
            elif isinstance(event, Violated):
                assert not 0 <= event.left <= event.room
                assert event.clue in knowledge.names(component.clues)
            elif isinstance(event, SolutionFound):
                assert len(event.counts) == len(open_boxes) == len(component.boxes)
        assert not open_boxes
        end = events[-1]
        assert isinstance(end, SearchEnded)
        assert end.configurations == counts.configurations
        assert end.tries == sum(isinstance(e, Tried) for e in events)
        assert end.dead_ends == sum(isinstance(e, Violated) for e in events)


def test_the_fourteen_cells_have_the_three_configurations_of_the_post(root):
    text = (root / "assets/positions/fourteen_cells.txt").read_text()
    knowledge = Knowledge(Position.parse(text))
    (component,) = components(knowledge)
    events, _ = told(component.by_cell(), knowledge)
    found = {"".join(map(str, e.counts)) for e in events if isinstance(e, SolutionFound)}
    assert found == {"10010010010010", "10010001001001", "01001000010010"}


def test_a_search_stops_at_its_limits_and_says_so():
    knowledge = Knowledge(Position.parse("#####\n12321\n#####", 6))
    (component,) = components(knowledge)
    by_cell = component.by_cell()
    events, (counts, stopped) = told(by_cell, knowledge, max_solutions=2, counted=False)
    assert stopped == "solutions"
    assert counts.configurations == 2
    assert SearchTruncated("solutions", 2, counted=False) in events
    events, (_, stopped) = told(by_cell, knowledge, max_steps=5)
    assert stopped == "steps"
    assert events[-1] == SearchTruncated("steps", 5, counted=True)


def test_a_component_without_configurations_counts_none():
    knowledge = Knowledge(Position.parse("###\n131", 3))
    (component,) = components(knowledge)
    assert count_configurations(component).configurations == 0
    assert told(component, knowledge)[1][0].configurations == 0


@pytest.mark.parametrize("cells", [60, 200])
def test_a_long_wall_is_counted_in_a_blink_though_it_has_millions_of_configurations(cells):
    text = "\n".join(["#" * cells, "1" * cells, "#" * cells])
    knowledge = Knowledge(Position.parse(text, cells // 2))
    (component,) = components(knowledge)
    assert len(component.cells) == 2 * cells
    assert count_configurations(component).configurations > 0
