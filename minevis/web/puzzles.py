"""Puzzles for the browser: their windows, their answers, sealed, and two hints."""

import json
import zlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import TypedDict

import numpy as np

from minevis.analysis import analyze
from minevis.game.grid import Cell
from minevis.game.position import Position
from minevis.practice.puzzle import ANYTHING, GUESS, PUZZLE_KINDS, TITLES, WHOLE, Puzzle, restricted
from minevis.practice.puzzles import guess_wins
from minevis.render.camera import Window
from minevis.render.marks import Outline
from minevis.render.panels import pale_clues, panel
from minevis.render.tiles.atlas import Mark, Tile
from minevis.reviews.winning import win_chance
from minevis.solver.analysis import Analysis
from minevis.solver.knowledge import Knowledge
from minevis.solver.proofs.clues import Clues
from minevis.utils.formatting import percent
from minevis.web.pack import pack
from minevis.web.sheets import codes_of, known_snapshot, outline_sides, sheets
from minevis.web.trace_pack import AUTO, MARK_OF_NAME, browser_theme
from minevis.words.english import say
from minevis.words.wording import in_figures

QUESTIONS = {ANYTHING: "anything", GUESS: "guess"}  # other kinds ask for a safe cell
STEPS = 10_000  # odds travel in hundredths of a percent
ASKED = "search"  # the role of the line around the cells in question


def practice_pack(
    puzzles: Sequence[Puzzle],
    *,
    theme: str = AUTO,
    themes: Iterable[str] | None = None,
    ideas: Mapping[str, str] | None = None,
) -> bytes:
    """Return the data for `practice.js`; `rank` numbers the puzzles of a kind by difficulty.

    `themes` limits the tiles. `ideas` are addresses of explanations, by kind.
    Raises `ValueError` without puzzles.
    """
    if not puzzles:
        raise ValueError("no puzzles: there must be at least one")
    kinds = [kind for kind in PUZZLE_KINDS if any(puzzle.kind == kind for puzzle in puzzles)]
    ranks, entries = Counter[str](), []
    ordered = sorted(puzzles, key=lambda puzzle: (kinds.index(puzzle.kind), puzzle.difficulty))
    for puzzle in ordered:
        entries.append({**shown(puzzle), "rank": ranks[puzzle.kind]})
        ranks[puzzle.kind] += 1
    head, images = sheets(range(Tile.CONSTRAINT), themes)
    practice = {
        "puzzles": entries,
        "titles": {kind: TITLES[kind] for kind in kinds},
        "questions": {kind: QUESTIONS.get(kind, "safe") for kind in kinds},
        "marks": MARK_OF_NAME,
        "flag": Tile.FLAG,
        "theme": browser_theme(theme),
        "ideas": dict(ideas or {}),
    }
    answers = sealed([puzzle_answers(puzzle) for puzzle in ordered])
    return pack({"atlas": head, "practice": practice}, {**images, "answers": answers})


def sealed(values: object) -> bytes:
    """Return values as JSON, deflated and scrambled, so that a look into the page does not show
    them.

    This is not secret, but it spoils no exercise.
    """
    plain = zlib.compress(json.dumps(values, separators=(",", ":")).encode(), 9)
    key, scrambled = len(plain), bytearray()
    for byte in plain:
        key = (key * 1103515245 + 12345) & 0x7FFFFFFF
        scrambled.append(byte ^ (key >> 16 & 255))
    return bytes(scrambled)


class Shown(TypedDict):
    """A puzzle as it is shown; cells are flat numbers in its window, which begins at `corner`."""

    id: str
    kind: str
    corner: Cell
    height: int
    width: int
    codes: list[int]
    sides: list[int]
    asked: list[int]
    left: int | None  # mines on the board, if that is shown


class Hint(TypedDict):
    """One step of help."""

    text: str
    marks: list[tuple[int, int]]


class Told(Hint):
    """A text with its badge, and the role of its colour."""

    badge: str
    role: str


class PuzzleAnswers(TypedDict):
    """All answers of a puzzle; `main` is a safe cell of the easiest proof, or -1."""

    position: str  # of the entire board: the browser proves cells
    safe: list[int]
    mines: list[int]
    odds: list[tuple[int, int]]  # hundredths of a percent, of uncertain cells
    hints: list[Hint]
    some: bool
    main: int
    best: list[int]
    wins: list[tuple[int, int]]  # of a guess: hundredths of a percent by perfect play after a cell
    guess: Told | None


