"""Names the prints on the cells of a board, by shape, colour and the rules of the game.

A group of similar prints gets one name, and a background colour means covered or opened. The
cheapest names are found by changing one at a time. A name is expensive if the print looks
different, and if it makes clues impossible. Names with nearly the same cost are doubtful.
"""

import itertools
from dataclasses import dataclass

import cv2
import numpy as np

from minevis.errors import PictureError
from minevis.game.grid import neighbour_counts
from minevis.vision.extent import SMALL, cell_borders, classes, cut
from minevis.vision.ink import HOLES, PrintLook, Prints, groups_of, print_look, prints
from minevis.vision.meanings import BoardReading, grounds, unclear_grounds, unclear_signs

FLAG, MINE, QUESTION, COVERED, BLANK = range(9, 14)  # names after the digits 0 to 8
NAMES = 14
RIM_LIMITS = (4, 7, 11, 16)  # differences below which two rims are alike
SAME_LOOK = 10  # difference below which two covered cells are alike
FRESH = 0.85  # share of cells that must be alike where no cell is opened
SAME_GROUND = 10
GROUNDS = 6  # grounds that may mean covered or opened
DOUBT = 0.6  # a name is doubtful if an alternative costs at most this much more
WORTH_TRYING = 4.0  # a name that costs more is not tried
SETTLED = 8  # best meanings of the grounds for which names are looked for
GREY_DIGIT = 0.2  # cost of a grey 1 to 6 among coloured digits
MOST_PRINTS = 120  # different ones; a board has a dozen, and some twice where it is blurred
FEW_GROUPS = 30
MOST_PARTS = 4  # grounds of one group of similar prints
MOST_EQUAL, LARGE_STEP = 0.8, 60  # share of them on equal grounds, largest difference of others
MANY_CLUES = 25  # with this number some cell shows a zero
CLEARLY, CLEAR = 1.5, 1.0  # how much nearer the ground of a blank cell must be
CLEAR_INK, LEAST_INK = 100, 0.03  # contrast and share of a cell of ink that must mean something
MOST_HIDDEN = 2.0  # cost of clues that need more mines than a lost game shows
LONELY = 0.3  # cost of a round clue that no other clue touches, beyond three of them
ROUND = 0.92  # least similarity of a print to a mine
DIGIT_LIKE = 0.8  # least similarity of one print of a board to its digit
MOST_MINES = 4  # different prints
OTHER_LOOK = 0.3  # how much more a print must look like a second sign
MINE_LOOK = 0.05  # how much more a mark looks like a mine
POOR_FLAG = 0.65  # cost of a flag that may be a mine where mines are shown
BROKEN = 1.0  # cost of a clue that its neighbours do not allow
BROKEN_ZERO = 0.7

RARITY = (0, 0, 0, 0, 0.01, 0.02, 0.03, 0.04, 0.08)  # of the digits
ODD_GROUND = np.array([2.0] * 9 + [1.0, 0.6, 2.0, 0.8, 0.75])  # a mine that was stepped on?


@dataclass(frozen=True, slots=True)
class Named:
    """The names of the cells of a board."""

    view: np.ndarray  # int8 [rows, columns], as in `Position.view`
    doubtful: np.ndarray  # bool [rows, columns]
    broken: np.ndarray  # bool [rows, columns]: clues that their neighbours do not allow
    cost: float  # per square root of cells


@dataclass(slots=True)
class _Outcome:
    """Names of all groups and grounds, with their cost."""

    total: float
    names: np.ndarray  # int [groups]
    covered: np.ndarray  # bool [grounds]
    ground: np.ndarray  # int [cells]
    apart: np.ndarray  # float [cells, grounds]: distances between cells and grounds
    costs: np.ndarray  # float [groups, NAMES]


