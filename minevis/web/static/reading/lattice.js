// Finds evenly spaced straight edges in a picture, as minevis/vision/lattice.py does: the lines between cells.

import { endOf, linesOf, partOf, rounded, thickened } from "./edges.js";

const SMALLEST = 10; // pixels between two lines
const LARGEST = 150;
export const FEWEST = 3; // cells in a row or a column
const CANDIDATES = 6;
const ODD = 0.13; // share by which the sides of a cell differ at most
const HELD = 0.3; // strength of a side that is an edge
const HOLDS = 0.4; // share of a line that must be an edge for a lattice to grow across it
const WINDOWS = [1, 0.7, 0.5, 0.33, 0.22]; // sizes of windows as shares of the longer side
const [MOST_RANKED, MOST_SEEDS] = [60, 24];

/** Return lattices that the edges agree with, the most likely one first. @param {BothEdges} both @returns {Lattice[]} */
export function latticesOf(both) {
  /** @type {Lattice[]} */
  const known = [];
  const add = (/** @type {Lattice | null} */ lattice) => {
    if (lattice && !known.some((other) => areSame(lattice, other))) known.push(lattice);
  };
  for (const seed of seedsOf(both))
    if (!known.some((other) => isKnown(seed, other))) add(grown(both, seed));
  for (const lattice of known.slice()) add(divided(both, lattice));
  const scores = new Map(known.map((lattice) => [lattice, scoreOf(both, lattice)]));
  const ranked = known.sort((a, b) => Number(scores.get(b)) - Number(scores.get(a)));
  return ranked.slice(0, CANDIDATES);
}

/** Whether both have nearly the same lines. @param {Lattice} one @param {Lattice} other */
export function areSame(one, other) {
  return zipped(one, other).every(
    ([a, b]) =>
      Math.abs(a.pitch - b.pitch) < 0.02 * b.pitch &&
      Math.abs(a.start - b.start) < 1.5 * b.pitch &&
      Math.abs(endOf(a) - endOf(b)) < 1.5 * b.pitch,
  );
}

/** Whether a lattice that grew already has the lines of a seed within its own area. @param {Lattice} seed @param {Lattice} lattice */
function isKnown(seed, lattice) {
  return zipped(seed, lattice).every(([a, b]) => {
    const shift = a.start - b.start + b.pitch / 2;
    const offset = shift - Math.floor(shift / b.pitch) * b.pitch - b.pitch / 2;
    const isSame = Math.abs(a.pitch - b.pitch) <= 0.01 * b.pitch;
    const isInside = a.start >= b.start - 1.5 * b.pitch && endOf(a) <= endOf(b) + 1.5 * b.pitch;
    return isSame && Math.abs(offset) <= 0.1 * b.pitch && isInside;
  });
}

/** @param {Lattice} one @param {Lattice} other */
const zipped = (one, other) => [
  [one.x, other.x],
  [one.y, other.y],
];

/** Whether the cells are nearly squares. @param {number} wide @param {number} high */
const areSquare = (wide, high) => Math.abs(wide - high) <= ODD * Math.max(wide, high);

/** Return lattices that fill windows of the picture, the most regular ones first. @param {BothEdges} both */
function seedsOf({ across, down }) {
  const ranked = [];
  for (const [left, top, wide, high] of windowsOf(across.length, across.lines)) {
    const profiles = [
      { profile: across.mean(top, top + high, left, left + wide), from: left },
      { profile: down.mean(left, left + wide, top, top + high), from: top },
    ];
    const [pitchesX, pitchesY] = profiles.map(({ profile }) => pitchesOf(profile));
    for (const x of pitchesX)
      for (const y of pitchesY)
        if (areSquare(x.gap, y.gap)) {
          const score = Math.min(x.score, y.score) + 0.5 * Math.max(x.score, y.score);
          ranked.push({ score, gaps: [x.gap, y.gap], profiles });
        }
  }
  ranked.sort((a, b) => b.score - a.score);
  /** @type {Lattice[]} */
  const seeds = [];
  for (const { gaps, profiles } of ranked.slice(0, MOST_RANKED)) {
    const [x, y] = profiles.map(({ profile, from }, axis) => comb(profile, gaps[axis], from));
    const isLarge = Math.min(x.count, y.count) >= FEWEST;
    if (isLarge && !seeds.some((other) => isKnown({ x, y }, other))) seeds.push({ x, y });
  }
  return seeds.slice(0, MOST_SEEDS);
}

