import warnings
from inspect import signature
from typing import get_args

import pytest

import minevis as mv
from minevis.render.options import FilmOptions, LookOptions, Moments, RaceFilm, RaceLookOptions
from minevis.solver.guess.effort import EFFORTS
from minevis.utils import options as names

jedi = pytest.importorskip("jedi")
pytestmark = pytest.mark.usefixtures("private_jedi_cache")
TRACE = mv.play(mv.Board.parse("..*"), first=(0, 0))
RACE = mv.race(mv.Board.parse("..*"), ["exact"], first=(0, 0))


def completed(text, **names):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it reads deprecated traits
        found = jedi.Interpreter(text, [{"mv": mv, **names}]).complete()
    return [each.name for each in found if not each.name.startswith("_")]


@pytest.mark.parametrize(
    ("call", "options"),
    [
        ("trace.frame(-1, ", LookOptions),
        ("trace.video(path, ", FilmOptions),
        ("trace.picture(-1, ", LookOptions),
        ("trace.strip(", LookOptions),
        ("trace.show(", FilmOptions),
        ("trace.animation(", Moments),
        ("trace.frames_to(folder, ", Moments),
        ("race.video(path, ", RaceLookOptions),
        ("race.show(", RaceFilm),
    ],
)
def test_the_options_of_a_call_are_completed(call, options):
    offered = completed(call, trace=TRACE, race=RACE)
    assert {f"{name}=" for name in options.__annotations__} <= {*offered}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("mv.", {*mv.__all__}),
        ("mv.Board.", {"random", "parse", "word", "load"}),
        ('mv.play(mv.Board.parse("*.")).', {"video", "frame", "scrubber", "moves"}),
    ],
)
def test_an_editor_completes_public_names(text, expected):
    assert expected <= {
        each.name for each in jedi.Script(f"import minevis as mv\n{text}").complete()
    }


def test_a_signature_has_the_defaults_of_the_function_that_it_passes_options_to():
    assert signature(RACE.show).parameters["motion"].default is True
    assert signature(mv.Trace.show).parameters["width"].default is None


@pytest.mark.parametrize("make", [lambda: mv.Playground("beginner8"), lambda: TRACE.scrubber()])
def test_a_widget_offers_its_own_names(make):
    offered = completed("widget.", widget=make())
    assert {"save", "theme", "trace"} <= {*offered}
    assert not {"add_traits", "comm", "hold_sync"} & {*offered}
    assert len(offered) < 25


@pytest.mark.parametrize(
    ("known", "registry"),
    [
        (names.LevelName, mv.LEVELS),
        (names.PlayerName, mv.PLAYERS),
        (names.GuessName, mv.GUESSES),
        (names.EffortName, EFFORTS),
        (names.ThemeName, [*mv.THEMES, "auto"]),
        (names.PanelName, mv.PANELS),
        (names.PresetName, mv.PRESETS),
    ],
    ids=["level", "player", "guess", "effort", "theme", "panel", "preset"],
)
def test_types_have_all_names_for_editors(known, registry):
    assert {*get_args(known)} == {*registry}
