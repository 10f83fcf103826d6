// The sentences of a proof. Twin of `minevis/words/proof_captions.py`, from the same table of words.

import { nameOf } from "../shared/grid.js";
import { Word } from "../shared/words.js";
import { apart, cluesOfStep, isEnd, settledBy } from "./steps.js";

const [FEW_CLUES, FEW_APART] = [2, 4]; // more clues than these are counted, not named
const FEW_CELLS = 3; // more cells with mines are counted, not named
const LENGTHS = [6, 4, 3, 2, 1, 0]; // numbers of named cells, the longest sentence first
const TWO_LINES = 160; // letters

/** Cells are called by row and column. @param {Say} say @param {number} width */
export function byPlace(say, width) {
  const name = (/** @type {number} */ cell) => nameOf(cell, width);
  const listing = (/** @type {string[]} */ names) => {
    const rest = names.length - FEW_CELLS;
    if (rest <= 1) return allOf(say, names); // "one more" is as long as its name
    const more = say("proof more", { count: numberWord(say, rest) });
    return allOf(say, [...names.slice(0, FEW_CELLS), more]);
  };
  return { say, width, name, listing };
}

/** @param {Say} say @param {string[]} names */
function allOf(say, names) {
  if (names.length < 2) return names.join("");
  return say("proof and", { names: names.slice(0, -1).join(", "), last: names[names.length - 1] });
}

/** @param {Say} say @param {number} count */
function numberWord(say, count) {
  return say("number words").split(" ")[count] ?? count.toLocaleString("en");
}

/** A count for a sentence, up to ten in words. @param {Say} say @param {number} count */
export function inWords(say, count) {
  return new Word(count, numberWord(say, count));
}

/** A sentence per step; the end of a supposition states the conclusion. @param {Proof} proof @param {Called} called */
export function statements(proof, called) {
  const supposed = /** @type {SupposeStep[]} */ ([]);
  const steps = stepsSaid(proof);
  return steps.map((step, number) => {
    if (step.step === "suppose") supposed.push(step);
    const refuted = isEnd(step) ? (supposed.pop() ?? null) : null;
    const { mines, safe } = settledBy(step);
    const later = steps.slice(number + 1).flatMap(cluesOfStep);
    const used = [...mines, ...safe].filter((cell) => isBeside(cell, later, called));
    const first = [...proof.cells, ...used];
    const words = (/** @type {Names} */ names) => stepText(step, names, refuted);
    const follows = step.depth > 0 && ["count", "overlap", "mines left"].includes(step.step);
    const text = follows
      ? fitting((names) => called.say("proof then", { text: words(names) }), called, first)
      : "";
    return text && text.length <= TWO_LINES ? text : fitting(words, called, first);
  });
}

/** The same proof with a cell before its other ones: it is named for certain. @param {Proof} proof @param {number} cell */
export function askedAbout(proof, cell) {
  const others = proof.cells.filter((other) => other !== cell);
  return others.length < proof.cells.length ? { ...proof, cells: [cell, ...others] } : proof;
}

/** The steps as they are said: the last one says no more than the proof. @param {Proof} given */
function stepsSaid({ steps, mined }) {
  const last = steps[steps.length - 1];
  const isTold = last?.step === "overlap" && mined && last.mines.length;
  return isTold ? [...steps.slice(0, -1), { ...last, safe: [] }] : steps;
}

/** The proof in one sentence: the last step, its basis, and the pattern. @param {Proof} proof @param {Called} called */
export function summary(proof, called) {
  const { basis } = builtOn(proof, called);
  const isNamed = (/** @type {number} */ listed) =>
    ![basis, proof.cells].some((cells) => new Names(called, listed).counts(cells));
  const whole = (/** @type {Names} */ names) => summarised(proof, names);
  const text = fitting(whole, called, proof.cells, LENGTHS.filter(isNamed));
  if (text && text.length <= TWO_LINES) return text;
  return fitting((names) => concluded(proof, names), called, proof.cells); // its basis is left out first
}

/** The cells settled by earlier steps next to the last step's clues, and whether they are mines. @param {Proof} given @param {Called} called */
function builtOn({ steps }, called) {
  const clues = cluesOfStep(steps[steps.length - 1]);
  const earlier = steps.slice(0, -1).filter(({ depth }) => !depth);
  for (const mined of [true, false]) {
    const found = earlier.flatMap((step) => settledBy(step)[mined ? "mines" : "safe"]);
    const near = found.filter((cell) => isBeside(cell, clues, called));
    if (near.length) return { basis: [...new Set(near)], mined };
  }
  return { basis: [], mined: false };
}

