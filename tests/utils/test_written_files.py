"""Texts are written whole or not at all."""

import errno
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

import minevis as mv
from asked import answers
from minevis.utils.files import atomic_write, check_output, check_target, output_file, write_whole
from refused import refusal


def full(path, *_, **__):
    """A disk that is full, in place of a method of paths."""
    raise OSError(errno.ENOSPC, "No space left on device", str(path))


def test_a_text_that_cannot_be_written_leaves_the_old_one(tmp_path, monkeypatch):
    path = write_whole(tmp_path / "text", "old")
    monkeypatch.setattr(
        Path, "write_bytes", lambda path, data: path.write_text("half") and full(path)
    )
    with pytest.raises(OSError, match="No space left"):
        write_whole(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_an_error_names_the_file_and_not_the_hidden_one(tmp_path, monkeypatch):
    scrubber = mv.play(mv.Board.parse("*."), first=(0, 1)).scrubber()
    monkeypatch.setattr("minevis.web.page.page", None)  # it would fail if called
    nowhere = tmp_path / "nowhere" / "a.html"
    for call, words in (
        (lambda: check_target(tmp_path / ""), "folder"),
        (lambda: check_target(nowhere), "there is no folder"),
        (lambda: scrubber.save(nowhere), r"nowhere/a\.html: there is no folder .*nowhere$"),
        (lambda: write_whole(nowhere, ""), r"nowhere/a\.html'$"),
        (lambda: write_whole(tmp_path, ""), f"{tmp_path}'$"),
    ):
        assert re.search(words, refusal(call))
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="links are another matter there")
@pytest.mark.parametrize("check", [check_target, check_output, lambda path: write_whole(path, "")])
def test_what_may_only_be_read_is_no_target(check, tmp_path, monkeypatch):
    file, link = tmp_path / "file", tmp_path / "link"
    file.write_text("kept")
    link.symlink_to(file)
    for refused, kind in ((file, "file"), (tmp_path, "folder")):
        monkeypatch.setattr("os.access", lambda place, mode, refused=refused: place != refused)
        for path in (file, link):
            with pytest.raises(PermissionError, match=f"the {kind} .* may not be .*{path}'$"):
                check(path)
    assert file.read_text() == "kept"
    assert set(tmp_path.iterdir()) == {file, link}


@pytest.mark.skipif(not Path(os.devnull).is_char_device(), reason="no devices by name")
def test_a_device_is_a_target_wherever_it_stands(monkeypatch):
    monkeypatch.setattr("os.access", lambda place, mode: place == Path(os.devnull))
    for check in (check_target, check_output):
        assert check(os.devnull) == Path(os.devnull)
    write_whole(os.devnull, "lost")


def test_the_folder_of_an_output_is_made_just_before_writing(tmp_path):
    path = tmp_path / "new" / "folder" / "text"
    assert check_output(path) == path
    assert not list(tmp_path.iterdir())
    for error in (ValueError, KeyboardInterrupt):
        with pytest.raises(error, match="stop"), output_file(path):
            raise error("stop")
        assert not list(tmp_path.iterdir())
    with output_file(path) as found:
        assert found == path
    assert path.parent.is_dir()
    with pytest.raises(ValueError, match="stop"), output_file(path.parent / "more" / "text"):
        raise ValueError("stop")
    assert not list(path.parent.iterdir())  # it was there before
    path.write_text("")
    assert refusal(lambda: check_output(path.parent)).endswith("this is a folder, not a file")
    assert refusal(lambda: check_output(path / "a")).endswith("text is a file, not a folder")


ENDED = """
import os, signal, sys
from minevis.utils.files import atomic_write, output_file
with output_file(sys.argv[2]), atomic_write(sys.argv[1]) as part:
    part.write_text("half")
    try:
        os.kill(os.getpid(), getattr(signal, sys.argv[3]))
    finally:
        os.kill(os.getpid(), signal.SIGTERM)  # cleaning up goes on
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals there")
@pytest.mark.parametrize(("name", "code"), [("SIGTERM", 143), ("SIGHUP", 129), ("SIGKILL", -9)])
def test_a_writer_that_is_ended_leaves_the_old_file(tmp_path, name, code):
    path = write_whole(tmp_path / "te[x]t.CSV", "old")
    command = [sys.executable, "-c", ENDED, path, tmp_path / "new" / "a.json", name]
    assert subprocess.run(command).returncode == code
    assert path.read_text() == "old"
    if name != "SIGKILL":  # who is asked to end cleans up
        assert list(tmp_path.iterdir()) == [path]


FILMED = """
import os, signal, sys
from pathlib import Path
import numpy as np
from minevis.film.ffmpeg import FrameStream, encode_film

