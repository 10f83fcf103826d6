"""Games of our own players, written as files of other programs, and read again."""

import os
import random
import re
from dataclasses import replace
from functools import partial
from math import isnan

import numpy as np
import pytest

import minevis as mv
import replay_files as files
from example_games import GAMES, examples
from minevis.replays import rawvf, reading
from minevis.replays.recording import RULES, recording_of, timed_events
from minevis.solver import events as ev
from refused import refusal

WRITERS = {
    "arbiter.avf": files.avf,
    "metasweeper.evf": files.evf,
    "vienna_1.rmv": partial(files.rmv, version=1),
    "vienna_2.rmv": files.rmv,
    "text.rawvf": files.rawvf,
    **{
        f"clone_{version}.mvf": partial(files.mvf, version=version)
        for version in ("0.75", "0.76", "0.96", "0.97", "2006", "2007")
    },
}
NAMES = {
    "Zoë Käse": "Zoë Käse".encode(),
    "李雷": "李雷".encode("gb18030"),
    "Łódź Ñu": "Łódź Ñu".encode(),
    "José Ölse": "José Ölse".encode("latin-1"),
    "王珺": "王珺".encode("gb18030"),  # the second byte of the second sign is a B
}
DATED = ("arbiter", "metasweeper", "vienna_1", "text", "clone_0.97", "clone_2")  # have a date
MANY = 12

pytest.importorskip("ms_toollib")


def game(number, name, *, marked=True):
    """One of many games: small and large, won, lost and broken off, with question marks or not."""
    board = mv.Board.random((6 + number % 3, 9, 12), seed=number, first=(0, 0))
    marks = marked and number % 2 == 1
    return files.played(board, seed=number, name=name, marks=marks)


PLAYED = [game(number, b"Zoe", marked=False) for number in range(9)]
WON = next(each for each in PLAYED if each.won)
LOST = next(each for each in PLAYED if not each.won)


@pytest.mark.parametrize("file", WRITERS)
def test_what_was_written_is_read(file, tmp_path):
    """Board, name, date, marks and times; and each click with what it changed."""
    path, seen, results = tmp_path / file, set(), set()
    names = list(NAMES.items())
    for number in range(MANY):
        name, spelled = names[number % len(names)]
        written = game(number, spelled, marked=file != "metasweeper.evf")
        path.write_bytes(WRITERS[file](written))
        found = reading.read_recording(path)
        trace = reading.trace_of(path, found)
        assert found.board == written.board
        if not file.startswith("clone_0.75"):
            assert found.player == trace.start.player == name
        assert found.seconds == pytest.approx(written.seconds, abs=1e-6)
        assert found.marks is written.marks
        assert found.mode == 0
        if file.startswith(DATED):
            assert found.played == pytest.approx(written.played.timestamp(), abs=1)
        assert trace.events[1:] == written.events, number
        assert trace.won is written.won
        assert trace.clock[-1] == pytest.approx(written.seconds, abs=1e-6)
        seen |= {type(event) for event in trace.events}
        results.add(trace.won)
    assert results == {True, False}
    kinds = {ev.Opened, ev.Chorded, ev.Flagged, ev.Wasted, ev.Exploded, ev.Finished}
    assert seen >= kinds
    assert (ev.Unflagged in seen) is (file != "metasweeper.evf")  # it has no question marks


FUZZED = int(os.environ.get("MINEVIS_FUZZ", "6"))  # files of each kind of damage


