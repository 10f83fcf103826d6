"""Puzzles from games: positions where one idea gives the next safe cell, and missed safe cells.

The idea in a puzzle's name is necessary: neither easier ideas nor other patterns of the same
kind open a cell in question.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from minevis.analysis import analyze
from minevis.errors import SearchExhaustedError
from minevis.game.board import Board, Level, level_of
from minevis.game.grid import Cell, Cells, cells_of, flat_of
from minevis.game.hashing import check_seed
from minevis.game.position import Position, ViewCode
from minevis.practice.boards import seeds_of
from minevis.practice.puzzle import (
    ANYTHING,
    COUNT,
    GUESS,
    MINES_LEFT,
    OVERLAP,
    PATTERNS,
    PUZZLE_KINDS,
    REGION,
    WHOLE,
    Puzzle,
    easiest_proof,
    kind_of,
    restricted,
    shape_of,
    window_of,
)
from minevis.practice.turns import Turn, next_proof, turns
from minevis.solver.analysis import Analysis, certain_cells
from minevis.solver.counting.endgame import Endgame, LimitReachedError
from minevis.solver.counting.sampling import layouts_of
from minevis.solver.knowledge import Knowledge
from minevis.solver.proofs.clues import Clues, Facts, count_clue
from minevis.solver.proofs.overlap import comparisons, with_pattern
from minevis.solver.proofs.steps import cells_named
from minevis.trace.trace import Trace
from minevis.utils.checks import check_count
from minevis.utils.formatting import quantity
from minevis.utils.hints import helpful, unknown_name
from minevis.utils.options import AnyLevel
from minevis.utils.progress import progress_bar

if TYPE_CHECKING:
    from minevis.reviews.review import Review

SMALL = Level(9, 9, 16)  # the last covered cells fit into a window
DENSE = Level(8, 8, 16)  # four times as often, all remaining cells are in question
LEVEL_OF = {  # the default level of a kind
    **dict.fromkeys(PUZZLE_KINDS, level_of("expert")),
    **dict.fromkeys(WHOLE, SMALL),
    REGION: DENSE,
}
ENDINGS = {"cases": REGION, "mines left": MINES_LEFT, "guess": GUESS}  # by the need of a turn
LARGEST = 10  # rows and columns of a window
ELSEWHERE = 40  # covered cells elsewhere, so that the mines left are no proof in the window
GAMES = 100_000
MOST_LAYOUTS, MOST_SETS = 300, 3_000  # for evaluating a guess exactly
# rows and columns around a missed safe cell: the first window that shows the proofs is used
NEAR = (3, 2, 4, 1, 0)
CLEARLY = 0.1  # lead in the chance to win that makes a guess clearly best


@helpful
def puzzles(
    kind: str | Sequence[str],
    count: int = 20,
    *,
    seed: int = 0,
    level: AnyLevel | None = None,
    clues: int | None = None,
    games: int = GAMES,
    progress: bool = True,
) -> tuple[Puzzle, ...]:
    """Make puzzles of one kind, or of several kinds in equal parts, the easiest first.

    Puzzles are cut from games on random boards. A board gives at most one puzzle of a kind, and no
    two puzzles are alike, even turned or mirrored.

    Parameters
    ----------
    kind : str or sequence of str
        "count"; the patterns "1-1", "1-2", "1-2-1" and "1-2-2-1"; "overlap" (any other two clues);
        "chain" (a supposition that breaks a clue); "mines left"; "region" (all ways to fill the
        rest); "anything" (is there a safe cell?); "guess" (one cell is clearly best).
    count : int
        The number of puzzles.
    seed : int
        The same seed gives the same puzzles on every machine.
    level : str or tuple of int, optional
        The boards. By default expert; 9×9 with 16 mines for "mines left" and "guess", and 8×8 with
        16 mines for "region", which ask about all covered cells.
    clues : int, optional
        The number of clues in the easiest proof of a puzzle.
    games : int
        The number of games to try before giving up.
    progress : bool
        Show a progress bar if the search takes long. Ctrl-C stops it.

    Returns
    -------
    tuple of Puzzle
        The puzzles.

    Raises
    ------
    ValueError
        If a kind is unknown, or `games` games do not give enough puzzles.

    Examples
    --------
    >>> [puzzle.kind for puzzle in puzzles("1-2", 2, progress=False)]
    ['1-2', '1-2']
    """
    kinds, count = _checked(kind, count)
    clues = None if clues is None else check_count("clues", clues)
    games = check_count("games", games)
    wanted = {kind: len(range(number, count, len(kinds))) for number, kind in enumerate(kinds)}
    cut: list[Puzzle] = []
    with progress_bar(total=count, unit=" puzzles", leave=False, progress=progress) as bar:
        places = {kind: _place(kind, level) for kind, n in wanted.items() if n}
        for place in dict.fromkeys(places.values()):
            some = {kind: wanted[kind] for kind in places if places[kind] == place}
            for puzzle in _search(some, place[1], check_seed(seed), games, clues):
                cut.append(puzzle)
                bar.update()
    return tuple(sorted(cut, key=lambda puzzle: (puzzle.difficulty, kinds.index(puzzle.kind))))


def _place(kind: str, level: AnyLevel | None) -> tuple[bool, Level]:
    """Return whether a kind asks about every covered cell, and the level of its games."""
    return kind in WHOLE, level_of(level) if level is not None else LEVEL_OF[kind]


def _checked(kind: str | Sequence[str], count: int) -> tuple[tuple[str, ...], int]:
    """Return the checked kinds, without duplicates, and the number of puzzles."""
    several = isinstance(kind, Iterable) and not isinstance(kind, str)
    kinds: tuple[Any, ...] = tuple(dict.fromkeys(kind)) if several else (kind,)
    for each in kinds:
        if each not in PUZZLE_KINDS:
            raise ValueError(unknown_name("kind", each, PUZZLE_KINDS))
    if not kinds or (isinstance(count, int) and count < 1):
        of = quantity(len(kinds), "kind")
        raise ValueError(f"{quantity(count, 'puzzle')} of {of}: ask for 1 or more")
    return kinds, check_count("count", count)


def _search(
    wanted: dict[str, int], level: Level, seed: int, games: int, clues: int | None
) -> Iterator[Puzzle]:
    """Yield puzzles of the `wanted` kinds and numbers, from boards of `level`."""
    left, known = Counter(wanted), set[bytes]()
    first = (level.height // 2, level.width // 2)
    for number in range(games):
        if not +left:
            return
        (board_seed,) = seeds_of(seed, number, number + 1).tolist()
        board = Board.random(level, seed=board_seed, first=first, safe_radius=1)
        for puzzle in _of_game(board, first, {kind for kind in wanted if left[kind]}, known):
            if puzzle.kind == ANYTHING and bool(puzzle.safe) != left[ANYTHING] % 2:
                continue  # in half of the cases no cell is safe
            if clues not in (None, puzzle.clues):
                continue
            known.add(puzzle.shape)
            left[puzzle.kind] -= 1
            yield puzzle
    if +left:
        missing = ", ".join(f"{n} of {kind!r}" for kind, n in (+left).items())
        facts = f"{quantity(games, 'game')} are not enough, {missing} are missing"
        raise SearchExhaustedError(facts, "allow more games")


def _of_game(board: Board, first: Cell, wanted: set[str], known: set[bytes]) -> Iterator[Puzzle]:
    """The puzzles of a game, one of a kind at most; positions are looked at once."""
    seen = set(known)
    for turn in turns(board, first):
        if not wanted:
            return
        for puzzle in puzzles_at(turn, wanted, seen):
            wanted.discard(puzzle.kind)
            yield puzzle


def puzzles_at(turn: Turn, wanted: set[str], seen: set[bytes]) -> Iterator[Puzzle]:
    """Yield the puzzles of the kinds `wanted` at a turn of a game.

    Shapes in `seen` are skipped; new shapes are added.
    """
    if not wanted - set(WHOLE) and ENDINGS.get(turn.kind) not in wanted:
        return
    if turn.kind == COUNT and COUNT not in wanted:
        return
    position = turn.before if turn.kind == COUNT else turn.position
    known, clues = turn.known or analyze(position), Clues(Knowledge(position))
    for asked in _parts(turn, position, clues, wanted):
        if max(window_of(position.shape, asked)[2:]) > LARGEST:
            continue
        shape = shape_of(position, asked, clues)
        if shape not in seen:
            seen.add(shape)
            puzzle = _puzzle(turn, known, asked, restricted(clues, asked), wanted)
            if puzzle is not None:
                yield puzzle


def _parts(turn: Turn, position: Position, clues: Clues, wanted: set[str]) -> Iterator[Cells]:
    """Yield the cells to ask about: all covered cells, or the components of the frontier."""
    covered = cells_of(position.covered)
    if ENDINGS.get(turn.kind) in wanted:
        yield covered
    if not wanted - set(WHOLE):
        return
    waiting = set(clues.mask)
    for first in clues.mask:
        stack, bits = [first], 0
        while stack:
            clue = stack.pop()
            if clue in waiting:
                waiting.discard(clue)
                bits |= clues.mask[clue]
                stack += clues.beside[clue]
        if bits and len(covered) - bits.bit_count() >= ELSEWHERE:
            yield clues.names(bits)


def _puzzle(
    turn: Turn, known: Analysis, asked: Cells, clues: Clues, wanted: set[str]
) -> Puzzle | None:
    """Return the puzzle about `asked`, if its kind is wanted."""
    position = known.position
    if not any(known.safe[cell] for cell in asked):
        if turn.kind == GUESS and GUESS in wanted and len(asked) == int(position.covered.sum()):
            best = best_guess(known)
            return Puzzle.of(GUESS, position, asked, best=best, known=known) if best else None
        return Puzzle.of(ANYTHING, position, asked, known=known) if ANYTHING in wanted else None
    width = position.shape[1]
    inside = {flat_of(cell, width) for cell in asked}
    certain = {flat: mined for flat, mined in certain_cells(known).items() if flat in inside}
    proof = next_proof(Knowledge(position), certain, clues)
    kind = None if proof is None else kind_of(proof)
    if kind is None or not ({kind, ANYTHING} & wanted) or not is_necessary(kind, clues):
        return None
    puzzle = Puzzle.of(kind, position, asked, known=known)
    if puzzle.proof is None or kind_of(puzzle.proof) != kind:
        return None
    if kind not in wanted or len(asked) == 1:  # which of one cell is safe is no question
        fits = ANYTHING in wanted and kind != COUNT
        return Puzzle.of(ANYTHING, position, asked, known=known) if fits else None
    return puzzle


def is_necessary(kind: str, clues: Clues) -> bool:
    """Return whether two clues need the pattern `kind` to find a safe cell."""
    if kind not in (*PATTERNS, OVERLAP):
        return True
    pattern, facts, progress = ("" if kind == OVERLAP else kind), Facts(), True
    while progress:
        progress = False
        counted = (count_clue(clues, clue, facts) for clue in clues.mask)
        compared = (
            find
            for find in comparisons(clues, facts, clues.mask)
            if with_pattern(find, clues, facts).pattern != pattern
        )
        for find in (*counted, *compared):
            if find is not None and find.gives & ~(facts.mines | facts.safe):
                if find.safe:
                    return False
                facts, progress = facts.plus(find.mines, 0), True
                break
    return True


def best_guess(known: Analysis) -> Cells:
    """Return the cell that clearly wins most by perfect play, or None."""
    wins = guess_wins(known)
    order = sorted(wins, key=lambda cell: -wins[cell])
    if len(order) < 2 or wins[order[0]] - wins[order[1]] < CLEARLY * known.configurations:
        return ()
    return (order[0],)


def guess_wins(known: Analysis) -> dict[Cell, int]:
    """Return the layouts won by perfect play per guess, empty if that takes too long."""
    if known.configurations > MOST_LAYOUTS:
        return {}
    endgame = Endgame(layouts_of(known.position))
    endgame.limit = MOST_SETS
    cells = cells_of(known.position.covered & ~known.mined)
    width = known.position.shape[1]
    try:
        return {cell: endgame.wins_of(flat_of(cell, width)) for cell in cells}
    except LimitReachedError:
        return {}


def puzzles_of_mistakes(trace: Trace, review: "Review") -> tuple[Puzzle, ...]:
    """Return the needless guesses of a game as puzzles, in order; provable mines are flagged.

    Each asks about the covered cells near the missed safe cell. A guess gives no puzzle if its
    proof takes clues from all over the board.
    """
    mistakes = []
    for click in review.mistakes:
        if click.guess is not None and click.safe is not None:
            before = trace[click.index - 1]
            known = analyze(Position(before.view, before.mines).unflagged())
            for near in NEAR:
                puzzle, analysis = _puzzle_near(known, click.safe, near)
                if _is_within(puzzle, analysis):
                    mistakes.append(puzzle)
                    break
    return tuple(mistakes)


def _puzzle_near(known: Analysis, safe: Cell, near: int) -> tuple[Puzzle, Analysis]:
    """The puzzle about the cells so near, and its solution."""
    view = known.position.view.copy()
    asked = _near(known, safe, near)
    around = known.mined.copy()
    around[tuple(zip(*asked, strict=True))] = False  # cells in question stay unknown
    view[around] = ViewCode.FLAGGED
    flagged = Position(view, known.position.mines)
    analysis = analyze(flagged)
    proof = easiest_proof(analysis, tuple(cell for cell in asked if analysis.safe[cell]))
    kind = (kind_of(proof) if proof is not None else None) or OVERLAP
    return Puzzle.of(kind, flagged, asked, known=analysis), analysis


def _is_within(puzzle: Puzzle, known: Analysis) -> bool:
    """Whether a puzzle's window shows everything the proofs mention."""
    top, left, height, width = puzzle.window
    proofs = [known.proof(cell) for cell in (*puzzle.safe, *puzzle.mines)]
    named = {
        cell for proof in proofs for cell in chain(proof.cells, *map(cells_named, proof.steps))
    }
    return all(top <= r < top + height and left <= c < left + width for r, c in named)