/** @param {number} cell @param {number[]} clues @param {Called} given */
function isBeside(cell, clues, { width }) {
  return clues.some((clue) => apart(cell, clue, width) === 1);
}

/** The sentence with the most named cells that fit into two lines. @param {(names: Names) => string} textBy @param {Called} called @param {number[]} first */
function fitting(textBy, called, first, lengths = LENGTHS) {
  let text = "";
  for (const listed of lengths) {
    text = textBy(new Names(called, listed, first));
    if (text.length <= TWO_LINES) break;
  }
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** The names of cells and clues; more than `listed` cells are counted. If not all can be named, the cells of `first` are. */
class Names {
  /** @param {Called} called @param {number} listed @param {number[]} [first] */
  constructor(called, listed, first = []) {
    this.called = called;
    this.listed = listed;
    this.first = first;
    this.say = called.say;
  }

  /** @param {number} count */
  inWords(count) {
    return inWords(this.say, count);
  }

  /** @param {number} cell @param {number} number */
  clue(cell, number) {
    return this.say("proof clue", { number, name: this.called.name(cell) });
  }

  /** @param {number[]} given */
  counts({ length }) {
    return length > this.listed && this.listed < FEW_CELLS;
  }

  /** @param {number[]} cells */
  listedAs(cells) {
    const names = cells.map((cell) => this.called.name(cell));
    return new Word(cells.length, this.called.listing(names));
  }

  /** @param {number[]} cells */
  cells(cells) {
    const { called, listed, first } = this;
    if (this.counts(cells)) return this.counted(cells);
    if (cells.length <= FEW_CELLS + 1) return this.listedAs(cells);
    if (cells.length <= listed) {
      const names = cells
        .slice()
        .sort((a, b) => a - b)
        .map((cell) => called.name(cell));
      const start = names.slice(0, -3).join(", ");
      return new Word(cells.length, called.listing([start, ...names.slice(-3)]));
    }
    const rank = (/** @type {number} */ cell) => {
      const at = first.indexOf(cell);
      return at < 0 ? first.length : at;
    };
    return this.listedAs(cells.slice().sort((a, b) => rank(a) - rank(b)));
  }

  /** @param {number[]} given */
  counted({ length }) {
    return new Word(length, this.say("proof cells", { cells: this.inWords(length) }));
  }

  /** Cells with mines: a few by name, more as a number. @param {number[]} cells */
  among(cells) {
    return cells.length <= FEW_CELLS ? this.cells(cells) : this.counted(cells);
  }

  /** Clues by name, or how many there are; `isApart`: they share no cell. @param {number[]} cells */
  clues(cells, isApart = false) {
    const { say, called, listed } = this;
    const { length } = cells;
    if (length > (isApart && listed > FEW_CELLS ? FEW_APART : FEW_CLUES)) {
      const many = isApart ? "proof clues apart" : "proof clues";
      return new Word(length, say(many, { count: numberWord(say, length) }));
    }
    const named = this.cells(cells);
    const text = say("proof clues at", { cells: named });
    return new Word(
      length,
      length > FEW_CLUES ? say("proof clues sharing none", { clues: text }) : text,
    );
  }

  /** The verb: a clue needs its mines, or still needs the unfound ones. @param {number} left @param {number} number */
  needs(left, number) {
    return this.say(left === number ? "proof needs" : "proof still needs");
  }

  /** How many mines a clue allows, not counting the known ones. @param {number} left @param {number} number */
  allowed(left, number) {
    if (!left) return this.say("proof allows none");
    const whole = left === number || !this.listed; // in few words, "more" is left out
    const count = numberWord(this.say, left);
    return this.say(whole ? "proof allows" : "proof allows more", { count });
  }

  /** A clue needs only the mines just named and the known ones. @param {number} left @param {number} number */
  noMore(left, number) {
    const count = numberWord(this.say, left);
    return this.say(left === number ? "proof no more" : "proof only more", { count });
  }

  /** @param {number[]} cells @param {boolean} mined */
  verdict(cells, mined) {
    return this.say(mined ? "proof mines" : "proof safe", { cells: this.cells(cells) });
  }

  /** The result of a step: its mines, its safe cells, or both. @param {Step} step */
  settled(step) {
    const { mines, safe } = settledBy(step);
    const found = [mines.length ? this.verdict(mines, true) : ""];
    if (safe.length) found.push(this.verdict(safe, false));
    const [one, two] = found;
    return one && two ? this.say("proof both", { mines: one, safe: two }) : one || two || "";
  }
}

/** @param {Step} step @param {Names} names @param {SupposeStep | null} refuted */
function stepText(step, names, refuted) {
  const { say } = names;
  if (step.step === "need" || step.step === "count") {
    const clue = names.clue(step.clue, step.number);
    const needs = names.needs(step.left, step.number);
    const left = names.inWords(step.left);
    if (step.step === "need")
      return say("proof need", { clue, needs, left, cells: names.among(step.among) });
    const key = step.left ? "proof count all" : "proof count none";
    return say(key, { clue, needs, left, result: names.settled(step) });
  }
  if (step.step === "overlap") return overlapText(step, names);
  if (step.step === "suppose") return supposeText(step, names);
  if (step.step === "mines left") return minesLeftText(step, names);
  if (step.step === "cases") return casesText(step, names);
  if (!refuted) return say("proof end", { broken: brokenText(step, names) });
  const result = names.verdict([refuted.cell, ...refuted.alike], !refuted.mined);
  const key = refuted.depth > 1 ? "proof end if" : "proof end so";
  return say(key, { broken: brokenText(step, names), result });
}

/** @param {OverlapStep} step @param {Names} names */
function overlapText(step, names) {
  const { say } = names;
  if (step.depth) return boundsText(step, names, () => names.settled(step), step.mines.length > 0);
  const less = names.clue(step.less, step.lessNumber);
  if (step.mines.length) {
    const allowed = names.allowed(step.lessLeft, step.lessNumber);
    const cells = names.among(step.shared);
    return say("proof overlap mines", { less, cells, allowed, result: names.settled(step) });
  }
  const shared = names.inWords(step.shared.length);
  const more = names.noMore(step.lessLeft, step.lessNumber);
  return say("proof overlap safe", { less, shared, more, result: names.settled(step) });
}

/** @param {SupposeStep} step @param {Names} names */
function supposeText(step, names) {
  const { say } = names;
  const result = names.verdict([step.cell], step.mined);
  if (step.depth > 1) return say("proof suppose further", { result });
  if (!step.alike.length) return say("proof suppose", { result });
  return say("proof suppose alike", { result, alike: names.cells(step.alike) });
}

/** @param {MinesLeftStep} step @param {Names} names */
function minesLeftText(step, names) {
  const { say } = names;
  const [left, clues] = [names.inWords(step.left), names.clues(step.clues, true)];
  const result = names.settled(step);
  if (!step.clues.length) return say(step.mined ? "proof left all" : "proof left none", { result });
  const taken = numberWord(say, step.taken);
  const others = names.inWords(step.left - step.taken);
  const key = step.mined ? "proof left others" : "proof left taken";
  return say(key, { left, clues, taken, others, result });
}

/** @param {CasesStep} step @param {Names} names */
function casesText(step, names) {
  const { say } = names;
  const [clues, left] = [names.clues(step.clues), names.inWords(step.left ?? 0)];
  const count = names.inWords(step.count);
  let result = names.settled(step);
  if (step.clues.length && takeAll(step))
    return say("proof ways last", { count, clues, left, result });
  if (step.clues.length) result = say("proof ways", { count, clues, result });
  if (step.left !== null || !step.clues.length) result = say("proof ways left", { left, result });
  return `${result}.`;
}

/** Whether cells away from the clues are safe because every way takes all mines left. @param {CasesStep} given */
function takeAll({ boxes, mined, cells, ways, left }) {
  const inside = new Set(boxes.flat());
  const sum = (/** @type {number[]} */ way) => way.reduce((all, each) => all + each, 0);
  const outside = !mined && !cells.some((cell) => inside.has(cell));
  return outside && ways.every((way) => sum(way) === left);
}

/** The end of a supposition: the contradiction. @param {End} step @param {Names} names */
function brokenText(step, names) {
  const { say } = names;
  if (step.step === "broken") {
    const clue = names.clue(step.clue, step.number);
    const room = names.inWords(step.among.length);
    if (step.left < 0) return say("proof broken many", { clue, left: names.inWords(-step.left) });
    const key = step.among.length ? "proof broken few" : "proof broken none";
    return say(key, { clue, left: names.inWords(step.left), room });
  }
  if (step.step === "clash") {
    const least = names.inWords(step.moreLeft - step.outside.length);
    const more = names.clue(step.more, step.moreNumber);
    const less = names.clue(step.less, step.lessNumber);
    const allowed = names.allowed(step.lessLeft, step.lessNumber);
    return say("proof clash", { more, least, less, allowed });
  }
  const [left, taken, room] = [step.left, step.taken, step.room].map((n) => names.inWords(n));
  const clues = names.clues(step.clues, true);
  const isAny = step.clues.length > 0;
  if (step.taken > step.left)
    return say(isAny ? "proof total more" : "proof total over", { clues, taken });
  if (!isAny) return say("proof total few", { left });
  return say(step.room ? "proof total room" : "proof total none", { clues, taken, room });
}

/** Both bounds in one sentence: the need of one clue, and the limit of the other. @param {OverlapStep | ClashStep} step @param {Names} names @param {() => string} result @param {boolean} isFromAbove */
function boundsText(step, names, result, isFromAbove, isByAll = true) {
  const { say } = names;
  const more = names.clue(step.more, step.moreNumber);
  const less = names.clue(step.less, step.lessNumber);
  const needs = names.needs(step.moreLeft, step.moreNumber);
  const both = { more, less, needs, left: names.inWords(step.moreLeft) };
  if (isFromAbove) {
    const allowed = names.allowed(step.lessLeft, step.lessNumber);
    return say("proof bounds above", { ...both, allowed, result: result() });
  }
  const rest = names.noMore(step.lessLeft, step.lessNumber);
  const least = names.inWords(step.lessLeft);
  const key = isByAll ? "proof bounds all" : "proof bounds some";
  return say(key, { ...both, rest, least, result: result() });
}

/** The conclusion, after its basis: without it, a last step may read as false. @param {Proof} proof @param {Names} names */
function summarised(proof, names) {
  const text = concluded(proof, names);
  const { basis: cells, mined } = builtOn(proof, names.called);
  if (!cells.length) return text;
  return names.say("proof as", { known: knownText(proof, cells, mined, names), text });
}

/** The basis of the conclusion, with the pattern behind it, if any. @param {Proof} given @param {number[]} cells @param {boolean} mined @param {Names} names */
function knownText({ steps }, cells, mined, names) {
  const { say } = names;
  const found = steps
    .slice(0, -1)
    .filter((step) => step.step === "overlap")
    .filter(({ depth }) => !depth)
    .map(({ pattern, mines, safe }) => ({
      pattern,
      own: cells.filter((cell) => mines.includes(cell) || safe.includes(cell)),
    }));
  const { pattern, own } = found.reverse().find((each) => each.own.length) ?? {
    pattern: "",
    own: [],
  };
  const others = cells.filter((cell) => !own.includes(cell));
  if (!pattern) return names.verdict(cells, mined);
  if (!others.length) return say("proof known", { result: names.verdict(cells, mined), pattern });
  const values = { others: names.cells(others), pattern, own: names.cells(own) };
  const all = new Word(cells.length, say("proof known too", values));
  return say(mined ? "proof mines" : "proof safe", { cells: all });
}

/** @param {Proof} proof @param {Names} names */
function concluded(proof, names) {
  const { say } = names;
  const { cells, mined, steps } = proof;
  const last = steps[steps.length - 1];
  if (last.step === "overlap") {
    const result = () => names.verdict(cells, mined);
    const text = boundsText(last, names, result, mined, !last.mines.length);
    return last.pattern ? say("proof pattern", { pattern: last.pattern, text }) : text;
  }
  const firsts = steps.filter((step) => step.step === "suppose").filter(({ depth }) => depth === 1);
  if (!isEnd(last) || !firsts.length) return stepText(last, names, null);
  const first = firsts[firsts.length - 1];
  const result = names.verdict(cells, mined);
  const between = steps.slice(steps.indexOf(first) + 1, -1);
  const cell = names.cells([first.cell]);
  const broken = brokenText(last, names);
  const count = names.inWords(between.filter(({ step }) => step !== "suppose").length);
  const after = count.count ? say("proof after", { count }) : "";
  return say(first.mined ? "proof if mine" : "proof if safe", { cell, after, broken, result });
}
