"""Pacing: the shown events, their durations, and excerpts."""

import re
from collections import Counter
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from minevis.api.playing import play
from minevis.film.beats import beats
from minevis.film.durations import thin
from minevis.film.moments import Beat
from minevis.film.telling import counter_parts
from minevis.game.board import Board
from minevis.render.options import Pacing
from minevis.render.timeline import Timeline
from minevis.solver import events as ev
from minevis.trace.trace import Trace
from minevis.words.events import kind
from minevis.words.events.meaning import Kind


def game(level, seed):
    board = Board.random(level, seed=seed, first=(0, 0), safe_radius=1)
    return play(board, "exact", first=(0, 0))


ONE = Trace([ev.Started(1, 1, 0, "x")])
TRACE = game("beginner", 1)


@pytest.fixture(scope="module")
def expert():
    """A long game with big searches and five guesses."""
    return game("expert", 5)


@pytest.fixture(scope="module")
def beginner():
    """A short game with a guess."""
    return game("beginner", 10)


def seconds(shown, fps=10):
    return sum(beat.hold for beat in shown) / fps


MOVES = {Kind.START, Kind.MOVE, Kind.END}
REASONS = {Kind.DEDUCTION, Kind.GUESS, Kind.ODDS}


@pytest.mark.parametrize(
    ("detail", "always", "low", "high"),
    [(0, MOVES, 8, 35), (1, MOVES | REASONS, 60, 150), (2, MOVES | REASONS, 90, 190)],
)
def test_detail_chooses_what_is_shown_and_takes_a_fair_time(expert, detail, always, low, high):
    kinds = [kind(event) for event in expert.events]
    shown = {beat.index for beat in beats(expert, Pacing(detail=detail, budget=1))}
    assert {i for i, sort in enumerate(kinds) if sort in always} <= shown
    seen = {kinds[i] for i in shown}
    assert detail or seen == MOVES
    assert (Kind.SEARCH in seen) == (detail == 2)
    assert low <= seconds(beats(expert, Pacing(detail=detail), grouping="grouped")) <= high


def test_skipped_counts_exactly_what_was_left_out(expert):
    shown = beats(expert, Pacing(detail=2))
    before = -1
    for beat in shown:
        assert beat.skipped == beat.index - before - 1
        before = beat.index
    assert sum(beat.skipped for beat in shown) == len(expert) - len(shown) > 0
    assert not any(beat.skipped for beat in beats(expert, Pacing(detail=1)))


@pytest.mark.parametrize("budget", [0, 2, 10, 20, 40])
def test_searches_keep_their_budget_and_both_ends(expert, budget):
    shown = {beat.index for beat in beats(expert, Pacing(detail=2, budget=budget))}
    searching = [i for i in shown if kind(expert.events[i]) is Kind.SEARCH]
    assert 3 * budget <= len(searching) <= 10 * budget
    if budget == 20:
        ends = [i for i, event in enumerate(expert.events) if isinstance(event, ev.SearchEnded)]
        runs = [i for i in ends if not isinstance(expert.events[i + 1], ev.ComponentFound)]
        starts = [i for i, e in enumerate(expert.events) if isinstance(e, ev.FrontierFound)]
        assert {*starts, *(start + 1 for start in starts)} <= shown
        assert sum(i in shown for i in runs) >= 0.5 * len(runs) > 0


def test_a_short_search_is_shown_whole(beginner):
    assert len(beats(beginner, Pacing(detail=2, budget=1000))) == len(beginner)


@pytest.mark.parametrize("fps", [1, 5, 24, 60, 12.5, np.float64(30)])
def test_time_does_not_hang_on_the_frame_rate(beginner, fps):
    shown = beats(beginner, Pacing(fps=fps))
    assert all(beat.hold >= 1 for beat in shown)
    if fps >= 10:
        assert seconds(shown, fps) == pytest.approx(seconds(beats(beginner)), rel=0.1)


@given(first=st.integers(0, 150), length=st.integers(1, 150))
def test_a_range_of_frames_is_cut_out_of_the_whole(first, length):
    cut = beats(TRACE, Pacing(frames=(first, first + length)))
    held = [beat.index for beat in cut for _ in range(beat.hold)]
    assert held == WHOLE[first : first + length]


WHOLE = [beat.index for beat in beats(TRACE) for _ in range(beat.hold)]