def frames():
    for number in range(10_000):
        yield np.full((64, 64, 3), number % 256, np.uint8)
        if number == 300:
            os.kill(os.getpid(), signal.SIGTERM)

encode_film(Path(sys.argv[1]), FrameStream(frames(), (64, 64), 10.0, lambda: next(frames())))
"""


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="lists processes by /proc")
@pytest.mark.parametrize("suffix", ["mp4", "gif"])
def test_a_film_that_is_asked_to_end_leaves_no_part_and_no_encoder(tmp_path, suffix):
    ended = subprocess.run([sys.executable, "-c", FILMED, tmp_path / f"film.{suffix}"])
    assert ended.returncode == 143
    assert not list(tmp_path.iterdir())
    for running in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):  # it has ended meanwhile
            assert str(tmp_path).encode() not in running.read_bytes()


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals there")
def test_handlers_of_signals_come_back_and_those_of_others_stay(tmp_path):
    def other(*_):
        pass

    before = signal.getsignal(signal.SIGTERM)
    try:
        for handler in (signal.SIG_DFL, signal.SIG_IGN, other):
            signal.signal(signal.SIGTERM, handler)
            with atomic_write(tmp_path / "text"):
                taken = signal.getsignal(signal.SIGTERM) != handler
            assert taken == (handler == signal.SIG_DFL)
            assert signal.getsignal(signal.SIGTERM) == handler
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        writer = threading.Thread(target=write_whole, args=(tmp_path / "thread", "whole"))
        writer.start()
        writer.join()
        assert (tmp_path / "thread").read_text() == "whole"
    finally:
        signal.signal(signal.SIGTERM, before)


WAITING = """
import sys
from minevis.utils.files import atomic_write
with atomic_write(sys.argv[1]) as part:
    print(part, flush=True)
    sys.stdin.read()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no locks there")
