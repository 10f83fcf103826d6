// Boards to play: mines drawn around a first click, on request without guesses.

import { analyze } from "./analysis.js";
import { neighbours } from "./knowledge.js";
import { opened } from "./openings.js";
import { randomFrom, someOf } from "./random.js";

const MOST_TRIES = 2000; // boards drawn to find one without guesses

/**
 * The mines of a board, as booleans per cell. The cell `first` is safe, and with `wide` its neighbours are safe too, if there is room. With `noGuess` the board needs no guess from there on; null if no such board was found.
 * @param {Level} given @param {Parameters<Questions["board"]>[1]} given
 */
export function drawBoard({ height, width, mines }, { first, wide, seed, noGuess }) {
  const random = randomFrom(seed);
  const others = [...Array(height * width).keys()].filter((cell) => cell !== first);
  const far = others.filter((cell) => !neighbours(first, height, width).includes(cell));
  const room = wide && far.length >= mines ? far : others;
  for (let tried = 0; tried < (noGuess ? MOST_TRIES : 1); tried += 1) {
    const mined = new Array(height * width).fill(false);
    for (const cell of someOf(room, mines, random)) mined[cell] = true;
    if (!noGuess || needsNoGuess({ height, width, mines }, mined, first)) return mined;
  }
  return null;
}

/** @param {Level} given @param {boolean[]} mined @param {number} first */
function needsNoGuess({ height, width, mines }, mined, first) {
  let view = opened(new Array(mined.length).fill("#"), mined, first, height, width);
  for (;;) {
    if (view.filter((mark) => mark === "#").length === mines) return true;
    const { safe } = analyze({ view, height, width, mines });
    if (!safe.length) return false;
    for (const cell of safe) view = opened(view, mined, cell, height, width);
  }
}
