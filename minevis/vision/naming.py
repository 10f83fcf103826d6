"""Names the cells of a board: the network's chances, then the rules of the game.

Cells that look alike share their chances. Then names are changed, of a cell, of cells that look
alike, or of two such groups at once, where that makes clues fit their neighbours at little cost.
"""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from scipy.sparse.csgraph import connected_components

from minevis.game.grid import Cell, cells_of, neighbour_counts
from minevis.vision.network import CODES, COVERED, FLAG, MINE, NAMES, QUESTION, SIZE

SHARED = 0.85  # weight of the cells that look alike
ALIKE = 5.0  # root mean square difference of cells that look alike
WRONG = 3.0  # cost of each mine that a clue has too much or lacks, in logarithms
SWEEPS, HOT, LARGE, TRIED = 6, 250, 7, 4  # rounds, cells, groups and names that are tried
UNLIKELY = 0.2  # chance of a name that only the rules can have chosen
GROUND = 12.0  # levels by which the rims of cells on one ground differ at most
UNLIKE = 256.0  # difference of a cell from a ground that no cell has
CLEARLY = 0.4  # how much nearer to the ground of clues zeros must be than covered cells
INNER = [11 * row + column for row in range(1, 10) for column in range(1, 10)]  # pixels
PROVEN = 0.5  # share of flags that a single clue proves, at least
PASSES = 2  # of the network that count; the others must agree
SURE = 0.95  # least chance of a cell that is not doubtful
INK, TINT = 7.0, 15.0  # root mean square differences of prints and of colours that may mean flags
NOISE = 3.0  # times that difference between next neighbours
COMMON = 0.25  # share of zeros that look alike, at least
FEW, SIMILAR, FAINT = 3, 0.6, 30  # cells that are compared, least correlation of prints, noise
CERTAIN = 0.99  # chance of a cell that is sure whatever lies beside it
HIDDEN = 3  # doubtful neighbours of a cell that is doubtful too


@dataclass(frozen=True, slots=True)
class Named:
    """The names of the cells of a board."""

    view: np.ndarray  # int8 [rows, columns], as in `Position.view`
    doubtful: np.ndarray  # bool [rows, columns]
    broken: np.ndarray  # bool [rows, columns]: clues that their neighbours do not allow
    cost: float  # per square root of cells


