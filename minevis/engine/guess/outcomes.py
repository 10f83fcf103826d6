"""The outcomes of opening a cell of a position, for the readable solver.

Compiled kernels evaluate cells if they are ready; otherwise the same functions run as plain Python.
"""

from collections.abc import Iterator, Sequence
from math import exp, inf
from typing import NamedTuple

import numpy as np

from minevis.engine.counting.counting import DONE, ENTRIES, empty_states, new_layers
from minevis.engine.counting.frontier import new_frontier
from minevis.engine.guess.evaluation import (
    effort_of_guess,
    new_second_look,
    score_guesses,
    score_with_second_look,
)
from minevis.engine.guess.successors import (
    CHANCE,
    LOG_SAFETY,
    NO_CELL,
    SAFE,
    WIN,
    new_ahead,
)
from minevis.engine.knowledge import grid_of, load_position, new_game_state
from minevis.engine.shared import COVERED
from minevis.engine.twins import at_hand
from minevis.errors import ContradictionError
from minevis.game.position import Position
from minevis.solver.guess.effort import EFFORTS, Effort

PLAIN = EFFORTS["normal"]._replace(surroundings=False)


class Outcome(NamedTuple):
    """A possible number of a cell."""

    number: int
    chance: float  # to show it, if the cell is no mine
    win: float  # the chance to win then, by the networks
    safe: int  # covered cells known to be safe then
    won: bool  # whether the game is won then


class Evaluation(NamedTuple):
    """The cells of a position, evaluated; n cells."""

    fits: bool  # False: the frontier is too wide for counting, and nothing is known
    layouts: float  # number of layouts
    risk: np.ndarray  # float64 [n]: of covered cells
    value: np.ndarray  # float64 [n]: by the guess; -inf for other cells
    successors: np.ndarray  # float64 [n, 9, 5]: see `SuccessorScratch`
    known_mines: np.ndarray  # int8 [n]: around each cell
    features: np.ndarray  # float64 [25]: of the last evaluated position

    def outcomes(self, cell: int) -> Iterator[Outcome]:
        """Yield the possible numbers of an evaluated flat cell."""
        for mines, successor in enumerate(self.successors[cell].tolist()):
            if successor[CHANCE] > 0.0:
                safe, safest = int(successor[SAFE]), successor[LOG_SAFETY]
                number, won = int(self.known_mines[cell]) + mines, safe == 0 and safest == 0.0
                yield Outcome(number, successor[CHANCE], successor[WIN], safe, won)


def evaluate(
    position: Position,
    guess: str,
    effort: Effort,
    asked: Sequence[int] = (),
    *,
    shown: bool = True,
) -> Evaluation:
    """Evaluate the flat cells `asked`, or the candidates of the guess, with its effort.

    Flags count as mines. The networks are used for the guess "best", and with `shown` for any
    guess. Raises `ContradictionError` if there is no layout.
    """
    height, width = position.shape
    cells = height * width
    grid, game = grid_of(height, width), new_game_state(cells)
    at_hand(load_position)(grid, game, position.view.flatten(), position.total)
    prob, scores = np.zeros(cells), np.zeros(cells)
    ahead = new_ahead(height, width, surroundings=effort.surroundings, shown=shown, asked=asked)
    arguments = (
        grid, game, new_frontier(cells), new_layers(cells), empty_states(ENTRIES), ahead,
        empty_states(ENTRIES), prob, scores, effort_of_guess(guess, effort, cells),
    )  # fmt: skip
    if guess == "best" and effort.second_looks and not asked:
        again = new_second_look(height, width, effort)
        status = at_hand(score_with_second_look)(*arguments, again)[0]
    else:
        status = at_hand(score_guesses)(*arguments)[0]
    log_layouts = float(ahead.log_layouts[0])
    if status != DONE and log_layouts == -inf:
        raise ContradictionError("no layout of mines satisfies the clues")
    prob[game.shown < COVERED] = 1.0
    layouts = exp(log_layouts) if log_layouts < 700 else inf
    return Evaluation(
        status == DONE, layouts, prob, -scores, ahead.successors, game.known_mines, ahead.features
    )


def features_of(position: Position) -> np.ndarray:
    """The features of a position as it is: float64 [25], in the order of `Feature`."""
    return evaluate(position, "best", PLAIN, [NO_CELL]).features


def estimated_win(position: Position) -> float:
    """The chance to win a position as it is, by the value network; `nan` if it is too wide."""
    found = evaluate(position, "best", PLAIN, [NO_CELL])
    return found.successors[NO_CELL, 0, WIN].item() if found.fits else np.nan
