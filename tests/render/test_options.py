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
from minevis.solver import events as ev

NAN = float("nan")
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
    position, page, gif = mv.Position.parse("1#", mines=1), tmp_path / "a.html", tmp_path / "a.gif"
    for make, *arguments in (
        *((call, 0) for call in (TRACE.frame, TRACE.picture, race.frame)),
        *((call,) for call in (TRACE.strip, TRACE.show)),
        *((call, gif) for call in (TRACE.video, TRACE.frames_to, race.video)),
        *((mv.Scrubber, TRACE), (mv.Editor, position)),
        *((each.save, page) for each in (TRACE.scrubber(), race.scrubber(), mv.Practice([puzzle]))),
    ):
        with pytest.raises(TypeError, match="theem"):
            make(*arguments, theem="dark")
    with pytest.raises(TypeError, match="takes no option 'secnds'; did you mean 'seconds'"):
        TRACE.show(secnds=3)
    with pytest.raises(TypeError, match=r"a\.json: title is not supported for \.json files"):
        mv.Playground().save(tmp_path / "a.json", title="A game")
    assert not list(tmp_path.iterdir())


WIDTH = ": it must be an integer from 1 to 3840"
SEVERAL = "one or two panels"


@pytest.mark.parametrize(
    ("option", "rule"),
    [
        *(({"cell": each}, f"cell={each!r}.*from 2 to 128") for each in ("big", 1)),
        *(({"max_width": w}, f"max_width={w!r}{WIDTH}") for w in (0, "wide", 1.5, NAN, 5000)),
        ({"cell": 100, "shape": (9, 90)}, "3840 is the limit"),
        ({"shape": (3000, 3000)}, "crop"),
        ({"theme": "neon"}, "unknown theme 'neon': choose from paper"),
        ({"panels": "truth"}, "unknown panel 'truth': choose from board"),
        ({"panels": ()}, "at least one panel"),
        ({"crop": (0, 0, 9, 9)}, "reaches outside"),
        ({"crop": (0, -1, 1, 1)}, "crop=.*-1.* outside"),
        *(({"crop": (0, 0, *size)}, "empty") for size in ((0, 3), (1, -1))),
        *(
            ({"crop": each}, re.escape(f"crop={each}: it must be (row, col"))
            for each in ((0, 0), 5)
        ),
        ({"crop": (0, 0, NAN, 3)}, "crop=.*nan.*, in integers"),
        ({"crop": (0, 0, "1", 3)}, "crop=.*'1'.*, in integers"),
        ({"crop": (0, 0, 1, 2.5)}, "crop=.*2.5.*, in integers"),
        ({"format": "round"}, "format='round'"),
        ({"format": "tall", "cell": 8}, "cell=8"),
        ({"camera": "drone"}, "camera='drone'"),
        ({"labels": "runes"}, "labels='runes'"),
        ({"panels": ("board", "zero", "guess"), "format": "tall"}, SEVERAL),
        ({"panels": ("board",) * 7, "format": "wide"}, "up to six"),
        ({"panels": ("tree",), "format": "wide"}, SEVERAL),
        ({"max_width": 100, "format": "wide"}, "max_width=100: a format is at least 240 px wide"),
    ],
    ids=str,
)
def test_a_wrong_value_is_answered_with_the_rule(option, rule):
    look = dict(option)
    trace = mv.Trace([ev.Started(*look.pop("shape", (1, 3)), 1, "x")])
    with pytest.raises(ValueError, match=rule):
        trace.frame(0, **look)


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
