"""Every option of a look and a pace has an effect in every call, or an error names it."""

from dataclasses import fields
from functools import cache
from hashlib import sha256
from itertools import islice

import numpy as np
import pytest

import minevis as mv
from minevis.render.options import Look, Pacing, PlotLook, RaceLookOptions, TracePlotLook

BOARD = mv.Board.random((3, 5, 3), seed=1, first=(0, 0))
TRACE = mv.play(BOARD, first=(0, 0))
RACE = mv.race(BOARD, ["counting", "exact"], first=(0, 0))
FIRST_FRAMES = 6
VALUES = {  # by option: one of them is not the default, and sometimes other options it needs
    "panels": ["zero"],
    "cell": [9],
    "theme": ["dark"],
    "crop": [(0, 0, 3, 4)],
    "coordinates": [False],
    "caption": [False],
    "legend": [True, False],
    "max_width": [330],
    "format": ["square"],
    "camera": ["follow"],
    "labels": ["letters"],
    "fps": [7],
    "detail": [0],
    "budget": [0],
    "frames": [(0, 3)],
    "moves": [(0, 1)],
    "pace": ["even", 3],
    "seconds": [4, 0.5],
    "cards": [True, False],
    "opening": ["title"],
    "motion": [True, False],
    "idea": ["hardest"],
    "words": [False],
}
SMALLER = {"frames_to": {"max_width": 260, "moves": (0, 2)}}  # it draws a whole film
NEEDED = {"budget": {"detail": 2}, "crop": {"cell": 9}}


def mark(*parts):
    digest = sha256()
    for part in parts:
        digest.update(part.tobytes() if isinstance(part, np.ndarray) else str(part).encode())
    return digest.hexdigest()


def filmed(film, options, *path):
    """Return the mark of a film: its size, its rate, its first frames and its words with times."""
    marks = []

    def encoder(path, stream):
        words = [value for value in vars(stream).values() if isinstance(value, str)]
        marks.append(mark(stream.size, stream.fps, *words, *islice(stream.frames, FIRST_FRAMES)))
        path.write_bytes(b"film")

    shown = film(*path, encoder=encoder, **options)
    return mark(*marks, getattr(shown, "max_width", ""))


def animated(**options):
    made = TRACE.animation(**options)
    return mark(made._interval, made._save_count, *islice(made.new_frame_seq(), FIRST_FRAMES))


def written(folder, **options):
    return mark(*(path.read_bytes() for path in TRACE.frames_to(folder, **options)))


LOOK = [each.name for each in fields(Look)]
FILM = [*LOOK, *(each.name for each in fields(Pacing))]
RACE_LOOK = list(RaceLookOptions.__annotations__)
RACE_FILM = [*RACE_LOOK, "fps", "seconds"]
CALLS = {
    "frame": (LOOK, lambda o, _: TRACE.frame(-2, **o).tobytes()),
    "picture": (LOOK, lambda o, _: np.asarray(TRACE.picture(-2, **o)).tobytes()),
    "strip": (LOOK, lambda o, _: np.asarray(TRACE.strip(moments=2, **o)).tobytes()),
    "plot": (list(TracePlotLook.__annotations__), lambda o, _: TRACE.plot(-2, **o)._repr_png_()),
    "board plot": (list(PlotLook.__annotations__), lambda o, _: BOARD.plot(**o)._repr_png_()),
    "video": (FILM, lambda o, path: filmed(TRACE.video, o, path / "a.mp4")),
    "show": (FILM, lambda o, _: filmed(TRACE.show, o)),
    "animation": (FILM, lambda o, _: animated(**o)),
    "frames_to": (FILM, lambda o, path: written(path / mark(o), **o)),
    "race.frame": (RACE_LOOK, lambda o, _: RACE.frame(3, **o).tobytes()),
    "race.picture": (RACE_LOOK, lambda o, _: np.asarray(RACE.picture(3, **o)).tobytes()),
    "race.video": (RACE_FILM, lambda o, path: filmed(RACE.video, o, path / "a.mp4")),
    "race.show": (RACE_FILM, lambda o, _: filmed(RACE.show, o)),
}


@pytest.mark.filterwarnings("ignore:Animation was deleted")
@pytest.mark.parametrize("call", CALLS)
def test_no_option_is_ignored_in_silence(call, tmp_path, monkeypatch):
    monkeypatch.setattr("minevis.film.video.small_png", lambda pixels: b"")  # of a still, slow
    options, make = CALLS[call]
    made = cache(lambda some: result(make, dict(some), tmp_path))
    for name in options:
        plain = {"panels": "board"} | SMALLER.get(call, {}) | NEEDED.get(name, {})
        plain = tuple((k, v) for k, v in plain.items() if k in options and k != name)
        results = {made((*plain, (name, value))) for value in VALUES[name]}
        errors = {str(each) for each in results if isinstance(each, Exception)}
        assert [error for error in errors if name not in error] == []
        assert results - {made(plain)}, name


def result(make, options, path):
    try:
        return make(options, path)
    except (TypeError, ValueError) as error:
        return error
