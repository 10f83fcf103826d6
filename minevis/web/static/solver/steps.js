// The steps of a proof: plain objects with the fields of `minevis.solver.proofs.steps`, their cells flat numbers.

// `step` names the kind: count, need, overlap, suppose, broken, clash, mines left, wrong total or cases. A proof is
// `{ cells, mined, steps }`.

const IDEAS = ["given", "count", "overlap", "suppose", "mines left", "cases"]; // from easy to hard
const IDEA_OF = {
  ...{ count: 1, need: 1, overlap: 2, suppose: 3, broken: 3, clash: 3 },
  ...{ "mines left": 4, "wrong total": 4, cases: 5 },
};
const EFFORT_OF = {
  ...{ need: 0, count: 1, overlap: 3, suppose: 4, broken: 1, clash: 3 },
  ...{ "mines left": 4, "wrong total": 3 },
};

/** Whether a step ends a supposition. @param {Step} given @returns {given is End} */
export function isEnd(given) {
  return ["broken", "clash", "wrong total"].includes(given.step);
}

/** The clues used by a step, in board order. @param {Step} step */
export function cluesOfStep(step) {
  if (step.step === "suppose") return [];
  if ("clues" in step) return ascending(step.clues);
  return ascending("more" in step ? [step.more, step.less] : [step.clue]);
}

/** The mines and the safe cells settled by a step. @param {Step} step */
export function settledBy(step) {
  if (step.step === "overlap") return { mines: step.mines, safe: step.safe };
  if (step.step === "count")
    return step.left ? { mines: step.among, safe: [] } : { mines: [], safe: step.among };
  if (step.step !== "mines left" && step.step !== "cases") return { mines: [], safe: [] };
  return step.mined ? { mines: step.cells, safe: [] } : { mines: [], safe: step.cells };
}

/** The cells in which a step looks for mines. @param {Step} step */
export function comparedBy(step) {
  if (step.step === "overlap" || step.step === "clash") return step.shared;
  const isCompared =
    step.step === "need" || step.step === "mines left" || step.step === "wrong total";
  return isCompared ? step.among : [];
}

/** The hardest kind among some steps, as a number: 0 is a given cell, 1 counting, 5 cases. @param {Step[]} steps */
export function kindOfSteps(steps) {
  return Math.max(0, ...steps.map(({ step }) => IDEA_OF[step]));
}

/** The name of that kind. @param {Step[]} steps */
export function ideaOf(steps) {
  return IDEAS[kindOfSteps(steps)];
}

/** How hard steps are to find. A step under n suppositions counts n times. @param {Step[]} steps */
export function difficultyOf(steps) {
  const hard = (/** @type {Step} */ step) =>
    step.step === "cases" ? 4 + 2 * step.count : EFFORT_OF[step.step] * Math.max(step.depth, 1);
  return steps.reduce((sum, each) => sum + hard(each), 0);
}

/** The order of proofs of one kind: steps, their difficulty, clues, their distance from `cell`. @param {Step[]} steps @param {number} cell */
export function effortOf(steps, cell, width = 1) {
  const clues = ascending(steps.flatMap(cluesOfStep));
  const far = clues.reduce((sum, clue) => sum + apart(clue, cell, width), 0);
  const number = steps.filter(({ step }) => step !== "need").length;
  return [number, difficultyOf(steps), clues.length, far];
}

/** The distance of two cells in king's moves. @param {number} one @param {number} other */
export function apart(one, other, width = 1) {
  const down = Math.floor(one / width) - Math.floor(other / width);
  return Math.max(Math.abs(down), Math.abs((one % width) - (other % width)));
}

/** Sorted numbers without duplicates. @param {Iterable<number>} numbers */
export function ascending(numbers) {
  return [...new Set(numbers)].sort((a, b) => a - b);
}

/** Whether the list of numbers `a` goes before `b`. @param {(number | boolean)[]} a @param {(number | boolean)[]} b */
export function goesBefore(a, b) {
  const at = a.findIndex((each, i) => Number(each) !== Number(b[i]));
  return at >= 0 && Number(a[at]) < Number(b[at]);
}

/**
 * The first of `items` by its list of numbers; null without any.
 * @template T @param {T[]} items @param {(item: T) => (number | boolean)[]} keyOf
 */
export function firstBy(items, keyOf) {
  let best = /** @type {T | null} */ (null);
  let least = /** @type {(number | boolean)[]} */ ([]);
  for (const item of items) {
    const key = keyOf(item);
    if (best === null || goesBefore(key, least)) [best, least] = [item, key];
  }
  return best;
}
