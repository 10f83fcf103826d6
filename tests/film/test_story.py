"""A run as a story: routine together, new ideas by themselves and slowly."""

from collections import Counter
from itertools import pairwise

import pytest

import minevis as mv
from example_games import GAMES
from minevis.film.beats import beats
from minevis.film.durations import LONGEST
from minevis.film.moments import group_of
from minevis.film.story import CHAIN, reading, story, thinned
from minevis.render.options import Pacing
from minevis.solver import events as ev
from minevis.words.captions import sentences_of
from minevis.words.events import kind
from minevis.words.events.meaning import Kind


def played(level, seed, player="exact"):
    return mv.play(mv.Board.random(level, seed=seed, first=(0, 0)), player, first=(0, 0))


def told_of(trace, **options):
    return story(trace, [beat.index for beat in beats(trace)], **options)


def indices(trace, *kinds):
    return [i for i, event in enumerate(trace.events) if isinstance(event, kinds)]


@pytest.fixture(scope="module")
def guessing():
    return played("expert", 6)


@pytest.fixture(scope="module")
def parts(expert):
    return told_of(expert)


@pytest.mark.parametrize("grouping", ["each", "stepwise"])
def test_a_part_of_the_film_hurries_as_all_of_it_does(expert, grouping):
    whole, part = (
        beats(expert, Pacing(fps=30, moves=moves), grouping=grouping) for moves in (None, (20, 40))
    )
    assert sum(beat.hold for beat in part) < 0.7 * sum(beat.hold for beat in whole)
    alone = [{beat.index for beat in some if beat.first == beat.last} for some in (part, whole)]
    last = max({*indices(expert, ev.Proved)} & alone[0])  # an idea shown before
    assert last in alone[1]
    known = [sum(beat.hold for beat in some if beat.index == last) for some in (part, whole)]
    assert abs(known[0] - known[1]) <= 1


def test_routine_is_told_together_in_chains_and_nothing_is_left_out(expert, parts):
    shown = [beat.index for beat in beats(expert)]
    assert len(parts) < len(shown) / 3
    told = [i for part in parts if not part.step for i in range(part.since, part.index + 1)]
    assert told == sorted(set(told))
    missing = {type(expert.events[i]) for i in set(shown) - set(told)}
    assert missing <= {ev.OddsFound}  # beside a proof, by which nobody goes
    alone = {part.index for part in parts if part.first == part.last}
    proved = {*indices(expert, ev.Proved)}
    assert proved & alone < proved  # the others are counted in captions of chains
    assert max(Counter(part.first for part in parts).values()) <= CHAIN + 1


def test_zeros_are_told_once_where_the_guess_goes_by_them(guessing):
    told = {part.index for part in told_of(guessing)}
    zeros = indices(guessing, ev.ZerosFound)
    decide = [
        i for i in zeros if guessing.events[i + 1].cell in dict(likeliest(guessing.events[i]))
    ]
    assert told & set(zeros) == {decide[0]}


def likeliest(event):
    """The cells likeliest to show a zero, each with its chance."""
    most = max(event.chances, default=None)
    return [each for each in zip(event.cells, event.chances, strict=True) if each[1] == most]


def test_what_a_guess_brings_is_told_next_by_itself(guessing):
    """Flags that go up meanwhile are not, nor is what was guessed called proven."""
    for trace in (guessing, played("expert", 3), played("expert", 3, "counting")):
        told = told_of(trace)
        after = [b for a, b in pairwise(told) if isinstance(trace.events[a.index], ev.Guessed)]
        after = [part for part in after if part.step is None]
        assert all(part.first == part.last for part in after)
        events = [trace.events[part.since] for part in after]
        assert all(isinstance(event, ev.Opened | ev.Exploded) for event in events)
        meant = [trace.events[i].cell for i in indices(trace, ev.Guessed)]
        assert [event.cell for event in events] == meant != []


def test_no_odds_are_told_of_a_board_without_a_clue():
    trace = mv.play(mv.Board.random("beginner", seed=1), "exact")
    told = [trace.events[part.index] for part in told_of(trace)]
    guess = trace.find(ev.Guessed)
    assert any(isinstance(event, ev.OddsFound) for event in trace.events[:guess])
    before = told[: told.index(trace.events[guess])]
    assert not any(isinstance(event, ev.OddsFound) for event in before)


def test_a_review_does_not_say_again_what_the_guess_has_said():
    trace = mv.replay(GAMES / "beginner.avf").with_reasons()
    reviews = {*indices(trace, ev.Reviewed)} & {i + 1 for i in indices(trace, ev.Guessed)}
    assert [part.step for part in told_of(trace) if part.index in reviews] == [1]


