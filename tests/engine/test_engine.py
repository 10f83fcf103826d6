"""The engine against the readable solver: click for click, chance for chance."""

import itertools
import os
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from minevis import LEVELS, PLAYERS, Board, Game, Player, Position, analyze, explain
from minevis.engine import _jit, kernels, turn, twins
from minevis.engine.counting import counting
from minevis.engine.guess import evaluation, strategies, successors
from minevis.engine.kernels import clicks_of, finish, odds_of, play_many, supports
from minevis.engine.shared import SCORED, SCORED_KINDS, UNDECIDED, WON, GuessKind, RuleKind
from minevis.game.board import Level
from minevis.game.hashing import random_cell
from minevis.game_loop import events_of, rest_of
from minevis.solver.events import Exploded, Guessed, Opened
from minevis.solver.guess.effort import EFFORTS, Effort
from minevis.solver.guess.strategies import GUESSES
from positions import answers, golden, positions
from research.noted_games import first_click


@pytest.fixture
def plain(monkeypatch):
    """Kernels run as they are written, although they could be compiled."""
    monkeypatch.setattr(kernels, "compiled", twins._plain)


GAMES = {"beginner8": 120, "beginner": 120, "intermediate": 40, "expert": 15, "expert24": 15}
# Of players who look ahead: `make fuzz` compares all of them, every other run this number.
EXPLORING = os.environ.get("HYPOTHESIS_PROFILE") == "explore"
LOOKING_AHEAD = {"beginner8": 40, "beginner": 20, "intermediate": 6, "expert": 2, "expert24": 2}


def readable(level, player, seed, first, safe_radius):
    """The events of one game of the readable solver, without searches."""
    board = Board.random(level, seed=seed, first=first, safe_radius=safe_radius)
    return list(events_of(board, player, first=first, seed=seed, detailed=False))


def clicks(events):
    return [event.cell for event in events if isinstance(event, Opened | Exploded)]


def assert_same_game(level, player, seed, first=(0, 0), safe_radius=0):
    """Compare one game by both, click for click; it is not lost on a cell called safe."""
    start = {"first": first, "safe_radius": safe_radius}
    events = readable(level, player, seed, **start)
    guessed = {event.cell for event in events if isinstance(event, Guessed)} | {first}
    exploded = [event.cell for event in events if isinstance(event, Exploded)]
    assert set(exploded) <= guessed
    assert len(exploded) == (not events[-1].won)
    found, expected = clicks_of(Level(*level), player, seed, **start), clicks(events)
    if player.max_solutions is not None and len(found) < len(expected):
        outcomes = play_many(Level(*level), player, np.array([seed], np.uint64), **start)
        assert outcomes.ends[0] == UNDECIDED  # a truncated search is left to the readable solver
        expected = expected[: len(found)]
    assert found == expected


@pytest.mark.parametrize("level", GAMES)
@pytest.mark.parametrize("player", list(PLAYERS.values()), ids=str)
def test_the_same_seed_is_the_same_game_click_for_click(level, player):
    few = player.guess in SCORED and not EXPLORING
    for seed in range((LOOKING_AHEAD if few else GAMES)[level]):
        assert_same_game(LEVELS[level], player, seed)


# Looks harder than "hard", and follows numbers from the first guess, by the first network alone.
HARDER = Effort(None, 0.9, 2_000, 300_000, 3, 4, 400, 20_000, follow=1e90)


@pytest.mark.parametrize(
    ("effort", "level", "games"),
    [
        *(("quick", "beginner8", 3), ("quick", "expert", 1)),
        *(("hard", "beginner8", 1), ("hard", "intermediate", 1), ("hard", "expert", 1)),
        (HARDER, "beginner8", 3),
    ],
)
def test_other_efforts_play_the_same_games_too(effort, level, games):
    player = Player(rules=("count", "search"), guess="best", effort=effort)
    for seed in range(4 * games if EXPLORING else games):
        assert_same_game(LEVELS[level], player, seed)


