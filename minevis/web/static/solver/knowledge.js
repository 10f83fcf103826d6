// Positions for the solver: clues, unknown cells, and the cells settled by counting.
//
// A position is `{ view, height, width, mines }`. `view` has a mark per cell, as in the text of a position; `mines` is null if unknown.

const UNKNOWN = "#";
const MINES = "F*"; // flagged or exploded

/** There is no layout. `clues` are cells of contradictory clues, empty if the number of mines is wrong. */
export class Contradiction extends Error {
  /** @param {number[]} [clues] */
  constructor(clues = []) {
    super("no layout of mines fits");
    this.clues = clues;
  }
}

/** @param {number} cell @param {number} height @param {number} width */
export function neighbours(cell, height, width) {
  const [row, col] = [Math.floor(cell / width), cell % width];
  const found = [];
  for (let r = Math.max(row - 1, 0); r <= Math.min(row + 1, height - 1); r += 1) {
    for (let c = Math.max(col - 1, 0); c <= Math.min(col + 1, width - 1); c += 1) {
      if (r !== row || c !== col) found.push(r * width + c);
    }
  }
  return found;
}

/**
 * Each cell as a mine (true), safe or open (false) or unknown (null); and the clues next to unknown
 * cells, with their mines left. `settled` maps cells to whether they are mines.
 * @param {Position} given @returns {Knowledge}
 */
export function knowledgeOf(
  { view, height, width, mines = null },
  settled = /** @type {Settled} */ (new Map()),
) {
  const known = view.map((mark, cell) =>
    MINES.includes(mark) ? true : (settled.get(cell) ?? (mark === UNKNOWN ? null : false)),
  );
  const clues = /** @type {Needs} */ (new Map());
  view.forEach((mark, cell) => {
    if (mark === UNKNOWN || MINES.includes(mark)) return;
    const around = neighbours(cell, height, width);
    const need = Number(mark) - around.filter((other) => known[other]).length;
    const cells = around.filter((other) => known[other] === null);
    if (need < 0 || need > cells.length) throw new Contradiction([cell]);
    if (cells.length) clues.set(cell, { need, cells });
  });
  return { known, clues, mines };
}

/** Settle the cells around every clue whose cells are all mines, or all safe, until no more follow. @param {Knowledge} given */
export function countAll({ known, clues }) {
  const cluesOf = known.map(() => /** @type {number[]} */ ([]));
  for (const [clue, { cells }] of clues) for (const cell of cells) cluesOf[cell].push(clue);
  const waiting = new Set(clues.keys());
  for (const clue of waiting) {
    waiting.delete(clue);
    const { need, cells } = clues.get(clue);
    if (!cells.length || (need !== 0 && need !== cells.length)) continue;
    for (const cell of cells.slice()) {
      known[cell] = need > 0;
      for (const other of cluesOf[cell]) {
        const seen = clues.get(other);
        seen.cells = seen.cells.filter((each) => each !== cell);
        if (known[cell]) seen.need -= 1;
        if (seen.need < 0 || seen.need > seen.cells.length) throw new Contradiction([other]);
        waiting.add(other);
      }
    }
  }
  for (const [clue, { cells }] of clues) if (!cells.length) clues.delete(clue);
}

/**
 * The components of `clues`, which share no clue. Boxes are cells seen by the same clues: `links[b]` are the numbers of
 * the clues that see `boxes[b]`, and `needs` belong to `clues`.
 * @param {Needs} clues
 */
export function componentsOf(clues) {
  const seenBy = /** @type {Table<number, number[]>} */ (new Map());
  for (const [clue, { cells }] of clues)
    for (const cell of cells) seenBy.set(cell, [...(seenBy.get(cell) ?? []), clue]);
  const left = new Set(clues.keys());
  const components = [];
  for (const first of left) {
    const own = new Set([first]);
    for (const clue of own)
      for (const cell of clues.get(clue).cells)
        for (const other of seenBy.get(cell)) own.add(other);
    for (const clue of own) left.delete(clue);
    const ordered = [...own].sort((a, b) => a - b);
    components.push(componentOf(ordered, clues));
  }
  return components;
}

/** The cells around the clues `own`, in order, as if there were no other clue. @param {number[]} own @param {Needs} clues */
export function componentOf(own, clues) {
  const linkOf = new Map();
  own.forEach((clue, j) => {
    for (const cell of clues.get(clue).cells) linkOf.set(cell, [...(linkOf.get(cell) ?? []), j]);
  });
  const boxes = new Map();
  for (const [cell, link] of [...linkOf].sort(([a], [b]) => a - b)) {
    const key = link.join();
    if (!boxes.has(key)) boxes.set(key, { link, cells: [] });
    boxes.get(key).cells.push(cell);
  }
  const found = [...boxes.values()];
  const ordered = searchOrder(found.map(({ link }) => link)).map((b) => found[b]);
  return {
    boxes: ordered.map(({ cells }) => cells),
    links: ordered.map(({ link }) => link),
    clues: own,
    needs: own.map((clue) => clues.get(clue).need),
  };
}

const FEW_STATES = 2 ** 12; // states below which a better order is not worth the search
const MOST_STARTS = 48; // orders tried, from different clues

/** An order of the boxes with few open clues at a time, from the boxes' clues. @param {number[][]} links */
function searchOrder(links) {
  const boxesOf = /** @type {Table<number, number[]>} */ (new Map());
  links.forEach((seen, box) => {
    for (const clue of seen) boxesOf.set(clue, [...(boxesOf.get(clue) ?? []), box]);
  });
  const starts = [...boxesOf.keys()].sort(
    (a, b) => boxesOf.get(a).length - boxesOf.get(b).length || a - b,
  );
  let [best, least] = [/** @type {number[]} */ ([]), Infinity];
  for (const start of starts.slice(0, MOST_STARTS)) {
    const { order, states } = closedOneByOne(links, boxesOf, start);
    if (states < least) [best, least] = [order, states];
    if (least < FEW_STATES) break;
  }
  return best;
}

/** Boxes clue by clue, next always the boxes of the open clue with the fewest left; and an estimate of the states. @param {number[][]} links @param {Table<number, number[]>} boxesOf @param {number} start */
function closedOneByOne(links, boxesOf, start) {
  const left = /** @type {Table<number, number>} */ (new Map());
  for (const [clue, boxes] of boxesOf) left.set(clue, boxes.length);
  const open = new Set([start]); // in the order in which they were opened
  const order = /** @type {Set<number>} */ (new Set());
  let states = 0;
  while (order.size < links.length) {
    if (!open.size) open.add(nextPart(left)); // no link to the earlier boxes
    const clue = [...open].reduce((a, b) => (left.get(b) < left.get(a) ? b : a));
    for (const box of boxesOf.get(clue)) {
      if (order.has(box)) continue;
      order.add(box);
      for (const other of links[box]) {
        left.set(other, left.get(other) - 1);
        open.add(other);
      }
      for (const other of links[box]) if (!left.get(other)) open.delete(other);
      states += 2 ** open.size;
    }
    open.delete(clue);
  }
  return { order: [...order], states };
}

/** The clue with the fewest boxes left, but at least one. @param {Map<number, number>} left */
function nextPart(left) {
  const waiting = [...left].filter(([, boxes]) => boxes);
  return waiting.reduce((a, b) => (b[1] < a[1] || (b[1] === a[1] && b[0] < a[0]) ? b : a))[0];
}
