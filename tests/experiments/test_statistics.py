import re
from functools import partial
from math import comb, isnan, sqrt

import numpy as np
import pytest

import minevis as mv
from minevis.engine.shared import LOST, LOST_FIRST_CLICK, PERCENTS, RISK_UNITS, UNDECIDED, WON
from minevis.experiments.charts import RatioDot, calibration, curve_chart, ratio_chart
from minevis.experiments.compare import Comparison, Pair
from minevis.experiments.statistics import Estimate, mcnemar, paired_interval, wilson
from minevis.experiments.task import Task, Totals
from minevis.experiments.trials import Trials
from refused import refusal

Z = 1.959963984540054  # of the normal distribution, 97.5 %
T99 = 1.9842169515864174  # of Student's with 99 degrees of freedom, 97.5 %
QUIET = {"progress": False}


def trials_of(ends, guesses=(0,), name="exact"):
    """Trials that ended as `ends` say, whatever was played."""
    player = mv.Player(name=name)
    task = Task.of("beginner", player, games=len(ends), seed=0, first=(0, 0), safe_radius=None)
    zeros = [np.zeros(PERCENTS, np.int64) for _ in range(4)]
    return Trials(task, Totals(np.array(ends, np.uint8), np.array(guesses, np.int64), *zeros))


def test_the_counts_of_a_run():
    run = trials_of([WON] * 5 + [LOST] * 2 + [LOST_FIRST_CLICK] * 3, guesses=[4, 3, 2, 1])
    assert (run.games, run.won, run.lost, run.lost_first, run.guesses) == (10, 5, 5, 3, 10)
    assert (run.ratio, run.ratio_past_first) == (0.5, 5 / 7)
    assert run.interval == wilson(5, 10)
    assert run.interval_past_first == wilson(5, 7)
    assert not run.partial


def test_a_run_that_was_stopped():
    run = trials_of([WON, UNDECIDED, LOST, UNDECIDED])
    assert (run.games, run.won, run.lost, run.missing, run.partial) == (2, 1, 1, 2, True)
    assert "stopped 2 games early" in repr(run)
    assert "2 of them not played" in str(run)
    empty = trials_of([UNDECIDED])
    assert isnan(empty.ratio)
    assert empty.interval == (0.0, 1.0)
    assert "unknown" in repr(empty)
    assert "unknown" in empty._repr_html_()


@pytest.mark.parametrize(("hits", "tries"), [(8, 10), (0, 20), (20, 20), (3861, 10_000)])
def test_wilson_by_its_formula(hits, tries):
    p, z2 = hits / tries, Z * Z
    centre = (p + z2 / (2 * tries)) / (1 + z2 / tries)
    reach = Z * sqrt(p * (1 - p) / tries + z2 / (4 * tries**2)) / (1 + z2 / tries)
    assert wilson(hits, tries) == pytest.approx((max(centre - reach, 0), min(centre + reach, 1)))


@pytest.mark.parametrize(("only_first", "only_second"), [(1, 9), (9, 1), (0, 3), (12, 20)])
def test_mcnemar_by_counting_coins(only_first, only_second):
    n, k = only_first + only_second, min(only_first, only_second)
    tail = sum(comb(n, i) for i in range(k + 1))
    assert mcnemar(only_first, only_second) == pytest.approx(2 * tail / 2**n)
    assert mcnemar(0, 0) == mcnemar(4, 4) == 1.0


def test_the_interval_of_a_paired_difference():
    # sixty +1, twenty -1, twenty 0: mean 0.4, variance (80 - 100 × 0.16) / 99
    reach = T99 * sqrt((80 - 16) / 99 / 100)
    assert paired_interval(60, 20, 100) == pytest.approx((0.4 - reach, 0.4 + reach))
    low, high = paired_interval(60, 20, 1000)
    assert low < 0.04 < high
    assert high - low == pytest.approx(2 * Z * sqrt(80 - 1.6) / 1000, rel=2e-3)


