// Finds which cells of a lattice belong to the board, as minevis/vision/extent.py does: by the network.

import { endOf, partOf, rounded, thickened } from "./edges.js";
import { FEWEST, areSame, latticesOf } from "./lattice.js";
import { NAMES, OUTSIDE, SIZE } from "./network.js";

const LARGEST_BOARD = 1000; // cells: a larger one takes too long
const MARGINS = [2, 6, 16]; // cells around a lattice that may belong to the board
const MOST = 5; // largest value of a cell
const LEAST_MEAN = 1.5; // of the values of a board's cells
const CERTAIN = 4.5; // mean value of a sure board
const SURE_END = 1; // mean value of a line of cells that surely belongs to the board; outside: less than -1
const MOST_SEEN = 3000; // cells, a second for each thousand: then no more lattices are tried
const PRIOR = 12; // value that a board of a usual size may lack
const USUAL = [
  [8, 10],
  [9, 9],
  [10, 10],
  [14, 18],
  [16, 16],
  [16, 30],
  [20, 24],
  [30, 16],
];
export const SIDES = /** @type {const} */ (["above", "below", "left", "right"]);

/** Return the candidates for the board, the most likely one first; with a `shape`, all have that one. @param {Picture} picture @param {BothEdges} both @param {Network} network @param {number[] | null} shape */
export function boardsIn(picture, both, network, shape) {
  /** @type {FoundBoard[]} */
  const candidates = [];
  for (const lattice of latticesOf(both)) {
    if (network.seen > MOST_SEEN) break;
    if (candidates.some((board) => isWithin(lattice, board))) continue;
    const x = centred(both.across, lattice.x, lattice.y);
    const y = centred(both.down, lattice.y, x);
    for (const board of boardsOn(picture, { x, y }, network, shape))
      if (!candidates.some((other) => areSame(board.lattice, other.lattice)))
        candidates.push(board);
  }
  const rank = (/** @type {FoundBoard} */ { value, cells }) => value ** 2 / cells;
  return candidates.sort((a, b) => rank(b) - rank(a));
}

/** Whether a lattice of fewer cells is a part of a sure board: where all cells look alike, edges repeat at every second one. @param {Lattice} lattice @param {FoundBoard} board */
function isWithin({ x, y }, { lattice, value, cells }) {
  const isInside = (/** @type {Axis} */ a, /** @type {Axis} */ b) =>
    a.start > b.start - b.pitch && endOf(a) < endOf(b) + b.pitch;
  const isSure = value > CERTAIN * cells;
  return isSure && x.count * y.count < cells && isInside(x, lattice.x) && isInside(y, lattice.y);
}

/** Whether boards of a usual level have this size. @param {number} rows @param {number} columns */
export function isUsual(rows, columns) {
  return USUAL.some(([high, wide]) => rows === high && columns === wide);
}

/** Return how many cells fit between each side and the edge of the picture. @param {Picture} picture @param {Lattice} lattice */
export function roomOf({ width, height }, { x, y }) {
  return {
    above: y.start / y.pitch,
    below: (height - endOf(y)) / y.pitch,
    left: x.start / x.pitch,
    right: (width - endOf(x)) / x.pitch,
  };
}

