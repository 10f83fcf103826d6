"""What a browser may ask of a board, what is refused, and the editor."""

from base64 import b64encode

import numpy as np
import pytest
from PIL import Image

import minevis as mv
from minevis import Editor, Playground
from minevis.errors import IllegalMoveError
from minevis.web.fallback import with_class
from skins import SKINS, draw, middle_of_game

NO_CELLS = [-1, 4, 10**9, 0.5, "a", None, True, [0]]


def refused(widget, do, **details):
    sent = []
    widget.send = sent.append
    widget._receive(None, {"do": do, **details, "number": 1}, None)
    return sent[0]["refused"]


@pytest.mark.parametrize("cell", NO_CELLS)
@pytest.mark.parametrize("action", ["open", "flag", "chord"])
def test_the_playground_refuses_what_is_no_cell(action, cell):
    playground = Playground((2, 2, 1))
    with pytest.raises(IllegalMoveError, match="is not an integer from 0 to 3: the board is 2×2"):
        playground.do(action, cell=cell)
    assert not playground.game["moves"]


@pytest.mark.parametrize(
    ("level", "seed", "radius", "rule"),
    [
        ("easy", 1, 1, "Unknown level 'easy'"),
        ([10**3, 10**3, 3], 1, 1, "1000×1000 cells: 1000 is not an integer from 1 to 100"),
        ([9, 9], 1, 1, "a level is a name or (height, width, mines)"),
        (None, 1, 1, "a level is a name or (height, width, mines)"),
        (["a", 9, 1], 1, 1, "a level is a name or (height, width, mines)"),
        ([9, 9, 82], 1, 1, "82 mines do not fit on 9×9 cells: 0 to 81 do"),
        ("expert", -1, 1, "Seed -1: a seed is an integer from 0 to 2**64 - 1"),
        ("expert", "a", 1, "Seed 'a': a seed is an integer from 0 to 2**64 - 1"),
        ("expert", 1, 10**6, "1000000 is not an integer from 0 to 100"),
        ("expert", 1, None, "None is not an integer from 0 to 100"),
    ],
)
def test_the_playground_refuses_a_game_that_cannot_be(level, seed, radius, rule):
    playground = Playground("beginner")
    assert rule in refused(playground, "choose", level=level, seed=seed, radius=radius)
    assert playground.position.shape == (9, 9)


ODD = [None, True, -1, 10**30, float("inf"), "", "x" * 10**6, "\0", [], [[0]], {"a": 1}]


@pytest.mark.parametrize("value", ODD, ids=range(len(ODD)))
def test_a_message_of_any_form_is_answered_and_calls_actions_only(value, small):
    for widget in (Editor("mines 2\n2#\n##"), Playground((2, 2, 1)), small.scrubber()):
        sent = []
        widget.send = lambda content, sent=sent, buffers=(): sent.append(content)
        for name in ("__init__", "do", "save", "close", "unobserve_all", value):
            widget._receive(None, {"do": name, "number": 1}, None)
            widget._receive(None, {"do": name, "path": "x", "self": 1, "action": 1}, None)
        for action in [*widget.actions()] if hasattr(widget, "actions") else []:
            for field in ("cell", "cells", "text", "name", "data", "no_guess", "level", "mines"):
                widget._receive(None, {"do": action, field: value, "number": 2}, None)
        for field in ("ask", "open", "close", "tiles", "step", "moment", "number"):
            widget._receive(None, {field: value, "do": "time"}, None)
            widget._receive(None, {field: value, "ask": 0, "step": 1}, None)
        widget._receive(None, value, None)
        assert sent
        assert len(repr(sent)) < 10**7


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ({"do": "__init__"}, "There is no action '__init__'."),
        ({"do": "open"}, "Missing a required argument: 'cell'."),
        ({"do": "open", "cell": 0, "x": 1}, "Got an unexpected keyword argument 'x'."),
        ({"do": "file", "name": 1, "data": ""}, "1 is not a text."),
        ({"do": "file", "name": "a.txt", "data": None}, "None is not a text."),
    ],
)
def test_the_browser_is_told_what_is_wrong_with_a_message(message, said):
    assert refused(Playground((2, 2, 1)), **message) == said


