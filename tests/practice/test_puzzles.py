"""Puzzles: exactly the named cells can be proven, and only by the named idea."""

from collections import Counter

import numpy as np
import pytest

import minevis as mv
from entailment import constraints, filled
from minevis import Position
from minevis.errors import BoardFormatError
from minevis.game.grid import cells_of, mask_of, neighbours
from minevis.practice.puzzle import (
    ANYTHING,
    COUNT,
    GUESS,
    PATTERNS,
    PUZZLE_KINDS,
    REGION,
    Puzzle,
    shape_of,
    stored_puzzles,
)
from minevis.practice.puzzles import is_necessary, restricted
from minevis.practice.turns import next_proof
from minevis.render import painter
from minevis.render.tiles import draw_text
from minevis.solver.analysis import analyze, certain_cells
from minevis.solver.knowledge import Knowledge
from minevis.solver.proofs.clues import Clues
from minevis.solver.proofs.prove import Reasoner
from minevis.solver.rules import RULES

pytestmark = pytest.mark.xdist_group("puzzles")  # they are found once

QUICK = tuple(kind for kind in PUZZLE_KINDS if kind not in (REGION, GUESS))


@pytest.fixture(scope="module")
def some():
    """Two puzzles of most kinds."""
    return mv.puzzles(QUICK, 2 * len(QUICK), seed=1, progress=False)


@pytest.fixture(scope="module")
def regions():
    """Positions in which all the ways to fill what is left have to be gone through."""
    return mv.puzzles(REGION, 2, seed=1, progress=False)


def test_there_are_as_many_of_each_kind_as_asked_for_and_no_two_are_alike(some):
    assert sorted(puzzle.kind for puzzle in some) == sorted(2 * QUICK)
    assert [puzzle.difficulty for puzzle in some] == sorted(p.difficulty for p in some)
    assert len({puzzle.shape for puzzle in some}) == len(some)
    puzzle = some[0]
    position = Position(puzzle.position.view[::-1].T.copy(), puzzle.position.mines)
    asked = cells_of(mask_of(puzzle.asked, puzzle.position.shape)[::-1].T)
    assert shape_of(position, asked, Clues(Knowledge(position))) == puzzle.shape
    for puzzle in some:
        again = Puzzle.parse(str(puzzle))
        assert again == puzzle
        assert (again.safe, again.mines, again.proof) == (puzzle.safe, puzzle.mines, puzzle.proof)
    for puzzle in some:
        top, left, height, width = puzzle.window
        assert max(height, width) <= 10
        for row, col in puzzle.proof.clues if puzzle.proof else ():
            for r, c in neighbours((row, col), puzzle.position.shape):
                assert top <= r < top + height
                assert left <= c < left + width


def test_the_same_seed_gives_the_same_puzzles_and_others_are_stored():
    one, other, another = (mv.puzzles("1-1", 3, seed=seed, progress=False) for seed in (1, 1, 2))
    assert one == other
    assert one != another
    stored = stored_puzzles()
    assert Counter(puzzle.kind for puzzle in stored) == dict.fromkeys(PUZZLE_KINDS, 28)
    for kind in PUZZLE_KINDS:
        assert len({puzzle.shape for puzzle in stored if puzzle.kind == kind}) == 28
    (first,) = mv.puzzles(COUNT, 1, progress=False)
    assert first in stored


def test_what_can_be_proven_is_what_analysis_and_trying_everything_say(some):
    """The readable solver counts all layouts of the whole board."""
    for puzzle in some:
        known = analyze(puzzle.position)
        assert puzzle.safe == tuple(cell for cell in puzzle.asked if known.safe[cell])
        assert puzzle.mines == tuple(cell for cell in puzzle.asked if known.mined[cell])
    tried = 0
    for puzzle in some:
        if len(puzzle.asked) <= 12 and puzzle.kind != "mines left":
            tried += 1
            always, never = by_brute_force(puzzle)
            assert (puzzle.mines, puzzle.safe) == (always, never), puzzle.kind
    assert tried > 5


