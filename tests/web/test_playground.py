import tempfile
from base64 import b64decode, b64encode

import numpy as np
import pytest

import minevis as mv
from asked import answers
from example_games import GAMES
from film_reading import unpacked
from minevis.reviews.curve import shown_at
from minevis.reviews.review import review_among
from minevis.solver.events import Opened


def test_a_game_ends_with_its_review_is_kept_and_reviewed_again(tmp_path):
    playground = mv.Playground("beginner8", seed=1)
    playground.do("open", cell=0)
    assert playground.do("review") == {}  # not while it is played
    playground.do("finish")
    review = playground.do("review")["review"]
    assert review["story"] == list(playground.review.story)
    assert len(review["rows"]) == len(playground.review.guesses)
    assert any(" clicks" in sentence for sentence in review["story"])
    assert [playground.do(name) for name in ("pick", "finish")] == [{}, {}]
    playground = finished()
    path = playground.save(tmp_path / "game.json")
    kept = mv.Trace.from_json(path.read_text())
    assert (kept, kept.clock) == (playground.trace, playground.trace.clock)
    assert playground.do("save") == {"file": "game.json", "content": path.read_text()}
    found = mv.profile(tmp_path, effort="quick", workers=1, progress=False)
    assert [game.player for game in found.games] == ["you, then exact"]
    assert playground.save(tmp_path / "game.html").read_text("utf-8").startswith("<!doctype html>")


def dropped(widget, name, content):
    return widget.do("file", name=name, data=b64encode(content).decode())


def finished(seed=4, **options):
    playground = mv.Playground("beginner", seed=seed, **options)
    playground.do("open", cell=0)
    playground.do("finish")
    return playground


def test_a_game_that_is_dropped_opens_at_its_costliest_mistake():
    playground = mv.Playground("intermediate")
    game = mv.play(mv.Board.random("intermediate", seed=0, first=(0, 0)), "local", first=(0, 0))
    reply = dropped(playground, "game.json", game.to_json().encode())
    assert playground.position.shape == (16, 16)
    assert "guess" in reply["said"]["text"].lower()
    film = unpacked(b64decode(reply["film"]))[0]["film"]
    found = mv.review(game, effort="quick")
    reasoned = game.with_reasons(found)
    told = review_among(found, game, reasoned).mistakes
    costliest = max(told, key=lambda click: click.guess.cost)
    assert film["opening"] == shown_at(reasoned.events, costliest.index)
    assert film["reviewed"]
    pytest.importorskip("ms_toollib")
    reply = dropped(playground, "beginner.avf", (GAMES / "beginner.avf").read_bytes())
    assert "Two of three guesses were needless" in reply["said"]["text"]
    with pytest.raises(ValueError, match=r"“bad.rmv”: it is damaged"):
        dropped(playground, "bad.rmv", (GAMES / "damaged.rmv").read_bytes())


@pytest.mark.parametrize(
    ("name", "data", "rule"),
    [
        ("a.exe", "", "boards end with .txt, .mbf, games with .avf"),
        ("a.txt", "AAAA", "“a.txt”: "),
        ("a.json", "AAAA", "line 1 is not a header"),
        ("p.txt", b64encode(b"mines 2\n1#\n##").decode(), "“p.txt”: this is a position, which"),
        ("a.mbf", "not base 64", "arrived incomplete"),
        ("../../a/b.mbf", "", "b.mbf”: 0 bytes"),
        ("a.\u202e\0/x", "", "boards end with"),
        ("<b>", "", "“<b>”: boards end with"),
        (
            "a.txt",
            b64encode(b"*" + b"." * 100).decode(),
            "1×101 cells: 101 is not an integer from 1",
        ),
        (
            "a.txt",
            b64encode(b".\n" * 10**6).decode(),
            "text is too long for a board of 100×100 cells",
        ),
    ],
    ids=map(str, range(10)),
)
def test_files_that_say_nothing_are_refused(name, data, rule, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))  # no other test writes here
    playground = mv.Playground("beginner")
    before = playground.position
    assert rule in answers(playground, {"do": "file", "name": name, "data": data})[0]["refused"]
    assert playground.position == before
    assert not list(tmp_path.iterdir())


def test_help_before_the_first_click_follows_its_rule():
    for safe_radius in (0, 1):
        playground = mv.Playground("beginner", seed=4, safe_radius=safe_radius)
        picked = playground.do("pick")["said"]["text"]
        assert picked == "The first cell is never a mine: player “exact” would begin at (4, 4)."
        playground.do("finish")
        assert next(e for e in playground.trace.events if isinstance(e, Opened)).cell == (4, 4)
    unprotected = mv.Playground("beginner", seed=4, safe_radius=None)
    assert "12 %" in unprotected.do("pick")["said"]["text"]


