"""The sound of films: in step with the pictures, and only where a file can hold it."""

import subprocess

import numpy as np
import pytest

import minevis as mv
from minevis.errors import EncoderError
from minevis.film.beats import beats
from minevis.film.ffmpeg import RATE, ffmpeg_path
from minevis.film.frames import frames
from minevis.film.sound import openings
from minevis.render.options import Look, Pacing
from minevis.render.page import film_page

FPS = 30
LOOK = {"format": "square", "max_width": 320}


def film_of(trace, **pacing):
    page = film_page(trace.shape, Look(**LOOK))
    return beats(trace, Pacing(fps=FPS, motion=True, **pacing), grouping="stepwise"), page


@pytest.fixture(scope="module")
def trace():
    return mv.play("beginner8", seed=5)


def test_openings_sound_as_the_board_begins_to_change(trace):
    shown, page = film_of(trace, pace="even")
    times = [time for time, _ in openings(trace, shown, page, FPS, motion=True)]
    assert len(times) == trace.moves
    starts = np.cumsum([0, *(beat.hold for beat in shown)]).tolist()
    alone = [round(time * FPS) for time in times if round(time * FPS, 6) in starts]
    board = [
        frame[page.grids[0].part] for frame in frames(trace, shown, page, fps=FPS, motion=True)
    ]
    assert len(alone) > 10
    for at in alone:
        assert np.array_equal(board[at - 2], board[at - 1])
        assert not np.array_equal(board[at - 1], board[at + 2])


@pytest.mark.parametrize(("level", "seed", "idea"), [("beginner8", 5, None), ("expert", 3, "loss")])
def test_a_file_sounds_when_cells_open(tmp_path, level, seed, idea):
    trace = mv.play(level, seed=seed)
    file = trace.video(tmp_path / "film.mp4", sound=True, idea=idea, fps=FPS, **LOOK)
    command = [ffmpeg_path(), "-v", "error", "-i", str(file), "-f", "f32le", "-ac", "1"]
    raw = subprocess.run([*command, "-ar", str(RATE), "-"], capture_output=True, check=True)
    sound = np.abs(np.frombuffer(raw.stdout, np.float32))
    shown, page = film_of(trace, idea=idea, **({} if idea else {"cards": True}))
    assert len(sound) / RATE == pytest.approx(sum(beat.hold for beat in shown) / FPS, abs=0.05)
    assert sound.max() < 0.8
    times = np.unique([time for time, _ in openings(trace, shown, page, FPS, motion=True)])
    quiet = np.diff([-1.0, *times]) > 0.5  # no tick before it is still heard
    for time in times[quiet]:
        around = sound[round((time - 0.2) * RATE) : round((time + 0.2) * RATE)]
        onset = time - 0.2 + np.argmax(around > 0.02) / RATE
        assert abs(onset - time) < 1 / FPS
    assert sound[: round((times[0] - 1 / FPS) * RATE)].max() < 0.01


def test_a_gif_cannot_hold_sound(tmp_path, trace):
    with pytest.raises(EncoderError, match=r"a \.gif film cannot hold sound; choose \.mp4"):
        trace.video(tmp_path / "film.gif", sound=True, seconds=1)
    with pytest.raises(ValueError, match="sound='loud': it must be True or False"):
        trace.video(tmp_path / "film.mp4", sound="loud")
    assert not [*tmp_path.iterdir()]