def test_paired_intervals_at_the_ends():
    none = 1 - 0.025 ** (1 / 100)  # how rare a game of 100 must be to stay away
    assert paired_interval(0, 0, 100) == pytest.approx((-none, none))
    low, high = paired_interval(100, 0, 100)
    assert (0.9 < low < 1 - 2 * none, high) == (True, 1.0)  # any other game could be the second's
    assert paired_interval(0, 100, 100) == (-high, -low)
    assert paired_interval(0, 0, 0) == (-1.0, 1.0)


def test_a_game_that_tells_players_apart_makes_their_interval_no_narrower():
    reach = [high - low for low, high in (paired_interval(n, 0, 1_000) for n in range(25))]
    assert reach == sorted(reach)


@pytest.mark.parametrize("apart", [0, 1, 5, 6, 24, 25, 51, 300])
def test_the_interval_holds_0_where_the_test_tells_no_difference(apart):
    for first in range(apart + 1):
        low, high = paired_interval(first, apart - first, 400)
        assert low <= (2 * first - apart) / 400 <= high
        assert (low <= 0 <= high) == (mcnemar(first, apart - first) > 0.05)


@pytest.mark.parametrize(("first", "second"), [(0.02, 0.005), (0.05, 0.0), (0.2, 0.1), (0.4, 0.3)])
def test_the_interval_of_a_paired_difference_covers_it_in_95_of_100_samples(first, second):
    drawn = np.random.default_rng(4).multinomial(50, [first, second, 1 - first - second], 20_000)
    covered = 0
    for (ones, others, _), times in zip(*np.unique(drawn, axis=0, return_counts=True), strict=True):
        low, high = paired_interval(int(ones), int(others), 50)
        covered += times * (low <= first - second <= high)
    assert covered / 20_000 >= 0.947


def test_a_pair_counts_games_that_both_played():
    one = trials_of([WON, WON, WON, LOST, UNDECIDED, WON], name="one")
    other = trials_of([WON, LOST, LOST_FIRST_CLICK, WON, WON, UNDECIDED], name="other")
    pair = Pair(one, other)
    assert (pair.games, pair.only_first, pair.only_second) == (4, 2, 1)
    assert pair.difference == 0.25
    assert pair.p_value == 1.0
    assert pair.verdict == "these games do not tell one and other apart"


def test_compare_plays_the_same_boards():
    result = mv.compare("beginner", iter(["counting", "exact", "csp"]), games=800, **QUIET)
    assert result.trials[1] == mv.trials("beginner", "exact", games=800, **QUIET)
    pair = result.pairs[0]
    wins = [run.wins.astype(int) for run in result.trials]
    assert pair.difference == pytest.approx((wins[0] - wins[1]).mean())
    assert pair.verdict == "exact wins more than counting"
    assert [p.row()["second"] for p in result.pairs] == ["exact", "csp", "csp"]
    shares = ", ".join(f"{run.task.player}: {100 * run.ratio:.2f} %" for run in result.trials)
    assert repr(result).startswith(f"<Comparison on 9×9/10: {shares}; ")
    assert pair.verdict in repr(result)
    assert "counting − exact" in str(result)
    assert list(result.to_frame()["games"]) == [800] * 3
    assert repr(pair).startswith(f"<Pair: {pair.verdict}: {pair.estimate.points}, p ")
    for text in (str(result), result._repr_html_()):
        assert "Each of the 3 pairs is judged by itself" in text
    assert "judged" not in str(Comparison(result.trials[:2]))


def test_a_comparison_that_was_stopped_says_who_did_not_play():
    stopped = Comparison((trials_of([WON, UNDECIDED]),), ("csp", "best"))
    assert stopped.partial
    assert str(stopped).startswith("Players on 9×9/10, first click (0, 0), unprotected; stopped")
    for text in (repr(stopped), str(stopped), stopped._repr_html_()):
        assert "stopped before csp, best" in text
        assert "nothing" not in text
    frame = stopped.to_frame()
    both = Comparison((trials_of([WON, WON]), trials_of([WON, UNDECIDED])))
    assert (len(frame), list(frame)) == (0, list(both.to_frame()))
    assert "p_value" in frame