def shown(puzzle: Puzzle) -> Shown:
    """The view of a puzzle: a window, with unrelated clues paler."""
    window = Window.of(puzzle.window)
    view = puzzle.position.view[window.part]
    position = Position(view, int((view < 0).sum()))
    pictures = panel("board")(known_snapshot(position, None)).pictures.ravel()
    named = np.zeros(puzzle.position.shape, bool)
    named.flat[list(restricted(Clues(Knowledge(puzzle.position)), puzzle.asked).mask)] = True
    beside = ((view >= 0) & ~named[window.part]).ravel()
    pictures = np.where(beside, pale_clues(pictures), pictures)
    cells = tuple((row - window.top, col - window.left) for row, col in puzzle.asked)
    return {
        "id": sha256(puzzle.shape).hexdigest()[:12],
        "kind": puzzle.kind,
        "corner": (window.top, window.left),
        "height": window.height,
        "width": window.width,
        "codes": codes_of(pictures).tolist(),
        "sides": outline_sides([Outline(cells, ASKED)], (window.height, window.width)).tolist(),
        "asked": list(map(window.flat, puzzle.asked)),
        "left": puzzle.position.mines_left if puzzle.kind in WHOLE else None,
    }


def puzzle_answers(puzzle: Puzzle) -> PuzzleAnswers:
    """Return all answers of a puzzle, but for its proofs, which the browser finds."""
    window, known = Window.of(puzzle.window), analyze(puzzle.position)
    certain = {*puzzle.safe, *puzzle.mines}
    main = (cell for cell in (puzzle.proof.cells if puzzle.proof else ()) if cell in puzzle.safe)
    chances = [
        (window.flat(cell), round(float(known.probability[cell]) * STEPS))
        for cell in puzzle.asked
        if cell not in certain
    ]
    wins = guess_wins(known) if puzzle.kind == GUESS else {}
    return {
        "position": str(puzzle.position),
        "safe": list(map(window.flat, puzzle.safe)),
        "mines": list(map(window.flat, puzzle.mines)),
        "odds": chances,
        "hints": _hints(puzzle, window),
        "some": bool(puzzle.safe),
        "main": next(map(window.flat, main), -1),
        "best": list(map(window.flat, puzzle.best)),
        "wins": [
            (window.flat(cell), round(STEPS * wins[cell] / known.configurations))
            for cell in puzzle.asked
            if cell in wins
        ],
        "guess": _guess(puzzle, known, wins) if puzzle.kind == GUESS else None,
    }


def _hints(puzzle: Puzzle, window: Window) -> list[Hint]:
    """Which clues to look at, then by which idea."""
    near = restricted(Clues(Knowledge(puzzle.position)), puzzle.asked)
    clues = puzzle.proof.clues if puzzle.proof is not None else tuple(map(near.name, near.mask))
    marks = [(window.flat(clue), int(Mark.CLUE)) for clue in clues]
    look = f"Look at {in_figures(len(clues)):this clue|these # clues}"
    proves = f": {in_figures(len(clues)):it proves|they prove} a safe cell."
    end = proves if puzzle.proof is not None and puzzle.kind != ANYTHING else "."
    return [
        {"text": look + end, "marks": marks},
        {"text": say(f"idea {puzzle.kind}"), "marks": marks},
    ]


def _guess(puzzle: Puzzle, known: Analysis, wins: dict[Cell, int]) -> Told:
    (best,) = puzzle.best
    chance = percent(known.probability[best])
    text = f"{best} is the best guess: it is a mine in {chance} of the layouts"
    others = [count for cell, count in wins.items() if cell != best]
    if others:
        most, after = (percent(count / known.configurations) for count in (wins[best], max(others)))
        text += f". Perfect play wins {most} after it, and at most {after} after any other cell."
    else:
        won = win_chance(puzzle.position, most_layouts=known.configurations).value
        text += f", and perfect play from here wins {percent(won)} of them."
    here = (Window.of(puzzle.window).flat(best), int(Mark.GUESS))
    return {"badge": say("badge odds"), "role": "guess", "text": text, "marks": [here]}
