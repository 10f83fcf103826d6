import numpy as np
import pytest

import minevis as mv
from film_reading import codes_of, unpacked
from minevis.render.panels import cell_panels, panel
from minevis.render.searches import Searches, kept_leaves
from minevis.render.tiles.atlas import Tile
from minevis.web.sheets import TIE
from minevis.web.trace_pack import (
    VIOLATED,
    opening_changes,
    packed_searches,
    panel_changes,
    trace_pack,
)
from node import answers_of, needs_node

FACTS = """(spans, codes, event, room) => {
  const search = new script.Searches(spans, codes).at(event);
  if (!search) return null;
  const standing = search.standing(event);
  const leaves = [...search.leaves(room)].map(({ tried }) => tried).sort((a, b) => a - b);
  const facts = (n) => [n.depth, n.mines, n.tried, n.end, n.dead, n.clue, n.solved];
  const nodes = search.nodes.map(facts);
  return { nodes, leaves, standing: standing && standing.tried, counts: search.counts(event),
    averages: search.averages(event), odds: search.odds };
}"""


def assert_same_codes(shown, trace, event):
    """Check the panels and lines of a moment; fail with the first panel and cell that differ."""
    wrong = np.argwhere(shown != codes_of(trace[event]))
    if len(wrong):
        row, cell = wrong[0].tolist()
        name = [*cell_panels(), *["lines"] * len(shown)][row]
        raise AssertionError(f"{name} differs at cell {cell} of event {trace.events[event]}")


def test_the_changes_of_a_film_add_up_to_every_panel(small):
    head, parts = unpacked(trace_pack(small))
    assert "odds" not in parts
    rows, at = len(codes_of(small[0])), 0
    shown = np.zeros((rows, head["height"] * head["width"]), int)
    for beat, event in enumerate(parts["events"]):
        for row in range(rows):
            end = at + parts["counts"][beat * rows + row]
            shown[row, parts["cells"][at:end]] = parts["codes"][at:end]
            at = end
        assert_same_codes(shown, small, int(event))
    assert at == len(parts["cells"])
    changes = panel_changes(small, detail=1)  # may be given
    assert trace_pack(small, detail=1, changes=changes) == trace_pack(small, detail=1)


@pytest.mark.parametrize("place", [0, 5, -1])
def test_the_moment_it_opens_at_is_there_before_the_rest(small, place):
    whole, parts = unpacked(trace_pack(small))
    event = int(parts["events"][place])
    first, few = unpacked(trace_pack(small, changes=opening_changes(small, event)))
    assert (first["film"]["partial"], whole["film"]["partial"]) == (True, False)
    for name in ("captions", "kinds", "moves", "label"):
        assert first["film"][name] == whole["film"][name]
    for name in ("events", "stops"):
        assert np.array_equal(few[name], parts[name])
    shown = np.zeros_like(codes_of(small[0]))
    rows = few["counts"].reshape(len(parts["events"]), -1)[place]
    shown[np.repeat(np.arange(rows.size), rows), few["cells"]] = few["codes"]
    assert_same_codes(shown, small, event)
    assert first["film"]["counters"][place] == whole["film"]["counters"][place]


@pytest.fixture(scope="module")
def film_of_expert(expert):
    return unpacked(trace_pack(expert))


