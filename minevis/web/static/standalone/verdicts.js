// What a move of a game meant: how sure it was, what it missed, and the sentence about it.

import { nameOf, placeOf } from "../shared/grid.js";
import { percent } from "../shared/words.js";

const MOST_MISSED = 3; // safe cells that were missed
const TOLERATED = 0.05; // more risk than the least is a mistake, as for the best move
/** The sentences about a risk: a necessary one, one that was not counted, a needless one, and none. @type {Record<string, string[]>} */
const SENTENCES = {
  open: [
    "standalone risked",
    "standalone risked unknown",
    "standalone needless",
    "standalone sure",
  ],
  chord: [
    ...["standalone chord", "standalone chord unknown"],
    ...["standalone chord needless", "standalone chord sure"],
  ],
  lost: ["standalone lost", "standalone lost unknown", "standalone lost for nothing", ""],
};
const FIRST_CLICK = { chance: 0, least: 0, safe: [], first: true };
const NOT_COUNTED = { chance: NaN, least: NaN, safe: [], first: false };

/** Promise the verdict on a move that opens `cells` from a position without flags. It is `first` if it was protected; without an analysis, `found`, it took too long. @param {Position} position @param {number} clicked @param {number[]} cells @param {{ found: Analysis | null, first: boolean, solver: import("../solver/solver.js").Solver }} given @returns {Promise<Verdict>} */
export async function verdictOf(position, clicked, cells, { found, first, solver }) {
  if (first) return FIRST_CLICK;
  if (!found) return NOT_COUNTED;
  const { chances, safest } = found;
  const risky = cells.filter((cell) => chances[cell] > 0);
  const highest = Math.max(0, ...risky.map((cell) => chances[cell]));
  const isOne = risky.length < 2 || highest === 1;
  const chance = isOne ? highest : await solver.ask("risk", [position, risky]);
  const apart = (/** @type {number} */ cell) => {
    const [[row, col], [other, across]] = [cell, clicked].map((each) =>
      placeOf(each, position.width),
    );
    return Math.hypot(row - other, col - across);
  };
  const safe = chance ? found.safe.slice().sort((a, b) => apart(a) - apart(b)) : [];
  return {
    chance,
    least: chances[safest[0]] ?? NaN,
    safe: safe.slice(0, MOST_MISSED),
    first: false,
  };
}

/** Promise the verdict on a move of a game, which is found once. @param {Game} game @param {number} index @param {import("../solver/solver.js").Solver} solver @returns {Promise<Verdict>} */
export async function verdictAt(game, index, solver) {
  const [kind, cell] = game.moves[index];
  const before = game.positionAt(index);
  const position = { ...before, view: before.view.map((mark) => (mark === "F" ? "#" : mark)) };
  const first = !/[\d*]/.test(position.view.join("")) && game.protect !== "none" && !game.start;
  const found = first ? null : await solver.ask("analyze", [position]).catch(() => null);
  const cells = kind === "chord" ? game.chordOf(cell, before) : [cell];
  return verdictOf(position, cell, cells, { found, first, solver });
}

/** What was wrong with a move: a safe cell was missed, a mine certain, or another cell clearly less risky; otherwise "". @param {Verdict} given @param {Say} say @param {number} width */
export function mistakeIn({ chance, safe, least }, say, width) {
  if (chance > 0 && safe.length) return say("standalone missed", { cell: nameOf(safe[0], width) });
  if (chance === 1) return say("standalone certain mine");
  if (chance > least + TOLERATED) return say("standalone riskier", { chance: percent(say, least) });
  return "";
}

/** The sentence about a move, or about a lost one, whose mine is `exploded`. @param {GameMove} move @param {Verdict} verdict @param {Say} say @param {number} width @param {number} [exploded] */
export function sentenceOn([kind, clicked], verdict, say, width, exploded = -1) {
  const { chance, safe, first } = verdict;
  const cell = nameOf(exploded < 0 ? clicked : exploded, width);
  const values = { cell, chance: percent(say, chance), safe: nameOf(safe[0] ?? 0, width) };
  const [missed, unknown, needless, sure] = SENTENCES[exploded >= 0 ? "lost" : kind];
  if (first) return say("standalone first", values);
  if (Number.isNaN(chance)) return say(unknown, values);
  if (chance === 0) return say(sure, values);
  return say(safe.length ? needless : missed, values);
}
