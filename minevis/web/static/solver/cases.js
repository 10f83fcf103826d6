// The last resort of a proof: all the ways to fill the cells around a few clues. Twin of `minevis/solver/proofs/cases.py`.

import { Find, MINE, countOf } from "./clues.js";
import { componentOf } from "./knowledge.js";
import { isPossible, shrunk } from "./proof.js";
import { ascending } from "./steps.js";

const MOST_WAYS = 24; // listed by a step; beyond that it only counts them
const COUNTED = 100_000; // ways to count at most

/** Cells with the same result in all ways to fill the cells around the clues `named`. */
export class Listing extends Find {
  /** @param {Found & { named: number[], total: boolean, inside: number[], mined: boolean }} found */
  constructor(found) {
    super(found);
    this.named = found.named;
    this.total = found.total;
    this.inside = found.inside; // settled cells next to no clue
    this.mined = found.mined;
  }

  get settlesInterior() {
    return this.inside.length > 0;
  }

  /** @param {Clues} _clues @param {Facts} facts */
  again(_clues, facts) {
    const unknown = (/** @type {number} */ i) => !facts[i];
    const isKnown = this.gives.length && !this.gives.some(unknown);
    if (this.rests.some(unknown) || isKnown) return null;
    const [mines, safe] = [this.mines.filter(unknown), this.safe.filter(unknown)];
    return new Listing({ ...this, mines, safe });
  }

  /** @param {Clues} clues @param {Facts} facts @param {number} depth @returns {Step[]} */
  steps(clues, facts, depth) {
    const { named, total, mined, inside } = this;
    const states = /** @type {Needs} */ (new Map());
    for (const clue of named) {
      const { left: need, free } = clues.state(clue, facts);
      states.set(clue, { need, cells: clues.names(free) });
    }
    const component = componentOf(named, states);
    const held = component.boxes.flat().length;
    const left = clues.minesLeft - countOf(facts, MINE);
    const unknown = countOf(facts, 0);
    const others = unknown - held + clues.interior.length;
    const fits = (/** @type {number} */ mines) =>
      !total || (left - others <= mines && mines <= left);
    const ways = /** @type {number[][]} */ ([]);
    let count = 0;
    for (const way of waysOf(component, fits)) {
      if (count < MOST_WAYS) ways.push(way);
      count += 1;
      if (count === MOST_WAYS + COUNTED) break;
    }
    const cells = [...clues.names(this.gives), ...inside];
    const { boxes } = component;
    const given = { clues: named, boxes, ways, count, left: total ? left : null };
    return [{ step: "cases", ...given, cells, mined, depth }];
  }
}

/** The fewest clues that prove the cells `bits`, or `inside`, next to no clue. @param {Clues} clues @param {Budget} budget @param {Facts} facts @param {number[]} bits @param {number[]} inside @param {boolean} mined */
export function listedCases(clues, budget, facts, bits, inside, mined) {
  const [flat] = bits.length ? clues.names(bits) : inside;
  const supposed = clues.asKnown(facts).set(flat, !mined);
  const provesBy = (/** @type {boolean} */ withTotal) => (/** @type {number[]} */ some) =>
    !isPossible(clues.knowledge, some, { supposed, withTotal, budget });
  let named = nearClues(clues, bits[0], provesBy(false));
  const total = named === null;
  if (named === null) {
    const live = [...clues.around.keys()].filter((clue) => clues.state(clue, facts).free.length);
    named = shrunk(live, provesBy(true));
  }
  const near = new Set(named.flatMap((clue) => clues.around.get(clue) ?? []));
  const rests = [...facts.keys()].filter((i) => facts[i] && (total || near.has(i)));
  const gives = { [mined ? "mines" : "safe"]: bits };
  return new Listing({ ...gives, rests, named, total, inside, mined });
}

/** The clues around a cell, then theirs, ring by ring, until they prove it; the fewest. Otherwise null. @param {Clues} clues @param {number | undefined} bit @param {(some: number[]) => boolean} proves */
function nearClues(clues, bit, proves) {
  let named = bit === undefined ? /** @type {number[]} */ ([]) : clues.seenBy[bit];
  while (!proves(named)) {
    const near = ascending(named.flatMap((clue) => clues.beside.get(clue) ?? []));
    const wider = near.filter((clue) => !named.includes(clue));
    if (!wider.length) return null;
    named = [...named, ...wider];
  }
  return shrunk(named, proves);
}

/** Mines per box, for all ways that satisfy every clue and have a sum that `fits`. @param {Component} given @param {(mines: number) => boolean} fits */
export function* waysOf({ boxes, links, needs }, fits) {
  const room = needs.map(() => 0);
  links.forEach((seen, box) => {
    for (const clue of seen) room[clue] += boxes[box].length;
  });
  const stack = [{ chosen: /** @type {number[]} */ ([]), need: needs, left: room }];
  for (let top = stack.pop(); top; top = stack.pop()) {
    const { chosen, need, left } = top;
    const at = chosen.length;
    if (at === boxes.length) {
      if (fits(chosen.reduce((sum, mines) => sum + mines, 0))) yield chosen;
      continue;
    }
    for (let mines = 0; mines <= boxes[at].length; mines += 1) {
      const [after, space] = [need.slice(), left.slice()];
      for (const clue of links[at]) {
        after[clue] -= mines;
        space[clue] -= boxes[at].length;
      }
      const isOpen = (/** @type {number} */ clue) => after[clue] >= 0 && after[clue] <= space[clue];
      if (links[at].every(isOpen))
        stack.push({ chosen: [...chosen, mines], need: after, left: space });
    }
  }
}
