// A position as shown on boards: codes and short descriptions of cells, and captions of what is known.

import { proofAnswers } from "../solver/answers.js";
import { neighbours } from "../solver/knowledge.js";
import { nameOf, placeOf } from "./grid.js";
import { codeOf, markIn, pictureIn } from "./pictures.js";
import { Word, bigNumber, percent } from "./words.js";

const NEAR = 3; // layouts are drawn up to this distance from the cell, in cells
const TOLD = 4; // the likeliest numbers of a cell: more would not fit into a sentence

/** @type {Record<string, string>} */
const FACES = {
  "#": "covered",
  F: "flagged",
  "?": "question",
  "*": "exploded",
  M: "mine",
  W: "wrong flag",
};

/** How an app draws positions: the `pictures` of its atlas, `marks` by name, and words. */
export class PositionView {
  /** @param {import("./pictures.js").Pictures} pictures @param {Record<string, number>} marks @param {Say} say */
  constructor(pictures, marks, say) {
    this.pictures = pictures;
    this.marks = marks;
    this.say = say;
    this.pictureOf = Object.fromEntries(
      Object.entries(pictures.faces)
        .reverse() // the first pictures of the faces
        .map(([picture, face]) => [face.replace("tip ", ""), Number(picture)]),
    );
  }

  /** The codes of a board. What is `said` has marks and suppositions; `found` adds rings around certain cells, and `odds` chances. @param {Position} position @param {{ said?: Partial<Answer> | null, found?: Analysis | null, odds?: ArrayLike<number> | null | false }} options */
  codes({ view, height, width }, { said = null, found = null, odds = null }) {
    const { pictures, pictureOf, marks } = this;
    const drawn = new Map(/** @type {Pairs} */ (said?.marks ?? []));
    const supposed = new Map(/** @type {Pairs} */ (said?.pictures ?? []));
    const certain = new Map(
      found?.safe.map((/** @type {number} */ cell) => [cell, marks.knownSafe]),
    );
    for (const cell of found?.mined ?? []) certain.set(cell, marks.knownMined);
    const first = pictures.firsts.opened;
    /** @param {number} cell */
    const isOpen = (cell) => /\d/.test(view[cell]);
    return view.map((shown, cell) => {
      const mark = drawn.get(cell) ?? certain.get(cell) ?? 0;
      const tried = supposed.get(cell);
      if (tried !== undefined) return codeOf(tried, mark);
      if (isOpen(cell)) return codeOf(first + Number(shown), mark);
      const face = FACES[shown];
      const code = codeOf(pictureOf[face], mark);
      if (!odds || shown !== "#") return code;
      const far = !neighbours(cell, height, width).some(isOpen);
      return pictures.withChance(code, 10000 * odds[cell], far);
    });
  }

  /** Short descriptions of the cells. @param {Position} position @param {ArrayLike<number> | null} odds @param {ArrayLike<number> | null} [zeros] */
  tips({ view, width }, odds, zeros = null) {
    const { say } = this;
    return view.map((mark, cell) => {
      const name = nameOf(cell, width);
      const face = mark in FACES ? say(`tip ${FACES[mark]}`) : say("tip clue", { number: mark });
      const chance =
        odds && mark === "#" ? [say("tip chance", { chance: percent(say, odds[cell]) })] : [];
      if (zeros && mark === "#")
        chance.push(say("zero chance", { chance: percent(say, zeros[cell]) }));
      return [name, face, ...chance].join("  ·  ");
    });
  }

  /** @param {number[]} cells @param {number} width */
  names(cells, width) {
    return cells.map((cell) => nameOf(cell, width)).join(", ");
  }

  /** Promise the answers about a cell, for the first and further clicks: `{ badge, role, text, marks, links }`. @param {Position} position @param {Analysis} found @param {number} cell @param {import("../solver/solver.js").Solver} solver */
  async answers(position, found, cell, solver) {
    const { say, marks } = this;
    const { view, height, width } = position;
    const name = nameOf(cell, width);
    const here = [cell, marks.click];
    if (view[cell] !== "#") return [this.plain(cell, this.tips(position, null)[cell])];
    if (found.mined.includes(cell) || found.safe.includes(cell)) {
      return this.proven(position, cell, solver);
    }
    const chance = percent(say, found.chances[cell]);
    const layouts =
      found.layouts === 1n
        ? say("one layout")
        : say("many layouts", { count: bigNumber(found.layouts) });
    const odds = say("cell odds", { cell: name, chance, layouts });
    const text = say("see teaching", { text: odds });
    const ringed = neighbours(cell, height, width)
      .filter((other) => /[1-8]/.test(view[other]))
      .map((other) => [other, marks.clue]);
    const shown = { marks: [...ringed, here], links: [] };
    const whole = { badge: say("badge odds"), role: "search", text, ...shown };
    const steps = [];
    for (const mine of [true, false]) {
      const layout = await solver.ask("layout", [position, cell, new Map([[cell, mine]])]);
      steps.push({
        ...whole,
        role: mine ? "mine" : "safe",
        text: say(mine ? "layout with" : "layout without", { cell: name }),
        marks: layoutMarks(/** @type {boolean[]} */ (layout), position, cell, marks),
      });
    }
    const outcomes = await solver.ask("outcomes", [position, cell]);
    const teaching = outcomes && this.teaching(outcomes, name, found.safe.length);
    return [whole, ...steps, ...(teaching ? [{ ...whole, text: teaching }] : [])];
  }

