"""Replay files of games that were never played by hand, in every format that minevis reads.

Each writer takes a `Played` and returns the bytes of a file. The layouts are facts about the
formats: .evf and .rmv have published descriptions (github.com/eee555/ms-toollib and
github.com/ralokt/rmv_spec), .avf, .mvf and .rawvf have open converters
(github.com/thefinerminer/minesweeper-rawvf).
"""

import random
import struct
from dataclasses import dataclass
from datetime import UTC, datetime
from math import cos, sin, sqrt

import numpy as np

import minevis as mv
from minevis.game.grid import neighbours
from minevis.solver import events as ev

SIDE = 16  # px of a cell
CHORDS = (  # ways to press both buttons
    ("lc", "rc", "lr", "rr"),
    ("rc", "lc", "rr", "lr"),
    ("lc", "rc", "rr", "lr"),
    ("mc", "mr"),
)
PLAYED = datetime(2024, 8, 10, 16, 38, 59, tzinfo=UTC)


@dataclass(frozen=True)
class Played:
    """A game, the buttons pressed in it, and the expected reading of its file."""

    board: mv.Board
    presses: tuple  # (seconds, button, row, col), the clock started by the first left release
    events: tuple  # after the start
    name: bytes = b"Zoe"
    marks: bool = False
    mode: int = 0  # in the numbers of .evf
    played: datetime = PLAYED

    @property
    def seconds(self):
        return self.presses[-1][0]

    @property
    def won(self):
        end = self.events[-1]
        return end.won if isinstance(end, ev.Finished) else None


class Hand:
    """A hand at the mouse: it makes clicks on a board, and notes the expected events."""

    def __init__(self, board, seed=0):
        self.game, self.rng = mv.Game(board), random.Random(seed)
        self.now, self.presses, self.events = 0, [], []  # in hundredths of a second

    def press(self, buttons, cell, think=1.0):
        if self.presses:
            self.now += 1 + round(30 * think * self.rng.uniform(0.5, 1.5))
        for number, button in enumerate(buttons):
            self.now += 5 if number and len(self.presses) > 1 else 0
            self.presses.append((self.now / 100, button, *cell))

    def open(self, cell, think=1.0):
        self.press(("lc", "lr"), cell, think)
        cells = self.game.open(cell)
        if self.game.lost:
            self.events.append(ev.Exploded(cell))
        else:
            self.events.append(ev.Opened(cell, cells, self.numbers(cells)))

    def flag(self, cell, marks=False):
        """Put a flag on a cell; with question marks, sometimes after going round them once."""
        rounds = 1 + (marks and self.rng.random() < 0.3)
        for at in range(rounds):
            self.press(("rc", "rr"), cell)
            self.events.append(ev.Flagged((cell,), proven=False))
            if at + 1 < rounds:
                self.press(("rc", "rr", "rc", "rr"), cell)
                self.events += [ev.Unflagged((cell,)), ev.Wasted(cell, "right")]
        self.game.flag(cell)

    def chord(self, clue):
        self.press(self.rng.choice(CHORDS), clue)
        cells = tuple(sorted(self.game.chord(clue)))
        if self.game.over and self.presses[-2][1][1] == "r":
            del self.presses[-1]  # the first release ended the game
        self.events.append(ev.Chorded(clue, cells, self.numbers(cells)))

    def waste(self, cell):
        """Click on an open cell, by one of the buttons or both."""
        button = self.rng.choice(("left", "right", "double"))
        around = neighbours(cell, self.game.shape)
        if button == "double" and any(self.game.view[each] == -1 for each in around):
            button = "left"  # both buttons could open something
        pairs = {"left": ("lc", "lr"), "right": ("rc", "rr"), "double": ("rc", "lc", "rr", "lr")}
        self.press(pairs[button], cell)
        self.events.append(ev.Wasted(cell, button))

    def done(self, **facts):
        events = list(self.events)
        if self.game.over:
            view, mined = self.game.view, self.game.board.mined
            missed = tuple(map(tuple, np.argwhere(mined & (view == -1)).tolist()))
            wrong = tuple(map(tuple, np.argwhere(~mined & (view == -2)).tolist()))
            events.append(ev.Finished(self.game.won, missed, wrong))
        return Played(self.game.board, tuple(self.presses), tuple(events), **facts)

    def numbers(self, cells):
        return tuple(int(self.game.board.clues[cell]) for cell in cells)


def played(board, *, player="counting", first=(0, 0), seed=0, **facts):
    """A game of one of our players, made by a hand that also flags, chords and errs."""
    hand = Hand(board, seed)
    known = set()
    for event in mv.play(board, player, first=first, seed=seed, progress=False).events:
        if isinstance(event, ev.Flagged):
            known.update(event.cells)
        if not isinstance(event, ev.Opened | ev.Exploded) or hand.game.over:
            continue
        cell = event.cell
        if hand.game.view[cell] != -1:
            continue  # a chord has opened it
        clue = _clue_of(hand.game, cell, known)
        if clue is not None and hand.rng.random() < 0.6:
            for mine in neighbours(clue, board.shape):
                if mine in known and hand.game.view[mine] == -1:
                    hand.flag(mine, facts.get("marks", False))
            hand.chord(clue)
        else:
            think = 1.0 if isinstance(event, ev.Opened) and hand.rng.random() < 0.7 else 2.5
            hand.open(cell, think)
        if not hand.game.over and hand.rng.random() < 0.08:
            hand.waste(cell if hand.game.view[cell] >= 0 else first)
    return hand.done(**facts)


