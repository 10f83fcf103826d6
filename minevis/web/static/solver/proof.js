// Whether clues are consistent, and a small contradictory set.

import { Budget, TooManyCases, minesOf } from "./counting.js";
import { componentsOf, knowledgeOf } from "./knowledge.js";

const AGAIN = 4; // times the states of an analysis: it counts repeatedly, without a cache

/** Contradictory clues; empty if the number of mines is at fault. All are needed, unless that takes too many cases to find out. @param {Position} position */
export function conflict(position) {
  let knowledge;
  try {
    knowledge = knowledgeOf(position);
  } catch (error) {
    return /** @type {import("./knowledge.js").Contradiction} */ (error).clues;
  }
  const budget = new Budget(AGAIN);
  const refuted = (/** @type {number[]} */ clues) => !isPossible(knowledge, clues, { budget });
  const refutedInTime = (/** @type {number[]} */ clues) => {
    try {
      return refuted(clues);
    } catch (error) {
      if (error instanceof TooManyCases) return false;
      throw error;
    }
  };
  const all = [...knowledge.clues.keys()];
  return refuted(all) ? shrunk(all, refutedInTime) : [];
}

/** Whether some layout satisfies these `clues` with the `supposed` cells, and with the number of mines if asked. @param {Knowledge} given @param {number[]} asked @param {{ supposed?: Settled, withTotal?: boolean, budget: Budget }} options */
export function isPossible({ clues, known, mines }, asked, options) {
  const { supposed = new Map(), withTotal = false, budget } = options;
  const left = /** @type {Needs} */ (new Map());
  for (const clue of asked) {
    const { need, cells } = clues.get(clue);
    const rest = cells.filter((cell) => !supposed.has(cell));
    const needed = need - cells.filter((cell) => supposed.get(cell)).length;
    if (needed < 0 || needed > rest.length) return false;
    if (rest.length) left.set(clue, { need: needed, cells: rest });
  }
  const found = componentsOf(left).map((component) => minesOf(component, budget));
  if (!withTotal || found.includes(0n)) return !found.includes(0n);
  const frontier = new Set([...left.values()].flatMap(({ cells }) => cells));
  const others = known.filter((each) => each === null).length - frontier.size - supposed.size;
  const count = [...known, ...supposed.values()].filter(Boolean).length;
  const sums = found.reduce((all, each) => sumsOf(all, each), 1n);
  const wanted = Number(mines) - count;
  for (let inside = Math.max(wanted - others, 0); inside <= wanted; inside += 1)
    if ((sums >> BigInt(inside)) & 1n) return true;
  return false;
}

/** All sums of two numbers from two sets; a set has a bit per number. @param {bigint} one @param {bigint} other */
function sumsOf(one, other) {
  let found = 0n;
  for (let shift = 0n; one >> shift; shift += 1n) if ((one >> shift) & 1n) found |= other << shift;
  return found;
}

/** The necessary ones of `clues`, tried from the end in halves. @param {number[]} clues @param {(some: number[]) => boolean} proves */
export function shrunk(clues, proves) {
  let kept = clues;
  for (let size = Math.max(kept.length, 1); ; size = (size + 1) >> 1) {
    for (let end = kept.length; end > 0;) {
      const start = Math.max(end - size, 0);
      const without = [...kept.slice(0, start), ...kept.slice(end)];
      if (proves(without)) kept = without;
      end = start;
    }
    if (size === 1) return kept.sort((a, b) => a - b);
  }
}
