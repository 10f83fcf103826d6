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

import pytest
from PIL import Image, ImageSequence
from tqdm import tqdm

import minevis
from example_games import GAMES
from minevis import PLAYERS, Player, Position, analyze, play, race
from minevis.cli.main import COMMANDS, _Plain, main
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
POSITION = "mines 2\n####\n1221\n"
PROGRAM = """
import sys
from minevis.utils import progress
progress.PROGRESS_DELAY = float("inf")  # no progress bar on a busy machine
from minevis.cli.main import main
sys.exit(main())
"""
MINEVIS = (sys.executable, "-c", PROGRAM)  # in a process of its own


@pytest.fixture
def run(capsys):
    """Run a command line; return its exit code and its output, as (code, out, err)."""

    def call(*arguments):
        code = main([str(argument) for argument in arguments])
        return (code, *capsys.readouterr())

    return call


@pytest.fixture
def position_file(tmp_path):
    path = tmp_path / "position.txt"
    path.write_text(POSITION)
    return path


def test_solve_prints_the_board_the_story_and_the_end(run):
    code, out, err = run("solve", "--level", "beginner", "--seed", 3)
    assert (code, err) == (0, "")
    board = Board.random("beginner", seed=3, first=(0, 0))
    assert out.startswith(f"{board}\n\nSTART     Player “exact” begins: 9×9 cells")
    lines = out.splitlines()
    assert (
        "COUNT     The 1 at (1, 1) needs one mine. Only one cell is left for it: (2, 2) is a mine."
        in lines
    )
    assert lines[-3] == "WON       The game is won: every cell without a mine is open."
    assert (
        lines[-1] == "Won the 9×9 board with ten mines in 18 moves with one guess at a risk of 6 %."
    )


def test_a_game_id_brings_its_first_click(run, tmp_path):
    path = tmp_path / "game.txt"
    path.write_text("5x3:1,2,u8402\n")
    opened = "OPEN      Cell (2, 1) opens"
    assert opened in run("solve", "--board", path)[1]
    assert opened not in run("solve", "--board", path, "--first", "0,1")[1]
    path.write_text("*....\n*....\n....*\n")
    assert run("solve", "--board", path)[0] == 0


def test_more_detail_tells_more(run):
    expected = [run("solve", "--level", "beginner", "--detail", detail)[1] for detail in (0, 1, 2)]
    stories = [set(text.splitlines()) for text in expected]
    assert stories[0] < stories[1] < stories[2]
    assert not any(line.startswith("COUNT") for line in stories[0])
    assert not any(line.startswith("SEARCH") for line in stories[1])
    assert any(line.startswith("SEARCH") for line in stories[2])


def test_odds_of_a_large_board_are_announced(run, tmp_path):
    path = tmp_path / "large.position"
    path.write_text("mines 9\n" + "#" * 40_001)
    code, _, err = run("analyze", path, "--json")
    assert code == 0
    assert err.startswith("minevis: exact odds of 40,001 cells may take minutes")
    assert err.count("\n") == 1


def test_asked_for_nothing_it_says_how_to_begin(run):
    code, out, err = run()
    assert (code, err) == (0, "")
    examples = re.findall(r"^  python -m minevis (\w+) ", out, re.MULTILINE)
    assert set(examples) == {"solve", "page", "trials"}
    assert "python -m minevis --help" in out


def test_without_what_it_needs_it_says_what_to_install(tmp_path):
    (tmp_path / "cv2.py").write_text("raise ModuleNotFoundError(name='cv2')")
    paths = os.pathsep.join([str(tmp_path), str(ROOT)])
    done = subprocess.run(
        [sys.executable, "-m", "minevis", "solve"],
        capture_output=True,
        text=True,
        env={**env(), "PYTHONPATH": paths},
    )
    said = "minevis needs cv2, which is not installed: python -m pip install .\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", said)


def test_without_the_reader_of_replays_it_says_what_to_install(run, monkeypatch):
    monkeypatch.setattr("minevis.replays.reading.find_spec", lambda name: None)
    code, out, err = run("review", str(GAMES / "beginner.avf"))
    assert (code, out) == (2, "")
    assert err == "minevis: replays need ms-toollib: pip install 'minevis[replays]'\n"


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("*.", "Lost the 1×2 board with one mine in one move without a guess."),
        (".*", "Won the 1×2 board with one mine in one move without a guess."),
        ("**", "Won the 1×2 board with two mines in no moves without a guess."),
    ],
)
def test_a_lost_game_is_work_done_too(run, tmp_path, text, end):
    path = tmp_path / "board.txt"
    path.write_text(text)
    code, out, err = run("solve", "--board", path, "--first", "0,0")
    assert (code, err) == (0, "")
    assert out.splitlines()[-1] == end


def test_an_unprotected_first_guess_has_its_risk(run):
    ends = set()
    for seed in range(20):
        options = ("--size", "1x2", "--mines", 1, "--first", "none", "--seed", seed, "--quiet")
        code, out, _ = run("solve", *options)
        assert code == 0
        ends.add(out)
    board = "the 1×2 board with one mine in one move with one guess at a risk of 50 %.\n"
    assert ends == {f"Won {board}", f"Lost {board}"}


def test_mines_of_a_level_can_be_changed(run):
    _, out, _ = run("solve", "--level", "beginner", "--mines", 1, "--quiet")
    assert "9×9 board with one mine in" in out


def test_size_first_and_radius(run):
    options = ("--size", "5X7", "--mines", 4, "--first", "2,3", "--safe-radius", 1, "--seed", 8)
    _, out, _ = run("solve", *options)
    board = Board.random((5, 7, 4), seed=8, first=(2, 3), safe_radius=1)
    assert out.startswith(f"{board}\n\n")
    assert "OPEN      Cell (2, 3) touches no mine" in out


