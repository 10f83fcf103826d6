import inspect
import pydoc
import re
from dataclasses import fields

import numpy as np
import pytest

import minevis as mv
from minevis.render.options import (
    FilmOptions,
    Look,
    LookOptions,
    Pacing,
    PacingOptions,
    look_and_pacing,
)

TRACE = mv.play(mv.Board.parse("..*"), first=(0, 0))


@pytest.mark.parametrize("method", [mv.Trace.frame, mv.Trace.video], ids=lambda m: m.__name__)
def test_help_describes_each_option(method):
    text = pydoc.plain(pydoc.render_doc(method))
    for name in inspect.signature(method).parameters:
        if name != "self":
            assert re.search(rf"\b{name}\b.* : ", text), name


def test_the_typed_options_are_those_of_the_methods():
    look = set(inspect.signature(mv.Trace.frame).parameters) - {"self", "index"}
    film = set(inspect.signature(mv.Trace.video).parameters) - {"self", "path"}
    assert set(Look.__annotations__) == look
    assert set(FilmOptions.__annotations__) == film
    for kind, typed in ((Look, LookOptions), (Pacing, PacingOptions)):
        assert {each.name: each.type for each in fields(kind)} == {
            name: getattr(hint, "__forward_arg__", hint)
            for name, hint in typed.__annotations__.items()
        }
        assert all(f"    {each.name} : " in kind.__doc__ for each in fields(kind))


def test_an_unknown_option_is_named(tmp_path):
    race = mv.race(mv.Board.parse("..*"), ["exact"], first=(0, 0))
    (puzzle,) = mv.puzzles("1-2", 1, progress=False)
    path = tmp_path / "a.html"
    for make in (
        lambda: TRACE.frame(0, theem="dark"),
        lambda: TRACE.picture(0, theem="dark"),
        lambda: TRACE.strip(theem="dark"),
        lambda: TRACE.video(tmp_path / "a.gif", theem="dark"),
        lambda: TRACE.show(theem="dark"),
        lambda: TRACE.frames_to(tmp_path, theem="dark"),
        lambda: race.frame(0, theem="dark"),
        lambda: race.video(tmp_path / "a.gif", theem="dark"),
        lambda: mv.Scrubber(TRACE, theem="dark"),
        lambda: mv.Editor(mv.Position.parse("1#", mines=1), theem="dark"),
        *(
            lambda widget=widget: widget.save(path, theem="dark")
            for widget in (TRACE.scrubber(), race.scrubber(), mv.Practice([puzzle]))
        ),
    ):
        with pytest.raises(TypeError, match="theem"):
            make()
    with pytest.raises(TypeError, match="takes no option 'secnds'; did you mean 'seconds'"):
        TRACE.show(secnds=3)
    with pytest.raises(TypeError, match=r"a\.json: title is not supported for \.json files"):
        mv.Playground().save(tmp_path / "a.json", title="A game")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("option", "rule"),
    [
        ({"cell": "big"}, r"cell='big'.*from 2 to 128"),
        ({"cell": 1}, "cell=1.*from 2 to 128"),
        ({"max_width": 0}, "max_width=0.*from 1 to 3840"),
        ({"max_width": "wide"}, "max_width='wide'.*from 1"),
        ({"theme": "neon"}, "unknown theme 'neon': choose from paper"),
        ({"panels": "truth"}, "unknown panel 'truth': choose from board"),
        ({"crop": (0, 0, 9, 9)}, "reaches outside"),
        ({"crop": (0, -1, 1, 1)}, "crop=.*-1.* outside"),
        ({"crop": (0, 0, 0, 3)}, "empty"),
        ({"crop": (0, 0, 1, -1)}, "empty"),
        ({"crop": (0, 0)}, "must be .row, col, height, width."),
        ({"crop": 5}, "crop=5: it must be .row, col, height, width."),
        ({"crop": (0, 0, float("nan"), 3)}, "crop=.*nan.*, in integers"),
        ({"crop": (0, 0, "1", 3)}, "crop=.*'1'.*, in integers"),
        ({"crop": (0, 0, 1, 2.5)}, "crop=.*2.5.*, in integers"),
    ],
    ids=str,
)
def test_a_wrong_value_is_answered_with_the_rule(option, rule):
    with pytest.raises(ValueError, match=rule):
        TRACE.frame(0, **option)


def test_a_switch_of_numpy_is_one_and_none_leaves_it_as_it_is():
    bare = TRACE.frame(0, caption=False)
    assert np.array_equal(TRACE.frame(0, caption=np.False_), bare)
    assert np.array_equal(TRACE.frame(0, caption=None), TRACE.frame(0))
    assert bare.shape != TRACE.frame(0).shape


def test_look_and_pacing_part():
    assert look_and_pacing({"cell": 12, "fps": 5}) == (Look(cell=12), Pacing(fps=5))
    for look in ({"cell": 12, "theme": "paper"}, Look(cell=12, theme="paper")):
        asked = {"look": look, "theme": "dark", "legend": None}
        assert look_and_pacing(asked) == (Look(cell=12, theme="dark"), Pacing())
