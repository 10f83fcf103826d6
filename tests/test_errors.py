import re
from functools import partial

import numpy as np
import pytest

import minevis as mv
from minevis import errors
from minevis.practice.puzzle import Puzzle
from minevis.utils.checks import check_index

BOARD = mv.Board.parse("..*")
TRACE = mv.play(BOARD, first=(0, 0))
POSITION = mv.Position.fresh((9, 9), 10)
ARRAY = np.array([1, 2])
ONE = mv.Position.parse("1#", mines=1)


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        *(
            (lambda ask=ask: ask(b"1#"), "position=b'1#': a position, its text, view or picture is")
            for ask in (mv.analyze, mv.win_chance)
        ),
        (lambda: mv.play(7), "board=7: a Board or a level is needed"),
        (lambda: mv.Game("..*"), "board='..*': a Board is needed"),
        (lambda: mv.race(BOARD, "exact"), "players='exact': a list of players is needed"),
        (lambda: TRACE.frame("x"), "event 'x': events of a trace are integers"),
        (lambda: TRACE.frame(1, panels=5), "panels=5: the name of a panel, or a list of names is"),
        (lambda: TRACE.find(5), "kind=5: a class of minevis.events, or its name, is needed"),
    ],
)
def test_a_text_in_place_of_a_value_is_named_before_any_work(ask, said):
    with pytest.raises(TypeError, match=f"^{re.escape(said)}"):
        ask()


@pytest.mark.parametrize("ask", [mv.puzzles, mv.Practice])
def test_what_is_no_kind_or_no_count_of_puzzles_is_named(ask):
    with pytest.raises(ValueError, match="^unknown kind 3: choose from count, 1-1"):
        ask(3)
    for count in ("3", 2.5, True):
        with pytest.raises(ValueError, match=f"^count={count!r}: it must be an integer of 1"):
            ask("1-2", count=count)


@pytest.mark.parametrize(
    ("ask", "name"),
    [
        (lambda: mv.Profile(()).periods("x"), "count"),
        (lambda: mv.profile(__file__, workers="x"), "workers"),
        (lambda: mv.puzzles("1-2", 1, games="x"), "games"),
        (lambda: mv.trials("beginner", games="x"), "games"),
        (lambda: mv.win_chance(POSITION, games="x"), "games"),
        (lambda: mv.no_guess_board("beginner", "count", first=(0, 0), tries="x"), "tries"),
    ],
)
def test_what_is_no_count_is_named(ask, name):
    with pytest.raises(ValueError, match=f"^{name}='x': it must be an integer (of|from) 1 "):
        ask()


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (lambda: TRACE.frame(1, theme=[]), r"theme=\[\]: a name, or a Theme"),
        (
            lambda: TRACE.video("game.gif", budget="x"),
            "budget='x': seconds for searches, from 0 to",
        ),
        (lambda: mv.play(BOARD, ARRAY), r"unknown player array\(.*: choose from"),
        (lambda: mv.Player(odds=ARRAY), r"unknown odds array\(.*: choose from"),
        (lambda: mv.Player(guess=ARRAY), r"unknown guess array\(.*: choose from"),
        (lambda: mv.play(BOARD, seed=ARRAY), r"seed array\(.*: a seed is an integer"),
        (lambda: mv.play(BOARD, seed=True), "seed True: a seed is an integer"),
        *(
            (lambda level=level: mv.Board.random(level), ".*: a level is a name or .height, width")
            for level in ((True, 3, 1), (3, 3, True), (3, np.True_, 1))
        ),
        *(
            (
                lambda shape=shape: mv.Position.fresh(shape, 1),
                "shape=.*: it must be .height, width.",
            )
            for shape in (None, (3,))
        ),
        *(
            (
                lambda wrong=wrong: mv.Playground("beginner", safe_radius=wrong),
                f"safe radius {wrong!r}",
            )
            for wrong in ("x", -1, 0.5)
        ),
        (lambda: Puzzle.of("count", ONE, ()), r"asked=\(\): a puzzle asks about one cell"),
        (lambda: mv.compare("beginner", 5), "players=5: give two or more to compare$"),
        (lambda: mv.Position.parse("1#").mines_left, ".*first line like 'mines 10', or mines=10"),
    ],
)
def test_a_list_or_an_array_in_place_of_one_thing_is_named_with_what_could_be(ask, told):
    with pytest.raises(ValueError, match=f"^{told}"):
        ask()