class Naming:
    """Names of cells that the rules improve.

    `whole` marks the cells with all neighbours inside the picture. Other clues may count mines
    outside.
    """

    def __init__(self, passes: list[np.ndarray], window: np.ndarray, whole: np.ndarray) -> None:
        self.whole = whole
        self.looks = _looks(window, whole.shape)
        self.rims = np.delete(self.looks, INNER, axis=1)[:, ::2].astype(np.float32)
        self.groups = _groups(self.looks).reshape(whole.shape)
        told = [np.exp(names[..., : MINE + 1].astype(float)) for names in passes]
        for chances, names in zip(told, passes, strict=True):
            chances[..., COVERED] += np.exp(names[..., QUESTION])
        said = [chances.argmax(-1) for chances in told]
        self.differ = np.any(said != said[0], axis=0)  # what the network says is not sure
        blank = np.where(np.isin(said, (0, COVERED)), 0, said)
        self.differ_in_kind = np.any(blank != blank[0], axis=0)  # not only covered or opened
        self.sure = np.all([chances.max(-1) > CERTAIN for chances in told], axis=0)
        chances = np.mean(told[:PASSES], axis=0)
        logs = np.log(chances + 1e-9)
        sizes = np.bincount(self.groups.ravel())
        mean = [
            np.bincount(self.groups.ravel(), logs[..., name].ravel()) / sizes
            for name in range(MINE + 1)
        ]
        chances = (1 - SHARED) * chances + SHARED * np.exp(np.stack(mean, -1))[self.groups] + 1e-7
        self.logs = np.log(chances / chances.sum(-1, keepdims=True))
        self.order = np.argsort(-self.logs, axis=-1)[..., :TRIED]
        self.best = self.order[..., 0].copy()
        self.large = [self.groups == group for group in np.argsort(-sizes) if sizes[group] > 1]
        self.cost = self._cost(self.best)

    def named(self) -> Named:
        """Return the cheapest names, and a mask of doubtful cells."""
        for _ in range(SWEEPS):
            before = self.cost
            for tried in self._changes():
                if (cost := self._cost(tried)) < self.cost - 1e-6:
                    self.best, self.cost = tried, cost
            if self.cost == before:
                break
        opened, hidden, limit, _ = self._grounds()
        on_opened = (opened < limit) & (limit < hidden) & (hidden < UNLIKE)
        shown = (self.best == FLAG) & on_opened.reshape(self.best.shape)
        self.best[shown] = MINE  # flags lie on covered cells
        wrong = self._wrong(self.best) > 0
        near = wrong | (neighbour_counts(wrong) > 0)
        view = CODES[self.best]
        clue = view >= 0
        mines, covered = neighbour_counts(view <= -2), neighbour_counts(view == -1)
        broken = clue & ((mines > view) | ((mines + covered < view) & self.whole))
        doubtful = near | shown | self._doubts()
        for _ in range(2):  # where several cells are doubtful, something may lie over the board
            doubtful |= (neighbour_counts(doubtful) >= HIDDEN) & ~self.sure
        return Named(view, doubtful, broken, self.cost / view.size**0.5)

    def _changes(self) -> Iterator[np.ndarray]:
        """Yield names with changes where clues do not fit, from large ones to small ones."""

        def with_name(*changes: tuple[np.ndarray | Cell, int]) -> np.ndarray:
            tried = self.best.copy()
            for cells, name in changes:
                tried[cells] = name
            return tried

        wrong = self._wrong(self.best) > 0
        if not wrong.any():
            return
        near = wrong | (neighbour_counts(wrong) > 0)
        likely = [(cells, self._likely(cells)) for cells in self.large]
        for cells, names in likely:
            if near[cells].any():
                yield from (with_name((cells, name)) for name in names)
        yield with_name((self.best == 0, COVERED), (self.best == COVERED, 0))
        for (first, names), (second, others) in itertools.combinations(likely[:LARGE], 2):
            for name, other in itertools.product(names[:3], others[:3]):
                yield with_name((first, name), (second, other))
        for cell in cells_of(near)[:HOT]:
            yield from (with_name((cell, name)) for name in self.order[cell])

    def _likely(self, cells: np.ndarray) -> list[int]:
        return np.argsort(-self.logs[cells].mean(0))[:TRIED].tolist()

    def _doubts(self) -> np.ndarray:
        """Return the cells that may have another name, alone or with all that look alike."""
        doubtful = np.zeros(self.best.shape, dtype=bool)
        missed = self._wrong(self.best).sum()
        for cells in [*self.large, *map(tuple, np.argwhere(self.logs.max(-1) < np.log(0.999)))]:
            own, odds = self.best[cells], 0.0
            for name in self.order[cells] if own.ndim == 0 else self._likely(cells):
                if (own != name).any():
                    tried = self.best.copy()
                    tried[cells] = name
                    odds += np.exp(min(0.0, self.cost - self._cost(tried)))
            if 1 / (1 + odds) < SURE:
                doubtful[cells] = True
        for cells in self.large:  # only the rules speak for it
            doubtful |= cells & (self.best != self.order[..., 0])
        opened, _, limit, told = self._grounds()
        covered = (opened > limit).reshape(self.best.shape)
        agrees = told & np.where(covered, self.best == COVERED, self.best == 0)
        chosen = np.take_along_axis(self.logs, self.best[..., None], -1)[..., 0]
        return (
            doubtful
            | (chosen < np.log(UNLIKELY))
            | self.differ_in_kind
            | (self.differ & ~agrees)
            | self._odd(missed)
            | self._misplaced(missed)
        )

    def _misplaced(self, missed: float) -> np.ndarray:
        """Return the cells whose ground speaks against their name, if the rules allow another.

        Opened cells have the ground of clues, unless covered cells have it too. Flags lie on
        covered cells.
        """
        best = self.best.ravel()
        zero, covered = best == 0, best == COVERED
        opened, _, limit, told = self._grounds()
        suspect = np.where(covered, opened < limit, zero & (opened > limit))
        doubtful = np.zeros(best.size, dtype=bool)
        at = np.flatnonzero(suspect)
        kinds = _kinds(self.looks[at].reshape(len(at), self.looks[0].size), INK)
        suspects = [np.isin(np.arange(best.size), at[kinds == kind]) for kind in set(kinds)]
        if not told:
            suspects = [zero | covered]
        for cells in suspects:
            tried = np.where(cells, COVERED - best, best).reshape(self.best.shape)
            if self._wrong(tried).sum() <= missed:
                doubtful |= cells
        return doubtful.reshape(self.best.shape)

    def _grounds(self) -> tuple[np.ndarray, np.ndarray, float, bool]:
        """Return how far cells are from the grounds of clues and of covered cells.

        The third is the limit between the two, and the last whether they differ clearly.
        """
        best = self.best.ravel()
        zero, covered = best == 0, best == COVERED
        opened = self._ground_apart((best > 0) & (best < COVERED))
        limit, told = GROUND, True
        if zero.any() and covered.any():
            near, far = np.median(opened[zero]), np.median(opened[covered])
            limit, told = (near + far) / 2, near < CLEARLY * far
        return opened, self._ground_apart(covered), limit, told

    def _ground_apart(self, cells: np.ndarray) -> np.ndarray:
        """Return how much the rim of every cell differs from the most similar one of `cells`."""
        apart, seen = np.full(len(self.rims), UNLIKE, np.float32), np.zeros(cells.size, int)
        for cell in np.flatnonzero(cells):
            group = self.groups.flat[cell]
            seen[group] += 1
            if seen[group] <= 2:  # two of those that look alike, as a cell is not its own ground
                differs = np.median(np.abs(self.rims - self.rims[cell]).max(2), axis=1)
                differs[cell] = UNLIKE
                apart = np.minimum(apart, differs)
        return apart

    def _odd(self, missed: float) -> np.ndarray:
        """Return the cells that look unlike others of their name, and so may show other things.

        Covered cells of one of several looks are doubtful if they may be flags.
        """
        odd, best = np.zeros(self.best.size, dtype=bool), self.best.ravel()
        clues = (self.best > 0) & (self.best < COVERED)
        colours = self.looks.mean(1)
        prints = (self.looks - colours[:, None]).reshape(best.size, -1)
        covered, zero = (np.flatnonzero(best == name) for name in (COVERED, 0))
        if len(zero):
            kinds = _kinds(prints[zero], INK)
            odd[zero] = np.bincount(kinds)[kinds] < COMMON * len(zero)
        for name in range(1, MINE + 1):
            cells = np.flatnonzero(best == name)
            if name != COVERED and len(cells) <= FEW:
                odd[cells] = ~self.sure.ravel()[cells]
            elif name != COVERED:
                lengths = np.linalg.norm(prints[cells], axis=1, keepdims=True)
                unit = prints[cells] / (lengths + FAINT)
                alike = unit @ unit.T
                np.fill_diagonal(alike, 0)
                odd[cells] = (alike.max(1) < SIMILAR) & (lengths[:, 0] > 3 * FAINT)
        hidden = np.flatnonzero((best == COVERED) | (best == FLAG))
        looks = [_kinds(values[hidden], INK) for values in (prints, colours)]
        kinds = looks[0] * len(hidden) + looks[1]
        both = set(kinds[best[hidden] == FLAG]) & set(kinds[best[hidden] == COVERED])
        odd[hidden[np.isin(kinds, list(both))]] = True  # some flags look as covered cells do
        for values, limit in ((prints, INK), (colours, TINT)):
            kinds = _kinds(values[covered], limit)
            sizes = np.bincount(kinds, minlength=1)
            minor = covered[kinds != sizes.argmax()]
            each = (covered[kinds == kind] for kind in range(len(sizes)))
            sets = [minor, *(each if clues.any() else ())]
            for cells in sets:
                tried = best.copy()
                tried[cells] = FLAG
                fits = self._wrong(tried.reshape(self.best.shape)).sum() <= missed
                odd[cells] |= fits
        flags = self.best == FLAG
        full = clues & (neighbour_counts(self.best >= COVERED) == self.best)
        if (neighbour_counts(full) > 0)[flags].sum() < PROVEN * flags.sum() and flags.sum() > 1:
            odd |= flags.ravel()  # a player flags what a clue proves: these may be shown mines
        near = (neighbour_counts(clues) > 0) | (self.best != COVERED) | ~clues.any()
        return odd.reshape(self.best.shape) & near

    def _cost(self, names: np.ndarray) -> float:
        """Return the cost of names: of what clues miss, and of unlikely names.

        Cells that look alike are wrong together, so n of them cost as much as the root of n.
        """
        likely = np.take_along_axis(self.logs, names[..., None], -1).ravel()
        kinds = (self.groups * NAMES + names).ravel()
        sums, counts = np.bincount(kinds, likely), np.bincount(kinds)
        return float(
            WRONG * self._wrong(names).sum() - (sums / np.sqrt(np.maximum(counts, 1))).sum()
        )

    def _wrong(self, names: np.ndarray) -> np.ndarray:
        """Return by how much every clue misses its neighbours (float [rows, columns])."""
        mines = neighbour_counts(names >= FLAG).astype(float)
        covered = neighbour_counts(names == COVERED)
        wrong = np.maximum(mines - names, 0) + self.whole * np.maximum(names - mines - covered, 0)
        wrong += np.minimum(covered, 2) * (names == 0)  # a zero opens its neighbours
        return np.where(names < COVERED, wrong, 0)


