import tempfile
from base64 import b64decode, b64encode
from unittest.mock import Mock

import numpy as np
import pytest

import minevis as mv
from example_games import GAMES
from film_reading import unpacked
from minevis.reviews.review import review_among
from minevis.solver.events import Opened
from minevis.web.board.playground import lesson
from minevis.web.board.session import Mistake
from minevis.web.film.curve import shown_at


@pytest.mark.parametrize(
    ("mistake", "said"),
    [
        (Mistake((0, 2), 1.0, ((1, 1),), ((1, 1),), 0.0), "in every layout that fits. Safe at"),
        (Mistake((0, 2), 0.5, (), ((3, 3),), 0.25), "the least risk was 25 %, at (3, 3)."),
        (Mistake((0, 2), 0.25, (), ((0, 2),), 0.25), "no cell was less risky: bad luck."),
    ],
)
def test_what_a_loss_teaches(mistake, said):
    assert said in lesson(mistake)


def test_a_click_on_a_state_that_has_passed_is_refused():
    playground = mv.Playground("beginner", seed=4)
    before = playground.state["moment"]
    for _ in range(2):  # as two clicks come that waited for a busy kernel
        playground._receive(None, {"do": "open", "cell": 0, "moment": before, "number": 1}, None)
    assert playground.session.moves == 1
    assert "did nothing" in playground.state["caption"]["text"]
    now = {"moment": playground.state["moment"]}
    playground._receive(None, {"do": "flag", "cell": 80, "number": 2, **now}, None)
    playground._receive(None, {"do": "flag", "cell": 80, "number": 3, **now}, None)
    assert playground.session.moves == 3  # flags lose no game


def test_a_fault_of_the_house_is_no_refusal_and_the_browser_is_answered_all_the_same(monkeypatch):
    playground = mv.Playground("beginner", seed=4)
    said, sent = playground.state["caption"], []
    monkeypatch.setattr(playground, "send", sent.append)
    with pytest.raises(ValueError, match="unknown action 'opne': choose .*; did you mean 'open'"):
        playground.do("opne")
    with pytest.raises(TypeError, match="missing 1 required"):
        playground.do("open")
    for fault in (KeyError, AttributeError):
        monkeypatch.setattr(playground, "_pick", Mock(side_effect=fault("position")))
        with pytest.raises(fault, match="position"):
            playground._receive(None, {"do": "pick", "number": 7}, None)
    assert sent == [{"reply": 7}] * 2
    assert playground.state["caption"] == said


def test_what_is_said_of_an_end_stays_whatever_is_clicked_or_asked():
    playground = mv.Playground("beginner", seed=4)
    playground.do("open", cell=0)
    before = playground.state["moment"]
    mine = int(np.flatnonzero(playground.session.game.board.mined)[0])
    playground.do("open", cell=mine)
    lost = playground.state["caption"]
    assert lost["badge"] == "LOST"
    playground._receive(None, {"do": "open", "cell": 1, "moment": before, "number": 1}, None)
    assert playground.state["caption"] == lost
    for action in ("open", "chord", "flag"):
        playground.do(action, cell=80)
        assert playground.state["caption"] == lost
    check_no_help(playground)
    playground.do("back")
    safe = int(np.flatnonzero(playground.session.analysis().safe)[0])
    playground.do("open", cell=safe)
    assert playground.state["caption"]["badge"] == "OPEN"  # of the loss no more is said
    playground = mv.Playground(mv.Board.parse("*.."))
    done(playground, ("open", 2))
    assert playground.state["caption"]["badge"] == "WON"
    check_no_help(playground)


def check_no_help(playground):
    """What help there is changes nothing that is said of a game that has ended."""
    said = playground.state["caption"]
    for action in ("pick", "finish"):
        playground.do(action)
        assert playground.state["caption"] == said, action


def dropped(widget, name, content):
    return widget.do("file", name=name, data=b64encode(content).decode())


def finished(seed=4, **options):
    playground = mv.Playground("beginner", seed=seed, **options)
    playground.do("open", cell=0)
    playground.do("finish")
    return playground


def test_a_game_ends_with_its_review():
    playground = mv.Playground("beginner8", seed=1)
    playground.do("open", cell=0)
    playground.do("review")
    assert playground.state["review"] is None  # not while it is played
    playground.do("finish")
    assert playground.state["review"] is None  # the end is shown first
    playground.do("review")
    told = playground.state["review"]
    assert told["story"] == list(playground.review.story)
    assert len(told["rows"]) == len(playground.review.guesses)
    assert any(" clicks" in sentence for sentence in told["story"])
    playground.do("back")
    playground.do("finish")
    assert playground.state["review"] is None  # another end, to be asked about again
    playground.do("new")
    assert playground.state["review"] is None