/** Return the boards in a lattice, which is extended while they touch its end. @param {Picture} picture @param {Lattice} lattice @param {Network} network @param {number[] | null} shape @returns {FoundBoard[]} */
function boardsOn(picture, { x, y }, network, shape) {
  for (const margin of MARGINS) {
    const wide = {
      x: withMargin(x, picture.width, margin),
      y: withMargin(y, picture.height, margin),
    };
    const [rows, columns] = [wide.y.count, wide.x.count];
    if (rows * columns > 1.4 * LARGEST_BOARD) return [];
    const chances = network.chances(scaled(picture, wide), rows, columns);
    const values = Array.from({ length: rows }, (_, row) =>
      Array.from({ length: columns }, (__, column) => {
        const outside = chances[(row * columns + column) * NAMES + OUTSIDE];
        const value = Math.log1p(1e-4 - outside) - Math.log(outside + 1e-4);
        return Math.min(Math.max(value, -MOST), MOST);
      }),
    );
    const areas = areasIn(values, shape);
    if (!areas.length) return [];
    const [{ top, bottom, left, right }] = areas;
    [x, y] = [partOf(wide.x, left, right), partOf(wide.y, top, bottom)];
    const room = roomOf(picture, { x, y });
    const isAtEnd = [top === 0, bottom === rows, left === 0, right === columns];
    const isLast = margin === MARGINS[MARGINS.length - 1];
    if (!isLast && SIDES.some((side, i) => isAtEnd[i] && room[side] > 0.5)) continue;
    const sure = areas.filter((area) => meanOf(part(values, area).map(meanOf)) > LEAST_MEAN);
    return sure.map((area) => {
      const own = [];
      for (let row = area.top; row < area.bottom; row += 1)
        for (let at = row * columns + area.left; at < row * columns + area.right; at += 1)
          own.push(...chances.subarray(at * NAMES, (at + 1) * NAMES));
      const lattice = {
        x: partOf(wide.x, area.left, area.right),
        y: partOf(wide.y, area.top, area.bottom),
      };
      const cells = lattice.x.count * lattice.y.count;
      const ends = endsOf(values, area, shape !== null);
      return { lattice, value: area.sum, cells, ends, chances: Float32Array.from(own) };
    });
  }
  return [];
}

/** @param {number[][]} values @param {Area} area */
const part = (values, { top, bottom, left, right }) =>
  values.slice(top, bottom).map((line) => line.slice(left, right));

/** @param {number[]} values */
const meanOf = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Return the parts with the largest sums, best first. A line outside a board divides two boards. @param {number[][]} values @param {number[] | null} shape */
function areasIn(values, shape) {
  const areas = [];
  const todo = [{ top: 0, bottom: values.length, left: 0, right: values[0].length, sum: 0 }];
  const isSmall = (/** @type {Area} */ { top, bottom, left, right }) =>
    Math.min(bottom - top, right - left) < FEWEST;
  for (let area = todo.pop(); area; area = todo.pop()) {
    const best = isSmall(area) ? null : bestPart(values, area, shape);
    if (!best || isSmall(best)) continue;
    const inside = part(values, best);
    const row = inside.findIndex((line) => meanOf(line) < 0);
    const column = inside[0].findIndex((_, at) => meanOf(inside.map((line) => line[at])) < 0);
    const [high, wide] = [best.top + row, best.left + column];
    if (shape) areas.push(best);
    else if (row >= 0) todo.push({ ...area, bottom: high }, { ...area, top: high });
    else if (column >= 0) todo.push({ ...area, right: wide }, { ...area, left: wide });
    else areas.push(usualOr(best, values, area));
  }
  return areas.sort((a, b) => b.sum - a.sum);
}

/** Return the best part of a usual size, if little speaks against it. @param {Area} best @param {number[][]} values @param {Area} area */
function usualOr(best, values, area) {
  if (isUsual(best.bottom - best.top, best.right - best.left)) return best;
  const usual = USUAL.map((size) => bestPart(values, area, size)).filter((each) => each !== null);
  const [first] = usual.sort((a, b) => b.sum - a.sum);
  return first?.sum > best.sum - PRIOR ? first : best;
}

/** Return the part of an area with the largest sum, if it is positive. @param {number[][]} values @param {Area} area @param {number[] | null} shape */
function bestPart(values, area, shape) {
  let best = /** @type {Area | null} */ (null);
  for (let { top } = area; top < area.bottom; top += 1) {
    const sums = new Float64Array(area.right);
    for (let bottom = top + 1; bottom <= area.bottom; bottom += 1) {
      let [along, lowest, left] = [0, Infinity, area.left];
      const before = [];
      for (let { left: column } = area; column < area.right; column += 1) {
        before.push(along);
        if (shape) {
          left = column + 1 - shape[1];
          lowest = before[left - area.left] ?? Infinity;
        } else if (along <= lowest) [lowest, left] = [along, column];
        along += sums[column] += values[bottom - 1][column];
        if ((shape && bottom - top !== shape[0]) || along - lowest <= (best?.sum ?? 0)) continue;
        best = { top, bottom, left, right: column + 1, sum: along - lowest };
      }
    }
  }
  return best;
}

