import errno
import io
import json
import os
import re
import shlex
import subprocess
import sys
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageSequence
from tqdm import tqdm

import minevis
from example_games import GAMES
from minevis import PLAYERS, Player, Position, analyze, play, race
from minevis.cli.main import COMMANDS, _Plain
from minevis.cli.plain_text import outcome
from minevis.errors import EncoderError, SearchExhaustedError
from minevis.film.video import PICTURE_WIDTH
from minevis.game.board import LEVELS, Board
from minevis.game.grid import cells_of
from minevis.players import best_with
from minevis.practice.boards import LOGICS
from minevis.practice.puzzle import PUZZLE_KINDS
from minevis.render.options import PRESETS, Look
from minevis.render.page import page_of_panels
from minevis.render.panels import PANELS
from minevis.render.tiles.theme import THEMES
from minevis.solver.proofs.steps import Proof
from minevis.trace.trace import Trace
from minevis.utils.options import MEANINGS
from minevis.web.page import MOST_ANSWERED
from minevis.words.captions import caption
from skins import SKINS, draw, middle_of_game

ROOT = Path(__file__).parents[2]
GAME = str(GAMES / "beginner.avf")
PROGRAM = """
import sys
from minevis.utils import progress
progress.PROGRESS_DELAY = float("inf")  # no progress bar on a busy machine
from minevis.cli.main import main
sys.exit(main())
"""
MINEVIS = (sys.executable, "-c", PROGRAM)  # in a process of its own


