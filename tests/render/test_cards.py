"""Title and closing cards: what they say, and that they fit."""

import pytest

from minevis.api.playing import play
from minevis.api.trace import Trace
from minevis.film.beats import beats
from minevis.film.cards import closing, title, with_card
from minevis.film.frames import page_for
from minevis.game.board import Board
from minevis.render.painter import Painter
from minevis.render.scene import scene_of
from minevis.solver import events as ev


def game(seed, player="exact"):
    return play(
        Board.random("beginner", seed=seed, first=(0, 0), safe_radius=1), player, first=(0, 0)
    )


def test_cards_tell_of_board_player_result_and_risk():
    said = ["Minesweeper", "9×9 cells, 10 mines", "played by “exact”"]
    assert title(game(1)) == said
    trace = game(3)
    moves = f"{trace.moves} moves, 1 guess"
    risk = f"risk taken with its guesses: {round(100 * trace.risk)} %"
    assert closing(trace)[:3] == ["Won", moves, risk]
    assert closing(game(1))[2] == "nothing was left to luck after the first click"
    lost = game(9)
    assert lost.won is False
    assert closing(lost)[0] == "Lost"
    trace = next(t for t in (game(seed, "counting") for seed in range(9)) if t.guesses)
    assert closing(trace)[2] == "the risk of its guesses was not reckoned"


def test_a_run_that_stops_early_is_neither_won_nor_lost():
    trace = Trace([ev.Started(3, 3, 1, "a  name\n" + "x" * 300)])
    lines = closing(trace)
    assert lines[0] == "Not finished"
    assert lines[-2].startswith("3×3 cells, 1 mine, played by “a name xxx")
    assert len(lines[-2]) < 80
    assert lines[-1] == "made with minevis"


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


@pytest.mark.parametrize("format", [None, "wide"])
def test_cards_are_sentences_with_a_clear_picture(format):
    trace = game(3)
    page = page_for(trace.shape, format=format)
    drawn = [scene_of(trace[index], page) for index in (trace.find(ev.Guessed), -1)]
    first, last = (
        with_card(scene, name, trace, page)
        for scene, name in zip(drawn, ("title", "closing"), strict=True)
    )
    words = first.sentences if format else first.sentences[0].split("  ·  ")
    assert [*words] == ["Minesweeper", "9×9 cells, 10 mines", "played by “exact”"]
    assert last.sentences[0].startswith(f"{trace.moves} moves, 1 guess")
    assert last.sentences[-1].endswith("made with minevis")
    assert not any(scene.gathering or scene.letters or scene.counters for scene in (first, last))
    assert [scene.badge[0] for scene in (first, last)] == ["", "WON"]  # the first is yet to come
    assert drawn[0].badge[0] == "GUESS"
    picture = Painter(page).draw(first)
    assert (picture[page.badge.part] == page.theme.ground).all()