def test_the_layouts_of_an_effort_may_be_a_whole_number_of_any_size():
    player = Player(rules=("count", "search"), guess="best", effort=HARDER)
    whole = Player(rules=("count", "search"), guess="best", effort=HARDER._replace(follow=10**90))
    games = [clicks_of(LEVELS["beginner8"], each, 3, first=(0, 0)) for each in (player, whole)]
    assert games[0] == games[1]


@pytest.mark.parametrize("level", ["beginner", "intermediate"])
def test_two_clues_find_the_same_in_both(level):
    player = Player(rules=("count", "overlap"), odds=None, guess="uniform")
    for seed in range(8):
        assert_same_game(LEVELS[level], player, seed)


@pytest.mark.parametrize(
    ("level", "won"),
    [
        ((4, 4, 3), 400),
        ((4, 4, 4), 961),
        pytest.param((4, 4, 5), 1461, marks=pytest.mark.whole),
        pytest.param((4, 5, 4), 2950, marks=pytest.mark.whole),
    ],
)
def test_the_hardest_effort_wins_tiny_boards_as_often_as_perfect_play(level, won):
    """All layouts, the first click unprotected, against the published figures."""
    player = Player(rules=("count", "search"), guess="best", effort="hard")
    height, width, mines = level
    games = []
    for cells in itertools.combinations(range(height * width), mines):
        layout = np.zeros(height * width, dtype=bool)
        layout[list(cells)] = True
        games.append(Game(Board(layout.reshape(height, width))))
    wins = 0
    alike = {games[0].position.view.tobytes(): games}
    while alike:
        met = {}
        for group in alike.values():
            view = group[0].position.view
            cell = first_click(Level(*level), player, view)
            for game in group:
                game.open(cell)
                wins += game.won
                if not game.over:
                    met.setdefault(game.position.view.tobytes(), []).append(game)
        alike = met
    assert wins == won


SECOND_LOOK = Effort(6, 0.9, 8, 40, 2, candidates_after=3, layouts_after=20)
RULES = ["search", "count search", "count", "subset count", "window search", "sweep subset"]
RULES = [*map(str.split, (*RULES, "overlap", "count overlap search", "sweep overlap"))]


@st.composite
def any_player(draw):
    chosen = draw(st.sampled_from(RULES))
    odds = draw(st.sampled_from(["exact", "average", "local", None]))
    if odds in ("exact", "average") and "search" not in chosen:
        chosen = [*chosen, "search"]
    return Player(
        rules=tuple(chosen),
        odds=odds,
        guess=draw(st.sampled_from([*GUESSES])),
        effort=draw(st.sampled_from(["quick", "normal", SECOND_LOOK])),
        max_solutions=draw(st.sampled_from([None, 1, 3, 50])),
        search=draw(st.sampled_from(["boxes", "cells"])),
        regions=draw(st.sampled_from(["clues", "picture"])),
    )


@pytest.mark.parametrize("name", [*GuessKind.__members__, *RuleKind.__members__])
def test_a_guess_or_rule_whose_kernel_is_gone_is_an_error(name, monkeypatch, plain):
    part = {"guess": name.lower()} if name in GuessKind.__members__ else {"rules": [name.lower()]}
    odds = "exact" if name in ("SEARCH", *map(str.upper, SCORED)) else None
    player = Player(
        **{"rules": ["search"] if odds else [], "guess": "uniform", "odds": odds} | part
    )
    level, seeds = Level(3, 3, 2), np.arange(1, dtype=np.uint64)
    play_many(level, player, seeds)
    for module, kinds in ((strategies, "GuessKind"), (successors, "GuessKind"), (turn, "RuleKind")):
        left = {**getattr(module, kinds).__members__, name: None}
        monkeypatch.setattr(module, kinds, SimpleNamespace(**left))
    known = {kind for kind in SCORED_KINDS if kind != GuessKind.__members__.get(name)}
    monkeypatch.setattr(strategies, "SCORED_KINDS", known)
    with pytest.raises(ValueError, match="no kernel"):
        play_many(level, player, seeds)


