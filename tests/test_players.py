import re
from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter

import numpy as np
import pytest

import minevis as mv
from minevis.experiments.task import Key, Task
from minevis.game.grid import cells_of
from minevis.players import best_with
from minevis.solver.events import Counted, Guessed, Proved
from minevis.solver.guess.effort import EFFORTS
from minevis.solver.rules import count
from minevis.utils.tables import Registry

OWN = "a player of your own"
QUIET = {"first": (0, 0), "progress": False}


def lone_mines(knowledge):
    """A rule: if a clue sees exactly its number of covered cells, all are mines."""
    for cell in cells_of(knowledge.view > 0):
        left, flat = knowledge.around(cell)
        if flat and left == len(flat):
            yield Proved(knowledge.names(flat), mined=True, clues=(cell,), uses_total=False)


def quiet_clues(knowledge):
    """A rule that marks its finds itself: a clue without mines left has safe neighbours."""
    for cell in cells_of(knowledge.view > 0):
        left, flat = knowledge.around(cell)
        if flat and left == 0:
            cells = knowledge.names(flat)
            knowledge.mark(cells, mined=False)
            number = int(knowledge.view[cell])
            yield Counted(cell, number, left, len(cells), cells, mined=False)


def bottom_right(outlook):
    mask = np.zeros_like(outlook.covered)
    mask.flat[np.flatnonzero(outlook.covered).max()] = True
    return mask


OWN_RULES = mv.Player(rules=(lone_mines, quiet_clues), odds=None, guess="uniform")
COUNTING = mv.Player(rules=("count",), odds=None, guess="uniform")


def moves(trace):
    """The cells opened, a set for each guess: what lies between them has no order."""
    opened, sets = set(), []
    for event in trace.events:
        if isinstance(event, Guessed):
            sets.append(frozenset(opened))
            opened = set()
        opened |= set(getattr(event, "numbers", ()) and event.cells)
    return [*sets, frozenset(opened)]


@pytest.mark.parametrize("seed", range(6))
def test_rules_of_ones_own_play_as_the_counting_rule_that_they_restate(seed):
    board = mv.Board.random("intermediate", seed=seed, first=(0, 0), safe_radius=1)
    own = mv.play(board, OWN_RULES, first=(0, 0), seed=seed)
    ours = mv.play(board, COUNTING, first=(0, 0), seed=seed)
    assert moves(own) == moves(ours)
    assert own.won == ours.won
    assert mv.Trace.from_json(own.to_json()).events == own.events
    assert all(mv.caption(event) for event in own.events)
    assert own.frame(len(own) - 1).shape[2] == 3


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    ("own", "named"),
    [
        (OWN_RULES, COUNTING),
        (mv.Player(guess=lambda outlook: outlook.covered), mv.Player(guess="uniform")),
    ],
    ids=["rules", "guess"],
)
def test_parts_of_ones_own_play_trials_here_and_in_processes(workers, own, named):
    mine = mv.trials("beginner8", own, games=40, workers=workers, **QUIET)
    ours = mv.trials("beginner8", named, games=40, **QUIET)
    assert mine.totals.counts == ours.totals.counts


def test_a_rule_of_ones_own_needs_a_name_to_be_stored(tmp_path):
    store = tmp_path / "runs.sqlite"
    with pytest.raises(ValueError, match="with a custom rule or guess needs a name"):
        mv.trials("beginner8", OWN_RULES, games=5, store=store, **QUIET)
    named = mv.Player(rules=(lone_mines,), odds=None, guess="uniform", name="lone mines")
    run = mv.trials("beginner8", named, games=5, store=store, **QUIET)
    assert mv.trials("beginner8", named, games=5, store=store, **QUIET) == run
    other = mv.Player(rules=("count",), odds=None, guess="uniform", name="lone mines")
    mv.trials("beginner8", other, games=5, store=store, **QUIET)
    with mv.Store(store) as kept:
        assert len(kept.runs()) == 2


