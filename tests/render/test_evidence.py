"""Frames of films show the evidence of their sentences, and no result before its sentence."""

import re
from dataclasses import replace

import numpy as np
import pytest

import minevis as mv
from minevis.film.beats import beats
from minevis.film.frames import Stage
from minevis.film.moments import moments
from minevis.game.grid import cells_of
from minevis.game.position import ViewCode
from minevis.render.camera import Window
from minevis.render.mosaic import mosaic
from minevis.render.options import Look, Pacing
from minevis.render.page import film_page
from minevis.render.panels import PANELS, remainders
from minevis.render.scene import Drawn
from minevis.render.tiles.atlas import Mark, Tile, constraint_tiles, percent_steps
from minevis.solver import events as ev
from minevis.solver.proofs.steps import Count
from minevis.words.events import kind
from minevis.words.events.meaning import Kind
from minevis.words.proof_captions import steps_shown

PANELS_SHOWN = ("board", "constraints", "probability")
CERTAIN = {Tile.MINE_CHANCE, Tile.MINE_CHANCE + 100, Tile.FAINT_CHANCE, Tile.FAINT_CHANCE + 100}


@pytest.fixture(scope="module")
def game():
    """An expert game with counting chains, proofs and searches."""
    return mv.play("expert", seed=10)


def scenes(trace, panels, detail=1, seconds=None):
    """The beats of a film with their snapshots, groups and scenes."""
    page = film_page(trace.shape, Look(panels=panels))
    shown = beats(trace, Pacing(detail=detail, fps=30, seconds=seconds), grouping="stepwise")
    stage = Stage(trace, page)
    stage.told = {beat.index for beat in shown if not beat.card}
    for beat, snapshot, group in moments(trace, shown, None):
        yield beat, snapshot, group, stage.scene(snapshot, beat, group)


def test_ringed_clues_and_chains_show_their_remaining_counts(game):
    """Chains show constraints before their deductions."""
    rings = chains = 0
    for _, snapshot, group, scene in scenes(game, PANELS_SHOWN):
        drawn = scene.layers[1].pictures
        left, room = remainders(replace(snapshot, together=group.events) if group else snapshot)
        for clue in cells_of(scene.board.marks == Mark.CLUE):
            rings += 1
            assert Tile.CONSTRAINT <= drawn[clue] < Tile.MINE_CHANCE, snapshot.event
            assert clue in scene.numbers
            if not _has_steps(snapshot.event):
                assert scene.numbers[clue] == (left[clue], room[clue]), snapshot.event
        firsts = {}
        for event in group.events if group else ():
            if isinstance(event, ev.Counted):
                firsts.setdefault(event.clue, event)
        for clue, event in firsts.items():
            assert drawn[clue] == constraint_tiles(np.array(event.left), np.array(event.covered))
            assert event.left in (0, event.covered)
            chains += 1
    assert rings > 200
    assert chains > 100


def _has_steps(event):
    return isinstance(event, ev.Proved) and event.proof is not None


def test_chances_of_0_and_100_come_with_their_proof_and_stay_once_told(game):
    gaps = told = 0
    small = mv.play(mv.Board.random("beginner", seed=3), first=(0, 0))
    for trace, detail in ((game, 1), (small, 2)):
        for beat, s, _, scene in scenes(trace, PANELS_SHOWN, detail=detail):
            shown = np.isin(scene.layers[2].pictures, [*CERTAIN])
            certain = np.isin(s.probability, (0, 1)) & (s.view == ViewCode.COVERED)
            if trace is small:
                if isinstance(s.event, ev.Proved) and not scene.coming:
                    assert shown[certain].all(), s.event
                    told += 1
                continue
            proven = (s.safe | s.mined).copy()
            if beat.step is not None and len(scene.coming):
                proven[tuple(zip(*s.subject, strict=True))] = False
            assert not (shown & ~proven).any(), s.event
            gaps += int((certain & ~proven).sum())
    assert gaps > 50
    assert told


def test_odds_keep_their_last_values_until_there_are_new_ones(game):
    kept, last = 0, np.full(game.shape, 99 / 480)
    for s in game:
        pictures = PANELS["probability"](s).pictures
        covered, proven = s.view == ViewCode.COVERED, s.safe | s.mined
        past = (pictures >= Tile.PAST_CHANCE) & (pictures < Tile.SUPPOSED)
        faint = (pictures >= Tile.FAINT_CHANCE) & (pictures < Tile.ZERO_CHANCE)
        unknown = covered & np.isnan(s.probability) & ~proven & ~s.missed
        last = np.where(np.isnan(s.probability), last, s.probability)
        assert (past <= unknown).all()
        assert (unknown <= past | faint).all()
        assert (pictures[past] == Tile.PAST_CHANCE + percent_steps(last[past])).all()
        assert np.isin(pictures[covered & proven], [*CERTAIN]).all()
        kept += int(past.sum())
    assert kept > 1000
    for name in ("zero", "guess"):
        assert PANELS[name](game[1]).title != PANELS[name].title


