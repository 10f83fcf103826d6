"""Films of a given length: reasons are on screen, and every question is answered."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

import minevis as mv
from example_games import GAMES
from minevis.film.beats import QUESTION, beats
from minevis.film.durations import LONGEST, share_frames
from minevis.film.frames import asked_from, frames
from minevis.film.moments import group_of
from minevis.film.story import reading
from minevis.film.video import planned_beats
from minevis.game.grid import cells_of
from minevis.render import painter
from minevis.render.legend import LEGEND
from minevis.render.options import Look, Pacing, look_and_pacing
from minevis.render.page import film_page
from minevis.render.painter import badge_picture
from minevis.render.tiles import draw_text
from minevis.render.tiles.atlas import Mark
from minevis.solver import events as ev
from minevis.words.events import kind
from minevis.words.events.meaning import Kind

REASONS = Kind.DEDUCTION, Kind.ODDS, Kind.GUESS
LENGTHS = (8, 14, 20, 30, 45)


def played(level, seed, player="exact"):
    board = mv.Board.random(level, seed=seed, first=(0, 0))
    return mv.play(board, player, first=(0, 0), progress=False)


@pytest.fixture(scope="module")
def games():
    """Games of all sizes, with and without guesses, won and lost, and one of a person."""
    return [
        *(played("expert", seed) for seed in (3, 6, 10)),
        played("expert", 3, "counting"),
        played("intermediate", 14),
        played("beginner", 4, "best"),
        *(played("beginner", seed) for seed in (1, 3)),
        mv.replay(GAMES / "beginner.avf").with_reasons(),
    ]


def planned(trace, **options):
    """The beats of a film, and its frames per second."""
    look, pacing = look_and_pacing(options)
    return planned_beats(trace, pacing, film_page(trace.shape, look), ".mp4")


def some(games, number, apart=4):
    """Every fourth game or so: all of them come up among the numbers of a test."""
    return games[number % apart :: apart]


KINDS = [*product(LENGTHS, (False, True), ("stepwise", "grouped"))]


@pytest.mark.parametrize(("number", "kind_of"), [*enumerate(KINDS)])
def test_a_film_of_any_length_shows_reasons(games, number, kind_of):
    (seconds, cards, grouping), fps = kind_of, 10
    for trace in some(games, number):
        shown = beats(trace, Pacing(seconds=seconds, fps=fps, cards=cards), grouping=grouping)
        assert sum(beat.hold for beat in shown) == seconds * fps
        assert max(beat.hold for beat in shown) <= LONGEST * fps
        plain = [beat for beat in shown if beat.card in ("", "forward")]
        told = [beat for beat in plain if not beat.card and beat.words != ()]
        if all(beat.asked < 0 for beat in shown):  # not of single moments
            span = range(plain[0].index, plain[-1].index + 1)
            guesses = {i for i in span if isinstance(trace.events[i], ev.Guessed)}
            assert guesses <= {beat.index for beat in told if beat.first == beat.last}
        else:
            asked = {beat.asked for beat in shown}
            assert min(asked) >= 0
            assert len(asked) <= 3
        reasons = [b for b in told if b.words or kind(trace.events[b.index]) in REASONS]
        reasons += [beat for beat in shown if beat.card == "question"]
        assert sum(beat.hold for beat in reasons) >= seconds * fps / 3, (trace, seconds)
        assert_answered(shown, fps)


def assert_answered(shown, fps):
    """Check that the answer to a question has all of its sentences on screen, each long enough."""
    questions = [beat for beat in shown if beat.label == "question" and beat.words]
    assert {beat.index for beat in shown if beat.answer} == {beat.index for beat in questions}
    for asked in questions:
        answer = [beat for beat in shown if beat.answer and beat.index == asked.index]
        assert asked.hold >= QUESTION * fps, asked
        assert all(beat.first == beat.last for beat in answer), asked
        assert sum(beat.hold for beat in answer) >= 2 * fps, asked
        assert shown.index(asked) < shown.index(answer[0])


@pytest.mark.parametrize("preset", mv.PRESETS)
@pytest.mark.parametrize(("number", "seconds"), [*enumerate([None, *LENGTHS, 120])])
def test_every_question_is_answered(games, preset, number, seconds):
    length = {} if seconds is None else {"seconds": seconds}
    for trace in some(games, number + len(preset)):
        assert_answered(*planned(trace, preset=preset, **length))


@pytest.mark.parametrize("options", [{}, {"seconds": 40}, {"detail": 2}])
def test_frames_one_by_one_answer_their_question_too(games, options):
    for trace in games[len(options) :: 2]:
        assert_answered(beats(trace, Pacing(cards=True, fps=10, **options)), 10)


PRESET_WIDTHS = {"phone": (390, 9), "talk": (1280, 13), "readme": (640, 13)}  # px, least px of text


@pytest.mark.parametrize("preset", mv.PRESETS)
def test_text_can_be_read_at_the_width_that_a_preset_is_made_for(monkeypatch, games, preset):
    """The legend is not the smallest of it."""
    width, least = PRESET_WIDTHS[preset]
    sizes = dict[str, float]()

    def line_mask(text, size, bold=False):
        sizes[text] = min(size * width / page.width, sizes.get(text, 99))
        return draw_text.line_mask(text, size, bold)

    monkeypatch.setattr(painter, "line_mask", line_mask)
    look, pacing = look_and_pacing({"preset": preset})
    for trace in games[1:2] + games[-1:]:
        page = film_page(trace.shape, look)
        badge_picture.cache_clear()
        shown, fps = planned_beats(trace, pacing, page, ".mp4")
        for _ in frames(trace, [replace(beat, hold=1) for beat in shown[::3]], page, fps=fps):
            pass
    smallest = min(sizes, key=sizes.get)
    assert sizes[smallest] >= least, smallest
    keys = {sizes[text] for text in sizes if text in LEGEND.values()}
    assert not keys or min(keys) >= min(
        sizes[text] for text in sizes if text not in LEGEND.values()
    )


@pytest.mark.parametrize("panels", [None, ("board", "constraints"), ("probability",)])
@pytest.mark.parametrize("seed", [3, 10])
def test_a_question_shows_the_board_before_the_answer_without_marks(monkeypatch, panels, seed):
    trace = played("expert", seed)
    shown, fps = planned(trace, panels=panels, seconds=60)
    question = shown[0]
    assert question.card == "question"
    before = asked_from(trace, question.index)
    assert kind(trace.events[before]) in (Kind.START, Kind.MOVE, Kind.FLAG)
    scenes = []
    page = film_page(trace.shape, Look(panels=panels))
    empty = np.full((page.height, page.width, 3), page.theme.ground, np.uint8)

    def draw(_, scene, *__, **___):
        scenes.append(scene)
        return empty

    monkeypatch.setattr(painter.Painter, "draw", draw)
    next(frames(trace, [question], page, fps=fps))
    [scene] = scenes
    assert scene.badge[0] == "QUESTION"
    assert scene.sentences in (question.words, (" ".join(question.words),))
    assert (scene.letters, scene.numbers) == ({}, {})
    assert scene.spoken is None
    for layer in scene.boards:
        ringed = cells_of(layer.marks == Mark.CANDIDATE)  # among which to choose
        assert (cells_of(layer.marks > 0), *layer.links, *layer.outlines) == (ringed,)
        assert {*ringed} == {*question.asks}
    drawn = trace[before]
    assert (scene.map == mv.render.panels.board(drawn).pictures).all()


def test_time_that_is_left_over_is_spread():
    assert share_frames([1, 3], 10) == [3, 7]
    assert share_frames([1, 3], 8, [1, 1], [5, 4]) == [4, 4]
    assert sum(share_frames([1, 1], 20, [1, 1], [5, 4])) == 20  # no more to show
    trace = mv.play(mv.Board.random("beginner", seed=1, first=(0, 0)), first=(0, 0))
    shown = beats(trace, Pacing(fps=10, moves=(0, 2), seconds=30), grouping="stepwise")
    alone = [beat for beat in shown if beat.first == beat.last]
    assert len(alone) > len(shown) / 2  # routine has its own words
    for beat in alone:
        assert group_of(trace, beat) is None
    assert reading("one two") == pytest.approx(0.3 + 0.9 + 0.22)


def test_a_game_in_few_seconds_is_shown_by_its_moves():
    trace = played("beginner", 3)
    moves = {i for i, event in enumerate(trace.events) if kind(event) is Kind.MOVE}
    assert moves <= {beat.index for beat in planned(trace, seconds=5)[0]}
    for reasons in ({"detail": 1}, {"moves": (0, 99)}, {"seconds": 8}):
        shown, _ = planned(trace, **{"seconds": 5, **reasons})
        assert not moves <= {beat.index for beat in shown}


@pytest.mark.parametrize("pacing", [{"frames": (30, 60)}, {"pace": 4}], ids=str)
def test_a_preview_is_of_the_same_moments(pacing):
    shown = played("beginner", 3).show(preview=True, panels="board", cell=8, **pacing)
    assert shown.data
    assert shown.preview
