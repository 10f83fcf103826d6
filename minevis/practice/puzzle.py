"""A puzzle: part of a position where one idea gives the next safe cell."""

import re
from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TYPE_CHECKING, Self

import numpy as np

from minevis.analysis import analyze
from minevis.errors import BoardFormatError
from minevis.game.grid import Cell, Cells, cells_of, check_cell, flat_of, mask_of
from minevis.game.position import Position
from minevis.solver.analysis import Analysis
from minevis.solver.events import Proved
from minevis.solver.knowledge import Knowledge
from minevis.solver.proofs.clues import Clues
from minevis.solver.proofs.prove import rank
from minevis.solver.proofs.steps import FORMS, PROOF_KINDS, Overlap, Proof
from minevis.utils.files import asset_path
from minevis.utils.formatting import quantity
from minevis.utils.hints import unknown_name
from minevis.utils.showing import ShownAsPicture

if TYPE_CHECKING:
    from minevis.film.picture import Picture, Question, QuestionAnswer
    from minevis.render.tiles.theme import Theme

COUNT, OVERLAP, CHAIN, REGION = "count", "overlap", "chain", "region"
MINES_LEFT, ANYTHING, GUESS = "mines left", "anything", "guess"
ROWS = ("1-2-1", "1-2-2-1")  # patterns with more clues than the two of a step
PATTERNS = ("1-1", "1-2", *ROWS)
TITLES = {
    COUNT: "Counting",
    "1-1": "Two clues: 1-1",
    "1-2": "Two clues: 1-2",
    "1-2-1": "Two clues: 1-2-1",
    "1-2-2-1": "Two clues: 1-2-2-1",
    OVERLAP: "Two clues",
    CHAIN: "Chains",
    REGION: "Closed regions",
    MINES_LEFT: "Mines left",
    ANYTHING: "Anything safe?",
    GUESS: "Best guess",
}
PUZZLE_KINDS = tuple(TITLES)
WHOLE = (REGION, MINES_LEFT, GUESS)  # kinds that ask about every covered cell
BY_PROOF = {"count": COUNT, "suppose": CHAIN, "mines left": MINES_LEFT, "cases": REGION}
TEXT = re.compile(r"puzzle ([^\n]+)\nasked ([^\n]+)\nbest ([^\n]+)\n(.+)", re.DOTALL)
REACH = 2  # rows and columns shown around the cells in question: their clues and their cells


