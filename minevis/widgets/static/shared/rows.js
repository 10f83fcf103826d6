// The rows of a board as text, for those who hear it: out of sight, and up to date when things rest.

import { make } from "./dom.js";

const LATE = 400; // ms after the last change

/** A list of rows. `tell(read, first)` fills them from `read()`: the words for each cell of a row; `first` is the number of the first. */
export class RowsAsText {
  constructor(label, say) {
    this.say = say;
    this.element = make("ol", { class: "mv-visually-hidden", "aria-label": label });
  }

  tell(read, first = 0) {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.show(read(), first), LATE);
  }

  show(rows, first) {
    const { element, say } = this;
    while (element.children.length < rows.length) element.append(make("li"));
    while (element.children.length > rows.length) element.lastChild.remove();
    rows.forEach((words, row) => {
      const text = say("row spoken", { row: first + row, cells: together(words, say) });
      if (element.children[row].textContent !== text) element.children[row].textContent = text;
    });
  }
}

/** A board's codes, one a cell, as rows of words. */
export function rowsOf(codes, width, pictures, say) {
  const word = (code) => {
    const clue = pictures.clueOf(code);
    return clue >= 0 ? String(clue) : pictures.describe(code, say);
  };
  return Array.from({ length: codes.length / width }, (_, row) =>
    Array.from(codes.slice(row * width, (row + 1) * width), word),
  );
}

/** Words, those that stand together said once. */
function together(words, say) {
  const runs = [];
  for (const word of words) {
    if (runs.at(-1)?.word === word) runs.at(-1).count += 1;
    else runs.push({ word, count: 1 });
  }
  return runs
    .map(({ word, count }) => (count > 1 ? say("cells together", { count, what: word }) : word))
    .join(", ");
}