def test_a_range_of_moves_begins_after_the_click_before_and_skips_nothing(beginner):
    shown = beats(beginner, Pacing(moves=(3, 5)))
    snapshots = list(beginner)
    counts = [snapshots[beat.index].moves for beat in shown]
    assert set(counts) == {3, 4, 5}
    assert counts[-1] == 5
    assert counts.count(5) == 1  # ends with the click of move 4, the fifth
    opened = [b.index for b in shown if isinstance(beginner.events[b.index], ev.Opened)]
    assert [snapshots[i].moves for i in opened] == [4, 5]
    shown = beats(beginner, Pacing(moves=(10, 12), detail=2, budget=1000))
    assert all(beat.skipped == 0 for beat in shown)


def test_moves_part_the_game_without_gaps(beginner):
    spans = [Pacing(moves=(m, m + 1)) for m in range(beginner.moves)]
    parts = [beat.index for span in spans for beat in beats(beginner, span)]
    assert sorted(parts) == sorted({beat.index for beat in beats(beginner)})
    assert parts[-1] == len(beginner) - 1


@pytest.mark.parametrize(("pace", "hold"), [("even", 4), (2, 5), (40, 1)])
def test_an_even_pace_gives_each_beat_the_same(expert, pace, hold):
    assert {beat.hold for beat in beats(expert, Pacing(pace=pace, fps=10))} == {hold}
    assert beats(ONE) == [Beat(0, 25, 0)]
    assert len(beats(ONE, Pacing(moves=(0, 1)))) == 1


@pytest.mark.parametrize("wanted", [0.3, 5, 33.3, 600])
@pytest.mark.parametrize("detail", [0, 1, 2])
@pytest.mark.parametrize("cards", [False, True])
def test_a_length_asked_for_is_kept(expert, wanted, detail, cards):
    shown = beats(expert, Pacing(detail=detail, seconds=wanted, fps=10, cards=cards))
    assert sum(beat.hold for beat in shown) == round(wanted * 10)
    assert min(beat.hold for beat in shown) >= 1


def test_what_matters_most_is_left_out_last_and_the_rest_counted(expert):
    shown, whole = beats(expert, Pacing(seconds=6, fps=10)), beats(expert)
    events = [expert.events[beat.index] for beat in shown]
    assert len(events) <= 60 < len(whole)
    assert {type(e) for e in events} == {type(expert.events[beat.index]) for beat in whole}
    kinds = Counter(map(type, events))
    assert (kinds[ev.Guessed], kinds[ev.Flagged]) == (expert.guesses, 1)
    opened = [b.index for b in shown if isinstance(expert.events[b.index], ev.Opened)]
    assert max(opened) > 0.8 * len(expert)  # from the whole run, not its beginning
    assert sum(beat.skipped for beat in shown) == len(whole) - len(shown)


def test_the_event_of_a_question_is_never_left_out(expert):
    shown = [beat.index for beat in beats(expert)]
    for asked in shown[5::20]:
        kept = thin(expert, shown, 3, asked)
        assert asked in kept
        assert len(kept) == 3


@pytest.mark.parametrize("options", [{}, {"moves": (2, 20)}, {"seconds": 60}])
def test_a_film_begins_with_its_hardest_moment_and_rewinds(expert, options):
    shown = beats(expert, Pacing(fps=30, cards=True, **options))
    opening = [beat for beat in shown if beat.card in ("question", "rewind")]
    question, *back = opening
    assert shown[: len(opening)] == opening
    guesses = [each for each in expert.events if isinstance(each, ev.Guessed) and each.clues]
    if "moves" in options:
        assert isinstance(expert.events[question.index], ev.Guessed | ev.Proved)
    else:
        assert expert.events[question.index].risk == max(guess.risk for guess in guesses)
    times = [Timeline.of(expert).at(beat.index) for beat in opening]
    assert times == sorted(times, reverse=True)
    first = beats(expert, Pacing(**options))["moves" not in options]  # the start is not shown again
    assert back[-1].index < first.index == shown[len(opening)].index
    assert question.hold >= 90
    assert 20 <= sum(beat.hold for beat in back) <= 60
    last = set() if "moves" in options else {"closing"}  # a part has none
    assert {beat.card for beat in shown} == {"question", "rewind", ""} | last


def test_a_film_too_short_for_a_question_has_none_and_a_run_without_one_has_a_title(expert):
    shown = beats(expert, Pacing(cards=True, opening="title"))
    assert [beat.card for beat in shown if beat.card] == ["title", "closing"]
    assert isinstance(expert.events[shown[0].index], ev.Guessed)  # a key moment
    assert shown[-1].index == len(expert) - 1
    assert shown[1:-1] == beats(expert)
    assert not any(beat.card for beat in beats(expert, Pacing(cards=True, seconds=12)))
    for options in ({"detail": 0}, {"pace": "even"}):  # which have no answer, or no time to read it
        assert beats(expert, Pacing(cards=True, **options))[0].card == "title"
    assert beats(TINY, Pacing(cards=True))[0].card in ("question", "title")
    assert [beat.card for beat in beats(ONE, Pacing(cards=True))] == ["title", "", "closing"]


