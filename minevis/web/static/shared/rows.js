// The rows of a board as text, for screen readers: out of sight, and updated at rest.

import { make } from "./dom.js";

const LATE = 400; // ms after the last change

/** A list of rows. `tell(read, first)` fills them from `read()`, the words of a row's cells; `first` is the number of the first. */
export class RowsAsText {
  /** @param {string} label @param {Say} say */
  constructor(label, say) {
    this.say = say;
    this.element = make("ol", { class: "mv-visually-hidden", "aria-label": label });
  }

  /** @param {() => string[][]} read @param {number} [first] */
  tell(read, first = 0) {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.show(read(), first), LATE);
  }

  /** @param {string[][]} rows @param {number} first */
  show(rows, first) {
    const { element, say } = this;
    while (element.children.length < rows.length) element.append(make("li"));
    while (element.children.length > rows.length) element.children[0].remove();
    rows.forEach((words, row) => {
      const text = say("row spoken", { row: first + row, cells: together(words, say) });
      if (element.children[row].textContent !== text) element.children[row].textContent = text;
    });
  }
}

/** A board's codes, one a cell, as rows of words. @param {Codes} codes @param {number} width @param {import("./pictures.js").Pictures} pictures @param {Say} say */
export function rowsOf(codes, width, pictures, say) {
  /** @param {number} code */
  const word = (code) => {
    const clue = pictures.clueOf(code);
    return clue >= 0 ? String(clue) : pictures.describe(code, say);
  };
  return Array.from({ length: codes.length / width }, (_, row) =>
    Array.from({ length: width }, (_, col) => word(codes[row * width + col])),
  );
}

/** Words, with repeated neighbours said once. @param {string[]} words @param {Say} say */
function together(words, say) {
  const runs = /** @type {any[]} */ ([]);
  for (const word of words) {
    if (runs.at(-1)?.word === word) runs.at(-1).count += 1;
    else runs.push({ word, count: 1 });
  }
  return runs
    .map(({ word, count }) => (count > 1 ? say("cells together", { count, what: word }) : word))
    .join(", ");
}
