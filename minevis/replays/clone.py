"""Replays of Minesweeper Clone (.mvf).

Formats are taken from the open converters by Maksim Bashov and Damien Moore at
https://github.com/thefinerminer/minesweeper-rawvf. ms_toollib reads version 0.97 only.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from math import cos, sin, sqrt
from typing import Any

import numpy as np

from minevis.replays.account import decoded

SIDE = 16  # px per cell
SIGNED = b"\x11M"  # the beginning of "Minesweeper Clone", after its length
YEAR = 27  # offset of the last digit of the version's year in a signed file
LAYOUTS = {  # by this digit: version, start of the data, and whether times are milliseconds
    b"5": ("0.97 beta", 74, False),
    b"6": ("2006", 71, True),
    b"7": ("2007", 71, True),
}
BUTTONS = ("l", "r", "m")
MODES = {1: 0, 2: 3, 3: 1, 4: 2}  # classic, density, UPK and cheat in the numbers of .evf
A_HUNDREDTH = 0.015  # seconds, rounded
TAILS = ((100, 22), (100, 10), (0, 10))  # bytes of the name and checksum, before version 0.97


def recording_in(data: bytes) -> dict[str, Any]:
    """Return the contents of a file for `minevis.replays.recording.recording_of`.

    Raises `ValueError` for an unknown version.
    """
    try:
        if data[:2] != SIGNED:
            return _early(_Bytes(data, 0))
        if data[YEAR : YEAR + 1] not in LAYOUTS:
            year = decoded(data[YEAR - 3 : YEAR + 1])
            raise ValueError(f"files of Minesweeper Clone {year} are not supported")
        version, start, fine = LAYOUTS[data[YEAR : YEAR + 1]]
        return _signed(_Bytes(data, start), version, fine)
    except IndexError as error:
        raise ValueError("it is damaged, or no .mvf file: it ends too early") from error


class _Bytes:
    """A reader of consecutive bytes."""

    def __init__(self, data: bytes, place: int) -> None:
        self.data, self.place = data, place

    def take(self, count: int) -> bytes:
        self.place += count
        if self.place > len(self.data):
            raise IndexError("no more bytes")
        return self.data[self.place - count : self.place]

    def number(self, count: int = 1) -> int:
        return int.from_bytes(self.take(count))

    def board(self, first: int) -> dict[str, Any]:
        """The size and the mines, whose coordinates count from `first`."""
        width, height, mines = self.number(), self.number(), self.number(2)
        mined = np.zeros((height, width), int)
        for _ in range(mines):
            col, row = self.number() - first, self.number() - first
            if not (0 <= row < height and 0 <= col < width):
                raise ValueError("it is damaged, or no .mvf file: a mine is outside the board")
            mined[row, col] = 1
        return {"height": height, "width": width, "mines": mines, "mined": mined.tolist()}


def _signed(data: _Bytes, version: str, fine: bool) -> dict[str, Any]:
    """Read versions from 0.97 on: the bits of every event are shuffled."""
    played = _played(*(data.number(count) for count in (1, 1, 2, 1, 1, 1)))
    data.take(1)  # the level
    mode = data.number()
    seconds = data.number(3) / 1000 if fine else data.number(2) + data.number() / 100
    data.take(0 if fine else 10)  # 3BV and clicks
    marks = data.number() == 1
    board = data.board(first=1)
    player = decoded(data.take(data.number()))
    key, count, size = data.number(2), data.number(3), 6 if fine else 5
    events = np.frombuffer(data.take(count * size), np.uint8).reshape(count, size)
    bits = np.unpackbits(events, axis=1, bitorder="little")[:, places(key, size)]
    right, middle, left, *rest = bits.T
    held = np.column_stack([left, right, middle])
    if fine:
        y, x, thousandths = _numbers(rest, 11, 11, 22)
        y, x, times = y - 32, x - 32, thousandths / 1000
    else:
        y, x, hundredths, whole = _numbers(rest, 9, 9, 7, 10)
        times = whole + hundredths / 100
    if not count or (np.diff(times) < 0).any() or abs(times[-1] - seconds) >= A_HUNDREDTH:
        raise ValueError("it is damaged: its events do not end when it says")
    return {
        **board,
        "player": player,
        "software": f"Minesweeper Clone {version}",
        "seconds": seconds,
        "played": played,
        "completed": False,
        "end": "over",
        "marks": marks,
        "mode": MODES.get(mode, 0),
        "rules": "" if mode in (0, *MODES) else f"mode {mode}",
        "presses": list(_presses(times, y, x, held)),
    }


def places(key: int, size: int) -> list[int]:
    """Return the places of an event's bits for `size` bytes; 0 is the first byte's lowest.

    The order sorts the digits of some cosines and sines, computed from a key in the file.
    """
    first, second = sqrt(key), sqrt(key + 1000)
    third, fourth = sqrt(first + 1000), sqrt(second + 1000)
    values = (
        *(cos(third + 1000), sin(sqrt(second)), cos(third)),
        *(sin(sqrt(first) + 1000), cos(fourth), sin(fourth)),
    )
    digits = "".join(f"{round(abs(value * 1e8)):08}" for value in values[:size])
    return sorted(range(8 * size), key=lambda place: digits[place])


def _numbers(bits: Sequence[np.ndarray], *widths: int) -> Iterator[np.ndarray]:
    """Yield numbers from the bits of many events, starting at their lowest bits."""
    left = iter(bits)
    for width in widths:
        yield np.sum([next(left).astype(int) << place for place in range(width)], axis=0)


def _early(data: _Bytes) -> dict[str, Any]:
    """Read versions before 0.97: no signature, no date, and bytes in natural order.

    The time of the game, the name and the checksum are at the end. Versions differ in their
    lengths; in the right one, the time equals that of the last event.
    """
    board = data.board(first=0)
    marks = data.number() == 1
    start = data.place + 1
    for name, checksum in TAILS:
        end = len(data.data) - 3 - name - checksum
        tail = _Bytes(data.data, max(end, 0))
        seconds = tail.number(2) + tail.number() / 100
        count = max(end - start, 0) // 8
        events = np.frombuffer(data.data, np.uint8, 8 * count, start).reshape(count, 8).astype(int)
        times = events[:, 0] + events[:, 1] / 100
        wrong = np.flatnonzero((np.diff(times, prepend=0) < 0) | (times > seconds))
        count = wrong[0] if len(wrong) else count  # the rest is no event
        if count and seconds - times[count - 1] < A_HUNDREDTH:
            break
    else:
        raise ValueError("it is damaged, or from an unknown version of Minesweeper Clone")
    times, events = times[:count], events[:count]
    held = events[:, 2:3] & (1, 4, 2) > 0
    held[-1] = False  # the last release ended the game
    x, y = 256 * events[:, 3] + events[:, 4], 256 * events[:, 5] + events[:, 6]
    return {
        **board,
        "player": decoded(tail.take(name).rstrip(b"\0 ")),
        "software": "Minesweeper Clone 0.96 or older",
        "seconds": seconds,
        "completed": False,
        "end": "over",
        "marks": marks,
        "presses": list(_presses(times, y, x, held)),
    }


def _presses(
    times: np.ndarray, y: np.ndarray, x: np.ndarray, held: np.ndarray
) -> Iterator[tuple[float, str, int, int]]:
    """Yield button changes, presses first, from the buttons down at some times."""
    before = np.zeros_like(held)
    before[1:] = held[:-1]
    for at in np.flatnonzero((held != before).any(axis=1)).tolist():
        pressed, released = held[at] > before[at], held[at] < before[at]
        for changed, what in ((pressed, "c"), (released, "r")):
            for button in np.flatnonzero(changed).tolist():
                row, col = int(y[at]) // SIDE, int(x[at]) // SIDE
                yield float(times[at]), BUTTONS[button] + what, row, col


def _played(*date: int) -> float:
    """Return when a game began, 0 if unknown: some versions write day 0."""
    try:
        month, day, year, hour, minute, second = date
        return datetime(year, month, day, hour, minute, second, tzinfo=UTC).timestamp()
    except ValueError:
        return 0.0