def test_each_rule_is_told_sentence_by_sentence_the_first_time_only(expert, parts):
    stepped = {part.index for part in parts if part.step is not None}
    firsts = {}  # to find mines and safe cells are two ways, but of counting, one is enough
    for i in indices(expert, ev.Deduction):
        event = expert.events[i]
        firsts.setdefault((type(event), isinstance(event, ev.Counted) or event.mined), i)
    assert stepped == set(firsts.values())
    for index in stepped:
        steps = [part.step for part in parts if part.index == index]
        assert steps == list(range(len(steps)))
        assert len(steps) > 1
    proved = [part for part in parts if isinstance(expert.events[part.index], ev.Proved)]
    first = next(part.index for part in proved if part.step is not None)
    slow = sum(part.seconds for part in proved if part.index == first)
    assert max(part.seconds for part in proved if part.step is None) < slow


def test_the_sentences_of_new_ideas_stay_a_quarter_longer(expert, parts):
    plain = told_of(expert, thinking=1.0)
    longer = [(a, b) for a, b in zip(parts, plain, strict=True) if a.seconds > b.seconds]
    assert {expert.events[a.index].__class__ for a, _ in longer} >= {ev.Proved}
    for a, b in longer:
        sentence = sentences_of(expert.events[a.index], letters=True).sentences[a.step]
        more = pytest.approx(reading(sentence.text) / 4)
        assert a.seconds - b.seconds == more or a.seconds == LONGEST, sentence.text


def test_thinning_keeps_what_is_new(parts):
    kept = thinned(parts, len(parts) // 2)
    assert len(kept) == len(parts) // 2
    assert {p for p in parts if p.new} <= set(kept)
    assert kept == [part for part in parts if part in set(kept)]


def test_where_time_is_short_repeated_ideas_are_left_out_and_the_rest_can_be_read():
    trace = played("intermediate", 14)
    free = told_of(trace)
    seconds = 0.9 * sum(part.seconds for part in free)
    short = told_of(trace, seconds=seconds)
    assert len(short) < len(free)
    assert sum(part.seconds for part in short) <= seconds
    guesses = indices(trace, ev.Guessed)  # and what they brought
    assert {*guesses, *(i + 1 for i in guesses)} <= {part.index for part in short}
    assert all(part.seconds >= 0.5 for part in short if part.first == part.last)
    assert told_of(trace, seconds=30.0) is None


def test_a_search_that_was_cut_counts_its_steps_and_the_last_picture_stays(expert):
    brief = beats(expert, Pacing(detail=1), grouping="stepwise")
    assert not any(beat.skipped for beat in brief)
    cut = beats(expert, Pacing(detail=2, budget=6), grouping="stepwise")
    skipping = {kind(expert.events[beat.index]) for beat in cut if beat.skipped}
    assert skipping == {Kind.SEARCH}
    for part in ((0, 3), (0, 40), None):
        shown = beats(expert, Pacing(detail=2, fps=10, moves=part), grouping="grouped")
        assert shown[-1].hold >= 15, part
    for sort in (ev.FrontierFound, ev.ComponentFound, ev.SearchEnded):  # of the whole
        held = (beat.hold for beat in shown if type(expert.events[beat.index]) is sort)
        assert next(held) >= 24, sort


def said(trace, shown):
    """The sentences of a film, once for every time that they come onto the screen."""
    texts, before = [], None
    for beat in shown:
        now = beat.words or (beat.first, beat.last)
        stays, before = before == (now, beat.step), (now, beat.step)
        if stays or beat.card in ("rewind", "closing"):
            continue
        group = group_of(trace, beat)
        sentences = sentences_of(trace.events[beat.index], letters=True).sentences
        new = [each.text for each in sentences[: None if beat.step is None else beat.step + 1]]
        new = [group.caption] if group else new
        new = new if beat.words is None else [*beat.words]
        texts += new[-1:] if beat.step else new
    return texts


@pytest.mark.parametrize(("level", "seconds"), [("expert", 75), ("beginner8", 35)])
def test_a_whole_film_has_its_length_and_says_nothing_three_times(level, seconds):
    for seed in (0, 2, 9):
        trace = mv.play(level, seed=seed)
        shown = beats(trace, Pacing(fps=30, cards=True, motion=True), grouping="stepwise")
        assert sum(beat.hold for beat in shown) <= 30 * seconds
        [(text, times)] = Counter(said(trace, shown)).most_common(1)
        assert times < 3, f"seed {seed}: {text}"
        told = {beat.index for beat in shown if beat.words != ()}
        assert {*indices(trace, ev.Guessed)} <= told
        recalled = [beat.index for beat in shown if beat.label == "recalled"]
        assert recalled == [shown[0].index]
