"""What a guess leads to: for each number a cell may show, how likely it is and what
the board looks like after it.

Source of the idea: David N. Hill's Minesweeper solver plays by the safety of the move
after next ("secondary safety"), and never opens a cell that can only show one number.
"""

from dataclasses import dataclass

import numpy as np
from scipy.special import entr

from minevis.errors import ContradictionError
from minevis.game import FLAGGED, Position
from minevis.grid import Cell, neighbour_counts
from minevis.solver.knowledge import Knowledge
from minevis.solver.odds import exact_odds
from minevis.solver.survey import survey_quietly

WORTH_A_LOOK = 0.9  # of the best chance to survive: cells with less are not looked at


@dataclass(frozen=True)
class Outcome:
    """A number that a cell may show: how likely, and what it leaves.

    `safety` is the best chance to survive the move after it, 1 when it wins;
    `uncertainty` the sum over all covered cells of the entropy of their odds, in nats.
    """

    number: int
    chance: float
    safety: float
    uncertainty: float


@dataclass(frozen=True)
class Prospect:
    """What opening a cell leads to; the chances of the outcomes add up to its safety."""

    cell: Cell
    outcomes: tuple[Outcome, ...]

    @property
    def dead(self) -> bool:
        """Whether it can only show one number, and so teaches nothing."""
        return len(self.outcomes) <= 1

    @property
    def safety_after(self) -> float:
        """The chance to survive this move and the safest one after it."""
        return sum(outcome.chance * outcome.safety for outcome in self.outcomes)

    def information(self, before: float) -> float:
        """The expected drop of uncertainty from `before`, in nats; nothing if it explodes."""
        return sum(o.chance * (before - o.uncertainty) for o in self.outcomes)


@dataclass(frozen=True)
class State:
    """A position weighed: the layouts that fit it and the odds of its covered cells."""

    layouts: int
    probability: np.ndarray  # float64 [n]: of the covered cells, in board order
    won: bool  # every covered cell is a mine

    @classmethod
    def of(cls, position: Position) -> "State | None":
        """Weigh a position whose flags are mines; None when no layout fits."""
        knowledge = Knowledge(position)
        try:
            knowledge.check()
            survey = survey_quietly(knowledge)
            odds = exact_odds(
                survey.components, survey.counts, survey.interior, knowledge.mines_left
            )
        except ContradictionError:
            return None
        chances = np.full(position.view.size, 0.0 if odds.interior is None else odds.interior)
        for component, row in zip(survey.components, odds.chances, strict=True):
            for box, chance in zip(component.boxes, row, strict=True):
                chances[list(box)] = chance
        covered = knowledge.unknown.ravel()
        won = int(covered.sum()) == knowledge.mines_left
        assert odds.configurations is not None
        return cls(odds.configurations, chances[covered], won)

    @property
    def safety(self) -> float:
        """The best chance to survive the next move; 1 when there is none to make."""
        return 1.0 if self.won else 1.0 - float(self.probability.min())

    @property
    def uncertainty(self) -> float:
        """The sum of the entropies of the cells, in nats."""
        return float(entr(self.probability).sum() + entr(1.0 - self.probability).sum())


def prospect(position: Position, cell: Cell, now: State) -> Prospect:
    """What opening `cell` in `position` leads to; `now` is the position weighed."""
    known = int(neighbour_counts(position.view == FLAGGED)[cell])
    room = int(neighbour_counts(position.covered)[cell])
    outcomes = []
    for number in range(known, known + room + 1):
        view = position.view.copy()
        view[cell] = number
        after = State.of(Position(view, position.mines))
        if after is not None:
            chance = after.layouts / now.layouts
            outcomes.append(Outcome(number, chance, after.safety, after.uncertainty))
    return Prospect(cell, tuple(outcomes))
