// Two clues: deductions by bounds on their shared mines. Twin of `minevis/solver/proofs/overlap.py`.

import { Find, MINE, SAFE } from "./clues.js";
import { ascending } from "./steps.js";

/** Two clues whose bounds on the cells they share meet, or clash. */
export class Overlapping extends Find {
  /** @param {number} more @param {number} less @param {Found & { pattern?: string }} found */
  constructor(more, less, found) {
    super(found);
    this.more = more;
    this.less = less;
    this.pattern = found.pattern ?? "";
  }

  /** @param {Clues} clues @param {Facts} facts @returns {Find | null} */
  again(clues, facts) {
    const found = compared(clues, facts, this.more, this.less);
    return found && named(found, clues, facts);
  }

  /** The same find with other cells, or a new name. @param {Found & { pattern?: string }} changes */
  changed(changes) {
    return new Overlapping(this.more, this.less, { ...this, ...changes });
  }

  /** @param {Clues} clues @param {Facts} facts @param {number} depth @returns {Step[]} */
  steps(clues, facts, depth) {
    const { more, less, pattern } = this;
    const [needs, allows] = [clues.state(more, facts), clues.state(less, facts)];
    const inBoth = (/** @type {number} */ i) => allows.free.includes(i);
    const shared = clues.names(needs.free.filter(inBoth));
    const outside = clues.names(needs.free.filter((i) => !inBoth(i)));
    const [moreNumber, lessNumber] = [clues.shown(more), clues.shown(less)];
    const bounds = { more, moreNumber, moreLeft: needs.left, less, lessNumber };
    const both = { ...bounds, lessLeft: allows.left, shared, depth };
    if (this.broken) return [{ step: "clash", ...both, outside }];
    const safe = clues.names(allows.free.filter((i) => !needs.free.includes(i)));
    /** @type {OverlapStep} */
    const step = { step: "overlap", ...both, mines: outside, safe, pattern };
    if (depth) return [step];
    const among = clues.names(needs.free);
    return [{ step: "need", clue: more, number: moreNumber, left: needs.left, among, depth }, step];
  }
}

/** The deduction if `more` needs all the shared mines that `less` allows, or null. @param {Clues} clues @param {Facts} facts @param {number} more @param {number} less */
function compared(clues, facts, more, less) {
  const [needs, allows] = [clues.state(more, facts), clues.state(less, facts)];
  const mines = needs.free.filter((i) => !allows.free.includes(i));
  const least = needs.left - mines.length;
  if (least < allows.left) return null;
  const broken = least > allows.left;
  const safe = allows.free.filter((i) => !needs.free.includes(i));
  if (!broken && !mines.length && !safe.length) return null;
  const [one, other] = [more, less].map((clue) => clues.around.get(clue));
  const rests = ascending([
    ...one.filter((i) => facts[i] === SAFE && !other.includes(i)),
    ...other.filter((i) => facts[i] === MINE && !one.includes(i)),
  ]);
  return new Overlapping(more, less, broken ? { rests, broken } : { mines, safe, rests });
}

/** The deductions of a clue with every clue that shares a cell with it. @param {Clues} clues @param {Facts} facts @param {number} clue */
export function comparisons(clues, facts, clue) {
  return clues.beside
    .get(clue)
    .flatMap((other) =>
      [compared(clues, facts, clue, other), compared(clues, facts, other, clue)].flatMap(
        (found) => found ?? [],
      ),
    );
}

/** How hard two clues are to see together: by distance and number of cells. @param {Overlapping} given @param {Clues} given */
export function easeOf({ more, less }, { around, width }) {
  const down = Math.floor(more / width) - Math.floor(less / width);
  const away = Math.abs(down) + Math.abs((more % width) - (less % width));
  const cells = new Set([more, less].flatMap((clue) => around.get(clue)));
  return [away, cells.size, Math.min(more, less), more, less];
}

/** The find under the players' name for it. @param {Overlapping} find @param {Clues} clues @param {Facts} facts */
export function named(find, clues, facts) {
  const pattern = patternOf(clues, find, facts);
  return pattern ? find.changed({ pattern }) : find;
}

/** @param {Clues} clues @param {Overlapping} given @param {Facts} facts */
function patternOf(clues, { more, less }, facts) {
  const { width, height } = clues;
  const [row, col] = [Math.floor(less / width), less % width];
  const [down, right] = [Math.floor(more / width) - row, (more % width) - col];
  if (Math.abs(down) + Math.abs(right) !== 1 || clues.state(less, facts).left !== 1) return "";
  const { left } = clues.state(more, facts);
  if (left === 1) return "1-1";
  if (left !== 2) return "";
  const inLine = (/** @type {number} */ k) => (row + k * down) * width + col + k * right;
  const leftAt = (/** @type {number} */ k) => {
    const [r, c] = [row + k * down, col + k * right];
    const isInside = r >= 0 && c >= 0 && r < height && c < width;
    return isInside && clues.around.has(inLine(k)) ? clues.state(inLine(k), facts).left : null;
  };
  const isOneSided = (/** @type {number} */ length) => {
    const clue = [...Array(length).keys()].map(inLine);
    const cells = clues.names(clue.flatMap((each) => clues.state(each, facts).free));
    const sides = new Set(
      cells.map((cell) => (Math.floor(cell / width) - row) * right + ((cell % width) - col) * down),
    );
    return sides.size === 1;
  };
  if (leftAt(2) === 1 && isOneSided(3)) return "1-2-1";
  if (leftAt(2) === 2 && leftAt(3) === 1 && isOneSided(4)) return "1-2-2-1";
  return "1-2";
}