def process(command, **more):
    """Run a command in a process of its own, which finds minevis and writes UTF-8."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", **more}
    return subprocess.run(command, capture_output=True, encoding="utf-8", env=environment)


NEED = "The 1 at (1, 1) needs one mine. Only one cell is left for it: (2, 2) is a mine."
BEGINNER = str(Board.random("beginner", seed=3, first=(0, 0)))
OTHER = str(Board.random((5, 7, 4), seed=8, first=(2, 3), safe_radius=1))
SOLVED = [  # options, files, and what the output has
    (
        "--level beginner --seed 3",
        {},
        [f"{BEGINNER}\n\nSTART     Player “exact” begins: 9×9 cells"],
    ),
    ("--level beginner --seed 3", {}, [f"\nCOUNT     {NEED}\n", "\nWON       The game is won: ev"]),
    ("--level beginner --seed 3", {}, ["Won the 9×9 board with ten mines in 18 moves with one gu"]),
    ("--level beginner --mines 1 --quiet", {}, ["9×9 board with one mine in"]),
    ("--level beginner --no-guess count --quiet", {}, [" mines in ", " moves without a guess.\n"]),
    ("--size 5X7 --mines 4 --first 2,3 --safe-radius 1 --seed 8", {}, [f"{OTHER}\n\n"]),
    ("--word Hi --seed 3 --first 0,0", {}, [str(Board.word("Hi", seed=3))]),
    ("--board a.txt", {"a_txt": "5x3:1,2,u8402\n"}, ["OPEN      Cell (2, 1) opens"]),
    ("--board a.txt --first 0,1", {"a_txt": "5x3:1,2,u8402\n"}, ["Cell (0, 1) ", "3×5 board"]),
    ("--board a.txt", {"a_txt": "*....\n*....\n....*\n"}, ["3×5 board with three mines"]),
    ("--board a.txt --first 0,0", {"a_txt": "*."}, ["Lost the 1×2 board with one mine in one mov"]),
    ("--board a.txt --first 0,0", {"a_txt": ".*"}, ["Won the 1×2 board with one mine in one move"]),
    (
        "--board a.txt --first 0,0",
        {"a_txt": "**"},
        ["Won the 1×2 board with two mines in no moves"],
    ),
]


@pytest.mark.parametrize(("options", "files", "words"), SOLVED)
def test_solve_prints_the_board_the_story_and_the_end(options, files, words, run):
    code, out, err = run(f"solve {options}", **files)
    assert (code, err) == (0, "")
    for word in words:
        assert word in out


def test_a_board_is_read_from_any_file_or_stdin(run, monkeypatch):
    board = Board.random("beginner", seed=3)
    shown = run("solve --level beginner --seed 3 --first 0,0")
    board.save("b.mbf")
    for name in ("b.mbf", "b.txt", "-"):
        monkeypatch.setattr("sys.stdin", io.StringIO(str(board)))
        assert run(f"solve --board {name} --first 0,0 --seed 3", b_txt=str(board)) == shown


def test_more_detail_tells_more(run):
    texts = [run(f"solve --level beginner --detail {detail}")[1] for detail in (0, 1, 2)]
    assert [text.count("\nCOUNT") > 0 for text in texts] == [False, True, True]
    assert [text.count("\nSEARCH") > 0 for text in texts] == [False, False, True]
    assert {*texts[0].splitlines()} < {*texts[1].splitlines()} < {*texts[2].splitlines()}


def test_an_unprotected_first_guess_has_its_risk(run):
    line = "solve --size 1x2 --mines 1 --first none --quiet --seed"
    board = "the 1×2 board with one mine in one move with one guess at a risk of 50 %.\n"
    assert {run(f"{line} {seed}")[1] for seed in range(20)} == {f"Won {board}", f"Lost {board}"}
    game = play("beginner", seed=4)
    assert outcome(game).endswith(" with three guesses at a risk of 26 % for all together.")


def test_asked_for_nothing_it_says_how_to_begin(run):
    code, out, err = run("")
    assert (code, err) == (0, "")
    examples = re.findall(r"^  python -m minevis (\w+) ", out, re.MULTILINE)
    assert set(examples) == {"solve", "page", "trials"}
    assert "python -m minevis --help" in out
    assert run("--version") == (0, f"minevis {minevis.__version__}\n", "")


def test_a_missing_library_is_named_with_its_installation(run, tmp_path, monkeypatch):
    (tmp_path / "cv2.py").write_text("raise ModuleNotFoundError(name='cv2')")
    paths = os.pathsep.join([str(tmp_path), str(ROOT)])
    done = process([sys.executable, "-m", "minevis", "solve"], PYTHONPATH=paths)
    message = "minevis needs cv2, which is not installed: python -m pip install .\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", message)
    monkeypatch.setattr("minevis.replays.reading.find_spec", lambda name: None)
    message = "minevis: replays need ms-toollib: pip install 'minevis[replays]'\n"
    assert run(f"review {GAME}") == (2, "", message)


def test_the_same_command_prints_the_same_in_another_process(run):
    line = "solve --level intermediate --seed 5 --detail 2"
    other = process([*MINEVIS, *line.split()])
    assert (other.returncode, other.stdout, other.stderr) == run(line)


def test_an_old_terminal_shows_the_same_in_plainer_characters():
    shown = process([*MINEVIS, "solve", "--word", "HI"], PYTHONIOENCODING="ascii")
    assert shown.stderr == ""
    assert 'Player "exact" begins: 15x15 cells' in shown.stdout
    assert re.search(r"The clues fit 2\.1 x 10\^\d\d layouts", shown.stdout)
    assert "?" not in shown.stdout
    shown = process([*MINEVIS, "solve", "--size", "0x9", "--mines", "0"], PYTHONIOENCODING="ascii")
    assert shown.stderr == "minevis: a board of 0x9 cells: both sides must be at least 1\n"


def test_a_film_has_the_look_and_length_of_its_options(run):
    story = "--pace even --seconds 2 --no-cards --moves 0,3 --fps 5"
    look = "--panels board,tree --no-legend --no-coordinates --max-width 700"
    path = Path("new folder", "game.gif")
    code, out, _ = run(f"solve --level beginner --video '{path}' {story} {look} --quiet")
    assert code == 0
    assert out.endswith(f"The video is {path}.\n")
    plan = page_of_panels(
        (9, 9), Look(panels=("board", "tree"), legend=False, coordinates=False, max_width=700)
    )
    with Image.open(path) as film:
        parts = [part.copy() for part in ImageSequence.Iterator(film)]
    assert parts[0].size == (plan.width, plan.height)
    assert sum(part.info["duration"] for part in parts) == 2000


@pytest.mark.parametrize("name", PRESETS)
def test_a_film_has_its_preset_except_for_other_options(run, monkeypatch, name):
    asked = []
    monkeypatch.setattr(Trace, "video", lambda _, path, **options: asked.append(options))
    line = f"solve --level beginner8 --video a.gif --for {name} --quiet"
    assert run(f"{line} --theme dark --format wide")[0] == 0
    assert asked == [{"preset": name, "theme": "dark", "format": "wide", "progress": False}]


@pytest.mark.parametrize(("theme", "name"), [("", "dark"), ("--theme paper", "paper")])
def test_a_page_is_as_dark_as_the_system_unless_a_theme_is_given(run, theme, name):
    sizes = []
    for answers in ("", "--no-answers"):
        assert run(f"page a.html --level beginner8 --seed 3 {theme} {answers}")[0] == 0
        text = Path("a.html").read_text("utf-8")
        ground = "rgb({} {} {})".format(*THEMES[name].ground)
        rule = f"@media (prefers-color-scheme: dark) {{ body {{ background: {ground}; }} }}"
        assert rule in text
        sizes.append(len(text))
    assert sizes[1] < sizes[0]


@pytest.mark.parametrize(("command", "played"), [("page", "play"), ("race", "race")])
def test_a_board_too_large_for_a_page_is_refused_before_the_game(run, monkeypatch, command, played):
    monkeypatch.setattr(f"minevis.api.playing.{played}", None)
    code, _, err = run(f"{command} game.html --size 260x260 --mines 9000")
    assert code != 0
    assert "260×260 cells: a scrubber or a page shows at most 65,535" in err


def test_a_race_has_a_line_for_each_player_and_a_page(run):
    line = "race race.html --level beginner8 --seed 2 --player counting --player best"
    code, out, _ = run(f"{line} --effort quick")
    board = Board.random("beginner8", seed=2, first=(0, 0))
    runs = race(board, ["counting", best_with("quick")], first=(0, 0), seed=2)
    lines = [f"{name}: {outcome(t)}" for name, t in zip(runs.names, runs.traces, strict=True)]
    assert (code, out.splitlines()) == (0, [*lines, "The page is race.html."])
    assert lines[1].startswith("best, quick: ")
    Path("again").mkdir()
    assert Path("race.html").read_bytes() == runs.scrubber().save("again/race.html").read_bytes()


def test_app_writes_a_page_in_a_theme(run, monkeypatch):
    asked = []
    monkeypatch.setattr("minevis.api.app.save_app", lambda path, **how: asked.append(how) or path)
    assert run("app a.html --theme dark --quiet")[:2] == (0, "The page is a.html.\n")
    assert asked[0]["theme"] == "dark"


KNOWN = "The number of mines is unknown (1 to 2 fit). Give `mines` for exact odds.\n"
PAIR = (
    "The 2 at (1, 1) needs two mines among (0, 0), (0, 1) and (0, 2).\n"
    "The 1 at (1, 0) touches (0, 0) and (0, 1) too and allows only one there: so (0, 2) is a "
    "mine.\n"
)
POSITION = "mines 2\n####\n1221\n"
FRESH = "mines 10\n" + 9 * "#########\n"
ANALYZED = [  # a position, options, and patterns that the output has
    (
        POSITION,
        "",
        [r"^     0    1    2    3\n0   0% 100% 100%   0%\n1    1    2    2    1\n\nO"],
    ),
    (POSITION, "", [re.escape(f"Open: (0, 3), which is safe\n  {PAIR}".replace("\nT", "\n  T"))]),
    (
        POSITION,
        "",
        [r"\nSafe: \(0, 0\), \(0, 3\)\nProven mines: \(0, 1\), \(0, 2\)\n"],
    ),
    (FRESH, "", [r"\nOpen: \(\d, \d\), a mine in 12 %, wins about \d+ %\n", r"\nOr: \("]),
    (POSITION, "", ["Layouts that fit: 1\n$"]),
    (FRESH, "", [r"\nLeast risk: 81 cells, all 12 %\n"]),
    ("mines 1\n1*", "", [r"^(?!.*Open)"]),
    ("#1##\n", "", [f"^{re.escape(KNOWN)}\n", r"\nOpen: \(0, 0\), a mine in 50 %\n"]),
    ("2##\n##2", "", [r"\(2 to 3 fit, 2 in one layout\)\. Give"]),
    ("1#\n", "", ["^The number of mines is not given: only 1 fits.\n\n"]),
    (
        "mines 2\nF1#\n###\n###\n",
        "",
        [r"flag at \(0, 0\) does not .*; the result for \(0, 2"],
    ),
    ("mines 2\nF1#\n###\n###\n", "--ignore-flags", ["^(?!.*Flags:)"]),
    ("mines 1\n1F\n", "", ["Proven mines: none\n"]),
    ("mines 2\nF2*#\n1211\n0000", "", [r"0 +F +2 +\* +0%\n1 +1 +2 +1 +1\n2 +\. +\. +\. +\.\n"]),
    (str(Position.fresh((16, 16), 40)), "", [r"fit: 1\.0 × 10⁴⁷ \(exactly 10\d(,\d{3}){15}\)"]),
    ("#1\n##", "--mines 1", [r"\n0 33%   1\n", "Layouts that fit: 3"]),
    (POSITION, "--why 0,2", [f"^{re.escape(PAIR)}$"]),
    (
        "mines 1\n1#\n##",
        "--why 0,1",
        [r"^Nothing is certain of \(0, 1\): it is a mine in 33 % "],
    ),
    ("#1##\n", "--why 0,0", [rf"^{re.escape(KNOWN)}Nothing is certain of \(0, 0\)"]),
]


@pytest.mark.parametrize(("position", "options", "patterns"), ANALYZED)
def test_analyze_prints_odds_and_advice(position, options, patterns, run, monkeypatch):
    code, out, err = run(f"analyze a.txt {options}", a_txt=position)
    assert (code, err) == (0, "")
    for pattern in patterns:
        assert re.search(pattern, out, re.DOTALL if "?!" in pattern else 0), out
    assert out == f"{analyze(position)}\n" or options  # Python answers the same
    monkeypatch.setattr("sys.stdin", io.StringIO(position))
    assert run(f"analyze - {options}")[1] == out


def test_analyze_as_json_has_the_same_numbers(run):
    code, out, _ = run("analyze a.txt --json", a_txt=POSITION)
    answer, a = json.loads(out), analyze(POSITION)
    assert code == 0
    assert answer["layouts"] == str(a.configurations)
    assert (answer["height"], answer["width"], answer["mines"]) == (2, 4, 2)
    assert answer["probability"] == [a.probability[0].tolist(), [None] * 4]
    assert answer["safe"] == [[r, c] for r in range(2) for c in range(4) if a.safe[r, c]]
    names = "height width mines totals layouts safe mined best open runner_up flags rests_on_flags"
    assert set(answer) == {*names.split(), "probability", "zero_probability"}


JSON = [  # a position, options, and values of the answer
    ("#1##\n", "--density 0.2", {"totals": {"1": "2", "2": "2"}}),
    ("#1##\n", "--density 0.2", {"probability": [[0.5, None, 0.5, pytest.approx(0.2)]]}),
    ("mines 2\nF1#\n###\n###\n", "", {"flags": [{"cell": [0, 0], "verdict": "possible"}]}),
    ("mines 1\n1F\n", "", {"mined": []}),
    ("mines 1\n1#\n##", "--why 0,1", {"probability": pytest.approx(1 / 3), "mined": None}),
    ("mines 1\n1#\n##", "--why 0,1", {"cells": [[0, 1]]}),
    (POSITION, "--why 0,2", {"cells": [[0, 2]], "mined": True, "kind": "overlap"}),
    (POSITION, "--why 0,2", {"words": PAIR.splitlines(), "clues": [[1, 0], [1, 1]]}),
]


@pytest.mark.parametrize(("position", "options", "values"), JSON)
def test_analyze_as_json_has_flags_totals_and_reasons(position, options, values, run):
    answer = json.loads(run(f"analyze a.txt --json {options}", a_txt=position)[1])
    assert {name: answer[name] for name in values} == values


def test_json_of_a_guess_and_of_a_proof_is_that_of_the_library(run):
    answer = json.loads(run("analyze a.txt --json", a_txt=FRESH)[1])
    assert answer["open"]["cell"] != answer["runner_up"]["cell"]
    assert answer["open"]["risk"] == pytest.approx(10 / 81)
    assert 0 < answer["open"]["win"] < 1
    answer = json.loads(run("analyze a.txt --why 0,2 --json", a_txt=POSITION)[1])
    proof = analyze(POSITION).proof((0, 2))
    assert Proof.parse(answer["proof"]) == proof
    assert answer["words"] == caption(proof).splitlines() == str(proof).splitlines()
    assert proof._repr_html_() == f"<p>{'<br>'.join(answer['words'])}</p>"


def test_odds_of_a_large_board_are_announced(run):
    code, _, err = run("analyze a.txt --json", a_txt="mines 9\n" + "#" * 40_001)
    assert code == 0
    assert err.startswith("minevis: exact odds of 40,001 cells may take minutes")
    assert err.count("\n") == 1


def test_analyze_reads_files_of_other_programs_and_writes_a_page(run):
    Position.parse(POSITION).save("p.mine")
    shown = run("analyze p.mine")
    assert shown == (0, f"{analyze(POSITION)}\n", "")
    assert run("analyze p.mine --page new/position.html") == shown
    assert 'class="minevis-film"' in Path("new/position.html").read_text("utf-8")
    rule = "p.mine: mines=1 was asked, but the text says 2: leave mines (--mines) out, or change"
    assert run("analyze p.mine --mines 1")[2].startswith(f"minevis: {rule}")


def test_analyze_reads_a_screenshot(run):
    picture = draw(middle_of_game("beginner", 0, 0.4), SKINS["bevel"], counter=9)
    Image.fromarray(picture).save("shot.png")
    code, out, err = run("analyze shot.png --overlay check.png")
    assert code == 0
    assert "Open: " in out
    assert "Read from the picture: 9×9 cells\nMine counter: 9\n" in err
    assert Image.open("check.png").width >= 276
    code, out, _ = run("analyze shot.png --json --shape 9x9 --box 30,60,216,216")
    assert (code, json.loads(out)["height"]) == (0, 9)


def test_a_doubtful_reading_calls_nothing_safe_without_the_condition(run, monkeypatch):
    position = Position.parse(
        "mines 10\n#1011100\n#102F311\n#113F3F1\n#11F2211\n#1111000\n#1111111\n########\n########"
    )
    reading = replace(
        Position.from_image(draw(position, SKINS["bevel"]), mines=10),
        doubtful=((0, 1),),
        notes=("cut off",),
    )
    monkeypatch.setattr(Position, "from_image", lambda *_, **__: reading)
    code, out, err = run("analyze shot.png")
    assert (code, "Doubtful" in err) == (0, False)
    assert out.startswith("Note: cut off\nDoubtful: (0, 1). All below holds if the doubtful cells")
    assert re.search(r"\nOpen: \(., .\), which is safe\n", out)  # one is, whatever (0, 1) shows
    assert "\nSafe if the doubtful cells are read rightly: (2, 0), (5, 0), " in out
    assert "\nSafe whatever the doubtful cells show: (6, 2), (6, 5)\n" in out
    assert "\nSafe: " not in out
    beginning = "Note: cut off\nDoubtful: (0, 1)."
    assert run("analyze shot.png --why 2,0")[1].startswith(beginning)
    assert run("analyze shot.png --page page.html")[0] == 0
    assert "Doubtful: (0, 1). All below holds if" in Path("page.html").read_text("utf-8")
    answer = json.loads(run("analyze shot.png --json")[1])
    assert answer["safe_whatever_they_show"] == [[6, 2], [6, 5]]
    assert (answer["doubtful"], answer["notes"]) == ([[0, 1]], ["cut off"])
    with pytest.warns(UserWarning, match="doubtful cells"):
        analysis = analyze(replace(reading, doubtful=cells_of(position.view > 0), notes=()))
    assert not analysis.surely_safe.any()
    first = str(analysis.advice).splitlines()[0]
    assert first.endswith(", which is safe, if the doubtful cells are read rightly")
    assert "doubtful cells>" in repr(analysis)


FILES = {  # names of files, and what they hold
    "white.png": Image.fromarray(np.full((200, 300, 3), 255, np.uint8)),
    "odd.txt": b"\x89PNG\xff\xfe",
    "p.txt": b"mines 2\n####\n1221\n",
    "flagged.txt": b"mines 1\nF1#F0\n#####\n",
}
REFUSED = [
    ("dance", "unknown command 'dance': choose from solve, page"),
    ("compare", "; did you mean 'trials --player A --player B'"),
    ("gif", "; did you mean 'solve --video FILE.mp4'?"),
    ("demo", "; did you mean 'solve'?"),
    ("solve --gif x.gif", "unknown option --gif; did you mean '--video'?"),
    ("solve -o x.gif", "unknown option -o; did you mean '--video'?"),
    ("page -o x.html", "unknown option -o; the name of the file stands alone"),
    ("trials --n-games 5", "unknown option --n-games; did you mean '--games'?"),
    ("solve --foo 5", "unknown option --foo; minevis solve --help lists the options"),
    ("solve board.txt", "unrecognized arguments: board.txt; did you mean --board board.txt?"),
    ("solve x.gif exact 9x9", "; did you mean --video x.gif --player exact --size 9x9?"),
    ("solve expert", "unrecognized arguments: expert; did you mean --level expert?"),
    ("analize", "; did you mean 'analyze'?"),
    ("solve --sede=3", "unknown option --sede; did you mean '--seed'?"),
    ("solve --no-guess subst", 'Did you mean "subset"?\n'),
    ("solve --level beginner --video x.gif --panels bord", "; did you mean 'board'?\n"),
    ("page x.html --theme drak", "; did you mean 'dark'?\n"),
    ("warm-up exat", "; did you mean 'exact'?\n"),
    ("warm-up exact analyse", "unknown name 'analyse': choose from convolution, "),
    ("solve --size 9 --mines 3", "value for --size: '9': write a size as 16x30"),
    ("solve --size 9x9", "--size needs --mines"),
    ("solve --size 9x9 --mines 9 --level expert", "--level or --size, not both"),
    ("solve --word A --level expert", "give only one of --level, --board and --word"),
    ("solve --word HI --no-guess count", "--no-guess is for random boards"),
    ("solve --word HI --safe-radius 3", "--safe-radius is for random boards"),
    ("page x.html --board x.txt --safe-radius none", "--safe-radius is for random boards"),
    ("solve --no-guess count --first none", "--no-guess needs a first click, --first ROW,COL"),
    ("solve --no-guess none", 'value "none" for --no-guess'),
    ("solve --board x.txt --mines 3", "--board has a size and mines of its own"),
    ("solve --board no/such/file", "no/such/file: No such file or directory"),
    ("solve --seed 2.7", "value for --seed: '2.7': an integer is needed"),
    ("solve --seed", "parameter --seed requires an argument."),
    ("solve --first 3", "'3': a cell is ROW,COL, or none"),
    ("solve --safe-radius wide", "'wide': an integer of 0 or more, or none"),
    ("solve --player nobody", "unknown player 'nobody': choose from"),
    ("solve --effort hard", "--effort hard is for the player best, not for exact\n"),
    ("solve --player best --effort 3", '"normal" or "hard"; 3 is now "hard"'),
    ("trials --effort hard --quiet", "--effort hard is for the player best, not for exact"),
    ("solve --detail 3", "value for --detail: '3': choose from 0, 1, 2"),
    ("solve --video x.avi", "x.avi: cannot write .avi; choose from .mp4"),
    ("solve --video x.svg", "a still is trace.picture(i).save(…) or trace.plot(i).savefig(…)"),
    ("solve --video x.gif --crop 0,0", "'0,0': a part of the board is ROW,COL,HEIGHT,WIDTH"),
    ("solve --level beginner --video x.gif --fps 1e9", "frames a second, from 0.5 to 1,000"),
    ("solve --level beginner --video x.gif --fps none", "'none': a number is needed"),
    ("solve --level beginner --video x.gif --seconds 1e9", "the length in all, from 0.001"),
    ("solve --level beginner --video x.gif --pace 1e-9", "moments a second, from 0.01"),
    ("solve --level beginner --video x.gif --pace fast", "'fast': story, even or a number"),
    ("solve --video x.gif --moves 5,2", "'5,2': a range is A,B, with 0 <= A < B"),
    ("solve --level beginner --video x.gif --moves 500,600", "there are 22 moves"),
    ("solve --video x.gif --max-width 0", "'0': an integer of px, 1 or more"),
    ("solve --video x.gif --cell wide", "value for --cell: 'wide': an integer of px"),
    ("solve --fps 20", "--fps is for a video: say where to write it, --video FILE"),
    ("solve --no-legend", "--legend is for a video"),
    ("solve --record .", ".: this is a folder, not a file"),
    ("solve --record -", "minevis: -: this is written to a file, not to stdout: give its name\n"),
    ("solve --video a.gif --record a.gif", "a.gif: one file for the video and"),
    ("solve --video x/a.webm", "x/a.vtt: this is a folder, not a file"),
    ("race x/a.vtt", "x/a.vtt: this is a folder, not a file\n"),
    ("race r.txt", "choose from .mp4, .webm, .gif, .webp; or .html, for a page\n"),
    ("race r.html --seconds 5 --fps 5", "--fps is for a film: r.html is a p"),
    ("race r.html --effort hard", "--effort hard is for the player best, not for"),
    ("page x.gif", "'x.gif': a page is an .html file"),
    ("practice x.gif", "'x.gif': a page is an .html file"),
    ("app x.txt", "'x.txt': a page is an .html file"),
    ("analyze", 'Command "analyze" parameter FILE requires an argument.\n'),
    ("analyze a.txt b.txt --json", "one position at a time: here are 2 files"),
    ("analyze .", ".: Is a directory"),
    ("analyze odd.txt", "minevis: odd.txt: this is not UTF-8 text\n"),
    ("analyze white.png", "white.png: no board found in 300×200 pixels"),
    ("analyze white.png --overlay x.jpg", "x.jpg: its name must end with .png"),
    ("analyze p.txt --box 0,0,10,10", "--box is for pictures: .png"),
    ("analyze p.txt --page x.gif", "a page is an .html file"),
    ("analyze p.txt --density none", "value for --density: 'none': a number is needed"),
    ("analyze p.txt --density 2", "density=2.0"),
    ("analyze p.txt --why 1,1", "minevis: (1, 1) is open: only covered cells can be proven\n"),
    ("analyze p.txt --why 1", "'1': a cell is ROW,COL"),
    ("analyze p.txt --why 9,9", "(9, 9) is outside"),
    ("analyze flagged.txt", "no mine can be under the flag at (0, 3)"),
    ("analyze flagged.txt", "--ignore-flags"),
    ("review x.avf --pace clock", "--pace is for a video: say where to write it, --video"),
    ("review x.avf y.avf --clicks", "--clicks is for one game, not for many"),
    ("review x.avf y.avf --video x.gif", "--video is for one game, not for many"),
    ("review x.avf --store a.sqlite", "--store is for many games: give a folder"),
    ("review none.jsonl", "none.jsonl"),
    (f"review {GAMES}/damaged.rmv", "damaged.rmv: it is damaged"),
    (f"review {GAME} --page r.html --video r.xyz", "r.xyz: cannot write .xyz"),
    (f"review {GAME} --page r.gif", "'r.gif': a page is an .html file"),
    ("trials --first 1", "a first click is ROW,COL, uniform or none"),
    ("trials --workers 0 --store none", "'0': an integer of 1 or more, or the tcp://"),
    ("trials --chart x.gif", "x.gif: a chart is written as .png, .svg or .pdf"),
    ("runs", "runs.sqlite: no such file; minevis trials --store FILE writes one"),
    ("runs --store none", "runs needs a store: name it"),
    ("runs show", "needs the number of a run"),
]


@pytest.mark.parametrize(("line", "words"), REFUSED)
def test_bad_input_is_one_line_and_exit_code_2_before_any_work(run, line, words, tmp_path):
    (tmp_path / "x" / "a.vtt").mkdir(parents=True)
    for name, content in FILES.items():
        path = tmp_path / name
        content.save(path) if name.endswith(".png") else path.write_bytes(content)
    before = {*tmp_path.rglob("*")}
    code, out, err = run(line)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("minevis: ")
    assert words in err
    assert {*tmp_path.rglob("*")} == before


@pytest.mark.parametrize("text", ["", "\x04\x12", "one two"])
def test_stdin_without_a_trace_is_an_error(text, run, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    code, _, err = run("review -")
    assert code == 2
    rule = "minevis: stdin: this is not a trace, and replays are read from files only"
    assert err.startswith(rule)


@pytest.mark.parametrize("command", ["solve --board", "analyze", "review"])
@pytest.mark.parametrize("place", ["stdin", "damaged.txt"])
def test_what_is_wrong_in_a_file_is_named_with_the_file(command, place, run, monkeypatch):
    text = "mines 1\n&!"
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    code, out, err = run(f"{command} {place.replace('stdin', '-')}", damaged_txt=text)
    assert (code, out) == (2, "")
    assert err.startswith(f"minevis: {place}: ")


def test_a_failed_video_is_exit_code_1_and_ctrl_c_130(run, monkeypatch):
    def fail(*_, **__):
        raise EncoderError("ffmpeg stopped:\n disk full")

    def stop(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(Trace, "video", fail)
    code, _, err = run("solve --level beginner --video x.mp4")
    assert (code, err) == (1, "minevis: ffmpeg stopped: disk full\n")
    for slow in ("page.page", "trace_pack.panel_changes", "trace_pack.pack"):
        with monkeypatch.context() as patch:
            patch.setattr(f"minevis.web.{slow}", stop)
            code, out, err = run("page new/game.html --level beginner8")
        assert (code, out) == (130, "")
        assert err.endswith("minevis: stopped\n")
        assert not list(Path().iterdir())
    monkeypatch.setattr("minevis.api.playing.play", stop)
    assert run("solve")[::2] == (130, "minevis: stopped\n")


@pytest.mark.skipif(sys.platform == "win32", reason="its shell closes no streams")
@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("minevis solve --level beginner8 >&-", 0, ""),
        ("minevis solve --level beginner8 --no-guess count 2>&- >&-", 0, ""),
        ("minevis analyze - <&-", 2, "minevis: stdin: the text contains no board\n"),
        ("{ minevis solve --detail 2; echo code $? >&2; } | head -n 0", 0, "code 0\n"),
    ],
)
def test_closed_streams_are_no_fault_of_the_program(line, code, words):
    done = process(["sh", "-c", line.replace("minevis", shlex.join(MINEVIS))])
    assert (done.returncode, done.stdout, done.stderr) == (code, "", words)


NAMED = {  # in the help of each command, besides what every option has
    "": COMMANDS,
    "solve": [
        *(*LEVELS, *PLAYERS, *MEANINGS.values(), *PANELS, *THEMES, "(default: exact)"),
        *("--pace", "--seconds", "--cards", "--budget"),
        "--fps FLOAT Frames per second. By default 30 in .mp4",
        f"1920; {PICTURE_WIDTH['wide']} or less for .gif and .webp",
    ],
    "race": [f"{{{','.join(LOGICS)}}}"],
    "page": [f"up to {MOST_ANSWERED:,} cells"],
    "practice": [", ".join(PUZZLE_KINDS)],
    "analyze": ["--json Print JSON.", "'-' is stdin", "Example: minevis analyze"],
}


@pytest.mark.parametrize("command", ["", *COMMANDS])
@pytest.mark.parametrize("width", [50, 80, 120])
def test_help_names_everything_in_the_width_of_the_terminal(run, command, width, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(width))
    code, out, err = run(f"{command} --help")
    assert (code, err) == (0, "")
    text = " ".join(out.split())
    assert [name for name in NAMED.get(command, ()) if name not in text] == []
    lines = out.splitlines()
    assert max(map(len, lines)) <= width
    options = [i for i, line in enumerate(lines) if re.match("  (--|[A-Z])", line)]
    assert options or command in ("ladder", "players")
    indent = " " * (24 if width >= 60 else 6)
    for i in options:  # each has a description, next to its name or below
        assert re.search(r"\S  +\S", lines[i]) or lines[i + 1].startswith(indent), lines[i]


SLOW = "minevis.players minevis.engine minevis.render.page minevis.film minevis.web"
HEAVY = "PIL anywidget ipywidgets IPython matplotlib numba scipy.stats"


@pytest.mark.parametrize(
    ("lines", "unneeded"),
    [
        (["--help"], "minevis.cli.options minevis.cli.solve cv2 PIL"),
        ([f"{command} --help" for command in COMMANDS], SLOW),
        (["review game.json --effort quick --quiet"], HEAVY),
    ],
)
def test_a_command_loads_no_more_than_it_needs(lines, unneeded, run):
    Path("game.json").write_text(play(Board.parse("..*"), first=(0, 0)).to_json())
    script = f"""from minevis.cli.main import main; import sys
