"""Many games: reviewed once each, damaged ones named, and their summary."""

import json
import re
import shutil
import signal
import sqlite3
from pathlib import Path
from time import sleep

import numpy as np
import pytest
from msgspec import to_builtins

import minevis as mv
from example_games import GAMES
from minevis.cli.main import main
from minevis.experiments.statistics import Mean, paired_interval
from minevis.experiments.workers import local
from minevis.replays import many
from minevis.replays.profile import Profile, in_order
from minevis.replays.summary import GameSummary, GuessMade, ProvenClicks, best_wins
from minevis.solver.events import VERDICTS
from minevis.trace import serialization
from minevis.web.session import Session
from refused import refusal


def game(number=0, **changed):
    proven = (ProvenClicks("count", 1, 16, 8.0), ProvenClicks("overlap", 3, 4, 8.0))
    figures = {"name": f"{number:03}.avf", "player": "somebody", "level": (8, 8, 10)}
    figures |= {"played": 86_400.0 * (number + 1), "won": True, "seconds": 10.0, "three_bv": 20}
    figures |= {"clicks": {"proven": 20}, "proven": proven, "guesses": (), "best_won": True}
    return GameSummary(**(figures | changed))


def profiled(files, **options):
    return mv.profile(files, **({"effort": "quick", "workers": 1, "progress": False} | options))


@pytest.fixture
def folder(tmp_path):
    pytest.importorskip("ms_toollib")
    inside = tmp_path / "games" / "more"
    inside.mkdir(parents=True)
    for name in ("beginner.avf", "marks.mvf", "name.avf", "damaged.rmv"):
        shutil.copy(GAMES / name, inside / name)
    (inside / "readme.txt").write_text("no game")
    (inside / "settings.json").write_text('{"theme": "dark"}')
    trace = mv.play(mv.Board.random("beginner", seed=3), first=(0, 0))
    (inside.parent / "own.json").write_text(trace.to_json())
    other = mv.play(mv.Board.random("beginner", seed=4), first=(0, 0))
    (inside / ".minevis-0123456789abcdef.part.json").write_text(other.to_json())  # half written
    return inside.parent


def test_a_folder_gives_a_profile_and_names_what_is_damaged(folder):
    found = profiled(folder)
    assert profiled(folder, workers=2) == found
    names = ["own.json", "marks.mvf", "beginner.avf", "name.avf"]  # the first does not tell when
    assert [Path(each.name).name for each in found.games] == names
    ((name, why),) = found.damaged
    assert name == str(folder / "more" / "damaged.rmv")
    assert "damaged" in why
    assert not found.partial
    assert found.games[2].three_bv == 12
    assert sum(not guess.forced for guess in found.games[2].guesses) == 2
    assert "damaged.rmv" in str(found)
    assert "2024-08-10 to 2025-02-02" in str(found)
    assert found._repr_html_().count("<table") == 4
    assert list(found.to_frame()["won"]) == [True] * 4


def test_a_history_saved_by_the_app_counts_as_the_games_in_it(tmp_path, capsys):
    lines = []
    for seed in (1, 2):
        session = Session("beginner", seed=seed)
        session.finish()
        lines.append({"id": f"{seed}", "counted": True, "game": to_builtins(session.record)})
    lines.insert(1, {"id": "3", "counted": True, "game": None})  # its moves had no room
    path = tmp_path / "minevis-games.jsonl"
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    for files in (tmp_path, path):
        found = profiled(files)
        assert [each.name for each in found.games] == [f"{path / name}.json" for name in "13"]
        assert [name for name, _ in found.damaged] == [str(path / "2.json")]
    assert main(["review", str(path), "--effort", "quick", "--quiet", "--store", "none"]) == 0
    assert "2 games" in capsys.readouterr().out


def test_copies_of_a_damaged_file_are_all_named(tmp_path):
    for name in ("a.rawvf", "b.rawvf"):
        (tmp_path / name).write_text("no game")
    found = profiled(tmp_path)
    assert [Path(name).name for name, _ in found.damaged] == ["a.rawvf", "b.rawvf"]
    assert (found.doubles, found.partial) == ((), False)