  /** An answer without a reason: a text, and the cell marked. @param {number} cell @param {string} text */
  plain(cell, text) {
    const marks = [[cell, this.marks.click]];
    return { badge: this.say("badge cell"), role: "deduction", text, marks, links: [] };
  }

  /** Promise the proof of a certain cell as answers. @param {Position} position @param {number} cell @param {import("../solver/solver.js").Solver} solver */
  async proven(position, cell, solver) {
    const { say, marks, pictures } = this;
    const proof = await solver.ask("proof", [position, cell]);
    const { supposed } = pictures.firsts;
    return proofAnswers(/** @type {Proof} */ (proof), cell, {
      say,
      width: position.width,
      marks,
      supposed,
    });
  }

  /** The state of a board with the words and marks of an answer. @param {BoardState} state @param {Answer} answer */
  stateWith(state, { badge, role, text, marks, pictures, links, cards, focus }) {
    const [marked, supposed] = [marks, pictures ?? []].map(
      (pairs) => new Map(/** @type {Pairs} */ (pairs)),
    );
    const { knownSafe, knownMined } = this.marks;
    /** @param {number} code */
    const kept = (code) => ([knownSafe, knownMined].includes(markIn(code)) ? markIn(code) : 0);
    /** @param {number} code @param {number} cell */
    const drawn = (code, cell) =>
      codeOf(supposed.get(cell) ?? pictureIn(code), marked.get(cell) ?? kept(code));
    const codes = Object.entries(state.codes).map(([name, own]) => [name, own.map(drawn)]);
    const caption = { ...state.caption, badge, role, text };
    return { ...state, codes: Object.fromEntries(codes), caption, links, cards, focus };
  }

  /** Which cell to open, and why, with its mark; `next` names the `others` next to it in quality. @param {Move} best @param {number} width @param {Move[]} [others] */
  advice(best, width, others = []) {
    const { say, marks } = this;
    const isSafe = best.reason === "safe";
    const text = this.moveIn(`best ${best.reason}`, best, width);
    const named = isSafe ? [] : others;
    const moves = named.map((each) => this.moveIn(`next ${each.reason}`, each, width)).join("; ");
    const next = moves && say("next best", { moves });
    return { text, next, marks: [[best.cell, isSafe ? marks.safe : marks.guess]] };
  }

  /** @param {string} name @param {Move} given @param {number} width */
  moveIn(name, { cell, ...chances }, width) {
    const [chance, win, progress] = [chances.risk, chances.win, chances.progress].map((share) =>
      percent(this.say, share ?? 0),
    );
    return this.say(name, { cell: nameOf(cell, width), chance, win, progress });
  }

  /** The likeliest numbers that a free cell may show, and their consequences. @param {{ number: number, chance: number, safe: number, won: boolean }[]} outcomes @param {string} cell @param {number} before */
  teaching(outcomes, cell, before) {
    const { say } = this;
    const likeliest = outcomes
      .slice()
      .sort((a, b) => b.chance - a.chance)
      .slice(0, TOLD);
    const rows = likeliest
      .sort((a, b) => a.number - b.number)
      .map(({ number, chance, safe, won }) => {
        const more = new Word(safe - before, String(safe - before));
        const values = { number, chance: percent(say, chance), more };
        return say(won ? "teach won" : safe > before ? "teach more" : "teach", values);
      });
    return say("teach all", { cell, rows: rows.join(", ") });
  }

  /** The caption and the marks for an error of the solver. @param {any} error @param {number} width */
  fault(error, width) {
    const { say, marks } = this;
    const { kind, clues = [] } = error;
    const isStopped = error.message === "stopped";
    if (!kind && !isStopped) throw error;
    const wrong = clues.length ? "standalone clash" : "standalone total";
    const name = kind === "Contradiction" ? wrong : "standalone too many"; // of a different kind: it has no room
    return {
      badge: say(kind === "Contradiction" ? "badge wrong" : "badge refused"),
      role: "mine",
      text: say(isStopped ? "standalone stopped" : name, { clues: this.names(clues, width) }),
      marks: clues.map((/** @type {number} */ clue) => [clue, marks.violated]),
      links: [],
    };
  }
}

/** Marks for the mines and free cells of a layout, on the covered cells around one. @param {boolean[]} layout @param {Position} position @param {number} cell @param {Record<string, number>} marks */
function layoutMarks(layout, { view, width }, cell, marks) {
  const [row, col] = placeOf(cell, width);
  /** @param {number} other */
  const apart = (other) => {
    const [down, across] = placeOf(other, width);
    return Math.max(Math.abs(down - row), Math.abs(across - col));
  };
  const near = [...view.keys()].filter((other) => view[other] === "#" && apart(other) <= NEAR);
  /** @param {number} other */
  const markOf = (other) =>
    other === cell
      ? marks[layout[cell] ? "mined" : "safe"]
      : marks[layout[other] ? "knownMined" : "knownSafe"];
  return near.map((other) => [other, markOf(other)]);
}