def by_brute_force(puzzle):
    """The cells that are mines in all fillings that satisfy the clues, and those in none."""
    view, asked = puzzle.position.view, list(puzzle.asked)
    said = constraints(view, set(asked), set(cells_of(view == -2)), cells_of(view >= 0))
    found = list(filled(asked, [(cells, left) for cells, left in said if cells]))
    return tuple(
        tuple(cell for cell in asked if {each[cell] for each in found} == {mined})
        for mined in (True, False)
    )


def opened_by(puzzle, *rules):
    """Whether rules find a safe cell among those asked."""
    knowledge = Knowledge(puzzle.position)
    for rule in rules:
        for _ in RULES[rule](knowledge):
            pass
    return any(knowledge.safe[cell] for cell in puzzle.asked)


def test_an_idea_is_necessary_and_a_longer_row_takes_its_clues_from_end_to_end(some):
    for puzzle in some:
        if puzzle.kind == COUNT:
            assert opened_by(puzzle, "count")
        elif puzzle.kind != ANYTHING:
            assert not opened_by(puzzle, "count")
        if puzzle.kind in (*PATTERNS, "overlap"):
            assert opened_by(puzzle, "overlap")
        elif puzzle.kind in ("chain", "mines left"):
            assert not opened_by(puzzle, "overlap")
    # Two clues at one end often prove a cell, which teaches no more than a 1-2 does.
    outer = "puzzle 1-2-1\nasked (0, 0); (0, 1); (0, 2); (0, 3); (0, 4)\nbest none\nmines 4\n"
    row = Puzzle.parse(f"{outer}#####\nF222F\n11011")
    assert {(1, 1), (1, 2), (1, 3)} <= {*row.proof.clues}
    longer = [puzzle for puzzle in some if puzzle.kind in ("1-2-1", "1-2-2-1")]
    assert all(len(puzzle.proof.clues) >= 3 for puzzle in (row, *longer))


def test_regions_are_found_soon(regions):
    """In a few hundred small games: they were looked for in thousands of larger ones."""
    assert [puzzle.kind for puzzle in regions] == [REGION, REGION]
    assert mv.puzzles(REGION, 2, seed=1, games=1500, progress=False) == regions
    for puzzle in regions:
        known = analyze(puzzle.position)
        assert puzzle.asked == cells_of(puzzle.position.covered)
        assert puzzle.safe == tuple(cell for cell in puzzle.asked if known.safe[cell])
        assert puzzle.proof.kind == "cases"


@pytest.mark.parametrize(("kind", "rule"), [("mines left", "_with_total"), (REGION, "_with_cases")])
def test_without_its_rule_nothing_is_safe(kind, rule, some, regions, monkeypatch):
    """Without the rule and all harder rules."""
    for harder in dict.fromkeys((rule, "_with_cases")):
        monkeypatch.setattr(Reasoner, harder, lambda _: None)
    puzzles = [puzzle for puzzle in (*some, *regions) if puzzle.kind == kind]
    assert len(puzzles) == 2
    for puzzle in puzzles:
        certain = certain_cells(analyze(puzzle.position))
        assert next_proof(Knowledge(puzzle.position), certain) is None


def test_without_its_pattern_two_clues_open_nothing(some, monkeypatch):
    """The readable rule, blind for one pattern, marks mines at most."""
    for puzzle in some:
        if puzzle.kind in PATTERNS:
            steps = [step for step in puzzle.proof.steps if step.kind == "overlap"]
            assert {step.pattern for step in steps} == {puzzle.kind}
            clues = restricted(Clues(Knowledge(puzzle.position)), puzzle.asked)
            assert is_necessary(puzzle.kind, clues)
            others = set(PATTERNS) - {puzzle.kind}
            assert not any(is_necessary(other, clues) for other in others)


