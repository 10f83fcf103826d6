from dataclasses import replace

import numpy as np
import pytest
import traitlets

import minevis as mv
from film_reading import unpacked
from minevis.reviews.review import board_of
from minevis.web.trace_pack import trace_pack

SEA = replace(mv.THEMES["paper"], name="sea")


@pytest.mark.parametrize("kind", ["events", "moves"])
def test_options_are_checked_as_traits_are_and_the_rule_is_named(small, race, kind):
    shown = small if kind == "events" else race
    scrubber, last = shown.scrubber(), len(shown) - 1
    rules = [
        *(("step", step, rf"step={step}: .* {kind} 0 to {last}") for step in (999, -1)),
        ("speed", 1000, r"speed=1000.0: beats a second, 0.25 to 240"),
        ("theme", "pink", r"unknown theme 'pink': choose from auto, pap"),
    ]
    if kind == "events":
        rules += [
            ("panels", ["x"], "unknown panel 'x': choose from board"),
            ("panels", ["board"] * 10**6, "1,000,000 panels: a scrubber shows at most"),
            ("panels", [lambda snapshot: None], "drawn by Python, for frames and films"),
            ("theme", SEA, "the theme 'sea' is for frames and films"),
        ]
    for name, value, rule in rules:
        with pytest.raises(traitlets.TraitError, match=rule) as caught:
            setattr(scrubber, name, value)
        assert isinstance(caught.value, ValueError)
        with pytest.raises(traitlets.TraitError, match=rule):
            shown.scrubber(**{name: value})


def test_options_of_other_kinds(small, tmp_path):
    for wrong in ({"step": "a"}, {"speed": "fast"}, {"steps": -1}, {"steps": 1.5}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            small.scrubber(**wrong)
    with pytest.raises(ValueError, match="the theme 'sea' is for frames and films"):
        small.scrubber().save(tmp_path / "run.html", theme=SEA)
    for given in (["board", "tree"], iter(["board", "tree"])):
        assert small.scrubber(panels=given).panels == ["board", "tree"]
    assert small.scrubber(panels=None).panels == small.scrubber().panels
    for detail in (np.int64(1), 1.0):
        scrubber = small.scrubber(detail=detail)
        assert type(scrubber.detail) is int
        assert scrubber.film == small.scrubber(detail=1).film
        assert trace_pack(small, detail=detail) == trace_pack(small, detail=1)


@pytest.mark.parametrize(
    ("options", "themes"), [({}, {"paper", "dark"}), ({"theme": "classic"}, {"classic"})]
)
def test_only_the_tiles_of_the_theme_that_is_shown_are_sent(small, options, themes):
    _, parts = unpacked(small.scrubber(**options).film)
    sent = {name.removesuffix(".pictures") for name in parts if name.endswith(".pictures")}
    assert sent == themes  # of paper and dark the browser knows which


def test_a_game_goes_on_from_any_moment_on_its_own_mines(small):
    scrubber, index = small.scrubber(), len(small) // 2
    scrubber.step = index
    assert np.array_equal(scrubber.snapshot.view, small[index].view)
    playground = scrubber.play_on(index)
    assert np.array_equal(playground.position.view, small[index].view)
    assert np.array_equal(playground.session.game.board.mined, board_of(small).mined)
    playground.do("finish")
    assert playground.session.game.won
    assert playground.trace[0].view.tolist() == small[index].view.tolist()
    assert scrubber.play_on(len(small) - 1).session.over
    assert scrubber.edit(index).position.mines == small[index].mines
