"""The first picture of a run: never a grey board where there is a reason to show."""

import minevis as mv
from minevis.core import events as ev
from minevis.show.timing.telling_moment import telling_moment


def told(trace: mv.Trace) -> ev.Event:
    return trace.events[telling_moment(trace)]


def test_a_guess_with_clues_beside_it_comes_before_a_blind_one():
    trace = mv.play(mv.Board.random("expert", seed=6, first=(0, 0)), first=(0, 0))
    guesses = [event for event in trace.events if isinstance(event, ev.Guessed)]
    assert not guesses[0].clues  # nothing is known yet but the count of mines
    assert told(trace).clues


def test_without_a_guess_it_is_the_proof_of_most_clues():
    trace = mv.play(mv.Board.random("expert", seed=10, first=(0, 0)), first=(0, 0))
    among = [i for i, event in enumerate(trace.events) if not isinstance(event, ev.Guessed)]
    proofs = [event for event in trace.events if isinstance(event, ev.Proved)]
    best = trace.events[telling_moment(trace, among)]
    assert len(best.clues) == max(len(proof.clues) for proof in proofs)


def test_a_run_of_blind_guesses_alone_shows_what_it_has():
    board = mv.Board.random((3, 3, 8), seed=1)
    trace = mv.play(board, player="exact")
    assert isinstance(told(trace), ev.Guessed | ev.Opened)
