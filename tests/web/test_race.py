"""Races in the browser: what their pack holds, their scrubber, and their page without a kernel."""

import re

import numpy as np
import pytest

import minevis as mv
from film_reading import picture_in, unpacked
from minevis.film.race import Race
from minevis.reviews.curve import curve_of
from minevis.solver import events as ev
from minevis.web.fallback import page_bundle, still_bundle
from minevis.web.page import page, save
from minevis.web.race_pack import race_curves, race_pack, step_words


@pytest.fixture(scope="module")
def film(race):
    return unpacked(race_pack(race, curves=True))[0]["film"]


def test_what_changes_from_step_to_step_adds_up_to_every_board(race):
    head, arrays = unpacked(race_pack(race))
    lanes = race.alignment.lanes
    boards = np.zeros((len(lanes), head["height"] * head["width"]), np.int16)
    counts = arrays["counts"].reshape(len(race), len(lanes))
    at = 0
    for step in range(len(race)):
        for place, lane in enumerate(lanes):
            end = at + counts[step, place]
            boards[place, arrays["cells"][at:end]] = arrays["codes"][at:end]
            at = end
            layer = lane.layer(race[step][place], step)
            assert np.array_equal(boards[place] >> 5, layer.pictures.ravel()), (step, place)
            assert np.array_equal(boards[place] & 31, layer.marks.ravel()), (step, place)


def test_every_step_says_how_the_race_and_each_player_stand(race, film):
    assert film["captions"] == [race.sentence(step) for step in range(len(race))]
    assert [panel["title"] for panel in film["panels"]] == list(race.names)
    assert [lane["won"] for lane in film["lanes"]] == [False, True, True]
    assert [lane["end"] for lane in film["lanes"]] == [trace.moves for trace in race.traces]
    for lane in film["lanes"]:
        assert {len(lane[name]) for name in ("captions", "badges", "badgeRoles")} == {
            lane["end"] + 1
        }
    assert film["said"]["1"][-1][1].startswith(f"{race.traces[0].moves} moves, ")
    assert film["summary"] == f"{len(race) - 1} moves  ·  won by 2 of 3"  # nobody has at step 0
    assert film["label"].endswith(f": 3 players, {len(race) - 1} moves, won by 2 of 3")
    guessed = [race.alignment.guessed(step) for step in range(len(race))]
    assert [kind == "g" for kind in film["kinds"]] == guessed
    assert any(guessed)
    step = race.alignment.key_step
    assert step > 0
    assert step in race.alignment.ends or race.alignment.guessed(step)
    assert mv.race(mv.Board.parse("..*"), ["exact"], first=(0, 0)).alignment.key_step == 1


def test_curves_of_a_page_run_over_steps_and_bear_their_guesses(race, film):
    assert "curves" not in unpacked(race_pack(race))[0]["film"]  # a widget asks for them
    curves = race_curves(race)
    assert film["curves"] == curves
    for lane, curve in zip(race.alignment.lanes, curves, strict=True):
        assert curve["wins"] == curve_of(lane.trace)["wins"]
        assert (curve["at"][0], curve["at"][-1]) == (0, lane.end)
        assert curve["at"] == sorted(curve["at"])
        steps = [step for step in range(len(lane.stops)) if lane.guess(step)]
        assert [mark["at"] for mark in curve["marks"]] == steps
        assert set(steps) <= set(curve["at"])  # a dot lies on its curve
    assert [curve["wins"][-1] for curve in curves[:2]] == [0, 1]


def test_a_race_whose_players_never_move_has_a_film_as_well():
    race = Race([mv.Trace([ev.Started(2, 2, 1, "nobody")])], ["nobody"])
    head, arrays = unpacked(race_pack(race, curves=True))
    assert len(arrays["events"]) == 1
    assert head["film"]["lanes"][0]["captions"] == ["Player “nobody” begins: 2×2 cells, one mine."]


