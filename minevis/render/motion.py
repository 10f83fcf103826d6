"""Motion: how the change between two settled frames is drawn.

From two layers follows which cells move, how, when and how long: an opening spreads from the click,
a ring closes around its cell, odds count from the old number to the new. `motion.json` holds the
kinds and their times, for the browser too. Frames in motion mix the two settled frames cell by
cell, so all text stays as sharp as it is there. Times are in seconds.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from itertools import chain, repeat
from typing import NamedTuple

import cv2
import numpy as np

from minevis.game.grid import Cell, mask_of, neighbour_counts
from minevis.render.marks import Link
from minevis.render.mosaic import draw_links
from minevis.render.panels import Layer
from minevis.render.tiles.atlas import BELOW_ONE, PERCENT_TEXTS, Mark, Tile, atlas
from minevis.render.tiles.draw_pictures import angles, eased, gap, mixed, plain, ramp
from minevis.render.tiles.theme import Theme


class Motion(NamedTuple):
    """A kind of motion: how a cell moves and how long, and the delay of the next ring of cells.

    All its cells have settled after `most` seconds.
    """

    how: str
    seconds: float
    ring: float
    most: float


_TABLE = json.loads(resources.files(__package__).joinpath("motion.json").read_text("utf-8"))
KINDS = {name: Motion(**kind) for name, kind in _TABLE.items()}
NAMES = tuple(KINDS)
CLUES = (Mark.CLUE, Mark.VIOLATED)
SETS = (Mark.SMALLER,)
KNOWN = (Mark.KNOWN_SAFE, Mark.KNOWN_MINED)
PROVEN = (Mark.SAFE, Mark.MINED, Mark.REST_SAFE, Mark.REST_MINED, Mark.GUESS)
TRIES = (Mark.TRYING, Mark.REGION, Mark.COMPLETE)
SHARE = 0.75  # of the time of a beat: motion that needs more is faster
LIFT, SHRINK = 0.16, 0.3  # of a cell: how far a lifted cover rises, and how much smaller it gets
TURN = 0.4  # seconds that a clue has in a sweep, at most
HELD = 2  # frames of a sweep: its many cells change one by one anyway
DROP = 0.5  # of a cell: the height from which a flag drops
SHAKE, SHAKES = 0.1, 3  # of a cell: how far a dead end shakes, and how often
Part = tuple[slice, slice]
Sweep = tuple[np.ndarray, float]  # when cells have their turn, 0 to 1 [H, W], and its seconds
Patch = np.ndarray  # uint8 [side, side, 3], a part of a frame
TINT, LIT = 0.4, 0.8  # opacity of the set of a clue, and of its rest before that is proven


class GrowingSet(NamedTuple):
    """The set of cells that clues speak of: masks [H, W], and when it grows over each cell."""

    clues: np.ndarray
    cells: np.ndarray
    start: np.ndarray


@dataclass(frozen=True, eq=False)
class Changes:
    """The cells that change between two layers: arrays [H, W], and the time until all are settled.

    `kind` (int8) is -1 or the number of a kind in `KINDS`. `start` (float32) is in seconds.
    `sets` grow from their clues. If two are laid over each other, they fade from `joined` on, and
    their proven rest lights up. From `fades` on all sets make way for the proven cells.
    """

    kind: np.ndarray
    start: np.ndarray
    sets: list[GrowingSet]
    joined: float
    fades: float
    seconds: float


def covered(pictures: np.ndarray) -> np.ndarray:
    """Return the cells that are covered, with or without odds: bool, same shape."""
    bare: np.ndarray = (pictures >= Tile.TINT) | (pictures == Tile.COVERED)
    return bare | ((pictures >= Tile.MINE_CHANCE) & (pictures < Tile.SUPPOSED))


def opened(pictures: np.ndarray) -> np.ndarray:
    """Return the opened cells, with or without more numbers: bool, same shape."""
    plain: np.ndarray = (pictures >= Tile.OPENED) & (pictures < Tile.FLAG)
    return plain | ((pictures >= Tile.PALE) & (pictures < Tile.MINE_CHANCE))


def chances(pictures: np.ndarray) -> np.ndarray:
    """Return the cells that show odds: bool, same shape."""
    return (pictures >= Tile.MINE_CHANCE) & (pictures < Tile.SUPPOSED)


def of_zeros(pictures: np.ndarray) -> np.ndarray:
    """Return the cells that show chances of zeros: bool, same shape."""
    return (pictures >= Tile.ZERO_CHANCE) & (pictures < Tile.PAST_CHANCE)


def sweep_in(order: np.ndarray, seconds: float) -> Sweep:
    """Return the sweep of cells that have their turns (float32 [H, W]), in some seconds at most."""
    turns = float(order.max())
    return order / turns, min(seconds, TURN * (1 + turns))


def changes(before: Layer, after: Layer, moved: np.ndarray, sweep: Sweep | None = None) -> Changes:
    """Return how the cells `moved` (bool [H, W]) get from one layer to the next."""
    old, new = before.pictures, after.pictures
    fresh = moved & ((before.marks != after.marks) | (old != new))
    marked = fresh & (before.marks != after.marks)
    kind = np.where(moved, NAMES.index("other"), -1).astype(np.int8)
    alike = of_zeros(old) == of_zeros(new)
    put = {
        "try": marked & np.isin(after.marks, TRIES),
        "odds": fresh & chances(old) & chances(new) & alike,
        "set": marked & np.isin(after.marks, SETS),
        "proven": marked & np.isin(after.marks, PROVEN),
        "clue": marked & np.isin(after.marks, CLUES),
        "dead end": marked & (after.marks == Mark.VIOLATED),
        "flag": fresh & covered(old) & ((new == Tile.FLAG) | (new == Tile.FLAG_LETTER)),
        "opened": fresh & covered(old) & opened(new),
        "exploded": fresh & covered(old) & (new >= Tile.MINE) & (new <= Tile.WRONG_FLAG),
    }
    for name, cells in put.items():
        kind[cells] = NAMES.index(name)
    kinds = np.array([each.seconds for each in KINDS.values()], np.float32)
    if sweep is not None:
        order, length = sweep
        start = order * max(length - float(kinds[kind][moved].max(initial=0.0)), 0.0)
        return Changes(kind, start.astype(np.float32), [], length, length, length)
    clicks = (new == Tile.EXPLODED) | marked & (after.marks == Mark.CLICK)
    bare = covered(new) & ~np.isin(after.marks, KNOWN)
    groups = in_turn(put["clue"], np.isin(after.marks, CLUES), put["proven"], bare)
    if not (put["clue"].any() or put["proven"].any()):
        bare[:] = False
    start, end, sets = np.zeros(old.shape, np.float32), 0.0, list[GrowingSet]()
    for clues in groups:
        rings = clues & put["clue"]
        start[rings], drawn = waves(KINDS["clue"], rings, clicks, end)
        told = GrowingSet(
            clues, (neighbour_counts(clues) > 0) & bare, np.zeros(old.shape, np.float32)
        )
        told.start[told.cells], end = waves(KINDS["set"], told.cells, clues, (end + drawn) / 2)
        sets.append(told)
    any_clue = np.logical_or.reduce(groups)
    start[put["set"]], last = waves(KINDS["set"], put["set"], any_clue, end / 2 / len(groups))
    joined = max(end, last)
    end = joined + (KINDS["common"].seconds if len(groups) > 1 else 0.0)
    start[put["proven"]], end = waves(KINDS["proven"], put["proven"], any_clue, end)
    for name in ("opened", "exploded", "flag"):
        start[put[name]], last = waves(KINDS[name], put[name], clicks, 0.0)
        end = max(end, last)
    fades = float(start[put["proven"]].min()) if put["proven"].any() else end
    seconds = float((start + kinds[kind])[moved].max(initial=end))
    if any(told.cells.any() for told in sets):
        seconds = max(seconds, fades + KINDS["proven"].seconds)
    return Changes(kind, start, sets, joined, fades, seconds)


def in_turn(
    new: np.ndarray, clues: np.ndarray, proven: np.ndarray, bare: np.ndarray
) -> list[np.ndarray]:
    """Return the clues whose sets grow at once, group by group: masks [H, W].

    Two clues have a turn each, the new one last, if cells are proven that are not common to both.
    """
    if clues.sum() == 2 and proven.any():
        pair = [mask_of([(row, col)], new.shape) for row, col in np.argwhere(clues).tolist()]
        common = bare & np.logical_and.reduce([neighbour_counts(clue) > 0 for clue in pair])
        if common.any() and not (common & proven).any():
            return sorted(pair, key=lambda clue: bool((clue & new).any()))
    return [new if new.any() else clues]


def waves(
    kind: Motion, cells: np.ndarray, origins: np.ndarray, begin: float
) -> tuple[np.ndarray, float]:
    """Return when each of `cells` starts, float32 [n], and when all have settled.

    They start ring by ring around `origins`, or from the left if there is none.
    """
    if not cells.any():
        return np.zeros(0, np.float32), begin
    away = rings(origins)[cells] if origins.any() else np.nonzero(cells)[1].astype(np.float32)
    away -= away.min()
    delay = min(kind.ring, (kind.most - kind.seconds) / max(float(away.max()), 1.0))
    return begin + delay * away, begin + delay * float(away.max()) + kind.seconds


def rings(origins: np.ndarray) -> np.ndarray:
    """Return the distance to the nearest of `origins` in king's moves: float32 [H, W]."""
    return np.asarray(cv2.distanceTransform((~origins).astype(np.uint8), cv2.DIST_C, 3))


