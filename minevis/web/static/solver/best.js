// The cell to open: safe, or with most wins in the last layouts, or with the least risk and the best progress.

import { analyze, outcomesOf, surveyOf } from "./analysis.js";
import { waysOf } from "./cases.js";
import { Budget, TooManyCases } from "./counting.js";
import { neighbours } from "./knowledge.js";
import { proofsOf } from "./prove.js";

const FEW_LAYOUTS = 300; // are played out to their ends
const MOST_EVALUATED = 30_000; // sets of layouts in doing so
const MOST_DRAFTS = 50_000; // parts of layouts on the way to them
const WEIGHED = 8; // cells with nearly the least risk to compare
const LARGE = 1000; // cells; on larger boards only the least risk counts
const NEARLY = 0.05; // the additional risk a cell may have

/**
 * The best move: `{ cell, reason, risk, win, progress }`. The reason is "safe"; "win" (`win` is the chance of perfect
 * play, exact); "risk"; or "progress", the chance that a safe cell follows. Null if all covered cells are mines.
 * @param {Position} position @returns {Move | null}
 */
export function bestMove(position, near = -1) {
  const { safe, mined, chances, layouts, safest } = analyze(position);
  if (safe.length) return { cell: proofsOf(position).easiest(near)[0], reason: "safe", risk: 0 };
  if (!safest.length || mined.includes(safest[0])) return null;
  const played = position.mines === null || layouts > FEW_LAYOUTS ? null : playedOut(position);
  if (played) return { ...played, reason: "win", risk: chances[played.cell] };
  const least = chances[safest[0]];
  if (position.view.length > LARGE) return { cell: safest[0], reason: "risk", risk: least };
  const isTouched = (/** @type {number} */ cell) =>
    neighbours(cell, position.height, position.width).some((each) =>
      /\d/.test(position.view[each]),
    );
  const covered = [...position.view.keys()].filter((cell) => chances[cell] <= least + NEARLY);
  const rank = (/** @type {number} */ cell) => chances[cell] - (isTouched(cell) ? NEARLY : 0);
  const weighed = covered.sort((a, b) => rank(a) - rank(b)).slice(0, WEIGHED);
  const budget = new Budget();
  const options = weighed.flatMap((cell) => {
    const outcomes = outcomesInTime(position, cell, budget);
    if (!outcomes) return [];
    const sum = (/** @type {(outcome: Outcome) => number} */ of) =>
      outcomes.reduce((all, each) => all + each.chance * of(each), 0);
    const progress = sum(({ safe: found }) => Number(found > 0));
    const survives = (1 - chances[cell]) * sum(({ risk }) => 1 - risk);
    return [{ cell, risk: chances[cell], progress, survives }];
  });
  if (!options.length) return { cell: safest[0], reason: "risk", risk: least };
  const best = options.reduce((a, b) => (b.survives > a.survives ? b : a));
  return { ...best, reason: best.progress > 0 ? "progress" : "risk" };
}

/** The outcomes of a cell, or null if one of them has too many cases. @param {Position} position @param {number} cell @param {Budget} [budget] */
export function outcomesInTime(position, cell, budget) {
  try {
    return outcomesOf(position, cell, budget);
  } catch (error) {
    if (error instanceof TooManyCases) return null;
    throw error;
  }
}

/** The move with most wins by perfect play, and its chance; null if that takes too long. @param {Position} position */
export function playedOut(position) {
  const layouts = layoutsOf(position);
  if (!layouts) return null;
  const { view, height, width } = position;
  const cells = [...view.keys()].filter((cell) => view[cell] === "#");
  const shows = cells.map((cell) => {
    const around = neighbours(cell, height, width);
    return layouts.map((mines) =>
      mines.has(cell) ? -1 : around.filter((each) => mines.has(each)).length,
    );
  });
  const known = /** @type {Table<string, number>} */ (new Map());
  const winsOf = (/** @type {number[]} */ set) => {
    if (set.length < 2) return set.length;
    const key = set.join();
    if (!known.has(key)) known.set(key, evaluate(set).wins);
    return known.get(key);
  };
  const partsOf = (/** @type {number[]} */ set, /** @type {number[]} */ numbers) => {
    const parts = new Map();
    for (const i of set)
      if (numbers[i] >= 0) parts.set(numbers[i], [...(parts.get(numbers[i]) ?? []), i]);
    return [...parts.values()];
  };
  const evaluate = (/** @type {number[]} */ set) => {
    if (known.size > MOST_EVALUATED) throw new Unending();
    const options = shows
      .map((numbers, at) => ({ at, parts: partsOf(set, numbers) }))
      .map((each) => ({ ...each, bound: each.parts.flat().length }))
      .filter(({ parts, bound }) => parts.length > 1 || (bound < set.length && bound > 0))
      .sort((a, b) => b.bound - a.bound);
    const best = { at: options[0]?.at ?? 0, wins: 0 };
    for (const { at, parts, bound } of options) {
      if (bound <= best.wins) break;
      const wins = parts.reduce((sum, part) => sum + winsOf(part), 0);
      if (wins > best.wins) Object.assign(best, { at, wins });
      if (bound === set.length) break; // it is free
    }
    return best;
  };
  try {
    const all = [...layouts.keys()];
    if (all.length === 1)
      return { cell: cells[shows.findIndex(([number]) => number >= 0)], win: 1 };
    const { at, wins } = evaluate(all);
    return { cell: cells[at], win: wins / all.length };
  } catch (error) {
    if (error instanceof Unending) return null;
    throw error;
  }
}

class Unending extends Error {}

/** All layouts as sets of mines; null if there are too many on the way. @param {Position} position */
export function layoutsOf(position) {
  const { known, parts, interior, ...survey } = surveyOf(position);
  const left = Number(survey.left);
  let drafts = /** @type {number[][]} */ ([[]]);
  const grow = (/** @type {number[][]} */ options) => {
    drafts = drafts.flatMap((mines) => options.map((more) => [...mines, ...more]));
    drafts = drafts.filter(({ length }) => length <= left);
    return drafts.length <= MOST_DRAFTS;
  };
  for (const part of parts) {
    const ways = [...waysOf(part, () => true)];
    const filled = ways.flatMap((way) =>
      way.reduce(
        (sets, mines, box) =>
          sets.flatMap((set) => choices(part.boxes[box], mines).map((more) => [...set, ...more])),
        /** @type {number[][]} */ ([[]]),
      ),
    );
    if (!grow(filled)) return null;
  }
  const base = [...known.keys()].filter((cell) => known[cell]);
  return drafts.flatMap((mines) =>
    left - mines.length > interior.length
      ? []
      : choices(interior, left - mines.length).map((more) => new Set([...base, ...mines, ...more])),
  );
}

/** All ways to choose some of `cells`. @param {number[]} cells @param {number} count @returns {number[][]} */
function choices(cells, count) {
  if (!count) return [[]];
  if (count > cells.length) return [];
  const [first, ...rest] = cells;
  return [...choices(rest, count - 1).map((each) => [first, ...each]), ...choices(rest, count)];
}
