// The easiest proofs of certain cells, as a person would find them. Twin of `minevis/solver/proofs/prove.py`.

import { analyze } from "./analysis.js";
import { listedCases } from "./cases.js";
import { Clues, countClue, plus, spared } from "./clues.js";
import { Budget } from "./counting.js";
import { totalFinds } from "./mines_left.js";
import { Overlapping, comparisons, easeOf, named } from "./overlap.js";
import { isPossible } from "./proof.js";
import {
  apart,
  ascending,
  effortOf,
  firstBy,
  goesBefore,
  kindOfSteps,
  settledBy,
} from "./steps.js";
import { Refuting, refute } from "./suppose.js";

const MOST_COMPARED = 12; // safe cells whose proofs are looked for straight toward them
const PATIENT = 16; // times the states of an analysis

/** Finds reasons for the certain cells, one by one; among reasons of one kind, it prefers one that settles `toward`. */
class Reasoner {
  /** @param {Clues} clues @param {Settled} certain @param {Budget} budget */
  constructor(clues, certain, budget, toward = -1) {
    this.clues = clues;
    this.budget = budget;
    this.facts = clues.noFacts;
    this.toward = clues.numberOf.get(toward) ?? -1;
    this.found = /** @type {{ find: Find, before: Facts, inside: number[] }[]} */ ([]);
    this.boxes = boxesOf(clues, certain);
    this.inside = ascending([...certain.keys()].filter((cell) => !clues.numberOf.has(cell)));
    this.insideMined = this.inside.length > 0 && certain.get(this.inside[0]) === true;
    this.refuted = /** @type {Map<string, { bit: number, find: Refuting | null }>} */ (new Map());
    this.chains = clues.cells.map(() => /** @type {Set<number>} */ (new Set())); // the numbers of the finds on the way to a cell
    this.waiting = new Set(clues.around.keys());
    this.stale = new Set(clues.around.keys());
    this.compared = /** @type {Map<number, Overlapping[]>} */ (new Map());
    this.component = partsOf(clues);
    this.story = this.finds();
  }

  /** The reasons in order; they build on earlier ones. */
  *finds() {
    for (;;) {
      yield* this.counted();
      const found = this.open().length || this.inside.length ? this.nextFind() : null;
      if (!found) return;
      yield found;
    }
  }

  /** Certain cells still without a reason. */
  open() {
    return this.boxes.flatMap(({ cells, mined }) => {
      const unknown = cells.filter((i) => !this.facts[i]);
      return unknown.length ? [{ cells: unknown, mined }] : [];
    });
  }

  /** @param {Find} find @param {number[]} [inside] */
  take(find, inside = /** @type {number[]} */ ([])) {
    const found = { find, before: this.facts, inside };
    const chain = this.chainOf(find).add(this.found.length);
    for (const i of find.gives) this.chains[i] = chain;
    this.found.push(found);
    this.facts = plus(this.facts, find);
    const touched = this.clues.touched(find.gives);
    for (const clue of touched) {
      this.waiting.add(clue);
      this.stale.add(clue);
    }
    if (inside.length) this.inside = [];
    const parts = new Set(touched.map((clue) => this.component.get(clue)));
    for (const [key, { bit }] of this.refuted)
      if (parts.has(this.partOf(bit))) this.refuted.delete(key);
    return found;
  }

  /** The numbers of the finds on which one rests. @param {Find} find */
  chainOf(find) {
    const chain = /** @type {Set<number>} */ (new Set());
    for (const i of find.rests) for (const number of this.chains[i]) chain.add(number);
    return chain;
  }

  /** @param {number} bit */
  partOf(bit) {
    return this.component.get(this.clues.seenBy[bit][0]);
  }

  /** Count until no more cells follow, the fewest steps in total first. */
  *counted() {
    const { clues, waiting } = this;
    const ready = [];
    while (waiting.size || ready.length) {
      for (const clue of waiting) {
        const find = countClue(clues, clue, this.facts);
        if (find) ready.push([this.chainOf(find).size, clue]);
      }
      waiting.clear();
      const next = firstBy(ready, (each) => each);
      if (!next) continue;
      ready.splice(ready.indexOf(next), 1);
      const find = countClue(clues, next[1], this.facts);
      if (find) yield this.take(find);
    }
  }

