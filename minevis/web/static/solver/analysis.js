// The consequences of a position: certain cells, exact odds, the number of layouts, random layouts.

import { Budget, binomial, countConfigurations, fits, stepsOf, unpacked } from "./counting.js";
import { Contradiction, componentsOf, countAll, knowledgeOf, neighbours } from "./knowledge.js";
import { conflict } from "./proof.js";
import { someOf } from "./random.js";

const PRECISION = 80; // binary digits of a chance before it is rounded to a number

/**
 * The certain cells of a position, the chances of a mine per cell (NaN if it is open), and the number of layouts, a
 * BigInt. If the number of mines is unknown, all layouts count the same. Flags count as mines. Throws a `Contradiction`
 * if no layout fits.
 * @param {Position} position @param {Budget} [budget]
 */
export function analyze(position, budget) {
  const survey = surveyOf(position, undefined, budget);
  const { known, parts, interior } = survey;
  const { total, rests } = weigh(survey);
  const chances = Float64Array.from(known, (mined) => Number(mined ?? NaN));
  const certain = known.slice();
  let outside = survey.left === null ? 0n : BigInt(survey.left) * total;
  const settle = (
    /** @type {number[]} */ cells,
    /** @type {bigint} */ mines,
    /** @type {bigint} */ all,
  ) => {
    for (const cell of cells) {
      chances[cell] = chanceOf(mines, all);
      if (mines === 0n || mines === all) certain[cell] = mines > 0n;
    }
  };
  parts.forEach(({ boxes, counts }, i) => {
    const all = dot(counts.ways, rests[i]);
    boxes.forEach((cells, box) => {
      const mines = dot(counts.mines[box], rests[i]);
      outside -= mines;
      settle(cells, mines, BigInt(cells.length) * all);
    });
  });
  if (survey.left === null) settle(interior, 1n, 2n);
  else settle(interior, outside, BigInt(interior.length) * total);
  position.view.forEach((mark, cell) => {
    if (!"#F".includes(mark)) chances[cell] = NaN;
  });
  const covered = [...position.view.keys()].filter((cell) => position.view[cell] === "#");
  const least = Math.min(...covered.map((cell) => chances[cell]));
  return {
    layouts: total,
    chances,
    safe: covered.filter((cell) => certain[cell] === false),
    mined: covered.filter((cell) => certain[cell] === true),
    safest: covered.filter((cell) => chances[cell] === least),
  };
}

/** The possible numbers of a covered safe cell, with their chances, the safe cells and the least risk then, and whether the game is won. @param {Position} position @param {number} cell @param {Budget} [budget] */
export function outcomesOf(position, cell, budget) {
  const { view, height, width, mines } = position;
  const around = neighbours(cell, height, width);
  const found = [...Array(9).keys()].flatMap((number) => {
    const after = view.map((mark, each) => (each === cell ? String(number) : mark));
    try {
      const { layouts, safe, safest, chances } = analyze({ ...position, view: after }, budget);
      const opens = number ? [] : around;
      const left = after.filter((mark, each) => "#F*".includes(mark) && !opens.includes(each));
      const won = left.length === mines;
      const risk = safest.length && !won ? chances[safest[0]] : 0;
      return [{ number, layouts, safe: safe.length, won, risk }];
    } catch (error) {
      if (error instanceof Contradiction) return [];
      throw error;
    }
  });
  const all = sum(found.map(({ layouts }) => layouts));
  return found.map(({ layouts, ...each }) => ({ ...each, chance: chanceOf(layouts, all) }));
}

/** The chance that one of some covered cells is a mine. @param {Position} position @param {number[]} cells */
export function riskOf(position, cells) {
  const all = weigh(surveyOf(position)).total;
  try {
    const settled = new Map(cells.map((cell) => [cell, false]));
    return chanceOf(all - weigh(surveyOf(position, settled)).total, all);
  } catch (error) {
    if (error instanceof Contradiction) return 1;
    throw error;
  }
}

/** The possible numbers of mines on the board, with the numbers of layouts. @param {Position} position @returns {[number, bigint][]} */
export function totalsOf(position) {
  const survey = surveyOf(position);
  if (survey.left !== null) return [[Number(position.mines), weigh(survey).total]];
  const { interior, parts } = survey;
  const ways = parts.map(({ counts }) => counts.ways);
  const all = ways.reduce(product, binomials(interior.length, interior.length, interior.length));
  return all.flatMap((layouts, mines) => (layouts ? [[survey.mines + mines, layouts]] : []));
}

