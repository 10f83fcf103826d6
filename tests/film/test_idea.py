"""Films of one idea: a question, time to think, the reason, the click and a number."""

import numpy as np
import pytest

import minevis as mv
from minevis.film.beats import beats
from minevis.film.frames import Stage, frames
from minevis.film.telling import counter_lines
from minevis.render.options import Look, Pacing, look_and_pacing
from minevis.render.page import film_page
from minevis.render.panels import panel
from minevis.render.tiles.atlas import Tile
from minevis.solver import events as ev
from minevis.utils.options import IDEAS
from minevis.words.events import badge

FPS = 10
LOST = mv.play("expert", seed=3)  # three guesses, the last one loses
WON = mv.play("beginner", seed=3)


def told(trace, idea, **pacing):
    return beats(trace, Pacing(idea=idea, fps=FPS, motion=True, **pacing), grouping="stepwise")


@pytest.mark.parametrize("grouping", ["stepwise", "grouped"])
@pytest.mark.parametrize("idea", [*IDEAS, 9])
def test_an_idea_is_told_in_12_to_25_seconds_by_its_plot(idea, grouping):
    shown = beats(LOST, Pacing(idea=idea, fps=FPS, motion=True), grouping=grouping)
    assert 12 * FPS <= sum(beat.hold for beat in shown) <= 25 * FPS
    bare, question, *reasons, click, number = shown
    assert (bare.card, bare.words, bare.asks) == ("question", (), ())
    assert (question.card, question.countdown) == ("question", 3.0)
    answer = [beat for beat in reasons if beat.answer]
    assert {beat.index for beat in answer} == {question.index}
    assert isinstance(LOST.events[click.index], ev.Opened | ev.Exploded)
    assert number.card == "number"
    exact = beats(LOST, Pacing(idea=idea, fps=FPS, motion=True, seconds=20), grouping=grouping)
    assert sum(beat.hold for beat in exact) == 20 * FPS
    assert number.index == click.index


@pytest.mark.parametrize(
    ("idea", "label"), [("first two clues", "TWO CLUES"), ("guess", "GUESS"), ("loss", "GUESS")]
)
def test_an_idea_asks_about_a_moment_of_its_kind_whose_odds_can_be_read(idea, label):
    shown = told(LOST, idea)
    assert {badge(LOST.events[beat.asked]) for beat in shown} == {label}
    odds = [beat for beat in shown if isinstance(LOST.events[beat.index], ev.OddsFound)]
    assert label != "GUESS" or sum(beat.hold for beat in odds) >= 4 * FPS  # two sentences
    assert isinstance(LOST.events[shown[-1].index], ev.Exploded) or idea != "loss"


@pytest.mark.parametrize("move", [3, 9, 40])
def test_a_move_is_told_with_the_reason_for_its_click(move):
    shown = told(LOST, move)
    clicks = [event for event in LOST.events if isinstance(event, ev.Opened | ev.Exploded)]
    click, reason = LOST.events[shown[-1].index], LOST.events[shown[-1].asked]
    assert click == clicks[move]
    assert click.cell in (reason.cells if isinstance(reason, ev.Deduction) else (reason.cell,))


@pytest.mark.parametrize(
    ("trace", "idea", "pacing", "rule"),
    [
        (LOST, 500, {}, "idea=500: this game has 186 moves, counted from 0"),
        (LOST, 0, {}, "idea=0: this move has no reason in the game"),
        (WON, "loss", {}, "idea='loss': this game has no such moment"),
        (LOST, "loss", {"seconds": 6}, r"idea='loss' and seconds=6: it needs at least 1\d"),
    ],
)
def test_an_idea_without_its_moment_or_time_for_its_reason_is_an_error(trace, idea, pacing, rule):
    with pytest.raises(ValueError, match=rule):
        told(trace, idea, **pacing)


def test_a_question_about_a_proof_rings_more_cells_than_its_answer():
    question = told(WON, "first two clues")[1]
    assert {*WON.events[question.index].cells} < {*question.asks}


def test_a_ring_counts_the_seconds_down():
    page = film_page(WON.shape, Look(format="square", max_width=320))
    question = told(WON, "hardest")[1]
    moving = [np.array(each) for each in frames(WON, [question], page, fps=FPS, motion=True)]
    cut = [np.array(each) for each in frames(WON, [question], page, fps=FPS)]
    assert len(moving) == len(cut) == question.hold
    assert len({each.tobytes() for each in moving}) == 31  # the question, and the ring's frames
    assert len({each.tobytes() for each in cut}) == 4  # the question, 3, 2 and 1


def test_a_game_without_reasons_is_filmed_whole():
    kept = (ev.Started, ev.Opened, ev.Finished)
    bare = WON.with_events(
        [(at, event) for at, event in enumerate(WON.events) if isinstance(event, kept)]
    )
    assert not any(beat.card == "question" for beat in told(bare, "hardest"))
    assert {beat.index for beat in told(bare, "hardest")} >= {0, len(bare) - 1}


@pytest.mark.parametrize(
    "also", [{"moves": (0, 3)}, {"opening": "title"}, {"cards": True}, {"pace": 3}, {"detail": 2}]
)
def test_an_idea_chooses_its_moments_itself(also):
    with pytest.raises(ValueError, match="idea='guess'"):
        Pacing(idea="guess", **also)
    _, pacing = look_and_pacing({"preset": "phone", **also})
    assert pacing.idea is None  # the preset's gives way


def test_a_clicked_cell_keeps_the_letter_of_its_question():
    page = film_page(LOST.shape, Look(format="tall", labels="letters", camera="follow"))
    stage = Stage(LOST, page)
    for idea in ("first two clues", "loss"):
        *_, answer, click, _ = told(LOST, idea)
        cell = LOST.events[click.index].cell
        before, after = (stage.scene(LOST[beat.index], beat).letters for beat in (answer, click))
        assert cell in before
        assert before[cell] == after[cell]


def test_an_explosion_finds_no_mine_and_a_cleared_board_has_all_its_flags():
    exploded = next(i for i, event in enumerate(LOST.events) if isinstance(event, ev.Exploded))
    before, after = (counter_lines(LOST[i])[0].split("  ·  ")[0] for i in (exploded - 1, exploded))
    assert before == after == f"mines left {LOST[exploded - 1].mines_left}"
    assert counter_lines(WON[-2])[0].startswith("mines left 0")
    flags = panel("board")(WON[-2]).pictures == Tile.FLAG
    assert flags.sum() == WON.start.mines
