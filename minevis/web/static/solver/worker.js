// The solver as a worker: a message is a question, and its answer goes back under the same number.

import { analyze, drawLayout, randomFrom, totalsOf, zeroChances } from "./analysis.js";
import { bestMove, outcomesInTime } from "./best.js";
import { drawBoard } from "./boards.js";
import { proofsOf } from "./prove.js";

/** @type {Questions} */
const QUESTIONS = {
  analyze,
  totals: totalsOf,
  proof: (position, cell) => proofsOf(position).of(cell),
  easiest: (position, near) => proofsOf(position).easiest(near),
  board: drawBoard,
  best: bestMove,
  outcomes: outcomesInTime,
  zeros: (position) => zeroChances(position, analyze(position).chances),
  layout: (position, seed, settled) => drawLayout(position, randomFrom(seed), settled),
};

/** @param {any} scope */
export function listen(scope) {
  scope.onmessage = (/** @type {MessageEvent} */ { data: { number, question, given } }) => {
    try {
      const answer = /** @type {any} */ (QUESTIONS)[question](...given);
      scope.postMessage({ number, answer });
    } catch (/** @type {any} */ error) {
      scope.postMessage({ number, refused: { kind: error.constructor.name, clues: error.clues } });
    }
  };
}