/** Return windows as [left, top, width, height]; neighbours overlap by half. @param {number} width @param {number} height */
function windowsOf(width, height) {
  const windows = new Map();
  for (const share of WINDOWS) {
    const size = Math.trunc(Math.max(width, height) * share);
    const [wide, high] = [Math.min(size, width), Math.min(size, height)];
    if (share < 1 && Math.min(wide, high) < 60) continue;
    for (const top of placesIn(height - high, high))
      for (const left of placesIn(width - wide, wide))
        windows.set(`${left} ${top} ${wide} ${high}`, [left, top, wide, high]);
  }
  return [...windows.values()];
}

/** @param {number} room @param {number} size */
function placesIn(room, size) {
  const count = Math.ceil((2 * room) / size);
  const places = Array.from({ length: count + 1 }, (_, i) => Math.trunc((room * i) / (count || 1)));
  return new Set(places);
}

/** Return up to six gaps that a profile repeats at, with scores, the best first. @param {Float64Array} profile */
function pitchesOf(profile) {
  const size = profile.length;
  const count = Math.ceil((Math.min(LARGEST, (size - 1) / 3) - SMALLEST) * 4);
  if (count <= 0) return [];
  const peaks = profile.map((value, at) => Math.max(value - meanAround(profile, at), 0));
  const mean = peaks.reduce((sum, value) => sum + value, 0) / size;
  const most = Math.min(3 * LARGEST, size - 1);
  const repeats = Float64Array.from({ length: most + 1 }, (_, lag) => {
    let sum = 0;
    for (let i = lag; i < size; i += 1) sum += (peaks[i] - mean) * (peaks[i - lag] - mean);
    return sum / (size - lag);
  });
  if (repeats[0] <= 0) return [];
  const scores = Array.from({ length: count }, (_, i) => {
    const gap = SMALLEST + i / 4; // a board repeats twice and thrice too
    const sum = [1, 2, 3].reduce(
      (all, times) => all + repeats[Math.min(rounded(times * gap), most)],
      0,
    );
    return { gap, score: sum / 3 / repeats[0] };
  });
  const isBest = (/** @type {number} */ i) =>
    scores.slice(Math.max(i - 4, 0), i + 5).every(({ score }) => score <= scores[i].score + 1e-6);
  const best = scores.filter(({ score }, i) => score > 0.08 && isBest(i));
  return best.sort((a, b) => b.score - a.score).slice(0, 6);
}

/** Return the mean around a place; the profile is mirrored at its ends. @param {Float64Array} profile @param {number} at */
function meanAround(profile, at) {
  const last = profile.length - 1;
  let sum = 0;
  for (let i = at - SMALLEST; i <= at + SMALLEST; i += 1)
    sum += profile[i < 0 ? -i : i > last ? 2 * last - i : i];
  return sum / (2 * SMALLEST + 1);
}

/** Return the lines with a gap near `pitch` that cover most of the profile. @param {Float64Array} profile @param {number} pitch @param {number} offset @returns {Axis} */
function comb(profile, pitch, offset) {
  const size = profile.length;
  const thick = thickened(profile, 0.7);
  const steps = Math.max(8, Math.trunc(0.16 * size));
  let [best, chosen, phase] = [-1, pitch, 0];
  for (let step = 0; step <= steps; step += 1) {
    const gap = 0.96 * pitch + (0.08 * pitch * step) / steps;
    const [sums, counts] = [new Float64Array(gap + 1), new Uint16Array(gap + 1)];
    for (let at = 0; at < size; at += 1) {
      const bin = Math.trunc(at % gap);
      sums[bin] += thick[at];
      counts[bin] += 1;
    }
    for (let bin = 0; bin < Math.trunc(gap); bin += 1)
      if (sums[bin] / Math.max(counts[bin], 1) > best)
        [best, chosen, phase] = [sums[bin] / Math.max(counts[bin], 1), gap, bin];
  }
  return { start: offset + phase, pitch: chosen, count: Math.trunc((size - phase) / chosen) };
}