for line in {lines}: main(line.split())
print(*sys.modules)"""
    loaded = process([sys.executable, "-c", script]).stdout.splitlines()[-1].split()
    assert "minevis.cli.main" in loaded
    assert [name for name in loaded if name.startswith(tuple(unneeded.split()))] == []


def test_a_replay_is_reviewed(run):
    pytest.importorskip("ms_toollib")
    code, out, err = run(f"review {GAME} --effort quick")
    assert code == 0, err
    assert "(6, 1) is a mine in 50 % of the layouts that fit. (6, 3) is safe, by two clues" in out
    assert "1.21 3BV/s" in out
    out = run(f"review {GAME} --effort quick --clicks")[1]
    rows = out[out.index("event  seconds") :].splitlines()
    assert len(rows) == 1 + 24  # all are counted: "24 clicks, flags included"
    words = " ".join(rows[4].split())
    assert words.startswith("4 0.57 A needless guess: (6, 0) is a mine in 40 % of")
    assert any("is a mine." in row for row in rows)


def test_a_replay_is_filmed_as_it_was_played(run):
    pytest.importorskip("ms_toollib")
    game = GAMES / "solvable.evf"
    options = "--effort quick --video a.gif --pace clock --quiet"
    assert run(f"review {game} {options}")[0] == 0
    with Image.open("a.gif") as picture:
        frames = range(picture.n_frames)
        seconds = sum((picture.seek(i), picture.info["duration"])[1] for i in frames) / 1000
    assert seconds == pytest.approx(minevis.replay(game).clock[-1] + 2.5, abs=0.1)


def test_a_recorded_game_is_reviewed_whatever_its_name(run):
    record = "--record game.jsonl --quiet"
    assert run(f"solve --level beginner8 --player csp {record}")[0] == 0
    text = Path("game.jsonl").read_text()
    review = Trace.from_json(text).review(effort="quick")
    shown = (0, "\n".join([repr(review), "", *review.story[1:], ""]), "")
    assert run("review game.jsonl --effort quick --quiet") == shown
    assert run("review game.md --effort quick --quiet", game_md=text) == shown


def test_control_characters_of_names_are_shown_as_text(run):
    odd, shown = "\x1b]0;\u202eyou\x9b\x07", r"\x1b]0;\u202eyou\x9b\x07"
    Path(f"{odd}.json").write_text("no game")
    code, out, _ = run(f"review '{odd}.json' . --workers 1 --store none --quiet")
    assert (code, out.splitlines()[-1].startswith(f"  {shown}.json: ")) == (0, True)
    err = run(f"analyze 'gone {odd}.position'")[2]
    assert err.startswith(f"minevis: gone {shown}.position")


def test_progress_bars_move_as_before():
    stream = io.StringIO()
    plain = _Plain(stream, bars=True)
    with tqdm(total=2, file=plain) as bar, tqdm(total=1, file=plain):
        bar.update()
    plain.write("\x1b[2Jno bar")
    moves = set(re.findall(r"\r|\x1b..?|\\x1b", stream.getvalue()))
    assert moves == {"\r", "\x1b[A", r"\x1b"}


@pytest.mark.parametrize(
    ("line", "phases"),
    [
        ("solve --level beginner8 --seed 1", ["play: "]),
        ("page game.html --level beginner8 --seed 1", ["play: "]),
        ("review a.jsonl --effort quick --page a.html", ["review: 100%", "panels: 100%"]),
    ],
)
def test_long_work_shows_its_progress_unless_it_is_quiet(line, phases, run, bars):
    Path("a.jsonl").write_text(play(Board.parse("..*"), first=(0, 0)).to_json())
    err = run(line)[2]
    assert [phase for phase in phases if phase not in err] == []
    assert run(f"{line} --quiet")[2] == ""


def test_a_game_of_a_level_is_the_same_in_all_calls(run):
    options = "--level expert --seed 10 --safe-radius 1 --record game.jsonl --quiet"
    assert run(f"solve {options}")[0] == 0
    game = play("expert", seed=10, safe_radius=1)
    assert Trace.load("game.jsonl") == game
    assert minevis.trials("expert", games=1, seed=10, safe_radius=1).trace(0) == game
    assert race((16, 30, 99), ["exact"], seed=10, safe_radius=1).traces[0] == game


def test_a_game_and_many_are_played_with_an_effort(run):
    options = "--player best --effort quick --level beginner8"
    assert run(f"solve {options} --seed 4 --record game.jsonl")[0] == 0
    player = Player(rules=PLAYERS["best"].rules, guess="best", effort="quick")
    game = play(Board.random("beginner8", seed=4, first=(0, 0)), player, first=(0, 0))
    assert Trace.load("game.jsonl").events[1:] == game.events[1:]
    code, out, _ = run(f"trials {options} --games 50 --store none --quiet")
    assert (code, out[:19]) == (0, "Player best, quick ")


WRITERS = {  # where each command writes, below a folder
    "solve --level beginner8 --quiet --record {}/a.jsonl": "api.playing.play",
    "solve --level beginner8 --quiet --cell 4 --video {}/a.gif": "api.playing.play",
    "page {}/a.html --level beginner8": "api.playing.play",
    "race {}/a.html --level beginner8 --player counting --quiet": "api.playing.race",
    "race {}/a.gif --level beginner8 --player counting --quiet": "api.playing.race",
    "practice {}/a.html --kinds 1-2 --count 1 --quiet": "practice.puzzles.puzzles_of",
    f"review {GAME} --effort quick --quiet --page {{}}/a.html": "reviews.review.review",
    f"review {GAME} --effort quick --quiet --video {{}}/a.gif": "reviews.review.review",
    "trials --level beginner8 --games 5 --store none --chart {}/a.png": "experiments.trials.trials",
}


@pytest.mark.parametrize("line", [*WRITERS][:5])
def test_a_missing_folder_is_made_and_a_full_disk_leaves_nothing(line, run, monkeypatch):
    def full(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", full)
        code, _, err = run(line.format("new/folder"))
        assert (code, err.endswith(": No space left on device\n")) == (2, True), err
        assert not list(Path().iterdir())
    code, _, err = run(line.format("new/folder"))
    assert (code, err) == (0, "")
    assert [path.stem for path in Path("new/folder").iterdir()] == ["a"]


@pytest.mark.parametrize("folder", ["file", ".", "new/folder"])
@pytest.mark.parametrize("line", WRITERS)
def test_where_nothing_can_be_written_nothing_is_begun(line, folder, run, tmp_path, monkeypatch):
    if GAME in line:
        pytest.importorskip("ms_toollib")
    module, _, name = WRITERS[line].rpartition(".")
    monkeypatch.setattr(import_module(f"minevis.{module}"), name, None)  # it is not asked
    if folder == "file":
        (tmp_path / folder).write_text("in the way")
        rule = f"{tmp_path / folder} is a file, not a folder"
    else:
        monkeypatch.setattr("os.access", lambda place, mode: place != tmp_path)
        rule = f"the folder {tmp_path} may not be written to"
    code, out, err = run(line.format(tmp_path / folder))
    assert (code, out, rule in err) == (2, "", True), err
    assert [path.name for path in tmp_path.iterdir()] == ["file"] * (folder == "file")


@pytest.mark.parametrize("line", ["practice a.html", "solve --no-guess count"])
def test_advice_names_options_of_the_command(line, run, monkeypatch):
    def fail(*_, **__):
        raise SearchExhaustedError("3 are missing", "allow more games")

    monkeypatch.setattr("minevis.practice.puzzles.puzzles_of", fail)
    monkeypatch.setattr(Board, "random", fail)
    code, _, err = run(line)
    assert code == 2
    assert "minevis: 3 are missing: " in err
    assert "allow more" not in err
    options = re.findall(r"--[a-z-]+", err)
    known = run(f"{line.split()[0]} --help")[1]
    assert options
    assert [option for option in options if option not in known] == []
