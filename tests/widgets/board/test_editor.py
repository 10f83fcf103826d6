"""The editor, without a browser."""

import minevis as mv


def test_the_editor_marks_the_clue_that_breaks():
    editor = mv.Editor("mines 2\n8#\n##")
    assert editor.analysis is None
    assert editor.state["caption"]["badge"] == "WRONG"
    assert editor.state["codes"]["board"][0] % 32 == 10
    editor.position = mv.Position.parse("mines 2\n2#\n##")
    assert editor.analysis.configurations == 3
    editor.do("text", text="no board")
    assert str(editor.position) == "mines 2\n2#\n##"
