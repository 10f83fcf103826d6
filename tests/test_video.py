"""Videos: read back they are what was drawn, and when they fail nothing is left behind."""

import re
import subprocess
from base64 import b64decode

import imageio_ffmpeg
import numpy as np
import pytest

from minevis.board import Board
from minevis.errors import EncoderError
from minevis.playing import play
from minevis.show import encode, video
from minevis.show.frames import Layout, frame
from minevis.show.pacing import beats
from minevis.show.video import InlineVideo, inline_video, write_video

FFMPEG = imageio_ffmpeg.get_ffmpeg_exe()
LOOK = {"cell": 20, "frames": (0, 12)}


@pytest.fixture(scope="module")
def trace():
    """A short game with a guess."""
    board = Board.random("beginner", seed=10, first=(0, 0), safe_radius=1)
    return play(board, "exact", first=(0, 0))


def described(path):
    """What ffmpeg says of a file."""
    return subprocess.run([FFMPEG, "-i", str(path)], capture_output=True, text=True).stderr


def frames_read(path, plan):
    """The frames of a file as ffmpeg decodes them: uint8 [n, h, w, 3]."""
    command = [FFMPEG, "-loglevel", "error", "-i", str(path), "-fps_mode", "passthrough"]
    command += ["-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
    data = subprocess.run(command, capture_output=True, check=True).stdout
    return np.frombuffer(data, np.uint8).reshape(-1, plan.height, plan.width, 3)


def apart(first, second):
    """Mean absolute difference of two pictures."""
    return float(np.abs(first.astype(int) - second).mean())


@pytest.mark.parametrize("suffix", [".mp4", ".webm", ".gif"])
def test_a_video_read_back_is_what_was_drawn(trace, tmp_path, suffix):
    plan = Layout.of(trace.shape, cell=20)
    path = write_video(trace, tmp_path / f"solve{suffix}", **LOOK)
    assert path == tmp_path / f"solve{suffix}"
    shown = [beat.index for beat in beats(trace, frames=(0, 12)) for _ in range(beat.hold)]
    read = frames_read(path, plan)
    assert len(read) == 12
    for at in (0, -1):
        assert apart(read[at], frame(trace, shown[at], cell=20)) < 3
    assert shown[0] != shown[-1]
    assert apart(read[0], frame(trace, shown[-1], cell=20)) > 3
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("fps", [10, 25, 12.5])
def test_an_mp4_says_what_players_need(trace, tmp_path, fps):
    plan = Layout.of(trace.shape, cell=20)
    path = write_video(trace, tmp_path / "a.mp4", fps=fps, cell=20, frames=(0, 30))
    said = described(path)
    assert "h264" in said
    assert "yuv420p(tv, smpte170m" in said
    assert f"{plan.width}x{plan.height}" in said
    assert plan.width % 2 == plan.height % 2 == 0
    hours, minutes, secs = re.search(r"Duration: (\d+):(\d+):([\d.]+)", said).groups()
    length = 3600 * int(hours) + 60 * int(minutes) + float(secs)
    assert length == pytest.approx(30 / fps, abs=0.1)
    data = path.read_bytes()
    assert data.index(b"moov") < data.index(b"mdat")  # playable before it is all there


def test_a_webp_is_animated(trace, tmp_path):
    from PIL import Image

    path = write_video(trace, tmp_path / "a.webp", **LOOK)
    plan = Layout.of(trace.shape, cell=20)
    with Image.open(path) as picture:
        assert picture.size == (plan.width, plan.height)
        assert picture.n_frames > 1
        first = np.asarray(picture.convert("RGB"))
    assert apart(first, frame(trace, 0, cell=20)) < 1


def test_the_look_and_the_range_are_those_asked_for(trace, tmp_path):
    look = {"panels": ("probability",), "cell": 16, "theme": "dark", "crop": (1, 1, 5, 6)}
    plan = Layout.of(trace.shape, **look)
    path = write_video(trace, tmp_path / "a.mp4", moves=(0, 2), **look)
    shown = beats(trace, moves=(0, 2))
    read = frames_read(path, plan)
    assert len(read) == sum(beat.hold for beat in shown)
    assert apart(read[-1], frame(trace, shown[-1].index, **look)) < 3


def test_a_video_replaces_an_older_one(trace, tmp_path):
    path = tmp_path / "a.mp4"
    path.write_text("old")
    write_video(trace, path, **LOOK)
    assert path.read_bytes()[4:8] == b"ftyp"


def test_progress_is_shown_when_asked(trace, tmp_path, capsys):
    write_video(trace, tmp_path / "a.mp4", progress=True, **LOOK)
    assert "12/12" in capsys.readouterr().err
    write_video(trace, tmp_path / "a.mp4", **LOOK)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("name", ["a.avi", "a", "a.mp5"])
def test_an_unknown_suffix_is_refused(trace, tmp_path, name):
    with pytest.raises(EncoderError, match=rf"{re.escape(name)}.*\.mp4, \.webm, \.gif, \.webp"):
        write_video(trace, tmp_path / name, **LOOK)
    assert list(tmp_path.iterdir()) == []


def test_a_missing_folder_is_named(trace, tmp_path):
    with pytest.raises(EncoderError, match=r"no folder .*nowhere"):
        write_video(trace, tmp_path / "nowhere" / "a.mp4", **LOOK)


def test_a_folder_in_the_way_is_an_error(trace, tmp_path):
    (tmp_path / "a.mp4").mkdir()
    with pytest.raises(EncoderError, match=r"a\.mp4"):
        write_video(trace, tmp_path / "a.mp4", **LOOK)
    assert [path.name for path in tmp_path.iterdir()] == ["a.mp4"]


def replaced(tmp_path, script):
    """A program that takes the place of ffmpeg."""
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    return lambda path: str(program)


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("echo first >&2; echo 'no such encoder' >&2; exit 1", "no such encoder"),
        ("cat > /dev/null; echo 'disk full' >&2; exit 3", "disk full"),
        ("kill -9 $$", "ended early"),
        ("head -c 100000 > /dev/null; kill -9 $$", "ended early"),
    ],
)
def test_a_failing_encoder_is_reported_and_leaves_nothing(
    trace, tmp_path, monkeypatch, script, message
):
    monkeypatch.setattr(encode, "_ffmpeg", replaced(tmp_path, script))
    folder = tmp_path / "videos"
    folder.mkdir()
    for name in ("a.mp4", "a.gif"):
        with pytest.raises(EncoderError, match=message) as error:
            write_video(trace, folder / name, **LOOK)
        assert name in str(error.value)
    assert list(folder.iterdir()) == []


