"""A film shows each event as long as its words need, in its window and its crop: any film."""

import re
from itertools import groupby, product

import pytest

import minevis as mv
from example_games import GAMES
from minevis.film.beats import beats
from minevis.film.frames import Stage
from minevis.film.moments import moments
from minevis.film.script import cues_of
from minevis.film.telling import ring_colours, scene_of
from minevis.render.camera import EASING, Window
from minevis.render.options import Look, Pacing
from minevis.render.page import film_page, page_of_panels


def played(level, seed, player="exact"):
    board = mv.Board.random(level, seed=seed, first=(0, 0))
    return mv.play(board, player, first=(0, 0), progress=False)


TRACES = {  # won and lost, with and without guesses, of all sizes, and one of a person
    "won": lambda: played("expert", 10),
    "guesses": lambda: played("expert", 3),
    "counting": lambda: played("expert", 11, "counting"),
    "lost": lambda: played("intermediate", 14),
    "small": lambda: played("beginner", 5, "csp"),
    "tiny": lambda: mv.play(mv.Board.random((2, 3, 2), seed=1), "exact"),
    "person": lambda: mv.replay(GAMES / "beginner.avf").with_reasons(),
}
PACINGS = [
    *({}, {"moves": (20, 60)}, {"fps": 10}, {"fps": 25, "cards": True}, {"pace": "even"}),
    *({"detail": 2, "cards": True}, {"detail": 2, "seconds": 60, "cards": True}),
    *({"seconds": each, "cards": True} for each in (60, 15, 3)),
    *({"crop": True}, {"crop": True, "detail": 2}),
]
LOOKS = [
    *({"format": format} for format in ("wide", "square", "tall")),
    {"panels": ("board", "constraints", "tree")},
    None,  # panels side by side
]


@pytest.fixture(scope="module")
def traces():
    return {name: play() for name, play in TRACES.items()}


FILMS = [
    (name, pacing, LOOKS[(at + at // len(PACINGS)) % len(LOOKS)])
    for at, (name, pacing) in enumerate(product(TRACES, PACINGS))
]


@pytest.mark.parametrize(("name", "pacing", "look"), FILMS, ids=str)
def test_words_can_be_read_where_they_speak_of(traces, name, pacing, look):
    trace, options = traces[name], dict(pacing)
    if "moves" in options and trace.moves < 40:
        options["moves"] = (0, 3)
    rows, cols = trace.shape
    crop = Window(rows // 3, cols // 3, rows, cols) if options.pop("crop", False) else None
    area = crop and (crop.top, crop.left, crop.height, crop.width)
    grouping = "stepwise" if look else "grouped"
    fps = options.setdefault("fps", 30)
    page = film_page(trace.shape, Look(crop=area, **look)) if look else page_of_panels(trace.shape)
    shown = beats(trace, Pacing(**options), grouping=grouping, crop=crop)
    stage = Stage(trace, page)
    windows = stage.windows(shown, fps) if look else [page.area] * len(shown)
    films = []
    for (beat, snapshot, group), window in zip(moments(trace, shown, crop), windows, strict=True):
        scene = scene_of(snapshot, page, step=beat.step, group=group)
        if look and not beat.card and stage.page_at(beat) is page:
            outside = {cell for cell in scene.letters if not window.holds(cell)}
            assert not outside, (outside, beat, window, scene.sentences)
            assert len(ring_colours(scene.board)) <= 3, beat
        films.append((beat, scene.sentences if beat.words is None else beat.words))
    if options.get("pace") != "even":
        assert_read(films, fps)
        cues = cues_of(trace, shown, fps, crop=crop) if "detail" not in options else ()
        brief = [cue for cue in cues if len(cue.text.split()) >= 18 and cue.end - cue.start < 2.79]
        assert not brief
        for cue in cues if crop else ():
            named = re.findall(r"\((\d+), (\d+)\)", cue.text)
            assert all(crop.holds((int(row), int(col))) for row, col in named), cue


def assert_read(films, fps):
    """Check that sentences stay as long as they need, once the camera has arrived."""
    for _, some in groupby(films, lambda each: each[0].words or (each[0].first, each[0].last)):
        group = list(some)
        read = group[0][0].step or 0  # a guess has said those before
        for at, (beat, texts) in enumerate(group):
            words = " ".join(texts[read:]).split()
            moves = EASING if beat.asked < 0 else 0.0  # an idea keeps its window
            time = sum(each.hold for each, _ in group[at:]) / fps - moves
            assert not words or time > 0.899 + 0.11 * len(words), (time, beat, texts)
            read = len(texts)
