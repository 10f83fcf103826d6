// A position as the boards show it: a code and a few words for each cell, and captions of what is known.

import { neighbours } from "../solver/knowledge.js";
import { nameOf, placeOf } from "./grid.js";
import { codeOf } from "./pictures.js";
import { bigNumber, percent } from "./words.js";

const NEAR = 3; // cells from the one asked about: so far its layouts are drawn

/** @type {Record<string, string>} */
const FACES = { "#": "covered", F: "flagged", "*": "exploded", M: "mine", W: "wrong flag" };

/** How an app draws positions: the `pictures` of its atlas, `marks` by name, and words. */
export class PositionView {
  /** @param {any} pictures @param {any} marks @param {Say} say */
  constructor(pictures, marks, say) {
    this.pictures = pictures;
    this.marks = marks;
    this.say = say;
    this.pictureOf = Object.fromEntries(
      Object.entries(pictures.faces)
        .reverse() // the first picture of each face
        .map(([picture, face]) => [face.replace("tip ", ""), Number(picture)]),
    );
  }

  /** The codes of a board. `drawn` maps cells to marks; `found` adds rings around certain cells, and `odds` chances. @param {Position} position @param {any} options */
  codes({ view, height, width }, { drawn = new Map(), found = null, odds = null, pale = false }) {
    const { pictures, pictureOf, marks } = this;
    const certain = new Map(
      found?.safe.map((/** @type {number} */ cell) => [cell, marks.knownSafe]),
    );
    for (const cell of found?.mined ?? []) certain.set(cell, marks.knownMined);
    const first = pale ? pictures.firsts.pale : pictures.firsts.opened;
    /** @param {number} cell */
    const isOpen = (cell) => /\d/.test(view[cell]);
    const anyOpen = view.some((_, cell) => isOpen(cell));
    return view.map((shown, cell) => {
      const mark = drawn.get(cell) ?? certain.get(cell) ?? 0;
      if (isOpen(cell)) return codeOf(first + Number(shown), mark);
      const face = FACES[shown];
      const code = codeOf(pictureOf[face], mark);
      if (!odds || shown !== "#") return code;
      const far = anyOpen && !neighbours(cell, height, width).some(isOpen);
      return pictures.withChance(code, 10000 * odds[cell], far);
    });
  }

  /** A few words on each cell. @param {Position} position @param {any} odds */
  tips({ view, width }, odds) {
    const { say } = this;
    return view.map((mark, cell) => {
      const name = nameOf(cell, width);
      const face = mark in FACES ? say(`tip ${FACES[mark]}`) : say("tip clue", { number: mark });
      const chance =
        odds && mark === "#" ? [say("tip chance", { chance: percent(say, odds[cell]) })] : [];
      return [name, face, ...chance].join("  ·  ");
    });
  }

  /** @param {number[]} cells @param {number} width */
  names(cells, width) {
    return cells.map((cell) => nameOf(cell, width)).join(", ");
  }

  /** Promise the answers about a cell, the first and those of further clicks: `{ badge, role, text, marks, links }`. The last says what a free cell would show, if that is `taught`. @param {Position} position @param {any} found @param {number} cell @param {any} solver @param {any} [taught] */
  async answers(position, found, cell, solver, taught = "") {
    const { say, marks } = this;
    const { view, height, width } = position;
    const badge = say("badge cell");
    const name = nameOf(cell, width);
    const here = [cell, marks.click];
    /** @param {string} text */
    const plain = (text) => [{ badge, role: "deduction", text, marks: [here], links: [] }];
    if (view[cell] !== "#") return plain(this.tips(position, null)[cell]);
    if (!found) return plain(say("standalone nothing known", { cell: name }));
    const mined = found.mined.includes(cell);
    if (mined || found.safe.includes(cell)) {
      const { clues, usesTotal } = await solver.ask("why", [position, cell, mined]);
      const what = clues.length > 1 ? "many" : clues.length ? "one" : "none";
      const reason = say(`standalone by ${what}${usesTotal ? " and total" : ""}`, {
        clues: this.names(clues, width),
      });
      const text = say(mined ? "standalone mined" : "standalone safe", { cell: name, reason });
      const ringed = clues.map((/** @type {number} */ clue) => [clue, marks.clue]);
      return [
        {
          badge: say("badge proof"),
          role: mined ? "mine" : "safe",
          text,
          marks: [...ringed, [cell, mined ? marks.mined : marks.safe]],
          links: clues.flatMap((/** @type {number} */ clue) => [clue, cell]),
        },
      ];
    }
    const chance = percent(say, found.chances[cell]);
    const layouts =
      found.layouts === 1n
        ? say("one layout")
        : say("many layouts", { count: bigNumber(found.layouts) });
    const odds = say("cell odds", { cell: name, chance, layouts });
    const text = say(taught ? "see teaching" : "see layouts", { text: odds });
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
        marks: layoutMarks(layout, position, cell, marks),
      });
    }
    return [whole, ...steps, ...(taught ? [{ ...whole, text: taught }] : [])];
  }

  /** The caption and the marks for an error of the solver. @param {any} error @param {number} width */
  fault(error, width) {
    const { say, marks } = this;
    const { kind, clues = [] } = error;
    const isStopped = error.message === "stopped";
    if (!kind && !isStopped) throw error;
    const wrong = clues.length ? "standalone clash" : "standalone total";
    const name = kind === "Contradiction" ? wrong : "standalone too many"; // of another kind: it has no room
    return {
      badge: say("badge refused"),
      role: "mine",
      text: say(isStopped ? "standalone stopped" : name, { clues: this.names(clues, width) }),
      marks: clues.map((/** @type {number} */ clue) => [clue, marks.violated]),
      links: [],
    };
  }
}

/** Marks for the mines and free cells of a layout, on the covered cells around one. @param {any} layout @param {any} options @param {number} cell @param {any} marks */
function layoutMarks(layout, { view, width }, cell, marks) {
  const [row, col] = placeOf(cell, width);
  /** @param {any} other */
  const apart = (other) => {
    const [down, across] = placeOf(other, width);
    return Math.max(Math.abs(down - row), Math.abs(across - col));
  };
  const near = [...view.keys()].filter((other) => view[other] === "#" && apart(other) <= NEAR);
  /** @param {any} other */
  const markOf = (other) =>
    other === cell
      ? marks[layout[cell] ? "mined" : "safe"]
      : marks[layout[other] ? "knownMined" : "knownSafe"];
  return near.map((other) => [other, markOf(other)]);
}
