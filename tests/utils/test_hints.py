"""Hints for names that do not exist, by the table of synonyms."""

import copy
import pickle
import re
from functools import partial

import numpy as np
import pytest

import minevis as mv
from minevis.cli.main import COMMANDS
from minevis.utils.hints import Helpful, names_meant, table
from public_names import MODULE_OF
from refused import refusal

BOARD = mv.Board.random("beginner", seed=3)
TRACE = mv.play(BOARD, first=(0, 0))
POSITION = mv.Position.parse("mines 1\n1#")
ANALYSIS = mv.analyze(POSITION)
GAME = mv.Game(BOARD)
RUN = mv.trials("beginner", games=20, progress=False)
COMPARISON = mv.compare("beginner", ["csp", "exact"], games=20, progress=False)


NAMES = [  # in what, typed, and what is meant
    (mv, "solve Solver autoplay", "'play' or 'analyze'"),
    (mv, "simulate monte_carlo benchmark", "'trials'"),
    (mv, "random_board", "'Board.random'"),
    (mv, "from_image open_image", "'Position.from_image'"),
    (mv, "load read", "'Trace.load'"),
    (mv, "strategy", "'Player'"),
    (mv, "Guess", "'GUESSES'"),
    (mv, "themes", "'THEMES'"),
    (mv, "analyse", "'analyze'"),
    (mv, "write_gif", "'Trace.video'"),
    (mv, "to_html", "'Trace.scrubber'"),
    (mv, "paly", "'play'"),
    (mv, "StoreError", "'errors.StoreError'"),
    (mv, "solvable_board", "'no_guess_board'"),
    (TRACE, "to_gif gif animate film export", "'video'"),
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
]


@pytest.mark.parametrize(
    ("thing", "typed", "meant"),
    [(thing, word, meant) for thing, words, meant in NAMES for word in words.split()],
)
def test_a_missing_name_is_answered_with_the_right_one(thing, typed, meant):
    with pytest.raises(
        AttributeError, match=rf"{typed}'?; did you mean {re.escape(meant)}"
    ) as told:
        getattr(thing, typed)
    assert told.value.__suppress_context__  # one traceback
    if thing is mv:
        assert told.value.obj is None  # Python adds no guess of its own


@pytest.mark.parametrize("typed", ["foo", "qwerty", "banana", "zzz", "kwargs", "hello_world"])
def test_where_nothing_fits_nothing_is_suggested(typed):
    assert refusal(partial(getattr, mv, typed)).endswith(typed)
    assert names_meant(typed, mv.__all__, "names", "show", "members", "options", "values") == []


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


FILM = {  # an option of films, and what is meant
    "'seconds'": ("duration", "speed"),
    "'trace.show(loop=True)'": ("loop",),
    "'moves'": ("start", "end"),
    "'max_width'": ("size", "dpi"),
    "'fps'": ("frame_rate",),
}
ANSWERED = [  # a call, and the words of its error
    *(
        (partial(TRACE.video, "x.mp4", **{word: 2}), f"option '{word}'; did you mean {meant}")
        for meant, words in FILM.items()
        for word in words
    ),
    (partial(TRACE.show, duration=2), "option 'duration'; did you mean 'seconds'"),
    (partial(TRACE.scrubber, autoplay=True), "option 'autoplay'; did you mean 'playing'"),
    (partial(mv.trials, "beginner", n_games=3), "option 'n_games'; did you mean 'games'"),
    (partial(mv.trials, "beginner", n_jobs=3), "option 'n_jobs'; did you mean 'workers'"),
    (partial(mv.play, "beginner", strategy="csp"), "option 'strategy'; did you mean 'player'"),
    (partial(mv.play, "beginner", rng=3), "option 'rng'; did you mean 'seed'"),
    (partial(mv.Board.random, rows=9, cols=9), "option 'rows'; did you mean 'height'"),
    (partial(mv.Player, strategy="best"), "option 'strategy'; did you mean 'guess'"),
    (partial(mv.Playground, difficulty="beginner"), "option 'difficulty'; did you mean 'level'"),
    (partial(mv.analyze, POSITION, n_mines=1), "option 'n_mines'; did you mean 'mines'"),
    (partial(mv.play, "beginner", foo=1), "play() takes no option 'foo'; it takes board, player, "),
    (mv.play, "missing 1 required positional argument: 'board'"),
    (partial(ANALYSIS.why, 2, 0), "takes a cell as a pair: (2, 0)"),
    (partial(GAME.open, 2, 0), "takes a cell as a pair: (2, 0)"),
    (partial(GAME.chord, 2, 0), "takes a cell as a pair: (2, 0)"),
    (partial(mv.play, "easy"), "; did you mean 'beginner'"),
    (partial(mv.play, "beginner", "random"), "; did you mean 'csp'"),
    (partial(TRACE.frame, 0, theme="light"), "; did you mean 'paper'"),
    (partial(TRACE.frame, 0, format="vertical"), "; did you mean 'tall'"),
    (partial(TRACE.video, "x.gif", preset="github"), "; did you mean 'readme'"),
    (lambda: mv.PLAYERS.exact, "the values are keys: ['exact']"),
    (lambda: TRACE.foo, "'foo'; it has save, picture, plot, show, video, scr"),
]


@pytest.mark.parametrize(("call", "words"), ANSWERED)
def test_a_wrong_call_is_answered_with_the_right_one(call, words):
    answer = refusal(call)
    assert words in answer
    assert answer.startswith("TypeError: ") or "option '" not in words


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
