"""Replays in the open text format RawVF (.rawvf), which several programs write.

The format is described at https://github.com/thefinerminer/minesweeper-rawvf: lines `key: value`,
the board, and events such as `0.250 lc 3 1 (40 8)`, with coordinates in pixels.
"""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from minevis.replays.account import decoded

EVENT = re.compile(
    r"(-?\d+(?:[.,]\d+)?) +([a-z]+)(?: +(-?\d+) +(-?\d+))? *"
    r"\( *(-?\d+)[ ,]+(-?\d+) *\)(?: *\([lrm]*\))?"
)
BUTTON = re.compile(r"\b(?:lc|lr|rc|rr|mc|mr|sc|cc|pf)\b")
SILENT = ("mv", "sx", "sy")  # events for moving the mouse or the board
CHEATS = ("elmar", "nono", "superflag")  # unsupported click rules
OFF = ("", "off", "no", "none", "false", "0")
MODES = {  # in .evf numbers
    **dict.fromkeys(("", "classic", "standard", "normal"), 0),
    "upk": 1,
    "cheat": 2,
    "density": 3,
    "win7": 4,
}
MODE_KEYS = ("mode", "gamemode", "game mode", "variant", "rules")
RULE_KEY = re.compile(r"guess|solvable|\bng\b|hint|cheat|opponent")
LEVELS = ("beginner", "intermediate", "expert", "custom", "easy", "medium", "hard", "evil", "x")
ENDS = {"won": "won", "win": "won", **dict.fromkeys(("lost", "loss", "lose", "blast"), "lost")}


def recording_in(data: bytes) -> dict[str, Any]:
    """Return the content of a file, for `minevis.replays.recording.recording_of`.

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
        if _is_on(header, key):
            raise ValueError(f"it was played with {key}, a rule that is not supported")
    height, width = _whole(header, "height"), _whole(header, "width")
    side = _whole(header, "squaresize") if "squaresize" in header else 16
    rows, events = lines[begin + 1 : begin + 1 + height], lines[begin + 1 + height :]
    for number, row in enumerate(rows):
        if not re.fullmatch(r"[*0-8.]+", row) or len(row) != width:
            raise ValueError(f"row {number} of its board is {row!r:.40}: {width} cells, * and 0")
    presses = _presses(events, side)
    ends = [seconds for seconds, *_ in presses]
    mode = header.get("mode", "").lower()
    return {
        "height": height,
        "width": width,
        "mines": _whole(header, "mines") if header.get("mines") else "".join(rows).count("*"),
        "mined": [[mark == "*" for mark in row] for row in rows],
        "player": header.get("player", ""),
        "software": f"{header.get('program', '')} {header.get('version', '')}".strip(),
        "seconds": ends[-1] if ends else 0.0,
        "played": _played(header.get("timestamp", "")),
        "completed": False,
        "end": _end(header.get("status", ""), events),
        "three_bv": _whole(header, "bbbv") if header.get("bbbv") else 0,
        "marks": _is_on(header, "marks"),
        "mode": MODES.get(mode, 0),
        "rules": _rules(header),
        "superclick": _is_on(header, "superclick"),
        "presses": presses,
    }


def _is_on(header: dict[str, str], key: str) -> bool:
    return header.get(key, "").lower() not in OFF


def _whole(header: dict[str, str], key: str) -> int:
    text = header.get(key, "")
    if not re.fullmatch("[0-9]{1,6}", text) or (key == "squaresize" and not int(text)):
        raise ValueError(f"it is damaged, or no .rawvf file: {key} {text!r:.20}")
    return int(text)


def _rules(header: dict[str, str]) -> str:
    """Return the name of rules that no mode of .evf has, "" for others.

    Unknown words in the mode or the level count as rules, such as "Classic NG".
    """
    for key in MODE_KEYS:
        if header.get(key, "").lower() not in MODES:
            return header[key]
    for key in header:
        if RULE_KEY.search(key) and _is_on(header, key):
            return f"{key}: {header[key]}"
    level = header.get("level", "")
    return level if set(re.findall(r"[^\W\d_]+", level.lower())).difference(LEVELS) else ""


def _end(status: str, events: Sequence[str]) -> str:
    """Return how the file says that its game ended, "" if it does not say."""
    said = {ENDS[status.lower()]} if status.lower() in ENDS else set()
    for line in events:
        match = re.fullmatch(r"(?:-?\d+(?:[.,]\d+)? +)?([a-z]+)(?: +\d+ +\d+)?", line.lower())
        if match is not None and match[1] in ENDS:
            said.add(ENDS[match[1]])
    if len(said) > 1:
        raise ValueError("it says that the game was won, and that it was lost")
    return said.pop() if said else ""


def _presses(lines: Sequence[str], side: int) -> list[tuple[float, str, int, int]]:
    """Return the button events.

    Other lines show the program's state, which follows from the board and the buttons.
    """
    presses = []
    for line in lines:
        match = EVENT.fullmatch(line)
        if re.match(r"(?:local_blast|reset)\b", line):
            raise ValueError("its board changes during the game, which is not supported")
        if match is None and BUTTON.search(line):
            raise ValueError(f"{line!r:.60} is not an event: time, button, (x y)")
        if match is not None and match[2] not in SILENT:
            row, col = int(match[6]) // side, int(match[5]) // side
            if match[3] and not _is_at(row, col, int(match[4]), int(match[3])):
                raise ValueError(f"{line!r:.60} names two cells: squares of {side} px")
            presses.append((float(match[1].replace(",", ".")), match[2], row, col))
    return presses


def _is_at(row: int, col: int, named_row: int, named_col: int) -> bool:
    """Whether a named cell is that of the pixels, counted from 0 or 1; outside it may differ."""
    return min(row, col) < 0 or (named_row - row in (0, 1) and named_col - col in (0, 1))


def _played(text: str) -> float:
    """Return when a game began, 0 if unknown."""
    for form in ("%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M:%S", "%d.%m.%Y.%H:%M:%S"):
        try:
            return datetime.strptime(text[:19], form).replace(tzinfo=UTC).timestamp()
        except ValueError:
            continue
    return 0.0
