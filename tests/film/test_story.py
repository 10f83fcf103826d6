"""A run as a story: routine together, new ideas by themselves and slowly."""

from collections import Counter
from itertools import groupby, pairwise

import pytest

import minevis as mv
from example_games import GAMES
from minevis.api.playing import play
from minevis.film.beats import beats
from minevis.film.durations import LONGEST
from minevis.film.moments import group_of
from minevis.film.story import CHAIN, reading, story, thinned
from minevis.game.board import Board
from minevis.render.camera import EASING
from minevis.render.options import Pacing
from minevis.solver import events as ev
from minevis.words.captions import caption, sentences_of
from minevis.words.events import kind
from minevis.words.events.meaning import Kind


@pytest.fixture(scope="module")
def guessing():
    return play(Board.random("intermediate", seed=14, first=(0, 0)), "exact", first=(0, 0))


def proved(trace):
    return {i for i, event in enumerate(trace.events) if isinstance(event, ev.Proved)}


def shown_of(trace):
    return [beat.index for beat in beats(trace)]


@pytest.mark.parametrize("grouping", ["each", "stepwise"])
def test_a_part_of_the_film_hurries_as_all_of_it_does(expert, grouping):
    whole = beats(expert, Pacing(fps=30), grouping=grouping)
    part = beats(expert, Pacing(fps=30, moves=(20, 40)), grouping=grouping)
    assert sum(beat.hold for beat in part) < 0.7 * sum(beat.hold for beat in whole)
    alone = [{beat.index for beat in some if beat.first == beat.last} for some in (part, whole)]
    last = max(proved(expert) & alone[0])  # an idea shown before
    assert last in alone[1]
    known = [sum(beat.hold for beat in some if beat.index == last) for some in (part, whole)]
    assert abs(known[0] - known[1]) <= 1


def test_routine_is_told_together_and_nothing_is_left_out(expert):
    shown = shown_of(expert)
    parts = story(expert, shown)
    assert len(parts) < len(shown) / 3
    told = [i for part in parts if not part.step for i in range(part.since, part.index + 1)]
    assert told == sorted(set(told))
    missing = {type(expert.events[i]) for i in set(shown) - set(told)}
    assert missing <= {ev.OddsFound}  # beside a proof, by which nobody goes


def test_zeros_are_told_once_where_the_guess_goes_by_them():
    trace = play(Board.random("expert", seed=6, first=(0, 0)), "exact", first=(0, 0))
    told = {part.index for part in story(trace, shown_of(trace))}
    zeros = [i for i, event in enumerate(trace.events) if isinstance(event, ev.ZerosFound)]
    decide = [i for i in zeros if trace.events[i + 1].cell in dict(likeliest(trace.events[i]))]
    assert told & set(zeros) == {decide[0]}


def likeliest(event):
    """The cells likeliest to show a zero, each with its chance."""
    most = max(event.chances, default=None)
    return [each for each in zip(event.cells, event.chances, strict=True) if each[1] == most]


def test_what_a_guess_opened_is_told_by_itself():
    trace = play(Board.random("expert", seed=6, first=(0, 0)), "exact", first=(0, 0))
    told = {part.index: part for part in story(trace, shown_of(trace))}
    guesses = [i for i, event in enumerate(trace.events) if isinstance(event, ev.Guessed)]
    assert guesses
    for guess in guesses:
        after = range(guess, len(trace))
        index = next(i for i in after if isinstance(trace.events[i], ev.Opened | ev.Exploded))
        assert told[index].first == told[index].last == index


def test_no_odds_are_told_of_a_board_without_a_clue():
    trace = play(Board.random("beginner", seed=1), "exact")
    told = [trace.events[part.index] for part in story(trace, shown_of(trace))]
    guess = next(i for i, event in enumerate(trace.events) if isinstance(event, ev.Guessed))
    assert any(isinstance(event, ev.OddsFound) for event in trace.events[:guess])
    assert not any(
        isinstance(event, ev.OddsFound) for event in told[: told.index(trace.events[guess])]
    )


def test_a_review_does_not_say_again_what_the_guess_has_said():
    trace = mv.replay(GAMES / "beginner.avf").with_reasons()
    parts = story(trace, shown_of(trace))
    reviews = [
        part.step
        for part in parts
        if isinstance(trace.events[part.index], ev.Reviewed)
        and isinstance(trace.events[part.index - 1], ev.Guessed)
    ]
    assert reviews == [1]


