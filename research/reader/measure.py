"""Measure the reader on known boards: `python -m research.reader.measure FOLDER [--given]`.

FOLDER has pictures and an `expected.json`: for each picture the `board` as text rows (`X` is a flag
or a mine, `?` a covered cell), its `height`, `width` and, if known, its `box` in pixels. Each
picture is read from the whole, or from its box with `--given`. `--drawn N` adds N boards in skins
with fonts that training leaves out.

- exact: all cells are right; "sure" if none is doubtful
- doubted: every wrong cell is doubtful, or the size is wrong and an outermost line is doubtful
- refused: an error says why
- silent: a wrong cell is not doubtful, or the size is wrong without a doubt
"""

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

import minevis as mv
from minevis.vision.lattice import outermost
from minevis.vision.network import QUESTION, SIZE
from research.reader.boards import window

MARKS = "#F*"


def read(source: Path | np.ndarray, **options: Any) -> tuple[np.ndarray, np.ndarray]:
    """Return what minevis reads, and a mask of doubtful cells."""
    reading = mv.Position.from_image(source, **options)
    doubtful = np.zeros(reading.position.shape, dtype=bool)
    for cell in reading.doubtful:
        doubtful[cell] = True
    return reading.position.view, doubtful


def outcome(view: np.ndarray, doubtful: np.ndarray, board: list[str]) -> str:
    """Return how a reading compares with the known board."""
    if view.shape != (len(board), len(board[0])):
        asked = any(line.all() for line in outermost(doubtful).values())
        return "doubted (size)" if asked else "silent (size)"
    wrong = np.zeros(view.shape, dtype=bool)
    for cell in np.ndindex(view.shape):
        code, known = int(view[cell]), board[cell[0]][cell[1]].replace("?", "#")
        mark = str(code) if code >= 0 else MARKS[-1 - code]
        wrong[cell] = mark != known and not (known == "X" and mark in "F*")
    if not wrong.any():
        return "exact, with doubts" if doubtful.any() else "exact, sure"
    return "silent" if (wrong & ~doubtful).any() else "doubted"


def pictures(folder: Path, given: bool) -> Iterator[tuple[str, Path, dict[str, Any], list[str]]]:
    """Yield name, path, options and board of the pictures of a folder."""
    known = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
    for name, expected in known.items():
        shape = expected["height"], expected["width"]
        options = {"box": tuple(expected["box"] or ()), "shape": shape} if given else {}
        if not given or expected["box"]:
            yield name, folder / name, options, expected["board"]


def drawn(count: int) -> Iterator[tuple[str, np.ndarray, dict[str, Any], list[str]]]:
    """Yield boards in skins whose fonts training does not use, each with its box and shape."""
    rng = np.random.default_rng(0)
    for number in range(count):
        picture, names = window(
            rng, int(rng.integers(8, 17)), int(rng.integers(8, 17)), held_out=True
        )
        inside = np.argwhere((names >= 0) & (names <= QUESTION))
        if not len(inside):
            continue
        top, left = inside.min(0)
        bottom, right = inside.max(0) + 1
        part = names[top:bottom, left:right]
        if not ((part >= 0) & (part <= QUESTION)).all():
            continue
        letters = "012345678#F*?"
        board = ["".join(letters[name] for name in row) for row in part]
        box = tuple(float(SIZE * each) for each in (left, top, right - left, bottom - top))
        yield f"drawn {number}", picture, {"box": box, "shape": part.shape}, board


def measure(cases: Iterator[tuple[str, Any, dict[str, Any], list[str]]]) -> None:
    """Print a line for each picture, then how many had each outcome."""
    counts: Counter[str] = Counter()
    for name, source, options, board in cases:
        start, note = time.process_time(), ""
        try:
            view, doubtful = read(source, **options)
            result, note = outcome(view, doubtful, board), f"{doubtful.sum()} doubtful"
        except mv.PictureError as error:
            result, note = "refused", str(error).rpartition("/")[2]
        counts[result] += 1
        used = time.process_time() - start
        print(f"{name:28} {result:20} {used:5.2f} s  {note[:80]}", flush=True)
    print(counts.total(), "pictures:", dict(sorted(counts.items())))


def main() -> None:
    """Measure the reader."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--given", action="store_true", help="read from box and shape")
    parser.add_argument("--drawn", type=int, default=0)
    options = parser.parse_args()
    if options.folder:
        measure(pictures(options.folder, options.given))
    if options.drawn:
        measure(drawn(options.drawn))


if __name__ == "__main__":
    main()