def _clue_of(game, cell, known):
    """An open clue next to a safe cell whose mines are all known, or None."""
    for clue in neighbours(cell, game.shape):
        around = neighbours(clue, game.shape)
        if 0 < game.view[clue] == sum(each in known for each in around):
            return clue
    return None


def avf(game):
    """A file of Arbiter: rows and columns count from 1, and so do seconds."""
    board = game.board
    levels = {(8, 8, 10): 3, (16, 16, 40): 4, (16, 30, 99): 5}
    level = levels.get((*board.shape, board.mines), 6)
    data = bytes([52, 7, 7, 7, 7, level])
    if level == 6:
        data += struct.pack(">BBH", board.width - 1, board.height - 1, board.mines)
    data += bytes(side + 1 for mine in np.argwhere(board.mined).tolist() for side in mine)
    when = f"{game.played:%d.%m.%Y.%H:%M:%S}:6687|{game.played:%d.%H:%M:%S}:6687"
    data += bytes([7] * 12 + [0x11 if game.marks else 0x7F])
    custom = f"W{board.width}H{board.height}M{board.mines}|" if level == 6 else ""
    data += f"5[0|{custom}{when}|B{board.three_bv}T{game.seconds + 1:.2f}]".encode() + bytes(
        [7] * 5
    )
    codes = {"lc": 3, "lr": 5, "rc": 9, "rr": 17, "mc": 33, "mr": 65}
    first = game.presses[0]
    for seconds, button, row, col in ((*first[:1], "mv", *first[2:]), *game.presses):
        whole, hundredths = divmod(round(100 * seconds), 100)
        x, y, whole = col * SIDE + 7, row * SIDE + 7, whole + 1
        data += bytes([codes.get(button, 1), x >> 8, whole & 255, x & 255])
        data += bytes([hundredths, y >> 8, whole >> 8, y & 255])
    return (
        data + bytes(8) + b"cs=\rRealTime: 1\rSkin: none\r" + game.name + b"\rMinesweeper Arbiter"
    )


def evf(game):
    board = game.board
    data = bytes([3, 0xA0 if game.won else 0, 0x80, *board.shape])
    data += struct.pack(">HBHH", board.mines, SIDE, game.mode, board.three_bv)
    data += round(1000 * game.seconds).to_bytes(3)
    start = round(game.played.timestamp() * 1e6)
    times = (str(start + round(1e6 * seconds)).encode() for seconds in (0.0, game.seconds))
    data += b"\0".join(("元3.1.9".encode(), game.name, b"", b"", *times, b"", b"")) + b"\0"
    data += np.packbits(board.mined.ravel()).tobytes()
    codes = {"lc": 2, "lr": 3, "rc": 4, "rr": 5, "mc": 6, "mr": 7}
    for seconds, button, row, col in game.presses:
        data += bytes([codes[button]]) + round(1000 * seconds).to_bytes(3)
        data += struct.pack(">HH", col * SIDE + 7, row * SIDE + 7)
    return data + bytes(1) + b"0" * 32  # no more events, and a checksum, which nobody checks


def rmv(game, version=2, preflags=()):
    """A file of Vienna Sweeper: the press before the first release is not recorded."""
    board = game.board
    player = struct.pack(">HB", 1, len(game.name)) + game.name
    mines = bytes(s for row, col in np.argwhere(board.mined).tolist() for s in (col, row))
    start = round(game.played.timestamp())
    layout = struct.pack(">IBBH", start, board.width, board.height, board.mines) + mines
    flags = struct.pack(">H", len(preflags)) + bytes(s for row, col in preflags for s in (col, row))
    mode = game.mode if version == 2 else {0: 0}[game.mode]
    properties = bytes([game.marks, 0, mode, 3])
    properties += bytes([board.three_bv & 255, board.three_bv >> 8, SIDE] if version == 2 else [])
    codes = {"lc": 2, "lr": 3, "rc": 4, "rr": 5, "mc": 6, "mr": 7}
    video = b""
    for seconds, button, row, col in game.presses[1:]:
        x, y = col * SIDE + 7, row * SIDE + 7
        place = (x, y) if version == 2 else (x + 12, y + 56)
        video += bytes([codes[button]]) + round(1000 * seconds).to_bytes(3) + b"\0"
        video += struct.pack(">HH", *place) + bytes([9, col, row])  # and an event of the board
    video += bytes([{True: 16, False: 15, None: 17}[game.won]])
    video += round(1000 * game.seconds).to_bytes(3)
    about = b"\nLEVEL:Custom#SCORE:1#NAME:x#NICK:x#3BV:%03d#NF:0#TIMESTAMP:%010d#\n"
    about %= (board.three_bv if game.won else 0, start)
    program = b"Vienna Minesweeper - Release 5.0"
    sizes = [len(part) for part in (program, player, layout, flags, properties)]
    if version == 2:
        head = struct.pack(">HBBI6HIH", 2, 1, 5, 0, *sizes, 2, len(video), 0)
        return b"*rmv" + head + program + player + layout + flags + properties + bytes(2) + video
    head = struct.pack(">HI6HIH", 1, 0, len(about), *sizes, len(video), 0)
    return b"*rmv" + head + about + program + player + layout + flags + properties + video


