// Cells of a board by number, row by row: their places and names.

/** The row and column of a cell. @param {number} cell @param {number} width */
export function placeOf(cell, width) {
  return [Math.floor(cell / width), cell % width];
}

/** The number of ways to place `mines` mines in `cells` cells. @param {number} cells @param {number} mines */
export function waysToLay(cells, mines) {
  let ways = mines < 0 ? 0 : 1;
  for (let i = 0; i < mines; i += 1) ways = (ways * (cells - i)) / (i + 1);
  return Math.round(ways);
}

/** A cell by its row and column; `corner` is that of the first cell, where a part of a board is shown. @param {number} cell @param {number} width @param {number[]} corner */
export function nameOf(cell, width, [above, before] = [0, 0]) {
  const [row, col] = placeOf(cell, width);
  return `(${above + row}, ${before + col})`;
}
