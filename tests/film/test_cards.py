"""The first picture of a run: never a grey board where there is a reason to show."""

import pytest

import minevis as mv
from minevis.api.playing import play
from minevis.film.beats import beats
from minevis.film.cards import NEAR, closing, hardest, key_moment, title, with_card
from minevis.film.telling import scene_of
from minevis.game.board import Board
from minevis.render.options import Look, Pacing
from minevis.render.page import page_of
from minevis.render.painter import Painter
from minevis.solver import events as ev
from minevis.trace.trace import Trace


def reach(proof: ev.Proved) -> int:
    """The rows or columns that its clues and cells take, whichever are more."""
    rows, cols = zip(*proof.clues, *proof.cells, strict=True)
    return max(max(side) - min(side) + 1 for side in (rows, cols))


def test_a_guess_with_clues_comes_before_a_blind_one_and_that_before_none():
    trace = mv.play(mv.Board.random("expert", seed=6, first=(0, 0)), first=(0, 0))
    assert not trace.events[trace.find(ev.Guessed)].clues  # only the count of mines is known yet
    assert trace.events[key_moment(trace)].clues
    trace = mv.play(mv.Board.random((3, 3, 8), seed=5), player="exact")
    assert isinstance(trace.events[key_moment(trace)], ev.Guessed | ev.Opened)


def test_without_a_guess_it_is_the_proof_of_most_clues_that_one_glance_takes_in():
    trace = mv.play(mv.Board.random("expert", seed=12, first=(0, 0)), first=(0, 0))
    among = [i for i, event in enumerate(trace.events) if not isinstance(event, ev.Guessed)]
    proofs = {i: event for i, event in enumerate(trace.events) if isinstance(event, ev.Proved)}
    near = [len(proof.clues) for proof in proofs.values() if reach(proof) <= NEAR]
    assert len(trace.events[key_moment(trace, among)].clues) == max(near)
    wide = [i for i, proof in proofs.items() if reach(proof) > NEAR]
    assert len(trace.events[key_moment(trace, wide)].clues) >= max(near)


def test_the_hardest_moment_is_the_boldest_guess_or_a_proof_or_nothing():
    trace = mv.play(mv.Board.random("expert", seed=3, first=(0, 0), safe_radius=1), first=(0, 0))
    every = range(len(trace))
    risks = [event.risk for event in trace.events if isinstance(event, ev.Guessed)]
    assert trace.events[hardest(trace, every)].risk == max(risks)
    bold = [i for i in every if not isinstance(trace.events[i], ev.Guessed)]
    proofs = [event.proof for event in trace.events if isinstance(event, ev.Proved)]
    deepest = max(step.depth for proof in proofs for step in proof.steps)
    proof = trace.events[hardest(trace, bold)].proof
    assert max(step.depth for step in proof.steps) == deepest
    assert hardest(trace, [0]) is None


def game(seed, player="exact"):
    return play(
        Board.random("beginner", seed=seed, first=(0, 0), safe_radius=1), player, first=(0, 0)
    )


def test_cards_tell_of_board_player_result_and_risk():
    trace, counting = game(3), (game(seed, "counting") for seed in range(9))
    assert title(trace) == ["Minesweeper", "9×9 cells, 10 mines", "played by “exact”"]
    risk = f"risk taken with its guesses: {round(100 * trace.risk)} %"
    assert closing(trace)[:3] == ["Won", f"{trace.moves} moves, 1 guess", risk]
    assert closing(game(1))[2] == "nothing was left to luck after the first click"
    lost = game(9)
    assert (lost.won, closing(lost)[0]) == (False, "Lost")
    unknown = closing(next(trace for trace in counting if trace.guesses))[2]
    assert unknown == "the risk of its guesses was not computed"
    lines = closing(Trace([ev.Started(3, 3, 1, "a  name\n" + "x" * 300)]))
    assert (lines[0], lines[-1]) == ("Not finished", "made with minevis")
    assert lines[-2].startswith("3×3 cells, 1 mine, played by “a name xxx")
    assert len(lines[-2]) < 80


@pytest.mark.parametrize("opening", ["title", "question"])
def test_the_first_picture_is_a_key_moment(opening):
    """Never a grey board: a guess with its odds, or else a reason."""
    for trace in (game(1), game(3)):
        first = beats(trace, Pacing(cards=True, opening=opening))[0]
        event = trace.events[first.index]
        assert first.card == opening
        assert isinstance(event, ev.Guessed if trace.guesses else ev.Deduction)


@pytest.mark.parametrize("format", [None, "wide"])
def test_cards_are_sentences_with_a_clear_picture(format):
    trace = game(3)
    page = page_of(trace.shape, Look(format=format))
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