def test_the_same_clicks_at_another_pace_are_reviewed_anew():
    playground = mv.Playground(mv.Board.parse("*.."))
    for seconds in (1.0, 10.0):
        playground.session.now = iter((0.0, seconds)).__next__
        for cell in ((0, 1), (0, 2)):
            playground.session.open(cell)
        assert playground.review.seconds == seconds
        playground.do("again")


def test_a_game_is_kept_and_reviewed_again(tmp_path):
    playground = finished()
    path = playground.save(tmp_path / "game.json")
    kept = mv.Trace.from_json(path.read_text())
    assert kept == playground.trace
    assert kept.clock == playground.trace.clock
    assert playground.do("save") == {"file": "game.json", "content": path.read_text()}
    found = mv.profile(tmp_path, effort="quick", workers=1, progress=False)
    assert [game.player for game in found.games] == ["you, then exact"]
    assert playground.save(tmp_path / "game.html").read_text("utf-8").startswith("<!doctype html>")


def test_the_clock_runs_from_the_first_opening_to_the_end():
    playground = mv.Playground("beginner", seed=4)
    times = iter(range(100, 200))
    playground.session.now = lambda: float(next(times))
    assert playground.state["seconds"] == 0.0
    playground.do("flag", cell=80)
    assert (playground.state["seconds"], playground.state["running"]) == (0.0, False)
    playground.do("open", cell=0)
    assert playground.state["running"]
    playground.do("flag", cell=79)
    playground.do("flag", cell=79)
    playground.do("back")
    clock = playground.trace.clock
    assert len(clock) == len(playground.trace)
    assert clock[:3] == (0.0, 0.0, 0.0)
    assert clock[-1] > 0
    playground.do("finish")
    assert not playground.state["running"]
    assert playground.state["seconds"] > clock[-1]
    assert playground.state["three_bv"] is None  # beside that time it would tell a speed


def test_a_game_that_is_dropped_is_shown_with_what_could_be_known():
    playground = mv.Playground("beginner")
    reply = dropped(playground, "game.json", finished().trace.to_json().encode())
    assert b64decode(reply["film"])
    assert playground.position.shape == (9, 9)
    assert "guess" in playground.state["caption"]["text"].lower()
    pytest.importorskip("ms_toollib")
    reply = dropped(playground, "beginner.avf", (GAMES / "beginner.avf").read_bytes())
    assert b64decode(reply["film"])
    assert "Needless: 2 guesses" in playground.state["caption"]["text"]
    assert dropped(playground, "bad.rmv", (GAMES / "damaged.rmv").read_bytes()) == {}
    assert "“bad.rmv”: it is damaged" in playground.state["caption"]["text"]


@pytest.mark.parametrize(
    ("name", "data", "rule"),
    [
        ("a.exe", "", "boards end with .txt, .mbf, .abf, games with .avf"),
        ("a.txt", "AAAA", "“a.txt”: "),
        ("a.json", "AAAA", "line 1 is no header"),
        ("p.txt", b64encode(b"mines 2\n1#\n##").decode(), "“p.txt”: this is a position, which"),
        ("a.mbf", "not base 64", "did not arrive whole"),
        ("../../a/b.mbf", "", "b.mbf”: 0 bytes"),
        ("a.\u202e\0/x", "", "boards end with"),
        ("<b>", "", "“<b>”: boards end with"),
    ],
)
def test_files_that_say_nothing_are_refused(name, data, rule, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))  # no other test writes here
    playground = mv.Playground("beginner")
    before = playground.position
    assert playground.do("file", name=name, data=data) == {}
    assert playground.state["caption"]["badge"] == "NO"
    assert rule in playground.state["caption"]["text"]
    assert playground.position == before
    assert not list(tmp_path.iterdir())


def test_a_position_is_played_on_with_mines_that_fit():
    position = mv.Position.parse("mines 2\n#1##\n#1##")
    mined = set()
    for seed in range(8):
        playground = mv.Playground(position=position, seed=seed)
        assert np.array_equal(playground.position.view, position.view)
        board = playground.session.game.board
        assert mv.analyze(position).probability[0, 0] == pytest.approx(0.25)
        assert board.mines == 2
        mined.add(board.mined.tobytes())
    assert len(mined) > 1
    playground.do("new")
    assert np.array_equal(playground.position.view, position.view)
    with pytest.raises(mv.ContradictionError):
        mv.Playground(position=mv.Position.parse("#3#", mines=2))
    with pytest.raises(mv.BoardFormatError, match=r"no position of .* at \(0, 1\)"):
        mv.Playground(mv.Board.parse("*.*"), position=mv.Position.parse("#1#", mines=2))