/**
 * A uniformly random layout, as booleans per cell. `random()` is as `Math.random`. `settled` maps cells to whether they
 * are mines. Null without a layout.
 * @param {Position} position
 */
export function drawLayout(
  position,
  random = Math.random,
  settled = /** @type {Settled} */ (new Map()),
) {
  let survey, weights;
  try {
    survey = surveyOf(position, settled);
    weights = weigh(survey);
  } catch (error) {
    if (error instanceof Contradiction) return null;
    throw error;
  }
  const layout = survey.known.map(Boolean);
  let { left } = survey;
  const { parts, interior } = survey;
  parts.forEach((part, i) => {
    // earlier parts are drawn already: the weights depend on the mines of later parts
    const behind = left === null ? null : restOf(parts.slice(i + 1), interior.length, left);
    const shares = part.counts.ways.map((ways, mines) => ways * (behind ? behind(mines) : 1n));
    const mines = pick(shares, random);
    for (const cell of drawnIn(part, mines, random)) layout[cell] = true;
    if (left !== null) left -= mines;
  });
  const inside = left ?? interior.filter(() => random() < 0.5).length;
  for (const cell of someOf(interior, inside, random)) layout[cell] = true;
  return layout;
}

/**
 * The chance of a zero at every covered cell, treating the cells around it as independent; NaN if it is open. It is 0
 * if a single clue needs a mine there.
 * @param {Position} given @param {ArrayLike<number>} chances
 */
export function zeroChances({ view, height, width }, chances) {
  const around = view.map((_, cell) => neighbours(cell, height, width));
  const mine = view.map((mark, cell) => (mark === "*" ? 1 : chances[cell] || 0));
  const zero = Float64Array.from(chances, (chance, cell) =>
    around[cell].reduce((all, each) => all * (1 - mine[each]), 1 - chance),
  );
  view.forEach((mark, clue) => {
    if (!/[1-8]/.test(mark)) return;
    const left = Number(mark) - around[clue].filter((cell) => mine[cell] === 1).length;
    const cells = around[clue].filter((cell) => view[cell] === "#" && mine[cell] < 1);
    for (const cell of new Set(cells.flatMap((each) => [each, ...around[each]]))) {
      const elsewhere = cells.filter((each) => each !== cell && !around[cell].includes(each));
      if (left > elsewhere.length) zero[cell] *= 0; // NaN stays
    }
  });
  return zero;
}

/** A position with its components counted, and its interior: the unknown cells next to no clue. With cells `settled` it is for drawing layouts. @param {Position} position @param {Settled} [settled] */
export function surveyOf(position, settled, budget = new Budget()) {
  try {
    const knowledge = knowledgeOf(position, settled);
    countAll(knowledge);
    const { known, clues } = knowledge;
    const parts = componentsOf(clues).map((component) => {
      const counts = countConfigurations(component, budget, Boolean(settled));
      if (!counts.ways.length) throw new Contradiction();
      return { ...component, counts };
    });
    const frontier = new Set(parts.flatMap(({ boxes }) => boxes.flat()));
    const interior = [...known.keys()].filter(
      (cell) => known[cell] === null && !frontier.has(cell),
    );
    const mines = known.filter(Boolean).length;
    const left = knowledge.mines === null ? null : knowledge.mines - mines;
    return { known, parts, interior, mines, left };
  } catch (error) {
    if (error instanceof Contradiction && !settled) throw new Contradiction(conflict(position));
    throw error;
  }
}

/** All layouts of the board, and per part the layouts of everything outside it, by its mines. @param {Survey} given */
function weigh({ parts, interior, left }) {
  const ways = parts.map(({ counts }) => counts.ways);
  if (left === null) {
    const total = ways.reduce((all, each) => all * sum(each), 1n << BigInt(interior.length));
    return { total, rests: ways.map((each) => each.map(() => 1n)) };
  }
  const most = sumOfLengths(ways);
  const rests = ways.length ? sharedOut(ways, binomials(interior.length, left, most)) : [];
  const total = ways.length ? dot(ways[0], rests[0]) : binomial(interior.length, left);
  if (!total) throw new Contradiction();
  return { total, rests };
}

