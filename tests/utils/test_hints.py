"""Hints for names that do not exist, by the table of synonyms."""

import copy
import pickle
import re

import numpy as np
import pytest

import minevis as mv
from minevis.cli.main import COMMANDS
from minevis.utils.hints import Helpful, names_meant, table
from public_names import MODULE_OF

BOARD = mv.Board.random("beginner", seed=3)
TRACE = mv.play(BOARD, first=(0, 0))
POSITION = mv.Position.parse("mines 1\n1#")
ANALYSIS = mv.analyze(POSITION)
GAME = mv.Game(BOARD)
RUN = mv.trials("beginner", games=20, progress=False)
COMPARISON = mv.compare("beginner", ["csp", "exact"], games=20, progress=False)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        *((word, "'play' or 'analyze'") for word in ("solve", "Solver", "autoplay")),
        *((word, "'trials'") for word in ("simulate", "monte_carlo", "benchmark")),
        ("random_board", "'Board.random'"),
        ("from_image", "'Position.from_image'"),
        ("open_image", "'Position.from_image'"),
        ("load", "'Trace.load'"),
        ("read", "'Trace.load'"),
        ("strategy", "'Player'"),
        ("Guess", "'GUESSES'"),
        ("themes", "'THEMES'"),
        ("analyse", "'analyze'"),
        ("write_gif", "'Trace.video'"),
        ("to_html", "'Trace.scrubber'"),
        ("paly", "'play'"),
        ("StoreError", "'errors.StoreError'"),
        ("solvable_board", "'no_guess_board'"),
    ],
)
def test_a_name_of_another_library_is_answered_with_the_name_here(typed, meant):
    with pytest.raises(AttributeError, match=f"{typed}; did you mean {meant}") as told:
        getattr(mv, typed)
    assert told.value.__suppress_context__  # one traceback
    assert told.value.obj is None  # Python adds no guess of its own


@pytest.mark.parametrize("typed", ["foo", "qwerty", "banana", "zzz", "kwargs", "hello_world"])
def test_where_nothing_fits_nothing_is_suggested(typed):
    with pytest.raises(AttributeError, match=f"{typed}$"):
        getattr(mv, typed)
    assert names_meant(typed, mv.__all__, "names", "show", "members", "options", "values") == []


@pytest.mark.parametrize(
    ("thing", "typed", "meant"),
    [
        *((TRACE, word, "'video'") for word in ("to_gif", "gif", "animate", "film", "export")),
        (TRACE, "to_html", "'scrubber'"),
        (TRACE, "history", "'events'"),
        (BOARD, "rows", "'height'"),
        (BOARD, "n_cols", "'width'"),
        (BOARD, "n_mines", "'mines'"),
        (BOARD, "solve", "'mv.play(board)'"),
        (POSITION, "analyze", "'mv.analyze(position)'"),
        (GAME, "click", "'open'"),
        (GAME, "is_over", "'over'"),
        (RUN, "win_rate", "'ratio'"),
        (RUN, "ci", "'interval'"),
        (COMPARISON, "p_value", "'pairs[0].p_value'"),
        (ANALYSIS, "best_move", "'best'"),
        (mv.Board, "from_text", "'Board.parse'"),
        (mv.Position, "from_screenshot", "'Position.from_image'"),
        (mv.Board, "from_image", "'Position.from_image'"),
        (mv.Trace, "read", "'Trace.load'"),
    ],
)
def test_a_missing_member_is_answered_with_the_right_one(thing, typed, meant):
    with pytest.raises(AttributeError, match=rf"{typed}'; did you mean {re.escape(meant)}") as told:
        getattr(thing, typed)
    assert told.value.__suppress_context__


def test_a_member_like_no_other_is_answered_with_what_shows_and_saves():
    with pytest.raises(AttributeError, match="'foo'; it has save, picture, plot, show, video, scr"):
        TRACE.foo  # noqa: B018


@pytest.mark.parametrize("thing", [TRACE, BOARD, POSITION, ANALYSIS, RUN, TRACE[3]])
def test_private_lookups_of_other_libraries_are_left_alone(thing):
    for name in ("_repr_latex_", "__array_interface__", "_ipython_canary_method_should_not_exist_"):
        with pytest.raises(AttributeError, match=f"no attribute '{name}'$"):
            getattr(thing, name)
    assert not hasattr(thing, "foo")
    assert getattr(thing, "foo", 5) == 5
    assert repr(copy.copy(thing)) == repr(copy.deepcopy(thing)) == repr(thing)
    np.array([thing], dtype=object)


def test_the_error_within_a_property_is_the_one_that_is_seen():
    class Thing(metaclass=Helpful):
        @property
        def facts(self):
            return self.inner

    with pytest.raises(AttributeError, match="no attribute 'inner'"):
        Thing().facts  # noqa: B018
    assert pickle.loads(pickle.dumps(BOARD)) == BOARD


