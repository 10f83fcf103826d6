import json
import zlib
from dataclasses import replace

import numpy as np
import pytest
import traitlets

import minevis as mv
from minevis.reviews.review import board_of
from minevis.web.trace_pack import trace_pack


@pytest.mark.parametrize("kind", ["events", "moves"])
def test_traits_refuse_nonsense_and_name_the_rule(small, race, kind):
    shown = small if kind == "events" else race
    scrubber, last = shown.scrubber(), len(shown) - 1
    for name, value, rule in (
        ("step", 999, rf"step=999: .* {kind} 0 to {last}"),
        ("speed", 1000, r"speed=1000.0: beats a second, 0.25 to 240"),
        ("theme", "pink", r"unknown theme 'pink': choose from auto, pap"),
    ):
        with pytest.raises(traitlets.TraitError, match=rule):
            setattr(scrubber, name, value)


def test_options_of_a_scrubber_are_checked_as_its_traits_are(small):
    scrubber = small.scrubber()
    with pytest.raises(traitlets.TraitError, match="unknown panel 'x': choose from board"):
        scrubber.panels = ["x"]
    for wrong in ({"step": 999}, {"step": "a"}, {"speed": "fast"}, {"panels": ["x"]}):
        with pytest.raises(ValueError, match=next(iter(wrong))[:5]) as caught:
            small.scrubber(**wrong)
        assert isinstance(caught.value, traitlets.TraitError)
    with pytest.raises(ValueError, match="step=-1"):
        scrubber.step = -1
    scrubber.step = 3
    assert np.array_equal(scrubber.snapshot.view, small[3].view)
    for steps in (-1, 1.5):
        with pytest.raises(ValueError, match=rf"^steps={steps}: it must be an integer of 0"):
            small.scrubber(steps=steps)


@pytest.mark.parametrize("detail", [np.int64(1), 1.0])
def test_a_detail_is_packed_as_a_whole_number_of_any_kind(small, detail):
    scrubber, usual = small.scrubber(detail=detail), small.scrubber(detail=1)
    assert type(scrubber.detail) is int
    assert scrubber.film == usual.film
    assert trace_pack(small, detail=detail) == trace_pack(small, detail=1)


def packed_parts(scrubber):
    inflated = zlib.decompress(scrubber.film)
    return json.loads(inflated[4 : 4 + int.from_bytes(inflated[:4], "little")])["parts"]


def test_only_the_tiles_of_the_theme_that_is_shown_are_sent(small):
    tiles = {name for name in packed_parts(small.scrubber()) if name.endswith(".pictures")}
    assert tiles == {"paper.pictures", "dark.pictures"}  # the browser knows which
    tiles = {
        name for name in packed_parts(small.scrubber(theme="classic")) if name.endswith(".pictures")
    }
    assert tiles == {"classic.pictures"}


def test_what_only_python_can_draw_is_refused_with_the_reason(small, tmp_path):
    sea = replace(mv.THEMES["paper"], name="sea")
    with pytest.raises(traitlets.TraitError, match="drawn by Python, for frames and films"):
        small.scrubber(panels=[lambda snapshot: None])
    for given in (["board", "tree"], iter(["board", "tree"])):
        assert small.scrubber(panels=given).panels == ["board", "tree"]
    assert small.scrubber(panels=None).panels == small.scrubber().panels
    with pytest.raises(traitlets.TraitError, match="the theme 'sea' is for frames and films"):
        small.scrubber(theme=sea)
    with pytest.raises(ValueError, match="the theme 'sea' is for frames and films"):
        small.scrubber().save(tmp_path / "run.html", theme=sea)


def test_a_game_goes_on_from_any_moment_on_its_own_mines(small):
    scrubber = small.scrubber()
    index = len(small) // 2
    playground = scrubber.play_on(index)
    assert np.array_equal(playground.position.view, small[index].view)
    assert np.array_equal(playground.session.game.board.mined, board_of(small).mined)
    playground.do("finish")
    assert playground.session.game.won
    assert playground.trace[0].view.tolist() == small[index].view.tolist()
    assert scrubber.play_on(len(small) - 1).session.over
    assert scrubber.edit(index).position.mines == small[index].mines


def test_a_scrubber_shows_no_million_panels():
    scrubber = mv.play(mv.Board.parse("*."), first=(0, 1)).scrubber()
    with pytest.raises(ValueError, match="1,000,000 panels: a scrubber shows at most"):
        scrubber.panels = ["board"] * 1_000_000