def test_each_step_tells_its_cell_and_idea_a_guess_its_risk_and_the_end_how_it_came(race):
    for lane in race.alignment.lanes:
        said = step_words(lane)
        assert len(said) == len(lane.stops)
        assert said[1].text == "(0, 0), the first click"
        for step in range(2, lane.end):
            guess, event = lane.guess(step), lane.trace.events[lane.stops[step]]
            verb = "guessed" if guess else "opened"
            assert said[step].text.startswith(f"{event.cell} {verb}")
            assert (said[step].role == "guess") is bool(guess)
            assert said[step].badge == said[step].badge.upper() != ""
    fallen, winner, _ = (step_words(lane) for lane in race.alignment.lanes)
    exploded = next(e for e in race.traces[0].events if isinstance(e, ev.Exploded))
    assert fallen[-1].text == f"“counting” falls at {exploded.cell}."
    assert (fallen[-1].badge, fallen[-1].role) == ("LOST", "mine")
    assert (winner[-1].text, winner[-1].role) == ("“exact” has won.", "safe")
    guesses = [e for e in race.traces[1].events if isinstance(e, ev.Guessed)]
    texts = " ".join(each.text for each in winner)
    for guess in guesses[:-1] or guesses:
        assert f"{guess.cell} guessed, {round(100 * guess.risk)} % risk" in texts


@pytest.mark.parametrize("text", ["..*", "*.\n.."])
def test_a_first_click_that_ends_the_game_is_told_as_its_end(text):
    lane = mv.race(mv.Board.parse(text), ["exact"], first=(0, 0)).alignment.lanes[0]
    assert step_words(lane)[-1].badge in ("WON", "LOST")


def test_python_sees_what_is_shown_and_a_still_of_it_stands_where_nothing_runs(race):
    scrubber = race.scrubber()
    assert scrubber.step == race.alignment.key_step
    scrubber.step = 3
    for seen, snapshot in zip(scrubber.snapshots, race[3], strict=True):
        assert np.array_equal(seen.view, snapshot.view)
    assert repr(scrubber) == f"<RaceScrubber of {race!r}, step 3>"
    with pytest.raises(TypeError, match="takes no option 'spede'; did you mean 'speed'"):
        race.scrubber(spede=3)
    bundle = scrubber.fallback()
    assert bundle["text/plain"] == repr(race)
    assert 'alt="A race on one Minesweeper board of 9×9 cells with 10 mines' in bundle["text/html"]
    assert "needs a kernel" in bundle["text/html"]


@pytest.mark.parametrize(
    ("shape", "count", "cell"), [((9, 9, 10), 2, 20), ((16, 30, 99), 1, 20), ((16, 30, 99), 3, 12)]
)
def test_small_boards_have_as_large_cells_in_a_still_as_there_is_room_for(
    shape, count, cell, tmp_path
):
    board = mv.Board.random(shape, seed=30, first=(0, 0))
    race = mv.race(board, ["counting", "csp", "exact"][:count], first=(0, 0))
    assert picture_in(still_bundle(race, 1)).size[::-1] == race.frame(1, cell=cell).shape[:2]
    assert save(tmp_path / "race.html", race).stat().st_size < 200_000


def test_it_is_shown_and_saved_as_a_page_that_asks_nobody(race, tmp_path, bars, capsys):
    path = race.scrubber(theme="dark").save(tmp_path / "race.html")
    said, text = capsys.readouterr().err, path.read_text("utf-8")
    assert "boards: 100%" in said
    assert "curves: 100%" in said
    assert "<title>Minesweeper, 9×9, 10 mines: a race of 3 players · race</title>" in text
    race.scrubber().save(path, progress=False)
    both = page(race, race)
    assert capsys.readouterr().err == ""
    assert both.count('class="minevis-film"') == 2
    assert not re.search(r"(?:src|href)=[\"']?http", both)
    assert "@import" not in both
    assert "default-src 'none'" in both
    bundle = race._repr_mimebundle_()
    assert sorted(bundle) == ["image/png", "text/html", "text/plain"]
    assert bundle["text/html"].startswith('<div class="minevis-framed"')
    assert "<iframe srcdoc=" in bundle["text/html"]
    assert bundle == page_bundle(race)
    race._ipython_display_()
    assert capsys.readouterr().out == f"{race!r}\n"


def test_a_race_of_too_many_boards_is_refused_before_it_is_begun(race, monkeypatch):
    monkeypatch.setattr("minevis.film.alignment.Lane.snapshots", None)  # nothing is looked at
    monkeypatch.setattr("minevis.web.race_pack.MOST_CODES", 1_000)
    with pytest.raises(ValueError, match=r"steps of \d+ boards of .*: a page holds 1,000 cells"):
        page(race)
    huge = mv.race(mv.Board(np.zeros((256, 256), bool)), ["exact"], first=(0, 0))
    with pytest.raises(ValueError, match="256×256 cells: .* shows at most 65,535"):
        page(huge)