@dataclass(frozen=True)
class Puzzle(ShownAsPicture):
    """A position of a real game, with known mines flagged, and the cells in question.

    `Position.parse` reads `str(puzzle)`.

    Attributes
    ----------
    kind : str
        A kind of `puzzles`.
    position : Position
        The position.
    asked : tuple of tuple of int
        The cells in question, (row, col) each.
    best : tuple of tuple of int
        The best guess, for the kind "guess"; otherwise empty.
    safe, mines : tuple of tuple of int
        The provable cells of `asked`.
    proof : Proof or None
        The easiest proof of a safe cell; None if no cell is safe. For "1-2-1" and "1-2-2-1" the
        easiest one that uses the entire row.

    Examples
    --------
    >>> position = mv.Position.parse("mines 2\\n####\\n1221")
    >>> puzzle = Puzzle.of("1-2-2-1", position, ((0, 0), (0, 1), (0, 2), (0, 3)))
    >>> puzzle
    <Puzzle 1-2-2-1, 2×4: 2 of 4 cells safe, difficulty 4>
    >>> puzzle.safe, puzzle.proof.kind
    (((0, 0), (0, 3)), 'overlap')
    """

    kind: str
    position: Position
    asked: Cells
    best: Cells
    safe: Cells = field(compare=False)
    mines: Cells = field(compare=False)
    proof: Proof | None = field(compare=False)

    @classmethod
    def of(
        cls,
        kind: str,
        position: Position,
        asked: Iterable[Cell],
        *,
        best: Cells = (),
        known: Analysis | None = None,
    ) -> Self:
        """Return a puzzle about some cells of a position, with its solution.

        Parameters
        ----------
        kind : str
            A kind of `puzzles`.
        position : Position
            The position.
        asked : iterable of tuple of int
            The cells in question, (row, col) each.
        best : tuple of tuple of int
            The best guess, for the kind "guess".
        known : Analysis, optional
            The analysis of `position`, if you have it.

        Returns
        -------
        Puzzle
            The puzzle.

        Raises
        ------
        BoardFormatError
            If the kind is unknown, or `asked` is empty or contains a cell that is not covered.
        ContradictionError
            If no layout fits the position.
        TypeError
            If a cell is not `(row, col)`.
        """
        if kind not in PUZZLE_KINDS:
            raise BoardFormatError(unknown_name("kind", kind, PUZZLE_KINDS))
        cells = tuple(sorted(check_cell("asked", cell) for cell in asked))
        if not cells:
            raise BoardFormatError("asked=(): a puzzle asks about one cell or more")
        best = tuple(check_cell("best", cell) for cell in best)
        covered = set(cells_of(position.covered))
        for cell in (*cells, *best):
            if cell not in covered:
                raise BoardFormatError(f"{cell} is not covered: questions are about covered cells")
        known = analyze(position) if known is None else known
        safe = tuple(cell for cell in cells if known.safe[cell])
        mines = tuple(cell for cell in cells if known.mined[cell])
        proof = easiest_proof(known, safe, kind)
        return cls(kind, position, cells, best, safe, mines, proof)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the puzzle written in `text`, in the form of `str(puzzle)`.

        Parameters
        ----------
        text : str
            The text of a puzzle.

        Returns
        -------
        Puzzle
            The puzzle.

        Raises
        ------
        ValueError
            If the text is no puzzle.
        """
        match = TEXT.fullmatch(text.strip())
        if match is None:
            raise BoardFormatError(
                f"{text[:40]!r} begins no puzzle: its first lines are 'puzzle', 'asked' and 'best'"
            )
        kind, asked, best, position = match.groups()
        read = FORMS[Cells].read
        return cls.of(kind, Position.parse(position), read(asked), best=read(best))

    @property
    def clues(self) -> int:
        """The number of clues in the easiest proof; without a proof, of all around the cells."""
        if self.proof is not None:
            return len(self.proof.clues)
        return len(self._clues.mask)

    @cached_property
    def difficulty(self) -> int:
        """The difficulty of the easiest proof, or twice the number of clues to try.

        For a guess, 4 plus the bit length of the layout count.
        """
        if self.kind == GUESS:
            return 4 + analyze(self.position).configurations.bit_length()
        return self.proof.difficulty if self.proof is not None else 2 * self.clues

    @property
    def window(self) -> tuple[int, int, int, int]:
        """The visible part of the board: first row, first column, height, width."""
        return window_of(self.position.shape, self.asked)

    @cached_property
    def shape(self) -> bytes:
        """A key shared by puzzles that are equal up to rotation and reflection."""
        return shape_of(self.position, self.asked, Clues(Knowledge(self.position)))

    def picture(
        self,
        *,
        solution: bool = False,
        cell: int = 36,
        theme: "str | Theme | None" = None,
    ) -> "Picture":
        """Draw the puzzle with the cells in question outlined.

        Parameters
        ----------
        solution : bool
            Draw the easiest proof, too.
        cell : int
            The width of a cell in px, 2 to 128.
        theme : str or Theme, optional
            The colours. By default the theme of `mv.set_theme`.

        Returns
        -------
        Picture
            The picture. Notebooks show it, and `save` writes a PNG.

        Raises
        ------
        ValueError
            If `cell` is out of range, or the theme is unknown.

        Examples
        --------
        >>> (puzzle,) = mv.puzzles("1-2", 1, progress=False)
        >>> puzzle.picture().words
        'Two clues: 1-2. A cell in the outline can be proven safe. Which?'
        >>> puzzle.picture(solution=True).save("solution.png").name
        'solution.png'
        """
        from minevis.film.picture import question_picture

        answer = self._solution() if solution else None
        return question_picture(self.position, self._question(), answer, cell=cell, theme=theme)

    def _question(self) -> "Question":
        from minevis.film.picture import Question

        return Question(
            self.asked,
            tuple(map(self._clues.name, self._clues.mask)),
            self.window,
            TITLES[self.kind],
            asks=f"practice ask {self.kind if self.kind in (ANYTHING, GUESS) else 'safe'}",
            needs_total=self.kind in WHOLE,
        )

    def _solution(self) -> "QuestionAnswer":
        from minevis.film.picture import QuestionAnswer

        proof = risk = None
        if self.proof is not None:
            cells = tuple(cell for cell in self.proof.cells if cell in self.safe)
            proof = Proved(cells, False, self.proof.clues, self.proof.uses_total, self.proof)
        if self.best:
            risk = float(analyze(self.position).probability[self.best[0]])
        return QuestionAnswer(proof, risk, self.safe, self.mines, self.best)

    @cached_property
    def _clues(self) -> Clues:
        """The clues around the cells in question."""
        return restricted(Clues(Knowledge(self.position)), self.asked)

    def __str__(self) -> str:
        write = FORMS[Cells].write
        head = f"puzzle {self.kind}\nasked {write(self.asked)}\nbest {write(self.best)}"
        return f"{head}\n{self.position}"

    def __repr__(self) -> str:
        _, _, height, width = self.window
        of = quantity(len(self.asked), "cell")
        return (
            f"<Puzzle {self.kind}, {height}×{width}: {len(self.safe)} of {of} safe, "
            f"difficulty {self.difficulty}>"
        )


@cache
def stored_puzzles(kind: str = "") -> tuple[Puzzle, ...]:
    """Return the stored puzzles of a kind, or all: 28 of each kind, those of `puzzles(kind, 28)`.

    Making them takes minutes, and proving all of them seconds.
    """
    texts = asset_path("puzzles.txt").read_text(encoding="utf-8").split("\n\n")
    wanted = f"puzzle {kind}\n" if kind else ""
    return tuple(_proven(text) for text in texts if text.startswith(wanted))


@cache
def _proven(text: str) -> Puzzle:
    return Puzzle.parse(text)


def easiest_proof(known: Analysis, cells: Cells, kind: str = "") -> Proof | None:
    """Return the easiest proof of any of some safe cells; None without such cells.

    For a `kind` with a longer row, return the easiest proof with the clues at both ends, if
    there is one: two clues of a 1-2-1 often prove a cell next to it, as any 1-2 does.
    """
    proofs = [(known.proof(cell), cell) for cell in cells]
    whole: list[tuple[Proof, Cell]] = []
    if kind in ROWS:
        whole = [each for each in proofs if kind_of(each[0]) == kind and _takes_all(each[0])]
    return min(
        (
            ((PROOF_KINDS.index(proof.kind), *rank(proof.steps, cell)), cell, proof)
            for proof, cell in whole or proofs
        ),
        default=(None, None, None),
        key=lambda found: found[:2],
    )[2]


def _takes_all(proof: Proof) -> bool:
    """Return whether a proof uses the clues at both ends of its patterns."""
    for step in proof.steps:
        if isinstance(step, Overlap) and step.pattern:
            (row, col), (next_row, next_col) = step.less, step.more
            far = step.pattern.count("-")
            end = (row + far * (next_row - row), col + far * (next_col - col))
            if end not in proof.clues:
                return False
    return True


def kind_of(proof: Proof) -> str | None:
    """Return the kind of puzzle a proof makes; None if it mixes patterns."""
    if proof.kind != "overlap":
        return BY_PROOF.get(proof.kind)
    names = {step.pattern or OVERLAP for step in proof.steps if isinstance(step, Overlap)}
    return names.pop() if len(names) == 1 else None


def window_of(shape: tuple[int, int], cells: Cells) -> tuple[int, int, int, int]:
    """The part of a board to be seen around some cells: first row and column, height, width."""
    rows, cols = ([cell[axis] for cell in cells] for axis in (0, 1))
    top, left = max(min(rows) - REACH, 0), max(min(cols) - REACH, 0)
    bottom, right = min(max(rows) + REACH + 1, shape[0]), min(max(cols) + REACH + 1, shape[1])
    return top, left, bottom - top, right - left


def restricted(clues: Clues, asked: Cells) -> Clues:
    """Return only the clues around the cells `asked`."""
    width = clues.shape[1]
    bits = sum(clues.bit.get(flat_of(cell, width), 0) for cell in asked)
    some = copy(clues)
    some.mask = {clue: mask for clue, mask in clues.mask.items() if mask & bits}
    some.beside = {clue: clues.beside[clue] for clue in some.mask}
    return some


def shape_of(position: Position, asked: Cells, clues: Clues) -> bytes:
    """The cells asked and the needs of their clues, in the first of all eight orientations."""
    picture = mask_of(asked, position.shape).astype(np.int8) * 100
    for clue in restricted(clues, asked).mask:
        picture.flat[clue] = 1 + clues.left[clue]
    rows, cols = np.nonzero(picture)
    cut = picture[rows.min() : rows.max() + 1, cols.min() : cols.max() + 1]
    whole = len(asked) == int(position.covered.sum())
    turned = [np.rot90(side, k) for side in (cut, cut.T) for k in range(4)]
    first = min((each.shape, each.tobytes()) for each in turned)
    return repr((first, position.mines_left if whole else None)).encode()
