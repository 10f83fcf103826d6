from math import sqrt
from types import SimpleNamespace

import pytest

from minevis.experiments.compare import Pair
from minevis.experiments.statistics import Estimate
from research.reproductions import (
    REPRODUCTIONS,
    Line,
    difference_of,
    main,
    published_ratio,
    reproduce,
)


def test_the_verdict_of_a_line():
    run = SimpleNamespace(estimate=Estimate.of_counts(50, 100))
    near, far = published_ratio(0.45, 1000), published_ratio(0.35, 1000)
    assert Line("x", run, near).agrees
    assert Line("x", run, far).agrees is False
    assert Line("x", run).agrees is None
    assert Line("x", run, near).verdict.startswith("agrees: +5.00 ± ")
    assert Line("x", run, near, rival=True).verdict.startswith("cannot be told apart: +5.00")
    assert Line("x", run, far, rival=True).verdict.startswith("wins more: +15.00")
    assert Line("x", run).verdict == "nothing published to compare"
    assert difference_of(Estimate(0.5, 0.4, 0.6), Estimate(0.3, 0.15, 0.45)) == pytest.approx(
        (0.2, sqrt(0.0325))
    )


@pytest.mark.parametrize("name", sorted(REPRODUCTIONS))
def test_reproductions_print_each_figure_beside_the_published_one(name):
    result = reproduce(name, games=40)
    text = str(result)
    assert text.startswith(f"{name}: ")
    for line in result.lines:
        assert line.trials.games == 40
        assert f"{100 * line.ours.ratio:.2f} %" in text
        assert line.published is None or f"{100 * line.published.ratio:.2f} %" in text
        assert line.verdict in text


@pytest.mark.whole
def test_published_figures_stand_to_ours_as_the_notes_say():
    post = reproduce("A")
    ours = {(line.what, line.past_first): line for line in post.lines}
    for guess, ratio, past, apart, worth in (
        ("least_risk", 41.39, 49.72, "+1.25 ± 1.36", (5.1, 0.7)),
        ("likely_zero", 50.37, 60.72, "+0.92 ± 1.39", (2.8, 0.6)),
    ):
        all_games = ours[guess, False]
        assert all_games.ours.ratio == round(ratio / 100, 4)
        assert round(100 * ours[guess, True].ours.ratio, 2) == past
        assert all_games.agrees
        assert apart in all_games.verdict
        assert not ours[guess, True].agrees
        names = (f"{guess}, exact odds", f"{guess}, regions by clues")
        pair = Pair(*(ours[name, False].trials for name in names))
        low, high = pair.interval
        assert (round(100 * pair.difference, 1), round(50 * (high - low), 1)) == worth


def test_the_script_prints_experiments(capsys, monkeypatch):
    monkeypatch.setattr("sys.argv", ["reproductions", "E", "--games", "20"])
    main()
    assert "E: windows and local odds" in capsys.readouterr().out
