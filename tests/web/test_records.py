"""Records of games in the browser, read by Python."""

import minevis as mv
from node import answers_of, needs_node

pytestmark = needs_node


def test_a_replay_saved_by_the_browser_is_read(tmp_path):
    game = {
        "size": [3, 4, 1],
        "mined": [True] + [False] * 11,
        "moves": [["open", 1, 0], ["flag", 0, 1.5], ["chord", 1, 2.25]],
        "at": 3,
        "logic": "",
        "date": "2026-11-28T10:00:00.000Z",
        "end": "won",
    }
    game["moves"].insert(1, ["open", 5, 0.5])
    game["at"] = 4
    (text,) = answers_of("standalone/history.js", "script.rawvfOf", [(game,)])
    path = tmp_path / "game.rawvf"
    path.write_text(text)
    trace = mv.replay(path)
    assert trace.won
    assert trace.shape == (3, 4)
    assert trace.clock[-1] == 2.25
