// Suppose the opposite, and follow it until a clue breaks. Twin of `minevis/solver/proofs/suppose.py`.

import { Counting, Find, MINE, SAFE, countClue, plus, needed, replayed } from "./clues.js";
import { totalFinds } from "./mines_left.js";
import { comparisons } from "./overlap.js";
import { ascending } from "./steps.js";

/** The opposite of the supposition about the cell `bit`, and about the cells `alike`: the `chain` ends in a contradiction. */
export class Refuting extends Find {
  /** @param {Facts} facts @param {number} bit @param {boolean} supposed @param {number[]} alike @param {Find[]} chain */
  constructor(facts, bit, supposed, alike, chain) {
    const rests = ascending(chain.flatMap((find) => find.rests)).filter((i) => facts[i]);
    super({ [supposed ? "safe" : "mines"]: ascending([bit, ...alike]), rests });
    this.bit = bit;
    this.supposed = supposed;
    this.alike = alike;
    this.chain = chain;
  }

  /** @param {Clues} clues @param {Facts} facts @returns {Find | null} */
  again(clues, facts) {
    const { bit, supposed } = this;
    if (facts[bit]) return null;
    const alike = this.alike.filter((i) => !facts[i]);
    const chain = replayed(this.chain, clues, withSupposed(facts, bit, supposed));
    if (!chain.at(-1)?.find.broken) return null;
    const finds = chain.map(({ find }) => find);
    return new Refuting(facts, bit, supposed, alike, finds);
  }

  /** @param {Clues} clues @param {Facts} facts @param {number} depth @returns {Step[]} */
  steps(clues, facts, depth) {
    const { bit, supposed } = this;
    const [cell, ...alike] = clues.names([bit, ...this.alike]);
    /** @type {SupposeStep} */
    const first = { step: "suppose", cell, mined: supposed, alike, depth: depth + 1 };
    const chain = replayed(this.chain, clues, withSupposed(facts, bit, supposed));
    return [
      first,
      ...chain.flatMap(({ find, facts: known }) => find.steps(clues, known, depth + 1)),
    ];
  }

  /** The number of steps of the chain, including nested suppositions. @returns {number} */
  get length() {
    return this.chain.reduce(
      (sum, find) => sum + 1 + (find instanceof Refuting ? find.length : 0),
      0,
    );
  }
}

/** @param {Facts} facts @param {number} bit @param {boolean} mined */
function withSupposed(facts, bit, mined) {
  return plus(facts, { [mined ? "mines" : "safe"]: [bit] });
}

/** The contradiction from supposing that the cell `bit` is a mine, or safe; or null. A refutation also applies to cells `alike`. @param {Clues} clues @param {Facts} facts @param {number} bit @param {boolean} supposed @param {{ alike?: number[], nested?: boolean, total?: boolean }} [given] */
export function refute(
  clues,
  facts,
  bit,
  supposed,
  { alike = [], nested = false, total = false } = {},
) {
  const line = new Line(clues, facts);
  line.take(new Find({ [supposed ? "mines" : "safe"]: [bit] }));
  let end = line.follow(total);
  while (!end && nested) {
    const inner = line.easiestWithin();
    if (!inner) break;
    line.take(inner);
    end = line.follow(total);
  }
  if (!end) return null;
  const chain = [...needed(line.finds.slice(1), end.rests), end];
  return new Refuting(facts, bit, supposed, alike, chain);
}

/** A line of reasoning under a supposition: the current facts, and their finds. */
class Line {
  finds = /** @type {Find[]} */ ([]);
  waiting = /** @type {number[]} */ ([]); // clues to count
  changed = /** @type {Set<number>} */ (new Set()); // clues to compare with their neighbours
  touched = /** @type {Set<number>} */ (new Set());

  /** @param {Clues} clues @param {Facts} given */
  constructor(clues, given) {
    this.clues = clues;
    this.facts = given.slice();
  }

  /** Add a find, and wake the clues around it. @param {Find} find */
  take(find) {
    for (const i of find.mines) this.facts[i] = MINE;
    for (const i of find.safe) this.facts[i] = SAFE;
    this.finds.push(find);
    for (const clue of this.clues.touched(find.gives)) {
      this.changed.add(clue);
      this.touched.add(clue);
      if (!this.waiting.includes(clue)) this.waiting.push(clue);
    }
  }

  /** Find all consequences; return the contradiction, if there is one. @param {boolean} total */
  follow(total) {
    const { clues, facts, waiting } = this;
    for (;;) {
      for (let clue = waiting.shift(); clue !== undefined; clue = waiting.shift()) {
        const find = countClue(clues, clue, facts);
        if (find?.broken) return this.nearestEnd(find);
        if (find) this.take(find);
      }
      const more = this.nextOverlap() ?? (total ? (totalFinds(clues, facts)[0] ?? null) : null);
      if (!more || more.broken) return more;
      this.take(more);
    }
  }

  /** Two clues that clash or say something together, else null. */
  nextOverlap() {
    for (const clue of this.changed) {
      const [found] = comparisons(this.clues, this.facts, clue);
      if (found) return found;
      this.changed.delete(clue);
    }
    return null;
  }

  /** The broken clue that needs the fewest steps. @param {Counting} first */
  nearestEnd(first) {
    const { clues, facts } = this;
    const others = this.waiting.flatMap((clue) => countClue(clues, clue, facts) ?? []);
    const ends = [first, ...others.filter(({ broken }) => broken)];
    const hanging = ends.map((end) => needed(this.finds, end.rests).length);
    return ends[hanging.indexOf(Math.min(...hanging))];
  }

  /** The shortest nested supposition that leads to a contradiction. */
  easiestWithin() {
    const { clues, facts } = this;
    const near = ascending([...this.touched].flatMap((clue) => clues.around.get(clue) ?? []));
    let best = /** @type {Refuting | null} */ (null);
    for (const i of near.filter((each) => !facts[each]))
      for (const supposed of [true, false]) {
        const found = refute(clues, facts, i, supposed);
        if (found && (!best || found.length < best.length)) best = found;
      }
    return best;
  }
}
