// Lines over the cells of a panel: around sets of cells, and from a clue to the cells it proves.

import { css } from "./dom.js";
import { placeOf } from "./grid.js";

export const TIE = 1 << 16; // in the second number of a link: it joins two clues
const [OUTSIDE, INSIDE] = [0.86, 0.8]; // of the way from the middle to the rim: where a line starts, ends, as in films
/** @type {[string, number][]} */
const ROLES = [
  ["search", 0],
  ["clue_ring", 4],
  ["ink", 8],
]; // with their bits in the sides of a cell
const NONE = /** @type {Codes} */ ([]);

/** Cells of rectangles that lines may cross, including one cell around them. @param {number} first @param {number} last @param {{ height: number, width: number }} size @param {(cell: number) => void} reach */
function around(first, last, { height, width }, reach) {
  const rows = [first, last].map((cell) => Math.floor(cell / width));
  const cols = [first, last].map((cell) => cell % width);
  for (
    let row = Math.max(Math.min(...rows) - 1, 0);
    row <= Math.min(Math.max(...rows) + 1, height - 1);
    row += 1
  ) {
    for (
      let col = Math.max(Math.min(...cols) - 1, 0);
      col <= Math.min(Math.max(...cols) + 1, width - 1);
      col += 1
    ) {
      reach(row * width + col);
    }
  }
}

/** The lines of one panel: the last ones drawn, and the area to clear. */
export class Lines {
  /** @param {Panel} panel */
  constructor(panel) {
    this.panel = panel;
    this.sides = new Int16Array(panel.height * panel.width);
    this.links = NONE;
  }

  /** Take on new lines; calls `wipe(cell)` for cells that old or new lines touch. True if they changed. @param {Codes | null} sides @param {Codes} links @param {any} wipe */
  change(sides, links, wipe) {
    let changed = !sameLinks(links, this.links);
    if (changed)
      for (const each of [this.links, links])
        eachLink(each, (from, to) => around(from, to, this.panel, wipe));
    for (let cell = 0; cell < this.sides.length; cell += 1) {
      const wanted = sides ? sides[cell] : 0;
      if (this.sides[cell] === wanted) continue;
      around(cell, cell, this.panel, wipe);
      this.sides[cell] = wanted;
      changed = true;
    }
    this.links = links;
    return changed;
  }

  /** @param {Pen} pen @param {Record<string, Colour>} colours */
  draw(pen, colours) {
    const { left, top, width, height, cell } = this.panel;
    pen.save();
    pen.beginPath();
    pen.rect(left, top, width * cell, height * cell); // lines outside would not be cleared
    pen.clip();
    for (const [role, shift] of ROLES) this.outline(pen, role, shift, colours[role]);
    eachLink(this.links, (from, to, tie) => this.link(pen, from, to, tie, colours));
    pen.restore();
  }

  /** The larger set of a rule has its line outside its cells, but for the rim of the board; the smaller one inside. @param {Pen} pen @param {string} role @param {any} shift @param {Colour} colour */
  outline(pen, role, shift, colour) {
    const { cell: size } = this.panel;
    const thick = Math.max(1, Math.round(size / 16));
    const wide = role === "ink" ? Math.max(1, Math.round(thick * 0.7)) : thick;
    const inset = role === "search" ? -thick : 0;
    const gap = Math.max(1, Math.round(size / 32));
    pen.fillStyle = css(colour);
    /** @param {number} cell */
    const bitsOf = (cell) => (this.sides[cell] >> shift) & 15;
    for (let cell = 0; cell < this.sides.length; cell += 1) {
      if (bitsOf(cell)) this.strips(pen, cell, bitsOf, { inset, wide, gap });
    }
  }