def test_a_missing_encoder_is_reported(trace, tmp_path, monkeypatch):
    monkeypatch.setattr(encode, "_ffmpeg", lambda path: str(tmp_path / "gone"))
    with pytest.raises(EncoderError, match="does not start"):
        write_video(trace, tmp_path / "a.mp4", **LOOK)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("failure", [KeyboardInterrupt, RuntimeError("of the frames")])
def test_a_failing_stream_leaves_an_old_video_and_nothing_else(
    trace, tmp_path, monkeypatch, failure
):
    whole = video.frames_of

    def broken(*arguments):
        for number, picture in enumerate(whole(*arguments)):
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


@pytest.mark.parametrize("fps", [0, -5, float("inf"), "fast"])
def test_a_frame_rate_is_checked_before_anything_is_written(trace, tmp_path, fps):
    with pytest.raises(ValueError, match="fps="):
        write_video(trace, tmp_path / "a.mp4", fps=fps)
    assert list(tmp_path.iterdir()) == []


def test_an_inline_video_holds_its_data(trace):
    shown = inline_video(trace, **LOOK)
    html = shown._repr_html_()
    assert html.startswith('<video src="data:video/mp4;base64,')
    assert "<source" not in html
    data = re.search(r'base64,([^"]+)"', html)[1]
    assert b64decode(data) == shown.data
    assert shown.data[4:8] == b"ftyp"
    assert "MB of MP4" in repr(shown)
    assert len(repr(shown)) < 100


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


def test_an_inline_video_can_be_saved(tmp_path):
    path = InlineVideo(b"abc").save(tmp_path / "v.mp4")
    assert path.read_bytes() == b"abc"


def test_memory_does_not_grow_with_the_length(trace, tmp_path):
    import tracemalloc

    peaks = []
    for end in (10, 60):
        tracemalloc.start()
        write_video(trace, tmp_path / "a.mp4", cell=20, frames=(0, end))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    plan = Layout.of(trace.shape, cell=20)
    assert peaks[1] - peaks[0] < 10 * plan.width * plan.height * 3


def test_ctrl_c_leaves_nothing_behind(tmp_path):
    """A real interrupt, of Python and ffmpeg together, as a terminal sends it."""
    import os
    import signal
    import sys
    import time

    script = (
        # an interrupt may be ignored where the tests run in the background
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler);"
        "import minevis as mv; b = mv.Board.random('expert', seed=10, first=(0, 0));"
        "t = mv.play(b, 'exact', first=(0, 0)); t.video(r'{}', fps=1000)"
    ).format(tmp_path / "a.mp4")
    process = subprocess.Popen(
        [sys.executable, "-c", script], stderr=subprocess.PIPE, start_new_session=True
    )
    deadline = time.monotonic() + 60
    while not list(tmp_path.iterdir()) and time.monotonic() < deadline:
        time.sleep(0.05)
    half = [path.name for path in tmp_path.iterdir()]
    os.killpg(process.pid, signal.SIGINT)
    said = process.communicate(timeout=60)[1].decode()
    assert half
    assert half != ["a.mp4"]
    assert "KeyboardInterrupt" in said
    assert list(tmp_path.iterdir()) == []
