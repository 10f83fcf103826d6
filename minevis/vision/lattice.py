"""Finds evenly spaced straight edges in a picture: the lines between the cells of a board.

The gaps between the lines come from the autocorrelation of the edges, within windows of several
sizes, since a board may cover a small part of a screen. From there a lattice grows while its lines
match edges, and is fitted to the edges. Pictures taken from the side are straightened.
"""

from dataclasses import dataclass, replace
from typing import NamedTuple

import cv2
import numpy as np

SMALLEST, LARGEST = 10, 150  # pixels between two lines
FEWEST = 3  # cells in a row or a column
LARGEST_BOARD = 2500  # cells
CANDIDATES = 6
HOLDS = 0.4  # share of a line that must be an edge for a lattice to grow across it
STRAIGHT = 0.16  # share of a cell by which the ends of a line may differ
ENOUGH_CELLS = 5  # in a row and in a column, to measure both ends of their lines
WINDOWS = (1.0, 0.7, 0.5, 0.33, 0.22)  # sizes of windows as shares of the longer side


@dataclass(frozen=True, slots=True)
class Axis:
    """Evenly spaced lines: the first one, the gap, and the number of cells between them."""

    start: float
    pitch: float
    count: int

    @property
    def end(self) -> float:
        """The place of the last line."""
        return self.start + self.pitch * self.count

    def lines(self) -> np.ndarray:
        """Return the places of all lines (float [count + 1])."""
        return self.start + self.pitch * np.arange(self.count + 1)

    def part(self, first: int, last: int) -> "Axis":
        """Return the axis of the cells from `first` up to, not including, `last`."""
        return Axis(self.start + first * self.pitch, self.pitch, last - first)


class Lattice(NamedTuple):
    """The lines between columns (x) and between rows (y), in pixels."""

    x: Axis
    y: Axis

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.y.count, self.x.count

    @property
    def cells(self) -> int:
        """Rows times columns."""
        return self.x.count * self.y.count

    @property
    def area(self) -> float:
        """Pixels."""
        return (self.x.end - self.x.start) * (self.y.end - self.y.start)

    def moved(self, share: float) -> "Lattice":
        """Return the lattice moved by a share of a cell, to the right and down."""
        x, y = (replace(axis, start=axis.start + share * axis.pitch) for axis in self)
        return Lattice(x, y)

    def room(self, image: np.ndarray) -> dict[str, float]:
        """Return how many cells fit between either side and the edge of the picture."""
        (x, y), (height, width) = self, image.shape[:2]
        return {
            "above": y.start / y.pitch,
            "below": (height - y.end) / y.pitch,
            "left": x.start / x.pitch,
            "right": (width - x.end) / x.pitch,
        }

    def overlaps(self, other: "Lattice") -> bool:
        """Whether both cover some part of the picture."""
        return all(a.start < b.end and b.start < a.end for a, b in zip(self, other, strict=True))

    def same_as(self, other: "Lattice") -> bool:
        """Whether both have nearly the same lines."""
        return all(
            abs(a.pitch - b.pitch) < 0.02 * b.pitch
            and abs(a.start - b.start) < 1.5 * b.pitch
            and abs(a.end - b.end) < 1.5 * b.pitch
            for a, b in zip(self, other, strict=True)
        )


def outermost(cells: np.ndarray) -> dict[str, np.ndarray]:
    """Return views of the first and last rows and columns of an array."""
    return {"above": cells[0], "below": cells[-1], "left": cells[:, 0], "right": cells[:, -1]}


class Edges(NamedTuple):
    """Return the strength of a picture's edges, 0 to 1: two arrays float32 [height, width].

    `down` is turned, so that both are read along their second axis.
    """

    across: np.ndarray  # edges between a pixel and the one on its left
    down: np.ndarray  # edges between a pixel and the one above, turned


def edges_of(image: np.ndarray) -> Edges:
    """Return the edges of `image` (uint8 [height, width, 3])."""
    return Edges(_edges(image), _edges(image.transpose(1, 0, 2)))


def _edges(image: np.ndarray) -> np.ndarray:
    change = cv2.absdiff(image[:, 1:].copy(), image[:, :-1].copy())
    blue, green, red = cv2.split(change)
    step = cv2.max(cv2.max(blue, green), red).astype(np.float32)
    step[step < 4] = 0
    return np.pad(step / (step + 10), ((0, 0), (1, 0)))


