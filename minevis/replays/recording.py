"""A recorded game: the board, the player, and all presses and releases of mouse buttons."""

from dataclasses import dataclass
from math import isfinite
from typing import Any, NamedTuple

import numpy as np

from minevis.game.board import Board, level_of
from minevis.game.grid import Cell
from minevis.trace.serialization import whole_number

NAME_LENGTH = 200
MOST_CELLS_PLAYED = 1_000_000
PRESSES = ("lc", "rc", "mc", "sc", "cc", "l", "r", "m", "lr", "rr", "mr", "pf", "mt")
RULES = {  # by mode: games whose odds and luck differ from random boards
    1: "UPK",
    2: "cheat",
    5: "competitive solvable",
    6: "strong solvable",
    7: "weak solvable",
    8: "to be solvable",
    9: "strong guessable",
    10: "weak guessable",
}


class Press(NamedTuple):
    """A press or release of a button, by its name in `PRESSES`.

    The names come from the open text format: left, right and middle buttons, click and release;
    "sc" is a left click with Shift, "cc" a press with both buttons down, "l", "r" and "m" are
    presses or releases, "pf" is a flag from before the start, and "mt" switches question marks.
    """

    seconds: float
    button: str
    cell: Cell  # may be outside the board


@dataclass(frozen=True)
class Recording:
    """What a replay file says."""

    board: Board
    player: str
    software: str
    seconds: float  # the duration, as counted by the recording program
    completed: bool  # whether the file calls the game completed
    played: float | None  # when it began, in seconds since 1970, if known
    marks: bool  # whether a right click on a flag makes it a question mark
    mode: int  # in .evf numbers
    presses: tuple[Press, ...]

    @property
    def rules(self) -> str:
        """The name of special rules, "" for standard ones."""
        return RULES.get(self.mode, "")


def recording_of(found: Any) -> Recording:
    """Check the findings of a reader and return the recording. Raises `ValueError`."""
    try:
        height, width, mines = (whole_number(found[key]) for key in ("height", "width", "mines"))
        if height * width > MOST_CELLS_PLAYED:
            raise ValueError(f"a board of {height}×{width} cells")
        level_of((height, width, mines))
        mined = np.array(found["mined"])
        if mined.shape != (height, width) or mined.dtype.kind not in "bi":
            raise ValueError(f"its board is no {height}×{width} cells")
        board = Board(mined != 0)
        if board.mines != mines:
            raise ValueError(f"{board.mines} mines on the board, where {mines} are told of")
        return Recording(
            board,
            _name(found["player"]),
            _name(found["software"]),
            max(_seconds(found["seconds"]), 0.0),
            found["completed"] is True,
            max(_seconds(found.get("played", 0)), 0.0) or None,
            found.get("marks") is True,
            whole_number(found.get("mode", 0)),
            tuple(_press(*press) for press in found["presses"]),
        )
    except (KeyError, TypeError, OverflowError) as error:
        raise ValueError(f"its recording is incomplete: {error}") from error


def _seconds(value: Any) -> float:
    if type(value) not in (int, float) or not isfinite(value):
        raise ValueError(f"{value!r} is not a time")
    return float(value)


def _name(value: Any) -> str:
    """Return a name without unprintable characters."""
    if type(value) is not str:
        raise ValueError(f"{value!r} is not a name")
    return "".join(mark for mark in value if mark.isprintable())[:NAME_LENGTH].strip()


def _press(seconds: Any, button: Any, row: Any, col: Any) -> Press:
    if button not in PRESSES:
        raise ValueError(f"{button!r:.20} is not a press of a button")
    return Press(_seconds(seconds), button, (whole_number(row), whole_number(col)))