@pytest.mark.parametrize(
    ("options", "boards"),
    [
        ({"mines": [5, 12]}, ["9×9/5", "9×9/12"]),
        ({"density": [0.1, 1 / 3]}, ["9×9/8", "9×9/27"]),
        ({"size": [(6, 6), (9, 18)]}, ["6×6/4", "9×18/20"]),
        ({"safe_radius": [None, 0, 1]}, ["9×9/10"] * 3),
        ({"player": ["csp", "exact"]}, ["9×9/10"] * 2),
    ],
)
def test_sweep_varies_one_thing(options, boards):
    result = mv.sweep("beginner", games=200, **options, **QUIET)
    ((varied, values),) = options.items()
    frame = result.to_frame()
    assert (result.varied, result.values) == (varied, tuple(values))
    assert list(frame["board"]) == boards
    assert len(frame[varied]) == len(values)
    assert str(result).count("\n") == len(values) + 2
    assert f"Sweep over {varied}" in repr(result)
    assert "<table" in result._repr_html_()
    assert "0.3333: " in repr(result) or varied != "density"


NAMELESS = mv.Player(guess=lambda outlook: outlook.covered)
compared, swept = partial(mv.compare, "beginner"), partial(mv.sweep, "beginner")
REFUSED = [  # a call, and the words of its error
    (partial(compared, ["exact"]), "give two or more"),
    (partial(compared, "exact"), "give two or more"),
    (partial(mv.compare, ["csp", "exact"], "beginner"), "'csp', 'exact'.: the level comes first"),
    (partial(compared, [mv.Player(), mv.Player(guess="uniform")]), ": 2 players are called 'a"),
    (partial(compared, ["exact", NAMELESS], store="s"), "needs a name to be kept in a store"),
    (swept, "give exactly one"),
    (partial(swept, mines=[1], density=[0.1]), "give exactly one"),
    (partial(swept, player=[], mines=[3]), "give exactly one"),
    (partial(swept, density=[2]), ": density 2"),
    (partial(swept, mines=79, safe_radius=[0, 1]), ": mines=79: it must be a list of values"),
    (partial(swept, mines=[]), r": mines=\[\]: the list must not be empty"),
    (partial(swept, density=0.2), ": density=0.2: it must be a list of values"),
    (partial(swept, density=["a"]), ": density 'a': it must be from 0 to 1"),
    (partial(swept, safe_radius=[0, 1], first=None), r"=\[0, 1\] with first=None: the player's"),
    (partial(swept, size=(16, 30)), r": size 16: it must be a pair \(height, width\)"),
    (partial(swept, size=[(9,)]), r": size \(9,\): it must be a pair"),
    (partial(swept, size=[(0, 5)]), ": a board of 0×5 cells: both sides must be at least 1"),
    (partial(swept, player=["best", "exakt"]), "unknown player 'exakt'"),
    (partial(swept, player=["csp", "csp"]), "2 players are called 'csp': give each"),
    (partial(swept, player=[mv.Player(), mv.Player(effort="hard")]), "2 players are called 'a pl"),
    (partial(swept, safe_radius=[0, 1, 30]), "no room for 10 mines"),
    (partial(swept, size=[(9, 9), (5, 5)], first=(7, 7)), r"first click \(7, 7\) is outside"),
    (partial(swept, mines=[10, 80], safe_radius=1), "no room for 80 mines"),
]


