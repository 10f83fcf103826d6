import re
from types import SimpleNamespace

import pytest

import minevis as mv
from minevis.web.boards import board_page
from minevis.web.output_cells import with_shared_program
from minevis.web.page import PROGRAM, page, save


def test_a_page_is_small_asks_for_nothing_and_holds_no_markup_from_data(expert, tmp_path):
    events = mv.play(mv.Board.random("beginner", seed=1), mv.Player(name="</script><b>")).events
    text = page(mv.Trace(events), title="</title><script>")
    assert "</script><b>" not in text
    assert "</title><script>" not in text
    assert "http" not in text.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")
    for each in (text, board_page("", {"kind": "editor", "text": "1#"})):
        (policy,) = re.findall(r'"Content-Security-Policy" content="([^"]*)"', each)
        rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
        for name in ("default-src", "base-uri", "form-action"):
            assert rules[name] == "'none'", name
    assert save(tmp_path / "solve.html", expert).stat().st_size < 400_000
    large = mv.play(
        mv.Board.random((71, 71, 4_000), seed=1, first=(0, 0)), "counting", first=(0, 0)
    )
    asked = page(large, answers=True)
    assert page(large) == page(large, answers=False) != asked


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


A, B = {"cell": "a"}, {"cell": "b"}
OUTPUTS = {  # runs of cells, and which of their outputs carry the program
    "the first, and again when it is run again": [
        *((A | {"times": 2}, [True, False]), (B, [False]), (B, [False])),
        *((A, [True]), (B, [False])),
    ],
    "the next when the first shows something else": [
        *((A, [True]), (A | {"times": 0}, []), (B, [True]), (A, [False])),
    ],
    "once in a whole run without cells": [({"takes_input": False}, [n == 0]) for n in range(3)],
    "each without cells": [({}, [True]), ({}, [True])],
}


@pytest.mark.parametrize("rule", OUTPUTS)
def test_some_output_carries_the_program(rule, shell, text):
    for run, carried in OUTPUTS[rule]:
        assert shell.run(text, **run) == carried, run


def test_games_and_boards_have_one_program_and_others_their_own(shell, text):
    other = text.replace(PROGRAM, f"{PROGRAM}0")
    assert shell.run(text, cell="a") == [True]
    assert shell.run(other, cell="b") == [True]
    board = board_page("a board", {"kind": "editor", "text": "1#"})
    assert shell.run(text, cell="a") == [True]
    assert shell.run(board, cell="b") == [False]