@dataclass(frozen=True, eq=False)
class Cells:
    """The cells of a panel at rest on two settled frames, and how they change.

    `top` and `left` are the px of the first cell, `cell` the width of a cell. `changes` are those
    of the visible cells: [rows, cols].
    """

    before: Layer
    after: Layer
    changes: Changes
    top: int
    left: int
    cell: int

    @classmethod
    def between(
        cls,
        layers: tuple[Layer, Layer],
        frames: tuple[np.ndarray, np.ndarray],
        place: "Seen",
        sweep: Sweep | None = None,
    ) -> "Cells":
        """Return the cells of a panel between two settled frames (uint8 [h, w, 3])."""
        before, after = (_part(layer, place.rows, place.cols) for layer in layers)
        top, left, cell = place.top, place.left, place.cell
        rows, cols = after.pictures.shape
        area = np.s_[top : top + rows * cell, left : left + cols * cell]
        differs = (frames[0][area] != frames[1][area]).reshape(rows, cell, -1).any(axis=1)
        moved = differs.reshape(rows, cols, -1).any(axis=2)
        if sweep is not None:
            sweep = sweep[0][place.rows, place.cols], sweep[1]
        return cls(before, after, changes(before, after, moved, sweep), top, left, cell)

    @property
    def area(self) -> Part:
        """The px of the cells in a frame."""
        rows, cols = self.changes.kind.shape
        bottom, right = self.top + rows * self.cell, self.left + cols * self.cell
        return slice(self.top, bottom), slice(self.left, right)

    @cached_property
    def _unsettled(self) -> list[list[int]]:
        """The cells that still move."""
        return [*np.argwhere(self.changes.kind >= 0).tolist()]

    def draw(
        self, canvas: np.ndarray, still: np.ndarray, after: np.ndarray, time: float, theme: Theme
    ) -> None:
        """Draw the cells as they are at a time, later than the last, onto a copy of `still`.

        Cells that have settled are drawn onto `still` too: they need not be drawn again.
        """
        moves, side = self.changes, self.cell
        for row, col in self._unsettled[:]:
            y, x = self.top + row * side, self.left + col * side
            place = np.s_[y : y + side, x : x + side]
            kind = KINDS[NAMES[moves.kind[row, col]]]
            share = (time - float(moves.start[row, col])) / kind.seconds
            if share >= 1:
                canvas[place] = still[place] = after[place]
                self._unsettled.remove([row, col])
            elif share > 0:
                move = self._move(row, col)
                WAYS[kind.how](canvas[place], after[place], eased(share), move, theme)
        self._sets(canvas, time, theme)

    @cached_property
    def _rims(self) -> list[np.ndarray | None]:
        """The lines around the sets of single clues."""
        sets = self.changes.sets
        return [rim_of(told.cells, self.cell) if told.clues.sum() == 1 else None for told in sets]

    def _move(self, row: int, col: int) -> "MovingCell":
        pictures = int(self.before.pictures[row, col]), int(self.after.pictures[row, col])
        clues = [_beside(told.clues, row, col) for told in self.changes.sets]
        ways = [(r - row, c - col) for r, c in chain(*clues)]
        nearest = min(ways, key=lambda way: abs(way[0]) + abs(way[1]), default=(1, 0))
        return MovingCell(*pictures, nearest)

    def _sets(self, canvas: np.ndarray, time: float, theme: Theme) -> None:
        """The sets grow from their clues, with a line from each clue to its cells."""
        moves, side = self.changes, self.cell
        lasts = 1 - eased(share_of(time - moves.fades, KINDS["proven"].seconds))
        if not lasts or not any(told.cells.any() for told in moves.sets):
            return
        area = canvas[self.area]
        near = np.sum([neighbour_counts(told.clues) for told in moves.sets], axis=0, dtype=np.uint8)
        left, top, wide, high = (side * n for n in cv2.boundingRect(np.asarray(near)))
        box = np.s_[top : top + high, left : left + wide]
        bare, inside = area[box].copy(), side - gap(side)
        colour = plain(inside, inside, theme.clue_ring)
        apart = len(moves.sets) > 1
        split = apart * eased(share_of(time - moves.joined, KINDS["common"].seconds))
        for told, rim in zip(moves.sets, self._rims, strict=True):
            links = []
            for row, col in np.argwhere(told.cells).tolist():
                share = eased(share_of(time - float(told.start[row, col]), KINDS["set"].seconds))
                lit = LIT if moves.kind[row, col] == NAMES.index("proven") else 0.0
                tint = TINT + (lit - TINT) * split
                clues = [*_beside(told.clues, row, col)]
                place = np.s_[row * side : (row + 1) * side, col * side : (col + 1) * side]
                patch = area[place]
                grown = ramp(side, clues[0][0] - row, clues[0][1] - col) < share
                blend(patch[:inside, :inside], colour, tint * share)
                if rim is not None and split < 0.5:
                    patch[rim[place] & grown] = theme.clue_ring
                links += [(Link(clue, (row, col), tie=True), share) for clue in clues if share]
            for link, share in links:
                draw_links(area, [link], side, theme, share)
        area[box] = mixed(bare, area[box].copy(), lasts)


