// Cards: the ways in which the cells around some clues can be filled, small, side by side.

import { make, penOf } from "./dom.js";
import { placeOf } from "./grid.js";
import { codeOf, markIn, pictureIn } from "./pictures.js";

const GAP = 8; // CSS px between cards, and around them
const FRAME = 10; // of a stage between boards and the parts below them
const TITLE = 18; // of the number above a card
const SMALLEST = 12; // of a cell: smaller ones are no picture
const READABLE = 20; // CSS px: larger cells are no better

/** The number of cards side by side that gives the widest cells. @param {number} count @param {number} rows @param {number} cols @param {{ width: number, height: number }} room */
function mostRoom(count, rows, cols, { width, height }) {
  let best = { cell: 0, across: 1 };
  for (let across = 1; across <= count; across += 1) {
    const down = Math.ceil(count / across);
    const cell = Math.min(
      (width - GAP) / across / cols - GAP / cols,
      (height - GAP) / down / rows - (TITLE + GAP) / rows,
    );
    if (cell > best.cell) best = { cell, across };
  }
  return best;
}

/** The cards over a stage, if they cover no mentioned cell; otherwise below it. */
export class Cards {
  /** @param {Stage} stage */
  constructor(stage) {
    this.stage = stage;
    this.element = make("div", {
      class: "mv-ways",
      hidden: true,
      role: "group",
      onclick: () => this.close(),
    });
    this.shown = /** @type {CaseCards | null} */ (null);
    this.key = /** @type {string | null} */ (null); // of what is drawn
    this.closed = false;
    this.part = { top: 0, left: 0, rows: 0, cols: 0 }; // of the board on the cards
  }

  /** Show the cards of a step on a board of these `codes`, or remove them (null). @param {CaseCards | null} given @param {Codes} codes @param {string} spoken */
  show(given, codes, spoken) {
    const {
      atlas,
      visible: [panel],
    } = this.stage;
    const cards = panel ? given : null;
    const key =
      cards &&
      [atlas.version, panel.cell, panel.canvas.width, this.stage.element.clientWidth].join(" ");
    if (cards === this.shown && key === this.key) return;
    if (cards !== this.shown) this.closed = false;
    this.shown = cards;
    this.key = key;
    this.element.hidden = !cards || this.closed;
    if (!cards || this.closed) return this.element.replaceChildren();
    this.part = this.partOf(cards.ends);
    this.element.setAttribute("aria-label", spoken);
    const drawn = cards.ways.map((way) =>
      this.draw(way, (/** @type {number} */ cell) => panel.laidOver(codes[cell], cell)),
    );
    const figures = drawn.map((/** @type {HTMLElement} */ canvas, /** @type {number} */ number) =>
      make("figure", {}, make("figcaption", {}, number + 1), canvas),
    );
    this.element.replaceChildren(...figures);
    this.place(drawn);
  }

  /** Close the cards until new ones come; return whether there were any. */
  close() {
    if (this.element.hidden) return false;
    this.closed = this.element.hidden = true;
    return true;
  }

  /** The part of the board that a card shows: the cells of its step, and one cell around them. @param {number[]} ends */
  partOf([first, last]) {
    const { height, width } = this.stage;
    const [top, left] = placeOf(first, width).map((at) => Math.max(at - 1, 0));
    const [bottom, right] = placeOf(last, width).map((at, axis) =>
      Math.min(at + 2, [height, width][axis]),
    );
    return { top, left, rows: bottom - top, cols: right - left };
  }

  /** One way: its cells, with the rest as given by `codeAt`. @param {number[][]} way @param {(cell: number) => number} codeAt */
  draw(way, codeAt) {
    const { atlas, width } = this.stage;
    const { top, left, rows, cols } = this.part;
    const { size } = atlas;
    const canvas = make("canvas", {
      width: cols * size,
      height: rows * size,
      "aria-hidden": "true",
    });
    const pen = penOf(canvas);
    const pictures = new Map(/** @type {Pairs} */ (way));
    for (let row = 0; row < rows; row += 1) {
      for (let col = 0; col < cols; col += 1) {
        const cell = (top + row) * width + left + col;
        const code = codeAt(cell);
        atlas.draw(
          pen,
          codeOf(pictures.get(cell) ?? pictureIn(code), markIn(code)),
          col * size,
          row * size,
        );
      }
    }
    return canvas;
  }

  /** Put the cards where there is most room next to the cells that they show. @param {HTMLCanvasElement[]} canvases */
  place(canvases) {
    const { rows, cols } = this.part;
    const [panel] = this.stage.visible;
    this.element.classList.add("mv-over"); // else their own height would count as room
    const rooms = this.rooms(panel).map((room) => ({
      ...room,
      ...mostRoom(canvases.length, rows, cols, room),
    }));
    const best = rooms.reduce((a, b) => (b.cell > a.cell ? b : a));
    const below = this.below(canvases.length);
    const within = best.cell >= READABLE || best.cell >= below.cell;
    const { cell, across, left, top } = within ? best : below;
    const side = Math.floor(Math.min(cell, panel.cell / panel.ratio));
    this.element.classList.toggle("mv-over", within);
    Object.assign(this.element.style, {
      left: `${left}px`,
      top: `${top}px`,
      gridTemplateColumns: `repeat(${across}, auto)`,
    });
    for (const canvas of canvases)
      Object.assign(canvas.style, { width: `${cols * side}px`, height: `${rows * side}px` });
  }

  /** The room below the boards on the screen, so that the words and buttons after it stay in view. @param {number} count */
  below(count) {
    const { element, room } = this.stage;
    const { rows, cols } = this.part;
    /** @param {number} height */
    const ways = (height) => ({
      ...mostRoom(count, rows, cols, { width: element.clientWidth, height }),
      left: 0,
      top: 0,
    });
    const free = ways(room.height - element.clientHeight - FRAME);
    return free.cell >= SMALLEST ? free : { ...ways(Infinity), cell: SMALLEST };
  }

  /** The rooms left of, right of, above and below the shown cells, on the stage. @param {Panel} panel */
  rooms(panel) {
    const home = this.stage.element.getBoundingClientRect();
    const field = panel.field.getBoundingClientRect();
    const { width } = this.stage;
    const { top, left, rows, cols } = this.part;
    const first = panel.boxOf(top * width + left);
    const last = panel.boxOf((top + rows - 1) * width + left + cols - 1);
    const [x, y] = [
      Math.max(first.left, field.left) - home.left,
      Math.max(first.top, field.top) - home.top,
    ];
    const [right, bottom] = [last.left + last.side - home.left, last.top + last.side - home.top];
    const high = this.stage.element.clientHeight;
    const wide = this.stage.element.clientWidth;
    return [
      { left: right + GAP, top: 0, width: wide - right - GAP, height: high },
      { left: 0, top: 0, width: x - GAP, height: high },
      { left: 0, top: bottom + GAP, width: wide, height: high - bottom - GAP },
      { left: 0, top: 0, width: wide, height: y - GAP },
    ];
  }
}
