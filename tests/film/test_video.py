"""Videos: they contain the drawn frames, and a failure leaves no file."""

import errno
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
import tracemalloc
from base64 import b64decode
from pathlib import Path
from types import SimpleNamespace

import imageio_ffmpeg
import numpy as np
import pytest
from PIL import Image, ImageSequence

from minevis.api.playing import play
from minevis.errors import EncoderError
from minevis.film import ffmpeg, video
from minevis.film.beats import beats
from minevis.film.frames import frame
from minevis.film.video import InlineVideo, inline_video, write_video
from minevis.game.board import Board
from minevis.render.options import Look, Pacing
from minevis.render.page import page_of_panels

FFMPEG = imageio_ffmpeg.get_ffmpeg_exe()
LOOK = {"cell": 20, "frames": (14, 26)}
STILL = {"motion": False}  # a film of settled pictures


def described(path):
    return subprocess.run([FFMPEG, "-i", str(path)], capture_output=True, text=True).stderr


def length_of(path):
    hours, minutes, seconds = re.search(r"Duration: (\d+):(\d+):([\d.]+)", described(path)).groups()
    return 3600 * int(hours) + 60 * int(minutes) + float(seconds)


def frames_read(path, plan, fps=10):
    """The frames of a file as a player shows them, `fps` a second: uint8 [n, h, w, 3]."""
    command = [FFMPEG, "-loglevel", "error", "-i", str(path), "-vf", f"fps={fps}"]
    command += ["-t", str(length_of(path)), "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
    data = subprocess.run(command, capture_output=True, check=True).stdout
    return np.frombuffer(data, np.uint8).reshape(-1, plan.height, plan.width, 3)


def apart(first, second):
    return float(np.abs(first.astype(int) - second).mean())


@pytest.mark.parametrize("suffix", [".mp4", ".webm", ".gif"])
def test_a_video_read_back_is_what_was_drawn(trace, tmp_path, suffix):
    plan = page_of_panels(trace.shape, Look(cell=20))
    (tmp_path / f"solve{suffix}").write_text("an older one")
    path = write_video(trace, tmp_path / f"solve{suffix}", **LOOK, **STILL)
    assert path == tmp_path / f"solve{suffix}"
    told = beats(trace, Pacing(frames=(14, 26)), grouping="grouped")
    shown = [beat.index for beat in told for _ in range(beat.hold)]
    read = frames_read(path, plan)
    assert len(read) == 12
    for at in (0, -1):
        assert apart(read[at], frame(trace, shown[at], cell=20)) < 3, f"frame {at}"
    assert apart(read[0], frame(trace, shown[-1], cell=20)) > 3
    beside = [path.with_suffix(".vtt")] if suffix == ".webm" else []
    assert sorted(tmp_path.iterdir()) == sorted([path, *beside])


@pytest.mark.parametrize("fps", [10, np.int64(25), np.float32(12.5), 0.5])
def test_an_mp4_says_what_players_need(trace, tmp_path, fps):
    plan = page_of_panels(trace.shape, Look(cell=20))
    path = write_video(trace, tmp_path / "a.mp4", fps=fps, cell=20, frames=(0, 15))
    said = described(path)
    for words in ("h264", "yuv420p(tv, smpte170m", f"{plan.width}x{plan.height}"):
        assert words in said
    assert plan.width % 2 == plan.height % 2 == 0
    assert length_of(path) == pytest.approx(15 / fps, abs=0.1)
    data = path.read_bytes()
    assert data.index(b"moov") < data.index(b"mdat")  # playable before it is all there


HOLDS = [(1,), (7,), (1, 1), (5, 1), (1, 5), (2, 40, 1, 3)]


def film_of(path, holds):
    """Write plain pictures, each a little lighter, held for some frames."""
    shades = [np.full((16, 32, 3), 60 * number, np.uint8) for number in range(len(holds))]
    stream = [shade for shade, hold in zip(shades, holds, strict=True) for _ in range(hold)]
    frames = ffmpeg.FrameStream(stream, (16, 32), 10, lambda: np.concatenate(shades))
    ffmpeg.encode_film(path, frames)
    return [number for number, hold in enumerate(holds) for _ in range(hold)]


@pytest.mark.parametrize("suffix", [".mp4", ".webm", ".gif", ".webp"])
@pytest.mark.parametrize("holds", HOLDS, ids=str)
def test_a_picture_is_held_as_long_as_it_was_asked_for(tmp_path, suffix, holds):
    path = tmp_path / f"a{suffix}"
    shown = film_of(path, holds)
    if suffix != ".webp":
        seen = frames_read(path, SimpleNamespace(width=32, height=16))
        assert np.rint(seen.mean(axis=(1, 2, 3)) / 60).tolist() == shown
    elif len(holds) > 1:  # its encoder is right to a frame
        with Image.open(path) as film:
            held = [part.copy().info["duration"] / 100 for part in ImageSequence.Iterator(film)]
        assert sum(held) == sum(holds)
        assert np.abs(np.array(held) - holds).max() <= 1


def test_progress_is_shown_when_asked(trace, tmp_path, bars, capsys):
    write_video(trace, tmp_path / "a.mp4", progress=True, **LOOK)
    assert "12/12" in capsys.readouterr().err
    write_video(trace, tmp_path / "a.mp4", **LOOK)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("name", "options", "error", "rule"),
    [
        ("a.mp4", {"encoder": "h264"}, TypeError, "encoder='h264': a function of a path"),
        *(("a.mp4", {"fps": fps}, ValueError, "fps=") for fps in (0, -5, float("inf"), "fast")),
        ("nowhere/a.mp4", {}, EncoderError, r"no folder .*nowhere"),
        ("folder.mp4", {}, EncoderError, r"folder\.mp4"),
    ],
)
def test_what_cannot_be_written_is_refused_and_leaves_nothing(
    trace, tmp_path, name, options, error, rule
):
    (tmp_path / "folder.mp4").mkdir()
    with pytest.raises(error, match=rule):
        write_video(trace, tmp_path / name, **options, **LOOK)
    assert [path.name for path in tmp_path.iterdir()] == ["folder.mp4"]


