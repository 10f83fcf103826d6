"""Searches as the browser reads them: the same trees that films draw."""

import pytest

import minevis as mv
from minevis.render.searches import Searches, kept_leaves
from minevis.web.film import VIOLATED, packed_searches
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
    monkeypatch.setattr("minevis.web.film.flat_of", lambda cell, width: 65_534)
    assert max(packed(trace)[1]) == 65_534 + VIOLATED
