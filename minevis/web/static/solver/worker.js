// The solver as a worker: a message is a question, and its answer goes back under the same number.

import { drawLayout, riskOf } from "./analysis.js";
import { outcomesInTime, winOf } from "./best.js";
import { drawBoard } from "./boards.js";
import { proofsOf } from "./prove.js";
import { randomFrom } from "./random.js";
import { analyzed, reportOf } from "./report.js";

/** @type {Questions} */
const QUESTIONS = {
  analyze: analyzed,
  report: reportOf,
  proof: (position, cell) => proofsOf(position).of(cell),
  proofs: (position, cells) => cells.map((cell) => proofsOf(position).of(cell)),
  easiest: (position, near) => proofsOf(position).easiest(near),
  board: drawBoard,
  outcomes: outcomesInTime,
  risk: riskOf,
  win: winOf,
  layout: (position, seed, settled) => drawLayout(position, randomFrom(seed), settled),
};

/** @param {{ onmessage: unknown, postMessage(message: object): void }} scope */
export function listen(scope) {
  scope.onmessage = (/** @type {MessageEvent} */ { data: { number, question, given } }) => {
    try {
      const tell = (/** @type {any} */ part) => scope.postMessage({ number, part });
      const more = question === "report" ? [tell] : [];
      const answer = /** @type {any} */ (QUESTIONS)[question](...given, ...more);
      scope.postMessage({ number, answer });
    } catch (/** @type {any} */ error) {
      scope.postMessage({ number, refused: { kind: error.constructor.name, clues: error.clues } });
    }
  };
}