class PrintedCells:
    """The cells of a board as groups of prints on grounds.

    `whole` marks the cells with all neighbours inside the picture. Other clues may count mines
    outside.
    """

    def __init__(self, image: np.ndarray, shape: tuple[int, int], whole: np.ndarray) -> None:
        self.shape = shape
        self.whole = whole
        cells = cut(image, shape)
        self.found: Prints = prints(cells)
        self.groups = groups_of(self.found)
        if self.groups.max() > min(20 + 0.25 * len(cells), MOST_PRINTS):
            raise PictureError(
                f"a grid of {shape[0]}×{shape[1]} cells, but no board: {self.groups.max() + 1} of"
                " them show different things"
            )
        self._split_groups()
        self._add_odd_grounds()
        self.rims = cell_borders(image, shape)
        count = int(self.groups.max()) + 1
        odd = count - self.odd
        self.members = [np.flatnonzero(self.groups == group) for group in range(count)]
        self.sizes = np.array([len(each) for each in self.members], dtype=int)
        self.looks = [print_look(self.found, each) for each in self.members[:odd]]
        costs = [name_costs(look) for look in self.looks] + [ODD_GROUND] * self.odd
        self.costs = np.array(costs).reshape(count, NAMES)
        discs = np.zeros(count, dtype=bool)
        discs[:odd] = [look.similar["*"] > ROUND for look in self.looks]
        self.discs = bool(discs.sum() > MOST_MINES)
        if self.discs:  # instead of digits
            self.costs[:, MINE] += 0.3
            discs[:] = False
        self.round = np.append(discs, False)[self.groups].reshape(shape)
        hued = sum(size for size, look in zip(self.sizes, self.looks, strict=False) if look.has_hue)
        if hued > self.sizes.sum() / 2:  # digits have colours here, so grey ones are 7 or 8
            for cost, look in zip(self.costs, self.looks, strict=False):
                if not look.has_hue:
                    cost[1:7] += GREY_DIGIT
                    cost[7:9] -= GREY_DIGIT / 2

    def _split_groups(self) -> None:
        """Split groups of similar prints that are on several grounds, if there are few groups.

        Where there are many, prints differ by noise and light.
        """
        colours = np.hstack([self.found.grounds, self.found.grounds])
        for group in range(int(self.groups.max()) + 1 if self.groups.max() < FEW_GROUPS else 0):
            parts = grounds(
                (self.groups == group).reshape(self.shape), colours, MOST_EQUAL, LARGE_STEP
            )
            if len(parts) <= MOST_PARTS:
                for part in parts[1:]:
                    self.groups[part.ravel()] = self.groups.max() + 1

    def _add_odd_grounds(self) -> None:
        """Make groups of cells without ink on a ground that no other cell has."""
        self.odd = 0
        colours = self.found.grounds
        for cell in np.flatnonzero(self.groups < 0):
            apart = np.abs(colours - colours[cell]).max(1)
            if (apart < 60).sum() == 1:
                self.groups[cell] = self.groups.max() + 1
                self.odd += 1

    def named(self) -> Named:
        """Return the cheapest names, and a mask of cells with nearly as cheap alternatives."""
        outcomes: list[_Outcome] = []
        for ground, apart in self._groundings():
            for bits in itertools.product((False, True), repeat=apart.shape[1]):
                outcomes += self._starts(ground, apart, np.array(bits))
        outcomes.sort(key=lambda outcome: outcome.total)
        outcomes = [self._improved(outcome) for outcome in outcomes[:SETTLED]]
        best = min(outcomes, key=lambda outcome: outcome.total)
        view = self._view(best)
        broken = self._broken(view)
        zeros = (view == 0) & (neighbour_counts(view == -1) > 0)  # would have opened them
        flags = view == -2
        lonely = flags & (neighbour_counts(view >= 0) == 0)
        lonely &= lonely.sum() > 0.7 * flags.sum()  # most of them flag no cell
        beside_zeros = (view == -1) & (neighbour_counts(zeros) > 0)
        doubtful = broken | zeros | lonely | beside_zeros | self._doubts(best, view)
        clues, empty = view > 0, (view == -1) & (self.groups < 0).reshape(self.shape)
        same = best.covered[best.ground] & (best.apart.min(1) < SAME_GROUND)
        on_covered = clues & same.reshape(self.shape)
        many = clues.sum() > MANY_CLUES or on_covered.sum() > 0.5 * clues.sum()
        if not (view == 0).any() and many:
            doubtful |= empty  # zeros look like that?
        likeness = [
            look.similar[str(name)] if name < 9 else 0.0
            for look, name in zip(self.looks, best.names, strict=False)
        ]
        if max(likeness, default=0) < DIGIT_LIKE and not self.discs:
            view = np.where(clues, -1, view)  # without a print like a digit, there is no clue
        for other in outcomes:
            if other.total < best.total + DOUBT:
                doubtful |= self._view(other) != view
        return Named(view, self._unclear(view, doubtful), broken, best.total / view.size**0.5)

    def _unclear(self, view: np.ndarray, doubtful: np.ndarray) -> np.ndarray:
        """Return which cells are doubtful, with those without a digit that may be other things."""
        signs = []
        for members, look in zip(self.members, self.looks, strict=False):
            cells = np.zeros(self.shape, dtype=bool)
            cells.flat[members] = True
            if (view[cells] < 0).all():
                signs.append((cells, look))
        doubtful |= unclear_signs(BoardReading(view, doubtful, self.whole), signs)
        blank = np.logical_not(self.found.masks.any((1, 2)).reshape(self.shape))
        colours = np.hstack([self.found.grounds, self.rims])
        mined = bool((view[~blank] < -1).any())
        shown = BoardReading(view, doubtful, self.whole)
        doubtful |= unclear_grounds(shown, blank, colours, mined)
        return doubtful

    def _groundings(self) -> list[tuple[np.ndarray, np.ndarray]]:
        """Return ways to separate grounds.

        A guess is (ground per cell, distance of the cells from the grounds).
        """
        ways: dict[bytes, tuple[np.ndarray, np.ndarray]] = {}
        for limit in RIM_LIMITS:
            alike = classes(self.rims, limit, 0.6)
            sizes = np.bincount(alike)
            order = np.argsort(-sizes, kind="stable")
            least = max(2, 0.004 * len(alike))
            large = [kind for kind in order if sizes[kind] >= least][:GROUNDS] or [order[0]]
            colours = np.stack([np.median(self.found.grounds[alike == kind], 0) for kind in large])
            typical = np.stack([np.median(self.rims[alike == kind], axis=0) for kind in large])
            rim = np.median(np.abs(self.rims[:, None] - typical), axis=2)
            colour = np.abs(self.found.grounds[:, None] - colours).max(2)
            apart = rim + 0.5 * colour
            ground = apart.argmin(1)
            for number, kind in enumerate(large):
                ground[alike == kind] = number
            ways.setdefault(ground.tobytes(), (ground, apart))
        return list(ways.values())

    def _starts(self, ground: np.ndarray, apart: np.ndarray, covered: np.ndarray) -> list[_Outcome]:
        """Return the names suggested by prints, with the `covered` grounds known."""
        on_covered = np.array([covered[ground[each]].mean() for each in self.members])
        if len(covered) == 1:  # only the prints distinguish covered from opened
            on_covered[:] = 0
        costs = self.costs.copy()
        costs[:, :9] += 0.3 * on_covered[:, None]
        costs[:, FLAG] += 0.1 * (1 - on_covered)
        costs[:, MINE] += 0.1 * (1 - on_covered)
        costs[:, QUESTION] += 0.15 * (1 - on_covered)
        costs *= np.sqrt(self.sizes)[:, None]
        costs[:, [QUESTION, COVERED]] += 0.05 * (self.sizes[:, None] - 1)  # few cells have one
        starts = []
        for names in (self.costs.argmin(1), costs.argmin(1)):
            starts.append(_Outcome(0.0, names, covered, ground, apart, costs))
            starts[-1].total = self._total(starts[-1])
        return starts

    def _improved(self, outcome: _Outcome) -> _Outcome:
        """Return names that no change of a single one betters."""
        costs = outcome.costs
        order = np.argsort(-self.sizes, kind="stable")
        for _ in range(4):
            before = outcome.total
            for group in order:
                for name in np.flatnonzero(costs[group] < costs[group].min() + WORTH_TRYING):
                    old, outcome.names[group] = outcome.names[group], name
                    total = self._total(outcome) if name != old else np.inf
                    if total < outcome.total - 1e-9:
                        outcome.total = total
                    else:
                        outcome.names[group] = old
            if outcome.total >= before - 1e-9:
                break
        return outcome

    def _view(self, outcome: _Outcome) -> np.ndarray:
        names = np.append(outcome.names, BLANK)[self.groups]  # -1, no ink, is the last
        covered = outcome.covered[outcome.ground]
        view = np.where(names < 9, names, -1)
        view[(names == BLANK) & ~covered] = 0
        view[names == FLAG] = -2
        view[names == MINE] = -3
        return view.astype(np.int8).reshape(self.shape)

    def _broken(self, view: np.ndarray) -> np.ndarray:
        """Return which clues their neighbours do not allow."""
        mines, covered = (neighbour_counts(cells) for cells in (view <= -2, view == -1))
        clue = view >= 0
        return clue & ((mines > view) | ((mines + covered < view) & self.whole))

    def _total(self, outcome: _Outcome) -> float:
        view = self._view(outcome)
        wrong = self._broken(view)
        zero = view == 0
        beside = neighbour_counts(view < 0)
        total = float(outcome.costs[np.arange(len(outcome.names)), outcome.names].sum())
        total += BROKEN * wrong.sum() + BROKEN_ZERO * (zero & (beside > 0) & ~wrong).sum()
        if not (view > 0).any():
            total += 4 + 0.05 * view.size
        elif zero.any():  # clues surround zeros
            total -= min(3, 0.1 * ((view > 0) & (neighbour_counts(zero) > 0)).sum())
        if self.round.any():
            most = cv2.dilate(np.where(view < 0, 0, view).astype(np.uint8), np.ones((3, 3)))
            least = cv2.erode(np.where(view < 0, 9, view).astype(np.uint8), np.ones((3, 3)))
            lonely = ((view > 0) & (most == view) & (least == view) & self.round).sum()
            total += LONELY * max(0, int(lonely) - 3)
        if (view == -3).sum() > 1:  # a lost game shows all mines
            hidden = (view > 0) & (neighbour_counts(view < -1) < view) & self.whole
            total += min(MOST_HIDDEN, 0.1 * hidden.sum())
        total += 1.5 * max(0, int((outcome.names == MINE).sum()) - 2)
        return float(total + 0.3 * len(outcome.covered))

    def _doubts(self, best: _Outcome, view: np.ndarray) -> np.ndarray:
        """Return which cells change their name if one group or ground changes its own."""
        doubtful = np.zeros(self.shape, dtype=bool)
        for group, old in enumerate(best.names.copy()):
            own, members = self.costs[group], self.members[group]
            look = self.looks[group] if group < len(self.looks) else None
            other = own[old] > own.min() + OTHER_LOOK
            other |= old >= FLAG and own[old] > own[MINE] + MINE_LOOK
            if look and old == FLAG and (view == -3).any():  # is it a mine, too?
                other |= own[old] > POOR_FLAG or look.similar["*"] > look.similar["F"]
            if look and old >= COVERED:  # does clear ink mean nothing?
                other |= look.contrast > CLEAR_INK and look.area > LEAST_INK
            doubtful.flat[members] |= other
            for name in np.flatnonzero(best.costs[group] < best.costs[group, old] + DOUBT):
                best.names[group] = name
                if self._total(best) < best.total + DOUBT:
                    doubtful |= self._view(best) != view
            best.names[group] = old
        if best.covered.any() and not best.covered.all():
            of_covered = best.apart[:, best.covered].min(1)
            of_opened = best.apart[:, ~best.covered].min(1)
            closer, other = np.sort((of_covered, of_opened), axis=0)
            unclear = (self.groups < 0) & (other < CLEARLY * closer + CLEAR)
            doubtful |= unclear.reshape(self.shape)
        for ground in range(len(best.covered)):
            best.covered[ground] ^= True
            if self._total(best) < best.total + DOUBT:
                doubtful |= self._view(best) != view
            best.covered[ground] ^= True
        return doubtful


