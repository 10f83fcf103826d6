// The clues of a position, and inferences from them. Twin of `minevis/solver/proofs/clues.py` and `counting.py`.
//
// Number i is the cell `cells[i]` of the frontier. Facts are a byte per cell: unknown, a mine, or safe.

import { knowledgeOf } from "./knowledge.js";
import { ascending } from "./steps.js";

export const MINE = 1;
export const SAFE = 2;

/** The clues around the unknown cells of a position. */
export class Clues {
  apart = /** @type {Map<string, number[]>} */ (new Map()); // by facts: see mines_left.js
  around = /** @type {Table<number, number[]>} */ (new Map()); // by clue: the numbers of its cells, in board order
  beside = /** @type {Table<number, number[]>} */ (new Map()); // by clue: the clues that share a cell

  /** @param {Position} position */
  constructor(position) {
    this.knowledge = knowledgeOf(position);
    const { known, clues, mines } = this.knowledge;
    this.height = position.height;
    this.width = position.width;
    this.view = position.view;
    this.cells = ascending([...clues.values()].flatMap(({ cells }) => cells));
    this.numberOf = /** @type {Table<number, number>} */ (
      new Map(this.cells.map((cell, i) => [cell, i]))
    );
    this.seenBy = this.cells.map(() => /** @type {number[]} */ ([]));
    for (const [clue, { cells }] of clues) {
      const numbers = cells.map((cell) => this.numberOf.get(cell));
      this.around.set(clue, numbers);
      for (const i of numbers) this.seenBy[i].push(clue);
    }
    this.totalKnown = mines !== null;
    this.minesLeft = mines === null ? 0 : mines - known.filter(Boolean).length;
    // unknown cells next to no clue
    this.interior = [...known.keys()].filter(
      (cell) => known[cell] === null && !this.numberOf.has(cell),
    );
    for (const [clue, numbers] of this.around)
      this.beside.set(
        clue,
        this.touched(numbers).filter((other) => other !== clue),
      );
  }

  /** The mines still needed by a clue, and the cells left for them. @param {number} clue @param {Facts} facts */
  state(clue, facts) {
    let left = this.knowledge.clues.get(clue).need;
    const free = /** @type {number[]} */ ([]);
    for (const i of this.around.get(clue) ?? [])
      if (facts[i] === MINE) left -= 1;
      else if (!facts[i]) free.push(i);
    return { left, free };
  }

  /** The number of a clue. @param {number} clue */
  shown(clue) {
    return Number(this.view[clue]);
  }

  /** The clues around some cells, in board order. @param {number[]} numbers */
  touched(numbers) {
    return ascending(numbers.flatMap((i) => this.seenBy[i]));
  }

  /** Flat cells of the frontier by their numbers. @param {number[]} numbers */
  names(numbers) {
    return numbers.map((i) => this.cells[i]);
  }

  /** Nothing known. */
  get noFacts() {
    return new Uint8Array(this.cells.length);
  }

  /** Facts by flat cell: whether it is a mine. @param {Facts} facts */
  asKnown(facts) {
    const known = /** @type {Settled} */ (new Map());
    this.cells.forEach((cell, i) => facts[i] && known.set(cell, facts[i] === MINE));
    return known;
  }
}

/** Facts and more. @param {Facts} facts @param {Found} given */
export function plus(facts, { mines = [], safe = [] }) {
  const all = facts.slice();
  for (const i of mines) all[i] = MINE;
  for (const i of safe) all[i] = SAFE;
  return all;
}

/** @param {Facts} facts @param {number} what */
export function countOf(facts, what) {
  return facts.reduce((sum, each) => sum + Number(each === what), 0);
}

/** An inference: the cells it settles, and the cells it uses, as numbers in order. If `broken`, the facts are contradictory. */
export class Find {
  /** @param {Found} found */
  constructor(found) {
    const { mines = [], safe = [], rests = [], broken = false } = found;
    this.mines = mines;
    this.safe = safe;
    this.rests = rests;
    this.broken = broken;
    this.gives = safe.length && mines.length ? ascending([...mines, ...safe]) : [...mines, ...safe];
  }

  /** Whether it settles the cells next to no clue. */
  get settlesInterior() {
    return false;
  }

  /** The same inference from other facts; null if it fails or gives no new cell. @param {Clues} _clues @param {Facts} _facts @returns {Find | null} */
  again(_clues, _facts) {
    return null;
  }

