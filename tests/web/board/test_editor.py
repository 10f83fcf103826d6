import re
from base64 import b64encode

import numpy as np
import pytest
from PIL import Image

import minevis as mv
from skins import SKINS, draw, middle_of_game


def test_the_editor_marks_the_clue_that_breaks():
    editor = mv.Editor("mines 2\n8#\n##")
    assert editor.analysis is None
    assert editor.state["caption"]["badge"] == "WRONG"
    assert editor.state["codes"]["board"][0] % 32 == 10
    editor.position = mv.Position.parse("mines 2\n2#\n##")
    assert editor.analysis.configurations == 3
    editor.do("text", text="no board")
    assert str(editor.position) == "mines 2\n2#\n##"


def test_positions_are_saved_and_dropped(tmp_path):
    editor = mv.Editor("mines 2\n2#\n##")
    for name in ("a.txt", "a.mine"):
        path = editor.save(tmp_path / name)
        other = mv.Editor()
        other.do("file", name=name, data=b64encode(path.read_bytes()).decode())
        assert other.position == editor.position
    assert editor.do("save") == {"file": "position.txt", "content": "mines 2\n2#\n##\n"}
    before = editor.position
    editor.do("file", name="a.mbf", data=b64encode(b"\2\1\0\1\0\0").decode())
    assert editor.position == before
    assert "“a.mbf”: its name must end with .txt, .mine" in editor.state["caption"]["text"]


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
        editor.do("file", name="shot.png", data=b64encode(path.read_bytes()).decode())
        assert editor.position == reading.position
        assert editor.state["caption"]["badge"] == "PICTURE"
        marked = {at for at, code in enumerate(editor.state["codes"]["board"]) if code % 32 == 12}
        assert marked == {9 * row + col for row, col in reading.doubtful}
    editor.do("back")
    assert editor.position != reading.position
    editor.do("file", name="no.png", data=b64encode(b"no picture").decode())
    assert "no readable picture" in editor.state["caption"]["text"]


def test_cells_are_painted_by_strokes_and_counted_up_and_down():
    editor = mv.Editor(mv.Position.fresh((3, 3), 2))
    editor.do("brush", cells=[0, 1, 4], mark="1")
    assert str(editor.position) == "mines 2\n11#\n#1#\n###"
    editor.do("brush", cells=[0, 1], mark="1")  # a stroke does not toggle
    assert str(editor.position) == "mines 2\n11#\n#1#\n###"
    editor.do("brush", cells=[0, 1], mark="#")
    editor.do("back")
    editor.do("back")
    editor.do("back")
    assert str(editor.position) == "mines 2\n###\n###\n###"
    editor.do("brush", cells=[0], mark="x")
    assert editor.state["caption"]["badge"] == "NO"
    editor = mv.Editor(mv.Position.fresh((2, 2), 1))
    seen = []
    for _ in range(10):
        editor.do("count", cell=0, by=1)
        seen.append(int(editor.position.view[0, 0]))
    assert seen == [0, 1, 2, 3, 4, 5, 6, 7, 8, -1]
    editor.do("count", cell=0, by=-1)
    assert editor.position.view[0, 0] == 8
    editor.do("paint", cell=0, mark="F")
    editor.do("count", cell=0, by=1)
    assert editor.position.view[0, 0] == 0


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("mines 2\n1##\n#&#\n###", 2),
        ("mines 2\n1##\n##\n###", 2),
        ("1##\n##\n###", 1),
        ("\nmines 2\n\n1##\n###\n#q#", 5),
        ("\ufeffMines=2\n1##\n#q#", 2),
        ("```\nmines 2\n1##\n#q#\n```", 3),
        ("2x1x1\n1q", 1),
        ("mines 99\n1##", 0),
        ("", 0),
    ],
)
def test_refused_text_names_the_line_to_blame(text, line):
    editor = mv.Editor(mv.Position.fresh((3, 3), 2))
    assert editor.do("text", text=text) == {"line": line}
    assert editor.state["caption"]["badge"] == "NO"
    assert str(editor.position) == "mines 2\n###\n###\n###"


@pytest.mark.parametrize("text", ["Mines=1\n1#", "2x1x1\n1H"])
def test_a_text_that_says_how_many_mines_there_are_is_heeded(text):
    editor = mv.Editor(mv.Position.fresh((3, 3), 2))
    assert editor.do("text", text=text) == {}
    assert editor.position == mv.Position([[1, -1]], 1)


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ("mines 2\n1F#\n###", "2 layouts fit: 2 cells safe, 1 cell mined, 1 flag included."),
        ("mines 1\n1#", "1 layout fits: 0 cells safe, 1 cell mined."),
    ],
)
def test_mines_are_counted_as_by_an_analysis_and_flags_named(position, said):
    editor = mv.Editor(position)
    assert editor.state["caption"]["text"] == said
    mined = re.search(r"(\d+) cells? mined", said)
    assert int(mined[1]) == editor.analysis.mined.sum()


def test_the_number_of_mines_can_stay_open():
    editor = mv.Editor("1#\n##")
    assert editor.position.mines is None
    assert editor._view()["mines"] is None
    assert "The number of mines is not given: it can be 1." in editor._view()["caption"]["text"]
    editor._mines(2)
    assert editor.analysis is None  # a 1 in the corner and two mines
    editor._mines(None)
    assert editor.analysis.configurations == 3
    editor._size(2, 3)
    assert editor.position.mines is None
    editor._text("mines 1\n1#")
    assert editor.position.mines == 1