def damaged(data, rng, many):
    """Yield kinds of damage, with data cut short, without some bytes, and with other bytes."""
    for length in (1, 2, 5, 30, 60, len(data) // 2, len(data) - 40):
        yield "head only" if length <= 60 else "cut short", data[:length]
    for _ in range(many):
        start = rng.randrange(len(data))
        yield "cut out", data[:start] + data[start + rng.choice([1, 7, 8, 16, 80]) :]
        changed = bytearray(data)
        head = min(len(data), 400) if rng.random() < 0.5 else len(data)
        flips = rng.random() < 0.5
        for _ in range(rng.choice([1, 3, 30])):
            place = rng.randrange(head)
            changed[place] = changed[place] ^ 1 << rng.randrange(8) if flips else rng.randrange(256)
        yield "changed", bytes(changed)


@pytest.mark.parametrize("file", WRITERS)
def test_damaged_files_are_refused_or_read_truthfully(file, tmp_path):
    """Cut within its head it is no game; cut within its events it is not won."""
    rng, path, is_text = random.Random(file), tmp_path / file, file == "text.rawvf"
    quick = is_text or file.endswith("mvf")  # read in this process
    for written in (WON, LOST)[: 1 + quick]:
        data = WRITERS[file](written)
        for kind, spoilt in damaged(data, rng, FUZZED * (5 if quick else 1)):
            path.write_bytes(spoilt)
            try:
                trace = mv.replay(path)
            except mv.errors.ReplayFormatError as error:
                assert str(path) in str(error)  # noqa: PT017
                continue
            assert mv.Trace.from_json(trace.to_json()) == trace
            ends = {"cut short": [None], "cut out": [written.won, *[None] * is_text]}
            assert kind != "head only"
            assert trace.won in ends.get(kind, [True, False, None]), kind
    assert os.listdir(tmp_path) == [file]


def test_flags_from_before_the_start_come_first(tmp_path):
    board = mv.Board.parse("*..\n...\n..*")
    hand = files.Hand(board)
    hand.open((0, 1))
    written = hand.done(name=b"Zoe")
    path = tmp_path / "game.rmv"
    path.write_bytes(files.rmv(written, preflags=[(0, 0), (2, 2)]))
    flags = [ev.Flagged(((0, 0),), proven=False), ev.Flagged(((2, 2),), proven=False)]
    trace = mv.replay(path)
    assert trace.events[1:] == (*flags, *written.events)
    assert set(trace.clock) == {0.0}


def test_other_rules_are_named_and_left_out_of_luck_and_profiles(tmp_path):
    board = mv.Board.random("beginner8", seed=3, first=(0, 0))
    written = files.played(board, seed=3, name=b"Zoe")
    modes = {"guessable.evf": 10, "upk.mvf": 1, "unknown.evf": 40}
    for name, mode in (*modes.items(), ("standard.evf", 0)):
        write = files.mvf if name.endswith("mvf") else files.evf
        (tmp_path / name).write_bytes(write(replace(written, mode=mode)))
    clone = bytearray(files.mvf(written, "2007"))
    clone[79] = 9
    (tmp_path / "unknown.mvf").write_bytes(clone)
    rules = {name: RULES.get(mode, f"mode {mode}") for name, mode in modes.items()}
    rules["unknown.mvf"] = "mode 9"
    for name, words in rules.items():
        trace = mv.replay(tmp_path / name)
        assert trace.start.rules == words
        assert words in mv.caption(trace.start)
        review = trace.review(effort="quick")
        assert all(map(isnan, (review.luck, review.survival, review.cost)))
        assert f"Won by the rules “{words}”" in review.verdict
        assert "forced guess" not in {click.kind for click in review.clicks}
        assert mv.Trace.from_json(trace.to_json()).start == trace.start
    page = trace.report(tmp_path / "page.html", effort="quick").read_text("utf-8")
    assert words in page
    assert "luck had to carry" not in page
    found = mv.profile(tmp_path, effort="quick", workers=1, progress=False)
    assert [game.name for game in found.games] == [str(tmp_path / "standard.evf")]
    others = {(str(tmp_path / name), words) for name, words in rules.items()}
    assert ({*found.other_rules}, found.partial) == (others, False)
    said = "Left out: 4 games by other than the standard rules: "
    assert any(sentence.startswith(said) for sentence in found.story)


def test_a_guess_that_lost_is_a_guess_by_other_rules_too(tmp_path):
    board = mv.Board.parse("*..\n...\n..*")
    hand = files.Hand(board)
    for cell in ((1, 1), (0, 1), (0, 0)):
        hand.open(cell)
    path = tmp_path / "game.evf"
    path.write_bytes(files.evf(replace(hand.done(), mode=6)))
    review = mv.replay(path).review(effort="quick")
    assert [click.kind for click in review.clicks] == ["free", "free", "forced guess"]
    assert review.clicks[-1].guess.cost == 0
    assert review.verdict.startswith("Lost by the rules “strong solvable”")


def mines_of(file, board):
    """The mines of a board as a file has them."""
    if file.endswith("evf"):
        return np.packbits(board.mined.ravel()).tobytes()
    cells, first = np.argwhere(board.mined).tolist(), file.endswith("avf")
    return bytes(side + first for cell in cells for side in (cell if first else cell[::-1]))


def with_another_board(file):
    """A game whose board was changed, but not the 3BV that its file has."""
    board = mv.Board.random((*WON.board.shape, 12), seed=40, first=(0, 0))
    assert board.three_bv != WON.board.three_bv
    data, mines = WRITERS[file](WON), mines_of(file, WON.board)
    assert data.count(mines) == 1
    return data.replace(mines, mines_of(file, board))


LAST_OPENING = [at for at, press in enumerate(WON.presses) if press[1] == "lr"][3]
BROKEN_OFF = replace(WON, presses=WON.presses[: LAST_OPENING + 1], events=WON.events[:3])
UNWON = replace(WON, presses=WON.presses[:-4])
REFUSED = [  # a file, its content, and the words of the error
    ("game.evf", files.evf(replace(WON, mode=12)), "recursive chords"),
    (
        "game.mvf",
        files.mvf(WON, "2007").replace(b"2004-2007", b"2004-2009"),
        "files of Minesweeper Clone 2009 are not supported",
    ),
    ("a.rawvf", files.rawvf(WON).replace(b"Marks:", b"Elmar: On\nMarks:"), "played with elmar"),
    *(
        (file, WRITERS[file](UNWON), "its clicks do not win it")  # as without question marks
        for file in ("metasweeper.evf", "vienna_1.rmv", "text.rawvf")
    ),
    *(
        (file, WRITERS[file](BROKEN_OFF), "its clicks do not end the game: it is damaged")
        for file in ("arbiter.avf", "clone_0.97.mvf", "metasweeper.evf")
    ),
    *(
        (file, with_another_board(file), "its board has a 3BV of")
        for file in ("arbiter.avf", "metasweeper.evf", "vienna_2.rmv")
    ),
]


@pytest.mark.parametrize(("file", "data", "words"), REFUSED, ids=[words for *_, words in REFUSED])
def test_a_file_that_contradicts_itself_is_refused_by_name(file, data, words, tmp_path):
    (tmp_path / file).write_bytes(data)
    assert re.search(
        f"ReplayFormatError: .*{file}: .*{words}", refusal(lambda: mv.replay(tmp_path / file))
    )


def text_game(data):
    """The recording and the events of a text."""
    recording = recording_of(rawvf.recording_in(data))
    return recording, [event for _, event in timed_events(recording)]


WITHOUT_END = files.rawvf(WON).removesuffix(f"{WON.seconds:.3f} won\n".encode())
TEXT = files.rawvf(WON)
NOT_LOST = "that the game was lost, but its clicks do not lose it"
REFUSED_TEXTS = [
    *((WITHOUT_END + end, NOT_LOST) for end in (b"9.0 blast", b"lost", b"blast 1 1")),
    (WITHOUT_END.replace(b"Marks:", b"Status: lost\nMarks:"), NOT_LOST),
    (WITHOUT_END.replace(b"Marks:", b"Status: Loss\nMarks:"), NOT_LOST),
    (TEXT.replace(b"Marks:", b"Status: lost\nMarks:"), "was won, and that it was lost"),
    (TEXT.replace(b" lr ", b" lr x", 1), "is not an event: time, button"),
    (TEXT.replace(b"SquareSize: 16", b"SquareSize: 6"), "names two cells: squares of 6 px"),
    (TEXT.replace(b"Board:\n", b"Board:\n00"), "row 0 of its board is"),
    (TEXT.replace(b"*", b"#", 1), "row . of its board is"),
    (TEXT + b"reset 1 1\n", "its board changes during the game"),
    (TEXT.replace(b"Marks:", b"BBBV: 1\nMarks:"), "3BV"),
]


@pytest.mark.parametrize(("text", "words"), REFUSED_TEXTS)
def test_a_text_that_contradicts_itself_or_is_damaged_is_refused(text, words):
    assert text_game(WITHOUT_END)[1][1:] == list(WON.events)
    assert re.search(f"ValueError: .*{words}", refusal(lambda: text_game(text)))


def test_missing_mines_are_counted_and_a_superclick_is_a_chord():
    """LlamaSweeper writes no line with the mines, and every chord as a left click on a clue."""
    board = mv.Board.parse("*...\n....\n...*")
    hand = files.Hand(board)
    hand.open((0, 1))
    hand.flag((0, 0))
    hand.press(("lc", "lr"), (0, 1))
    opened = tuple(sorted(hand.game.chord((0, 1))))
    hand.events.append(ev.Chorded((0, 1), opened, hand.numbers(opened)))
    hand.press(("lc", "lr"), (2, 2))  # on a cell that is still covered
    cells = hand.game.open((2, 2))
    hand.events.append(ev.Opened((2, 2), cells, hand.numbers(cells)))
    hand.press(("lc", "lr"), (2, 2))  # without its flag
    hand.events.append(ev.Wasted((2, 2), "double"))
    written = hand.done()
    text = files.rawvf(written).replace(b"Mines: 2\n", b"")
    assert b"Mines" not in text
    plain, events = text_game(text)
    assert plain.board == board
    assert ev.Wasted((0, 1), "left") in events
    for on in (b"On", b"on", b"Yes"):
        text_on = text.replace(b"Marks:", b"SuperClick: " + on + b"\nMarks:")
        assert text_game(text_on)[1][1:] == list(written.events)


STANDARD = ("Mode: Classic", "Mode: density", "Level: Easy", "Level: Expert 30x16", "NoGuess: Off")
OTHER = {
    "Mode: No Guess": "No Guess",
    "Mode: Classic NG": "Classic NG",
    "Mode: Cheat (hinted)": "Cheat (hinted)",
    "Mode: Eff Boards": "Eff Boards",
    "Mode: Lucky": "Lucky",
    "Mode: Upk": "UPK",
    "Level: Expert NG": "Expert NG",
    "Level: No guess": "No guess",
    "Hints: 3": "hints: 3",
    "NoGuess: On": "noguess: On",
}


@pytest.mark.parametrize("line", [*STANDARD, *OTHER])
def test_modes_and_levels_with_other_rules_are_named(line):
    key = f"{line.split(':')[0]}:".encode()
    text = re.sub(rb"(?m)^" + key + rb".*\n", b"", files.rawvf(WON))
    recording, events = text_game(text.replace(b"Board:", line.encode() + b"\nBoard:"))
    assert recording.rules == events[0].rules == OTHER.get(line, "")


def test_text_that_other_programs_write_is_read(tmp_path):
    """Windows line ends, a byte order mark, decimal commas, no columns and rows, no `Events:`."""
    path = tmp_path / "game.RAWVF"
    path.write_bytes(
        b"\xef\xbb\xbfWidth: 2\r\nHeight:1\r\nMines: 1\r\nSquareSize: 24\r\nBoard:\r\n0*\r\n"
        b"-0,100 mv (3 -5)\r\n0,000 lc (20 8)\r\n0,50 lr (23 8)\r\nnumber1 1 1\r\n0,50 won\r\n"
    )
    trace = mv.replay(path)
    assert trace.won is True
    assert trace.events[1] == ev.Opened((0, 0), ((0, 0),), (1,))


def test_the_example_games_are_those_of_the_script():
    assert {path.name: path.read_bytes() for path in GAMES.iterdir()} == examples()