@pytest.mark.parametrize("part", ["guess", "rules"])
def test_games_of_a_part_without_a_kernel_end_in_an_error(part, monkeypatch):
    setup = kernels.setup_of(LEVELS["beginner8"], PLAYERS["exact"], (0, 0), 0)
    if part == "guess":
        monkeypatch.setattr(kernels, "setup_of", lambda *_, **__: setup._replace(guess=99))
    else:
        monkeypatch.setattr(kernels, "rules_of", lambda player: np.array([99]))
    with pytest.raises(ValueError, match="no kernel"):
        play_many(LEVELS["beginner8"], PLAYERS["exact"], np.arange(50, dtype=np.uint64))


@settings(max_examples=120, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.integers(1, 8),
    st.integers(1, 8),
    st.floats(0, 1),
    st.integers(0, 2**64 - 1),
    any_player(),
    st.sampled_from([None, 0, 1]),
)
def test_any_player_on_any_board(plain, height, width, density, seed, player, radius):
    """All players: kernels run as they are written, as there are too many to compile."""
    first = random_cell(seed, height * width)
    first = None if radius is None else divmod(first, width)
    room = height * width - (9 if radius == 1 else 1)
    mines = int(density * max(room, 0))
    assert_same_game((height, width, mines), player, seed, first, radius)


@pytest.mark.parametrize("player", ["exact", "csp"])
def test_a_game_can_be_left_at_its_first_guess(player):
    """Then it is undecided with one guess; a game without any is won, and all the same."""
    seeds, level = np.arange(200, dtype=np.uint64), LEVELS["beginner"]
    whole = play_many(level, PLAYERS[player], seeds, first=(4, 4))
    left = play_many(level, PLAYERS[player], seeds, first=(4, 4), to_guess=True)
    clean = whole.guesses == 0
    assert 0 < clean.sum() < len(seeds)
    assert (left.ends == np.where(clean, WON, UNDECIDED)).all()
    assert (left.guesses == ~clean).all()
    assert left.taken.sum() == 0


@pytest.mark.parametrize(
    ("position", "entry"), [g[1:] for g in golden()], ids=[g[0] for g in golden()]
)
def test_golden_odds_to_nine_places(position, entry):
    found = odds_of(position.view, position.mines)
    np.testing.assert_allclose(found, answers(entry), rtol=0, atol=1e-9)


@settings(max_examples=120)
@given(positions(max_cells=30))
def test_odds_of_any_position(position):
    found = odds_of(position.unflagged().view, position.mines)
    exact = analyze(position, trust_flags=False).probability
    np.testing.assert_allclose(found, exact, rtol=0, atol=1e-9)


def test_a_large_dense_board_does_not_overflow_and_a_contradiction_is_not_too_wide():
    board = Board.random((45, 45, 510), seed=4, first=(30, 30), safe_radius=1)
    game = Game(board)
    for flat in np.random.default_rng(2).permutation(45 * 45)[:150].tolist():
        cell = divmod(flat, 45)
        if not board.mined[cell] and game.view[cell] == -1:
            game.open(cell)
    assert analyze(game.position).configurations > 10**320  # no float holds it
    found = odds_of(game.view, 510)
    np.testing.assert_allclose(found, analyze(game.position).probability, rtol=0, atol=1e-9)
    assert np.isnan(odds_of(Position.parse("1##\n##1", mines=4).view, 4)).all()


def pairs_of_ones():
    """400 components of one or two mines each, and a large interior."""
    view = np.full((210, 100), -1, np.int8)
    view[1:60:3, 1::5] = view[1:60:3, 3::5] = 1
    return view


@pytest.mark.parametrize(
    ("view", "mines"),
    [
        pytest.param(pairs_of_ones(), 1900, id="too many ways for a float"),
        pytest.param(Position.parse("#1######" * 500, mines=500).view, 500, id="too few"),
    ],
)
def test_what_floats_cannot_weigh_is_left_to_the_readable_solver(view, mines):
    """It passed for weighed, or for a contradiction: a game went on by the odds of before."""
    with pytest.raises(ValueError, match="too wide for the engine"):
        odds_of(view, mines)
    outcomes = finish(view, mines, np.ones((1, *view.shape), bool), PLAYERS["exact"])
    assert outcomes.ends.tolist() == [UNDECIDED]


