"""Games, captions, frames and trials are what they were when `make fingerprints` was last run.

A change that should keep all behaviour keeps every fingerprint. One that should not runs
`make fingerprints`: `git diff tests/fingerprints.json` then says what it has changed.
"""

import json
import os
import re
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

import numpy as np
import pytest

import minevis as mv

FILE = Path(__file__).parent / "fingerprints.json"
RENEW = bool(os.environ.get("MINEVIS_RENEW"))
CORNERS = mv.Player(rules=("count", "subset", "search"), guess="corners", name="corners")
GAMES = {  # level, seed, player
    **{f"beginner {seed}": ("beginner", seed, "exact") for seed in (2, 5, 26)},
    **{name: ("beginner", 24, name) for name in ("counting", "csp", "local", "convolution")},
    "lookahead": ("beginner8", 3, "lookahead"),
    "corners": ("beginner", 7, CORNERS),
    "average": ("beginner", 31, mv.Player(odds="average", max_solutions=20, name="average")),
    "intermediate": ("intermediate", 4, "exact"),
    "expert": ("expert", 6, "exact"),
}
LOOKS = {  # what is drawn with; pictures of other versions differ a little
    "board": {"cell": 16},
    "odds": {"panels": ("probability", "zero"), "cell": 16, "theme": "dark"},
    "reasons": {"panels": ("constraints", "regions"), "cell": 16, "theme": "classic"},
    "tree": {"panels": ("board", "tree"), "cell": 20},
    "guess": {"panels": ("guess",), "cell": 24},
    "tall": {"format": "tall", "max_width": 360, "camera": "follow"},
    "wide": {"format": "wide", "max_width": 640},
    "square": {"format": "square", "max_width": 360, "labels": "letters"},
}
DRAWN_IN = ("beginner 26", "corners", "expert")
DRAWN_WITH = {name: version(name) for name in ("numpy", "opencv-python-headless", "pillow")}
TRIALS = {  # level, player, games
    "exact": ("beginner", "exact", 300),
    "csp": ("beginner8", "csp", 100),
    "expert": ("expert", "exact", 40),
    "corners": ("beginner8", CORNERS, 30),
}


def mark(*parts):
    """A short text that is another for other data."""
    digest = sha256()
    for part in parts:
        digest.update(part if isinstance(part, bytes) else str(part).encode())
    return digest.hexdigest()[:16]


@cache
def game(name):
    level, seed, player = GAMES[name]
    board = mv.Board.random(level, seed=seed, first=(0, 0), safe_radius=1)
    return mv.play(board, player, first=(0, 0))


def of_trace(name):
    """What happened; the last digits of chances are those of the processor that adds them up."""
    trace = game(name)
    text = FRACTION.sub(lambda found: f"{float(found[0]):.9g}", trace.to_json())
    return f"{len(trace)} events, {mark(text)}"


def of_captions(name):
    return mark(*(mv.caption(event) + "\n" for event in game(name).events))


def of_frame(name):
    which, look = name.split(": ")
    trace = game(which)
    picture = trace.frame(2 * len(trace) // 3, **LOOKS[look])
    return f"{picture.shape[1]}×{picture.shape[0]}, {mark(picture.tobytes())}"


def of_trials(name):
    level, player, games = TRIALS[name]
    run = mv.trials(level, player, games=games, seed=1, progress=False)
    kept = (run.totals.guesses, run.totals.taken, run.totals.hits)
    return f"won {run.won} of {run.games}, {mark(*(np.asarray(each).tobytes() for each in kept))}"


KINDS = {
    "traces": (of_trace, tuple(GAMES)),
    "captions": (of_captions, tuple(GAMES)),
    "frames": (of_frame, tuple(f"{which}: {look}" for which in DRAWN_IN for look in LOOKS)),
    "trials": (of_trials, tuple(TRIALS)),
}
FRACTION = re.compile(r"\d+\.\d+(e-\d+)?")
CASES = [(kind, name) for kind, (_, names) in KINDS.items() for name in names]


@cache
def known():
    return json.loads(FILE.read_text(encoding="utf-8"))


@pytest.mark.skipif(RENEW, reason="the fingerprints are being made anew")
@pytest.mark.parametrize(("kind", "name"), CASES, ids=map(" ".join, CASES))
def test_it_is_what_it_was(kind, name):
    if kind == "frames" and known()["drawn with"] != DRAWN_WITH:
        pytest.skip(f"pictures of {known()['drawn with']} are not those of {DRAWN_WITH}")
    assert KINDS[kind][0](name) == known()[kind][name], "if that is meant: make fingerprints"


@pytest.mark.skipif(not RENEW, reason="only `make fingerprints` writes the file")
def test_make_them_anew():
    found = {kind: {name: of(name) for name in names} for kind, (of, names) in KINDS.items()}
    text = json.dumps({"drawn with": DRAWN_WITH, **found}, indent=1, ensure_ascii=False)
    FILE.write_text(f"{text}\n", encoding="utf-8")


@pytest.mark.skipif(RENEW, reason="the fingerprints are being made anew")
def test_no_fingerprint_is_of_something_else():
    assert set(known()) == {"drawn with", *KINDS}
    assert all(tuple(known()[kind]) == names for kind, (_, names) in KINDS.items())


def test_a_single_pixel_is_noticed():
    picture = game("counting").frame(1, cell=16)
    other = picture.copy()
    other[0, 0, 0] ^= 1
    assert mark(picture.tobytes()) != mark(other.tobytes())