@pytest.mark.parametrize("first", ["constraints", "board"])
def test_two_panels_count_and_change_their_odds_together(game, first):
    page = film_page(game.shape, Look(panels=(first, "probability")))
    shown = beats(game, Pacing(moves=(0, 40), fps=30), grouping="stepwise")
    stage, counted = Stage(game, page), 0
    for beat, s, group in moments(game, shown, None):
        frames = stage.settles(beat, group, 30)
        deduced = isinstance(s.event, ev.Deduction) and not beat.card
        assert 0 <= frames < beat.hold
        assert not frames or deduced or group
        if frames and not group:
            waits, settled = (stage.scene(s, beat, settled=whether) for whether in (False, True))
            chance = Tile.MINE_CHANCE + 100 * s.event.mined
            for cell in s.event.cells:
                assert waits.layers[1].pictures[cell] != chance
                assert settled.layers[1].pictures[cell] == chance
            changed = any(waits.numbers[clue] != settled.numbers[clue] for clue in s.event.clues)
            counted += changed
            assert changed == (waits.layers[0].pictures != settled.layers[0].pictures).any() or (
                first == "board"
            )
    assert counted > 3


def test_steps_of_a_proof_count_its_suppositions():
    trace, seen = mv.play("beginner8", seed=26), []
    for s in trace:
        step = s.event.step if isinstance(s.event, ev.Reasoned) else None
        if isinstance(step, Count):
            assert PANELS["constraints"](s).pictures[step.clue] == _tile_that_proves(step), step
            seen.append(step.depth > 0)
    assert any(seen)
    seen = []
    for beat, s, _, scene in scenes(trace, PANELS_SHOWN, seconds=90):
        steps = steps_shown(s.event.proof) if _has_steps(s.event) else ()
        step = steps[beat.step] if beat.step is not None and beat.step < len(steps) else None
        if isinstance(step, Count):
            numbers = constraint_tiles(*map(np.array, scene.numbers[step.clue]))
            drawn = scene.layers[1].pictures[step.clue]
            assert drawn == numbers == _tile_that_proves(step), step
            seen.append(step.depth > 0)
    assert any(seen)


def _tile_that_proves(step):
    """The two numbers of a clue with equally many cells and mines left, or no mine."""
    left = len(step.mines)
    return constraint_tiles(np.array(left), np.array(left or len(step.safe)))


def test_a_search_says_as_much_as_its_tree():
    trace = mv.play(mv.Board.random("beginner", seed=3), first=(0, 0))
    seen = 0
    for _, snapshot, group, scene in scenes(trace, ("board", "constraints", "tree"), detail=2):
        if group is None or kind(snapshot.event) is not Kind.SEARCH:
            continue
        drawn = next((each for each in scene.layers if isinstance(each, Drawn)), None)
        if drawn is not None:
            [said] = scene.sentences
            assert re.findall(r"\d+", said) == re.findall(r"\d+", drawn.subtitle)[:3]
            assert f"{re.findall(r'[0-9]+', said)[2]} configuration" in scene.counters[-1]
            seen += 1
    assert seen > 50


def test_a_guess_is_shown_and_counted_with_its_sentence():
    seen = set()
    games = [mv.play("expert", seed=seed) for seed in (8, 32)]
    shown = [each for trace in games for each in scenes(trace, PANELS_SHOWN, seconds=200)]
    for beat, s, _, scene in shown:
        if isinstance(s.event, ev.Guessed) and not beat.card and beat.step is not None:
            told = s.guesses - bool(scene.coming)
            assert f"guesses {told}" in scene.counters
            assert ("risk so far" in "".join(scene.counters)) == (told > 0)
            numbered = scene.layers[2].pictures[s.event.cell] < Tile.FAINT_CHANCE
            near = (s.view[_around(s.event.cell)] >= 0).any()
            assert numbered == (near or beat.step > 0)
            seen.add((near, beat.step))
        if isinstance(s.event, ev.ZerosFound):
            zeros = (scene.board.pictures >= Tile.ZERO_CHANCE) & (
                scene.board.pictures < Tile.SUPPOSED
            )
            assert zeros.any()
            seen.add("zeros")
    assert {"zeros", (False, 0), (False, 1), (True, 0)} <= seen


def _around(cell):
    return tuple(slice(max(at - 1, 0), at + 2) for at in cell)


@pytest.mark.parametrize(("cell", "numbered"), [(16, False), (40, True)])
def test_numbers_never_hide_a_small_clue(game, cell, numbered):
    scene = next(scene for *_, scene in scenes(game, PANELS_SHOWN) if scene.numbers)
    area = Window(0, 0, *game.shape)
    plain = mosaic(replace(scene, numbers={}), area, cell, mv.THEMES["paper"])
    drawn = mosaic(scene, area, cell, mv.THEMES["paper"])
    assert np.array_equal(drawn, plain) != numbered