@pytest.mark.parametrize(
    ("found", "fault"),
    [
        (["safe!"], "the rule own yielded 'safe!'"),
        ([Proved(((0, 0),), False, (), False)], r"the rule own speaks of \(0, 0\), which is open"),
        (None, "^the rule own gave None: it must yield deductions"),
    ],
)
def test_a_rule_that_does_not_keep_to_its_part_is_named(found, fault):
    def own(knowledge):
        return found

    board = mv.Board.random("beginner8", seed=1, first=(0, 0))
    with pytest.raises(ValueError, match=fault):
        mv.play(board, mv.Player(rules=(own, "search")), first=(0, 0))


def test_a_guess_of_ones_own_decides_by_its_name_or_its_class():
    board = mv.Board.random("expert", seed=10, first=(0, 0))
    events = mv.play(board, mv.Player(guess=bottom_right)).events
    guesses = [event for event in events if isinstance(event, Guessed)]
    assert {event.guess for event in guesses} == {"bottom_right"}
    assert all(event.candidates == (event.cell,) for event in guesses)
    trace = mv.play(mv.Board.parse(".*."), mv.Player(guess=attrgetter("covered")))
    assert {each.guess for each in trace.events if isinstance(each, Guessed)} == {"attrgetter"}


@dataclass
class WithoutHash:
    """A rule or a guess that has no hash, as a dataclass with `==`."""

    part: Callable

    def __call__(self, seen):
        return self.part(seen)


def test_parts_of_ones_own_need_no_hash_and_play_out_the_chance_to_win():
    player = mv.Player(
        rules=(WithoutHash(count), "search"), guess=WithoutHash(mv.GUESSES["least_risk"])
    )
    trace = mv.play(mv.Board.random("beginner", seed=4, first=(0, 0)), player)
    guesses = {event.guess for event in trace.events if isinstance(event, Guessed)}
    assert guesses == {"WithoutHash"}
    twin = mv.Player(rules=("count", "search"), guess="least_risk")
    run = mv.trials("beginner8", player, games=20, **QUIET)
    assert run.totals.counts == mv.trials("beginner8", twin, games=20, **QUIET).totals.counts
    position = mv.Position.parse("mines 3\n####\n1###\n####")
    chance = mv.win_chance(position, player=OWN_RULES, games=20, most_layouts=0)
    assert chance == mv.win_chance(position, player=COUNTING, games=20, most_layouts=0)


@pytest.mark.parametrize(
    ("cell", "mined", "said"), [((3, 3), True, "a mine and is none"), ((2, 2), False, "safe, but")]
)
def test_a_rule_that_says_what_is_not_so_is_named_with_its_cell(cell, mined, said):
    def liar(knowledge):
        if knowledge.unknown[cell]:
            yield Proved((cell,), mined=mined, clues=(), uses_total=False)

    board = mv.Board.parse("....\n....\n..*.\n....")
    with pytest.raises(mv.ContradictionError) as raised:
        mv.play(board, mv.Player(rules=(liar, "search")), first=(0, 0))
    (note,) = raised.value.__notes__
    assert note.startswith(f"{cell} was said to be {said}")
    assert note.endswith(": a fault of the rule liar")


@pytest.mark.parametrize(
    ("effort", "rule"),
    [
        *((effort, 'or "hard", or an Effort$') for effort in (2.0, True, "odd", -1, 6, None)),
        *((number, f'{number} is now "hard"$') for number in (3, 4, 5)),
        *((1, '1 is now "quick"$'), (2, '2 is now "normal"$')),
        (0, '0 is now the guess "likely_zero"$'),
    ],
)
def test_an_effort_that_is_none_is_named(effort, rule):
    with pytest.raises(ValueError, match=f"^effort={effort!r}: .*{rule}"):
        mv.Player(guess="best", effort=effort)


