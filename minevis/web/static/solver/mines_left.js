// Steps that use the number of mines left on the board. Twin of `minevis/solver/proofs/mines_left.py`.

import { Find, MINE, SAFE, countOf } from "./clues.js";
import { ascending } from "./steps.js";

const MOST_SETS = 3000; // of clues to try

/** Clues without a common cell, and the mines left on the board; `outside`: cells next to no clue are settled too. */
export class Totalling extends Find {
  /** @param {number[]} clues @param {boolean} mined @param {Found & { outside?: boolean }} given */
  constructor(clues, mined, { outside = false, ...found }) {
    super(found);
    this.clues = clues;
    this.mined = mined;
    this.outside = outside;
  }

  get settlesInterior() {
    return this.outside;
  }

  /** @param {Clues} clues @param {Facts} facts @returns {Find | null} */
  again(clues, facts) {
    const { mined } = this;
    return (
      addedUp(clues, facts, this.clues, mined) ??
      addedUp(clues, facts, bestApart(clues, facts, mined), mined)
    );
  }

  /** @param {Clues} clues @param {Facts} facts @param {number} depth @returns {Step[]} */
  steps(clues, facts, depth) {
    const { mined, outside } = this;
    const named = ascending(this.clues);
    const left = clues.minesLeft - countOf(facts, MINE);
    const taken = named.reduce((sum, clue) => sum + clues.state(clue, facts).left, 0);
    const { among, free } = parted(clues, facts, named);
    const sum = { left, clues: named, taken, among: clues.names(among), depth };
    if (this.broken)
      return [{ step: "wrong total", ...sum, room: free.length + clues.interior.length }];
    const cells = ascending([...clues.names(free), ...(outside ? clues.interior : [])]);
    return [{ step: "mines left", ...sum, cells, mined }];
  }
}

/** The unknown cells of the frontier: the cells `among` some clues, and the rest. @param {Clues} clues @param {Facts} facts @param {number[]} some */
function parted(clues, facts, some) {
  const inside = new Set(some.flatMap((clue) => clues.state(clue, facts).free));
  const unknown = [...facts.keys()].filter((i) => !facts[i]);
  return { among: ascending(inside), free: unknown.filter((i) => !inside.has(i)) };
}

/** Deductions from the mines left, contradictions first; with `interior` also about cells next to no clue. @param {Clues} clues @param {Facts} facts */
export function totalFinds(clues, facts, interior = false) {
  if (!clues.totalKnown) return [];
  const found = [false, true].flatMap((mined) => {
    const find = addedUp(clues, facts, bestApart(clues, facts, mined), mined);
    return find && (find.broken || find.gives.length || (interior && find.outside)) ? [find] : [];
  });
  return found.sort((a, b) => Number(b.broken) - Number(a.broken));
}

/** What follows for the cells away from the clues `apart`, or null; null too if these share a cell after all. @param {Clues} clues @param {Facts} facts @param {number[]} apart @param {boolean} mined */
function addedUp(clues, facts, apart, mined) {
  const left = clues.minesLeft - countOf(facts, MINE);
  const taken = apart.reduce((sum, clue) => sum + clues.state(clue, facts).left, 0);
  const { free } = parted(clues, facts, apart);
  const over = mined ? left - taken - free.length - clues.interior.length : taken - left;
  if (over < 0) return null;
  const [whole, common] = [new Set(), new Set()];
  for (const clue of apart)
    for (const i of clues.around.get(clue) ?? []) (whole.has(i) ? common : whole).add(i);
  if ([...common].some((i) => !facts[i])) return null; // a mine there would count for both
  const known = mined ? SAFE : MINE;
  const rests = [...facts.keys()].filter(
    (i) => (facts[i] === known && !whole.has(i)) || common.has(i),
  );
  if (over > 0) return new Totalling(apart, mined, { rests, broken: true });
  const outside = clues.interior.length > 0;
  if (!free.length && !outside) return null;
  return new Totalling(apart, mined, { [mined ? "mines" : "safe"]: free, rests, outside });
}

/** The smallest set of separate clues that need the most mines, or (`mined`) leave out the most cells. @param {Clues} clues @param {Facts} facts @param {boolean} mined */
function bestApart(clues, facts, mined) {
  const key = `${mined} ${facts}`; // removing unneeded steps starts from the same facts again
  const kept = clues.apart.get(key);
  if (kept) return kept;
  const free = /** @type {Table<number, number[]>} */ (new Map());
  const weights = /** @type {Table<number, number>} */ (new Map());
  const seen = new Set();
  for (const clue of clues.around.keys()) {
    const { left, free: unknown } = clues.state(clue, facts);
    const weight = mined ? unknown.length - left : left;
    if (!unknown.length || weight <= 0 || seen.has(`${unknown}`)) continue;
    seen.add(`${unknown}`); // otherwise it says the same
    free.set(clue, unknown);
    weights.set(clue, weight);
  }
  const found = overlappingParts(free).flatMap((part) => heaviestApart(part, free, weights));
  clues.apart.set(key, found);
  return found;
}

/** The clues in independent parts. @param {Map<number, number[]>} free */
function overlappingParts(free) {
  let parts = /** @type {{ cells: Set<number>, some: number[] }[]} */ ([]);
  for (const [clue, own] of free) {
    const inside = parts.filter(({ cells }) => own.some((i) => cells.has(i)));
    const cells = new Set([...own, ...inside.flatMap((part) => [...part.cells])]);
    parts = parts.filter((part) => !inside.includes(part));
    parts.push({ cells, some: [...inside.flatMap(({ some }) => some), clue] });
  }
  return parts.map(({ some }) => some);
}

/** The smallest heaviest set of clues without a common cell, by a depth-first search. @param {number[]} part @param {Table<number, number[]>} free @param {Table<number, number>} weights */
function heaviestApart(part, free, weights) {
  const weightOf = (/** @type {number} */ clue) => weights.get(clue);
  const order = part.slice().sort((a, b) => weightOf(b) - weightOf(a));
  let best = { weight: 0, chosen: /** @type {number[]} */ ([]) };
  const stack = [{ rest: order, ...best }];
  for (let tries = 0; tries < MOST_SETS; tries += 1) {
    const next = stack.pop();
    if (!next) break;
    const { rest, weight, chosen } = next;
    if (weight > best.weight || (weight === best.weight && chosen.length < best.chosen.length))
      best = { weight, chosen };
    if (weight + rest.reduce((sum, clue) => sum + weightOf(clue), 0) <= best.weight) continue;
    const [clue, ...others] = rest;
    stack.push({ rest: others, weight, chosen });
    const own = free.get(clue);
    const beside = others.filter((other) => !free.get(other)?.some((i) => own.includes(i)));
    stack.push({ rest: beside, weight: weight + weightOf(clue), chosen: [...chosen, clue] });
  }
  return best.chosen;
}
