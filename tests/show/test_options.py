"""One set of options wherever a picture is made: listed by help, named when wrong."""

import inspect
import pydoc
import re

import numpy as np
import pytest

import minevis as mv
from minevis.racing import Race
from minevis.show.export import figure, stills, video
from minevis.show.frame.layout import Layout
from minevis.show.options import OPTIONS, FramesOptions, Look, VideoOptions, split, takes
from minevis.show.timing.beats import beats

TRACE = mv.play(mv.Board.parse("..*"), first=(0, 0))
MADE_BY = ("frame", "picture", "video", "show", "scrubber", "plot", "animation", "strip")
METHODS = [(mv.Trace, name) for name in (*MADE_BY, "frames_to")]
METHODS += [(Race, name) for name in ("frame", "video", "show")]
METHODS += [(mv.Scrubber, "save"), (mv.RaceScrubber, "save"), (mv.Playground, "save")]
METHODS += [(mv.Practice, "save"), (mv.Practice, "page")]
BOARD = ("board",)
OTHERS = {  # defaults that differ from those of OPTIONS, as the functions behind have them
    "strip": {"panels": BOARD, "max_width": 700, "legend": False},
    "plot": {"panels": BOARD},
    "animation": {"detail": 1, "cards": False},
    "frames_to": {"detail": 1, "cards": False},
}


def options_of(method):
    """The options listed in a docstring: names, and the line of each."""
    listed = method.__doc__.split("Options:\n")[1]
    return dict(re.findall(r"^ +(\w+): (.*)$", listed, re.M))


@pytest.mark.parametrize(("home", "name"), METHODS, ids=str)
def test_help_lists_each_option_with_its_default(home, name):
    text = pydoc.plain(pydoc.render_doc(getattr(home, name)))
    listed = options_of(getattr(home, name))
    assert listed
    for option, line in listed.items():
        assert f"{option}: " in text
        assert "(default: " in line


def test_the_defaults_in_the_table_are_those_of_the_functions():
    found = {}
    for function in (Layout.of, beats, figure.plot, stills.strip, video.inline_video):
        for name, parameter in inspect.signature(function).parameters.items():
            if parameter.default is not parameter.empty:
                found.setdefault(name, set()).add(parameter.default)
    for name in sorted(found.keys() & OPTIONS.keys() - {"detail", "cards"}):
        assert OPTIONS[name].default in found[name], name


def test_every_option_is_taken_somewhere_and_has_its_line():
    taken = {name for home, method in METHODS for name in options_of(getattr(home, method))}
    assert taken == set(OPTIONS)


def test_pages_name_the_option_that_they_do_not_take(tmp_path):
    race = mv.race(mv.Board.parse("..*"), ["exact"], first=(0, 0))
    (puzzle,) = mv.puzzles("1-2", 1, progress=False)
    for widget in (TRACE.scrubber(), race.scrubber(), mv.Playground(), mv.Practice([puzzle])):
        with pytest.raises(TypeError, match="^save takes no option 'titel': did you mean 'title'"):
            widget.save(tmp_path / "a.html", titel="A game")
    with pytest.raises(ValueError, match=r"a\.json: title would not be heeded"):
        mv.Playground().save(tmp_path / "a.json", title="A game")


@pytest.mark.parametrize("name", OTHERS)
def test_other_defaults_are_listed(name):
    listed = options_of(getattr(mv.Trace, name))
    for option, default in OTHERS[name].items():
        assert listed[option].endswith(f"(default: {default!r})")


@pytest.mark.parametrize(
    ("name", "near"),
    [("theem", "'theme'"), ("pannels", "'panels'"), ("max_widht", "'max_width'")],
)
def test_a_wrong_option_is_answered_with_the_near_ones(name, near):
    for make in (lambda: TRACE.frame(0, **{name: 1}), lambda: TRACE.strip(**{name: 1})):
        with pytest.raises(TypeError, match=f"takes no option '{name}': did you mean {near}"):
            make()


def test_an_option_that_is_like_none_is_answered_with_all(tmp_path):
    with pytest.raises(TypeError, match="video takes no option 'zzz': it takes budget, .*fps"):
        TRACE.video(tmp_path / "a.mp4", zzz=1)


def test_a_race_is_held_to_its_options():
    race = mv.race(mv.Board.parse("..*"), players=["counting"], first=(0, 0))
    with pytest.raises(TypeError, match="frame takes no option 'cells': did you mean 'cell'"):
        race.frame(0, cells=12)


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
        ({"crop": (0, 0)}, "must be .row, col, height, width."),
        ({"crop": 5}, "crop=5: it must be .row, col, height, width."),
        ({"crop": (0, 0, float("nan"), 3)}, "crop=.*nan.*, in whole cells"),
        ({"crop": (0, 0, "1", 3)}, "crop=.*'1'.*, in whole cells"),
        ({"crop": (0, 0, 1, 2.5)}, "crop=.*2.5.*, in whole cells"),
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
    assert split({"cell": 12, "fps": 5, "progress": True}) == ({"cell": 12}, {"fps": 5})
    assert split({"look": {"cell": 12}, "theme": "dark"}) == ({"cell": 12, "theme": "dark"}, {})
    assert set(Look.__annotations__) < set(FramesOptions.__annotations__)


def test_frames_take_single_options_and_a_look(tmp_path):
    one = TRACE.frames_to(tmp_path / "one", cell=12, detail=0)
    other = TRACE.frames_to(tmp_path / "other", look={"cell": 12}, detail=0)
    assert [path.read_bytes() for path in one] == [path.read_bytes() for path in other]


def test_takes_holds_any_function():
    @takes(VideoOptions, fps=5)
    def film(path, **options):
        """Film."""
        return path, options

    assert film("a", fps=3) == ("a", {"fps": 3})
    assert "fps: frames a second (default: 5)" in film.__doc__
    with pytest.raises(TypeError, match="film takes no option 'fsp': did you mean 'fps'"):
        film("a", fsp=3)