  /** Its steps, after `facts` are known. @param {Clues} _clues @param {Facts} _facts @param {number} _depth @returns {Step[]} */
  steps(_clues, _facts, _depth) {
    return [];
  }
}

/** A clue without a mine left, or with one mine per cell left; or a broken clue. */
export class Counting extends Find {
  /** @param {number} clue @param {Found} found */
  constructor(clue, found) {
    super(found);
    this.clue = clue;
  }

  /** @param {Clues} clues @param {Facts} facts @returns {Find | null} */
  again(clues, facts) {
    return countClue(clues, this.clue, facts);
  }

  /** @param {Clues} clues @param {Facts} facts @param {number} depth @returns {Step[]} */
  steps(clues, facts, depth) {
    const { clue } = this;
    const { left, free } = clues.state(clue, facts);
    const step = this.broken ? "broken" : "count";
    return [{ step, clue, number: clues.shown(clue), left, among: clues.names(free), depth }];
  }
}

/** What a clue says by counting, or null. @param {Clues} clues @param {number} clue @param {Facts} facts */
export function countClue(clues, clue, facts) {
  const { left, free } = clues.state(clue, facts);
  if (left > 0 && left < free.length) return null;
  const isFull = left <= 0;
  const broken = isFull ? left < 0 : left > free.length;
  if (isFull && !broken && !free.length) return null;
  const rests = clues.around.get(clue).filter((i) => facts[i] === (isFull ? MINE : SAFE));
  return new Counting(clue, { [isFull ? "safe" : "mines"]: free, rests, broken });
}

/** Those of `finds`, in their order, on which the `wanted` cells depend. @param {Find[]} finds @param {Iterable<number>} wanted */
export function needed(finds, wanted) {
  const all = new Set(wanted);
  const kept = /** @type {Find[]} */ ([]);
  for (const find of finds.slice().reverse()) {
    if (!find.gives.some((i) => all.has(i))) continue;
    kept.push(find);
    for (const i of find.rests) all.add(i);
  }
  return kept.reverse();
}

/** Replay the inferences from `facts`, with the facts known before them. @param {Find[]} finds @param {Clues} clues @param {Facts} facts */
export function replayed(finds, clues, facts) {
  const done = /** @type {Replay[]} */ ([]);
  for (const find of finds) {
    const again = find.again(clues, facts);
    if (!again) continue;
    done.push({ find: again, facts });
    facts = plus(facts, again);
  }
  return done;
}

/** The finds that settle the cell with the number `wanted`, replayed without unneeded ones; -1 means cells next to no clue. @param {Find[]} finds @param {Clues} clues @param {number} wanted */
export function spared(finds, clues, wanted) {
  const upTo = (/** @type {Find[]} */ some) => {
    const replay = replayed(some, clues, clues.noFacts);
    const at = replay.findIndex(({ find }) =>
      wanted < 0 ? find.settlesInterior : find.gives.includes(wanted),
    );
    return replay.slice(0, at + 1);
  };
  let kept = finds;
  let replay = upTo(kept);
  for (let size = kept.length - 1; size > 0; size = Math.min(size, kept.length - 1) >> 1) {
    const last = Math.floor((kept.length - 2) / size) * size;
    for (let start = last; start >= 0; start -= size) {
      const end = Math.min(start + size, kept.length - 1);
      const fewer = [...kept.slice(0, start), ...kept.slice(end)];
      const shorter = upTo(fewer);
      if (shorter.length) [kept, replay] = [fewer, shorter];
    }
  }
  const used = upTo(asUsed(replay));
  return used.length ? used : replay;
}

/** The finds reordered, to be just before their first use. @param {Replay[]} replay */
function asUsed(replay) {
  const givenBy = /** @type {Table<number, Find>} */ (new Map());
  for (const { find, facts } of replay)
    for (const i of find.gives) if (!facts[i]) givenBy.set(i, find);
  const order = /** @type {Set<Find>} */ (new Set());
  const waiting = [replay[replay.length - 1].find];
  while (waiting.length) {
    const find = waiting[waiting.length - 1];
    const before = find.rests.map((i) => givenBy.get(i)).find((each) => !order.has(each));
    if (before) waiting.push(before);
    else {
      order.add(find);
      waiting.pop();
    }
  }
  return [...order];
}
