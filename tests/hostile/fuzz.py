"""Spoil traces, boards and positions at random, for minutes, and see that each gets a named error
or a right answer. What breaks is written to out/fuzz/ and belongs into the corpus.

python tests/hostile/fuzz.py [SECONDS] [SEED]
"""

import json
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import minevis as mv

ODD = (
    *(
        None,
        True,
        0,
        1,
        -1,
        9,
        300,
        10**9,
        10**30,
        -(10**30),
        0.5,
        -0.5,
        float("nan"),
        float("inf"),
    ),
    *("", "locAl", "0x", "0x10", "\0", "<b>", "\u202e", "\ud800", [], [[]], [0], [[0, 0]], [-1, 0]),
)
PANELS = ("board", "constraints", "probability", "zero", "regions", "information")
PLAYERS = ("exact", "best", "convolution", "local", "counting", "lookahead")


def main() -> int:
    """Spoil and try until the time is over; returns how many inputs broke something."""
    seconds, seed = (float(word) for word in (sys.argv[1:] + ["180", "0"][len(sys.argv) - 1 :])[:2])
    chance = random.Random(seed)
    texts = [
        mv.play(mv.Board.random("beginner", seed=number), player, seed=number).to_json()
        for number, player in enumerate(PLAYERS)
    ]
    end, tried, broken = time.monotonic() + seconds, 0, 0
    while time.monotonic() < end:
        text = spoilt(chance.choice(texts), chance)
        tried += 1
        try:
            watch(text)
            read(text.replace("Opened", "#1F*"), chance)
        except Exception as error:
            broken += 1
            print(f"{keep(text, broken)}: {error!r}")
    print(f"{tried:,} inputs tried, {broken} broke something.")
    return broken


def spoilt(text: str, chance: random.Random) -> str:
    """`text` with a value of an event changed, or a few bytes flipped, or lines moved."""
    lines = text.splitlines()
    number = chance.randrange(1, len(lines))
    kind = chance.random()
    if kind < 0.7:
        event = json.loads(lines[number])
        places = [path for path in paths(event) if path]
        lines[number] = json.dumps(put(event, chance.choice(places), chance.choice(ODD)))
    elif kind < 0.85:
        raw = bytearray(text.encode())
        for _ in range(chance.randint(1, 4)):
            raw[chance.randrange(len(raw))] ^= 1 << chance.randrange(8)
        return raw.decode("utf-8", "replace")
    else:
        lines.insert(chance.randrange(1, len(lines)), lines.pop(number))
    return "\n".join(lines)


def paths(value: object, path: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """The way to each part of a value from JSON."""
    yield path
    if isinstance(value, list):
        for number, part in enumerate(value):
            yield from paths(part, (*path, number))


def put(value: list, path: tuple[int, ...], new: object) -> list:
    """A copy of `value` with another part at `path`."""
    changed = list(value)
    first, rest = path[0], path[1:]
    changed[first] = put(changed[first], rest, new) if rest else new
    return changed


def watch(text: str) -> None:
    """A trace that loads is captioned, drawn around what was spoilt, and written again."""
    try:
        trace = mv.Trace.from_json(text)
    except mv.TraceFormatError:
        return
    for event in trace.events:
        mv.caption(event)
    for number in range(0, len(trace), max(len(trace) // 4, 1)):
        trace.frame(number, cell=16, panels=PANELS)
    assert mv.Trace.from_json(trace.to_json()).events == trace.events


def read(text: str, chance: random.Random) -> None:
    """Pieces of a text as boards and positions."""
    start = chance.randrange(len(text))
    piece = text[start : start + chance.randint(1, 60)]
    for parse in (mv.Board.parse, lambda each: mv.analyze(mv.Position.parse(each, mines=2))):
        try:
            parse(piece)
        except (mv.BoardFormatError, mv.ContradictionError):
            continue


def keep(text: str, number: int) -> Path:
    """Write what broke something, to be looked at."""
    folder = Path("out/fuzz")
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{number}.trace"
    path.write_text(text, encoding="utf-8", errors="surrogateescape")
    return path


if __name__ == "__main__":
    sys.exit(bool(main()))
