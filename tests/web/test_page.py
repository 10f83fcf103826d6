import re
from types import SimpleNamespace

import pytest

import minevis as mv
from minevis.web.boards import board_page
from minevis.web.output_cells import with_shared_program
from minevis.web.page import PROGRAM, page, save


def test_a_whole_expert_game_is_a_small_page(expert, tmp_path):
    assert save(tmp_path / "solve.html", expert).stat().st_size < 400_000


def test_a_page_asks_for_nothing_and_holds_no_markup_from_data(small):
    events = mv.play(mv.Board.random("beginner", seed=1), mv.Player(name="</script><b>")).events
    text = page(mv.Trace(events), title="</title><script>")
    assert "</script><b>" not in text
    assert "</title><script>" not in text
    assert "http" not in text.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")


def test_the_policy_of_a_page_allows_no_other_address(small):
    for text in (page(small), board_page("", {"kind": "editor", "text": "1#"})):
        (policy,) = re.findall(r'"Content-Security-Policy" content="([^"]*)"', text)
        rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
        assert [rules[name] for name in ("default-src", "base-uri", "form-action")] == 3 * [
            "'none'"
        ]


def test_the_title_of_a_page_tells_what_it_shows_under_any_name(small, tmp_path):
    start, path = small.start, tmp_path / "a.html"
    height, width = small.shape
    board = f"{height}×{width}, {start.mines} mines"
    end = "won" if small.won else "lost"
    for traces, title in (
        ([small], f"Minesweeper, {board}: {end} in {small.moves} moves · a"),
        ([small, small], "2 games of Minesweeper · a"),
    ):
        assert f"<title>{title}</title>" in save(path, *traces).read_text("utf-8")
    assert "<title>mine</title>" in save(path, small, title="mine").read_text("utf-8")
    name = b"\xfcber.html".decode("utf-8", "surrogateescape")
    saved = save(tmp_path / name, small)
    assert " · \ufffdber</title>" in saved.read_text("utf-8")


def test_a_page_of_a_large_board_keeps_answers_only_when_asked():
    large = mv.play(
        mv.Board.random((71, 71, 4_000), seed=1, first=(0, 0)), "counting", first=(0, 0)
    )
    asked = page(large, answers=True)
    assert page(large) == page(large, answers=False) != asked


class Shell:
    """A kernel whose front end sends these requests."""

    def __init__(self):
        self.events = self
        self.hooks = set()

    def register(self, name, hook):
        assert name == "pre_run_cell"
        self.hooks.add(hook)

    def get_parent(self):
        return self.request

    def run(self, page, *, cell=None, takes_input=True, times=1):
        self.request = {
            "header": {"msg_id": object()},
            "metadata": {"cellId": cell} if cell else {},
            "content": {"allow_stdin": takes_input},
        }
        for hook in self.hooks:
            hook(SimpleNamespace(cell_id=cell))
        return [PROGRAM in with_shared_program(page) for _ in range(times)]


@pytest.fixture
def shell(monkeypatch):
    made = Shell()
    monkeypatch.setattr("IPython.get_ipython", lambda: made)
    monkeypatch.setattr("minevis.web.output_cells._carriers", {})
    return made


@pytest.fixture(scope="module")
def text(small):
    return page(small)


def test_the_first_cell_carries_it_and_carries_it_again_when_it_is_run_again(shell, text):
    assert shell.run(text, cell="a", times=2) == [True, False]
    assert shell.run(text, cell="b") == [False]
    assert shell.run(text, cell="b") == [False]
    assert shell.run(text, cell="a") == [True]
    assert shell.run(text, cell="b") == [False]


def test_the_next_cell_carries_it_when_the_first_shows_something_else(shell, text):
    shell.run(text, cell="a")
    shell.run(text, cell="a", times=0)
    assert shell.run(text, cell="b") == [True]
    assert shell.run(text, cell="a") == [False]


def test_games_and_boards_have_one_program_and_others_their_own(shell, text):
    other = text.replace(PROGRAM, f"{PROGRAM}0")
    assert shell.run(text, cell="a") == [True]
    assert shell.run(other, cell="b") == [True]
    board = board_page("a board", {"kind": "editor", "text": "1#"})
    assert shell.run(text, cell="a") == [True]
    assert shell.run(board, cell="b") == [False]


def test_without_cells_a_whole_run_has_it_once_and_else_each_output(shell, text):
    runs = [shell.run(text, takes_input=False) for _ in range(3)]
    assert runs == [[True], [False], [False]]
    assert [shell.run(text) for _ in range(2)] == [[True], [True]]