def test_a_film_has_the_lines_and_the_pictures_that_frames_have(expert, film_of_expert):
    head, parts = film_of_expert
    panels = len(cell_panels())
    codes = np.stack([codes_of(expert[int(i)])[:panels] for i in parts["events"][::50]])
    shown, sent = {*(codes // 32).ravel().tolist()}, {*head["atlas"]["pictures"]}
    drawn = set(range(Tile.MINE_CHANCE, Tile.TINT))  # by the browser itself
    assert shown & drawn
    assert shown - drawn <= sent
    assert not drawn & sent
    _, parts = film_of_expert
    starts, seen = np.cumsum([0, *parts["linked"].tolist()]), set()
    snapshots = dict(enumerate(expert))
    for beat, event in enumerate(parts["events"]):
        drawn = parts["links"][2 * starts[beat] : 2 * starts[beat + 1]].reshape(-1, 2).tolist()
        links = panel("board")(snapshots[int(event)]).links
        assert {
            (*divmod(clue, 30), *divmod(to & ~TIE, 30), bool(to & TIE)) for clue, to in drawn
        } == {(*link.clue, *link.cell, link.tie) for link in links}
        seen |= {link.tie for link in links}
    assert seen == {True, False}


def test_bars_tell_how_far_all_of_a_long_film_is(small, bars, capsys):
    for progress in (True, False):
        trace_pack(small, answers=True, progress=progress)
        said = capsys.readouterr().err
        told = [part for part in ("panels", "curve", "review") if f"{part}: 100%" in said]
        assert told == ["panels", "curve", "review"] * progress
        assert progress or not said


def test_a_board_whose_cells_cannot_be_numbered_is_refused(monkeypatch):
    trace = mv.play(mv.Board(np.zeros((256, 256), bool)), first=(0, 0))
    monkeypatch.setattr("minevis.web.trace_pack.curve_of", None)  # nothing is analysed
    for pack in (panel_changes, lambda trace: trace_pack(trace, answers=True)):
        with pytest.raises(
            ValueError, match="256×256 cells: a scrubber or a page shows at most 65,"
        ):
            pack(trace)


def test_a_scrubber_that_shows_another_trace_begins_with_its_key_moment(small):
    scrubber, other = small.scrubber(), mv.Trace(small.events[:20])
    scrubber.complete()
    scrubber.show(other)
    assert scrubber.film == other.scrubber().film
    assert scrubber.step == other.scrubber().step
    scrubber.complete()
    assert not unpacked(scrubber.film)[0]["film"]["partial"]


def packed(trace):
    head, parts = packed_searches(trace)
    return head["searches"], parts["tries"]


def facts(searches, event, room, width):
    """What films are drawn from at an event."""
    search = searches.at(event)
    if search is None:
        return None
    standing, averages = search.standing(event), search.averages(event)
    odds = search.odds
    return {
        "nodes": [
            [
                *(node.depth, node.mines, node.tried, node.end, node.dead),
                -1 if node.clue is None else node.clue[0] * width + node.clue[1],
                node.solved,
            ]
            for node in search.nodes
        ],
        "leaves": sorted(kept_leaves(search, room)),
        "standing": None if standing is None else standing.tried,
        "counts": list(search.counts(event)),
        "averages": None if averages is None else pytest.approx(list(averages)),
        "odds": None if odds is None else [round(chance * 10_000) for chance in odds],
    }


@needs_node
def test_the_browser_builds_the_trees_that_films_draw(expert):
    spans, codes = packed(expert)
    searches, width = Searches(expert), expert.shape[1]
    moments = [(event, room) for event in range(0, len(expert), 97) for room in (12, 400)]
    asked = [(spans, codes.tolist(), *moment) for moment in moments]
    found = answers_of("film/searches.js", FACTS, asked)
    expected = [facts(searches, event, room, width) for event, room in moments]
    assert found == expected
    assert None in expected
    assert len({len(fact["nodes"]) for fact in expected if fact}) > 5


def test_searches_of_a_film_cost_little_on_the_largest_boards_too(expert, monkeypatch):
    spans, codes = packed(expert)
    assert sum(span["end"] - span["first"] - 1 for span in spans) == len(codes)
    assert packed(mv.play(mv.Board.parse("..."), first=(0, 0)))[0] == []
    trace = mv.thoughts(mv.Position.parse("#1##1#", mines=2))
    monkeypatch.setattr("minevis.web.trace_pack.flat_of", lambda cell, width: 65_534)
    assert max(packed(trace)[1]) == 65_534 + VIOLATED