def test_a_player_that_guesses_as_best_is_called_so_and_can_be_kept_in_a_store():
    names = {"quick": "best, quick", "normal": "best", "hard": "best, hard"}
    for effort, name in names.items():
        for given in (effort, EFFORTS[effort]):
            assert str(mv.Player(guess="best", effort=given)) == name
        assert best_with(effort).name == name
    other = EFFORTS["hard"]._replace(layouts=7)
    for parts in ({"effort": other}, {"max_solutions": 9}, {"rules": ("search",)}, {"name": "x"}):
        assert str(mv.Player(**{"guess": "best", **parts})) == parts.get("name", OWN)
    assert str(mv.Player(effort="hard")) == OWN  # its guess ignores the effort
    effort = mv.Effort(np.int64(3), 0.9, np.int64(9), 9)
    player = mv.Player(guess="best", effort=effort, name="mine")
    task = Task.of("expert", player, games=2, seed=0, first=(0, 0), safe_radius=np.int64(1))
    key = Key.parse(task.key)
    assert (key.safe_radius, key.player["effort"][:3]) == (1, [3, 0.9, 9])


@pytest.mark.parametrize(
    ("field", "message"),
    [
        ({"candidates": 0}, "Effort.candidates=0: it must be an integer from 1"),
        ({"relative_safety": 5.0}, "Effort.relative_safety=5.0: a number, from 0 to 1"),
        ({"relative_safety": "x"}, "Effort.relative_safety='x': a number, from 0 to 1"),
        ({"layouts": None}, "Effort.layouts=None: it must be an integer"),
        ({"layouts_after": 10**7}, "Effort.layouts_after=10000000: .* 0 to 1000000$"),
        ({"sets": 10**30}, "Effort.sets=10{30}: .* 0 to 1000000000$"),
        ({"second_looks": 2.5}, "Effort.second_looks=2.5: it must be an integer"),
        ({"follow": -1.0}, "Effort.follow=-1.0: a number, from 0 to inf"),
    ],
)
def test_an_effort_of_ones_own_is_public_and_looked_at(field, message):
    given = mv.Effort(candidates=3, relative_safety=0.9, layouts=9, sets=9)
    with pytest.raises(ValueError, match=f"^{message}"):
        mv.Player(guess="best", effort=given._replace(**field))
    for number in (np.int64(4), 4.0, None):
        kept = mv.Player(guess="best", effort=given._replace(candidates=number, follow=0)).effort
        assert kept == given._replace(candidates=number)
        assert [type(kept[0]), type(kept.follow)] == [type(number and 4), float]


@pytest.mark.parametrize("most", [0, -1, 1.5, float("nan"), 10**30, "3", True])
def test_a_cap_that_is_no_cap(most):
    with pytest.raises(ValueError, match="max_solutions=.*integer from 1"):
        mv.Player(max_solutions=most)
    assert type(mv.Player(max_solutions=np.int64(5)).max_solutions) is int


@pytest.mark.parametrize("name", ["PLAYERS", "GUESSES", "PANELS", "THEMES"])
def test_public_tables_show_what_their_names_mean(name):
    table = getattr(mv, name)
    _, *lines = repr(table).splitlines()
    assert len(lines) == len(table)
    for each, line in zip(table, lines, strict=True):
        assert re.match(rf"{each}  +\S+ \S+", line)
        assert f">{each}</td>" in table._repr_html_()
    with pytest.raises(KeyError):
        table["nobody"]
    shown = Registry({"<b>": 1}, {"meaning": {"<b>": "<i>"}.get})._repr_html_()
    assert "&lt;b&gt;" in shown
    assert not re.search("<[bi]>", shown)


def test_players_show_the_win_ratios_of_the_ladder():
    lines = dict(zip(mv.PLAYERS, repr(mv.PLAYERS).splitlines()[1:], strict=True))
    for name in ("csp", "value_net", "local", "best"):
        assert lines[name].endswith(f"  {100 * mv.ladder().ratio(name):.1f} %")
    assert not lines["convolution_as_published"].endswith("%")  # not measured there
