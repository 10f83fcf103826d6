"""Without numba, as in a browser, everything runs as plain Python."""

import subprocess
import sys

import numpy as np

import minevis as mv

WITHOUT = """
import sys
sys.modules["numba"] = None
import minevis as mv, numpy as np
"""
SHOWN = """
level = (5, 5, 6)
board = mv.Board.random(level, seed=11, first=(0, 0))
for player in ("exact", "best", "lookahead", mv.Player(guess="information")):
    trace = mv.play(board, player, first=(0, 0))
    print([event.cell for event in trace.events if hasattr(event, "options")], trace.won)
position = mv.Position(trace[len(trace) // 2].view, board.mines)
print(mv.analyze(position).probability.round(9).tolist())
print(mv.analyze_many(position.view[np.newaxis], 5, progress=False).probability.round(9).tolist())
print(mv.win_chance(position, games=20).value)
print(str(mv.review(trace)))
for player in ("exact", "best"):
    print(mv.trials(level, player, games=4, progress=False).won)
"""
FILMED = """
trace = mv.play(board, "best", first=(0, 0))
trace.scrubber().save(sys.argv[1])
trace.video(sys.argv[2], cell=8, fps=5)
"""


def test_all_is_played_analysed_and_filmed_the_same(tmp_path, capsys):
    page, film = tmp_path / "game.html", tmp_path / "game.mp4"
    exec(SHOWN, {"mv": mv, "np": np})
    expected = capsys.readouterr().out
    found = subprocess.run(
        [sys.executable, "-c", WITHOUT + SHOWN + FILMED, page, film],
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout == expected
    assert page.stat().st_size > 10_000
    assert film.stat().st_size > 1_000
