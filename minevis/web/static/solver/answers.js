// A proof as answers for a board: all of it, then every step with marks, lines, suppositions and cards.

import { TIE } from "../shared/overlay_lines.js";
import { askedAbout, byPlace, inWords, statements, summary } from "./sentences.js";
import { apart, ascending, cluesOfStep, comparedBy, ideaOf, isEnd, settledBy } from "./steps.js";

const FEW_COUNTS = 4; // steps of counting in a row: more of them on the way are one step
const FAR_LINE = 2; // cells: a longer line would cross half the board
const MOST_CARDS = 12; // of more ways the first are shown
const NEAR_CARDS = 2; // cells: proven cells so near to differing ones are on the cards too
const LARGEST_BOX = 8; // cells: a tile shows no larger one

/**
 * The answers about a proven `cell` on a board `width` cells wide: the whole proof, then its steps if it has more than
 * one. `marks` are their numbers by name, `supposed` is the first picture of suppositions. A `whole` proof marks all its cells.
 * @param {Proof} given @param {number} cell @param {Omit<Look, "called"> & Partial<Look>} asked @returns {Answer[]}
 */
export function proofAnswers(given, cell, asked) {
  const look = { called: byPlace(asked.say, asked.width), ...asked };
  const { say, width, marks, called } = look;
  const proof = askedAbout(given, cell);
  const { mined, steps } = proof;
  const cells = look.whole ? ascending(proof.cells) : [cell];
  const parts = inParts(steps);
  const single = parts.flatMap((part) => (part.length === 1 ? part : []));
  const clues = ascending(single.flatMap(cluesOfStep));
  const further = steps.length > 1 ? stepAnswers(proof, parts, look) : [];
  const last = steps[steps.length - 1];
  const text = summary(proof, called);
  const more = inWords(say, further.length);
  const whole = {
    badge: say(`badge proved by ${ideaOf(steps)}`),
    role: mined ? "mine" : "safe",
    text: further.length ? say("proof again", { text, count: more }) : text,
    marks: [
      ...comparedBy(last).map((each) => [each, marks.smaller]),
      ...clues.map((clue) => [clue, marks.clue]),
      ...cells.map((each) => [each, mined ? marks.mined : marks.safe]),
    ],
    links: chained(clues, cells, width),
    cards: further.length ? null : cardsOf(last, look),
  };
  return [whole, ...further];
}

/** The steps, one by one, but many steps of counting together. @param {Step[]} steps */
function inParts(steps) {
  const isCount = (/** @type {Step} */ step) => step.step === "count" && !step.depth;
  const isCounting = ideaOf(steps) === "count";
  const runs = /** @type {Step[][]} */ ([]);
  for (const step of steps) {
    const run = runs[runs.length - 1];
    if (run && isCount(step) && isCount(run[0])) run.push(step);
    else runs.push([step]);
  }
  const isOne = (/** @type {Step[]} */ run) => run.length > FEW_COUNTS && !isCounting;
  return runs.flatMap((run) => (isOne(run) ? [run] : run.map((step) => [step])));
}

/** @param {Proof} proof @param {Step[][]} parts @param {Look} look */
function stepAnswers(proof, parts, look) {
  const { say, called } = look;
  const sentences = statements(proof, called);
  const known = new Known(look);
  const answers = parts.map((part) => {
    const [text] = sentences.splice(0, part.length);
    return part.length === 1
      ? stepAnswer(known, part[0], text, look)
      : countedAnswer(known, part, look);
  });
  return answers.map((answer, number) => ({
    ...answer,
    text: say("proof number", { number: number + 1, count: answers.length, text: answer.text }),
  }));
}

/** @param {Known} known @param {Step} step @param {string} text @param {Look} look */
function stepAnswer(known, step, text, look) {
  const { marks, pictures } = known.shown(step);
  const role = step.step === "suppose" ? "guess" : isEnd(step) ? "mine" : "deduction";
  const { mines, safe } = settledBy(step);
  const near = [...comparedBy(step), ...mines, ...safe];
  const links = cluesOfStep(step).flatMap((clue) =>
    near.filter((cell) => apart(clue, cell, look.width) === 1).flatMap((cell) => [clue, cell]),
  );
  return {
    badge: look.say("badge reasoned"),
    role,
    text,
    marks: [...marks],
    links: step.depth ? [] : links, // its cells are discs: no line should end in the middle of one
    pictures: [...pictures],
    cards: cardsOf(step, look),
  };
}

/** What is found by counting on the way, in one answer. @param {Known} known @param {Step[]} steps @param {Look} given */
function countedAnswer(known, steps, { say }) {
  const settled = steps.map(settledBy);
  const [mines, safe] = [
    settled.flatMap((each) => each.mines).length,
    settled.flatMap((each) => each.safe).length,
  ];
  const what = mines && safe ? "both" : mines ? "mines" : "safe";
  const values = { mines: inWords(say, mines), safe: inWords(say, safe) };
  const text = say(`proof counted ${what}`, values);
  const marks = [...known.counted(steps)];
  return { badge: say("badge reasoned"), role: "deduction", text, marks, links: [] };
}

/** The finds and suppositions up to here, by depth: cells and whether they are mines. */
class Known {
  /** @param {Look} given */
  constructor({ marks, supposed }) {
    this.numbers = marks;
    this.supposedFirst = supposed;
    this.levels = [/** @type {Settled} */ (new Map())];
    this.standing = /** @type {SupposeStep[]} */ ([]);
  }

