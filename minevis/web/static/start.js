// The start of a page: it unpacks the program, which takes a third of the room, and runs it.

import { bytesOfText, unpack } from "./shared/pack.js";

/** @param {HTMLElement} parent @param {string} tag @param {object} properties */
function add(parent, tag, properties) {
  parent.append(Object.assign(document.createElement(tag), properties));
}

export async function start() {
  const packed = document.getElementById("minevis-words")?.textContent.trim() ?? "";
  const { words, style, solver, reader, boards, program } = (await unpack(bytesOfText(packed)))
    .head;
  Object.assign(globalThis, {
    minevisWords: words,
    minevisSolver: solver,
    minevisReader: reader,
    minevisBoards: boards,
  });
  if (style) add(document.head, "style", { textContent: style }); // the page is blank without it
  add(document.body, "script", { type: "module", textContent: program });
}