@pytest.mark.parametrize(
    ("ask", "meant"),
    [
        *(
            (lambda word=word: TRACE.video("x.mp4", **{word: 2}), meant)
            for word, meant in {
                "duration": "'seconds'",
                "loop": "'trace.show(loop=True)'",
                "start": "'moves'",
                "end": "'moves'",
                "speed": "'seconds'",
                "size": "'max_width'",
                "dpi": "'max_width'",
                "frame_rate": "'fps'",
            }.items()
        ),
        (lambda: TRACE.show(duration=2), "'seconds'"),
        (lambda: TRACE.scrubber(autoplay=True), "'playing'"),
        (lambda: mv.trials("beginner", n_games=3), "'games'"),
        (lambda: mv.trials("beginner", n_jobs=3), "'workers'"),
        (lambda: mv.play("beginner", strategy="csp"), "'player'"),
        (lambda: mv.play("beginner", rng=3), "'seed'"),
        (lambda: mv.Board.random(rows=9, cols=9, mines=10), "'height'"),
        (lambda: mv.Player(strategy="best"), "'guess'"),
        (lambda: mv.Playground(difficulty="beginner"), "'level'"),
        (lambda: mv.analyze(POSITION, n_mines=1), "'mines'"),
    ],
)
def test_an_unknown_option_is_answered_with_the_right_one(ask, meant):
    with pytest.raises(TypeError, match=f"option '.*'; did you mean {re.escape(meant)}"):
        ask()


def test_an_option_like_no_other_is_answered_with_those_that_there_are():
    with pytest.raises(TypeError, match="play.. takes no option 'foo'; it takes board, player, "):
        mv.play("beginner", foo=1)


def test_another_wrong_call_is_told_as_ever():
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'board'"):
        mv.play()


@pytest.mark.parametrize(
    "ask", [lambda: ANALYSIS.why(2, 0), lambda: GAME.open(2, 0), lambda: GAME.chord(2, 0)]
)
def test_a_cell_in_two_parts_is_said_to_be_a_pair(ask):
    with pytest.raises(TypeError, match=r"takes a cell as a pair: \(2, 0\)"):
        ask()


@pytest.mark.parametrize(
    ("ask", "meant"),
    [
        (lambda: mv.play("easy"), "'beginner'"),
        (lambda: mv.play("beginner", "random"), "'csp'"),
        (lambda: TRACE.frame(0, theme="light"), "'paper'"),
        (lambda: TRACE.frame(0, format="vertical"), "'tall'"),
        (lambda: TRACE.video("x.gif", preset="github"), "'readme'"),
    ],
)
def test_an_unknown_value_is_answered_with_the_right_one(ask, meant):
    with pytest.raises(ValueError, match=f"did you mean {meant}"):
        ask()


def test_an_attribute_of_a_registry_is_said_to_be_a_key():
    with pytest.raises(AttributeError, match=r"the values are keys: \['exact'\]"):
        mv.PLAYERS.exact  # noqa: B018


@pytest.mark.parametrize("name", ["PLAYERS", "LEVELS", "PRESETS", "PANELS", "THEMES", "GUESSES"])
def test_the_keys_of_a_registry_are_completed(name):
    registry = getattr(mv, name)
    assert registry._ipython_key_completions_() == list(registry)
    assert all(key in repr(registry) for key in registry)


def test_every_public_function_and_class_gives_hints():
    for name in MODULE_OF:
        thing = getattr(mv, name)
        if isinstance(thing, type) and not issubclass(thing, (Exception, tuple)):
            assert type(thing) is Helpful or hasattr(thing.__init__, "__wrapped__"), name
        elif name.islower() and callable(thing) and name not in ("ladder", "explorer"):
            assert hasattr(thing, "__wrapped__"), name


def test_every_row_names_something_that_exists():
    """At least one of its names, where it may be typed."""
    top = {*mv.__all__}
    things = [*(getattr(mv, name) for name in top), TRACE]
    members = {each for thing in things for each in dir(thing)}
    members |= {each for thing in things for each in getattr(thing, "__dataclass_fields__", ())}
    everywhere = top | members | {"print", "np", "copy"}
    for section, known in {"names": top | members, "members": everywhere, "show": members}.items():
        for targets, words in table(section):
            heads = {re.split(r"[ .(\[=]", each.removeprefix("mv."))[0] for each in targets}
            assert heads & known, targets
            assert words
    commands = {targets[0] for targets, _ in table("commands") if targets[0][:1] != "-"}
    assert {each.split()[0] for each in commands} <= {*COMMANDS}


def test_there_are_at_most_sixty_public_names_and_all_errors_are_in_one_module():
    assert len(mv.__all__) <= 60
    raised = {name for name, thing in vars(mv.errors).items() if isinstance(thing, type)}
    assert {"ProofFormatError", "SearchExhaustedError", "WorkersLostError"} <= raised
    top = {name for name in mv.__all__ if name.endswith("Error")}
    assert top == {"MinevisError", "BoardFormatError", "ContradictionError", "PictureError"}
    assert mv.events.Opened
    assert mv.Knowledge