def test_words_and_boards_from_files(run, tmp_path, monkeypatch):
    word = run("solve", "--word", "Hi", "--seed", 3, "--first", "0,0")
    assert word[1].startswith(str(Board.word("Hi", seed=3)))
    path = tmp_path / "board.txt"
    path.write_text("*..\n...\n...\n")
    from_file = run("solve", "--board", path, "--first", "2,2")
    monkeypatch.setattr("sys.stdin", io.StringIO(path.read_text()))
    assert run("solve", "--board", "-", "--first", "2,2") == from_file
    assert from_file[1].endswith("Won the 3×3 board with one mine in one move without a guess.\n")


def test_the_same_command_prints_the_same_in_another_process(run):
    command = ("solve", "--level", "intermediate", "--seed", "5", "--detail", "2")
    other = subprocess.run([*MINEVIS, *command], capture_output=True, encoding="utf-8", env=env())
    assert (other.returncode, other.stdout, other.stderr) == run(*command)


def test_an_old_terminal_says_the_same_in_plainer_characters():
    def said(*command):
        shown = subprocess.run(
            [*MINEVIS, *command],
            capture_output=True,
            env={**env(), "PYTHONIOENCODING": "ascii"},
        )
        return shown.stdout.decode("ascii"), shown.stderr.decode("ascii")

    out, err = said("solve", "--word", "HI")
    assert err == ""
    assert 'Player "exact" begins: 15x15 cells' in out
    assert re.search(r"The clues fit 2\.1 x 10\^\d\d layouts", out)
    assert "?" not in out
    _, err = said("solve", "--size", "0x9", "--mines", "0")
    assert err == "minevis: a board of 0x9 cells: both sides must be at least 1\n"


def env():
    """The environment of a process that finds minevis and speaks UTF-8."""
    return {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}


def test_a_film_is_told_and_looks_as_asked(run, tmp_path):
    path = tmp_path / "new folder" / "game.gif"
    expected = ("--pace", "even", "--seconds", 2, "--no-cards", "--moves", "0,3", "--fps", 5)
    look = ("--panels", "board,tree", "--no-legend", "--no-coordinates", "--max-width", 700)
    code, out, _ = run("solve", "--level", "beginner", "--video", path, *expected, *look, "--quiet")
    assert code == 0
    assert out.endswith(f"The video is {path}.\n")
    plan = page_of_panels(
        (9, 9), Look(panels=("board", "tree"), legend=False, coordinates=False, max_width=700)
    )
    with Image.open(path) as film:
        parts = [part.copy() for part in ImageSequence.Iterator(film)]
    assert parts[0].size == (plan.width, plan.height)
    assert sum(part.info["duration"] for part in parts) == 2000


@pytest.mark.parametrize(("theme", "name"), [((), "dark"), (("--theme", "paper"), "paper")])
def test_a_page_is_as_dark_as_the_system_unless_a_theme_is_asked_for(run, tmp_path, theme, name):
    path = tmp_path / "game.html"
    assert run("page", path, "--level", "beginner8", "--seed", 3, *theme)[0] == 0
    ground = "rgb({} {} {})".format(*THEMES[name].ground)
    dark = f"@media (prefers-color-scheme: dark) {{ body {{ background: {ground}; }} }}"
    assert dark in path.read_text("utf-8")


@pytest.mark.parametrize(("command", "played"), [("page", "play"), ("race", "race")])
def test_a_board_too_large_for_a_page_is_named_before_it_is_played(
    run, tmp_path, monkeypatch, command, played
):
    monkeypatch.setattr(f"minevis.api.playing.{played}", None)
    large = ("--size", "260x260", "--mines", 9_000)
    code, _, said = run(command, tmp_path / "game.html", *large)
    assert code != 0
    assert "260×260 cells: a scrubber or a page shows at most 65,535" in said


def test_a_page_can_leave_out_the_answers(run, tmp_path):
    sizes = []
    for options in ((), ("--no-answers",)):
        path = tmp_path / f"{len(options)}.html"
        assert run("page", path, "--level", "beginner8", "--seed", 3, *options)[0] == 0
        sizes.append(path.stat().st_size)
    assert sizes[1] < sizes[0]


def test_a_race_is_run_and_each_player_told(run, tmp_path):
    path = tmp_path / "race.html"
    (tmp_path / "again").mkdir()
    players = ("--player", "counting", "--player", "best", "--effort", "quick")
    code, out, _ = run("race", path, "--level", "beginner8", "--seed", 2, *players)
    board = Board.random("beginner8", seed=2, first=(0, 0))
    runs = race(board, ["counting", best_with("quick")], first=(0, 0), seed=2)
    said = [f"{name}: {outcome(t)}" for name, t in zip(runs.names, runs.traces, strict=True)]
    assert (code, out.splitlines()) == (0, [*said, f"The page is {path}."])
    assert said[1].startswith("best, quick: ")
    same = runs.scrubber().save(tmp_path / "again" / path.name)
    assert path.read_bytes() == same.read_bytes()


@pytest.mark.parametrize("name", PRESETS)
def test_a_film_for_somewhere_has_its_preset_but_for_what_is_asked(run, monkeypatch, name):
    asked = []
    monkeypatch.setattr(Trace, "video", lambda _, path, **options: asked.append(options))
    line = ("solve", "--level", "beginner8", "--video", "a.gif", "--for", name, "--quiet")
    assert run(*line, "--theme", "dark", "--format", "wide")[0] == 0
    own = {"theme": "dark", "format": "wide", "progress": False}
    assert asked == [{"preset": name, **own}]