def test_a_chain_is_a_few_deductions_flags_and_openings(expert):
    parts = story(expert, shown_of(expert))
    told = {part.index for part in parts if part.first == part.last}
    assert proved(expert) & told < proved(expert)  # the others are counted in captions of chains
    chains: dict = {}
    for part in parts:
        chains.setdefault(part.first, []).append(part)
    assert max(map(len, chains.values())) <= CHAIN + 1


def test_each_rule_is_told_sentence_by_sentence_the_first_time_only(expert):
    parts = story(expert, shown_of(expert))
    stepped = {part.index for part in parts if part.step is not None}
    ways = {ev.Counted: None}  # to find mines and safe cells: of counting, one is enough
    firsts = {}
    for i in shown_of(expert):
        event = expert.events[i]
        if isinstance(event, ev.Deduction):
            firsts.setdefault((type(event), ways.get(type(event), event.mined)), i)
    assert stepped == set(firsts.values())
    for index in stepped:
        steps = [part.step for part in parts if part.index == index]
        assert steps == list(range(len(steps)))
        assert len(steps) > 1
    later = [p for p in parts if isinstance(expert.events[p.index], ev.Proved) and p.step is None]
    slow = [
        p for p in parts if isinstance(expert.events[p.index], ev.Proved) and p.step is not None
    ]
    assert max(p.seconds for p in later) < sum(p.seconds for p in slow if p.index == slow[0].index)


def test_the_sentences_of_new_ideas_stay_a_quarter_longer(expert):
    shown = shown_of(expert)
    slow, plain = story(expert, shown), story(expert, shown, thinking=1.0)
    longer = [(a, b) for a, b in zip(slow, plain, strict=True) if a.seconds > b.seconds]
    assert {expert.events[a.index].__class__ for a, _ in longer} >= {ev.Proved}
    for a, b in longer:
        sentence = sentences_of(expert.events[a.index], letters=True).sentences[a.step]
        more = pytest.approx(reading(sentence.text) / 4)
        assert a.seconds - b.seconds == more or a.seconds == LONGEST


@pytest.mark.parametrize("player", ["exact", "counting"])
def test_what_a_guess_brings_is_told_next(player):
    """Flags that go up meanwhile are not, nor is what was guessed called proven."""
    trace = play(Board.random("expert", seed=3, first=(0, 0)), player, first=(0, 0))
    parts = story(trace, shown_of(trace))
    after = [b for a, b in pairwise(parts) if isinstance(trace.events[a.index], ev.Guessed)]
    told = [trace.events[part.since] for part in after if part.step is None]
    assert len(told) == trace.guesses
    assert all(isinstance(event, ev.Opened | ev.Exploded) for event in told)
    meant = [event.cell for event in trace.events if isinstance(event, ev.Guessed)]
    assert [event.cell for event in told] == meant