def test_a_flag_draws_no_position(monkeypatch):
    playground = mv.Playground((100, 100, 3_000))
    monkeypatch.setattr(mv.Position, "__str__", None)  # it would fail if called
    for cell in range(5):
        playground.do("flag", cell=cell)
    assert [cell for _, cell, _ in playground.played["moves"]] == [*range(5)]


def test_the_clock_runs_from_the_first_opening_to_the_end():
    playground = mv.Playground("beginner", seed=4)
    playground.session.now = iter(range(100, 200)).__next__
    playground.do("flag", cell=80)
    assert playground.played["seconds"] == 0.0
    playground.do("open", cell=0)
    for action in ("flag", "flag"):
        playground.do(action, cell=79)
    playground.do("back")
    clock = playground.trace.clock
    assert (len(clock), clock[:2]) == (len(playground.trace), (0.0, 0.0))
    assert clock[-1] > 0
    playground.do("finish")
    assert playground.played["seconds"] > clock[-1]
    assert playground.trace.start.player == "you, then exact"
    assert playground.do("review")["three_bv"] is None  # beside that time it would tell a speed
    found = playground.review
    assert (found.three_bv_per_second, found.times()) == (None, [])
    while not playground.session.by_hand:
        playground.do("back")
    playground.do("flag", cell=79)
    assert playground.trace.start.player == "you"
    for seconds in (1.0, 10.0):  # the same clicks at another pace are reviewed anew
        slow = mv.Playground(mv.Board.parse("*.."))
        for cell, now in ((1, 0.0), (2, seconds)):
            slow.session.now = lambda now=now: now
            slow.do("open", cell=cell)
        assert slow.review.seconds == seconds


def test_a_position_is_played_on_with_mines_that_fit():
    position = mv.Position.parse("mines 2\n#1##\n#1##")
    mined = set()
    for seed in range(8):
        playground = mv.Playground(position=position, seed=seed)
        assert np.array_equal(playground.position.view, position.view)
        board = playground.session.game.board
        assert board.mines == 2
        mined.add(board.mined.tobytes())
    assert len(mined) > 1
    for cell, now in ((2, 100.0), (3, 102.0)):  # the clock runs from the first move
        playground.session.now = lambda now=now: now
        playground.do("flag", cell=cell)
    assert playground.trace.clock[-1] == 2.0
    playground.do("new")
    assert np.array_equal(playground.position.view, position.view)
    with pytest.raises(mv.ContradictionError):
        mv.Playground(position=mv.Position.parse("#3#", mines=2))
    with pytest.raises(mv.BoardFormatError, match=r"not a position of .* at \(0, 1\)"):
        mv.Playground(mv.Board.parse("*.*"), position=mv.Position.parse("#1#", mines=2))


def test_the_same_board_is_played_again_as_often_as_it_is_asked_for():
    playground = mv.Playground("beginner", seed=4)
    playground.do("open", cell=40)
    board = playground.session.game.board
    mine = int(np.flatnonzero(board.mined)[0])
    playground.do("open", cell=mine)
    assert playground.do("review")["three_bv"] == board.three_bv
    for action in ("again", "again"):  # the second time before a click
        playground.do(action)
        assert (playground.played["moves"], (playground.position.view == -1).all()) == ([], True)
        playground.do("flag", cell=2)
    playground.do("open", cell=40)
    assert playground.session.game.board == board
    playground.do("again")
    playground.do("open", cell=mine)  # the first click of a game never loses
    assert not playground.session.over
    playground.do("new")
    playground.do("open", cell=40)
    assert playground.session.game.board != board


def test_level_seed_first_click_and_logic_are_chosen():
    playground = mv.Playground("beginner", seed=4, no_guess="count")
    playground.do("choose", level="expert", seed=10, radius=0, no_guess="")
    game = playground.game
    assert (game["size"], game["rules"]["no_guess"]) == ((16, 30, 99), None)
    assert game["board"] == {"seed": 10, "protect": "cell", "mines": None, "fixed": False}
    playground.do("open", cell=0)
    expected = mv.Board.random("expert", seed=10, first=(0, 0), safe_radius=0)
    assert playground.session.game.board == expected
    beginner = {"level": "beginner", "seed": 5, "radius": 1}
    for given, logic in (({"no_guess": "count"}, "count"), ({}, "count"), ({"no_guess": ""}, None)):
        playground.do("choose", **beginner, **given)  # without one, the choice stays
        assert playground.session.no_guess == logic
    playground = mv.Playground("beginner", no_guess="count")
    dropped(playground, "board.txt", b"*..")
    assert playground.session.no_guess is None  # its mines are what they are
    playground.do("choose", **beginner)
    playground.do("open", cell=0)
    assert mv.rate(playground.session.game.board, (0, 0)).logic == "count"
    playground = mv.Playground("beginner", seed=2**64 - 1)
    playground.do("new")
    assert playground.game["board"]["seed"] == 0
