// Questions about a position: why is a cell safe or a mine, and where is the next safe one?

import { Solver } from "../solver/solver.js";
import { Word } from "./words.js";

/** Answers in turn: asked again, the next one. */
export class Turns {
  key = ""; // of the last question
  answers = /** @type {Answer[]} */ ([]); // to it
  at = 0; // the place of the last one given

  /** Promise the next of the answers that `find()` promises, for a question that has a key; undefined without any. @param {string} key @param {() => Promise<Answer[]>} find */
  async next(key, find) {
    if (this.key !== key || !this.answers.length)
      Object.assign(this, { answers: await find(), key, at: -1 });
    this.at = (this.at + 1) % this.answers.length;
    return this.answers[this.at];
  }
}

/** Answers from the solver, as `drawing`, a `PositionView`, draws them; asked again, the next one. */
export class Asker extends Turns {
  about = ""; // of the last hint
  told = 0; // hints whose cells were told
  near = -1;

  /** @param {PositionView} drawing */
  constructor(drawing) {
    super();
    this.drawing = drawing;
    this.solver = new Solver();
  }

  /** Reset: something else was done meanwhile. */
  forget() {
    this.solver.stop();
    this.key = this.about = "";
  }

  /** Promise what is known of a cell: its proof, or its odds, then step by step. @param {Position} position @param {number} cell */
  why(position, cell) {
    const { drawing, solver } = this;
    return this.next(`why ${cell} ${position.view}`, async () => {
      const found = await solver.ask("analyze", [position]);
      return drawing.answers(position, found, cell, solver);
    });
  }

  /** Promise the next hint: where to look, then why, step by step; the easiest safe cells first, of equal ones that next to `near`. @param {Position} position @param {number} near */
  async hint(position, near) {
    const { drawing, solver } = this;
    const about = `hint ${position.view}`;
    if (this.about !== about) Object.assign(this, { about, told: 0, near });
    const answer = await this.next(`${about} ${this.told}`, async () => {
      const safe = await solver.ask("easiest", [position, this.near]);
      if (!safe.length) return [await this.bestGuess(position)];
      const cell = safe[this.told % safe.length];
      return this.hints(await drawing.proven(position, cell, solver), cell);
    });
    if (this.at === this.answers.length - 1) this.told += 1;
    return answer;
  }

  /** A proof as hints. All cells of it are to be seen. @returns {Answer[]} @param {Answer[]} proof @param {number} cell */
  hints([whole, ...steps], cell) {
    const { marks, say } = this.drawing;
    const clues = whole.marks.filter((/** @type {number[]} */ [, mark]) => mark === marks.clue);
    const focus = [cell, ...whole.marks.map((/** @type {number[]} */ [each]) => each)];
    const badge = say("badge hint");
    const count = new Word(clues.length, String(clues.length));
    const look = { role: "guess", text: say("hint look", { count }), marks: clues, links: [] };
    const first = clues.length ? [look] : [];
    const told = steps.length ? steps : [whole];
    const before = told.slice(0, -1).map((step) => {
      return { ...step, role: "guess", text: say("hint step", { text: step.text }) };
    });
    return [...first, ...before, ...told.slice(-1)].map((each) => ({ ...each, badge, focus }));
  }

  /** The cell to open if no cell is safe. @param {Position} position */
  async bestGuess(position) {
    const { drawing, solver } = this;
    const { say } = drawing;
    const { moves } = await solver.ask("report", [position, true]);
    const [best] = moves;
    const badge = say("badge hint");
    if (!best) return { badge, role: "mine", text: say("hint none"), marks: [], links: [] };
    const { text, marks } = drawing.advice(best, position.width);
    return {
      badge,
      role: "guess",
      text: say("hint risk", { text }),
      marks,
      links: [],
      focus: [best.cell],
    };
  }
}

/** The position of a text as Python and the browser write it: `mines 10`, if known, then the rows. @param {string} text */
export function positionIn(text) {
  const rows = text.split("\n");
  const mines = rows[0].startsWith("mines") ? Number(rows[0].split(" ")[1]) : null;
  if (mines !== null) rows.shift();
  return { height: rows.length, width: rows[0].length, mines, view: [...rows.join("")] };
}

/** A position without flags, which are no proof in a game. @param {Position} position */
export function withoutFlags(position) {
  return { ...position, view: position.view.map((mark) => (mark === "F" ? "#" : mark)) };
}