def test_analyze_prints_odds_that_line_up(run, position_file):
    code, out, err = run("analyze", position_file)
    assert (code, err) == (0, "")
    assert out == (
        "     0    1    2    3\n"
        "0   0% 100% 100%   0%\n"
        "1    1    2    2    1\n"
        "\n"
        "Open: (0, 3), which is safe\n"
        "  The 2 at (1, 1) needs two mines among (0, 0), (0, 1) and (0, 2).\n"
        "  The 1 at (1, 0) touches (0, 0) and (0, 1) too and allows only one there: so (0, 2) is a "
        "mine.\n"
        "  The 1 at (1, 3) has all its mines: (0, 3) is safe.\n"
        "Safe: (0, 0), (0, 3)\n"
        "Proven mines: (0, 1), (0, 2)\n"
        "Layouts that fit: 1\n"
    )


def test_analyze_names_the_cell_to_open_and_counts_equal_ones(run, tmp_path):
    path = tmp_path / "fresh.txt"
    path.write_text("mines 10\n" + 9 * "#########\n")
    out = run("analyze", path)[1]
    assert re.search(r"\nOpen: \(\d, \d\), a mine in 12 %, wins about \d+ %\n", out)
    assert "\nOr: (" in out
    assert "\nLeast risk: 81 cells, all 12 %\n" in out
    answer = json.loads(run("analyze", path, "--json")[1])
    assert answer["open"]["cell"] != answer["runner_up"]["cell"]
    assert answer["open"]["risk"] == pytest.approx(10 / 81)
    assert 0 < answer["open"]["win"] < 1
    (tmp_path / "lost.txt").write_text("mines 1\n1*")
    assert "Open" not in run("analyze", tmp_path / "lost.txt")[1]
    analysis = analyze(path.read_text())  # Python says the same
    assert f"{analysis}\n" == out
    assert str(analysis.advice) in out


def test_analyze_without_a_number_of_mines_goes_by_all_that_fit(run, tmp_path):
    path = tmp_path / "puzzle.txt"
    path.write_text("#1##\n")
    out = run("analyze", path)[1]
    known = "The number of mines is unknown (1 to 2 fit). Give `mines` for exact odds.\n"
    assert out.startswith(f"{known}\n")
    assert run("analyze", path, "--why", "0,0")[1].startswith(
        f"{known}Nothing is certain of (0, 0)"
    )
    assert analyze("#1##").picture().size[1] > analyze("mines 2\n#1##").picture().size[1]
    assert "(2 to 3 fit, 2 in one layout). Give" in str(analyze("2##\n##2"))
    assert "\nOpen: (0, 0), a mine in 50 %\n" in out
    answer = json.loads(run("analyze", path, "--density", "0.2", "--json")[1])
    assert answer["totals"] == {"1": "2", "2": "2"}
    assert answer["probability"][0] == [0.5, None, 0.5, pytest.approx(0.2)]
    assert "density=2.0" in run("analyze", path, "--density", "2")[2]
    path.write_text("1#\n")
    assert run("analyze", path)[1].startswith("The number of mines is not given: only 1 fits.\n\n")
    assert "how many mines?" in run("analyze", path, "--page", tmp_path / "x.html")[2]


def test_analyze_says_which_flags_do_not_follow(run, tmp_path):
    path = tmp_path / "flagged.txt"
    path.write_text("mines 2\nF1#\n###\n###\n")
    out = run("analyze", path)[1]
    assert "the flag at (0, 0) does not follow from the clues; the result for (0, 2), (1" in out
    assert "Flags:" not in run("analyze", path, "--ignore-flags")[1]
    answer = json.loads(run("analyze", path, "--json")[1])
    assert answer["flags"] == [{"cell": [0, 0], "verdict": "possible"}]
    path.write_text("mines 1\nF1#F0\n#####\n")
    error = run("analyze", path)[2]
    assert "no mine can be under the flag at (0, 3)" in error
    assert "--ignore-flags" in error


def test_analyze_reads_stdin_and_takes_the_mines(run, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("#1\n##"))
    code, out, _ = run("analyze", "-", "--mines", 1)
    assert code == 0
    assert "Layouts that fit: 3" in out
    assert out.splitlines()[1] == "0 33%   1"


def test_files_of_other_programs_are_read_by_their_endings(run, tmp_path):
    board, position = Board.random("beginner", seed=3), Position.parse("mines 2\n1##")
    _, told, _ = run("solve", "--level", "beginner", "--seed", 3, "--first", "0,0")
    path = board.save(tmp_path / "b.mbf")
    code, out, err = run("solve", "--board", path, "--first", "0,0", "--seed", 3)
    assert (code, out, err) == (0, told, "")
    code, out, _ = run("analyze", position.save(tmp_path / "p.mine"))
    assert (code, out.splitlines()[0]) == (0, "     0    1    2")
    code, _, err = run("analyze", tmp_path / "p.mine", "--mines", 1)
    said = "mines=1 was asked, but the text says 2: leave mines (--mines) out, or change the text"
    assert (code, err) == (2, f"minevis: {tmp_path}/p.mine: {said}\n")


