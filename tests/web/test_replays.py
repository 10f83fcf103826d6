"""Replays in the browser: the same moves as in Python, and a sentence for damaged files."""

import base64
import random
from functools import partial
from pathlib import Path

import pytest

import minevis as mv
import replay_files as files
from minevis.solver import events as ev
from node import answers_of, needs_node

pytest.importorskip("ms_toollib")
pytestmark = needs_node

READ = """([name, data]) => {
  try {
    const bytes = Uint8Array.from(Buffer.from(data, "base64"));
    const { moves, end, logic } = script.gameOfReplay(name, bytes, { largest: 100, logic: "NG" });
    return { moves, end, logic };
  } catch (error) {
    return { refused: error.values ? error.name : error.stack };
  }
}"""
WRITERS = {
    "arbiter.avf": files.avf,
    "metasweeper.evf": files.evf,
    "vienna_1.rmv": partial(files.rmv, version=1),
    "vienna_2.rmv": files.rmv,
    "text.rawvf": files.rawvf,
}
SENTENCES = {"replay damaged", "replay rules", "replay unfinished", "standalone text size"}
SHARED = Path(__file__).parents[3] / "shared" / "replays"
GAMES = 12


def written(number, marked=True):
    board = mv.Board.random((6 + number % 3, 9, 12), seed=number, first=(0, 0))
    return files.played(board, seed=number, name=b"Zoe", marks=marked and number % 2 == 1)


def in_browser(asked):
    return answers_of(
        "standalone/replays.js",
        READ,
        [[[name, base64.b64encode(data).decode()]] for name, data in asked],
    )


def in_python(path):
    """The moves, the end and the rules of the game in a file."""
    trace = mv.replay(path)
    moves = []
    for event, seconds in zip(trace.events, trace.clock, strict=True):
        if isinstance(event, ev.Flagged | ev.Unflagged):
            moves.append(("flag", event.cells[0], seconds))
        elif isinstance(event, ev.Chorded):
            moves.append(("chord", event.cell, seconds))
        elif isinstance(event, ev.Opened) or (isinstance(event, ev.Exploded) and not event.chord):
            moves.append(("open", event.cell, seconds))
    width = trace.shape[1]
    end = {True: "won", False: "lost", None: None}[trace.won]
    return [(kind, row * width + col, at) for kind, (row, col), at in moves], end, trace.start.rules


def check_same(answer, path):
    moves, end, rules = in_python(path)
    if end is None:
        assert answer == {"refused": "replay unfinished"}
        return
    assert (answer["end"], bool(answer["logic"])) == (end, bool(rules))
    assert [move[:2] for move in answer["moves"]] == [[*move[:2]] for move in moves]
    times = [move[2] for move in moves]
    assert [move[2] for move in answer["moves"]] == pytest.approx(times, abs=0.0011)


@pytest.mark.parametrize("file", WRITERS)
def test_a_game_has_the_moves_that_python_reads(file, tmp_path):
    games = [written(number, marked=file != "metasweeper.evf") for number in range(GAMES)]
    answers = in_browser([(file, WRITERS[file](game)) for game in games])
    for game, answer in zip(games, answers, strict=True):
        (tmp_path / file).write_bytes(WRITERS[file](game))
        check_same(answer, tmp_path / file)
    assert {answer.get("end") for answer in answers} >= {"won", "lost"}


@pytest.mark.parametrize("file", WRITERS)
def test_a_damaged_file_gives_a_sentence(file):
    """Cut files hold no game; with single bits flipped they hold none, or one with fewer facts."""
    rng = random.Random(4)
    data = WRITERS[file](next(game for game in map(written, range(GAMES)) if game.won))
    lengths = sorted({0, 1, 2, 5, *rng.sample(range(len(data)), 60)})
    flipped = [bytearray(data) for _ in range(200)]
    for each in flipped:
        each[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    asked = [*(data[:length] for length in lengths), *map(bytes, flipped)]
    answers = in_browser([(file, each) for each in asked])
    cut = answers[: len(lengths)]
    assert sum("refused" in answer for answer in cut) > len(cut) - 8  # a checksum may be missing
    for answer in answers:
        assert answer.get("refused") in {None, *SENTENCES}
        times = [0, *(move[2] for move in answer.get("moves", []))]
        assert times == sorted(times)


def test_other_rules_are_named_and_unlike_boards_are_refused():
    game = written(0)
    text = files.rawvf(game).decode()
    rules = [b"Mode: UPK", b"Mode: Classic NG", b"Superclick: on"]
    asked = [("a.rawvf", text.encode().replace(b"Mode: Classic", each)) for each in rules]
    asked.append(("a.rawvf", text.replace("Width: 9", "Width: 999").encode()))
    first, no_guess, other, wide = in_browser(asked)
    assert first == other == {"refused": "replay rules"}
    assert (no_guess["end"], no_guess["logic"]) == ("won" if game.won else "lost", "NG")
    assert wide["refused"] in SENTENCES


@pytest.mark.skipif(not SHARED.is_dir(), reason="files of other programs are not here")
def test_files_of_other_programs_are_read_as_in_python():
    paths = [path for path in sorted(SHARED.iterdir()) if path.suffix in (".avf", ".evf", ".rmv")]
    answers = in_browser([(path.name, path.read_bytes()) for path in paths])
    for path, answer in zip(paths, answers, strict=True):
        check_same(answer, path)


def test_a_replay_saved_by_the_browser_is_read_by_python(tmp_path):
    moves = [["open", 1, 0], ["open", 5, 0.5], ["flag", 0, 1.5], ["chord", 1, 2.25]]
    game = {"size": [3, 4, 1], "mined": [True] + [False] * 11, "moves": moves, "at": 4}
    game |= {"logic": "", "date": "2026-11-28T10:00:00.000Z", "end": "won"}
    (text,) = answers_of("standalone/history.js", "script.rawvfOf", [(game,)])
    path = tmp_path / "game.rawvf"
    path.write_text(text)
    trace = mv.replay(path)
    assert (trace.won, trace.shape, trace.clock[-1]) == (True, (3, 4), 2.25)
