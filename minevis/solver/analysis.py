"""`analyze`: exact odds and certain cells for a position."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from minevis.errors import ContradictionError, IllegalMoveError, TooManyCasesError
from minevis.game.grid import Cell, Cells, cells_of, check_cell, frozen, kept, lies_on
from minevis.game.hashing import check_seed
from minevis.game.position import Position, ViewCode
from minevis.game.shown import ShownAsCells
from minevis.solver.counting.counting import MOST_STATES, CountCache, at_most
from minevis.solver.counting.odds import any_total_odds, layouts_by_total, zero_chances
from minevis.solver.counting.proof import Prover, naming_clues
from minevis.solver.counting.sampling import Sampler
from minevis.solver.counting.survey import Survey, survey_of
from minevis.solver.guess.outlook import Outlook
from minevis.solver.knowledge import Knowledge
from minevis.solver.proofs.clues import Clues
from minevis.solver.proofs.prove import Proofs
from minevis.solver.proofs.steps import Proof
from minevis.solver.rules import count_all
from minevis.solver.turn import certainties, odds_of, probability_map
from minevis.utils import tables
from minevis.utils.checks import as_int
from minevis.utils.formatting import quantity

if TYPE_CHECKING:
    from pandas import DataFrame

    from minevis.words.advice import Advice

STATES_A_CELL = 100  # for boards with many components, above large ones; games need two
MOST_DRAWN = 10_000_000  # layouts per call: for expert boards they take 5 GB


@dataclass(frozen=True, repr=False)
class FrontierComponent:
    """A component of the frontier: cells, clues and boxes as `(row, col)`.

    `ways[m]` configurations have m mines.
    """

    cells: Cells
    clues: Cells
    boxes: tuple[Cells, ...]
    ways: Mapping[int, int]

    @property
    def configurations(self) -> int:
        """Number of configurations, whatever their number of mines."""
        return sum(self.ways.values())

    def __repr__(self) -> str:
        return (
            f"<FrontierComponent: {quantity(len(self.cells), 'cell')}, "
            f"{quantity(len(self.clues), 'clue')}, {quantity(len(self.boxes), 'box', 'boxes')}, "
            f"{quantity(self.configurations, 'configuration')}>"
        )


@dataclass(frozen=True, eq=False)
class Analysis(ShownAsCells):
    """The result of `analyze`: certain cells, exact odds and components.

    Flags are trusted: a flagged cell counts as a mine with chance 1.

    Attributes
    ----------
    position : Position
        The analysed position.
    safe, mined : numpy.ndarray
        The certain covered cells: bool [H, W].
    probability : numpy.ndarray
        The chance of a mine: float64 [H, W], NaN for opened cells.
    configurations : int
        The exact number of layouts of the board. If the number of mines is unknown, the sum
        over all possible numbers.
    density : float or None
        The prior chance of a mine per cell, for an unknown number of mines. None: all layouts count
        the same.
    doubtful : tuple of tuple of int
        The cells of a picture that may show something else. The result holds if they are right.

    Examples
    --------
    >>> analysis = mv.analyze(mv.Position.parse("#1##", mines=2))
    >>> analysis
    <Analysis: 2 layouts, 0 cells safe, 1 mined, 1 component>
    >>> analysis.probability.round(2).tolist()
    [[0.5, nan, 0.5, 1.0]]
    >>> analysis.best
    ((0, 0), (0, 2))
    """

    position: Position
    safe: np.ndarray  # bool: covered cells without a mine in any layout
    mined: np.ndarray  # bool: covered or flagged cells with a mine in every layout
    probability: np.ndarray  # float64: chance of a mine, nan if opened
    configurations: int  # layouts of the board
    density: float | None = None
    _array: ClassVar[str] = "probability"
    doubtful: Cells = ()

    def __post_init__(self) -> None:
        for name in ("safe", "mined", "probability"):
            object.__setattr__(self, name, kept(getattr(self, name)))

    @cached_property
    def zero_probability(self) -> np.ndarray:
        """The chance of a zero at every covered cell: float64, nan if opened.

        An estimate: it treats the cells of a 3×3 block as independent, and is 0 if a single clue
        needs a mine in the block.
        """
        return frozen(zero_chances(self.probability, self.position.view))

    @cached_property
    def components(self) -> tuple[FrontierComponent, ...]:
        """The components of the frontier after counting, computed on first use."""
        knowledge = Knowledge(self.position)
        count_all(knowledge)
        return _components(knowledge, survey_of(knowledge))

    @cached_property
    def totals(self) -> Mapping[int, int]:
        """The possible numbers of mines, with their layout counts.

        >>> dict(mv.analyze(mv.Position.parse("#1##")).totals)
        {1: 2, 2: 2}
        """
        if self.position.mines is not None:
            return MappingProxyType({self.position.mines: self.configurations})
        knowledge = Knowledge(self.position)
        survey = survey_of(knowledge)
        known = knowledge.mines_known
        return MappingProxyType(layouts_by_total(survey.counts, survey.interior, known))

    @cached_property
    def flags(self) -> Mapping[Cell, str]:
        """Each flag, and whether the clues prove it without any flag: "proven" or "possible".

        >>> dict(mv.analyze(mv.Position.parse("F1#", mines=1)).flags)
        {(0, 0): 'possible'}
        """
        return MappingProxyType(flag_verdicts(self.position, self._without_flags))

    @cached_property
    def rests_on_flags(self) -> np.ndarray:
        """Cells whose certainty depends on flags: bool [H, W].

        >>> mv.analyze(mv.Position.parse("F1#", mines=1)).rests_on_flags.tolist()
        [[False, False, True]]
        """
        without = self._without_flags
        certain = (self.safe | self.mined) & self.position.covered
        return frozen(certain & ~(without.safe | without.mined))

    @cached_property
    def surely_safe(self) -> np.ndarray:
        """The cells of `safe` that are safe whatever the doubtful cells show: bool [H, W].

        >>> mv.analyze("mines 1\\n1#\\n##").surely_safe.any().item()
        False
        """
        if not self.doubtful:
            return self.safe
        view = self.position.view.copy()
        view[tuple(np.transpose(self.doubtful))] = ViewCode.COVERED
        try:  # without a number of mines: doubtful flags may have been counted
            return frozen(self.safe & self._again(Position(view)).safe)
        except (ContradictionError, TooManyCasesError):
            return frozen(np.zeros_like(self.safe))

    @cached_property
    def _without_flags(self) -> "Analysis":
        if not (self.position.view == ViewCode.FLAGGED).any():
            return self
        return self._again(self.position.unflagged())

    def _again(self, position: Position) -> "Analysis":
        """Analyse a variant of the position in the same way."""
        return analyze(position, density=self.density)

    @property
    def boxes(self) -> tuple[Cells, ...]:
        """The boxes of all components."""
        return tuple(box for component in self.components for box in component.boxes)

    @property
    def best(self) -> Cells:
        """The covered cells least likely to be a mine."""
        covered = self.position.covered
        if not covered.any():
            return ()
        least = self.probability[covered].min()
        return cells_of(covered & (self.probability <= least))

    @cached_property
    def advice(self) -> "Advice | None":
        """Which cell to open, its risk, and why; None if every covered cell is a mine.

        A safe cell with an easy proof if there is one. Otherwise the choice of the player `best`,
        which may take seconds.

        >>> mv.analyze("mines 2\\n####\\n1221").advice.best
        Candidate(cell=(0, 3), risk=0.0, win=None, exact=False)
        """
        from minevis.words.advice import advice

        return advice(self)

    def to_frame(self) -> "DataFrame":
        """Return a table of the covered cells.

        Returns
        -------
        pandas.DataFrame
            One row per covered cell: `row`, `col`, the chance of a `mine` and of a `zero`, and
            whether the cell is certainly `safe` or `mined`.

        Raises
        ------
        ImportError
            Without pandas.

        Examples
        --------
        >>> mv.analyze(mv.Position.parse("#1##", mines=2)).to_frame()
           row  col  mine  zero   safe  mined
        0    0    0   0.5   0.5  False  False
        1    0    2   0.5   0.0  False  False
        2    0    3   1.0   0.0  False   True
        """
        rows = [
            {
                "row": cell[0],
                "col": cell[1],
                "mine": float(self.probability[cell]),
                "zero": float(self.zero_probability[cell]),
                "safe": bool(self.safe[cell]),
                "mined": bool(self.mined[cell]),
            }
            for cell in cells_of(self.position.covered)
        ]
        return tables.data_frame(rows, ("row", "col", "mine", "zero", "safe", "mined"))

    def why(self, cell: Cell) -> Cells:
        r"""Return a minimal set of clues that proves `cell` safe or a mine.

        Clues that suffice without the number of mines come first, even if that number
        would make some of them unnecessary.

        Parameters
        ----------
        cell : tuple of int
            (row, col) of a covered, certain cell.

        Returns
        -------
        tuple of tuple of int
            The clues, as (row, col). Empty for a flag, and if the number of mines suffices.

        Raises
        ------
        IllegalMoveError
            If the cell is open, outside the board, or not certain.
        TypeError
            If `cell` is not a cell `(row, col)`.

        Examples
        --------
        >>> mv.analyze(mv.Position.parse("####\n1221", mines=2)).why((0, 2))
        ((1, 0), (1, 1))
        """
        row, col = cell = self._asked(cell)
        if self.position.view[cell] == ViewCode.FLAGGED:
            return ()
        flat = row * self.position.shape[1] + col
        witnesses = self._prover.prove(flat, bool(self.mined[cell]))
        assert witnesses is not None, f"{cell} is certain but no clues prove it"
        return tuple(divmod(clue, self.position.shape[1]) for clue in witnesses.clues)

    def proof(self, cell: Cell) -> Proof:
        """Return the easiest proof that `cell` is safe or a mine.

        From easy to hard: counting, two clues, a supposition, the number of mines left, all cases.
        The proof is short for its kind, and every step is needed. A flag is trusted: the proof
        has no steps.

        Parameters
        ----------
        cell : tuple of int
            (row, col) of a covered, certain cell.

        Returns
        -------
        Proof
            The proof. `print(proof)` shows its sentences.

        Raises
        ------
        IllegalMoveError
            If the cell is open, outside the board, or not certain.
        TypeError
            If `cell` is not a cell `(row, col)`.

        Examples
        --------
        >>> proof = mv.analyze(mv.Position.parse("####\\n1221", mines=2)).proof((0, 2))
        >>> proof.kind, proof.difficulty, proof.cells
        ('overlap', 3, ((0, 2),))
        """
        row, col = cell = self._asked(cell)
        if self.position.view[cell] == ViewCode.FLAGGED:
            return Proof((cell,), True, ())
        return self._proofs.of(row * self.position.shape[1] + col)

    def _asked(self, cell: Cell) -> Cell:
        """`cell`, if something can be proven about it. Raises `IllegalMoveError`."""
        height, width = self.position.shape
        row, col = cell = check_cell("cell", cell)
        if not lies_on(cell, (height, width)):
            raise IllegalMoveError(f"{cell} is outside: the board is {height}×{width}")
        code = int(self.position.view[row, col])
        if code not in (ViewCode.COVERED, ViewCode.FLAGGED):
            raise IllegalMoveError(f"{cell} is open: only covered cells can be proven")
        if not (self.safe[row, col] or self.mined[row, col]):
            chance = self.probability[row, col]
            raise IllegalMoveError(f"{cell} is not certain: it is a mine with chance {chance:.4g}")
        return cell

    def sample(self, count: int = 1, *, seed: int = 0) -> np.ndarray:
        """Draw layouts of mines uniformly from all layouts of the position.

        If the number of mines is unknown, `density` weighs the layouts, as in `analyze`.

        Parameters
        ----------
        count : int
            How many to draw, with replacement.
        seed : int
            The same seed draws the same layouts.

        Returns
        -------
        numpy.ndarray
            The mines: bool [count, H, W]. Flagged and exploded cells count as mines.

        Examples
        --------
        >>> mv.analyze(mv.Position.parse("#1#", mines=1)).sample(2).shape
        (2, 1, 3)
        """
        number = as_int(count)
        if number is None or not 0 <= number <= MOST_DRAWN:
            rule = f"draw 0 to {MOST_DRAWN:,} layouts"
            raise ValueError(f"count={count!r}: {rule}")
        if self.position.mines is not None:
            return self._sampler.draw(number, check_seed(seed))
        return self._drawn_with_any_total(number, check_seed(seed))

    @cached_property
    def outlook(self) -> Outlook:
        """The input of a guess here, without certain cells: try a custom guess on it.

        >>> analysis = mv.analyze(mv.Position.parse("#1###", mines=2))
        >>> mv.GUESSES["least_risk"](analysis.outlook).astype(int).tolist()
        [[1, 0, 1, 1, 1]]
        """
        knowledge = Knowledge(self.position)
        knowledge.safe |= self.safe
        knowledge.mined |= self.mined
        return Outlook.of(knowledge, self.probability)

    @cached_property
    def _sampler(self) -> Sampler:
        knowledge = Knowledge(self.position)
        return Sampler(knowledge, survey_of(knowledge))

    def _drawn_with_any_total(self, count: int, seed: int) -> np.ndarray:
        """Draw the number of mines for every layout, then the layouts per number."""
        random = Random(seed)
        chance = Fraction(1, 2) if self.density is None else Fraction(self.density)
        weights = {t: n * (chance / (1 - chance)) ** t for t, n in self.totals.items()}
        most = max(weights.values(), default=Fraction(1))
        shares = [float(weight / most) for weight in weights.values()]
        drawn = random.choices(list(weights), shares, k=count)
        layouts = np.zeros((count, *self.position.shape), bool)
        for total in sorted(set(drawn)):
            knowledge = Knowledge(Position(self.position.view, total))
            which = np.flatnonzero(np.array(drawn) == total)
            sampler = Sampler(knowledge, survey_of(knowledge))
            layouts[which] = sampler.draw(len(which), random.getrandbits(32))
        return layouts

    @cached_property
    def _prover(self) -> Prover:
        return Prover(Clues(Knowledge(self.position)))

    @cached_property
    def _proofs(self) -> Proofs:
        return Proofs(Knowledge(self.position), certain_cells(self))

    def __eq__(self, other: object) -> bool:
        """Whether the positions and the results are equal."""
        if not isinstance(other, Analysis):
            return NotImplemented
        return (
            (self.position, self.density, self.configurations)
            == (other.position, other.density, other.configurations)
            and np.array_equal(self.safe, other.safe)
            and np.array_equal(self.mined, other.mined)
            and np.allclose(self.probability, other.probability, atol=1e-12, equal_nan=True)
        )

    def __hash__(self) -> int:
        return hash((self.position, self.density))

    def __repr__(self) -> str:
        return (
            f"<Analysis: {quantity(self.configurations, 'layout')}, "
            f"{quantity(int(self.safe.sum()), 'cell')} safe, {int(self.mined.sum())} mined, "
            f"{quantity(len(self.components), 'component')}"
            f"{', ' + quantity(len(self.doubtful), 'doubtful cell') if self.doubtful else ''}>"
        )

    def __str__(self) -> str:
        """The odds as a grid, the cell to open and why, as `minevis analyze` prints them."""
        from minevis.words.advice import analysis_text

        return analysis_text(self)


def flag_verdicts(position: Position, without_flags: Analysis) -> dict[Cell, str]:
    """Return a verdict per flag, without flags: "proven", "possible" or "impossible"."""
    verdicts = {}
    for cell in cells_of(position.view == ViewCode.FLAGGED):
        certain = "proven" if without_flags.mined[cell] else "impossible"
        known = without_flags.mined[cell] or without_flags.safe[cell]
        verdicts[cell] = certain if known else "possible"
    return verdicts


def certain_cells(known: Analysis) -> dict[int, bool]:
    """Return the certain covered cells, flat, with True for mines, in board order."""
    certain = (known.safe | known.mined) & known.position.covered
    mined = known.mined.ravel()
    return {flat: bool(mined[flat]) for flat in np.flatnonzero(certain).tolist()}


def analyze(
    position: Position,
    *,
    trust_flags: bool = True,
    density: float | None = None,
    cache: CountCache | None = None,
) -> Analysis:
    """Return certain cells, exact odds and components of `position`.

    `trust_flags` False takes flags off first. `density` weighs the layouts of an
    unknown number of mines. Pass the same `cache` for all positions of a game: a component
    is then counted once. Raises `ContradictionError`, naming clues, if no layout fits.
    """
    if not trust_flags:
        position = position.unflagged()
    knowledge = Knowledge(position)
    with naming_clues(position), at_most(2 * MOST_STATES + STATES_A_CELL * position.view.size):
        count_all(knowledge)
        survey = survey_of(knowledge, cache)
    if position.mines is None:
        components, counts, interior = survey.components, survey.counts, survey.interior
        odds = any_total_odds(components, counts, interior, density=density)
    else:
        odds = odds_of("exact", survey, knowledge.mines_left, known=knowledge.mines_known)
    assert odds.configurations is not None
    probability = probability_map(odds, survey, knowledge)
    for cell, mined in certainties(odds, survey, knowledge).items():
        knowledge.mark(knowledge.names([cell]), mined)
    return Analysis(
        position=position,
        safe=knowledge.safe,
        mined=knowledge.mined & (position.view < 0) & (position.view >= ViewCode.FLAGGED),
        probability=probability,
        configurations=odds.configurations,
        density=density,
    )


def _components(knowledge: Knowledge, survey: Survey) -> tuple[FrontierComponent, ...]:
    return tuple(
        FrontierComponent(
            cells=knowledge.names(sorted(component.cells)),
            clues=knowledge.names(component.clues),
            boxes=tuple(map(knowledge.names, component.boxes)),
            ways=MappingProxyType(dict(counts.ways)),
        )
        for component, counts in zip(survey.components, survey.counts, strict=True)
    )
