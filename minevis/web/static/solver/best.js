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
const MOST_MOVES = 5; // moves
const NEARLY = 0.05; // the additional risk a cell may have

/**
 * The best moves of an analysed position, the best one first: `{ cell, reason, risk, win, progress }`. The reason is
 * "safe"; "win" (`win` is the chance of perfect play, exact); "risk"; or "progress", the chance that a safe cell
 * follows. None if all covered cells are mines.
 * @param {Position} position @param {Analysis} [found] @returns {Move[]}
 */
export function bestMoves(position, found = analyze(position), near = -1) {
  const { safe, mined, chances, layouts, safest } = found;
  if (safe.length) {
    const easiest = proofsOf(position).easiest(near).slice(0, MOST_MOVES);
    return easiest.map((cell) => ({ cell, reason: "safe", risk: 0 }));
  }
  if (!safest.length || mined.includes(safest[0])) return [];
  const played = position.mines === null || layouts > FEW_LAYOUTS ? null : playedOut(position);
  if (played) return played.map((each) => ({ ...each, reason: "win", risk: chances[each.cell] }));
  const least = chances[safest[0]];
  const leastRisk = /** @type {Move} */ ({ cell: safest[0], reason: "risk", risk: least });
  if (position.view.length > LARGE) return [leastRisk];
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
    const progress = sum(({ safe: follows }) => Number(follows > 0));
    const survives = (1 - chances[cell]) * sum(({ risk }) => 1 - risk);
    const reason = /** @type {Move["reason"]} */ (progress > 0 ? "progress" : "risk");
    return [{ cell, reason, risk: chances[cell], progress, survives }];
  });
  if (!options.length) return [leastRisk];
  return options
    .sort((a, b) =>
      same(a.survives, b.survives) ? b.progress - a.progress : b.survives - a.survives,
    )
    .slice(0, MOST_MOVES);
}

/** The chance to win by perfect play; null if there are too many layouts to count it. @param {Position} position */
export function winOf(position) {
  if (position.mines === null || analyze(position).layouts > FEW_LAYOUTS) return null;
  return playedOut(position)?.[0].win ?? null;
}

/** Whether two chances are equal but for rounding. @param {number} a @param {number} b */
function same(a, b) {
  return Math.abs(a - b) < 1e-12;
}

/** What `compute()` returns, or `instead` if that has too many cases. @template T @param {() => T} compute @param {T} instead */
export function inTime(compute, instead) {
  try {
    return compute();
  } catch (error) {
    if (error instanceof TooManyCases || error instanceof Unending) return instead;
    throw error;
  }
}

/** The outcomes of a cell, or null if one of them has too many cases. @param {Position} position @param {number} cell @param {Budget} [budget] */
export function outcomesInTime(position, cell, budget) {
  return inTime(() => outcomesOf(position, cell, budget), null);
}

/** The moves with most wins by perfect play, and their chances, best first; null if that takes too long. Of equal ones the less risky is first. @param {Position} position */
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
  const others = (/** @type {number[]} */ set, /** @type {number} */ first) => {
    const options = shows
      .map((numbers, at) => ({ at, parts: partsOf(set, numbers) }))
      .map((each) => ({ ...each, bound: each.parts.flat().length }))
      .filter(({ at, bound }) => at !== first && bound > 0)
      .sort((a, b) => b.bound - a.bound);
    const rated = /** @type {{ cell: number, win: number }[]} */ ([]);
    for (const { at, parts, bound } of options) {
      if (bound / set.length <= (rated[MOST_MOVES - 2]?.win ?? -1)) break;
      const wins = parts.reduce((sum, part) => sum + winsOf(part), 0);
      rated.push({ cell: cells[at], win: wins / set.length });
      rated.sort((a, b) => b.win - a.win);
    }
    return rated.slice(0, MOST_MOVES - 1);
  };
  return inTime(() => {
    const all = [...layouts.keys()];
    if (all.length === 1)
      return [{ cell: cells[shows.findIndex(([number]) => number >= 0)], win: 1 }];
    const { at, wins } = evaluate(all);
    const best = { cell: cells[at], win: wins / all.length };
    return [best, ...inTime(() => others(all, at), [])];
  }, null);
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