def _looks(window: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """Return the inner parts of cells, made smaller (float [cells, pixels, 3])."""
    rows, columns = shape
    cells = window.reshape(rows, SIZE, columns, SIZE, 3).swapaxes(1, 2)[:, :, 1:-1, 1:-1]
    return cells.reshape(rows * columns, 11, 2, 11, 2, 3).mean((2, 4)).reshape(-1, 121, 3)


def _apart(values: np.ndarray) -> np.ndarray:
    """Return the root mean square differences of rows (float [rows, rows])."""
    lengths = (values**2).sum(1)
    squares = lengths[:, None] + lengths - 2 * values @ values.T
    return np.sqrt(np.maximum(squares, 0) / values.shape[1])


def _kinds(values: np.ndarray, limit: float) -> np.ndarray:
    """Return a number for each row (int [rows]); rows share it if a chain of alike ones joins them.

    Noise makes rows less alike: the usual distance to the next row counts.
    """
    if len(values) < 2:
        return np.zeros(len(values), dtype=int)
    apart = _apart(values)
    nearest = (apart + np.diag(np.full(len(values), np.inf))).min(1)
    return connected_components(apart < max(limit, NOISE * float(np.median(nearest))))[1]


def _groups(looks: np.ndarray) -> np.ndarray:
    """Return a number for each cell (int [cells]); cells that look alike share it."""
    alike = _apart(looks.reshape(len(looks), -1)) < ALIKE
    groups = np.full(len(looks), -1)
    for cell in range(len(looks)):
        if groups[cell] < 0:
            groups[alike[cell] & (groups < 0)] = groups.max() + 1
    return groups
