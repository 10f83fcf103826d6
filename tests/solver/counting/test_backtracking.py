"""The search with events against the count, and both against brute force."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings

from entailment import configurations
from minevis import Position
from minevis.game.grid import mask_of, numbered_regions
from minevis.solver.counting.backtracking import search
from minevis.solver.counting.counting import count_configurations
from minevis.solver.counting.frontier import find_components
from minevis.solver.events import (
    SearchEnded,
    SearchTruncated,
    SolutionFound,
    Tried,
    Undone,
    Violated,
)
from minevis.solver.knowledge import Knowledge
from positions import positions


def told(component, knowledge, **limits):
    """The events of a search, and its result."""
    steps, events = search(component, knowledge, **limits), []
    while True:
        try:
            events.append(next(steps))
        except StopIteration as end:
            return events, end.value


@settings(max_examples=120)
@given(positions(max_cells=16))
def test_told_silent_and_brute_force_agree(position):
    knowledge = Knowledge(position)
    for component in find_components(knowledge):
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
            assert dict(zip(by_cell.ways, mines, strict=True)) == {m: held[m] for m in by_cell.ways}


@settings(max_examples=100)
@given(positions(max_cells=20))
def test_every_try_is_undone_and_every_dead_end_names_a_clue_of_the_box(position):
    knowledge = Knowledge(position)
    for component in find_components(knowledge):
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


def test_a_search_stops_at_its_limits_says_so_and_may_find_none():
    knowledge = Knowledge(Position.parse("#####\n12321\n#####", 6))
    (component,) = find_components(knowledge)
    by_cell = component.by_cell()
    events, (counts, stopped) = told(by_cell, knowledge, max_solutions=2, counted=False)
    assert stopped == "solutions"
    assert counts.configurations == 2
    assert SearchTruncated("solutions", 2, counted=False) in events
    events, (_, stopped) = told(by_cell, knowledge, max_steps=5)
    assert stopped == "steps"
    assert events[-1] == SearchTruncated("steps", 5, counted=True)
    knowledge = Knowledge(Position.parse("###\n131", 3))
    (component,) = find_components(knowledge)
    assert count_configurations(component).configurations == 0
    assert told(component, knowledge)[1][0].configurations == 0


@pytest.mark.parametrize("cells", [60, 200])
def test_a_long_wall_is_counted_in_a_blink_though_it_has_millions_of_configurations(cells):
    text = "\n".join(["#" * cells, "1" * cells, "#" * cells])
    knowledge = Knowledge(Position.parse(text, cells // 2))
    (component,) = find_components(knowledge)
    assert len(component.cells) == 2 * cells
    assert count_configurations(component).configurations > 0


@settings(max_examples=100)
@given(positions(max_cells=40))
def test_regions_of_the_picture_merge_components_that_touch(position):
    knowledge = Knowledge(position)
    parts = [set(part.cells) for part in find_components(knowledge)]
    merged = [set(part.cells) for part in find_components(knowledge, regions="picture")]
    assert sorted(cell for part in merged for cell in part) == sorted(set().union(*parts))
    for part in parts:
        assert sum(part <= region for region in merged) == 1
    picture = numbered_regions(
        mask_of(knowledge.names(set().union(*parts)), knowledge.shape)
    ).ravel()
    labels = [set(np.flatnonzero(picture == n).tolist()) for n in set(picture.tolist()) - {0}]
    for region in merged:
        assert region == tied_together(min(region), [*parts, *labels])


def tied_together(cell, groups):
    """All cells that are reached from one by going from group to group."""
    reached = {cell}
    while True:
        wider = reached.union(*(group for group in groups if group & reached))
        if wider == reached:
            return reached
        reached = wider
