// Boards to play: mines drawn around a first click, on request without guesses.

import { analyze } from "./analysis.js";
import { neighbours } from "./knowledge.js";
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

/** The view after a click on a cell: with the cells opened by a zero, or the exploded mine. @param {string[]} view @param {boolean[]} mined @param {number} cell @param {number} height @param {number} width */
export function opened(view, mined, cell, height, width) {
  const after = view.slice();
  openIn(after, mined, cell, height, width);
  return after;
}

/** Open a covered cell of a view, in place; return the cells that this opened. @param {string[]} view @param {boolean[]} mined @param {number} cell @param {number} height @param {number} width */
export function openIn(view, mined, cell, height, width) {
  const cells = [];
  const waiting = [cell];
  for (const next of waiting) {
    if (view[next] !== "#") continue;
    cells.push(next);
    const around = neighbours(next, height, width);
    view[next] = mined[next] ? "*" : String(around.filter((other) => mined[other]).length);
    if (view[next] === "0") waiting.push(...around);
  }
  return cells;
}

/** The least number of clicks, without chords, that clear a board (its 3BV): those that a view has made, and all. @param {boolean[]} mined @param {string[]} view @param {number} height @param {number} width */
export function bvOf(mined, view, height, width) {
  const around = mined.map((_, cell) => neighbours(cell, height, width));
  const isZero = (/** @type {number} */ cell) =>
    !mined[cell] && !around[cell].some((other) => mined[other]);
  const zeros = [...mined.keys()].filter(isZero);
  let cleared = new Array(mined.length).fill("#");
  const counts = [0, 0];
  for (const cell of [...zeros, ...mined.keys()]) {
    if (mined[cell] || cleared[cell] !== "#") continue;
    cleared = opened(cleared, mined, cell, height, width);
    counts[0] += Number(/\d/.test(view[cell]));
    counts[1] += 1;
  }
  return counts;
}
