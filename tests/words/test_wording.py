"""Sentences take their values, and fit into pictures."""

from dataclasses import replace

import pytest

import minevis as mv
from minevis.film import cards
from minevis.film.beats import beats
from minevis.film.frames import frames
from minevis.film.race import Race
from minevis.render import legend, painter, search_tree
from minevis.render.options import Look, Pacing
from minevis.render.page import page_of_panels
from minevis.render.panels import PANELS
from minevis.words.wording import in_figures, in_words

PLAYER = "Ada"


@pytest.fixture
def written(monkeypatch):
    """All texts that are written into pictures, as they are."""
    texts = set()

    def listening(write):
        def write_down(text, *rest, **more):
            texts.add(text)
            return write(text, *rest, **more)

        return write_down

    for module in (painter, search_tree, cards, legend):
        for name in ("line_mask", "glyph_mask"):
            if hasattr(module, name):
                monkeypatch.setattr(module, name, listening(getattr(module, name)))
    for module in (painter, legend):  # old pictures are not written again
        for name in ("badge_picture", "swatch"):
            if hasattr(module, name):
                getattr(module, name).cache_clear()
    return texts


def test_a_count_picks_its_form():
    said = [f"{in_words(n):that one|both others|all # others}" for n in (1, 2, 7)]
    assert said == ["that one", "both others", "all seven others"]
    assert f"{in_figures(7):# mine|# mines}" == "7 mines"


@pytest.mark.parametrize("seed", [26, 7])  # 7: a search that is too large to be drawn whole
def test_no_text_of_a_film_is_cut(written, seed):
    board = mv.Board.random("beginner", seed=seed, first=(0, 0), safe_radius=1)
    trace = mv.play(board, mv.Player(name=PLAYER), first=(0, 0))
    layout = page_of_panels(trace.shape, Look(panels=tuple(PANELS), cell=16))
    shown = beats(trace, Pacing(detail=2, cards=True, budget=4))
    list(frames(trace, [replace(beat, hold=1) for beat in shown], layout))
    assert len(written) > 100
    assert not any("…" in text for text in written)  # nothing is cut
    assert any(PLAYER in text for text in written)


def test_no_text_of_a_race_is_cut(written):
    board = mv.Board.random("beginner", seed=24, first=(0, 0), safe_radius=1)
    runs = [mv.play(board, player, first=(0, 0)) for player in ("counting", "exact")]
    race = Race(runs, [PLAYER, PLAYER])
    for step in range(len(race)):
        race.frame(step, cell=16)
    assert len(written) > 30
    assert not any("…" in text for text in written)  # nothing is cut