@pytest.mark.parametrize("text", ["", "\x04\x12", "one two"])
def test_stdin_without_a_trace_is_an_error(text, run, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    code, _, err = run("review", "-")
    assert code == 2
    assert err.startswith(
        "minevis: stdin: this is not a trace, and replays are read from files only"
    )


def test_analyze_says_how_many_layouts_fit_both_ways(run, tmp_path):
    path = tmp_path / "fresh.txt"
    path.write_text(str(Position.fresh((16, 16), 40)))
    _, out, _ = run("analyze", path)
    exact = analyze(Position.fresh((16, 16), 40)).configurations
    assert f"Layouts that fit: 1.0 × 10⁴⁷ (exactly {exact:,})" in out


def test_analyze_marks_what_is_open_flagged_or_exploded(run, tmp_path):
    path = tmp_path / "marks.txt"
    path.write_text("mines 2\nF2*#\n1211\n0000")
    _, out, _ = run("analyze", path)
    assert [line.split() for line in out.splitlines()[1:4]] == [
        ["0", "F", "2", "*", "0%"],
        ["1", "1", "2", "1", "1"],
        ["2", ".", ".", ".", "."],
    ]


def test_analyze_tells_why_a_cell_is_safe_in_words(run, tmp_path):
    path = tmp_path / "position.txt"
    path.write_text("mines 2\n####\n1221")
    assert run("analyze", path, "--why", "0,2") == (
        0,
        "The 2 at (1, 1) needs two mines among (0, 0), (0, 1) and (0, 2).\n"
        "The 1 at (1, 0) touches (0, 0) and (0, 1) too and allows only one there: so (0, 2) is a "
        "mine.\n",
        "",
    )
    answer = json.loads(run("analyze", path, "--why", "0,2", "--json")[1])
    proof = analyze(Position.parse(path.read_text())).proof((0, 2))
    assert answer["words"] == caption(proof).splitlines()
    assert Proof.parse(answer["proof"]) == proof
    assert answer["words"] == str(proof).splitlines()
    assert proof._repr_html_() == f"<p>{'<br>'.join(answer['words'])}</p>"
    assert (answer["cells"], answer["mined"], answer["kind"]) == ([[0, 2]], True, "overlap")
    assert answer["clues"] == [list(clue) for clue in proof.clues]
    assert run("analyze", path, "--why", "1,1")[2] == (
        "minevis: (1, 1) is open: only covered cells can be proven\n"
    )
    assert "'1': a cell is ROW,COL" in run("analyze", path, "--why", "1")[2]
    assert "(9, 9) is outside" in run("analyze", path, "--why", "9,9")[2]


def test_analyze_tells_the_chance_of_a_cell_of_which_nothing_is_certain(run, tmp_path):
    path = tmp_path / "position.txt"
    path.write_text("mines 1\n1#\n##")
    words = "Nothing is certain of (0, 1): it is a mine in 33 % of the layouts that fit."
    assert run("analyze", path, "--why", "0,1") == (0, f"{words}\n", "")
    answer = json.loads(run("analyze", path, "--why", "0,1", "--json")[1])
    assert answer["probability"] == pytest.approx(1 / 3)
    assert (answer["cells"], answer["mined"], answer["words"]) == ([[0, 1]], None, [words])


def test_analyze_writes_the_page_of_a_position(run, position_file, tmp_path):
    page = tmp_path / "new" / "position.html"
    code, out, err = run("analyze", position_file, "--page", page)
    assert (code, err) == (0, "")
    assert out == run("analyze", position_file)[1]
    assert 'class="minevis-film"' in page.read_text("utf-8")
    assert "a page is an .html file" in run("analyze", position_file, "--page", "x.gif")[2]


def test_analyze_as_json(run, position_file):
    code, out, _ = run("analyze", position_file, "--json")
    answer = json.loads(out)
    a = analyze(Position.parse(POSITION))
    assert code == 0
    assert answer["layouts"] == str(a.configurations)
    assert (answer["height"], answer["width"], answer["mines"]) == (2, 4, 2)
    assert answer["probability"][1] == [None] * 4
    assert answer["probability"][0] == a.probability[0].tolist()
    assert answer["safe"] == [[r, c] for r in range(2) for c in range(4) if a.safe[r, c]]
    assert set(answer) == {
        *("height", "width", "mines", "totals", "layouts", "safe", "mined", "best"),
        *("open", "runner_up", "flags", "rests_on_flags"),
        *("probability", "zero_probability"),
    }


def test_a_flag_is_no_mine_that_is_found(run, tmp_path):
    path = tmp_path / "flagged.txt"
    path.write_text("mines 1\n1F\n")
    assert "Proven mines: none\n" in run("analyze", path)[1]
    assert json.loads(run("analyze", path, "--json")[1])["mined"] == []


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("dance", "unknown command 'dance': choose from solve, page"),
        ("compare", "; did you mean 'trials --player A --player B'"),
        ("simulate", "; did you mean 'trials'?"),
        ("gif", "; did you mean 'solve --video FILE.mp4'?"),
        *((word, "; did you mean 'solve'?") for word in ("play", "demo", "solv")),
        ("solve --gif x.gif", "unknown option --gif; did you mean '--video'?"),
        ("solve -o x.gif", "unknown option -o; did you mean '--video'?"),
        ("page -o x.html", "unknown option -o; the name of the file stands alone"),
        ("trials --n-games 5", "unknown option --n-games; did you mean '--games'?"),
        ("solve --duration 5", "unknown option --duration; did you mean '--seconds'?"),
        ("solve --foo 5", "unknown option --foo; minevis solve --help lists the options"),
        ("solve board.txt", "unrecognized arguments: board.txt; did you mean --board board.txt?"),
        ("solve x.gif exact 9x9", "; did you mean --video x.gif --player exact --size 9x9?"),
        ("analize", "; did you mean 'analyze'?"),
        ("solve --levl expert", "unknown option --levl; did you mean '--level'?"),
        ("solve --sede=3", "unknown option --sede; did you mean '--seed'?"),
        ("solve --no-guess subst", 'Did you mean "subset"?\n'),
        ("solve --level beginner --video x.gif --theme drak", "; did you mean 'dark'?\n"),
        ("solve --level beginner --video x.gif --panels bord", "; did you mean 'board'?\n"),
        ("page x.html --theme drak", "; did you mean 'dark'?\n"),
        ("warm-up exat", "; did you mean 'exact'?\n"),
        ("solve --level easy", "unknown level 'easy': choose from beginner"),
        ("solve --size 9 --mines 3", "value for --size: '9': write a size as 16x30"),
        ("solve --size 9x9", "--size needs --mines"),
        ("solve --size 9x9 --mines 9 --level expert", "--level or --size, not both"),
        ("solve --word A --level expert", "give only one of --level, --board and --word"),
        ("solve --board x.txt --mines 3", "--board has a size and mines of its own"),
        ("solve --board no/such/file", "no/such/file: No such file or directory"),
        ("solve --level beginner --mines 81", "no room for 81 mines"),
        ("solve --seed -1", "seed -1: a seed is an integer"),
        ("solve --first 3", "'3': a cell is ROW,COL, or none"),
        ("solve --first 99,0", "first click (99, 0) is outside"),
        ("solve --safe-radius wide", "'wide': an integer of 0 or more, or none"),
        ("solve --safe-radius -1", "safe radius -1: "),
        ("solve --player nobody", "unknown player 'nobody': choose from"),
        ("solve --detail 3", "value for --detail: '3': choose from 0, 1, 2"),
        ("solve --video x.avi", "x.avi: cannot write .avi; choose from .mp4"),
        ("solve --video x.svg", "a still is trace.picture(i).save(…) or trace.plot(i).savefig(…)"),
        ("solve --level beginner --video x.gif --crop 0,0,99,1", "reaches outside"),
        ("solve --video x.gif --crop 0,0", "'0,0': a part of the board is ROW,COL,HEIGHT,WIDTH"),
        ("solve --level beginner --video x.gif --fps 1e9", "frames a second, from 0.5 to 1,000"),
        ("solve --level beginner --video x.gif --seconds 1e9", "the length in all, from 0.001"),
        ("solve --level beginner --video x.gif --pace 1e-9", "moments a second, from 0.01"),
        ("solve --video x.gif --moves 5,2", "'5,2': a range is A,B, with 0 <= A < B"),
        ("solve --level beginner --video x.gif --moves 500,600", "there are 22 moves"),
        ("solve --video x.gif --max-width 0", "'0': an integer of px, 1 or more"),
        ("solve --video x.gif --cell wide", "value for --cell: 'wide': an integer of px"),
        ("solve --seed 2.7", "value for --seed: '2.7': an integer is needed"),
        ("solve --seed", "parameter --seed requires an argument."),
        ("solve expert", "unrecognized arguments: expert; did you mean --level expert?"),
        ("solve --level beginner --video x.gif --pace fast", "'fast': story, even or a number"),
        ("solve --level beginner --video x.gif --fps none", "'none': a number is needed"),
        ("solve --no-guess none", 'value "none" for --no-guess'),
        ("analyze x.txt --density none", "value for --density: 'none': a number is needed"),
        ("solve --fps 20", "--fps is for a video: say where to write it, --video FILE"),
        ("solve --no-legend", "--legend is for a video"),
        ("review x.avf --pace clock", "--pace is for a video: say where to write it, --video"),
        ("review x.avf y.avf --clicks", "--clicks is for one game, not for many"),
        ("review x.avf --store a.sqlite", "--store is for many games: give a folder"),
        ("solve --word HI --safe-radius 3", "--safe-radius is for random boards"),
        ("page x.html --board x.txt --safe-radius none", "--safe-radius is for random boards"),
        ("solve --no-guess count --first none", "--no-guess needs a first click, --first ROW,COL"),
        ("solve --record .", ".: this is a folder, not a file"),
        ("trials --chart x.gif", "x.gif: a chart is written as .png, .svg or .pdf"),
        ("page x.gif", "'x.gif': a page is an .html file"),
        ("practice x.gif", "'x.gif': a page is an .html file"),
        ("analyze", 'Command "analyze" parameter FILE requires an argument.\n'),
        ("analyze a.txt b.txt --json", "one position at a time: here are 2 files"),
        ("analyze .", ".: Is a directory"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(run, command, expected, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, err = run(*command.split())
    assert code == 2
    assert out == ""
    assert err.startswith("minevis: ")
    assert err.count("\n") == 1
    assert expected in err
    assert not list(tmp_path.iterdir())


def test_what_is_no_text_is_named(run, tmp_path):
    path = tmp_path / "picture.txt"
    path.write_bytes(b"\x89PNG\xff\xfe")
    code, _, err = run("analyze", path)
    assert code == 2
    assert err == f"minevis: {path}: this is not UTF-8 text\n"


def test_a_failed_video_is_exit_code_1(run, tmp_path, monkeypatch):
    def fail(*_, **__):
        raise EncoderError("ffmpeg stopped:\n disk full")

    monkeypatch.setattr(Trace, "video", fail)
    code, _, err = run("solve", "--level", "beginner", "--video", tmp_path / "x.mp4")
    assert (code, err) == (1, "minevis: ffmpeg stopped: disk full\n")


def test_a_full_disk_is_one_exit_code_whatever_is_written(run, tmp_path, monkeypatch):
    def full(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    for line in QUICK:
        code, _, err = run(*line.format(tmp_path).split())
        assert code == 2
        assert err.endswith(": No space left on device\n")
        assert not list(tmp_path.iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="its shell closes no streams")
@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("solve --level beginner8 >&-", 0, ""),
        ("solve --level beginner8 --no-guess count 2>&- >&-", 0, ""),
        ("analyze - <&-", 2, "minevis: stdin: the text contains no board\n"),
    ],
)
def test_closed_streams_are_no_fault_of_the_program(line, code, said):
    command = f"{shlex.join(MINEVIS)} {line}"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, env=env())
    assert (done.returncode, done.stdout, done.stderr) == (code, "", said)


def test_ctrl_c_is_exit_code_130(run, monkeypatch):
    def stop(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("minevis.api.playing.play", stop)
    assert run("solve")[::2] == (130, "minevis: stopped\n")


def test_a_reader_who_leaves_is_no_error():
    shown = subprocess.Popen(
        [*MINEVIS, "solve", "--detail", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=env(),
    )
    assert shown.stdout.readline()
    shown.stdout.close()
    assert shown.wait() == 0
    assert shown.stderr.read() == b""
    shown.stderr.close()


def test_analyze_reads_a_screenshot(run, tmp_path):
    position = middle_of_game("beginner", 0, 0.4)
    shot, overlay = tmp_path / "shot.png", tmp_path / "check.png"
    Image.fromarray(draw(position, SKINS["bevel"], counter=9)).save(shot)
    code, out, err = run("analyze", str(shot), "--overlay", str(overlay))
    assert code == 0
    assert "Open: " in out
    assert "Read from the picture: 9×9 cells\nMine counter: 9\n" in err
    assert Image.open(overlay).width >= 276
    code, out, err = run("analyze", str(shot), "--overlay", str(tmp_path / "check.jpg"))
    assert (code, out) == (2, "")
    assert "check.jpg: its name must end with .png" in err
    code, out, _ = run("analyze", str(shot), "--json", "--shape", "9x9", "--box", "30,60,216,216")
    assert code == 0
    assert json.loads(out)["height"] == 9


def test_a_doubtful_reading_calls_nothing_safe_without_the_condition(run, tmp_path, monkeypatch):
    position = Position.parse(
        "mines 10\n#1011100\n#102F311\n#113F3F1\n#11F2211\n#1111000\n#1111111\n########\n########"
    )
    picture = draw(position, SKINS["bevel"])
    reading = replace(
        Position.from_image(picture, mines=10), doubtful=((0, 1),), notes=("cut off",)
    )
    monkeypatch.setattr(Position, "from_image", lambda *_, **__: reading)
    code, out, err = run("analyze", str(tmp_path / "shot.png"))
    assert (code, "Doubtful" in err) == (0, False)
    assert out.startswith("Note: cut off\nDoubtful: (0, 1). All below holds if the doubtful cells")
    assert re.search(r"\nOpen: \(., .\), which is safe\n", out)  # one is, whatever (0, 1) shows
    certain = "\nSafe whatever the doubtful cells show: (6, 2), (6, 5)\n"
    assert "\nSafe if the doubtful cells are read rightly: (2, 0), (5, 0), " in out
    assert certain in out
    assert "\nSafe: " not in out
    assert run("analyze", "shot.png", "--why", "2,0")[1].startswith(
        "Note: cut off\nDoubtful: (0, 1)."
    )
    assert run("analyze", "shot.png", "--page", tmp_path / "page.html")[0] == 0
    assert "Doubtful: (0, 1). All below holds if" in (tmp_path / "page.html").read_text("utf-8")
    answer = json.loads(run("analyze", "shot.png", "--json")[1])
    assert answer["safe_whatever_they_show"] == [[6, 2], [6, 5]]
    assert (answer["doubtful"], answer["notes"]) == ([[0, 1]], ["cut off"])
    with pytest.warns(UserWarning, match="doubtful cells"):
        analysis = analyze(replace(reading, doubtful=cells_of(position.view > 0), notes=()))
    assert not analysis.surely_safe.any()
    first = str(analysis.advice).splitlines()[0]
    assert first.endswith(", which is safe, if the doubtful cells are read rightly")
    assert "doubtful cells>" in repr(analysis)


def test_analyze_refuses_a_picture_of_something_else(run, tmp_path):
    shot = tmp_path / "shot.png"
    Image.new("RGB", (300, 200), "white").save(shot)
    code, out, err = run("analyze", str(shot))
    assert (code, out) == (2, "")
    assert "shot.png: no board found in 300×200 pixels" in err
    text = tmp_path / "position.txt"
    text.write_text("mines 1\n1#")
    code, _, err = run("analyze", str(text), "--box", "0,0,10,10")
    assert code == 2
    assert "--box is for pictures: .png" in err


def test_version(run):
    assert run("--version") == (0, f"minevis {minevis.__version__}\n", "")


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
    code, out, err = run(*command.split(), "--help")
    assert (code, err) == (0, "")
    said = " ".join(out.split())
    assert all(name in said for name in NAMED.get(command, ()))
    lines = out.splitlines()
    assert max(map(len, lines)) <= width
    options = [i for i, line in enumerate(lines) if re.match("  (--|[A-Z])", line)]
    assert options or command in ("ladder", "players")
    indent = " " * (24 if width >= 60 else 6)
    for i in options:  # each has a description, next to its name or below
        assert re.search(r"\S  +\S", lines[i]) or lines[i + 1].startswith(indent)


@pytest.mark.parametrize(
    ("commands", "unneeded"),
    [
        ([""], ("minevis.cli.options", "minevis.cli.solve", "cv2", "PIL")),
        (
            [*COMMANDS],
            (
                "minevis.players",
                "minevis.engine",
                "minevis.render.page",
                "minevis.film",
                "minevis.web",
            ),
        ),
    ],
)
def test_help_loads_no_more_than_it_says(commands, unneeded):
    script = f"""from minevis.cli.main import main; import sys
for command in {commands}: main([*command.split(), '--help'])
print(*sys.modules)"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    loaded = done.stdout.splitlines()[-1].split()
    assert "minevis.cli.main" in loaded
    assert not [name for name in loaded if name.startswith(unneeded)]


def test_a_replay_is_reviewed_and_a_damaged_one_named(run):
    pytest.importorskip("ms_toollib")
    code, out, err = run("review", GAMES / "beginner.avf", "--effort", "quick")
    assert code == 0, err
    assert "(6, 1) is a mine in 50 % of the layouts that fit. (6, 3) is safe, by two clues" in out
    assert "1.21 3BV/s" in out
    code, out, err = run("review", GAMES / "beginner.avf", "--effort", "quick", "--clicks")
    rows = out[out.index("event  seconds") :].splitlines()
    assert len(rows) == 1 + 24  # all are counted: "24 clicks, flags included"
    said = " ".join(rows[4].split())
    assert said.startswith("4 0.57 A needless guess: (6, 0) is a mine in 40 % of")
    assert any("is a mine." in row for row in rows)
    code, out, err = run("review", GAMES / "damaged.rmv")
    assert (code, out) == (2, "")
    assert "damaged.rmv: it is damaged" in err


def test_a_replay_is_filmed_as_it_was_played(run, tmp_path):
    pytest.importorskip("ms_toollib")
    name = GAMES / "solvable.evf"
    film = tmp_path / "a.gif"
    options = ("--effort", "quick", "--video", film, "--pace", "clock", "--quiet")
    assert run("review", name, *options)[0] == 0
    with Image.open(film) as picture:
        frames = range(picture.n_frames)
        seconds = sum((picture.seek(i), picture.info["duration"])[1] for i in frames) / 1000
    assert seconds == pytest.approx(minevis.replay(name).clock[-1] + 2.5, abs=0.1)
    assert run("review", name, name, "--video", film)[0] == 2


def test_a_recorded_game_is_reviewed(run, tmp_path):
    path = tmp_path / "game.jsonl"
    code, _, _ = run("solve", "--level", "beginner8", "--player", "csp", "--record", path)
    assert code == 0
    trace = Trace.from_json(path.read_text())
    code, out, err = run("review", path, "--effort", "quick", "--quiet")
    assert (code, err) == (0, "")
    found = trace.review(effort="quick")
    assert out == "\n".join([repr(found), "", *found.story[1:], ""])
    assert run("review", tmp_path / "none.jsonl")[0] == 2
    path.write_text("no trace")
    assert "line 1 is not a header" in run("review", path)[2]


def test_control_characters_of_names_are_shown_as_text(run, tmp_path):
    odd, shown = "\x1b]0;\u202eyou\x9b\x07", r"\x1b]0;\u202eyou\x9b\x07"
    path = tmp_path / f"{odd}.json"
    path.write_text("no game")
    code, out, _ = run("review", path, tmp_path, "--workers", 1, "--store", "none", "--quiet")
    assert (code, out.splitlines()[-1].startswith(f"  {shown}.json: ")) == (0, True)
    code, _, err = run("analyze", f"gone {odd}.position")
    assert err.startswith(f"minevis: gone {shown}.position")


def test_progress_bars_move_as_before():
    stream = io.StringIO()
    plain = _Plain(stream, bars=True)
    with tqdm(total=2, file=plain) as bar, tqdm(total=1, file=plain):
        bar.update()
    plain.write("\x1b[2Jno bar")
    moves = set(re.findall(r"\r|\x1b..?|\\x1b", stream.getvalue()))
    assert moves == {"\r", "\x1b[A", r"\x1b"}


def test_the_risk_of_several_guesses_is_that_of_all_together():
    game = play("beginner", seed=4)
    assert (game.won, game.guesses) == (True, 3)
    assert outcome(game).endswith(" with three guesses at a risk of 26 % for all together.")


def test_a_level_by_name_is_the_game_of_the_command_line_and_of_trials(run, tmp_path):
    path = tmp_path / "game.jsonl"
    options = ("--level", "expert", "--seed", 10, "--safe-radius", 1, "--record", path)
    assert run("solve", *options, "--quiet")[0] == 0
    game = play("expert", seed=10, safe_radius=1)
    assert Trace.from_json(path.read_text()) == game
    assert minevis.trials("expert", games=1, seed=10, safe_radius=1).trace(0) == game
    assert race((16, 30, 99), ["exact"], seed=10, safe_radius=1).traces[0] == game


def test_what_is_no_game_is_told_how_games_end_and_a_trace_may_have_any_name(run, tmp_path):
    path = tmp_path / "README.md"
    path.write_text("# A readme")
    said = f"minevis: {path}: a game ends with .avf, .evf, .rmv, .mvf, .rawvf, .json, .jsonl\n"
    assert run("review", path) == (2, "", said)
    path.write_text(play(Board.parse("..*"), first=(0, 0)).to_json())
    assert run("review", path, "--quiet")[0] == 0


def test_a_long_review_and_its_page_say_how_far_they_are(run, tmp_path, bars):
    path = tmp_path / "game.jsonl"
    run("solve", "--level", "beginner8", "--record", path)
    options = ("--effort", "quick", "--page", tmp_path / "game.html")
    said = run("review", path, *options)[2]
    for phase in ("review", "panels"):
        assert f"{phase}: 100%" in said
    assert run("review", path, *options, "--quiet")[2] == ""


def test_a_long_game_says_how_far_it_is(run, tmp_path, bars):
    for command in (("solve",), ("page", tmp_path / "game.html")):
        options = (*command, "--level", "beginner8", "--seed", 1)
        assert "play: " in run(*options)[2]
        assert run(*options, "--quiet")[2] == ""


def test_ctrl_c_leaves_no_part_of_a_page(run, tmp_path, monkeypatch):
    def stop(*_, **__):
        raise KeyboardInterrupt

    for slow in ("page.page", "trace_pack.panel_changes", "trace_pack.pack"):
        with monkeypatch.context() as patch:
            patch.setattr(f"minevis.web.{slow}", stop)
            command = ("page", tmp_path / "new" / "game.html", "--level", "beginner8")
            code, out, err = run(*command)
        assert (code, out) == (130, "")
        assert err.endswith("minevis: stopped\n")
        assert not list(tmp_path.iterdir())


def test_a_game_and_many_are_played_with_an_effort(run, tmp_path):
    path = tmp_path / "game.jsonl"
    options = ("--player", "best", "--effort", "quick", "--level", "beginner8", "--seed", 4)
    assert run("solve", *options, "--record", path)[0] == 0
    player = Player(rules=PLAYERS["best"].rules, guess="best", effort="quick")
    board = Board.random("beginner8", seed=4, first=(0, 0))
    assert (
        Trace.from_json(path.read_text()).events[1:] == play(board, player, first=(0, 0)).events[1:]
    )
    code, out, _ = run("trials", *options[:6], "--games", 50, "--store", "none", "--quiet")
    assert (code, out.splitlines()[0][:19]) == (0, "Player best, quick ")
    assert '"normal" or "hard"; 3 is now "hard"' in run("solve", *options[:3], 3)[2]
    assert run("solve", "--effort", "hard")[::2] == (
        2,
        "minevis: --effort hard is for the player best, not for exact\n",
    )
    assert run("trials", "--effort", "hard", "--quiet")[0] == 2


def test_boards_without_a_guess_are_solved_without_one(run):
    code, out, _ = run("solve", "--level", "beginner", "--no-guess", "count", "--quiet")
    assert code == 0
    assert "without a guess" in out
    code, _, err = run("solve", "--word", "HI", "--no-guess", "count")
    assert code == 2
    assert "--no-guess is for random boards" in err


def test_reviewing_one_game_loads_neither_pictures_nor_widgets(tmp_path):
    path = tmp_path / "game.json"
    path.write_text(play(Board.random("beginner", seed=3), first=(0, 0)).to_json())
    heavy = ["PIL", "anywidget", "ipywidgets", "IPython", "matplotlib", "numba", "scipy.stats"]
    script = (
        "import sys; from minevis.cli.main import main; "
        f"main(['review', {str(path)!r}, '--effort', 'quick', '--quiet']); "
        f"print([name for name in {heavy!r} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stderr == "[]\n"


GAME = str(GAMES / "beginner.avf")


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["review", GAME, "--page", "r.html", "--video", "r.xyz"], "r.xyz: cannot write .xyz"),
        (["review", GAME, "--page", "r.gif"], "'r.gif': a page is an .html file"),
        (["solve", "--video", "a.gif", "--record", "a.gif"], "a.gif: one file for the video and"),
        (["race", "r.html", "--seconds", "5", "--fps", "5"], "--fps is for a film: r.html is a p"),
        (["race", "r.txt"], "choose from .mp4, .webm, .gif, .webp; or .html, for a page\n"),
        (["race", "x/a.vtt"], "x/a.vtt: this is a folder, not a file\n"),
        (["race", "r.html", "--effort", "hard"], "--effort hard is for the player best, not for"),
        (["solve", "--video", "x/a.webm"], "x/a.vtt: this is a folder, not a file"),
    ],
)
def test_what_cannot_be_written_is_refused_before_any_work(
    command, said, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x" / "a.vtt").mkdir(parents=True)
    assert main(command) == 2
    assert said in capsys.readouterr().err
    assert [path.name for path in tmp_path.rglob("*")] == ["x", "a.vtt"]


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
FAST = ("solve", "page", "race")
QUICK = [line for line in WRITERS if line.split()[0] in FAST]


@pytest.mark.parametrize("line", QUICK)
def test_a_missing_folder_is_made(line, run, tmp_path):
    code, _, err = run(*line.format(tmp_path / "new" / "folder").split())
    assert (code, err) == (0, "")
    assert [path.stem for path in (tmp_path / "new" / "folder").iterdir()] == ["a"]


@pytest.mark.parametrize("folder", ["file", "", "new/folder"])
@pytest.mark.parametrize("line", WRITERS)
def test_where_nothing_can_be_written_nothing_is_begun(line, folder, run, tmp_path, monkeypatch):
    if GAME in line:
        pytest.importorskip("ms_toollib")
    module, _, name = WRITERS[line].rpartition(".")
    monkeypatch.setattr(import_module(f"minevis.{module}"), name, None)  # it is not asked
    if folder == "file":
        (tmp_path / folder).write_text("in the way")
        said = f"{tmp_path / folder} is a file, not a folder"
    else:
        monkeypatch.setattr("os.access", lambda place, mode: place != tmp_path)
        said = f"the folder {tmp_path} may not be written to"
    code, out, err = run(*line.format(tmp_path / folder).split())
    assert (code, out, said in err) == (2, "", True)
    assert [path.name for path in tmp_path.iterdir()] == ["file"] * (folder == "file")


def test_what_is_written_to_a_file_is_not_written_to_stdout(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    said = "minevis: -: this is written to a file, not to stdout: give its name\n"
    assert run("solve", "--record", "-") == (2, "", said)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("command", ["solve --board", "analyze", "review"])
@pytest.mark.parametrize("stdin", [False, True])
def test_what_is_wrong_in_a_file_is_said_with_its_name(command, stdin, run, tmp_path, monkeypatch):
    path = tmp_path / "damaged.txt"
    path.write_text("mines 1\n&!")
    monkeypatch.setattr("sys.stdin", io.StringIO(path.read_text()))
    code, out, err = run(*command.split(), "-" if stdin else path)
    assert (code, out) == (2, "")
    assert err.startswith(f"minevis: {'stdin' if stdin else path}: ")


def test_advice_names_options_that_there_are(run, tmp_path, monkeypatch):
    def fail(*_, **__):
        raise SearchExhaustedError("3 are missing", "allow more games")

    monkeypatch.setattr("minevis.practice.puzzles.puzzles_of", fail)
    monkeypatch.setattr(Board, "random", fail)
    path = tmp_path / "a.html"
    for command in (("practice", path), ("solve", "--no-guess", "count")):
        code, _, err = run(*command)
        assert code == 2
        assert "minevis: 3 are missing: " in err
        assert "allow more" not in err
        named = re.findall(r"--[a-z-]+", err)
        assert named
        options = run(command[0], "--help")[1]
        assert all(name in options for name in named)


def test_app_writes_a_page_in_a_theme(run, tmp_path, monkeypatch):
    path, asked = tmp_path / "minevis.html", []
    monkeypatch.setattr("minevis.api.app.save_app", lambda *of, **how: asked.append(how) or path)
    code, out, _ = run("app", path, "--theme", "dark", "--quiet")
    assert (code, out) == (0, f"The page is {path}.\n")
    assert asked[0]["theme"] == "dark"
    assert run("app", tmp_path / "minevis.txt")[0] == 2
