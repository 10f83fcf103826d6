import pytest

import minevis as mv
from minevis.solver import events as ev
from minevis.web.race_film import step_words


def test_each_step_tells_the_cell_that_was_opened_and_by_which_idea(race):
    for lane in race.lanes:
        said = step_words(lane)
        assert len(said) == len(lane.stops)
        assert said[1].text == "(0, 0), the first click"
        for step in range(2, len(lane.stops) - 1):
            guess = lane.guess(step)
            event = lane.trace.events[lane.stops[step]]
            verb = "guessed" if guess else "opened"
            assert said[step].text.startswith(f"{event.cell} {verb}")
            assert (said[step].role == "guess") is bool(guess)
            assert said[step].badge == said[step].badge.upper() != ""


def test_a_guess_tells_its_risk_and_the_end_how_it_came(race):
    fallen, winner, _ = (step_words(lane) for lane in race.lanes)
    exploded = next(e for e in race.traces[0].events if isinstance(e, ev.Exploded))
    assert fallen[-1].text == f"“counting” falls at {exploded.cell}."
    assert (fallen[-1].badge, fallen[-1].role) == ("LOST", "mine")
    assert (winner[-1].text, winner[-1].role) == ("“exact” has won.", "safe")
    guesses = [e for e in race.traces[1].events if isinstance(e, ev.Guessed)]
    texts = " ".join(each.text for each in winner)
    assert guesses
    for guess in guesses[:-1] or guesses:
        assert f"{guess.cell} guessed, {round(100 * guess.risk)} % risk" in texts


@pytest.mark.parametrize("text", ["..*", "*.\n.."])
def test_a_first_click_that_ends_the_game_is_told_as_its_end(text):
    lane = mv.race(mv.Board.parse(text), ["exact"], first=(0, 0)).lanes[0]
    assert step_words(lane)[-1].badge in ("WON", "LOST")