def test_parts_of_killed_writers_are_removed_and_no_others(tmp_path, monkeypatch):
    def part(number, suffix=".json", days=1.0):
        path = tmp_path / f".minevis-{number:016x}.part{suffix}"
        path.write_text("half")
        os.utime(path, times=(time.time() - 86_400 * days,) * 2)
        return path

    command = [sys.executable, "-c", WAITING, tmp_path / "slow.txt"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as one:
        slow = Path(one.stdout.readline().strip())
        os.utime(slow, times=(0, 0))
        linked = part(3)
        linked.rename(tmp_path / "mine.json")
        linked.symlink_to(tmp_path / "mine.json")
        os.utime(linked, times=(0, 0), follow_symlinks=False)
        named = tmp_path / ".minevis-old.part.json"
        part(4).rename(named)
        others = {linked, named, tmp_path / "mine.json", part(5, days=0.001), slow}
        gone = [part(1), part(2, "")]
        write_whole(tmp_path / "new.txt", "new")
        assert {*tmp_path.iterdir()} == {*others, tmp_path / "new.txt"}
        assert not any(path.exists() for path in gone)
        one.communicate()
    assert (tmp_path / "slow.txt").exists()
    foreign = part(6)
    monkeypatch.setattr(os, "getuid", lambda: foreign.stat().st_uid + 1)
    write_whole(tmp_path / "new.txt", "new")
    assert foreign.exists()


@pytest.mark.parametrize("folder", ["nowhere", None])
def test_an_error_without_a_temporary_folder_names_it_and_the_file(tmp_path, monkeypatch, folder):
    monkeypatch.setattr(tempfile, "tempdir", folder and str(tmp_path / folder))
    if folder is None:
        monkeypatch.setattr(tempfile, "_candidate_tempdir_list", lambda: [str(tmp_path / "none")])
    trace = mv.play(mv.Board.parse("*."), first=(0, 1))
    place = "in .*nowhere: No such file" if folder else "No usable temporary directory"
    rule = rf"a\.gif: no temporary folder can be made \({place}.*; set TMPDIR to a writable folder"
    with pytest.raises(mv.errors.EncoderError, match=rule):
        trace.video(tmp_path / "a.gif")
    [reply] = answers(mv.Editor("1#"), {"do": "file", "name": "a.png", "data": ""})
    assert re.match(rf"No temporary folder can be made \({place}", reply["refused"])
    assert not list(tmp_path.iterdir())


def test_a_full_temporary_folder_is_named(tmp_path, monkeypatch):
    trace = mv.play(mv.Board.parse("*."), first=(0, 1))
    monkeypatch.setattr(Path, "write_text", full)
    rule = r"a\.mp4: /.*minevis-.*: No space left on device$"
    with pytest.raises(mv.errors.EncoderError, match=rule):
        trace.video(tmp_path / "a.mp4")
    assert not list(tmp_path.iterdir())


def test_two_that_write_one_file_do_not_meet(tmp_path):
    with atomic_write(tmp_path / "text") as part:
        part.write_text("mine")
        write_whole(tmp_path / "text", "theirs")
        assert part.read_text() == "mine"
    assert (tmp_path / "text").read_text() == "mine"


WRITERS = """
import os, resource, signal, sys
from pathlib import Path
import minevis as mv
from minevis.cli.main import main

board = mv.Board.random((4, 5, 4), seed=10, first=(0, 0))
trace = mv.play(board, "csp", first=(0, 0))
race = mv.race(board, ["csp"], first=(0, 0))
film = {"cell": 8, "frames": (0, 3), "cards": False}

shot = Path(sys.argv[1]).with_name("shot.png")
trace.picture(1, panels=("board",)).save(shot)

def command(*arguments):
    if main([str(argument) for argument in arguments]):
        raise ValueError(arguments)

WRITERS = {
    **{f".{suffix}": lambda path: trace.video(path, **film) for suffix in ("gif", "webp", "mp4")},
    ".webm": lambda path: trace.video(path, **film),
    ".race.mp4": lambda path: race.video(path, cell=8, seconds=0.2),
    ".strip.png": trace.strip(moments=2, cell=8).save,
    ".png": lambda path: trace.frames_to(path.with_suffix(""), cell=8, frames=(0, 1)),
    ".svg": lambda path: trace.plot(0).savefig(path),
    ".board.txt": board.save,
    ".mine": mv.Position.parse("mines 1\\n1#").save,
    ".html": trace.scrubber().save,
    ".race.html": race.scrubber().save,
    ".report.html": lambda path: trace.report(path, effort="quick"),
    ".practice.html": mv.Practice("1-2", count=1, progress=False).save,
    ".json": lambda path: command("solve", "--level", "beginner8", "--quiet", "--record", path),
    ".overlay.png": lambda path: command("analyze", "--overlay", path, shot),
}
folder = Path(sys.argv[1])
for suffix, write in WRITERS.items():
    write(folder / f"a%03d{suffix}")
before = {path: path.read_bytes() for path in folder.rglob("*.*")}
print("names:", *sorted(path.name for path in before), all(map(len, before.values())))
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (5, 5))
for suffix, write in WRITERS.items():
    try:
        write(folder / f"a%03d{suffix}")
    except (OSError, mv.MinevisError, ValueError) as error:
        assert "a%03d" in str(error), error
    else:
        print("written:", suffix)
print("kept:", {path: path.read_bytes() for path in folder.rglob("*.*")} == before)
"""


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="no limits on the size of files there")
def test_every_writer_takes_names_as_they_are_and_keeps_the_old_file_on_a_full_disk(tmp_path):
    folder = tmp_path / "written"
    folder.mkdir()
    # without -B Python would keep its modules cut off too, if it had not yet read them
    command = [sys.executable, "-B", "-c", WRITERS, str(folder)]
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    suffixes = re.findall(r'^    "([.\w]+)": ', WRITERS, re.MULTILINE)
    names = {f"a%03d{suffix}" for suffix in suffixes} - {"a%03d.png"}
    names |= {"0000.png", "a%03d.vtt", "a%03d.gif", "a%03d.webp", "a%03d.mp4"}
    said = re.findall(r"^(?:names|written|kept): .*", result.stdout, re.MULTILINE)
    assert said == [f"names: {' '.join(sorted(names))} True", "kept: True"]


@pytest.mark.skipif(sys.platform == "win32", reason="links and modes are another matter there")
def test_a_link_is_followed_and_who_may_read_the_file_stays(tmp_path):
    file, link = tmp_path / "file.txt", tmp_path / "link.txt"
    file.write_text("before")
    file.chmod(0o600)
    link.symlink_to(file)
    write_whole(link, "after")
    assert link.is_symlink()
    assert (file.read_text(), file.stat().st_mode & 0o777) == ("after", 0o600)
    assert set(tmp_path.iterdir()) == {file, link}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a name")
def test_a_pipe_is_written_to_and_stays_one(tmp_path):
    pipe, heard = tmp_path / "pipe", []
    os.mkfifo(pipe)
    listener = threading.Thread(target=lambda: heard.append(pipe.read_text()), daemon=True)
    listener.start()
    write_whole(pipe, "told")
    listener.join(10)
    assert heard == ["told"]
    assert pipe.is_fifo()