@pytest.mark.parametrize(
    ("ask", "ending"),
    [
        (lambda: mv.play(BOARD, "Exact"), "; did you mean 'exact'?"),
        (lambda: mv.play(BOARD, "look ahead"), "; did you mean 'lookahead'?"),
        (lambda: mv.play(BOARD, "nobody"), "'local'"),
        (lambda: mv.Player(guess="corner"), "; did you mean 'corners'?"),
        (lambda: mv.Player(odds=5), "None"),
        (lambda: mv.Board.random("Expert"), "; did you mean 'expert'?"),
        (lambda: mv.trials("begginer", games=1), "; did you mean 'beginner'?"),
        (lambda: mv.Board.random("huge"), "expert24"),
    ],
)
def test_a_name_that_is_nearly_one_is_answered_with_it(ask, ending):
    with pytest.raises(ValueError, match=f"^unknown .*: choose from .*{re.escape(ending)}$"):
        ask()


@pytest.mark.parametrize(
    ("ask", "kind", "hint"),
    [
        (lambda: mv.paly, AttributeError, "'play'"),
        (lambda: mv.PLAYERS["exct"], KeyError, "'exact'"),
        (lambda: mv.Player(effort="hrd"), ValueError, "'hard'"),
        (lambda: mv.play(BOARD).frame(0, format="tal"), ValueError, "'tall'"),
    ],
)
def test_a_mistyped_attribute_key_or_option_is_answered_with_a_near_name(ask, kind, hint):
    with pytest.raises(kind, match=f"; did you mean {hint}"):
        ask()


def test_an_event_and_a_step_that_are_none_are_named():
    trace = mv.play(BOARD, first=(0, 0))
    race = mv.race(BOARD, ["exact"], first=(0, 0))
    asked = (trace.__getitem__, trace.frame, trace.plot, trace.picture)
    for ask in (partial(each, 3) for each in asked):
        with pytest.raises(IndexError, match="^event 3: this trace has the events 0 to 2$"):
            ask()
    for ask in (lambda: race[-3], lambda: race.frame(-3)):
        with pytest.raises(IndexError, match="^step -3: this race has the steps 0 to 1$"):
            ask()
    assert [check_index(at, 2, "step", "race") for at in (0, -1)] == [0, 1]


def test_snapshots_outlooks_analyses_and_races_are_told_in_a_line_and_compare_by_value():
    trace = mv.play(BOARD, first=(0, 0))
    assert repr(trace[0]) == "<Snapshot 1×3 after Started, 3 cells covered, 1 mine left>"
    assert repr(trace[-1]) == "<Snapshot 1×3 after Finished, 1 cell covered, 1 mine left>"
    known = mv.analyze(mv.Position.parse("mines 2\n#1###"))
    assert repr(known.outlook) == "<Outlook 1×5, 4 cells to pick from, 2 mines>"
    found = [mv.analyze(mv.Position.fresh((9, 9), mines)) for mines in (10, 10, 11)]
    races = [mv.race(BOARD, [name], first=(0, 0)) for name in ("csp", "csp", "exact")]
    for one, same, other in (found, races):
        assert one == same != other
        assert hash(one) == hash(same)
    assert repr(mv.Profile(())) == "<Profile of 0 games>"


def test_errors_have_one_base_and_shorten_names_of_megabytes(monkeypatch):
    named = [value for name, value in vars(errors).items() if name.endswith("Error")]
    assert len(named) > 10
    for error in named:
        assert issubclass(error, mv.MinevisError)
        assert issubclass(error, ValueError)
    monkeypatch.setattr("minevis.utils.hints.get_close_matches", None)  # it would fail if called
    for refused in (lambda name: mv.Editor(theme=name), mv.Board.random, mv.set_theme):
        with pytest.raises(ValueError, match=r"unknown \w+ 'x{80}'…: choose from") as told:
            refused("x" * 3_000_000)
        assert len(str(told.value)) < 300


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: mv.trials("exact", "beginner"), "'exact': the level comes first"),
        (lambda: TRACE.frame(1, format="phone"), "is a preset: pass preset='phone' to a film"),
        (lambda: TRACE.frame(1, theme={"ground": (1, 2, 3)}), "a name, or a Theme such as"),
        (
            lambda: TRACE.frame(1, format="tall", panels=("board", "constraints", "zero")),
            "panels=board, constraints, zero: a format shows one or two panels",
        ),
    ],
)
def test_an_error_points_to_the_right_thing(ask, said):
    with pytest.raises(ValueError, match=re.escape(said)):
        ask()