def lattices(image: np.ndarray, both: Edges) -> list[Lattice]:
    """Return lattices that the edges of `image` agree with, the most likely one first."""
    known: list[Lattice] = []

    def add(grown: Lattice | None) -> None:
        if grown and not any(grown.same_as(other) for other in known):
            known.append(grown)

    for seed in _seeds(both):
        if not any(_is_known(seed, other) for other in known):
            add(_grow(both, seed))
    for lattice in known.copy():
        add(_divided(both, lattice))
    return sorted(known, key=lambda lattice: -_score(both, lattice, image.shape))[:CANDIDATES]


def _is_known(seed: Lattice, grown: Lattice) -> bool:
    """Whether a lattice that grew already has the lines of a seed within its own area."""
    for a, b in zip(seed, grown, strict=True):
        offset = (a.start - b.start + b.pitch / 2) % b.pitch - b.pitch / 2
        if abs(a.pitch - b.pitch) > 0.01 * b.pitch or abs(offset) > 0.1 * b.pitch:
            return False
        if a.start < b.start - 1.5 * b.pitch or a.end > b.end + 1.5 * b.pitch:
            return False
    return True


def _seeds(both: Edges) -> list[Lattice]:
    """Return lattices that fill windows of the picture, the most regular ones first."""
    height, width = both.across.shape
    sums = [np.pad(np.cumsum(each, axis=0), ((1, 0), (0, 0))) for each in both]
    ranked = []
    for left, top, wide, high in _windows(width, height):
        across = (sums[0][top + high] - sums[0][top])[left : left + wide] / high
        down = (sums[1][left + wide] - sums[1][left])[top : top + high] / wide
        for score_x, pitch_x in _pitches(across):
            for score_y, pitch_y in _pitches(down):
                if abs(pitch_x - pitch_y) <= 0.13 * max(pitch_x, pitch_y):
                    score = min(score_x, score_y) + 0.5 * max(score_x, score_y)
                    ranked.append((score, pitch_x, pitch_y, (left, top), (across, down)))
    ranked.sort(key=lambda pair: -pair[0])
    seeds: list[Lattice] = []
    for _, pitch_x, pitch_y, (left, top), (across, down) in ranked[:60]:
        seed = Lattice(_comb(across, pitch_x, left), _comb(down, pitch_y, top))
        if min(seed.shape) >= FEWEST and not any(_is_known(seed, other) for other in seeds):
            seeds.append(seed)
    return seeds[:24]


def _windows(width: int, height: int) -> list[tuple[int, int, int, int]]:
    """Return windows as (left, top, width, height); neighbours overlap by half."""
    windows: dict[tuple[int, int, int, int], None] = {}
    for share in WINDOWS:
        size = int(max(width, height) * share)
        wide, high = min(size, width), min(size, height)
        if share == 1 or min(wide, high) >= 60:
            for top in _places(height - high, high):
                windows |= {(left, top, wide, high): None for left in _places(width - wide, wide)}
    return list(windows)


