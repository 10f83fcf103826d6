// Names the cells of a board by what the network says in all its looks; the rules of the game and the ground of cells may veto.

import { neighbours } from "../solver/knowledge.js";
import { medianOf } from "./extent.js";
import { COVERED, FLAG, MINE, NAMES, QUESTION, SIZE } from "./network.js";

const SURE = 0.97; // least chance of a cell that is not doubtful, in every look
const NO_GROUND = 3; // levels by which covered cells must differ from the ground of clues
const NEARER = 0.5; // how much nearer to that ground zeros must be
const CLEAR_GROUND = 10; // levels from which on the ground settles whether a blank cell is opened
const CLEARLY = 0.25; // share of them by which such a cell differs from its ground
const [MISPLACED, NEUTRAL, RIGHT] = [-1, 0, 1];
const ALIKE = 3; // levels by which covered cells that look alike differ
const NOISE = 3; // times that difference between next neighbours
const INNER = 11; // blocks of pixels of a cell, across and down

/** Return the marks of cells, and which of them are doubtful. A cell is `whole` if all its neighbours are in the picture; other clues may count mines outside. @param {Float32Array[]} looks chances of names, for each cell @param {Float32Array} window @param {number} rows @param {number} columns @param {boolean[]} whole */
export function namesOf(looks, window, rows, columns, whole) {
  const cells = [...Array(rows * columns).keys()];
  const near = cells.map((cell) => neighbours(cell, rows, columns));
  const told = cells.map((cell) => looks.map((chances) => knownOf(chances, cell)));
  const names = told.map((chances) => {
    const sums = chances[0].map((_, name) => chances.reduce((sum, look) => sum + look[name], 0));
    return sums.indexOf(Math.max(...sums));
  });
  const wrongOf = (/** @type {number[]} */ given) =>
    cells.map((cell) => isWrong(given, cell, near[cell], whole[cell]));
  const wrong = wrongOf(names);
  const missed = wrong.filter(Boolean).length;
  const mayBeFlags = new Set(
    kindsOf(names, window, columns).flatMap((kind) => {
      const tried = names.map((name, cell) => (kind.includes(cell) ? FLAG : name));
      return wrongOf(tried).filter(Boolean).length > missed ? [] : kind;
    }),
  );
  const grounds = groundsOf(names, window, columns);
  const doubtful = cells.map((cell) => {
    const isSure = told[cell].every((chances) => {
      const isBlank = grounds[cell] === RIGHT;
      return (isBlank ? chances[0] + chances[COVERED] : chances[names[cell]]) > SURE;
    });
    const isNearWrong = [cell, ...near[cell]].some((other) => wrong[other]);
    return !isSure || isNearWrong || mayBeFlags.has(cell) || grounds[cell] === MISPLACED;
  });
  const view = names.map((name) => (name < COVERED ? String(name) : "#F*"[name - COVERED]));
  return { view, doubtful, wrong };
}

/** Whether a clue does not fit its neighbours. @param {number[]} names @param {number} cell @param {number[]} near @param {boolean} isWhole */
function isWrong(names, cell, near, isWhole) {
  const name = names[cell];
  if (name >= COVERED) return false;
  const mines = near.filter((other) => names[other] >= FLAG).length;
  const covered = near.filter((other) => names[other] === COVERED).length;
  return mines > name || (isWhole && mines + covered < name) || (name === 0 && covered > 0); // a zero opens its neighbours
}

/** Return covered cells that look alike, if there are several looks: some may be flags. @param {number[]} names @param {Float32Array} window @param {number} columns */
function kindsOf(names, window, columns) {
  const covered = [...names.keys()].filter((cell) => names[cell] === COVERED);
  const prints = covered.map((cell) => blocksOf(window, cell, columns, () => true));
  const apart = prints.map((one) => prints.map((other) => difference(one, other)));
  const nearest = apart.map((row, i) => Math.min(...row.filter((_, j) => i !== j)));
  const limit = Math.max(ALIKE, NOISE * medianOf(nearest));
  const left = new Set(covered.keys());
  const kinds = [];
  for (const first of left) {
    const kind = [first]; // a chain of cells that look alike
    left.delete(first);
    for (const one of kind)
      for (const other of left)
        if (apart[one][other] < limit && left.delete(other)) kind.push(other);
    kinds.push(kind.map((i) => covered[i]));
  }
  return kinds.length > 1 ? kinds : [];
}

/** Return the chances of the names that a cell can have; a question mark is on a covered cell. @param {Float32Array} chances @param {number} cell */
function knownOf(chances, cell) {
  const known = [...chances.subarray(cell * NAMES, cell * NAMES + MINE + 1)];
  known[COVERED] += chances[cell * NAMES + QUESTION];
  return known;
}

/** Return what the ground of each blank cell says of its name: opened cells have that of clues. All are misplaced if grounds do not tell them apart. @param {number[]} names @param {Float32Array} window @param {number} columns */
function groundsOf(names, window, columns) {
  const isRim = (/** @type {number[]} */ ...place) =>
    place.includes(0) || place.includes(INNER - 1); // where no print is
  const rims = names.map((_, cell) => blocksOf(window, cell, columns, isRim));
  const of = (/** @type {(name: number) => boolean} */ is) =>
    [...names.keys()].filter((cell) => is(names[cell]));
  const clues = of((name) => name > 0 && name < COVERED);
  const apart = rims.map((rim) => Math.min(...clues.map((clue) => difference(rim, rims[clue]))));
  const [zeros, covered] = [0, COVERED].map((blank) => of((name) => name === blank));
  const [close, far] = [zeros, covered].map((some) => medianOf(some.map((cell) => apart[cell])));
  const isTold = !covered.length || far > NO_GROUND;
  const isTinted = close > NEARER * far; // clues have grounds of their own
  const isClear = far > CLEAR_GROUND;
  const limit = zeros.length ? (close + far) / 2 : far / 2;
  return names.map((name, cell) => {
    if ((name !== 0 && name !== COVERED) || (isTold && isTinted)) return NEUTRAL;
    if (!isTold || (name ? apart[cell] < limit : apart[cell] > limit)) return MISPLACED;
    const isRight = name ? apart[cell] > (1 - CLEARLY) * far : apart[cell] < CLEARLY * far;
    return isClear && isRight ? RIGHT : NEUTRAL;
  });
}

/** Return the means of blocks of pixels of a cell that are asked for. @param {Float32Array} window @param {number} cell @param {number} columns @param {(row: number, column: number) => boolean} isAsked */
function blocksOf(window, cell, columns, isAsked) {
  const [wide, row, column] = [columns * SIZE * 3, Math.floor(cell / columns), cell % columns];
  const blocks = [];
  for (let down = 0; down < INNER; down += 1)
    for (let right = 0; right < INNER; right += 1) {
      if (!isAsked(down, right)) continue;
      const at = (row * SIZE + 2 * down + 1) * wide + (column * SIZE + 2 * right + 1) * 3;
      for (let i = at; i < at + 3; i += 1)
        blocks.push((window[i] + window[i + 3] + window[i + wide] + window[i + wide + 3]) / 4);
    }
  return blocks;
}

/** @param {number[]} one @param {number[]} other */
function difference(one, other) {
  let sum = 0;
  for (let i = 0; i < one.length; i += 1) sum += Math.abs(one[i] - other[i]);
  return sum / one.length;
}
