// What clicks open on a board, and how many of them a board needs.

import { neighbours } from "./knowledge.js";

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
