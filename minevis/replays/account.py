"""Print a replay as JSON, read by ms_toollib; run as a separate process.

Use `python account.py avf < game.avf`. ms_toollib ends its entire process on damaged files,
so it runs in a process of its own; see `minevis.replays.reading`.
"""

import json
import re
import struct
import sys
from collections.abc import Iterator
from typing import Any

READERS = {"avf": "AvfVideo", "evf": "EvfVideo", "rmv": "RmvVideo"}
MINE = -1  # in the boards of ms_toollib
MARKS_ON = 0x11  # in an .avf, and 0x7F if they are off
TOUCHING = r"[A-Za-z][^\0-\x7f]|[^\0-\x7f][A-Za-z]"  # letters with and without accents or signs
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
    """Return what a file says, for `minevis.replays.recording.recording_of`."""
    import ms_toollib

    name, marks = None, False  # of .evf: Metasweeper has no question marks, whatever the file says
    if kind == "rmv":
        data, name, marks = _rmv_texts(data)
    elif kind == "avf":
        found = re.search(rb"[\x11\x7f].\[[0-3]\|", data, re.DOTALL)
        marks = found is not None and found[0][0] == MARKS_ON
        *_, name = (None, *map(decoded, re.findall(rb"\rSkin:[^\r]*\r([^\r]*)\r", data)))
    video = getattr(ms_toollib, READERS[kind])("", list(data))
    video.parse()
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
        "marks": marks,
        "mode": video.mode,
        "presses": list(_presses(video)),
    }


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


def decoded(text: bytes) -> str:
    """Return a name whose encoding is not known: UTF-8, the Chinese GB 18030, or Windows-1252.

    GB 18030 reads almost anything. Where it takes a letter of the alphabet for a part of a sign, or
    sets a sign right next to one, the name is rather one with accents.
    """
    for encoding in ("utf-8", "gb18030"):
        try:
            name = text.decode(encoding)
        except UnicodeDecodeError:
            continue
        pairs = re.fullmatch(rb"(?:[\0-\x7f]|[\x81-\xfe][\x80-\xfe])*", text)
        if encoding == "utf-8" or pairs or not re.search(TOUCHING, name):
            return name
    return text.decode("cp1252", errors="replace")


if __name__ == "__main__":
    set_limits()
    print(json.dumps(recording_in(sys.argv[1], sys.stdin.buffer.read())))