def test_thinning_keeps_what_is_new(expert):
    parts = story(expert, shown_of(expert))
    kept = thinned(parts, len(parts) // 2)
    assert len(kept) == len(parts) // 2
    assert {p for p in parts if p.new} <= set(kept)
    assert kept == [part for part in parts if part in set(kept)]


def test_where_time_is_short_repeated_ideas_are_left_out_and_the_rest_can_be_read(guessing):
    shown = shown_of(guessing)
    free = story(guessing, shown)
    seconds = 0.9 * sum(part.seconds for part in free)
    short = story(guessing, shown, seconds=seconds)
    assert len(short) < len(free)
    assert sum(part.seconds for part in short) <= seconds
    kept = {part.index for part in short}
    for i, event in enumerate(guessing.events):
        if isinstance(event, ev.Guessed):
            assert {i, i + 1} <= kept  # the guess, and what it brought
    assert all(part.seconds >= 0.5 for part in short if part.first == part.last)
    assert story(guessing, shown, seconds=30.0) is None


def test_a_search_that_was_cut_counts_its_steps_and_the_last_picture_stays(expert):
    brief = beats(expert, Pacing(detail=1), grouping="stepwise")
    assert not any(beat.skipped for beat in brief)
    cut = beats(expert, Pacing(detail=2, budget=6), grouping="stepwise")
    skipping = [beat for beat in cut if beat.skipped]
    assert skipping
    for beat in skipping:
        assert kind(expert.events[beat.index]) is Kind.SEARCH
    for part in ((0, 3), (0, 40), None):
        assert (
            beats(expert, Pacing(detail=2, fps=10, moves=part), grouping="grouped")[-1].hold >= 15
        )


def test_what_is_told_by_itself_can_be_read(expert):
    shown = beats(expert, Pacing(detail=2, fps=10), grouping="grouped")
    told = [(beat, expert.events[beat.index]) for beat in shown]
    for sort in (ev.FrontierFound, ev.ComponentFound, ev.SearchEnded):
        assert next(beat.hold for beat, event in told if type(event) is sort) >= 24


@pytest.fixture(scope="module")
def games(expert, guessing):
    """Games of all sizes, won and lost."""
    tiny = play(Board.random(height=2, width=3, mines=2, seed=1), "exact")
    lost = play(Board.random("expert", seed=3, first=(0, 0), safe_radius=1), "exact", first=(0, 0))
    reviewed = mv.replay(GAMES / "beginner.avf").with_reasons()
    assert (tiny.won, lost.won) == (False, False)
    return tiny, lost, expert, guessing, reviewed


@pytest.mark.parametrize(("grouping", "detail"), [("stepwise", 1), ("stepwise", 2), ("grouped", 2)])
@pytest.mark.parametrize("seconds", [None, 60, 15, 3])
def test_a_sentence_on_screen_can_be_read_once_the_camera_has_arrived(
    games, grouping, detail, seconds
):
    for trace in games:
        pacing = {"detail": detail, "seconds": seconds, "cards": True}
        shown = beats(trace, Pacing(fps=30, **pacing), grouping=grouping)
        told = [list(some) for _, some in groupby(shown, one_text)]
        assert seconds == 3 or any(texts_of(trace, some[0], grouping) for some in told)
        for some in told:
            read = some[0].step or 0  # a guess has said those before
            for at, beat in enumerate(some):
                texts = texts_of(trace, beat, grouping)
                words = " ".join(texts[read:]).split()
                moves = EASING if beat.asked < 0 else 0.0  # an idea keeps its window
                time = sum(each.hold for each in some[at:]) / 30 - moves
                assert not words or time > 0.899 + 0.11 * len(words), (beat, texts)
                read = len(texts)


def one_text(beat):
    """What beats with the same words on screen have in common."""
    return beat.words or (beat.first, beat.last)


def texts_of(trace, beat, grouping):
    """The sentences on screen."""
    if beat.words is not None:
        return list(beat.words)
    group = group_of(trace, beat)
    if grouping == "grouped":
        return [group.caption if group else caption(trace.events[beat.index])]
    narration = sentences_of(trace.events[beat.index], letters=True)
    texts = [sentence.text for sentence in narration.sentences]
    return [group.caption] if group else texts[: None if beat.step is None else beat.step + 1]


def said(trace, shown):
    """The sentences of a film, once for every time that they come onto the screen."""
    texts = []
    for beat, before in zip(shown, [None, *shown], strict=False):
        stays = before and one_text(before) == one_text(beat) and before.step == beat.step
        if stays or beat.card in ("rewind", "closing"):
            continue
        new = texts_of(trace, beat, "stepwise")
        texts += new[-1:] if beat.step else new
    return texts


@pytest.mark.parametrize(("level", "seconds"), [("expert", 75), ("beginner8", 35)])
def test_a_whole_film_has_its_length_and_says_nothing_three_times(level, seconds):
    for seed in (0, 2, 9):
        trace = mv.play(level, seed=seed)
        shown = beats(trace, Pacing(fps=30, cards=True, motion=True), grouping="stepwise")
        assert sum(beat.hold for beat in shown) <= 30 * seconds
        assert max(Counter(said(trace, shown)).values()) < 3
        guesses = [i for i, event in enumerate(trace.events) if isinstance(event, ev.Guessed)]
        assert {*guesses} <= {beat.index for beat in shown if beat.words != ()}
        recalled = [beat for beat in shown if beat.label == "recalled"]
        assert [beat.index for beat in recalled] == [shown[0].index]