/** Return the sides where a board may end elsewhere. If its shape is given or usual, less speaks for it. @param {number[][]} values @param {Area} area @param {boolean} isGiven */
function endsOf(values, { top, bottom, left, right }, isGiven) {
  const sure = isGiven || isUsual(bottom - top, right - left) ? 0 : SURE_END;
  const row = (/** @type {number} */ at) => values[at]?.slice(left, right) ?? [-MOST];
  const column = (/** @type {number} */ at) =>
    values.slice(top, bottom).map((line) => line[at] ?? -MOST);
  const lines = {
    above: [row(top), row(top - 1)],
    below: [row(bottom - 1), row(bottom)],
    left: [column(left), column(left - 1)],
    right: [column(right - 1), column(right)],
  };
  return SIDES.filter((side) => {
    const [own, beyond] = lines[side].map(meanOf);
    return own < sure || beyond > -sure;
  });
}

/** Return the lattice's part of a picture, scaled to `SIZE` pixels a cell, RGB: between four pixels, then the mean of several if cells are large. As OpenCV rounds. @param {Picture} picture @param {Lattice} lattice */
export function scaled({ data, width, height }, { x, y }) {
  const finer = Math.max(1, rounded(Math.max(x.pitch, y.pitch) / SIZE));
  const steps = (/** @type {Axis} */ { start, pitch, count }, /** @type {number} */ last) =>
    Array.from({ length: count * SIZE * finer }, (_, i) => {
      const place = Math.fround(start + ((i + 0.5) * pitch) / SIZE / finer - 0.5);
      const first = Math.floor(place);
      const [at, next] = [first, first + 1].map((each) => Math.min(Math.max(each, 0), last));
      return { at, next, share: place - first };
    });
  const [across, down] = [steps(x, width - 1), steps(y, height - 1)];
  const [wide, high] = [x.count * SIZE, y.count * SIZE];
  const window = new Float32Array(wide * high * 3);
  const round = finer === 2 ? Math.round : rounded;
  for (let row = 0, to = 0; row < high; row += 1)
    for (let column = 0; column < wide; column += 1, to += 3)
      for (let channel = 0; channel < 3; channel += 1) {
        let sum = 0;
        for (let i = 0; i < finer; i += 1) {
          const { at: top, next: bottom, share: low } = down[row * finer + i];
          for (let j = 0; j < finer; j += 1) {
            const { at, next, share } = across[column * finer + j];
            const upper = (1 - share) * data[4 * (top * width + at) + channel];
            const more = share * data[4 * (top * width + next) + channel];
            const lower = (1 - share) * data[4 * (bottom * width + at) + channel];
            const last = share * data[4 * (bottom * width + next) + channel];
            sum += Math.floor((1 - low) * (upper + more) + low * (lower + last) + 0.5);
          }
        }
        window[to + channel] = round(sum / finer ** 2);
      }
  return window;
}

/** Move an axis to the middle of its lines, which may be several pixels thick. @param {Edges} edges @param {Axis} axis @param {Axis} other */
function centred(edges, axis, other) {
  const count = rounded(axis.pitch * 2);
  const reach = Math.trunc(count * 0.2);
  const [sums, counts] = [new Float64Array(count), new Float64Array(count)];
  edges.meanAlong(other).forEach((value, at) => {
    const place = (at - axis.start) / axis.pitch;
    if (place <= -0.3 || place >= axis.count + 0.3) return;
    const bin = ((rounded(place * count) % count) + count) % count;
    sums[bin] += value;
    counts[bin] += 1;
  });
  const mean = sums.map((sum, bin) => sum / Math.max(counts[bin], 1));
  const near = thickened(
    Float64Array.from([...mean.slice(count - reach), ...mean.slice(0, reach + 1)]),
    0.99,
  );
  const base = medianOf([...mean]);
  const limit = base + 0.5 * (Math.max(...near) - base);
  const strong = [...near.keys()].filter((i) => near[i] >= limit);
  const middle = (strong[0] + strong[strong.length - 1]) / 2 - reach;
  return { ...axis, start: axis.start + (middle / count) * axis.pitch };
}

/** @param {number[]} values */
export function medianOf(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
}

/** Return an axis with up to `margin` more cells on either side, half of them in the picture. @param {Axis} axis @param {number} room @param {number} margin */
function withMargin(axis, room, margin) {
  const [before, after] = [axis.start, room - endOf(axis)].map((each) =>
    Math.trunc(Math.min(margin, Math.max(0, each / axis.pitch + 0.5))),
  );
  return partOf(axis, -before, axis.count + after);
}