def test_neither_film_nor_captions_are_written_without_the_other(trace, tmp_path, monkeypatch):
    def full(path, *_, **__):
        raise OSError(errno.ENOSPC, "No space left on device")

    (tmp_path / "a.vtt").mkdir()
    (tmp_path / "b.webm").mkdir()
    with pytest.raises(EncoderError, match=r"a\.vtt: this is a folder, not a file"):
        write_video(trace, tmp_path / "a.webm", **LOOK)
    with pytest.raises(EncoderError, match=r"b\.webm"):
        write_video(trace, tmp_path / "b.webm", **LOOK)
    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(EncoderError, match=r"c\.vtt: No space left on device"):
        write_video(trace, tmp_path / "c.webm", **LOOK)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.vtt", "b.webm"]


@pytest.mark.parametrize(
    ("script", "message"),
    [
        (None, "does not start"),
        ("echo first >&2; echo 'no such encoder' >&2; exit 1", "no such encoder"),
        ("cat > /dev/null; echo 'disk full' >&2; exit 3", "disk full"),
        ("kill -9 $$", "ended early"),
        ("head -c 100000 > /dev/null; kill -9 $$", "ended early"),
    ],
)
def test_a_failing_encoder_is_reported_and_leaves_nothing(
    trace, tmp_path, monkeypatch, script, message
):
    program = tmp_path / "program"  # in place of ffmpeg
    if script:
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
    monkeypatch.setattr(ffmpeg, "ffmpeg_path", lambda: str(program))
    folder = tmp_path / "videos"
    folder.mkdir()
    for name in ("a.mp4", "a.gif"):
        before = threading.active_count()
        with pytest.raises(EncoderError, match=message) as error:
            write_video(trace, folder / name, **LOOK)
        assert name in str(error.value)
        assert threading.active_count() == before  # also while the error is kept
    assert list(folder.iterdir()) == []