  /** The marks and pictures by cell while a step is said, which is taken up then. @param {Step} step */
  shown(step) {
    const { numbers } = this;
    const marks = this.found();
    for (const cell of comparedBy(step)) marks.set(cell, numbers.smaller);
    const isBroken = step.step === "broken" || step.step === "clash";
    for (const clue of cluesOfStep(step)) marks.set(clue, numbers[isBroken ? "violated" : "clue"]);
    const pictures = this.discs(new Map(this.levels.slice(1).flatMap((level) => [...level])));
    const found = this.take(step);
    if (this.levels.length > 1) {
      // under a supposition, finds are conditional
      const alike = step.step === "suppose" ? step.alike : [];
      for (const cell of [...found.keys(), ...alike]) marks.set(cell, numbers.trying);
      for (const [cell, picture] of this.discs(found)) pictures.set(cell, picture);
      return { marks, pictures };
    }
    this.mark(marks, found);
    for (const cell of found.keys()) pictures.delete(cell);
    return { marks, pictures };
  }

  /** The marks when many steps of counting are one step. @param {Step[]} steps */
  counted(steps) {
    const marks = this.found();
    for (const step of steps) this.mark(marks, this.take(step));
    return marks;
  }

  /** The marks of everything proven up to here. */
  found() {
    const { knownMined, knownSafe } = this.numbers;
    return new Map(
      [...this.levels[0]].map(([cell, mined]) => [cell, mined ? knownMined : knownSafe]),
    );
  }

  /** @param {Map<number, number>} marks @param {Settled} found */
  mark(marks, found) {
    for (const [cell, mined] of found) marks.set(cell, this.numbers[mined ? "mined" : "safe"]);
  }

  /** Full discs for mines, empty ones for safe cells. @param {Settled} cells */
  discs(cells) {
    const first = this.supposedFirst + 1;
    return new Map([...cells].map(([cell, mined]) => [cell, first + (mined ? 10 : 0)]));
  }

  /** The finds or the supposition of a step; the end of a supposition finds the opposite. @param {Step} step */
  take(step) {
    const { mines, safe } = settledBy(step);
    let found = /** @type {Settled} */ (new Map());
    for (const cell of mines) found.set(cell, true);
    for (const cell of safe) found.set(cell, false);
    if (step.step === "suppose") {
      found = new Map([[step.cell, step.mined]]);
      this.standing.push(step);
      this.levels.push(new Map());
    }
    const refuted = isEnd(step) ? this.standing.pop() : undefined;
    if (refuted) {
      this.levels.pop();
      found = new Map([refuted.cell, ...refuted.alike].map((cell) => [cell, !refuted.mined]));
    }
    for (const [cell, mined] of found) this.levels[this.levels.length - 1].set(cell, mined);
    return found;
  }
}

/** Each clue tied to the proven cells next to it, or to a clue already tied; far ones not at all. @param {number[]} clues @param {number[]} cells @param {number} width */
function chained(clues, cells, width) {
  const near = (/** @type {number} */ clue) =>
    cells.filter((cell) => apart(clue, cell, width) === 1);
  const tied = clues.filter((clue) => near(clue).length);
  const links = tied.flatMap((clue) => near(clue).flatMap((cell) => [clue, cell]));
  const waiting = clues.filter((clue) => !tied.includes(clue));
  while (waiting.length && tied.length) {
    const pairs = waiting.flatMap((clue) =>
      tied.map((other) => ({ clue, other, away: apart(clue, other, width) })),
    );
    const { clue, other, away } = pairs.reduce((a, b) =>
      b.away < a.away || (b.away === a.away && b.clue === a.clue && b.other < a.other) ? b : a,
    );
    waiting.splice(waiting.indexOf(clue), 1);
    tied.push(clue);
    if (away <= FAR_LINE) links.push(clue, other | TIE);
  }
  return links;
}

/** The cards of a step by cases; null for any other step. @param {Step} step @param {Look} given */
function cardsOf(step, { width, supposed }) {
  if (step.step !== "cases" || !step.boxes.length || !step.ways.length) return null;
  const { boxes, clues } = step;
  const ways = step.ways;
  const isNear = (/** @type {number} */ one, /** @type {number[]} */ cells, reach = 1) =>
    Math.min(...cells.map((cell) => apart(one, cell, width))) <= reach;
  const differing = boxes.filter((_, box) => ways.some((way) => way[box] !== ways[0][box]));
  const cells = (differing.length ? differing : boxes).flat();
  const shown = [
    ...cells,
    ...clues.filter((clue) => isNear(clue, cells)),
    ...step.cells.filter((cell) => isNear(cell, cells, NEAR_CARDS)),
  ];
  const rows = shown.map((cell) => Math.floor(cell / width));
  const cols = shown.map((cell) => cell % width);
  return {
    ends: [
      Math.min(...rows) * width + Math.min(...cols),
      Math.max(...rows) * width + Math.max(...cols),
    ],
    ways: ways.slice(0, MOST_CARDS).map((way) =>
      boxes.flatMap((box, at) => {
        const many = box.length <= LARGEST_BOX ? box.length : 1;
        return box.map((cell) => [cell, supposed + 10 * Math.min(way[at], many) + many]);
      }),
    ),
  };
}