  /** The easiest reason beyond counting; null when all have one. */
  nextFind() {
    const { clues, facts } = this;
    const overlap = firstBy(this.overlaps(), (find) => this.easeNow(find));
    if (overlap) {
      const pair = named(overlap, clues, facts);
      return this.take(pair.mines.length ? pair.changed({ safe: [] }) : pair); // mines come first
    }
    const find = this.supposition(false) ?? this.supposition(true);
    if (find) return this.take(find);
    return this.withTotal() ?? this.withCases();
  }

  /** The proofs by two clues; only changed clues are compared again. */
  overlaps() {
    const { clues, facts, stale } = this;
    for (const clue of new Set(
      [...stale].flatMap((each) => [each, ...(clues.beside.get(each) ?? [])]),
    ))
      this.compared.set(clue, comparisons(clues, facts, clue));
    stale.clear();
    return [...this.compared.values()].flat();
  }

  /** The two clues just spoken of come first, then the easiest to see. @param {Overlapping} find */
  easeNow(find) {
    const last = this.found.at(-1)?.find;
    const same = last instanceof Overlapping && last.more === find.more && last.less === find.less;
    return [!find.gives.includes(this.toward), !same, ...easeOf(find, this.clues)];
  }

  /** The shortest refuted supposition of the opposite of a certain cell. @param {boolean} nested */
  supposition(nested) {
    const found = this.open().flatMap(({ cells, mined }) => {
      const key = `${cells} ${nested}`;
      let kept = this.refuted.get(key);
      if (!kept) {
        kept = { bit: cells[0], find: this.refute(cells, mined, nested) };
        this.refuted.set(key, kept);
      }
      return kept.find ?? [];
    });
    return firstBy(found, (find) => this.effortNow(find));
  }

  /** @param {number[]} given @param {boolean} mined @param {boolean} nested */
  refute([bit, ...alike], mined, nested) {
    if (nested && !this.byClues(bit, mined)) return null;
    return refute(this.clues, this.facts, bit, !mined, { alike, nested });
  }

  /** Whether the clues of the component prove the cell, without the mines left. @param {number} bit @param {boolean} mined */
  byClues(bit, mined) {
    const { clues, budget } = this;
    const part = this.partOf(bit);
    const own = [...clues.around.keys()].filter((clue) => this.component.get(clue) === part);
    const supposed = clues.asKnown(this.facts).set(clues.cells[bit], !mined);
    return !isPossible(clues.knowledge, own, { supposed, budget });
  }

  /** Steps, then clues, then their distance from the cell. @param {Refuting} find */
  effortNow(find) {
    const { clues, facts, toward } = this;
    const steps = find.steps(clues, facts, 0);
    const effort = effortOf(steps, clues.cells[find.bit], clues.width);
    return [!find.gives.includes(toward), ...effort, find.bit];
  }

  /** Deductions from the mines left, by themselves or after a supposition. */
  withTotal() {
    const { clues, facts, inside } = this;
    for (const find of totalFinds(clues, facts, inside.length > 0))
      return this.take(find, find.outside ? inside : []);
    const found = this.open().flatMap(({ cells: [bit, ...alike], mined }) => {
      return refute(clues, facts, bit, !mined, { alike, total: true }) ?? [];
    });
    const best = firstBy(found, (find) => this.effortNow(find));
    return best && this.take(best);
  }

  /** The cases for the first remaining cell; they always prove it. */
  withCases() {
    const { clues, budget, facts, inside } = this;
    for (const { cells, mined } of this.open())
      return this.take(listedCases(clues, budget, facts, cells, [], mined));
    if (!inside.length) return null;
    return this.take(listedCases(clues, budget, facts, [], inside, this.insideMined), inside);
  }

  /** The proof of a flat cell from the position; null if it is not certain. @param {number} cell */
  proof(cell) {
    const bit = this.clues.numberOf.get(cell) ?? -1;
    for (let number = 0; number < this.found.length || !this.story.next().done; number += 1) {
      const { find, inside } = this.found[number];
      if (inside.includes(cell) || find.gives.includes(bit)) return this.whole(number, cell, bit);
    }
    return null;
  }

