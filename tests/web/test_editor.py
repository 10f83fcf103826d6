from base64 import b64encode

import numpy as np
import pytest
from PIL import Image

import minevis as mv
from skins import SKINS, draw, middle_of_game


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
