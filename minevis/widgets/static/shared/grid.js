// Cells of a board by number, row by row: where they are, and what they are called.

/** The row and column of a cell. @param {number} cell @param {number} width */
export function placeOf(cell, width) {
  return [Math.floor(cell / width), cell % width];
}

/** A cell by its row and column; `corner` is that of the first cell, where a part of a board is shown. @param {number} cell @param {number} width @param {any[]} pair2 */
export function nameOf(cell, width, [above, before] = [0, 0]) {
  const [row, col] = placeOf(cell, width);
  return `(${above + row}, ${before + col})`;
}