def test_the_same_board_is_played_again_as_often_as_it_is_asked_for():
    playground = mv.Playground("beginner", seed=4)
    playground.do("open", cell=40)
    board = playground.session.game.board
    mine = int(np.flatnonzero(board.mined)[0])
    playground.do("open", cell=mine)
    assert playground.state["over"]
    assert playground.state["three_bv"] == board.three_bv
    playground.do("again")
    assert not playground.state["over"]
    assert (playground.state["moves"], playground.state["three_bv"]) == (0, None)
    assert (playground.position.view == -1).all()
    playground.do("open", cell=40)
    assert playground.session.game.board == board
    playground.do("again")
    playground.do("open", cell=mine)  # the first click of a game never loses
    assert not playground.state["over"]
    playground.do("new")
    playground.do("open", cell=40)
    assert playground.session.game.board != board
    playground = mv.Playground("beginner", seed=4)
    done(playground, ("open", 0))
    board = playground.session.game.board
    for action in ("again", "again"):
        playground.do(action)
        done(playground, ("flag", 2))
    done(playground, ("open", 80))
    assert playground.session.game.board == board


def test_level_seed_and_first_click_are_chosen():
    playground = mv.Playground("beginner", seed=4)
    playground.do("choose", level="expert", seed=10, radius=0)
    sizes = [16, 30, 99]
    chosen = {"level": "expert", "sizes": sizes, "seed": 10, "radius": 0, "solvable": ""}
    assert playground.state["chosen"] == chosen
    assert playground.position.shape == (16, 30)
    playground.do("open", cell=0)
    expected = mv.Board.random("expert", seed=10, first=(0, 0), safe_radius=0)
    assert playground.session.game.board == expected
    for wrong in ({"level": "huge", "seed": 1}, {"level": "expert", "seed": -1}):
        playground.do("choose", radius=1, **wrong)
        assert playground.state["caption"]["badge"] == "NO"
        assert playground.session.game.board == expected
    playground = mv.Playground("beginner", seed=2**64 - 1)
    playground.do("new")
    assert playground.state["chosen"]["seed"] == 0
    assert done(playground, ("open", 0)).startswith("Cell (0, 0)")


def done(playground, *moves):
    for action, cell in moves:
        playground.do(action, cell=cell)
    return playground.state["caption"]["text"]


def test_a_number_without_its_flags_opens_nothing_and_says_why():
    playground = mv.Playground("beginner", seed=4)
    done(playground, ("open", 0), ("flag", 2))
    moves, events = playground.session.moves, len(playground.session.events)
    assert done(playground, ("chord", 1)) == "Nothing is left to open around (0, 1)."
    assert (playground.session.moves, len(playground.session.events)) == (moves, events)
    playground = mv.Playground("beginner", seed=4)
    done(playground, ("open", 0))
    number = int(np.flatnonzero(playground.position.view.ravel() > 0)[0])
    shows = playground.position.view.ravel()[number]
    for action in ("open", "chord"):
        said = done(playground, (action, number))
        assert f"shows {shows} and has 0 flags around it: with as many flags as it" in said
        assert playground.state["caption"]["badge"] != "NO"


def test_no_promise_is_made_of_a_first_click_that_is_not_protected():
    free, not_free = mv.Playground("beginner"), mv.Playground("beginner", safe_radius=None)
    assert free.state["caption"]["text"].endswith("the first one is never a mine.")
    assert not_free.state["caption"]["text"].endswith("the first one may be a mine.")
    full = b64encode(b"**\n**").decode()
    free.do("file", name="full.txt", data=full)
    assert free.state["caption"]["text"] == "“full.txt”: one cell must be left for the first click."


@pytest.mark.parametrize(("safe_radius", "tip"), [(0, "covered"), (None, "mine 12 %")])
def test_odds_wait_for_a_first_click_that_is_protected(safe_radius, tip):
    playground = mv.Playground("beginner", seed=4, safe_radius=safe_radius)
    playground.do("switch", name="odds")
    (before,), tips = playground.state["panels"], playground.state["tips"]
    assert tips[0].endswith(tip)
    assert ("first click" in before["subtitle"]) == (safe_radius is not None)
    playground.do("open", cell=0)
    (after,), tips = playground.state["panels"], playground.state["tips"]
    assert "first click" not in after["subtitle"]
    assert any("%" in each for each in tips)


@pytest.mark.parametrize("safe_radius", [0, 1])
def test_help_before_the_first_click_follows_its_rule(safe_radius):
    playground = mv.Playground("beginner", seed=4, safe_radius=safe_radius)
    assert playground.state["protected"]
    playground.do("pick")
    told = playground.state["caption"]["text"]
    assert told == "The first cell is never a mine: player “exact” would begin at (4, 4)."
    playground.do("finish")
    assert next(e for e in playground.trace.events if isinstance(e, Opened)).cell == (4, 4)
    unprotected = mv.Playground("beginner", seed=4, safe_radius=None)
    unprotected.do("pick")
    assert "12 %" in unprotected.state["caption"]["text"]