@pytest.mark.parametrize("store", [None, "runs.sqlite"])
def test_a_game_in_two_files_is_counted_once(store, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, seed in (("a.json", 3), ("b.json", 3), ("c.json", 4)):
        trace = mv.play(mv.Board.random("beginner8", seed=seed), first=(0, 0))
        Path(name).write_text(trace.to_json())
    for _ in range(2):  # the second time from the store
        found = profiled([".", "a.json", Path.cwd() / "a.json"], store=store)
        assert [each.name for each in found.games] == ["a.json", "c.json"]
        assert found.doubles == ((str(Path.cwd() / "a.json"), "a.json"), ("b.json", "a.json"))
        assert not found.partial
        assert "Counted once: 2 files left out: " in str(found)
        assert "b.json (a.json again)." in str(found)
    assert "Counted once" not in str(mv.profile("c.json", effort="quick", progress=False))


def test_games_are_told_by_their_days_or_else_by_their_files():
    assert Profile((game(0),)).story[0] == "1 game of somebody, 1970-01-02."
    assert Profile((game(0), game(3))).story[0] == "2 games of somebody, 1970-01-02 to 1970-01-05."
    undated = [game(i, name=f"folder/{i}.json", played=None) for i in range(4)]
    told = ["0.json to 1.json", "2.json to 3.json"]
    assert [period.name for period in Profile(tuple(undated)).periods(2)] == told
    assert Profile(tuple(undated[:1])).periods()[0].name == "0.json"
    mixed = Profile((*undated[:3], game(0), game(3)))
    told = ["0.json to 1.json", "1 undated, then 1970-01-02 to 1970-01-05"]
    assert [period.name for period in mixed.periods(2)] == told
    assert mixed.story[0] == "5 games of somebody, 3 undated, then 1970-01-02 to 1970-01-05."


def test_brackets_are_said_to_be_intervals_and_losses_stand_apart():
    missed = (GuessMade("overlap", 3, 0.3, 0.25), GuessMade("", 0, 0.5, 0.05))
    story = Profile((game(0), game(1, guesses=missed))).story
    assert "In brackets: 95 % intervals." in story
    assert any("; needless, overlap 12.50 [" in said for said in story)
    assert "In brackets: 95 % intervals." not in Profile(()).story


def test_each_game_is_reviewed_once_where_a_store_keeps_it(folder, tmp_path, monkeypatch):
    store = tmp_path / "runs.sqlite"
    first = profiled(folder, store=store)
    read = []
    monkeypatch.setattr(many, "summarised", lambda path, **_: read.append(path.name) or "gone")
    assert not any(each in store.read_bytes() for each in (b"beginner.avf", b"damaged.rmv"))
    again = profiled(folder, store=store)
    assert again.games == first.games
    assert read == ["damaged.rmv"]
    profiled(folder, effort="normal", store=store)
    assert len(read) == 6  # another effort finds other costs
    with sqlite3.connect(store) as database:
        database.execute("UPDATE reviews SET summary = '{}'")
    with pytest.raises(mv.errors.StoreError, match=r"runs\.sqlite is damaged: this is not a summ"):
        profiled(folder, store=store)


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_keeps_what_is_done(workers, folder, tmp_path, monkeypatch):
    store = tmp_path / "runs.sqlite"
    take = many._Reviewing._take

    def take_and_interrupt(self, path, found):
        take(self, path, found)
        if not isinstance(found, str):
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(many._Reviewing, "_take", take_and_interrupt)
    found = profiled(folder, workers=workers, store=store)
    assert found.partial
    assert found.missing + len(found.games) + len(found.damaged) == 5
    assert len(found.games) == 1
    assert "early" in found.story[-1]
    monkeypatch.undo()
    assert len(profiled(folder, store=store).games) == 4


def test_ctrl_c_drops_the_game_that_is_under_way(folder, tmp_path, monkeypatch):
    def interrupted(*_, **__):
        signal.raise_signal(signal.SIGINT)
        raise AssertionError("it goes on")

    monkeypatch.setattr(many, "summarised", interrupted)
    found = profiled(folder)
    assert (found.games, found.damaged, found.missing) == ((), (), 5)
    frame, other = found.to_frame(), Profile((game(clicks=dict.fromkeys(VERDICTS, 1)),)).to_frame()
    assert (len(frame), list(frame)) == (0, list(other))
    assert "proven" in frame


def test_the_command_says_after_ctrl_c_how_to_go_on(folder, tmp_path, capsys, monkeypatch):
    store = str(tmp_path / "s.sqlite")
    monkeypatch.setattr(many, "summarised", lambda *_, **__: signal.raise_signal(signal.SIGINT))
    arguments = ["review", str(folder), "--workers", "1", "--quiet", "--store", store]
    page = tmp_path / "page.html"
    assert main([*arguments, "--page", str(page)]) == 130
    said = f"0 games reviewed and kept in {store}, 5 files to go: the same command goes on from th"
    assert capsys.readouterr().out.startswith(said)
    assert not page.exists()
    monkeypatch.undo()
    assert main(arguments) == 0


def test_many_games_are_worth_kernels(folder, monkeypatch):
    asked, readied = [], []
    monkeypatch.setattr(many, "warm_up", lambda: readied.append("best"))
    monkeypatch.setattr(many, "summarised", lambda *_, **how: asked.append(how["kernels"]) or "")
    profiled(folder)
    assert (asked, readied) == ([False] * 5, [])
    monkeypatch.setattr(many, "MANY", 3)
    profiled(folder)
    assert (asked[5:], readied) == ([True] * 5, ["best"])


@pytest.fixture
def four_games(tmp_path):
    for seed in range(4):
        trace = mv.play(mv.Board.random("beginner8", seed=seed), first=(0, 0))
        (tmp_path / f"{seed}.json").write_text(trace.to_json())
    return tmp_path


def test_no_more_processes_are_started_than_files_and_cores(four_games, monkeypatch):
    started = []
    monkeypatch.setattr(many, "local", lambda count: started.append(count) or local(1))
    for cores in (64, 3):
        monkeypatch.setattr("minevis.utils.options.os.cpu_count", lambda cores=cores: cores)
        found = mv.profile(four_games, effort="quick", workers=100_000, progress=False)
        assert len(found.games) == 4
    assert started == [4, 3]


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="only on Unix")
def test_a_game_that_takes_too_long_is_named(four_games, monkeypatch):
    handler = signal.getsignal(signal.SIGALRM)
    monkeypatch.setattr(many, "SECONDS", 0.1)
    monkeypatch.setattr(many, "review", lambda *_, **__: sleep(60))
    found = mv.profile(four_games / "0.json", workers=1, progress=False)
    assert [why for _, why in found.damaged] == ["its review takes more than 0.1 s"]
    assert signal.getsignal(signal.SIGALRM) == handler


