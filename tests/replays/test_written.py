"""Games of our own players, written as files of other programs, and read again."""

import random
import re
from contextlib import suppress
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


@pytest.mark.parametrize("file", WRITERS)
def test_a_file_cut_short_is_refused_or_read_as_far_as_it_goes(file, tmp_path):
    """Cut within its head it is no game; cut within its events it may be one, but is not won."""
    data = WRITERS[file](WON)
    path = tmp_path / file
    for length in (1, 2, 5, 30, 60, len(data) // 2, len(data) - 40):
        path.write_bytes(data[:length])
        if length <= 60:
            with pytest.raises(mv.errors.ReplayFormatError, match=re.escape(str(path))):
                mv.replay(path)
        with suppress(mv.errors.ReplayFormatError):
            assert mv.replay(path).won is None


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
    modes = {"guessable.evf": 10, "upk.mvf": 1}
    for name, mode in (*modes.items(), ("standard.evf", 0)):
        write = files.mvf if name.endswith("mvf") else files.evf
        (tmp_path / name).write_bytes(write(replace(written, mode=mode)))
    for name, mode in modes.items():
        trace = mv.replay(tmp_path / name)
        assert trace.start.rules == RULES[mode]
        assert RULES[mode] in mv.caption(trace.start)
        review = trace.review(effort="quick")
        assert all(map(isnan, (review.luck, review.survival, review.cost)))
        assert f"Won by the rules “{RULES[mode]}”" in review.verdict
        assert "forced guess" not in {click.kind for click in review.clicks}
        page = trace.report(tmp_path / "page.html", effort="quick").read_text("utf-8")
        assert RULES[mode] in page
        assert "luck had to carry" not in page
        assert mv.Trace.from_json(trace.to_json()).start == trace.start
    found = mv.profile(tmp_path, effort="quick", workers=1, progress=False)
    assert [game.name for game in found.games] == [str(tmp_path / "standard.evf")]
    others = tuple((str(tmp_path / name), RULES[mode]) for name, mode in modes.items())
    assert (found.other_rules, found.partial) == (others, False)
    said = "Left out: 2 games by other than the standard rules: "
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


def test_recursive_chords_and_unknown_versions_are_refused_by_name(tmp_path):
    written = game(1, b"Zoe", marked=False)
    clone = files.mvf(written, "2007").replace(b"2004-2007", b"2004-2009")
    elmar = files.rawvf(written).replace(b"Marks:", b"Elmar: On\nMarks:")
    for suffix, data, rule in (
        ("evf", files.evf(replace(written, mode=12)), "recursive chords"),
        ("mvf", clone, "files of Minesweeper Clone 2009 are not supported"),
        ("rawvf", elmar, "played with elmar"),
    ):
        path = tmp_path / f"game.{suffix}"
        path.write_bytes(data)
        with pytest.raises(mv.errors.ReplayFormatError, match=rule):
            mv.replay(path)


def test_a_game_that_does_not_end_as_its_file_says_is_refused(tmp_path):
    """Such as one with question marks, in a file without them."""
    short = replace(WON, presses=WON.presses[:-4])
    for file in ("metasweeper.evf", "vienna_1.rmv", "text.rawvf"):
        path = tmp_path / file
        path.write_bytes(WRITERS[file](short))
        with pytest.raises(mv.errors.ReplayFormatError, match="its clicks do not win it"):
            mv.replay(path)


@pytest.mark.parametrize("file", WRITERS)
def test_bytes_cut_out_anywhere_never_change_the_end_in_silence(file, tmp_path):
    """Only the text has no end if the cut takes the line that says it."""
    rng, path = random.Random(file), tmp_path / file

    for written in (WON, LOST) if file.endswith("vf") and "evf" not in file else (WON,):
        data = WRITERS[file](written)
        for _ in range(6 if file.endswith((".avf", ".evf", ".rmv")) else 60):
            start = rng.randrange(len(data))
            path.write_bytes(data[:start] + data[start + rng.choice([1, 7, 8, 16, 80]) :])
            with suppress(mv.errors.ReplayFormatError):
                assert mv.replay(path).won in (written.won, *[None] * (file == "text.rawvf"))


@pytest.mark.parametrize("file", ["arbiter.avf", "clone_0.97.mvf", "metasweeper.evf"])
def test_a_game_without_an_end_is_damaged_where_programs_keep_ended_games(file, tmp_path):
    middle = [at for at, press in enumerate(WON.presses) if press[1] == "lr"][3]
    short = replace(WON, presses=WON.presses[: middle + 1], events=WON.events[:3])
    path = tmp_path / file
    path.write_bytes(WRITERS[file](short))
    with pytest.raises(
        mv.errors.ReplayFormatError, match="its clicks do not end the game: it is damaged"
    ):
        mv.replay(path)


@pytest.mark.parametrize("file", ["arbiter.avf", "metasweeper.evf", "vienna_2.rmv"])
def test_a_board_with_another_3bv_than_its_file_says_is_damaged(file, tmp_path):
    path = tmp_path / file
    board = mv.Board.random((*WON.board.shape, 12), seed=40, first=(0, 0))
    assert board.three_bv != WON.board.three_bv
    data = {b: WRITERS[file](replace(WON, board=b)) for b in (WON.board, board)}
    mines = {b: bytes(_mines_of(file, b)) for b in data}
    assert data[WON.board].count(mines[WON.board]) == 1
    path.write_bytes(data[WON.board].replace(mines[WON.board], mines[board]))
    with pytest.raises(mv.errors.ReplayFormatError, match="its board has a 3BV of"):
        mv.replay(path)


def _mines_of(file, board):
    """The mines of a board as a file has them."""
    if file.endswith("evf"):
        return np.packbits(board.mined.ravel()).tobytes()
    cells = np.argwhere(board.mined).tolist()
    first = file.endswith("avf")
    return [side + first for cell in cells for side in (cell if first else cell[::-1])]


def text_game(data):
    """The recording and the events of a text."""
    recording = recording_of(rawvf.recording_in(data))
    return recording, [event for _, event in timed_events(recording)]


@pytest.mark.parametrize("says", ["Status: lost", "Status: Loss", "9.0 blast", "lost", "blast 1 1"])
def test_a_text_whose_game_is_not_lost_as_it_says_is_refused(says):
    text = files.rawvf(WON).removesuffix(f"{WON.seconds:.3f} won\n".encode())
    assert text_game(text)[1][1:] == list(WON.events)
    if says.startswith("Status"):
        text = text.replace(b"Marks:", f"{says}\nMarks:".encode())
    else:
        text += says.encode()
    with pytest.raises(ValueError, match="that the game was lost, but its clicks do not lose it"):
        text_game(text)


def test_a_text_that_says_both_ends_or_has_damaged_lines_is_refused():
    text = files.rawvf(WON)
    for changed, rule in (
        (text.replace(b"Marks:", b"Status: lost\nMarks:"), "was won, and that it was lost"),
        (text.replace(b" lr ", b" lr x", 1), "is not an event: time, button"),
        (text.replace(b"SquareSize: 16", b"SquareSize: 6"), "names two cells: squares of 6 px"),
        (text.replace(b"Board:\n", b"Board:\n00"), "row 0 of its board is"),
        (text.replace(b"*", b"#", 1), "row . of its board is"),
        (text + b"reset 1 1\n", "its board changes during the game"),
        (text.replace(b"Marks:", b"BBBV: 1\nMarks:"), "3BV"),
    ):
        with pytest.raises(ValueError, match=rule):
            text_game(changed)


def test_missing_mines_are_counted_and_a_superclick_is_a_chord():
    """LlamaSweeper writes no line with the mines, and every chord as a left click on a clue."""
    board = mv.Board.parse("*...\n....\n...*")
    hand = files.Hand(board)
    hand.open((0, 1))
    hand.flag((0, 0))
    hand.press(("lc", "lr"), (0, 1))
    opened = tuple(sorted(hand.game.chord((0, 1))))
    hand.events.append(ev.Chorded((0, 1), opened, hand._numbers(opened)))
    hand.press(("lc", "lr"), (2, 2))  # on a cell that is still covered
    cells = hand.game.open((2, 2))
    hand.events.append(ev.Opened((2, 2), cells, hand._numbers(cells)))
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


def test_unknown_modes_of_other_formats_are_named_too(tmp_path):
    numbers = {"evf": (files.evf(replace(WON, mode=40)), "mode 40")}
    clone = bytearray(files.mvf(WON, "2007"))
    clone[79] = 9
    numbers["mvf"] = (bytes(clone), "mode 9")
    for suffix, (data, rules) in numbers.items():
        path = tmp_path / f"game.{suffix}"
        path.write_bytes(data)
        review = mv.replay(path).review(effort="quick")
        assert review.rules == rules
        assert isnan(review.luck)


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
