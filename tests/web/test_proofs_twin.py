"""The proofs of the browser against those of Python: the same steps, in the same words."""

from dataclasses import fields
from pathlib import Path
from typing import get_type_hints

import numpy as np

import minevis as mv
import proof_positions
from minevis.game.grid import Cell, Cells, flat_of
from minevis.solver.analysis import certain_cells
from minevis.solver.proofs.steps import NAMES
from minevis.web.javascript import browser_words
from minevis.words.proof_captions import asked_about, statements, summary
from node import answers_of, board_of, needs_node
from positions import golden

pytestmark = needs_node
TWIN = Path(__file__).parents[1] / "js" / "twin.mjs"
MOST = 6  # cells of a position: many have one proof


def games(count):
    """Positions of games: half of them in the middle, half at the end of a small dense board."""
    rng = np.random.default_rng(5)
    for number in range(count):
        level = "intermediate" if number % 2 else (6, 6, 11)
        board = mv.Board.random(level, seed=number, first=(1, 1), safe_radius=0)
        game = mv.Game(board)
        game.open((1, 1))
        left = np.argwhere(~board.mined & (game.view < 0))
        for cell in rng.permutation(left)[: rng.integers(len(left))]:
            if game.view[tuple(cell)] == -1 and (game.view < 0).sum() > 14:
                game.open(tuple(map(int, cell)))
        if not game.over:
            yield game.position


def in_javascript(value, hint, width):
    """A value of a step as the browser has it: cells are flat, tuples are lists."""
    if hint == Cell:
        return flat_of(value, width)
    if hint == Cells:
        return [flat_of(cell, width) for cell in value]
    if hint == tuple[Cells, ...]:
        return [[flat_of(cell, width) for cell in cells] for cells in value]
    return [list(each) for each in value] if isinstance(value, tuple) else value


def camel(name):
    first, *rest = name.split("_")
    return first + "".join(map(str.title, rest))


def step_data(step, width):
    hints, names = get_type_hints(type(step)), [field.name for field in fields(step)]
    parts = {camel(name): in_javascript(getattr(step, name), hints[name], width) for name in names}
    return {"step": NAMES[type(step)], **parts}


def data_of(proof, width):
    steps = [step_data(step, width) for step in proof.steps]
    return {"cells": in_javascript(proof.cells, Cells, width), "mined": proof.mined, "steps": steps}


def some_positions():
    rare = [mv.Position.parse(proof_positions.CASES), mv.Position.parse(proof_positions.CHAIN)]
    return [*rare, *(position for _, position, _ in golden()), *games(40)]


def test_proofs_and_their_sentences_are_those_of_python():
    asked, expected = [], []
    for position in some_positions():
        known, width = mv.analyze(position), position.shape[1]
        cells = list(certain_cells(known))
        cells = cells[:: max(len(cells) // MOST, 1)] if asked else cells
        asked.append((board_of(position), cells, browser_words()))
        proofs = [known.proof(divmod(cell, width)) for cell in cells]
        expected.append(
            [
                [data_of(proof, width), statements(asked_proof), summary(asked_proof)]
                for proof, cell in zip(proofs, cells, strict=True)
                for asked_proof in [asked_about(proof, divmod(cell, width))]
            ]
        )
    found = answers_of(TWIN, "script.proven", asked)
    for mine, theirs in zip(found, expected, strict=True):
        assert mine == theirs
    kinds = {step["step"] for proofs in expected for proof, *_ in proofs for step in proof["steps"]}
    assert kinds >= set(NAMES.values()) - {"clash", "wrong total"}