def test_a_mine_that_moves_is_told_of_whatever_came_before():
    board = mv.Board.parse("*..\n...\n...\n...")
    assert "it has moved to" in done(mv.Playground(board), ("flag", 11), ("open", 0))
    middle = mv.Playground(mv.Board.parse("...\n.*.\n..."))
    middle.do("finish")
    assert "it has moved to" in middle.state["caption"]["text"]


def test_the_clock_of_a_game_that_goes_on_runs_from_its_first_move():
    position = mv.play(mv.Board.random("beginner", seed=3, first=(0, 0)), first=(0, 0))[6]
    playground = mv.Playground(position=mv.Position(position.view, 10).unflagged())
    session, now = playground.session, [100.0]
    session.now = lambda: now[0]
    assert not session.running
    covered = [int(cell) for cell in np.flatnonzero(playground.position.view == -1)]
    for cell in covered[:2]:
        playground.do("flag", cell=cell)
        now[0] += 2.0
    assert session.running
    assert session.seconds == 4.0
    assert playground.trace.clock[-1] == 2.0


def test_boards_without_a_guess_are_chosen_and_given_up_again():
    playground = mv.Playground("beginner")
    assert playground.state["logics"] == list(mv.LOGICS)
    playground.do("choose", level="beginner", seed=5, radius=1, solvable="count")
    assert playground.state["chosen"]["solvable"] == "count"
    playground.do("open", cell=0)
    assert mv.rate(playground.session.game.board, (0, 0)).logic == "count"
    playground.do("choose", level="beginner", seed=5, radius=1, solvable="")
    assert playground.session.solvable is None
    playground.do("choose", level="beginner", seed=5, radius=1, solvable="luck")
    assert playground.state["caption"]["badge"] == "NO"
    playground.do("choose", level="beginner", seed=6, radius=1)
    assert playground.session.solvable is None
    playground = mv.Playground("beginner", solvable="count")
    playground.do("choose", level="beginner8", seed=5, radius=1)
    assert playground.session.solvable == "count"
    dropped(playground, "board.txt", b"*..")
    assert playground.session.solvable is None  # its mines are what they are
    playground.do("choose", level="beginner", seed=5, radius=1)
    playground.do("open", cell=0)
    assert mv.rate(playground.session.game.board, (0, 0)).logic == "count"


def test_known_cells_say_how_many_they_are_or_that_there_are_none():
    playground = mv.Playground("beginner", seed=4)
    playground.do("switch", name="known")
    assert playground.state["caption"]["text"].startswith("No covered cell is proven")
    playground.do("switch", name="known")
    done(playground, ("open", 0))
    playground.do("switch", name="known")
    known = playground.session.analysis()
    assert f"{int(known.safe.sum())} safe cell" in playground.state["caption"]["text"]


def test_clicks_and_flags_are_counted_and_weighed_at_the_end():
    playground = mv.Playground(mv.Board.parse("*.*\n...\n..."))
    assert playground.state["caption"]["counters"] == "mines left 2"
    done(playground, ("open", 7), ("flag", 0), ("flag", 2))
    assert playground.state["caption"]["counters"].endswith("\n3 clicks, 2 flags")
    done(playground, ("open", 1))
    assert playground.session.game.won
    bv = playground.session.game.board.three_bv
    expected = f"\n4 clicks, 2 flags\nefficiency {100 * bv / 4:.0f} % (3BV per click)"
    assert playground.state["caption"]["counters"].endswith(expected)


def test_a_game_that_is_shown_opens_at_its_dearest_mistake():
    board = mv.Board.random("intermediate", seed=0, first=(0, 0))
    game = mv.play(board, "local", first=(0, 0))
    reply = dropped(mv.Playground("beginner"), "game.json", game.to_json().encode())
    head, _ = unpacked(b64decode(reply["film"]))
    found = mv.review(game, effort="quick")
    reasoned = game.with_reasons(found)
    told = review_among(found, game, reasoned).mistakes
    dearest = max(told, key=lambda click: click.guess.cost)
    assert head["film"]["opening"] == shown_at(reasoned.events, dearest.index)
    assert head["film"]["reviewed"]


def test_a_view_that_joins_a_running_game_asks_for_the_time():
    playground = mv.Playground("beginner", seed=4)
    now = [100.0]
    playground.session.now = lambda: now[0]
    playground.do("open", cell=0)
    said = playground.state["caption"]
    now[0] += 60
    assert playground.state["seconds"] == 0
    playground.do("time")
    assert playground.state["seconds"] == 60
    assert playground.state["caption"] == said