/** `rest[k]` are layouts of everything outside `ways` if these have k mines. @param {Poly[]} ways @param {Poly} rest @returns {Poly[]} */
function sharedOut(ways, rest) {
  if (ways.length === 1) return [ways[0].map((_, mines) => rest[mines] ?? 0n)];
  const half = ways.length >> 1;
  const [one, other] = [ways.slice(0, half), ways.slice(half)];
  return [
    ...sharedOut(one, folded(rest, one, other)),
    ...sharedOut(other, folded(rest, other, one)),
  ];
}

/** Layouts of everything outside the parts `kept`, by the mines in them. @param {Poly} rest @param {Poly[]} kept @param {Poly[]} others */
function folded(rest, kept, others) {
  const all = others.reduce(product);
  return Array.from({ length: sumOfLengths(kept) + 1 }, (_, k) =>
    all.reduce((found, ways, m) => found + ways * (rest[k + m] ?? 0n), 0n),
  );
}

/** A function of the mines in a part: the ways for the rest in later parts and the interior. @param {Part[]} parts @param {number} interior @param {number} left */
function restOf(parts, interior, left) {
  const behind = parts.map(({ counts }) => counts.ways).reduce(product, [1n]);
  const inside = /** @type {Table<number, bigint>} */ (new Map());
  const waysInside = (/** @type {number} */ mines) => {
    if (!inside.has(mines)) inside.set(mines, binomial(interior, mines));
    return inside.get(mines);
  };
  return (/** @type {number} */ mines) =>
    behind.reduce((all, ways, m) => all + ways * waysInside(left - mines - m), 0n);
}

/** The ways to choose `mines`, one less, … `most` less of `cells`. @param {number} cells @param {number} mines @param {number} most */
function binomials(cells, mines, most) {
  let ways = 0n;
  return Array.from({ length: most + 1 }, (_, less) => {
    const left = mines - less;
    if (ways && left >= 0) ways = (ways * BigInt(left + 1)) / BigInt(cells - left);
    else ways = binomial(cells, left);
    return ways;
  });
}

const sum = (/** @type {Poly} */ poly) => poly.reduce((all, each) => all + each, 0n);
const dot = (/** @type {Poly} */ poly, /** @type {Poly} */ weights) =>
  poly.reduce((all, each, i) => all + each * (weights[i] ?? 0n), 0n);
const sumOfLengths = (/** @type {Poly[]} */ polys) =>
  polys.reduce((all, { length }) => all + length, 0);

/** @param {Poly} a @param {Poly} b */
function product(a, b) {
  const found = new Array(Math.max(a.length + b.length - 1, 0)).fill(0n);
  a.forEach((x, m) => x && b.forEach((y, n) => (found[m + n] += x * y)));
  return found;
}

/** @param {bigint} part @param {bigint} whole */
function chanceOf(part, whole) {
  return Number((part << BigInt(PRECISION)) / whole) / 2 ** PRECISION;
}

/** The cells of a uniformly random configuration of a part with a number of mines. @param {Part} part @param {number} mines @param {() => number} random */
function drawnIn({ counts: { outs, bits }, ...component }, mines, random) {
  const { steps, start } = stepsOf(component);
  let [state, left] = [start, mines];
  return steps.flatMap((step, box) => {
    const opened = state + step.opening;
    const [low, high] = fits(step, opened);
    const shares = Array.from({ length: high + 1 }, (_, held) => {
      const rest = held < low ? undefined : outs[box + 1].get(opened - step.taken[held]);
      return rest ? binomial(step.size, held) * (unpacked(rest, bits)[left - held] ?? 0n) : 0n;
    });
    const held = pick(shares, random);
    state = opened - step.taken[held];
    left -= held;
    return someOf(component.boxes[box], held, random);
  });
}

/** A random index into the integers `weights`, with chances in proportion to them. @param {Poly} weights @param {() => number} random */
function pick(weights, random) {
  const all = sum(weights);
  const words = Math.ceil(all.toString(2).length / 32);
  let place = 0n;
  do {
    place = 0n;
    for (let i = 0; i < words; i += 1)
      place = (place << 32n) | BigInt(Math.floor(random() * 2 ** 32));
    place = BigInt.asUintN(all.toString(2).length, place);
  } while (place >= all);
  return weights.findIndex((weight) => (place -= weight) < 0n);
}
