"""What a browser may ask of a board, what is refused, and the editor."""

from base64 import b64encode
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

import minevis as mv
from asked import answers
from minevis import Playground
from minevis.web.fallback import with_class
from skins import SKINS, draw, middle_of_game

LONG = "The text is too long for a board of 100×100 cells."
WIDE = "1×101 cells: 101 is not an integer from 1 to 100."


@pytest.mark.parametrize(("text", "said"), [("*" + "." * 100, WIDE), (".\n" * 10**6, LONG)])
def test_a_board_larger_than_a_hand_may_choose_is_refused(text, said):
    playground = Playground()
    data = b64encode(text.encode()).decode()
    (reply,) = answers(playground, {"do": "file", "name": "a.txt", "data": data})
    assert reply["refused"] == said
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
    crop = draw(middle_of_game("intermediate", 1, 0.5), SKINS["flat"], margin=(0, 0))
    png = BytesIO()
    Image.fromarray(crop[48:216, 72:288]).save(png, "PNG")
    data = b64encode(png.getvalue()).decode()
    (question,) = [
        each
        for each in editor.do("file", name="crop.png", data=data)["questions"]
        if each["option"] == "part"
    ]
    answers = {"part": question["answers"][0]["value"], "shape": "7x9"}
    reply = editor.do("answer", name="crop.png", data=data, answers=answers)
    assert not [each for each in reply["questions"] if each["option"] in answers]
    assert question["answers"][0]["label"] == "On all sides"
    ring = editor.position.view.copy()
    assert ring.shape == (9, 11)  # covered cells around the part, which contradict no clue
    ring[1:-1, 1:-1] = -1
    assert (ring == -1).all()
    assert editor.analysis is not None
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
    assert game.game["size"] == (9, 9, 10)


@pytest.mark.parametrize("name", ["<img src=x>", "a{}", "</style>", "", "a b", "x" * 100])
def test_a_fallback_class_never_becomes_markup(name):
    with pytest.raises(ValueError, match="fallback_class=.*: letters, digits and hyphens"):
        with_class({"text/html": ""}, name)