def test_pictures_of_answers_tell_all_in_letters_of_one_size(some, monkeypatch):
    """On a sheet they stand side by side, and nobody can click for the steps of a chain."""
    sizes = []

    def fit(text, size, width, **room):
        found = draw_text.fit(text, size, width, **room)
        assert not any("…" in line for line in found[1])
        sizes.append((found[0], size))
        return found

    monkeypatch.setattr(painter, "fit", fit)
    for puzzle in some:
        told = puzzle.picture(solution=True).words
        if puzzle.kind == "chain":
            steps = mv.caption(puzzle.proof).splitlines()
            assert all(f"{n}. {step}" in told for n, step in enumerate(steps, 1))
    assert len(sizes) == len(some)
    assert all(drawn == asked for drawn, asked in sizes)


def test_of_cells_two_are_asked_about_and_every_other_time_nothing_is_safe():
    found = mv.puzzles("count", 12, seed=1, progress=False)
    assert min(len(puzzle.asked) for puzzle in found) > 1
    found = mv.puzzles(ANYTHING, 4, seed=3, progress=False)
    assert sorted(bool(puzzle.safe) for puzzle in found) == [False, False, True, True]
    for puzzle in found:
        assert (puzzle.proof is None) == (not puzzle.safe)


def test_the_best_guess_is_clearly_the_best():
    (puzzle,) = mv.puzzles(GUESS, 1, seed=2, progress=False)
    assert not puzzle.safe
    (best,) = puzzle.best
    free = set(puzzle.asked) - set(puzzle.mines)
    after = {cell: chance_after(puzzle.position, cell) for cell in free}
    ranked = sorted(after.values(), reverse=True)
    assert after[best] == ranked[0]
    assert ranked[0] - ranked[1] >= 0.1 - 1e-9


def chance_after(position, cell):
    """The chance to win when `cell` is opened first, summed over the numbers it can show."""
    known = analyze(position)
    total = 0.0
    for number in range(9):
        view = position.view.copy()
        view[cell] = number
        try:
            then = Position(view, position.mines)
            layouts = analyze(then).configurations
        except ValueError:
            continue
        won = mv.win_chance(then, most_layouts=10_000).value
        total += won * layouts / known.configurations
    return total


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("nonsense", "begins no puzzle"),
        ("puzzle luck\nasked (0, 1)\nbest none\nmines 1\n1#", "unknown kind 'luck'"),
        ("puzzle count\nasked (0, 0)\nbest none\nmines 1\n1#", "is not covered"),
        ("puzzle count\nasked (0, 1)\nbest (5, 5)\nmines 1\n1#", "is not covered"),
        ("puzzle count\nasked x\nbest none\nmines 1\n1#", "is not a cell"),
    ],
)
def test_other_texts_are_no_puzzles(text, match):
    with pytest.raises(ValueError, match=match):
        Puzzle.parse(text)


def test_chains_are_as_long_as_asked_for_and_wrong_arguments_are_named():
    (found,) = mv.puzzles("chain", 1, clues=np.int64(3), seed=5, progress=False)
    assert len(found.proof.clues) == 3
    with pytest.raises(ValueError, match="games are not enough"):
        mv.puzzles("count", 1, clues=30, games=2, progress=False)
    for clues in (0, "1", 1.5, True):
        with pytest.raises(ValueError, match=f"clues={clues!r}: it must be an integer"):
            mv.puzzles("count", 2, clues=clues)
    with pytest.raises(ValueError, match="ask for 1 or more"):
        mv.puzzles("count", 0)
    with pytest.raises(ValueError, match="3 games are not enough, .* are missing: allow more gam"):
        mv.puzzles("region", 5, games=3, progress=False)
    with pytest.raises(BoardFormatError, match="unknown level"):
        mv.puzzles("count", level="easy", progress=False)