def _beside(clues: np.ndarray, row: int, col: int) -> Iterator[Cell]:
    """The clues next to a cell."""
    top, left = max(row - 1, 0), max(col - 1, 0)
    near = clues[top : row + 2, left : col + 2]
    return ((top + down, left + across) for down, across in np.argwhere(near).tolist())


def rim_of(cells: np.ndarray, side: int) -> np.ndarray:
    """Return the line around a set of cells: bool [rows · side, cols · side]."""
    thick = 2 * max(1, round(side / 20)) + 1
    area = np.kron(cells, np.ones((side, side))).astype(np.uint8)
    return np.asarray(area > cv2.erode(area, np.ones((thick, thick)), borderValue=0))


class MovingCell(NamedTuple):
    """The pictures of a cell before and after, and the direction of its clue."""

    before: int
    after: int
    clue: Cell


class Seen(NamedTuple):
    """The visible cells of a panel at rest: px of the first one, width of a cell, and which."""

    top: int
    left: int
    cell: int
    rows: slice
    cols: slice


def _part(layer: Layer, rows: slice, cols: slice) -> Layer:
    return Layer(layer.pictures[rows, cols], layer.marks[rows, cols])


def frames_between(
    before: np.ndarray,
    after: np.ndarray,
    panels: list[Cells],
    words: Part,
    legend: Part,
    theme: Theme,
    *,
    fps: float,
    most: int,
    swept: bool = False,
    least: float = 0.0,
    over: Callable[[np.ndarray, float], object] = lambda canvas, share: None,
) -> Iterator[np.ndarray]:
    """Yield the frames between two settled ones, uint8 [h, w, 3]: at most `most`.

    The sentences in `words` fade in when the cells have settled, those of a sweep before. All else
    outside `panels` fades at once. `over` draws onto each frame, at a share of the motion, which
    takes `least` seconds.
    """
    fade = KINDS["words"].seconds
    last = max([least, *(each.changes.seconds for each in panels)])
    spoken = fade if swept else last
    said = (before[words] != after[words]).any()
    texts = [
        (part, then, bare(before[part], after[part], theme))
        for part, then in ((words, spoken), (legend, fade))
    ]
    length = max(last, spoken + fade if said and last else fade)
    count = min(round(length * fps), most)
    speed = length / (count + 1)
    still = after.copy()  # all but what moves
    for each in panels:
        still[each.area] = before[each.area]
    held = HELD if swept else 1
    for number in range(1, count + 1, held):
        time = number * speed
        canvas = mixed(before, after, share_of(time, fade)) if time < fade else still.copy()
        for part, then, ground in texts:
            comes, middle = share_of(time - then, fade), before[part] if ground is None else ground
            if comes or ground is None:
                canvas[part] = mixed(middle, after[part], comes)
            else:
                canvas[part] = mixed(before[part], middle, share_of(time, fade))
        for each in panels:
            if time < fade:
                canvas[each.area] = still[each.area]
            each.draw(canvas, still, after, time, theme)
        over(canvas, share_of(time, length))
        yield from repeat(canvas, min(held, count + 1 - number))