LONG = "The text is too long for a board of 100×100 cells."
WIDE = "1×101 cells: 101 is not an integer from 1 to 100."


@pytest.mark.parametrize(("text", "said"), [("*" + "." * 100, WIDE), (".\n" * 10**6, LONG)])
def test_a_board_larger_than_a_hand_may_choose_is_refused(text, said):
    playground = Playground()
    data = b64encode(text.encode()).decode()
    assert refused(playground, "file", name="a.txt", data=data) == said
    assert playground.position.shape == (9, 9)


def test_a_picture_is_read_and_its_doubtful_cells_are_marked(tmp_path):
    position = middle_of_game("beginner", 2, 0.8)
    row, col = np.argwhere(position.view == 1)[0]
    view = position.view.copy()
    view[max(0, row - 1) : row + 2, max(0, col - 1) : col + 2][
        position.view[max(0, row - 1) : row + 2, max(0, col - 1) : col + 2] == -1
    ] = -2
    for shown in (position, mv.Position(view)):
        path = tmp_path / "shot.png"
        Image.fromarray(draw(shown, SKINS["bevel"])).save(path)
        reading = mv.Position.from_image(path)
        editor = mv.Editor()
        reply = editor.do("file", name="shot.png", data=b64encode(path.read_bytes()).decode())
        assert editor.position == reading.position
        assert reply["text"] == str(reading.position)
        assert {*reply["doubtful"]} == {9 * row + col for row, col in reading.doubtful}
    with pytest.raises(ValueError, match="no readable picture"):
        editor.do("file", name="no.png", data=b64encode(b"no picture").decode())


def test_the_position_is_what_the_browser_paints_and_is_analysed_when_asked(tmp_path):
    editor = mv.Editor("mines 2\n8#\n##")
    assert editor.analysis is None
    editor.position = mv.Position.parse("mines 2\n2#\n##")
    assert editor.analysis.configurations == 3
    editor.set_state({"text": "1#\n##"})  # as the browser does
    assert editor.position == mv.Position.parse("1#\n##")
    assert editor.analysis.configurations == 3
    with pytest.raises(mv.BoardFormatError):
        editor.text = "no board"
    assert editor.text == "1#\n##"
    editor.position = "mines 3\n1#\n##"
    for name in ("a.txt", "a.mine"):
        assert mv.Position.load(editor.save(tmp_path / name)).view.tolist() == [
            [1, -1],
            [-1, -1],
        ]


def test_a_text_too_large_for_a_board_is_refused_before_it_is_read(monkeypatch):
    editor = mv.Editor("1#")
    with pytest.raises(mv.BoardFormatError, match="200×200 cells: an editor shows at most 10,000"):
        editor.text = "\n".join(["#" * 200] * 200)
    monkeypatch.setattr(mv.Position, "parse", None)  # it would fail if called
    with pytest.raises(mv.BoardFormatError, match="the text is too long"):
        editor.text = "#" * 3_000_000
    assert editor.text == "1#"


def test_a_browser_sets_no_trait_that_only_python_writes():
    editor, markup = mv.Editor("1#"), "</style><script>alert(1)</script>"
    before = editor.get_state()
    editor.set_state({"kind": "x", "words": {}, "fallback_class": markup, "_esm": markup})
    editor.set_state({"atlas": b"", "program": None, "_css": markup})
    assert editor.get_state() == before
    editor.set_state({"text": "1#\n##", "theme": "dark"})
    assert (editor.text, editor.theme) == ("1#\n##", "dark")
    game = mv.Playground("beginner")
    game.set_state({"game": {"moves": []}})
    assert game.game["size"] == [9, 9, 10]


@pytest.mark.parametrize("name", ["<img src=x>", "a{}", "</style>", "", "a b", "x" * 100])
def test_a_fallback_class_never_becomes_markup(name):
    with pytest.raises(ValueError, match="fallback_class=.*: letters, digits and hyphens"):
        with_class({"text/html": ""}, name)
