"""The first picture of a run: never a grey board where there is a reason to show."""

import minevis as mv
from minevis.film.cards import NEAR, hardest, key_moment
from minevis.solver import events as ev


def reach(proof: ev.Proved) -> int:
    """The rows or columns that its clues and cells take, whichever are more."""
    rows, cols = zip(*proof.clues, *proof.cells, strict=True)
    return max(max(side) - min(side) + 1 for side in (rows, cols))


def told(trace: mv.Trace) -> ev.Event:
    return trace.events[key_moment(trace)]


def test_a_guess_with_clues_comes_before_a_blind_one_and_that_before_none():
    trace = mv.play(mv.Board.random("expert", seed=6, first=(0, 0)), first=(0, 0))
    guesses = [event for event in trace.events if isinstance(event, ev.Guessed)]
    assert not guesses[0].clues  # nothing is known yet but the count of mines
    assert told(trace).clues
    board = mv.Board.random((3, 3, 8), seed=5)
    trace = mv.play(board, player="exact")
    assert isinstance(told(trace), ev.Guessed | ev.Opened)


def test_without_a_guess_it_is_the_proof_of_most_clues_that_one_glance_takes_in():
    trace = mv.play(mv.Board.random("expert", seed=12, first=(0, 0)), first=(0, 0))
    among = [i for i, event in enumerate(trace.events) if not isinstance(event, ev.Guessed)]
    proofs = [event for event in trace.events if isinstance(event, ev.Proved)]
    best = trace.events[key_moment(trace, among)]
    near = [proof for proof in proofs if reach(proof) <= NEAR]
    assert len(best.clues) == max(len(proof.clues) for proof in near)
    wide = [trace.events.index(proof) for proof in proofs if reach(proof) > NEAR]
    assert wide
    assert len(trace.events[key_moment(trace, wide)].clues) >= len(best.clues)


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
