"""What the commands share: files to read, and arguments from text."""

import argparse
import sys
from pathlib import Path
from typing import Any

from minevis.core.errors import BoardFormatError
from minevis.core.grid import Cell
from minevis.players import Player, best_with
from minevis.solver.guessing.effort import DEFAULT_EFFORT, EFFORTS

MOST_CELLS = 1_000_000


def read(name: str) -> str:
    """The text of a file, or of stdin for "-"."""
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise BoardFormatError(f"{name}: this is no text in UTF-8") from error


def whole_numbers(text: str) -> tuple[int, ...]:
    """ "1,2" as (1, 2)."""
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r}: whole numbers with commas, please") from None


def span(text: str) -> tuple[int, int]:
    """ "1,5" as (1, 5): from the first up to, but not, the last."""
    ends = whole_numbers(text)
    if len(ends) != 2:
        raise argparse.ArgumentTypeError(f"{text!r}: a range is written FIRST,END")
    return (ends[0], ends[1])


def names(text: str) -> tuple[str, ...]:
    """ "board,zero" as ("board", "zero")."""
    return tuple(part.strip() for part in text.split(","))


def size(text: str) -> tuple[int, int]:
    """ "16x30" as (16, 30)."""
    try:
        height, width = (int(side) for side in text.lower().replace("×", "x").split("x"))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r}: a size is written 16x30") from None
    if height * width > MOST_CELLS:
        raise argparse.ArgumentTypeError(f"{text!r}: at most {MOST_CELLS:,} cells")
    return height, width


def cell_or_none(text: str) -> Cell | None:
    """ "3,4" as (3, 4); "none" as None."""
    if text == "none":
        return None
    cell = whole_numbers(text)
    if len(cell) != 2:
        raise argparse.ArgumentTypeError(f"{text!r}: a cell is ROW,COL, or none")
    return (cell[0], cell[1])


def radius_or_none(text: str) -> int | None:
    """ "1" as 1; "none" as None."""
    if text == "none":
        return None
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r}: a whole number, or none") from None


def add_effort(command: Any) -> None:
    """The option that says how hard the player `best` looks."""
    command.add_argument(
        "--effort",
        type=int,
        choices=range(len(EFFORTS)),
        help=f"how hard the player best looks before it guesses (default: {DEFAULT_EFFORT})",
    )


def with_effort(name: str, effort: int | None) -> Player | str:
    """The player of that name, with that effort. Raises `ValueError` for one that takes none."""
    if effort is not None and name != "best":
        raise ValueError(f"--effort {effort} is for the player best, not for {name}")
    return name if effort in (None, DEFAULT_EFFORT) else best_with(effort)