def share_of(time: float, seconds: float) -> float:
    """Return the share of a motion that has passed, 0 to 1."""
    return min(max(time / seconds, 0.0), 1.0)


def bare(before: np.ndarray, after: np.ndarray, theme: Theme) -> np.ndarray | None:
    """Return the ground between words that go and words that come; None if none of them go."""
    parts = (before, after) if after.size else ()
    empty = [cv2.inRange(part, theme.ground, theme.ground) for part in parts]
    goes = bool(empty) and (empty[0] < empty[1]).any()
    return plain(len(after), after.shape[1], theme.ground) if goes else None


def blend(patch: np.ndarray, other: np.ndarray, share: float) -> None:
    """Blend a patch (uint8, changed in place) with another."""
    patch[:] = mixed(patch.copy(), other, share)


def _fade(patch: Patch, settled: Patch, share: float, move: MovingCell, theme: Theme) -> None:
    blend(patch, settled.copy(), share)


def _lift(patch: Patch, settled: Patch, share: float, move: MovingCell, theme: Theme) -> None:
    """The cover rises, shrinks and fades over the opened cell."""
    cover, side = patch.copy(), len(patch)
    patch[:] = settled
    size = max(round(side * (1 - SHRINK * share)), 1)
    small = cv2.resize(cover, (size, size), interpolation=cv2.INTER_AREA)
    left = (side - size) // 2
    top = max(left - round(LIFT * side * share), 0)
    blend(patch[top : top + size, left : left + size], small, 1 - share)


