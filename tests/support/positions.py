"""Positions as they come up: a random board, a few safe cells opened, a few mines flagged."""

import json
from functools import cache
from pathlib import Path

import numpy as np
from hypothesis import strategies as st

from minevis import Board, Game, Position

GOLDEN = Path(__file__).parents[1] / "golden"


@st.composite
def games(draw, max_cells=20, max_side=6):
    """A game under way on a small board; at least one cell is still covered."""
    height = draw(st.integers(1, max_side))
    width = draw(st.integers(1, min(max_side, max_cells // height)))
    cells = height * width
    mines = draw(st.integers(0, cells - 1))
    board = Board.random((height, width, mines), seed=draw(st.integers(0, 2**32)))
    game = Game(board)
    order = draw(st.permutations(range(cells)))
    for flat in order[: draw(st.integers(0, cells))]:
        cell = divmod(flat, width)
        if game.over or game.view[cell] != -1:
            continue
        if not board.mined[cell]:
            game.open(cell)
        elif draw(st.booleans()):
            game.flag(cell)
    return game


@st.composite
def positions(draw, max_cells=20):
    """The position of such a game."""
    return draw(games(max_cells)).position


def rows_of(name):
    """The rows of a file of golden texts: a list in JSON each."""
    text = (GOLDEN / f"{name}.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.split("\n") if line]


@cache
def golden():
    """The golden positions with their exact answers: (id, Position, answers)."""
    found = []
    for path in sorted(GOLDEN.glob("*.json")):
        for entry in json.loads(path.read_text())["positions"]:
            found.append(
                (entry["id"], Position.parse("\n".join(entry["board"]), entry["mines"]), entry)
            )
    return found


def answers(entry):
    """The chances of a golden entry as float64 [H, W], nan where opened."""
    return np.array([[np.nan if p is None else p for p in row] for row in entry["p"]])