def _near(known: Analysis, safe: Cell, reach: int) -> Cells:
    """Return a cell and the covered frontier cells around it."""
    cells = []
    beside = known.position.view >= 0
    for row, col in cells_of(known.position.covered):
        near = max(abs(row - safe[0]), abs(col - safe[1])) <= reach
        touches = beside[max(row - 1, 0) : row + 2, max(col - 1, 0) : col + 2].any()
        if (row, col) == safe or (near and touches):
            cells.append((row, col))
    return tuple(cells)


def puzzles_of(kind: str | Sequence[str] | Sequence[Puzzle], **options: Any) -> tuple[Puzzle, ...]:
    """Return given puzzles, or puzzles of some kinds, with the options of `mv.puzzles`."""
    if not isinstance(kind, Iterable) or isinstance(kind, str):
        return puzzles(kind, **options)
    some = tuple(kind)
    if not some:
        raise ValueError("there are no puzzles: a game without a needless guess gives none")
    names = tuple(each for each in some if isinstance(each, str))
    given = tuple(each for each in some if isinstance(each, Puzzle))
    for each in some:
        if not isinstance(each, str | Puzzle):
            known = ", ".join(PUZZLE_KINDS)
            raise ValueError(f"{each!r} is neither a puzzle nor a kind: choose from {known}")
    if names and given:
        raise ValueError("practise kinds or puzzles, not both")
    return given or puzzles(names, **options)
