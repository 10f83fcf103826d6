"""Title and closing cards: what they say, and that they fit."""

import numpy as np
import pytest

from minevis.core import events as ev
from minevis.core.board import Board
from minevis.playing import play
from minevis.show.frame.cards import card, closing, title, with_card
from minevis.show.frame.page import page_of_format, page_of_panels
from minevis.show.frame.painter import Painter
from minevis.show.frame.scene import scene_of
from minevis.show.frames import frame, frames
from minevis.show.tiles.theme import PAPER, THEMES
from minevis.show.timing.beats import beats
from minevis.trace import Trace


def told(lines):
    return [text for text, *_ in lines]


def game(seed, player="exact"):
    return play(
        Board.random("beginner", seed=seed, first=(0, 0), safe_radius=1), player, first=(0, 0)
    )


def test_cards_tell_of_board_player_result_and_risk():
    said = ["Minesweeper", "9×9 cells, 10 mines", "played by “exact”"]
    assert told(title(game(1), PAPER)) == said
    trace = game(3)
    moves = f"{trace.moves} moves, 1 guess"
    risk = f"risk taken with its guesses: {round(100 * trace.risk)} %"
    assert told(closing(trace, PAPER))[:3] == ["Won", moves, risk]
    assert told(closing(game(1), PAPER))[2] == "nothing was left to luck after the first click"
    lost = game(9)
    assert lost.won is False
    assert told(closing(lost, PAPER))[0] == "Lost"
    trace = next(t for t in (game(seed, "counting") for seed in range(9)) if t.guesses)
    assert told(closing(trace, PAPER))[2] == "the risk of its guesses was not reckoned"


def test_a_run_that_stops_early_is_neither_won_nor_lost():
    trace = Trace([ev.Started(3, 3, 1, "a  name\n" + "x" * 300)])
    lines = told(closing(trace, PAPER))
    assert lines[0] == "Not finished"
    assert lines[-2].startswith("3×3 cells, 1 mine, played by “a name xxx")
    assert len(lines[-2]) < 80
    assert lines[-1] == "made with minevis"


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("shape", [(1, 1), (1, 40), (30, 2), (16, 30)])
def test_cards_fit_frames_of_any_size(shape, theme):
    trace = Trace([ev.Started(*shape, 1, "a name of quite some length, it is")])
    layout = page_of_panels(shape, theme=theme, cell=16)
    plain = frame(trace, 0, theme=theme, cell=16)
    for name in ("title", "closing"):
        page = card(plain, name, trace, layout)
        assert page.shape == plain.shape
        ink = np.abs(page.astype(int) - layout.theme.ground).sum(axis=2) > 200
        assert ink.any()
        assert not ink[:, :4].any()
        assert not ink[:, -4:].any()


def test_the_stream_begins_and_ends_with_them():
    trace = game(1)
    layout = page_of_panels(trace.shape, cell=16)
    shown = beats(trace, cards=True, opening="title")
    stream = list(frames(trace, shown, layout))
    assert len(stream) == sum(beat.hold for beat in shown)
    first, last = shown[0].index, len(trace) - 1
    plain = {i: frame(trace, i, cell=16) for i in (first, 0, last)}
    assert np.array_equal(stream[0], card(plain[first], "title", trace, layout))
    assert np.array_equal(stream[-1], card(plain[last], "closing", trace, layout))
    assert np.array_equal(stream[shown[0].hold], plain[0])
    assert np.array_equal(stream[-shown[-1].hold - 1], plain[last])


@pytest.mark.parametrize("opening", ["title", "question"])
def test_the_first_picture_is_a_key_moment(opening):
    """Never a grey board: a guess with its odds, or else a reason."""
    for trace in (game(1), game(3)):
        first = beats(trace, cards=True, opening=opening)[0]
        event = trace.events[first.index]
        assert first.card == opening
        assert isinstance(event, ev.Guessed if trace.guesses else ev.Deduction)


def test_a_part_of_a_run_has_no_closing_card():
    shown = beats(game(1), cards=True, moves=(0, 2))
    assert {beat.card for beat in shown} == {"question", "rewind", ""}


def test_on_a_screen_cards_are_sentences_beside_a_clear_picture():
    trace = game(3)
    screen = page_of_format(trace.shape)
    drawn = [scene_of(trace[index], screen) for index in (trace.find(ev.Guessed), -1)]
    moments = [
        with_card(moment, name, trace, screen)
        for moment, name in zip(drawn, ("title", "closing"), strict=True)
    ]
    assert moments[0].sentences == ("Minesweeper", "9×9 cells, 10 mines", "played by “exact”")
    assert moments[1].sentences[::3] == (f"{trace.moves} moves, 1 guess", "made with minevis")
    assert not any(moment.gathering or moment.letters for moment in moments)
    assert [moment.badge[0] for moment in moments] == ["", "WON"]  # the first is yet to come
    assert not any(moment.counters for moment in moments)
    assert drawn[0].badge[0] == "GUESS"
    picture = Painter(screen).draw(moments[0])
    assert (picture[screen.badge.window] == screen.theme.ground).all()
