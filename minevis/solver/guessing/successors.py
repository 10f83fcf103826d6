"""The outcomes of a guess: for each number a cell may show, its chance and the position that
the board looks like after it.

Source of the idea: David N. Hill's Minesweeper solver plays by the safety of the move
after next ("secondary safety"), and never opens a cell that can only show one number.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from minevis.core.errors import ContradictionError
from minevis.core.grid import Cell, neighbour_counts
from minevis.core.position import Position, ViewCode
from minevis.solver.counting.counting import CountCache
from minevis.solver.counting.odds import Odds, exact_odds
from minevis.solver.counting.survey import Survey, survey_of
from minevis.solver.guessing.features import Feature, features_of
from minevis.solver.guessing.surroundings import inputs_of
from minevis.solver.guessing.value_net import default_surroundings_net, default_value_net
from minevis.solver.knowledge import Knowledge


@dataclass(frozen=True, eq=False)
class SurveyedPosition:
    """A position surveyed: the layouts that fit it and the odds of its covered cells.

    >>> surveyed = SurveyedPosition.of(mv.Position.parse("#1##", mines=2))
    >>> surveyed.layouts, surveyed.probability.tolist(), surveyed.safety
    (2, [0.5, 0.5, 1.0], 0.5)
    >>> SurveyedPosition.of(mv.Position.parse("#3#", mines=2)) is None
    True
    """

    layouts: int
    probability: np.ndarray  # float64 [n]: of the covered cells, in board order
    won: bool  # every covered cell is a mine
    knowledge: Knowledge
    survey: Survey
    odds: Odds

    @classmethod
    def of(cls, position: Position, cache: CountCache | None = None) -> "SurveyedPosition | None":
        """Survey a position whose flags are mines; None when no layout fits.

        `cache` is added to: pass it along to count no component twice.
        """
        knowledge = Knowledge(position)
        try:
            knowledge.check()
            survey = survey_of(knowledge, cache, name_clues=False)
            odds = exact_odds(
                survey.components, survey.counts, survey.interior, knowledge.mines_left
            )
        except ContradictionError:
            return None
        interior = 0.0 if odds.interior is None else odds.interior
        chances = survey.lay_out(odds.chances, np.full(position.view.size, interior))
        covered = knowledge.unknown.ravel()
        won = int(covered.sum()) == knowledge.mines_left
        assert odds.configurations is not None
        return cls(odds.configurations, chances[covered], won, knowledge, survey, odds)

    @property
    def chances(self) -> np.ndarray:
        """The chance of a mine in each covered cell, 1 in known mines: float64 [H, W]."""
        chances = self.knowledge.mined.astype(np.float64)
        chances[self.knowledge.unknown] = self.probability
        return chances

    @property
    def safety(self) -> float:
        """The best chance to survive the next move; 1 if there is no move to make."""
        return 1.0 if self.won else 1.0 - float(self.probability.min())

    @property
    def uncertainty(self) -> float:
        """The sum of the entropies of the cells, in nats."""
        from scipy.special import entr  # late: processes start sooner without it

        return float(entr(self.probability).sum() + entr(1.0 - self.probability).sum())

    @cached_property
    def features(self) -> np.ndarray:
        """The position in 25 numbers, float64 [25]; see `minevis.solver.guessing.features`."""
        return features_of(self.knowledge, self.survey, self.odds)


@dataclass(frozen=True)
class Successor:
    """A number that a cell may show: how likely it is, and the position that it leaves.

    >>> position = mv.Position.parse("#1##", mines=2)
    >>> found = look_ahead(position, (0, 0), SurveyedPosition.of(position))
    >>> [(after.number, after.chance, after.safety) for after in found.successors]
    [(0, 0.5, 1.0)]
    """

    cell: Cell
    number: int
    chance: float
    position: SurveyedPosition

    @property
    def safety(self) -> float:
        """The best chance to survive the move after it, 1 when it wins."""
        return self.position.safety

    def win(self, *, surroundings: bool = False) -> float:
        """The chance to win from there, as the value network estimates it.

        With `surroundings` the second network is asked too: its output for the cells around the
        one that was opened is added, and no more than the chance to survive is left.

        >>> position = mv.Position.parse("#1##", mines=2)
        >>> found = look_ahead(position, (0, 0), SurveyedPosition.of(position))
        >>> found.successors[0].win()
        1.0
        """
        now = self.position
        if now.won:
            return 1.0
        if not surroundings:
            return default_value_net().estimate(now.features)
        inputs = inputs_of(now.knowledge, now.chances, now.features, self.cell)
        win = default_value_net().estimate(now.features)
        return min(max(win + default_surroundings_net().output(inputs), 0.0), now.safety)

    @property
    def uncertainty(self) -> float:
        """The sum over all covered cells of the entropy of their odds, in nats."""
        return self.position.uncertainty


@dataclass(frozen=True)
class Successors:
    """The outcomes of opening a cell; the chances of the outcomes add up to its safety.

    >>> position = mv.Position.parse("#1##", mines=2)
    >>> found = look_ahead(position, (0, 2), SurveyedPosition.of(position))
    >>> found.dead, found.safety_after, found.progress
    (True, 0.5, 0.5)
    """

    cell: Cell
    successors: tuple[Successor, ...]

    @property
    def dead(self) -> bool:
        """Whether it can only show one number, and so teaches nothing."""
        return len(self.successors) <= 1

    @property
    def safety_after(self) -> float:
        """The chance to survive this move and the safest one after it."""
        return sum(successor.chance * successor.safety for successor in self.successors)

    @property
    def progress(self) -> float:
        """The chance that it proves some covered cell safe, or wins."""
        return sum(
            after.chance
            for after in self.successors
            if after.position.features[Feature.SAFE] or after.position.won
        )

    def information(self, before: float) -> float:
        """The expected drop of uncertainty from `before`, in nats; nothing if it explodes."""
        return sum(after.chance * (before - after.uncertainty) for after in self.successors)

    def win(self, *, surroundings: bool = False) -> float:
        """The estimated chance to win by opening the cell; with `surroundings` by both networks."""
        return sum(after.chance * after.win(surroundings=surroundings) for after in self.successors)


def look_ahead(
    position: Position, cell: Cell, now: SurveyedPosition, cache: CountCache | None = None
) -> Successors:
    """Return the outcomes of opening `cell` in `position`; `now` is the position surveyed.

    >>> position = mv.Position.parse("#1##", mines=2)
    >>> found = look_ahead(position, (0, 2), SurveyedPosition.of(position))
    >>> [after.number for after in found.successors]
    [1]
    """
    known = int(neighbour_counts(position.view == ViewCode.FLAGGED)[cell])
    covered = int(neighbour_counts(position.covered)[cell])
    cache = {} if cache is None else cache
    successors = []
    for number in range(known, known + covered + 1):
        view = position.view.copy()
        view[cell] = number
        after = SurveyedPosition.of(Position(view, position.mines), cache)
        if after is not None:
            successors.append(Successor(cell, number, after.layouts / now.layouts, after))
    return Successors(cell, tuple(successors))
