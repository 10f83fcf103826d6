"""The editor: what it paints, reads and refuses."""

from base64 import b64encode
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

import minevis as mv
from minevis.web.fallback import with_class
from skins import SKINS, draw, middle_of_game


def given(editor, picture, **answers):
    """The reply of an editor to a picture, or to answers about it."""
    png = BytesIO()
    Image.fromarray(picture).save(png, "PNG")
    more = {"answers": answers} if answers else {}
    data = b64encode(png.getvalue()).decode()
    return editor.do("answer" if answers else "file", name="shot.png", data=data, **more)


def test_a_picture_is_read_and_its_doubtful_cells_are_marked():
    view = middle_of_game("beginner", 2, 0.8).view.copy()
    row, col = np.argwhere(view == 1)[0]
    around = view[max(0, row - 1) : row + 2, max(0, col - 1) : col + 2]
    around[around == -1] = -2  # more flags than the 1 has mines
    picture = draw(mv.Position(view), SKINS["bevel"])
    reading, editor = mv.Position.from_image(picture), mv.Editor()
    reply = given(editor, picture)
    assert (editor.position, reply["text"]) == (reading.position, str(reading.position))
    assert {*reply["doubtful"]} == {9 * row + col for row, col in reading.doubtful} != set()
    with pytest.raises(ValueError, match="no readable picture"):
        editor.do("file", name="no.png", data=b64encode(b"no picture").decode())


def test_a_crop_is_a_part_within_a_ring_of_covered_cells():
    board = draw(middle_of_game("intermediate", 1, 0.5), SKINS["flat"], margin=(0, 0))
    crop, editor = board[48:216, 72:288], mv.Editor()
    (part,) = (each for each in given(editor, crop)["questions"] if each["option"] == "part")
    assert part["answers"][0]["label"] == "On all sides"
    reply = given(editor, crop, part=part["answers"][0]["value"], shape="7x9")
    assert not [each for each in reply["questions"] if each["option"] in ("part", "shape")]
    ring = editor.position.view.copy()
    ring[1:-1, 1:-1] = -1
    assert (ring.shape, set(ring.flat)) == ((9, 11), {-1})
    assert editor.analysis is not None


def test_the_position_is_what_the_browser_paints_and_is_analysed_when_asked(tmp_path):
    editor = mv.Editor("mines 2\n8#\n##")
    assert editor.analysis is None
    editor.position = mv.Position.parse("mines 2\n2#\n##")
    assert editor.analysis.configurations == 3
    editor.set_state({"text": "1#\n##"})  # as the browser does
    assert editor.position == mv.Position.parse("1#\n##")
    assert editor.analysis.configurations == 3
    editor.position = "mines 3\n1#\n##"
    for name in ("a.txt", "a.mine"):
        saved = mv.Position.load(editor.save(tmp_path / name))
        assert saved.view.tolist() == [[1, -1], [-1, -1]], name


def test_a_text_too_large_for_a_board_is_refused_before_it_is_read(monkeypatch):
    editor = mv.Editor("1#")
    with pytest.raises(mv.BoardFormatError):
        editor.text = "no board"
    with pytest.raises(mv.BoardFormatError, match="200×200 cells: an editor shows at most 10,000"):
        editor.text = "\n".join(["#" * 200] * 200)
    monkeypatch.setattr(mv.Position, "parse", None)  # it would fail if called
    with pytest.raises(mv.BoardFormatError, match="the text is too long"):
        editor.text = "#" * 3_000_000
    assert editor.text == "1#"


def test_a_browser_sets_no_trait_of_python_alone_and_a_class_never_becomes_markup():
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
    for name in ("<img src=x>", "a{}", "</style>", "", "a b", "x" * 100):
        with pytest.raises(ValueError, match="fallback_class=.*: letters, digits and hyphens"):
            with_class({"text/html": ""}, name)