def test_players_with_a_guess_of_their_own_are_left_to_the_readable_solver(monkeypatch):
    assert not supports(Player(guess=lambda outlook: outlook.covered))
    assert all(map(supports, PLAYERS.values()))
    monkeypatch.setattr("minevis.players.GUESSES", {"mine": None})
    assert not supports(Player(guess="mine"))  # a name, and no kernel of that name


def test_states_do_not_grow_beyond_what_is_allowed(monkeypatch, plain):
    position = Position.parse("#1##1#\n######\n#2##2#\n######", mines=6)
    monkeypatch.setattr(counting, "MOST_ENTRIES", 8)
    for module in (kernels, evaluation):
        monkeypatch.setattr(module, "ENTRIES", 8)
    for player in ("exact", "best", "convolution"):
        ends = finish(position.view, 6, position.view[None] < 0, PLAYERS[player]).ends
        assert ends.tolist() == [UNDECIDED]
    with pytest.raises(ValueError, match="too wide for the engine"):
        odds_of(position.view, 6)
    monkeypatch.setattr(evaluation, "at_hand", twins._plain)
    outlook = replace(analyze(position).outlook, effort=EFFORTS["quick"]._replace(layouts=0))
    assert np.array_equal(GUESSES["best"](outlook), GUESSES["least_risk"](outlook))
    entry = sum(array.nbytes for array in counting.empty_states(8)) / 8
    assert entry * counting.MOST_ENTRIES < 1 << 29


def test_cells_are_worth_the_same_in_scratch_that_has_to_grow(monkeypatch):
    """One of them splits the component that it touches: its parts were taken for one."""
    position = Position.parse("mines 8\n#11###2#2##\n#######33##\n########2##")
    values = []
    for entries in (evaluation.ENTRIES, 8):
        monkeypatch.setattr(evaluation, "ENTRIES", entries)
        found = evaluation.evaluate(position, "best", EFFORTS["normal"]._replace(layouts=0))
        values.append(found.value.tolist())
    assert values[0] == values[1]
    assert 0 < max(values[0]) < 1


def test_what_was_compiled_for_games_evaluates_guesses_too():
    """Nothing is compiled for them alone."""
    if not twins.can_compile():
        pytest.skip("the JIT is off")
    for effort, entry in (("normal", "score_guesses"), ("hard", "score_with_second_look")):
        player = Player(rules=("count", "search"), guess="best", effort=effort)
        kernels.warm_up(player)
        before = _jit.COMPILATIONS.count
        assert twins.kernels_ready(getattr(evaluation, entry))
        (*_, guess) = explain(Position.fresh((8, 8), 10), player)
        assert len(guess.options) >= 1
        assert _jit.COMPILATIONS.count == before


def test_kernels_are_handed_a_position_in_one_kind_of_arrays():
    """Each other kind, as arrays that cannot be written to, would compile them once more."""
    position = Position.parse("#1##", mines=2)
    assert not position.view.flags.writeable
    for layouts in (np.ones((3, 1, 4), bool), np.ones((3, 4, 1), bool).transpose(0, 2, 1)):
        given = kernels.given_position(position.view, layouts)
        assert all(array.flags.writeable and array.flags.c_contiguous for array in given)


def test_a_position_is_played_on_with_each_of_its_layouts():
    game = Game(Board.random("beginner8", seed=3, first=(0, 0)))
    game.open((0, 0))
    layouts = analyze(game.position).sample(60, seed=1)
    outcomes = finish(game.position.view, 10, layouts, PLAYERS["exact"], seed=5)
    for number, layout in enumerate(layouts):
        same = Game(Board(layout))
        same.open((0, 0))
        events = list(rest_of(same, "exact", seed=5 + number))
        assert (outcomes.ends[number] == WON) == events[-1].won