/** Return the seed, extended by neighbouring lines with edges, and fitted to the edges. @param {BothEdges} both @param {Lattice} seed */
function grown({ across, down }, { x, y }) {
  for (let turn = 0; turn < 4; turn += 1) {
    x = fitted(across, held(across, x, y), y);
    if (x.count < FEWEST) return null;
    y = fitted(down, held(down, y, x), x);
    if (y.count < FEWEST) return null;
  }
  return areSquare(x.pitch, y.pitch) ? { x, y } : null;
}

/** Return a lattice with a fraction of the gap, if its new lines are equally strong edges: where all cells look alike, edges repeat at every multiple of the true gap. @param {BothEdges} both @param {Lattice} lattice */
function divided(both, { x, y }) {
  for (const parts of [5, 4, 3, 2]) {
    if (Math.min(x.pitch, y.pitch) < SMALLEST * parts) continue;
    const [wide, high] = [x, y].map(({ start, pitch, count }) => {
      return { start, pitch: pitch / parts, count: count * parts };
    });
    const finer = { x: fitted(both.across, wide, y), y: wide };
    finer.y = fitted(both.down, high, finer.x);
    const isHeld = [both.across.sides(finer.x, finer.y), both.down.sides(finer.y, finer.x)].every(
      (sides) => {
        const shares = sides.slice(1, -1).map(shareHeld);
        const isOld = (/** @type {number} */ i) => (i + 1) % parts === 0;
        const old = Math.min(1, ...shares.filter((_, i) => isOld(i)));
        return 0.8 * old > 0.4 && Math.min(...shares.filter((_, i) => !isOld(i))) > 0.8 * old;
      },
    );
    if (isHeld) return grown(both, finer);
  }
  return null;
}

/** @param {number[]} sides */
const shareHeld = (sides) => sides.filter((side) => side > HELD).length / sides.length;

/** Return the longest stretch of lines that are mostly edges. @param {Edges} edges @param {Axis} axis @param {Axis} other */
function held(edges, axis, other) {
  const { length } = edges;
  const first = -Math.trunc((axis.start + 1.5) / axis.pitch);
  const wide = partOf(axis, first, Math.trunc((length + 0.5 - axis.start) / axis.pitch));
  const sides = edges.sides(wide, other);
  let [best, total, start, begin, end] = [0, 0, 0, 0, 0];
  linesOf(wide).forEach((place, line) => {
    const isAtEnd = place < 1.5 || place > length - 2.5;
    if (total <= 0) [total, start] = [0, line];
    total += Math.max(shareHeld(sides[line]), isAtEnd ? 0.5 : 0) - HOLDS;
    if (total > best) [best, begin, end] = [total, start, line];
  });
  return partOf(wide, begin, end);
}

/** Move both ends of an axis by up to 2.5 pixels, so that its lines match the edges best. @param {Edges} edges @param {Axis} axis @param {Axis} other @returns {Axis} */
function fitted(edges, axis, other) {
  const { start, count } = axis;
  if (count < 1) return axis;
  const profile = thickened(edges.meanAlong(other), 0.6);
  let [most, best] = [-1, axis];
  for (let end = endOf(axis) - 2.5, i = 0; i <= 20; i += 1, end += 0.25)
    for (let first = start - 2.5, j = 0; j <= 20; j += 1, first += 0.25) {
      const pitch = (end - first) / count;
      let sum = 0;
      for (let line = 0; line <= count; line += 1)
        sum += profile[rounded(first + line * pitch)] ?? 0;
      if (sum > most) [most, best] = [sum, { start: first, pitch, count }];
    }
  return best;
}

/** Score a lattice: sides on edges minus other sides, weighted by size. @param {BothEdges} both @param {Lattice} lattice */
function scoreOf({ across, down }, { x, y }) {
  const sides = [...across.sides(x, y), ...down.sides(y, x)].flat();
  const area = (endOf(x) - x.start) * (endOf(y) - y.start);
  const share = Math.sqrt(area / across.length / across.lines);
  return sides.reduce((sum, side) => sum + (side > HELD ? 0.5 : -0.5), 0) * share;
}
