"""The pack of a set of puzzles: their windows, and their answers, sealed."""

import json
import zlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from minevis.practice.puzzle import ANYTHING, GUESS, PUZZLE_KINDS, TITLES, Puzzle
from minevis.render.tiles.atlas import Tile
from minevis.web.film.film import AUTO, MARKS, browser_theme
from minevis.web.film.pack import pack
from minevis.web.film.tile_sheets import sheets
from minevis.web.practice.answers import puzzle_answers, shown

QUESTIONS = {ANYTHING: "anything", GUESS: "guess"}  # other kinds ask for a safe cell


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
        "marks": MARKS,
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
