"""The honesty of a game: no cell that was called safe explodes."""

from minevis.solver.events import Exploded, Finished, Guessed


def assert_honest(events, first):
    """Whatever explodes in a finished game was guessed, or was the first click."""
    guessed = {event.cell for event in events if isinstance(event, Guessed)} | {first}
    exploded = [event.cell for event in events if isinstance(event, Exploded)]
    assert set(exploded) <= guessed
    assert isinstance(events[-1], Finished)
    assert len(exploded) == (not events[-1].won)