def _places(room: int, size: int) -> list[int]:
    return list(dict.fromkeys(np.linspace(0, room, -(-2 * room // size) + 1).astype(int).tolist()))


def _pitches(profile: np.ndarray) -> list[tuple[float, float]]:
    """Return up to six (score, gap) that a profile repeats at, the best first."""
    size = len(profile)
    gaps = np.arange(SMALLEST, min(LARGEST, (size - 1) / 3), 0.25)
    if not len(gaps):
        return []
    smooth = cv2.blur(profile[None].astype(np.float32), (2 * SMALLEST + 1, 1))[0]
    peaks = np.maximum(profile - smooth, 0)
    peaks = peaks - peaks.mean()
    power = np.fft.rfft(peaks, 2 * size)
    repeats = np.fft.irfft(power * power.conj())[:size] / (size - np.arange(size))
    if repeats[0] <= 0:
        return []
    lags = np.round(gaps[:, None] * (1, 2, 3)).astype(int)  # a board repeats twice and thrice too
    score = repeats[np.minimum(lags, size - 1)].mean(1) / repeats[0]
    around = cv2.dilate(score[None].astype(np.float32), np.ones((1, 9)))[0]
    best = np.flatnonzero((score >= around - 1e-6) & (score > 0.08))
    best = best[np.argsort(-score[best])][:6]
    return [(float(score[index]), float(gaps[index])) for index in best]


def thickened(profile: np.ndarray, share: float) -> np.ndarray:
    """Return a profile with every value at least a share of both neighbours."""
    around = cv2.dilate(profile[None].astype(np.float32), np.ones((1, 3)))[0]
    return np.maximum(profile, share * around)


def _comb(profile: np.ndarray, pitch: float, offset: int) -> Axis:
    """Return the lines with a gap near `pitch` that cover most of the profile."""
    size = len(profile)
    thick = thickened(profile, 0.7)
    best, chosen, phase = -1.0, pitch, 0
    for gap in np.linspace(0.96 * pitch, 1.04 * pitch, max(9, int(0.16 * size) + 1)):
        bins = (np.arange(size) % gap).astype(int)
        counts = np.bincount(bins)[: int(gap)]
        mean = np.bincount(bins, thick)[: int(gap)] / np.maximum(counts, 1)
        if mean.max() > best:
            best, chosen, phase = float(mean.max()), float(gap), int(mean.argmax())
    return Axis(offset + phase, chosen, int((size - phase) / chosen))


def _grow(both: Edges, seed: Lattice) -> Lattice | None:
    """Return the seed, extended by neighbouring lines with edges, and fitted to the edges."""
    x, y = seed
    for _ in range(4):
        x = fitted_axis(both.across, _held(both.across, x, y), y)
        if x.count < FEWEST:
            return None
        y = fitted_axis(both.down, _held(both.down, y, x), x)
        if y.count < FEWEST:
            return None
    if abs(x.pitch - y.pitch) > 0.13 * max(x.pitch, y.pitch):
        return None
    return Lattice(x, y)


def _divided(both: Edges, lattice: Lattice) -> Lattice | None:
    """Return a lattice with a fraction of the gap, if its new lines are equally strong edges.

    Where all cells look alike, edges repeat at every multiple of the true gap.
    """
    x, y = lattice
    for parts in (5, 4, 3, 2):
        if min(x.pitch, y.pitch) < SMALLEST * parts:
            continue
        parts_x, parts_y = (
            Axis(axis.start, axis.pitch / parts, axis.count * parts) for axis in lattice
        )
        parts_x = fitted_axis(both.across, parts_x, y)
        parts_y = fitted_axis(both.down, parts_y, x)
        held = [(side_strengths(both.across, parts_x, parts_y) > 0.3).mean(1)[1:-1]]
        held.append((side_strengths(both.down, parts_y, parts_x) > 0.3).mean(1)[1:-1])
        old = [np.arange(1, len(each) + 1) % parts == 0 for each in held]
        ends = [(each[o].min(initial=1), each[~o].min()) for each, o in zip(held, old, strict=True)]
        if all(new > 0.8 * known > 0.4 for known, new in ends):
            return _grow(both, Lattice(parts_x, parts_y))
    return None


def side_strengths(strength: np.ndarray, axis: Axis, other: Axis) -> np.ndarray:
    """Return the strength of all cell sides on the lines of `axis` (float [lines, cells]).

    The corners are left out, since the lines of the other direction meet there.
    """
    height, width = strength.shape
    at = np.clip(np.round(axis.lines()).astype(int), 0, width - 1)
    near = [strength[:, np.clip(at + shift, 0, width - 1)] for shift in (-1, 0, 1)]
    sums = np.pad(np.cumsum(np.max(near, axis=0), axis=0), ((1, 0), (0, 0)))
    lines = other.lines()
    first = np.clip(np.round(lines[:-1] + 0.15 * other.pitch).astype(int), 0, height)
    last = np.clip(np.round(lines[1:] - 0.15 * other.pitch).astype(int), 0, height)
    return ((sums[last] - sums[first]) / np.maximum(last - first, 1)[:, None]).T


def _held(strength: np.ndarray, axis: Axis, other: Axis) -> Axis:
    """Return the longest stretch of lines that are mostly edges."""
    width = strength.shape[1]
    first = -int((axis.start + 1.5) / axis.pitch)
    last = int((width + 0.5 - axis.start) / axis.pitch)
    wide = axis.part(first, last)
    holds = (side_strengths(strength, wide, other) > 0.3).mean(1)
    at_border = (wide.lines() < 1.5) | (wide.lines() > width - 2.5)
    holds[at_border] = np.maximum(holds[at_border], 0.5)
    best = total = 0.0
    start = begin = end = 0
    for line, value in enumerate(holds - HOLDS):
        if total <= 0:
            total, start = 0.0, line
        total += value
        if total > best:
            best, begin, end = total, start, line
    return wide.part(begin, end)


def fitted_axis(strength: np.ndarray, axis: Axis, other: Axis) -> Axis:
    """Move both ends of an axis by up to 2.5 pixels, so that its lines match the edges best."""
    if axis.count < 1:
        return axis
    top, bottom = max(int(other.start), 0), min(int(other.end), len(strength))
    profile = strength[top:bottom].mean(0)
    profile = np.pad(thickened(profile, 0.6), 1)
    moves = np.arange(-2.5, 2.51, 0.25)
    starts, ends = (steps.ravel() for steps in np.meshgrid(moves, moves))
    starts, ends = axis.start + starts, axis.end + ends
    lines = np.linspace(starts, ends, axis.count + 1)
    at = np.clip(np.round(lines).astype(int) + 1, 0, len(profile) - 1)
    best = int(profile[at].sum(0).argmax())
    return replace(
        axis, start=float(starts[best]), pitch=float(ends[best] - starts[best]) / axis.count
    )


def _score(both: Edges, lattice: Lattice, shape: tuple[int, ...]) -> float:
    """Score a lattice: sides on edges minus other sides, weighted by size."""
    x, y = lattice
    total = (side_strengths(both.across, x, y) > 0.3).astype(float) - 0.5
    turned = (side_strengths(both.down, y, x) > 0.3).astype(float) - 0.5
    share = lattice.area / (shape[0] * shape[1])
    return float((total.sum() + turned.sum()) * np.sqrt(share))


def straightened(image: np.ndarray, both: Edges, board: Lattice) -> np.ndarray | None:
    """Return a picture in which the lines of `board` are straight; None if they are.

    The lines are measured in the first and the last third of the board. Between and beyond them
    they are taken to turn evenly.
    """
    x, y = board
    if min(board.shape) < ENOUGH_CELLS:
        return None
    ends_y = [fitted_axis(both.down, y, third) for third in _outer_thirds(x)]
    ends_x = [fitted_axis(both.across, x, third) for third in _outer_thirds(y)]
    shift_y = _shift(y, ends_y)
    shift_x = _shift(x, ends_x)
    if shift_x < STRAIGHT * x.pitch and shift_y < STRAIGHT * y.pitch:
        return None
    height, width = image.shape[:2]
    column = (np.arange(width) - x.start) / (x.end - x.start)  # 0 to 1 within the board
    row = (np.arange(height) - y.start) / (y.end - y.start)
    at_x = _turned(column[None, :], row[:, None], ends_x)
    at_y = _turned(row[:, None], column[None, :], ends_y)
    maps = (at_x.astype(np.float32), at_y.astype(np.float32))
    return cv2.remap(image, *maps, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)


def _outer_thirds(axis: Axis) -> tuple[Axis, Axis]:
    third = axis.count // 3
    return axis.part(0, third), axis.part(axis.count - third, axis.count)


def _shift(axis: Axis, ends: list[Axis]) -> float:
    """Return by how much a line moves at most from one end of the board to the other."""
    first, last = ends
    return max(abs(first.start - last.start), abs(first.end - last.end)) * 1.5


def _turned(along: np.ndarray, across: np.ndarray, ends: list[Axis]) -> np.ndarray:
    """Return the places of points, given as shares `along` an axis and `across` the board.

    The ends were measured at one sixth and at five sixths of the board.
    """
    first, last = ends
    share = np.clip((across - 1 / 6) / (4 / 6), -1, 2)
    start = first.start + share * (last.start - first.start)
    end = first.end + share * (last.end - first.end)
    return start + along * (end - start)