  /** The strips along the sides of a cell; where the set goes on, they run up to the next ones. @param {Pen} pen @param {number} cell @param {any} bitsOf @param {any} options */
  strips(pen, cell, bitsOf, { inset, wide, gap }) {
    const { panel } = this;
    const bits = bitsOf(cell);
    const [row, col] = placeOf(cell, panel.width);
    /** @param {any} onRim @param {any} room */
    const within = (onRim, room) => (onRim ? Math.max(inset, -room) : inset); // beyond the rim there is no room
    const side = panel.cell - gap;
    const [left, top] = [
      panel.x(cell) + within(col === 0, 0),
      panel.y(cell) + within(row === 0, 0),
    ];
    const right = panel.x(cell) + side - within(col === panel.width - 1, gap);
    const bottom = panel.y(cell) + side - within(row === panel.height - 1, gap);
    const [x, y, size] = [panel.x(cell), panel.y(cell), panel.cell];
    // From `start` to `end`, or on to the next cell of the set: straight, or up to the line of a cell that turns in.
    /** @param {any} end @param {number} side @param {any} next @param {number} start @param {any} origin */
    const from = (end, side, next, start, origin) =>
      bits & end ? start : origin - (bitsOf(next) & side ? 0 : gap + inset + wide);
    /** @param {any} end @param {number} side @param {any} next @param {any} stop @param {any} origin */
    const to = (end, side, next, stop, origin) =>
      bits & end ? stop : origin + size + (bitsOf(next) & side ? 0 : inset + wide);
    for (const [bit, at] of [
      [1, top],
      [2, bottom - wide],
    ]) {
      if (!(bits & bit)) continue;
      const start = from(4, bit, cell - 1, left, x);
      pen.fillRect(start, at, to(8, bit, cell + 1, right, x) - start, wide);
    }
    for (const [bit, at] of [
      [4, left],
      [8, right - wide],
    ]) {
      if (!(bits & bit)) continue;
      const start = from(1, bit, cell - panel.width, top, y);
      pen.fillRect(at, start, wide, to(2, bit, cell + panel.width, bottom, y) - start);
    }
  }

  /** Amber on a dark edge, so that it shows on any tile, with a dot at its end unless it is a tie; drawn to a share of its way. @param {Pen} pen @param {any} from @param {any} to @param {any} tie @param {Record<string, Colour>} colours @param {number} [share] */
  link(pen, from, to, tie, colours, share = 1) {
    const { cell: size } = this.panel;
    const middle = (size - Math.max(1, Math.round(size / 32))) / 2;
    const [x, y, X, Y] = [
      this.panel.x(from),
      this.panel.y(from),
      this.panel.x(to),
      this.panel.y(to),
    ].map((at) => at + middle);
    const toRim = middle / (Math.max(Math.abs(X - x), Math.abs(Y - y)) || 1);
    const [dx, dy] = [(X - x) * toRim, (Y - y) * toRim];
    const [left, top] = [x + dx * OUTSIDE, y + dy * OUTSIDE];
    const end = /** @type {[number, number]} */ ([
      left + (X - dx * INSIDE - left) * share, // the middle names the subject
      top + (Y - dy * INSIDE - top) * share,
    ]);
    const thick = Math.max(size >= 14 ? 2 : 1, Math.round(size / 18));
    const edge = Math.max(size >= 36 ? 1 : 0, Math.round(size / 40));
    for (const [role, extra] of /** @type {[string, number][]} */ ([
      ["ink", edge],
      ["clue_ring", 0],
    ])) {
      pen.strokeStyle = css(colours[role]);
      pen.fillStyle = pen.strokeStyle;
      pen.lineWidth = thick + 2 * extra;
      pen.beginPath();
      pen.moveTo(left, top);
      pen.lineTo(...end);
      pen.stroke();
      if (!tie) this.dot(pen, ...end, Math.max(1.5, size / 9 - size / 50) + extra);
    }
  }

  /** @param {Pen} pen @param {number} x @param {number} y @param {number} radius */
  dot(pen, x, y, radius) {
    pen.beginPath();
    pen.arc(x, y, radius, 0, 2 * Math.PI);
    pen.fill();
  }
}

/** @param {Codes} links @param {(from: number, to: number, isTie: boolean) => void} act */
function eachLink(links, act) {
  for (let i = 0; i + 1 < links.length; i += 2)
    act(links[i], links[i + 1] & ~TIE, (links[i + 1] & TIE) !== 0);
}

/** @param {any} some @param {any} others */
function sameLinks(some, others) {
  if (some.length !== others.length) return false;
  for (let i = 0; i < some.length; i += 1) if (some[i] !== others[i]) return false;
  return true;
}
