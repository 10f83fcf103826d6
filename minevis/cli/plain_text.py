"""Answers as plain text: the odds of a position, the story of a run, how it ended."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import numpy as np

from minevis.film.beats import SHOWN
from minevis.game.grid import Cell, cells_of
from minevis.solver.analysis import Analysis
from minevis.solver.proofs.steps import Proof
from minevis.trace.trace import Trace
from minevis.utils.formatting import exact_number, number_word, percent, risk_text
from minevis.words.advice import mines_to_flag
from minevis.words.captions import caption
from minevis.words.events import badge, kind

BADGE_WIDTH = 10


def story_lines(trace: Trace, detail: int) -> Iterator[str]:
    """Yield the captions of `trace`, one per line, with the detail of a video."""
    for event in trace.events:
        if kind(event) in SHOWN[detail]:
            yield f"{badge(event):{BADGE_WIDTH}}{caption(event)}"


def outcome(trace: Trace) -> str:
    """How a run ended, in one line."""
    height, width = trace.shape
    word = "Won" if trace.won else "Lost"
    guesses = f"with {_count(trace.guesses, 'guess', 'es')}" if trace.guesses else "without a guess"
    risk = f" {risk_text(trace.risk, trace.guesses)}" if trace.risk > 0 else ""
    board = f"{height}×{width} board with {_count(trace.start.mines, 'mine', 's')}"
    return f"{word} the {board} in {_count(trace.moves, 'move', 's')} {guesses}{risk}."


def _count(n: int, noun: str, plural: str) -> str:
    return f"{number_word(n)} {noun}{'' if n == 1 else plural}"


def odds_json(analysis: Analysis) -> str:
    """Return the same as JSON: cells as [row, col], null for the odds of opened cells.

    `layouts` is text, since it may be too large for JSON readers.
    """
    position = analysis.position
    answer = analysis.advice
    answers: dict[str, Any] = {
        "height": position.shape[0],
        "width": position.shape[1],
        "mines": position.mines,
        "layouts": exact_number(analysis.configurations).replace(",", ""),
        "totals": {
            mines: exact_number(layouts).replace(",", "")
            for mines, layouts in analysis.totals.items()
        },
        "open": answer and asdict(answer.best) | {"why": answer.why},
        "runner_up": answer and answer.runner_up and asdict(answer.runner_up),
        "flags": [{"cell": cell, "verdict": said} for cell, said in analysis.flags.items()],
        "rests_on_flags": cells_of(analysis.rests_on_flags),
        "safe": cells_of(analysis.safe),
        "mined": mines_to_flag(analysis),
        "best": analysis.best,
        "probability": _numbers(analysis.probability),
        "zero_probability": _numbers(analysis.zero_probability),
    }
    return json.dumps(answers)


def proof_json(proof: Proof) -> str:
    """Return a proof as JSON: the result, the clues, the sentences, and the text for `parse`."""
    answer = {
        "cells": proof.cells,
        "mined": proof.mined,
        "kind": proof.kind,
        "clues": proof.clues,
        "words": caption(proof).splitlines(),
        "proof": proof.to_text(),
    }
    return json.dumps(answer)


def chance_text(analysis: Analysis, cell: Cell) -> str:
    """Return the chance of an uncertain covered cell, in words."""
    risk = percent(analysis.probability[cell])
    return f"Nothing is certain of {cell}: it is a mine in {risk} of the layouts that fit."


def chance_json(analysis: Analysis, cell: Cell) -> str:
    """The same as JSON, as `proof_json` has it: null for whether it is a mine."""
    chance, words = float(analysis.probability[cell]), chance_text(analysis, cell)
    answer = {"cells": [cell], "mined": None, "probability": chance, "words": [words]}
    return json.dumps(answer)


def _numbers(values: np.ndarray) -> list[list[float | None]]:
    return [[None if value != value else value for value in row] for row in values.tolist()]
