"""Replays of Minesweeper Clone 0.97 (.mvf), made here after the layout that its readers tell.

No file of a person's game is at hand, so what is read back is what was written: the layout is
that of ms_toollib's reader, which follows the open converters of the community.
"""

from math import cos, sin, sqrt

import numpy as np
import pytest

import minevis as mv
from minevis.core import events as ev

pytest.importorskip("ms_toollib")

SIDE = 16  # px of a cell
KEY = 12345  # from which the places of bits within an event are drawn


def places():
    """Where each of the 38 bits of an event stands: (byte, bit)."""
    first, second = sqrt(KEY), sqrt(KEY + 1000)
    third = sqrt(first + 1000)
    values = (
        cos(third + 1000),
        sin(sqrt(second)),
        cos(third),
        sin(sqrt(first) + 1000),
        cos(sqrt(second + 1000)),
    )
    digits = "".join(f"{round(abs(value * 1e8)):08}" for value in values)
    order = sorted(range(40), key=lambda place: (digits[place], place))
    return [(place // 8, place % 8) for place in order]


def event(seconds, cell, *, left=False, right=False):
    """Five bytes: the buttons, y, x, hundredths and seconds, their bits shuffled."""
    row, col = cell
    hundredths = round(100 * (seconds % 1))
    bits = [right, False, left]
    for value, width in (
        (row * SIDE + SIDE // 2, 9),
        (col * SIDE + SIDE // 2, 9),
        (hundredths, 7),
        (int(seconds), 10),
    ):
        bits += [value >> place & 1 for place in range(width)]
    data = bytearray(5)
    for (byte, place), bit in zip(places(), bits, strict=False):
        data[byte] |= int(bit) << place
    return bytes(data)


def clone_file(board, presses, *, name="Zoe", seconds=1.5):
    """A replay: `presses` are (seconds, cell, "left", "right" or "double")."""
    head = bytearray(81)
    head[0:2], head[27:28] = b"\x11\x4d", b"5"
    head += bytes([1, 1, 0, int(seconds), round(100 * (seconds % 1))])
    head += board.three_bv.to_bytes(2) + bytes(8) + bytes(1)
    head += bytes([board.width, board.height]) + board.mines.to_bytes(2)
    for row, col in np.argwhere(board.mined).tolist():
        head += bytes([col + 1, row + 1])
    head += bytes([len(name)]) + name.encode() + KEY.to_bytes(2)
    events = [event(0.0, presses[0][1])]
    for time, cell, kind in presses:
        buttons = {"left": kind != "right", "right": kind != "left"}
        events += [event(time, cell), event(time, cell, **buttons), event(time, cell)]
    return bytes(head) + len(events).to_bytes(3) + b"".join(events)


def clicks(board):
    """A flag on the first mine, then every safe cell that is still covered."""
    game = mv.Game(board)
    (row, col), *_ = np.argwhere(board.mined).tolist()
    yield 0.0, (0, 0), "left"
    game.open((0, 0))
    yield 0.25, (row, col), "right"
    for number, (r, c) in enumerate(np.argwhere(~board.mined).tolist()):
        if game.view[r, c] == -1:
            game.open((r, c))
            yield 0.5 + number / 100, (r, c), "left"


def test_a_game_of_clone_is_read_as_it_was_played(tmp_path):
    for seed in range(12):
        board = mv.Board.random((5, 8, 6), seed=seed, first=(0, 0))
        presses = list(clicks(board))
        path = tmp_path / "game.mvf"
        path.write_bytes(clone_file(board, presses, seconds=presses[-1][0]))
        trace = mv.replay(path)
        assert trace.won is True
        assert trace.start.player == "Zoe"
        assert (*trace.shape, trace.start.mines) == (5, 8, 6)
        opened = [event.cell for event in trace.events if isinstance(event, ev.Opened)]
        assert opened == [cell for _, cell, kind in presses if kind == "left"]
        flags = [event.cells for event in trace.events if isinstance(event, ev.Flagged)]
        assert flags == [(cell,) for _, cell, kind in presses if kind == "right"]
        assert trace.clock[-1] == pytest.approx(presses[-1][0], abs=0.011)
        assert ((trace[-1].view >= 0) == ~board.mined).all()


def test_a_chord_and_a_loss_are_read(tmp_path):
    board = mv.Board.parse("*..\n...\n..*")
    path = tmp_path / "game.mvf"
    presses = [(0.0, (0, 1), "left"), (0.3, (1, 0), "right"), (0.6, (0, 1), "double")]
    path.write_bytes(clone_file(board, presses))
    trace = mv.replay(path)
    assert trace.won is False
    (chord,) = [event for event in trace.events if isinstance(event, ev.Chorded)]
    assert chord.cell == (0, 1)
    (mine,) = [event for event in trace.events if isinstance(event, ev.Exploded)]
    assert mine.cell == (0, 0)
    assert trace.events[-1].wrong_flags == ((1, 0),)


def test_a_cut_file_of_clone_is_refused_or_read_as_far_as_it_goes(tmp_path):
    board = mv.Board.random((5, 8, 6), seed=1, first=(0, 0))
    data = clone_file(board, list(clicks(board)))
    path = tmp_path / "game.mvf"
    for length in (2, 30, 80, 95, len(data) - 3):
        path.write_bytes(data[:length])
        with pytest.raises(mv.ReplayFormatError, match=r"game\.mvf"):
            mv.replay(path)