TINY = play(Board.parse("..*"), first=(0, 0))
NAN, INF = float("nan"), float("inf")
WRONG = {
    "pace": ["slow", 0, -1, NAN, True],
    "detail": [-1, 3, 0.5, "all", True],
    "seconds": [0, -2, INF, "60", True],
    "fps": [0, -1, NAN, INF, "10", True],
    "budget": [-1],
    "opening": ["end", 3],
    **{name: [(100_000, 100_001), (6, 2)] for name in ("frames", "moves")},
}
RANGES = [(-2, 2), (0.5, 2), (2, 2), (1,), 3, "ab"]
IS_RANGE = ": it must be (first, end), integers with 0 <="


@pytest.mark.parametrize(
    ("options", "told"),
    [
        *(({n: each}, f"{n}={each!r}") for n, values in WRONG.items() for each in values),
        *(({n: r}, f"{n}={r!r}{IS_RANGE}") for n, r in product(("moves", "frames"), RANGES)),
        ({"pace": 2, "seconds": 10}, "pace=2 and seconds=10: give one of them"),
        ({"pace": "clock"}, "pace='clock': this trace was not timed"),
    ],
    ids=str,
)
def test_options_that_make_no_sense_are_refused(options, told):
    with pytest.raises(ValueError, match=re.escape(told)):
        beats(TINY, Pacing(**options))


def timed(*clicks):
    """A game of one click after another, at these times."""
    events = [ev.Started(1, len(clicks) + 1, 1, "x")]
    events += [ev.Opened((0, i), ((0, i),), (0,)) for i in range(len(clicks))]
    return Trace(events, clock=(0.0, *clicks))


def held(shown):
    """How long each event is shown, however often its clock ticks."""
    times = Counter()
    for beat in shown:
        times[beat.index] += beat.hold
    return list(times.items())


def test_the_clock_of_a_film_runs_while_a_player_thinks():
    shown = beats(timed(0.0, 1.0, 3.0), Pacing(pace="clock", fps=10))
    assert all(beat.hold <= 2 for beat in shown[:-1])
    clocks = [beat.clock for beat in shown[:-1]]
    assert clocks == pytest.approx([i / 5 for i in range(15)])
    assert shown[-1].clock == 3.0
    assert not any(beat.skipped for beat in shown)


def test_a_film_in_real_time_lasts_as_long_as_the_game_or_is_sped_up():
    trace = timed(0.0, 1.0, 1.01, 1.5, 4.0)
    shown = beats(trace, Pacing(pace="clock", fps=10))
    assert held(shown) == [(1, 10), (3, 5), (4, 25), (5, 25)]
    many = timed(*(i / 30 for i in range(301)))
    assert sum(beat.hold for beat in beats(many, Pacing(pace="clock", fps=30))[:-1]) == 300
    shown = beats(timed(0.0, 10.0, 30.0), Pacing(pace="clock", fps=10, seconds=5.5))
    assert [hold for _, hold in held(shown)] == [10, 20, 25]


def test_real_time_is_cut_to_a_minute_a_pause_and_to_a_day():
    shown = beats(timed(0.0, 9e8, 9e8 + 5), Pacing(pace="clock", fps=10))
    assert [hold for _, hold in held(shown)] == [600, 50, 25]
    assert len(shown) < 600
    assert shown[150].clock == pytest.approx(4.5e8)
    short = beats(timed(0.0, 9e8), Pacing(pace="clock", seconds=5))
    assert [hold for _, hold in held(short)] == [25, 25]
    pauses = timed(*(60.0 * i for i in range(2000)))
    with pytest.raises(ValueError, match="would last 119,942 seconds; at most 86,400: seconds="):
        beats(pauses, Pacing(pace="clock"))
    assert beats(pauses, Pacing(pace="clock", seconds=60))


def test_counters_tell_the_clock_and_the_guesses_of_a_game():
    trace = timed(0.0, 12.34)
    assert [shot.seconds for shot in trace] == [0.0, 0.0, 12.34]
    assert counter_parts(trace[2])[0] == "12.3 s"
    assert (trace.frame(1) != trace.frame(2)).any()
    assert [counter_parts(TINY[at])[1] for at in (0, 1)] == ["", "guesses 0"]
