from types import SimpleNamespace

import pytest

from minevis.web import page as pages
from minevis.web.boards import board_page
from minevis.web.page import PROGRAM, page, with_shared_program


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
    monkeypatch.setattr(pages, "_carriers", {})
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