  /** The steps used by a find, and its own steps until the cell is settled. @param {number} number @param {number} cell @param {number} bit */
  whole(number, cell, bit) {
    const { clues, found } = this;
    const last = found[number];
    const chain = ascending(this.chainOf(last.find)).map((each) => found[each].find);
    const replay = spared([...chain, last.find], clues, bit);
    const steps = replay.flatMap(({ find, facts }) => find.steps(clues, facts, 0));
    const { find } = replay[replay.length - 1];
    const settled = steps.length ? settledBy(steps[steps.length - 1]).mines : [];
    const mined = bit >= 0 ? find.mines.includes(bit) : find.mines.length > 0 || settled.length > 0;
    const cells = clues.names(mined ? find.mines : find.safe);
    return { cells: ascending([...cells, ...last.inside]), mined, steps };
  }
}

/** The certain cells of the frontier, together if the same clues touch them. @param {Clues} clues @param {Settled} certain */
function boxesOf(clues, certain) {
  const boxes = /** @type {Map<string, { cells: number[], mined: boolean }>} */ (new Map());
  for (const cell of ascending(certain.keys())) {
    const [i, mined] = [clues.numberOf.get(cell), certain.get(cell) === true];
    if (i === undefined) continue;
    const key = `${clues.seenBy[i]} ${mined}`;
    const box = boxes.get(key);
    if (box) box.cells.push(i);
    else boxes.set(key, { cells: [i], mined });
  }
  return [...boxes.values()];
}

/** The components of clues, named by their first clue. @param {Clues} clues */
function partsOf(clues) {
  const names = /** @type {Table<number, number>} */ (new Map());
  for (const first of clues.around.keys()) {
    const stack = names.has(first) ? [] : [first];
    for (let clue = stack.pop(); clue !== undefined; clue = stack.pop()) {
      if (names.has(clue)) continue;
      names.set(clue, first);
      stack.push(...(clues.beside.get(clue) ?? []));
    }
  }
  return names;
}

/** The easiest proofs of the `certain` cells of a position, a map from cells to whether they are mines. */
export class Proofs {
  /** @param {Position} position @param {Settled} certain */
  constructor(position, certain) {
    this.certain = certain;
    this.clues = new Clues(position);
    this.budget = new Budget(PATIENT);
    this.all = new Reasoner(this.clues, certain, this.budget);
  }

  /** The easiest proof of a cell; null if it is not certain. @param {number} cell */
  of(cell) {
    const first = this.all.proof(cell);
    if (!first || kindOfSteps(first.steps) === 1) return first;
    const straight = new Reasoner(this.clues, this.certain, this.budget, cell).proof(cell);
    const ranked = (/** @type {Proof} */ { steps }) => [
      kindOfSteps(steps),
      ...effortOf(steps, cell, this.clues.width),
    ];
    return straight && goesBefore(ranked(straight), ranked(first)) ? straight : first;
  }

  /** The safe cells by the difficulty of their proofs; on ties the nearest to the cell `near` comes first. @param {number} near */
  easiest(near) {
    const { width } = this.clues;
    const safe = [...this.certain].flatMap(([cell, mined]) => (mined ? [] : [cell]));
    const ranked = (/** @type {number} */ cell, /** @type {Proof | null} */ proof) => {
      const steps = proof?.steps ?? [];
      const [number, difficulty, clues] = effortOf(steps, cell, width);
      const away = near < 0 ? 0 : apart(cell, near, width);
      return { cell, rank: [kindOfSteps(steps), number, difficulty, clues, away, cell] };
    };
    const inOrder = (/** @type {{ cell: number, rank: number[] }[]} */ cells) =>
      cells.sort((a, b) => (goesBefore(a.rank, b.rank) ? -1 : 1));
    const first = inOrder(safe.map((cell) => ranked(cell, this.all.proof(cell))));
    const compared = first.slice(0, MOST_COMPARED).map(({ cell }) => ranked(cell, this.of(cell)));
    return [...inOrder(compared), ...first.slice(MOST_COMPARED)].map(({ cell }) => cell);
  }
}

let lastAsked = { key: "", proofs: /** @type {any} */ (null) }; // one asks about several cells

/** The proofs of a position, kept until the position changes. @param {Position} position @returns {Proofs} */
export function proofsOf(position) {
  const key = JSON.stringify(position);
  if (lastAsked.key !== key) {
    const { safe, mined } = analyze(position);
    const certain = new Map(safe.map((cell) => [cell, false]));
    for (const cell of mined) certain.set(cell, true);
    lastAsked = { key, proofs: new Proofs(position, certain) };
  }
  return lastAsked.proofs;
}
