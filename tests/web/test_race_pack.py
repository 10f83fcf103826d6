import numpy as np
import pytest

import minevis as mv
from film_reading import unpacked
from minevis.film.race import Race
from minevis.reviews.curve import curve_of
from minevis.solver import events as ev
from minevis.web.race_pack import race_curves, race_pack, step_words


def test_what_changes_from_step_to_step_adds_up_to_every_board(race):
    head, arrays = unpacked(race_pack(race))
    boards = np.zeros((len(race.alignment.lanes), head["height"] * head["width"]), np.int16)
    counts = arrays["counts"].reshape(len(race), len(race.alignment.lanes))
    at = 0
    for step in range(len(race)):
        for place, lane in enumerate(race.alignment.lanes):
            cells = arrays["cells"][at : at + counts[step, place]]
            boards[place, cells] = arrays["codes"][at : at + counts[step, place]]
            at += counts[step, place]
            layer = lane.layer(race[step][place], step)
            assert np.array_equal(boards[place] >> 5, layer.pictures.ravel())
            assert np.array_equal(boards[place] & 31, layer.marks.ravel())


def test_every_step_says_how_the_race_and_each_player_stand(race):
    film = unpacked(race_pack(race))[0]["film"]
    assert film["captions"] == [race.sentence(step) for step in range(len(race))]
    assert [panel["title"] for panel in film["panels"]] == list(race.names)
    assert [lane["won"] for lane in film["lanes"]] == [False, True, True]
    assert [lane["end"] for lane in film["lanes"]] == [trace.moves for trace in race.traces]
    for lane in film["lanes"]:
        assert (
            len(lane["captions"])
            == len(lane["badges"])
            == len(lane["badgeRoles"])
            == lane["end"] + 1
        )
    said = film["said"]["1"][-1][1]
    assert said.startswith(f"{race.traces[0].moves} moves, ")


def test_the_heading_is_of_the_race_and_guesses_are_where_they_are_looked_for(race):
    film = unpacked(race_pack(race))[0]["film"]
    assert film["summary"] == f"{len(race) - 1} moves  ·  won by 2 of 3"  # nobody has at step 0
    assert film["label"].endswith(f": 3 players, {len(race) - 1} moves, won by 2 of 3")
    film = unpacked(race_pack(race))[0]["film"]
    for step, kind in enumerate(film["kinds"]):
        guessed = race.alignment.guessed(step)
        assert (kind == "g") is guessed
    assert "g" in film["kinds"]


def test_curves_run_over_steps_and_bear_their_guesses(race):
    curves = race_curves(race)
    for lane, curve in zip(race.alignment.lanes, curves, strict=True):
        whole = curve_of(lane.trace)
        assert curve["wins"] == whole["wins"]
        assert curve["at"][0] == 0
        assert curve["at"][-1] == lane.end
        assert curve["at"] == sorted(curve["at"])
        steps = [step for step in range(len(lane.stops)) if lane.guess(step)]
        assert [mark["at"] for mark in curve["marks"]] == steps
        assert set(steps) <= set(curve["at"])  # a dot lies on its curve
    assert curves[0]["wins"][-1] == 0
    assert curves[1]["wins"][-1] == 1


def test_curves_come_with_a_page_and_only_when_asked_for_with_a_widget(race):
    assert "curves" not in unpacked(race_pack(race))[0]["film"]
    assert unpacked(race_pack(race, curves=True))[0]["film"]["curves"] == race_curves(race)


def test_it_opens_at_news_in_the_middle_of_the_race(race):
    step = race.alignment.key_step
    news = race.alignment.ends
    assert step in news or race.alignment.guessed(step)
    assert step > 0
    alone = mv.race(mv.Board.parse("..*"), ["exact"], first=(0, 0))
    assert alone.alignment.key_step == 1


def test_a_race_whose_players_never_move_has_a_film_as_well():
    still = mv.Trace([ev.Started(2, 2, 1, "nobody")])
    race = Race([still], ["nobody"])
    head, arrays = unpacked(race_pack(race, curves=True))
    assert len(arrays["events"]) == 1
    assert head["film"]["lanes"][0]["captions"] == ["Player “nobody” begins: 2×2 cells, one mine."]


def test_each_step_tells_the_cell_that_was_opened_and_by_which_idea(race):
    for lane in race.alignment.lanes:
        said = step_words(lane)
        assert len(said) == len(lane.stops)
        assert said[1].text == "(0, 0), the first click"
        for step in range(2, lane.end):
            guess = lane.guess(step)
            event = lane.trace.events[lane.stops[step]]
            verb = "guessed" if guess else "opened"
            assert said[step].text.startswith(f"{event.cell} {verb}")
            assert (said[step].role == "guess") is bool(guess)
            assert said[step].badge == said[step].badge.upper() != ""


def test_a_guess_tells_its_risk_and_the_end_how_it_came(race):
    fallen, winner, _ = (step_words(lane) for lane in race.alignment.lanes)
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
    lane = mv.race(mv.Board.parse(text), ["exact"], first=(0, 0)).alignment.lanes[0]
    assert step_words(lane)[-1].badge in ("WON", "LOST")