FULL = "No space left on device"
FULL_DISK = """
import sys, os, minevis as mv
from minevis.errors import EncoderError
trace = mv.play(mv.Board.random("beginner", seed=10, first=(0, 0)), "exact", first=(0, 0))
for name in ("a.webm", "a.gif"):
    try:
        trace.video(os.path.join(sys.argv[1], name), detail=2, cell=24)
    except EncoderError as error:
        print(error)
try:
    trace.frames_to(sys.argv[1], look={"cell": 24})
except EncoderError as error:
    print(error)
print("left:", [name for name in os.listdir(sys.argv[1]) if name.count(".") > 1])
"""


MOUNT = 'mount -t tmpfs -o size=48k tmpfs "$0" || exit 99; "$@"'
LIMIT = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (9000, 9000));"
IGNORE = "import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"


@pytest.mark.parametrize("full", ["disk", "quota"])
def test_a_full_disk_is_an_error_and_leaves_nothing(tmp_path, full):
    """A real disk of 48 KB, where the system lets us mount one; a limit, as of a quota."""
    # without -B Python would keep its modules cut off too, if it had not yet read them
    script = (LIMIT + IGNORE) * (full == "quota") + FULL_DISK
    command = [sys.executable, "-B", "-c", script, str(tmp_path)]
    if full == "disk":
        own = ["unshare", "--map-root-user", "--mount", "sh", "-c", MOUNT, str(tmp_path)]
        command = own + command if shutil.which("unshare") else ["sh", "-c", "exit 99"]
    result = subprocess.run(command, capture_output=True, text=True)
    if full == "disk" and result.returncode in (1, 99) and "Error" not in result.stderr:
        pytest.skip("no disk may be mounted here")
    assert result.returncode == 0, result.stderr
    *failed, left = result.stdout.strip().splitlines()
    assert left == "left: []"
    for line, name in zip(failed, ["a.webm", "a.gif", "0"], strict=True):
        assert line.startswith(f"{tmp_path}/{name}"), line
        assert full == "quota" or FULL in line


def test_a_video_can_be_as_wide_as_players_take(tmp_path):
    board = Board.parse(f"{'.' * 115}*")
    wide = play(board, "counting", first=(0, 0))
    look = {"panels": ("board",), "cell": 32, "max_width": 3840}
    plan = page_of_panels(wide.shape, Look(**look))
    assert 3800 <= plan.width <= 3840
    path = write_video(wide, tmp_path / "a.mp4", frames=(0, 2), cards=False, **look, **STILL)
    read = frames_read(path, plan)
    assert len(read) == 2
    assert apart(read[0], frame(wide, 0, **look)) < 3


@pytest.mark.parametrize("failure", [KeyboardInterrupt, RuntimeError("of the frames")])
def test_a_failing_stream_leaves_an_old_video_and_nothing_else(
    trace, tmp_path, monkeypatch, failure
):
    whole = video.frames_of

    def broken(*arguments, **options):
        for number, picture in enumerate(whole(*arguments, **options)):
            if number == 5:
                raise failure
            yield picture

    path = tmp_path / "a.mp4"
    path.write_text("old")
    monkeypatch.setattr(video, "frames_of", broken)
    with pytest.raises(failure if isinstance(failure, type) else RuntimeError):
        write_video(trace, path, **LOOK)
    assert [file.name for file in tmp_path.iterdir()] == ["a.mp4"]
    assert path.read_text() == "old"