@pytest.mark.parametrize(("call", "words"), REFUSED)
def test_a_slip_in_any_run_is_found_before_the_first(call, words, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("minevis.experiments.compare.run_task", None)
    assert re.search(words, refusal(call))


def test_tables_are_text_and_not_markup():
    player = mv.Player(name="<script>alert(1)</script>")
    run = mv.trials("beginner8", player, games=20, **QUIET)
    compared = mv.compare("beginner8", [player, "csp"], games=9, **QUIET)
    for html in (run._repr_html_(), compared._repr_html_()):
        assert "<script>" not in html
        assert "&lt;script&gt;" in html
    (cell, *_) = re.findall(rf'<td style="([^"]*)">{run.won:,}</td>', run._repr_html_())
    assert "text-align: right" in cell


def test_a_frame_has_the_numbers_of_the_run():
    run = mv.trials("beginner8", games=300, safe_radius=None, **QUIET)
    (row,) = run.to_frame().to_dict("records")
    assert (row["won"], row["lost"], row["games"]) == (run.won, run.lost, 300)
    assert (row["low"], row["high"]) == run.interval
    assert row["board"] == "8×8/10"


def test_the_exact_player_is_calibrated():
    run = mv.trials("intermediate", games=6_000, **QUIET)
    rows = [row for row in calibration(run.totals) if row[1] >= 50]
    assert sum(taken for _, taken, _ in rows) > 7_000
    for stated, taken, met in rows:
        spread = sqrt(stated * (1 - stated) / taken)
        assert abs(met / taken - stated) < 4 * spread
    assert run.totals.taken.sum() == run.guesses
    assert run.totals.risk_sum.sum() / RISK_UNITS == pytest.approx(run.totals.hits.sum(), rel=0.06)


@pytest.mark.parametrize("theme", ["paper", "dark"])
def test_charts_show_the_numbers(theme):
    runs = mv.compare("beginner", ["counting", "exact"], games=300, safe_radius=None, **QUIET)
    axes = runs.plot(theme=theme).axes[0]
    dots = axes.containers[1].lines[0].get_ydata()
    assert list(dots) == [run.ratio for run in runs.trials]
    assert [tick.get_text() for tick in axes.get_xticklabels()] == ["counting", "exact"]
    assert "exact wins more than counting" in axes.texts[-1].get_text().replace("\n", " ")
    exact = runs.trials[1]
    left, right = exact.guesses_chart(theme).axes
    assert sum(bar.get_height() for bar in left.patches) == pytest.approx(1)
    assert sum(bar.get_height() for bar in right.patches) == pytest.approx(1)
    (ideal, *_), dots = exact.calibration_chart(theme).axes[0].lines, exact.calibration_chart(theme)
    assert list(ideal.get_ydata()) == [0, 1]
    met = dots.axes[0].containers[0].lines[0].get_ydata()
    assert list(met) == [hits / taken for _, taken, hits in calibration(exact.totals) if taken]


@pytest.mark.parametrize(
    ("level", "player", "why"),
    [
        ("beginner", "counting", "This player computes no odds."),
        ((5, 5, 0), "exact", "No guess was made."),
    ],
)
def test_charts_without_risks_say_why(level, player, why):
    run = mv.trials(level, player, games=50, **QUIET)
    assert run.totals.taken.sum() == 0
    for axes in (run.guesses_chart().axes[1], run.calibration_chart().axes[0]):
        assert why in [text.get_text() for text in axes.texts]
        assert axes.get_ylim()[0] == 0
    ticks = run.guesses_chart().axes[0].get_xticks()
    assert list(ticks) == [round(tick) for tick in ticks]


def test_the_counts_of_a_chart_of_risks_stand_clear_of_its_axis_and_intervals():
    chart = mv.trials("beginner", games=10, **QUIET).calibration_chart()
    chart.draw_without_rendering()
    (axes,) = chart.axes
    (text,) = (text.get_text() for text in axes.texts if "·" in text.get_text())
    assert text.endswith("95 % intervals · in grey, how many guesses")
    inside, (*_, (bars,)) = axes.get_window_extent(), axes.containers[0]
    tops = [axes.transData.transform(segment)[1] for segment in bars.get_segments()]
    counts = [text.get_window_extent() for text in axes.texts if text.get_text().isdigit()]
    assert len(counts) == len(tops) > 2
    for box, (x, y) in zip(counts, tops, strict=True):
        assert (inside.y0 < y <= box.y0, box.y1 < inside.y1, box.x1 <= x) == (True,) * 3


@pytest.mark.parametrize("ratios", [(0.8098, 0.8174, 0.8206), (0.1, 0.9), (0.4061, 0.4062)])
def test_no_two_ticks_of_a_chart_read_alike(ratios):
    dots = [RatioDot("a", Estimate(ratio, ratio - 0.002, ratio + 0.002)) for ratio in ratios]
    for many in (dots, dots * 4):  # across, and down the side
        chart = ratio_chart(many, "player", "")
        chart.draw_without_rendering()
        axis = chart.axes[0].yaxis if len(many) < 6 else chart.axes[0].xaxis
        ticks = [tick.get_text() for tick in axis.get_ticklabels()]
        assert len(set(ticks)) == len(ticks) > 2


@pytest.mark.parametrize("name", ["a", "a name of twenty-five letters"])
def test_a_chart_of_many_rows_fits_and_says_what_they_are(name):
    dots = [RatioDot(f"{name} {i}", *[Estimate.of_counts(9 + i, 15)] * 2) for i in range(7)]
    chart = ratio_chart(dots, "mines", "first click uniform, unprotected · 9×9/10 · 200 games")
    chart.draw_without_rendering()
    (axes,) = chart.axes
    width, height = chart.get_size_inches() * chart.dpi
    boxes = [text.get_window_extent() for text in (*axes.texts, axes.title)]
    assert all(box.x0 >= 0 and box.x1 <= width and box.y1 <= height for box in boxes)
    assert any(text.get_text().startswith("by mines") for text in axes.texts)
    title = axes._left_title.get_window_extent()
    assert not any(box.overlaps(title) for box in boxes[:-1])
    ratios = [text for text in axes.texts if text.get_text().endswith("%")]
    assert len(ratios) == 7
    assert all(each.get_window_extent().x0 > axes.get_window_extent().x1 for each in ratios)
    low, high = axes.get_xlim()
    assert (low >= -0.02, high <= 1.02) == (True, True)
    (legend,) = chart.legends
    assert legend.get_window_extent().y1 <= axes.get_window_extent().y0
    assert [text.get_text() for text in legend.get_texts()] == ["all games", "past the first click"]


def test_long_names_under_a_chart_are_broken():
    names = ["convolution_as_published", "exact"]
    chart = mv.compare("beginner8", names, games=20, **QUIET).plot()
    shown = [text.get_text() for text in chart.axes[0].get_xticklabels()]
    assert shown == ["convolution\nas published", "exact"]


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ({"safe_radius": [0, 1]}, ["0", "1"]),
        ({"safe_radius": [None, 0]}, ["none", "0"]),
        ({"size": [(6, 6), (8, 8)]}, ["6×6", "8×8"]),
    ],
)
def test_a_sweep_over_names_and_sizes_is_a_list_of_them(options, names):
    (axes,) = mv.sweep("beginner", games=20, **options, **QUIET).plot().axes
    assert [tick.get_text() for tick in axes.get_xticklabels()] == names
    assert axes.get_xlabel() == next(iter(options)).replace("_", " ")


