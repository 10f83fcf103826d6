"""Replays of Minesweeper Clone (.mvf).

The layouts are those of the open converters that Maksim Bashov and Damien Moore have published at
https://github.com/thefinerminer/minesweeper-rawvf. ms_toollib reads those of version 0.97 only.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from math import cos, sin, sqrt
from typing import Any

import numpy as np

from minevis.replays.account import decoded

SIDE = 16  # px of a cell
SIGNED = b"\x11M"  # the beginning of "Minesweeper Clone", with its length before it
YEAR = 27  # where a signed file has the last digit of the year of its version
LAYOUTS = {  # by that digit: version, where data begins, and whether times are milliseconds
    b"5": ("0.97 beta", 74, False),
    b"6": ("2006", 71, True),
    b"7": ("2007", 71, True),
    b"8": ("0.97 Funny Mode", 74, False),
}
BUTTONS = ("l", "r", "m")
MODES = {1: 0, 2: 3, 3: 1, 4: 2}  # classic, density, UPK and cheat in the numbers of .evf
TAILS = ((100, 22), (100, 10), (0, 10))  # bytes of the name and checksum, before version 0.97

Sample = tuple[float, int, int, tuple[bool, bool, bool]]  # seconds, y, x, and buttons held


def recording_in(data: bytes) -> dict[str, Any]:
    """Return what a file says, for `minevis.replays.recording.recording_of`.

    Raises `ValueError` for a version that is not known.

    >>> recording_in(b"\x11Minesweeper Clone\x092004-2009")
    Traceback (most recent call last):
    ValueError: it is a file of Minesweeper Clone 2009, which is not known
    """
    try:
        if data[:2] != SIGNED:
            return _early(_Bytes(data, 0))
        if data[YEAR : YEAR + 1] not in LAYOUTS:
            year = decoded(data[YEAR - 3 : YEAR + 1])
            raise ValueError(f"it is a file of Minesweeper Clone {year}, which is not known")
        version, start, fine = LAYOUTS[data[YEAR : YEAR + 1]]
        return _signed(_Bytes(data, start), version, fine)
    except IndexError as error:
        raise ValueError("it is damaged, or no .mvf file: it ends too early") from error


class _Bytes:
    """Bytes that are read one after another."""

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
                raise ValueError("it is damaged, or no .mvf file: a mine lies outside the board")
            mined[row, col] = 1
        return {"height": height, "width": width, "mines": mines, "mined": mined.tolist()}


def _signed(data: _Bytes, version: str, fine: bool) -> dict[str, Any]:
    """Versions from 0.97 on, whose events are bits in an order of their own."""
    played = _played(*(data.number(count) for count in (1, 1, 2, 1, 1, 1)))
    data.take(1)  # the level
    mode = data.number()
    seconds = data.number(3) / 1000 if fine else data.number(2) + data.number() / 100
    data.take(0 if fine else 10)  # 3BV and clicks
    marks = data.number() == 1
    board = data.board(first=1)
    player = decoded(data.take(data.number()))
    order = places(data.number(2), 6 if fine else 5)
    widths = (11, 11, 22) if fine else (9, 9, 7, 10)
    samples = [_sample(data.take(6 if fine else 5), order, widths) for _ in range(data.number(3))]
    return {
        **board,
        "player": player,
        "software": f"Minesweeper Clone {version}",
        "seconds": seconds,
        "played": played,
        "completed": False,
        "marks": marks,
        "mode": MODES.get(mode, 0),
        "presses": list(_presses(samples)),
    }


def places(key: int, size: int) -> list[int]:
    """Return where each bit of an event of `size` bytes stands: the lowest of the first byte is 0.

    The digits of some cosines and sines, from a key in the file, are sorted.

    >>> places(12345, 5)[:3]
    [6, 7, 21]
    """
    first, second = sqrt(key), sqrt(key + 1000)
    third, fourth = sqrt(first + 1000), sqrt(second + 1000)
    values = (
        *(cos(third + 1000), sin(sqrt(second)), cos(third)),
        *(sin(sqrt(first) + 1000), cos(fourth), sin(fourth)),
    )
    digits = "".join(f"{round(abs(value * 1e8)):08}" for value in values[:size])
    return sorted(range(8 * size), key=lambda place: digits[place])


def _sample(data: bytes, order: list[int], widths: tuple[int, ...]) -> Sample:
    whole = int.from_bytes(data, "little")
    bits = [whole >> place & 1 for place in order]
    numbers, begin = [], 3
    for width in widths:
        numbers.append(sum(bit << place for place, bit in enumerate(bits[begin : begin + width])))
        begin += width
    y, x, *times = numbers
    held = (bool(bits[2]), bool(bits[0]), bool(bits[1]))
    if len(times) == 1:
        return times[0] / 1000, y - 32, x - 32, held
    return times[1] + times[0] / 100, y, x, held


def _early(data: _Bytes) -> dict[str, Any]:
    """Versions before 0.97: no signature and no date, and bytes in their natural order.

    The time of the game, the name and the checksum stand at the end. Versions differ in their
    lengths, and the right ones are those whose time is that of the last event.
    """
    board = data.board(first=0)
    marks = data.number() == 1
    for name, checksum in TAILS:
        end = len(data.data) - 3 - name - checksum
        tail = _Bytes(data.data, max(end, 0))
        seconds = tail.number(2) + tail.number() / 100
        samples = list(_early_samples(_Bytes(data.data[: tail.place - 3], data.place + 1), seconds))
        if samples and seconds - samples[-1][0] < 0.015:
            break
    else:
        raise ValueError("it is damaged, or from an unknown version of Minesweeper Clone")
    samples.append((*samples[-1][:3], (False, False, False)))  # this release ended the game
    return {
        **board,
        "player": decoded(tail.take(name).rstrip(b"\0 ")),
        "software": "Minesweeper Clone 0.96 or older",
        "seconds": seconds,
        "completed": False,
        "marks": marks,
        "presses": list(_presses(samples)),
    }


def _early_samples(data: _Bytes, seconds: float) -> Iterator[Sample]:
    """Yield events while their times are in order and within the game; other bytes follow."""
    before = 0.0
    while data.place + 8 <= len(data.data):
        time = data.number() + data.number() / 100
        held, x, y, _ = data.number(), data.number(2), data.number(2), data.take(1)
        if not before <= time <= seconds:
            return
        before = time
        yield time, y, x, (bool(held & 1), bool(held & 4), bool(held & 2))


def _presses(samples: list[Sample]) -> Iterator[tuple[float, str, int, int]]:
    """Yield the changes of the buttons, presses first."""
    before = (False, False, False)
    for seconds, y, x, held in samples:
        changes = zip(BUTTONS, held, before, strict=True)
        changed = [(now, name) for name, now, was in changes if now != was]
        for now, name in sorted(changed, key=lambda each: not each[0]):
            yield seconds, name + ("c" if now else "r"), y // SIDE, x // SIDE
        before = held


def _played(*date: int) -> float:
    """Return when a game began, 0 if that is not known: some versions write day 0."""
    try:
        month, day, year, hour, minute, second = date
        return datetime(year, month, day, hour, minute, second, tzinfo=UTC).timestamp()
    except ValueError:
        return 0.0