def rawvf(game):
    rows = ("".join("*" if mined else "0" for mined in row) for row in game.board.mined)
    head = (
        "RawVF_Version: Rev6\nProgram: Test\nVersion: 1.0\nPlayer: ",
        f"\nTimestamp: {game.played:%Y-%m-%dT%H:%M:%S}\nLevel: Custom\nWidth: {game.board.width}\n"
        f"Height: {game.board.height}\nMines: {game.board.mines}\nSquareSize: {SIDE}\n"
        f"Marks: {'On' if game.marks else 'Off'}\nMode: Classic\nBoard:\n",
    )
    lines = [
        f"{seconds:.3f} {button} {col + 1} {row + 1} ({col * SIDE + 7} {row * SIDE + 7})"
        for seconds, button, row, col in game.presses
    ]
    end = {True: f"{game.seconds:.3f} won\n", False: f"{game.seconds:.3f} blast\n", None: ""}
    text = "\n".join((*rows, "Events:", "0.000 start", *lines, end[game.won]))
    return head[0].encode() + game.name + (head[1] + text).encode()


def mvf(game, version="0.97"):
    """A file of Minesweeper Clone "0.75", "0.76", "0.96", "0.97", "2006" or "2007"."""
    samples = _samples(game.presses)
    board, fine = game.board, version in ("2006", "2007")
    first = 0 if version < "0.97" else 1
    layout = struct.pack(">BBH", board.width, board.height, board.mines)
    for row, col in np.argwhere(board.mined).tolist():
        layout += bytes([col + first, row + first])
    hundredths = round(100 * game.seconds)
    score = struct.pack(">HB", *divmod(hundredths, 100))
    if version < "0.97":
        data = layout + bytes([game.marks, 0])
        for time, y, x, (left, right, middle) in samples:
            held = left | middle << 1 | right << 2
            data += struct.pack(">BBBHHB", *divmod(time, 100), held, x, y, 0)
        name = b"" if version == "0.75" else game.name.ljust(100)
        checksum = bytes([0, *b"z" * 20, 0]) if version == "0.96" else b"0123456789"
        return data + score + name + checksum
    year = {"0.97": b"5", "2006": b"6", "2007": b"7"}[version]
    head = b"\x11Minesweeper Clone\x092004-200" + year
    when = game.played
    date = struct.pack(
        ">BBHBBB", when.month, when.day, when.year, when.hour, when.minute, when.second
    )
    mode = {0: 1, 3: 2, 1: 3, 2: 4}[game.mode]
    data = head.ljust(71 if fine else 74, b"\x07") + date + bytes([4, mode])
    if fine:
        data += (10 * hundredths).to_bytes(3)
    else:
        data += score + struct.pack(">5H", board.three_bv, 0, 0, 0, 0)
    data += bytes([game.marks]) + layout + bytes([len(game.name)]) + game.name
    places = _places(12345, 6 if fine else 5)
    data += (12345).to_bytes(2) + len(samples).to_bytes(3)
    for time, y, x, (left, right, middle) in samples:
        fields = [(right, 1), (middle, 1), (left, 1)]
        if fine:
            fields += [(y + 32, 11), (x + 32, 11), (10 * time, 22)]
        else:
            fields += [(y, 9), (x, 9), (time % 100, 7), (time // 100, 10)]
        bits = [number >> bit & 1 for number, width in fields for bit in range(width)]
        event = bytearray(6 if fine else 5)
        for (byte, bit), value in zip(places, bits, strict=False):
            event[byte] |= value << bit
        data += bytes(event)
    return data


def _samples(presses):
    """The buttons held after each press and release, from the first press on."""
    held, samples = {"l": False, "r": False, "m": False}, []
    for seconds, button, row, col in presses:
        held[button[0]] = button[1] == "c"
        samples.append((round(100 * seconds), row * SIDE + 7, col * SIDE + 7, tuple(held.values())))
    return samples


def _places(key, size):
    """Where the bits of an event of Minesweeper Clone stand: (byte, bit), by sorted digits."""
    first, second = sqrt(key), sqrt(key + 1000)
    third, fourth = sqrt(first + 1000), sqrt(second + 1000)
    values = [cos(third + 1000), sin(sqrt(second)), cos(third), sin(sqrt(first) + 1000)]
    values += [cos(fourth), sin(fourth)]
    digits = "".join(f"{round(abs(value * 1e8)):08}" for value in values[:size])
    order = sorted(range(8 * size), key=lambda place: (digits[place], place))
    return [(place // 8, place % 8) for place in order]
