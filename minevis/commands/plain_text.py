"""Answers as plain text: the odds of a position, the story of a run, how it ended."""

import json
from collections.abc import Iterator
from typing import Any

import numpy as np

from minevis.core.formatting import big_number, exact_number, number_word, percent
from minevis.core.grid import Cell, Cells, cells_of
from minevis.core.position import MARKS, Position
from minevis.core.proofs import Proof
from minevis.core.record import Record
from minevis.show.timing.beats import SHOWN
from minevis.show.timing.event_kinds import kind
from minevis.show.words.captions import badge, caption
from minevis.solver.analysis import Analysis
from minevis.trace import Trace

BADGE_WIDTH = 10


def story(trace: Trace, detail: int) -> Iterator[str]:
    """The captions of `trace`, a line each, with as much detail as a video would show.

    >>> from minevis.core.board import Board
    >>> from minevis.playing import play
    >>> print(*story(play(Board.parse("*."), first=(0, 1)), detail=0), sep="\\n")
    START     Player “exact” begins: 1×2 cells, one mine.
    OPEN      Cell (0, 1) opens and shows 1.
    WON       The game is won: every cell without a mine is open.
    """
    for event in trace.events:
        if kind(event) in SHOWN[detail]:
            yield f"{badge(event):{BADGE_WIDTH}}{caption(event)}"


def outcome(trace: Record) -> str:
    """How a run ended, in one line.

    >>> from minevis.core.board import Board
    >>> from minevis.playing import play
    >>> outcome(play(Board.parse("*."), first=(0, 1)))
    'Won the 1×2 board with one mine in one move without a guess.'
    """
    height, width = trace.shape
    word = "Won" if trace.won else "Lost"
    guesses = f"with {_count(trace.guesses, 'guess', 'es')}" if trace.guesses else "without a guess"
    risk = f" at a risk of {percent(trace.risk)}" if trace.risk > 0 else ""
    board = f"{height}×{width} board with {_count(trace.start.mines, 'mine', 's')}"
    return f"{word} the {board} in {_count(trace.moves, 'move', 's')} {guesses}{risk}."


def _count(n: int, noun: str, plural: str) -> str:
    return f"{number_word(n)} {noun}{'' if n == 1 else plural}"


def odds_text(analysis: Analysis) -> str:
    """Describe a position: its odds as a grid, then the cells that matter.

    >>> from minevis.solver.analysis import analyze
    >>> print(odds_text(analyze(Position.parse("mines 1\\n1#\\n##"))))
        0   1
    0   1 33%
    1 33% 33%
    <BLANKLINE>
    Layouts that fit: 3
    Safe: none
    Mines: none
    Best: (0, 1), (1, 0), (1, 1), 33 %
    """
    layouts = big_number(analysis.configurations)
    exact = exact_number(analysis.configurations)
    if exact.replace(",", "") != layouts.replace(",", ""):
        layouts += f" (exactly {exact})"
    best = analysis.best
    lines = [
        odds_grid(analysis.position, analysis.probability),
        "",
        f"Layouts that fit: {layouts}",
        f"Safe: {listed(cells_of(analysis.safe))}",
        f"Mines: {listed(_mines(analysis))}",
        f"Best: {listed(best)}" + (f", {percent(analysis.probability[best[0]])}" if best else ""),
    ]
    return "\n".join(lines)


def _mines(analysis: Analysis) -> Cells:
    """The cells that are proven mined and not flagged yet."""
    return cells_of(analysis.mined & analysis.position.covered)


def odds_grid(position: Position, probability: np.ndarray) -> str:
    """Chances in percent if a cell is covered, its mark elsewhere, with row and column.

    `probability` is float64 [H, W].

    >>> print(odds_grid(Position.parse("mines 1\\n1#"), np.array([[0.0, 1.0]])))
         0    1
    0    1 100%
    """
    height, width = position.shape
    texts = [
        [_chance(position, probability, (row, col)) for col in range(width)]
        for row in range(height)
    ]
    room = max(len(text) for row in [*texts, [str(width - 1)]] for text in row) + 1
    rim = len(str(height - 1))
    head = " " * rim + "".join(f"{col:>{room}}" for col in range(width))
    rows = (
        f"{number:>{rim}}" + "".join(f"{text:>{room}}" for text in row)
        for number, row in enumerate(texts)
    )
    return "\n".join([head, *rows])


def _chance(position: Position, probability: np.ndarray, cell: Cell) -> str:
    if not position.covered[cell]:
        return MARKS[int(position.view[cell])].replace("0", ".")
    words = {"under": "<", "over": ">"}
    return "".join(words.get(word, word) for word in percent(probability[cell]).split())


def listed(cells: tuple[Cell, ...]) -> str:
    """All `cells` in a row of text.

    >>> listed(((0, 1), (2, 3))), listed(())
    ('(0, 1), (2, 3)', 'none')
    """
    return ", ".join(map(str, cells)) or "none"


def odds_json(analysis: Analysis) -> str:
    """The same as JSON: cells as [row, col], null for the odds of opened cells.

    `layouts` is text, since it may be larger than any number that JSON readers keep.

    >>> from minevis.solver.analysis import analyze
    >>> odds_json(analyze(Position.parse("mines 1\\n1#")))[:55]
    '{"height": 1, "width": 2, "mines": 1, "layouts": "1", "'
    """
    position = analysis.position
    answer: dict[str, Any] = {
        "height": position.shape[0],
        "width": position.shape[1],
        "mines": position.mines,
        "layouts": exact_number(analysis.configurations).replace(",", ""),
        "safe": cells_of(analysis.safe),
        "mined": _mines(analysis),
        "best": analysis.best,
        "probability": _numbers(analysis.probability),
        "zero_probability": _numbers(analysis.zero_probability),
    }
    return json.dumps(answer)


def proof_json(proof: Proof) -> str:
    """A proof as JSON: its result, its clues, in words, and as `parse` reads it.

    >>> from minevis.solver.analysis import analyze
    >>> proof_json(analyze(Position.parse("mines 1\\n1#")).proof((0, 1)))[:65]
    '{"cells": [[0, 1]], "mined": true, "kind": "count", "clues": [[0,'
    """
    answer = {
        "cells": proof.cells,
        "mined": proof.mined,
        "kind": proof.kind,
        "clues": proof.clues,
        "words": caption(proof).splitlines(),
        "proof": str(proof),
    }
    return json.dumps(answer)


def chance_text(analysis: Analysis, cell: Cell) -> str:
    """The chance of a covered cell of which nothing is certain, in words.

    >>> from minevis.solver.analysis import analyze
    >>> chance_text(analyze(Position.parse("mines 1\\n1#\\n##")), (0, 1))
    'Nothing is certain of (0, 1): it is a mine in 33 % of the layouts that fit.'
    """
    risk = percent(analysis.probability[cell])
    return f"Nothing is certain of {cell}: it is a mine in {risk} of the layouts that fit."


def chance_json(analysis: Analysis, cell: Cell) -> str:
    """The same as JSON, as `proof_json` has it: null for whether it is a mine.

    >>> from minevis.solver.analysis import analyze
    >>> chance_json(analyze(Position.parse("mines 1\\n1#\\n##")), (0, 1))[:59]
    '{"cells": [[0, 1]], "mined": null, "probability": 0.3333333'
    """
    chance, words = float(analysis.probability[cell]), chance_text(analysis, cell)
    answer = {"cells": [cell], "mined": None, "probability": chance, "words": [words]}
    return json.dumps(answer)


def _numbers(values: np.ndarray) -> list[list[float | None]]:
    return [[None if value != value else value for value in row] for row in values.tolist()]