@pytest.mark.parametrize("seed", range(6))
def test_kernels_win_what_the_readable_best_wins(seed):
    pytest.importorskip("numba")
    board = mv.Board.random("beginner", seed=seed, first=None, safe_radius=None)
    assert best_wins(board, (0, 0), kernels=True) is best_wins(board, (0, 0))


def test_files_that_are_not_there_are_an_error(tmp_path):
    for files, words in (
        (tmp_path / "gone", "no such file or folder"),
        (tmp_path, "no games in .*: they end with"),
        ("", "^ValueError: files='': no file or folder has an empty name$"),
        ([tmp_path, ""], "^ValueError: files='': no file or folder has an empty name$"),
    ):
        assert re.search(words, refusal(lambda files=files: mv.profile(files)))
    assert "effort=3" in refusal(lambda: mv.profile(GAMES, effort=3))


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("game.trace", None, ""),
        ("game.json", None, ""),
        ("game.txt", "no game", "a game ends with .avf, .evf, .rmv, .mvf, .rawvf, .json, .jsonl"),
        ("game.json", "no game", "line 1 is not a header"),
        ("game.json", b"\xff", "this is not UTF-8 text"),
        ("game.json", b" " * 2_000_000, "more than 1 MB, too long for a trace"),
    ],
)
def test_a_file_alone_is_read_as_in_company(name, text, said, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(serialization, "MOST_BYTES", 1 << 20)
    first, second = (mv.play(mv.Board.random("beginner8", seed=i), first=(0, 0)) for i in (3, 4))
    text = first.to_json() if text is None else text
    path, other = tmp_path / name, tmp_path / "other.json"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    other.write_text(second.to_json())
    options = ["--effort", "quick", "--quiet"]
    alone = main(["review", str(path), *options])
    assert (alone, said in capsys.readouterr().err) == (2 if said else 0, True)
    many = ["--workers", "1", "--store", "none"]
    assert main(["review", str(path), str(other), *options, *many]) == 0
    out = capsys.readouterr().out
    assert ("Not read" in out, said in out) == (bool(said), True)


SURE = {"idea": "count", "difficulty": 1, "clicks": 1, "seconds": 1}
MADE = {"idea": "", "difficulty": 0, "risk": 0.5, "cost": 0}
CHANGES = [  # of fields of a summary, to what no game has
    *({"guesses": [MADE | {"risk": risk}]} for risk in (-1, 1.5, float("nan"))),
    {"guesses": [MADE | {"cost": -0.5}]},
    *({"guesses": [MADE | {"idea": idea, "difficulty": 1}]} for idea in ("magic", 7)),
    {"guesses": [MADE | {"difficulty": -1}]},
    {"guesses": {"risk": 1}},
    {"proven": [SURE | {"clicks": 10_000}]},
    {"proven": [SURE | {"seconds": -1}]},
    *({"clicks": clicks} for clicks in ({"proven": -1}, {"lucky": 1}, [1])),
    *({"level": level} for level in ([9, 9, 82], [0, 9, 0], [9, 9])),
    *({"seconds": seconds} for seconds in (-1, float("inf"), 1e300, 10**400)),
    *({"three_bv": three_bv} for three_bv in (82, 1.5)),
    *({name: value} for name, value in (("won", 1), ("player", 7), ("rules", None))),
]
SUMMARY = game(3, guesses=(GuessMade("", 0, 0.5, 0.0), GuessMade("overlap", 3, 0.2, 0.1))).to_json()
DAMAGED = ["", "7", "{}", SUMMARY.replace("20", "-20"), SUMMARY.replace("20", "2" + 400 * "0")]


@pytest.mark.parametrize(
    "text", [*DAMAGED, *(json.dumps(json.loads(SUMMARY) | change) for change in CHANGES)]
)
def test_a_summary_with_numbers_that_cannot_be_is_an_error(text):
    assert GameSummary.from_json(SUMMARY).to_json() == SUMMARY
    with pytest.raises(ValueError, match=r"."):
        GameSummary.from_json(text)


def test_wins_are_set_beside_those_of_best_on_the_same_boards():
    games = [game(i, won=i < 30, best_won=i < 40 and i != 3) for i in range(50)]
    found = Profile(tuple(games))
    assert found.wins.ratio == 0.6
    assert found.best_wins.ratio == 0.78
    assert found.better.ratio == pytest.approx(0.18)  # 10 more, 1 fewer
    assert found.better[1:] == paired_interval(10, 1, 50)


def test_time_by_idea_goes_by_clicks_and_misses_by_what_was_there():
    slow = (ProvenClicks("count", 1, 4, 8.0),)
    missed = (GuessMade("overlap", 3, 0.3, 0.25), GuessMade("", 0, 0.5, 0.05))
    found = Profile((game(0), game(1, proven=slow, guesses=missed)))
    count, overlap = found.ideas()
    assert (count.clicks, count.seconds.value) == (20, 0.8)
    assert (overlap.clicks, overlap.missed) == (4, 1)
    assert overlap.share_missed.ratio == 0.2
    assert [row.name for row in found.difficulties()] == ["1", "3 to 4"]
    assert found.points.value == pytest.approx(15)
    losses = {name: mean.value for name, mean in found.losses().items()}
    assert losses == pytest.approx({"forced guesses": 2.5, "needless, overlap": 12.5})


def test_games_without_a_clock_have_no_times_and_undated_ones_go_by_name():
    found = Profile((game(0, seconds=None), game(1, seconds=None)))
    assert found.ideas()[0].clicks == 32
    assert str(found.ideas()[0].seconds) == "unknown"
    names = ["b2/g1.json", "b2/g2.json", "b2/g10.json", "b10/g1.json", "c/01.json", "c/1.json"]
    undated = [game(name=name, played=None) for name in names]
    assert [each.name for each in in_order(undated[::-1])] == names


def test_trends_go_by_when_games_were_played():
    games = [game(i, seconds=20.0 - i, name=f"{9 - i}.avf") for i in range(10)]
    found = Profile(in_order(games[::-1]))
    assert found.games == tuple(games)
    for period, half in zip(found.periods(2), (range(5), range(5, 10)), strict=True):
        assert period.speed.value == pytest.approx(np.mean([20 / (20 - i) for i in half]))
        assert period.name == f"1970-01-{half[0] + 2:02} to 1970-01-{half[-1] + 2:02}"
    with pytest.raises(ValueError, match="count=0"):
        found.periods(0)


def test_the_mean_of_clicks_goes_by_how_games_differ():
    rng = np.random.default_rng(0)
    covered = 0
    for _ in range(300):
        clicks = rng.integers(1, 30, 40)
        own = rng.normal(2.0, 0.5, 40)  # who is slow in one click of a game is so in all
        found = Mean.of(clicks * own, clicks)
        covered += found.low <= 2.0 <= found.high
    assert 0.90 <= covered / 300 <= 0.985
    assert str(Mean.of([2.0])) == "2.00"
    assert str(Mean.of([])) == "unknown"
