"""Replays in the open text format RawVF (.rawvf), which several programs write.

The format is described at https://github.com/thefinerminer/minesweeper-rawvf: lines `key: value`,
the board, and events such as `0.250 lc 3 1 (40 8)`, with coordinates in pixels.
"""

import re
from datetime import UTC, datetime
from typing import Any

from minevis.replays.account import decoded

EVENT = re.compile(r"(-?\d+[.,]\d+) +([a-z]+)(?: +\d+ +\d+)? *\( *(-?\d+)[ ,]+(-?\d+) *\)")
SILENT = ("mv", "sx", "sy")  # events for moving the mouse or the board
CHEATS = ("elmar", "nono", "superclick", "superflag")  # unsupported click rules
MODES = {"upk": 1, "cheat": 2, "density": 3}  # in .evf numbers; otherwise standard


def recording_in(data: bytes) -> dict[str, Any]:
    """Return what a file says, for `minevis.replays.recording.recording_of`.

    Raises `ValueError`.
    """
    lines = [decoded(line).strip() for line in data.removeprefix(b"\xef\xbb\xbf").splitlines()]
    begin = next((place for place, line in enumerate(lines) if line.lower() == "board:"), None)
    if begin is None:
        raise ValueError("it is damaged, or no .rawvf file: it has no line 'Board:'")
    if (boards := sum(line.lower() == "board:" for line in lines)) > 1:
        raise ValueError(f"it has {boards} boards: save each game in a file of its own")
    pairs = (line.split(":", 1) for line in lines[:begin] if ":" in line)
    header = {key.strip().lower(): value.strip() for key, value in pairs}
    for key in CHEATS:
        if header.get(key, "").lower() == "on":
            raise ValueError(f"it was played with {key}, a rule that is not supported")
    height, width = _whole(header, "height"), _whole(header, "width")
    side = _whole(header, "squaresize") if "squaresize" in header else 16
    rows = lines[begin + 1 : begin + 1 + height]
    presses, won = _presses(lines[begin + 1 + height :], side)
    ends = [seconds for seconds, *_ in presses]
    return {
        "height": height,
        "width": width,
        "mines": _whole(header, "mines"),
        "mined": [[mark == "*" for mark in row] for row in rows],
        "player": header.get("player", ""),
        "software": f"{header.get('program', '')} {header.get('version', '')}".strip(),
        "seconds": ends[-1] if ends else 0.0,
        "played": _played(header.get("timestamp", "")),
        "completed": won or header.get("status", "").lower() == "won",
        "marks": header.get("marks", "").lower() == "on",
        "mode": MODES.get(header.get("mode", "").lower(), 0),
        "presses": presses,
    }


def _whole(header: dict[str, str], key: str) -> int:
    text = header.get(key, "")
    if not re.fullmatch("[0-9]{1,6}", text) or (key == "squaresize" and not int(text)):
        raise ValueError(f"it is damaged, or no .rawvf file: {key} {text!r:.20}")
    return int(text)


def _presses(lines: list[str], side: int) -> tuple[list[tuple[float, str, int, int]], bool]:
    """Return the button events, and whether the file calls the game won.

    Other lines show the program's state, which follows from the board and the buttons.
    """
    presses, won = [], False
    for line in lines:
        won |= re.fullmatch(r"(\S+ )?won", line) is not None
        found = EVENT.match(line)
        if found is not None and found[2] not in SILENT:
            seconds = float(found[1].replace(",", "."))
            presses.append((seconds, found[2], int(found[4]) // side, int(found[3]) // side))
    return presses, won


def _played(text: str) -> float:
    """Return when a game began, 0 if unknown."""
    for form in ("%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M:%S", "%d.%m.%Y.%H:%M:%S"):
        try:
            return datetime.strptime(text[:19], form).replace(tzinfo=UTC).timestamp()
        except ValueError:
            continue
    return 0.0