@pytest.mark.parametrize("count", [1, 4, 29])
def test_a_sweep_over_numbers_is_a_curve_to_scale(count):
    densities = np.linspace(0.3, 0.02, count).tolist()
    result = mv.sweep((8, 8, 10), density=densities, games=40, safe_radius=None, **QUIET)
    (axes,) = result.plot().axes
    curve = axes.lines[-1] if count == 1 else max(axes.lines, key=lambda line: line.zorder)
    drawn = {(round(x, 9), y) for line in axes.lines for x, y in line.get_xydata().tolist()}
    for density, run in zip(densities, result.trials, strict=True):
        assert (round(density, 9), run.ratio) in drawn
    assert curve.get_xydata()[:, 0].tolist() == sorted(densities)
    assert axes.get_xlabel() == "density"


def test_the_values_of_a_curve_stand_clear_of_its_line():
    """Falling, rising, at a peak and at a low point."""
    won = [980, 900, 400, 600, 950]
    dots = [RatioDot(str(i), Estimate.of_counts(count, 1000)) for i, count in enumerate(won)]
    chart = curve_chart(range(5), dots, "mines", "1,000 games")
    chart.draw_without_rendering()
    (axes,) = chart.axes
    line = axes.transData.transform_path(axes.lines[0].get_path())
    values = [text for text in axes.texts if text.get_text().endswith(" %")]
    assert len(values) == len(won)
    assert not any(line.intersects_bbox(text.get_window_extent(), filled=False) for text in values)
