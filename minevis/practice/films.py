"""Films of the usual patterns: a question, its proof and the click, in 15 seconds."""

from typing import TYPE_CHECKING, Any, Unpack

from minevis.analysis import analyze
from minevis.game.board import Board
from minevis.game.game import Game
from minevis.game.grid import Cell
from minevis.game.position import Position
from minevis.practice.puzzle import (
    CHAIN,
    COUNT,
    GUESS,
    MINES_LEFT,
    PATTERNS,
    Puzzle,
    stored_puzzles,
)
from minevis.render.options import ShownFilm
from minevis.reviews.review import odds_event, own_guess
from minevis.solver import events as ev
from minevis.solver.events import Event
from minevis.trace.trace import Trace
from minevis.utils.hints import helpful, unknown_name

if TYPE_CHECKING:
    from minevis.film.video import InlineVideo

FIFTY = "50/50"
COMPONENTS = "components"
FILMED = (*PATTERNS, COUNT, CHAIN, MINES_LEFT, FIFTY, COMPONENTS)
SECONDS = 15.0
SEED = 1  # of the board behind a puzzle
APART = "mines 5\n#####\n2FFF2"  # two components, joined by the cell between them
TRUTH = "*..*.\n.***."
CORNER = "mines 3\n##F2\n13F2\n0111\n0000"  # a 50/50: no clue tells its two cells apart


@helpful
def pattern_film(name: str, **options: Unpack[ShownFilm]) -> "InlineVideo":
    """Film a usual pattern in at most 15 seconds: a question, its proof and the click.

    Parameters
    ----------
    name : str
        "1-1", "1-2", "1-2-1", "1-2-2-1", "count", "chain" (a supposition that breaks a clue),
        "mines left", "50/50" or "components" (a click joins two of them: regions next to odds).
    **options
        The options of `Trace.show`, such as `format="tall"`.

    Returns
    -------
    InlineVideo
        The film. A notebook shows it, and `save` writes it as .mp4.

    Raises
    ------
    ValueError
        If the name is unknown, or an option is invalid.

    Examples
    --------
    >>> film = mv.pattern_film("1-2-1", format="tall")
    >>> film.save("pattern.mp4").name
    'pattern.mp4'
    """
    if name not in FILMED:
        raise ValueError(unknown_name("pattern", name, FILMED))
    chosen: Any = {"format": "wide"}
    if name == COMPONENTS:
        chosen |= {"panels": ("regions", "probability"), "cards": False, **options}
        return joined().show(**chosen)
    chosen |= {"idea": "hardest", "seconds": SECONDS, **options}
    return solved(puzzle_for(name)).show(**chosen)


def puzzle_for(name: str) -> Puzzle:
    """Return the easiest puzzle of a pattern."""
    if name == FIFTY:
        position = Position.parse(CORNER)
        return Puzzle.of(GUESS, position, ((0, 0), (0, 1)), best=((0, 0),))
    return min(stored_puzzles(name), key=_length)


def _length(puzzle: Puzzle) -> tuple[int, int]:
    steps = puzzle.proof.steps if puzzle.proof else ()
    return len(steps), len(puzzle.asked)


def solved(puzzle: Puzzle) -> Trace:
    """Return the solution of a puzzle as a trace: its proof or guess, and the click after it."""
    position, known = puzzle.position, analyze(puzzle.position)
    game = Game.at(Board(known.sample(1, seed=SEED)[0]), position)
    events: list[Event] = [ev.Started(*position.shape, position.total, "you")]
    if puzzle.proof is not None:
        proof = puzzle.proof
        events.append(ev.Proved(proof.cells, proof.mined, proof.clues, proof.uses_total, proof))
        cell = proof.cells[0]
    else:
        cell = puzzle.best[0]
        events += [odds_event(known), own_guess(known, cell)]
    return Trace([*events, _click(game, cell)], view=position.view)


def joined() -> Trace:
    """Return the odds of two components, the click that joins them, and the odds after it."""
    position = Position.parse(APART)
    game = Game.at(Board.parse(TRUTH), position)
    before = odds_event(analyze(position))
    click = _click(game, (0, 2))
    events = [before, click, odds_event(analyze(game.position))]
    return Trace([ev.Started(*position.shape, position.total, "you"), *events], view=position.view)


def _click(game: Game, cell: Cell) -> Event:
    """Open a cell, and return what happened."""
    opened = game.open(cell)
    if game.lost:
        return ev.Exploded(cell)
    return ev.Opened(cell, opened, tuple(int(game.view[each]) for each in opened))