def fresh_part(
    image: np.ndarray, shape: tuple[int, int]
) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Return the rows and the columns, first and last, in which all cells look alike, if they do.

    Two looks may take turns, as on a chessboard. Few lines around may show other things.
    """
    rows, columns = shape
    small = cv2.resize(image, (columns * SMALL, rows * SMALL), interpolation=cv2.INTER_AREA)
    alike = classes(cut(small, shape, SMALL).reshape(rows * columns, -1), SAME_LOOK, 0.96)
    turn = np.indices(shape).sum(0).ravel() % 2
    most = [np.bincount(alike[turn == each]).argmax() for each in (0, 1)]
    same = (alike == np.take(most, turn)).reshape(shape)
    filled = [np.flatnonzero(same.any(axis)) for axis in (1, 0)]
    top, bottom, left, right = (int(end) for part in filled for end in (part[0], part[-1] + 1))
    if same.sum() < FRESH * same.size or not same[top:bottom, left:right].all():
        return None
    return (top, bottom), (left, right)


def name_costs(look: PrintLook) -> np.ndarray:
    """Return the cost of every name for a group of prints (float [NAMES])."""
    costs = np.empty(NAMES)
    colour = look.colour_cost
    round_and_large = look.similar["*"] > 0.9 and 0.8 < look.aspect < 1.25 and look.height > 0.3
    tiny = look.height < 0.3 or look.area < 0.015
    for digit in range(9):
        cost = 1.6 * (1 - look.similar[str(digit)])
        holes = HOLES.get(digit, 0)
        if look.holes != holes and not (digit == 4 and look.holes == 0):
            cost += 0.12 * min(2, abs(look.holes - holes))
        cost += 0.35 * colour[digit - 1] if digit else 0.4
        cost += RARITY[digit]
        if digit and round_and_large:  # a disc in the colour of a digit
            cost = min(cost, 0.35 + 0.5 * colour[digit - 1] + RARITY[digit])
        costs[digit] = cost
    if look.aspect > 1.35:
        costs[:9] += 0.5 * (look.aspect - 1.35)
    if look.aspect < 0.25 and look.height > 0.7:  # a line between cells
        costs[:9] += 0.6
    costs[FLAG] = 0.38 + 0.8 * (1 - look.similar["F"])
    costs[MINE] = 0.3 + 2.0 * (1 - look.similar["*"]) + 0.15 * look.has_hue
    if look.similar["*"] > max(ROUND, look.similar["F"] + 0.1):
        costs[FLAG] += 0.4
    if look.aspect < 0.35 or (look.solid > 0.9 and 0.8 < look.aspect < 1.25):  # a bar, a square
        costs[[FLAG, MINE]] += 0.3
    if tiny:
        costs[:9] += 0.8
        costs[[FLAG, MINE]] += 0.3
    costs[QUESTION] = 0.3 + 2.0 * (1 - look.similar["?"]) + 0.15 * look.has_hue
    faint = min(1.0, look.contrast / 90) * (0.35 if tiny else 1)
    if look.hue_of_ground and look.contrast < 100:
        faint *= 0.5
    costs[BLANK] = 0.15 + 0.85 * faint
    costs[COVERED] = min(0.25 + 1.5 * look.contrast / 90, 0.75)
    return costs
