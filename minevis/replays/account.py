"""Print a replay as JSON, read by ms_toollib; run as a separate process.

Use `python account.py avf < game.avf`. ms_toollib ends its entire process on damaged files,
so it runs in a process of its own; see `minevis.replays.reading`.
"""

import json
import re
import struct
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

READERS = {"avf": "AvfVideo", "evf": "EvfVideo", "rmv": "RmvVideo"}
MINE = -1  # in the boards of ms_toollib
MARKS_ON = 0x11  # in an .avf, and 0x7F if they are off
SCORE = rb"\|?B(\d+)T[\d.,]+\]"  # 3BV and time: the end of the header of an .avf
RMV_END = rb"([\x0f-\x11])(...)(?:\x00.\2)?\Z"  # lost, won or other, and the time, once or twice
TOUCHING = r"[A-Za-z][^\0-\x7f]|[^\0-\x7f][A-Za-z]"  # letters with and without accents or signs
LONGEST_NAME = 1000  # bytes: of longer texts the encoding is not guessed
SECONDS = 60  # of computing, at most
MEMORY = 2 << 30  # bytes


def set_limits() -> None:
    """No files (so no core dump either), and not all of the machine, for damaged data."""
    try:
        import resource
    except ImportError:  # Windows
        return
    for kind, most in (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CPU, SECONDS),
        (resource.RLIMIT_AS, MEMORY),
    ):
        hard = resource.getrlimit(kind)[1]
        low = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (low, low))


def recording_in(kind: str, data: bytes) -> dict[str, Any]:
    """Return the content of a file, for `minevis.replays.recording.recording_of`.

    Programs keep ended games only, but an .rmv may be of another. Raises `ValueError` if bytes are
    missing or left over.
    """
    import ms_toollib

    whole, end = data, "over"
    name, marks = None, False  # of .evf: Metasweeper has no question marks, whatever the file says
    if kind == "rmv":
        data, name, marks = _rmv_texts(data)
        end = _rmv_end(data)
    elif kind == "avf":
        match = re.search(rb"[\x11\x7f].\[[0-3]\|", data, re.DOTALL)
        marks = match is not None and match[0][0] == MARKS_ON
        *_, name = (None, *map(decoded, re.findall(rb"\rSkin:[^\r]*\r([^\r]*)\r", data)))
    video = getattr(ms_toollib, READERS[kind])("", list(data))
    video.parse()
    if kind == "avf":
        _check_avf(whole, video)
    elif kind == "evf":
        _check_evf(whole, video)
    return {
        "height": video.row,
        "width": video.column,
        "mines": video.mine_num,
        "mined": [[number == MINE for number in row] for row in video.board],
        "player": video.player_identifier if name is None else name,
        "software": video.software,
        "seconds": video.rtime,
        "played": video.start_time / 1e6,
        "completed": video.is_completed,
        "end": end,
        "three_bv": video.bbbv,
        "marks": marks,
        "mode": video.mode,
        "presses": list(_presses(video)),
    }


def _check_avf(data: bytes, video: Any) -> None:
    """Raise `ValueError` if the events, 8 bytes each, do not stop at an empty one."""
    head = re.search(SCORE, data)
    first = head and re.search(rb"[\x00\x01]\x01", data[head.end() :])
    if head is None or first is None:
        raise ValueError("it has no header, or no events")
    end = head.end() + first.start() - 1 + 8 * len(video.events)
    if data[end + 1 : end + 8].strip(b"\0") or len(data) < end + 8:
        raise ValueError("its events are shifted")
    times = [event.time for event in video.events]
    if times != sorted(times):
        raise ValueError("its events are not in the order of time")


def _check_evf(data: bytes, video: Any) -> None:
    """Raise `ValueError` if the events do not fill the file between the board and the checksum.

    Up to version 3 every event has 8 bytes. Later ones differ in length, and times are added up.
    """
    checksum = bytes(video.checksum)
    if data[0] > 3:
        tail = b"\0" + len(checksum).to_bytes(2) + checksum
    else:
        tail = b"\0" + checksum if checksum else b"\xff"
        bits = "".join("01"[number == MINE] for row in video.board for number in row)
        size = -(-len(bits) // 8)
        board = int(bits.ljust(8 * size, "0"), 2).to_bytes(size)
        start = len(data) - len(tail) - 8 * len(video.events)
        if start < size or data[start - size : start] != board:
            raise ValueError("its events are shifted")
    if not data.endswith(tail):
        raise ValueError("it does not end with its events")
    if not video.events or video.events[-1].time < video.rtime - 0.001:
        raise ValueError("its last events are missing")


def _presses(video: Any) -> Iterator[list[Any]]:
    for event in video.events:
        if event.event.is_mouse():
            mouse = event.event.unwrap_mouse()
            if mouse.mouse != "mv":
                cell = (mouse.y // video.pix_size, mouse.x // video.pix_size)
                yield [event.time, mouse.mouse, *cell]


def _rmv_texts(data: bytes) -> tuple[bytes, str, bool]:
    """Return an .rmv file for ms_toollib, the player's name, and whether marks are on.

    ms_toollib ends its process if a text of version 2 is not UTF-8. Other bytes become question
    marks here. Format: https://github.com/ralokt/rmv_spec.
    """
    first = data[4:6] == b"\0\1"
    begin = 10 if first else 12
    sizes = struct.unpack_from(">6H", data, begin)
    start = begin + 18 + sum(sizes[: 2 if first else 1])
    player, board, flags = sizes[2:5] if first else sizes[1:4]
    marks = data[start + player + board + flags] == 1
    texts, place, clean = [], start + 2, bytearray(data)
    for _ in range(int.from_bytes(data[start:place])):
        text = slice(place + 1, place + 1 + data[place])
        texts.append(data[text])
        if not first:
            clean[text] = re.sub(rb"[\x80-\xff]", b"?", data[text])
        place = text.stop
    return bytes(clean), decoded(texts[0]) if texts else "", marks


def _rmv_end(data: bytes) -> str:
    """Return how an .rmv file says that its game ended.

    Raises `ValueError` if its length is not that of its parts.
    """
    begin = 10 if data[4:6] == b"\0\1" else 12
    *sizes, video, checksum = struct.unpack_from(">6HIH", data, begin)
    if begin + 18 + sum(sizes) + video + checksum != len(data):
        raise ValueError("its parts are not as long as it says")
    match = re.search(RMV_END, data[: len(data) - checksum][-9:], re.DOTALL)
    return "" if match is None else {b"\x0f": "lost", b"\x10": "won"}.get(match[1], "")


def decoded(text: bytes) -> str:
    """Return a name whose encoding is not known: UTF-8, the Chinese GB 18030, or Windows-1252.

    GB 18030 reads almost anything. Where it takes a letter of the alphabet for a part of a sign, or
    sets a sign right next to one, the name is rather one with accents.
    """
    if len(text) > LONGEST_NAME:
        return text.decode("utf-8", errors="replace")
    with suppress(UnicodeDecodeError):
        return text.decode("utf-8")
    with suppress(UnicodeDecodeError):
        name = text.decode("gb18030")
        pairs = re.fullmatch(rb"(?:[\0-\x7f]|[\x81-\xfe][\x80-\xfe])*", text)
        if pairs or not re.search(TOUCHING, name):
            return name
    return text.decode("cp1252", errors="replace")


if __name__ == "__main__":
    set_limits()
    print(json.dumps(recording_in(sys.argv[1], sys.stdin.buffer.read())))
