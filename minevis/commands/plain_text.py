"""Answers as plain text: the odds of a position, the story of a run, how it ended."""

import json
from collections.abc import Iterator
from typing import Any

import numpy as np

from minevis.commands.advice import advice
from minevis.core.formatting import big_number, exact_number, number_word, percent, quantity, ranges
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
MOST_LISTED = 12  # cells in one line; more are only counted


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
    Open: (0, 1), a mine in 33 %, wins 33 %
      No safe cell is known. (0, 1) is a mine in 33 % of the layouts that fit. ...
    Safe: none
    Proven mines: none
    Least risk: 33 % at (0, 1), (1, 0), (1, 1)
    Layouts that fit: 3
    """
    layouts = big_number(analysis.configurations)
    exact = exact_number(analysis.configurations)
    if exact.replace(",", "") != layouts.replace(",", ""):
        layouts += f" (exactly {exact})"
    lines = [
        odds_grid(analysis.position, analysis.probability),
        "",
        *_advice(analysis),
        f"Safe: {listed(cells_of(analysis.safe))}",
        f"Proven mines: {listed(_mines(analysis))}",
        *_least_risk(analysis),
        *_totals(analysis),
        f"Layouts that fit: {layouts}",
        *_flags(analysis),
    ]
    return "\n".join(lines)


def _advice(analysis: Analysis) -> list[str]:
    """The cell to open and the runner-up, with the reason."""
    answer = advice(analysis)
    if answer is None:
        return []
    lines = [f"Open: {answer.best}", *(f"  {line}" for line in answer.why.splitlines())]
    if answer.runner_up is not None:
        lines.append(f"Or: {answer.runner_up}")
    return lines


def _least_risk(analysis: Analysis) -> list[str]:
    """The cells least likely to be a mine, if none is safe; many of them only by number."""
    best = analysis.best
    if not best or analysis.safe.any():
        return []
    risk = percent(analysis.probability[best[0]])
    if len(best) > MOST_LISTED:
        return [f"Least risk: {quantity(len(best), 'cell')}, all {risk}"]
    return [f"Least risk: {risk} at {listed(best)}"]


def _flags(analysis: Analysis) -> list[str]:
    """The flags that the clues do not prove, and the cells that rest on them."""
    unproven = tuple(cell for cell, verdict in analysis.flags.items() if verdict != "proven")
    if not unproven:
        return []
    flags, do, them = ("flag", "does", "it") if len(unproven) == 1 else ("flags", "do", "them")
    text = f"Flags: the {flags} at {listed(unproven)} {do} not follow from the clues"
    resting = cells_of(analysis.rests_on_flags)
    if resting:
        many = len(resting) > MOST_LISTED
        cells = quantity(len(resting), "cell") if many else listed(resting)
        text += f"; what is said of {cells} rests on {them}"
    return [f"{text} (--ignore-flags works without flags)"]


def _totals(analysis: Analysis) -> list[str]:
    """A line on the numbers of mines that are possible, if the position does not give one."""
    if analysis.position.mines is not None:
        return []
    unique = [mines for mines, layouts in analysis.totals.items() if layouts == 1]
    one = f"; one layout with {ranges(unique)}" if unique else ""
    return [f"Mines: not given, can be {ranges(analysis.totals)}{one} (--mines N if you know)"]


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
    answer = advice(analysis)
    found: dict[str, Any] = {
        "height": position.shape[0],
        "width": position.shape[1],
        "mines": position.mines,
        "layouts": exact_number(analysis.configurations).replace(",", ""),
        "totals": {
            mines: exact_number(layouts).replace(",", "")
            for mines, layouts in analysis.totals.items()
        },
        "open": None if answer is None else answer.best.json() | {"why": answer.why},
        "runner_up": answer and answer.runner_up and answer.runner_up.json(),
        "flags": [{"cell": cell, "verdict": said} for cell, said in analysis.flags.items()],
        "rests_on_flags": cells_of(analysis.rests_on_flags),
        "safe": cells_of(analysis.safe),
        "mined": _mines(analysis),
        "best": analysis.best,
        "probability": _numbers(analysis.probability),
        "zero_probability": _numbers(analysis.zero_probability),
    }
    return json.dumps(found)


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