def _drop(patch: Patch, settled: Patch, share: float, move: MovingCell, theme: Theme) -> None:
    """What is new falls into its place."""
    ink = cv2.absdiff(patch, settled).max(axis=2) > 8
    fall = round(DROP * len(patch) * (1 - share))
    part, seen = patch[: len(patch) - fall], ink[fall:]
    part[seen] = mixed(part.copy(), settled[fall:].copy(), share)[seen]


def _close(patch: Patch, settled: Patch, share: float, move: MovingCell, theme: Theme) -> None:
    """The ring closes around the cell, clockwise from the top."""
    seen = angles(len(patch)) < share
    patch[seen] = settled[seen]


def _count(patch: Patch, settled: Patch, share: float, move: MovingCell, theme: Theme) -> None:
    """Colours blend, and the number counts from the old value to the new."""
    tiles, run = atlas(len(patch), theme=theme), len(PERCENT_TEXTS)
    first, last = step_of(move.before), step_of(move.after)
    start = Tile.MINE_CHANCE + (move.after - Tile.MINE_CHANCE) // run * run
    marked = (settled != tiles.tile(move.after)).any(axis=2)  # rings, letters and lines
    patch[:] = tiles.tile(start + round(first + (last - first) * share))
    patch[marked] = settled[marked]


def step_of(picture: int) -> int:
    """Return the percent that a picture of a chance shows: 0 to 100."""
    step = (picture - Tile.MINE_CHANCE) % len(PERCENT_TEXTS)
    return {BELOW_ONE: 0, BELOW_ONE + 1: 100}.get(step, step)


def _shake(patch: Patch, settled: Patch, share: float, move: MovingCell, theme: Theme) -> None:
    """The cell shakes as its mark appears."""
    side = len(patch)
    by = round(SHAKE * side * (1 - share) * np.sin(2 * np.pi * SHAKES * share))
    now = mixed(patch.copy(), settled.copy(), min(3 * share, 1.0))
    patch[:] = now[:, np.clip(np.arange(side) - by, 0, side - 1)]


def _flash(patch: Patch, settled: Patch, share: float, move: MovingCell, theme: Theme) -> None:
    """Draw a flash in the colour of mines, then the mine."""
    _fade(patch, settled, min(2 * share, 1.0), move, theme)
    blend(patch, plain(len(patch), len(patch), theme.mine), max(1 - 2 * abs(share - 0.35), 0.0))


def _spread(patch: Patch, settled: Patch, share: float, move: MovingCell, theme: Theme) -> None:
    """The settled cell grows from the side of its clue."""
    seen = ramp(len(patch), *move.clue) < share
    patch[seen] = settled[seen]


WAYS = {
    "fade": _fade,
    "lift": _lift,
    "drop": _drop,
    "close": _close,
    "count": _count,
    "shake": _shake,
    "flash": _flash,
    "spread": _spread,
}