def test_an_inline_video_holds_its_data_and_a_large_one_is_spoken_of(trace, capsys, monkeypatch):
    shown = inline_video(trace, **LOOK)
    assert capsys.readouterr().out == ""
    html = shown._repr_html_()
    assert html.startswith('<video src="data:video/mp4;base64,')
    assert "<source" not in html
    assert b64decode(re.search(r'base64,([^"]+)"', html)[1]) == shown.data
    assert shown.data[4:8] == b"ftyp"
    assert "MB of MP4" in repr(shown)
    assert len(repr(shown)) < 100
    monkeypatch.setattr(video, "LARGE", 1000)
    size = len(inline_video(trace, **LOOK).data)
    said = capsys.readouterr().out
    assert f"{4 / 3 * size / 1e6:.1f} MB" in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(("options", "width"), [({}, 720), ({"format": "tall"}, 430)])
def test_an_inline_film_is_as_wide_as_a_pane(trace, tmp_path, options, width):
    path = inline_video(trace, seconds=1, **options).save(tmp_path / "a.mp4")
    meta = next(imageio_ffmpeg.read_frames(str(path)))
    assert meta["size"][0] == width


def test_the_still_of_an_inline_film_is_of_its_part(trace):
    shown = [inline_video(trace, moves=part, cell=20).still for part in ((0, 2), (2, 4))]
    assert shown[0] != shown[1]


def test_an_inline_film_of_an_expert_game_is_small():
    game = play(Board.random("expert", seed=5, first=(0, 0)), first=(0, 0))  # a long one
    assert len(inline_video(game).data) < 850_000  # an older encoder takes some percent more


def test_inline_options_become_attributes():
    plain = InlineVideo(b"x")._repr_html_()
    assert " controls" in plain
    assert not re.search("autoplay|muted|loop|width=", plain)
    full = InlineVideo(b"x", True, True, False, 640, 800)._repr_html_()
    assert all(word in full for word in ("autoplay", "muted", " loop", 'width="640"', "800px"))
    assert "controls" not in full


@pytest.mark.parametrize("name", ["width", "max_width"])
@pytest.mark.parametrize("value", [0, -3, 2.5, '1" onload="x', float("nan"), True])
def test_widths_are_numbers(trace, name, value):
    with pytest.raises(ValueError, match=f"{name}="):
        inline_video(trace, **{name: value}, **LOOK)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_full_device_is_named(trace):
    device = Path("/dev/full")
    lossless = ffmpeg.FFmpeg(("-c:v", "ffv1", "-f", "matroska"))
    with pytest.raises(EncoderError, match=f"^/dev/full: {FULL}$"):
        write_video(trace, device, encoder=lossless, **LOOK)
    with pytest.raises(EncoderError, match=f"^a.mp4: {FULL}$"):
        write_video(trace, "a.mp4", encoder=lambda _, stream: lossless(device, stream), **LOOK)


def test_memory_does_not_grow_with_the_length(trace, tmp_path):
    peaks = []
    for end in (10, 60):
        tracemalloc.start()
        write_video(trace, tmp_path / "a.mp4", cell=20, frames=(0, end))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    plan = page_of_panels(trace.shape, Look(cell=20))
    assert peaks[1] - peaks[0] < 10 * plan.width * plan.height * 3


def test_ctrl_c_leaves_nothing_behind(tmp_path):
    """A real interrupt, of Python and ffmpeg together, as a terminal sends it."""
    script = (
        # an interrupt may be ignored where the tests run in the background
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler);"
        "import minevis as mv; b = mv.Board.random('expert', seed=10, first=(0, 0));"
        "t = mv.play(b, 'exact', first=(0, 0)); t.video(r'{}', fps=1000)"
    ).format(tmp_path / "a.mp4")
    process = subprocess.Popen(
        [sys.executable, "-c", script], stderr=subprocess.PIPE, start_new_session=True
    )
    deadline = time.monotonic() + 300
    while not list(tmp_path.iterdir()) and time.monotonic() < deadline:
        time.sleep(0.05)
    half = [path.name for path in tmp_path.iterdir()]
    os.killpg(process.pid, signal.SIGINT)
    said = process.communicate(timeout=1800)[1].decode()
    assert half
    assert half != ["a.mp4"]
    assert "KeyboardInterrupt" in said
    assert list(tmp_path.iterdir()) == []
