"""Drawn layouts: exactly the fitting ones, all equally often."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from scipy.stats import chisquare

import naive
from minevis import ContradictionError, Position, analyze
from minevis.game.grid import cells_of, neighbour_counts
from minevis.solver.counting.sampling import layouts_of
from positions import golden, positions

SMALL = [
    "mines 3\n####\n1###\n####",
    "mines 3\n##1#\n1###\n###1",
    "mines 5\n#2##1#\n######\n#1##2#",
    "mines 3\n1F##\n2###\n####",
]


@settings(max_examples=120)
@given(positions(max_cells=14))
def test_every_layout_is_listed_once(position):
    listed = layouts_of(position)
    expected = naive.layouts(position.view.tolist(), position.mines)
    assert len(listed) == len(expected)
    assert {cells_of(layout) for layout in listed} == {tuple(sorted(e)) for e in expected}


@pytest.mark.parametrize("text", ["mines 3\nF1F#1#", "mines 0\n11", "mines 1\nFF#"])
def test_no_layout_is_listed_for_what_no_layout_fits(text):
    with pytest.raises(ContradictionError):
        layouts_of(Position.parse(text))


@pytest.mark.parametrize("text", SMALL)
def test_draws_are_uniform(text):
    """A chi-square test that a fair sampler fails once in a thousand seeds; ours is fixed."""
    position = Position.parse(text)
    layouts = naive.layouts(position.view.tolist(), position.mines)
    draws = analyze(position).sample(200 * len(layouts), seed=1)
    counts = Counter(cells_of(layout) for layout in draws)
    assert set(counts) == {tuple(sorted(layout)) for layout in layouts}
    assert chisquare(list(counts.values())).pvalue > 0.001


def test_draws_from_an_expert_position_fit_agree_with_the_odds_and_follow_the_seed():
    _, position, _ = next(g for g in golden() if g[0].startswith("intermediate"))
    a = analyze(position)
    draws = a.sample(3000, seed=5)
    assert (draws.sum(axis=(1, 2)) == position.mines).all()
    for layout in draws[:200]:
        shown = neighbour_counts(layout)[position.opened]
        assert np.array_equal(shown, position.view[position.opened])
    covered = position.covered
    error = np.abs(draws.mean(axis=0) - a.probability)[covered].max()
    assert error < 5 * 0.5 / np.sqrt(3000)
    a = analyze(Position.parse(SMALL[2]))
    assert np.array_equal(a.sample(5, seed=3), a.sample(5, seed=3))
    assert not np.array_equal(a.sample(5, seed=3), a.sample(5, seed=4))
    assert a.sample(0).shape == (0, 3, 6)
