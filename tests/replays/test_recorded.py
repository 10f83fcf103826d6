"""Games that ms_toollib records are read again: won and lost, with flags and double presses."""

import random

import numpy as np
import pytest

import minevis as mv
from minevis.solver import events as ev

ms = pytest.importorskip("ms_toollib")

GAMES = 60
PRESSES = {"left": "lc lr", "right": "rc rr", "double": "lc rc lr rr", "middle": "mc mr"}
CODES = {10: -1, 11: -2, 14: -2, 15: -3}  # 14 is a flag that was wrong
WON, LOST = 3, 4
FLAG = 11


def recorded(seed):
    """A game of random clicks by the recorder: its bytes, its last view and its state."""
    rng = random.Random(seed)
    height, width = rng.randrange(3, 9), rng.randrange(4, 12)
    board = mv.Board.random((height, width, rng.randrange(1, height * width // 4)), seed=seed)
    video = ms.BaseVideo(np.where(board.mined, -1, board.clues).tolist(), 16)
    while video.game_board_state not in (WON, LOST):
        cell = (rng.randrange(height), rng.randrange(width))
        kind = rng.choice([*PRESSES, "left"])
        if board.mined[cell] and rng.random() < 0.9:
            kind = "right"
        view = np.array(video.game_board)
        if view.min() > 8 and view[cell] == FLAG and kind == "left":
            continue  # after this the recorder takes the next right click for a chord
        for step in PRESSES[kind].split():
            video.step(step, (cell[0] * 16 + 8, cell[1] * 16 + 8))
    video.player_identifier = f"Zoë {seed}"
    video.generate_evf_v4_raw_data()
    view = np.vectorize(lambda code: CODES.get(code, code))(np.array(video.game_board))
    return bytes(video.raw_data), view, video.game_board_state == WON, board


def test_recorded_games_are_read_as_they_were_played(tmp_path):
    seen, results = set(), set()
    for seed in range(GAMES):
        data, view, won, board = recorded(seed)
        path = tmp_path / "game.evf"
        path.write_bytes(data)
        trace = mv.replay(path)
        assert trace.won is won, seed
        assert np.array_equal(trace[-1].view, view), seed
        assert trace.start.player == f"Zoë {seed}"
        end = trace.events[-1]
        flags = view == -2
        assert end.wrong_flags == tuple(map(tuple, np.argwhere(flags & ~board.mined).tolist()))
        seen |= {type(event) for event in trace.events}
        results.add(won)
    assert results == {True, False}
    kinds = {ev.Started, ev.Opened, ev.Chorded, ev.Flagged, ev.Unflagged, ev.Wasted}
    assert seen == kinds | {ev.Exploded, ev.Finished}
